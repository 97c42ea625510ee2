# SPDX-License-Identifier: MIT
"""What this is: name, version and git revision.

The version stands in firmware/teletype/version.py and nowhere else: the package, the images and
the page take it from there.
"""

import functools
import subprocess

from host_tools.paths import INSTALLED, ROOT, SHIPPED

REVISION = SHIPPED / "revision.txt"
"""The revision that an installed package was made from; one made by hand has none."""


def version() -> str:
    """The version, as the firmware has it."""
    from teletype import version as firmware

    return str(firmware.VERSION)


SHORT = "--abbrev=8"
"""Else git takes more digits in a clone with more objects: releases would differ."""


@functools.cache
def revision() -> str | None:
    """The commit of this tree, with a + where files differ from it; None where git knows none."""
    if INSTALLED:
        return REVISION.read_text("ascii").strip() or None if REVISION.exists() else None
    if not (ROOT / ".git").exists():  # else the tree may lie in a repository of somebody else
        return None
    try:
        described = subprocess.run(
            ["git", "-C", str(ROOT), "describe", "--always", "--exclude=*", SHORT, "--dirty=+"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return described.stdout.strip()


def line() -> str:
    """What `--version` prints."""
    return " ".join(filter(None, ("pocket-teletype", version(), revision())))
