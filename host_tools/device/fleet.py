# SPDX-License-Identifier: MIT
"""One command on all boards that are plugged in, at the same time: `--all`.

Each board has a thread, a line of progress and a row in the table at the end. A board that fails
is tried again, and never stops the others. `--json` writes the same as a report.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from host_tools.device import board_info, ports
from host_tools.device.link import Link, open_port
from host_tools.device.ports import Found
from host_tools.files import Kind, check_option, put
from host_tools.sessions.targets import BoardError, BoardRefused
from host_tools.signals import uninterrupted
from host_tools.usage import Failed, shown, tell

PAUSE_S = 2.0
"""Seconds before a board that failed is tried again; it may be starting."""
END_S = 20.0
"""Seconds for all boards to run again after an interruption."""
LOOK_S = 0.2
"""Seconds between two polls of the progress."""

REPORT = Kind("a report", (b'{\n  "command": ',))

COLUMNS = ("serial number", "name", "board", "version", "state")


@dataclass
class Row:
    """A board in the fleet, and its result."""

    port: str
    serial_number: str = ""
    name: str = ""
    board: str = ""
    version: str = ""
    state: str = "waiting"
    ok: bool = False
    tries: int = 0
    lines: list[str] = field(default_factory=list)
    """The messages about the board."""

    def cells(self) -> tuple[str, ...]:
        return (self.serial_number, self.name, self.board, self.version, self.state)


Say = Callable[[str], None]
Work = Callable[[Link, Row, Say], str]
"""Do the command on a board whose raw REPL is open, start the board, and return its state in a few
words; or raise Failed."""


class Fleet:
    """The run of `work` on each of the boards `found`, with up to `retries` further attempts."""

    def __init__(self, found: list[Found], work: Work, retries: int) -> None:
        self._work, self._retries = work, retries
        self.rows = [Row(board.port, board.serial) for board in found]
        self._ends = False
        self._links: list[Link] = []
        self._threads = [
            # daemons, so that nothing that hangs keeps the command from ending
            threading.Thread(target=self._run, args=pair, daemon=True)
            for pair in zip(self.rows, found, strict=True)
        ]

    def run(self) -> bool:
        """Run on all boards; return whether all succeeded.

        If the command is interrupted, it waits until every board that it has stopped runs again.
        """
        with uninterrupted():  # signals are for this thread: it tells the others
            for thread in self._threads:
                thread.start()
        shows = _Live(self.rows) if sys.stderr.isatty() and os.name != "nt" else _Log(self.rows)
        try:
            while any(thread.is_alive() for thread in self._threads):
                shows.look()
                self._threads[0].join(LOOK_S)
                time.sleep(0 if self._threads[0].is_alive() else LOOK_S)
        except BaseException:
            with uninterrupted():
                self._end()
            raise
        shows.look()
        return all(row.ok for row in self.rows)

    def _end(self) -> None:
        self._ends = True
        end = time.monotonic() + END_S
        for link in self._links:
            link.give_up()
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _run(self, row: Row, board: Found) -> None:
        for _ in range(1 + self._retries):
            if self._ends:
                return
            if row.tries:
                row.state = f"again: {row.state}"
                time.sleep(PAUSE_S)
                board = ports.moved(board)
                row.port = board.port
            row.tries += 1
            try:
                row.state = self._attempt(row)
                row.ok = True
                return
            except BoardRefused as error:  # another attempt would fail too
                row.state = f"FAILED: {error}"
                break
            except Failed as error:
                row.state = f"FAILED: {error}"
            except Exception as error:  # it concerns only this board
                row.state = f"FAILED: {type(error).__name__}: {error}"
        row.state = shown(row.state)

    def _attempt(self, row: Row) -> str:
        def say(text: str) -> None:
            row.lines.append(text)
            row.state = text

        row.state = "opening its port"
        with open_port(row.port) as link:
            self._links.append(link)
            if self._ends:
                link.give_up()
            link.interrupt()
            its = board_info.read(link)
            row.serial_number = row.serial_number or its.serial
            row.name, row.board, row.version = its.name, its.folder, its.version
            return self._work(link, row, say)


class _Log:
    """The progress as a log, for a file or a terminal that cannot move its cursor up."""

    def __init__(self, rows: list[Row]) -> None:
        self._rows = rows
        self._told: dict[str, str] = {}

    def look(self) -> None:
        for row in self._rows:
            over = row.ok or row.state.startswith(("FAILED", "again"))
            if over and self._told.get(row.port) != row.state:
                self._told[row.port] = row.state
                tell(f"{_label(row)}: {shown(row.state)}\n")


class _Live:
    """The progress as one line for each board, redrawn in place."""

    def __init__(self, rows: list[Row]) -> None:
        self._rows = rows
        self._drawn = False

    def look(self) -> None:
        width = os.get_terminal_size(sys.stderr.fileno()).columns - 1
        lines = [f"{_label(row)}: {shown(row.state)}"[:width] for row in self._rows]
        up = f"\x1b[{len(lines)}A" if self._drawn else ""
        self._drawn = True
        tell(up + "".join(f"\r{line}\x1b[K\n" for line in lines))


def _label(row: Row) -> str:
    return shown(row.name or row.port)


def table(rows: list[Row]) -> str:
    """Return the fleet as text, a row for each board."""
    cells = [COLUMNS, *(row.cells() for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(COLUMNS) - 1)]
    return "\n".join(
        "  ".join(
            text.ljust(width) for text, width in zip(row, [*widths, 0], strict=True)
        ).rstrip()
        for row in cells
    )


def run(command: str, options: Namespace, work: Work) -> int:
    """Run `command` on all boards; return 0 if it succeeded on each, else 1.

    Without `--all`, run it on the one board, and print its messages or its state.
    """
    if not options.all:
        with open_port(ports.chosen(options)) as link:
            link.interrupt()
            row = Row("")
            state = work(link, row, tell)
        for line in row.lines or [state]:
            print(shown(line))
        return 0
    report = options.json
    if report not in (None, "-"):
        check_option("--json", Path(report), REPORT)
    found = ports.found()
    if not found:
        raise BoardError(ports.NONE)
    fleet = Fleet(found, work, 1 if options.retries is None else options.retries)
    well = fleet.run()
    if report != "-":
        print(table(fleet.rows))
    if report is not None:
        said = {"command": command, "ok": well, "boards": [asdict(row) for row in fleet.rows]}
        text = json.dumps(said, ensure_ascii=False, indent=2) + "\n"
        if report == "-":
            print(text, end="")
        else:
            # a file name that is not UTF-8 becomes escapes of JSON
            put(Path(report), text.encode(errors="backslashreplace"))
    return 0 if well else 1
