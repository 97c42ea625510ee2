# SPDX-License-Identifier: MIT
"""Name, version and git revision.

The version is defined only in firmware/teletype/version.py: the package, the images and the page
take it from there.
"""

import functools
import subprocess

from host_tools.paths import INSTALLED, ROOT, SHIPPED

REVISION = SHIPPED / "revision.txt"
"""The revision that an installed package was built from; one built by hand has none."""


def version() -> str:
    """Return the version, as defined in the firmware."""
    from teletype import version as firmware

    return str(firmware.VERSION)


SHORT = "--abbrev=8"
"""A fixed length, because git uses more digits in a clone with more objects."""


@functools.cache
def revision() -> str | None:
    """Return the commit of this tree, with a + if files differ from it; None without git."""
    if INSTALLED:
        return REVISION.read_text("ascii").strip() or None if REVISION.exists() else None
    if not (ROOT / ".git").exists():  # the tree may be inside somebody else's repository
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
    """Return the output of `--version`."""
    return " ".join(filter(None, ("pocket-teletype", version(), revision())))
