# SPDX-License-Identifier: MIT
"""Calculation, the COBOL edition (PROGRAM-ID CALCULATION), by H. Nisimura, Electrotechnical
Laboratory, about 1976; figures 2 and 3 of «計算譜» (see `teletype.programs.calculation.edition`).

A machine that applies the rules between two resources: the STOCK hands out cards, the DECISION
says where they go. Here both are on one paper. The stock is trusted: 1..13 is a card, 99 the end,
anything else is ignored, and the program does not count the cards. A game ends with `YOU WON …` or
`YOU LOST …`; the next one begins on the same stock. The program ends when the stock is empty.

In the original a person may also be the stock: figure 2 shows the prompt after TURN OUT and `08`
typed there. The text calls real playing cards the right thing for play. `stock=ask` prompts there
for the card HAND, 1..13, or 99.

Answers: to `WHERETO(hh)` a stack, 1..4 the talons, 5..8 the foundations; to `FROMTO` a talon and
a foundation (`26`), or 0 or 00 for no move now. (The original takes a blank line for that too;
here blank lines are skipped, as in every program.)

With `look=yes` cards may be moved while the card in hand is visible, before it is placed. Some
books read as if this were allowed, says the source, and forbids it. The card is turned out,
`FROMTO(hh)` asks for moves if there are any, then `WHERETO(hh)` follows. That form of the question
is ours. When the stock is empty, cards move as usual.

With `duel=`, which is not in the source, the machine plays the same deck after the game: see
`teletype.programs.calculation.duel`.

Decisions, where the print is damaged or silent:
- `N LESS 5` in DISPLAY-AVAILABLE is `M LESS 5`: talons always take a card. Run as printed, it
  offers all eight stacks; figure 2 refutes that.
- `ADD +1 TO J` in LOOP-J is `ADD -1`: figures 2 and 8 show the top of a talon first. Run as
  printed, it shows the top and then zeros.
- The switch is MOVABLE (`HOVALE` where it is declared), the number of a row STACK-NUMBER (once
  `SCREEN-NUMBER`). A quote is lost after `WHERETO(`.
- The point after the number of a stack, ` 1.`, is that of figure 2. The listing's `PIC Z(2)`
  prints ` 1` without it.
- HAND has two digits: run by GnuCOBOL, the stock's 113 is the card 11 and -5 the card 5. Here both
  are ignored, like every number that is no card.
- FROM-TO has two signs. Run, `0` and a blank is illegal, `00` is not. The text wants a zero, so
  here `0` is accepted.
- `IF CARD GREATER 13 GO TO FOUNDATION` in LOOP-N subtracts 13 and tests again.
- The literals have blanks at both ends and the figures indent them by varying widths. Here a line
  begins with its first word and ends with its last. The `*` before TURN OUT in figure 2 is printed
  by the terminal.
- An answer is one digit, or two for FROMTO; blanks around it are ignored. Everything else,
  including `06` and `2 6`, is illegal.
- A talon of the original holds 52 cards. A longer stock may pile up more; here it can.

The restored listing prints the same in random sessions: `host_tools lab originals`.

Slips and habits that stay:
- Only the 18 upper cards of a talon are shown.
- The end 99 is read only while the game is still going on. A game won with the last card leaves it
  unread; the next game reads it first and is lost at once.
- After 99 a movable card must be moved: `TRY MORE; STOCK EXHAUSTED` repeats until it is.
"""

# covers 004:22, 004:39, 004:47, 004:120

from teletype.core.request import Numbers, Text
from teletype.core.setup import Choice, Integers
from teletype.engines.calculation import FOUNDATIONS, NONE, TALONS
from teletype.engines.game import MACHINE, PERSON
from teletype.programs import base
from teletype.programs.calculation.edition import (
    ASK,
    DUEL,
    LONGEST_STOCK,
    LUCKY,
    Edition,
    cards,
)
from teletype.programs.calculation.game import Game


class Stock(Integers):
    """The values that the stock hands out, or `ask`: a person types them one at a time."""

    def allowed(self):
        return "%s, or %s" % (ASK, Integers.allowed(self))

    def parse(self, text):
        return ASK if text.strip() == ASK else Integers.parse(self, text)

    def format(self, values):
        return ASK if values == ASK else Integers.format(self, values)


# tapes without `look` stay as they were
FIELDS = (
    Stock("stock", None, 1, LONGEST_STOCK, -999, 999),
    LUCKY,
    DUEL,
    Choice("look", None, ("yes",)),
)


