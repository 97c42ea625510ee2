# SPDX-License-Identifier: MIT
"""Goes to the rows of a program's setup by what they are, wherever they stand."""

from host_tools.emulator.simulator import Desk


def to_field(desk: Desk, name: str) -> None:
    """Chooses the row of a value, on the page of those that are seldom changed if it is there."""
    editor = desk.app.activity
    if name not in [field.name for field in editor._fields]:
        _choose(desk, len(editor._heads) + editor._fields.index(editor._more))
        desk.press("OK")
    names = [field.name for field in editor._fields]
    _choose(desk, len(editor._heads) + names.index(name))


def to_start(desk: Desk) -> None:
    """Chooses the row that starts the program."""
    if not desk.app.activity._heads:
        desk.press("BACK")
    _choose(desk, 0)


def _choose(desk: Desk, row: int) -> None:
    if getattr(desk.app.activity, "_rules", None):
        desk.press("DOWN")  # what the program is, until a key is pressed
    chosen = desk.app.activity._list.chosen
    desk.press(*["DOWN" if row > chosen else "UP"] * abs(row - chosen))
    assert desk.app.activity._list.chosen == row
