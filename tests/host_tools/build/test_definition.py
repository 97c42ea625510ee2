# SPDX-License-Identifier: MIT
"""The definition of a board for MicroPython's build, made from its board.py."""

import dataclasses

import pytest

from host_tools.build import boards, definition
from host_tools.usage import BuildError

BOARD = boards.Board(
    name="mine",
    title="My board",
    chip="RP2040",
    panel={"controller": "ssd1306", "width": 128, "height": 64},
    i2c={"id": 0, "sda": 4, "scl": 5, "freq": 400_000, "addr": 0x3C},
    buttons={"DOWN": 11, "OK": 14},
)


def made(board: boards.Board) -> dict[str, list[str]]:
    return {name: data.decode().splitlines() for name, data in definition.files(board).items()}


def test_what_is_not_said_is_as_on_a_pico() -> None:
    files = made(BOARD)
    assert files["mpconfigboard.cmake"] == [
        'set(PICO_BOARD "pico")',
        'set(PICO_PLATFORM "rp2040")',
        "set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/../manifest.py)",
        "list(APPEND MICROPY_DEF_BOARD PICO_FLASH_SIZE_BYTES=2097152)",
        *definition.CONFIGURE.splitlines(),
    ]
    assert files["mpconfigboard.h"] == [
        '#define MICROPY_HW_BOARD_NAME           "Pocket Teletype (My board)"',
        "#define MICROPY_HW_FLASH_STORAGE_BYTES  (1024 * 1024)",
    ]
    assert files["pins.csv"] == [f"GP{pin},GPIO{pin}" for pin in range(30)] + [
        "OLED_SDA,GPIO4",
        "OLED_SCL,GPIO5",
        "BTN_DOWN,GPIO11",
        "BTN_OK,GPIO14",
    ]


def test_what_is_said() -> None:
    files = made(
        dataclasses.replace(
            BOARD,
            chip="RP2350",
            flash={"size": 16384, "files": 8192},
            sdk="pimoroni_pico_plus2_rp2350",
            i2c=None,
            spi={
                "id": 0,
                "baudrate": 8_000_000,
                "sck": 18,
                "mosi": 19,
                "cs": 16,
                "dc": 17,
                "reset": 20,
            },
            buzzer=28,
            printer={"id": 0, "tx": 0},
            pins={"LED": 25},
        )
    )
    assert files["mpconfigboard.cmake"][:4] == [
        'set(PICO_BOARD "pimoroni_pico_plus2_rp2350")',
        'set(PICO_PLATFORM "rp2350")',
        "set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/../manifest.py)",
        "list(APPEND MICROPY_DEF_BOARD PICO_FLASH_SIZE_BYTES=16777216)",
    ]
    assert files["mpconfigboard.h"][1].endswith(" (8192 * 1024)")
    names = dict(line.split(",") for line in files["pins.csv"])
    assert {name: pin for name, pin in names.items() if not name.startswith("GP")} == {
        "LED": "GPIO25",
        "OLED_SCK": "GPIO18",
        "OLED_MOSI": "GPIO19",
        "OLED_CS": "GPIO16",
        "OLED_DC": "GPIO17",
        "OLED_RESET": "GPIO20",
        "BTN_DOWN": "GPIO11",
        "BTN_OK": "GPIO14",
        "BUZZER": "GPIO28",
        "PRINTER_TX": "GPIO0",
    }


def test_a_board_without_an_image_has_no_definition() -> None:
    with pytest.raises(BuildError, match="install MicroPython's, then run `flash`"):
        definition.files(dataclasses.replace(BOARD, chip="ESP32"))
