# SPDX-License-Identifier: MIT
"""A serial line on a pin of the emulated Pico, decoded bit by bit as a printer does."""

from bisect import bisect_right

from host_tools.emulator.pico import Pico


class LineError(Exception):
    """The bits on the line form no character: a stop bit is missing."""


class Teleprinter:
    """A printer that watches GPIO `pin` of `pico`, for `baud` and `bits` data bits.

    One stop bit is enough for it.
    """

    def __init__(self, pico: Pico, pin: int, baud: float, bits: int) -> None:
        self._pico = pico
        self._bit = 1e9 / baud
        self._bits = bits
        self._pin = pin
        pico.watch(pin)

    def _level(self, time: float) -> bool:
        index = bisect_right(self._pico.edges(self._pin), (time, 9)) - 1
        return self._pico.edges(self._pin)[index][1] != 0 if index >= 0 else True

    def characters(self) -> list[tuple[float, int]]:
        """Return the new characters: time of the start bit in ms, data bits (first one lowest).

        An incomplete character is left for the next call. Raises LineError.
        """
        found = []
        at = 0
        edges = self._pico.edges(self._pin)
        while at < len(edges):
            start, state = edges[at]
            end = start + (self._bits + 1.5) * self._bit
            if end > self._pico.nanos:
                break
            if state:
                at += 1
                continue
            code = 0
            for bit in range(self._bits):
                code |= self._level(start + (bit + 1.5) * self._bit) << bit
            if not self._level(end):
                raise LineError(f"no stop bit after {code:#04x} at {start / 1e6:.3f} ms")
            found.append((start / 1e6, code))
            at = bisect_right(edges, (end, 9))
        return found

    def data(self) -> bytes:
        """Return the characters without their times."""
        return bytes(code for _, code in self.characters())
