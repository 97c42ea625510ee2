# SPDX-License-Identifier: MIT
"""The levels of all pins while nothing can execute: the flash is being erased.

On the RP2040 and the RP2350 the code lies in the flash. While that erases a sector, for 45 ms or
for 400, the interrupts are off: of two presses of a button one would be lost. A state machine
reads the pins meanwhile, and a DMA channel writes them to memory; neither needs the flash.

Sources: RP2040 data sheet, 3.4 (IN) and 2.5.3.1 (requests of the state machines); RP2350, 11.4 and
12.6.4.
"""

from array import array

try:
    from _rp2 import DMA, StateMachine
except ImportError:
    StateMachine = None  # type: ignore[assignment]
from micropython import const

_FREQUENCY = const(2400)
"""Hz of the state machine: little more than the least at 150 MHz. It reads every 32 cycles, a
reading in 13 ms; at 125 MHz the divider's limit makes that the same."""

_COUNT = const(128)
"""Readings, for 1.7 s."""

_FIFO = const(0x50300020)
"""RXF0 of PIO1; the others follow."""

_REQUEST = const(12)
"""DREQ_PIO1_RX0, likewise."""

_WORDS = const(2)

# in(pins, 32) [31], which pushes each reading: PIO 1 and a joined FIFO of eight words
_READ = [array("H", [0x5F00]), -1, -1, 0, 1 << 16 | 1 << 31, None, None, None]


def sampler(taken):
    """Return a Sampler, or None on a chip without state machines; `taken`: one that is used."""
    if StateMachine is None:
        return None
    return Sampler(6 if taken == 7 else 7)


class Sampler:
    """State machine `number`, 4 to 7, of PIO 1.

    levels  the readings: a bit for each of the pins 0 to 29
    """

    def __init__(self, number):
        self.levels = array("I", bytes(4 * _COUNT))
        self._machine = StateMachine(number, _READ, freq=_FREQUENCY)
        self._dma = DMA()
        self._fifo = _FIFO + 4 * (number - 4)
        self._ctrl = self._dma.pack_ctrl(
            size=_WORDS, inc_read=False, treq_sel=_REQUEST + number - 4
        )

    def begin(self):
        """Read from now on."""
        machine = self._machine
        machine.restart()
        while machine.rx_fifo():
            machine.get()
        self._dma.config(
            read=self._fifo, write=self.levels, count=_COUNT, ctrl=self._ctrl, trigger=True
        )
        machine.active(1)

    def end(self):
        """Stop; return the number of readings since `begin`."""
        self._machine.active(0)
        count = _COUNT - self._dma.count
        self._dma.active(0)
        return count
