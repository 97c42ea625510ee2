# SPDX-License-Identifier: MIT
"""Replays tapes and compares the paper: `python3 -m host_tools replay FILE.tape …`."""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from host_tools import files
from host_tools.sessions.by_name import ON, open_target, wiring_option
from host_tools.sessions.targets import BoardError, Target, TargetError
from host_tools.usage import Parser, shown
from teletype.core import tape, taped
from teletype.core.setup import SetupError, join
from teletype.programs import catalogue


def head_line(lines: TextIO, word: str) -> int:
    """Return the number of a tape's line that begins with `word`, or of `---` without one."""
    lines.seek(0)
    found = (at for at, line in enumerate(lines, 1) if line.strip().startswith((word, "---")))
    return next(found, 1)


def prepared(lines: TextIO) -> tuple[Any, Any, Any]:
    """Return a tape, its program and its setup.

    Raises TapeError, with the line of what is wrong; FileError.
    """
    recorded = taped.read(lines)
    try:
        return recorded, *catalogue.prepare(recorded.program, recorded.setup)
    except catalogue.UnknownProgram as error:
        raise tape.TapeError(f"line {head_line(lines, 'program:')}: {error}") from error
    except SetupError as error:
        raise tape.TapeError(f"line {head_line(lines, 'setup:')}: {error}") from error


def replay_file(path: Path, target: Target) -> str | None:
    """Replay one tape; return None if all is the same, else the difference.

    Raises BoardError if the board is lost.
    """
    try:
        recorded, program, setup = prepared(files.lines(path, files.TAPE))
        session = target.session(recorded.program, join(program.FIELDS, setup))
        difference: str | None = taped.replay(recorded, session, program.SPELLINGS)
        return difference
    except files.FileError as error:
        return str(error)
    except BoardError:
        raise  # going on would be useless
    except (tape.TapeError, TargetError) as error:
        return str(error)
    except Exception as error:  # whatever the program raises: a crash tape does it again
        where = traceback.extract_tb(error.__traceback__)[-1]
        file = "/".join(Path(where.filename).parts[-2:])
        return f"the program stopped: {type(error).__name__}: {error} ({file}:{where.lineno})"


def replay_all(tapes: list[Path], target: Target, say: Callable[[str], None]) -> int:
    """Replay tapes, print a line for each and the totals; return the number of failures."""
    failed = 0
    for path in tapes:
        difference = replay_file(path, target)
        failed += difference is not None
        line = f"ok {path.stem}" if difference is None else f"FAIL {path.stem}: {difference}"
        say(shown(line))
    say(f"{len(tapes) - failed} passed, {failed} failed")
    return failed


def told(line: str) -> None:
    """Print a line at once, on standard output."""
    print(line, flush=True)


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools replay",
        description="Replay tapes and compare the paper.",
        example="--on pico nim.tape",
    )
    parser.add_argument("tapes", nargs="+", type=Path, metavar="FILE.tape")
    parser.add_argument("--on", default="host", metavar="TARGET", help=ON)
    wiring_option(parser)
    options = parser.parse_intermixed_args(argv)
    with open_target(options.on, options.wiring) as target:
        return 1 if replay_all(options.tapes, target, told) else 0
