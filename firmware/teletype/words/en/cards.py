# SPDX-License-Identifier: MIT
"""Recognizing cards on the MIR, in `en`."""

# covers 002:1189, 002:1247, 002:1259

MESSAGES = (
    ("ЭТАП ОБУЧЕНИЯ ЗАВЕРШЕН", "TRAINING IS COMPLETE"),
    (
        "Я ГОТОВА ОТВЕТИТЬ НА ВОПРОС, ЯВЛЯЕТСЯ ЛИ КАРТА НАШЕЙ",
        "I AM READY TO SAY WHETHER A CARD IS OURS",
    ),
    ("НАША", "OURS"),
    ("НЕ НАША", "NOT OURS"),
    ("УРОКИ ДОБАВЛЕНЫ НАМИ", "LESSONS ADDED BY US"),
    ("А ВЫ КАК СЧИТАЕТЕ? (1: НАША, 0: НЕТ)", "WHAT DO YOU SAY? (1: OURS, 0: NOT OURS)"),
    ("ОТВЕТЬТЕ 1 ИЛИ 0", "ANSWER 1 OR 0"),
    ("Я НЕ ОШИБЛАСЬ", "I WAS RIGHT"),
    ("ТЕПЕРЬ НЕ ВАЖНО: *", "NO LONGER MATTERS: *"),
    ("ЗНАЧИТ, ВАЖНА КЛЕТКА #", "SO CELL # DOES MATTER"),
    ("ПОСТОЯННЫХ КЛЕТОК МАЛО", "FIXED CELLS ARE NOT ENOUGH"),
    ("ПРЕЛЮДИЯ. ОТВЕТОВ В КНИГЕ НЕТ", "PRELUDE. THE BOOK HAS NO ANSWERS"),
    ("КАКОЕ ЧИСЛО ВМЕСТО ВОПРОСА? (0: НЕ ЗНАЮ)", "WHICH NUMBER BELONGS THERE? (0: TELL ME)"),
    ("НЕВЕРНО: * В СТРОКЕ # ДАЕТ #, А НЕ #", "WRONG: * IN ROW # MAKES #, NOT #"),
    (
        "НЕВЕРНО: A БОЛЬШЕ НА #, C МЕНЬШЕ НА #. ТЕПЕРЬ A БОЛЬШЕ НА #",
        "WRONG: A IS UP BY #, C DOWN BY #. NOW A IS UP BY #",
    ),
    ("ВЕРНО: C=A/2+2B, #", "RIGHT: C=A/2+2B, #"),
    ("ОТВЕТ: C=A/2+2B, #", "ANSWER: C=A/2+2B, #"),
    (
        "НОМЕРА ЧЕТЫРЕХ БУКВ? БИРКА 1-5, АНТОН 6-10 (0: НЕ ЗНАЮ)",
        "WHICH FOUR LETTERS? БИРКА 1-5, АНТОН 6-10 (0: TELL ME)",
    ),
    (
        "ВЕРНО: 4 И 2 В ПЕРВОМ СЛОВЕ, 2 И 4 В ПОСЛЕДНЕМ",
        "RIGHT: 4 AND 2 OF THE FIRST WORD, 2 AND 4 OF THE LAST",
    ),
    (
        "НЕВЕРНО: В РЯДУ ВЫШЕ НА ЭТОМ МЕСТЕ *, А В БРОМ БУКВА # - *",
        "WRONG: IN THE ROW ABOVE THERE IS * HERE, BUT IN БРОМ LETTER # IS *",
    ),
    (
        "ТАК ТОЖЕ ИЗ БУКВ ВЫШЕ ВЫХОДИТ БРОМ, НО СЛОВА * НЕТ",
        "THAT MAKES БРОМ ABOVE, TOO, BUT * IS NO WORD",
    ),
    ("ОТВЕТ: КИНО", "ANSWER: КИНО (CINEMA)"),
    ("ФОРМУЛА ДОБАВЛЕНА НАМИ", "FORMULA ADDED BY US"),
    ("КАРТА # УБИРАЕТ *", "CARD # REMOVES *"),
    ("КАРТА # НИЧЕГО НЕ УБИРАЕТ", "CARD # REMOVES NOTHING"),
    ("ЦВЕТА ДОБАВЛЕНЫ НАМИ: 2 БИТА НА КЛЕТКУ", "COLOURS ADDED BY US: 2 BITS FOR EACH CELL"),
    ("НЕТ ТАКОГО ЦВЕТА", "NO SUCH COLOUR"),
    ("ДВОИЧНОЕ СЛОВО #", "BINARY WORD #"),
)

