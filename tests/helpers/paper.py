# SPDX-License-Identifier: MIT
"""Paper for comparison: what a program prints on its own, and what a tape has."""

from types import ModuleType
from typing import Any

from host_tools.paths import TAPES
from teletype.core.request import working
from teletype.core.session import Session
from teletype.core.setup import read, split
from teletype.programs import catalogue

LISTING_4 = """\
always1000 vs minus1
 1:  1000  [   0] ->     0  1000
 2:  1000  [ 999] ->     0  2999
 3:  1000  [ 999] ->     0  4998
 4:  1000  [ 999] ->     0  6997
 5:  1000  [ 999] ->     0  8996
 6:  1000  [ 999] ->     0 10995
 7:  1000  [ 999] ->     0 12994
 8:  1000  [ 999] ->     0 14993
 9:  1000  [ 999] ->     0 16992
10: [1000]  2008  ->  3008 16992
      3008  [16992]
minus1 won.
"""
"""The report of Nakano's paper, listing 4."""


def paper_of(program: ModuleType, **setup: str) -> list[str]:
    """Return what a program without questions prints, given its setup as text."""
    return run(program, read(program.FIELDS, list(setup.items()), program.check))


def run(program: ModuleType, values: dict[str, object]) -> list[str]:
    """Return what it prints, given a setup that has been read."""
    session = Session(program.play(values))
    lines = until_stop(session)
    assert session.ended
    return lines


def until_stop(session: Session) -> list[str]:
    """Return what a session prints up to its next prompt, or to its end."""
    lines = []
    while isinstance(event := session.step(), str) or event is working:
        if event is not working:
            lines.append(event)
    return lines


def answered(program: Any, line: str, *answers: str) -> list[str]:
    """Return what a session prints with these answers, up to the prompt behind them or its end."""
    session = Session(program.play(read(program.FIELDS, split(line), program.check)))
    lines = until_stop(session)
    for answer in answers:
        session.answer(answer)
        lines += until_stop(session)
    return lines


def begun(name: str, line: str) -> tuple[Any, Session]:
    """Return the state of a program and its session, at the first prompt."""
    program, setup = catalogue.prepare(name, line)
    state, play = program.begin(setup)
    session = Session(play)
    until_stop(session)
    return state, session


def go_on(session: Session, *answers: object) -> None:
    """Answer, and go on to the next prompt, or to the end."""
    for answer in answers:
        session.answer(str(answer))
        until_stop(session)


def printed(tape: str) -> str:
    """Return paper and answers of tests/tapes/TAPE.tape as the device shows them on serial."""
    text = (TAPES / f"{tape}.tape").read_text(encoding="utf-8")
    return text.partition("---\n")[2].replace("\n> ", "\n◊ ")
