# SPDX-License-Identifier: MIT
"""The handheld in the terminal: `python3 -m host_tools play`, or `make play`.

Runs the firmware on the emulated Pico (pico.py) in real time and draws the handheld around its
panel, two pixels in a character. Plain ANSI sequences and termios, so it works in tmux and over
ssh as well. Meanwhile mpremote can reach the board by the pseudo-terminal in the status line.

The flash filesystem, and with it everything that the handheld saves, is kept in a file between
plays.
"""

import argparse
import contextlib
import fcntl
import os
import re
import select
import signal
import sys
import tempfile
import termios
import time
import tty
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from host_tools.build import boards
from host_tools.emulator import pico
from host_tools.emulator.pico import BLOCK_COUNT, BLOCK_SIZE, Pico, PicoError
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.paths import CACHE

STATE = CACHE / "play" / "flash.img"

CAPS = {"LEFT": " ◀ ", "UP": " ▲ ", "DOWN": " ▼ ", "RIGHT": " ▶ ", "OK": " OK ", "BACK": " BACK "}
LEGEND = "arrows   Enter: OK   Backspace, Esc: BACK   s: screenshot   q: quit"
TITLE = " Pocket Teletype "

FRAME_S = 1 / 30
"""Seconds between two looks at keyboard and panel."""
HOLD_MS, GAP_MS = 70, 40
"""Emulated time for which a key press holds the button, and for which it is up afterwards."""
REPEAT_MS = 120
"""Emulated time for which a repeated key holds it: longer than terminals take to repeat."""
REPEAT_S = (0.005, 0.095)
"""Seconds between the same keys that make it a key held down. Keyboards repeat 11 to 40 times a
second and fingers are slower; what comes at once was pasted or sent, as separate key presses."""
ESCAPE_S = 0.05
"""Seconds after which an Esc is the key, and not the beginning of a sequence."""

_KEYS = {
    b"\r": "OK", b"\n": "OK", b"\x7f": "BACK", b"\x08": "BACK",
    b"s": "shot", b"S": "shot", b"q": "quit", b"Q": "quit", b"\x03": "quit",
}  # fmt: skip
_ARROWS = {b"A": "UP", b"B": "DOWN", b"C": "RIGHT", b"D": "LEFT"}
_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)([@-~])")
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?")

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J"  # other screen, no cursor, no wrapping, cleared
_LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
_PLAIN, _BOLD, _PRESSED = "\x1b[0m", "\x1b[0;1m", "\x1b[0;7m"


class PlayError(Exception):
    """Playing is not possible; the message says why. `status` is the exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class Keyboard:
    """Turns what a terminal sends into names: buttons, "shot" and "quit"."""

    def __init__(self) -> None:
        self._pending = b""
        self._since = 0.0

    def feed(self, data: bytes, now: float) -> list[str]:
        """The keys in `data` and in what came before; `now` in seconds. Call it without data too,
        for an Esc that nothing follows."""
        if data:
            self._pending += data
            self._since = now
        keys = []
        while self._pending:
            if sequence := _SEQUENCE.match(self._pending):
                keys.append(_ARROWS.get(sequence[1], ""))
                self._pending = self._pending[sequence.end() :]
            elif _UNFINISHED.fullmatch(self._pending):
                if now - self._since < ESCAPE_S:
                    break
                keys.append("BACK" if self._pending == b"\x1b" else "")
                self._pending = b""
            else:
                keys.append("BACK" if self._pending[:1] == b"\x1b" else self._plain())
                self._pending = self._pending[1:]
        return [key for key in keys if key]

    def _plain(self) -> str:
        return _KEYS.get(self._pending[:1], "")


class Fingers:
    """Presses and releases buttons at the right emulated times, one key after the other.

    A terminal tells that a key was pressed, and again while it repeats, but never its release.
    """

    def __init__(self, pico: Pico) -> None:
        self._pico = pico
        self._waiting: deque[tuple[str, float]] = deque()
        self._held = ""
        self._until = 0.0  # of the button that is held, or of the pause after the last one
        self._last, self._when = "", 0.0

    def key(self, button: str, now: float) -> None:
        """A key came at `now`, in seconds on the wall."""
        low, high = REPEAT_S
        repeated = button == self._last and low < now - self._when < high
        self._last, self._when = button, now
        if repeated and self._held == button and not self._waiting:
            self._until = self._pico.millis + REPEAT_MS
        elif not (repeated and self._waiting):
            self._waiting.append((button, REPEAT_MS if repeated else HOLD_MS))

    def act(self) -> float | None:
        """Do what is due; returns the emulated ms until there is something to do, None: never."""
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


class Screen:
    """Text on the terminal; only what changed is sent."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._shown: dict[tuple[int, int], tuple[str, str]] = {}
        self._out = ""

    def clear(self) -> None:
        self._shown.clear()
        self._out = _PLAIN + "\x1b[2J"

    def put(self, row: int, column: int, text: str, style: str = _PLAIN) -> None:
        """Show `text`, of the same length every time, at this place; both counted from 1."""
        old_text, old_style = self._shown.get((row, column), ("", ""))
        if (old_text, old_style) == (text, style):
            return
        self._shown[row, column] = text, style
        first, last = 0, len(text)
        if style == old_style and len(old_text) == len(text):
            while text[first] == old_text[first]:
                first += 1
            while text[last - 1] == old_text[last - 1]:
                last -= 1
        self._out += f"\x1b[{row};{column + first}H{style}{text[first:last]}"

    def flush(self) -> None:
        data = self._out.encode()
        self._out = ""
        while data:
            data = data[os.write(self._file, data) :]


