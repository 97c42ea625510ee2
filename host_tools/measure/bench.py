# SPDX-License-Identifier: MIT
"""The project's figures, measured on the emulated Pico, beside those that were committed.

    python3 -m host_tools bench [--board BOARD] [--only NAME,...] [--json] [--update]
                                [--baseline FILE] [--plots FOLDER]

Emulated time, bytes on the I2C bus and bytes of heap are the same at every run of the same
firmware, on any machine; there is no wall-clock time among them. Milliseconds, microseconds and
rates are the emulated Pico's. The heap of a program is what is live, at its most, in a session at
the end of a tour through all programs and all their about pages: a short tape is played, then
BACK shows the picture or the paper; the heap is read at each prompt and after every eighth
iteration of the main loop. Memory that MicroPython never frees, for looked-up names and each
character taken from a text, is counted separately.

With `--board pico2` the same is measured on the Pico 2, beside the Pico's baseline; then goals
count, and no comparison.

The exit status is 1 when a goal is missed, or a figure is worse than the baseline. Worse means by
more than 2 %, and also by more than 256 bytes or 1 ms. A goal of which 90 % is used is only
mentioned. `--update` writes the baseline, for a change that is wanted.
"""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from host_tools import paths
from host_tools.build import boards, images, release
from host_tools.build import uf2 as uf2_format
from host_tools.build.cache import BuildError
from host_tools.build.definition import SDK
from host_tools.emulator.images import SIZES
from host_tools.emulator.pico import Pico, PicoError, make_filesystem
from host_tools.measure import (
    bench_finder,
    bench_hand,
    bench_life,
    bench_moves,
    bench_players,
    bench_turns,
    bench_years,
    burn_in,
    win_rates,
)
from host_tools.measure.figures import (
    BaselineError,
    Figure,
    faults,
    read,
    table,
    to_json,
    warnings,
)
from host_tools.measure.short_sessions import IMPORTS, TAPES, session_of
from host_tools.usage import Parser, WrongUsage
from teletype.programs import catalogue

BASELINE = Path(__file__).parent / "baseline.json"
PAGE = paths.ROOT / "docs" / "figures.md"
"""Shows the baseline as a table."""


Say = Callable[[str], None]


def quiet(pico: Pico, milliseconds: int = 40, limit: int = 2000) -> float:
    """Runs until the panel has been left alone for a while; returns when it was last written to.

    The time is in emulated milliseconds since power-on.
    """
    last, seen = pico.millis, pico.panel.wire_bytes
    end = pico.millis + limit
    while pico.millis < end:
        pico.run(1)
        if pico.panel.wire_bytes != seen:
            last, seen = pico.millis, pico.panel.wire_bytes
        elif pico.millis - last >= milliseconds:
            break
    return last


def used(uf2: Path) -> Pico:
    """A Pico whose language was chosen before: a new one would ask for it."""
    return Pico(uf2, filesystem=make_filesystem({"settings.txt": b"language=en\n"}))


START = IMPORTS + "from teletype import start; app = start.start(); app.fast = True"

QUIET = 3000
"""Milliseconds without output after which a board waits."""

SETTLE = """
def settle():
    while app.tick(): pass
    app.tick()
settle()
"""

ALLOCATED = """
def presses():
    gc.collect(); gc.disable()
    before = gc.mem_alloc()
    for turn in range(100):
        app.buttons.push({key}); app.tick()
    allocated = gc.mem_alloc() - before
    gc.enable()
    return allocated
print(presses())
"""

CHARACTERS = """
def characters():
    app.fast, app.character = False, 0
    app.sessions.screen._stage = 0
    app.sessions.screen.transcript.put('ЖШЩ' * 8)
    app.tick()
    gc.collect(); gc.disable()
    before = gc.mem_alloc()
    for turn in range(20): app.tick()
    allocated = gc.mem_alloc() - before
    gc.enable()
    app.fast = True
    return allocated
print(characters())
"""

