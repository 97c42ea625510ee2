# SPDX-License-Identifier: MIT
"""Unpacks the texts of a language: `host_tools.texts.packing` says how they are packed.

The function under `@micropython.viper` is compiled to machine code on a board; on the host it is
plain Python. It reads a bit of the Huffman code at a time. The codes of one length are numbers in
a row, so the number of codes of each length is enough to know them all. Nothing checks the bounds
of a viper pointer; the packer keeps a pair within DEEP pairs, and `unpack` checks its buffer.
"""

from array import array

from teletype.loading import load

try:
    import micropython
    from micropython import const
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    def const(value):  # type: ignore[misc]
        return value

    ptr8 = bytearray
    ptr16 = array

_BLOCK = const(4)
"""Binary logarithm of the texts in a block."""

_PART = const(3)
"""Binary logarithm of the blocks in an object, and of the long texts: a stock board needs a piece
of memory for each."""

_FEW = const(2)
"""How many of these objects are kept where they take memory: not in an image."""

_LONGEST = const(384)
"""The most bytes of a text that is at hand; the packer refuses a longer one."""

_DEEP = const(32)

_text = bytearray(_LONGEST)
"""A text while it is unpacked."""

_stack = array("H", bytes(2 * _DEEP))
"""The symbols that follow the one that is being unpacked."""


@micropython.viper
def unpack(
    at: int,
    skip: int,
    blocks: ptr8,
    symbols: ptr8,
    counts: ptr8,
    made: ptr8,
    room: int,
    stack: ptr16,
) -> int:
    """Unpack a text into `made`, as UTF-8; return its bytes, -1 for more than `room`.

    It is the one after `skip` others from bit `at` of the blocks on. Its end is in stack[0], which
    has 16 bits. All is in one loop, because a call for each character would cost more than its
    bits.
    """
    length = 0
    while True:
        code = 0
        first = 0
        place = 0
        bits = 0
        while True:  # a symbol
            code |= blocks[at >> 3] >> 7 - (at & 7) & 1
            at += 1
            count = counts[bits] | counts[bits + 1] << 8
            if code - first < count:
                place += code - first
                break
            place += count
            first = first + count << 1
            code <<= 1
            bits += 2
        deep = 0
        stack[0] = place
        while deep >= 0:
            place = 3 * int(stack[deep])
            value = symbols[place] << 16 | symbols[place + 1] << 8 | symbols[place + 2]
            if value & 0x800000 == 0:  # a pair
                stack[deep] = value & 0x7FF
                deep += 1
                stack[deep] = value >> 11
                continue
            deep -= 1
            value &= 0xFFFF
            if value == 0:
                if skip == 0:
                    stack[0] = at
                    return length
                skip -= 1
            elif skip == 0:
                if length + 3 > room:
                    return -1
                if value < 0x80:
                    made[length] = value
                    length += 1
                else:
                    if value < 0x800:
                        made[length] = 0xC0 | value >> 6
                    else:
                        made[length] = 0xE0 | value >> 12
                        length += 1
                        made[length] = 0x80 | value >> 6 & 0x3F
                    made[length + 1] = 0x80 | value & 0x3F
                    length += 2


def _begin(blocks, number):
    """Return the place of the first byte of a block."""
    return blocks[2 * number] | blocks[2 * number + 1] << 8


class Language:
    """The texts of a language by their numbers; English ones where it lacks them.

    `file`: an `added.File` of a language that somebody has added, which raises OSError if it is
    damaged; None for those of the firmware.
    """

    def __init__(self, code, file):
        self.code = code
        self._file = file
        if file:
            self._symbols, self._counts, self._plurals = file.keys()
            self._short, self._long = file.SHORT, file.LONG
        else:
            module = load("teletype.words.%s.texts" % code)
            self._symbols = module.SYMBOLS
            self._counts = module.COUNTS
            self._plurals = module.PLURALS
            self._short = module.SHORT  # empty but in an image: each part is a module then
            self._long = module.LONG
        self._parts = {}
        self._english = None
        self._next = -1
        self._at = 0

    def text(self, number):
        """Return a text that is at hand. The one after it is found at once."""
        skip = number & (1 << _BLOCK) - 1
        place = number >> _BLOCK
        blocks = self._part(place >> _PART)
        length = 0
        if blocks:
            if number == self._next and skip:
                skip = 0
                at = self._at
            else:
                at = 8 * _begin(blocks, place & (1 << _PART) - 1)
            length = unpack(at, skip, blocks, self._symbols, self._counts, _text, _LONGEST, _stack)
            self._next = number + 1
            self._at = _stack[0]
        if length:
            return str(memoryview(_text)[:length], "utf-8")
        return self._in_english().text(number) if self.code != "en" else ""

    def _part(self, number):
        """Return the blocks of short texts in the part `number`."""
        if self._short:
            return self._short[number]
        parts = self._parts
        if number not in parts:
            if len(parts) == _FEW:
                parts.clear()
            parts[number] = self._read("short", number)
        return parts[number]

    def _read(self, kind, number):
        """Return blocks of texts from a file; empty if they are damaged."""
        if not self._file:
            return load("teletype.words.%s.%s%d" % (self.code, kind, number)).BLOCKS
        try:
            return self._file.part(kind, number)
        except OSError:
            return b""

    def long(self, number):
        """Return a text that is read a page at a time."""
        part = number >> _PART
        if self._long:
            blocks = self._long[part]
        else:
            self._parts.clear()  # they may take the memory that is needed now
            blocks = self._read("long", part)
        length = 0
        if blocks:
            at = _begin(blocks, number & (1 << _PART) - 1)
            length = blocks[at] | blocks[at + 1] << 8
        if length:
            made = bytearray(length + 3)
            block: bytearray = memoryview(blocks)[at + 2 :]  # type: ignore[assignment]
            unpack(0, 0, block, self._symbols, self._counts, made, len(made), _stack)
            return str(memoryview(made)[:length], "utf-8")
        return self._in_english().long(number) if self.code != "en" else ""

    def form(self, number):
        """Return the place, among the forms of a text, of the one that counts `number`."""
        if not self._plurals:
            return 0
        return self._plurals[number if number < 100 else 100 + number % 100]

    def _in_english(self):
        if self._english is None:
            self._english = Language("en", None)
        return self._english
