# SPDX-License-Identifier: MIT
"""Evolution: the paper against the listing, the engine against sets, the claims of the book."""

from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teletype import words
from teletype.core.request import working
from teletype.core.session import Session
from teletype.core.setup import join, read, split
from teletype.engines import structures
from teletype.engines.evolution import FOREVER, NEIGHBOURS, Evolution
from teletype.programs.evolution import dialogue as program
from tests.helpers.paper import run
from tests.helpers.presets import presets

STRUCTURES = dict(structures.STRUCTURES)
Field = frozenset[tuple[int, int]]


paper = partial(run, program)


def read_setup(**words: object) -> dict[str, object]:
    pairs = [(name, str(value)) for name, value in words.items()]
    return read(program.FIELDS, pairs, program.check)


# The listing of the appendix, operator by operator


def listing(setup: dict[str, int], cells: bytes, printed_test: bool = False) -> str:
    """What the MIR-2 prints, with its powers of two; `printed_test`: with its test for the edge.

    Raises KeyError where the array is overrun. Rook and bishop are not in it.
    """
    m, n, r = setup["m"], setup["n"], setup["r"]
    a = {(i, j): -2 for i in range(1, m + 1) for j in range(1, n + 1)}
    out = "ЭВОЛЮЦИЯ" + "\n"
    t = 0
    for k in range(0, len(cells), 2):
        a[cells[k], cells[k + 1]] = 2
    m1, m2, n1, n2 = (setup[name] for name in ("m1", "m2", "n1", "n2"))
    while True:
        for i in range(m1, m2 + 1):
            out += "\n"
            for j in range(n1, n2 + 1):
                out += "0" if a[i, j] > 0 else "."
        t += 1
        if t > r:
            return out
        out += f"\n\n{t}  ТАКТ"
        h, b, left, p = m2 + 1, m1 - 1, n2 + 1, n1 - 1
        for i in range(m1 - 1, m2 + 2):
            for j in range(n1 - 1, n2 + 2):
                s = 0
                for x in range(i - 1, i + 2):
                    for q in range(j - 1, j + 2):
                        if a[x, q] > 0:
                            s += 1
                if a[i, j] > 0:
                    s -= 1
                    if (s - setup["v1"]) * (s - setup["v2"]) == 0:
                        a[i, j] *= 2
                    else:
                        a[i, j] = 1
                        continue
                    if not a[i, j] <= 2 ** (setup["z"] + 1):
                        a[i, j] = 1
                        continue
                elif s == setup["v3"]:
                    a[i, j] = -1
                else:
                    continue
                h, b, left, p = min(h, i), max(b, i), min(left, j), max(p, j)
        if b < h:
            return out + "\nЖИВЫХ ОСОБЕЙ НЕТ"
        rows = (b - 2) * (m - 1 - h) if printed_test else (h - 2) * (m - 1 - b)
        if rows * (left - 2) * (n - 1 - p) == 0:
            return out + "\nГРАНИЦЫ ЖИЗНЕННОГО ПРОСТРАНСТВА УЗКИ"
        for i in range(m1 - 1, m2 + 2):
            for j in range(n1 - 1, n2 + 2):
                if abs(a[i, j]) == 1:
                    a[i, j] *= -2
        m1, m2, n1, n2 = h, b, left, p


def rectangle(cells: bytes) -> dict[str, int]:
    rows, columns = cells[::2], cells[1::2]
    return {"m1": min(rows), "m2": max(rows), "n1": min(columns), "n2": max(columns)}


@st.composite
def setups(draw: st.DrawFn) -> dict[str, object]:
    """Any setup of a small field; mostly with the laws of Life or near to them."""
    m, n = draw(st.integers(5, 18)), draw(st.integers(5, 18))
    places = st.tuples(st.integers(3, m - 2), st.integers(3, n - 2))
    cells = b"".join(bytes(cell) for cell in draw(st.lists(places, min_size=1, max_size=40)))
    setup: dict[str, object] = {
        "m": m,
        "n": n,
        "v1": draw(st.sampled_from([2, 2, 0, 1, 3, 4, 8])),
        "v2": draw(st.sampled_from([3, 3, 1, 2, 4, 5])),
        "v3": draw(st.sampled_from([3, 3, 2, 4, 0, 1, 6])),
        "z": draw(st.sampled_from([0, 1, 2, 6, 252, 9999])),
        "r": draw(st.integers(0, 12)),
        "cells": cells,
        "neighbours": "king",
    }
    exact = rectangle(cells)
    for name, low, high in [
        ("m1", 3, exact["m1"]),
        ("m2", exact["m2"], m - 2),
        ("n1", 3, exact["n1"]),
        ("n2", exact["n2"], n - 2),
    ]:
        setup[name] = draw(st.one_of(st.none(), st.integers(low, high)))
    return setup


