# SPDX-License-Identifier: MIT
"""`drivers.panel` on every kind of panel and bus: what was drawn is what a person sees."""

import importlib
import random
from types import SimpleNamespace
from typing import Any

import pytest

from host_tools.emulator.simulator import I2C, Simulator
from host_tools.emulator.ssd1306 import SH1106, SH1107, SSD1306, SSD1309
from teletype import fonts

SIZES = ((128, 64), (128, 32), (72, 40), (64, 48))
KINDS = [(kind, size) for kind in (SSD1306, SSD1309, SH1106) for size in SIZES]
KINDS.append((SH1107, (128, 64)))


class SpiPins:
    """A model panel on SPI: `spi`, and the output pins `cs`, `dc` and `reset`."""

    def __init__(self, chip: SSD1306) -> None:
        self.chip = chip
        self.level = {"cs": 1, "dc": 0, "reset": 1}
        self.spi = SimpleNamespace(write=self.write)

    def pin(self, name: str) -> Any:
        def drive(level: int) -> None:
            self.level[name] = level
            if name == "reset" and not level:
                self.chip.reset()

        return drive

    def write(self, buffer: bytes) -> None:
        assert self.level["reset"]
        for byte in bytes(buffer):
            if not self.level["cs"]:
                self.chip.write_spi(byte, bool(self.level["dc"]))


def panel_on(chip: SSD1306, bus: str, **options: Any) -> Any:
    """The firmware's panel on a model."""
    Simulator()
    module = importlib.import_module("teletype.drivers.bus")
    if bus == "i2c":
        wire = module.Bus(lambda: I2C(chip))
    else:
        pins = SpiPins(chip)
        spi = importlib.import_module("teletype.drivers.spi_bus").SpiBus
        wire = spi(pins.spi, pins.pin("cs"), pins.pin("dc"), pins.pin("reset"))
    kind = type(chip).__name__.lower()
    where = ("sh1107", "Sh1107") if kind == "sh1107" else ("panel", "Panel")
    panel = getattr(importlib.import_module(f"teletype.drivers.{where[0]}"), where[1])
    return panel(chip.width, chip.height, wire, kind, **options)


