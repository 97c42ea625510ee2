# SPDX-License-Identifier: MIT
"""The screen saver: contrast, inversion, and what happens while nobody touches the device.

Idle time is counted in minutes from the last key, typed line or printed line. After the minutes of
the settings the panel goes to its lowest contrast, then off (command AEh: the chip keeps the
picture). What brings the light back, a press with its repeats, does nothing else; a typed line is
answered all the same.

An OLED's pixels age while they are lit, so a picture that stands is moved by a row every two idle
minutes (command D3h), down to two rows and back. The command turns the chip's 64 rows round, so
that a row or two show at the other edge until somebody touches the device, which puts the picture
back. Sideways the SSD1306 could only be moved by sending the whole picture anew, so it is not.
"""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

LEVELS = bytes((8, 32, 80, 144, 255))
"""Values of the contrast register for the steps 1 to 5, each visibly brighter than the last."""

DIM = const(0)
"""The lowest contrast: just readable in a room."""

SHIFTS = bytes((0, 1, 2, 1))
"""Rows by which the picture is moved, one entry for two idle minutes."""

_MINUTE = const(60_000)

_MOMENT = const(1000)
"""Milliseconds."""

_STUCK = const(100)
"""Repeats of a key after which it is nobody's finger, which keeps no panel lit."""

_MOST_IDLE = const(100_000)
_DAY = const(1440)
"""Idle minutes are counted so far; then the last day of them comes again: the picture moves on."""


class ScreenSaver:
    """Looks after `panel` (a `teletype.drivers.panel.Panel`).

    dark          0: as the settings say; 1: dimmed; 2: off
    _dim, _blank  idle minutes after which it is; 0 means never
    _idle         idle minutes so far
    _since        when the current idle minute began
    _shift        rows by which the picture is moved
    _inverted     whether the settings want light and dark the other way round
    turned        whether an exhibit wants it the other way round than the settings
    _swallowing   whether the key that is held has only brought the light back
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
        """Lets the settings take effect."""
        self._dim = values["dim"]
        self._blank = values["blank"]
        level = LEVELS[values["contrast"] - 1]
        if level != self._level:
            self._level = level
            self._panel.contrast(level)
        inverted = values["invert"] == "yes"
        if inverted != self._inverted:
            self._inverted = inverted
            self._panel.invert(inverted != self.turned)

    def turn(self, turned):
        """Lets light and dark change places, or come back: all pixels shall age alike."""
        if turned != self.turned:
            self.turned = turned
            self._panel.invert(self._inverted != turned)

    def user_active(self, now):
        """Somebody or something is there: the panel is as the settings say, idle time begins."""
        self._since = now
        self._idle = 0
        if self.dark or self._shift:
            self._set(0, 0)

    def swallows(self, now, repeat):
        """Takes notice of a press, or of its `repeat`; True if it only brings the light back."""
        self._swallowing = self.dark > 0 or (repeat > 0 and self._swallowing)
        if repeat < _STUCK:
            self.user_active(now)
        return self._swallowing

    def rests(self, now):
        """0: somebody or something was there a moment ago; 1: not; 2: the panel is off, too."""
        if self.dark == 2:
            return 2
        return int(self._idle > 0 or ticks_diff(now, self._since) > _MOMENT)

    def tick(self, now):
        """Counts the idle minutes; `now` in ms."""
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
        self._set(dark, SHIFTS[self._idle // 2 % len(SHIFTS)])

    def _set(self, dark, shift):
        """Sends what differs from what the panel shows."""
        panel = self._panel
        if dark != self.dark:
            panel.contrast(DIM if dark else self._level)
            if 2 in (dark, self.dark):
                panel.switch(dark < 2)
            self.dark = dark
        if shift != self._shift:
            self._shift = shift
            panel.offset(shift)
