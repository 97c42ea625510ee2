# SPDX-License-Identifier: MIT
"""A rotary encoder: turning it gives UP and DOWN, turning it while pressed LEFT and RIGHT.

Its two contacts, `a` and `b`, close one after the other. Each change interrupts at once,
even while a frame is sent, so that no step is lost. When the main loop polls, the counted steps
become presses. Loaded only for a board with ENCODER in its board.py.
"""

from array import array

from micropython import const

from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT, UP, Buttons

_LATE = const(6)
"""Added to the long key of OK, so that OK acts on release; `push` removes it again."""

_QUARTERS = bytes((1, 0, 2, 1, 2, 1, 1, 0, 0, 1, 1, 2, 1, 2, 0, 1))
"""By the previous and the present levels, 8 a + 4 b + 2 a + b: a quarter step back (0), none
(1), a quarter step forward (2). Two changes at once count as none: their direction is unknown."""

_CODE = const(0)
_QUARTER = const(1)
_STEPS = const(2)
_REST = const(3)
"""The levels between two steps, where both contacts are open."""


class Knob(Buttons):
    """`Buttons` with the inputs `a` and `b`, which have pull-ups; `a` falls first when the knob is
    turned clockwise, which is DOWN. `edges` is 4, or 2 for a knob that also rests where both
    contacts are closed.

    _read   the state kept by the interrupt: levels, quarters since the last rest, steps in total
    _taken  the steps that have become presses
    """

    KNOB = True

    def __init__(self, pins, high, a, b, edges=4):
        Buttons.__init__(self, pins, high)
        self.one_way = False
        self._ok = self._button[OK]
        if self._longs[self._ok] == OK:  # it may be held to turn
            self._longs[self._ok] = OK + _LATE
        self._a = a
        self._b = b
        self._other = _REST if edges == 4 else 0
        self._read = array("i", [a.value() << 1 | b.value(), 0, 0])
        self._taken = 0
        moved = self._moved  # created once: an interrupt must not allocate memory
        for pin in (a, b):
            pin.irq(moved, pin.IRQ_FALLING | pin.IRQ_RISING, hard=True)

    def _moved(self, pin):
        read = self._read
        code = self._a.value() << 1 | self._b.value()
        read[_QUARTER] += _QUARTERS[read[_CODE] << 2 | code] - 1
        read[_CODE] = code
        if code == _REST or code == self._other:
            if read[_QUARTER] > 1:
                read[_STEPS] += 1
            elif read[_QUARTER] < -1:
                read[_STEPS] -= 1
            read[_QUARTER] = 0

    def push(self, key):
        Buttons.push(self, key % _LATE)

    def waiting(self):
        return self._taken != self._read[_STEPS] or Buttons.waiting(self)

    def _poll(self):
        Buttons._poll(self)
        steps = self._read[_STEPS] - self._taken
        if not steps:
            return
        self._taken += steps
        pressed = self._down[self._ok]
        if pressed:
            self._undecided[self._ok] = 0  # its release is not a press
        key = (RIGHT if pressed else DOWN) if steps > 0 else (LEFT if pressed else UP)
        for _ in range(abs(steps)):
            self.push(key)
