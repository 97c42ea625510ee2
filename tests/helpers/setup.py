# SPDX-License-Identifier: MIT
"""Moves to the rows of a program's setup by name, wherever they are."""

from host_tools.emulator.simulator import Simulator


def to_field(desk: Simulator, name: str) -> None:
    """Choose the row of a value, on the page of rarely changed values if it is there."""
    editor = desk.app.activity
    if name not in [field.name for field in editor._fields]:
        _choose(desk, len(editor._heads) + editor._fields.index(editor._more))
        desk.press("OK")
    names = [field.name for field in editor._fields]
    _choose(desk, len(editor._heads) + names.index(name))


def to_start(desk: Simulator) -> None:
    """Choose the row that starts the program."""
    if not desk.app.activity._heads:
        desk.press("BACK")
    _choose(desk, 0)


def _choose(desk: Simulator, row: int) -> None:
    if getattr(desk.app.activity, "_rules", None):
        desk.press("DOWN")  # until a key is pressed, the screen describes the program
    chosen = desk.app.activity._list.chosen
    desk.press(*["DOWN" if row > chosen else "UP"] * abs(row - chosen))
    assert desk.app.activity._list.chosen == row