TITLE = "RECOGNISING CARDS\nCARDS"

GIST = "it learns which are ours"

RULES = "Our cards share a secret. The machine learns it; then test it yourself."

LABELS = {
    "cards": "cards",
    "k": "cells/card\ncells",
    "lesson": "more lessons",
    "prelude": "puzzles",
    "formula": "formula",
    "colours": "colours",
}

VALUES = {
    "added": "added by us",
}

PICTURE = {
    "REMOVES": "CARD # REMOVES *\nCARD #: *\n#: *",
    "NOTHING": "CARD # REMOVES NOTHING\n#: NOTHING",
    "LEARNED": "WHAT I HAVE LEARNED\nLEARNED",
    "NEXT": "OK:NEXT #  BACK:PAPER\nOK:NEXT #",
    "ASK": "OK:ASK IT  BACK:PAPER\nOK:ASK IT",
    "EVERY": "EVERY CARD IS OURS\nEVERY CARD",
    "HOW": "OK:HOW?",
}

PRESETS = (
    "APPENDIX",
    "CHAPTER",
    "NOT A RULE",
    "TOO FEW",
    "PUZZLES",
    "FORMULA",
    "2 COLOURS",
    "3 COLOURS",
)

KEYS = "▲▼◄► circle, OK: flip it\nbelow: ask, H=: how it learned"

ABOUT = (
    "RECOGNISING CARDS",
    "V. N. Kasatkin, 1980",
    "Logicheskoe programmirovanie (Tekhnika, Kiev), chapter 3 and appendix",
    "Programs: L. I. Vladykina, T. P. Gnatenko, S. S. Neshev, University of Simferopol",
    "Machine: MIR, ALMIR-65",
    "",
    (
        "From cards that are ours the machine learns which cells are always empty, which always "
        "full, and which do not matter. Then show it a card: all cells, or 3=1 to change cell 3."
    ),
    "NASHA means ours, NE NASHA not ours.",
    "The original's paper has «ВЫП»A=A;«НА»2«ГДЕ»X1[12]=0,0,1,...,«КОН»◊ for a card.",
    "lesson=added: ours; you say after each card what it is, and the machine learns from that.",
    (
        "prelude=added: the chapter's two puzzles first. The book has no answers; 11 and КИНО "
        "(cinema) are ours. A third one, of pictures, is lost; its answer was picture 6."
    ),
    (
        "colours=2, 3: the author proposes many-coloured cards, coded as one binary word. The "
        "code is ours: a colour's number in 2 bits. So 1 and 3 have a bit in common. The cards "
        "are ours, too."
    ),
    "",
    (
        "The training cards and examples 1-3 are lost; these are rebuilt from the text: X1=X2=0, "
        "X6=1 is ours. Example 5 has 14 numbers for 12 cells. A single card is refused: the "
        "original would run off its array."
    ),
    "",
    "Slips of the original:",
    (
        "The book says no foreign card is ever accepted. That holds only if the secret is a set "
        "of fixed cells. Train it on 10 and 01, and any card is ours."
    ),
    "Cells that never varied: X4, X8, X9 in print; really X3, X4, X9.",
)

STORY = (
    'The chapter is called "The computer models a guess".\n'
    "You choose a secret, such as a circle in the first cell.\n"
    'You show only cards that obey it. They are "ours".\n'
    "The machine compares, and forgets each cell that varies.\n"
    "What never varied must be the secret.\n\n"
    "Nine cells make 512 cards. Four are enough for a lesson.\n"
    "It never sees a card, only a word of zeros and ones.\n"
    "A rough model of how people guess, the author says.\n\n"
    "The cards of the printed run are lost. The ones here fit what is left."
)

CLAIMS = "It never takes a foreign card for ours.\nNot so. After 10 and 01 it takes every card."
