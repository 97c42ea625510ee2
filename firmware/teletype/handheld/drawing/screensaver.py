# SPDX-License-Identifier: MIT
"""The screen saver: contrast, inversion, and the panel while the device is idle.

Idle time is counted in minutes from the last key, typed line or printed line. After the minutes of
the settings the panel goes to its lowest contrast, then off (command AEh: the chip keeps the
picture). The press that switches it on again, with its repeats, does nothing else, since nobody
could see what it would do. On a dimmed panel it acts, and a typed line is always answered.

An OLED's pixels age while they are lit. So a still picture is moved by a row every two idle
minutes (command D3h), down by two rows and back. The command rotates the chip's 64 rows: a row or
two appear at the other edge until the next press, which moves the picture back. The
SSD1306 could move it sideways only by sending the whole picture again, so that is not done.
"""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

_LEVELS = const((8, 32, 80, 144, 255))
"""Values of the contrast register for the steps 1 to 5, each visibly brighter than the last."""

_DIM = const(0)
"""The lowest contrast: just readable in a room."""

_SHIFTS = const((0, 1, 2, 1))
"""Rows by which the picture is moved, one entry for two idle minutes."""

_MINUTE = const(60_000)

_MOMENT = const(1000)
"""Milliseconds."""

_STUCK = const(100)
"""Repeats of a key after which it counts as stuck and no longer keeps the panel lit."""

_MOST_IDLE = const(100_000)
_DAY = const(1440)
"""The limit of idle minutes; then the last day repeats, so that the picture keeps moving."""


class ScreenSaver:
    """The saver of `panel` (a `teletype.drivers.panel.Panel`), which dims and moves its picture.

    dark          0: as in the settings; 1: dimmed; 2: off
    _dim, _blank  idle minutes until dimming and switching off; 0 means never
    _idle         idle minutes so far
    _since        when the current idle minute began
    _shift        rows by which the picture is moved
    _inverted     whether the settings swap light and dark
    turned        whether an exhibit swaps them again
    _swallowing   whether the held key has only woken the panel
    """

    def __init__(self, panel):
        self._panel = panel
        self._level = -1
        self._inverted = self.turned = False
        self._dim = self._blank = 0
        self._idle = 0
        self._since = ticks_ms()
        self.dark = 0
        self._shift = 0
        self._swallowing = False

    def apply(self, values):
        """Apply the settings."""
        self._dim = values["dim"]
        self._blank = values["blank"]
        level = _LEVELS[values["contrast"] - 1]
        if level != self._level:
            self._level = level
            self._panel.contrast(level)
        inverted = values["invert"] == "yes"
        if inverted != self._inverted:
            self._inverted = inverted
            self._panel.invert(inverted != self.turned)

    def turn(self, turned):
        """Swap light and dark, or restore them, so that all pixels age alike."""
        if turned != self.turned:
            self.turned = turned
            self._panel.invert(self._inverted != turned)

    def user_active(self, now):
        """Restore the panel to the settings, and restart the idle time."""
        self._since = now
        self._idle = 0
        if self.dark or self._shift:
            self._set(0, 0)

    def swallows(self, now, repeat):
        """Note a press, or its `repeat`; return True if it only wakes the panel, which was off."""
        self._swallowing = self.dark == 2 or (repeat > 0 and self._swallowing)
        if repeat < _STUCK:
            self.user_active(now)
        return self._swallowing

    def is_off(self):
        """Whether the panel is off."""
        return self.dark == 2

    def rests(self, now):
        """Return 0 after recent activity, 1 when idle, 2 if the panel is also off."""
        if self.dark == 2:
            return 2
        return int(self._idle > 0 or ticks_diff(now, self._since) > _MOMENT)

    def tick(self, now):
        """Count the idle minutes; `now` in ms."""
        if ticks_diff(now, self._since) < _MINUTE:
            return
        self._since = ticks_add(self._since, _MINUTE)
        self._idle += 1
        if self._idle == _MOST_IDLE:
            self._idle -= _DAY
        dark = 0
        if self._blank and self._idle >= self._blank:
            dark = 2
        elif self._dim and self._idle >= self._dim:
            dark = 1
        self._set(dark, _SHIFTS[self._idle // 2 % len(_SHIFTS)])

    def _set(self, dark, shift):
        """Send the commands for what has changed."""
        panel = self._panel
        if dark != self.dark:
            panel.contrast(_DIM if dark else self._level)
            if 2 in (dark, self.dark):
                panel.switch(dark < 2)
            self.dark = dark
        if shift != self._shift:
            self._shift = shift
            panel.offset(shift)
