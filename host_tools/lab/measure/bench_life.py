# SPDX-License-Identifier: MIT
"""The speed of Life on the emulated Pico.

The soup: x starts at 1, and for each number x becomes (75 x + 74) mod 65537. Pairs of numbers
place r-pentominoes (.00/00./.0.) on 64 rows and 128 columns. The upper left corner of each is in
row 1 + x mod 62, column 1 + x mod 126. The soup runs for some ticks, until it fills the field,
before the measurement. Measured is `Life.tick`, called in a loop; nothing is drawn.

For Conway's law the time depends only on the columns from the first to the last cell, here nearly
all. For others it also depends on how many words have cells, and on the digits of the lifespan. So
each neighbourhood is measured with the longest lifespan, on soups that keep thousands of cells
alive.

The frames are those of the handheld's picture of `evolution` with hidden text:

- a pentomino, of which little is sent;
- 40 pentominoes in a smaller soup, a typical case;
- blinkers all over the panel, of which nearly everything is sent.

At 400 kHz, the most that the SSD1306's data sheet promises, 1104 bytes take 25 ms on the bus, and
MicroPython's I2C waits for them. So the frames are also measured at 1 MHz.
"""

from pathlib import Path

from host_tools.emulator.pico import Pico
from host_tools.lab.measure.figures import Figure

SOUP = """
import gc, time

def soup(place, number):
    x = 1
    for _ in range(number):
        x = (75 * x + 74) % 65537
        i = 1 + x % 62
        x = (75 * x + 74) % 65537
        j = 1 + x % 126
        for a, b in ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1)):
            place(i + a, j + b)
"""

LIFE = """
from teletype.engines.life import Life

def measure(pentominoes, before, ticks, *laws):
    life = Life(64, 128, *laws)
    soup(life.place, pentominoes)
    for _ in range(before):
        life.tick()
    first = life.living()
    gc.collect()
    start = time.ticks_us()
    for _ in range(ticks):
        life.tick()
    taken = time.ticks_diff(time.ticks_us(), start)
    if first < 300 or life.living() < 300 or not life.intact():
        raise ValueError("not a soup any more")
    print(taken)

def frames(count):
    life = Life(64, 128)
    soup(life.place, 60)
    frame = bytearray(1025)
    start = time.ticks_us()
    for _ in range(count):
        for page in range(8):
            life.to_frame(frame, 1 + 128 * page, page)
    print(time.ticks_diff(time.ticks_us(), start))
"""

PICTURE = """
import board, gc, time
from teletype import start
from teletype.drivers.buttons import DOWN, OK, RIGHT
board.I2C["freq"] = frequency
app = start.start()

def show(line, fast):
    app.fast = fast
    app.activity.line(line)
    while app.sessions.screen is None or app.activity is not app.sessions.screen:
        app.tick()
    while fast and app.activity.printing():
        app.tick()
    for key in (DOWN, RIGHT, RIGHT):  # without text, at the highest speed
        app.buttons.push(key)
        app.tick()
    while not picture()._time:
        app.tick()

def picture():
    return app.sessions.screen.picture

def frames(count):
    last = picture()._time + 1
    while picture()._time < last:  # from one frame to another
        app.tick()
    start = time.ticks_us()
    while picture()._time < last + count:
        app.tick()
    print(time.ticks_diff(time.ticks_us(), start))

def steps(count):
    app.buttons.push(OK)
    app.tick()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(count):
        app.buttons.push(RIGHT)
        app.tick()
    allocated = gc.mem_alloc() - before
    gc.enable()
    print(allocated)
"""

PENTOMINO = "31:64,31:65,32:63,32:64,33:64"
ALL_OVER = ",".join(
    f"{i}:{j + k}" for i in range(4, 61, 4) for j in range(4, 125, 12) for k in range(3)
)
"""165 blinkers; the picture takes at most 500 cells."""


def _soup() -> str:
    """Return 40 r-pentominoes as cells of a setup, from the soup's numbers, off the edge."""
    x = 1
    places = set()
    for _ in range(40):
        x = (75 * x + 74) % 65537
        i = 18 + x % 26
        x = (75 * x + 74) % 65537
        j = 24 + x % 76
        places |= {(i + a, j + b) for a, b in ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1))}
    return ",".join(f"{i}:{j}" for i, j in sorted(places))


FRAMES = 12

CASES = (
    ("life: 2 3 3, king", (60, 60, 200, 2, 3, 3)),
    ("life: 2 3 2, king, lifespan 6", (40, 60, 60, 2, 3, 2, 6)),
    ("life: 2 3 2, king, lifespan 252", (12, 60, 40, 2, 3, 2, 252)),
    ("life: 2 3 1, rook, lifespan 252", (12, 40, 40, 2, 3, 1, 252, "rook")),
    ("life: 2 3 1, bishop, lifespan 252", (12, 40, 40, 2, 3, 1, 252, "bishop")),
)
"""Name; number of pentominoes, ticks before and during the measurement, arguments of `Life`."""

LEAST = {case[0]: 300 for case in CASES} | {CASES[0][0]: 1000}
"""Goals of these cases, in ticks per emulated second."""


def micros(pico: Pico, code: str) -> int:
    """Run code and return the number it prints, microseconds or bytes."""
    return int(pico.execute(code, timeout_ms=60_000).split()[-1])  # after the console's own output


def engine(uf2: Path) -> list[Figure]:
    """Measure the engine alone."""
    figures = []
    with Pico(uf2) as pico:
        pico.boot()
        pico.execute(SOUP)
        pico.execute(LIFE)
        for name, arguments in CASES:
            taken = micros(pico, f"measure(*{arguments})")
            rate = arguments[2] * 1_000_000 // taken
            figures.append(Figure(name, rate, "ticks/s", LEAST[name], "more"))
        taken = micros(pico, "frames(4)") // 4
        figures.append(Figure("life: into the panel's frame, 8 pages", taken, "us"))
    return figures


def picture(uf2: Path) -> list[Figure]:
    """Measure the picture of evolution, 64 x 128."""
    figures = []
    for name, cells, frequency, least, most in (
        ("pentomino F", PENTOMINO, 400_000, 38, 200),
        ("a soup of 40 pentominoes", _soup(), 400_000, 38, None),
        ("165 blinkers all over", ALL_OVER, 400_000, 25, None),
        ("165 blinkers, bus at 1 MHz", ALL_OVER, 1_000_000, 38, None),
    ):
        # With many cells the paper takes long to print, so it is typed slowly in the meantime.
        fast = cells == PENTOMINO
        with Pico(uf2) as pico:
            pico.boot()
            pico.execute(f"frequency = {frequency}\n{PICTURE}")
            line = f"evolution m=64 n=128 z=9999 r=0 cells={cells}"
            pico.execute(f"show({line!r}, {fast})", timeout_ms=60_000)
            pico.panel.reset_counters()
            rate = FRAMES * 1_000_000 // micros(pico, f"frames({FRAMES})")
            sent = pico.panel.wire_bytes // (FRAMES + 1)
            figures.append(Figure(f"life: frames of {name}", rate, "frames/s", least, "more"))
            if frequency == 400_000:
                figures.append(Figure(f"bus: a frame of {name}", sent, "bytes", most))
            if fast:
                allocated = micros(pico, "steps(100)")
                figures.append(Figure(f"heap: 100 frames of {name}", allocated, "bytes", 0))
    return figures
