# SPDX-License-Identifier: MIT
"""A terminal: its abilities, the keys it sends, and the panel drawn with its characters.

Only plain ANSI sequences are used, so tmux and ssh work. The abilities come from the environment
(TERM, COLORTERM, NO_COLOR, the locale), because not every terminal answers queries.
"""

import os
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from host_tools.emulator.ssd1306 import SSD1306

PLAIN, BOLD, PRESSED = "\x1b[0m", "\x1b[0;1m", "\x1b[0;7m"

ESCAPE_S = 0.05
"""Seconds after which an Esc counts as the key and not as the start of a sequence."""

_KEYS = {
    b"\r": "OK", b"\n": "OK", b"\x7f": "BACK", b"\x08": "BACK",
    b"s": "shot", b"S": "shot", b"q": "quit", b"Q": "quit", b"\x03": "quit",
    b"\x1a": "suspend",
    b"f": "fast", b"F": "fast", b"r": "record", b"R": "record", b"?": "help",
}  # fmt: skip
_OTHER_LAYOUTS = {"shot": "ыіと", "quit": "йた", "fast": "аは", "record": "кす"}
"""Characters that the same keys send on a Russian, a Ukrainian and a Japanese keyboard."""
_KEYS |= {
    written.encode(): name
    for name, letters in _OTHER_LAYOUTS.items()
    for letter in letters
    for written in {letter, letter.upper()}
}
_ARROWS = {b"A": "UP", b"B": "DOWN", b"C": "RIGHT", b"D": "LEFT"}
_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)([@-~])")
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?")


class Keyboard:
    """Turns a terminal's input into names: of buttons, and "shot", "record", "fast", "help" and
    "quit", "suspend"."""

    def __init__(self) -> None:
        self._pending = b""
        self._since = 0.0

    def feed(self, data: bytes, now: float) -> list[str]:
        """Return the keys in `data` and in pending input; `now` is in seconds.

        Call it without data as well, so that it reports a single Esc."""
        if data:
            self._pending += data
            self._since = now
        keys = []
        while self._pending:
            if sequence := _SEQUENCE.match(self._pending):
                keys.append(_ARROWS.get(sequence[1], ""))
                self._pending = self._pending[sequence.end() :]
            elif _UNFINISHED.fullmatch(self._pending):
                if now - self._since < ESCAPE_S:
                    break
                keys.append("BACK" if self._pending == b"\x1b" else "")
                self._pending = b""
            elif self._pending[:1] == b"\x1b":
                keys.append("BACK")
                self._pending = self._pending[1:]
            else:
                length = _length(self._pending[0])
                if len(self._pending) < length and now - self._since < ESCAPE_S:
                    break
                keys.append(_KEYS.get(self._pending[:length], ""))
                self._pending = self._pending[length:]
        return [key for key in keys if key]


def _length(first: int) -> int:
    """Return the length in bytes of a UTF-8 character that begins with the byte `first`."""
    return 1 + (first >= 0xC0) + (first >= 0xE0) + (first >= 0xF0)


class Abilities(NamedTuple):
    """A terminal's abilities: characters beyond ASCII, braille characters, and the number of
    colours (0, 8, 16, 256 or 2 to the 24th)."""

    unicode: bool = True
    braille: bool = True
    colours: int = 16

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Abilities":
        """Derive the abilities from a terminal's environment variables."""
        term = environment.get("TERM", "")
        names = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
        locale = next(filter(None, names), "")
        charset = locale.partition(".")[2].partition("@")[0].lower().replace("-", "")
        unicode = charset in ("", "utf8")
        if environment.get("NO_COLOR") or term.startswith("vt"):
            colours = 0
        elif environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
            colours = 1 << 24
        elif "256color" in term:
            colours = 256
        else:
            colours = 8 if term == "linux" else 16
        return cls(unicode, unicode and term != "linux", colours)  # the console's font has none

    def ink(self, contrast: int) -> str:
        """Return the style of lit pixels at a contrast of the panel, 0 to 255."""
        if self.colours > 256:
            level = 90 + 165 * contrast // 255
            return f"\x1b[0;38;2;{level * 7 // 8};{level * 15 // 16};{level};48;2;8;9;12m"
        step = (contrast > 0x0F) + (contrast > 0x5F)
        if self.colours == 256:
            return f"\x1b[0;38;5;{(242, 250, 255)[step]};48;5;232m"
        if self.colours == 16:
            return f"\x1b[0;{(90, 37, 97)[step]};40m"
        colour = ";37;40" if self.colours else ""
        return f"\x1b[0{(';2', '', ';1')[step]}{colour}m"


