# SPDX-License-Identifier: MIT
"""The losing move: `python3 -m host_tools teach FILE.tape …`.

Prints a line for each tape; see `teletype.programs.lesson`.
"""

from pathlib import Path

from host_tools import files
from host_tools.sessions.replay import prepared
from host_tools.usage import Parser, complain, shown
from teletype.core import tape
from teletype.core.request import Malformed, working
from teletype.core.session import Session
from teletype.programs import catalogue, lesson

TOLD = {
    lesson.NEVER: "no winning position was reached",
    lesson.NOTHING: "no winning position was given away",
}


def judged(path: Path) -> str:
    """Say in one line where the game on a tape was lost.

    Raises FileError, TapeError.
    """
    recorded, program, setup = prepared(files.lines(path, files.TAPE))
    if not catalogue.has_lesson(recorded.program):
        raise tape.TapeError(f"{recorded.program}: its games cannot be analysed")
    game, play = program.begin(setup)
    events = tape.follow(recorded.events, Session(play), program.SPELLINGS)
    found = lesson.NOTHING
    for found in lesson.lesson(program, game, events):
        if found is working:
            continue
    if isinstance(found, list):
        return "; ".join(f"{who}: {told(result)}" for who, result in zip("AB", found, strict=True))
    return told(found)


def told(found: str | tuple[int, str, str, str]) -> str:
    """Return one person's result as text."""
    if isinstance(found, str):
        return TOLD[found]
    number, given, better, note = found
    return f"answer {number} lost: {given}; {better} was better{note and f', {note}'}"


def main(argv: list[str]) -> int:
    """Run the command; return the exit status: 0 done, 1 a tape has no lesson."""
    parser = Parser(
        prog="host_tools teach",
        description="Show where the games on tapes were lost.",
        example="nim.tape",
    )
    parser.add_argument("tapes", nargs="+", type=Path, metavar="FILE.tape")
    failed = False
    for path in parser.parse_args(argv).tapes:
        try:
            print(shown(f"{path.stem}: {judged(path)}"), flush=True)
        except (files.FileError, tape.TapeError, Malformed, ValueError) as error:
            failed = True
            complain(f"teach: {path}: {error}")
    return 1 if failed else 0
