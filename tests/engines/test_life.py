# SPDX-License-Identifier: MIT
"""Life in words of 32 cells, against the plain engine, against sets, and on three machines."""

import ast
import hashlib
import os
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools import paths
from host_tools.build import bytecode
from host_tools.emulator.pico import Pico, make_filesystem
from teletype.engines import life, structures
from teletype.engines.evolution import FOREVER, NEIGHBOURS, Evolution
from teletype.engines.life import Life

Cell = tuple[int, int]
Ages = dict[Cell, int]
SOURCE = paths.FIRMWARE / "teletype/engines/life.py"

CONWAY = (2, 3, 3)
LAWS = st.one_of(
    st.just(CONWAY),
    st.sampled_from([(3, 2, 3), (3, 3, 3), (2, 2, 3), (2, 3, 2)]),
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 3)),
    st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(0, 8)),
)
LIFESPANS = st.sampled_from([FOREVER, FOREVER, 0, 1, 2, 3, 6, 7, 8, 100, 252])


def ages(field: Life) -> Ages:
    """All cells with their ages, looked up one by one."""
    found = {}
    for i in range(1, field.m + 1):
        for j in range(1, field.n + 1):
            if age := field.age(i, j):
                found[i, j] = age
    return found


def around(cells: Ages, m: int, n: int) -> tuple[int, int, int, int]:
    rows, columns = [i for i, _ in cells], [j for _, j in cells]
    return (
        min(rows, default=m + 1),
        max(rows, default=0),
        min(columns, default=n + 1),
        max(columns, default=0),
    )


# Against the plain engine


def soup(draw: Callable[[st.SearchStrategy[Any]], Any], rows: range, columns: range) -> list[Cell]:
    """Cells in a part of the field, few or many of them."""
    top, bottom = sorted(draw(st.tuples(st.sampled_from(rows), st.sampled_from(rows))))
    left, right = sorted(draw(st.tuples(st.sampled_from(columns), st.sampled_from(columns))))
    part = [(i, j) for i in range(top, bottom + 1) for j in range(left, right + 1)]
    share = draw(st.integers(1, 9))
    random = draw(st.randoms(use_true_random=False))
    return [cell for cell in part if random.randrange(10) < share] or part[:1]


