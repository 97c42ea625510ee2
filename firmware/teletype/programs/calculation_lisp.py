# SPDX-License-Identifier: MIT
"""Calculation, the LISP edition, by A. Sakurai, about 1976; figures 7 and 8 of «計算譜» (see
`teletype.programs.calculation`).

Stacks are lists, T1..T4 and F1..F4, with the top first. A card C may go on foundation N when the
list of N is C x MAGIC - 1 modulo 13 long, MAGIC being the inverse of N modulo 13: 1, 7, 9, 10.

Answers: to `WHERE ?` the name of a list; to `((FROM TO) ...) ?` NIL, for no move, or a list of
moves, `((T3 F4)(T1 F4))`, which are made from the left. After the last one the next card comes.
At the first that is impossible or no move at all, `(X)` for example, those before it stay made
and the question comes again. The program ends with the value of (TURNUP): T when T1..T4 are empty
and a king lies on every foundation, else NIL.

Decisions, where the print is damaged or silent:
- The second `(DE ABLEP` (line 850) and the call in line 580 are ABLEM.
- `WHERE TO` and `FROM TO` are WHERETO and FROMTO, and some brackets are lost.
- The value of the last form was shown by the LISP system; here it is the line `VALUE T`.
- An answer is one line with one expression. An unclosed one, for which the original would have
  waited, a stray bracket, a second expression: the question comes again and nothing is done.
- Letters count alike in both cases; () is NIL; there are no dotted pairs, strings or comments.
- A move is what a list begins with: (T3 F4 X) is (T3 F4), as the original took it.
- Cards in the stock are 1..13.

With `duel=`, which is not of the source, the machine lays the same deck when the game is over: see
`teletype.programs.calculation_duel`.
"""

# covers 004:22, 004:447, 004:770

from teletype.core.request import Text
from teletype.engines.calculation import NONE, Table
from teletype.programs import base
from teletype.programs.calculation import (
    FIGURES,
    LONGEST_STOCK,
    LUCKY,
    MENDED,
    cards,
    question,
    stock_field,
)
from teletype.programs.calculation_duel import DUEL, check, duel, heap_kib

FIELDS = (stock_field(1, LONGEST_STOCK, 1, 13), LUCKY, DUEL)


NAMES = ("T1", "T2", "T3", "T4", "F1", "F2", "F3", "F4")


BLANKS = "".join([chr(code) for code in range(33)])
"""Control characters separate as blanks do."""


# Reading. An answer may be as long and as deep as it likes: no recursion, and nothing is kept but
# the first two atoms of the list that is being read.


def expression(text):
    """Whether `text` is one expression: an atom, or a list whose brackets match."""
    depth = 0
    count = 0
    atom = False
    for char in text:
        if char <= " " or char == "(" or char == ")":
            atom = False
        elif not atom:
            atom = True
            count += not depth
        if char == "(":
            count += not depth
            depth += 1
        elif char == ")":
            depth -= 1
        if depth < 0 or count > 1:
            return False
    return depth == 0 and count == 1


def upper(text):
    """`text` with the letters a..z in upper case, and no others: the same on every Python."""
    codes = bytearray(text.encode())  # of UTF-8: a..z are these letters and nothing else
    for at in range(len(codes)):
        if 97 <= codes[at] <= 122:
            codes[at] -= 32
    return bytes(codes).decode()


def symbol(text):
    """The atom that `text` is, in upper case; NIL for (), and "" for anything else."""
    if not expression(text):
        return ""
    text = text.strip(BLANKS)
    if text[0] != "(":
        return upper(text)
    return "" if text[1:-1].strip(BLANKS) else "NIL"


def elements(text):
    """For each element of the list `text`, an `expression`: its first two atoms, a tuple.

    Where there is no such atom, or another list in its place, stands "".
    """
    depth = 0
    start = -1
    first = []
    for at in range(len(text)):
        char = text[at]
        if char > " " and char != "(" and char != ")":
            if start < 0:
                start = at
            continue
        if start >= 0:
            if depth == 1:
                yield "", ""
            elif depth == 2 and len(first) < 2:
                first.append(upper(text[start:at]))
            start = -1
        if char == "(":
            depth += 1
            if depth == 2:
                first = []
            elif depth == 3 and len(first) < 2:
                first.append("")
        elif char == ")":
            depth -= 1
            if depth == 1:
                first += ["", ""]
                yield first[0], first[1]


def stack(name):
    """The number (1..8) of the list called `name`; 0 if there is none."""
    return NAMES.index(name) + 1 if name in NAMES else 0


def shift(table, text):
    """SHIFT: makes the moves of the answer `text` from the left; whether all could be made."""
    name = symbol(text)
    if name or not expression(text):
        return name == "NIL"
    for sender, receiver in elements(text):
        if not table.move(stack(sender), stack(receiver)):
            return False
    return True


# The dialogue.


def shown(name, table):
    """A list as PRINC prints it, after its name."""
    number = stack(name)
    held = table.talons[number - 1] if number <= 4 else table.foundation(number - 4)
    if not held:
        return name + " NIL"
    return "%s (%s)" % (name, " ".join([str(card) for card in reversed(held)]))


def place(table, hand):
    """PLACETHECARD, until the card `hand` lies somewhere."""
    answers = {number: NAMES[number - 1] for number in table.placements(hand)}
    while True:
        yield ""
        yield ""
        yield "STACKS ARE"
        yield ""
        for name in NAMES:
            yield shown(name, table)
            if name == "T4" or name == "F4":
                yield ""
        yield "NEXT CARD IS %d" % hand
        yield "WHERE ?"
        answer = yield question(Text("WHERE", "? %s"), table, hand, answers)
        if table.put(hand, stack(symbol(answer))):
            return


def move(table):
    """MOVECARDS, until a list of moves, or NIL, is done as a whole."""
    while True:
        answers = {NONE: "NIL"}
        for decision in table.moves():
            answers[decision] = "((%s %s)(X))" % (
                NAMES[decision // 10 - 1],
                NAMES[decision % 10 - 1],
            )
        yield "((FROM TO) ...) ?"
        answer = yield question(Text("((FROM TO) ...)", "? %s"), table, 0, answers)
        if shift(table, answer):
            return


def play(setup):
    """The dialogue; `setup["stock"]`: cards, top first, or `setup["lucky"]`: a seed."""
    table = Table()
    stock = cards(setup)
    for hand in stock:
        yield from place(table, hand)
        yield from move(table)
    yield "VALUE T" if table.cleared() and table.complete() else "VALUE NIL"
    if setup["duel"]:
        yield from duel(setup["duel"], stock, sum(table.heights))


class Program(base.Program):
    FIELDS = FIELDS
    OFTEN = ("lucky",)
    INSTEAD = ("lucky", "stock")
    PRESETS = (
        FIGURES,
        MENDED,
    )
    PICTURE = "calculation"
    check = staticmethod(check)
    heap_kib = staticmethod(heap_kib)
    play = staticmethod(play)
