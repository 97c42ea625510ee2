# SPDX-License-Identifier: MIT
"""The story of truth tables."""

STORY_EN = (
    "How can a machine that only calculates find out what is true?\n"
    "Kasatkin gives it arithmetic for logic.\n"
    "True is 1, false is 0. NOT A is 1-A.\n"
    "A AND B is AB. A OR B is A+B-AB.\n"
    "IF A THEN B is 1-A+AB.\n\n"
    "A person turned the formula into such a sum by hand.\n"
    "The machine then tried all zeros and ones.\n"
    "Twelve letters make 4096 rows: impossible by hand, he says.\n\n"
    "In our copy of the book most bars for NOT are lost."
)

CLAIMS_EN = (
    "The heading of figure 33 gives IF M THEN T as 1-MT.\n"
    "That is 0 where both are true. The text has it right."
)

STORY_RU = (
    "Как машине, которая умеет только считать, узнать, что истинно?\n"
    "Касаткин заменяет логику арифметикой.\n"
    "Истина — 1, ложь — 0. НЕ A — это 1-A.\n"
    "A И B — это AB. A ИЛИ B — это A+B-AB.\n"
    "ЕСЛИ A, ТО B — это 1-A+AB.\n\n"
    "Такую формулу человек составлял вручную.\n"
    "Машина перебирала все нули и единицы.\n"
    "Двенадцать букв дают 4096 строк: вручную невозможно, пишет он.\n\n"
    "В нашем экземпляре книги почти все черты отрицания пропали."
)

CLAIMS_RU = "На рисунке 33 у «если M, то T» стоит 1-MT.\nПри двух единицах это 0. В тексте верно."

STORY_JA = (
    "計算しかできない機械に、真か偽かが分かるだろうか。\n"
    "カサトキンは論理を計算に置き換えた。\n"
    "真は1、偽は0。Aでない、は1-A。\n"
    "AかつBはAB。AまたはBはA+B-AB。\n"
    "AならばBは1-A+AB。\n\n"
    "式を計算に直すのは、人の手だった。\n"
    "機械は0と1の組をすべて試す。\n"
    "文字が12なら4096行。人の手では無理だ、と著者は言う。\n\n"
    "手元の本では、否定の線がほとんど落ちている。"
)

CLAIMS_JA = "図33では、MならばTが1-MT。\nどちらも真なら0になる。本文が正しい。"
