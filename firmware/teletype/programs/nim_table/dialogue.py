# SPDX-License-Identifier: MIT
"""The table of all positions of three-heap Nim: Iwase J. (岩瀬順一), 2009, lecture notes of the
course «計算数学1» (C language), §70 «ゲームの必勝法(三山崩し)».

Three heaps of 0 to `limit` stones; a move takes any number from one heap, whoever takes the last
stone wins. The program knows no theory. It decides every position, smallest number first: a
position is lost if no move leads to a lost one. Else the table stores such a move, the last one
found, trying the hundreds (the first heap), then the tens, then the ones. An answer is a position
`a b c`; the paper shows the table's entry, `735 -> 734` or `011 lost`.

The notes give the program with three gaps for the student (the digits of a number). They leave
the form of its output open, and suggest heaps up to 99 (70.23).

Decisions:
- The output is ours, and so is `lost`. With heaps over 9 a heap has two digits.
- With a limit up to 9 the table is that of the notes, with the move of each position. With a
  larger one it has a bit for each position, won or lost (125 000 bytes for 99), and the program
  finds the move when asked.
- For a position beyond the limit the program says so; the original has no dialogue.
- The table is computed before the first prompt.
- `mode=all` prints the whole table first, a position a line, as the program of the notes does
  (70.18); with limits up to 9. `mode=play` is the game that the notes suggest making (70.22): the
  first answer is a position, the table moves, and each further answer is the position that the
  person leaves. Where the table has no winning move, it says so and takes one stone from the
  largest heap, the first of several. That is ours, as the notes have no game. It is the strongest
  loss: the game lasts, and a single reply wins, the fewest that any move leaves.

- `rule=asked`, with limits from 7 to 9, asks after the table for the usual winning rule, which one
  "may find by looking at the output" (70.21): see `teletype.programs.nim_table.rule`.

Trap in the notes: they warn (70.24) that in C `010` is eight, not ten.
"""

# covers 003:9, 003:60, 003:72, 003:117, 003:121

from array import array

from teletype.core.request import Numbers, working
from teletype.core.setup import Choice, Integer, SetupError
from teletype.programs import base
from teletype.programs.nim_table import game as nim_table
from teletype.programs.nim_table import rule as nim_table_rule

# tapes without `mode` stay as they were
FIELDS = (
    Integer("limit", 9, 1, 99),
    Choice("mode", None, ("all", "play")),
    Choice("rule", None, ("asked",)),
)


_FIRST = (7, 3, 5)
"""The first position of a picker, within the limit: the example of the about page."""

_SLICE = 16
"""Lost positions, or rows of the small table, between two polls of the keys."""


def heap_kib(setup):
    """Return the additional KiB of heap that the table needs."""
    limit = setup["limit"]
    return 64 if limit <= 9 else 72 + (limit + 1) ** 3 // 8192


def check(setup):
    """Refuse to print a table that is too long, or to ask about one of another size."""
    if setup["mode"] == "all" and setup["limit"] > 9:
        raise SetupError("mode=all: not with limit=%d; allowed: with limit 1..9" % setup["limit"])
    if setup["rule"] and not nim_table_rule.LEAST <= setup["limit"] <= 9:
        raise SetupError(
            "rule=%s: not with limit=%d; allowed: with limit 7..9"
            % (setup["rule"], setup["limit"])
        )


def play(setup):
    """Run the dialogue; `setup["limit"]`: most stones in a heap; `setup["mode"]` as in FIELDS."""
    limit = setup["limit"]
    mode = setup.get("mode")
    size = (limit + 1) ** 3
    form = "%d%d%d" if limit <= 9 else "%02d %02d %02d"
    if limit <= 9:
        table = array("h", [0] * size)
        scan = nim_table.scan(table, limit)
    else:
        table = nim_table.bits(limit)
        scan = nim_table.scan_bits(table, limit)
    working.total = size
    turns = 0
    for position in scan:
        turns += 1
        if turns % _SLICE == 0:
            working.done = position
            yield working
    working.done = working.total = 0

    def winning(heaps):
        """Return the position after the move of the table; None if `heaps` are lost."""
        position = nim_table.number(heaps, limit)
        if limit <= 9:
            target = table[position]
        else:
            target = nim_table.target(table, position, limit)
        return None if target == nim_table.LOST else nim_table.heaps(target, limit)

    if mode == "all":
        for position in range(size):
            heaps = nim_table.heaps(position, limit)
            yield _said(form, heaps, winning(heaps))
    if setup.get("rule"):
        yield from nim_table_rule.ask(
            lambda heaps, after: _said(form, heaps, after), winning, limit
        )
    request = Numbers(("a", 0, limit), ("b", 0, limit), ("c", 0, limit))
    left = None
    """The position that the table has left in a game; else None."""
    request.values = _FIRST
    while True:
        heaps = yield request
        if mode != "play":
            request.values = None  # from now on a picker begins with the last answer
        if min(heaps) < 0 or max(heaps) > limit:
            yield "%d %d %d is not in the table: heaps 0..%d" % (heaps + (limit,))
            continue
        if left and not _legal(left, heaps):
            yield form % left + ": take from one heap"
            continue
        if left and not any(heaps):
            yield form % heaps + ": you win"
            left = None
            request.values = _FIRST
            continue
        after = winning(heaps)
        yield _said(form, heaps, after)
        if mode != "play" or not any(heaps):
            continue
        if after is None:
            after = _fewer(heaps)
            yield form % heaps + " -> " + form % after
        left = after
        if any(after):
            request.values = _fewer(after)  # a legal move
        else:
            yield form % after + ": you lose"
            left = None
            request.values = _FIRST


def _said(form, heaps, after):
    """Return the entry of a position; `after`: the position after its move, None if it is lost."""
    return form % heaps + (" lost" if after is None else " -> " + form % after)


def _fewer(heaps):
    """Return the position with one stone fewer in the largest heap."""
    at = heaps.index(max(heaps))
    return heaps[:at] + (heaps[at] - 1,) + heaps[at + 1 :]


def _legal(before, after):
    """Return whether a move leads from `before` to `after`."""
    taken = [before[at] - after[at] for at in range(3)]
    return min(taken) == 0 and taken.count(0) == 2


class Program(base.Program):
    FIELDS = FIELDS
    PRESETS = (
        "",
        "limit=2",
        "mode=all",
        "mode=play",
        "rule=asked",
    )
    PICTURE = "programs.nim_table.picture"
    check = staticmethod(check)
    heap_kib = staticmethod(heap_kib)
    play = staticmethod(play)
