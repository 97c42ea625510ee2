# SPDX-License-Identifier: MIT
"""A sample of `host_tools lab fuzz`, and tests that it finds faults."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.contests import yen
from host_tools.device import link
from host_tools.lab.measure import fuzz
from host_tools.lab.measure.damage import Broken
from host_tools.sessions import targets
from teletype.core.session import Session

SAMPLE = {
    "setups": 300,
    "answers": 60,
    "tapes": 60,
    "settings": 20,
    "saved": 4,
    "boards": 10,
    "players": 6,
    "links": 4,
}

READERS = {
    "formulas": 300,
    "typed": 100,
    "patterns": 100,
    "wiring": 40,
    "exhibit": 60,
    "preferences": 20,
    "counts": 100,
    "now": 60,
}


@pytest.mark.slow
@pytest.mark.parametrize("target", SAMPLE)
def test_a_sample(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "fuzz", target, "--seed", "2", "--cases", str(SAMPLE[target])]
    assert main(words) == 0, capsys.readouterr().err


@pytest.mark.heavy
@pytest.mark.slow
@pytest.mark.unix
def test_a_sample_of_the_readers(capsys: pytest.CaptureFixture[str]) -> None:
    """Run them on this Python and on the Unix port."""
    assert {*SAMPLE, *READERS, "serial"} == set(fuzz.TARGETS)
    for target, cases in READERS.items():
        words = ["lab", "fuzz", target, "--seed", "2", "--cases", str(cases)]
        assert main(words) == 0, capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.pico
def test_bytes_on_the_serial_port(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "fuzz", "serial", "--seed", "2", "--cases", "2"]) == 0, (
        capsys.readouterr().err
    )


class BrokenSession(Session):
    def step(self) -> object:
        raise ValueError("\x1b[2J")


def a_second_setup(fields: object, setup: object) -> str:
    return "m=1"


def broken(self: object, *arguments: object) -> None:
    raise KeyError("\x1b")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "where", "name", "instead", "message"),
    [
        ("answers", fuzz, "Session", BrokenSession, r"ValueError: \x1b[2J"),
        ("tapes", targets, "Session", BrokenSession, "the program stopped"),
        ("setups", fuzz, "join", a_second_setup, "setups: "),
        ("boards", link.Link, "execute", broken, r"KeyError: '\x1b'"),
        ("players", yen.Match, "forfeit", lambda self: None, "draws of 2 games"),
    ],
)
def test_a_fault_is_seen_and_told_how_to_see_again(
    target: str,
    where: object,
    name: str,
    instead: Callable[..., object],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(where, name, instead)
    assert main(["lab", "fuzz", target, "--cases", "400", "--seed", "7"]) == 1
    said, again = capsys.readouterr().err.splitlines()
    assert message in said and said.isprintable()
    words = again.removeprefix("again: python3 -m host_tools ").split()
    assert words[:5] == ["lab", "fuzz", target, "--seed", "7"] and words[-2:] == ["--cases", "1"]
    assert main(words) == 1
    assert message in capsys.readouterr().err


def test_a_case_is_fixed_by_its_number(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[int] = []

    def look(chance: random.Random, folder: Path) -> None:
        seen.append(chance.getrandbits(99))

    monkeypatch.setitem(fuzz.TARGETS, "x", look)
    fuzz.fuzz(["x"], 3, 0, 5, 1)
    fuzz.fuzz(["x"], 3, 2, 3, 1)
    assert seen[2:5] == seen[5:] and len(set(seen)) == 5


@pytest.mark.slow
def test_a_case_that_does_not_end_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(chance: object, folder: object) -> None:
        while True:
            pass

    monkeypatch.setitem(fuzz.TARGETS, "x", endless)
    monkeypatch.setattr(fuzz, "LONGEST", 1)
    with pytest.raises(Broken, match="no end within 1 s"):
        fuzz.fuzz(["x"], 1, 0, 1, 1)


def test_unknown_targets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "fuzz", "people"]) == 2
    assert "the targets are setups, answers" in capsys.readouterr().err
