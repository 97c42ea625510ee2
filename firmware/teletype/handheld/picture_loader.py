# SPDX-License-Identifier: MIT
"""The picture of a program and the editor of a field, loaded if they can be used."""

from teletype import loading
from teletype.drivers.buttons import LEFT


def usable(app):
    """Return whether pictures can be used here: they need a button for each direction and a user
    who sees. Otherwise a program is text.
    """
    buttons = app.buttons
    return not (app.exhibit.hides_pictures() or buttons.one_way or LEFT in buttons.held)


def _module(app, name, program):
    """Return the module `name` of the firmware; None if there is none or it cannot be used here.

    Modules that both it and `program` import are loaded once.
    """
    if name is None or not usable(app):
        return None
    return loading.load("teletype." + name, program, lists=True)


def picture_of(app, program, setup, game, picker):
    """Return a new picture of the `game` of a `program` with `setup`; None if it has none, or no
    space. It picks numbers with the class `picker`.
    """
    module = _module(app, program.picture(setup), program)
    panel = app.panel
    small = panel.width < 128 or panel.height < 64
    if not module or (small and not module.Picture.fits(panel, setup)):
        return None
    module.Picture.brought = module.brought
    module.Picture.picker = picker
    return module.Picture(app, setup, game)


def editor_of(app, name, program=None):
    """Return the class `Editor` of the module `name`; None if there is none, or no space."""
    module = _module(app, name, program)
    return module.Editor if module and module.Editor.fits(app.panel) else None
