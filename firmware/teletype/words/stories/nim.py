# SPDX-License-Identifier: MIT
"""The story of Nim."""

STORY_EN = (
    "Little is known of where this game comes from.\n"
    "Charles Bouton of Harvard gave it a theory and its name, in 1901.\n"
    "So Martin Gardner told it, and so Kasatkin tells it.\n\n"
    "Then he makes a theory of his own.\n"
    "Write the heaps as binary numbers, one below the other.\n"
    "If each column has an even number of ones, the table is special.\n"
    "Whoever has to move from a special table loses.\n\n"
    "A person cannot work that out in time, he says.\n"
    "The machine need not fear the clock."
)

CLAIMS_EN = (
    "In each table one row exceeds its special row.\n"
    "Not in special tables. In 5 4 7 three rows do.\n"
    "Whoever begins with a special table loses.\n"
    "True: 37448 positions were played to the end."
)

STORY_RU = (
    "О происхождении игры известно мало.\n"
    "Теорию и название дал ей в 1901 году Чарльз Бутон из Гарварда.\n"
    "Так пишет Мартин Гарднер, а за ним Касаткин.\n\n"
    "А потом он строит свою теорию.\n"
    "Запишите кучки двоичными числами, одно под другим.\n"
    "Если в каждом столбце число единиц четно, таблица особая.\n"
    "Кому ходить из особой таблицы, тот проигрывает.\n\n"
    "Человеку на такой расчет не хватит времени, пишет он.\n"
    "Машине цейтнот не грозит."
)

CLAIMS_RU = (
    "В каждой таблице одна строка больше своей особой.\n"
    "В особых таблицах такой нет. В 5 4 7 их три.\n"
    "Кто начинает с особой таблицы, тот проигрывает.\n"
    "Верно: 37448 положений доиграны до конца."
)

STORY_JA = (
    "このゲームの始まりは、よく分からない。\n"
    "1901年、ハーバードのブートンが理論と名前を付けた。\n"
    "ガードナーがそう書き、カサトキンもそう書く。\n\n"
    "その後で、自分の理論を作る。\n"
    "山を二進数で書き、上下に並べる。\n"
    "どの列も1の数が偶数なら、特別な表だ。\n"
    "特別な表で番が来た人は負ける。\n\n"
    "人には計算する時間がない、と著者は言う。\n"
    "機械は時計をこわがらない。"
)

CLAIMS_JA = (
    "どの表にも、特別な行より大きい行が一つある。\n"
    "特別な表にはない。5 4 7には三つある。\n"
    "特別な表で始める人は負ける。\n"
    "正しい。37448の局面を終わりまで試した。"
)
