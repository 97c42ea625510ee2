# SPDX-License-Identifier: MIT
"""Permission to open a serial port."""

import os

JOIN = "sudo usermod -a -G {group} $USER, then log in again"


def rights(port: str) -> str:
    """Return how to get permission to open a serial port."""
    try:
        import grp

        group = grp.getgrgid(os.stat(port).st_gid).gr_name
    except (ImportError, KeyError, OSError):
        group = "dialout"
    return JOIN.format(group=group)
