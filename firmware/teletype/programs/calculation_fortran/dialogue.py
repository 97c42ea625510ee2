# SPDX-License-Identifier: MIT
"""Calculation, the FORTRAN edition (PROGRAM CALCULATION), by Y. Tanaka, about 1976; figures 5
and 6 of «計算譜» (see `teletype.programs.calculation.edition`).

A judge (JUDGE) lists every possible operation and lets a player choose one by its number. The
player here is TERMNL, a person at a terminal. The main program asks for a `LUCKY NUMBER`, makes 52
cards from it (RANDOM, SHUFFL) and prints `SUCCESS!` or `FAILURE!`.

Answers: first the lucky number INIT, any integer (a word keeps its low 36 bits), then N. With
`lucky=` in the setup the question is printed but not asked. With `stock=` (52 cards) the judge
gets these cards and the main program asks nothing. N of 99 or more shows the question again. A
wrong N is an `ILLEGAL OPERATION!`, and the third one at a question stops the game.

The loophole of the printed edition: the judge calls it a win when all talons are empty. Three
illegal answers in that state, at the very first card for example, are a `SUCCESS!`. In
`edition=repaired` a stopped game is never a win.

With `duel=`, which is not in the source, the machine plays the same deck after the game: see
`teletype.programs.calculation.duel`.

Decisions, where the print is damaged or silent:
- `CALL JUDGE(TERMNL,INIT,WIN)` passes STOCK.
- Label 300 takes a card off its talon, PTLN(SERV)-1 (printed +1).
- The next card of an empty foundation I is I (printed: 1). For a complete one it is -1, no card
  (also printed: 1).
- `*I`, `*CARD`, `*K` are `+I`, `+COUNT`, .., unary plus: the value is passed and not the variable.
- `+1+0,5` in SHUFFL is `+I+0.5`; RANDOM is computed in exact integers, see `engines.calculation`.
- DISP holds A 2 .. 9 T J Q K; figure 5 has T for ten (0 in it is a misread Q).
- RANINI is an entry of the function RANDOM, but line 0890 calls it like a subroutine.
- 18 labels of CONTINUE are lost; the jumps leave one place for each. The brackets and arrows of
  formats 61 to 66 and the `.....` before the card are those of figure 5.
- The text confirms no blank line of figure 5, and the slashes of formats 62 and 63 are damaged. So
  no blank lines are printed, not even that of line 1690, before INPUT N. Numbers have two columns
  (I2).
- `DO 30 K=1,K` leaves K one higher. Each N of 99 or more would therefore show one more
  row, of an older question; here it shows the same rows again.
- 30A2 ends a line after 30 cards; here the line of a taller talon continues.

The restored listing prints the same in random sessions: `host_tools lab originals`.

Slip that stays: with the last card NEW CARD! gives up the movable cards, and the game is lost.
"""

# covers 004:22, 004:290

from teletype.core.request import Numbers
from teletype.core.setup import Choice, Integers
from teletype.engines.calculation import FOUNDATIONS, NONE, SYMBOLS, TALONS, deck
from teletype.engines.game import MACHINE, PERSON
from teletype.programs.calculation.edition import DUEL, LUCKY, Edition
from teletype.programs.calculation.game import Game

FIELDS = (
    Choice("edition", "printed", ("printed", "repaired")),
    Integers("stock", None, 52, 52, 1, 13),
    LUCKY,
    DUEL,
)


ILLEGAL = "ILLEGAL OPERATION!"
STRIKES = 3


def row(number, shown):
    return "[%d]" % number + "".join([" " + SYMBOLS[card] for card in shown])


def terminal(count, table, hand, decisions):
    """TERMNL up to its READ; `count`: cards turned so far, `hand`: the card in hand, or 0."""
    yield "FOUNDATION"
    for number in range(1, 5):
        yield row(number, table.foundation(number))
    yield "TALON"
    for number in TALONS:
        yield row(number, table.talons[number - 1])
    if hand:
        yield "CARD (%2d)" % count
        yield "..... " + SYMBOLS[hand]
    yield "(N) --- OPERATION ---"
    for index in range(len(decisions)):
        decision = decisions[index]
        sender = decision // 10
        receiver = decision % 10
        if decision == NONE:
            text = "NEW CARD!"
        elif sender:
            text = "TALON(%d) -> FOUND(%d)" % (sender, receiver - 4)
        elif receiver in FOUNDATIONS:
            text = "CARD -> FOUND(%d)" % (receiver - 4)
        else:
            text = "CARD -> TALON(%d)" % receiver
        yield "(%2d) %s" % (index + 1, text)
    yield "INPUT N"


def choose(count, game, hand, decisions):
    """Ask for one of the decisions and return it; None after the third illegal answer."""
    answers = {decisions[index]: (index + 1,) for index in range(len(decisions))}
    request = game.ask(Numbers(("N", 1, len(decisions))), hand, answers)
    for _ in range(STRIKES):
        n = 99
        while n >= 99:
            yield from terminal(count, game.table, hand, decisions)
            (n,) = yield request
        if 1 <= n <= len(decisions):
            return decisions[n - 1]
        game.refuse()
        yield ILLEGAL
    return None


def judge(game, stock):
    """JUDGE: return whether the game was stopped."""
    table = game.table
    for count in range(1, 53):
        hand = stock[count - 1]
        stacks = table.placements(hand)
        decision = yield from choose(count, game, hand, stacks[4:] + stacks[:4])
        if decision is None:
            return True
        game.place(decision)
        moves = table.moves()
        while moves:
            decision = yield from choose(count, game, 0, moves + [NONE])
            if decision is None:
                return True
            if decision == NONE:
                break
            game.move(decision // 10, decision % 10)
            moves = table.moves()
    return False


def play(setup, game=None):
    """Run the dialogue; `setup`: `edition`, and `stock` (52 cards) or `lucky` if given."""
    game = game or Game(setup)
    stock = setup["stock"]
    if stock is None:
        yield "LUCKY NUMBER"
        lucky = setup["lucky"]
        if lucky is None:
            (lucky,) = yield Numbers(("INIT", 0, 9999))
        stock = bytes(deck(lucky))  # a quarter of a list's size
    stopped = yield from judge(game, stock)
    cleared = game.table.cleared()
    if stopped and setup["edition"] == "repaired":
        cleared = False
    game.end(PERSON if cleared else MACHINE)
    yield "SUCCESS!" if cleared else "FAILURE!"
    if setup["duel"]:
        yield from Program.duel(game, setup["duel"], stock)


class Program(Edition):
    FIELDS = FIELDS
    SHOWN = "lucky=1976"  # the adviser plays, but names no lucky number
    play = staticmethod(play)
