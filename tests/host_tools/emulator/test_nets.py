# SPDX-License-Identifier: MIT
"""The emulated pins and buses: a panel answers on its own pins, and nowhere else."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.emulator.pico import Pico
from host_tools.emulator.ssd1306 import SH1106, SH1107, SSD1306

ASK = """
from machine import I2C, Pin
def ask(bus, sda, scl, address=0x3C, data=b"\\x00\\xe3", free=True):
    try:
        i2c = I2C(bus, sda=Pin(sda), scl=Pin(scl), freq=400000, timeout=2000)
        i2c.writeto(address, data)
        return "ACK"
    except OSError as error:
        return error.errno
    finally:
        if free:
            Pin(sda, Pin.IN, None); Pin(scl, Pin.IN, None)
"""
EIO, ETIMEDOUT = "5", "110"


@pytest.fixture
def board(stock_uf2: Path) -> Iterator[Callable[..., Pico]]:
    made: list[Pico] = []

    def make(panel: SSD1306, sda: int, scl: int, **options: Any) -> Pico:
        pico = Pico(stock_uf2, panel=panel, i2c=(0, sda, scl), **options)
        made.append(pico)
        pico.boot()
        pico.execute(ASK)
        return pico

    yield make
    for pico in made:
        pico.close()


def ask(pico: Pico, *its: object) -> str:
    return pico.execute(f"print(ask({', '.join(map(repr, its))}))").strip()


@pytest.mark.parametrize(("bus", "sda", "scl"), [(0, 4, 5), (0, 20, 21), (1, 2, 3), (1, 26, 27)])
def test_a_panel_answers_on_its_pins_alone(
    board: Callable[..., Pico], bus: int, sda: int, scl: int
) -> None:
    pico = board(SSD1306(), sda, scl)
    for other in range(0, 29, 2):
        block = other // 2 % 2
        expected = "ACK" if other == sda else EIO
        assert ask(pico, block, other, other + 1) == expected, other
    assert ask(pico, bus, sda, scl, 0x3D) == EIO
    # a single line is not enough
    assert ask(pico, bus, sda, (scl + 4) % 28) == EIO
    assert ask(pico, bus, (sda + 4) % 28, scl) == EIO


def test_a_pair_that_was_not_freed_is_still_connected(board: Callable[..., Pico]) -> None:
    """The multiplexer keeps both pairs, so a search must free each before the next."""
    pico = board(SSD1306(), 4, 5)
    assert ask(pico, 0, 4, 5, 0x3C, b"\0\xe3", False) == "ACK"
    assert ask(pico, 0, 8, 9) == "ACK"
    pico.execute("Pin(4, Pin.IN, None); Pin(5, Pin.IN, None)")
    assert ask(pico, 0, 8, 9) == EIO


def test_the_other_address(board: Callable[..., Pico]) -> None:
    panel = SSD1306(address=0x3D)
    pico = board(panel, 18, 19)
    assert ask(pico, 1, 18, 19, 0x3D) == "ACK"
    assert ask(pico, 1, 18, 19, 0x3C) == EIO
    panel.nak = True
    assert ask(pico, 1, 18, 19, 0x3D) == EIO


def test_a_line_that_is_held_low(board: Callable[..., Pico]) -> None:
    """A transfer there runs into its timeout; other pins are not affected."""
    panel = SSD1306()
    pico = board(panel, 4, 5)
    read = "print(Pin(4, Pin.IN, None).value(), Pin(5, Pin.IN, None).value())"
    assert pico.execute(read) == "1 1\n"
    panel.stuck = True
    assert pico.execute(read) == "1 0\n"
    assert ask(pico, 0, 4, 5) == ETIMEDOUT
    assert ask(pico, 0, 0, 1) == EIO
    panel.stuck, panel.held = False, 5
    assert pico.execute(read) == "0 1\n"
    assert ask(pico, 0, 4, 5) == ETIMEDOUT
    panel.held = 0
    assert ask(pico, 0, 4, 5) == "ACK"


def test_a_clock_that_is_stretched_too_far(board: Callable[..., Pico]) -> None:
    panel = SSD1306()
    pico = board(panel, 4, 5)
    panel.stretch = 100
    assert ask(pico, 0, 4, 5) == "ACK"
    panel.stretch = 5000
    assert ask(pico, 0, 4, 5) == ETIMEDOUT
    panel.stretch = 0
    assert ask(pico, 0, 4, 5) == "ACK"


def test_pull_ups(board: Callable[..., Pico]) -> None:
    """A module's resistors override the pad's pull-down; a bare module leaves the pad's own.

    On an RP2350 a pin that was high stays high with its pull-down (erratum E9).
    """
    panel = SSD1306()
    pico = board(panel, 4, 5)
    down, up = (f"print(Pin(4, Pin.IN, Pin.PULL_{way}).value())" for way in ("DOWN", "UP"))
    assert (pico.execute(down), pico.execute(up)) == ("1\n", "1\n")
    panel.bare = True
    assert (pico.execute(down), pico.execute(up)) == ("01"[pico.chip == "RP2350"] + "\n", "1\n")
    assert pico.execute("print(Pin(22, Pin.IN, Pin.PULL_UP).value())") == "1\n"


def test_contacts(board: Callable[..., Pico]) -> None:
    """Contacts to ground, to 3.3 V, between two pins, and in a resistor ladder."""
    pico = board(
        SSD1306(), 4, 5,
        buttons={
            "UP": 10, "DOWN": {"pin": 11, "to": 1}, "OK": {"pin": 12, "with": 13},
            "LEFT": {"pin": 26, "volts": 0.5}, "RIGHT": {"pin": 26, "volts": 1.6},
        },
    )  # fmt: skip
    pico.execute(
        "from machine import ADC; a = Pin(10, Pin.IN, Pin.PULL_UP); "
        "b = Pin(11, Pin.IN, Pin.PULL_DOWN); c = Pin(12, Pin.IN, Pin.PULL_UP); "
        "d = Pin(13, Pin.OUT, value=1); adc = ADC(26)\n"
        "def see(): print(a.value(), b.value(), c.value(), adc.read_u16() * 33 // 65535)"
    )
    assert pico.execute("see()") == "1 0 1 33\n"
    for name in ("UP", "DOWN", "OK", "LEFT"):
        pico.press(name)
    assert pico.execute("see()") == "0 1 1 5\n"
    assert pico.execute("d(0); see()") == "0 1 0 5\n"
    assert pico.execute("d.init(Pin.IN, None); see()") == "0 1 1 5\n"
    for name in ("UP", "DOWN", "OK", "LEFT"):
        pico.release(name)
    pico.press("RIGHT")
    stays = int(pico.chip == "RP2350")  # erratum E9
    assert pico.execute("d.init(Pin.OUT, value=0); see()") == f"1 {stays} 1 16\n"


@pytest.mark.parametrize(
    ("panel", "found"),
    [
        # 5A is at columns 0 to 2, A5 at 128 to 130; only one controller has the latter
        (SH1106(), b"\x5a\x5a"), (SH1107(), b"\xa5\xa5"), (SSD1306(), b"\x40\x40"),
    ],
)  # fmt: skip
def test_what_is_read_back(board: Callable[..., Pico], panel: SSD1306, found: bytes) -> None:
    pico = board(panel, 4, 5)
    pico.execute("i = I2C(0, sda=Pin(4), scl=Pin(5)); w = lambda data: i.writeto(0x3C, data)")
    pico.execute(r"w(b'\0\xb0\0\x10'); w(b'\x40ZZZ'); w(b'\0\0\x18'); w(b'\x40\xa5\xa5\xa5')")
    pico.execute(r"w(b'\0\xb0\0\x10'); w(b'\x40')")
    assert pico.execute("print(i.readfrom(0x3C, 3)[1:])") == f"{found!r}\n"
