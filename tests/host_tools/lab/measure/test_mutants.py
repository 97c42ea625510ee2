# SPDX-License-Identifier: MIT
"""Mutation tests: mistakes are made as intended, and one that matters is noticed."""

import ast
from pathlib import Path
from typing import Any

import pytest

from host_tools import paths
from host_tools.lab.measure import mutants, mutants_lines


def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> list[str]:
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    path = tmp_path / "a.py"
    path.write_text(source, encoding="utf-8")
    return [mutant.applied(source) for mutant in mutants.mutants(path)]


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a == 'Ж' and c", ["a == 'Ж' or c", "a != 'Ж' and c"]),
        ("not a", [" a"]),
        ("x = 9", ["x = 10"]),
        ("'Ж' * 2", ["'Ж' * 3"]),
        ("a - b", ["a + b"]),
        ("'''A docstring of 3 lines.'''", []),
        ("x = True", []),
    ],
)
def test_changes(
    source: str, changed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lines(tmp_path, monkeypatch, source) == changed


@pytest.mark.heavy
def test_the_sample_is_always_the_same() -> None:
    chosen = mutants.sample(50, 1)
    assert chosen == mutants.sample(50, 1) != mutants.sample(50, 2)
    assert all(mutants.suites(mutant.file) for mutant in chosen)


SOURCE = '''X = 1
def f(x):
    """A docstring."""
    if x == 1:
        return [
            2,
        ]
    elif x == 3:
        x -= 1
    while (x and
           x > 1):
        x -= 1
    return x
'''


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        (1, {4, 6}),
        (3, {4, 8, 9, 11, 12, 13}),  # the condition of the loop takes two lines
        (0, {4, 8, 11, 13}),
    ],
)
def test_each_line_notes_that_it_runs(value: int, lines: set[int]) -> None:
    """Only lines in functions note it, and the functions themselves."""
    tree = mutants_lines.Probes("a.py", {1, 4, 6, 8, 9, 11, 12, 13}).visit(ast.parse(SOURCE))
    seen: set[str] = set()
    space: dict[str, Any] = {mutants_lines.NOTE: seen.add}
    exec(compile(tree, "a.py", "exec"), space)
    assert not seen
    plain: dict[str, Any] = {}
    exec(SOURCE, plain)
    assert space["f"](value) == plain["f"](value) and space["f"].__doc__ == "A docstring."
    assert seen == {"a.py", *(f"a.py:{line}" for line in lines)}


@pytest.mark.heavy
@pytest.mark.slow
def test_a_mistake_that_matters_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A year of another length: the test that executes the line is found, and fails."""
    file = "firmware/teletype/programs/dates/calendar.py"
    monkeypatch.setattr(mutants, "suites", lambda file: [["tests/programs/test_dates.py"]])
    path = paths.ROOT / file
    tree = mutants.copied(tmp_path / "tree")
    (mutant, *_) = (
        each for each in mutants.mutants(path) if "365 *" in each.told(path.read_text("utf-8"))
    )
    tests = mutants.looked_at([mutant], tree)
    assert tests.lines[f"{file}:{mutant.line}"]
    assert not mutants.survives(mutant, tree, tests)
    source = path.read_text("utf-8")
    assert (tree / file).read_text("utf-8") == source, "the copy is as it was"


def test_tests_beside_a_module() -> None:
    """A module outside all folders does not bring in all tests."""
    near, wide = mutants.suites("firmware/teletype/finder.py")
    assert near == ["tests/test_finder.py"]
    assert wide == ["tests/handheld", "tests/exhibit", "tests/drivers"]
    near, _ = mutants.suites("firmware/teletype/handheld/input/picker.py")
    assert near == ["tests/handheld/input/test_picker.py", "tests/handheld/input"]


def test_which_tests_are_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that execute the line, the module's own first.

    For a constant: all of the module's own tests, and those that execute its file.
    """
    monkeypatch.setattr(mutants, "suites", lambda file: [["tests/a.py"], ["tests/"]])
    monkeypatch.setattr(mutants, "SECONDS", 5)
    seconds = {
        "tests/a.py::x": 2.0,
        "tests/a.py::y": 1.0,
        "tests/b.py::z": 4.0,
        "tests/b.py::w": 9,
    }
    lines = {"f:3": ["tests/a.py::x", "tests/b.py::z", "tests/b.py::w"], "f": ["tests/b.py::z"]}
    tests = mutants.Tests(seconds, lines)
    mutant = mutants.Mutant("f", 3, 0, 1, "2")
    assert tests.of(mutant) == [["tests/a.py::x"], ["tests/b.py::z"]]
    constant = mutant._replace(line=1)
    assert tests.of(constant) == [["tests/a.py::y", "tests/a.py::x"], ["tests/b.py::z"]]
    other = mutant._replace(file="g")
    assert tests.of(other) == [["tests/a.py::y", "tests/a.py::x"], ["tests/b.py::z"]]
