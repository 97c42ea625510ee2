# SPDX-License-Identifier: MIT
"""The handheld in the terminal: `python3 -m host_tools play`, or `make play`.

Runs the firmware on the emulated Pico (pico.py) in real time and draws the handheld around its
panel, as large as the terminal allows (terminal.py): a window of 80 x 24 is enough. Meanwhile
mpremote can reach the board at the pseudo-terminal in the status line. Needs a Unix terminal.

Between plays, a file keeps the flash filesystem, and so everything that the handheld saves.
"""

import argparse
import contextlib
import os
import select
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from host_tools.build import boards, environment
from host_tools.build.definition import SDK
from host_tools.emulator import pico
from host_tools.emulator.images import BLOCK_SIZE, SIZES, is_filesystem, make_filesystem
from host_tools.emulator.on_python import Build, OnPython
from host_tools.emulator.pico import Pico
from host_tools.emulator.recording import Recording
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.emulator.terminal import (
    BOLD,
    DRAWINGS,
    PLAIN,
    PRESSED,
    Abilities,
    Drawing,
    Keyboard,
    Screen,
)
from host_tools.files import beside, put, special
from host_tools.paths import CACHE, DIST, INSTALLED
from host_tools.usage import Failed, Parser, WrongUsage, complain
from teletype import words

STATES = CACHE / "play"

PATIENCE_S = 8.0
"""Seconds in which an image that exists is found; after that it is being built."""

CAPS = {"LEFT": " ◀ ", "UP": " ▲ ", "DOWN": " ▼ ", "RIGHT": " ▶ ", "OK": " OK ", "BACK": " BACK "}
LEGEND = "arrows  Enter: OK  Backspace: BACK  f: fast  ?: help  q: quit"
TITLE = " Pocket Teletype "
HELP = (
    "The handheld in this terminal",
    "",
    "arrows            the four direction buttons",
    "Enter             OK",
    "Backspace, Esc    BACK",
    "                  hold a key to hold the button",
    "",
    "f   full speed, until the board waits or you press a key",
    "s   save a screenshot as PNG in this folder",
    "r   record a GIF in this folder; r again stops",
    "q   quit; everything is saved for the next time",
    "",
    "The picture is as large as the window allows.",
    "Below: the speed of the emulated board, and its serial port,",
    "which mpremote and the other commands can open.",
    "",
    "any key: back to the handheld",
)

FRAME_S = 1 / 30
"""Seconds between two polls of keyboard and panel."""
HOLD_MS, GAP_MS = 70, 40
"""Emulated time for which a key press holds the button, and of the pause afterwards."""
REPEAT_MS = 120
"""Emulated time for which a repeated key holds the button: longer than a terminal's repeat
interval."""
REPEAT_S = (0.005, 0.095)
"""Shortest and longest interval in seconds between repeats of a key that is held down. Keyboards
repeat 11 to 40 times a second and fingers are slower. Faster input was pasted or sent, and counts
as separate key presses."""
QUIET_MS = 2000
"""Emulated time without a new picture after which the board counts as waiting for the player."""
MESSAGE_S = 6.0
"""Seconds for which a message stays in the status line."""

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"  # other screen, no cursor, no wrapping, cleared
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"


class Fingers:
    """Presses and releases buttons at the right emulated times, one key after the other.

    A terminal reports the press of a key and its repeats, but never its release.
    """

    def __init__(self, pico: Pico | OnPython) -> None:
        self._pico = pico
        self._waiting: deque[tuple[str, float]] = deque()
        self._held = ""
        self._until = 0.0  # end of the present press, or of the pause after the last
        self._last, self._when = "", 0.0

    def key(self, button: str, now: float) -> None:
        """Take a key that arrived at `now`, in seconds of real time."""
        low, high = REPEAT_S
        repeated = button == self._last and low < now - self._when < high
        self._last, self._when = button, now
        if repeated and self._held == button and not self._waiting:
            self._until = self._pico.millis + REPEAT_MS
        elif not (repeated and self._waiting):
            self._waiting.append((button, REPEAT_MS if repeated else HOLD_MS))

    def act(self) -> float | None:
        """Press or release as due; return the emulated ms until the next action, or None."""
        now = self._pico.millis
        if self._held and now >= self._until:
            self._pico.release(self._held)
            self._held = ""
            self._until += GAP_MS
        if self._waiting and not self._held and now >= self._until:
            self._held, hold = self._waiting.popleft()
            self._pico.press(self._held)
            self._until = now + hold
        return max(self._until - now, 0.1) if self._held or self._waiting else None


