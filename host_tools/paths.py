# SPDX-License-Identifier: MIT
"""Where things are in the repository, and the firmware's root on the import path.

The folder `firmware/` is the board's root, so its packages are imported by the same names here
(`engines`, `programs`, `teletype`, ...) as on the board.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"
BOARDS = ROOT / "boards"
TAPES = ROOT / "tests" / "tapes"
MACHINE = ROOT / "host_tools" / "machine"
PAGE = ROOT / "host_tools" / "page"
CACHE = (ROOT / ".cache").resolve()
"""Downloads and build trees; ignored by git, safe to delete. A link to another place is followed,
because the SDK's CMake files refuse a source tree that they reach by two names."""

if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))
