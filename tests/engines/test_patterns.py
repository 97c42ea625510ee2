# SPDX-License-Identifier: MIT
"""Patterns and rules of collections: the formats, the laws, and what is refused."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.sessions.pattern import rle
from teletype.engines import patterns
from teletype.engines.plane import Plane

Cells = set[tuple[int, int]]

GLIDER: Cells = {(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)}


@pytest.mark.parametrize(
    "text",
    [
        "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!",
        "#N Glider\n#O Somebody\n#C a comment with ! and $\nx=3,y=3\nbo$2bo$\n3o!\nand more",
        "bo$2bo$3o!",
        "!Name: Glider\n!\n.O.\n..O\nOOO\n",
        ".O\r\n..O\r\nOOO\r\n",
        "#Life 1.06\n0 -1\n1 0\n-1 1\n0 1\n1 1\n",
        "#Life 1.05\n#D A glider\n#N\n#P -1 -1\n.*\n..*\n***\n",
        "#Life 1.05\n#P 0 0\n.*\n..*\n#P 0 2\n***\n",
        "\n\n#Life 1.06\n0 -1\n1 0\n-1 1\n0 1\n1 1\n",
        "#C saved today\n#Life 1.06\n0 -1\n1 0\n-1 1\n0 1\n1 1\n# the end\n",
        "0 -1\n1 0\n-1 1\n0 1\n1 1\n",
        "\n#Life 1.05\n#D A glider: $5!\n#N\n#P -1 -1\n.*\n..*\n***\n",
        "\n!Name: Glider\n!Cost: $5\n.O.\n..O\nOOO\n! found in 1969\n",
        "!Name: Glider\n! with $\nx = 3, y = 3, rule = Life\nbob$2bo$3o!\n\nfound in 1969\n",
        "; a comment\n// another: a=b\nX = 3, Y = 3, Rule = B3/S23\nbob$2bo$3o!",
        "#CXRLE Pos=-1,-1 Gen=0\n#P -1 -1\n#R -1 -1\nx = 3, y = 3\nbob$2bo$3o!",
        "#P 10 10\nbob$2bo$3o!",
        "bob$2bo$3o\n!",
        "bob$ 2 bo\t$3\no!",
        "X = the unknown\n#C x = y\nx\t=\t3, y = 3\nbob$2bo$3o!",
        "#r a really nice one\n#R 1 -2\nx = 3, y = 3\nbob$2bo$3o!",
        "+0 -1\n+1 +0\n-1 +1\n0 1\n1 1\n",
    ],
)
def test_one_glider_in_every_format(text: str) -> None:
    assert set(patterns.read(text)[0]) == GLIDER


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("B3/S23", "B3/S23"),
        ("b36/s23", "B36/S23"),
        ("S23/B36", "B36/S23"),
        ("23/3", "B3/S23"),
        ("B2/S", "B2/S"),
        ("B3S23", "B3/S23"),
        (" B3 / S 23 ", "B3/S23"),
        ('"23/36"', "B36/S23"),
        ("HighLife", "B36/S23"),
        ("Day & Night", "B3678/S34678"),
    ],
)
def test_rules(text: str, rule: str) -> None:
    assert patterns.rule(text) == rule


def test_a_rule_of_a_file() -> None:
    assert patterns.read("x = 1, y = 1, rule = B36/S23\no!")[1] == "B36/S23"
    assert patterns.read("X = 1, Y = 1, RULE = HighLife\no!")[1] == "B36/S23"
    assert patterns.read("!Name: one\n!Rule: B36/S23\nO\n")[1] == "B36/S23"
    assert patterns.read("#Life 1.05\n#R 23/36\n#P 0 0\n*")[1] == "B36/S23"
    assert patterns.read("#r 23/36\no!")[1] == "B36/S23"
    assert patterns.read("#R HighLife\nx = 1, y = 1\no!")[1] == "B36/S23"
    assert patterns.read("rule = B36/S23\nx = 1, y = 1\no!")[1] == "B36/S23"
    assert patterns.read("#Life 1.06\n#R 23/36\n0 -1\n1 0\n")[1] == "B36/S23"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 3, y = 3\nbob$2bo$3o", "the pattern ends before its !"),
        ("bob$2bx$3o!", "line 1: 'x' is not a run"),
        ("99999o!", "line 1: a run of more than 1000"),
        ("01010\n11011\n", "line 1: '1' is not a cell"),
        ("501o!", "501 cells; allowed: 500"),
        ("o$o" + "$1000o" * 3 + "!", "line 1: more than 500 cells"),
        ("o999$o!", ""),
        ("o1000$o!", "larger than 1000"),
        ("b!", "there is no living cell"),
        ("", "there is no living cell"),
        (".O.\n.X.", "line 2: 'X' is not a cell"),
        ("#Life 1.06\n0 0\n1", "line 3: expected a column and a row"),
        ("#Life 1.06\n0 1e9", "line 2: '1e9' is not a number"),
        ("#Life 1.05\n#P 0\n*", "line 2: expected #P"),
        ("x = 1, y = 1, rule = B2/S34H\no!", "does not count eight neighbours"),
        ("x = 1, y = 1, rule = 345/2/4\no!", "more than two states"),
        ("x = 1, y = 1, rule = B3/S23V\no!", "does not count eight neighbours"),
        ("x = 1, y = 1, rule = B03/S23\no!", "all of the empty plane would be born"),
        ("x = 1, y = 1, rule = WireWorld\no!", "is not a rule like B3/S23"),
        ("x = 1, y = 1, rule = B3/S23:T10,10\no!", "'B3/S23:T10,10' has a bounded grid"),
        ("x = 1, y = 1, rule = Life:K9*,9\no!", "has a bounded grid; only the plane is known"),
        ("#r 23/3:P5\no!", "has a bounded grid"),
        ("x = 1, y = 1\n0o!", "line 2: a run of 0"),
        ("3o00b2o!", "line 1: a run of 0"),
        ("x = 1, y = 1\n" + "9" * 5000 + "o!", "line 2: a run of more than 1000"),
        ("#MCell 4.20\n#GAME Life\n#L .A.", "a MCell file; save it as RLE"),
        ("[M2] (golly 4.2)\n#R B3/S23\n$..*$", "a macrocell file; save it as RLE"),
        ("x = 1, y = 1, rule = B9/S23\no!", "does not count eight neighbours"),
    ],
)
def test_what_is_refused_and_what_is_not(text: str, message: str) -> None:
    if message:
        with pytest.raises(patterns.PatternError) as error:
            patterns.read(text)
        assert message in str(error.value) and len(str(error.value)) < 100
    else:
        assert patterns.read(text)


@given(st.text(alphabet="bo$!123 x=,y\n#PRL.*O1.056ife", max_size=60))
def test_anything_is_read_or_refused(text: str) -> None:
    try:
        cells, _ = patterns.read(text)
    except patterns.PatternError as error:
        assert len(str(error)) < 120
    else:
        assert cells


@given(st.sets(st.tuples(st.integers(0, 40), st.integers(0, 90)), min_size=1, max_size=200))
def test_what_is_written_is_read(cells: Cells) -> None:
    text = rle(cells)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    assert set(patterns.read(text)[0]) == {(row - top, column - left) for row, column in cells}
    assert all(len(line) <= 70 for line in text.splitlines())


def ticked(cells: Cells, born: set[int], stays: set[int]) -> Cells:
    """A tick by counting: a second program, without masks or windows."""
    counts = Counter(
        (row + i, column + j)
        for row, column in cells
        for i in (-1, 0, 1)
        for j in (-1, 0, 1)
        if i or j
    )
    lonely = {cell: 0 for cell in cells if cell not in counts}
    return {
        cell
        for cell, count in {**lonely, **counts}.items()
        if count in (stays if cell in cells else born)
    }


@pytest.mark.slow
@given(
    st.sets(st.tuples(st.integers(10, 18), st.integers(10, 18)), min_size=3, max_size=40),
    st.sets(st.integers(1, 8)),
    st.sets(st.integers(0, 8)),
)
def test_any_rule_on_the_plane(cells: Cells, born: set[int], stays: set[int]) -> None:
    rule = patterns.rule(f"B{''.join(map(str, born))}/S{''.join(map(str, stays))}")
    plane = Plane(28, 28, rule=rule)
    for row, column in cells:
        plane.place(row, column)
    for _ in range(6):
        expected = ticked(cells, born, stays)
        for _ in plane.tick():
            pass
        if plane.narrow:
            return
        assert plane.living == len(expected)
        if not expected:
            return
        found = {
            (row, plane.left + at)
            for row in range(plane.top, plane.bottom + 1)
            for at, sign in enumerate(plane.row(row))
            if sign == "0"
        }
        assert found == expected
        cells = expected
