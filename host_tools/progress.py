# SPDX-License-Identifier: MIT
"""A progress bar."""

import sys
import time


class Bar:
    """A progress bar on standard error where that is a terminal; `total`: games."""

    WIDTH = 40

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._due = 0.0
        self._shown = sys.stderr.isatty() and total > 1

    def step(self, note: str = "") -> None:
        """Another game is done; `note` stands behind the bar."""
        self._done += 1
        now = time.monotonic()
        if self._shown and now >= self._due:
            self._due = now + 0.1
            part = self.WIDTH * self._done // self._total
            bar = "#" * part + "." * (self.WIDTH - part)
            text = f"\r[{bar}] {self._done}/{self._total} {note}"
            print(text, end="", file=sys.stderr, flush=True)

    def skip(self, games: int) -> None:
        """Games that are not played."""
        self._done += games

    def clear(self) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