@pytest.mark.slow
@settings(max_examples=300)
@given(setups())
def test_paper_is_that_of_the_listing(setup: dict[str, object]) -> None:
    program.check(setup)
    cells = setup["cells"]
    assert isinstance(cells, bytes)
    given_ones = {name: value for name, value in setup.items() if isinstance(value, int)}
    expected = listing({**rectangle(cells), **given_ones}, cells)
    assert paper(setup) == expected.split("\n")


def test_printed_test_for_the_edge_overruns_the_array() -> None:
    """The glider with nine rows: row 10 is read in tick 6; the corrected test ends at tick 5."""
    setup = read_setup(m=9, r=5)
    cells = setup["cells"]
    assert isinstance(cells, bytes)
    values = {**{k: v for k, v in setup.items() if isinstance(v, int)}, **rectangle(cells)}
    assert listing(values, cells, printed_test=True).endswith("5  ТАКТ\n0.0\n.00\n.0.")
    with pytest.raises(KeyError) as error:
        listing({**values, "r": 6}, cells, printed_test=True)
    assert error.value.args[0][0] == 10
    lines = paper(read_setup(m=9, r=6))
    assert lines[-2:] == ["5  ТАКТ", "ГРАНИЦЫ ЖИЗНЕННОГО ПРОСТРАНСТВА УЗКИ"]


# The engine against cells in a set, with any laws


def next_ages(
    ages: dict[tuple[int, int], int], v1: int, v2: int, v3: int, z: int, near: str
) -> dict[tuple[int, int], int]:
    """The next generation, cell by cell, on an unbounded plane; ages count from 1; v3 > 0."""
    counts = Counter(
        (i + rows, j + columns) for i, j in ages for rows, columns in NEIGHBOURS[near]
    )
    after = {}
    for cell in {*ages, *counts}:
        if cell in ages:
            if counts[cell] in (v1, v2) and (z == FOREVER or ages[cell] <= z):
                after[cell] = ages[cell] + 1
        elif counts[cell] == v3:
            after[cell] = 1
    return after


