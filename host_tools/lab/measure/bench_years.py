# SPDX-License-Identifier: MIT
"""Years in a museum: how visits wear the flash, and what they leave on the heap.

`museum.py` plays them on MicroPython's Unix port, with littlefs on a model of the Pico's flash and
the answers of short tapes. Ten years of 8 hours a day with a visit every three minutes are 584,000
visits. A flash sector endures 100,000 erasures; the goal is a tenth of that.

    python3 -m host_tools lab soak [--visits 10000]

plays that many visits one after another, without switching off. It fails if more is left on the
heap than after the first hundred. Two thousand visits take some minutes.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from host_tools.build import bytecode, micropython, packages
from host_tools.emulator.scenes import session_of
from host_tools.lab.measure.figures import Figure
from host_tools.lab.short_sessions import TAPES
from host_tools.usage import Failed, Parser, WrongUsage

VISITS = 480
"""Three days of visits."""

EARLY, TOLD = 60, 100
"""Visits until everything was played, and until each story was also told, so that its name is
known."""

ROUGH = 5000
"""Step for rounding erasures. littlefs starts at a place that depends on the times of the files.
The worst sector of a year was erased 377, 467 and 479 times in three runs."""

YEARS_10 = 10 * 365 * 160
"""Visits in ten years."""


PLAIN = tuple(name for name in TAPES if name.split("-")[0] not in ("logic", "evolution")
              and not name.startswith("nim-table"))  # fmt: skip
"""Tapes of programs without native code.

Each time such code is loaded, the Unix port takes 32 bytes and never frees them. In a board's
image the code is in flash.
"""


class Seen(NamedTuple):
    """Results of a run of visits.

    `erased` has the erasures of each sector. `live` and `largest` are heap bytes, live and in the
    largest free block, each for the early visits and for all. `taken` is the most flash used, in
    bytes. `worn` has the erasures after the `more` visits of the extra days.
    """

    answers: int
    erased: list[int]
    live: list[int]
    largest: list[int]
    taken: int
    worn: list[int]
    more: int


def visit(
    visits: int,
    restarts: bool,
    tapes: tuple[str, ...] = TAPES,
    early: int = EARLY,
    days: int = 0,
) -> Seen:
    """Play visits with the answers of `tapes` and measure the heap after `early` of them, too.

    `restarts`: the power goes off every night. `days`: extra days that only repeat the wear of the
    flash. Raises OSError, CalledProcessError and BuildError.
    """
    with tempfile.TemporaryDirectory() as folder:
        sessions = Path(folder, "sessions")
        played = (session_of(name)[1:] for name in tapes)
        sessions.write_text("".join("\t".join([line, *its]) + "\n" for line, its in played))
        script = Path(__file__).with_name("museum.py")
        result = subprocess.run(
            [
                *(micropython.unix(), "-X", "heapsize=8m" if days else "heapsize=2200k", script),
                *(str(visits), str(early), str(int(restarts)), str(days), sessions),
            ],
            env={
                **os.environ,
                "MICROPYPATH": f"{bytecode.tree('x64')}:{packages.driver_path()}:.frozen",
            },
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
    lines = [line.split() for line in result.stdout.splitlines() if line]
    values = {
        line[0]: [int(word) for word in line[1:]]
        for line in lines
        if line[0] in ("answers", "erased", "taken", "worn", "visits")
    }
    return Seen(
        values["answers"][0],
        values["erased"],
        [int(line[1]) for line in lines if line[0] == "live"],
        [32 * int(line[-1]) for line in lines if line[:2] == ["No.", "of"]],
        values["taken"][0],
        values.get("worn", []),
        values.get("visits", [0])[0],
    )


def hottest(seen: Seen, visits: int) -> int:
    """Return the erasures in ten years of the most worn sector, in steps of `ROUGH`.

    littlefs moves a folder to other sectors after a hundred writes. So the wear evens out over the
    years, and ten times the worst sector of one year is an upper bound.
    """
    worst = max(seen.worn) * YEARS_10 // (visits + seen.more)
    return -(-worst // ROUGH) * ROUGH


def years(uf2: Path) -> list[Figure]:
    """The figures; `uf2` is not used."""
    seen = visit(VISITS, True, days=365)
    heap = visit(VISITS // 2, False, PLAIN)
    total = sum(seen.erased)
    # littlefs uses all free sectors in rotation, so this is their mean
    free = len(seen.erased) - seen.taken // 4096
    sector = total * YEARS_10 // VISITS // free
    more = max(0, heap.live[1] - heap.live[0])
    lost = max(0, heap.largest[0] - heap.largest[1])
    return [
        Figure("exhibit: answers in 480 visits", seen.answers, "answers", None, "more"),
        Figure("exhibit: erases in 480 visits", total, "sectors"),
        Figure("exhibit: erases of a sector in ten years", sector, "erases", 10_000),
        Figure(
            "exhibit: erases of the worst sector, about", hottest(seen, VISITS), "erases", 10_000
        ),
        Figure("exhibit: flash taken at most", seen.taken, "bytes"),
        Figure("exhibit: heap, 240 visits more than 60", more, "bytes", 1024),
        Figure("exhibit: largest free block, less by", lost, "bytes", 40_960),
    ]


def main(argv: list[str]) -> int:
    """Run the command; exit status 0 nothing is left, 1 memory is left."""
    parser = Parser(
        prog="host_tools lab soak",
        description="Simulate visits to an exhibit and check for memory leaks.",
        example="--visits 1000",
    )
    parser.add_argument(
        "--visits", type=int, default=10_000, help=f"more than {TOLD} (default: 10000)"
    )
    visits = parser.parse_args(argv).visits
    if visits <= TOLD:
        raise WrongUsage(f"--visits {visits}: more than {TOLD} are needed")
    try:
        seen = visit(visits, False, PLAIN, TOLD)
    except subprocess.CalledProcessError as error:
        raise Failed(str(error)) from error
    more = seen.live[1] - seen.live[0]
    lost = seen.largest[0] - seen.largest[1]
    print(f"{visits} visits leave {more} bytes more on the heap than {TOLD}")
    print(f"largest free block: {seen.largest[1]} bytes, {lost} less")
    return int(more > 0)
