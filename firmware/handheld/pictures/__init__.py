# SPDX-License-Identifier: MIT
"""Drawn pictures of programs: one module each, imported when it is shown.

A program names its picture in `PICTURE`; the module has a class `Picture`. A setup field may name
a module here in `editor`; it has a class `Editor`. What both are asked is in `base`.
"""

from drivers.buttons import LEFT

_SMALL = ("nim", "misere_nim", "race", "yen", "life")
"""The pictures that smaller panels have, too, as far as a setup fits there."""


def load(app, name):
    """The module `name`, or None where there is no such picture or it cannot be used here.

    Pictures need a button for each direction, somebody who sees, and most of them 128x64 pixels;
    else a program is text.
    """
    if name is None or (name not in _SMALL and (app.panel.width < 128 or app.panel.height < 64)):
        return None
    if app.exhibit and (app.exhibit.eases[0] or app.exhibit.eases[1]):  # EAR, LARGER
        return None
    if app.buttons.one_way or LEFT in app.buttons.held:
        return None
    package = __import__("handheld.pictures." + name)
    return getattr(package.pictures, name)
