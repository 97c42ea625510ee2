# SPDX-License-Identifier: MIT
"""The start: the board's pins, the drivers, the shelf; `main` has chosen the firmware."""

import sys
from time import sleep_ms

import machine
from machine import I2C, SPI, Pin

import __main__  # type: ignore[import-not-found]
from drivers.bus import Bus, release
from drivers.buttons import KEYS, Buttons
from drivers.panel import Panel
from drivers.watchdog import Watchdog
from handheld import boots
from handheld.app import App
from handheld.console import Console
from handheld.peripherals import Peripherals
from handheld.store import Store
from modules import load

if hasattr(__main__, "rp2"):
    # the port's _boot.py leaves its assembler for state machines in memory, 1.4 KB of it
    del __main__.rp2, sys.modules["rp2"]


def start(bitten=False):
    """The handheld on this board's pins; `bitten`: the watchdog has made the last reset."""
    has = load("board").__dict__  # not every board has everything
    if "SPI" in has:
        spi = has["SPI"]
        wire = SPI(spi["id"], baudrate=spi["baudrate"], sck=Pin(spi["sck"]), mosi=Pin(spi["mosi"]))
        pins = [Pin(spi[key], Pin.OUT) for key in ("cs", "dc", "reset")]
        bus = load("drivers.spi_bus").SpiBus(wire, *pins)
    else:
        i2c = has["I2C"]

        def connect():
            sda, scl = i2c["sda"], i2c["scl"]
            release(Pin(sda, Pin.OPEN_DRAIN, value=1), Pin(scl, Pin.OPEN_DRAIN, value=1))
            return I2C(i2c["id"], sda=Pin(sda), scl=Pin(scl), freq=i2c["freq"])

        bus = Bus(connect, i2c["addr"])
    screen = has["PANEL"]
    size = (screen["width"], screen["height"])
    turned = (screen.get("shift", -1), screen.get("rotate", 0))
    panel = Panel(*size, bus, screen["controller"], *turned)
    keys = [has["BUTTONS"].get(key) for key in KEYS]
    buttons = Buttons([pin if pin is None else Pin(pin, Pin.IN, Pin.PULL_UP) for pin in keys])
    printer = has.get("PRINTER")
    port = printer and (printer["id"], printer["tx"])
    peripherals = Peripherals(has.get("BUZZER"), port, "BATTERY" in has)
    app = App(panel, bus, buttons, Console(), Store(), peripherals, bitten, has.get("LABELS", {}))
    if bus.errors and "I2C" in has:
        load("handheld.wires").tell(app.console, has["I2C"], has["BUTTONS"])
    return app


def main():
    """Runs the handheld, and starts anew what cannot be started, unless that was in vain."""
    watchdog = Watchdog(load("board").CHIP)
    bitten = watchdog.bitten()
    watchdog.start()
    try:
        start(bitten).run(watchdog)
    except Exception as error:
        watchdog.stop()  # a port that nobody reads holds each piece of the traceback for a while
        failures = boots.Boots(Store())
        again = failures.count < boots.MOST
        if again:
            failures.failed()
        sys.print_exception(error)
        if again:
            sleep_ms(2000)  # for Ctrl-C
            machine.reset()
    finally:
        watchdog.stop()
