# SPDX-License-Identifier: MIT
"""Iwase's table: the program of the notes written out, both tables, the diagram, the dialogue."""

import hashlib
import os
import subprocess
from array import array
from itertools import product
from pathlib import Path

import pytest

from host_tools.build import bytecode
from teletype.core.request import working
from teletype.core.session import Session
from teletype.core.setup import read
from teletype.programs.nim_table import dialogue as program
from teletype.programs.nim_table import game as nim_table
from tests.engines.test_proofs import after as moves
from tests.helpers.paper import answered, until_stop


@pytest.fixture(scope="module")
def notes() -> list[int]:
    """The C program of the notes, its three gaps filled in."""
    a = [-1] * 1000
    for i in range(1, 1000):
        a[i] = -1
        n = i // 100
        for k in range(1, n + 1):
            if a[i - 100 * k] == -1:
                a[i] = i - 100 * k
        n = i // 10 % 10
        for k in range(1, n + 1):
            if a[i - 10 * k] == -1:
                a[i] = i - 10 * k
        n = i % 10
        for k in range(1, n + 1):
            if a[i - k] == -1:
                a[i] = i - k
    return a


def scanned(limit: int) -> "array[int]":
    table = array("h", [0] * (limit + 1) ** 3)
    assert list(nim_table.scan(table, limit)) == list(range(len(table)))
    return table


def marked(limit: int) -> list[bytearray]:
    table = nim_table.bits(limit)
    for _ in nim_table.scan_bits(table, limit):
        pass
    return table


def test_the_table_is_that_of_the_notes(notes: list[int]) -> None:
    table = scanned(9)
    assert list(table) == notes
    assert sum(table) == 347062
    assert list(table).count(nim_table.LOST) == 76


def test_how_many_moves_win(notes: list[int]) -> None:
    """A lost position has none, 123 won ones have three, all others one; at most one a heap."""
    several = 0
    for a, b, c in product(range(10), repeat=3):
        targets = [
            [(k, b, c) for k in range(a)],
            [(a, k, c) for k in range(b)],
            [(a, b, k) for k in range(c)],
        ]
        winning = [
            [100 * x + 10 * y + z for x, y, z in heap if notes[100 * x + 10 * y + z] == -1]
            for heap in targets
        ]
        assert all(len(heap) <= 1 for heap in winning)
        found = [target for heap in winning for target in heap]
        entry = notes[100 * a + 10 * b + c]
        assert entry == (found[-1] if found else -1)
        assert len(found) in (0, 1, 3)
        several += len(found) == 3
    assert several == 123


@pytest.mark.parametrize("limit", range(1, 10))
def test_both_tables_are_the_same(limit: int) -> None:
    small, large = scanned(limit), marked(limit)
    for position in range((limit + 1) ** 3):
        assert nim_table.is_lost(large, position) == (small[position] == nim_table.LOST)
        assert nim_table.target(large, position, limit) == small[position]
        heaps = nim_table.heaps(position, limit)
        assert nim_table.number(heaps, limit) == position
        assert (heaps[0] ^ heaps[1] ^ heaps[2] == 0) == (small[position] == nim_table.LOST)


def check_moves(table: list[bytearray], limit: int, positions: list[tuple[int, ...]]) -> None:
    for position in positions:
        number = nim_table.number(position, limit)
        total = position[0] ^ position[1] ^ position[2]
        assert nim_table.is_lost(table, number) == (total == 0), position
        expected = None
        for heap in range(3):
            if position[heap] ^ total < position[heap]:
                expected = list(position)
                expected[heap] ^= total
        target = nim_table.target(table, number, limit)
        if expected is None:
            assert target == nim_table.LOST
        else:
            assert nim_table.heaps(target, limit) == tuple(expected), position


@pytest.mark.parametrize("limit", [10, 12, 15, 16, 31])
def test_the_bits_by_the_theory(limit: int) -> None:
    """Every position: lost when the exclusive or is 0, and the last winning move of the notes."""
    check_moves(marked(limit), limit, list(product(range(limit + 1), repeat=3)))


@pytest.fixture(scope="module")
def largest() -> list[bytearray]:
    return marked(99)


