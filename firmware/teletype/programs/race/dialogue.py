# SPDX-License-Identifier: MIT
"""The race on the vertical («Гонки по вертикали»): V. N. Kasatkin, 1980, chapter 1 and appendix,
program, instruction and protocol. The chapter and the instruction name the MIR.

A counter stands before a strip of N cells. The players move it in turn by 1..M cells, but never by
the number that the opponent has just used. Whoever reaches N wins, whoever steps over it loses.
The machine moves first unless every first move loses, and then lets the person begin.

The machine checks an answer in the order of the book: T and P must agree with the last cell, and P
must not repeat the machine's number. Only then does it check whether T is beyond N. So a wrong
cell beyond N is an error and not yet a loss.

Decisions, where the print is damaged or silent:
- `ДЕЛАЮ СВОЙ ХОД`: the scan has `СВОИ` here, another listing of the book has Й.
- The listing does not check that P is a number 1..M. After a pass or a longer step it may read
  outside its table or give the first move away in the middle of a game. Such a P is refused with
  the listing's `ВЫ ОШИБЛИСЬ`.
- The listing has no `СТОП` after `ВЫ ПРОИГРАЛИ`; the protocol ends there, and so does this
  program.
- M=1 makes the listing read a column that does not exist; the smallest M is 2. N has at most three
  digits, because the listing asks for numbers of three digits.
- Misprints of the two listings, corrected: `A[I1,I2]` (`A[11,12]`, `A[I,I2]`), `S=S-1` (`S(1`),
  label 1 (`I.`), `X=M+1` (`X+M+1`). The table ends at `S≤0` (`S>0`, `S<0`), and a point is special
  after `K≥M-1` (`K>M-1`) numbers without success.
- The chapter begins the search at A[N-1,M-1], both listings at A[N-1,M]. The instruction has P<M;
  the P=6 of the protocol, where M=6, needs P≤M.
- The table is computed for any M below N; `teletype.programs.race.game` describes its form.

The restored listing prints the same in random sessions: `host_tools lab originals`.

Slip of the book: for N=13, M=4 it recommends a first move of 3 or 4; only 3 wins (3 or 4 holds for
N=8, 18, 28). The book never prints that the person has won: against legal moves that cannot
happen.

In `style=hard`, which is not in the book, the machine always moves first. Where that loses, it
leaves the person as few winning numbers as possible; so the person can win and learns this.

`mode=mark` is the reader's exercise, see `teletype.programs.race.marks`.

With `players=2`, also not in the book, two people move in turn and the machine is the referee. The
first answer is A's, the second B's. Each message is for the player who has to move, or has moved.
"""

# covers 002:113, 002:1550

from teletype.core.request import Numbers, working
from teletype.core.setup import Choice, Integer, Players, SetupError
from teletype.programs import base
from teletype.programs.race import marks as race_marks
from teletype.programs.race.game import STARTS, Game

# tapes without `style` or `mode` stay as they were
FIELDS = (
    Integer("n", 15, 3, 999),
    Integer("m", 6, 2, 998),
    Choice("style", None, ("printed", "hard")),
    Choice("mode", None, ("mark",)),
    Players(),
)


def check(setup):
    if setup["m"] >= setup["n"]:
        raise SetupError(
            "m=%d: out of range; allowed: 2..%d (below n)" % (setup["m"], setup["n"] - 1)
        )
    if setup["mode"]:
        race_marks.check(setup)
    base.exclude(setup, "mode", "style")
    base.exclude(setup, "players", "style", "mode")


def play(setup, game=None):
    """Run the dialogue; `setup["n"]`: cells, `setup["m"]`: the longest move in cells; for the
    others see above."""
    if setup.get("mode"):
        yield from race_marks.play(game or race_marks.Field(setup))
        return
    game = game or Game(setup)
    n = game.n
    if not game.two:
        for _ in game.prepare():
            yield working
    yield "ИГРА ГОНКИ ПО ВЕРТИКАЛИ"
    if not game.two:
        yield "ВАШ СОПЕРНИК — ЭВМ МИР"
    directive = "«ВЫП» T=%d; P=%d; «НА»L5 «КОН» ◊"
    move = Numbers(("T", 1, n + game.m), ("P", 1, game.m), form=directive)
    while True:
        own = None if game.two else game.reply()
        if own:
            game.do(own)
            yield "ДЕЛАЮ СВОЙ ХОД"
            yield "T=%d  P=%d" % own
            if game.finished:
                yield "ВЫ ПРОИГРАЛИ" if game.cell == n else "ВЫ ВЫИГРАЛИ"
                return
        yield "ВАШ ХОД" if game.moves else "ВАШ ПЕРВЫЙ ХОД"
        if game.two:
            move.pass_on()
        step = 2 if game.number == 1 else 1
        move.values = game.cell + step, step  # a legal move
        move.lows[0], move.highs[0] = game.cell + 1, max(n, game.cell + step)
        answer = yield move
        while not game.legal(answer):
            yield "ВЫ ОШИБЛИСЬ"
            answer = yield move
        game.do(answer)
        if game.finished:
            yield "ВЫ ПРОИГРАЛИ" if game.cell > n else "ВЫ ВЫИГРАЛИ"
            return


class Program(base.Program):
    FIELDS = FIELDS
    OFTEN = ("n", "m", "players")
    INSTEAD = ("style", "mode", "players")
    PRESETS = (
        "n=15 m=6",
        "n=13 m=4",
        "n=12 m=3",
        "n=7 m=3 mode=mark",
        "n=14 m=6",
        "n=14 m=6 style=hard",
        "players=2",
    )
    TABLES = tuple(["n=%d m=%d style=hard" % each for each in STARTS[:3]] + [""])
    PICTURE = "programs.race.picture"
    SPELLINGS = (("СВОЙ", "СВОИ"),)  # as printed protocols have it
    Game = Game
    START = "N=%d M=%d"
    check = staticmethod(check)

    @classmethod
    def picture(cls, setup):
        if setup["mode"]:
            return "programs.race.picture_marks"
        return cls.PICTURE

    @classmethod
    def begin(cls, setup):
        game = race_marks.Field(setup) if setup["mode"] else Game(setup)
        return game, cls.play(setup, game)

    play = staticmethod(play)