class Handheld:
    """The drawing: a frame with the panel, the buttons, the legend, and a status line."""

    def __init__(
        self,
        screen: Screen,
        panel: SSD1306,
        abilities: Abilities,
        drawings: tuple[Drawing, ...] = DRAWINGS,
    ) -> None:
        self._screen, self._panel = screen, panel
        self._abilities = abilities
        self._drawings = [
            drawing for drawing in drawings if drawing.name != "braille" or abilities.braille
        ] or [DRAWINGS[1]]
        self._drawing = self._drawings[-1]
        self._place: tuple[int, int] | None = None
        self._room = 0
        self._version = -1
        self.help = False
        """Whether the help replaces the handheld, from the next `resize` on."""

    def size(self, drawing: Drawing) -> tuple[int, int]:
        """Return the columns and lines that the handheld takes."""
        inner = max(drawing.columns(self._panel), len(LEGEND))
        return inner + 2, drawing.lines(self._panel) + 6

    def fits(self, size: os.terminal_size) -> Drawing | None:
        """Return the largest drawing that fits a terminal of this size."""
        for drawing in self._drawings:
            columns, lines = self.size(drawing)
            if columns <= size.columns and lines <= size.lines:
                return drawing
        return None

    def resize(self, size: os.terminal_size) -> None:
        """Redraw everything for a terminal of this size; if it is too small, say so."""
        self._screen.clear()
        self._version = -1
        self._place = None
        drawing = self.fits(size)
        if self.help or drawing is None:
            text = HELP if self.help else self.too_small(size).split("; ")
            for row, line in enumerate(text, 1):
                if row <= size.lines:
                    self._screen.put(row, 1, line[: size.columns])
            return
        self._drawing = drawing
        columns, lines = self.size(drawing)
        top = (size.lines - lines) // 2 + 1
        left = (size.columns - columns) // 2 + 1
        self._place = top, left
        self._room = size.columns - left
        inner, height = columns - 2, lines - 6
        self._screen.put(top, left, f"╭{TITLE.center(inner, '─')}╮", PLAIN)
        for row in [*range(height), height + 1]:
            for column in (left, left + inner + 1):
                self._screen.put(top + 1 + row, column, "│")
        self._screen.put(top + 1 + height, left, f"├{'─' * inner}┤")
        self._screen.put(top + 3 + height, left, f"╰{'─' * inner}╯")
        self._screen.put(top + 4 + height, left + 1, LEGEND)

    def too_small(self, size: os.terminal_size) -> str:
        columns, lines = self.size(self._drawings[-1])
        return (
            f"the terminal has {size.columns} columns x {size.lines} lines; "
            f"this needs {columns} x {lines}; "
            "make the window larger, or its letters smaller"
        )

    def draw(self, pressed: frozenset[str], status: str) -> None:
        """Bring the drawing up to date."""
        if self._place is None:
            self._screen.flush()
            return
        top, left = self._place
        columns, lines = self.size(self._drawing)
        inner, height = columns - 2, lines - 6
        if self._version != self._panel.version:
            self._version = self._panel.version
            style = self._abilities.ink(self._panel.contrast)
            margin = left + 1 + (inner - self._drawing.columns(self._panel)) // 2
            for row, text in enumerate(self._drawing.text(self._panel)):
                self._screen.put(top + 1 + row, margin, text, style)
        column = left + 1 + (inner - sum(len(cap) + 2 for cap in CAPS.values())) // 2
        for name, cap in CAPS.items():
            style = PRESSED if name in pressed else BOLD
            self._screen.put(top + 2 + height, column, cap, style)
            column += len(cap) + 2
        self._screen.put(top + 5 + height, left + 1, status[: self._room].ljust(self._room))
        self._screen.flush()