@pytest.mark.slow
@settings(max_examples=300)
@given(st.data(), st.integers(5, 64), st.integers(5, 128), LAWS, LIFESPANS)
def test_like_the_plain_engine(
    data: st.DataObject, m: int, n: int, laws: tuple[int, int, int], z: int
) -> None:
    """Ages, number, rectangle and edge after each tick, until the plain engine stops."""
    near = data.draw(st.sampled_from(list(NEIGHBOURS)))
    fast, plain = Life(m, n, *laws, z, near), Evolution(m, n, *laws, z, near)
    for i, j in soup(data.draw, range(3, m - 1), range(3, n - 1)):
        fast.place(i, j)
        plain.place(i, j)
    if data.draw(st.booleans()):
        plain.top, plain.bottom, plain.left, plain.right = 3, m - 2, 3, n - 2
        fast.extend(3, m - 2, 3, n - 2)
    for time in range(1, 13):
        for _ in plain.tick():
            pass
        fast.tick()
        assert fast.generation == time
        assert fast.intact()
        assert fast.living() == plain.living
        assert fast.narrow() == plain.narrow
        if plain.narrow or not plain.living:
            break
        assert fast.rectangle() == (plain.top, plain.bottom, plain.left, plain.right)
        assert ages(fast) == {
            (at // n + 1, at % n + 1): age for at, age in enumerate(plain.grid) if age
        }


# Against cells in a dictionary, to the very edge


def next_ages(field: Life, cells: Ages, laws: tuple[int, int, int], z: int, near: str) -> Ages:
    """The next generation, cell by cell; those beyond the edge are dead."""
    if not cells:
        return {}
    v1, v2, v3 = laws
    counts = Counter((i + di, j + dj) for i, j in cells for di, dj in NEIGHBOURS[near])
    top, bottom, left, right = around(cells, field.m, field.n)
    after = {}
    for i in range(max(1, top - 1), min(field.m, bottom + 1) + 1):
        for j in range(max(1, left - 1), min(field.n, right + 1) + 1):
            age, count = cells.get((i, j), 0), counts[i, j]
            if age and count in (v1, v2) and (z == FOREVER or age <= z):
                after[i, j] = age + (z != FOREVER)
            elif not age and count == v3:
                after[i, j] = 1
    return after


SIZES = [(1, 1), (1, 128), (64, 1), (2, 2), (3, 5), (31, 9), (32, 9), (33, 9), (63, 20), (64, 128)]


@pytest.mark.slow
@pytest.mark.parametrize(("m", "n"), SIZES)
@settings(max_examples=25)
@given(st.data(), LAWS, LIFESPANS, st.sampled_from(list(NEIGHBOURS)))
def test_to_the_edge(
    m: int, n: int, data: st.DataObject, laws: tuple[int, int, int], z: int, near: str
) -> None:
    field = Life(m, n, *laws, z, near)
    cells = dict.fromkeys(soup(data.draw, range(1, m + 1), range(1, n + 1)), 1)
    for i, j in cells:
        field.place(i, j)
    for _ in range(6):
        assert ages(field) == cells
        assert list(field.cells()) == sorted(cells)
        assert field.living() == len(cells)
        assert field.rectangle() == around(cells, m, n)
        assert field.intact()
        field.tick()
        cells = next_ages(field, cells, laws, z, near)


def test_a_cell_near_the_edge_stops_the_program() -> None:
    """On the two outermost rows and columns of each side, and nowhere else."""
    m, n = 7, 9
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            field = Life(m, n)
            field.place(i, j)
            assert field.narrow() == (min(i, j) <= 2 or i >= m - 1 or j >= n - 1), (i, j)


def test_full_field() -> None:
    """All the words' bits at once; only the corners have three neighbours."""
    field = Life()
    for i in range(1, 65):
        for j in range(1, 129):
            field.place(i, j)
    assert field.living() == 64 * 128
    assert field.intact()
    field.tick()
    assert list(field.cells()) == [(1, 1), (1, 128), (64, 1), (64, 128)]
    field.tick()
    assert list(field.cells()) == []
    assert field.rectangle() == (65, 0, 129, 0)
    assert not field.narrow()
    field.tick()
    assert (field.generation, field.living(), field.intact()) == (3, 0, True)


@pytest.mark.parametrize("near", NEIGHBOURS)
@pytest.mark.parametrize("v1", range(9))
def test_every_count(near: str, v1: int) -> None:
    """In the middle of each set of neighbours a cell lives on, or is born."""
    offsets = NEIGHBOURS[near]
    v2, v3 = (v1 + 5) % 9, (v1 + 7) % 9
    field = Life(5, 5, v1, v2, v3, FOREVER, near)
    for chosen in range(1, 1 << len(offsets)):
        for centre in (False, True):
            field.clear()
            for bit, (di, dj) in enumerate(offsets):
                if chosen >> bit & 1:
                    field.place(3 + di, 3 + dj)
            if centre:
                field.place(3, 3)
            field.tick()
            expected = (v1, v2) if centre else (v3,)
            assert field.age(3, 3) == (chosen.bit_count() in expected)


@pytest.mark.parametrize("z", [0, 1, 2, 3, 4, 7, 8, 251, 252, FOREVER])
def test_lifespan(z: int) -> None:
    """A block is there for z ticks, also when it was placed at another time than 0."""
    field = Life(8, 8, z=z)
    field.place(1, 1)
    for _ in range(5):
        field.tick()
    for i, j in [(3, 3), (3, 4), (4, 3), (4, 4)]:
        field.place(i, j)
    for time in range(min(z, 300) + 1):
        assert field.age(3, 3) == (1 if z == FOREVER else time + 1)
        assert field.living() == 4
        field.tick()
    assert field.living() == (4 if z == FOREVER else 0)


def test_place_twice_and_clear() -> None:
    """A cell that is there already keeps its age; a cleared field is like a new one."""
    field = Life(9, 9, z=3)
    block = [(4, 4), (4, 5), (5, 4), (5, 5)]
    for cell in block:
        field.place(*cell)
    field.tick()
    for cell in block:
        field.place(*cell)
    assert set(ages(field).values()) == {2}
    field.clear()
    assert (field.generation, list(field.cells()), field.rectangle()) == (0, [], (10, 0, 10, 0))
    assert field.intact()
    for cell in block:
        field.place(*cell)
    assert set(ages(field).values()) == {1}


# Known structures


def placed(name: str, i: int, j: int, **options: int) -> Life:
    field = Life(**options)
    cells = structures.cells(dict(structures.STRUCTURES)[name], i, j)
    for at in range(0, len(cells), 2):
        field.place(cells[at], cells[at + 1])
    return field


@pytest.mark.slow
def test_r_pentomino() -> None:
    """As on an unbounded plane until it comes to the edge, then as in a box."""
    field = placed("pentomino F", 31, 60)
    cells = ages(field)
    came_near = 0
    for _ in range(400):
        field.tick()
        came_near += field.narrow()
        cells = next_ages(field, cells, CONWAY, FOREVER, "king")
        assert list(field.cells()) == sorted(cells)
    assert 0 < came_near < 300
    assert field.intact()


def test_glider_becomes_a_block_in_the_corner() -> None:
    field = placed("glider", 3, 3)
    start = list(field.cells())
    for k in range(1, 40):
        for _ in range(4):
            field.tick()
        assert list(field.cells()) == [(i + k, j + k) for i, j in start]
    for _ in range(120):
        field.tick()
    assert field.living() == 4
    top, bottom, left, right = field.rectangle()
    assert (bottom, bottom - top, right - left) == (64, 1, 1)


GUN = (
    "........................0",
    "......................0.0",
    "............00......00............00",
    "...........0...0....00............00",
    "00........0.....0...00",
    "00........0...0.00....0.0",
    "..........0.....0.......0",
    "...........0...0",
    "............00",
)


def test_glider_gun() -> None:
    """Gosper's gun of 36 cells sends off a glider of 5 every 30 ticks."""
    field = Life()
    for i, row in enumerate(GUN):
        for j, mark in enumerate(row):
            if mark == "0":
                field.place(3 + i, 3 + j)
    gun = list(field.cells())
    assert len(gun) == 36
    for gliders in range(1, 6):
        for _ in range(30):
            field.tick()
        assert field.living() == 36 + 5 * gliders
        assert set(gun) <= set(field.cells())


# The frame of a panel


def patterned(m: int, n: int) -> Life:
    field = Life(m, n)
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            if (i * i + 3 * j * i + j) % 7 < 3:
                field.place(i, j)
    return field


@pytest.mark.parametrize(("m", "n"), [(64, 128), (15, 15), (64, 1), (9, 40)])
def test_to_frame(m: int, n: int) -> None:
    """Bytes of eight rows, bit 0 at the top; what changed is said, the rest is left alone."""
    field = patterned(m, n)
    for _ in range(3):
        for page in range((m + 7) // 8):
            expected = bytearray(b"\xa5" * (n + 20))
            for j in range(n):
                expected[11 + j] = sum(
                    1 << row
                    for row in range(min(8, m - 8 * page))
                    if field.age(8 * page + row + 1, j + 1)
                )
            frame = bytearray(b"\xa5" * (n + 20))
            assert field.to_frame(frame, 11, page) == (0 << 8 | n - 1)  # no byte is A5h
            assert frame == expected
            assert field.to_frame(frame, 11, page) == -1
            row = bytearray(n)
            field.to_frame(row, 0, page)
            assert row == expected[11 : 11 + n]
            at = (5 * page + 3) % n
            frame[11 + at] ^= 0x10
            frame[11 + at // 2] ^= 0x81
            assert field.to_frame(frame, 11, page) == (at // 2 << 8 | at)
            assert frame == expected
        field.tick()


@pytest.mark.parametrize(
    ("size", "offset", "page"), [(128, 0, 8), (128, 0, -1), (128, 1, 0), (127, 0, 0), (200, -1, 0)]
)
def test_to_frame_refuses_what_does_not_fit(size: int, offset: int, page: int) -> None:
    frame = bytearray(size)
    with pytest.raises(ValueError, match="no such page: "):
        Life().to_frame(frame, offset, page)
    assert frame == bytearray(size)


@pytest.mark.parametrize(
    "arguments",
    [
        {"m": 0},
        {"m": 65},
        {"n": 0},
        {"n": 129},
        {"v1": -1},
        {"v2": 9},
        {"v3": 9},
        {"v3": -1},
        {"z": -1},
        {"z": FOREVER + 1},
        {"neighbours": "queen"},
    ],
)
def test_refused_fields(arguments: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"field|v1, v2, v3|neighbours"):
        Life(**arguments)


def test_refused_cells() -> None:
    field = Life(20, 30)
    for i, j in [(0, 1), (21, 1), (1, 0), (1, 31), (-1, -1)]:
        with pytest.raises(ValueError, match="no such cells"):
            field.place(i, j)
    with pytest.raises(ValueError, match="no such cells"):
        field.extend(5, 4, 1, 1)
    assert list(field.cells()) == [] and field.intact()


# Memory


def test_nothing_is_written_beside_the_buffers() -> None:
    """`intact` sees each single bit that is changed where no bit may be."""
    field = placed("pentomino F", 20, 20, m=40, n=50, z=6)
    for _ in range(9):
        field.tick()
    assert field.intact()
    size = 2 * 50 + 8
    for buffer in (field._field, field._other, field._stamps):
        for at in range(len(buffer)):
            column = at % size // 2 - 1
            guard = column in (-1, 52)
            for bit in range(32):
                beyond = not 1 <= column <= 50 or 2 * bit + at % 2 >= 40
                if buffer is field._other or guard or (buffer is field._field and beyond):
                    buffer[at] ^= 1 << bit
                    assert not field.intact(), (at, bit)
                    buffer[at] ^= 1 << bit
    assert field.intact()


def test_buffers_stay_the_same() -> None:
    field = placed("pentomino F", 20, 20, z=6)
    before = {id(field._field), id(field._other)}, id(field._stamps), id(field._laws)
    for _ in range(7):
        field.tick()
    assert before == ({id(field._field), id(field._other)}, id(field._stamps), id(field._laws))


def test_constants_of_viper_are_small() -> None:
    """A constant of 2 ** 30 or more would be an object to the compiler, and its address used."""
    functions = [
        node
        for node in ast.parse(SOURCE.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    ]
    assert len(functions) == 6
    for function in functions:
        for node in ast.walk(function):
            if isinstance(node, ast.Constant) and isinstance(node.value, int):
                assert node.value < 1 << 30, (function.name, node.value)


# The same on other machines

SCRIPT = """
import gc
from hashlib import sha256
from teletype.engines.life import Life


def run(m, n, v1, v2, v3, z, near, soup, ticks):
    life = Life(m, n, v1, v2, v3, z, near)
    x = 1
    for _ in range(soup):
        x = (75 * x + 74) % 65537
        i = x % (m - 2)
        x = (75 * x + 74) % 65537
        j = x % (n - 2)
        for k in (1, 2, 10, 11, 21):
            life.place(1 + i + k // 10, 1 + j + k % 10)
    frame = bytearray(m // 8 * n)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(ticks):
        life.tick()
    allocated = gc.mem_alloc() - before
    gc.enable()
    for page in range(m // 8):
        life.to_frame(frame, page * n, page)
    digest = "".join(["%02x" % byte for byte in sha256(frame).digest()[:8]])
    print(life.living(), life.rectangle(), digest, allocated, life.intact())
    cells = life.cells()
    print([life.age(*next(cells)) for _ in range(20)])


for arguments in {runs}:
    run(*arguments)
"""

RUNS = [
    (64, 128, 2, 3, 3, FOREVER, "king", 12, 9),
    (64, 128, 2, 3, 2, 252, "king", 4, 12),
    (64, 30, 3, 2, 3, FOREVER, "king", 20, 40),
    (64, 30, 3, 2, 3, 6, "king", 12, 8),
    (64, 40, 2, 3, 1, 3, "rook", 5, 12),
    (64, 40, 3, 1, 1, 7, "bishop", 6, 12),
    (48, 33, 2, 3, 2, 0, "king", 3, 5),
    (40, 60, 2, 3, 0, 1, "king", 3, 3),
    (32, 31, 8, 0, 1, FOREVER, "king", 2, 3),
]
"""Arguments of `Life`, how many pentominoes, how many ticks."""


@pytest.fixture(scope="module")
def expected() -> str:
    """What the script prints, but computed cell by cell."""
    lines = []
    for m, n, v1, v2, v3, z, near, soup, ticks in RUNS:
        field = Life(m, n)  # for its size only
        cells: Ages = {}
        x = 1
        for _ in range(soup):
            x = (75 * x + 74) % 65537
            i = x % (m - 2)
            x = (75 * x + 74) % 65537
            j = x % (n - 2)
            for k in (1, 2, 10, 11, 21):
                cells[1 + i + k // 10, 1 + j + k % 10] = 1
        for _ in range(ticks):
            cells = next_ages(field, cells, (v1, v2, v3), z, near)
        frame = bytearray(m // 8 * n)
        for i, j in cells:
            frame[(i - 1) // 8 * n + j - 1] |= 1 << (i - 1) % 8
        digest = hashlib.sha256(frame).hexdigest()[:16]
        lines.append(f"{len(cells)} {around(cells, m, n)} {digest} 0 True")
        lines.append(str([cells[cell] for cell in sorted(cells)[:20]]))
    return "\n".join(lines) + "\n"


@pytest.mark.slow
def test_script_is_not_trivial(expected: str) -> None:
    lines = expected.splitlines()
    assert len(set(lines[::2])) == len(RUNS)
    assert all(int(line.split()[0]) > 20 for line in lines[::2])
    assert max(len(set(ast.literal_eval(line))) for line in lines[1::2]) >= 5
    assert sum("(1, " in line for line in lines[::2]) >= 3


def test_on_the_unix_port(unix: Path, expected: str) -> None:
    """MicroPython's compiler for 64-bit machines."""
    done = subprocess.run(
        [unix, "-X", "heapsize=64k", "-c", SCRIPT.replace("{runs}", repr(RUNS))],
        env={**os.environ, "MICROPYPATH": str(bytecode.tree("x64"))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (expected, "")


@pytest.fixture(params=["mpy-cross", "frozen"])
def board(request: pytest.FixtureRequest, firmware_uf2: Path, stock_uf2: Path) -> Iterator[Pico]:
    """A Pico with the engine from the compiler that `flash` uses, or as the image has it."""
    if request.param == "frozen":
        pico = Pico(firmware_uf2)
    else:
        files = {
            f"teletype/{name}.mpy": bytecode.compiled(
                paths.FIRMWARE / f"teletype/{name}.py", f"{name}.py", "armv6m"
            )
            for name in ("__init__", "engines/__init__", "engines/evolution", "engines/life")
        }
        pico = Pico(stock_uf2, filesystem=make_filesystem(files))
    with pico:
        pico.boot()
        yield pico


def test_on_the_pico(board: Pico, expected: str) -> None:
    printed = board.execute(SCRIPT.replace("{runs}", repr(RUNS)), timeout_ms=20_000)
    assert printed == expected


@pytest.mark.parametrize("architecture", bytecode.ARCHITECTURES)
def test_compiles_for_every_board(architecture: str) -> None:
    assert b"life" in bytecode.compiled(SOURCE, "life.py", architecture)


def test_which_laws_are_conways(monkeypatch: pytest.MonkeyPatch) -> None:
    """These two are computed by the faster function, and no others."""
    used = []

    def conway(*arguments: object) -> int:
        used.append(arguments)
        return 2 << 8 | 1  # no cells

    monkeypatch.setattr(life, "_conway", conway)
    for v1 in range(9):
        for v2 in range(9):
            for v3 in range(9):
                for z, near in ((FOREVER, "king"), (FOREVER, "rook"), (252, "king")):
                    field = Life(3, 3, v1, v2, v3, z, near)
                    field.place(2, 2)
                    field.tick()
                    conways = (v1, v2) in ((2, 3), (3, 2)) and (v3, z, near) == (3, 253, "king")
                    assert len(used) == conways
                    used.clear()
