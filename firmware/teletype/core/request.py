# SPDX-License-Identifier: MIT
"""Requests: the places where a program stops and waits.

A program yields one of these and gets the answer back as integers (or as a text):

    Numbers(("T", 1, 3), ("L", 0, 8))    named integers, each with the bounds a picker offers
    Cells(12, 0, 1, cells)              a row of numbered cells; single ones may be changed
    Text("WHERETO")                     a line as it is typed

An answer typed as a line is parsed here, by the rules of the command line: integers separated
by blanks or commas in the order of the fields, or `NAME=value` in any order. Full-width
digits, and the blanks and dashes of word processors, are read as what they mean. Only the form is
checked: bounds are for the pickers, the program judges what is legal in the original's words.
"""

LONGEST_ANSWER = 1000
"""Characters in an answer, as it is typed and as a tape writes it; a longer one is malformed (it
would not fit in the board's memory).
"""


SHOWN = 80
"""Characters of a foreign text that a message quotes at most."""


def brief(text):
    """Return a text for a message: at most SHOWN characters, the last one … if it was cut."""
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


class Malformed(Exception):
    """The typed line is not an answer; the message says why."""


class Working:
    """A program yields this during a long search, so that keys and screen stay responsive.

    A program that knows its progress sets `done` and `total` (steps); `total` 0: not known.
    """

    done = 0
    total = 0

    pause = 0
    """Milliseconds from the last step to the next one, for a program that runs at the speed of its
    machine. The program sets it back to 0 afterwards."""


working = Working()


def integer(text):
    """Parse a decimal integer with an optional sign; raise Malformed otherwise."""
    check_line(text)
    text = plain(text)
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not digits or digits.strip("0123456789"):  # `isdigit` accepts other characters too
        raise Malformed("'%s' is not an integer" % brief(text))
    return int(text)


def _words(line):
    """Return the words of a line; blanks and commas separate, `=` may stand between blanks."""
    line = line.replace(",", " ").replace("\t", " ")
    while " =" in line:
        line = line.replace(" =", "=")
    while "= " in line:
        line = line.replace("= ", "=")
    words = [word for word in line.split(" ") if word]  # split() splits at other characters too
    if not words:
        raise Malformed("an empty answer")
    return words


def check_line(line):
    """Raise Malformed if `line` is too long for an answer, or has control characters."""
    if len(line) > LONGEST_ANSWER:
        raise Malformed("more than %d characters" % LONGEST_ANSWER)
    column = 0
    for char in line:
        column += 1
        if (char < " " and char != "\t") or char == "\x7f":
            raise Malformed("column %d: a control character" % column)


_SIGNS = (
    b"\x00\xc2\xa0\xa0 \x00"  # no-break space
    b"\x00\xc2\xad\xad \x00"  # soft hyphen
    b"\x00\xcb\x9c\x9c~\x00"
    b"\xe2\x80\x80\x8f \x00"  # blanks of other widths and of none, marks of direction
    b"\xe2\x80\x90\x93-\x00"  # hyphens and dashes
    b"\xe2\x80\xa8\xaf \x00"  # ends of lines, directions
    b"\xe2\x81\x9f\xaf \x00"
    b"\xe2\x88\x92\x92-\x00"
    b"\xe2\x88\xbc\xbc~\x00"
    b"\xe3\x80\x80\x80 \x00"
    b"\xe3\x80\x81\x81,\x00"
    b"\xe3\x80\x82\x82.\x00"
    b"\xe3\x80\x9c\x9c~\x00"  # as macOS types it for a full-width one
    b"\xef\xbb\xbf\xbf \x00"  # byte order mark
    b"\xef\xbc\x81\xbf!\x01"  # full-width forms of ASCII
    b"\xef\xbd\x80\x9e`\x01"
    b"\xef\xbd\xa1\xa1.\x00"
    b"\xef\xbd\xa4\xa4,\x00"
    b"\xef\xbf\xa2\xa2~\x00"
)
"""What stands for an ASCII character, six bytes each: the first byte of its UTF-8 if it has three,
the one before the last, the lowest and the highest last one, the character, and 1 if it counts up.
"""