class Session:
    """One play: keys in, pictures out, until it is over."""

    def __init__(
        self,
        pico: Pico | OnPython,
        speed: float,
        keyboard: int,
        terminal: int,
        handheld: Handheld,
        suspend: Callable[[], None] = lambda: None,
        told: Callable[[], str] = lambda: "",
    ) -> None:
        self._pico, self._speed, self._keyboard = pico, speed, keyboard
        self._suspend = suspend
        self._terminal = terminal
        self._keys = Keyboard()
        self._fingers = Fingers(pico)
        self._handheld = handheld
        self._resized = True
        self._message, self._until = "", 0.0
        self._told = told
        self._measured = (time.monotonic(), pico.millis)
        self._pace = ""
        self._fast = False
        self._version = -1
        self._seen: dict[bytes, float] = {}
        """Pictures since fast mode began, with the time of each one's first appearance: a
        blinking sign brings no new picture."""
        self._recording: Recording | None = None
        signal.signal(signal.SIGWINCH, self._on_resize)

    def _on_resize(self, signal_number: int, frame: object) -> None:
        self._resized = True

    def run(self) -> None:
        """Play until the player quits."""
        try:
            while self._read_keys():
                if self._resized:
                    self._resized = False
                    self._handheld.resize(os.get_terminal_size(self._terminal))
                self._handheld.draw(self._pico.pressed, self._status())
                self._run_frame()
                self._look()
        finally:
            self._end_recording()

    def _read_keys(self) -> bool:
        data = b""
        if select.select([self._keyboard], (), (), 0)[0]:
            data = os.read(self._keyboard, 1024)
            if not data:
                raise Failed("the terminal was closed")
        now = time.monotonic()
        for key in self._keys.feed(data, now):
            if key == "quit":
                return False
            if key == "suspend":
                self._suspend()
                self._measured = (time.monotonic(), self._pico.millis)
                self._resized = True
                continue
            if self._handheld.help or key == "help":
                self._handheld.help = not self._handheld.help
                self._resized = True
                continue
            fast, self._fast = self._fast, False
            if key == "fast":
                self._fast = not fast
                self._seen.clear()
            elif key == "shot":
                self._screenshot()
            elif key == "record":
                self._record()
            elif key in self._pico.keys:  # a board may have fewer than the terminal
                self._fingers.key(key, now)
        return True

    def _run_frame(self) -> None:
        end = time.monotonic() + FRAME_S
        while (left := end - time.monotonic()) > 0:
            due = self._fingers.act()
            before = self._pico.millis
            pace = None if self._fast else self._speed
            self._pico.run_wall(left, pace, wake=[self._keyboard], limit_ms=due)
            if due is None or self._pico.millis - before < due:
                return  # a key arrived, or the time is up

    def _look(self) -> None:
        """Record the present picture, and end fast mode once the board waits."""
        millis = self._pico.millis
        if self._fast and (self._version != self._pico.panel.version or not self._seen):
            self._version = self._pico.panel.version
            self._seen.setdefault(b"".join(self._pico.panel.rows()), millis)
        if self._fast and millis - max(self._seen.values()) > QUIET_MS:
            self._fast = False
        if self._recording:
            self._recording.look(millis)
            if self._recording.full:
                self._end_recording()

    def _status(self) -> str:
        """Return the status line, with the board's speed updated once a second."""
        now, millis = time.monotonic(), self._pico.millis
        elapsed = now - self._measured[0]
        if elapsed >= 1:
            pace = (millis - self._measured[1]) / 1000 / elapsed
            slow = not self._fast and pace < 0.9 * self._speed
            self._pace = f"{pace:.2f} x real time" + (", too slow" * slow)
            self._measured = now, millis
        notes = (
            ">> fast" * self._fast,
            "(R) recording" * bool(self._recording),
            self._message * (now < self._until),
            self._pace,
            self._told(),
        )
        return "   ".join(filter(None, notes))

    def _tell(self, message: str) -> None:
        self._message, self._until = message, time.monotonic() + MESSAGE_S

    def _screenshot(self) -> None:
        path = _free("png")
        try:
            self._pico.screenshot(path)
            self._tell(f"saved {path}")
        except (OSError, RuntimeError) as error:
            self._tell(f"cannot save {path}: {error}")

    def _record(self) -> None:
        if self._recording:
            self._end_recording()
        else:
            self._recording = Recording(self._pico.panel, self._pico.millis)

    def _end_recording(self) -> None:
        if self._recording:
            recording, self._recording = self._recording, None
            path = _free("gif")  # now: another play may have saved one meanwhile
            try:
                recording.save(path, self._pico.millis)
                self._tell(f"saved {path}")
            except (OSError, RuntimeError) as error:
                self._tell(f"cannot save {path}: {error}")


