# SPDX-License-Identifier: MIT
"""Speed of the emulated handheld in the terminal, as a ratio to real time on one core.

    python3 -m host_tools lab emulator-speed [--seconds 5]

For each scene the handheld of `play` runs in a pseudo-terminal at real time, while a thread reads
the terminal and types. The ratio is emulated time divided by the processor time of `play` and its
emulator: from 1 on, the handheld keeps up with real time. Other work on the computer hardly
affects it. The delay from a key to its effect in the terminal is measured in real time, because
that is what a person feels.

The exit status is 1 if a goal is missed.
"""

import contextlib
import io
import os
import re
import select
import statistics
import struct
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from host_tools.build import boards, images
from host_tools.build.definition import SDK
from host_tools.build.uf2 import chip
from host_tools.emulator import play
from host_tools.emulator.pico import Pico, make_filesystem, parts
from host_tools.emulator.terminal import Abilities, Screen
from host_tools.lab.measure.bench import quiet
from host_tools.lab.measure.bench_life import PENTOMINO
from host_tools.lab.measure.damage import Broken
from host_tools.lab.measure.monkey import PicoMonkey
from host_tools.usage import Failed, Parser, seconds, tell

LINES, COLUMNS = 38, 130
"""Size of the terminal: just large enough for the panel below the first lines."""
PANEL_LINES = range(2, 34)

WARM_MS = 1000
"""Emulated milliseconds before each measurement, for compiling JavaScript."""

UP, DOWN, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[D"


@dataclass(frozen=True)
class Scene:
    """A scene to measure: the setting `speed`, the line sent over the serial port, the buttons
    pressed before the measurement, and the keys typed during it, one every `every` seconds."""

    name: str
    goal: float
    speed: str = "fast"
    line: str = "nim-table mode=play"
    buttons: str = ""
    keys: tuple[bytes, ...] = ()
    every: float = 1.0
    settle_ms: int = 2000
    """Emulated milliseconds between line and buttons."""


STOP = Scene("a stop", 1.0)
PRINTS = "random-walk"
"""It prints line after line for more than a minute; the picture hides the paper."""
LIFE = f"evolution m=64 n=128 z=9999 r=99 cells={PENTOMINO}"
PRINTING = Scene(
    "printing at 10 characters a second", 1.0, speed="10", line=PRINTS, buttons="BACK OK"
)
PICKER = Scene("a picker", 1.0, keys=(UP, DOWN), every=0.31)
SCROLLING = Scene(
    "scrolling, a key held", 1.0, line="calculation-cobol lucky=14", buttons="BACK",
    keys=(UP,) * 60 + (DOWN,) * 60, every=0.03,
)  # fmt: skip
ADVISER = Scene(  # it plays on its own, card by card
    "the adviser", 0.9, line="calculation-fortran lucky=11\n1", buttons="UP RIGHT UP",
)  # fmt: skip
SCENES = (
    STOP,
    PRINTING,
    PICKER,
    SCROLLING,
    Scene(
        "Life at full speed", 0.9, line=LIFE.replace("r=99", "r=0"), buttons="DOWN RIGHT RIGHT",
        keys=(LEFT,), every=3.0,  # restart before it reaches the edge
    ),
    ADVISER,
)  # fmt: skip
BUSY_GOAL = 30
"""Per cent of a core at a prompt."""
KEY_GOAL = 60
"""Median milliseconds from a key to the terminal. These goals are the Pico's; the larger processor
of the Pico 2 may be half as fast."""
RANDOM_KEYS, RANDOM_GOAL = 20_000, 25
"""Random keys as in `monkey --on pico`, and the minutes of a core that they may take."""
VISITS = 4
"""Visits of the monkey that are measured; half of them end with the comparison of memory."""


@dataclass
class Measured:
    """Times and cycles of a scene."""

    emulated_s: float
    core_s: float
    wall_s: float
    cycles: int
    delays: list[float] = field(default_factory=list)
    """Seconds from each key to the first change of the panel in the terminal."""

    @property
    def ratio(self) -> float:
        return self.emulated_s / self.core_s


class _State(NamedTuple):
    emulated_s: float
    core_s: float
    wall_s: float
    cycles: int


class _Person(threading.Thread):
    """Reads the terminal, types, and quits after `duration` seconds."""

    def __init__(self, pico: Pico, master: int, scene: Scene, duration: float) -> None:
        super().__init__()
        self._pico, self._master, self._scene, self._duration = pico, master, scene, duration
        self.measured: Measured | None = None

    def run(self) -> None:
        before = self._state()
        delays = []
        end = before.wall_s + self._duration
        number = 0
        while (now := time.monotonic()) < end:
            if not self._scene.keys:
                self._read(end)
                continue
            os.write(self._master, self._scene.keys[number % len(self._scene.keys)])
            number += 1
            shown = self._read(min(end, now + self._scene.every))
            if shown is not None:
                delays.append(shown - now)
        after = self._state()
        differences = (late - early for late, early in zip(after, before, strict=True))
        emulated, core, wall, cycles = differences
        self.measured = Measured(emulated, core, wall, int(cycles), delays)
        os.write(self._master, b"q")
        self._read(time.monotonic() + 0.2)

    def _state(self) -> _State:
        """Read the clocks; this thread's time is not the handheld's."""
        machine = self._pico.machine
        core = time.process_time() - time.thread_time() + machine.core_s
        return _State(machine.nanos / 1e9, core, time.monotonic(), machine.cycles)

    def _read(self, until: float) -> float | None:
        """Read the terminal until a time; return when the panel first changed."""
        shown = None
        while (left := until - time.monotonic()) > 0:
            if not select.select([self._master], (), (), left)[0]:
                break
            data = os.read(self._master, 65536)
            if shown is None and _on_panel(data):
                shown = time.monotonic()
        return shown


def _on_panel(data: bytes) -> bool:
    """Return whether the data changes a line of the panel."""
    return any(int(line) in PANEL_LINES for line in re.findall(rb"\x1b\[(\d+);\d+H", data))


@contextlib.contextmanager
def _terminal() -> Iterator[tuple[int, int]]:
    """Yield a pseudo-terminal: the person's side, and that of `play`."""
    import fcntl
    import termios
    import tty

    master, slave = os.openpty()
    try:
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        tty.setraw(slave)
        yield master, slave
    finally:
        os.close(master)
        os.close(slave)


@contextlib.contextmanager
def handheld(uf2: Path, scene: Scene) -> Iterator[Pico]:
    """Yield the handheld at the start of a scene. Raises PicoError."""
    flash = make_filesystem({"settings.txt": f"speed={scene.speed}\n".encode()})
    board = boards.load(SDK[chip(uf2)])
    with Pico(uf2, filesystem=flash, **parts(board)) as pico:
        pico.boot()
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output, 3000, what="the shelf")
        quiet(pico)
        pico.send(scene.line.encode() + b"\n")
        pico.run(scene.settle_ms)
        for button in scene.buttons.split():
            pico.tap(button)
        pico.run(WARM_MS)
        yield pico


