# SPDX-License-Identifier: MIT
"""The story of the table of Nim."""

STORY_EN = (
    "Notes of a lecture by J. Iwase, 29 June 2009.\n"
    "Forget all theory, he says. Let the machine find out by itself.\n\n"
    "Whoever has to move at 000 has lost.\n"
    "From 001 one can go there, so 001 is won: draw an arrow.\n"
    "27 positions are for the pencil, 1000 for the program.\n\n"
    "The program has three gaps, marked ???. The students fill them.\n"
    "How to leave a loop had not been taught yet.\n"
    "So it goes on looking, and the last move that it finds is kept.\n"
    "He warns of a trap: in C, 010 is eight."
)

CLAIMS_EN = "Taken in order, all positions can be decided.\nTrue: 924 of 1000 are won."

STORY_RU = (
    "Конспект лекции: Ивасэ Дзюнъити, 29 июня 2009 года.\n"
    "Забудем теорию, говорит он. Пусть машина найдет все сама.\n\n"
    "Кому ходить в 000, тот проиграл.\n"
    "Из 001 туда можно попасть. Значит, 001 — выигрыш: рисуем стрелку.\n"
    "27 положений — карандашу, 1000 — программе.\n\n"
    "В программе три пропуска ???. Их заполняют студенты.\n"
    "Выходить из цикла тогда еще не учили.\n"
    "Поэтому она ищет до конца, и остается последний найденный ход.\n"
    "Он предупреждает: в языке C число 010 — это восемь."
)

CLAIMS_RU = "По порядку решаются все положения.\nВерно: из 1000 выигрышных 924."

STORY_JA = (
    "岩瀬順一の講義の記録、2009年6月29日。\n"
    "理論は忘れよう。機械に自分で見つけさせよう。\n\n"
    "000で番が来た人は負け。\n"
    "001からはそこへ行ける。だから001は勝ち。矢印を書く。\n"
    "27の局面は人の手で、1000の局面はプログラムで。\n\n"
    "プログラムには???が三つある。学生が書き込む。\n"
    "くり返しから出る方法は、まだ教えていない。\n"
    "だから最後まで探し、最後に見つけた手が残る。\n"
    "Cでは010は八になる、と注意している。"
)

CLAIMS_JA = "順に見れば、すべての局面が決まる。\n正しい。1000のうち924が勝ち。"