@pytest.mark.slow
def test_a_million_positions(largest: list[bytearray]) -> None:
    """Limit 99: 125 000 bytes, 7984 lost positions, and they are those of the theory."""
    whole = b"".join(largest)
    assert len(whole) == 125_000 and max(map(len, largest)) == 1250
    lost = bytearray(b"\xff" * len(whole))
    count = 0
    for a, b in product(range(100), repeat=2):
        if a ^ b < 100:
            position = 10000 * a + 100 * b + (a ^ b)
            lost[position >> 3] ^= 1 << (position & 7)
            count += 1
    assert count == 7984
    assert whole == lost
    check_moves(largest, 99, list(product(range(0, 100, 9), range(3, 100, 8), range(100))))


def test_bits_are_found_upwards() -> None:
    """`scan_bits` yields the lost positions in order; below each of them all is decided."""
    table = nim_table.bits(6)
    final = marked(6)
    seen = []
    for position in nim_table.scan_bits(table, 6):
        seen.append(position)
        for below in range(position + 1):
            assert nim_table.is_lost(table, below) == nim_table.is_lost(final, below)
    assert seen == [p for p in range(343) if nim_table.is_lost(final, p)]


def test_micropython_compiles_the_same_table(largest: list[bytearray], unix: Path) -> None:
    """The compiled twin on the Unix port, with a heap of a Pico."""
    code = (
        "from teletype.programs.nim_table import game as nim_table; import hashlib\n"
        "table = nim_table.bits(99)\n"
        "for _ in nim_table.scan_bits(table, 99): pass\n"
        "whole = hashlib.sha256()\n"
        "for plane in table: whole.update(plane)\n"
        "print(whole.digest().hex())\n"
    )
    result = subprocess.run(
        [unix, "-X", "heapsize=192k", "-c", code],
        env={**os.environ, "MICROPYPATH": f"{bytecode.tree('x64')}:.frozen"},
        capture_output=True,
        text=True,
    )
    assert result.stdout.strip() == hashlib.sha256(b"".join(largest)).hexdigest(), result.stderr


def test_the_diagram_shows_27_positions_and_its_arrows_go_upwards() -> None:
    """The arrow of each won position (70.7 to 70.13) ends in a row above."""
    rows = {}
    for row, text in enumerate(nim_table.DIAGRAM):
        for word in text.split():
            rows[nim_table.number([int(digit) for digit in word], 2)] = row
    assert sorted(rows) == list(range(27))
    table = scanned(2)
    for position in range(27):
        if table[position] != nim_table.LOST:
            assert rows[table[position]] < rows[position]


def ask(session: Session, line: str) -> str:
    session.answer(line)
    paper = session.step()
    assert isinstance(paper, str)
    assert session.step() is session.request
    return paper


def begun(limit: int) -> Session:
    session = Session(program.play({"limit": limit}))
    assert not until_stop(session) and session.request is not None
    return session


def test_every_position_of_the_notes_is_printed(notes: list[int]) -> None:
    session = begun(9)
    for position in range(1000):
        entry = notes[position]
        expected = "lost" if entry == -1 else f"-> {entry:03}"
        assert ask(session, " ".join(f"{position:03}")) == f"{position:03} {expected}"


@pytest.mark.parametrize("limit", [1, 9, 10, 99])
def test_positions_beyond_the_limit_are_answered(limit: int) -> None:
    session = begun(limit)
    for heap in (limit + 1, -1, 10**30, -(10**30)):
        for position in ((heap, 0, 0), (0, heap, 0), (0, 0, heap), (heap, heap, heap)):
            words = " ".join(map(str, position))
            assert ask(session, words) == f"{words} is not in the table: heaps 0..{limit}"
    assert ask(session, f"{limit} {limit} 0").endswith(" lost")


@pytest.mark.parametrize(("limit", "least"), [(9, 50), (99, 400)])
def test_the_table_is_computed_in_slices(limit: int, least: int) -> None:
    session = Session(program.play({"limit": limit}))
    slices = 0
    done = -1
    while session.step() is working:
        slices += 1
        assert done < working.done < working.total == (limit + 1) ** 3
        done = working.done
    assert slices >= least
    assert done > (limit + 1) ** 3 * 9 // 10
    assert working.total == 0


