# SPDX-License-Identifier: MIT
"""Nim («НИМ»): V. N. Kasatkin, 1980, chapter 1 and appendix, program, instruction and protocol.
The first message and the instruction name the MIR, the heading of the protocol the MIR-2.

K groups of objects; each move takes any number from one group; whoever takes the last object
wins. The machine moves first unless the table is special, and then lets the person move.
An answer names a group T and the objects L that are LEFT in it. On the paper of the machine it is
a directive, `«ВЫП» T=2; L=1; «НА» 9 «КОН» ◊`; tapes have the values alone.

Decisions, where the print is damaged or silent:
- `ДЕЛАЮ СВОЙ ХОД`: the listing and the protocol print `СВОИ`, another listing of the book has Й.
- The column count needs `Y≥N`; the inequality of the prose loses powers of two, and both listings
  have its sign, `Y>N`. Run like that, the first digit of 8 is written outside the table. Without
  it the machine would open 7 8 4 with T=1 L=4; the protocol has T=2 L=3. The exclusive or used
  here needs no column count.
- Further misprints of the listings: `P≤P1` (`P<R1`, `P<=R1`), `T≤K` (`T<K`, three times), Σ (`ε`)
  in the sum of a column, `L[I,P]` (`I|P`), `SUM-ε(SUM/2)×2` (`ε(SUM/2×2)`), `Q=ε(A/2)` (`Qε`),
  `Q>0` (`Q>O`, `0<`), `M[I]` (`M[1]`), `«ШАГ»1`, and «СТРОКА» as a message.
- The listing asks for numbers of two digits, «РАЗРЯДНОСТЬ»2, but half of 23 is 11.5. Cut off to 11
  it plays well; rounded to 12 it mistakes the digits of every odd group from 21 on. So we decided
  that the MIR cuts numbers off (`teletype.engines.almir`). The numbers here are exact.
- The listing does not check T below 1 and L below 0, and reads M[T] before it finds T>K. Here all
  get the listing's reproach, `ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ`, followed by a prompt without a new
  `ВАШ ХОД`.
- A start without any object would wait for an impossible move; the setup is refused.

The restored listing prints the same in random sessions: `host_tools lab originals`.

Slips of the book: in the table for 11 23 9 39 30 the last two labels are exchanged (the digits of
39 stand at 30, those of 30 at 39). "In any table of K rows one row exceeds its special row" is
false for special tables. In the others the number of such rows, each of which wins, is odd but not
always one: (5,4,7) has three.

The book never prints that the person has won. That cannot happen with legal moves from a table
where the machine moves first or gives the first move away.

In `style=hard`, which is not in the book, the machine always moves first. Where that loses, it
leaves the person as few winning moves as possible; so the person can win and learns this.

With `players=2`, also not in the book, two people move in turn and the machine is the referee. The
first answer is A's, the second B's. Each message is for the player who has to move, or has moved.
"""

# covers 002:312, 002:439, 002:1911

from teletype.core.request import Numbers
from teletype.core.setup import Choice, Integers, Players, SetupError
from teletype.programs import base
from teletype.programs.nim.game import STARTS, Game

# tapes without `style` stay as they were
FIELDS = (
    Integers("heaps", (7, 8, 4), 1, 9, 0, 99),
    Choice("style", None, ("printed", "hard")),
    Players(),
)


def check(setup):
    if not any(setup["heaps"]):
        raise SetupError(
            "heaps=%s: allowed: at least one stone"
            % ",".join([str(heap) for heap in setup["heaps"]])
        )
    base.exclude(setup, "players", "style")


def play(setup, game=None):
    """Run the dialogue; `setup["heaps"]`: objects in each group; for the others see above."""
    game = game or Game(setup)
    directive = "«ВЫП» T=%d; L=%d; «НА» 9 «КОН» ◊"
    move = Numbers(("T", 1, len(game.heaps)), ("L", 0, 99), form=directive)
    yield "ИГРА НИМ"
    if not game.two:
        yield "ВАШ СОПЕРНИК — ЭВМ МИР"
    while True:
        own = None if game.two else game.reply()
        if own:
            game.do(own)
            yield "ДЕЛАЮ СВОЙ ХОД"
            yield "T=%d      L=%d" % own
            if game.finished:
                yield "ВЫ ПРОИГРАЛИ"
                return
        yield "ВАШ ХОД"
        if game.two:
            move.pass_on()
        group = 1
        while not game.heaps[group - 1]:
            group += 1
        move.values = group, game.heaps[group - 1] - 1  # a legal move
        answer = yield move
        while not game.legal(answer):
            yield "ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ"
            answer = yield move
        game.do(answer)
        if game.finished:
            yield "ВЫ ВЫИГРАЛИ"
            return


class Program(base.Program):
    FIELDS = FIELDS
    OFTEN = ("heaps", "players")
    INSTEAD = ("style", "players")
    PRESETS = (
        "heaps=7,8,4",
        "heaps=22,19,23,11",
        "heaps=11,23,9,39,30",
        "heaps=3,5,6 style=hard",
        "players=2",
    )
    TABLES = tuple(["heaps=%d,%d,%d style=hard" % each for each in STARTS[:3]] + ["heaps=7,8,4"])
    PICTURE = "programs.nim.picture"
    SPELLINGS = (("СВОЙ", "СВОИ"),)  # as printed protocols have it
    Game = Game
    check = staticmethod(check)
    play = staticmethod(play)
