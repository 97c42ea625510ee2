# SPDX-License-Identifier: MIT
"""How somebody gets the right to open a serial port."""

import os

JOIN = "sudo usermod -a -G {group} $USER, then log in again"


def rights(port: str) -> str:
    """How somebody gets the right to open a serial port that they may not open."""
    try:
        import grp

        group = grp.getgrgid(os.stat(port).st_gid).gr_name
    except (ImportError, KeyError, OSError):
        group = "dialout"
    return JOIN.format(group=group)
