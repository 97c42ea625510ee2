# SPDX-License-Identifier: MIT
"""Trigex («Тригекс»): V. N. Kasatkin, 1980, chapter 1 and appendix, program, instruction and
protocol. The instruction names the MIR, the protocol the MIR-2, as the first message does.

Nine fields lie on nine lines, three on each. The machine and the person set pieces in turn; the
first to own a whole line wins. The machine always begins, on the field M of the setup, and takes
its second field from Table 1. After that it completes a line (type а), else closes the person's
line (б), else takes the first field that makes two threats at once (в). An answer is a field L. On
the paper of the machine it is a directive, `«ВЫП»L=3; «НА»2 «КОН» ◊`; tapes have the value alone.

Decisions, where the print is damaged or silent:
- `ИГРА ТРИГЕКС` without the quotation marks of the protocol, as in the listing.
- `ДЕЛАЮ СВОЙ 2 ХОД` with single blanks, as in the protocol. Both listings have «ПРОБЕЛ»2 around
  the number, so the machine may have left two; the scan collapses blanks. For that reason the race
  and Nim, whose protocols lost theirs too, follow the listing. Here the project's contract (the
  output of `run` and `replay`) fixes the single ones, and with it every saved tape.
- One of the two printings has `СВОИ` for `СВОЙ` in the scan.
- The listing checks no answer: a person could take the machine's field. An occupied or unknown
  field is refused with `ВЫ ОШИБЛИСЬ`, the words of the race.
- The second move comes from Table 1, not from the listing's formulas. Those have lost decimal
  points (×2 for ×.2), and the one for M=2 is wrong for the answer 9 in both printings: it gives 5
  where Table 1 has 4 (×.8 should be ×.6). The person can then play 3, no field makes two threats,
  and the listing runs off the board.
- `N=1` before the search for two threats stands in the second printing only; without it the
  search begins at the machine's last field and can run off the board too.
- Misprints corrected: `H=H+1` (`H+1` and `H=N+1`), `H=0` (`N=0`), `K=I` (`K=1`) with the bracket
  after it, `I≤9` (`I<9`), the jump to 7 at the end of the search (second printing only). In the
  second printing also labels 1 and 5 (`1;`, `,5;`), `[N=]` (`N=`, `[N=`), `«ШАГ»1` (`«ШАГ»;`), the
  new row after the first two lines, and `ТРИГЕКС` (`ТИГЕКС`).

The restored listing prints the same in random sessions: `host_tools lab originals`.

The machine wins against all legal answers, by its fifth move at the latest. The book says to begin
on 1, 2 or 3; in fact every first field wins.

With `players=2`, not in the book, two people move in turn, A first, and the machine is the
referee. Each message is for the player who has to move, or has moved. The book has a message for
the person's loss only: `ВЫ ВЫИГРАЛИ` is from the race, `НИЧЬЯ` on a full board is ours. M is not
used then.

With `first=you`, not in the book, the person begins, and can win. The machine asks its three
questions from its first move on; if none finds a field it takes the first empty one.
"""

# covers 002:224, 002:1731

from teletype.core.request import Numbers
from teletype.core.setup import Choice, Integer, Players
from teletype.engines.game import MACHINE
from teletype.programs import base
from teletype.programs.trigex.game import EMPTY, Game

# tapes without `first` stay as they were
FIELDS = (Integer("m", 1, 1, 3), Choice("first", None, ("machine", "you")), Players())


def check(setup):
    base.exclude(setup, "players", "first")


def play(setup, game=None):
    """Run the dialogue; `setup["m"]`: the machine's first field; for the others see above."""
    game = game or Game(setup)
    answer = Numbers(("L", 1, 9), form="«ВЫП»L=%d; «НА»2 «КОН» ◊")
    yield "ИГРА ТРИГЕКС"
    if not game.two:
        yield "ВАШ СОПЕРНИК — ЭВМ МИР-2"
    while not game.finished:
        own = game.turn == MACHINE and not game.two
        if own:
            game.do(game.reply())
            yield "ДЕЛАЮ СВОЙ %d ХОД" % ((game.moves + 1) // 2)
            yield "N=%d" % game.last
            continue
        yield "ВАШ ХОД"
        if game.two:
            answer.pass_on()
        answer.values = (game.fields.index(EMPTY, 1),)
        field = yield answer
        while not game.legal(field):
            yield "ВЫ ОШИБЛИСЬ"
            field = yield answer
        game.do(field)
    if game.result == 0:
        yield "НИЧЬЯ"
    else:
        yield "ВЫ ПРОИГРАЛИ" if own else "ВЫ ВЫИГРАЛИ"


class Program(base.Program):
    FIELDS = FIELDS
    INSTEAD = ("first", "players")
    PRESETS = ("first=you", "players=2")
    TABLES = ("first=you", "")
    PICTURE = "programs.trigex.picture"
    SPELLINGS = (("СВОЙ", "СВОИ"),)  # as printed protocols have it
    Game = Game
    check = staticmethod(check)
    play = staticmethod(play)
