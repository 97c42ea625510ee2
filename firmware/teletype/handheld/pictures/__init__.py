# SPDX-License-Identifier: MIT
"""Drawn pictures of programs: one module each, imported when it is shown.

A program names its picture in `PICTURE`; the module has a class `Picture`. A setup field may name
a module here in `editor`; it has a class `Editor`. What both are asked is in `base`.
"""

import sys

from micropython import const

from teletype.drivers.buttons import LEFT

_FIGURES = const(11)
"""Pixels of two figures, with a gap: what a heap wants."""


def load(app, name, setup=None):
    """The module `name`, or None where there is no such picture or it cannot be used here.

    Pictures need a button for each direction, somebody who sees, and 128x64 pixels, but for some
    pictures of some setups; else a program is text.
    """
    panel = app.panel
    small = panel.width < 128 or panel.height < 64
    if name is None or (small and not _fits(panel, name, setup)):
        return None
    if app.exhibit and (app.exhibit.eases[0] or app.exhibit.eases[1]):  # EAR, LARGER
        return None
    if app.buttons.one_way or LEFT in app.buttons.held:
        return None
    module = "teletype.handheld.pictures." + name
    __import__(module)
    return sys.modules[module]


def _fits(panel, name, setup):
    """Whether the picture `name` of a `setup` has room on a smaller panel.

    It stands here and not in each picture, where a method takes memory beside a running program.
    """
    if name == "yen":
        return not (setup["player"] or setup["table"] is not None)
    if name in ("nim", "misere_nim"):
        heaps = setup["heaps"]  # or how many there are
        return panel.width // (heaps if isinstance(heaps, int) else len(heaps)) >= _FIGURES
    if name == "life":
        # less the edge of the field, with a frame
        return setup["space"] or (setup["m"] - 2 < panel.height and setup["n"] - 2 < panel.width)
    return name in ("race", "calculation")
