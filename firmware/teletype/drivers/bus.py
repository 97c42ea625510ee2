# SPDX-License-Identifier: MIT
"""The I2C bus of a panel, over MicroPython's `machine`; `teletype.drivers.spi_bus` is for SPI.

Each transfer begins with the bytes of `COMMAND` or `DATA`: on I2C the SSD1306 distinguishes
commands from data by a control byte (its data sheet, 8.1.5). A panel that does not answer must
not stop the handheld: an error on the bus is counted in `errors` and not raised. From then on
nothing is sent, because each transfer on a stuck bus would wait for a timeout. This lasts until
the main loop tries to restart the panel (`drivers.panel.Panel.recover`), which clears `errors`.
"""


def release(data, clock):
    """Send nine clocks and a STOP on the open-drain pins SDA and SCL.

    A panel whose transfer was cut off may hold SDA low until it gets the rest of its byte (I2C
    specification UM10204, 3.1.16). A call takes some microseconds, and an SSD1306 needs 1.3 for
    half a clock.
    """
    data(1)
    for _ in range(9):
        clock(0)
        clock(1)
    data(0)
    data(1)


def answers(i2c, address):
    """Whether a panel answers at an address of an I2C: to NOP, which changes nothing."""
    try:
        i2c.writeto(address, b"\x00\xe3")
        return True
    except OSError:
        return False


class Bus:
    """The panel at `address` of the I2C that `make` returns; `make` also frees the bus.

    An I2C is anything with `writeto(address, buffer)` that raises OSError for no answer.

    errors  transfers that failed or were left out since the last `recover` of the panel
    """

    COMMAND = b"\x00"
    DATA = b"\x40"

    def __init__(self, make, address=0x3C):
        self._make = make
        self._address = address
        self.errors = 0

    def reset(self):
        """Free the bus; the panel itself is reset only at power-on."""
        self._i2c = self._make()

    def command(self, buffer):
        """Send `buffer`, which begins with COMMAND."""
        if self.errors:
            self.errors += 1
            return
        try:
            self._i2c.writeto(self._address, buffer)
        except OSError:
            self.errors += 1

    def answers(self, address):
        """Whether anything answers at an address of the bus."""
        try:
            self._i2c.writeto(address, b"")
            return True
        except OSError:
            return False

    data = command
    """Send `buffer`, which begins with DATA."""
