# SPDX-License-Identifier: MIT
"""The version of the firmware, defined only here.

The build writes the git revision into the image and into the `.mpy` file
(`host_tools.build.stamp`); without that step the revision is empty.
"""

VERSION = "0.2.0"

STAMP = b"pocket-teletype revision:                "


def line():
    """Return version and git revision."""
    return (VERSION + " " + str(STAMP[25:], "ascii")).rstrip()