def _free(kind: str) -> Path:
    """Return an unused file name."""
    number = 1
    while os.path.lexists(path := Path(f"pocket-teletype-{number:03d}.{kind}")):
        number += 1
    return path


@contextlib.contextmanager
def _terminal(keyboard: int, terminal: int) -> Iterator[Callable[[], None]]:
    """Put the terminal into raw mode; restore it on exit, whatever the cause.

    Yield a function that gives the terminal back to the shell until the player continues the job.
    """
    import termios
    import tty

    def stop(signal_number: int, frame: object) -> NoReturn:
        for number in ends:
            signal.signal(number, signal.SIG_IGN)  # one signal is enough
        raise SystemExit(128 + signal_number)

    ends = (signal.SIGTERM, signal.SIGHUP)

    before = termios.tcgetattr(keyboard)
    handlers = {number: signal.signal(number, stop) for number in ends}
    handlers[signal.SIGWINCH] = signal.getsignal(signal.SIGWINCH)

    def enter() -> None:
        tty.setraw(keyboard)
        os.write(terminal, _ENTER.encode())

    def leave() -> None:
        with contextlib.suppress(OSError):  # the terminal itself may be closed
            os.write(terminal, _LEAVE.encode())
        with contextlib.suppress(termios.error):
            termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)

    def suspend() -> None:
        leave()
        os.kill(os.getpid(), signal.SIGTSTP)  # returns when the job is continued
        enter()

    try:
        enter()
        yield suspend
    finally:
        leave()
        for number, handler in handlers.items():
            signal.signal(number, handler)


