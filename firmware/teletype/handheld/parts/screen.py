# SPDX-License-Identifier: MIT
"""The panel that a board description names: its bus, and the driver of its controller."""

from machine import I2C, SPI, Pin
from micropython import const

from teletype.drivers.bus import Bus, release
from teletype.drivers.panel import Panel
from teletype.loading import load

_USUAL = const(50_000)
_SLOW = const(2_400_000)
"""Below so many Hz a row of the panel takes longer than MicroPython waits for a transfer: it then
waits so many microseconds, divided by the kHz, which is twice the time for a row."""


def connect(has, first):
    """Return the panel of `has`, the values of a board.py, and its bus; `first` draws on it."""
    if "SPI" in has:
        spi = has["SPI"]
        wire = SPI(spi["id"], baudrate=spi["baudrate"], sck=Pin(spi["sck"]), mosi=Pin(spi["mosi"]))
        pins = [Pin(spi[key], Pin.OUT) for key in ("cs", "dc", "reset")]
        bus = load("teletype.drivers.spi_bus").SpiBus(wire, *pins)
    else:
        i2c = has["I2C"]

        def make():
            sda, scl = i2c["sda"], i2c["scl"]
            if "reset" in i2c or "power" in i2c:
                pins = [
                    Pin(i2c[key], Pin.OUT, value=0) for key in ("power", "reset") if key in i2c
                ]
                for _ in range(4000):  # about 10 ms, until the panel has its power
                    pins[-1](0)
                if "reset" in i2c:
                    pins[-1](1)
            release(Pin(sda, Pin.OPEN_DRAIN, value=1), Pin(scl, Pin.OPEN_DRAIN, value=1))
            freq = i2c["freq"]
            more = {"timeout": _SLOW // (freq // 1000)} if freq < _USUAL else {}
            return I2C(i2c["id"], sda=Pin(sda), scl=Pin(scl), freq=freq, **more)

        bus = Bus(make, i2c["addr"])
    screen = has["PANEL"]
    controller = screen["controller"]
    turned = screen.get("shift", -1), screen.get("rotate", 0)
    kind = load("teletype.drivers.sh1107").Sh1107 if controller == "sh1107" else Panel
    return kind(screen["width"], screen["height"], bus, controller, *turned, first), bus
