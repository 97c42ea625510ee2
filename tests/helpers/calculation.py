# SPDX-License-Identifier: MIT
"""Calculation on the handheld: its request, the cursor of its picture, and its paper."""

from collections.abc import Iterable
from typing import Any

from host_tools.emulator.simulator import Simulator
from teletype.core.session import Session
from teletype.core.setup import read, split
from teletype.programs.calculation_cobol import dialogue as calculation_cobol
from teletype.programs.calculation_fortran import dialogue as calculation_fortran
from teletype.programs.calculation_lisp import dialogue as calculation_lisp
from tests.helpers.drawn import picture, tap

EDITIONS = {
    "calculation-cobol": calculation_cobol,
    "calculation-fortran": calculation_fortran,
    "calculation-lisp": calculation_lisp,
}


def request(desk: Simulator) -> Any:
    return desk.app.sessions.screen.session.request


def game(desk: Simulator) -> Any:
    return desk.app.sessions.screen.game


def decision(desk: Simulator) -> int:
    """Return the decision under the cursor."""
    return int(picture(desk).cursor.decision)


def go(desk: Simulator, wanted: int) -> list[str]:
    """Move the cursor to a decision as a person would; return the keys."""
    keys: list[str] = []

    def press(key: str) -> None:
        keys.append(key)
        assert len(keys) <= 2 + len(request(desk).answers), (wanted, decision(desk))
        tap(desk, key)

    if game(desk).hand:
        if (wanted > 4) != (decision(desk) > 4):
            press("LEFT" if wanted > 4 else "RIGHT")
    elif wanted == 0 and decision(desk) != 0:
        press("RIGHT")
    while decision(desk) != wanted:
        press("DOWN")
    return keys


def replayed(edition: str, line: str, answers: Iterable[str]) -> str:
    """Return what the device prints on the serial port in a session with these answers."""
    program = EDITIONS[edition]
    session = Session(program.play(read(program.FIELDS, split(line))))
    given = iter(answers)
    paper = ""
    while (event := session.step()) is not None:
        if isinstance(event, str):
            paper += event + "\n"
            continue
        paper += "◊ "
        written = next(given, None)
        if written is None:
            break
        paper += session.answer(written)[0] + "\n"
    return paper
