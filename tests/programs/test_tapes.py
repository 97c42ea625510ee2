# SPDX-License-Identifier: MIT
"""Every tape on every rung: this Python, the Unix port with a small heap, the emulated Pico."""

from pathlib import Path
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from host_tools.paths import TAPES
from host_tools.sessions.by_name import open_target
from host_tools.sessions.replay import replay_all, replay_file, told
from host_tools.sessions.targets import Host
from teletype.core import tape
from teletype.core.request import Text, working
from teletype.core.session import Session
from teletype.core.setup import Choice, Players, join
from teletype.programs import catalogue
from tests.helpers.machines import MACHINES

ALL = sorted(TAPES.glob("*.tape"))


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_on_this_python(path: Path) -> None:
    assert replay_file(path, Host()) is None


def program_of(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(line.split()[1] for line in lines if line.startswith("program: "))


NAMES = list(catalogue.NAMES)

ANSWERS = 3
"""Stops of an example that are answered."""


def examples(name: str, folder: Path) -> list[Path]:
    """A tape of each example of a program, and of two people at it, as this Python prints it: its
    first stops are answered as a picker suggests, or by the first decision that is legal. Those
    that are the beginning of one of our tapes are left out.
    """
    program = catalogue.load(name)
    paths = []
    ours = [path.read_text(encoding="utf-8") for path in ALL if program_of(path) == name]
    lines = list(program.PRESETS)
    if any(isinstance(field, Players) for field in program.FIELDS):
        lines.append("players=2")
    for number, line in enumerate(lines, 1):
        setup = catalogue.prepare(name, line)[1]
        session = Session(program.play(setup))
        pieces = [tape.head(name, join(program.FIELDS, setup))]
        given = 0
        while (event := ready(session)) is not None:
            if isinstance(event, str):
                pieces.append(tape.paper(event))
                continue
            if given == ANSWERS or event.ends:
                break
            given += 1
            if isinstance(event, Text):
                written = session.answer(next(iter(event.answers.values())))[0]
            else:
                written = session.answer_values(tuple(event.values or event.lows))
            pieces.append(tape.answer(written))
        text = "".join(pieces)
        if not any(one.startswith(text) for one in ours):
            paths.append(folder / f"{name}-example-{number}.tape")
            paths[-1].write_text(text, encoding="utf-8")
    return paths


def ready(session: Session) -> Any:
    """The next event of a session that is more than work."""
    while (event := session.step()) is working:
        pass
    return event


LONG = ("mir-perfect", "mir-example-9")
"""Tapes that take half of the time of all tapes of the MIR on the Pico, and run no line of the
firmware that the other tapes of the MIR do not run, too (the example is `mir-life` with more
memory). There they are played by the heavy tests and by `.ci/run`."""


def replay(tapes: list[Path], target: str, capsys: pytest.CaptureFixture[str]) -> None:
    with open_target(target) as place:
        replay_all(tapes, place, told)
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line.startswith("FAIL")] == []
    assert printed[-1] == f"{len(tapes)} passed, 0 failed"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("target", MACHINES)
def test_on(target: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The Unix port has 128 KiB of heap; the Pico runs the real image."""
    tapes = [path for path in ALL if program_of(path) == name] + examples(name, tmp_path)
    if target == "pico":
        tapes = [path for path in tapes if path.stem not in LONG]
    replay(tapes, target, capsys)


@pytest.mark.heavy
@pytest.mark.pico
def test_the_long_ones_on_the_pico(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {stem.partition("-")[0] for stem in LONG}
    tapes = [path for name in names for path in examples(name, tmp_path)] + ALL
    tapes = [path for path in tapes if path.stem in LONG]
    assert len(tapes) == len(LONG)
    replay(tapes, "pico", capsys)


def test_every_program_has_a_tape() -> None:
    assert {program_of(path) for path in ALL} == set(NAMES)


SLOW = {"adviser"}
"""It thinks for a minute about a deck: `test_calculation_duel` plays it with less."""


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_of_a_setup_has_a_tape(name: str) -> None:
    """Each word that a field may be, and each field that may be left out, is in some tape.

    `examples` has one of two people.
    """
    setups = [setup_of(path) for path in ALL if program_of(path) == name]
    for field in catalogue.load(name).FIELDS:
        if isinstance(field, Players):
            continue
        assert field.default is not None or any(setup[field.name] is not None for setup in setups)
        if isinstance(field, Choice) and field.name != "player":  # those of `opponent`
            seen = {setup[field.name] for setup in setups} | SLOW
            assert seen >= set(field.choices), field.name


def setup_of(path: Path) -> dict[str, Any]:
    lines = path.read_text(encoding="utf-8").splitlines()
    line = next(line for line in lines if line.startswith("setup:"))
    setup: dict[str, Any] = catalogue.prepare(program_of(path), line.removeprefix("setup:"))[1]
    return setup


SPELLED = [path for path in ALL if "СВОЙ" in path.read_text("utf-8")]


@pytest.mark.parametrize("path", SPELLED, ids=lambda path: path.stem)
def test_the_spelling_of_kasatkins_protocols(path: Path, tmp_path: Path) -> None:
    """A tape with СВОИ is replayed here and resumed on the handheld; one with СВОЯ is not."""
    for ending, there in (("СВОИ", True), ("СВОЯ", False)):
        folder = tmp_path / ending
        spelled = folder / "tapes" / f"0001-{program_of(path)}.tape"
        spelled.parent.mkdir(parents=True)
        spelled.write_text(path.read_text("utf-8").replace("СВОЙ", ending), "utf-8")
        assert (replay_file(spelled, Host()) is None) == there
        desk = Simulator(folder=folder, fast=True)
        desk.app.sessions.resume(spelled.name)
        desk.run(10)
        desk.settle()
        assert (desk.app.sessions.screen is not None) == there


def test_the_programs_that_have_such_tapes() -> None:
    assert {program_of(path) for path in SPELLED} == {"race", "trigex", "nim"}
