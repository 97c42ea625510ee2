# SPDX-License-Identifier: MIT
"""The model of the SSD1306: addressing, windows, mapping to the glass, counters, bad commands.

The last tests drive it with the real Adafruit driver, over the same kind of bus as a board's.
"""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from host_tools.emulator.ssd1306 import SH1106, SSD1306

UPRIGHT = (0xA1, 0xC8, 0x8D, 0x14, 0xAF)
SIZES = [(128, 64), (128, 32), (72, 40)]


def send(panel: SSD1306, control: int, *payload: int) -> None:
    """Send one transfer with one control byte."""
    assert panel.start(panel.address)
    panel.write(control)
    for byte in payload:
        panel.write(byte)
    panel.stop()


def commands(panel: SSD1306, *payload: int) -> None:
    send(panel, 0x00, *payload)


def data(panel: SSD1306, *payload: int) -> None:
    send(panel, 0x40, *payload)


def lit(panel: SSD1306) -> set[tuple[int, int]]:
    """Return the lit pixels as a set of (x, y)."""
    return {(x, y) for y, row in enumerate(panel.rows()) for x, pixel in enumerate(row) if pixel}


@pytest.fixture
def panel() -> SSD1306:
    """A panel that is on, upright, in horizontal mode, with cleared RAM and counters."""
    panel = SSD1306()
    commands(panel, *UPRIGHT, 0x20, 0x00)
    data(panel, *bytes(1024))
    panel.reset_counters()
    return panel


# Power-on


def test_after_power_on_the_panel_is_dark_and_its_ram_is_not_clear() -> None:
    panel = SSD1306()
    assert lit(panel) == set()
    assert panel.contrast == 0x7F and panel.mode == 2 and panel.mux_ratio == 64
    commands(panel, *UPRIGHT)
    assert 1000 < len(lit(panel)) < 7000


def test_without_a_charge_pump_only_an_external_supply_lights_the_panel() -> None:
    for external, expected in ((False, 0), (True, 128 * 64)):
        panel = SSD1306(external_vcc=external)
        commands(panel, 0xAF, 0xA5)
        assert len(lit(panel)) == expected


@pytest.mark.parametrize("size", [(0, 64), (129, 64), (128, 8), (128, 65)])
def test_impossible_glass_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="cannot drive"):
        SSD1306(*size)


# The bus


def test_only_its_own_address_is_acknowledged_and_counted(panel: SSD1306) -> None:
    assert not panel.start(0x3D)
    panel.write(0x40)
    panel.write(0xFF)
    panel.stop()
    assert (panel.transactions, panel.wire_bytes, panel.data_bytes) == (0, 0, 0)
    assert lit(panel) == set()


def test_a_chip_that_does_not_acknowledge_takes_nothing(panel: SSD1306) -> None:
    panel.nak = True
    assert not panel.start(0x3C)
    panel.write(0x00)
    panel.write(0xAE)
    assert panel.on and panel.refused == 1 and panel.wire_bytes == 0
    panel.nak = False
    commands(panel, 0xAE)
    assert not panel.on


def test_counters_tell_the_wire_the_data_and_the_commands_apart(panel: SSD1306) -> None:
    commands(panel, 0x21, 0, 127)
    data(panel, 1, 2, 3, 4)
    assert panel.start(0x3C)
    panel.stop()
    assert panel.transactions == 3
    assert panel.wire_bytes == (1 + 1 + 3) + (1 + 1 + 4) + 1
    assert (panel.command_bytes, panel.data_bytes) == (3, 4)
    panel.reset_counters()
    assert (panel.transactions, panel.wire_bytes, panel.data_bytes) == (0, 0, 0)


def test_control_bytes_with_continuation_are_followed_by_one_byte_each(panel: SSD1306) -> None:
    # 80 cmd 80 cmd C0 data 40 data data
    send(panel, 0x80, 0xA7, 0x80, 0xA6, 0xC0, 0x01, 0x40, 0x02, 0x04)
    assert not panel.inverted
    assert lit(panel) == {(0, 0), (1, 1), (2, 2)}


def test_the_arguments_of_a_command_may_come_in_their_own_transactions(panel: SSD1306) -> None:
    for byte in (0x21, 10, 20):
        send(panel, 0x80, byte)
    data(panel, 0x01)
    assert lit(panel) == {(10, 0)}


def test_the_status_register_tells_whether_the_display_is_off(panel: SSD1306) -> None:
    for command, status in ((0xAE, 0x40), (0xAF, 0x00)):
        commands(panel, command)
        assert panel.start(0x3C)
        assert panel.read() == status
        panel.stop()
    assert panel.read() == 0xFF  # the bus is not driven