class Handheld:
    """The drawing: a frame with the panel, the buttons, the legend, and a line of status."""

    def __init__(self, screen: Screen, panel: SSD1306) -> None:
        self._screen, self._panel = screen, panel
        self.columns = max(panel.width, len(LEGEND)) + 2
        self.lines = (panel.height + 1) // 2 + 6
        self._place: tuple[int, int] | None = None
        self._version = -1

    def resize(self, size: os.terminal_size) -> None:
        """Draw everything again for a terminal of this size, or that it is too small."""
        self._screen.clear()
        self._version = -1
        self._place = None
        if size.columns < self.columns or size.lines < self.lines:
            for row, text in enumerate(self.too_small(size).split("; "), 1):
                if row <= size.lines:
                    self._screen.put(row, 1, text[: size.columns])
            return
        top = (size.lines - self.lines) // 2 + 1
        left = (size.columns - self.columns) // 2 + 1
        self._place = top, left
        inner = self.columns - 2
        height = self.lines - 6
        self._screen.put(top, left, f"╭{TITLE.center(inner, '─')}╮", _PLAIN)
        for row in [*range(height), height + 1]:
            for column in (left, left + inner + 1):
                self._screen.put(top + 1 + row, column, "│")
        self._screen.put(top + 1 + height, left, f"├{'─' * inner}┤")
        self._screen.put(top + 3 + height, left, f"╰{'─' * inner}╯")
        self._screen.put(top + 4 + height, left + 1, LEGEND)

    def too_small(self, size: os.terminal_size) -> str:
        return (
            f"the terminal has {size.columns} columns x {size.lines} lines; "
            f"this needs {self.columns} x {self.lines}; "
            "make the window larger, or its letters smaller"
        )

    def draw(self, pressed: frozenset[str], status: str) -> None:
        """Bring the drawing up to date."""
        if self._place is None:
            self._screen.flush()
            return
        top, left = self._place
        inner, height = self.columns - 2, self.lines - 6
        if self._version != self._panel.version:
            self._version = self._panel.version
            style = self._ink()
            margin = left + 1 + (inner - self._panel.width) // 2
            for row, text in enumerate(self._panel.half_blocks()):
                self._screen.put(top + 1 + row, margin, text, style)
        column = left + 1 + (inner - sum(len(cap) + 2 for cap in CAPS.values())) // 2
        for name, cap in CAPS.items():
            style = _PRESSED if name in pressed else _BOLD
            self._screen.put(top + 2 + height, column, cap, style)
            column += len(cap) + 2
        self._screen.put(top + 5 + height, left + 1, status[:inner].ljust(inner))
        self._screen.flush()

    def _ink(self) -> str:
        """The colour of lit pixels: three steps of brightness."""
        steps = ("90", "37", "97")
        return f"\x1b[0;{steps[(self._panel.contrast > 0x0F) + (self._panel.contrast > 0x5F)]};40m"


