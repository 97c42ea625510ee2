"""Nim («НИМ») on the MIR-2: V. N. Kasatkin, 1980, appendix, program and protocol «НИМ».

K groups of objects; each move takes any number from one group; whoever takes the last object
wins. The machine moves first unless the table is special, and then lets the person move.
An answer names a group T and the objects L that are LEFT in it.

Decisions, where the print is damaged or silent:
- `ДЕЛАЮ СВОЙ ХОД`: the listing and the protocol print `СВОИ`, another listing of the book has Й.
- The column count needs `Y>=N`; the inequality of the prose loses powers of two. Computing with
  exclusive or needs no column count.
- T outside 1..K and L below 0 are unchecked in the listing; here they get its own reproach,
  `ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ`, which is followed by a stop without a new `ВАШ ХОД`.
- A start without any object would wait for an impossible move; it is refused as a setup.

The book never prints that the person has won: with legal moves that cannot happen from any
table in which the machine moves first or the first move is given away.
"""

from engines import nim
from teletype.request import Fields
from teletype.setup import Integers, SetupError

FIELDS = (Integers("heaps", (7, 8, 4), 1, 9, 0, 99),)

PRESETS = (
    ("PROTOCOL", "heaps=7,8,4"),
    ("CHAPTER", "heaps=22,19,23,11"),
    ("FIVE GROUPS", "heaps=11,23,9,39,30"),
)

PICTURE = "nim"

ABOUT = (
    "V. N. KASATKIN, Kiev 1980",
    "MIR-2, in ALMIR-65",
    "Appendix: program and",
    "protocol of Nim",
    "",
    "Groups of objects. A move",
    "takes any number from one",
    "group. Whoever takes the",
    "last object wins.",
    "",
    "T: the number of a group",
    "L: how many are LEFT in",
    "it, not how many you take",
    "",
    "The machine moves first,",
    "unless that would lose.",
    "",
    "In the book:",
    "- its bound for binary",
    "  digits loses the powers",
    "  of two; the program has",
    "  it right",
    "- two labels of the table",
    "  on 11 23 9 39 30 are",
    "  exchanged",
    "- a table may have three",
    "  winning rows: 5 4 7",
    "- there is no praise for",
    "  you: where the machine",
    "  moves first, it wins",
)


def check(setup):
    if not any(setup["heaps"]):
        raise SetupError(
            "heaps=%s: all are 0; allowed: at least one above 0"
            % ",".join([str(heap) for heap in setup["heaps"]])
        )


def play(setup):
    """The dialogue; `setup["heaps"]`: objects a group."""
    heaps = list(setup["heaps"])
    move = Fields(("T", 1, len(heaps)), ("L", 0, 99))
    yield "ИГРА НИМ"
    yield "ВАШ СОПЕРНИК — ЭВМ МИР"
    while True:
        reply = nim.reply(heaps)
        if reply:
            index, left = reply
            heaps[index] = left
            yield "ДЕЛАЮ СВОЙ ХОД"
            yield "T=%d      L=%d" % (index + 1, left)
            if not any(heaps):
                yield "ВЫ ПРОИГРАЛИ"
                return
        yield "ВАШ ХОД"
        group, left = yield move
        while not (1 <= group <= len(heaps) and 0 <= left < heaps[group - 1]):
            yield "ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ"
            group, left = yield move
        heaps[group - 1] = left
