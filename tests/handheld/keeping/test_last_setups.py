# SPDX-License-Identifier: MIT
"""What each program was started with last: remembered, bounded, and nothing if it is damaged."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.core.setup import Choice, Integer

FIELDS = (Integer("n", 15, 2, 99), Integer("m", 6, 1, 98), Choice("style", None, ("a b", "hard")))
DEFAULTS = {"n": 15, "m": 6, "style": None}


@pytest.fixture
def store(tmp_path: Path) -> Any:
    Simulator()  # fills in what this Python lacks
    return importlib.import_module("teletype.handheld.keeping.store").Store(f"{tmp_path}/")


@pytest.fixture
def setups() -> Any:
    Simulator()
    return importlib.import_module("teletype.handheld.keeping.last_setups")


def keep(
    setups: Any, store: Any, name: str = "race", first: object = None, **values: object
) -> None:
    setups.keep(store, name, FIELDS, {**DEFAULTS, **values}, DEFAULTS, first or DEFAULTS)


def test_only_what_is_not_the_default_is_written(setups: Any, store: Any, tmp_path: Path) -> None:
    keep(setups, store, n=20)
    assert (tmp_path / "setups.txt").read_text() == "race n=20\n"
    keep(setups, store, m=3, style="a b")
    assert (tmp_path / "setups.txt").read_text() == 'race m=3 style="a b"\n'
    assert setups.recall(store, "race") == 'm=3 style="a b"'
    assert setups.recall(store, "rac") == setups.recall(store, "nim") == ""


def test_a_value_left_out_instead_of_its_default_is_written_with_all_others(
    setups: Any, store: Any
) -> None:
    """Nothing can be written for it, so the others say which setup it was."""
    fields = (Integer("n", 15, 2, 99), Choice("puzzle", "who", ("who", "vessel")))
    defaults = {"n": 15, "puzzle": "who"}
    setups.keep(store, "logic", fields, {"n": 15, "puzzle": None}, defaults, defaults)
    assert setups.recall(store, "logic") == "n=15"


def test_what_the_setup_begins_with_is_nothing_to_remember(
    setups: Any, store: Any, tmp_path: Path
) -> None:
    keep(setups, store)
    assert not (tmp_path / "setups.txt").exists()
    keep(setups, store, n=20)
    keep(setups, store)
    assert setups.recall(store, "race") == "" and store.writes == 2
    first = {**DEFAULTS, "n": 50}
    keep(setups, store, first=first)
    assert setups.recall(store, "race") == "n=15 m=6"  # the defaults, where it begins otherwise
    keep(setups, store, first=first, n=50)
    assert setups.recall(store, "race") == ""


def test_the_last_one_stands_first_and_is_written_once(
    setups: Any, store: Any, tmp_path: Path
) -> None:
    for name, n in (("race", 20), ("nim", 3), ("dates", 5), ("race", 21)):
        keep(setups, store, name, n=n)
    assert (tmp_path / "setups.txt").read_text() == "race n=21\ndates n=5\nnim n=3\n"
    writes = store.writes
    keep(setups, store, "nim", n=3)
    assert store.writes == writes


def test_a_long_setup_is_on_its_tape_only(setups: Any, store: Any) -> None:
    fields = (Choice("text", "", ("", "x" * 495, "x" * 496)),)
    for length, kept in ((495, True), (496, False)):
        setup = {"text": "x" * length}
        setups.keep(store, "logic", fields, setup, {"text": ""}, {"text": ""})
        assert setups.recall(store, "logic") == ("text=" + "x" * length if kept else "")


def test_the_oldest_make_room(setups: Any, store: Any, tmp_path: Path) -> None:
    fields = (Choice("t", "", ("", "y" * 400)),)
    for number in range(9):
        setups.keep(store, f"p{number}", fields, {"t": "y" * 400}, {"t": ""}, {"t": ""})
        lines = (tmp_path / "setups.txt").read_text().splitlines()
        assert [line[:2] for line in lines] == [f"p{n}" for n in range(number, -1, -1)][:4]
        assert (tmp_path / "setups.txt").stat().st_size <= 2000