def living(evolution: Evolution) -> Field:
    n = evolution.n
    return frozenset((at // n + 1, at % n + 1) for at, age in enumerate(evolution.grid) if age)


def step(evolution: Evolution) -> None:
    for _ in evolution.tick():
        pass


@settings(max_examples=200)
@given(
    cells=st.sets(st.tuples(st.integers(8, 16), st.integers(8, 20)), min_size=1, max_size=60),
    laws=st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(1, 8)) | st.just((2, 3, 3)),
    z=st.sampled_from([0, 1, 3, 252, FOREVER]),
    near=st.sampled_from(list(NEIGHBOURS)),
)
def test_ticks_by_sets(
    cells: set[tuple[int, int]], laws: tuple[int, int, int], z: int, near: str
) -> None:
    """Cells, rectangle, number, and the edge: all of it after each tick."""
    evolution = Evolution(24, 28, *laws, z, near)
    ages = dict.fromkeys(cells, 1)
    for i, j in cells:
        evolution.place(i, j)
    for _ in range(10):
        step(evolution)
        ages = next_ages(ages, *laws, z, near)
        assert evolution.living == len(ages)
        if not ages:
            break
        rows, columns = [i for i, _ in ages], [j for _, j in ages]
        near_edge = min(rows) == 2 or max(rows) == 23 or min(columns) == 2 or max(columns) == 27
        assert evolution.narrow == near_edge
        if near_edge:
            break
        assert living(evolution) == set(ages)
        assert (evolution.top, evolution.bottom) == (min(rows), max(rows))
        assert (evolution.left, evolution.right) == (min(columns), max(columns))


def test_lifespan_to_its_limits() -> None:
    """A block is there for z ticks and gone in the next; with FOREVER it stays."""
    for z in (0, 1, 6, 251, 252):
        evolution = placed("tetromino O", 10, z)
        for _ in range(z):
            step(evolution)
            assert evolution.living == 4
        step(evolution)
        assert evolution.living == 0
    evolution = placed("tetromino O", 10, FOREVER)
    for _ in range(1000):
        step(evolution)
    assert evolution.living == 4


# What the book says of structures


def placed(name: str, size: int, z: int = FOREVER) -> Evolution:
    """A structure in the middle of a square field."""
    rows = STRUCTURES[name].split("/")
    evolution = Evolution(size, size, z=z)
    cells = structures.cells(
        STRUCTURES[name], (size - len(rows)) // 2 + 1, (size - len(rows[0])) // 2 + 1
    )
    for at in range(0, len(cells), 2):
        evolution.place(cells[at], cells[at + 1])
    return evolution


def generations(name: str, ticks: int, size: int = 40) -> list[Field]:
    """The living cells at times 0..ticks."""
    evolution = placed(name, size)
    fields = [living(evolution)]
    for _ in range(ticks):
        if evolution.living:
            step(evolution)
        assert not evolution.narrow, name
        fields.append(living(evolution))
        assert len(fields[-1]) == evolution.living
    return fields


def moved(field: Field, rows: int, columns: int) -> Field:
    return frozenset((i + rows, j + columns) for i, j in field)


def shape(field: Field) -> str:
    """Rows as in `structures`, wherever the cells are."""
    rows, columns = [i for i, _ in field], [j for _, j in field]
    return "/".join(
        "".join("0" if (i, j) in field else "." for j in range(min(columns), max(columns) + 1))
        for i in range(min(rows), max(rows) + 1)
    )


BEEHIVES = (".00./0..0/.00.", ".0./0.0/0.0/.0.")


def settled(fields: list[Field], period: int) -> int:
    """The first time from which on the structure repeats itself after `period` ticks."""
    for time in range(len(fields) - 1 - period, -1, -1):
        if fields[time] != fields[time + period]:
            return time + 1
    return 0


def is_polyomino(field: Field) -> bool:
    todo, seen = [next(iter(field))], set()
    while todo:
        i, j = todo.pop()
        if (i, j) in field and (i, j) not in seen:
            seen.add((i, j))
            todo += [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
    return seen == field


@pytest.mark.parametrize(("kind", "cells", "count"), [("tetromino", 4, 5), ("pentomino", 5, 12)])
def test_all_polyominoes_are_there(kind: str, cells: int, count: int) -> None:
    """Connected by moves of the rook, all different up to turning and turning over."""
    classes = set()
    for name, rows in STRUCTURES.items():
        if name.startswith(kind):
            field = frozenset(
                (i, j)
                for i, row in enumerate(rows.split("/"))
                for j, c in enumerate(row)
                if c == "0"
            )
            assert len(field) == cells and is_polyomino(field), name
            turned = []
            for _ in range(4):
                field = frozenset((j, -i) for i, j in field)
                turned += [shape(field), shape(frozenset((i, -j) for i, j in field))]
            classes.add(min(turned))
    assert len(classes) == count


def test_triple_has_period_2() -> None:
    fields = generations("blinker", 4)
    assert settled(fields, 2) == 0 and fields[0] != fields[1]
    assert (shape(fields[0]), shape(fields[1])) == ("0/0/0", "000")


@pytest.mark.parametrize(
    ("name", "time"), [("tetromino I", 2), ("tetromino S", 2), ("tetromino L", 3)]
)
def test_tetrominoes_become_a_beehive(name: str, time: int) -> None:
    fields = generations(name, 10)
    assert settled(fields, 1) == time
    assert shape(fields[time]) in BEEHIVES


def test_t_tetromino_becomes_four_blinkers() -> None:
    fields = generations("tetromino T", 20)
    assert settled(fields, 2) == 9 and settled(fields, 1) > 9
    assert shape(fields[9]) == "..000../......./0.....0/0.....0/0.....0/......./..000.."


def test_block_never_changes() -> None:
    assert settled(generations("tetromino O", 5), 1) == 0


@pytest.mark.parametrize(("name", "time"), [("N", 5), ("P", 4), ("U", 4), ("Y", 3), ("Z", 3)])
def test_five_pentominoes_die_but_one_alone_on_the_fifth_move(name: str, time: int) -> None:
    fields = generations("pentomino " + name, 6)
    assert [bool(field) for field in fields] == [k < time for k in range(7)]


@pytest.mark.parametrize(("name", "time"), [("V", 3), ("W", 2)])
def test_two_pentominoes_become_still_with_seven_cells(name: str, time: int) -> None:
    fields = generations("pentomino " + name, 10)
    assert settled(fields, 1) == time and len(fields[time]) == 7


@pytest.mark.parametrize(("name", "time"), [("I", 6), ("X", 6), ("L", 9), ("T", 10)])
def test_four_pentominoes_pulsate(name: str, time: int) -> None:
    fields = generations("pentomino " + name, 20)
    assert settled(fields, 2) == time and settled(fields, 1) > time
    assert len(fields[time]) == 12  # four blinkers


def test_r_pentomino_of_the_engine() -> None:
    """Until it comes to the edge of the largest field that the program allows."""
    evolution = Evolution(64, 128)
    ages = {}
    for i, j in [(30, 60), (30, 61), (31, 59), (31, 60), (32, 60)]:
        evolution.place(i, j)
        ages[i, j] = 1
    time = 0
    while True:
        step(evolution)
        time += 1
        ages = next_ages(ages, 2, 3, 3, FOREVER, "king")
        assert evolution.living == len(ages)
        if evolution.narrow:
            break
        assert living(evolution) == set(ages)
    assert time > 100


def test_glider_moves_one_field_down_and_right_in_four_ticks() -> None:
    fields = generations("glider", 40)
    for time in range(36):
        assert fields[time + 4] == moved(fields[time], 1, 1)
        assert all(
            fields[time + k] != moved(fields[time], *d)
            for k in (1, 2, 3)
            for d in [(0, 0), (0, 1), (1, 0), (1, 1)]
        )


@pytest.mark.parametrize(("name", "cells"), [("light", 9), ("middle", 11), ("heavy", 13)])
def test_heavier_ships_move_two_fields_in_four_ticks(name: str, cells: int) -> None:
    fields = generations(name + " spaceship", 24)
    assert len(fields[0]) == cells > len(generations("glider", 0)[0])
    assert all(fields[time + 4] == moved(fields[time], 0, 2) for time in range(20))


def test_eight_has_period_8() -> None:
    fields = generations("figure eight", 24)
    assert settled(fields, 8) == 0
    assert all(settled(fields, period) for period in (1, 2, 4))


def blocks(field: Field) -> set[tuple[int, int]]:
    """Upper left corners of the blocks of four cells with nothing around them."""
    return {
        (i, j)
        for i, j in field
        if {(x, y) for x in range(i - 1, i + 3) for y in range(j - 1, j + 3)} & field
        == {(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)}
    }


def test_sheaf_binder_binds_a_sheaf_every_four_ticks() -> None:
    """It moves up the strip, one field a tick; what it leaves has as many cells and stays."""
    fields = generations("harvester", 60, 50)
    for time in (4, 8, 12):
        assert len(fields[time]) == len(fields[0])
    sheaves = [blocks(field) for field in fields]
    assert [len(sheaves[time]) for time in (0, 4, 8, 12, 16, 60)] == [0, 0, 1, 2, 3, 3]
    assert all(sheaves[time] <= sheaves[60] for time in range(0, 60, 4))
    first, second, third = sorted(sheaves[60], reverse=True)
    assert (first[0] - second[0], second[1] - first[1]) == (4, 4)
    assert (second[0] - third[0], third[1] - second[1]) == (4, 4)


@pytest.mark.parametrize("name", STRUCTURES)
def test_structures_are_rectangles_of_cells(name: str) -> None:
    rows = STRUCTURES[name].split("/")
    assert {len(row) for row in rows} == {len(rows[0])}
    assert set(STRUCTURES[name]) <= set("0./")
    assert any(row[0] == "0" for row in rows) and any(row[-1] == "0" for row in rows)
    assert "0" in rows[0] and "0" in rows[-1]
    cells = structures.cells(STRUCTURES[name], 3, 3)
    assert len(cells) == 2 * STRUCTURES[name].count("0")
    assert (min(cells[::2]), min(cells[1::2])) == (3, 3)


# The program


@pytest.mark.parametrize(
    ("neighbours", "after"),
    [("king", "000/0.0/000"), ("rook", ".0./0.0/.0."), ("bishop", "0.0/.../0.0")],
)
def test_neighbours(neighbours: str, after: str) -> None:
    """One cell, born with 1, alive with none: its neighbours are born."""
    lines = paper(read_setup(cells="8:8", v1=1, v2=1, v3=1, r=1, neighbours=neighbours))
    assert lines == ["ЭВОЛЮЦИЯ", "", "0", "", "1  ТАКТ", *after.split("/")]


def test_start_rectangle_is_shown_as_given() -> None:
    wide = paper(read_setup(m1=3, m2=7, n1=3, n2=9, r=1))
    assert wide[:7] == ["ЭВОЛЮЦИЯ", "", ".......", "..0....", "...0...", ".000...", "......."]
    assert wide[7:] == paper(read_setup(r=1))[5:]


def test_cell_given_twice_is_there_once() -> None:
    assert paper(read_setup(cells="8:8,8:8,8:9")) == paper(read_setup(cells="8:8,8:9"))


def test_long_search_lets_others_work() -> None:
    """A tick of the largest field stops for it after each row."""
    session = Session(program.play(read_setup(m=64, n=128, cells="3:3,62:126", r=1)))
    events = []
    while (event := session.step()) is not None:
        events.append(event)
    assert events.count("1  ТАКТ") == 1
    assert sum(event is working for event in events[events.index("1  ТАКТ") :]) >= 62


def test_a_pulse_is_counted_from_the_first_figure_that_repeats() -> None:
    """Four cells become four blinkers at tick 9; each then pulses in two ticks."""
    cells = "9:19,9:20,9:21,10:20"
    session = Session(
        program.play(read_setup(m=20, n=40, z=9999, r=12, cells=cells, quiz="pulse"))
    )
    said: list[object] = []
    for answer in ("20", "2"):
        while isinstance(event := session.step(), str) or event is working:
            said.append(event)
        session.answer(answer)
    while (event := session.step()) is not None:
        said.append(event)
    verdicts = [line for line in said if isinstance(line, str) and "ВЕРНО" in line]
    assert verdicts == ["НЕВЕРНО", "ВЕРНО", "ВЕРНО"]  # the last one below the evolution


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"z": 252, "r": 9999},
        {"z": 253, "r": 253},
        {"cells": " 4 : 5 , 62:126", "m": 64, "n": 128, "m1": 3},
    ],
)
def test_setup_as_a_tape_writes_it(words: dict[str, object]) -> None:
    setup = read_setup(**words)
    assert read(program.FIELDS, split(join(program.FIELDS, setup)), program.check) == setup


