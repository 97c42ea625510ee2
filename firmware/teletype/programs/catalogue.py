# SPDX-License-Identifier: MIT
"""The programs, in the order of their sources, without importing them.

A program is a module of this package, named as here but with `_` for `-`. It has FIELDS, its
setup; `play(setup)`, its dialogue; and a class `Program` with everything else it offers (see
`base`). Texts about it are in `teletype.words`, in a module for each language.
"""

from teletype import loading
from teletype.core.setup import read, split

PROGRAMS = (
    # name, year, machine ("unnamed": the source names none; ?: inferred, here from the
    # preface or the paper next to it), title, language of its messages ("": none to translate)
    ("race", 1980, "MIR", "ГОНКИ ПО ВЕРТИКАЛИ", "ru"),
    ("trigex", 1980, "MIR, MIR-2", "ТРИГЕКС", "ru"),
    ("nim", 1980, "MIR, MIR-2", "НИМ", "ru"),
    ("truth-table", 1980, "MIR?", "ТАБЛИЦА ИСТИННОСТИ", ""),
    ("logic", 1980, "MIR?", "ЛОГИЧЕСКИЕ ЗАДАЧИ", ""),
    ("dates", 1980, "MIR?", "ДАТЫ И ДНИ НЕДЕЛИ", ""),
    ("cards", 1980, "MIR", "УЗНАВАНИЕ КАРТОЧЕК", "ru"),
    ("evolution", 1980, "MIR-2", "ЭВОЛЮЦИЯ", "ru"),
    ("nim-table", 2009, "C", "三山崩し", "en"),
    ("random-walk", 1963, "OKITAC 5090", "簡単なランダム・ウォークの実験", ""),
    ("misere-nim", 1963, "OKITAC 5090?", "三山くずしのプログラム", "en"),
    ("calculation-cobol", "c. 1976", "unnamed, COBOL", "COBOL 計算譜", "en"),
    ("calculation-fortran", "c. 1976", "unnamed, FORTRAN", "FORTRAN 計算譜", "en"),
    ("calculation-lisp", "c. 1976", "unnamed, LISP", "LISP 計算譜", "en"),
    ("yen", "n.d.", "C", "1万円ゲームについて", "en"),
)

EASY = ("nim", "dates", "trigex", "evolution", "cards", "random-walk", "race", "yen", "misere-nim")
"""Programs with a drawing, or short ones: the shelf shows them first."""

LESSONS = (
    "race",
    "trigex",
    "nim",
    "misere-nim",
    "calculation-cobol",
    "calculation-fortran",
    "calculation-lisp",
    "yen",
)
"""Programs for which `teletype.programs.lessons` finds where a game was lost."""

WON = (
    "you won.",
    "draw.",
    "SUCCESS!",
    "VALUE T",
    "ВЫ ВЫИГРАЛИ",
    "YOU HAVE WON.",
    "YOU WON THE GAME, CONGRATULATIONS",
)
"""Their lines after a game that the person has not lost: such a game has no lesson."""

AGAINST = ("race", "trigex", "nim", "misere-nim", "yen")
"""Programs in which the machine is an opponent that a person may beat."""

_DRAWN = ("draw.", "НИЧЬЯ")
_LOST = ("ВЫ ПРОИГРАЛИ", "I HAVE WON.")


class UnknownProgram(Exception):
    """The program is unknown; the message lists the names."""


def find(name):
    """Return the entry (name, year, machine, title, language) of a program.

    Raises UnknownProgram if there is none.
    """
    for entry in PROGRAMS:
        if entry[0] == name:
            return entry
    names = ", ".join([entry[0] for entry in PROGRAMS])
    raise UnknownProgram("unknown program '%s'; the programs are %s" % (name, names))


def result(line):
    """Return 1, 0, -1 if by a line of one of AGAINST the person won, drew, lost; else None."""
    if line in _DRAWN:
        return 0
    if line in WON:
        return 1
    return -1 if line in _LOST or line[-5:] == " won." else None


def language(name):
    """Return the language of a program's messages, or None if it has none to translate."""
    return find(name)[4] or None


def load(name):
    """Load the class `Program` of a program (see `loading`); UnknownProgram if there is none."""
    find(name)
    module = loading.load("teletype.programs." + name.replace("-", "_"))
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
