# SPDX-License-Identifier: MIT
"""The story of Calculation in LISP."""

STORY_EN = (
    "A. Sakurai's program has 85 lines.\n"
    "The stacks are lists, with the top card first.\n"
    "Does a card fit? No table says so, but a theorem of Euler.\n\n"
    "One answer can move many cards: ((T2 F4)(T4 F4)).\n"
    "An (X) at its end means: do this, and ask me again.\n"
    "At the end LISP prints the value: T for true, or NIL.\n\n"
    "Its deck was a file named NISIMURA/NOZAKI.\n"
    "A. Nozaki had written a book on cards, with a game that comes out.\n"
    "All three editions show it in a figure. In figure 8 a 9 is missing."
)

CLAIMS_EN = (
    "Euler's theorem tells a card's place on a foundation.\n"
    "True for all 13 cards and all four foundations."
)

STORY_RU = (
    "В программе А. Сакураи 85 строк.\n"
    "Стопки — это списки, верхняя карта первая.\n"
    "Подходит ли карта? Таблицы нет, есть теорема Эйлера.\n\n"
    "Один ответ может переложить много карт: ((T2 F4)(T4 F4)).\n"
    "(X) в конце значит: сделай это и спроси снова.\n"
    "В конце LISP печатает значение: T, то есть да, или NIL.\n\n"
    "Колода лежала в файле NISIMURA/NOZAKI.\n"
    "А. Нодзаки написал книгу о картах. В ней есть пасьянс, который сошелся.\n"
    "Он на рисунках всех трех программ. На рисунке 8 пропала девятка."
)

CLAIMS_RU = "Место карты в ряду дает теорема Эйлера.\nВерно для всех 13 карт и четырех рядов."

STORY_JA = (
    "桜井彰人のプログラムは85行。\n"
    "列はリストで、上の札が先に来る。\n"
    "札が置けるか。表はない。オイラーの定理で決める。\n\n"
    "一度に何枚も動かせる。((T2 F4)(T4 F4))と書く。\n"
    "終わりの(X)は「ここまでして、また聞け」。\n"
    "最後にLISPが値を出す。Tは真、ほかはNIL。\n\n"
    "札はNISIMURA/NOZAKIという名のファイルにあった。\n"
    "野崎昭弘のトランプの本に、成功した一回がある。\n"
    "三つのプログラムの図は、どれもその途中だ。図8では9が一枚足りない。"
)

CLAIMS_JA = "札を置く所はオイラーの定理で決まる。\n正しい。13枚と四つの台すべてで。"
