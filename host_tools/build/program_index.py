# SPDX-License-Identifier: MIT
"""The rows of the catalogue as a constant, for images and boards, which have no folders to look
into.

The module that this replaces, firmware/teletype/programs/index.py, finds the programs and
does so here, too, in a separate Python, so that any tree can be built.
"""

import functools
import subprocess
import sys
from pathlib import Path

from host_tools.usage import BuildError

MODULE = "firmware/teletype/programs/index.py"
"""The module that is replaced, as the build names it."""

_PRINT = (
    "from teletype.programs import index; "
    "print('ROWS =', ascii(index.ROWS)); print('NAMES =', ascii(index.NAMES))"
)

_HEAD = '"""The programs, as the build has found them in their folders."""\n\n'


@functools.cache
def _rows(firmware: Path, _state: tuple[tuple[str, int], ...]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _PRINT], cwd=firmware, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(f"{MODULE}: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout


def module(firmware: Path) -> bytes:
    """Return `MODULE` of the root `firmware` as it is built. Raises BuildError."""
    heads = sorted((firmware / "teletype/programs").glob("*/__init__.py"))
    state = tuple((str(path), path.stat().st_mtime_ns) for path in heads)
    return (_HEAD + _rows(firmware, state)).encode()
