# SPDX-License-Identifier: MIT
"""Buttons that share pins: a ladder of resistors or a joystick on an analogue pin, and a matrix.

Such a button has no pin that could interrupt, so a timer reads all of them every few
milliseconds. Each is a `Contact`, which `Buttons` treats as a pin: low while it is pressed. Loaded
only for a board with LADDER or MATRIX in its board.py.
"""

from machine import ADC, Pin, Timer
from micropython import const

_PERIOD = const(5)
"""Milliseconds between two scans; a level counts if two scans agree."""

_FULL = const(3300)
"""Millivolts that an analogue pin reads as 65535."""


class Contact:
    """The level and the interrupt that a button with its own pin would have."""

    IRQ_FALLING = IRQ_RISING = 0

    def __init__(self):
        self.down = False
        self.seen = False
        self._handler = None

    def value(self):
        return 0 if self.down else 1

    def irq(self, handler, trigger):
        self._handler = handler

    def look(self, down):
        """Adopt the level if it was read twice."""
        if down == self.seen and down != self.down:
            self.down = down
            if self._handler:
                self._handler(self)
        self.seen = down


class Scanner:
    """The contacts by the names of their keys, from `ladders` and `matrix` as in board.py.

    _levels  for each analogue pin its converter, and pairs of millivolts and contact
    _rows    for each row of the matrix its pin, and pairs of column and contact
    """

    def __init__(self, ladders, matrix):
        self.contacts: dict = {}
        self._levels: list = []
        for pin, levels in ladders.items():
            pairs = [(levels[name], self._contact(name)) for name in levels]
            self._levels.append((ADC(Pin(pin)), pairs))
        rows: dict = {}
        columns: dict = {}
        for name, (row, column) in matrix.items():
            if row not in rows:
                rows[row] = (Pin(row, Pin.OPEN_DRAIN, value=1), [])
            if column not in columns:
                columns[column] = Pin(column, Pin.IN, Pin.PULL_UP)
            rows[row][1].append((columns[column], self._contact(name)))
        self._rows = list(rows.values())
        self.scan()
        self.scan()
        self._timer = Timer(-1, period=_PERIOD, callback=self.scan)

    def _contact(self, name):
        contact = Contact()
        if name != "rest":
            self.contacts[name] = contact
            contact.scanner = self  # type: ignore[attr-defined]  # lives as long as the buttons
        return contact

    def scan(self, timer=None):
        """Read all contacts once."""
        for adc, pairs in self._levels:
            read = adc.read_u16() * _FULL // 65535
            nearest = least = _FULL
            for level, _ in pairs:
                if abs(level - read) < least:
                    least = abs(level - read)
                    nearest = level
            for level, contact in pairs:
                contact.look(level == nearest)
        for row, pairs in self._rows:
            row(0)
            for column, contact in pairs:
                contact.look(not column.value())
            row(1)
