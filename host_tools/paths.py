# SPDX-License-Identifier: MIT
"""Paths of the project; puts the firmware's root on the import path.

In a checkout the root is the repository. An installed package has the necessary parts in its
folder `shipped`, with the same layout, and finished images next to it.

The folder `firmware/` is the board's root, so its packages are imported by the same names here
(`teletype.engines`, `teletype.programs`, ...) as on the board.
"""

import os
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
SHIPPED = _HERE / "shipped"
INSTALLED = SHIPPED.is_dir()
"""Whether this runs from an installed package (pipx, pip) and not from the repository."""


def _user_cache() -> Path:
    """Return this system's cache folder."""
    try:
        home = Path.home()
    except RuntimeError:  # a user whom the system does not know, for example in a container
        home = Path("/")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home / "AppData/Local"
    elif sys.platform == "darwin":
        base = home / "Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or home / ".cache"
    return Path(base) / "pocket-teletype"


ROOT = SHIPPED if INSTALLED else _HERE.parent
FIRMWARE = ROOT / "firmware"
BOARDS = ROOT / "boards"
TAPES = ROOT / "tests" / "tapes"
MACHINE = _HERE / "machine"
PAGE = _HERE / "page"
CACHE = _user_cache() if INSTALLED else (ROOT / ".cache").resolve()
"""Downloads and build trees; ignored by git, safe to delete. A link to another place is followed,
because the SDK's CMake files refuse a source tree that they reach by two names."""
DIST = ROOT / "dist"
"""The output of `make release` and `make page`."""

if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))
