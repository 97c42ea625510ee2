# SPDX-License-Identifier: MIT
"""Mutation: small mistakes are made as they are meant, and one that matters is noticed."""

from pathlib import Path

import pytest

from host_tools import paths
from host_tools.measure import mutants


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


def test_the_sample_is_always_the_same() -> None:
    chosen = mutants.sample(50, 1)
    assert chosen == mutants.sample(50, 1) != mutants.sample(50, 2)
    assert all(mutants.suites(mutant.file) for mutant in chosen)


@pytest.mark.heavy
@pytest.mark.slow
def test_a_mistake_that_matters_is_noticed(tmp_path: Path) -> None:
    """In Nim the machine takes one stone more than it should."""
    file = "firmware/teletype/engines/dates.py"
    path = paths.ROOT / file
    tree = mutants.copied(tmp_path / "tree")
    places = [
        each for each in mutants.mutants(path) if "365" in each.told(path.read_text("utf-8"))
    ]
    assert places and not mutants.survives(places[0], tree)
    source = path.read_text("utf-8")
    assert (tree / file).read_text("utf-8") == source, "the copy is as it was"