STILL = 400
"""Turns of the loop for which a picture may work at a stop: the adviser needs fewer, Life never
ends."""

MINUTE = "app.saver._since = time.ticks_add(app.saver._since, -60_000); app.tick()"
"""Lets the device think that a minute has passed."""

TOUR = """
from time import sleep_ms
from micropython import qstr_info
high = 0
def look():
    global high
    gc.collect()
    high = max(high, gc.mem_alloc())
def turns():
    look()
    count = still = 0
    while app.tick() and still < {most}:
        if app.error: raise app.error
        count += 1
        still = still + 1 if app.activity and not app.activity.printing() else 0
        if count % {every} == 0: look()
    look()
def press(key):
    if {rests}:
        while not app.is_idle(): app.tick()
        app.tick()  # the screen has been there since now
        sleep_ms({rests})
    app.buttons.push(key)
    app.tick()
    app.tick()
def shelf():
    while type(app.activity).__name__ != "Shelf":
        press({back})
def play(line, answers):
    global high
    shelf()
    high = 0
    app.activity.line(line)
    app.tick()  # the session that was left goes
    for answer in answers:
        turns()
        app.activity.line(answer)
    turns()
    app.buttons.push({back})
    for _ in range({every}): app.tick()
    look()
def pages(rows):
    for _ in range(rows):
        shelf()
        press({down})
        press({right})
        if type(app.activity).__name__ == "About":
            while app.console.flush(): pass
            print(app.activity._name)
def live():
    while app.console.flush(): pass
    look()
    print("live", gc.mem_alloc())
    qstr_info()
"""

IDLE = """
from time import sleep_ms
def turns():
    gc.collect(); gc.disable()
    before = gc.mem_alloc()
    for turn in range(100):
        app.tick(); sleep_ms(10)
    allocated = gc.mem_alloc() - before
    gc.enable()
    return allocated
print(turns())
"""

UP, DOWN, RIGHT, BACK = 0, 1, 3, 5

MOVES = ("1", "2", "3", "4", "1", "0")
"""Answers after which the picture of Calculation offers a move, far from the next card."""

LARGER: tuple[tuple[str, str, list[str]], ...] = (
    ("evolution, the largest field", "evolution m=64 n=128 z=20", []),
    ("evolution, the plane", "evolution m=40 n=40 r=20 cells=9:9,9:10,10:8,10:9 space=plane", []),
    ("yen, against master", "yen opponent=master", ["1000"] * 9),
)
"""What takes more than other setups of its program: all of the panel, with ages; a table."""


def times(uf2: Path) -> list[Figure]:
    """How long a person waits."""
    with used(uf2) as pico:
        pico.run_until(
            lambda: pico.panel.on and pico.panel.image().getbbox(), 3000, 1, "the first pixels"
        )
        first = pico.millis
        pico.boot()
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output, 3000, what="the shelf")
        shelf = quiet(pico)
        pico.send(b"nim-table mode=play\n")
        pico.run_until(lambda: "◊".encode() in pico.output, 60_000, step_ms=20)
        picker = slowest(pico, ("RIGHT", "UP", "DOWN", "UP"))
        for _ in range(2):
            tap(pico, "BACK")
        for line in ("calculation-cobol lucky=14", *MOVES):
            answer(pico, line)
        tap(pico, "UP")  # the first press lets the picture come, in place of the paper
        picture = slowest(pico, ("DOWN", "UP"))
    return [
        Figure("power-on to the first pixels", round(first), "ms", 150),
        Figure("power-on to the shelf", round(shelf), "ms", 300),
        Figure("key to the last byte, slowest of 12", picker, "ms", 15),
        Figure("the same in the picture of Calculation", picture, "ms", 15),
    ]


def answer(pico: Pico, line: str) -> None:
    """Types a line, and waits for the stop that follows."""
    stops = pico.output.count("◊".encode())
    pico.send(f"{line}\n".encode())
    pico.run_until(lambda: pico.output.count("◊".encode()) > stops, 60_000, step_ms=20)
    quiet(pico)