def seen(chip: SSD1306, rotate: int = 0) -> list[bytes]:
    """The text rows on the glass, a byte a column, as a person holds it."""
    rows = chip.rows()
    if rotate:
        rows = [row[::-1] for row in rows[::-1]]
    return [
        bytes(sum(rows[8 * row + bit][x] << bit for bit in range(8)) for x in range(chip.width))
        for row in range(chip.height // 8)
    ]


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("rotate", [0, 180])
@pytest.mark.parametrize("bus", ["i2c", "spi"])
@pytest.mark.parametrize(("kind", "size"), KINDS)
def test_what_is_drawn_is_seen(
    kind: type[SSD1306], size: tuple[int, int], bus: str, rotate: int
) -> None:
    """Random rows, cleared pieces and scrolls; the frame sends what changed and no stale page."""
    chip = kind(*size)
    panel = panel_on(chip, bus, rotate=rotate)
    wanted = [bytearray(chip.width) for _ in range(panel.rows)]
    assert seen(chip, rotate) == wanted
    dice = random.Random(repr((size, kind.__name__, bus, rotate)))
    for _ in range(300):
        row = dice.randrange(panel.rows)
        x = dice.randrange(chip.width)
        action = dice.randrange(4)
        if action == 0:
            panel.scroll()
            wanted = [*wanted[1:], bytearray(chip.width)]
        elif action == 1:
            byte = dice.randrange(256)
            panel.clear(row, x, -1, byte)
            wanted[row][x:] = bytes([byte]) * (chip.width - x)
        else:
            codes = bytes(dice.randrange(90) for _ in range(dice.randrange(1, 12)))
            panel.draw(row, x, codes, 0, len(codes), fonts)
            for code in codes[: (chip.width - x) // fonts.WIDTH]:
                glyph = fonts.GLYPHS[code * fonts.WIDTH : (code + 1) * fonts.WIDTH]
                wanted[row][x : x + fonts.WIDTH] = glyph
                x += fonts.WIDTH
        if dice.randrange(2):
            panel.show()
            assert seen(chip, rotate) == wanted
    panel.home()
    for row in range(panel.rows):
        panel.clear(row, 0, -1, row + 1)
    panel.show()
    assert seen(chip, rotate) == [bytes([row + 1]) * chip.width for row in range(panel.rows)]


def test_an_sh1106_gets_its_own_commands() -> None:
    """Of the other chip's commands only those of the driver's start-up reach it."""
    chip = SH1106()
    panel = panel_on(chip, "i2c")
    assert {command[0] for command in chip.unknown} == {0x20, 0x8D}
    chip.unknown.clear()
    chip.reset_counters()
    panel.draw(3, 1, b"\x21\x22", 0, 2, fonts)
    panel.show()
    assert chip.unknown == []
    assert chip.wire_bytes == (1 + 1 + 3) + (1 + 1 + 16)


@pytest.mark.parametrize(("rotate", "column"), [(0, 0), (180, 4)])
def test_the_column_shift_can_be_named(rotate: int, column: int) -> None:
    """The model's glass begins at column 2 from either side; told 0, the picture is 2 off."""
    chip = SH1106()
    panel = panel_on(chip, "i2c", shift=0, rotate=rotate)
    panel.clear(0, 2, 1, 255)
    panel.show()
    assert seen(chip, rotate)[0][column] == 255
    assert seen(chip, rotate)[0].count(255) == 1


@pytest.mark.parametrize("kind", [SSD1306, SSD1309, SH1106, SH1107])
def test_scrolling_contrast_and_inversion_are_commands(kind: type[SSD1306]) -> None:
    """Nothing of the picture is sent again for them, and no chip gets what it does not know."""
    chip = kind(128, 64)
    panel = panel_on(chip, "i2c")
    for row in range(8):
        panel.clear(row, 0, -1, row + 1)
    panel.show()
    chip.unknown.clear()
    chip.reset_counters()
    panel.contrast(77)
    panel.invert(True)
    assert chip.contrast == 77 and chip.inverted
    panel.invert(False)
    panel.scroll()
    panel.feed(6)
    panel.show()
    assert chip.data_bytes <= 128 and chip.unknown == []
    rows = chip.rows()
    assert [row[0] for row in rows[6:14]] == [0, 1, 0, 0, 0, 0, 0, 0]  # row 1, 6 pixels lower
    panel.show()
    assert seen(chip) == [bytes([row + 2]) * 128 for row in range(7)] + [bytes(128)]


@pytest.mark.parametrize("rotate", [0, 180])
@pytest.mark.parametrize("kind", [SSD1306, SH1106, SH1107])
def test_the_picture_can_stand_lower(kind: type[SSD1306], rotate: int) -> None:
    chip = kind(128, 64)
    panel = panel_on(chip, "i2c", rotate=rotate)
    panel.clear(3, 0, -1, 1)
    panel.show()
    before = seen(chip, rotate)[3][5]
    panel.offset(3)
    assert (before, seen(chip, rotate)[3][5]) in ((1, 8), (1, 0))
    panel.offset(0)
    assert seen(chip, rotate)[3][5] == 1


def test_an_sh1107_sends_little() -> None:
    """A cell costs 15 bytes on I2C, a whole picture not twice what it costs elsewhere."""
    chip = SH1107()
    panel = panel_on(chip, "i2c")
    chip.reset_counters()
    panel.draw(3, 0, b"\x21", 0, 1, fonts)
    panel.show()
    assert chip.wire_bytes == (1 + 1 + 3) + (1 + 1 + 8)
    for row in range(8):
        panel.clear(row, 0, -1, row + 1)
    chip.reset_counters()
    panel.show()
    assert chip.wire_bytes == 128 * 15


def test_a_line_of_paper_on_a_low_panel_sends_one_page() -> None:
    chip = SSD1306(128, 32)
    panel = panel_on(chip, "i2c")
    chip.reset_counters()
    panel.scroll()
    panel.draw(3, 1, bytes(range(30, 55)), 0, 25, fonts)
    panel.show()
    assert chip.wire_bytes <= 160


def test_a_panel_on_spi_is_reset_before_it_is_started() -> None:
    chip = SSD1306(72, 40)
    chip.com_pins = 0x02
    chip.scrolling = True
    panel_on(chip, "spi")
    assert not chip.scrolling
    assert chip.on


@pytest.mark.parametrize("size", SIZES)
def test_every_pixel_changes_the_number_of_the_picture(size: tuple[int, int]) -> None:
    """But for those that may: the first columns of the last row. Also after a scroll."""
    chip = SSD1306(*size)
    panel = panel_on(chip, "i2c")
    dice = random.Random(1)
    for scrolls in range(3):
        before = panel.state(9)
        for x in range(chip.width):
            row = dice.randrange(panel.rows)
            y = 8 * ((row + panel.top) % panel.rows) + dice.randrange(8)
            free = row == panel.rows - 1 and x < 9
            panel.pixel(x, y, 1)
            assert (panel.state(9) == before) == free, (x, row, scrolls)
            panel.pixel(x, y, 0)
            assert panel.state(9) == before
        panel.scroll()


@pytest.mark.parametrize("size", SIZES)
def test_a_box_is_inverted_and_no_more_is_sent(size: tuple[int, int]) -> None:
    """Of each text row that it crosses, its columns; at the edges, too."""
    chip = SSD1306(*size)
    panel = panel_on(chip, "i2c")
    dice = random.Random(2)
    sent: list[int] = []
    put = panel._put

    def counted(line: int, page: int, low: int, high: int) -> None:
        sent.append(high - low + 1)
        put(line, page, low, high)

    panel._put = counted
    wanted = [[0] * chip.width for _ in range(chip.height)]
    for number in range(60):
        width, height = dice.randint(1, chip.width), dice.randint(1, 20)
        x = dice.choice((0, chip.width - width, dice.randint(0, chip.width - width)))
        y = dice.randint(0, chip.height - height)
        panel.flip(x, y, width, height)
        for row in range(y, y + height):
            for column in range(x, x + width):
                wanted[row][column] ^= 1
        sent.clear()
        panel.show()
        assert [list(map(bool, row)) for row in chip.rows()] == [
            list(map(bool, row)) for row in wanted
        ]
        assert sent == [width] * ((y + height - 1) // 8 - y // 8 + 1), (
            number,
            x,
            y,
            width,
            height,
        )


def test_a_fourth_range_of_columns_widens_the_nearest() -> None:
    """A page has three; they lie `rows` apart, and those of other pages stay as they are."""
    Simulator()  # makes this Python look like MicroPython
    widen = importlib.import_module("teletype.drivers.frame").widen
    rows, page = 8, 7
    lows, highs = bytearray(b"\xff" * 3 * rows), bytearray(3 * rows)
    for column in (0, 40, 80, 120):
        widen(lows, highs, page, rows, column, column + 1)
    assert list(zip(lows, highs, strict=True))[page::rows] == [(0, 1), (40, 41), (80, 121)]
    assert sum(low != 255 for low in lows) == 3