def test_the_whole_table_is_printed(notes: list[int]) -> None:
    session = Session(program.play(read(program.FIELDS, [("mode", "all")], program.check)))
    assert until_stop(session) == [
        f"{at:03d} lost" if target < 0 else f"{at:03d} -> {target:03d}"
        for at, target in enumerate(notes)
    ]


def test_from_a_lost_position_it_plays_the_strongest_loss(notes: list[int]) -> None:
    """Of all 75: no move leaves fewer winning replies than its one, none leaves more stones."""

    def lost(heaps: tuple[int, ...]) -> bool:
        return notes[100 * heaps[0] + 10 * heaps[1] + heaps[2]] == nim_table.LOST

    positions = [heaps for heaps in product(range(10), repeat=3) if lost(heaps) and any(heaps)]
    assert len(positions) == 75
    for heaps in positions:
        paper = answered(program, "mode=play limit=9", "{} {} {}".format(*heaps))
        left = tuple(map(int, paper[1][-3:]))
        replies = {move: sum(map(lost, moves(move))) for move in moves(heaps)}
        assert replies[left] == min(replies.values()) == 1
        assert sum(left) == sum(heaps) - 1


@pytest.mark.parametrize("limit", [3, 9, 12])
def test_who_plays_by_the_theory_wins_from_a_lost_position(limit: int) -> None:
    """The machine is given a lost position; nobody but a theorist beats it from there on."""
    session = Session(
        program.play(
            read(program.FIELDS, [("mode", "play"), ("limit", str(limit))], program.check)
        )
    )
    position = [1, 2, 3]
    paper: list[str] = []
    for _ in range(50):
        paper += until_stop(session)
        if paper and paper[-1].endswith("you win"):
            break
        if paper:
            left = paper[-1].rpartition("-> ")[2].replace(" ", "")
            width = len(left) // 3
            position = [int(left[at : at + width]) for at in range(0, len(left), width)]
            total = position[0] ^ position[1] ^ position[2]
            at = next(at for at in range(3) if position[at] ^ total < position[at])
            position[at] ^= total
        session.answer(" ".join(map(str, position)))
    assert paper[-1].endswith("you win")


def test_the_rule_is_asked_after_the_whole_table_and_before_the_game() -> None:
    lines = answered(program, "rule=asked mode=all")
    assert lines[999].startswith("999") and lines[1000].startswith("76 of 1000")
    assert answered(program, "rule=asked mode=play limit=7", *["0", "12", "0", "0", "7,0,0"])[
        -2:
    ] == [
        "700 -> 000",
        "000: you lose",
    ]


def test_a_game_judges_each_move(notes: list[int]) -> None:
    """Every move of every position with heaps up to 3, by the entries of the program of the notes:
    only a move that gives a won position away has a better one, and that leaves a lost one.
    """

    def lost(heaps: tuple[int, ...]) -> bool:
        return notes[heaps[0] * 100 + heaps[1] * 10 + heaps[2]] == -1

    game = nim_table.Game({"limit": 9, "mode": "play"})
    assert list(game.judge((1, 0, 0))) == [None], "no game has begun"
    for heaps in product(range(4), repeat=3):
        if not any(heaps):
            continue
        game.begin(heaps)
        for move in product(range(-1, 5), repeat=3):
            smaller = [at for at in range(3) if 0 <= move[at] < heaps[at]]
            legal = len(smaller) == 1 and sum(move[at] == heaps[at] for at in range(3)) == 2
            assert game.legal(move) == legal
            if legal:
                *_, (could, better, note) = game.judge(move)
                assert could != lost(heaps) and note == ""
                assert (better is not None) == (could and not lost(move))
                assert better is None or (game.legal(better) and lost(better))


def test_who_has_won() -> None:
    game = nim_table.Game({"limit": 9, "mode": "play"})
    list(game.decide())
    game.begin((1, 1, 0))
    assert (game.turn, game.reply()) == (1, (0, 1, 0)), "lost: one stone of the largest heap"
    game.do(game.reply())
    assert (game.free, game.result, game.moves) == (False, None, 1)
    game.do((0, 0, 0))
    assert (game.free, game.result, game.finished) == (True, 1, 1)
    game.begin((0, 0, 5))
    assert (game.result, game.moves) == (None, 0)
    game.do(game.reply())
    assert (game.heaps, game.result, game.finished) == ((0, 0, 0), -1, 2)
