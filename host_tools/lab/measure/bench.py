# SPDX-License-Identifier: MIT
"""The project's figures, measured on the emulated Pico and compared with the committed ones.

    python3 -m host_tools lab bench [--board BOARD] [--flash] [--only NAME,...] [--update]

Emulated time, bytes on the I2C bus and bytes of heap are the same in every run of the same
firmware, on any machine; real time is not measured. Milliseconds, microseconds and rates are the
emulated Pico's.

The heap of a program is the most that is live during a session. Before that, a tour visits all
programs and their about pages. The session plays a short tape, then BACK shows the picture or the
paper. The heap is read at each prompt and after every eighth iteration of the main loop. Memory
that MicroPython never frees, for looked-up names and each character taken from a text, is counted
separately.

The adviser's heap is read while it shows its advice, without what the measurement itself defines.
The board has then counted its start as a success, ten seconds after power-on, and has freed what
it had kept for that: nobody plays as far as that in less.

`--flash` measures the times again, with the cache of the flash and the typical times of its chip
(host_tools/machine/cache.js), which takes several times as long. These figures have their own
baseline. The table shows the others next to them.

`--board pico2` measures the same on the Pico 2, next to the Pico's baseline. Then only the goals
count, not the comparison.

The exit status is 1 if a goal is missed or a figure is worse than the baseline. Worse means by
more than 2 %, and also by more than 256 bytes or 1 ms. A figure that uses 90 % of its goal only
causes a warning. `--update` writes the baseline, for an intended change.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from host_tools import paths
from host_tools.build import boards, images, release
from host_tools.build import uf2 as uf2_format
from host_tools.build.definition import SDK
from host_tools.emulator.images import SIZES
from host_tools.emulator.pico import Pico, PicoError, flash_time, make_filesystem
from host_tools.emulator.scenes import session_of
from host_tools.files import Files
from host_tools.lab import added_language
from host_tools.lab.measure import (
    bench_finder,
    bench_hand,
    bench_life,
    bench_loop,
    bench_mir,
    bench_moves,
    bench_players,
    bench_years,
)
from host_tools.lab.measure.figures import (
    Figure,
    faults,
    read,
    table,
    to_json,
    warnings,
)
from host_tools.lab.short_sessions import IMPORTS, TAPES
from host_tools.usage import Parser, WrongUsage, tell
from teletype import version
from teletype.programs import catalogue

BASELINE = Path(__file__).parent / "baseline.json"
FLASH_BASELINE = Path(__file__).parent / "baseline_flash.json"
"""Without and with the time of the flash."""
PAGE = paths.ROOT / "docs" / "figures.md"
"""Page that shows the baseline as a table."""


def quiet(pico: Pico, milliseconds: int = 40, limit: int = 2000) -> float:
    """Run until the panel is left alone for `milliseconds`, but for `limit` ms at most.

    Return when it was last written to, in emulated milliseconds since power-on.
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
    """Return a Pico whose language is already chosen; a new one would ask for it."""
    return Pico(uf2, filesystem=make_filesystem({"settings.txt": b"language=en\n"}))


START = IMPORTS + "from teletype import start; app = start.start(); app.fast = True"

QUIET = 3000
"""Milliseconds without output after which a board counts as waiting."""

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
    for step in range(100):
        app.buttons.push({key}); app.tick()
    allocated = gc.mem_alloc() - before
    gc.enable()
    return allocated
print(presses())
"""

CHARACTERS = """
def characters():
    app.fast, app.character = False, 0
    app.sessions.screen.print_on()
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
"""Loop steps for a picture's work at a prompt: the adviser needs fewer, Life never ends."""

MINUTE = "app.saver._since = time.ticks_add(app.saver._since, -60_000); app.tick()"
"""Makes the device believe that a minute has passed."""

TOUR = """
from time import sleep_ms
from micropython import qstr_info
high = 0
def look():
    global high
    gc.collect()
    high = max(high, gc.mem_alloc())
def steps():
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
        steps()
        app.activity.line(answer)
    steps()
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
def steps():
    gc.collect(); gc.disable()
    before = gc.mem_alloc()
    for step in range(100):
        app.tick(); sleep_ms(10)
    allocated = gc.mem_alloc() - before
    gc.enable()
    return allocated
print(steps())
"""

