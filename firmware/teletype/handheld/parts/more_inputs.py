# SPDX-License-Identifier: MIT
"""The buttons of a board with ENCODER, LADDER or MATRIX in its board.py.

Loaded only for such a board.
"""

from machine import ADC, Pin

from teletype.drivers.buttons import KEYS, Buttons
from teletype.loading import load


def buttons(has, pins, high):
    """Return the `Buttons` of `has`, the values of a board.py; `pins` and `high`, as `Buttons`
    takes them, are for the buttons with a pin of their own.
    """
    if "LADDER" in has or "MATRIX" in has:
        scanner = load("teletype.drivers.scanned").Scanner
        contacts = scanner(has.get("LADDER", {}), has.get("MATRIX", {})).contacts
        pins = [pin or contacts.get(key) for key, pin in zip(KEYS, pins)]
    if "ENCODER" not in has:
        return Buttons(pins, high)
    turns = has["ENCODER"]
    a, b = [Pin(turns[name], Pin.IN, Pin.PULL_UP) for name in ("a", "b")]
    return load("teletype.drivers.encoder").Knob(pins, high, a, b, turns.get("edges", 4))


def pin(has, key):
    """Return the pins of a key's button as text; `key` is one of KEYS."""
    if key in has.get("MATRIX", {}):
        return "GP%d GP%d" % tuple(has["MATRIX"][key])
    for number, levels in has.get("LADDER", {}).items():
        if key in levels:
            return "GP%d" % number
    return "GP%d" % has["BUTTONS"][key]


def millivolts(number):
    """Return the voltage on an analogue pin."""
    return ADC(Pin(number)).read_u16() * 3300 // 65535
