# SPDX-License-Identifier: MIT
"""The apparatus of a listing: a data file of readings, applied to a transcription.

The project does not contain the listings. It contains, for each one, a TOML file that says where
the listing stands in a transcription and which few signs of it are read differently:

    program = "nim"           our program, as `run` calls it
    language = "ALMIR-65"     one of `languages.LANGUAGES`
    file = "002*.txt"         the transcription, a pattern of file names
    lines = [[1987, 2009]]    its lines, both ends included
    settings = "heaps=5"      setup values that every session has, if any

    [[reading]]
    name = "Y-not-below-N"
    line = 1990               in the transcription
    stands = "Y>N"            once in that line
    read = "Y≥N"
    why = "..."
    support = "..."           which printing, figure or sentence has it so

Other tables have the same keys, without `support`. `[[machine]]` is a change that today's compiler
needs. `[[ours]]` is a place where our program differs on purpose, and says so. `[[data]]` has no
`why`: its `read` names, in braces, values of a session that take the place of the printed ones.
`[[habit]]` replaces a regular expression in every line: a systematic fault of the transcription.

A reading that does not find its signs stops the run: the transcription is another one.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.usage import Failed, WrongUsage

HERE = Path(__file__).resolve().parent / "readings"

KINDS = ("reading", "machine", "ours", "data")
"""Why a place is read differently: it is damaged or misprinted; today's machine needs it; our
program differs there on purpose; it has the data of a session."""


class Reading(NamedTuple):
    """One place that is read differently."""

    kind: str
    name: str
    line: int
    stands: str
    read: str
    why: str
    support: str


class Habit(NamedTuple):
    """A regular expression that is replaced in every line."""

    name: str
    stands: str
    read: str
    why: str


class Listing(NamedTuple):
    """A listing and its readings."""

    name: str
    program: str
    language: str
    file: str
    lines: Sequence[Sequence[int]]
    settings: str
    readings: Sequence[Reading]
    habits: Sequence[Habit]

    def count(self, kind: str) -> int:
        """Return how many readings of a kind there are."""
        return sum(reading.kind == kind for reading in self.readings)

    def names(self) -> list[str]:
        """Return the names that can be left out."""
        readings = [reading.name for reading in self.readings if reading.kind != "data"]
        return readings + [habit.name for habit in self.habits]


def _entries(name: str, table: dict[str, Any], kind: str) -> Iterator[dict[str, Any]]:
    fields = {"name", "line", "stands", "read", "why", "support"}
    if kind == "habit":
        fields -= {"line", "support"}
    if kind != "reading":
        fields -= {"support"}
    if kind == "data":
        fields -= {"why"}
    for entry in table.pop(kind, []):
        if set(entry) != fields:
            wrong = ", ".join(sorted(fields ^ set(entry)))
            raise Failed(f"{name}.toml: {kind} {entry.get('name', '?')}: check the keys {wrong}")
        yield entry


def parse(name: str, text: str) -> Listing:
    """Return the listing that a data file describes; Failed if the file is malformed."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Failed(f"{name}.toml: {error}") from error
    readings = [
        Reading(kind, **{"why": "", "support": "", **entry})
        for kind in KINDS
        for entry in _entries(name, table, kind)
    ]
    habits = [Habit(**entry) for entry in _entries(name, table, "habit")]
    table.setdefault("settings", "")
    wanted = {"program", "language", "file", "lines", "settings"}
    if set(table) != wanted:
        raise Failed(f"{name}.toml: check the keys {', '.join(sorted(wanted ^ set(table)))}")
    listing = Listing(name=name, readings=readings, habits=habits, **table)
    double = {each for each in listing.names() if listing.names().count(each) > 1}
    if double:
        raise Failed(f"{name}.toml: two readings have the name {min(double)}")
    return listing


def names(folder: Path = HERE) -> list[str]:
    """Return the names of the listings that have a data file in a folder."""
    return sorted(path.stem for path in folder.glob("*.toml"))


def load(name: str, folder: Path = HERE) -> Listing:
    """Return the listing of a data file; WrongUsage for an unknown name."""
    known = names(folder)
    if name not in known:
        raise WrongUsage(f"unknown listing '{name}'; the listings are {', '.join(known)}")
    try:
        return parse(name, (folder / f"{name}.toml").read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise Failed(f"{name}.toml: not UTF-8 text") from error


def _transcription(listing: Listing, sources: Path) -> tuple[Path, list[str]]:
    """Return the file with the listing and its lines."""
    found = sorted(sources.glob(listing.file))
    if len(found) != 1:
        many = ", ".join(path.name for path in found) or "no file"
        raise Failed(f"{sources}: {many}; expected one {listing.file}, with {listing.name}")
    try:
        return found[0], found[0].read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise Failed(f"{found[0]}: not UTF-8 text") from error


def restored(listing: Listing, sources: Path, without: Collection[str] = ()) -> list[str]:
    """Return the lines of the listing with its readings applied, except those in `without`.

    All readings of a line are found before the first is applied, so leaving one out does not move
    the others. A read text may have several lines. Raise Failed if a reading does not fit.
    """
    path, text = _transcription(listing, sources)
    numbers = [n for first, last in listing.lines for n in range(first, last + 1)]
    places: dict[int, list[tuple[int, Reading]]] = {}
    for reading in listing.readings:
        where = f"{path.name}:{reading.line}: reading {reading.name}"
        if reading.line not in numbers or reading.line > len(text):
            raise Failed(f"{where} is outside the listing")
        line = text[reading.line - 1]
        if line.count(reading.stands) != 1:
            times = line.count(reading.stands)
            raise Failed(
                f"{where}: '{reading.stands}' stands there {times} times, expected once; "
                f"the line is '{line[:60]}'"
            )
        at = line.index(reading.stands)
        for other, its in places.setdefault(reading.line, []):
            if at < other + len(its.stands) and other < at + len(reading.stands):
                raise Failed(f"{where} overlaps with {its.name}")
        places[reading.line].append((at, reading))
    lines = []
    for number in numbers:
        line = text[number - 1] if number <= len(text) else ""
        for at, reading in sorted(places.get(number, []), key=lambda place: -place[0]):
            if reading.name not in without:
                line = line[:at] + reading.read + line[at + len(reading.stands) :]
        for habit in listing.habits:
            if habit.name not in without:
                line = re.sub(habit.stands, habit.read, line)
        lines += line.split("\n")
    return lines
