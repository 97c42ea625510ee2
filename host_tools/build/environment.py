# SPDX-License-Identifier: MIT
"""Environment variables in which users name their own files in place of built ones."""

import os
from pathlib import Path

UF2 = "POCKET_TELETYPE_UF2"
TREE = "POCKET_TELETYPE_MICROPYTHON"
MIRROR = "POCKET_TELETYPE_DEBIAN_MIRROR"
WAY_OUT = (
    f"name a ready image with --uf2 FILE (or {UF2}), "
    f"or a MicroPython source tree with --micropython FOLDER (or {TREE})"
)


def path(variable: str) -> Path | None:
    """Return the path in an environment variable; None if it is unset or empty."""
    value = os.environ.get(variable)
    return Path(value).expanduser().resolve() if value else None
