# SPDX-License-Identifier: MIT
"""A short session of each program, for measurements, from the reference tapes."""

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


IMPORTS = """
import gc, sys
sys.path[:] = [".frozen"]
for name in ("array", "binascii", "io", "machine", "os", "select", "time"):
    sys.modules[name] = __import__("u" + name)
"""
"""Makes imports find the frozen firmware, like `main`, but without its search for updates."""