_LEADS = b"\xc2\xcb\xe2\xe3\xef"

_LONG_VOWEL = b"\xe3\x83\xbc"
"""ー, which a Japanese input method gives for the key of the minus."""


def narrowed(data):
    """Return UTF-8 bytes with the full-width signs of East Asian input methods, and the blanks and
    dashes of word processors, as the ASCII characters that they mean; the same bytes if there are
    none. A mark that is not seen is a blank.

    In bytes, because MicroPython keeps each character that is taken from a text for ever.
    """
    for at in range(len(_LEADS)):
        if _LEADS[at : at + 1] in data:
            break
    else:
        return data
    found = bytearray()
    at = 0
    while at < len(data):
        size = 3 if data[at] >= 0xE0 else 2 if data[at] >= 0xC0 else 1
        sign = _narrow(bytes(data[at : at + size])) if size > 1 else -1
        if (
            sign < 0
            and bytes(data[at : at + 3]) == _LONG_VOWEL
            and (found or b" ")[-1] in b" \t,="
        ):
            digit = bytes(narrowed(data[at + 3 : at + 6]))[:1]
            sign = 45 if digit and digit in b"0123456789" else -1
        found.append(data[at] if sign < 0 else sign)
        at += 1 if sign < 0 else size
    return bytes(found)


def _narrow(char):
    """Return the ASCII character that two or three bytes mean, -1 for none."""
    first = char[0] if len(char) == 3 else 0
    for row in range(0, len(_SIGNS) if len(char) > 1 else 0, 6):
        if (
            first == _SIGNS[row]
            and char[-2] == _SIGNS[row + 1]
            and _SIGNS[row + 2] <= char[-1] <= _SIGNS[row + 3]
        ):
            return _SIGNS[row + 4] + (char[-1] - _SIGNS[row + 2]) * _SIGNS[row + 5]
    return -1


def plain(text):
    """Return a text with other keyboards' signs as the ASCII ones that they mean (`narrowed`)."""
    data = text.encode("utf-8", "surrogateescape")
    changed = narrowed(data)
    return text if changed is data else str(changed, "utf-8", "surrogateescape")


_CYRILLIC, _LATIN = "АВСЕНКМОРТХУавсенкмортху", "ABCEHKMOPTXYABCEHKMOPTXY"
"""Letters of the two scripts that look alike, and which Latin capital stands for both."""


def folded(name):
    """Return a name as it is compared: in capitals, with Cyrillic look-alikes as Latin letters.

    Other letters outside ASCII stay: the Unix port does not know their capitals.
    """
    if len(name) == len(name.encode()):
        return name.upper()  # done in C
    chars = []
    for char in name:
        at = _CYRILLIC.find(char)
        chars.append(_LATIN[at] if at >= 0 else char.upper() if char < "\x80" else char)
    return "".join(chars)


def trimmed(text):
    """Strip blanks, also the unusual ones that editors write: MicroPython's `strip` knows fewer of
    them than CPython's.
    """
    blanks = " \t\r\n\x0b\x0c\xa0\u2009\u200b\u202f\u3000\ufeff"
    start, end = 0, len(text)
    while start < end and text[start] in blanks:
        start += 1
    while start < end and text[end - 1] in blanks:
        end -= 1
    return text[start:end]


def _named(word, names):
    """Return `NAME=value` as (index of the name, value)."""
    name, value = word.split("=", 1)
    wanted = folded(name)
    for index in range(len(names)):
        if folded(names[index]) == wanted:
            return index, integer(value)
    raise Malformed("unknown name '%s', the names are %s" % (brief(name), brief(" ".join(names))))


