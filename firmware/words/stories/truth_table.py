"""The story of truth tables."""

STORY_EN = (
    "How can a machine that only calculates find out what is true?",
    "Kasatkin gives it arithmetic for logic.",
    "True is 1, false is 0. NOT A is 1-A.",
    "A AND B is AB. A OR B is A+B-AB.",
    "IF A THEN B is 1-A+AB.",
    "",
    "A person turned the formula into such a sum by hand.",
    "The machine then tried all zeros and ones.",
    "Twelve letters make 4096 rows: impossible by hand, he says.",
    "",
    "In our copy of the book most bars for NOT are lost.",
)

CLAIMS_EN = (
    (
        "The heading of figure 33 gives IF M THEN T as 1-MT.",
        "That is 0 where both are true. The text has it right.",
    ),
)

STORY_RU = (
    "Как машине, которая умеет только считать, узнать, что истинно?",
    "Касаткин заменяет логику арифметикой.",
    "Истина — 1, ложь — 0. НЕ A — это 1-A.",
    "A И B — это AB. A ИЛИ B — это A+B-AB.",
    "ЕСЛИ A, ТО B — это 1-A+AB.",
    "",
    "Такую формулу человек составлял вручную.",
    "Машина перебирала все нули и единицы.",
    "Двенадцать букв дают 4096 строк: вручную невозможно, пишет он.",
    "",
    "В нашем экземпляре книги почти все черты отрицания пропали.",
)

CLAIMS_RU = (
    ("На рисунке 33 у «если M, то T» стоит 1-MT.", "При двух единицах это 0. В тексте верно."),
)

STORY_JA = (
    "計算しかできない機械に、真か偽かが分かるだろうか。",
    "カサトキンは論理を計算に置き換えた。",
    "真は1、偽は0。Aでない、は1-A。",
    "AかつBはAB。AまたはBはA+B-AB。",
    "AならばBは1-A+AB。",
    "",
    "式を計算に直すのは、人の手だった。",
    "機械は0と1の組をすべて試す。",
    "文字が12なら4096行。人の手では無理だ、と著者は言う。",
    "",
    "手元の本では、否定の線がほとんど落ちている。",
)

CLAIMS_JA = (("図33では、MならばTが1-MT。", "どちらも真なら0になる。本文が正しい。"),)