def check(setup):
    """Refuse values that do not go together; in a duel both sides play by the same rules."""
    Edition.check(setup)
    base.exclude(setup, "duel", "look")


END = 99

TURN_OUT = "TURN OUT"
"""The only line addressed to the stock; all others are for the decision."""
ILLEGAL = "...YOUR DECISION IS ILLEGAL..."
TRY_MORE = "TRY MORE; STOCK EXHAUSTED"
WON = "YOU WON THE GAME, CONGRATULATIONS"
LOST = "YOU LOST THE GAME"
NEW_GAME = "NEW GAME STARTED"

SHOWN = 18
"""The most cards of a stack on a line (SCREEN OCCURS 18)."""


def line(number, shown):
    """Return a line of a stack: its number and the ranks of the `shown` cards (PIC ZZ9)."""
    return " %d." % number + "".join(["%3d" % card for card in shown])


def situation(table):
    """DISPLAY-SITUATION: yield eight lines, talons top first, foundations bottom first."""
    for number in TALONS:
        talon = table.talons[number - 1]
        yield line(number, talon[: -SHOWN - 1 : -1])
    for number in FOUNDATIONS:
        yield line(number, table.foundation(number - 4))


def digits(answer, count):
    """Return the integer of an answer with exactly `count` digits, else -1."""
    if len(answer) != count or answer.strip("0123456789"):
        return -1
    return int(answer)


def place(game, hand):
    """ASK-WHERE-TO: ask until the card `hand` is placed."""
    table = game.table
    while True:
        yield from situation(table)
        answers = {}
        for stack in table.placements(hand):
            yield "TO %d" % stack
            answers[stack] = str(stack)
        yield "WHERETO(%02d)" % hand
        answer = yield game.ask(Text("WHERETO", "?%s"), hand, answers)
        if game.place(digits(answer.strip(" \t"), 1)):
            return
        game.refuse()
        yield ILLEGAL


def move(game, seen=0):
    """MOVE-CARD: return whether a card could still be moved at the end.

    `seen`: the card to be placed next, if it is visible.
    """
    table = game.table
    while True:
        if seen and not table.moves():
            return False  # the next question prints the situation
        yield from situation(table)
        answers = {NONE: "0"}
        for decision in table.moves():
            yield "FROM %d TO %d" % (decision // 10, decision % 10)
            answers[decision] = str(decision)
        if len(answers) == 1:
            return False
        yield "FROMTO(%02d)" % seen if seen else "FROMTO"
        answer = yield game.ask(Text("FROMTO", "?%s"), 0, answers, seen)
        answer = answer.strip(" \t")
        if answer in ("", "0", "00"):
            return True
        decision = digits(answer, 2)
        if not game.move(decision // 10, decision % 10):
            game.refuse()
            yield ILLEGAL


def play(setup, game=None):
    """Run the dialogue; `setup["stock"]`: values or `ask`; `setup["lucky"]`: a seed."""
    game = game or Game(setup)
    stock = cards(setup)
    if setup["stock"] is None:
        stock.append(END)
    level = setup["duel"]
    look = setup.get("look")
    at = 0
    turned = {}
    if stock == ASK:
        for card in list(range(1, 14)) + [END]:
            turned[card] = (card,)
    while True:
        game.begin()
        table = game.table
        hand = 0
        while hand != END and not table.complete():
            yield TURN_OUT
            if stock == ASK:
                (hand,) = yield game.ask(Numbers(("HAND", 1, END), form="?%02d"), None, turned)
            elif at == len(stock):
                return
            else:
                hand = stock[at]
                at += 1
            if 1 <= hand <= 13:
                if look:
                    yield from move(game, hand)
                yield from place(game, hand)
                if look and (stock == ASK or at < len(stock)):
                    continue  # moves are made when the next card is visible
            elif hand != END:
                continue
            while (yield from move(game)) and hand == END:
                game.refuse()
                yield TRY_MORE
        game.end(PERSON if table.complete() else MACHINE)
        yield WON if table.complete() else LOST
        yield from situation(table)
        if level:
            yield from Program.duel(game, level, stock)
            level = None  # the rest is not a deck
        yield NEW_GAME


class Program(Edition):
    FIELDS = FIELDS
    PRESETS = Edition.PRESETS + ("stock=" + ASK, "look=yes")
    check = staticmethod(check)
    play = staticmethod(play)