def example(label: str) -> tuple[dict[str, object], str]:
    """An example of the setup, and the English name of its structure."""
    setup = read(program.FIELDS, split(presets("evolution")[label]), program.check)
    field = next(field for field in program.FIELDS if field.name == "cells")
    return setup, words.program("evolution", "en").STRUCTURES[field.named(setup["cells"])]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("FIG. 44", "blinker"), ("FIG. 46", "tetromino I"), ("FIG. 47", "tetromino L"),
        ("FIG. 48", "tetromino T"), ("FIG. 50", "pentomino F"), ("FIG. 57", "glider"),
        ("FIG. 58", "light spaceship"), ("FIG. 59", "figure eight"), ("FIG. 61", "harvester"),
    ],
)  # fmt: skip
def test_examples_have_the_structures_of_their_figures(label: str, name: str) -> None:
    assert example(label)[1].split("\n")[0] == name


@pytest.mark.parametrize("letter", "FILNPTUVWXYZ")
def test_examples_have_all_pentominoes(letter: str) -> None:
    setup, named = example(f"FIG. 49 {letter}")
    assert named == f"pentomino {letter}"
    paper = list(program.play(setup))
    end = {"N": 5, "P": 4, "U": 4, "Y": 3, "Z": 3}.get(letter)
    assert ("ЖИВЫХ ОСОБЕЙ НЕТ" in paper) == bool(end)
    assert f"{end or 12}  ТАКТ" in paper and f"{(end or 12) + 1}  ТАКТ" not in paper