# Addressing


def test_horizontal_addressing_wraps_inside_the_window(panel: SSD1306) -> None:
    commands(panel, 0x20, 0x00, 0x21, 4, 5, 0x22, 1, 2)
    data(panel, 0x01, 0x02, 0x04, 0x08, 0x10)
    assert lit(panel) == {(5, 9), (4, 18), (5, 19), (4, 12)}  # the fifth byte replaced the first


def test_vertical_addressing_goes_down_the_pages_first(panel: SSD1306) -> None:
    commands(panel, 0x20, 0x01, 0x21, 4, 5, 0x22, 1, 2)
    data(panel, 0x01, 0x02, 0x04, 0x08, 0x10)
    assert lit(panel) == {(4, 17), (5, 10), (5, 19), (4, 12)}


def test_page_addressing_stays_in_its_page(panel: SSD1306) -> None:
    commands(panel, 0x20, 0x02, 0xB3, 0x0E, 0x17)  # page 3, column 0x7E
    data(panel, 0x01, 0x01, 0x80)
    assert lit(panel) == {(126, 24), (127, 24), (0, 31)}


def test_page_pointers_are_obeyed_in_horizontal_mode(panel: SSD1306) -> None:
    commands(panel, 0xB7, 0x00, 0x10)
    data(panel, 0x80)
    assert lit(panel) == {(0, 63)}


@given(
    st.integers(0, 127), st.integers(0, 127), st.integers(0, 7), st.integers(0, 7),
    st.sampled_from((0, 1)), st.integers(0, 40),
)  # fmt: skip
def test_a_window_takes_exactly_its_bytes(
    a: int, b: int, c: int, d: int, mode: int, surplus: int
) -> None:
    """After a full window the next bytes replace the first ones, in both modes."""
    panel = SSD1306()
    commands(panel, *UPRIGHT, 0x20, 0x00)
    data(panel, *bytes(1024))
    left, right, top, bottom = min(a, b), max(a, b), min(c, d), max(c, d)
    commands(panel, 0x20, mode, 0x21, left, right, 0x22, top, bottom)
    size = (right - left + 1) * (bottom - top + 1)
    surplus = min(surplus, size)
    data(panel, *[0xFF] * size, *[0x00] * surplus)
    area = {(x, y) for x in range(left, right + 1) for y in range(8 * top, 8 * bottom + 8)}
    assert lit(panel) <= area
    assert len(lit(panel)) == 8 * (size - surplus)


# From the RAM to the glass


def corner(panel: SSD1306) -> tuple[int, int]:
    """Light the RAM's first pixel and return where it appears."""
    commands(panel, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7)
    data(panel, 0x01, *bytes(1023))
    (where,) = lit(panel)
    return where


@pytest.mark.parametrize(
    ("segment", "com", "expected"),
    [(0xA1, 0xC8, (0, 0)), (0xA0, 0xC0, (127, 63)), (0xA0, 0xC8, (127, 0)), (0xA1, 0xC0, (0, 63))],
)
def test_remap_and_scan_direction_turn_the_picture(
    panel: SSD1306, segment: int, com: int, expected: tuple[int, int]
) -> None:
    commands(panel, segment, com)
    assert corner(panel) == expected


def test_segment_remap_acts_on_what_is_written_afterwards(panel: SSD1306) -> None:
    assert corner(panel) == (0, 0)
    commands(panel, 0xA0)
    assert lit(panel) == {(0, 0)}
    commands(panel, 0xC0)  # the scan direction takes effect at once
    assert lit(panel) == {(0, 63)}


def test_the_start_line_rolls_the_picture_up(panel: SSD1306) -> None:
    assert corner(panel) == (0, 0)
    for line, y in ((1, 63), (8, 56), (63, 1), (0, 0)):
        commands(panel, 0x40 | line)
        assert lit(panel) == {(0, y)}


@pytest.mark.parametrize(("com", "y"), [(0xC8, 56), (0xC0, 7)])
def test_the_display_offset_moves_the_com_outputs(panel: SSD1306, com: int, y: int) -> None:
    corner(panel)
    commands(panel, com, 0xD3, 8)
    assert lit(panel) == {(0, y)}


def test_rows_beyond_the_multiplex_ratio_stay_dark(panel: SSD1306) -> None:
    commands(panel, 0xA5, 0xA8, 15)
    assert lit(panel) == {(x, y) for x in range(128) for y in range(48, 64)}
    commands(panel, 0xC0)
    assert lit(panel) == {(x, y) for x in range(128) for y in range(48, 64)}