class State:
    """The file with the flash filesystem, locked for this process until it is closed."""

    def __init__(self, path: Path, blocks: int) -> None:
        import fcntl

        self._size = blocks * BLOCK_SIZE
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if special(path) and not path.is_dir():  # which `open` refuses
                raise Failed(f"{path} is not a file; name another one with --state FILE")
            self.path = path = path.resolve()  # a link stays a link
            self._file = path.open("a+b")
        except OSError as error:
            raise Failed(f"cannot open the state {path}: {error.strerror}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise Failed(
                f"{path} is in use by another play; name another one with --state FILE"
            ) from error

    def load(self) -> bytes | None:
        """Return the image, None if there is none yet. Raises Failed if it is damaged."""
        self._file.seek(0)
        image = self._file.read()
        known = len(image) in (self._size, *SIZES)
        if image and not (known and is_filesystem(image)):
            found = "no littlefs in it" if known else f"{len(image)} bytes, expected {self._size}"
            raise Failed(
                f"{self.path} is not a saved flash ({found}); "
                "move it away to start fresh, or use --state OTHER"
            )
        return image or None

    def keep_old(self, image: bytes) -> Path:
        """Copy an image of another layout to a new file next to it; return its path."""
        try:
            with beside(self.path, ".old") as file:
                file.write(image)
        except OSError as error:
            raise Failed(f"cannot copy {self.path}: {error.strerror}") from error
        return Path(file.name)

    def save(self, image: bytes) -> None:
        """Replace the file in one step, so that a complete one always exists."""
        signals = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # they wait for the file
        try:
            put(self.path, image)
        except OSError as error:
            kept = ""
            with contextlib.suppress(OSError):  # a file elsewhere is better than none
                handle, name = tempfile.mkstemp(prefix="pocket-teletype-", suffix=".img")
                with open(handle, "wb") as file:
                    file.write(image)
                kept = f"; it is in {name}, for --state"
            raise Failed(
                f"cannot save the state to {self.path}: {error.strerror}{kept}"
            ) from error
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def close(self) -> None:
        self._file.close()


def first_settings(environment: Mapping[str, str]) -> bytes:
    """Return the settings of a new handheld, so that it asks for neither: the language of the
    terminal's locale, or English, and no sound, since a terminal does not play the buzzer's.
    """
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next(filter(None, names), "")[:2]
    language = language if language in words.LANGUAGES else "en"
    return f"language={language}\nsound=off\n".encode()


def _parts(board: str, wiring: Path | None = None) -> dict[str, Any]:
    """Return a board's parts as arguments for Pico, from its board.py or from `wiring`."""
    try:
        parts = boards.load(board)
    except boards.BoardError as error:
        raise WrongUsage(str(error)) from error
    if parts.chip not in SDK:
        raise WrongUsage(f"{board} uses an {parts.chip}; only RP2 boards can be emulated")
    found = pico.parts(parts)
    if wiring is not None:
        try:
            found |= {"i2c": (0, 4, 5), "spi": None, **pico.rewired(wiring, parts.chip)}
        except boards.BoardError as error:
            raise WrongUsage(str(error)) from error
    return found


def _handheld(keyboard: int, terminal: int, panel: SSD1306, draw: str) -> Handheld:
    """Return the drawing for this terminal. Raises Failed if it cannot show one."""
    if not (os.isatty(keyboard) and os.isatty(terminal)):
        raise WrongUsage("play needs a terminal: standard input and output are not both one")
    try:
        import termios  # noqa: F401
    except ImportError:
        raise Failed(
            "play needs a Unix terminal: use WSL, or the page (`page` builds it)"
        ) from None
    if os.environ.get("TERM", "dumb") == "dumb":
        raise WrongUsage("play needs a terminal that can place text (TERM is dumb or not set)")
    abilities = Abilities.of(os.environ)
    if draw == "braille":
        abilities = abilities._replace(unicode=True, braille=True)
    drawings = tuple(drawing for drawing in DRAWINGS if draw in ("auto", drawing.name))
    handheld = Handheld(Screen(terminal, abilities.unicode), panel, abilities, drawings)
    size = os.get_terminal_size(terminal)
    if not handheld.fits(size):
        raise WrongUsage(handheld.too_small(size))
    return handheld


