# SPDX-License-Identifier: MIT
"""Anonymous counts of an exhibit's visits: the folder `counts`.

A line is a day, or the time since power-on if no clock has been set:

    NUMBER DAY VISITS LEFT SECONDS EN RU JA WRITES ON LANGUAGE=VISITS … PROGRAM=STARTS/ENDS …

    17 on 43 6 3480 30 4 7 120 28500 uk=2 nim=40/31/5 yen=3/2

LEFT: visitors who walked away without answering the question; SECONDS: total length of the visits;
EN, RU, JA: visits in these languages, the others by their codes; WRITES: files written to the
flash; ON: seconds with power. If visitors have won against a program, it has a third number, of
these wins.

`now.txt` is the line of today, written after each visit. It is so short that littlefs keeps
it in the folder, and only every eighth visit erases a sector. A finished line goes to
the end of `days.txt`, and its numbers to those of `all.txt`, the sum of all lines up to NUMBER.
So a power cut between the two counts nothing twice. A long `days.txt` becomes `old.txt`.
"""

import time

from teletype.handheld.keeping.store import Damaged

FOLDER = "counts"
NOW = "counts/now.txt"
DAYS = "counts/days.txt"
OLD = "counts/old.txt"
ALL = "counts/all.txt"
FILES = (OLD, DAYS, NOW)
"""The lines of days, in order."""

TROUBLES = "counts/wrong.txt"
"""Faults, a line for each kind and power-on, because the operator comes after a power-off."""

MOST_TROUBLES = 1000
"""Its size in bytes; then it starts again."""

LARGEST = 16384
"""Bytes of `days.txt`."""

LONGEST = 700
"""Bytes of a line."""

NUMBERS = 8
VISITS, LEFT, SECONDS, EN, RU, JA, WRITES, ON = range(NUMBERS)

OLDEST = ("en", "ru", "ja")
"""The languages with a number of their own."""

_MOST = 1 << 29
"""A limit that no number reaches in ten years."""

_SET = 2025
"""A clock that shows this year or later has been set."""


class Line:
    """A line: `number`, `day`, `numbers` as above, and of each program [starts, ends, wins].

    `languages`: visits in those that are not among OLDEST.
    """

    def __init__(self, number, day):
        self.number = number
        self.day = day
        self.numbers = [0] * NUMBERS
        self.languages = {}
        self.programs = {}

    def add(self, numbers, programs, languages=()):
        for index in range(NUMBERS):
            self.numbers[index] = min(_MOST, self.numbers[index] + numbers[index])
        for code in languages:
            visits = self.languages.get(code, 0) + languages[code]
            self.languages[code] = min(_MOST, visits)
        for name in programs:
            mine = self.programs.setdefault(name, [0, 0, 0])
            for index in range(len(programs[name])):
                mine[index] = min(_MOST, mine[index] + programs[name][index])

    def add_line(self, line):
        """Add all of a later `line`: this one is then the sum up to it."""
        self.number = line.number
        self.add(line.numbers, line.programs, line.languages)

    def visits_in(self, language):
        """Return the number of visits in a language."""
        if language in OLDEST:
            return self.numbers[EN + OLDEST.index(language)]
        return self.languages.get(language, 0)

    def text(self):
        words = [str(self.number), self.day] + [str(number) for number in self.numbers]
        for code in self.languages:
            words.append("%s=%d" % (code, self.languages[code]))
        for name in self.programs:
            starts, ends, won = self.programs[name]
            words.append("%s=%d/%d" % (name, starts, ends) + ("/%d" % won if won else ""))
        return " ".join(words) + "\n"


def parse(text):
    """Return the `Line` of a text; raise ValueError if it is damaged."""
    words = text.rstrip("\r\n").split(" ")
    if len(words) < 2 + NUMBERS or len(words[1]) > 10:
        raise ValueError
    numbers = [_number(word) for word in words[2 : 2 + NUMBERS]]
    programs = {}
    languages = {}
    for word in words[2 + NUMBERS :]:
        name, _, played = word.partition("=")
        starts, slash, ends = played.partition("/")
        if slash:
            ends, slash, won = ends.partition("/")
            programs[name] = [_number(starts), _number(ends), _number(won) if slash else 0]
        else:
            languages[name] = _number(played)
    line = Line(_number(words[0]), words[1])
    line.add(numbers, programs, languages)
    return line


def _number(word):
    if not word or word.strip("0123456789") or len(word) > 9:
        raise ValueError
    return min(_MOST, int(word))


def read(store, name):
    """Return the `Line` in a file; None if there is none. A damaged file becomes `NAME.bad`."""
    try:
        text = store.read(name, LONGEST)
        return None if text is None else parse(text)
    except (Damaged, ValueError):
        try:
            store.rename(name, name + ".bad")
        except OSError:
            pass  # the flash is full; the next count takes its place
        return None


def lines(file):
    """Yield the `Line` of each line of a file; None for a damaged one."""
    last = -1
    while True:
        data = file.readline(LONGEST)
        if not data:
            return
        try:
            line = parse(str(data, "utf-8"))
        except (ValueError, UnicodeError):
            yield None
            continue
        if line.number != last:  # otherwise the power went off during the write
            yield line
        last = line.number


def add(store, numbers, programs, fresh, languages=()):
    """Add a visit to the line of today; `fresh`: the first one since power-on.

    Raise OSError if the flash refuses.
    """
    store.make_folder(FOLDER)
    now = time.localtime()
    day = "%04d-%02d-%02d" % now[:3] if now[0] >= _SET else "on"
    line = read(store, NOW)
    if fresh or line is None or line.day != day:
        line = Line(_close(store, line) + 1, day)
    line.add(numbers, programs, languages)
    _write(store, NOW, "wb", line)


def note(store, message):
    """Record a fault for the operator, once for each power-on, if the flash accepts it."""
    try:
        store.make_folder(FOLDER)
        if store.has(TROUBLES) and store.size(TROUBLES) > MOST_TROUBLES:
            store.remove(TROUBLES)
        with store.saving, store.open(TROUBLES, "ab") as file:
            file.write((message + "\n").encode())
    except OSError:
        pass  # it was reported on the port


def _close(store, line):
    """Append the finished `line` of a day to the others; return the last one's number."""
    total = read(store, ALL) or Line(0, "all")
    if line and line.number > total.number:
        if store.has(DAYS) and store.size(DAYS) > LARGEST:
            store.rename(DAYS, OLD)
        _write(store, DAYS, "ab", line)
        total.add_line(line)
        _write(store, ALL, "wb", total)
    return total.number


def _write(store, name, mode, line):
    with store.saving, store.open(name, mode) as file:
        file.write(line.text().encode())
