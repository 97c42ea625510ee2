# SPDX-License-Identifier: MIT
"""The reader of /board.py: lines `NAME = value`, parsed as bytes and never executed.

Each byte is looked at once or twice, so the time grows with the length of the file; a board with
the longest file that is accepted starts as well. The module is in memory only while the file is
read. The rules for the values are in `board_check`.
"""

from teletype.board_check import MOST, brief, complete, faults
from teletype.board_terms import NAMES, NEEDED

LONGEST = 8192
"""Bytes of a board file on a board; a page of comments fits."""

LINE = 80
"""Characters of the line about the faults."""

_LONGEST_WORD = 100
_LONGEST_NUMBER = 20
"""Bytes of a text with its quotes, of which the longest valid one has 80, and of a number."""

_PLAIN = "not a plain value; allowed: numbers, texts, tuples, {}"
_ONLY = "allowed is NAME = value and nothing else"
_OPEN = "not Python: a text does not end"
_BRACKET = "not Python: a bracket is open"
_SYNTAX = "not Python: invalid syntax"
_CONSTANTS = {b"True": True, b"False": False, b"None": None}
_BLANKS = b" \t\r\x0c"
_INSIDE = b" \t\r\x0c\n"

_DEEPEST = 8
"""The most brackets in one another: a board needs two, and twenty exceed its stack."""


class _Wrong(Exception):
    """The value is not one; the message says why."""


def _in_word(char):
    """Whether a character may be part of a number or a name; on MicroPython `in` is slow for a
    number in bytes."""
    return 48 <= char <= 57 or 97 <= char <= 122 or 65 <= char <= 90 or char == 95


