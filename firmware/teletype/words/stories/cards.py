# SPDX-License-Identifier: MIT
"""The story of the recognition of cards."""

STORY_EN = (
    "The chapter is called: the machine models a guess.\n"
    "You choose a secret, such as a circle in the first cell.\n"
    'You show only cards that obey it. They are "ours".\n'
    "The machine compares, and forgets each cell that varies.\n"
    "What never varied must be the secret.\n\n"
    "Nine cells make 512 cards. Four are enough for a lesson.\n"
    "It never sees a card, only a word of zeros and ones.\n"
    "A rough model of how people guess, the author says.\n\n"
    "The cards of the printed run are lost. The ones here fit what is left."
)

CLAIMS_EN = "It never takes another card for ours.\nNot so. After 10 and 01 it takes every card."

STORY_RU = (
    "Глава называется так: ЭВМ моделирует догадку.\n"
    "Вы задумываете секрет. Например: кружок в первой клетке.\n"
    "Показываете только карточки с этим секретом. Они «наши».\n"
    "Машина сравнивает и забывает клетки, которые менялись.\n"
    "Что не менялось ни разу, то и есть секрет.\n\n"
    "Из девяти клеток выходит 512 карточек. Для урока хватило четырех.\n"
    "Самих карточек она не видит: только слова из нулей и единиц.\n"
    "Это грубая модель догадки, признает автор.\n\n"
    "Карточки напечатанного примера утрачены. Здешние подходят к тому, что уцелело."
)

CLAIMS_RU = (
    "Чужую карточку она никогда не примет за нашу.\nНеверно. После 10 и 01 она примет любую."
)

STORY_JA = (
    "章の名は「機械がひらめきをまねる」。\n"
    "ひみつを一つ決める。例えば、初めのますに丸。\n"
    "それに合う札だけを見せる。「仲間」の札だ。\n"
    "機械は比べて、変わったますを忘れる。\n"
    "一度も変わらなかったますが、ひみつだ。\n\n"
    "九ますの札は512枚。四枚で教えられた。\n"
    "機械に札は見えない。0と1の並びだけだ。\n"
    "ひらめきの、ごくあらいモデルだと著者は言う。\n\n"
    "印刷された例の札は失われた。ここの札は、残った答に合わせた。"
)

CLAIMS_JA = "仲間でない札を仲間とは決して言わない。\n違う。10と01で教えると、何でも仲間になる。"