def measure(uf2: Path, scene: Scene, duration: float) -> Measured:
    """Measure a scene for `duration` seconds. Raises PicoError."""
    with handheld(uf2, scene) as pico, _terminal() as (master, slave):
        person = _Person(pico, master, scene, duration)
        drawn = play.Handheld(Screen(slave), pico.panel, Abilities())
        session = play.Session(pico, 1.0, slave, slave, drawn, lambda: None)
        person.start()
        try:
            session.run()
        finally:
            person.join()
    assert person.measured
    return person.measured


def random_keys(uf2: Path) -> float:
    """Return the minutes of a core for RANDOM_KEYS random keys, extrapolated. Raises Failed."""
    with contextlib.redirect_stderr(io.StringIO()):  # the report of each visit
        monkey = PicoMonkey(1, str(uf2))
        before, began = monkey.pico.machine.core_s, time.process_time()
        try:
            for number in range(VISITS):
                monkey.visit(number)
        except Broken as error:
            raise Failed(str(error)) from error
        core = monkey.pico.machine.core_s - before + time.process_time() - began
        monkey.pico.close()
    return core * RANDOM_KEYS / monkey.events / 60


def main(argv: list[str]) -> int:
    """Run the command; exit status 0 all goals are met, 1 one is missed."""
    parser = Parser(
        prog="host_tools lab emulator-speed",
        description="Measure the emulated handheld against real time.",
        example="--board pico2",
    )
    parser.add_argument(
        "--board", choices=SDK.values(), default="pico", help="measure this one (default: pico)"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=5.0, help="length of each scene (default: 5)"
    )
    options = parser.parse_args(argv)
    missed = []

    def row(name: str, value: str, goal: str, good: bool) -> None:
        print(f"{name:48} {value:>10}   {goal}".rstrip(), flush=True)
        if not good:
            missed.append(f"{name}: {value.strip()}, the goal is {goal}")

    uf2 = images.image(options.board)
    whole = options.board == "pico"
    for scene in SCENES:
        goal = scene.goal if whole else scene.goal / 2
        found = measure(uf2, scene, options.seconds)
        ratio = f"{found.ratio:.2f}"
        row(f"{scene.name}, of real time", ratio, f">= {goal}", found.ratio >= goal)
        if scene is STOP and whole:
            busy = 100 / found.ratio
            row("a stop, busy", f"{busy:.0f} %", f"<= {BUSY_GOAL}", busy <= BUSY_GOAL)
        if scene is PICKER:
            delays = [1000 * delay for delay in found.delays]
            most = KEY_GOAL if whole else 2 * KEY_GOAL
            good = bool(delays) and statistics.median(delays) <= most
            median = f"{statistics.median(delays):.0f} ms" if delays else "none"
            row("a key to the terminal, median", median, f"<= {most}", good)
            slowest = f"{max(delays):.0f} ms" if delays else "none"
            row("a key to the terminal, slowest", slowest, "", True)
        if scene is ADVISER:
            row("the processor", f"{found.cycles / found.core_s / 1e6:.0f} MHz", "", True)
    minutes = random_keys(uf2)
    most = RANDOM_GOAL if whole else 2 * RANDOM_GOAL
    row(f"{RANDOM_KEYS} random keys on it", f"{minutes:.0f} min", f"<= {most}", minutes <= most)
    for line in missed:
        tell(f"emulator-speed: {line}\n")
    return 1 if missed else 0
