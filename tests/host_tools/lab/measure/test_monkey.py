# SPDX-License-Identifier: MIT
"""Random keys: a sample of `host_tools lab monkey`, and tests that it finds faults."""

import gc
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.emulator import pico
from host_tools.emulator.simulator import Restart, Simulator, forget
from host_tools.lab.measure import monkey, monkey_exhibit
from host_tools.lab.measure.damage import Broken
from teletype.handheld.drawing import glyphs
from teletype.programs import catalogue
from teletype.programs.race import dialogue as race


@pytest.mark.slow
@pytest.mark.heavy
def test_random_keys_on_every_program() -> None:
    fingers = monkey.Monkey(seed=2)
    for number in range(len(catalogue.NAMES)):
        fingers.visit(number)
    assert fingers.events == len(catalogue.NAMES) * monkey.VISIT


@pytest.mark.heavy
@pytest.mark.slow
def test_a_visit_is_fixed_by_its_number() -> None:
    first, second = monkey.Monkey(3), monkey.Monkey(3)
    for number in range(3):
        first.visit(number)
        second.visit(number)
        assert first.desk.serial.printed == second.desk.serial.printed
        assert first.desk.chip.rows() == second.desk.chip.rows()


def test_an_error_in_a_program_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(setup: object, game: object = None) -> object:
        yield "A"
        raise ValueError("broken")

    monkeypatch.setattr(race.Program, "play", staticmethod(play))
    with pytest.raises(Broken, match=r"visit \d+ \(race\).*broken"):
        for number in range(0, 150, len(catalogue.NAMES)):
            monkey.Monkey(1).visit(number)


@pytest.mark.heavy
def test_an_error_on_the_pico_is_seen(firmware_uf2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monkey, "VISIT", 4)
    fingers = monkey.PicoMonkey(1, str(firmware_uf2))
    fingers.visit(0)
    fingers.execute(
        "from teletype.programs import catalogue\n"
        "whole = catalogue.load\n"
        "def play(setup, game=None):\n yield 'A'\n raise ValueError('broken')\n"
        "def load(name):\n module = whole(name)\n module.play = play\n return module\n"
        "catalogue.load = load\n"
    )
    with pytest.raises(Broken, match=r"visit . .*ValueError: broken"):
        for number in range(1, 9):
            fingers.visit(number)


def test_names_that_the_pico_keeps_for_ever_are_seen(
    firmware_uf2: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(monkey, "VISIT", 1)
    monkeypatch.setattr(monkey, "NAMES", 6000)
    fingers = monkey.PicoMonkey(1, str(firmware_uf2))
    fingers.visit(0)
    fingers.execute("for number in range(300):\n getattr(app, 'name%d' % number, None)\n")
    with pytest.raises(Broken, match="bytes of names"):
        fingers.visit(0)


@pytest.mark.heavy
@pytest.mark.slow
def test_memory_that_is_not_given_back_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[object] = []
    fingers = monkey.Monkey(1)
    monkeypatch.setattr(monkey, "WARM", 1)
    monkeypatch.setattr(monkey, "VISIT", 20)
    with pytest.raises(Broken, match="objects more"):
        for number in range(60):
            fingers.visit(number)
            kept.append([[] for _ in range(100)])


def test_the_memory_of_each_program_is_compared() -> None:
    names = catalogue.NAMES
    compared = [
        monkey.program(number) for number in range(4 * len(names)) if monkey.compares(number)
    ]
    assert sorted(compared) == sorted([*names, *names])


def test_what_the_simulator_keeps_for_speed_is_no_memory_of_the_handheld() -> None:
    Simulator()
    blocks = []
    for count in (10, 3000):
        for number in range(count):
            glyphs.encode(f"{number}")
        forget()
        gc.collect()
        blocks.append(sys.getallocatedblocks())
    assert blocks[1] < blocks[0] + 400


def restart(self: object, key: object, repeat: object) -> None:
    raise Restart


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda self, key, repeat: None, "About does not lead back"),
        (restart, r"visit \d+ .*the board restarts"),  # only the search for the buttons may do it
    ],
)
def test_a_fault_of_a_screen_is_seen(
    act: Callable[..., None], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fingers = monkey.Monkey(1)
    from teletype.handheld.screens.about import About

    monkeypatch.setattr(About, "key", act)
    with pytest.raises(Broken, match=said):
        for number in range(40):
            fingers.visit(number)


@pytest.mark.parametrize(
    "arguments", [["--events", "0"], ["--size", "1x1"], ["--seed", "-1"], ["x"]]
)
def test_wrong_usage(arguments: list[str]) -> None:
    from host_tools.__main__ import main

    assert main(["lab", "monkey", *arguments]) == 2


@pytest.mark.heavy
def test_visitors_of_a_pico_that_has_said_much(
    firmware_uf2: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cards are noticed even if the first bytes of the output were dropped."""
    monkeypatch.setattr(pico, "OUTPUT_LIMIT", 400)
    monkeypatch.setattr(monkey_exhibit, "VISIT", 5)
    visitors = monkey_exhibit.PicoVisitors(1, str(firmware_uf2))
    visitors.visit(0)
    assert visitors.events == 5 and len(visitors.pico.output) == 400
