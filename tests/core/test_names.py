# SPDX-License-Identifier: MIT
"""Names as people type them: either case, and letters of the other script that look alike."""

import pytest

from teletype.core.request import Malformed, Numbers, folded
from teletype.core.setup import Choice, Integer, Integers, SetupError, read
from teletype.programs import catalogue


@pytest.mark.parametrize("line", ["T=2 L=1", "t=2 l=1", "\u0422=2 L=1", "\u0442=2 l=1"])
def test_names_of_an_answer(line: str) -> None:
    assert Numbers(("T", 1, 3), ("L", 0, 8)).parse(line) == (2, 1)


@pytest.mark.parametrize("name", ["m", "M", "\u041c", "\u043c"])
def test_names_of_a_setup(name: str) -> None:
    assert read((Integer("m", 1, 1, 9),), [(name, "6")])["m"] == 6


def test_words_of_a_setup() -> None:
    fields = (Integer("m", 1, 1, 9), Choice("style", None, ("printed", "hard")))
    assert read(fields, [("STYLE", "Hard")])["style"] == "hard"
    with pytest.raises(SetupError, match="m is given twice"):
        read(fields, [("m", "6"), ("M", "7")])


@pytest.mark.parametrize("name", list(catalogue.NAMES))
def test_they_differ_also_as_they_are_compared(name: str) -> None:
    program = catalogue.load(name)
    names = [folded(field.name) for field in program.FIELDS]
    assert len(set(names)) == len(names)
    for field in program.FIELDS:
        words = [folded(word) for word in getattr(field, "choices", ())]
        assert len(set(words)) == len(words)


def test_a_fixed_number_of_integers_is_said_as_one() -> None:
    assert Integers("d", (1, 2), 2, 2, 0, 99).allowed() == "2 integers 0..99, separated by commas"
    assert Integers("h", (1,), 1, 9, 0, 99).allowed().startswith("1..9 integers")


def test_a_control_character_has_its_column() -> None:
    with pytest.raises(Malformed, match="column 3: a control character"):
        Numbers(("T", 1, 3)).parse("T=\x1b[2J")
