# SPDX-License-Identifier: MIT
# mypy: ignore-errors
"""The firmware's readers: the result for a file or a line, as one line of text.

Runs on this Python and on MicroPython's Unix port, so that `host_tools lab fuzz` can compare them.
As a script it takes lines `READER FOLDER` on standard input; the data is in FOLDER/input.
"""

import sys

from teletype import board_reader
from teletype.core.request import Malformed, check_line
from teletype.core.setup import SetupError, join
from teletype.engines import formula, patterns
from teletype.exhibit import settings as exhibit
from teletype.exhibit import visit_log
from teletype.exhibit.settings import FILE
from teletype.handheld.keeping.settings import Settings
from teletype.handheld.keeping.store import Store
from teletype.handheld.parts import console
from teletype.programs import catalogue


def _text(data):
    """Return bytes as text; None if a person cannot have typed them as one line of a setup."""
    try:
        text = str(data, "utf-8")
        check_line(text)
        return text
    except (UnicodeError, Malformed):
        return None


def formulas(folder, data):
    """Return letters, postfix notation, the first rows of the table, and the remark."""
    text = _text(data)
    if text is None:
        return "-"
    try:
        letters, postfix = formula.parse(text)
    except formula.FormulaError as error:
        return "!" + str(error)
    rows = next(formula.table(letters, postfix, letters))
    return "%s %s %d %s" % (letters, list(postfix), rows, formula.note(text))


def life(folder, data):
    """Return cells and rule of a pattern."""
    try:
        cells, rule = patterns.read(str(data, "utf-8"))
    except UnicodeError:
        return "-"
    except patterns.PatternError as error:
        return "!" + str(error)
    if rule:
        patterns.masks(rule)
    return "%s %s" % (cells, rule)


def wiring(folder, data):
    """Return the values of a board.py, or what is wrong with it."""
    values, wrong = board_reader.own(data, "RP2040")
    # the two Pythons quote characters differently
    return "!" + wrong.partition("'")[0] if wrong else _sorted(values)


def _sorted(value):
    if not isinstance(value, dict):
        return str(value)
    return " ".join([str(key) + "=" + _sorted(value[key]) for key in sorted(value, key=str)])


def visitors(folder, data):
    """Return what exhibit.txt says, and the messages."""
    with open(folder + FILE, "wb") as file:
        file.write(data)
    wrong = []
    values, given = exhibit.read(Store(folder), wrong)
    values["wrong"] = wrong
    exhibit.check_late(values, given)
    said = [field.format(values[field.name]) for field in exhibit.FIELDS]
    return "%s %s" % ("|".join(said), "|".join(wrong))


def preferences(folder, data):
    """Return what settings.txt says, and the messages; ValueError if saving changes it."""
    with open(folder + "settings.txt", "wb") as file:
        file.write(data)
    first = Settings(Store(folder))
    again = Settings(Store(folder))
    if again.messages or again.values != first.values:
        raise ValueError("what was saved reads otherwise: %s" % again.messages)
    said = [name + "=" + str(first.values[name]) for name in sorted(first.values)]
    return "%s %s" % ("|".join(said), "|".join(first.messages))


def counts(folder, data):
    """Return the lines of an exhibit's counts; ValueError if writing changes a good line."""
    with open(folder + "days.txt", "wb") as file:
        file.write(data)
    said = []
    with open(folder + "days.txt", "rb") as file:
        for line in visit_log.lines(file):
            said.append("-" if line is None else _line(line))
    return "|".join(said)


def _line(line):
    again = visit_log.parse(line.text())
    if (again.numbers, again.programs) != (line.numbers, line.programs):
        raise ValueError("a line of counts is written as another one")
    return "%d %s %s %s" % (line.number, line.day, line.numbers, " ".join(sorted(line.programs)))


def typed(folder, data):
    """Return what the board makes of a line on the serial port: an error, or program and setup."""
    wrong = console.unknown(data)
    if wrong:
        return "!column %d: %d" % wrong
    line = console.typed(data)
    if _text(data) is None:
        return "-"
    name, _, rest = line.partition(" ")
    try:
        program, setup = catalogue.prepare(name, rest)
    except catalogue.UnknownProgram:
        return "!" + name
    except SetupError as error:
        return "!" + str(error)
    return name + " " + join(program.FIELDS, setup)


READERS = (formulas, life, wiring, visitors, preferences, counts, typed)


def now(folder, data):
    """Return the content of /firmware/now after a start, and whether a slot is on the path."""
    import main

    main.NOW = folder + "now"
    with open(main.NOW, "wb") as file:
        file.write(data)
    path = sys.path[:]
    modules = sys.modules.copy()  # main.take removes the firmware's modules
    try:
        main.take(True)
        slot = sys.path[0] == "/firmware/on"
    finally:
        sys.path[:] = path
        sys.modules.update(modules)
    with open(main.NOW, "rb") as file:
        return "%s %s" % (list(file.read()), slot)


def read(name, folder):
    """Return the result of a reader for FOLDER/input, with line ends escaped."""
    with open(folder + "input", "rb") as file:
        data = file.read()
    for reader in READERS + (now,):
        if reader.__name__ == name:
            return reader(folder, data).replace("\n", "\\n").replace("\r", "\\r")
    raise ValueError(name)


if __name__ == "__main__":
    for line in sys.stdin:
        reader, place = line.split()
        try:
            print(read(reader, place))
        except Exception as error:
            print("FAILED", type(error).__name__, str(error).replace("\n", " "))
