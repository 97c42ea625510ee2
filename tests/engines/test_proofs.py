# SPDX-License-Identifier: MIT
"""The proofs that docs/figures.md lists: the machine wins every won position, tried move by move.

No theory is used: a position is won if some move leads to a lost one, and every move is tried. The
machine's move from a won position must lead to a lost one, from where every answer leads to a won
one again; so it wins against every line of play from there. Each test counts what it has tried,
and that page must say the same number. That the dialogues play these moves is for the tests of
the programs, which give every legal answer at every stop of smaller games.
"""

import re
from array import array
from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from host_tools.paths import ROOT
from teletype.engines import nim
from teletype.programs.misere_nim import strategy as misere_nim
from teletype.programs.nim_table import game as nim_table
from teletype.programs.race.game import Table
from tests.programs.test_trigex import ends_of

Heaps = tuple[int, ...]


def after(heaps: Heaps) -> list[Heaps]:
    """Every position that one move makes."""
    return [
        heaps[:index] + (left,) + heaps[index + 1 :]
        for index, heap in enumerate(heaps)
        for left in range(heap)
    ]


@cache
def mover_wins(heaps: Heaps, empty_wins: bool = False) -> bool:
    """Whether the mover wins a single position."""
    if not any(heaps):
        return empty_wins
    return any(not mover_wins(left, empty_wins) for left in after(heaps))


def heaps_won(count: int, most: int, empty_wins: bool) -> dict[Heaps, bool]:
    """Whether the mover wins, of all positions; smaller ones come before those they follow."""
    won: dict[Heaps, bool] = {}
    for heaps in product(range(most + 1), repeat=count):
        won[heaps] = any(not won[left] for left in after(heaps)) if any(heaps) else empty_wins
    return won


def nim_positions() -> tuple[int, int]:
    tried = first = 0
    for count in range(1, 6):
        won = heaps_won(count, 7, empty_wins=False)
        tried += len(won)
        for heaps, wins in won.items():
            first += wins
            reply = nim.reply(heaps)
            assert (reply is not None) == wins, heaps
            if reply is not None:
                index, left = reply
                moved = heaps[:index] + (left,) + heaps[index + 1 :]
                assert moved in after(heaps) and not won[moved], heaps
    return tried, first


def misere_positions() -> tuple[int, int]:
    tried = first = 0
    for count, most in ((2, 31), (3, 15), (4, 7), (5, 4), (6, 3)):
        won = heaps_won(count, most, empty_wins=True)
        tried += len(won)
        for heaps, wins in won.items():
            if wins and any(heaps):
                first += 1
                moved = tuple(misere_nim.reply(heaps))
                assert moved in after(heaps) and not won[moved], heaps
    return tried, first


def race_positions() -> tuple[int, int]:
    tried = first = 0
    for n in range(3, 61):
        for m in range(2, min(n, 13)):
            table = Table(n, m)
            for _ in table.scan():
                pass
            won: dict[tuple[int, int], bool] = {}
            for cell in range(n - 1, -1, -1):
                for last in range(m + 1):
                    numbers = [p for p in range(1, min(m, n - cell) + 1) if p != last]
                    good = [p for p in numbers if cell + p == n or not won[cell + p, p]]
                    won[cell, last] = bool(good)
                    reply = table.reply(cell, last)
                    assert reply in good if good else reply == 0, (n, m, cell, last)
                    first += bool(good)
            tried += len(won)
    return tried, first


def nim_table_positions() -> tuple[int, int]:
    won = heaps_won(3, 9, empty_wins=False)
    table = array("h", [0] * 1000)
    for _ in nim_table.scan(table, 9):
        pass
    bits = nim_table.bits(9)
    for _ in nim_table.scan_bits(bits, 9):
        pass
    for heaps, wins in won.items():
        position = nim_table.number(heaps, 9)
        target = nim_table.target(bits, position, 9)
        assert table[position] == target
        assert (target != nim_table.LOST) == wins == (not nim_table.is_lost(bits, position))
        if wins:
            moved = nim_table.heaps(target, 9)
            assert moved in after(heaps) and not won[moved], heaps
    return len(won), sum(won.values())


def trigex_games() -> tuple[int, int]:
    """Here the dialogue itself: every legal answer at every stop, from all first fields."""
    found = [ends_of(first) for first in (1, 2, 3)]
    assert sum(ends.total() for ends, _ in found) == 240, "as docs/figures.md says"
    stops = sum(stops for _, stops in found)
    return stops, stops  # no game ends without the machine's line


PROOFS: dict[str, Callable[[], tuple[int, int]]] = {
    "nim": nim_positions,
    "misere-nim": misere_positions,
    "race": race_positions,
    "nim-table": nim_table_positions,
    "trigex": trigex_games,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROOFS)
def test_the_machine_wins_what_is_won(name: str) -> None:
    figures = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    _, _, rest = figures.partition("## Proofs\n")
    (row,) = re.findall(rf"^\| `{name}` \|.*\| ([\d ]+) \| ([\d ]+) \|$", rest, re.MULTILINE)
    assert tuple(int(cell.replace(" ", "")) for cell in row) == PROOFS[name]()
