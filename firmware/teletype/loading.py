# SPDX-License-Identifier: MIT
"""Modules that are there only while they are wanted.

MicroPython keeps each module that was imported, as `sys.modules` and as an attribute of its
package. What has been forgotten here is given back when nobody uses it any more, and is executed
anew at its next import.
"""

import sys

PACKAGE = "teletype."
"""That of the firmware; whatever else this Python has imported is none of our business."""


def load(name):
    """A module that is wanted now and then: only who asked for it keeps it in memory."""
    __import__(name)
    module = sys.modules[name]
    forget(name)
    return module


def forget(name):
    """Forgets a module."""
    package, _, last = name.rpartition(".")
    del sys.modules[name]
    parent = sys.modules.get(package)
    if hasattr(parent, last):
        delattr(parent, last)


def names():
    """The names of the firmware's modules that are kept now."""
    return [name for name in sys.modules if name.startswith(PACKAGE)]


def forget_all_but(kept):
    """Forgets the firmware's modules whose names are not in `kept`."""
    for name in names():
        if name not in kept:
            forget(name)
