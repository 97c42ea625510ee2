# SPDX-License-Identifier: MIT
"""The start: the board's pins, the drivers, the shelf; `main` has selected the firmware.

The panel comes first, with a picture that stays while the rest is loaded.
"""

import gc
import sys
from time import sleep_ms

import machine
from machine import Pin
from micropython import const

import __main__  # type: ignore[import-not-found]
from teletype.drivers.watchdog import Watchdog
from teletype.handheld.parts import board_file
from teletype.handheld.parts.screen import connect
from teletype.loading import forget, load

if hasattr(__main__, "rp2"):
    # the port's _boot.py leaves its PIO assembler in memory, 1.4 KB
    del __main__.rp2, sys.modules["rp2"]

_OURS = const("The image's board.py is used.")
"""The message if the board.py on the flash cannot be used."""

_SELDOM = const(32_768)
"""Bytes allocated between garbage collections if modules are loaded into memory: they come and
go, and a large table needs a contiguous block."""

_NOTE = const(24)
_FIND = const(0x444E4946)
_ASKED = const(0x444B5341)
"""SCRATCH3 of the watchdog, which survives a reset, and what it may hold: a request to search for
the panel and the buttons (`handheld.parts.strays`); that this was done since power-on."""

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


def _nothing():
    """Do nothing: without a watchdog there is nothing to feed."""


def start(bitten=False, messages=(), feed=_nothing, finds=False):
    """Return the handheld on this board's pins.

    `bitten`: the watchdog made the last reset; `messages`: messages of the start so far;
    `feed`: feeds the watchdog; `finds`: search for panel and buttons even if a panel answers.
    """
    try:
        return _connected(bitten, messages, feed, finds)
    except Exception as error:
        wrong = board_file.refuse(error)
        if not wrong:
            raise
        return _connected(bitten, [wrong, _OURS] + list(messages), feed, finds)


def _found(has, feed):
    """Whether a panel was found on other pins; `board_file` then has these pins."""
    from teletype.handheld.keeping.store import Store

    root_files = load("teletype.handheld.keeping.root_files")
    if has["CHIP"][:5] == "ESP32" or root_files.is_exhibit(Store().entries()):
        return False  # an ESP32 has other pins; at an exhibit nobody can answer

    def say(line):
        print(line)
        feed()

    found = load("teletype.finder").at_start(has, feed, say)
    if found:
        board_file.use(found)
    return bool(found)


def _connected(bitten, messages, feed, finds):
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
    if bus.errors and "I2C" in has:
        load("teletype.handheld.parts.wiring_check").report(
            app.console, has["I2C"], has["BUTTONS"], has.get("HIGH", ())
        )
    if gc.threshold() > 0:  # `main` has set one: modules come from files
        gc.threshold(_SELDOM)
    return app


def _may_have_strays(app):
    """Whether a press on an unexpected pin starts the finder: unless the owner has described the
    board."""
    return app.exhibit.may_search() and not board_file.is_own()


def main(messages=()):
    """Run the handheld; restart the board if the start fails, unless that has failed before.

    `messages`: messages of the start so far, for `words.error`.
    """
    chip = load("board").CHIP
    watchdog = Watchdog(chip)
    bitten = watchdog.bitten()
    register = watchdog.register
    note = machine.mem32[register + _NOTE] if register else _ASKED
    finds = note == _FIND
    if register and finds:
        machine.mem32[register + _NOTE] = _ASKED
    wrong = board_file.choose(chip)
    if wrong:
        messages = [wrong, _OURS] + list(messages)
    watchdog.start()
    try:
        app = start(bitten, messages, watchdog.feed, finds)
        app.hardware.minds = note not in (_FIND, _ASKED) and _may_have_strays(app)
        app.run(watchdog)
    except Exception as error:
        from teletype.handheld.keeping import boot_guard, root_files
        from teletype.handheld.keeping.store import Store

        watchdog.stop()  # an unread port delays each piece of the traceback
        failures = boot_guard.BootGuard(Store())
        again = failures.count < boot_guard.MOST
        if again:
            failures.failed()
        sys.print_exception(error)
        if again or root_files.is_exhibit(Store().entries()):  # nobody attends an exhibit
            sleep_ms(2000 if again else 60_000)  # for Ctrl-C
            machine.reset()
    finally:
        watchdog.stop()
