# SPDX-License-Identifier: MIT
"""What this is: name, version and git revision."""

import functools
import subprocess
import tomllib

from host_tools.paths import ROOT


def version() -> str:
    """The version, as pyproject.toml has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


SHORT = "--abbrev=8"
"""Else git takes more digits in a clone with more objects: releases would differ."""


@functools.cache
def revision() -> str | None:
    """The commit of this tree, with a + where files differ from it; None where git knows none."""
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
