# SPDX-License-Identifier: MIT
"""Models of the controllers of small OLED panels, seen from the bus: SSD1306 and similar chips.

The emulated Pico (pico.py) puts one on its bus; the tests read its picture and count its bytes.
Written after the data sheet, "SSD1306, 128 x 64 Dot Matrix OLED/PLED Segment/Common Driver with
Controller", Solomon Systech, rev 1.5, August 2010. Chapter and table numbers below refer to it.

The visible picture depends on the glass as well as on the chip. The glass modelled here is the
usual one: centred on the chip's 128 columns, upright with segment remap on (A1) and the COM
outputs scanned downwards (C8). The COM pins are wired "alternative" if the glass is at least half
as high as it is wide (128x64, 72x40) and "sequential" otherwise (128x32).

Not modelled: the movement of the scroll, fade and zoom commands (they are parsed and stored), and
brightness (`contrast` is stored).
"""

from __future__ import annotations

import functools
import random
import struct
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from host_tools.files import put_png
from host_tools.usage import DOCTOR, SETUP

if TYPE_CHECKING:
    from PIL import Image

COLUMNS = 128
"""Segments of the chip, independent of the width of the glass."""
PAGES = 8
"""Strips of 8 pixel rows in the display RAM."""
LINES = 8 * PAGES
"""Rows of the display RAM and COM outputs of the chip."""

# Bytes that follow a command byte (table 9-1). All other commands are a single byte. AD is not in
# the data sheet: it selects the current reference on the later SSD1306B, and drivers send it.
_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x23: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5,
    0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD6: 1, 0xD9: 1, 0xDA: 1,
    0xDB: 1,
}  # fmt: skip

HORIZONTAL, VERTICAL, PAGE = 0, 1, 2

# For each bit of a RAM byte: a table that turns the byte into the pixel, 0 or 1.
_PIXEL = [bytes(value >> bit & 1 for value in range(256)) for bit in range(8)]
_INVERTED = [bytes(1 - pixel for pixel in table) for table in _PIXEL]
_GREY = bytes((0, 255)) + bytes(254)
_HALF_BLOCKS = " ▀▄█"


_STATE = struct.Struct("<13?14B9I")
"""The part of a panel's state with a fixed size, except the RAM."""


def _counted(content: bytes) -> bytes:
    return bytes((len(content),)) + content


def _part(state: bytes, at: int) -> tuple[bytes, int]:
    """Return the bytes that follow their length at `at`, and the position of their end."""
    end = at + 1 + state[at]
    return state[at + 1 : end], end


def _pin(com: int, alternative: bool, swapped: bool) -> int:
    """Return the pin of COM output `com` under a COM pins configuration (DA, table 10-3)."""
    pin = com // 2 + LINES // 2 * (com % 2) if alternative else com
    return pin ^ LINES // 2 if swapped else pin


@functools.cache
def _coms(height: int, alternative: bool, com_pins: int) -> list[int]:
    """Return the COM output of each visible row from the top down: `alternative` says how the
    glass is wired, `com_pins` how the controller takes it to be.
    """
    taken = bool(com_pins & 0x10), bool(com_pins & 0x20)
    com_of_pin = {_pin(com, *taken): com for com in range(LINES)}
    return [com_of_pin[_pin(height - 1 - y, alternative, False)] for y in range(height)]


def _foreign(command: int) -> bool:
    """Whether an SSD1306 knows the command and an SH1106 does not."""
    return 0x20 <= command <= 0x2F or command in (0x8D, 0xA3, 0xD6)


