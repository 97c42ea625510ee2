# SPDX-License-Identifier: MIT
"""Progress bars on standard error, one line each, if it is a terminal; drawn by tqdm."""

import contextlib
import os
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

try:
    from tqdm import tqdm
except ImportError:  # before `make setup`: contests and builds go on without a bar
    tqdm = None

SECONDS = 0.2
"""Seconds between two polls of a log."""

WIDTH = 79
"""The largest width of a bar with its text, in columns."""

LONGEST = 44
"""Characters for the description, so that a bar fits on the line."""

_PERCENT = re.compile(rb"^(?:\[ *(\d+)%\]|(?:dl|pm)status:[^:]*:(\d+))", re.MULTILINE)
"""The progress of CMake, or of apt, as printed in their output."""


def _drawn(**how: Any) -> Any:
    """Return a bar of tqdm. A serial terminal may not know its size; tqdm would show nothing."""
    with contextlib.suppress(OSError):
        size = os.get_terminal_size(sys.stderr.fileno())
        how.update(ncols=min(WIDTH, size.columns or WIDTH), nrows=size.lines or 24)
    return tqdm(leave=False, file=sys.stderr, **how)


class Bar:
    """A progress bar on standard error, if that is a terminal; `total`: games, or other units."""

    def __init__(self, total: int, unit: str = "game") -> None:
        self._bar: Any = None
        if tqdm is not None and sys.stderr.isatty() and total > 1:
            self._bar = _drawn(total=total, unit=unit)

    def step(self, note: str = "") -> None:
        """Count another game; `note` is shown after the bar."""
        if self._bar is not None:
            self._bar.set_postfix_str(note, refresh=False)
            self._bar.update()

    def skip(self, games: int) -> None:
        """Count games that are not played."""
        if self._bar is not None:
            self._bar.update(games)

    def clear(self) -> None:
        if self._bar is not None:
            self._bar.close()


def percent(log: bytes, packages: int = 0) -> int | None:
    """Return the progress according to a log; None if it has none.

    `packages`: the number that pip fetches and then installs, which takes as long.
    """
    if packages:
        fetched = log.count(b"\nCollecting ") + log.count(b"\nProcessing ")
        return min(50, 50 * fetched // packages) + 50 * (b"\nSuccessfully installed" in log)
    said = _PERCENT.findall(log)
    return int(said[-1][0] or said[-1][1]) if said else None


@contextlib.contextmanager
def watched(what: str, log: Path, packages: int = 0) -> Iterator[None]:
    """Draw a bar for the progress in a program's log, with the elapsed time; then remove it.

    `packages` as for `percent`. Without a number in the log only the time is shown.
    """
    if tqdm is None:
        yield
        return
    over = threading.Event()
    form = "{desc} ... {elapsed}"
    shown = what if len(what) <= LONGEST else f"{what[: LONGEST - 1]}…"
    bar = _drawn(desc=shown, bar_format=form)

    def follow() -> None:
        while not over.wait(SECONDS):
            done = percent(log.read_bytes(), packages)
            if done is not None:
                bar.total, bar.n = 100, done
                bar.bar_format = "{desc} ... {percentage:3.0f}%|{bar}| {elapsed}"
            bar.refresh()

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        bar.close()