class Session:
    """One play: keys in, pictures out, until it is over."""

    def __init__(self, pico: Pico, speed: float, keyboard: int, terminal: int) -> None:
        self._pico, self._speed, self._keyboard = pico, speed, keyboard
        self._terminal = terminal
        self._keys = Keyboard()
        self._fingers = Fingers(pico)
        self._handheld = Handheld(Screen(terminal), pico.panel)
        self._resized = True
        self._message = ""
        self._serial = f"serial: {pico.open_pty()}"
        self._measured = (time.monotonic(), pico.millis)
        self._pace = ""
        signal.signal(signal.SIGWINCH, self._on_resize)

    def _on_resize(self, signal_number: int, frame: object) -> None:
        self._resized = True

    def run(self) -> None:
        """Play until the person quits."""
        while self._read_keys():
            if self._resized:
                self._resized = False
                self._handheld.resize(os.get_terminal_size(self._terminal))
            self._measure()
            status = "   ".join(filter(None, (self._serial, self._pace, self._message)))
            self._handheld.draw(self._pico.pressed, status)
            self._run_frame()

    def _read_keys(self) -> bool:
        data = b""
        if select.select([self._keyboard], (), (), 0)[0]:
            data = os.read(self._keyboard, 1024)
            if not data:
                raise PlayError("the terminal has gone")
        now = time.monotonic()
        for key in self._keys.feed(data, now):
            if key == "quit":
                return False
            if key == "shot":
                self._screenshot()
            elif key in self._pico.buttons:  # a board may have fewer than the terminal
                self._fingers.key(key, now)
        return True

    def _run_frame(self) -> None:
        end = time.monotonic() + FRAME_S
        while (left := end - time.monotonic()) > 0:
            due = self._fingers.act()
            before = self._pico.millis
            self._pico.run_wall(left, self._speed, wake=[self._keyboard], limit_ms=due)
            if due is None or self._pico.millis - before < due:
                return  # a key came, or the time is up

    def _measure(self) -> None:
        """Once a second: how fast the board runs, for the status line when it is too slow."""
        now, millis = time.monotonic(), self._pico.millis
        elapsed = now - self._measured[0]
        if elapsed >= 1:
            pace = (millis - self._measured[1]) / 1000 / elapsed
            slow = pace < 0.9 * self._speed
            self._pace = f"{pace:.2f} x real time" if slow else ""
            self._measured = now, millis

    def _screenshot(self) -> None:
        number = 1
        while (path := Path(f"pocket-teletype-{number:03d}.png")).exists():
            number += 1
        try:
            self._pico.screenshot(path)
            self._message = f"saved {path}"
        except (OSError, RuntimeError) as error:
            self._message = f"cannot save {path}: {error}"


@contextlib.contextmanager
def _terminal(keyboard: int, terminal: int) -> Iterator[None]:
    """The terminal in our hands, and as it was before at the end, however it comes."""

    def stop(signal_number: int, frame: object) -> NoReturn:
        for number in ends:
            signal.signal(number, signal.SIG_IGN)  # one is enough
        raise SystemExit(128 + signal_number)

    ends = (signal.SIGTERM, signal.SIGHUP)

    before = termios.tcgetattr(keyboard)
    handlers = {number: signal.signal(number, stop) for number in ends}
    handlers[signal.SIGWINCH] = signal.getsignal(signal.SIGWINCH)
    try:
        tty.setraw(keyboard)
        os.write(terminal, _ENTER.encode())
        yield
    finally:
        with contextlib.suppress(OSError):  # the terminal may be what has gone
            os.write(terminal, _LEAVE.encode())
        with contextlib.suppress(termios.error):
            termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)