class Drawing(NamedTuple):
    """A way to draw the panel: a character is `across` x `down` pixels, or a pixel is `wide`
    characters."""

    name: str
    across: int
    down: int
    wide: int
    text: Callable[[SSD1306], list[str]]

    def columns(self, panel: SSD1306) -> int:
        return -(-panel.width // self.across) * self.wide

    def lines(self, panel: SSD1306) -> int:
        return -(-panel.height // self.down)


_DOTS = ((0, 1, 2, 6), (3, 4, 5, 7))
"""Bit numbers of a braille character's dots, from the top down: left and right column."""
_BRAILLE = {value: 0x2800 + value for value in range(256)}
_SQUARES = {0: "  ", 1: "██"}


def _braille(panel: SSD1306) -> list[str]:
    rows = [row + bytes(panel.width % 2) for row in panel.rows()]
    size = len(rows[0])
    rows += [bytes(size)] * (-len(rows) % 4)
    lines = []
    for at in range(0, len(rows), 4):
        four = [int.from_bytes(row, "big") for row in rows[at : at + 4]]
        left, right = (
            sum(row << bit for row, bit in zip(four, bits, strict=True)).to_bytes(size, "big")
            for bits in _DOTS
        )
        both = bytes(a | b for a, b in zip(left[::2], right[1::2], strict=True))
        lines.append(both.decode("latin-1").translate(_BRAILLE))
    return lines


def _squares(panel: SSD1306) -> list[str]:
    return [row.decode("latin-1").translate(_SQUARES) for row in panel.rows()]


DRAWINGS = (
    Drawing("squares", 1, 1, 2, _squares),
    Drawing("half", 1, 2, 1, SSD1306.half_blocks),
    Drawing("braille", 2, 4, 1, _braille),
)
"""The largest first. Quadrants of 2 x 2 pixels are left out: pixels would be half as wide as
high."""

_ASCII = str.maketrans("╭╮╰╯├┤─│▀▄█◀▲▼▶·", "++++++-|'.:<^v>.")


class Screen:
    """Text on the terminal, in ASCII without `unicode`; sends only the changes."""

    def __init__(self, file: int, unicode: bool = True) -> None:
        self._file = file
        self._unicode = unicode
        self._shown: dict[tuple[int, int], tuple[str, str]] = {}
        self._out = ""

    def clear(self) -> None:
        self._shown.clear()
        self._out = PLAIN + "\x1b[2J"

    def put(self, row: int, column: int, text: str, style: str = PLAIN) -> None:
        """Show `text` at this row and column, both counted from 1.

        The text of one place must always have the same length."""
        old_text, old_style = self._shown.get((row, column), ("", ""))
        if (old_text, old_style) == (text, style):
            return
        self._shown[row, column] = text, style
        first, last = 0, len(text)
        if style == old_style and len(old_text) == len(text):
            while text[first] == old_text[first]:
                first += 1
            while text[last - 1] == old_text[last - 1]:
                last -= 1
        self._out += f"\x1b[{row};{column + first}H{style}{text[first:last]}"

    def flush(self) -> None:
        data = self._out if self._unicode else self._out.translate(_ASCII)
        left = data.encode("utf-8" if self._unicode else "ascii", "replace")
        self._out = ""
        while left:
            left = left[os.write(self._file, left) :]
