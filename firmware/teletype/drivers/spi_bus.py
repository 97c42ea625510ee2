# SPDX-License-Identifier: MIT
"""The SPI bus of a panel, over MicroPython's `machine`, with the interface of `drivers.bus`.

The SSD1306 distinguishes commands from data by a pin, so neither needs a prefix.
"""

from time import sleep_ms


class SpiBus:
    """The panel on `spi`, which needs only `write(buffer)`, and the pins `cs`, `dc` and `reset`.

    Nothing answers on this bus, so `errors` stays 0.
    """

    COMMAND = DATA = b""

    def __init__(self, spi, cs, dc, reset):
        self._spi = spi
        self._cs = cs
        self._dc = dc
        self._reset = reset
        self.errors = 0
        cs(1)

    def reset(self):
        """Reset the panel; its data sheet (8.9) asks for 3 microseconds."""
        self._reset(0)
        sleep_ms(1)
        self._reset(1)
        sleep_ms(1)

    def command(self, buffer):
        self._dc(0)
        self._send(buffer)

    def data(self, buffer):
        self._dc(1)
        self._send(buffer)

    def _send(self, buffer):
        self._cs(0)
        self._spi.write(buffer)
        self._cs(1)
