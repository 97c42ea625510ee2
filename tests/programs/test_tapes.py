# SPDX-License-Identifier: MIT
"""Every tape on every rung: this Python, the Unix port with a small heap, the emulated Pico."""

from pathlib import Path

import pytest

from host_tools.emulator.desk import Desk
from host_tools.paths import TAPES
from host_tools.sessions.by_name import open_target
from host_tools.sessions.replay import replay_all, replay_file, told
from host_tools.sessions.targets import Host
from programs import catalogue
from tests.helpers.machines import MACHINES

ALL = sorted(TAPES.glob("*.tape"))


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_on_this_python(path: Path) -> None:
    assert replay_file(path, Host()) is None


def program_of(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(line.split()[1] for line in lines if line.startswith("program: "))


NAMES = [entry[0] for entry in catalogue.PROGRAMS]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("target", MACHINES)
def test_on(target: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The Unix port has 64 KiB of heap; the Pico runs the real image."""
    tapes = [path for path in ALL if program_of(path) == name]
    with open_target(target) as place:
        replay_all(tapes, place, told)
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line.startswith("FAIL")] == []
    assert printed[-1] == f"{len(tapes)} passed, 0 failed"


def test_every_program_has_a_tape() -> None:
    assert {program_of(path) for path in ALL} == set(NAMES)


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
        desk = Desk(folder=folder)
        desk.app.fast = True
        desk.app.sessions.resume(spelled.name)
        desk.run(10)
        desk.settle()
        assert (desk.app.sessions.screen is not None) == there


def test_the_programs_that_have_such_tapes() -> None:
    assert {program_of(path) for path in SPELLED} == {"race", "trigex", "nim"}
