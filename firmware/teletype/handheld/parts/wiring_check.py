# SPDX-License-Identifier: MIT
"""Says on the serial port which wire is wrong, when the panel does not answer at the start.

Only what the board can know: whether a panel answers at the other address, or when SDA and SCL
change places, and which buttons are down. Kept in memory while it is told.
"""

from machine import I2C, Pin, SoftI2C
from micropython import const

from teletype import words
from teletype.drivers.buttons import KEYS

_ANY = const(500)
"""Pixels of a text that is for the port: it may be long."""

_OTHER = const(
    (
        _ANY,
        'The panel answers at address 0x%02X: write "addr": 0x%02X into board.py.',
        'Экран отвечает по адресу 0x%02X: впишите "addr": 0x%02X в board.py.',
        '画面のアドレスは0x%02Xです。board.pyに"addr": 0x%02Xと書いてください。',
    )
)
_SWAPPED = const(
    (
        _ANY,
        "SDA and SCL are swapped: SDA belongs to GP%d, SCL to GP%d.",
        "SDA и SCL перепутаны: SDA должен идти на GP%d, SCL на GP%d.",
        "SDAとSCLが逆です。SDAはGP%d、SCLはGP%dにつなぎます。",
    )
)
_SILENT = const(
    (
        _ANY,
        "No panel answers. Look at its power and ground, at SDA on GP%d and SCL on GP%d.",
        "Экран не отвечает. Проверьте его питание и землю, SDA на GP%d и SCL на GP%d.",
        "画面から返事がありません。VCCとGND、GP%dのSDA、GP%dのSCLを見てください。",
    )
)
_DOWN = const(
    (
        _ANY,
        "The button %s on GP%d is down: if nobody holds it, its wire touches ground.",
        "Кнопка %s на GP%d нажата: если ее никто не держит, провод касается земли.",
        "GP%dのボタン%sが押されたままです。だれも押していなければ、線がGNDにつながっています。",
    )
)


def _answers(wire, address):
    try:
        wire.writeto(address, b"\x00\xe3")  # the panel's command that does nothing
        return True
    except OSError:
        return False


def report(console, i2c, pins):
    """Looks at the wires of `i2c` and of the buttons, `pins` by their names, as in board.py.

    The pins of the bus have to be taken by the bus again afterwards, as `Panel.recover` does.
    """
    sda, scl = i2c["sda"], i2c["scl"]
    wire = I2C(i2c["id"], sda=Pin(sda), scl=Pin(scl), freq=100_000)
    other = 0x3C + 0x3D - i2c["addr"]
    if _answers(wire, other):
        text = words.text(_OTHER) % (other, other)
    else:
        wire = SoftI2C(sda=Pin(scl), scl=Pin(sda), freq=100_000)
        swapped = _answers(wire, i2c["addr"]) or _answers(wire, other)
        text = words.text(_SWAPPED if swapped else _SILENT) % (sda, scl)
    console.print(text)
    for key in KEYS:
        if key in pins and not Pin(pins[key], Pin.IN, Pin.PULL_UP).value():
            text = words.text(_DOWN)
            number = pins[key]
            console.print(text % ((number, key) if text.startswith("GP") else (key, number)))
