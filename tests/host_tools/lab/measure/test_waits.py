# SPDX-License-Identifier: MIT
"""The table of the longest waits: what counts as a fault, and a measurement."""

import json
from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.emulator.pico import Pico
from host_tools.lab.measure import waits
from host_tools.lab.measure.waits import Wait
from teletype.programs import catalogue


def test_every_program_is_watched_at_a_setup_that_it_takes() -> None:
    assert {name for name, _, _ in waits.SETUPS} == set(catalogue.NAMES)
    for name, setup, _ in waits.SETUPS:
        catalogue.prepare(name, setup)


def test_what_is_a_fault() -> None:
    """Silence of more than a second without progress is a fault; late polling always is."""
    assert Wait("nim", "", 1000, 100, 0, False).fault() == ""
    assert "1001 ms" in Wait("nim", "", 1001, 100, 1, False).fault()
    assert Wait("nim", "", 9000, 100, 2, False).fault() == ""
    assert "101 ms" in Wait("nim", "", 10, 101, 5, False).fault()


def test_the_lines() -> None:
    found = waits.table([Wait("nim", "heaps=1", 12, 3, 0, True)], [(460, 1415, 39)])
    assert found[1:] == [
        "     12     3         0  nim heaps=1 ...",
        "evolution, tick 460: 1415 us a tick, 39 frames a second",
    ]


def test_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "waits", "--only", "nobody"]) == 2
    assert "--only nobody: allowed: " in capsys.readouterr().err


SLEEPER = """
class Session:
    def __init__(self, play):
        self.events = iter(((50, "a"), (30, working), (30, working), (300, "b"), (0, None)))
        self.request = None
    def step(self):
        wait, event = next(self.events)
        time.sleep_ms(wait)
        working.done += event is working
        return event
"""


def test_a_wait_is_measured(firmware_uf2: Path) -> None:
    """A program that sleeps 30, 30 and 300 ms between two lines and shows progress twice."""
    with Pico(firmware_uf2) as pico:
        pico.boot()
        printed = pico.execute(f"{waits.WATCH}\n{SLEEPER}\nwatch('nim', '', (), 5000)")
        silent, keys, moved, cut, _ = json.loads(printed)
        assert 360 <= silent < 380 and 300 <= keys < 310
        assert (moved, cut) == (2, 0)
        wait = waits.measured(pico, "logic", "puzzle=vessel", (), 5)
        assert 0 < wait.silent < 1000 and not wait.cut and wait.fault() == ""
