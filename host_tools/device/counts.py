# SPDX-License-Identifier: MIT
"""The counts of an exhibit: `python3 -m host_tools counts [--port P | --all] [--csv FILE] …`.

Prints the totals of all visits. `--csv` writes a row for each day and program, and one with an
empty program for the visits of that day. If the board's clock was not set, a power-on stands for
the day. `--png` draws a picture (`host_tools.device.counts_picture`). The board is interrupted and
restarts; nothing is changed on it. `exhibit.visit_log` describes the counts and their files.
"""

import csv
import io
import os
from pathlib import Path

from host_tools.device import fleet, ports
from host_tools.device.link import Files, Link
from host_tools.device.pull import apart
from host_tools.files import PNG, FileError, Kind, check_option, check_own, picture, put
from host_tools.sessions.targets import BoardError, BoardRefused
from host_tools.usage import Parser, WrongUsage, shown
from teletype.exhibit import visit_log
from teletype.words import LANGUAGES

COLUMNS = (
    *("number", "day", "program", "visits", "left", "seconds"),
    *(*visit_log.OLDEST, "writes", "on", "starts", "ends"),
    *(code for code in LANGUAGES if code not in visit_log.OLDEST),
    "wins",
)
"""New columns follow those of version 0.1."""

TABLE = Kind("a table of counts", (",".join(COLUMNS[:6]).encode() + b",",))

NUMBERED = 13
"""The number of columns before those of the new languages."""

MOST = 2 * visit_log.LARGEST
"""The most bytes of a file of lines."""


def read(files: Files) -> tuple[list[visit_log.Line], visit_log.Line, list[str]]:
    """Return the lines of days, the totals, and messages about damage; or raise BoardError."""
    there = files.entries()
    days: list[visit_log.Line] = []
    wrong = []
    found: dict[str, list[visit_log.Line]] = {}
    for name in (*visit_log.FILES, visit_log.ALL):
        entry = there.get(name)
        if entry is None:
            continue
        if entry.folder or entry.size > MOST:
            raise BoardError(f"{name} on the board is not a file of counts")
        lines = list(visit_log.lines(io.BytesIO(files.read(name, entry.size))))
        found[name] = [line for line in lines if line is not None]
        if len(found[name]) != len(lines):
            count = len(lines) - len(found[name])
            wrong.append(f"{name}: damaged lines that are ignored: {count}")
    wrong += [f"{name} is damaged and was put aside" for name in there if _aside(name)]
    for name in visit_log.FILES:
        # a day with a power cut appears twice
        days += [line for line in found.get(name, []) if not days or line.number > days[-1].number]
    total = visit_log.Line(0, "all")
    for line in found.get(visit_log.ALL, [])[:1]:
        total = line
    for line in days:
        if line.number > total.number:
            total.add(line.numbers, line.programs, line.languages)
    return days, total, wrong


def _aside(name: str) -> bool:
    return name.startswith(visit_log.FOLDER + "/") and name.endswith(".bad")


def cell(text: str) -> str:
    """Return a text cell that no spreadsheet takes for a formula: `=1+1` becomes `'=1+1`."""
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def table(days: list[visit_log.Line]) -> str:
    """Return the days as CSV."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for line in days:
        others = [line.visits_in(code) for code in COLUMNS[NUMBERED:-1]]
        rows.writerow([line.number, cell(line.day), "", *line.numbers, "", "", *others, ""])
        for name, played in line.programs.items():
            blank = [""] * visit_log.NUMBERS
            more = [""] * len(others)
            starts, ends, won = played
            row = [line.number, cell(line.day), cell(name), *blank, starts, ends, *more, won]
            rows.writerow(row)
    return text.getvalue()


def told(total: visit_log.Line) -> list[str]:
    """Return the totals as text."""
    numbers = total.numbers
    visits = numbers[visit_log.VISITS]
    mean = numbers[visit_log.SECONDS] // visits if visits else 0
    lines = [
        f"{visits} visits, {numbers[visit_log.LEFT]} walked away, {mean} s on average",
        "languages: " + ", ".join(f"{code} {total.visits_in(code)}" for code in LANGUAGES),
        f"{numbers[visit_log.ON] // 3600} h with power, {numbers[visit_log.WRITES]} files written",
    ]
    played = sorted(total.programs.items(), key=lambda item: -item[1][0])
    for name, (starts, ends, won) in played:
        lines.append(f"{name}: {starts} begun, {ends} ended" + (f", {won} won" if won else ""))
    return lines


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools counts",
        description="Show what an exhibit has counted.",
        example="--all --csv counts.csv",
    )
    ports.options(parser)
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write a CSV file (with --all: one per board)"
    )
    parser.add_argument(
        "--png",
        type=picture,
        metavar="FILE",
        help="write a PNG picture (with --all: one per board)",
    )
    options = parser.parse_args(argv)
    if options.csv and options.png and options.csv.resolve() == options.png.resolve():
        raise WrongUsage("--csv and --png name the same file")
    if options.csv:
        check_option("--csv", options.csv, TABLE)
    taken: dict[str, str] = {}

    def save(path: Path, row: fleet.Row, data: bytes, kind: Kind) -> None:
        if options.all:
            path = apart(path, row, taken)
        try:
            check_own(path, kind)
            put(path, data)
        except FileError as error:
            raise BoardRefused(f"{shown(str(path))}: {error}") from error
        except OSError as error:
            why = os.strerror(error.errno or 0)
            raise BoardError(f"{shown(str(path))} was not written: {why}") from error

    def work(link: Link, row: fleet.Row, say: fleet.Say) -> str:
        days, total, wrong = read(Files(link))
        link.restart()
        row.lines += told(total) + wrong
        if options.csv:
            save(options.csv, row, table(days).encode(), TABLE)
        if options.png:
            from host_tools.device import counts_picture

            save(options.png, row, counts_picture.png(days, total, told(total)[0]), PNG)
        return told(total)[0]

    return fleet.run("counts", options, work)