def tap(pico: Pico, key: str) -> float:
    """Presses and releases a key; returns ms from the press to the last byte on the bus."""
    pressed = pico.millis
    pico.press(key)
    late = quiet(pico) - pressed
    pico.release(key)
    quiet(pico)
    return late


def slowest(pico: Pico, keys: tuple[str, ...]) -> int:
    """Milliseconds from a press to the last byte on the bus, the most of 12 presses."""
    late = []
    for number in range(12):
        if number % 3 == 0:  # ◊ has just blinked, or the panel been asked: not again for a while
            pico.panel.reset_counters()
            pico.run_until(lambda: pico.panel.wire_bytes > 0, 2000, what="bytes on the bus")
            quiet(pico)
        pico.run(number)  # at another moment of the loop's rest each time
        late.append(tap(pico, keys[number % len(keys)]))
    return round(max(late))


def room(uf2: Path) -> list[Figure]:
    """How much of the flash in front of the files is taken: growth is to be seen."""
    pieces = uf2_format.read(uf2, uf2_format.chip(uf2))
    end = max(offset + len(data) for offset, data in pieces)
    return [Figure("image: bytes in front of the files", end, "bytes", 1024 * boards.LEAST_IMAGE)]


EXHIBIT = {
    "settings.txt": b"language=en\nspeed=fast\n",
    "exhibit.txt": b"lock=no\nidle=3600\n",
}
"""Files of an exhibit that answers Ctrl-C, and asks nobody whether he is there."""

RESTS = 320
"""Milliseconds from a key to the next one: on a new screen an exhibit takes none before."""

LIVE = 64 * 1024
FREE = 96 * 1024
"""Bytes of the heap that a program may take with all around it, and that an owner finds free in
one piece at a stop."""

KEPT = 1024
"""Bytes by which more may be live on the shelf after the tour than at power-on."""


BLOCK = 16
"""Bytes of a block of the heap on the RP2040."""


class Tour:
    """A Pico on which every program is visited, so that what each of them leaves can be seen.

    `exhibit`: it is one, whose visitor is quick. `first`: bytes that are live on the shelf (or the
    cards) at power-on, without those of TOUR itself.
    """

    def __init__(self, pico: Pico, exhibit: bool = False) -> None:
        pico.boot()
        self._pico = pico
        pico.execute(START)
        pico.execute("while app.console.flush(): pass")
        self.first = int(pico.execute("gc.collect(); print(gc.mem_alloc())"))
        rests = RESTS if exhibit else 0
        code = TOUR.format(back=BACK, down=DOWN, right=RIGHT, every=8, most=STILL, rests=rests)
        pico.execute(code)
        self._own = 0
        live, self.names = self._live()
        self._own = live - self.first

    def _live(self) -> tuple[int, int]:
        """(bytes that are live, bytes of names and characters among them)."""
        printed = self._pico.execute("live()")
        names = int(printed.rsplit("n_total_bytes=", 1)[1].split()[0])
        return int(printed.rsplit("live ", 1)[1].split()[0]) - self._own, names

    def play(self, line: str, answers: list[str]) -> int:
        """Bytes that are live, at their most, while a session is begun by `line` and answered."""
        self._pico.execute(f"play({line!r}, {answers!r})", timeout_ms=60_000)
        high = int(self._pico.execute("print(high)"))
        return high - self._own - (self._live()[1] - self.names)

    def free(self, line: str) -> int:
        """Bytes of the largest free block of the heap, at the first stop of a session."""
        self._pico.execute(f"play({line!r}, [])", timeout_ms=60_000)
        info = self._pico.execute("gc.collect(); import micropython; micropython.mem_info()")
        return BLOCK * int(info.rsplit("max free sz: ", 1)[1].split()[0])

    def pages(self) -> list[str]:
        """Opens the about page of each program; returns their titles."""
        rows = 2 * len(catalogue.PROGRAMS)  # there are headings, and what is no program
        return self._pico.execute(f"pages({rows})", timeout_ms=60_000).splitlines()

    def everything(self) -> None:
        """Visits each program and each about page; PicoError if one of these is not found."""
        for name in TAPES:
            self.play(*session_of(name)[1:])
        missing = {entry[0] for entry in catalogue.PROGRAMS} - set(self.pages())
        if missing:
            raise PicoError(f"about pages that were not seen: {missing}")

    def end(self) -> tuple[int, int]:
        """(bytes that are live on the shelf, bytes of names and characters that came to it)."""
        self.play("dates", [])  # a session that ends, so that none is left
        self._pico.execute("shelf()", timeout_ms=60_000)
        live, names = self._live()
        return live - (names - self.names), names - self.names


