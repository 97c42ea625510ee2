"""A serial line on a pin of the emulated Pico, looked at as a printer does: bit by bit, in time.

rp2040py 0.3.6 runs state machines (PIO) with the processor's instructions. While the processor
sleeps, its clock jumps to the next alarm, and a state machine that had something to do in between
is late. `Teleprinter` sets an alarm for whenever one is due, so that the clock stops there.
"""

from bisect import bisect_right
from typing import Any

from host_tools.emulator.pico import Pico

_CYCLE = 8
"""Nanoseconds of the chip's clock."""

_NEVER = 1 << 60


class LineError(Exception):
    """What is on the line is no character: a stop bit is missing."""


class Teleprinter:
    """A printer that watches GPIO `pin` of `pico`, for `baud` and `bits` data bits.

    It takes one stop bit for enough. Raises ValueError if the line does not rest high.
    """

    def __init__(self, pico: Pico, pin: int, baud: float, bits: int) -> None:
        self._pico = pico
        self._bit = 1e9 / baud
        self._bits = bits
        self._times: list[int] = []
        self._levels: list[bool] = []
        pico.chip.gpio[pin].add_listener(self._changed)
        self._alarm = pico.chip.clock.create_alarm(self._due)
        self._settled = False
        dma: Any = pico.chip.dma
        stock = dma.set_dreq  # called whenever a state machine is given a word or takes one

        def set_dreq(channel: int) -> None:
            stock(channel)
            self._settled = True
            self._alarm.schedule(_CYCLE)

        dma.set_dreq = set_dreq

    def _due(self) -> None:
        """Goes to the next instruction of a state machine, in two steps.

        At an alarm the state machines have not been told yet that the time has come.
        """
        if not self._settled:
            self._settled = True
            self._alarm.schedule(_CYCLE)
            return
        self._settled = False
        wait = min(
            (pio.next_due_fp - pio.cycle_fp for pio in self._pico.chip.pio if not pio.stopped),
            default=_NEVER,
        )
        if wait < _NEVER:
            self._alarm.schedule(max(1, wait // 256) * _CYCLE)

    def _changed(self, new: int, old: int) -> None:
        self._times.append(self._pico.nanos)
        self._levels.append(int(new) != 0)

    def _level(self, time: float) -> bool:
        index = bisect_right(self._times, time) - 1
        return self._levels[index] if index >= 0 else True

    def characters(self) -> list[tuple[float, int]]:
        """What has arrived: the time of each start bit in ms, and the data bits, first one lowest.

        A character of which bits are still to come is left for the next time. Raises LineError.
        """
        found = []
        at = 0
        while at < len(self._times):
            start = self._times[at]
            end = start + (self._bits + 1.5) * self._bit
            if end > self._pico.nanos:
                break
            if self._levels[at]:
                at += 1
                continue
            code = 0
            for bit in range(self._bits):
                code |= self._level(start + (bit + 1.5) * self._bit) << bit
            if not self._level(end):
                raise LineError(f"no stop bit after {code:#04x} at {start / 1e6:.3f} ms")
            found.append((start / 1e6, code))
            at = bisect_right(self._times, end)
        return found

    def data(self) -> bytes:
        """The characters alone."""
        return bytes(code for _, code in self.characters())