class SSD1306:
    """One panel on an I2C bus: bytes in, picture out.

    `width` and `height` are the pixels of the glass, `address` its 7-bit bus address. A panel
    without `external_vcc` stays dark until its charge pump is on. Raises ValueError for
    a glass that the chip cannot drive.

    The bus side is `start`, `write`, `read` and `stop`. Since the last `reset_counters`:
    `transactions` (acknowledged ones), `refused` (addressed but not acknowledged),
    `wire_bytes` (the address byte and every byte written or read), and, without the address and
    control bytes, `data_bytes` and `command_bytes`.

    `unknown` lists commands with their arguments, if the data sheet lacks the command or forbids
    the arguments; the model ignores them. `version` grows whenever the picture may have changed.

    Faults: with `nak` the chip does not acknowledge its address. With `stuck` it holds the clock
    low, so no transfer on its bus ends. With `held` it holds the data line low for that many
    clocks. After each byte it stretches the clock by `stretch` microseconds. A `bare` module has
    no pull-up resistors on its two lines.
    """

    columns = COLUMNS
    pages = PAGES
    _arguments: ClassVar = _ARGUMENTS

    def __init__(
        self,
        width: int = 128,
        height: int = 64,
        address: int = 0x3C,
        *,
        external_vcc: bool = False,
    ) -> None:
        if not (1 <= width <= self.columns and 16 <= height <= LINES):
            raise ValueError(f"an {type(self).__name__} cannot drive {width}x{height} pixels")
        if not 0 <= address < 128:
            raise ValueError(f"{address} is not a 7-bit I2C address")
        self.width, self.height, self.address = width, height, address
        self.external_vcc = external_vcc
        self.fastest = 0
        """The most Hz of the bus at which it answers; 0: any."""
        self.nak = self.stuck = self.bare = False
        self.held = self.stretch = 0
        self.version = 0
        self._alternative = width <= 2 * height
        self.reset_counters()
        self.reset()

    def reset(self) -> None:
        """Set the state after power-on (the reset values of table 9-1).

        The RAM of a real chip then holds random bytes. Here it holds a fixed speckle, which
        exposes a driver that shows the RAM before writing it.
        """
        self.ram = bytearray(random.Random(self.address).randbytes(self.columns * self.pages))
        self.on = self.inverted = self.entire_on = self.charge_pump = False
        self.segment_remap = self.com_reversed = False
        self.contrast = 0x7F
        self.mode = PAGE
        self.column_window = (0, self.columns - 1)
        self.page_window = (0, PAGES - 1)
        self.column = self.page = 0
        self.start_line = self.display_offset = 0
        self.mux_ratio = LINES
        self.com_pins = 0x12
        self.scrolling = False
        self.settings: dict[int, bytes] = {}  # without effect on the picture, by command
        self.unknown: list[bytes] = []
        self.version += 1
        self._command = b""  # a command that still lacks arguments, across transactions
        self._selected = False
        self._control: int | None = None
        self._data = self._modifying = False
        self._holder = self._saved = 0

    def reset_counters(self) -> None:
        """Set all counters to zero."""
        self.transactions = self.refused = self.wire_bytes = 0
        self.data_bytes = self.command_bytes = 0

    # The bus (chapter 8.1.5)

    def start(self, address: int) -> bool:
        """Take a START and an address byte; return True if the chip acknowledges it."""
        self._selected = False
        if address != self.address:
            return False
        if self.nak:
            self.refused += 1
            return False
        self._selected = True
        self._control = None
        self.transactions += 1
        self.wire_bytes += 1
        return True

    def write(self, byte: int) -> None:
        """Take a byte from the bus master; ignore it if the chip is not addressed."""
        if not self._selected:
            return
        self.wire_bytes += 1
        if self._control is None:
            self._control = byte
            self._data = bool(byte & 0x40)
            return
        self._take(byte, bool(self._control & 0x40))
        if self._control & 0x80:  # Co: one byte only, then another control byte
            self._control = None

    def write_all(self, data: bytes) -> None:
        """Take the bytes of a transfer, like `write`, but those of one page row at once."""
        at = 0
        while at < len(data):
            first, last = self.column_window
            if (
                not self._selected
                or self._control is None
                or self._control & 0xC0 != 0x40
                or self.mode != HORIZONTAL
                or self.column > last
            ):
                self.write(data[at])
                at += 1
                continue
            row = data[at : at + last - self.column + 1]
            at += len(row)
            self.wire_bytes += len(row)
            self.data_bytes += len(row)
            self.version += len(row)
            begin = self.page * self.columns + self.column
            if self.segment_remap:
                begin = (self.page + 1) * self.columns - self.column - len(row)
                row = row[::-1]
            self.ram[begin : begin + len(row)] = row
            self.column += len(row)
            if self.column > last:
                self.column = first
                self._step_page()

    def read(self) -> int:
        """Return a byte for the bus master: the status, with bit 6 set while the display is off.

        A serial bus cannot read the display RAM (8.1.3, table 9-2).
        """
        if not self._selected:
            return 0xFF
        self.wire_bytes += 1
        return 0x00 if self.on else 0x40

    def stop(self) -> None:
        """Take a STOP."""
        self._selected = False

    def write_spi(self, byte: int, data: bool) -> None:
        """Take a byte on SPI while the chip is selected; `data` is the level of D/C (8.1.3)."""
        self.wire_bytes += 1
        self._take(byte, data)

    def _take(self, byte: int, data: bool) -> None:
        if data:
            self._write_data(byte)
        else:
            self._write_command(byte)

    # Display RAM (chapter 10.1.3)

    def _write_data(self, byte: int) -> None:
        self.data_bytes += 1
        self.version += 1
        # Segment remap acts on data entering the RAM, not on data leaving it (10.1.8).
        segment = self.columns - 1 - self.column if self.segment_remap else self.column
        self.ram[self.page * self.columns + segment] = byte
        if self.mode == VERTICAL:
            if self._step_page():
                self._step_column()
        elif self.mode == PAGE:
            self.column = (self.column + 1) % self.columns
        elif self._step_column():
            self._step_page()

    def _step_column(self) -> bool:
        first, last = self.column_window
        wrapped = self.column == last
        self.column = first if wrapped else (self.column + 1) % self.columns
        return wrapped

    def _step_page(self) -> bool:
        first, last = self.page_window
        wrapped = self.page == last
        self.page = first if wrapped else (self.page + 1) % PAGES
        return wrapped

    # Commands (table 9-1)

    def _write_command(self, byte: int) -> None:
        self.command_bytes += 1
        self._command += bytes((byte,))
        if len(self._command) > self._arguments.get(self._command[0], 0):
            command, self._command = self._command, b""
            self.version += 1
            if not self._execute(command[0], command[1:]):
                self.unknown.append(command)

    def _execute(self, command: int, arguments: bytes) -> bool:
        """Execute one complete command; return False if it is unknown."""
        first = arguments[0] if arguments else 0
        match command:
            # The data sheet has 00..1F and B0..B7 for page addressing and 21, 22 for the other
            # two modes. The chip has one set of pointers, and drivers rely on all of them always.
            case _ if command <= 0x0F:
                self.column = self.column & 0x70 | command
            case _ if command <= 0x1F:
                self.column = (command & 7) << 4 | self.column & 0x0F
            case 0x20:
                if first & 3 == 3:
                    return False
                self.mode = first & 3
            case 0x21:
                return self._window("column_window", "column", arguments, COLUMNS)
            case 0x22:
                return self._window("page_window", "page", arguments, PAGES)
            case 0x2E | 0x2F:
                self.scrolling = command == 0x2F
            case _ if 0x40 <= command <= 0x7F:
                self.start_line = command & 0x3F
            case 0x81:
                self.contrast = first
            case 0x8D:
                self.charge_pump = bool(first & 4)
            case 0xA0 | 0xA1:
                self.segment_remap = command == 0xA1
            case 0xA4 | 0xA5:
                self.entire_on = command == 0xA5
            case 0xA6 | 0xA7:
                self.inverted = command == 0xA7
            case 0xA8:
                if first & 0x3F < 15:
                    return False
                self.mux_ratio = (first & 0x3F) + 1
            case 0xAE | 0xAF:
                self.on = command == 0xAF
            case _ if 0xB0 <= command <= 0xB7:
                self.page = command & 7
            case 0xC0 | 0xC8:
                self.com_reversed = command == 0xC8
            case 0xD3:
                self.display_offset = first & 0x3F
            case 0xDA:
                self.com_pins = first
            case 0xE3:
                pass
            case _ if command in _ARGUMENTS:
                self.settings[command] = arguments
            case _:
                return False
        return True

    def _window(self, window: str, pointer: str, arguments: bytes, size: int) -> bool:
        first, last = arguments
        if not first <= last < size:
            return False
        setattr(self, window, (first, last))
        setattr(self, pointer, first)
        return True

    # The whole state as bytes: host_tools/machine/panel.js has the same model

    def state(self) -> bytes:
        """Return the whole state, for `restore` here or in panel.js."""
        fixed = _STATE.pack(
            self.on, self.inverted, self.entire_on, self.charge_pump, self.segment_remap,
            self.com_reversed, self.scrolling, self._selected, self.nak, self.stuck, self.bare,
            self._data, self._modifying, self._holder, self._saved,
            self.contrast, self.mode, *self.column_window, *self.page_window, self.column,
            self.page, self.start_line, self.display_offset, self.mux_ratio, self.com_pins,
            256 if self._control is None else self._control, self.held, self.stretch,
            self.version, self.transactions, self.refused, self.wire_bytes, self.data_bytes,
            self.command_bytes,
        )  # fmt: skip
        variable = [_counted(self._command), bytes((len(self.settings),))]
        for command, its in self.settings.items():
            variable.append(bytes((command,)) + _counted(its))
        variable.append(struct.pack("<H", len(self.unknown)))
        variable += map(_counted, self.unknown)
        return fixed + self.ram + b"".join(variable)

    def restore(self, state: bytes) -> None:
        """Take over a `state`. Raises ValueError if it does not fit this panel."""
        at = _STATE.size + len(self.ram)
        try:
            (
                self.on, self.inverted, self.entire_on, self.charge_pump, self.segment_remap,
                self.com_reversed, self.scrolling, self._selected, self.nak, self.stuck,
                self.bare, self._data, self._modifying, self._holder, self._saved,
                self.contrast, self.mode, first_column, last_column, first_page, last_page,
                self.column, self.page, self.start_line, self.display_offset, self.mux_ratio,
                self.com_pins, control, self.held, self.stretch, self.version,
                self.transactions, self.refused,
                self.wire_bytes, self.data_bytes, self.command_bytes,
            ) = _STATE.unpack_from(state)  # fmt: skip
            self.column_window = first_column, last_column
            self.page_window = first_page, last_page
            self._control = None if control == 256 else control
            self.ram[:] = state[_STATE.size : at]
            self._command, at = _part(state, at)
            self.settings.clear()
            count, at = state[at], at + 1
            for _ in range(count):
                command = state[at]
                self.settings[command], at = _part(state, at + 1)
            (count,) = struct.unpack_from("<H", state, at)
            at += 2
            self.unknown = []
            for _ in range(count):
                its, at = _part(state, at)
                self.unknown.append(its)
        except (struct.error, IndexError) as error:
            raise ValueError(f"not a saved panel state: {error}") from error
        if at != len(state):
            raise ValueError(f"not a saved panel state: {len(state)} bytes, not {at}")

    # The picture

    def rows(self) -> list[bytes]:
        """Return the visible rows from the top down: a byte per pixel, 1 where it is lit."""
        dark = bytes(self.width)
        if not self.on or not (self.charge_pump or self.external_vcc):
            return [dark] * self.height
        coms = _coms(self.height, self._alternative, self.com_pins)
        tables = _INVERTED if self.inverted else _PIXEL
        left = (self.columns - self.width) // 2
        rows = []
        for com in coms:
            # Display offset and multiplex ratio: tables 10-1 and 10-2.
            if self.com_reversed:
                row = (self.mux_ratio - 1 + self.display_offset - com) % LINES
            else:
                row = (com + self.display_offset) % LINES
            if row >= self.mux_ratio:
                rows.append(dark)
            elif self.entire_on:
                rows.append(b"\x01" * self.width)
            else:
                page, bit = divmod((row + self.start_line) % LINES, 8)
                at = page * self.columns + left
                segments = self.ram[at : at + self.width]
                rows.append(bytes(segments[::-1].translate(tables[bit])))
        return rows

    def pixel(self, x: int, y: int) -> int:
        """Return 1 if the pixel in column `x` from the left and row `y` from the top is lit."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"({x}, {y}) is outside of {self.width}x{self.height} pixels")
        return self.rows()[y][x]

    def half_blocks(self) -> list[str]:
        """Return the picture as lines of text; a character is one pixel wide and two high."""
        rows = self.rows()
        if len(rows) % 2:
            rows.append(bytes(self.width))
        lines = []
        for pair in zip(rows[::2], rows[1::2], strict=True):
            top, bottom = (int.from_bytes(row, "big") for row in pair)
            both = (top | bottom << 1).to_bytes(self.width, "big")  # 0 to 3 for each character
            lines.append(both.decode("latin-1").translate(_HALF_BLOCKS))
        return lines

    def image(self) -> Image.Image:
        """Return the picture as a Pillow image of mode "1". Raises RuntimeError without Pillow."""
        pillow = _pillow()
        grey = b"".join(self.rows()).translate(_GREY)
        image: Image.Image = pillow("L", (self.width, self.height), grey).convert("1")
        return image

    def png(self, path: str | Path, scale: int = 4) -> None:
        """Write the picture as a PNG file, each pixel a square of `scale` x `scale`.

        Raises ValueError for a scale below 1, RuntimeError without Pillow, and OSError.
        """
        if scale < 1:
            raise ValueError(f"a scale of {scale} leaves no picture")
        image = self.image()
        if scale > 1:
            image = image.resize((self.width * scale, self.height * scale), resample=0)
        put_png(image, Path(path))


class SSD1309(SSD1306):
    """The chip of many 2.42 inch panels: an SSD1306 without a charge pump (data sheet: Solomon
    Systech, rev 1.1). The module feeds the glass; 8Dh is not a command, FDh locks the commands.
    """

    _arguments: ClassVar = {
        key: count for key, count in {**_ARGUMENTS, 0xFD: 1}.items() if key not in (0x8D, 0xD6)
    }

    def __init__(
        self, width: int = 128, height: int = 64, address: int = 0x3C, *, external_vcc: bool = True
    ) -> None:
        super().__init__(width, height, address, external_vcc=external_vcc)

    def _execute(self, command: int, arguments: bytes) -> bool:
        if command in (0x8D, 0xD6):
            return False
        if command == 0xFD:
            self.settings[command] = arguments
            return True
        return super()._execute(command, arguments)


class Readable(SSD1306):
    """The chips of Sino Wealth, whose RAM can be read back over I2C.

    A read gives the status after a command, and RAM after data (SH1106, "I2C-bus Write data and
    read RAM"). RAM goes through a bus holder: each read returns the byte that the previous one
    fetched, so the first read after setting an address is a dummy. Between E0h and EEh only writes
    advance the column, and EEh restores it.
    """

    def read(self) -> int:
        if not (self._selected and self._data):
            return super().read()
        self.wire_bytes += 1
        byte, self._holder = self._holder, self.ram[self.page * self.columns + self._segment()]
        if not self._modifying:
            self.column = (self.column + 1) % self.columns
        return byte

    def _segment(self) -> int:
        return self.columns - 1 - self.column if self.segment_remap else self.column

    def _execute(self, command: int, arguments: bytes) -> bool:
        if command == 0xE0:
            self._modifying, self._saved = True, self.column
        elif command == 0xEE:
            if self._modifying:
                self._modifying, self.column = False, self._saved
        else:
            return super()._execute(command, arguments)
        return True


class SH1106(Readable):
    """The chip of many 1.3 inch panels, as far as it differs (data sheet: Sino Wealth, v2.3).

    It has 132 columns, only page addressing, and a voltage converter that is on after power-on and
    switched by ADh. The other commands of the SSD1306 are unknown to it and take no arguments: it
    reads the bytes that follow as commands.
    """

    columns = 132
    _arguments: ClassVar = {key: count for key, count in _ARGUMENTS.items() if not _foreign(key)}

    def reset(self) -> None:
        super().reset()
        self.charge_pump = True

    def _execute(self, command: int, arguments: bytes) -> bool:
        if 0x10 <= command <= 0x1F:
            self.column = ((command & 15) << 4 | self.column & 15) % self.columns
        elif command == 0xAD:
            self.charge_pump = bool(arguments[0] & 1)
        elif _foreign(command):
            return False
        else:
            return super()._execute(command, arguments)
        return True


class SH1107(Readable):
    """The chip of panels of 64 x 128 pixels, used sideways: 128 wide and 64 high (data
    sheet: Sino Wealth, v2.1).

    Its 16 pages of 8 bits lie along the 128 segments, its 128 columns along the common outputs:
    a byte is eight pixels side by side. The start line (DCh), the offset and the multiplex ratio
    have seven bits. The glass is in the middle of the common outputs, with the highest one on top.
    The module feeds the glass, whatever the state of the converter.
    """

    pages = 16
    _arguments: ClassVar = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDB, 0xDC), 1)

    def __init__(
        self, width: int = 128, height: int = 64, address: int = 0x3C, *, external_vcc: bool = True
    ) -> None:
        super().__init__(width, height, address, external_vcc=external_vcc)

    def reset(self) -> None:
        super().reset()
        self.page_window = (0, self.pages - 1)
        self.mux_ratio = self.columns

    def _segment(self) -> int:
        return self.column  # A1h reverses the segments where they leave the chip

    def _write_data(self, byte: int) -> None:
        self.data_bytes += 1
        self.version += 1
        self.ram[self.page * self.columns + self.column] = byte
        if self.mode == VERTICAL:
            self.page = (self.page + 1) % self.pages
        if self.mode != VERTICAL or self.page == 0:
            self.column = (self.column + 1) % self.columns

    def _execute(self, command: int, arguments: bytes) -> bool:
        first = arguments[0] if arguments else 0
        match command:
            case 0x20 | 0x21:
                self.mode = VERTICAL if command & 1 else PAGE
            case _ if 0x10 <= command <= 0x17:
                self.column = (command & 7) << 4 | self.column & 15
            case _ if 0xB0 <= command <= 0xBF:
                self.page = command & 15
            case 0xA8:
                self.mux_ratio = (first & 0x7F) + 1
            case 0xD3:
                self.display_offset = first & 0x7F
            case 0xDC:
                self.start_line = first & 0x7F
            case 0xAD | 0xD5 | 0xD9 | 0xDB:
                self.settings[command] = arguments
            case _ if 0x18 <= command <= 0x7F or command in self._UNKNOWN:
                return False
            case _:
                return super()._execute(command, arguments)
        return True

    _UNKNOWN: ClassVar = (0x8D, 0xA3, 0xD6, 0xDA)

    def rows(self) -> list[bytes]:
        """Return the visible rows from the top down: a byte per pixel, 1 where it is lit."""
        rows = []
        size = self.columns
        for y in range(self.height):
            com = (size + self.height) // 2 - 1 - y
            if self.com_reversed:
                row = (self.mux_ratio - 1 + self.display_offset - com) % size
            else:
                row = (com + self.display_offset) % size
            if not self.on or row >= self.mux_ratio:
                rows.append(bytes(self.width))
                continue
            column = (row + self.start_line) % size
            bits = [
                self.ram[page * size + column] >> bit & 1
                for page in range(self.pages)
                for bit in range(8)
            ]
            if self.segment_remap:
                bits.reverse()
            left = (size - self.width) // 2
            lit = bytes(bit ^ self.inverted for bit in bits[left : left + self.width])
            rows.append(b"\x01" * self.width if self.entire_on else lit)
        return rows


CONTROLLERS = {kind.__name__.lower(): kind for kind in (SSD1306, SSD1309, SH1106, SH1107)}
"""Models by their names in board.py."""


def _pillow() -> Callable[..., Image.Image]:
    try:
        from PIL import Image
    except ImportError:
        raise RuntimeError(f"pictures need Pillow ({SETUP}); {DOCTOR}") from None
    return Image.frombytes