def heap(uf2: Path, tapes: tuple[str, ...] = TAPES) -> list[Figure]:
    """What is live in a session of each program, with the handheld around it, and what it leaves.

    Raises PicoError if there is an about page that the tour does not find, as `exhibit` does.
    """
    figures = []
    with used(uf2) as pico:
        tour = Tour(pico)
        tour.everything()
        free = []
        for name in tapes:
            program, line, answers = session_of(name)
            high = tour.play(line, answers)
            free.append(tour.free(line))
            figures.append(Figure(f"heap: {program}, live at most", high, "bytes", LIVE))
        for name, line, answers in LARGER:
            figures.append(Figure(f"heap: {name}", tour.play(line, answers), "bytes"))
        left, kept = tour.end()
    name = "heap: largest free block at a stop, the least"
    figures.append(Figure(name, min(free), "bytes", FREE, "more"))
    figures.append(Figure("heap: the shelf at power-on", tour.first, "bytes"))
    figures.append(Figure("heap: the shelf after the tour", left, "bytes", tour.first + KEPT))
    figures.append(Figure("heap: names and characters of the tour", kept, "bytes"))
    return figures


def exhibit(uf2: Path, tapes: tuple[str, ...] = TAPES) -> list[Figure]:
    """The most that is live in a session of any program that a visitor of an exhibit plays."""
    with Pico(uf2, filesystem=make_filesystem(EXHIBIT)) as pico:
        tour = Tour(pico, True)
        tour.everything()
        high = max(tour.play(*session_of(name)[1:]) for name in tapes)
    return [Figure("heap: with an exhibit on, live at most", high, "bytes", LIVE)]


def stock(uf2: Path, tapes: tuple[str, ...] = TAPES) -> list[Figure]:
    """From the zip on a stock board, where the heap holds the code, too: the start, how long each
    program takes to its first stop, with its picture, and how many run through their tapes.

    Each program has the board from power-on: names of modules that were loaded stay in the heap.
    """
    figures: list[Figure] = []
    for name in tapes:
        program, line, answers = session_of(name)
        shelf, taken, ran = _from_the_zip(line, answers)
        if not figures:
            figures.append(Figure("from the zip: shelf after power-on", shelf, "ms"))
        if ran:
            figures.append(Figure(f"from the zip: {program}, first stop", taken, "ms"))
    count = len(figures) - 1
    name = "from the zip: programs that run through their tapes"
    return [*figures, Figure(name, count, "programs", len(tapes), "more")]


def _from_the_zip(line: str, answers: list[str]) -> tuple[int, int, bool]:
    """Plays one session on a stock board; (ms from power-on to the shelf, ms to the first stop,
    whether it ran without an error).
    """
    files = {**release.firmware("RP2040"), "settings.txt": b"language=en\nspeed=fast\n"}
    with Pico(images.plain(), filesystem=make_filesystem(files, SIZES[1])) as pico:

        def typed(text: str) -> int:
            """Types a line; returns the milliseconds until nothing more is printed."""
            begun = last = pico.millis
            seen = len(pico.output)
            pico.send(text.encode() + b"\n")
            while pico.millis - last < QUIET:
                pico.run(10)
                if len(pico.output) > seen:
                    seen, last = len(pico.output), pico.millis
            return round(last - begun)

        pico.boot()
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output, 12_000, 5, "the shelf")
        shelf = round(pico.millis)
        typed("")
        mark = len(pico.output)
        taken = typed(line)
        for answer in answers:
            typed(answer)
        printed = pico.output[mark:]
        return shelf, taken, b"Error" not in printed and b"unknown program" not in printed


