# SPDX-License-Identifier: MIT
"""The printer's line: characters as a start bit, data bits and stop bits on one pin.

On a chip with PIO (RP2040, RP2350) a state machine shifts the bits out. Its UART could not: the
divisor of a PL011 has 16 bits, so at 125 MHz the slowest rate is 119 baud, but a teletype needs
45.45. A state machine that takes 64 cycles for a bit makes every rate from 31 baud to 1.9 Mbaud:
its clock divider is 1 to 65536. All rates of the settings are accurate to 1 part in 1000.

Other chips send with `machine.UART`. The divisor of the ESP32's ends at 76 baud, so the rates
below 110 are refused there.

The idle line is high (mark); a connected machine must convert this to its own levels, see the
board's wiring.md.
"""

from time import ticks_diff, ticks_ms

import machine

try:
    import rp2
except ImportError:
    rp2 = None  # type: ignore[assignment]

LOWEST = 45_45 if rp2 else 110_00
"""The slowest rate in hundredths of a baud."""

_CYCLES = 64
"""PIO cycles of a bit, in the program below."""

DEPTH = 4
"""Characters that wait in the chip: the FIFO of a state machine."""


def _program(length):
    """Return the PIO program for frames of `length` bits: one bit of the word every 64 cycles.

    Without a word to pull it stalls at `out`, and the pin keeps the stop bit's level.
    """

    @rp2.asm_pio(
        out_init=rp2.PIO.OUT_HIGH,
        out_shiftdir=rp2.PIO.SHIFT_RIGHT,
        autopull=True,
        pull_thresh=length,
    )
    def send():
        out(pins, 1)  # type: ignore[name-defined]
        nop()[31]  # type: ignore[name-defined]
        nop()[30]  # type: ignore[name-defined]

    return send


class Line:
    """The line on `pin`; `number` is that of the state machine or of the UART.

    `rate` in hundredths of a baud, `bits` 5 or 8 data bits (least significant first, no parity).
    5-bit codes and slow 8-bit ones have two stop bits, as the old machines need at least 1.42.

    _silence  milliseconds that the chip needs to send its whole FIFO
    _rests    whether the chip's FIFO has been empty since `_since`
    """

    def __init__(self, number, pin, rate, bits):
        stop = 2 if bits == 5 or rate <= 110_00 else 1
        length = 1 + bits + stop
        self._silence = 1 + (DEPTH + 1) * length * 100_000 // rate
        self._since = ticks_ms()
        self._rests = False
        self._stop = (1 << stop) - 1 << 1 + bits
        self._number = number
        self._pin = machine.Pin(pin, machine.Pin.OUT, value=1)
        self._uart = self._machine = None
        if rp2:
            self._program = _program(length)
            self._machine = rp2.StateMachine(
                number,
                self._program,
                freq=(rate * _CYCLES + 50) // 100,
                out_base=self._pin,
            )
            self._machine.active(1)
        else:
            self._uart = machine.UART(
                number, baudrate=rate // 100, bits=bits, parity=None, stop=stop, tx=pin, txbuf=256
            )
            self._one = bytearray(1)

    def room(self):
        """Return the number of characters that can be put now without waiting."""
        if self._machine:
            return DEPTH - self._machine.tx_fifo()
        return DEPTH if self._uart.txdone() else 0

    def put(self, code):
        """Send a character; there must be `room` for it."""
        self._rests = False
        if self._machine:
            self._machine.put(self._stop | code << 1)
        else:
            self._one[0] = code
            self._uart.write(self._one)

    def silent(self):
        """Whether the last bit has been sent; call it until it has.

        The time counts from the first call that finds the FIFO empty: the last character may have
        been put days ago, and tick differences may have wrapped.
        """
        if self.room() != DEPTH:
            self._rests = False
        elif not self._rests:
            self._rests = True
            self._since = ticks_ms()
        return self._rests and ticks_diff(ticks_ms(), self._since) >= self._silence

    def close(self):
        """Leave the line idle."""
        if self._machine:
            self._machine.active(0)
            rp2.PIO(self._number // 4).remove_program(self._program)
            self._pin.init(machine.Pin.OUT, value=1)
        else:
            self._uart.deinit()
