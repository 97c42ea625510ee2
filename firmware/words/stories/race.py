"""The story of the race on the vertical."""

STORY_EN = (
    "A book of 1980 from Kiev, 26 000 copies: how a machine plays and wins.",
    (
        "Its programs were made at the university of Simferopol, in a laboratory for pedagogical "
        "cybernetics."
    ),
    "L. I. Vladykina, T. P. Gnatenko and S. S. Neshev prepared and debugged them.",
    "",
    "V. N. Kasatkin does not solve this game. He solves another one.",
    "There a line is drawn upwards over a lattice, from column to column.",
    "Each move of one game is a move of the other.",
    "So he marks the points from which one must lose.",
    "The machine keeps this crib in its memory and plays by it.",
    "",
    "He imagines the players in two rooms, and the moves brought on notes.",
    "You might never guess that your opponent is a machine.",
)

CLAIMS_EN = (
    ("With 13 cells and M=4, begin with 3 or 4.", "Only 3 wins."),
    ("The table finds every winning move.", "True: tried move by move for N to 60, M to 12."),
)

STORY_RU = (
    "Книга 1980 года, Киев, 26 000 экземпляров: как машина играет и выигрывает.",
    "Программы сделаны в Симферопольском университете, в лаборатории педагогической кибернетики.",
    "Готовили и отлаживали их Л. И. Владыкина, Т. П. Гнатенко и С. С. Нешев.",
    "",
    "В. Н. Касаткин решает не эту игру, а другую.",
    "Там ведут ломаную вверх по решетке, от столбца к столбцу.",
    "Каждому ходу одной игры отвечает ход другой.",
    "Он отмечает точки, из которых можно только проиграть.",
    "Эту шпаргалку машина держит в памяти и по ней играет.",
    "",
    "Он предлагает: посадим соперников в разные комнаты, ходы пусть носят на записках.",
    "Человек может и не догадаться, что играл с машиной.",
)

CLAIMS_RU = (
    ("При 13 клетках и M=4 начинать надо с 3 или с 4.", "Выигрывает только 3."),
    ("Таблица находит каждый выигрыш.", "Верно: проверен каждый ход для N до 60, M до 12."),
)

STORY_JA = (
    "1980年、キエフで出た本。2万6千部。機械が人を負かす話だ。",
    "プログラムはシンフェローポリ大学の研究室で作られた。",
    "組んだのはブラドゥイキナ、グナテンコ、ネシェフの三人。",
    "",
    "著者カサトキンは、このゲームでなく別のゲームをとく。",
    "格子の上を、列から列へ線を引いて上る。",
    "一方の手は、いつも他方の手に当たる。",
    "そこで、番が来たら負ける点に印を付ける。",
    "機械はこの表をメモリーに置き、見ながら進む。",
    "",
    "著者は言う。二人を別の部屋に分け、手は紙で運ぼう。",
    "相手が機械だとは、最後まで分からないかもしれない。",
)

CLAIMS_JA = (
    ("13ますでM=4なら、初手は3か4。", "勝つのは3だけ。"),
    ("表はすべての勝ちを見つける。", "正しい。N=60、M=12まで全部の手を試した。"),
)