def keys(uf2: Path) -> list[Figure]:
    """What keys, lines and waiting cost on the bus and on the heap."""
    figures = []
    with used(uf2) as pico:
        pico.boot()
        pico.execute(START + "\n" + SETTLE)

        def bytes_of(code: str) -> int:
            pico.panel.reset_counters()
            pico.execute(code)
            return int(pico.panel.wire_bytes)

        for line in ("calculation-cobol lucky=14", *MOVES):
            pico.execute(f"app.activity.line({line!r}); settle()")
        pico.execute(f"app.buttons.push({UP}); settle()")
        table = max(bytes_of(f"app.buttons.push({key}); app.tick()") for key in (DOWN, UP))
        pico.execute("app.shelf(); settle(); app.activity.line('nim-table mode=play'); settle()")
        step = max(bytes_of(f"app.buttons.push({key}); app.tick()") for key in (UP, RIGHT, UP))
        figures.append(Figure("bus: one step of the picker", step, "bytes", 300))
        figures.append(Figure("bus: one step in Calculation's picture", table, "bytes", 300))
        for button, name in ((UP, "value"), (RIGHT, "field")):
            allocated = int(pico.execute(ALLOCATED.format(key=button)))
            name = f"heap: 100 key presses that change the {name}"
            figures.append(Figure(name, allocated, "bytes", 0))
        idle = int(pico.execute(IDLE))
        figures.append(Figure("heap: 100 turns of the loop at a stop", idle, "bytes", 0))
        for _ in range(3):
            pico.execute("app.activity.line('1 1 1'); settle()")  # until the screen is full
        # a row with all its columns in use, in place of one that was blank there
        pico.execute("app.sessions.screen._stage = 0")
        pico.execute("app.sessions.screen.transcript.put('ЖШЩ' * 8 + 'Ж')")
        row = bytes_of("app.tick()")
        figures.append(Figure("bus: one new line of paper, a full row", row, "bytes", 160))
        pico.execute("settle()")  # the rest of that line
        allocated = int(pico.execute(CHARACTERS).split()[-1])  # behind the line on the console
        figures.append(Figure("heap: 20 characters typed, with clicks", allocated, "bytes", 0))
        pico.execute("settle(); import time; " + MINUTE)
        dimming = bytes_of(MINUTE)
        figures.append(Figure("bus: dimming and shifting the picture", dimming, "bytes"))
        figures.append(Figure("bus: the whole frame, for comparison", 1044, "bytes"))
    return figures


MEASURES = {
    "room": room,
    "times": times,
    "keys": keys,
    "moves": bench_moves.moves,
    "tapes": bench_turns.tapes,
    "turns": bench_turns.turns,
    "wear": bench_turns.wear,
    "years": bench_years.years,
    "burn-in": burn_in.figures,
    "rest": bench_hand.rest,
    "update": bench_hand.update,
    "finder": bench_finder.finder,
    "heap": heap,
    "exhibit": exhibit,
    "stock": stock,
    "life": bench_life.engine,
    "pictures": bench_life.picture,
    "advice": bench_players.advice,
    "bids": bench_players.bids,
    "wins": bench_players.wins,
}
"""They are given the firmware image, and return figures in the order of the table."""

ELSEWHERE = ("years", "burn-in", "wins")
"""Measures that run on this Python, and so are the same for every board."""


def chosen(text: str) -> list[str]:
    """The measures that `--only` names. Raises ArgumentTypeError."""
    names = text.split(",")
    for name in names:
        if name not in MEASURES:
            raise argparse.ArgumentTypeError(
                f"no measure '{name}'; there are {', '.join(MEASURES)}"
            )
    return [name for name in MEASURES if name in names]