def play(options: argparse.Namespace) -> None:
    """Run the handheld in this terminal. Raises Failed, SystemExit on a signal."""
    keyboard, terminal = sys.stdin.fileno(), sys.stdout.fileno()
    parts = _parts(options.board, options.wiring)
    handheld = _handheld(keyboard, terminal, parts["panel"], options.draw)
    print(f"starting {options.board} …", flush=True)
    if _is_built_here(options):
        build = Build(options.board, STATES / "build.log")
        made = [*(CACHE / "runtime").glob(f"image-{options.board}-*"), *DIST.glob("*.uf2")]
        if not build.done(PATIENCE_S if made else 0):
            _play_here(options, keyboard, terminal, handheld, build, parts["panel"])
            return
    from host_tools.build import images  # which brings the whole build

    uf2 = options.uf2 or images.image(options.board)
    wired = "-wiring" if options.wiring else ""
    path = options.state or STATES / f"flash{_suffix(options.board)}{wired}.img"
    blocks = parts["memory"]["files"] * 1024 // BLOCK_SIZE
    with contextlib.ExitStack() as stack:
        state = stack.enter_context(contextlib.closing(State(path, blocks)))
        image = state.load()
        first = None
        if not options.wiring:  # a board with other wiring asks everything
            new = {"settings.txt": first_settings(os.environ)}
            first = make_filesystem(new, blocks * BLOCK_SIZE)
        pico = stack.enter_context(Pico(uf2, filesystem=image or first, **parts))
        if image and len(image) != len(pico.filesystem()):
            old = state.keep_old(image)
            complain(
                f"play: {state.path} had the layout of another image: its files were copied into "
                f"this one's; the old flash is in {old}"
            )
        pico.boot()
        with _terminal(keyboard, terminal) as suspend:
            try:
                serial = f"emulated {options.board}   serial: {pico.open_pty()}"
                Session(
                    *(pico, options.speed, keyboard, terminal, handheld, suspend),
                    told=lambda: serial,
                ).run()
            except OSError as error:
                raise Failed(f"the terminal was closed: {error.strerror}") from error
            finally:
                state.save(pico.filesystem())


def _is_built_here(options: argparse.Namespace) -> bool:
    """Return whether the image comes from this repository, and may have to be built first."""
    named = options.uf2 or options.wiring or environment.path(environment.UF2)
    return not INSTALLED and not named


def _play_here(
    options: argparse.Namespace,
    keyboard: int,
    terminal: int,
    handheld: Handheld,
    build: Build,
    panel: SSD1306,
) -> None:
    """Run the firmware on this Python in this terminal, while `build` goes on."""
    folder = STATES / f"python{_suffix(options.board)}"
    folder.mkdir(parents=True, exist_ok=True)
    if not (settings := folder / "settings.txt").exists():
        put(settings, first_settings(os.environ))
    here = OnPython(folder, panel)
    with _terminal(keyboard, terminal) as suspend:
        try:
            Session(
                *(here, options.speed, keyboard, terminal, handheld, suspend), told=build.told
            ).run()
        except OSError as error:
            raise Failed(f"the terminal was closed: {error.strerror}") from error
    complain(f"play: {build.told()}")


def _suffix(board: str) -> str:
    """Return the suffix of the name of a board's state file; empty for the Pico."""
    return "" if board == "pico" else f"-{board}"


def _speed(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0.01 <= float(text) <= 100:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0.01 to 100")


def main(argv: list[str]) -> int:
    """Run the command `play`; return its exit status."""
    parser = Parser(
        prog="host_tools play",
        description="Play on an emulated Pico in this terminal.",
        example="--speed 2",
    )
    parser.add_argument("--uf2", metavar="FILE", help="use this firmware image")
    parser.add_argument("--board", default="pico", help="a folder in boards/ (default: pico)")
    parser.add_argument(
        "--wiring",
        type=Path,
        metavar="FILE",
        help="wire the emulated board as in this board file, without telling the image",
    )
    parser.add_argument(
        "--speed", type=_speed, default=1.0, help="emulated seconds per second (default: 1)"
    )
    parser.add_argument(
        "--draw",
        default="auto",
        choices=("auto", *(drawing.name for drawing in DRAWINGS)),
        help="how to draw the panel (default: as large as the terminal allows)",
    )
    parser.add_argument(
        "--state",
        type=Path,
        metavar="FILE",
        help="keep the flash filesystem there (default: play/flash.img in the cache)",
    )
    play(parser.parse_args(argv))
    return 0
