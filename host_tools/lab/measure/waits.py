# SPDX-License-Identifier: MIT
"""The longest waits of every program at its largest setup, on the emulated Pico.

    python3 -m host_tools lab waits [--only NAME,...] [--seconds S]

Each row is a setup. `silent` is the longest time without a line of paper or a prompt, and `keys`
the longest time without polling the keys. Both are emulated milliseconds without the handheld,
whose panel and clicks take time of their own. A wait of more than a second must show its progress:
`progress` counts how often the displayed number changed during the longest wait. A setup that
would print on is stopped after `--seconds` of emulated time and marked with `...`.

The lines `evolution, tick N` are the plane of 1000 rows and columns, with the F pentomino in its
middle. They give the time of a tick, and the picture's frames per second at its highest speed, for
20 ticks around N.

The exit status is 1 if a wait of more than a second shows no progress, or if the keys are not
polled for more than 100 ms.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from host_tools.build import images
from host_tools.emulator.pico import Pico
from host_tools.lab.measure import bench_life
from host_tools.usage import Failed, Parser, WrongUsage, tell, whole

SILENT = 1000
"""Milliseconds without paper after which progress must be shown."""

KEYS = 100
"""Most milliseconds without polling the keys."""

SECONDS = 20
"""Emulated seconds for which a setup is watched."""

SETUPS: Sequence[tuple[str, str, Sequence[str]]] = (
    ("race", "n=999 m=998", ("*",)),
    ("race", "n=999 m=2 style=hard", ("*",)),
    ("trigex", "m=3", ("*", "*")),
    ("mir", "program=e", ()),
    ("nim", "heaps=99,98,97,96,95,94,93,92,91", ("*", "*")),
    ("nim", "heaps=99,98,97,96,95,94,93,92,91 style=hard", ("*", "*")),
    ("truth-table", "formula=A+B+C+D+E+F+G+H+I+J+K+L", ()),
    ("logic", "puzzle=who", ()),
    ("logic", "puzzle=vessel", ()),
    ("logic", "puzzle=timetable", ()),
    ("logic", "puzzle=timetable without=1,2,3,4,5,6,7", ()),
    ("logic", "formula=A*B*C*D*E*F*G*H*I*J*K*L", ()),
    ("dates", "d=0,99 m=0,99 g=0,9999", ()),
    ("cards", "k=99 cards=" + "0" * 99 + "," + "1" * 99, ()),
    ("evolution", "m=64 n=128 z=20", ()),
    ("evolution", "m=40 n=40 r=20 cells=9:9,9:10,10:8,10:9,10:10 space=plane", ()),
    ("nim-table", "limit=99", ("*",)),
    ("nim-table", "limit=9 mode=all", ()),
    ("random-walk", "time=100 sample=1000", ()),
    ("misere-nim", "heaps=6", ("*", "*")),
    ("misere-nim", "heaps=6 style=hard", ("*", "*")),
    ("calculation-cobol", "lucky=1", ("1", "2")),
    ("calculation-fortran", "edition=repaired", ("11", "1")),
    ("calculation-lisp", "lucky=1", ("T1", "NIL")),
    ("yen", "opponent=master games=9 memory=long", ("1000",) * 90),
    ("yen", "opponent=equilibrium", ("1000",) * 10),
    ("yen", "table=1", ()),
)
"""Program, setup, answers; `*`: the answer that the device offers."""

WATCH = """
import gc, time
from teletype.core.request import Malformed, working
from teletype.core.session import Session
from teletype.programs import catalogue

def watch(name, line, answers, limit):
    program, setup = catalogue.prepare(name, line)
    session = Session(program.play(setup))
    answers = list(answers)
    gc.collect()
    silent = keys = moved = changes = 0
    done = working.done
    begin = last = paper = time.ticks_ms()
    cut = False
    while True:
        event = session.step()
        now = time.ticks_ms()
        keys = max(keys, time.ticks_diff(now, last))
        if event is working:
            if working.done != done:
                done = working.done
                changes += 1
        else:
            if time.ticks_diff(now, paper) > silent:
                silent = time.ticks_diff(now, paper)
                moved = changes
            changes = 0
            if event is None:
                break
            if session.request:
                if not answers:
                    break
                typed = answers.pop(0)
                try:
                    if typed == "*":
                        session.answer_values(session.request.values)
                    else:
                        session.answer(typed)
                except Malformed as error:
                    print("malformed", name, error)
                    break
            paper = time.ticks_ms()
        if time.ticks_diff(now, begin) > limit:
            if time.ticks_diff(now, paper) > silent:
                silent = time.ticks_diff(now, paper)
                moved = changes
            cut = True
            break
        last = time.ticks_ms()
    working.done = working.total = 0
    print([silent, keys, moved, int(cut), time.ticks_diff(time.ticks_ms(), begin)])
