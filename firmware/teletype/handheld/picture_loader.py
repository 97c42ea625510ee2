# SPDX-License-Identifier: MIT
"""Finds the picture of a program and the editor of a field, where they can be used."""

from teletype import loading
from teletype.drivers.buttons import LEFT


def _module(app, name, program):
    """The module `name`; None where there is no such picture or it cannot be used here.

    What it and the `program` import is there once.

    Pictures need a button for each direction, and somebody who sees; else a program is text.
    """
    if name is None:
        return None
    if app.exhibit.hides_pictures():
        return None
    if app.buttons.one_way or LEFT in app.buttons.held:
        return None
    return loading.load("teletype.handheld.pictures." + name, program)


def _is_small(panel):
    return panel.width < 128 or panel.height < 64


def picture_of(app, program, setup):
    """A new picture for a `program` with `setup`; None where it has none, or no room."""
    module = _module(app, program.picture(setup), program)
    if not module or (_is_small(app.panel) and not module.Picture.fits(app.panel, setup)):
        return None
    return module.Picture(app, setup)


def editor_of(app, name, program=None):
    """The class `Editor` of the module `name`; None where there is none, or no room."""
    module = _module(app, name, program)
    return module.Editor if module and module.Editor.fits(app.panel) else None
