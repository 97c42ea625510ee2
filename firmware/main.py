"""Boot: the board's pins, the drivers, the shelf."""

import sys
from time import sleep_ms

import board
import machine
from machine import I2C, SPI, Pin

import __main__  # type: ignore[import-not-found]
from drivers.bus import Bus, SpiBus, release
from drivers.buttons import KEYS, Buttons
from drivers.panel import Panel
from drivers.watchdog import Watchdog
from handheld import boots
from handheld.app import App
from handheld.console import Console
from handheld.parts import Parts
from handheld.store import Store

if hasattr(__main__, "rp2"):
    # the port's _boot.py leaves its assembler for state machines in memory, 1.4 KB of it
    del __main__.rp2, sys.modules["rp2"]


def start(bitten=False):
    """The handheld on this board's pins; `bitten`: the watchdog has made the last reset."""
    spi = getattr(board, "SPI", None)
    if spi:
        number, sck, mosi, cs, dc, reset, frequency = spi
        wire = SPI(number, baudrate=frequency, sck=Pin(sck), mosi=Pin(mosi))
        bus: Bus | SpiBus = SpiBus(wire, *[Pin(pin, Pin.OUT) for pin in (cs, dc, reset)])
    else:
        number, sda, scl, frequency, address = getattr(board, "I2C", [])

        def i2c():
            release(Pin(sda, Pin.OPEN_DRAIN, value=1), Pin(scl, Pin.OPEN_DRAIN, value=1))
            return I2C(number, sda=Pin(sda), scl=Pin(scl), freq=frequency)

        bus = Bus(i2c, address)
    controller, width, height, shift = (board.PANEL + (-1,))[:4]
    panel = Panel(width, height, bus, controller, shift, getattr(board, "ROTATE", 0))
    pins = [board.BUTTONS.get(key) for key in KEYS]
    buttons = Buttons([pin if pin is None else Pin(pin, Pin.IN, Pin.PULL_UP) for pin in pins])
    parts = Parts(getattr(board, "BUZZER", None), getattr(board, "PRINTER", None))
    labels = getattr(board, "LABELS", {})
    return App(panel, bus, buttons, Console(), Store(), parts, bitten, labels)


def main():
    """Runs the handheld, and starts anew what cannot be started, unless that was in vain."""
    watchdog = Watchdog(board.CHIP)
    bitten = watchdog.bitten()
    watchdog.start()
    try:
        start(bitten).run(watchdog)
    except Exception as error:
        sys.print_exception(error)
        failures = boots.Boots(Store())
        if failures.count < boots.MOST:
            failures.failed()
            watchdog.stop()
            sleep_ms(2000)  # for Ctrl-C
            machine.reset()
    finally:
        watchdog.stop()


if __name__ == "__main__":
    main()
