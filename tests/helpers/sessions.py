# SPDX-License-Identifier: MIT
"""Sessions on the simulator: typed, examined, switched off and on."""

from collections.abc import Callable
from pathlib import Path

from host_tools.emulator.simulator import Simulator
from tests.helpers import screen

Made = Callable[..., Simulator]
"""A fixture that makes a device."""

GAME = ("2 1", "9 9", "1 0", "2 0")


def begin(folder: Path, line: str = "nim heaps=7,8,4", answers: tuple[str, ...] = ()) -> Simulator:
    desk = Simulator(folder=folder, fast=True)
    desk.say(line, *answers)
    return desk


def again(folder: Path) -> Simulator:
    """Return the same device, switched on again."""
    desk = Simulator(folder=folder)
    desk.settle()
    desk.run(1500)
    return desk


def rows(desk: Simulator) -> list[str]:
    return screen.texts(desk.chip)


def name(desk: Simulator) -> str:
    return type(desk.app.activity).__name__


def to_setup(desk: Simulator) -> None:
    """From the shelf to the setup of the chosen program, which may be behind a start page."""
    desk.press("OK")
    if name(desk) == "Tables":
        desk.press("DOWN")


def until(desk: Simulator, screen: str) -> None:
    """Let the device work until a screen comes, at most for four seconds."""
    for _ in range(200):
        if name(desk) == screen:
            return
        desk.run(20)
    raise AssertionError(f"{name(desk)} instead of {screen}")


def refuse(*_: object) -> None:
    """Stand for a method of the store on a flash that is full."""
    raise OSError(28, "ENOSPC")


def tapes(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "tapes").iterdir())


def answers(text: str) -> list[str]:
    return [line[2:] for line in text.split("---\n", 1)[1].splitlines() if line[:2] == "> "]