class State:
    """The file with the flash filesystem, ours alone until it is closed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b")
        except OSError as error:
            raise PlayError(f"cannot open the state {path}: {error.strerror}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise PlayError(
                f"{path} is in use by another play; --state FILE takes another one"
            ) from error

    def load(self) -> bytes | None:
        """The image, None when there is none yet. Raises PlayError when it is damaged."""
        self._file.seek(0)
        image = self._file.read()
        if image and len(image) != BLOCK_COUNT * BLOCK_SIZE:
            raise PlayError(
                f"{self.path} is no state of this board: it has {len(image)} bytes, not "
                f"{BLOCK_COUNT * BLOCK_SIZE}; move it away to begin anew"
            )
        return image or None

    def save(self, image: bytes) -> None:
        """Replace the file in one step, so that there is always a whole one."""
        new = self.path.with_name(self.path.name + ".new")
        signals = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # they wait until it is done
        try:
            with new.open("wb") as file:
                file.write(image)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, self.path)
        except OSError as error:
            kept = ""
            with contextlib.suppress(OSError):  # rather anywhere than nowhere
                handle, name = tempfile.mkstemp(prefix="pocket-teletype-", suffix=".img")
                with open(handle, "wb") as file:
                    file.write(image)
                kept = f"; it is in {name}, for --state"
            raise PlayError(
                f"cannot save the state to {self.path}: {error.strerror}{kept}"
            ) from error
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def close(self) -> None:
        self._file.close()


def _parts(board: str) -> dict[str, Any]:
    """What is connected to a board, from its board.py, as Pico wants it."""
    try:
        parts = boards.load(board)
    except boards.BoardError as error:
        raise PlayError(str(error), 2) from error
    if parts.chip != "RP2040":
        raise PlayError(f"{board} has an {parts.chip}: not emulated", 2)
    return pico.parts(parts)


def _check_terminal(keyboard: int, terminal: int, panel: SSD1306) -> None:
    if not (os.isatty(keyboard) and os.isatty(terminal)):
        raise PlayError("play needs a terminal: standard input and output are not both one", 2)
    if os.environ.get("TERM", "dumb") == "dumb":
        raise PlayError("play needs a terminal that can place text (TERM is dumb or not set)", 2)
    handheld = Handheld(Screen(terminal), panel)
    size = os.get_terminal_size(terminal)
    if size.columns < handheld.columns or size.lines < handheld.lines:
        raise PlayError(handheld.too_small(size), 2)


def _uf2(path: str | None, board: str) -> str | Path:
    if path is not None:
        return path
    from host_tools.build import images
    from host_tools.build.cache import BuildError

    try:
        return images.image(board)
    except BuildError as error:
        raise PlayError(str(error)) from error


def play(options: argparse.Namespace) -> None:
    """Run the handheld in this terminal. Raises PlayError, PicoError, SystemExit on a signal."""
    keyboard, terminal = sys.stdin.fileno(), sys.stdout.fileno()
    parts = _parts(options.board)
    _check_terminal(keyboard, terminal, parts["panel"])
    uf2 = _uf2(options.uf2, options.board)
    with (
        contextlib.closing(State(options.state)) as state,
        Pico(uf2, filesystem=state.load(), **parts) as pico,
    ):
        pico.boot()
        with _terminal(keyboard, terminal):
            try:
                Session(pico, options.speed, keyboard, terminal).run()
            except OSError as error:
                raise PlayError(f"the terminal has gone: {error.strerror}") from error
            finally:
                state.save(pico.filesystem())


def _speed(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0.01 <= float(text) <= 100:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0.01 to 100")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise PlayError(f"{message} (--help tells more)", 2)


def main(argv: list[str]) -> int:
    """The command `play`; returns its exit status."""
    parser = _Parser(prog="host_tools play", description="The handheld in this terminal.")
    parser.add_argument("--uf2", metavar="FILE", help="a firmware image instead of our own")
    parser.add_argument("--board", default="pico", help="a folder in boards/ (default: pico)")
    parser.add_argument(
        "--speed", type=_speed, default=1.0, help="emulated seconds in a second (default: 1)"
    )
    parser.add_argument(
        "--state",
        type=Path,
        default=STATE,
        metavar="FILE",
        help="where the flash filesystem is kept (default: .cache/play/flash.img)",
    )
    try:
        options = parser.parse_args(argv)
        play(options)
    except PlayError as error:
        print(f"play: {error}", file=sys.stderr)
        return error.status
    except PicoError as error:
        print(f"play: {error}", file=sys.stderr)
        return 1
    return 0
