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

from teletype.core.request import Numbers, working
from teletype.core.setup import Choice, Integer, SetupError
from teletype.programs import base
from teletype.programs.nim_table import rule as nim_table_rule
from teletype.programs.nim_table.game import SMALL, Game, fewer
from teletype.programs.nim_table.game import heaps as heaps_of

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
    return 64 if limit <= SMALL else 88 + (limit + 1) ** 3 // 8192


def check(setup):
    """Refuse to print a table that is too long, or to ask about one of another size."""
    if setup["mode"] == "all" and setup["limit"] > 9:
        raise SetupError("mode=all: not with limit=%d; allowed: with limit 1..9" % setup["limit"])
    if setup["rule"] and not nim_table_rule.LEAST <= setup["limit"] <= 9:
        raise SetupError(
            "rule=%s: not with limit=%d; allowed: with limit 7..9"
            % (setup["rule"], setup["limit"])
        )


def play(setup, game=None):
    """Run the dialogue; `setup["limit"]`: most stones in a heap; `setup["mode"]` as in FIELDS."""
    game = game or Game(setup)
    limit = game.limit
    mode = setup.get("mode")
    size = (limit + 1) ** 3
    form = "%d%d%d" if limit <= SMALL else "%02d %02d %02d"
    working.total = size
    turns = 0
    for position in game.decide():
        turns += 1
        if turns % _SLICE == 0:
            working.done = position
            yield working
    working.done = working.total = 0

    def said(heaps, after):
        """Return the entry of a position; `after`: that after its move, None if it is lost."""
        return form % heaps + (" lost" if after is None else " -> " + form % after)

    if mode == "all":
        for position in range(size):
            heaps = heaps_of(position, limit)
            yield said(heaps, game.winning(heaps))
    if setup.get("rule"):
        yield from nim_table_rule.ask(said, game.winning, limit)
    request = Numbers(("a", 0, limit), ("b", 0, limit), ("c", 0, limit))
    request.values = _FIRST
    while True:
        heaps = yield request
        if mode != "play":
            request.values = ()  # from now on a picker begins with the last answer
        if min(heaps) < 0 or max(heaps) > limit:
            yield "%d %d %d is not in the table: heaps 0..%d" % (heaps + (limit,))
            continue
        if mode != "play" or (game.free and not any(heaps)):
            yield said(heaps, game.winning(heaps))
            continue
        if game.free:
            game.begin(heaps)
        elif game.legal(heaps):
            game.do(heaps)
        else:
            yield form % game.heaps + ": take from one heap"
            continue
        if not game.free:
            best = game.best()
            yield said(heaps, best)
            game.do(game.reply())
            if best is None:
                yield said(heaps, game.heaps)
        if not game.free:
            request.values = fewer(game.heaps)  # a legal move
        else:
            yield form % game.heaps + (": you win" if game.result > 0 else ": you lose")
            request.values = _FIRST


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
    Game = Game
    check = staticmethod(check)
    heap_kib = staticmethod(heap_kib)
    play = staticmethod(play)
