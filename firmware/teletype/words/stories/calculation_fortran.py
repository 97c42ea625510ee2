# SPDX-License-Identifier: MIT
"""The story of Calculation in FORTRAN."""

STORY_EN = (
    "Y. Tanaka's program is a judge. The player may be a program, or you.\n"
    "The judge lists what is allowed. You name a number.\n"
    "So nobody can cheat, and games can be counted.\n\n"
    "It asks for a lucky number and shuffles the cards by it.\n"
    "A constant in the listing fits words of 36 bits.\n"
    "So the cards are shuffled with 36 bits here, too.\n\n"
    "The judge has a hole. Three wrong numbers at the first card, and it prints SUCCESS!\n"
    "You can play as printed, or repaired."
)

CLAIMS_EN = (
    "The judge knows the rules and lets no player break them.\n"
    "But three wrong numbers at the first card count as won."
)

STORY_RU = (
    "Программа Ю. Танаки — судья. Играет другая программа или вы.\n"
    "Судья перечисляет, что можно. Вы называете номер.\n"
    "Так никто не обманет, а партии можно считать.\n\n"
    "Он просит счастливое число и тасует по нему карты.\n"
    "Константа в листинге подходит к словам из 36 двоичных цифр.\n"
    "Поэтому и здесь при тасовке их 36.\n\n"
    "У судьи есть дыра. Три неверных номера на первой карте — и он печатает SUCCESS!\n"
    "Можно играть как напечатано или с поправкой."
)

CLAIMS_RU = (
    "Судья знает правила и не дает их нарушить.\nНо три неверных номера на первой карте — победа."
)

STORY_JA = (
    "田中裕一のプログラムは判定人だ。やるのは別のプログラムか、人。\n"
    "判定人は、できる事を並べる。人は番号を言う。\n"
    "ずるはできず、何回勝ったかも数えられる。\n\n"
    "初めに幸運の数を聞き、その数で札を切る。\n"
    "ある定数が、36けたの二進数の機械に合う。\n"
    "だから、ここでも36けたで切る。\n\n"
    "判定には穴がある。一枚目で三回誤った番号を言うと、SUCCESS!\n"
    "印刷のままか、直した方か、選べる。"
)

CLAIMS_JA = "判定人は規則を知り、反則を許さない。\nだが、一枚目で三回誤ると勝ちになる。"
