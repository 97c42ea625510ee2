# SPDX-License-Identifier: MIT
"""Calculation, the LISP edition, by A. Sakurai, about 1976; figures 7 and 8 of «計算譜» (see
`teletype.programs.calculation.edition`).

Stacks are lists, T1..T4 and F1..F4, with the top first. A card C may go on foundation N when the
list of N is C x MAGIC - 1 modulo 13 long, MAGIC being the inverse of N modulo 13: 1, 7, 9, 10.

Answers: to `WHERE ?` the name of a list; to `((FROM TO) ...) ?` NIL, for no move, or a list of
moves, `((T3 F4)(T1 F4))`, which are made from the left. After the last one the next card follows.
If an element is an impossible move or not a move, for example `(X)`, the moves before it stand and
the question is asked again. The program ends with the value of (TURNUP): T when T1..T4 are empty
and a king lies on every foundation, else NIL.

Decisions, where the print is damaged or silent:
- The second `(DE ABLEP` (line 850) and the call in line 580 are ABLEM.
- `WHERE TO` and `FROM TO` are WHERETO and FROMTO. A bracket is lost after (HAND), SHIFT has two
  too many, and the spare ones after a function count for nothing.
- `(T (NIL))`, four times, is read `(T NIL)`: NIL is a value, and calling it is an error.
- The question marks of both questions come from figure 8; the listing has none.
- The text has lost two exponents: MAGIC is k to the power of -1 (`k^1`), and the place of a card
  c×k^(φ(13)-1)-1 (`φ(13)`, which would be c-1).
- The value of the last form was shown by the LISP system; here it is the line `VALUE T`.
- An answer is one line with one expression. After an unclosed expression the original would have
  waited. Here that, a stray bracket or a second expression does nothing, and the question is asked
  again.
- Upper and lower case are the same; () is NIL; there are no dotted pairs, strings or comments.
- Only the first two elements of a list make the move: (T3 F4 X) is (T3 F4), as in the original.
- Cards in the stock are 1..13.

The restored listing prints the same in random games: `host_tools lab originals`.

With `duel=`, which is not in the source, the machine plays the same deck after the game: see
`teletype.programs.calculation.duel`.
"""

# covers 004:22, 004:447, 004:770

from teletype.core.request import Text
from teletype.core.setup import Integers
from teletype.engines.calculation import NONE
from teletype.engines.game import MACHINE, PERSON
from teletype.programs.calculation.edition import DUEL, LONGEST_STOCK, LUCKY, Edition, cards
from teletype.programs.calculation.game import Game

FIELDS = (Integers("stock", None, 1, LONGEST_STOCK, 1, 13), LUCKY, DUEL)


NAMES = ("T1", "T2", "T3", "T4", "F1", "F2", "F3", "F4")


BLANKS = "".join([chr(code) for code in range(33)])
"""Separators: control characters count as blanks."""


# Reading. An answer may be of any length and depth, so nothing is recursive, and only the first
# two atoms of the current list are stored.


def expression(text):
    """Return whether `text` is one expression: an atom, or a list whose brackets match."""
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
    """Return `text` with only a..z in upper case, which is the same on every Python."""
    codes = bytearray(text.encode())  # in UTF-8 the codes of a..z occur only as these letters
    for at in range(len(codes)):
        if 97 <= codes[at] <= 122:
            codes[at] -= 32
    return bytes(codes).decode()


def symbol(text):
    """Return the atom `text` in upper case, NIL for (), or "" for anything else."""
    if not expression(text):
        return ""
    text = text.strip(BLANKS)
    if text[0] != "(":
        return upper(text)
    return "" if text[1:-1].strip(BLANKS) else "NIL"


def elements(text):
    """Yield a tuple for each element of the list `text`, an `expression`: its first two atoms.

    A missing atom, or a list in its place, is "".
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
    """Return the number (1..8) of the list called `name`, or 0 if there is none."""
    return NAMES.index(name) + 1 if name in NAMES else 0


def shift(game, text):
    """SHIFT: make the moves of the answer `text` from the left; return whether all were legal."""
    name = symbol(text)
    if name or not expression(text):
        return name == "NIL"
    for sender, receiver in elements(text):
        if not game.move(stack(sender), stack(receiver)):
            return False
    return True


# The dialogue.


def shown(name, table):
    """Return a list as PRINC prints it, after its name."""
    number = stack(name)
    held = table.talons[number - 1] if number <= 4 else table.foundation(number - 4)
    if not held:
        return name + " NIL"
    return "%s (%s)" % (name, " ".join([str(card) for card in reversed(held)]))


def place(game, hand):
    """PLACETHECARD: ask until the card `hand` is placed."""
    table = game.table
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
        answer = yield game.ask(Text("WHERE", "? %s"), hand, answers)
        if game.place(stack(symbol(answer))):
            return


def move(game):
    """MOVECARDS: ask until a whole list of moves, or NIL, is done."""
    while True:
        answers = {NONE: "NIL"}
        for decision in game.table.moves():
            answers[decision] = "((%s %s)(X))" % (
                NAMES[decision // 10 - 1],
                NAMES[decision % 10 - 1],
            )
        yield "((FROM TO) ...) ?"
        answer = yield game.ask(Text("((FROM TO) ...)", "? %s"), 0, answers)
        if shift(game, answer):
            return


def play(setup, game=None):
    """Run the dialogue; `setup["stock"]`: cards, top first, or `setup["lucky"]`: a seed."""
    game = game or Game(setup)
    stock = cards(setup)
    for hand in stock:
        yield from place(game, hand)
        yield from move(game)
    won = game.table.cleared() and game.table.complete()
    game.end(PERSON if won else MACHINE)
    yield "VALUE T" if won else "VALUE NIL"
    if setup["duel"]:
        yield from Program.duel(game, setup["duel"], stock)


class Program(Edition):
    FIELDS = FIELDS
    play = staticmethod(play)
