# SPDX-License-Identifier: MIT
"""Patterns from collections, on the command line."""

from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.sessions import pattern
from teletype import words
from teletype.engines.structures import STRUCTURES

GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"


@pytest.fixture
def glider(tmp_path: Path) -> str:
    path = tmp_path / "glider.rle"
    path.write_text(GLIDER)
    return str(path)


def test_a_pattern_becomes_a_line_and_comes_back(
    glider: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pattern", glider]) == 0
    line = capsys.readouterr().out.strip()
    assert line.startswith("evolution m=50 n=128 ") and "space=plane" in line
    assert main(["pattern", line.partition(" ")[2], "--rle", "--ticks", "4"]) == 0
    assert capsys.readouterr().out == GLIDER, "a glider is the same after four ticks"


@pytest.mark.parametrize(
    "words",
    [
        ["--pattern", "{glider}", "r=1", "z=9999"],
        ["cells=@{glider}", "r=1"],
        ["cells=bo$2bo$3o!", "r=1"],
        ["cells=GLIDER", "r=1"],
    ],
)
def test_ways_to_begin(words: list[str], glider: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "evolution", *[word.format(glider=glider) for word in words]]) == 0
    paper = capsys.readouterr().out.splitlines()
    assert paper[2:5] == [".0.", "..0", "000"] and paper[7:10] == ["0.0", ".00", ".0."]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["evolution", "--pattern", "{glider}", "m=20"],
            "--pattern sets m=, n= and cells=; leave them out",
        ),
        (["nim", "--pattern", "{glider}"], "--pattern needs evolution"),
        (["evolution", "--pattern", "/nowhere.rle"], "/nowhere.rle: No such file"),
        (["evolution", "rule=B36/S23"], "rule=B36/S23: only with space=plane"),
        (["evolution", "space=plane", "rule=B3/S23H"], "does not count eight neighbours"),
        (["evolution", "cells=bo$2bx!"], "line 1: 'x' is not a run"),
        (["evolution", "cells=@"], "cells=@: the file is missing; write cells=@FILE"),
        (["evolution", "cells=200o!"], "1 rows and 200 columns is too large"),
        (["evolution", "cells=pentomino Q"], "'pentomino Q' is not row:column"),
    ],
)
def test_wrong_usage(
    words: list[str], message: str, glider: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *[word.format(glider=glider) for word in words]]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("пентамино F", "pentomino F"),
        ("ПЕНТАМИНО  Т", "pentomino T"),  # the letter in either alphabet
        ("ペントミノF", "pentomino F"),
        ("ペントミノ Ｗ", "pentomino W"),
        ("пентаміно X", "pentomino X"),
        ("снопов'язалка", "harvester"),
        ("тяжелый корабль", "heavy spaceship"),
        ("light ship", "light spaceship"),
    ],
)
def test_a_structure_by_its_name(name: str, same: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for word in (name, same):
        assert main(["run", "evolution", f"cells={word}", "r=2", "m=30", "n=30"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] and len(printed[0]) > 30
    assert main(["pattern", f'cells="{name}" m=30 n=30', "--rle"]) == 0
    assert "rule = B3/S23" in capsys.readouterr().out


def test_names_are_of_one_structure() -> None:
    known = pattern.structures()
    for language in words.LANGUAGES:
        for forms, (name, _) in zip(
            words.program("evolution", language).STRUCTURES, STRUCTURES, strict=True
        ):
            assert {known[pattern.plain(form)] for form in forms.split("\n")} == {name}


def test_a_name_that_nobody_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "evolution", "cells=пентамино Q"]) == 2
    assert "'пентамино Q' is not row:column" in capsys.readouterr().err