UP, DOWN, RIGHT, BACK = 0, 1, 3, 5

MOVES = ("1", "2", "3", "4", "1", "0")
"""Answers after which the picture of Calculation offers a move, long before the next card."""

LARGER: tuple[tuple[str, str, list[str]], ...] = (
    ("evolution, the largest field", "evolution m=64 n=128 z=20", []),
    ("evolution, the plane", "evolution m=40 n=40 r=20 cells=9:9,9:10,10:8,10:9 space=plane", []),
    ("yen, against master", "yen opponent=master", ["1000"] * 9),
    ("mir, with an array of 1500 numbers", "mir program=primes pace=fast", ["M=30", "M=2"]),
)
"""Setups that need more than others of their program: the whole panel with ages; a table; an
array."""


def times(uf2: Path) -> list[Figure]:
    """How long a person waits for the start and for the effect of a key."""
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
        tap(pico, "UP")  # the first press replaces the paper with the picture
        picture = slowest(pico, ("DOWN", "UP"))
    return [
        Figure("power-on to the first pixels", round(first), "ms", 150),
        Figure("power-on to the shelf", round(shelf), "ms", 300),
        Figure("key to the last byte, slowest of 12", picker, "ms", 15),
        Figure("the same in the picture of Calculation", picture, "ms", 15),
    ]


def answer(pico: Pico, line: str) -> None:
    """Type a line and wait for the next prompt."""
    stops = pico.output.count("◊".encode())
    pico.send(f"{line}\n".encode())
    pico.run_until(lambda: pico.output.count("◊".encode()) > stops, 60_000, step_ms=20)
    quiet(pico)


def tap(pico: Pico, key: str) -> float:
    """Press and release a button; return ms from the press to the last byte on the bus."""
    pressed = pico.millis
    pico.press(key)
    late = quiet(pico) - pressed
    pico.release(key)
    quiet(pico)
    return late


def slowest(pico: Pico, keys: tuple[str, ...]) -> int:
    """Return the milliseconds from a press to the last byte on the bus, the most of 12 presses."""
    late = []
    for number in range(12):
        if number % 3 == 0:  # just after the sign ◊ has blinked or the panel was polled
            pico.panel.reset_counters()
            pico.run_until(lambda: pico.panel.wire_bytes > 0, 2000, what="bytes on the bus")
            quiet(pico)
        pico.run(number)  # a different moment of the loop's sleep each time
        late.append(tap(pico, keys[number % len(keys)]))
    return round(max(late))


def room(uf2: Path) -> list[Figure]:
    """How much of the flash in front of the files is taken, to make growth visible."""
    pieces = uf2_format.read(uf2, uf2_format.chip(uf2))
    end = max(offset + len(data) for offset, data in pieces)
    return [Figure("image: bytes in front of the files", end, "bytes", 1024 * boards.LEAST_IMAGE)]


EXHIBIT = {
    "settings.txt": b"language=en\nspeed=fast\n",
    "exhibit.txt": b"lock=no\nidle=3600\n",
}
"""Files of an exhibit that accepts Ctrl-C and does not ask whether anybody is there."""

RESTS = 320
"""Milliseconds between keys: an exhibit ignores keys earlier than this on a new screen."""

LIVE = 64 * 1024
FREE = 96 * 1024
"""Goals in bytes: most that is live with a program, least in one free block at a prompt."""

KEPT = 1024
"""Most bytes that may be live on the shelf after the tour in addition to those at power-on."""


BLOCK = 16
"""Bytes in a block of the heap on the RP2040."""


