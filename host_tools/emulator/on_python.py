# SPDX-License-Identifier: MIT
"""The firmware on this Python, in place of an emulated Pico whose image is being built."""

import select
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from host_tools.emulator.simulator import KEYS, Restart, Simulator
from host_tools.emulator.ssd1306 import SSD1306

STEP_MS = 5


class OnPython:
    """A handheld for `play.Session` with files in a folder.

    millis   the time since it was switched on, in its own milliseconds
    pressed  the buttons that are down
    keys     the buttons that it has
    """

    keys = KEYS

    def __init__(self, folder: Path, panel: SSD1306) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self.panel = panel
        self.millis = 0.0
        self._down: set[str] = set()
        self._desk = self._start()

    def _start(self) -> Simulator:
        return Simulator(
            self.panel.width,
            self.panel.height,
            self._folder,
            crashes=True,
            new=True,
            chip=self.panel,
        )

    @property
    def pressed(self) -> frozenset[str]:
        return frozenset(self._down)

    def press(self, key: str) -> None:
        self._down.add(key)
        self._desk.pin(key).drive(0)

    def release(self, key: str) -> None:
        self._down.discard(key)
        self._desk.pin(key).drive(1)

    def screenshot(self, path: Path) -> None:
        """Write the panel as a PNG file."""
        self.panel.png(path)

    def run_wall(
        self,
        seconds: float,
        pace: float | None = None,
        wake: Iterable[int] = (),
        limit_ms: float | None = None,
    ) -> None:
        """Run for `seconds` of real time, as `Pico.run_wall` does."""
        files = list(wake)
        begin, first = time.monotonic(), self.millis
        while (now := time.monotonic()) - begin < seconds:
            gone = self.millis - first
            if limit_ms is not None and gone >= limit_ms:
                return
            if pace is None or gone < 1000 * pace * (now - begin):
                self._step()
                left = 0.0
            else:
                left = min(STEP_MS / 1000, begin + seconds - now)
            if files and select.select(files, (), (), max(0.0, left))[0]:
                return

    def _step(self) -> None:
        try:
            self._desk.run(STEP_MS)
        except Restart:
            self._desk = self._start()
        self.millis += STEP_MS


class Build:
    """The image of a board, built by another process, which goes on when this one ends."""

    def __init__(self, board: str, log: Path) -> None:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as file:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "host_tools", "build", "uf2", "--board", board],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._log = log

    def done(self, patience_s: float = 0.0) -> bool:
        """Return whether it has ended, after at most `patience_s`."""
        try:
            self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def told(self) -> str:
        """Return what to say about it in a line."""
        if not self.done():
            return "on this Python; the Pico's image is being built"
        if self._process.returncode:
            return f"on this Python; no image, see {self._log}"
        return "on this Python; the Pico is ready: q, then play again"
