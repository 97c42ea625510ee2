# SPDX-License-Identifier: MIT
"""The buttons: debounced, with a queue that keeps presses while the processor is busy.

Each pin interrupts on both edges. The handler acts on the first edge at once, then ignores the
pin for DEBOUNCE ms; `next` makes up for an edge that fell into that time. Presses wait in a small
queue until the main loop takes them. A button that is held gives repeats, counted in `repeat`.

Fewer buttons can give all six keys. A button for two keys gives its own key when it is released.
Held for LONG ms it gives the other key, from INSTEAD, and then repeats of that one. With
only DOWN and OK there is no UP and no LEFT: `one_way`.

BACK acts when its button is released, and has no repeats. Holding it for SUMMON ms sets `summoned`
instead of leaving the screen. Code that polls `backing` may act earlier; it then sets `spent`, and
the press no longer counts as BACK, but may still become `summoned`.
"""

from array import array
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

UP = const(0)
DOWN = const(1)
LEFT = const(2)
RIGHT = const(3)
OK = const(4)
BACK = const(5)
NONE = const(-1)

KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")
"""Their names, in a board's BUTTONS."""

INSTEAD = const(((LEFT, UP), (RIGHT, DOWN), (BACK, OK)))
"""A key that has no button, and the key whose button gives it when held."""

LONG = const(500)
"""Milliseconds after which a press is long."""

SUMMON = const(2000)
"""Milliseconds after which holding BACK no longer means going back."""

DEBOUNCE = const(20)
"""Milliseconds for which a pin is ignored after a change; contacts bounce for 5 to 10."""

FIRST_REPEAT = const(400)
NEXT_REPEAT = const(80)

_QUEUE = const(16)

_LOOSE = const(30)
_LOOSE_S = const(3)
"""Changes in a second, and for how many seconds, that prove a loose contact."""

_STUCK_S = const(60)
"""Seconds after which a held button counts as stuck."""

_QUIET = const(10)
"""Seconds after which a loose contact is trusted again."""

_EVERY = const(16)
"""Polls after which all pins are read, in case an interrupt was lost."""


