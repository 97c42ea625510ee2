# SPDX-License-Identifier: MIT
"""Setups that programs refuse: the message names the value, and says what is allowed.

`refused_setups.txt` has them, each above its message.
"""

from pathlib import Path

import pytest

from teletype.core.setup import SetupError
from teletype.programs import catalogue

LINES = [
    line
    for line in Path(__file__).with_name("refused_setups.txt").read_text("utf-8").split("\n")[1:]
    if line
]

LONG = (
    ("calculation-cobol", "stock=" + ",".join(["1"] * 213), "ask, or 1..212 integers -999..999"),
    ("calculation-fortran", "stock=" + ",".join(["14"] * 52), "52 integers 1..13"),
    ("cards", "cards=" + ",".join(["0" * 12] * 100), "2..99 cards of k digits 0 or 1"),
    ("evolution", "cells=" + ",".join(["5:5"] * 501), "1..500 cells row:column"),
)
"""Too many values, and how many are allowed."""


@pytest.mark.parametrize(("line", "message"), list(zip(LINES[::2], LINES[1::2], strict=True)))
def test_it_is_refused(line: str, message: str) -> None:
    assert message.startswith("  "), "each setup stands above its message"
    name, _, setup = line.partition(" ")
    with pytest.raises(SetupError) as error:
        catalogue.prepare(name, setup)
    assert str(error.value) == message.strip()


@pytest.mark.parametrize(("name", "setup", "allowed"), LONG)
def test_too_many_values(name: str, setup: str, allowed: str) -> None:
    with pytest.raises(SetupError) as error:
        catalogue.prepare(name, setup)
    told = str(error.value)
    assert told.endswith(f"; allowed: {allowed}, separated by commas") and len(told) < 200
