# SPDX-License-Identifier: MIT
"""What the user may name in place of something built here, in variables of the environment."""

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
    """What the variable names; None where it names nothing."""
    value = os.environ.get(variable)
    return Path(value).expanduser().resolve() if value else None
