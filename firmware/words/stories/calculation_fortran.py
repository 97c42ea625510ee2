"""The story of Calculation in FORTRAN."""

STORY_EN = (
    "Y. Tanaka's program is a judge. The player may be a program, or you.",
    "The judge lists what is allowed. You name a number.",
    "So nobody can cheat, and games can be counted.",
    "",
    "It asks for a lucky number and shuffles the cards by it.",
    "A constant in the listing fits words of 36 bits.",
    "So the cards are shuffled with 36 bits here, too.",
    "",
    "The judge has a hole. Three wrong numbers at the first card, and it prints SUCCESS!",
    "You can play as printed, or repaired.",
)

CLAIMS_EN = (
    (
        "The judge knows the rules and lets no player break them.",
        "But three wrong numbers at the first card count as won.",
    ),
)

STORY_RU = (
    "Программа Ю. Танаки — судья. Играет другая программа или вы.",
    "Судья перечисляет, что можно. Вы называете номер.",
    "Так никто не обманет, а партии можно считать.",
    "",
    "Он просит счастливое число и тасует по нему карты.",
    "Константа в листинге подходит к словам из 36 двоичных цифр.",
    "Поэтому и здесь при тасовке их 36.",
    "",
    "У судьи есть дыра. Три неверных номера на первой карте — и он печатает SUCCESS!",
    "Можно играть как напечатано или с поправкой.",
)

CLAIMS_RU = (
    (
        "Судья знает правила и не дает их нарушить.",
        "Но три неверных номера на первой карте — победа.",
    ),
)

STORY_JA = (
    "田中裕一のプログラムは判定人だ。やるのは別のプログラムか、人。",
    "判定人は、できる事を並べる。人は番号を言う。",
    "ずるはできず、何回勝ったかも数えられる。",
    "",
    "初めに幸運の数を聞き、その数で札を切る。",
    "ある定数が、36けたの二進数の機械に合う。",
    "だから、ここでも36けたで切る。",
    "",
    "判定には穴がある。一枚目で三回誤った番号を言うと、SUCCESS!",
    "印刷のままか、直した方か、選べる。",
)

CLAIMS_JA = (("判定人は規則を知り、反則を許さない。", "だが、一枚目で三回誤ると勝ちになる。"),)