class Buttons:
    """`pins`: `machine.Pin`-like inputs with pull-ups, low when pressed, in the order of KEYS.

    A key without a button has None there; DOWN and OK must have one. `high` says which of them
    have a pull-down instead, and are high when pressed.

    one_way        there is no UP and no LEFT: lists and values wrap around
    pins           the pins of the buttons; the lists of other attributes are in their order
    handlers       for each pin its interrupt handler
    keys           for each pin its key
    held           the keys given by holding another one
    _pressed       for each pin its level while it is pressed
    _longs         for each pin its key when held, or the same one as in `keys`
    _button        for each key its pin
    _undecided     for each pin 1 while it is held and may become either key
    _decided       the same while there is no such pin
    _back          the pin that gives BACK
    _summons       whether BACK was held for SUMMON ms and `summoned` has not reported it yet
    spent          whether the last or current press of BACK has already been used
    _changes       for each pin its changes since `check`
    _seconds       for each pin the seconds for which it has been down, or has changed too often
    _mute          for each loose pin the seconds for which its presses are still ignored
    repeat         for the key that `next` returned last: 0 for a press, n for the n-th repeat
    sampler        a `drivers.sampler.Sampler` of the pins while nothing runs, or None
    _numbers       for each pin its bit in the sampler's readings, 0 without one
    _left          when `away` was called
    held_at_start  whether the last button, BACK, was held when the device was switched on
    """

    KNOB = False
    """Whether a rotary encoder makes some of the keys."""

    def __init__(self, pins, high=bytes(6)):
        self.one_way = pins[UP] is None
        self.held = [
            key for key, other in INSTEAD if pins[key] is None and pins[other] is not None
        ]
        keys = [key for key in range(len(pins)) if pins[key] is not None]
        self.keys = bytearray(keys)
        self._pressed = bytearray([high[key] for key in keys])
        self._longs = bytearray(keys)
        self._button = bytearray(len(KEYS))
        for index in range(len(keys)):
            self._button[keys[index]] = index
        for key, other in INSTEAD:
            if key in self.held:
                self._button[key] = self._button[other]
                self._longs[self._button[other]] = key
        self._undecided = bytearray(len(keys))
        self._decided = bytes(len(keys))
        self._changes = bytearray(len(keys))
        self._seconds = bytearray(len(keys))
        self._mute = bytearray(len(keys))
        self._back = self._button[BACK]
        self._summons = False
        self.spent = False
        self.pins = pins = [pin for pin in pins if pin is not None]
        count = len(pins)
        self._down = bytearray(count)
        self._settled = bytearray([1] * count)
        self._unsettled = False
        self._missed = False
        self._polling = False
        self._polls = 0
        self._changed = array("i", [0] * count)
        self._since = array("i", [0] * count)
        self._queue = bytearray(_QUEUE)
        self._head = 0
        self._tail = 0
        self._due = ticks_ms()
        self._held = NONE
        self.repeat = 0
        self.sampler = None
        self._numbers = array("I", [0] * count)
        self._left = 0
        self.handlers = [self._handler(index) for index in range(count)]
        for index in range(count):
            pin = pins[index]
            self._down[index] = (
                pin.value() == self._pressed[index]
            )  # a button held at power-on is no press
            pin.irq(self.handlers[index], pin.IRQ_FALLING | pin.IRQ_RISING)
        self.held_at_start = bool(self._down[-1])

    def _handler(self, index):
        def changed(pin):
            if self._polling:
                self._unsettled = self._missed = True  # the next poll reads it again
            else:
                self._sample(index)

        return changed

    def _sample(self, index):
        """Adopt the pin's level, unless it may still bounce."""
        now = ticks_ms()
        if not self._settled[index]:
            if ticks_diff(now, self._changed[index]) < DEBOUNCE:
                self._unsettled = True
                return
            self._settled[index] = 1  # stored, because tick differences wrap after days
        level = self.pins[index].value() == self._pressed[index]
        if level != self._down[index]:
            self._change(index, level, now)

    def _change(self, index, level, now):
        """Adopt another level of a pin."""
        self._changed[index] = now
        self._settled[index] = 0
        self._unsettled = True
        self._down[index] = level
        if self._changes[index] < 255:
            self._changes[index] += 1
        if self._mute[index]:
            self._undecided[index] = 0
        elif level:
            if self._longs[index] == self.keys[index] and index != self._back:
                self.push(self.keys[index])
            else:
                self._undecided[index] = 1
                self._since[index] = now
                if index == self._back:
                    self.spent = False
        elif self._undecided[index]:
            self._undecided[index] = 0
            held = ticks_diff(now, self._since[index])
            if index == self._back and held >= SUMMON:
                self._summons = True
            elif index != self._back or not self.spent:
                self.push(self._longs[index] if held >= LONG else self.keys[index])

    def sample(self, sampler, numbers):
        """Use a sampler; `numbers`: the GPIO number of each key's button, or None, as in KEYS."""
        self.sampler = sampler
        bits = [1 << number for number in numbers if number is not None]
        for index in range(len(bits)):
            self._numbers[index] = bits[index]

    def away(self):
        """Leave the buttons to the sampler: nothing will run for a while."""
        if self.sampler:
            self._polling = True  # what the interrupts see in between is not all
            self._left = ticks_ms()
            self.sampler.begin()

    def back(self):
        """Take the presses since `away`."""
        if not self.sampler or not self._polling:
            return
        count = self.sampler.end()
        taken = ticks_diff(ticks_ms(), self._left)
        levels = self.sampler.levels
        for number in range(count):
            reading = levels[number]
            now = ticks_add(self._left, (number + 1) * taken // count)
            for index in range(len(self.pins)):
                if not self._settled[index]:
                    if ticks_diff(now, self._changed[index]) < DEBOUNCE:
                        continue
                    self._settled[index] = 1
                level = bool(reading & self._numbers[index]) == self._pressed[index]
                if level != self._down[index]:
                    self._change(index, level, now)
        self._unsettled = True
        self._polling = False

    def has(self, key):
        """Whether there is a button for a key, not only one to be held."""
        return self.keys[self._button[key]] == key

    def is_down(self, key):
        """Whether the button of a key is down."""
        return self.has(key) and bool(self._down[self._button[key]])

    def push(self, key):
        """Put a press in the queue. If the queue is full, the press is dropped, but BACK replaces
        the last one, because it leads out of everything.
        """
        tail = (self._tail + 1) % _QUEUE
        if tail != self._head:
            self._queue[self._tail] = key
            self._tail = tail
        elif key == BACK:
            self._queue[self._tail - 1] = key

    def waiting(self):
        """Whether a press is in the queue, or an edge came during a debounce time; does not read
        the pins.
        """
        return self._missed or self._head != self._tail

    def down(self):
        """Return the number of buttons that are down, without stuck ones."""
        count = 0
        for index in range(len(self._down)):
            count += self._down[index] and self._seconds[index] < _STUCK_S
        return count

    def check(self):
        """Return the key of a button that has just been found faulty, or NONE; call it once a
        second. The button is either stuck or `loose`; the presses of a loose one are ignored until
        it has been quiet for a while.
        """
        found = NONE
        for index in range(len(self._down)):
            loose = self._changes[index] >= _LOOSE
            self._changes[index] = 0
            if self._mute[index]:
                self._mute[index] = _QUIET if loose else self._mute[index] - 1
                self._seconds[index] = 0
            elif loose:
                self._seconds[index] += 1
                if self._seconds[index] >= _LOOSE_S:
                    self._seconds[index] = 0
                    self._mute[index] = _QUIET
                    found = self.keys[index]
            elif not self._down[index]:
                self._seconds[index] = 0
            elif self._seconds[index] < _STUCK_S:
                self._seconds[index] += 1
                if self._seconds[index] == _STUCK_S:
                    found = self.keys[index]
        return found

    def loose(self, key):
        """Whether the contact of a button is loose."""
        return self._mute[self._button[key]] > 0

    def waits(self, key):
        """Whether a press of `key` is in the queue, at any place."""
        self._poll()
        at = self._head
        while at != self._tail:
            if self._queue[at] == key:
                return True
            at = (at + 1) % _QUEUE
        return False

    def _poll(self):
        """Sample the pins after edges that fell into a debounce time, and from time to time."""
        self._polls = (self._polls + 1) % _EVERY
        if self._unsettled or not self._polls:
            self._polling = True
            self._unsettled = self._missed = False
            for index in range(len(self.pins)):
                self._sample(index)
            self._polling = False
        self._decide()

    def _decide(self):
        """Turn buttons that have been held long enough into long presses."""
        if self._undecided == self._decided:
            return
        now = ticks_ms()
        self._polling = True  # no release in between
        for index in range(len(self.pins)):
            if self._undecided[index]:
                held = ticks_diff(now, self._since[index])
                if held >= (SUMMON if index == self._back else LONG):
                    self._undecided[index] = 0
                    if index == self._back:
                        self._summons = True
                    else:
                        self.push(self._longs[index])
        self._polling = False

    def summoned(self):
        """Return whether BACK has been held for SUMMON ms; each such press is reported once."""
        self._poll()
        summons = self._summons
        self._summons = False
        return summons

    def spend(self):
        """Note that the present press of BACK has had its effect."""
        self.spent = True

    def backing(self):
        """Return the milliseconds for which BACK has been held so far; 0 once it is `spent`."""
        if self.spent or not self._undecided[self._back]:
            return 0
        return ticks_diff(ticks_ms(), self._since[self._back])

    def next(self):
        """Return the next key press or repeat, or NONE. Call it often."""
        self._poll()
        now = ticks_ms()
        if self._head != self._tail:
            key = self._queue[self._head]
            self._head = (self._head + 1) % _QUEUE
            # a button with two keys repeats only the long one; the other came at its release
            self._held = key if self._longs[self._button[key]] == key else NONE
            self._due = ticks_add(now, FIRST_REPEAT)
            self.repeat = 0
            return key
        key = self._held
        if key == NONE:
            return NONE
        if not self._down[self._button[key]]:
            self._held = NONE
            return NONE
        if ticks_diff(now, self._due) < 0:
            return NONE
        self._due = ticks_add(now, NEXT_REPEAT)
        self.repeat += 1
        return key
