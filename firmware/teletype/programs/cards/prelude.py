# SPDX-License-Identifier: MIT
"""The two puzzles before `cards` with `prelude=added`: V. N. Kasatkin, 1980, chapter 3, figure 37.

The chapter leads to learning with puzzles for the reader, and gives no answers. Ours are: C=A/2+2B
in each row, so 11; and КИНО, letters 4 and 2 of the first word, then 2 and 4 of the last one. The
claims `prelude-numbers` and `prelude-words` say how far these are the only ones. The third puzzle,
figure 38, is lost.
"""

# covers 002:1146

from teletype.core.request import Numbers

ROWS = ((4, 9, 20), (8, 5, 14), (10, 3, 11))

RULES = (
    ("A+B", 1, 1),
    ("A-B", 1, -1),
    ("2A+B", 2, 1),
    ("A+2B", 1, 2),
    ("2A", 2, 0),
    ("2B", 0, 2),
    ("3A", 3, 0),
    ("3B", 0, 3),
    ("2A+2B", 2, 2),
)
"""(a rule that a reader may think of, the factors of A and B in it)."""

LETTERS = "БИРКААНТОН"

BEFORE = "ТРУБАНОРМА"
"""The letters of the row above, and of this one; numbered from 1."""

MIDDLE, ANSWER = "БРОМ", "КИНО"


def ask():
    """Ask both puzzles, as a part of the dialogue."""
    yield "ПРЕЛЮДИЯ. ОТВЕТОВ В КНИГЕ НЕТ"
    yield ""
    yield from _numbers()
    yield ""
    yield from _words()
    yield ""


def _numbers():
    yield "   A   B   C"
    for a, b, c in ROWS[:2]:
        yield "%4d%4d%4d" % (a, b, c)
    yield "%4d%4d   ?" % ROWS[2][:2]
    yield "КАКОЕ ЧИСЛО ВМЕСТО ВОПРОСА? (0: НЕ ЗНАЮ)"
    request = Numbers(("C", 0, 99))
    right = ROWS[2][2]
    number = (yield request)[0]
    while number and number != right:
        yield _why(number)
        number = (yield request)[0]
    yield "%s: C=A/2+2B, %d" % ("ВЕРНО" if number else "ОТВЕТ", right)


def _why(number):
    """Explain why a number is wrong: its rule fails in row 1, or C really changes otherwise."""
    a, b, _ = ROWS[2]
    for rule, one, other in RULES:
        if one * a + other * b == number:
            first = one * ROWS[0][0] + other * ROWS[0][1]
            return "НЕВЕРНО: %s В СТРОКЕ 1 ДАЕТ %d, А НЕ %d" % (rule, first, ROWS[0][2])
    return "НЕВЕРНО: A БОЛЬШЕ НА 4, C МЕНЬШЕ НА 6. ТЕПЕРЬ A БОЛЬШЕ НА 2"


def _words():
    yield "ТРУБА  БРОМ  НОРМА"
    yield "БИРКА    ?   АНТОН"
    yield "НОМЕРА ЧЕТЫРЕХ БУКВ? БИРКА 1-5, АНТОН 6-10 (0: НЕ ЗНАЮ)"
    request = Numbers(*[("L%d" % place, 0, len(LETTERS)) for place in (1, 2, 3, 4)])
    while True:
        places = yield request
        if min(places) <= 0 or max(places) > len(LETTERS):
            yield "ОТВЕТ: " + ANSWER
            return
        word = "".join([LETTERS[place - 1] for place in places])
        yield word
        if word == ANSWER:
            yield "ВЕРНО: 4 И 2 В ПЕРВОМ СЛОВЕ, 2 И 4 В ПОСЛЕДНЕМ"
            return
        yield _wrong(places, word)


def _wrong(places, word):
    """Return the first letter of a word that БРОМ takes from another place."""
    for at in range(len(MIDDLE)):
        letter = BEFORE[places[at] - 1]
        if letter != MIDDLE[at]:
            return "НЕВЕРНО: В РЯДУ ВЫШЕ НА ЭТОМ МЕСТЕ %s, А В БРОМ БУКВА %d - %s" % (
                letter,
                at + 1,
                MIDDLE[at],
            )
    return "ТАК ТОЖЕ ИЗ БУКВ ВЫШЕ ВЫХОДИТ БРОМ, НО СЛОВА %s НЕТ" % word
