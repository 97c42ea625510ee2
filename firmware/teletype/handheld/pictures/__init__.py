# SPDX-License-Identifier: MIT
"""Drawn pictures of programs: one module each, imported when it is shown.

A program names its picture in `PICTURE`; the module has a class `Picture`. A setup field may name
a module here in `editor`; it has a class `Editor`. What both are asked is in `base` and `editor`.
"""

import sys

from teletype.drivers.buttons import LEFT


def _module(app, name):
    """The module `name`; None where there is no such picture or it cannot be used here.

    Pictures need a button for each direction, and somebody who sees; else a program is text.
    """
    if name is None:
        return None
    if app.exhibit and (app.exhibit.eases[0] or app.exhibit.eases[1]):  # EAR, LARGER
        return None
    if app.buttons.one_way or LEFT in app.buttons.held:
        return None
    module = "teletype.handheld.pictures." + name
    __import__(module)
    return sys.modules[module]


def _is_small(panel):
    return panel.width < 128 or panel.height < 64


def picture_of(app, name, setup):
    """A new picture, of the module `name`, for a program with `setup`; None where it has none, or
    no room.
    """
    module = _module(app, name)
    if not module or (_is_small(app.panel) and not module.Picture.fits(app.panel, setup)):
        return None
    return module.Picture(app, setup)


def editor_of(app, name):
    """The class `Editor` of the module `name`; None where there is none, or no room: it needs
    128x64 pixels.
    """
    if _is_small(app.panel):
        return None
    module = _module(app, name)
    return module and module.Editor
