# SPDX-License-Identifier: MIT
"""The battery, if the board can measure it (BATTERY in its board.py).

In memory only during a measurement: for the row below SETTINGS on the shelf, for the self-test,
and every half minute. If it is nearly empty, the device says so once and saves the session.
"""

from machine import ADC, Pin
from micropython import const

from teletype import words
from teletype.handheld.parts import board_file

_AGAIN = const(30_000)
LATER = const(600_000)
"""Milliseconds to the next measurement, and to the one after a warning."""

_LEAST = const(1500)
"""Millivolts; no chip runs on less, so the board's file names the wrong pin."""

_LITTLE = const(10)
"""Percent."""

_TIMES = const(8)


def measured():
    """Return (millivolts, percent, whether the cable is plugged in); None without a battery."""
    part = board_file.values()["BATTERY"]
    plugged = "usb" in part and bool(Pin(part["usb"], Pin.IN).value())
    adc = ADC(Pin(part["adc"]))
    steps = 0
    for _ in range(_TIMES):
        steps += adc.read_u16()
    millivolts = steps // _TIMES * part["ratio"] * 660 // 13107  # of 3.3 V
    if millivolts < _LEAST:
        return None
    percent = (millivolts - part["empty"]) * 100 // (part["full"] - part["empty"])
    return millivolts, max(0, min(100, percent)), plugged


def notice():
    """Return the row of the shelf; empty while the board does not run on the battery."""
    found = measured()
    if not found or found[2]:
        return []
    name = words.text("BATTERY_NAME")
    return ["\n".join(["%s %s" % (name, form) for form in said(found)])]


def said(found):
    """Return the measurement as text: a longer and a shorter form."""
    tenths = (found[0] + 50) // 100
    volts = "%d.%d V" % (tenths // 10, tenths % 10)
    if found[2]:
        return "USB " + volts, "USB"
    percent = "%d%%" % found[1]
    return volts + " " + percent, percent


def look(app):
    """Warn if little is left; return the milliseconds to the next measurement."""
    found = measured()
    if not found or found[2] or found[1] > _LITTLE:
        return _AGAIN
    screen = app.sessions.screen
    if screen:
        screen.recorder.keep()
    if app.saver.dark or app.activity.over or not app.activity.may_stand():
        return _AGAIN

    def low():
        return words.text("BATTERY_LOW"), [words.text("BATTERY_KEPT") % said(found)[0]]

    app.console.print(low()[0].split("\n")[0])
    app.screens.notice_over(low)
    return LATER
