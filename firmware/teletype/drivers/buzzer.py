# SPDX-License-Identifier: MIT
"""The buzzer: a soft click for each character, a bell at a prompt, a softer thud at a limit, and a
signature for a win, a loss, a draw and power-on.

A passive piezo buzzer on a PWM pin. The click is a short pulse of a slow PWM, audible as a tick
and not as a tone. Its length depends on the type bar, so that each has its own pitch. The bell is
a tone that falls and fades. `tick` in the main loop ends both: nothing waits here and nothing is
allocated.
"""

from time import ticks_diff, ticks_ms

from machine import PWM, Pin
from micropython import const

CLICK_HZ = const(60)
CLICK = const(1000)
_BAR = const(90)
_BARS = const(7)
"""Duty of 65535: a pulse of 0.25 ms in a period of 17 ms, and the amount that each bar adds."""

LIMIT = const(200)
"""The pulse of the thud."""

_PERIOD = const(17)

HIGH = const(2637)
LOW = const(2093)
"""Hz of the bell's two tones."""

STEP = const(15)
"""Milliseconds of each step of the bell."""

BELL = bytes((128, 92, 66, 48, 34, 64, 42, 28, 18, 10))
"""The bell's duty in 256ths, a step each; the second half is the low tone."""

DRAW = b"\x62\x08\x52\x08\x62\x10"
WIN = b"\x41\x06\x52\x06\x62\x06\x83\x14"
POWER_ON = b"\x41\x05\x62\x05\x83\x0a"
LOSS = b"\x52\x08\x49\x08\x41\x14"
"""Signatures, two bytes a note: its pitch in 16 Hz, and how many steps of the bell it lasts.

G E G; C E G and the C above, which rises; C G C; E D C, which falls. The lowest C has 1047 Hz.
"""

SIGNATURES = (DRAW, WIN, POWER_ON, LOSS)
"""By `play`'s number; -1 is the last one."""

_NOTE = const(0x4000)
"""A note's duty of 65535."""

LOUDEST = const(3)
"""The volume at full duty; each step less reduces the duty by three quarters."""

_SILENT, _CLICKS, _RINGS = -2, -1, 0


class Buzzer:
    """`pin`: the number of a pin that can do PWM.

    volume  1 to LOUDEST
    _state  silent, a click, or the step of the bell
    _tune   the signature that sounds, or b""; `_at` is the place of its note
    """

    def __init__(self, pin):
        self._pwm = PWM(Pin(pin))
        self._pwm.freq(CLICK_HZ)
        self._pwm.duty_u16(0)
        self.volume = LOUDEST
        self._tune = b""
        self._at = 0
        self._state = _SILENT
        self._since = 0

    def click(self, glyph=0):
        """Click once, at the pitch of the type bar of `glyph`; not while the bell rings."""
        self._tick_once(CLICK + glyph % _BARS * _BAR)

    def limit(self):
        """Play a soft thud: this is the end of a list or a value."""
        self._tick_once(LIMIT)

    def _tick_once(self, duty):
        if self._state < _RINGS:
            self._state = _CLICKS
            self._since = ticks_ms()
            self._sound(duty)

    def _sound(self, duty):
        """Set the duty according to the volume."""
        self._pwm.duty_u16(duty >> 2 * (LOUDEST - self.volume))

    def play(self, number):
        """Play one of SIGNATURES."""
        self._tune = SIGNATURES[number]
        self._since = ticks_ms()
        self._state = _RINGS  # no click sounds in it
        self._note(0)

    def _note(self, at):
        self._at = at
        self._pwm.freq(self._tune[at] << 4)
        self._sound(_NOTE)

    def bell(self):
        """Ring for 150 ms."""
        self._since = ticks_ms()
        self._tune = b""
        self._pwm.duty_u16(0)  # no click at the bell's pitch
        self._ring(0)

    def _ring(self, step):
        self._state = step
        self._pwm.freq(HIGH if step < len(BELL) // 2 else LOW)
        self._sound(BELL[step] << 8)

    def tick(self, now):
        """Continue the sound at `now` (ms), or end it."""
        if self._state == _SILENT:
            return
        elapsed = ticks_diff(now, self._since)
        if self._tune:
            long = self._tune[self._at + 1] * STEP
            if elapsed < long:
                return
            self._since = now
            if self._at + 2 < len(self._tune):
                self._note(self._at + 2)
            else:
                self.off()
        elif self._state == _CLICKS:
            if elapsed >= _PERIOD:
                self._state = _SILENT
                self._pwm.duty_u16(0)
        elif elapsed >= STEP * len(BELL):
            self.off()
        elif elapsed // STEP > self._state:
            self._ring(elapsed // STEP)

    def off(self):
        """Stop any sound at once."""
        self._tune = b""
        self._state = _SILENT
        self._pwm.duty_u16(0)
        self._pwm.freq(CLICK_HZ)