class Request:
    """Base class of the three kinds of request."""

    answers: dict | None = None
    """The legal answers by the picture's own numbers, if a picture may choose; the program sets it
    (for Calculation see `teletype.programs.calculation.game`)."""

    values: tuple = ()
    """What a picker begins with; () without a suggestion."""

    form: str | None = None
    """The form of an answer on the paper of the original, with placeholders for the values; None
    if the source does not show it."""

    player = ""
    """Which of two people answers next, "A" or "B"; "" for one player."""

    def pass_on(self):
        """Let the other of two people answer; at first it is A."""
        self.player = "B" if self.player == "A" else "A"

    def asked(self):
        """Return the prompt of a terminal, with the player before it."""
        return self.player + ": " + self.prompt() if self.player else self.prompt()

    def prompt(self):
        """Return the prompt of a terminal: the names of the values to type."""
        raise NotImplementedError

    keys: tuple = ()
    """The rows of the keyboard for an answer that is typed (`handheld.input.keyboard`); empty for
    the usual ones."""

    ends = False
    """Whether the program has ended here, unless an answer lets it go on."""

    secret = False
    """While True, the answer is hidden from the other player: nothing they can read shows it. The
    program resets this."""

    def original(self, values):
        """Return the answer as on the original's paper; None if the source does not show it."""
        return self.form and self.form % values


class Numbers(Request):
    """Named integers: `Numbers((name, low, high), ...)`. The answer is a tuple in that order.

    `low` and `high` are what a picker offers, both included. A picker shows `labels` and begins
    with `values`, where there are any.
    """

    def __init__(self, *fields, form=None):
        self.form = form
        self.names = [field[0] for field in fields]
        self.labels = [field[0] + "=" for field in fields]
        self.lows = [field[1] for field in fields]
        self.highs = [field[2] for field in fields]
        self.values = ()

    def prompt(self):
        """Return the prompt of a terminal: the names of the fields."""
        return " ".join(self.names)

    def parse(self, line):
        """Parse `line` into a tuple of integers; raise Malformed with what is wrong."""
        check_line(line)
        line = plain(line)
        words = _words(line)
        count = len(self.names)
        if "=" not in line:
            found = tuple([integer(word) for word in words])
            if len(words) != count:
                raise Malformed("%d value(s), not %d: %s" % (len(words), count, self.prompt()))
            return found
        values = [None] * count
        for word in words:
            if "=" not in word:
                raise Malformed("'%s' has no name; give either all names or none" % brief(word))
            index, value = _named(word, self.names)
            if values[index] is not None:
                raise Malformed("%s is given twice" % self.names[index])
            values[index] = value
        for index in range(count):
            if values[index] is None:
                raise Malformed("%s is missing" % self.names[index])
        return tuple(values)

    def format(self, values):
        """Return the answer as a line: `T=2 L=1`; `parse` reads it back."""
        return " ".join(["%s=%d" % pair for pair in zip(self.names, values)])


class Cells(Request):
    """A row of cells, numbered from 1: `Cells(count, low, high, cells)`.

    `cells` are the values so far: an answer `I=v` changes single ones. The answer is a tuple of
    `count` integers.
    """

    def __init__(self, count, low, high, cells, form=None):
        self.form = form
        self.names = [str(number) for number in range(1, count + 1)]
        self.labels = [""] * count
        self.lows = [low] * count
        self.highs = [high] * count
        self.values = tuple(cells)

    def prompt(self):
        return "1..%d" % len(self.names)

    def parse(self, line):
        """Parse `line` into a tuple of integers; raise Malformed with what is wrong."""
        check_line(line)
        line = plain(line)
        words = _words(line)
        if "=" not in line:
            found = tuple([integer(word) for word in words])
            if len(words) != len(self.names):
                raise Malformed("%d value(s), not %d" % (len(words), len(self.names)))
            return found
        values = list(self.values)
        given = []
        for word in words:
            if "=" not in word:
                raise Malformed("'%s' has no name; give all cells or I=value" % brief(word))
            index, value = _named(word, self.names)
            if index in given:
                raise Malformed("%s is given twice" % self.names[index])
            given.append(index)
            values[index] = value
        return tuple(values)

    def format(self, values):
        return " ".join([str(value) for value in values])

    def original(self, values):
        return self.form and self.form % (len(values), ",".join([str(value) for value in values]))


class Text(Request):
    """A line of text as it is typed; the answer is a str without line end."""

    def __init__(self, label="", form=None):
        self.form = form
        self.label = label

    def prompt(self):
        return self.label

    def parse(self, line):
        check_line(line)
        return plain(line)

    def format(self, text):
        return text
