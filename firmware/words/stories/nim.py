"""The story of Nim."""

STORY_EN = (
    "Little is known of where this game comes from.",
    "Charles Bouton of Harvard gave it a theory and its name, in 1901.",
    "So Martin Gardner told it, and so Kasatkin tells it.",
    "",
    "Then he makes a theory of his own.",
    "Write the heaps as binary numbers, one below the other.",
    "If each column has an even number of ones, the table is special.",
    "Whoever has to move from a special table loses.",
    "",
    "A person cannot work that out in time, he says.",
    "The machine need not fear the clock.",
)

CLAIMS_EN = (
    (
        "In each table one row exceeds its special row.",
        "Not in special tables. In 5 4 7 three rows do.",
    ),
    (
        "Whoever begins with a special table loses.",
        "True: 37 448 positions were played to the end.",
    ),
)

STORY_RU = (
    "О происхождении игры известно мало.",
    "Теорию и название дал ей в 1901 году Чарльз Бутон из Гарварда.",
    "Так пишет Мартин Гарднер, а за ним Касаткин.",
    "",
    "А потом он строит свою теорию.",
    "Запишите кучки двоичными числами, одно под другим.",
    "Если в каждом столбце число единиц четно, таблица особая.",
    "Кому ходить из особой таблицы, тот проигрывает.",
    "",
    "Человеку на такой расчет не хватит времени, пишет он.",
    "Машине просрочка не грозит.",
)

CLAIMS_RU = (
    (
        "В каждой таблице одна строка больше своей особой.",
        "В особых таблицах такой нет. В 5 4 7 их три.",
    ),
    (
        "Кто начинает с особой таблицы, тот проигрывает.",
        "Верно: 37 448 положений доиграны до конца.",
    ),
)

STORY_JA = (
    "このゲームの始まりは、よく分からない。",
    "1901年、ハーバードのブートンが理論と名前を付けた。",
    "ガードナーがそう書き、カサトキンもそう書く。",
    "",
    "その後で、自分の理論を作る。",
    "山を二進数で書き、上下に並べる。",
    "どの列も1の数が偶数なら、特別な表だ。",
    "特別な表で番が来た人は負ける。",
    "",
    "人には計算する時間がない、と著者は言う。",
    "機械は時計をこわがらない。",
)

CLAIMS_JA = (
    ("どの表にも、特別な行より大きい行が一つある。", "特別な表にはない。5 4 7には三つある。"),
    ("特別な表で始める人は負ける。", "正しい。37448の局面を終わりまで試した。"),
)
