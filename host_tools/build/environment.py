# SPDX-License-Identifier: MIT
"""Environment variables in which users name their own files in place of built ones."""

import os
from pathlib import Path

UF2 = "POCKET_TELETYPE_UF2"
TREE = "MICROPYTHON"
MIRROR = "POCKET_TELETYPE_DEBIAN_MIRROR"
WAY_OUT = (
    f"name a ready image with --uf2 FILE (or {UF2}), "
    f"or a clone of MicroPython with --micropython DIR (or {TREE}=DIR)"
)


def path(variable: str) -> Path | None:
    """Return the path in an environment variable; None if it is unset or empty."""
    value = os.environ.get(variable)
    if variable == TREE:
        value = value or os.environ.get("POCKET_TELETYPE_MICROPYTHON")  # its name in version 0.1
    return Path(os.path.expanduser(value)).resolve() if value else None
