# SPDX-License-Identifier: MIT
"""The shelf: its order on an unused handheld, and its rows as a person knows them by icons."""

from host_tools.emulator.simulator import Simulator
from teletype.fonts import icons
from teletype.programs import catalogue
from tests.helpers import screen

_OTHERS = [name for name in catalogue.NAMES if name not in catalogue.easy()]

ORDER = [*catalogue.easy(), *_OTHERS]

_NAMES = ("", *icons.NAMES, *catalogue.NAMES)


def chosen(desk: Simulator) -> str:
    """Return the name of the chosen row; `go on` for the session to continue, without an icon."""
    rows = range(desk.app.panel.rows)
    row = next(row for row in rows if screen.read(desk.chip, row)[1])
    at = screen.icon(desk.chip, row)
    return _NAMES[at] if at >= 0 else "go on"


def entries(desk: Simulator) -> list[str]:
    """Return the names of all rows, from the chosen one on, which is then chosen again."""
    found = [chosen(desk)]
    while True:
        desk.press("DOWN")
        name = chosen(desk)
        if name == found[0]:
            return found
        found.append(name)


def to(desk: Simulator, name: str) -> None:
    """Choose a row."""
    while chosen(desk) != name:
        desk.press("DOWN")
