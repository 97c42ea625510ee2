# SPDX-License-Identifier: MIT
"""The longest waits of every program at its largest setup: keys are polled, progress is shown.

Times are emulated and without the handheld, whose panel and clicks take time of their own.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from host_tools.emulator.pico import Pico
from teletype.programs import catalogue

KEYS = 100
"""Most milliseconds without polling the keys."""

SILENT = 1000
"""Milliseconds without paper after which progress must be shown."""

MOST_MS = 5000
"""Emulated milliseconds after which a program that would print on is left."""

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

ENDLESS = ("mir",)
"""Nobody knows how long a program in ALMIR-65 will run; it shows its statements instead."""

LISTED = {name for name, _, _ in SETUPS}

WATCHED = [*SETUPS, *((name, "", ()) for name in catalogue.NAMES if name not in LISTED)]

WATCH = """
import gc, time
from teletype.core.request import working
from teletype.core.session import Session
from teletype.programs import catalogue

def watch(session, answers, most):
    gc.collect()
    silent = keys = moved = changes = 0
    done = working.done
    begun = last = paper = time.ticks_ms()
    while True:
        event = session.step()
        now = time.ticks_ms()
        keys = max(keys, time.ticks_diff(now, last))
        late = time.ticks_diff(now, begun) > most
        if event is working and working.done != done:
            done = working.done
            changes += 1
        if event is not working or late:
            if time.ticks_diff(now, paper) > silent:
                silent = time.ticks_diff(now, paper)
                moved = changes
            changes = 0
            if event is None or late or session.request and not answers:
                break
            if session.request:
                typed = answers.pop(0)
                if typed == "*":
                    session.answer_values(session.request.values)
                else:
                    session.answer(typed)
            paper = time.ticks_ms()
        last = time.ticks_ms()
    print([silent, keys, moved])

def session(name, line):
    program, setup = catalogue.prepare(name, line)
    return Session(program.play(setup))
"""


def watched(pico: Pico, session: str, answers: Sequence[str] = ()) -> tuple[int, int, int]:
    """Return the longest time without paper, that without a poll of the keys, and how often the
    displayed number changed in the first of these.
    """
    call = f"watch({session}, {list(answers)!r}, {MOST_MS})"
    printed = pico.execute(f"{WATCH}\n{call}", timeout_ms=MOST_MS + 60_000, step_ms=20)
    silent, keys, moved = json.loads(printed.splitlines()[-1])
    return silent, keys, moved


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "setup", "answers"), WATCHED)
def test_keys_are_polled_and_progress_is_shown(
    name: str, setup: str, answers: Sequence[str], firmware_uf2: Path
) -> None:
    with Pico(firmware_uf2) as pico:
        pico.boot()
        silent, keys, moved = watched(pico, f"session({name!r}, {setup!r})", answers)
    assert keys <= KEYS
    assert silent <= SILENT or moved >= 2 or name in ENDLESS


SLEEPER = """
class Sleeper:
    def __init__(self):
        self.events = iter(((50, "a"), (30, working), (30, working), (300, "b"), (0, None)))
        self.request = None
    def step(self):
        wait, event = next(self.events)
        time.sleep_ms(wait)
        working.done += event is working
        return event
"""


def test_a_wait_is_measured(firmware_uf2: Path) -> None:
    """A program that sleeps 30, 30 and 300 ms between two lines and shows progress twice."""
    with Pico(firmware_uf2) as pico:
        pico.boot()
        pico.execute("import time\nfrom teletype.core.request import working\n" + SLEEPER)
        silent, keys, moved = watched(pico, "Sleeper()")
    assert 360 <= silent < 380 and 300 <= keys < 310
    assert moved == 2
