# SPDX-License-Identifier: MIT
"""Boards that were wired wrongly say on the serial port which wire it is."""

from pathlib import Path

import pytest

from host_tools.build import boards
from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.emulator.ssd1306 import SSD1306

RU = {"settings.txt": b"language=ru\n"}


def said(pico: Pico) -> str:
    """What it says until the shelf has come."""
    pico.boot()
    pico.run(3000)
    return pico.output.decode("utf-8", "replace")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ((5, 4), "SDA and SCL are swapped: SDA belongs to GP4, SCL to GP5."),
        ((4, 9), "The screen does not answer. Check its power and ground, SDA on GP4 and"),
    ],
)
def test_the_panel(firmware_uf2: Path, lines: tuple[int, int], words: str) -> None:
    """Where the finder has found none, in what place ever."""
    files = make_filesystem({"settings.txt": b"language=en\n"})
    panel = SSD1306()
    panel.bare = panel.nak = lines == (4, 9)
    with Pico(firmware_uf2, panel=panel, i2c=(0, *lines), filesystem=files) as pico:
        told = said(pico)
        assert words in told
        assert "No screen answers at 0x3C or 0x3D. SDA and SCL that were tried:" in told


def test_a_button_that_is_always_down(firmware_uf2: Path) -> None:
    panel = SSD1306()
    panel.nak = True
    with Pico(firmware_uf2, panel=panel, filesystem=make_filesystem(RU)) as pico:
        pico.press("LEFT")
        assert f"Кнопка LEFT на GP{boards.load('pico').buttons['LEFT']} нажата" in said(pico)


def test_a_board_that_is_wired_well_says_nothing(firmware_uf2: Path) -> None:
    with Pico(firmware_uf2, filesystem=make_filesystem(RU)) as pico:
        told = said(pico)
        assert "Экран" not in told and "Кнопка" not in told
