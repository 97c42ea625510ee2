# SPDX-License-Identifier: MIT
"""The page's figures: `python3 -m host_tools lab page --figures`.

The page is opened and used in Chromium. The figures, all of which depend on the machine, are:

- the time until the shelf appears;
- the board's speed compared with real time, and the load of the processor;
- the time from a key to the canvas, also on a processor four times slower.
"""

import statistics
import time
from collections.abc import Callable
from pathlib import Path

from host_tools.lab.page.chromium import Browser, Tab

SAMPLE_S = 5.0
"""Seconds of real time for which the board is observed."""
KEYS = 15
SOUP = "m=62&n=126&r=1&v1=2&v2=3&v3=3&z=252&cells=30:60,30:61,31:59,31:60,32:60"
"""A field of Life that fills the panel, with a pentomino that grows for a thousand ticks."""

_KEY = """new Promise((done) => {
  const { panel } = teletype, before = panel.drawn;
  addEventListener('keydown', ({ timeStamp }) => {
    const look = () =>
      panel.drawn > before ? done(panel.drawn - timeStamp) : setTimeout(look, 1);
    look();
  }, { once: true, capture: true });
})"""

_PRINTED = "document.getElementById('paper').textContent"


class Watched:
    """An open page and questions about it."""

    def __init__(self, tab: Tab, address: str) -> None:
        self._tab = tab
        tab.open(address, "!!globalThis.teletype")
        self._tab.until("teletype.ready")
        self.start_s = float(tab.run("teletype.ready + teletype.started")) / 1000

    def open(self, line: str) -> None:
        """Start a program from the shelf."""
        self._tab.run(f"teletype.machine.send({(line + chr(10))!r})")

    def until(self, text: str) -> None:
        self._tab.until(f"{_PRINTED}.includes({text!r})")

    def life(self) -> None:
        """Let Life run in its picture, without a pause, from any screen."""
        self._tab.run(f"location.hash = 'program=evolution&{SOUP}'")
        self._tab.run("teletype.machine.ask('hurry', { on: true })")
        self.until("ТАКТ")
        time.sleep(2)
        self._tab.run("teletype.machine.ask('hurry', { on: false })")
        for _ in range(2):
            self._tab.key("ArrowRight")  # to the highest speed
        time.sleep(1)

    def shares(self) -> tuple[float, float]:
        """Return emulated and processor time of the next seconds as shares of real time."""
        ask = "teletype.machine.ask('figures')"
        before, busy = self._tab.run(ask), self._tab.browser.processor_s()
        time.sleep(SAMPLE_S)
        after, later = self._tab.run(ask), self._tab.browser.processor_s()
        wall, emulated = (after[key] - before[key] for key in ("now", "emulated"))
        return emulated / wall, 1000 * (later - busy) / wall

    def key_ms(self) -> float:
        """Return the median milliseconds from a key to the canvas."""
        times = []
        for number in range(KEYS):
            name = f"key{number}"
            self._tab.run(f"globalThis.{name} = {_KEY}, 0")
            self._tab.key(("ArrowDown", "ArrowUp")[number % 2])
            times.append(float(self._tab.run(f"globalThis.{name}")))
            time.sleep(0.15)
        return statistics.median(times)


def measure(page: Path, limit: int, show: Callable[[str], None]) -> bool:
    """Measure the page in a file and show a line per figure; return whether all goals are met."""
    met = True

    def line(what: str, value: float, unit: str, sign: str, goal: float, digits: int = 0) -> None:
        nonlocal met
        good = value <= goal if sign == "<=" else value >= goal
        met = met and good
        mark = "" if good else "  MISSED"
        show(f"{what:44}{value:9.{digits}f} {unit:12} {sign} {goal:g}{mark}")

    with Browser() as browser:
        watched = Watched(browser.tab(), page.as_uri())
        line("the page, one file", page.stat().st_size / 1024, "KiB", "<=", limit / 1024)
        line("start to the shelf", watched.start_s, "s", "<=", 2, 2)
        pace, _ = watched.shares()
        line("on the shelf", pace, "x real time", ">=", 0.99, 2)
        line("key to canvas", watched.key_ms(), "ms", "<=", 60)
        with browser.slowed(4):
            line("the same, processor 4 times slower", watched.key_ms(), "ms", "<=", 150)
        watched.open("truth-table")
        watched.until("A=0")
        pace, _ = watched.shares()
        line("printing at 10 characters a second", pace, "x real time", ">=", 0.99, 2)
        watched.open("nim")  # waits in the port until the printing is over
        watched.until("ВАШ ХОД")
        time.sleep(3)
        pace, busy = watched.shares()
        line("at a prompt", pace, "x real time", ">=", 0.99, 2)
        line("at a prompt, of one core", 100 * busy, "%", "<=", 30)
        watched.life()
        pace, _ = watched.shares()
        line("Life at full speed", pace, "x real time", ">=", 0.9, 2)
    return met
