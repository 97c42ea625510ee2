# SPDX-License-Identifier: MIT
"""The programs, in the order of their sources, without importing them.

A program is a folder of this package, named as the program but with `_` for `-`. Its `__init__.py`
has an `Entry`, what is known without loading it (see `entry`). Its module `dialogue` has a class
`Program` with everything it offers (see `base`). Texts about it are in `teletype.words`.
"""

from teletype import loading
from teletype.core.request import brief
from teletype.core.setup import read, split
from teletype.programs.index import NAMES, ROWS

try:
    from micropython import const
except ImportError:  # plain Python
    const = int  # type: ignore[assignment]

_NAME = const(0)
_YEAR = const(1)
_MACHINE = const(2)
_TITLE = const(3)
_LANGUAGE = const(4)
_EASY = const(5)
_RIVAL = const(6)
_LESSON = const(7)
_ICON = const(8)
_RECORDS = const(9)
"""The columns of a row, as `index.row` writes it."""


class UnknownProgram(Exception):
    """The program is unknown; the message lists the names."""


def _find(name):
    """Return the row of a program; raise UnknownProgram if there is none."""
    for each in ROWS:
        if each[_NAME] == name:
            return each
    names = ", ".join(NAMES)
    raise UnknownProgram("unknown program '%s'; the programs are %s" % (brief(name), names))


def check(name):
    """Raise UnknownProgram if there is no program of this name."""
    _find(name)


def easy():
    """Return the names of the programs to show first, in that order."""
    found = [(each[_EASY], each[_NAME]) for each in ROWS if each[_EASY]]
    found.sort()
    return [name for _, name in found]


def year(name):
    """Return the year of a program: a number, "c. 1976", or "n.d."."""
    return _find(name)[_YEAR]


def machine(name):
    """Return the machines of a program; "unnamed" if its source names none, ? if inferred."""
    return _find(name)[_MACHINE]


def title(name):
    """Return the title of a program in its source."""
    return _find(name)[_TITLE]


def language(name):
    """Return the language of a program's messages, or None if it has none to translate."""
    return _find(name)[_LANGUAGE] or None


def is_rival(name):
    """Return whether the machine is an opponent in this program."""
    return _find(name)[_RIVAL]


def has_lesson(name):
    """Return whether a program can find where a game was lost."""
    return _find(name)[_LESSON]


def icon(name):
    """Return the icon of a program, 8 columns; None for another name."""
    for each in ROWS:
        if each[_NAME] == name:
            return each[_ICON]
    return None


def records():
    """Return the games printed in the sources, in their order: (program, its game number, the key
    of the text that names the place in the source).
    """
    return [
        (each[_NAME], number, place)
        for each in ROWS
        for number, place in enumerate(each[_RECORDS])
    ]


def record(name, number):
    """Return the game `number` of those printed in a program's source: (setup line, answers)."""
    return loading.load("teletype.programs.%s.records" % name.replace("-", "_")).RECORDS[number]


def load(name):
    """Load the class `Program` of a program (see `loading`); UnknownProgram if there is none."""
    _find(name)
    folder = name.replace("-", "_")
    module = loading.load("teletype.programs.%s.dialogue" % folder, lists=True)
    module.Program.brought = module.brought
    return module.Program


def prepare(name, line):
    """Return the program and the checked setup that `line` writes.

    `line` is a line of `core.setup.join`, or pairs of (name, text) that were split already. Raises
    UnknownProgram or SetupError.
    """
    program = load(name)
    return program, setup(program, line)


def setup(program, line):
    """Return the setup that `line` writes for a program, as `prepare`; raise SetupError."""
    pairs = split(line) if isinstance(line, str) else line
    return read(program.FIELDS, pairs, program.check)