class _Text:
    """A board file and the reader's position in it; a zero byte marks the end."""

    def __init__(self, text):
        self.text = text + b"\n\0"
        self.at = 0
        self._line = 1
        self._counted = 0

    def line(self):
        """Return the number of the current line."""
        self._line += self.text.count(b"\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def word(self):
        """Skip letters, digits and underscores; return them."""
        begin = at = self.at
        text = self.text
        while _in_word(text[at]):
            at += 1
        self.at = at
        return text[begin:at]

    def skip(self, chars):
        """Skip these characters; return the next one, as a number."""
        at = self.at
        text = self.text
        while text[at] in chars:
            at += 1
        self.at = at
        return text[at]

    def rest(self):
        """Skip to the end of the line; return whether it held only a comment."""
        empty = self.skip(_BLANKS) in b"#\n\0"
        self.at = self.text.find(b"\n", self.at) + 1 or len(self.text) - 1
        return empty

    def quoted(self):
        """Skip a text in quotes; return whether it ends."""
        text = self.text
        at = self.at
        last = len(text) - 1
        mark = text[at : at + 1]
        if text[at : at + 3] == 3 * mark:
            mark = 3 * mark
        at += len(mark)
        end = stop = -1  # the mark that may end it, and where a text in single marks must end
        while True:
            if end < at:
                end = text.find(mark, at)
                if end < 0:
                    end = last
            if stop < at:
                stop = -1 if len(mark) > 1 else text.find(b"\n", at, end)
                if stop < 0:
                    stop = end
            slash = text.find(b"\\", at, stop)
            if slash < 0:
                break
            at = slash + 2  # the next character is a part of the text
        self.at = stop
        if stop < end or end == last:
            return False
        self.at = end + len(mark)
        return True

    def _next(self, depth):
        """Skip blanks, and in brackets also line ends and comments; return the next character."""
        text = self.text
        char = text[self.at]
        if char == 32:
            self.at += 1
            char = text[self.at]
        if char > 35:  # not a blank, and not the sign of a comment
            return char
        char = self.skip(_INSIDE if depth else _BLANKS)
        while char == 35 and depth:
            self.at = text.find(b"\n", self.at)
            char = self.skip(_INSIDE)
        return char

    def value(self, char, depth=0):
        """Parse the value at the position, which begins with `char`; raise _Wrong."""
        if char == 34 or char == 39:  # quotes
            return self._short_text(char)
        if _in_word(char):
            return self._word()
        if char == 45:  # "-"
            self.at += 1
            number = self._word()
            if type(number) is not int:
                raise _Wrong(_PLAIN)
            return -number
        if char not in b"{[(" or depth == _DEEPEST:
            raise _Wrong(_PLAIN if char else _BRACKET)
        self.at += 1
        if char == 123:
            return self._pairs(depth + 1)
        return self._items(char == 40, depth + 1)

    def _short_text(self, mark):
        text = self.text
        begin = self.at + 1
        end = text.find(b'"' if mark == 34 else b"'", begin, begin + _LONGEST_WORD)
        found = text[begin : max(end, begin)]
        if end < 0 or text[end + 1] == mark or b"\\" in found or b"\n" in found:
            raise _Wrong(_PLAIN if self.quoted() else _OPEN)
        self.at = end + 1
        return str(found, "utf-8")

    def _word(self):
        """Parse a number or a constant."""
        word = self.word()
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        if not 48 <= (word or b"-")[0] <= 57 or len(word) > _LONGEST_NUMBER:
            raise _Wrong(_PLAIN)
        try:
            return int(word, 0)
        except ValueError:
            raise _Wrong(_SYNTAX)

    def _items(self, round, depth):
        """Parse the values in brackets, `round` ones or others."""
        found = []
        end = 41 if round else 93
        comma = 44
        char = self._next(depth)
        while char != end:
            if comma != 44:
                self._refuse()
            found.append(self.value(char, depth))
            comma = self._next(depth)
            if comma == 44:
                self.at += 1
            char = self._next(depth)
        self.at += 1
        if round and len(found) == 1 and comma != 44:
            return found[0]
        return tuple(found) if round else found

    def _pairs(self, depth):
        """Parse the keys and values in braces."""
        found = {}
        comma = 44
        char = self._next(depth)
        while char != 125:
            if comma != 44:
                self._refuse()
            key = self.value(char, depth)
            if type(key) is not str and type(key) is not int:
                raise _Wrong(_PLAIN)
            if self._next(depth) != 58:  # ":"
                self._refuse()
            if key in found:
                raise _Wrong("a key is given twice")
            self.at += 1
            found[key] = self.value(self._next(depth), depth)
            comma = self._next(depth)
            if comma == 44:
                self.at += 1
            char = self._next(depth)
        self.at += 1
        return found

    def _refuse(self):
        """Raise _Wrong for the character at the position."""
        char = self.text[self.at]
        if char == 0:
            raise _Wrong(_BRACKET)
        raise _Wrong(_SYNTAX if _in_word(char) or char in b"\"'])}:," else _PLAIN)

    def whole(self):
        """Parse the value after `NAME =`, to the end of its line; raise _Wrong."""
        found = self.value(self._next(0))
        char = self._next(0)
        if char == 44:  # a tuple without brackets
            found = (found,)
            while char == 44:
                self.at += 1
                char = self._next(0)
                if char in b"#\n":
                    break
                found += (self.value(char),)
                char = self._next(0)
        if char not in b"#\n":
            self._refuse()
        return found


def read(text):
    """Return the values of a board file, their lines, and the faults of the file.

    `text`: its bytes. Nothing in it is executed. Reading ends after the last fault that counts.
    """
    values: dict = {}
    lines: dict = {}
    found: list = []
    if text[:3] == b"\xef\xbb\xbf":
        text = text[3:]  # a byte order mark, which some editors write
    if len(text) > LONGEST:
        return values, lines, [("", "longer than %d bytes" % LONGEST)]
    try:
        if b"\0" in text:
            raise UnicodeError  # UTF-16 without a mark
        str(text, "utf-8")
    except UnicodeError:
        return values, lines, [("", "not UTF-8 text")]
    file = _Text(text)
    while len(found) < MOST:
        char = file.skip(b"\n")
        if char == 0:
            break
        line = file.line()
        if char in b"# \t\r\x0c":
            if not file.rest():
                found.append(("", "line %d: %s" % (line, _ONLY)))
            continue
        if char in b"\"'":  # documentation
            if not file.quoted():
                found.append(("", "line %d: %s" % (line, _OPEN)))
            elif not file.rest():
                found.append(("", "line %d: %s" % (line, _ONLY)))
            continue
        name = str(file.word(), "utf-8")
        if not name or name[0] in "0123456789" or file.skip(_BLANKS) != 61:  # "="
            file.rest()
            found.append(("", "line %d: %s" % (line, _ONLY)))
            continue
        file.at += 1
        wrong = ""
        try:
            value = file.whole()
        except _Wrong as error:
            wrong = str(error)
        if name not in NAMES:
            name = brief(name, False)
            found.append((name, "no such name; allowed: %s" % ", ".join(NAMES)))
        elif name in lines:
            found.append((name, "is given twice"))
        elif not wrong:
            values[name] = value
        lines[name] = line
        if wrong:
            found.append((name, wrong))
        file.rest()
    return values, lines, found


def own(text, chip):
    """Return the values of a /board.py, and a line of at most LINE characters about its faults, or
    an empty one.

    `chip`: the board's. NAME and TITLE may be missing; only an image needs them.
    """
    values, lines, found = read(text)
    found = found or complete(values, lines, NEEDED[2:])
    found = found or faults(values)
    if not found and values["CHIP"] != chip:
        found = [("CHIP", "%s; this board has an %s" % (brief(values["CHIP"]), chip))]
    if not found:
        return values, ""
    at, what = found[0]
    if at:
        what = "line %d: %s: %s" % (lines[at], at, what)
    line = "board.py: " + what if not what.startswith("line ") else "board.py " + what
    more = "" if len(found) == 1 else " (and %d more)" % (len(found) - 1)
    room = LINE - len(more)
    if len(line) > room:
        line = line[: room - 1] + "…"
    return None, line + more