def test_the_wrong_com_pins_interleave_the_rows() -> None:
    panel = SSD1306()
    commands(panel, *UPRIGHT, 0x20, 0x00, 0xDA, 0x02)
    data(panel, *[0xFF] * 512, *bytes(512))  # the upper half is lit
    assert {y for _, y in lit(panel)} == set(range(0, 64, 2))
    commands(panel, 0xDA, 0x12)
    assert {y for _, y in lit(panel)} == set(range(32))


def test_off_inverted_and_entirely_on(panel: SSD1306) -> None:
    corner(panel)
    everything = {(x, y) for x in range(128) for y in range(64)}
    commands(panel, 0xA7)
    assert lit(panel) == everything - {(0, 0)}
    commands(panel, 0xA5)
    assert lit(panel) == everything
    commands(panel, 0xAE)
    assert lit(panel) == set()
    commands(panel, 0xA4, 0xA6, 0xAF)
    assert lit(panel) == {(0, 0)}


@pytest.mark.parametrize("size", SIZES)
def test_a_narrow_glass_shows_the_middle_columns(size: tuple[int, int]) -> None:
    panel = SSD1306(*size)
    left = (128 - size[0]) // 2
    pins = 0x02 if size == (128, 32) else 0x12
    commands(panel, *UPRIGHT, 0x20, 0x00, 0xA8, size[1] - 1, 0xDA, pins)
    data(panel, *bytes(1024))
    commands(panel, 0x21, left, left + size[0] - 1, 0x22, 0, size[1] // 8 - 1)
    data(panel, 0x01, *bytes(size[0] * size[1] // 8 - 2), 0x80)
    assert lit(panel) == {(0, 0), (size[0] - 1, size[1] - 1)}


# Other commands


def test_contrast_and_the_scroll_commands_are_kept(panel: SSD1306) -> None:
    commands(panel, 0x81, 0x10, 0x26, 0, 1, 2, 3, 0, 0xFF, 0x29, 0, 1, 2, 3, 4, 0xA3, 8, 56, 0x2F)
    assert panel.contrast == 0x10 and panel.scrolling
    assert panel.settings[0x26] == bytes((0, 1, 2, 3, 0, 0xFF))
    assert panel.settings[0x29] == bytes((0, 1, 2, 3, 4))
    assert panel.settings[0xA3] == bytes((8, 56))
    commands(panel, 0x2E, 0xE3)
    assert not panel.scrolling
    assert panel.unknown == []


@pytest.mark.parametrize(
    "command",
    [
        (0x30,), (0xFF,), (0xB8,), (0xC1,),  # not in the table
        (0x20, 0x03), (0x21, 20, 10), (0x21, 0, 128), (0x22, 0, 8), (0xA8, 14),  # out of range
    ],
)  # fmt: skip
def test_unknown_commands_are_recorded_and_change_nothing(
    panel: SSD1306, command: tuple[int, ...]
) -> None:
    before = (panel.mode, panel.column_window, panel.page_window, panel.mux_ratio)
    commands(panel, *command)
    assert panel.unknown == [bytes(command)]
    assert (panel.mode, panel.column_window, panel.page_window, panel.mux_ratio) == before
    data(panel, 0x01)
    assert lit(panel) == {(0, 0)}


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_no_bytes_whatever_upset_the_model(transactions: list[bytes]) -> None:
    panel = SSD1306(72, 40)
    for payload in transactions:
        assert panel.start(0x3C)
        for byte in payload:
            panel.write(byte)
        panel.stop()
    rows = panel.rows()
    assert len(rows) == 40
    assert all(len(row) == 72 and set(row) <= {0, 1} for row in rows)
    assert panel.wire_bytes == sum(map(len, transactions)) + len(transactions)


# Views


def test_the_views_show_the_same_picture(panel: SSD1306, tmp_path: Path) -> None:
    commands(panel, 0x21, 0, 3, 0x22, 0, 0)
    data(panel, 0b01, 0b10, 0b11, 0b00)
    assert panel.half_blocks()[0] == "▀▄█".ljust(128)
    assert [len(line) for line in panel.half_blocks()] == [128] * 32
    assert [panel.pixel(x, y) for y in (0, 1) for x in range(4)] == [1, 0, 1, 0, 0, 1, 1, 0]
    with pytest.raises(IndexError):
        panel.pixel(128, 0)
    image = panel.image()
    assert (image.mode, image.size) == ("1", (128, 64))
    assert lit(panel) == {(x, y) for x in range(128) for y in range(64) if image.getpixel((x, y))}
    panel.png(tmp_path / "panel.png", scale=3)
    with Image.open(tmp_path / "panel.png") as png:
        assert png.size == (384, 192)
        assert [bool(png.getpixel((x, 1))) for x in (0, 2, 3, 5, 6, 8, 9)] == [
            True, True, False, False, True, True, False,
        ]  # fmt: skip
    with pytest.raises(ValueError, match="scale"):
        panel.png(tmp_path / "none.png", scale=0)


def test_the_version_grows_when_the_picture_may_change(panel: SSD1306) -> None:
    before = panel.version
    assert panel.start(0x3C)
    panel.stop()
    assert panel.version == before
    data(panel, 1)
    assert panel.version > before


# The real driver


@pytest.fixture(scope="module")
def driver() -> Any:
    """Adafruit's module, with `const` and the type names that CPython lacks."""
    stand_ins = {
        "micropython": SimpleNamespace(const=int),
        "busio": SimpleNamespace(I2C=object, SPI=object),
        "digitalio": SimpleNamespace(DigitalInOut=object),
        "circuitpython_typing": SimpleNamespace(ReadableBuffer=object, WriteableBuffer=object),
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, module in stand_ins.items():
            patch.setitem(sys.modules, name, module)
        import adafruit_ssd1306
    return adafruit_ssd1306


class Bus:
    """A bus like busio's with one panel, as adafruit_bus_device needs it."""

    def __init__(self, panel: SSD1306) -> None:
        self.panel = panel

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(
        self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None
    ) -> None:
        if not self.panel.start(address):
            raise OSError(5, "not acknowledged")
        for byte in bytes(buffer)[start:end]:
            self.panel.write(byte)
        self.panel.stop()

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None
    ) -> None:
        if not self.panel.start(address):
            raise OSError(5, "not acknowledged")
        for index in range(start, len(buffer) if end is None else end):
            buffer[index] = self.panel.read()
        self.panel.stop()


# In page addressing the driver's start column is right only for a glass 64 pixels wide.
@pytest.mark.parametrize(
    ("size", "page_addressing"), [(size, False) for size in SIZES] + [((64, 48), True)]
)
def test_the_adafruit_driver_shows_what_it_drew(
    driver: Any, size: tuple[int, int], page_addressing: bool
) -> None:
    panel = SSD1306(*size)
    display = driver.SSD1306_I2C(*size, Bus(panel), page_addressing=page_addressing)
    assert panel.unknown == []
    assert lit(panel) == set()
    display.rect(0, 0, *size, 1)
    display.line(0, 0, size[0] // 2, size[1] - 1, 1)
    panel.reset_counters()
    display.show()
    if not page_addressing:
        assert panel.transactions == 7
        assert panel.wire_bytes == 6 * 3 + 2 + size[0] * size[1] // 8
    drawn = {(x, y) for x in range(size[0]) for y in range(size[1]) if display.pixel(x, y)}
    assert lit(panel) == drawn
    display.rotate(False)
    display.show()
    assert lit(panel) == {(size[0] - 1 - x, size[1] - 1 - y) for x, y in drawn}
    display.invert(True)
    assert len(lit(panel)) == size[0] * size[1] - len(drawn)
    display.contrast(3)
    assert panel.contrast == 3
    display.poweroff()
    assert lit(panel) == set()
    assert panel.unknown == []


def test_the_adafruit_driver_notices_that_nobody_is_there(driver: Any) -> None:
    panel = SSD1306()
    panel.nak = True
    with pytest.raises(ValueError, match="No I2C device"):
        driver.SSD1306_I2C(128, 64, Bus(panel))


WINDOWS = st.one_of(
    st.tuples(st.just(0x21), st.integers(0, 127), st.integers(0, 127)),
    st.tuples(st.just(0x22), st.integers(0, 7), st.integers(0, 7)),
    st.tuples(st.just(0x20), st.integers(0, 2)),
    st.tuples(st.sampled_from((0xA0, 0xA1, 0x05, 0x17, 0xB3))),
)


@pytest.mark.parametrize("chip", [SSD1306, SH1106])
@given(
    transfers=st.lists(
        st.one_of(
            st.tuples(st.just(0x00), WINDOWS.map(bytes)),
            st.tuples(st.sampled_from((0x40, 0xC0, 0x80)), st.binary(max_size=300)),
        ),
        max_size=12,
    )
)
def test_a_transfer_at_once_is_that_of_its_bytes(
    chip: type[SSD1306], transfers: list[tuple[int, bytes]]
) -> None:
    one, other = chip(), chip()
    for control, payload in transfers:
        send(one, control, *payload)
        assert other.start(other.address)
        other.write_all(bytes((control,)) + payload)
        other.stop()
        assert one.state() == other.state()
        for name in ("wire_bytes", "data_bytes", "command_bytes", "version", "unknown"):
            assert getattr(one, name) == getattr(other, name)
