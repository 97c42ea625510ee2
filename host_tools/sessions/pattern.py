# SPDX-License-Identifier: MIT
"""Patterns of Life for `evolution`: `python3 -m host_tools pattern FILE`.

Prints the line that starts `evolution` with a pattern file of a collection (`.rle`, `.cells`,
`.lif`), for the serial port or the page. With `--rle` it prints the pattern as RLE, after
`--ticks` ticks.
FILE may also be a setup, as `"cells=glider"`.
"""

import unicodedata
from collections.abc import Collection
from pathlib import Path

from host_tools import files
from host_tools.usage import Parser, WrongUsage, shown, whole
from teletype.core.request import folded
from teletype.core.setup import SetupError, join, split
from teletype.engines import patterns
from teletype.engines.plane import Plane
from teletype.engines.structures import STRUCTURES
from teletype.programs import catalogue
from teletype.words import LANGUAGES
from teletype.words import program as said

LARGEST = 1 << 20
"""Bytes of a file with a pattern."""

ROWS, COLUMNS = 64, 128
"""The largest field; cells keep two rows and columns from its edge."""


def read(path: Path) -> tuple[list[tuple[int, int]], str]:
    """Return the cells and the rule ("" for none) of a file. Raises WrongUsage."""
    try:
        return patterns.read(files.read_text(path, LARGEST))  # type: ignore[no-any-return]
    except (files.FileError, patterns.PatternError) as error:
        raise WrongUsage(shown(f"{path}: {error}")) from error


def rle(cells: Collection[tuple[int, int]], known: str = "B3/S23") -> str:
    """Return the cells, pairs of a row and a column, as run length encoded text."""
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    width = max(column for _, column in cells) - left + 1
    height = max(row for row, _ in cells) - top + 1
    out = ""
    row, column = top, left
    ordered = sorted(set(cells))
    at = 0
    while at < len(ordered):
        if ordered[at][0] > row:
            out += _run(ordered[at][0] - row, "$")
            row, column = ordered[at][0], left
        if ordered[at][1] > column:
            out += _run(ordered[at][1] - column, "b")
        length = 1
        while at + length < len(ordered) and ordered[at + length] == (
            row,
            ordered[at][1] + length,
        ):
            length += 1
        out += _run(length, "o")
        column = ordered[at][1] + length
        at += length
    lines = [f"x = {width}, y = {height}, rule = {known}"]
    out += "!"
    while out:
        end = min(70, len(out))
        while end < len(out) and "0" <= out[end - 1] <= "9":
            end -= 1
        lines.append(out[:end])
        out = out[end:]
    return "\n".join(lines) + "\n"


def _run(count: int, sign: str) -> str:
    return sign if count == 1 else f"{count}{sign}"


def setup(path: Path, words: list[str]) -> list[str]:
    """Return the setup `words` with the pattern of a file, on a plane; `words` take precedence."""
    cells, rule = read(path)
    given = {word.partition("=")[0].lower() for word in words}
    high = cells[-1][0] + 1
    wide = max(column for _, column in cells) + 1
    if high > ROWS - 4 or wide > COLUMNS - 4:
        raise WrongUsage(
            f"{path}: a pattern of {high} rows and {wide} columns; "
            f"allowed: {ROWS - 4} rows, {COLUMNS - 4} columns"
        )
    m, n = max(50, high + 4), COLUMNS
    top, left = (m - high) // 2 + 1, (n - wide) // 2 + 1
    places = ",".join(f"{top + row}:{left + column}" for row, column in cells)
    found = {"m": str(m), "n": str(n), "z": "9999", "r": "20", "cells": places, "space": "plane"}
    if rule and rule != "B3/S23":
        found["rule"] = rule
    if given & {"m", "n", "cells"}:
        raise WrongUsage("--pattern sets m=, n= and cells=; leave them out")
    return [f"{name}={value}" for name, value in found.items() if name not in given] + words


def plain(name: str) -> str:
    """Return the form in which names are compared: without blanks, similar letters alike."""
    name = unicodedata.normalize("NFKC", name).replace("'", "’").replace("ё", "е")
    return str(folded("".join(name.casefold().split())))


def structures() -> dict[str, str]:
    """The plain names of the structures in every language of the device, with the program's."""
    known = {}
    for language in LANGUAGES:
        names = said("evolution", language).STRUCTURES
        for forms, (name, _) in zip(names, STRUCTURES, strict=True):
            known.update({plain(form): name for form in forms.split("\n")})
    return known


def cells_of(value: str) -> str:
    """Return the value of `cells=` as the program reads it.

    `@FILE` becomes the pattern of that file, a name in any language the program's own.
    """
    if value == "@":
        raise WrongUsage("cells=@: the file is missing; write cells=@FILE")
    if value.startswith("@"):
        return rle(read(Path(value[1:]))[0]).partition("\n")[2].replace("\n", "")
    return structures().get(plain(value), value)


def read_cells(words: list[str]) -> list[str]:
    """Return the setup `words` with the files and names in `cells=` as the program reads them."""
    return [
        f"cells={cells_of(word[6:])}" if word.casefold().startswith("cells=") else word
        for word in words
    ]


def line(source: str) -> str:
    """Return the line that starts `evolution` with a file, or with setup values."""
    if "=" in source and not Path(source).exists():
        pairs = [
            (name, cells_of(value) if name.casefold() == "cells" else value)
            for name, value in split(source)
        ]
    else:
        pairs = [
            (word.partition("=")[0], word.partition("=")[2]) for word in setup(Path(source), [])
        ]
    try:
        program, values = catalogue.prepare("evolution", pairs)
    except SetupError as error:
        raise WrongUsage(f"evolution: {error}") from error
    return f"evolution {join(program.FIELDS, values)}"


def exported(source: str, ticks: int) -> str:
    """Return the pattern as RLE after so many ticks on the plane."""
    _, values = catalogue.prepare("evolution", line(source).partition(" ")[2])
    plane = Plane(
        values["m"], values["n"], values["v1"], values["v2"], values["v3"], 253,
        values["neighbours"], values["rule"],
    )  # fmt: skip
    places = values["cells"]
    for at in range(0, len(places), 2):
        plane.place(places[at], places[at + 1])
    for _ in range(ticks):
        for _ in plane.tick():
            pass
        if not plane.living or plane.narrow:
            raise WrongUsage(f"--ticks {ticks}: nothing is left, or the plane is too narrow")
    cells = []
    for row in range(plane.top, plane.bottom + 1):
        text = plane.row(row)
        cells += [(row, column) for column, sign in enumerate(text) if sign == "0"]
    known = (
        values["rule"]
        or f"B{values['v3']}/S{''.join(map(str, sorted({values['v1'], values['v2']})))}"
    )
    return rle(cells, known)


def main(argv: list[str]) -> int:
    """Run the command; return the exit status."""
    parser = Parser(
        prog="host_tools pattern",
        description="Convert patterns of Life.",
        example="--rle --ticks 100 cells=glider",
    )
    parser.add_argument("pattern", metavar="FILE", help="a file, or a setup like cells=glider")
    parser.add_argument("--rle", action="store_true", help="print the pattern as RLE")
    parser.add_argument(
        "--ticks", type=whole(0, 10_000), default=0, help="with --rle: run it that long first"
    )
    options = parser.parse_args(argv)
    print(
        exported(options.pattern, options.ticks) if options.rle else line(options.pattern), end=""
    )
    if not options.rle:
        print()
    return 0