def draw(uf2: Path, folder: Path) -> None:
    """Writes life-speed.png, win-rate.png and burn-in.png. Raises OSError, WinRatesError."""
    from host_tools.measure import plots

    folder.mkdir(parents=True, exist_ok=True)
    plots.win_rate(*win_rates.read(win_rates.WIN_RATES), folder / "win-rate.png")
    plots.speed(bench_life.speeds(uf2), folder / "life-speed.png")
    pixels, whole = burn_in.week()
    title = "A week of visits: how long each pixel is lit, of the time"
    plots.heat(pixels, whole, burn_in.WIDTH, title, folder / "burn-in.png")


def report(
    figures: list[Figure], baseline: list[Figure], as_json: bool, say: Say, compared: bool = True
) -> int:
    """Prints the table, and on standard error what is wrong; 1 if anything is, else 0.

    `compared`: whether a figure may be no worse than the baseline.
    """
    if as_json:
        before = {figure.name: figure.value for figure in baseline}
        rows = [{**row._asdict(), "baseline": before.get(row.name)} for row in figures]
        say(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for line in table(figures, baseline):
            say(line)
    for line in warnings(figures):
        print(f"bench: warning: {line}", file=sys.stderr)
    wrong = faults(figures, baseline if compared else [])
    for line in wrong:
        print(f"bench: {line}", file=sys.stderr)
    return 1 if wrong else 0


def on_page(page: str, figures: list[Figure]) -> str:
    """The page of the figures with this table, without changes, for the one that it shows."""
    head = "\n$ make bench\n"
    before, found, rest = page.partition(head)
    if not found:
        raise ValueError(f"{PAGE.name} shows no {head.strip()}")
    lines = "\n".join(table(figures, figures))
    return f"{before}{head}{lines}\n```{rest.partition('```')[2]}"


def main(argv: list[str], say: Say = print) -> int:
    """Runs the command; exit status 0 all is well, 1 something is worse or failed, 2 usage."""
    parser = Parser(
        prog="host_tools bench",
        description="Measure the project's figures.",
        example="--only keys,heap",
    )
    parser.add_argument(
        "--board", choices=SDK.values(), default="pico", help="measure this one (default: pico)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--update", action="store_true", help="rewrite the baseline and docs/figures.md"
    )
    parser.add_argument(
        "--baseline",
        type=Path,
        default=BASELINE,
        metavar="FILE",
        help="compare with this baseline",
    )
    parser.add_argument(
        "--only", type=chosen, metavar="NAME,...",
        help="measure only these: " + ", ".join(MEASURES),
    )  # fmt: skip
    parser.add_argument("--plots", type=Path, metavar="FOLDER", help="also draw plots there")
    try:
        options = parser.parse_args(argv)
        own = options.board == "pico"
        only = options.only or [name for name in MEASURES if own or name not in ELSEWHERE]
        whole = len(only) == len(MEASURES)
        if options.update and not own:
            raise WrongUsage("--update: the baseline is the Pico's")
        if options.update and not whole:
            raise WrongUsage("--update needs all figures, and --only leaves some out")
        baseline = [] if options.update else read(options.baseline)
    except (WrongUsage, BaselineError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    try:
        uf2 = images.image(options.board)
        if options.plots is not None:
            draw(uf2, options.plots)
        figures = [figure for name in only for figure in MEASURES[name](uf2)]
        if not whole:
            names = {figure.name for figure in figures}
            baseline = [figure for figure in baseline if figure.name in names]
        before = figures if options.update else baseline
        status = report(figures, before, options.json, say, compared=own)
        if options.update:
            options.baseline.write_text(to_json(figures) + "\n", encoding="utf-8")
            if options.baseline == BASELINE:
                PAGE.write_text(on_page(PAGE.read_text("utf-8"), figures), encoding="utf-8")
        return status
    except (BuildError, PicoError, ValueError, win_rates.WinRatesError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"bench: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
