# SPDX-License-Identifier: MIT
"""How long the main loop is busy: its longest step, the slowest screen, a list of long tapes.

It also measures the flash wear of an answer. The longest loop step is the longest that a key
waits; opening a screen has a goal of its own. The tour opens every screen:

- each program's about page, story, and setup with its lists;
- a session with its picture, scrolled back and printed again in another language;
- the settings, the list of tapes, and each tape.
"""

from pathlib import Path

from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.emulator.scenes import session_of
from host_tools.lab.measure.figures import Figure
from host_tools.lab.short_sessions import IMPORTS, TAPES

LOOP = (
    IMPORTS
    + """
import time
from teletype import start
app = start.start()
app.fast = True
worst = {}
opened = {}
where = ""
def note(longest, taken, before):
    name = where + " " + type(before).__name__ + ">" + type(app.activity).__name__
    if taken > longest.get(name, 0): longest[name] = taken
def step():
    before = app.activity
    start = time.ticks_us()
    busy = app.tick()
    taken = time.ticks_diff(time.ticks_us(), start)
    if app.error: raise app.error
    if app.activity is before: note(worst, taken, before)
    return busy
def settle():
    for _ in range(3):
        while step(): pass
def opens(change, *arguments):
    before = app.activity
    start = time.ticks_us()
    change(*arguments)
    step()
    while not app.is_idle(): step()
    step()  # what was drawn is sent
    taken = time.ticks_diff(time.ticks_us(), start)
    if app.activity is not before: note(opened, taken, before)
    settle()
def press(*keys):
    for key in keys:
        opens(app.buttons.push, key)
def shelf():
    opens(app.shelf)
def longest():
    name = max(worst, key=worst.get)
    print(worst[name], name)
settle()
"""
)

UP, DOWN, LEFT, RIGHT, OK, BACK = range(6)

PROGRAM = f"""
shelf()
where = {{name!r}}
from teletype.handheld.screens.about import About
opens(lambda: app.open(About(app, where)))
press({DOWN}, {DOWN}, {RIGHT}, {DOWN}, {DOWN})
shelf()
opens(app.sessions.set_up, where)
press({DOWN}, {RIGHT}, {LEFT}, {UP}, {UP}, {RIGHT}, {DOWN})
shelf()
opens(app.activity.line, {{line!r}})
for answer in {{answers!r}}:
    app.activity.line(answer); settle()
press({BACK})
time.sleep_ms(1100); settle()
press({UP}, {DOWN}, {LEFT}, {RIGHT}, {BACK}, {UP}, {LEFT}, {LEFT}, {DOWN}, {RIGHT})
"""
"""Opens all screens of a program, as a person would."""

REST = f"""
shelf()
where = "the rest"
from teletype.handheld.screens.settings import Options
opens(lambda: app.open(Options(app)))
press({DOWN}, {RIGHT}, {RIGHT}, {DOWN}, {RIGHT}, {LEFT}, {BACK})
shelf()
app.settings.values["messages"] = "translated"
from teletype.handheld.screens.saved_tapes import Saved
opens(lambda: app.open(Saved(app)))
for row in range(15):
    press({DOWN}, {OK}, {DOWN}, {OK}, {DOWN}, {RIGHT}, {RIGHT}, {LEFT}, {BACK}, {BACK})
shelf()
for row in range(30): press({DOWN})
longest()
"""

LIST = """
from teletype.handheld.screens.saved_tapes import Saved
gc.collect()
start = time.ticks_us()
app.open(Saved(app))
app.tick()
app.panel.show()
print(time.ticks_diff(time.ticks_us(), start))
worst.clear()
for row in range(20):
    app.buttons.push(1)
    settle()
print(time.ticks_diff(time.ticks_us(), start))
longest()
"""


STEP, OPENING = 100, 200
"""Goals in ms."""


def long_tapes() -> dict[str, bytes]:
    """Return twenty tapes that fill the flash: long tables, and games with many answers."""
    row = b"A=0  B=0  C=0  D=0  E=0  F=0  G=0  H=0  I=0  J=0  K=0  L=0  X=1\n"
    table = b"program: truth-table\nsetup: formula=ABCDEFGHIJKL\n---\n" + row * 600
    game = b"program: misere-nim\nsetup: heaps=3\n---\n" + b"> 1 1 1\n    1    1    0\n" * 1600
    files = {"last.txt": b"tape=0020-misere-nim.tape\nshown=0\nplayed=misere-nim\n"}
    for number in range(1, 21, 2):
        files[f"tapes/{number:04}-truth-table.end.tape"] = table
        files[f"tapes/{number + 1:04}-misere-nim.tape"] = game
    return files


def tapes(uf2: Path) -> list[Figure]:
    """Time for the list of twenty long tapes."""
    with Pico(uf2, filesystem=make_filesystem(long_tapes())) as pico:
        pico.boot()
        pico.execute(LOOP, timeout_ms=60_000)
        *times, last = pico.execute(LIST, timeout_ms=120_000).splitlines()
        first, all_of_them = (int(line) // 1000 for line in times)
        longest = int(last.split()[0]) // 1000
    return [
        Figure("list of 20 long tapes: the first screen", first, "ms", 300),
        Figure("list of 20 long tapes: all answers counted", all_of_them, "ms"),
        Figure("list of 20 long tapes: longest loop step", longest, "ms", 100),
    ]


def loop(uf2: Path) -> list[Figure]:
    """The longest loop step in a tour of all screens."""

    with Pico(uf2) as pico:
        pico.boot()
        pico.execute(LOOP, timeout_ms=60_000)
        for name in TAPES:
            program, line, answers = session_of(name)
            code = PROGRAM.format(name=program, line=line, answers=answers)
            pico.execute(code, timeout_ms=120_000)
        longest = pico.execute(REST, timeout_ms=120_000).splitlines()[-1]
        slowest = int(pico.execute("print(max(opened.values()))")) // 1000
    found = int(longest.split()[0]) // 1000
    return [
        Figure("longest loop step in a tour of all screens", found, "ms", STEP),
        Figure("a screen opens, the slowest of the tour", slowest, "ms", OPENING),
    ]


def wear(uf2: Path) -> list[Figure]:
    """Erased flash sectors per hundred answers, from the mean of sixty."""
    with Pico(uf2) as pico:
        machine = pico.machine
        pico.boot()
        pico.execute(LOOP + "app.activity.line('misere-nim'); settle()", timeout_ms=60_000)
        before = int(str(machine.digest()["erases"]))
        pico.execute("for _ in range(60): app.activity.line('1 1 1'); settle()", timeout_ms=60_000)
        erases = int(str(machine.digest()["erases"])) - before
    return [Figure("flash: erases for 100 answers", round(100 * erases / 60), "sectors")]
