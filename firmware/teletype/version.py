# SPDX-License-Identifier: MIT
"""Which firmware this is: the one place where the version stands.

The git revision is written into the image, and into the `.mpy` file, when it is made
(`host_tools.build.stamp`); where nobody has done that there is none.
"""

VERSION = "0.2.0"

STAMP = b"pocket-teletype revision:                "


def line():
    """Version and git revision."""
    return (VERSION + " " + str(STAMP[25:], "ascii")).rstrip()
