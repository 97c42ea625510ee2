# SPDX-License-Identifier: MIT
"""A short session of each program, for measurements, from the reference tapes."""

from host_tools import files, paths
from teletype.core import tape, taped

TAPES = (
    "race-protocol",
    "trigex-protocol",
    "nim-protocol",
    "truth-table-example",
    "logic-who",
    "dates-example",
    "cards-examples",
    "evolution-start",
    "mir-euclid",
    "nim-table-digits",
    "random-walk-odd-time",
    "misere-nim-you-have-won",
    "calculation-cobol-answers",
    "calculation-fortran-illegal",
    "calculation-lisp-answers",
    "yen-minus1",
)
"""A short session of each program, in tests/tapes."""


def session_of(name: str) -> tuple[str, str, list[str]]:
    """Return (program, line that starts it, answers) of the tape with this name."""
    session = taped.read(files.lines(paths.TAPES / f"{name}.tape", files.TAPE))
    answers = [text for kind, text, _ in session.events if kind == tape.ANSWER]
    return session.program, f"{session.program} {session.setup}", answers


IMPORTS = """
import gc, sys
sys.path[:] = [".frozen"]
for name in ("time", "machine", "array"): sys.modules[name] = __import__(name)
"""
"""Makes imports find the frozen firmware, like `main`, but without its search for updates."""
