# SPDX-License-Identifier: MIT
"""The machine's move in a picture on the emulated Pico: bus, frames, heap, response to a key."""

from pathlib import Path

from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.lab.measure.figures import Figure
from host_tools.lab.short_sessions import IMPORTS

GAMES = (
    ("Nim", "nim heaps=7,8,4", ()),
    ("race", "race n=15 m=6", ("T=3 P=2",)),
    ("Trigex", "trigex", ("L=2",)),
    ("yen", "yen opponent=master", ("1000",)),
    ("Calculation", "calculation-cobol lucky=14", ("1",)),
)
"""Names, setup lines, and the answers after which the machine moves."""

SETTINGS = {"settings.txt": b"language=en\nspeed=30\n"}

KEY = 25
"""Goal in ms; 15 without the position before the first move, after which row 0 is drawn again."""

START = IMPORTS + "from teletype import start; app = start.start()"

MOVE = """
from time import sleep_ms
def until_stop():
    app.fast, app.character = False, 0
    while app.activity.printing() or not app.is_idle():
        app.tick()
def move(lines):
    app.shelf()
    while not app.is_idle(): app.tick()
    for line in lines:
        app.activity.line(line)
        app.tick()
        until_stop()
    screen = app.sessions.screen
    while not (screen.pictured and screen.picture.unseen):
        app.tick(); sleep_ms(1)
    app.tick()
def frames():
    picture = app.sessions.screen.picture
    count = most = 0
    gc.collect(); gc.disable()
    last = picture.unseen
    while last:
        before = gc.mem_alloc()
        app.tick()
        if picture.unseen != last:
            last = picture.unseen
            count += 1
            if last:  # with the last one the words settle
                most = max(most, gc.mem_alloc() - before)
        sleep_ms(1)
    gc.enable()
    app.tick()
    print(count, most)
"""
"""A frame is what one loop step draws; its heap is what that step allocates."""


def moves(uf2: Path) -> list[Figure]:
    """Cost of the machine's move on the bus and on the heap; response to a key meanwhile."""
    figures = []
    with Pico(uf2, filesystem=make_filesystem(SETTINGS)) as pico:
        pico.boot()
        pico.execute(START + "\n" + MOVE)
        for name, line, answers in GAMES:
            pico.execute(f"move({(line, *answers)!r})", timeout_ms=60_000)
            pico.panel.reset_counters()
            count, heap = map(int, pico.execute("frames()", timeout_ms=5000).split()[-2:])
            sent = pico.panel.wire_bytes
            figures.append(Figure(f"move: {name}, on the bus", sent, "bytes", 1044))
            figures.append(Figure(f"move: {name}, frames", count, "frames"))
            figures.append(Figure(f"move: {name}, heap of a frame, the most", heap, "bytes", 0))
    waits = [_waits(uf2, key) for key in ("OK", "RIGHT")]
    first, last = (max(times) for times in zip(*waits, strict=True))
    figures.append(Figure("move: a key to the first byte, while it is shown", first, "ms", KEY))
    figures.append(Figure("move: the same, to the last byte", last, "ms"))
    return figures


def _waits(uf2: Path, key: str) -> tuple[int, int]:
    """Return the milliseconds from a key to the first and to the last byte on the bus.

    The key is pressed in the middle of a move of Nim, just after one of its frames.
    """
    with Pico(uf2, filesystem=make_filesystem(SETTINGS)) as pico:
        pico.boot()
        pico.run(500)
        pico.send(b"nim heaps=7,8,4\n")
        pico.run_until(lambda: "◊".encode() in pico.output, 20_000, what="the stop")
        pico.run(1300)  # the last line stays readable, then the picture appears
        pico.panel.reset_counters()
        pico.run_until(lambda: pico.panel.wire_bytes > 0, 300, 1, "a frame")
        while pico.panel.wire_bytes:
            pico.panel.reset_counters()
            pico.run(2)
        pressed = pico.millis
        first = last = 0.0
        pico.press(key)
        while pico.millis < pressed + 60:  # a frame would come later
            pico.panel.reset_counters()
            pico.run(1)
            if pico.panel.wire_bytes:
                last = pico.millis - pressed
                first = first or last
        pico.release(key)
        return round(first), round(last)
