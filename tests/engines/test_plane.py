# SPDX-License-Identifier: MIT
"""Life on a plane, against the plain engine and against what is known of the F pentomino."""

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teletype.engines.evolution import FOREVER, NEIGHBOURS, Evolution
from teletype.engines.plane import _END, MOST, SIZE, Plane

LAWS = st.one_of(
    st.just((2, 3, 3)), st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(1, 8))
)
LIFESPANS = st.sampled_from([FOREVER, FOREVER, 0, 1, 2, 6, 252])
PENTOMINO = [(24, 64), (24, 65), (25, 63), (25, 64), (26, 64)]


def intact(plane: Plane) -> bool:
    """Whether the cells stand in their order, on the plane, with their end behind them."""
    cells = list(plane._cells[: plane.living + 1])
    places = [cell >> 8 for cell in cells]
    return (
        len(cells) <= MOST + 1
        and cells[-1] == _END
        and places == sorted(set(places))
        and all(1 <= cell >> 18 <= SIZE and 1 <= cell >> 8 & 1023 <= SIZE for cell in cells[:-1])
    )


@pytest.mark.slow
@settings(max_examples=300)
@given(st.data(), st.integers(12, 50), st.integers(12, 50), LAWS, LIFESPANS)
def test_like_the_plain_engine(
    data: st.DataObject, m: int, n: int, laws: tuple[int, int, int], z: int
) -> None:
    """Cells, ages, number and rectangle after each tick, until the plain engine stops."""
    near = data.draw(st.sampled_from(list(NEIGHBOURS)))
    wide, plain = Plane(m, n, *laws, z, near), Evolution(m, n, *laws, z, near)
    places = st.tuples(st.integers(3, m - 2), st.integers(3, n - 2))
    for i, j in data.draw(st.lists(places, min_size=1, max_size=60)):
        wide.place(i, j)
        plain.place(i, j)
    for _ in range(20):
        assert intact(wide) and wide.living == plain.living
        around = (plain.top, plain.bottom, plain.left, plain.right)
        assert (wide.top, wide.bottom, wide.left, wide.right) == around
        down, right = (SIZE - m) // 2, (SIZE - n) // 2
        found = {
            ((cell >> 18) - down, (cell >> 8 & 1023) - right): cell & 255
            for cell in wide._cells[: wide.living]
        }
        seen = {(at // n + 1, at % n + 1): age for at, age in enumerate(plain.grid) if age}
        assert found == seen
        for i in range(plain.top, plain.bottom + 1):
            assert wide.row(i) == plain.row(i)
        for _ in plain.tick():
            pass
        wide.tick()
        if plain.narrow or not plain.living:
            assert bool(wide.living) == bool(plain.living)
            break


@pytest.mark.slow
def test_the_whole_story_of_the_f_pentomino() -> None:
    """144 cells at tick 460, where the book leaves it; settled at 1103, until gliders leave."""
    plane = Plane(50, 128)
    for i, j in PENTOMINO:
        plane.place(i, j)
    counts = [plane.living]
    while not plane.narrow:
        plane.tick()
        counts.append(plane.living)
    assert counts[460] == 144 and max(counts) == 319
    assert counts[1102] != 116 and set(counts[1103:]) == {116}
    assert len(counts) - 2 == 2036 and intact(plane)
    before = list(plane._cells)
    plane.tick()
    assert plane.narrow and list(plane._cells) == before


def test_more_cells_than_there_is_room_for() -> None:
    plane = Plane(64, 128, 8, 8, 1, FOREVER, "king")
    plane.place(32, 64)
    while not plane.narrow:
        assert intact(plane)
        before, count = list(plane._cells), plane.living
        plane.tick()
    assert count <= MOST and list(plane._cells) == before and plane.living == count


def test_all_die() -> None:
    plane = Plane(20, 20)
    plane.place(10, 10)
    plane.tick()
    assert (plane.living, plane.top, plane.bottom, plane.left, plane.right) == (0, 21, 0, 21, 0)
    plane.tick()
    assert not plane.living and not plane.narrow


def test_birth_out_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="v3"):
        Plane(20, 20, 2, 3, 0)


@pytest.mark.parametrize("size", [1, 2, 3, 8])
def test_what_is_seen_is_drawn_and_summed_up(size: int) -> None:
    """Of a window of 24 by 16 pixels: each cell that is whole in it, and the sums of places."""
    plane = Plane(40, 40)
    cells = [(3, 3), (4, 7), (5, 5), (9, 20), (18, 26), (19, 3), (20, 40)]
    for i, j in cells:
        plane.place(i, j)
    frame = bytearray(24 * 16 // 8)
    place = array("i", [3, 3, 0, 0, 0])
    plane.draw(place, frame, 24, 16, size)
    thick = size - (size > 2)
    seen = [
        (i, j) for i, j in cells if (i - 3) * size + thick <= 16 and (j - 3) * size + thick <= 24
    ]
    wanted = {
        ((j - 3) * size + right, (i - 3) * size + down)
        for i, j in seen
        for right in range(thick)
        for down in range(thick)
    }
    lit = {(x, y) for x in range(24) for y in range(16) if frame[y // 8 * 24 + x] >> y % 8 & 1}
    assert lit == wanted
    assert place[2] == len(seen)
    assert place[3] == sum(i for i, _ in seen) and place[4] == sum(j for _, j in seen)
