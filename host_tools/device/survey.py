# SPDX-License-Identifier: MIT
"""Measure a board and compare it with the emulated one: `python3 -m host_tools survey --on PORT`.

It takes about five minutes. The report is a Markdown table: the value of this board, that of the
emulated one, and whether the difference matters. After it comes what to do. It has no serial
number, no path and no name of an owner, so it can be sent as it is.

Nothing is changed on the board: see `survey_code`. At the end the board restarts. If the cable is
pulled, or a measurement fails, the report says so and has the values up to then.

survey.json has the values of the emulated boards, with the typical times of the flash
(`--reference` writes them).
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from host_tools import files, paths, version
from host_tools.device import survey_code as code
from host_tools.device.board import Board
from host_tools.device.link import Link
from host_tools.progress import Bar
from host_tools.sessions.by_name import open_target, wiring_option
from host_tools.sessions.replay import replay_file
from host_tools.sessions.targets import BoardError, BoardRefused, TargetError
from host_tools.usage import Parser, WrongUsage, complain, shown, tell

REFERENCE = Path(__file__).with_name("survey.json")
"""The values of the emulated boards."""

SECONDS = 5
"""Seconds for which the board's clock is compared with the computer's."""

PRESSES = 10
PATIENCE_S = 15
"""Seconds without a press after which a button is skipped."""

DEBOUNCE_MS = 20
"""Milliseconds of bouncing that the firmware tolerates (teletype.drivers.buttons)."""

SIZES = {"pico": 2 << 20, "pico2": 4 << 20}
"""Bytes of flash that the images expect."""

MAKERS = {
    "ef": "Winbond", "c8": "GigaDevice", "85": "Puya", "0b": "XTX", "68": "Boya", "5e": "Zbit",
    "20": "XMC or Micron", "c2": "Macronix", "9d": "ISSI", "bf": "Microchip",
}  # fmt: skip
"""Makers of flash chips by the first byte of the JEDEC ID, without its bank."""

TITLES = {
    "machine": "board",
    "revision": "chip: revision",
    "rom": "boot ROM: version",
    "hertz": "processor clock, Hz",
}
"""The values that are shown as they are."""

TEXTS = {
    "machine": ".{1,80}", "flash": "[0-9a-f]{6}", "status": "on|off", "found": "[a-z0-9]{1,8}",
    "controller": "[a-z0-9]{1,8}",
}  # fmt: skip
"""The values that are no integers, and what they may be."""

Values = dict[str, Any]
"""By name: an integer, a text, or for the tapes a dictionary."""


class Row(NamedTuple):
    """A line of the report; `advice` is "" if the difference does not matter."""

    name: str
    value: str
    emulated: str
    differs: bool = False
    advice: str = ""


class Compared(NamedTuple):
    """How a number is shown and compared: it may be `low` to `high` times the emulated one."""

    name: str
    title: str
    unit: str
    divisor: int
    low: float
    high: float
    advice: str = ""


FLASH_SLOW = (
    "the flash is slower than most: the panel shows a sign while something is saved; wait for it "
    "before you cut the power"
)

NUMBERS = (
    Compared("erase", "flash: a sector is erased in", "ms", 1000, 0, 3, FLASH_SLOW),
    Compared("program", "flash: a page is programmed in", "ms", 1000, 0, 4, FLASH_SLOW),
    Compared("heap", "memory heap, free", "bytes", 1, 0.95, 1.05, "something takes memory "
             "before the handheld starts: look at `boot.py` on the board; programs may stop"),
    Compared("key", "a row after a key, drawn and sent", "ms", 1000, 0, 1.5,
             "keys answer late: a bus below 400 kHz in `/board.py` does that, or a slow flash"),
    Compared("life", "Life, 64×128", "ticks/s", 1, 0.8, 1.5, "the processor is slower than it "
             "should be: compare the row of its clock"),
    Compared("adviser", "a decision of Calculation's adviser", "ms", 1, 0.5, 1.25, "the processor "
             "is slower than it should be: compare the row of its clock"),
)  # fmt: skip


class Survey:
    """A board on a link whose raw REPL is open; `values` fills while the steps run.

    `asked` is called with the text of a request to the person.
    """

    def __init__(
        self, board: Board, asked: Callable[[str], None], bar: Callable[[str], None]
    ) -> None:
        self.board = board
        self.link: Link = board.link
        self.values: Values = {}
        self.failed: list[str] = []
        """What the board said of measurements that failed."""
        self._asked = asked
        self._bar = bar

    def run(self, piece: str, seconds: float = 20) -> None:
        """Run a piece of code; keep the values that it prints."""
        for line in self.link.lines(code.HEAD + piece, code.TOLD, seconds):
            text = shown(line.decode("utf-8", "replace"))
            if match := re.fullmatch(r"=([a-z0-9]+) (.{1,80})", text):
                name, value = match[1], match[2]
                if not re.fullmatch(TEXTS.get(name, r"\d{1,12}"), value):
                    raise BoardError(f"unexpected value from the board: '{text}'")
                self.values[name] = value if name in TEXTS else int(value)
            elif text.startswith("!"):
                self.failed.append(text[1:200])
            else:
                raise BoardError(f"unexpected line from the board: '{text[:200]}'")

    @property
    def kind(self) -> str:
        """The emulated board to compare with."""
        return "pico2" if "RP2350" in str(self.values.get("machine", "")) else "pico"

    # The steps, each with the text of the progress bar

    def chip(self) -> None:
        """Ask what it is, before anything that only these chips can do."""
        self.run("import sys\nsay('machine', getattr(sys.implementation, '_machine', '?'))\n")
        if not re.search("RP2040|RP2350", str(self.values.get("machine"))):
            raise BoardRefused("survey knows boards with an RP2040 or RP2350 only")
        self.run(code.CHIP)

    def identity(self) -> None:
        self.run(code.identity(self.kind == "pico2"))

    def clock(self) -> None:
        """Let the board count microseconds between two lines, and look at our own clock."""
        piece = f"from time import sleep_ms\n{code.CLOCK}sleep_ms({1000 * SECONDS})\n{code.CLOCK}"
        ticks, times = [], []
        for line in self.link.lines(code.HEAD + piece, 2, 2 * SECONDS):
            times.append(self.link.now())
            match = re.fullmatch(rb"=ticks (\d{1,12})", line)
            if match is None:
                raise BoardError("unexpected line from the board (its clock)")
            ticks.append(int(match[1]))
        if len(ticks) != 2 or times[1] <= times[0]:
            raise BoardError("the board's clock does not run")
        counted = (ticks[1] - ticks[0]) % (1 << 30)
        self.values["ppm"] = round((counted / (times[1] - times[0]) / 1e6 - 1) * 1e6)

    def flash(self) -> None:
        self.run(code.FLASH_TIMES, 60)

    def bus(self) -> None:
        self.run(code.BUS)

    def panel(self) -> None:
        self.run(code.PANEL)

    def speeds(self) -> None:
        self.run(code.SPEEDS, 60)

    def buttons(self) -> None:
        """Time the bounce of each button that has a pin of its own."""
        self.run(code.BUTTONS)
        piece = (
            "from teletype.handheld.parts import board_file\nboard_file.choose()\n"
            "has = board_file.values()\n"
            "for name, pin in has['BUTTONS'].items(): say('pin', '%s %d %d' % "
            "(name, pin, name not in has.get('HIGH', ())))\n"
        )
        pins = []
        for line in self.link.lines(code.HEAD + piece, 8):
            match = re.fullmatch(rb"=pin ([A-Z]{2,5}) (\d{1,2}) ([01])", line)
            if match is None:
                raise BoardError("unexpected line from the board (its buttons)")
            pins.append((match[1].decode(), int(match[2]), int(match[3])))
        found = self.values["bounce"] = {}
        for name, pin, rest in pins:
            self._asked(f"press {name} {PRESSES} times (or wait {PATIENCE_S} s to skip it)")
            piece = f"print('=', *bounce({pin}, {rest}, {PRESSES}, {1000 * PATIENCE_S}))\n"
            lines = list(self.link.lines(piece, 1, (PRESSES + 1) * PATIENCE_S + 5))
            match = re.fullmatch(rb"= (\d{1,2}) (\d{1,9})", b"".join(lines))
            if match is None:
                raise BoardError("unexpected line from the board (a button)")
            if int(match[1]):
                found[name] = int(match[2])

    def tapes(self) -> None:
        """Replay all reference tapes, each with its time."""
        found: dict[str, int] = {}
        self.values["tapes"] = found
        wrong = self.values["wrong"] = []
        for path in sorted(paths.TAPES.glob("*.tape")):
            self._bar(path.stem)
            begun = self.link.now()
            if difference := replay_file(path, self.board):
                wrong.append(path.stem)
                self.failed.append(f"{path.stem}: {shown(difference)[:150]}")
            found[path.stem] = round(1000 * (self.link.now() - begun))


STEPS: dict[str, Callable[[Survey], None]] = {
    "chip": Survey.chip,
    "identity": Survey.identity,
    "clock": Survey.clock,
    "flash": Survey.flash,
    "bus": Survey.bus,
    "panel": Survey.panel,
    "speeds": Survey.speeds,
    "buttons": Survey.buttons,
    "tapes": Survey.tapes,
}
"""By name, in their order; all but the first can be skipped."""


def steps(survey: Survey, names: list[str]) -> str:
    """Run steps; return why they ended early, or "". A step that fails does not end the others."""
    for name in names:
        survey._bar(name)
        try:
            STEPS[name](survey)
        except BoardRefused:
            raise
        except BoardError as error:
            try:
                if name == "chip" or not survey.link.execute("print(1)", 1):
                    raise error
            except BoardError:
                return str(error)
            survey.failed.append(f"{name}: {error}")
        except TargetError as error:
            survey.failed.append(f"{name}: {error}")
    return ""


# The report


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".") if value < 100 else f"{value:.0f}"


def _identity(found: Values, other: Values, size: int) -> Row:
    flash = str(found["flash"])
    maker = MAKERS.get(flash[:2], "unknown maker")
    power = int(flash[4:6], 16)
    held = 1 << power if 16 <= power <= 28 else 0
    text = f"{flash} ({maker}, {held // 1024} KiB)"
    advice = ""
    if held < size:
        advice = (
            f"the image expects {size // 1024} KiB of flash, and the chip says {held // 1024}: "
            "files may be lost; do not use this image on this board"
        )
    return Row("flash: identity (JEDEC) and size", text, str(other.get("flash", "")),
               flash != other.get("flash"), advice)  # fmt: skip


def _bus(found: Values, other: Values) -> Iterator[Row]:
    for khz in (100, 400, 1000):
        name = f"errors{khz}"
        if name not in found:
            continue
        wrong = int(found[name])
        advice = ""
        if wrong and khz < 1000:
            slower = "`freq` of 100_000 in `/board.py`, or " if khz == 400 else ""
            advice = f"errors at {khz} kHz: {slower}shorter wires, or pull-up resistors of 4.7 kΩ"
        yield Row(f"bus: errors of 100 transfers at {khz} kHz", str(wrong),
                  str(other.get(name, "")), wrong != other.get(name), advice)  # fmt: skip
    if "found" in found:
        said, controller = str(found["found"]), str(found.get("controller", ""))
        sent = f"{said}, status {found.get('status', 'not read')}"
        known = str(other.get("found", ""))
        # an SSD1309 cannot be told from an SSD1306, nor can a panel that is never read
        ours = {"ssd1309": "ssd1306"}.get(controller, controller)
        advice = ""
        if said == "none":
            advice = "the panel does not answer: check its four wires and its address"
        elif said != ours:
            advice = f"`/board.py` says {controller}, the panel looks like an {said}: try that"
        yield Row("panel: what it reads back", sent, known, said != known, advice)


def rows(found: Values, reference: dict[str, Values]) -> list[Row]:
    """Return the lines of the report for values, next to those of the emulated boards."""
    kind = "pico2" if "RP2350" in str(found.get("machine", "")) else "pico"
    other = reference.get(kind, {})
    table = []
    for name, title in TITLES.items():
        if name in found:
            value, known = str(found[name]), str(other.get(name, ""))
            table.append(Row(title, value, known, value != known))
    if "flash" in found:
        table.append(_identity(found, other, SIZES[kind]))
    if "ppm" in found:
        percent = found["ppm"] / 1e4
        advice = ""
        if abs(percent) > 1:
            advice = (
                f"the clock is {abs(percent):.1f} % {'fast' if percent > 0 else 'slow'}: a "
                "printer may print wrong characters (choose a slower rate); times are off as much"
            )
        table.append(Row("clock, against this computer's", f"{percent:+.2f} %", "+0.00 %",
                         abs(percent) > 0.2, advice))  # fmt: skip
    table += [_compared(each, found, other) for each in NUMBERS if each.name in found]
    if found.get("sectors") == 0:
        table.append(Row("flash: times", "not measured: no erased sector is free", ""))
    table += _bus(found, other)
    for name, microseconds in found.get("bounce", {}).items():
        advice = ""
        if microseconds >= 1000 * DEBOUNCE_MS:
            advice = (
                f"{name} bounces longer than {DEBOUNCE_MS} ms and gives two presses for one: "
                "replace the button, or build with a longer DEBOUNCE in "
                "`firmware/teletype/drivers/buttons.py`"
            )
        table.append(Row(f"bounce of {name}", f"{_number(microseconds / 1000)} ms", "0 ms",
                         microseconds > 1000, advice))  # fmt: skip
    if "tapes" in found:
        table.append(_tapes(found, other))
    return table


def _compared(each: Compared, found: Values, other: Values) -> Row:
    value, known = int(found[each.name]), int(other.get(each.name, 0))
    within = known and each.low <= value / known <= each.high
    return Row(
        each.title,
        f"{_number(value / each.divisor)} {each.unit}",
        f"{_number(known / each.divisor)} {each.unit}" if known else "",
        not known or not 0.98 <= value / known <= 1.02,
        each.advice if known and not within else "",
    )


def _tapes(found: Values, other: Values) -> Row:
    mine, known = found["tapes"], other.get("tapes", {})
    both = [name for name in mine if name in known]
    total, before = sum(mine[name] for name in both), sum(known[name] for name in both)
    value = f"{len(mine) - len(found['wrong'])} of {len(mine)} as recorded"
    if both:
        value += f"; {_number(total / 1000)} s for {len(both)} of them"
    advice = ""
    if found["wrong"]:
        advice = f"paper differs from the tapes: {', '.join(found['wrong'][:5])}: please report it"
    slow = bool(before) and total > 1.5 * before
    if slow and not advice:
        advice = "programs run slower than they should: compare the rows of clock and flash"
    return Row("reference tapes", value, f"{_number(before / 1000)} s" if both else "",
               bool(found["wrong"]) or slow, advice)  # fmt: skip


TITLE = "# Survey of a board"
"""The first line of a report."""


def report(found: Values, reference: dict[str, Values], failed: list[str], ended: str) -> str:
    """Return the report as Markdown."""
    table = rows(found, reference)
    lines = [TITLE, "", f"{version.line()}, compared with the emulated board.", ""]
    lines += ["| | this board | emulated | |", "| --- | --- | --- | --- |"]
    for row in table:
        sign = "**matters**" if row.advice else "differs" if row.differs else "the same"
        cells = [cell.replace("|", "\\|") for cell in (row.name, row.value, row.emulated, sign)]
        lines.append(f"| {' | '.join(cells)} |")
    matters = [row for row in table if row.advice]
    lines += ["", "## What to do", ""]
    lines += [f"- {row.name}: {row.advice}." for row in matters] or ["Nothing."]
    if failed:
        lines += ["", "## Not measured", "", *(f"- {line}" for line in failed)]
    differing = sum(row.differs for row in table)
    lines += ["", f"{len(table)} values, {differing} differ, {len(matters)} matter."]
    if ended:
        lines.append(f"The survey ended early: {ended}.")
    return "\n".join([*lines, ""])


def known() -> dict[str, Values]:
    """Return the values of the emulated boards."""
    found: dict[str, Values] = json.loads(REFERENCE.read_text("utf-8"))
    return found


def chosen(names: str) -> list[str]:
    """Return the steps without those that `--skip` names. Raises WrongUsage."""
    skipped = names.split(",") if names else []
    for name in skipped:
        if name not in STEPS or name == "chip":
            can = ", ".join(list(STEPS)[1:])
            raise WrongUsage(f"--skip {shown(name)}: unknown; it can be {can}")
    return [name for name in STEPS if name not in skipped]


def survey(board: Board, names: list[str], asked: Callable[[str], None]) -> tuple[Survey, str]:
    """Measure a board; return the survey, and why it ended early, or ""."""
    count = len(names) + ("tapes" in names) * len(list(paths.TAPES.glob("*.tape")))
    bar = Bar(count, "step")
    found = Survey(board, asked, bar.step)
    try:
        return found, steps(found, names)
    finally:
        bar.clear()


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools survey",
        description="Measure a board and compare it with the emulated one.",
        example="--on /dev/ttyACM0 --out survey.md",
    )
    parser.add_argument(
        "--on", default="board", metavar="PORT",
        help="serial port of the board, pico or pico2 (default: the one on USB)",
    )  # fmt: skip
    wiring_option(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE.md", help="write the report to this file"
    )
    parser.add_argument(
        "--skip", default="", metavar="NAME,...", help=f"leave out: {', '.join(list(STEPS)[1:])}"
    )
    if not paths.INSTALLED:
        parser.add_argument(
            "--reference", action="store_true",
            help="record the values of an emulated board, for the repository",
        )  # fmt: skip
    options = parser.parse_args(argv)
    names = chosen(options.skip)
    if options.on in ("host", "unix"):
        raise WrongUsage("--on needs a board: a serial port, pico or pico2")
    if options.out:
        files.check_option("--out", options.out, files.Kind("a report", (TITLE.encode(),)))
    recording = getattr(options, "reference", False)
    if recording and options.on not in ("pico", "pico2"):
        raise WrongUsage("--reference needs an emulated board: --on pico or pico2")
    with _flash_time(recording), open_target(options.on, options.wiring) as board:
        assert isinstance(board, Board)
        found, ended = survey(board, names, lambda text: tell(f"{text}\n"))
    if recording:
        everything = known() if REFERENCE.exists() else {}
        everything.setdefault(options.on, {}).update(found.values)
        text = json.dumps(everything, indent=1, ensure_ascii=False, sort_keys=True)
        files.put(REFERENCE, f"{text}\n".encode())
        return 1 if ended else 0
    text = report(found.values, known(), found.failed, ended)
    if options.out:
        try:
            files.put(options.out, text.encode())
        except OSError as error:
            complain(f"survey: {shown(str(options.out))}: {error.strerror}")
            sys.stdout.write(text)
            return 1
    else:
        sys.stdout.write(text)
    return 1 if ended else 0


def _flash_time(recording: bool) -> contextlib.AbstractContextManager[None]:
    """Return a context in which emulated boards have the flash's time, if they are recorded."""
    if not recording:
        return contextlib.nullcontext()
    from host_tools.emulator.pico import flash_time

    return flash_time("typical")
