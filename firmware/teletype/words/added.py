# SPDX-License-Identifier: MIT
"""Languages that somebody has added to a board: files whose name ends with `.lang`, next to the
settings. `host_tools texts pack` makes them of a .po file (`host_tools.texts.language_file`).

A file begins with its head, numbers with the low byte first:

    8 bytes    MAGIC
    2          the bytes of the head, without its own checksum
    4          the bytes of the file
    4          LAYOUT of the firmware whose texts it translates
    1, 1       the percentage that is translated; 1 if no native speaker has read it
    1          the number of parts with texts that are at hand; of long ones there are the rest
    10 each    of each part the place in the file (4), its bytes (2) and its CRC-32 (4)
    4          the CRC-32 of all that

The first six parts are numbered below, then come the texts, as in the modules of a language. A
part is read when a text of it is wanted, and checked then: what follows trusts it.
"""

from binascii import crc32

from micropython import const

from teletype import fonts as font
from teletype.fonts import fixed

ENDING = ".lang"

MAGIC = b"PTlang1\n"

_ABOUT = const(0)
"""The code, the name, the word "language" with shorter forms, and its sign, with "\t" between."""
_SYMBOLS = const(1)
_COUNTS = const(2)
_PLURALS = const(3)
_CODES = const(4)
_GLYPHS = const(5)
"""The narrow characters of the texts that are not ASCII, as a font has them."""
_TEXTS = const(6)

_TABLE = const(21)
_ROW = const(10)
_LONGEST = const(1000)
"""The most bytes of a head."""

MOST = 10
"""The most languages that are added: a page has a row for each."""

_FILES = const(20)
_TOLD = const(3)
_NAME = const(30)
"""The most files that are looked at, messages about them, and characters of a name in one."""

_GLYPHS_MOST = const(0xFC)
"""The most narrow glyphs: `LEAD` of `handheld.drawing.glyphs`."""

DAMAGED = "%s: damaged, or no language file"
OTHER = "%s: for another version; pack it again"
KNOWN = "%s: this device has its language already"
FULL = "%s: no room for this language"


def _number(data, at, count):
    return int.from_bytes(data[at : at + count], "little")


class Refused(Exception):
    """A file cannot be used; the message says why, without its name."""


class File:
    """A language in a file. Raises Refused.

    code, name, word, sign  as in `index`
    percent, unread
    SHORT, LONG             empty: `part` reads the texts
    """

    SHORT = LONG = ()

    def __init__(self, path, layout):
        self._path = path
        self._head = b""
        try:
            self._head = self._read(0, 10)
            size = _number(self._head, 8, 2)
            if self._head[:8] != MAGIC or not _TABLE <= size <= _LONGEST:
                raise OSError
            self._head = head = self._read(0, size)
            ends = [self._end(part) for part in range((size - _TABLE) // _ROW)]
            whole = len(ends) > _TEXTS and _number(head, 10, 4) == max(ends) == self._size()
            if _number(self._read(size, 4), 0, 4) != crc32(head) or not whole:
                raise OSError
            about = str(self._part(_ABOUT), "utf-8").split("\t")
            self.code, self.name, self.word, self.sign = about
            letters = [char for char in self.code if "a" <= char.lower() <= "z" or char == "_"]
            if not 1 < len(self.code) == len(letters) < 8:
                raise ValueError
        except (OSError, ValueError):  # a UnicodeError is a ValueError
            raise Refused(DAMAGED)
        if head[14:18] != layout:
            raise Refused(OTHER)
        self.percent = head[18]
        self.unread = head[19]

    def _size(self):
        with open(self._path, "rb") as file:
            return file.seek(0, 2)

    def _read(self, place, count):
        """Return bytes of the file; raise OSError if it has fewer."""
        with open(self._path, "rb") as file:
            file.seek(place)
            data = file.read(count)
        if len(data) < count:
            raise OSError
        return data

    def _end(self, number):
        at = _TABLE + _ROW * number
        return _number(self._head, at, 4) + _number(self._head, at + 4, 2)

    def _part(self, number):
        """Return a part of the file; raise OSError if it is damaged."""
        at = _TABLE + _ROW * number
        data = self._read(_number(self._head, at, 4), _number(self._head, at + 4, 2))
        if crc32(data) != _number(self._head, at + 6, 4):
            raise OSError
        return data

    def keys(self):
        """Return what unpacks the texts: SYMBOLS, COUNTS, PLURALS; raise OSError."""
        return self._part(_SYMBOLS), self._part(_COUNTS), self._part(_PLURALS)

    def glyphs(self):
        """Return the codes and the columns of its characters; raise OSError."""
        return self._part(_CODES), self._part(_GLYPHS)

    def part(self, kind, number):
        """Return blocks of texts, of the `kind` "short" or "long"; raise OSError."""
        return self._part(_TEXTS + number + (self._head[20] if kind == "long" else 0))


def _lacking(codes, columns):
    """Return the columns of the glyphs that the firmware lacks, by their code points."""
    found: dict = {}
    for at in range(0, len(codes), 2):
        code = codes[at : at + 2]
        place = fixed.CODES.find(code)
        while place > 0 and place & 1:
            place = fixed.CODES.find(code, place + 1)
        if place < 0:
            found[code] = columns[at // 2 * font.WIDTH :][: font.WIDTH]
    return found


def _use(letters):
    """Add glyphs to those of the firmware: their columns by their code points."""
    codes, columns = bytearray(), bytearray()
    at = end = 0
    for code in sorted(letters) + [b""]:
        while end < len(fixed.CODES) and (not code or fixed.CODES[end : end + 2] < code):
            end += 2
        codes += fixed.CODES[at:end] + code
        columns += fixed.GLYPHS[at // 2 * font.WIDTH : end // 2 * font.WIDTH]
        columns += letters.get(code, b"")
        at = end
    font.use(bytes(codes), bytes(columns))


def find(folder, names, index):
    """Return the languages in the files `names` of a folder by their codes, and messages about the
    files that cannot be used. The font gets the letters of the languages.
    """
    found: dict = {}
    letters: dict = {}
    messages = []
    for name in sorted(names)[:_FILES]:
        try:
            file = File(folder + name, index.LAYOUT)
            if file.code in index.LANGUAGES or file.code in found:
                raise Refused(KNOWN)
            try:
                more = _lacking(*file.glyphs())
            except OSError:
                raise Refused(DAMAGED)
            more.update(letters)
            if len(found) == MOST or len(fixed.CODES) // 2 + len(more) > _GLYPHS_MOST:
                raise Refused(FULL)
            letters = more
            found[file.code] = file
        except Refused as error:
            short = name if len(name) <= _NAME else name[: _NAME - 1] + "…"
            messages.append(error.args[0] % short)
    _use(letters)
    return found, messages[:_TOLD]