"""

PLANE = """
import gc, time
from teletype.engines.plane import Plane
plane = Plane(40, 40)
for i, j in ((19, 20), (19, 21), (20, 19), (20, 20), (21, 20)): plane.place(i, j)
found = []
ticks = 0
for middle in (100, 460, 1103):
    while ticks < middle - 10:
        plane.tick()
        ticks += 1
    gc.collect()
    longest = 0
    start = time.ticks_us()
    for _ in range(20):
        one = time.ticks_us()
        plane.tick()
        longest = max(longest, time.ticks_diff(time.ticks_us(), one))
    found.append([middle, time.ticks_diff(time.ticks_us(), start) // 20, longest])
    ticks += 20
print(found)
"""


FRAMES_AT = """
def reach(tick):
    while picture()._time < tick:
        app.tick()
"""

PENTOMINO = "19:20,19:21,20:19,20:20,21:20"


@dataclass
class Wait:
    """The measurements of one setup; times in emulated milliseconds."""

    program: str
    setup: str
    silent: int
    keys: int
    progress: int
    cut: bool

    def fault(self) -> str:
        """Return what is wrong, or an empty text."""
        if self.keys > KEYS:
            return f"keys not polled for {self.keys} ms"
        if self.silent > SILENT and self.progress < 2:
            return f"silent for {self.silent} ms"
        return ""

    def line(self) -> str:
        """Return the row of the table."""
        setup = self.setup if len(self.setup) <= 60 else self.setup[:57] + "..."
        end = " ..." if self.cut else ""
        return (
            f"{self.silent:7} {self.keys:5} {self.progress:9}  {self.program} {setup}{end}"
        ).rstrip()


def measured(pico: Pico, name: str, setup: str, answers: Sequence[str], seconds: int) -> Wait:
    """Watch one setup. Raises Failed if an answer is refused."""
    call = f"watch({name!r}, {setup!r}, {tuple(answers)!r}, {1000 * seconds})"
    printed = pico.execute(f"{WATCH}\n{call}", timeout_ms=1000 * seconds + 60_000, step_ms=20)
    *before, last = printed.strip().splitlines()
    if before:
        raise Failed(f"{name} {setup}: {before[0]}")
    silent, keys, moved, cut, _ = json.loads(last)
    return Wait(name, setup, silent, keys, moved, bool(cut))


def plane(uf2: Path) -> list[tuple[int, int, int]]:
    """Return (tick, microseconds per tick, frames per second) of the F pentomino."""
    with Pico(uf2) as pico:
        pico.boot()
        ticks = json.loads(pico.execute(PLANE, timeout_ms=200_000, step_ms=20))
    found = []
    with Pico(uf2) as pico:
        pico.boot()
        pico.execute(f"frequency = 400_000\n{bench_life.PICTURE}\n{FRAMES_AT}")
        line = f"evolution m=40 n=40 z=9999 r=0 cells={PENTOMINO} space=plane"
        pico.execute(f"show({line!r}, True)", timeout_ms=60_000)
        for tick, mean, _ in ticks:
            pico.execute(f"reach({tick - 10})", timeout_ms=200_000, step_ms=20)
            taken = int(pico.execute("frames(20)", timeout_ms=20_000))
            found.append((tick, mean, 20 * 1_000_000 // taken))
    return found


def table(waits: Sequence[Wait], ticks: Sequence[tuple[int, int, int]]) -> list[str]:
    """Return the lines that are printed."""
    lines = [" silent  keys  progress  setup (emulated ms)"]
    lines += [wait.line() for wait in waits]
    for tick, mean, frames in ticks:
        lines.append(f"evolution, tick {tick}: {mean} us a tick, {frames} frames a second")
    return lines


def main(argv: list[str]) -> int:
    """Print the table; return 1 for a wait without progress or without polling the keys."""
    parser = Parser(
        prog="host_tools lab waits",
        description="Measure the longest waits of every program on the emulated Pico.",
        example="--only nim,trigex",
    )
    parser.add_argument(
        "--only",
        metavar="NAME,...",
        help="measure only these programs, or plane: Life on the large plane",
    )
    parser.add_argument(
        "--seconds",
        type=whole(1, 3600),
        default=SECONDS,
        metavar="S",
        help=f"emulated seconds per setup (default: {SECONDS})",
    )
    options: argparse.Namespace = parser.parse_args(argv)
    known = {name for name, _, _ in SETUPS} | {"plane"}
    wanted = set(options.only.split(",")) if options.only else known
    if unknown := wanted - known:
        raise WrongUsage(f"--only {min(unknown)}: allowed: {', '.join(sorted(known))}")
    waits, ticks = measure(images.image("pico"), wanted, options.seconds)
    print("\n".join(table(waits, ticks)))
    faults = [f"{wait.program} {wait.setup}: {wait.fault()}" for wait in waits if wait.fault()]
    for fault in faults:
        tell(f"{fault}\n")
    return 1 if faults else 0


def measure(
    uf2: Path, wanted: set[str], seconds: int
) -> tuple[list[Wait], list[tuple[int, int, int]]]:
    """Measure the programs `wanted`, each setup on a fresh board."""
    waits = []
    for name, setup, answers in SETUPS:
        if name in wanted:
            with Pico(uf2) as pico:
                pico.boot()
                waits.append(measured(pico, name, setup, answers, seconds))
    if "plane" not in wanted:
        return waits, []
    return waits, plane(uf2)
