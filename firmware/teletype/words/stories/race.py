# SPDX-License-Identifier: MIT
"""The story of the race on the vertical."""

STORY_EN = (
    "A book of 1980 from Kiev, 26000 copies: how a machine plays and wins.\n"
    "Its programs were made at the university of Simferopol, in a laboratory for pedagogical "
    "cybernetics.\n"
    "L. I. Vladykina, T. P. Gnatenko and S. S. Neshev prepared and debugged them.\n\n"
    "V. N. Kasatkin does not solve this game. He solves another one.\n"
    "There a line is drawn upwards over a lattice, from column to column.\n"
    "Each move of one game is a move of the other.\n"
    "So he marks the points from which one must lose.\n"
    "The machine keeps this crib in its memory and plays by it.\n\n"
    "He imagines the players in two rooms, their moves carried across on notes.\n"
    "You might never guess that your opponent is a machine."
)

CLAIMS_EN = (
    "With 13 cells and M=4, begin with 3 or 4.\n"
    "Only 3 wins.\n"
    "The table finds every winning move.\n"
    "True: tried move by move for N to 60, M to 12."
)

STORY_RU = (
    "Книга 1980 года, Киев, 26000 экземпляров: как машина играет и выигрывает.\n"
    "Программы сделаны в Симферопольском университете, в лаборатории педагогической кибернетики.\n"
    "Готовили и отлаживали их Л. И. Владыкина, Т. П. Гнатенко и С. С. Нешев.\n\n"
    "В. Н. Касаткин решает не эту игру, а другую.\n"
    "Там ведут ломаную вверх по решетке, от столбца к столбцу.\n"
    "Каждому ходу одной игры соответствует ход другой.\n"
    "Он отмечает точки, из которых можно только проиграть.\n"
    "Эту шпаргалку машина держит в памяти и по ней играет.\n\n"
    "Он предлагает: посадим соперников в разные комнаты, а ходы пусть передают записками.\n"
    "Человек может и не догадаться, что играл с машиной."
)

CLAIMS_RU = (
    "При 13 клетках и M=4 начинать надо с 3 или с 4.\n"
    "Выигрывает только 3.\n"
    "Таблица находит каждый выигрыш.\n"
    "Верно: проверен каждый ход для N до 60, M до 12."
)

STORY_JA = (
    "1980年、キエフで出た本。2万6千部。機械が人を負かす話だ。\n"
    "プログラムはシンフェロポリ大学の教育サイバネティックス研究室で作られた。\n"
    "組んで直したのはウラドゥイキナ、グナテンコ、ネシェフの三人。\n\n"
    "著者カサトキンは、このゲームでなく別のゲームをとく。\n"
    "格子の上を、列から列へ線を引いて上る。\n"
    "一方の手は、いつも他方の手に当たる。\n"
    "そこで、番が来たら負ける点に印を付ける。\n"
    "機械はこの表をメモリーに置き、見ながら進む。\n\n"
    "著者は言う。二人を別の部屋に分け、手は紙で運ぼう。\n"
    "相手が機械だとは、最後まで分からないかもしれない。"
)

CLAIMS_JA = (
    "13ますでM=4なら、初手は3か4。\n"
    "勝つのは3だけ。\n"
    "表はすべての勝ちを見つける。\n"
    "正しい。N=60、M=12まで全部の手を試した。"
)