class Tour:
    """A Pico on which every program is visited, to see what each of them leaves.

    `exhibit`: it is an exhibit with a quick visitor. `first`: bytes live at power-on on the shelf
    or the cards, without those of TOUR itself.
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
        """Return (live bytes, bytes of names and characters among them)."""
        printed = self._pico.execute("live()")
        names = int(printed.rsplit("n_total_bytes=", 1)[1].split()[0])
        return int(printed.rsplit("live ", 1)[1].split()[0]) - self._own, names

    def play(self, line: str, answers: list[str]) -> int:
        """Return the most bytes live in a session that `line` starts and `answers` continue."""
        self._pico.execute(f"play({line!r}, {answers!r})", timeout_ms=60_000)
        high = int(self._pico.execute("print(high)"))
        return high - self._own - (self._live()[1] - self.names)

    def free(self, line: str) -> int:
        """Return the bytes of the largest free block of the heap at a session's first prompt."""
        self._pico.execute(f"play({line!r}, [])", timeout_ms=60_000)
        info = self._pico.execute("gc.collect(); import micropython; micropython.mem_info()")
        return BLOCK * int(info.rsplit("max free sz: ", 1)[1].split()[0])

    def pages(self) -> list[str]:
        """Open the about page of each program; return their titles."""
        rows = 2 * len(catalogue.NAMES)  # there are also headings and other rows
        return self._pico.execute(f"pages({rows})", timeout_ms=60_000).splitlines()

    def everything(self) -> None:
        """Visit each program and each about page; PicoError if a page is not found."""
        for name in TAPES:
            self.play(*session_of(name)[1:])
        missing = set(catalogue.NAMES) - set(self.pages())
        if missing:
            raise PicoError(f"about pages that were not seen: {missing}")

    def end(self) -> tuple[int, int]:
        """Return (live bytes on the shelf, bytes of names and characters added by the tour)."""
        self.play("dates", [])  # a session that ends, so that none stays in memory
        self._pico.execute("shelf()", timeout_ms=60_000)
        live, names = self._live()
        return live - (names - self.names), names - self.names


