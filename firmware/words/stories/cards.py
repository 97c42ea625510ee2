"""The story of the recognition of cards."""

STORY_EN = (
    "The chapter is called: the machine models a guess.",
    "You choose a secret, such as a circle in the first cell.",
    'You show only cards that obey it. They are "ours".',
    "The machine compares, and forgets each cell that varies.",
    "What never varied must be the secret.",
    "",
    "Nine cells make 512 cards. Four are enough for a lesson.",
    "It never sees a card, only a word of zeros and ones.",
    "A rough model of how people guess, the author says.",
    "",
    "The cards of the printed run are lost. The ones here fit what is left.",
)

CLAIMS_EN = (
    ("It never takes a foreign card for ours.", "Not so. After 10 and 01 it takes every card."),
)

STORY_RU = (
    "Глава называется так: ЭВМ моделирует догадку.",
    "Вы задумываете секрет. Например: кружок в первой клетке.",
    "Показываете только карточки с этим секретом. Они «наши».",
    "Машина сравнивает и забывает клетки, которые менялись.",
    "Что не менялось ни разу, то и есть секрет.",
    "",
    "Из девяти клеток выходит 512 карточек. Для урока хватило четырех.",
    "Самих карточек она не видит: только слова из нулей и единиц.",
    "Это грубая модель догадки, признает автор.",
    "",
    "Карточки напечатанного примера утрачены. Здешние подходят к тому, что уцелело.",
)

CLAIMS_RU = (
    ("Чужую карточку она никогда не примет за нашу.", "Неверно. После 10 и 01 она примет любую."),
)

STORY_JA = (
    "章の名は「機械がひらめきをまねる」。",
    "ひみつを一つ決める。例えば、初めのますに丸。",
    "それに合う札だけを見せる。「仲間」の札だ。",
    "機械は比べて、変わったますを忘れる。",
    "一度も変わらなかったますが、ひみつだ。",
    "",
    "九ますの札は512枚。四枚で教えられた。",
    "機械に札は見えない。0と1の並びだけだ。",
    "ひらめきの、ごくあらいモデルだと著者は言う。",
    "",
    "印刷された例の札は失われた。ここの札は、残った答に合わせた。",
)

CLAIMS_JA = (("他人の札を仲間とは決して言わない。", "違う。10と01で教えると、何でも仲間になる。"),)
