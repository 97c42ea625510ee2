# SPDX-License-Identifier: MIT
"""The board's pins, the drivers, the handheld: loaded for the start alone.

The panel comes first, with a picture that stays while the rest is loaded.
"""

import gc

from machine import Pin
from micropython import const

from teletype.handheld.parts import board_file
from teletype.handheld.parts.screen import connect
from teletype.loading import forget, load

_SELDOM = const(32_768)
"""Bytes allocated between garbage collections if modules are loaded into memory: they come and
go, and a large table needs a contiguous block."""

_HALF = const(22)
_HIGH = const(28)
"""Half the width of the picture of the start, and its height, in pixels."""


def _greet(panel):
    """Draw a teletype with its paper and the sign ◊; it fits all panels."""
    middle = panel.width // 2
    top = (panel.height - _HIGH) // 2
    panel.rect(middle - 14, top, 29, 20, 1)
    for line in range(3):
        panel.hline(middle - 10, top + 4 + 4 * line, 12 - 3 * (line % 2), 1)
    for side in (-1, 1):
        panel.line(middle + 8, top + 4, middle + 8 + 4 * side, top + 9, 1)
        panel.line(middle + 8, top + 14, middle + 8 + 4 * side, top + 9, 1)
    panel.fill_rect(middle - _HALF, top + 18, 2 * _HALF, 10, 1)
    for key in range(-18, 19, 4):
        panel.fill_rect(middle + key - 1, top + 21, 2, 2, 0)
        panel.fill_rect(middle + key - 1, top + 24, 2, 2, 0)


def _found(has, feed):
    """Whether a panel was found on other pins; `board_file` then has these pins."""
    from teletype.handheld.keeping.store import listed

    root_files = load("teletype.handheld.keeping.root_files")
    if has["CHIP"][:5] == "ESP32" or root_files.is_exhibit(listed("/")):
        return False  # an ESP32 has other pins; at an exhibit nobody can answer

    def say(line):
        print(line)
        feed()

    found = load("teletype.finder").at_start(has, feed, say)
    if found:
        board_file.use(found)
    return bool(found)


def connected(bitten, messages, feed, finds):
    """Return the handheld; the arguments are those of `teletype.start.start`."""
    has = board_file.values()  # parts that a board lacks are missing
    panel, bus = connect(has, _greet)
    if (finds or (bus.errors and "I2C" in has)) and _found(has, feed):
        has = board_file.values()
        panel, bus = connect(has, _greet)
    try:
        return _equipped(panel, bus, has, bitten, messages)
    except BaseException:
        try:
            panel.switch(False)  # nothing runs any more, so the start picture would mislead
        except OSError:
            pass  # the panel is gone
        raise


def _equipped(panel, bus, has, bitten, messages):
    # imports that take time
    from teletype.drivers.buttons import KEYS, Buttons
    from teletype.drivers.sampler import sampler
    from teletype.handheld.keeping.store import Store
    from teletype.handheld.parts.console import Console
    from teletype.handheld.parts.peripherals import Peripherals
    from teletype.power_on import power_on

    panel.fill(0)  # visible until the first screen is drawn
    panel.touch(panel.width // 2 - _HALF, (panel.height - _HIGH) // 2, 2 * _HALF, _HIGH)
    keys = [has["BUTTONS"].get(key) for key in KEYS]
    printer = has.get("PRINTER")
    high = [key in has.get("HIGH", ()) for key in KEYS]
    pins = [
        None if pin is None else Pin(pin, Pin.IN, Pin.PULL_DOWN if up else Pin.PULL_UP)
        for pin, up in zip(keys, high)
    ]
    if "ENCODER" in has or "LADDER" in has or "MATRIX" in has:
        buttons = load("teletype.handheld.parts.more_inputs").buttons(has, pins, high)
    else:
        buttons = Buttons(pins, high)
        buttons.sample(sampler(printer and printer["id"]), keys)
    port = printer and (printer["id"], printer["tx"])
    peripherals = Peripherals(has.get("BUZZER"), port, "BATTERY" in has)
    labels = has.get("LABELS", {})
    app = power_on(panel, bus, buttons, Console(), Store(), peripherals, bitten, labels, messages)
    forget("teletype.power_on")  # no longer needed; the guard follows soon
    forget("teletype.handheld.keeping.boot_guard")
    forget("teletype.exhibit.no_exhibit")  # an ordinary device has its own object
    if bus.errors and "I2C" in has:
        load("teletype.handheld.parts.wiring_check").report(
            app.console, has["I2C"], has["BUTTONS"], has.get("HIGH", ())
        )
    if gc.threshold() > 0:  # `main` has set one: modules come from files
        gc.threshold(_SELDOM)
    return app