def heap(uf2: Path, tapes: tuple[str, ...] = TAPES) -> list[Figure]:
    """Live heap in a session of each program, the handheld included, and what the tour leaves.

    Raises PicoError if the tour does not find an about page, as does `exhibit`.
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
    name = "heap: largest free block at a prompt, the least"
    figures.append(Figure(name, min(free), "bytes", FREE, "more"))
    figures.append(Figure("heap: the shelf at power-on", tour.first, "bytes"))
    figures.append(Figure("heap: the shelf after the tour", left, "bytes", tour.first + KEPT))
    figures.append(Figure("heap: names and characters of the tour", kept, "bytes"))
    return figures


def exhibit(uf2: Path, tapes: tuple[str, ...] = TAPES) -> list[Figure]:
    """The most that is live in any session that a visitor of an exhibit plays."""
    with Pico(uf2, filesystem=make_filesystem(EXHIBIT)) as pico:
        tour = Tour(pico, True)
        tour.everything()
        high = max(tour.play(*session_of(name)[1:]) for name in tapes)
    return [Figure("heap: with an exhibit on, live at most", high, "bytes", LIVE)]


TOO_LARGE = ("mir",)
"""Programs that a stock Pico has no memory for."""


def stock(uf2: Path, tapes: tuple[str, ...] = TAPES) -> list[Figure]:
    """Figures of the zip on a stock board, where the heap also holds the code.

    They are the time to the shelf, each program's time to its first prompt with its picture, and
    how many programs run through their tapes: in English, and in Ukrainian with the largest texts.
    Each program has the board from power-on, because the names of loaded modules stay in the heap.
    """
    files = release.firmware("RP2040")
    figures: list[Figure] = []
    counts: list[Figure] = []
    for language in ("en", "uk"):
        count = 0
        for name in tapes:
            program, line, answers = session_of(name)
            shelf, taken, ran = _from_the_zip(files, language, line, answers)
            count += ran
            if language == "en" and not figures:
                figures.append(Figure("from the zip: shelf after power-on", shelf, "ms"))
            if language == "en" and ran:
                figures.append(Figure(f"from the zip: {program}, first prompt", taken, "ms"))
        label = f"from the zip: programs that run through their tapes ({language})"
        counts.append(Figure(label, count, "programs", len(tapes) - len(TOO_LARGE), "more"))
    return figures + counts


def _from_the_zip(
    files: Files, language: str, line: str, answers: list[str]
) -> tuple[int, int, bool]:
    """Play one session on a stock board that has `files`, with messages in `language`.

    Return (ms from power-on to the shelf, ms to the first prompt, whether it ran without an
    error).
    """
    settings = f"language={language}\nmessages=translated\nspeed=fast\n"
    content = {**files, "settings.txt": settings.encode()}
    with Pico(images.plain(), filesystem=make_filesystem(content, SIZES[1])) as pico:

        def typed(text: str) -> int:
            """Type a line; return the milliseconds until the last output."""
            begun = last = pico.millis
            seen = len(pico.output)
            pico.send(text.encode() + b"\n")
            while pico.millis - last < QUIET:
                pico.run(10)
                if len(pico.output) > seen:
                    seen, last = len(pico.output), pico.millis
            return round(last - begun)

        pico.boot()
        greeting = bytes(version.VERSION, "ascii")
        pico.run_until(lambda: greeting in pico.output, 12_000, 5, "the shelf")
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
        figures.append(Figure("heap: 100 loop steps at a prompt", idle, "bytes", 0))
        for _ in range(3):
            pico.execute("app.activity.line('1 1 1'); settle()")  # until the screen is full
        # a row that uses all its columns and replaces a blank one
        pico.execute("app.sessions.screen.print_on()")
        pico.execute("app.sessions.screen.transcript.put('ЖШЩ' * 8 + 'Ж')")
        row = bytes_of("app.tick()")
        figures.append(Figure("bus: one new line of paper, a full row", row, "bytes", 160))
        pico.execute("settle()")  # the rest of that line
        allocated = int(pico.execute(CHARACTERS).split()[-1])  # the console's line comes first
        figures.append(Figure("heap: 20 characters typed, with clicks", allocated, "bytes", 0))
        pico.execute("settle(); import time; " + MINUTE)
        dimming = bytes_of(MINUTE)
        figures.append(Figure("bus: dimming and shifting the picture", dimming, "bytes"))
        figures.append(Figure("bus: the whole frame, for comparison", 1044, "bytes"))
    return figures


def language(uf2: Path) -> list[Figure]:
    """What a language costs that is a file on the board: German under another code."""
    data = added_language.german()
    shelf: list[int] = []
    live: list[int] = []
    plain: Files = {}
    line = version.VERSION.encode()  # the shelf says it in every language
    for settings, files in ((b"language=de\n", plain), (b"language=zz\n", {"zz.lang": data})):
        filesystem = make_filesystem({"settings.txt": settings, **files})
        with Pico(uf2, filesystem=filesystem) as pico:
            pico.boot()
            pico.run_until(lambda: line in pico.output, 3000, what="the shelf")
            shelf.append(round(quiet(pico)))
        with Pico(uf2, filesystem=filesystem) as pico:
            live.append(Tour(pico).play("nim heaps=7,8,4", ["1,1"]))
    return [
        Figure("language in a file: its bytes", len(data), "bytes", 32768),
        Figure("language in a file: later shelf", shelf[1] - shelf[0], "ms", 60),
        Figure("language in a file: more heap", live[1] - live[0], "bytes", 12288),
    ]


MEASURES = {
    "room": room,
    "times": times,
    "keys": keys,
    "moves": bench_moves.moves,
    "tapes": bench_loop.tapes,
    "loop": bench_loop.loop,
    "wear": bench_loop.wear,
    "years": bench_years.years,
    "rest": bench_hand.rest,
    "update": bench_hand.update,
    "finder": bench_finder.finder,
    "heap": heap,
    "exhibit": exhibit,
    "stock": stock,
    "language": language,
    "life": bench_life.engine,
    "pictures": bench_life.picture,
    "mir": bench_mir.figures,
    "advice": bench_players.advice,
    "bids": bench_players.bids,
    "wins": bench_players.wins,
}
"""Each takes the firmware image and returns figures in the order of the table."""

ELSEWHERE = ("years", "wins")
"""Measures that run on this Python, so they are the same for every board."""

FLASH = (
    "times", "moves", "tapes", "loop", "rest", "update", "finder", "life", "pictures", "advice",
    "bids",
)  # fmt: skip
"""Measures of times that `--flash` repeats."""

FLASH_GOALS = {
    "longest loop step in a tour of all screens": 210,
    "a screen opens, the slowest of the tour": 350,
    "update: one module": 4000,
    "adviser: a decision early in a game": 2500,
    "adviser: a decision, median of a game": 1400,
    "adviser: longest decision of a game": 2500,
    "adviser: longest without a poll of the keys": 105,
    "life: frames of 165 blinkers all over": 24,
    "life: frames of 165 blinkers, bus at 1 MHz": 37,
}
"""Goals that are others with the time of the flash; docs/figures.md says why."""


def chosen(text: str) -> list[str]:
    """Return the measures that `--only` names. Raises ArgumentTypeError."""
    names = text.split(",")
    for name in names:
        if name not in MEASURES:
            raise argparse.ArgumentTypeError(
                f"unknown measure '{name}'; the measures are {', '.join(MEASURES)}"
            )
    return [name for name in MEASURES if name in names]


def report(
    figures: list[Figure],
    baseline: list[Figure],
    compared: bool,
    others: Sequence[Figure],
    title: str,
) -> int:
    """Print the table, and faults on standard error; return 1 if there is a fault, else 0.

    `compared`: whether a figure that is worse than the baseline is a fault. The other two: as for
    `table`.
    """
    print("\n".join(table(figures, baseline, others, title)))
    for line in warnings(figures):
        tell(f"bench: warning: {line}\n")
    wrong = faults(figures, baseline if compared else [])
    for line in wrong:
        tell(f"bench: {line}\n")
    return 1 if wrong else 0


def on_page(page: str, figures: list[Figure], flash: list[Figure]) -> str:
    """Return the page of figures with its table replaced by these baselines.

    `flash`: the figures with the flash's time.
    """
    head = "\n$ make bench\n"
    before, found, rest = page.partition(head)
    if not found:
        raise ValueError(f"{PAGE.name} shows no {head.strip()}")
    lines = "\n".join(table(figures, figures, flash, "flash"))
    return f"{before}{head}{lines}\n```{rest.partition('```')[2]}"


def main(argv: list[str]) -> int:
    """Run the command; exit status 0 all is well, 1 a goal is missed or a figure is worse."""
    parser = Parser(
        prog="host_tools lab bench",
        description="Measure the project's figures.",
        example="--only keys,heap",
    )
    parser.add_argument(
        "--board", choices=SDK.values(), default="pico", help="measure this one (default: pico)"
    )
    parser.add_argument(
        "--flash", action="store_true", help="measure the times with that of the flash"
    )
    parser.add_argument(
        "--update", action="store_true", help="rewrite the baseline and docs/figures.md"
    )
    parser.add_argument(
        "--only", type=chosen, metavar="NAME,...",
        help="measure only these: " + ", ".join(MEASURES),
    )  # fmt: skip
    options = parser.parse_args(argv)
    own = options.board == "pico"
    every = [
        name
        for name in MEASURES
        if (name in FLASH if options.flash else own or name not in ELSEWHERE)
    ]
    only = options.only or every
    whole = set(every) <= set(only)
    if options.update and not own:
        raise WrongUsage("--update: the baseline is the Pico's")
    if options.update and not whole:
        raise WrongUsage("--update needs all figures, and --only leaves some out")
    if options.flash and not set(only) <= set(FLASH):
        raise WrongUsage(f"--flash measures only {', '.join(FLASH)}")
    file, other = (FLASH_BASELINE, BASELINE) if options.flash else (BASELINE, FLASH_BASELINE)
    baseline = [] if options.update else read(file)
    others = read(other)
    uf2 = images.image(options.board)
    with flash_time("typical" if options.flash else "none"):
        figures = [figure for name in only for figure in MEASURES[name](uf2)]
    if options.flash:
        figures = [each._replace(goal=FLASH_GOALS.get(each.name, each.goal)) for each in figures]
    if options.update:
        baseline = figures
    elif not whole:
        names = {figure.name for figure in figures}
        baseline = [figure for figure in baseline if figure.name in names]
    title = "no flash" if options.flash else "flash"
    status = report(figures, baseline, own, others, title)
    if options.update:
        file.write_text(to_json(figures) + "\n", encoding="utf-8")
        both = (others, figures) if options.flash else (figures, others)
        PAGE.write_text(on_page(PAGE.read_text("utf-8"), *both), encoding="utf-8")
    return status
