# SPDX-License-Identifier: MIT
"""`play` in a pseudo-terminal: keys in, drawing out, and the terminal restored afterwards.

The board runs plain MicroPython with a small program. It draws a bar for each button, one square
longer with each press, and keeps the total number of presses in a file.
"""

import codecs
import contextlib
import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from host_tools import __main__
from host_tools.build import boards
from host_tools.emulator import play, terminal
from host_tools.emulator.images import SIZES
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from host_tools.emulator.play import first_settings
from host_tools.emulator.simulator import Simulator
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.paths import ROOT
from teletype import board_reader
from tests.helpers.screen import texts

PROGRAM = b"""
import framebuf, time
from machine import I2C, Pin

bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)
bus.writeto(60, b"\\x00\\xa1\\xc8\\x20\\x00\\x8d\\x14\\xaf")
data = bytearray(1025)
data[0] = 0x40
frame = framebuf.FrameBuffer(memoryview(data)[1:], 128, 64, framebuf.MONO_VLSB)
keys = [Pin(number, Pin.IN, Pin.PULL_UP) for number in range(10, 16)]
counts = [0] * 7
try:
    with open("presses") as file:
        counts[6] = int(file.read())
except OSError:
    pass

def show():
    frame.fill(0)
    for row, count in enumerate(counts):
        frame.fill_rect(0, 8 * row, 8 * count, 8, 1)
    frame.fill_rect(0, 56, 128, 8, 1)
    bus.writeto(60, data)

show()
while True:
    for row, key in enumerate(keys):
        if not key.value():
            while not key.value():
                time.sleep_ms(1)
            counts[row] += 1
            counts[6] += 1
            with open("presses", "w") as file:
                file.write(str(counts[6]))
            show()
    time.sleep_ms(2)
"""
CRASH = b"""
import time
@micropython.asm_thumb
def crash():
    data(2, 0xbe00)
time.sleep_ms(200)
crash()
"""
ROWS = (*boards.load("pico").buttons, "ALL")
GUARD_S = 60


@pytest.fixture(scope="session")
def uf2(stock_uf2: Path) -> Path:
    return stock_uf2


@pytest.fixture
def state(tmp_path: Path) -> Path:
    path = tmp_path / "flash.img"
    path.write_bytes(make_filesystem({"main.py": PROGRAM}))
    return path


HALF = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def half_blocks(signs: str) -> list[str]:
    """Return a line of braille signs, four pixels high, as two lines of half blocks."""
    lines = []
    for upper, lower in (((0x01, 0x08), (0x02, 0x10)), ((0x04, 0x20), (0x40, 0x80))):
        lines.append(
            "".join(
                HALF[bool(ord(sign) & top), bool(ord(sign) & bottom)]
                for sign in signs.ljust(64, "\u2800")
                for top, bottom in zip(upper, lower, strict=True)
            )
        )
    return lines


class Terminal:
    """`play` in a pseudo-terminal, and what a person would see there."""

    def __init__(
        self,
        folder: Path,
        *options: object,
        size: tuple[int, int] = (42, 140),
        **environment: str,
    ) -> None:
        self.master, self.slave = os.openpty()
        self.text = ""
        self.cells: dict[tuple[int, int], str] = {}
        self._place = (1, 1)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.resize(size, None)
        self.before = termios.tcgetattr(self.slave)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "host_tools", "play", *map(str, options)],
            stdin=self.slave, stdout=self.slave, stderr=self.slave, cwd=folder,
            start_new_session=True,
            env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm"} | environment,
        )  # fmt: skip

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.process.wait()
        for file in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(file)

    def resize(self, size: tuple[int, int], number: int | None = signal.SIGWINCH) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        if number:
            self.process.send_signal(number)

    def type(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def wait(self, condition: Callable[[], bool]) -> None:
        """Read and interpret output until the condition holds."""
        end = time.monotonic() + GUARD_S
        while not condition():
            assert time.monotonic() < end, self.screen()
            if select.select([self.master], (), (), 0.1)[0]:
                self._interpret(self._decoder.decode(os.read(self.master, 65536)))

    def end(self) -> tuple[int, str]:
        """Wait until the process has ended; return its exit status and the screen."""
        self.wait(lambda: self.process.poll() is not None)
        self.wait(lambda: not select.select([self.master], (), (), 0)[0])
        return self.process.returncode, self.screen()

    def _interpret(self, text: str) -> None:
        self.text += text
        pending = self.text
        while found := re.match(r"\x1b\[([?\d;]*)([A-Za-z])|[^\x1b]", pending):
            pending = pending[found.end() :]
            if found[2] == "H":
                row, column = found[1].split(";")
                self._place = int(row), int(column)
            elif found[2] == "J" or found[0] == "\x1b[?1049l":
                self.cells = {}
            elif not found[2]:
                row, column = self._place
                if found[0] in "\r\n":
                    self._place = (row + 1, 1) if found[0] == "\n" else (row, 1)
                else:
                    self.cells[self._place] = found[0]
                    self._place = row, column + 1
        self.text = pending

    def screen(self) -> str:
        rows = max((row for row, _ in self.cells), default=0)
        columns = max((column for _, column in self.cells), default=0)
        return "\n".join(
            "".join(
                self.cells.get((row, column), " ") for column in range(1, columns + 1)
            ).rstrip()
            for row in range(1, rows + 1)
        )

    def picture(self) -> list[str]:
        """Return the 32 lines inside the frame as half blocks; none if there is no frame."""
        lines = [line.strip() for line in self.screen().splitlines()]
        top = next((i for i, line in enumerate(lines) if line.startswith("╭")), len(lines))
        end = next((i for i, line in enumerate(lines) if line.startswith("├")), 0)
        inner = [line[1:-1] for line in lines[top + 1 : end]]
        if len(inner) == 16:
            return [line for signs in inner for line in half_blocks(signs)]
        if len(inner) == 64:
            squares = [line[::2] for line in inner]
            return [
                "".join(HALF[a == "█", b == "█"] for a, b in zip(upper, lower, strict=True))
                for upper, lower in zip(squares[::2], squares[1::2], strict=True)
            ]
        return inner

    def presses(self) -> dict[str, int] | None:
        """Return how often the board saw each button, by the lengths of the bars."""
        picture = self.picture()
        if len(picture) < 32 or picture[31] != "█" * 128:
            return None
        return {
            name: length // 8
            for name, line in zip(ROWS, picture[::4], strict=False)
            if (length := len(line.rstrip()))
        }

    def restored(self) -> bool:
        return termios.tcgetattr(self.slave) == self.before


# Keys


def test_keys_are_told_from_sequences() -> None:
    keyboard = terminal.Keyboard()
    assert keyboard.feed(b"\x1b[A\x1bOB\x1b[1;5C\x1b[D", 0) == ["UP", "DOWN", "RIGHT", "LEFT"]
    assert keyboard.feed(b"\r\n\x7f\x08sSqQ\x03", 0) == (
        ["OK", "OK", "BACK", "BACK", "shot", "shot", "quit", "quit", "quit"]
    )
    assert keyboard.feed("xж\x1b[15~\x1b[H\x1bOP".encode(), 0) == []
    assert keyboard.feed(b"\r", 0) == ["OK"]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        *((letter, "quit") for letter in "qQйЙた"),
        *((letter, "shot") for letter in "sSыЫіІと"),
        *((letter, "fast") for letter in "fFаАは"),
        *((letter, "record") for letter in "rRкКす"),
    ],
)
def test_letters_of_every_layout(written: str, name: str) -> None:
    """The letters on the same keys work, even if the bytes of one arrive separately."""
    data = written.encode()
    assert terminal.Keyboard().feed(data + b"\r", 0.0) == [name, "OK"]
    keyboard = terminal.Keyboard()
    assert [key for byte in data for key in keyboard.feed(bytes([byte]), 0.0)] == [name]


def test_a_byte_that_is_no_letter_does_not_hold_the_next_key() -> None:
    keyboard = terminal.Keyboard()
    assert keyboard.feed(b"\xd0", 0.0) == [] and keyboard.feed(b"", 1.0) == []
    assert keyboard.feed(b"\r", 1.0) == ["OK"]


def test_an_esc_is_a_key_when_nothing_follows() -> None:
    keyboard = terminal.Keyboard()
    assert keyboard.feed(b"\x1b", 1.00) == []
    assert keyboard.feed(b"", 1.04) == []
    assert keyboard.feed(b"", 1.06) == ["BACK"]
    assert keyboard.feed(b"", 2.00) == []
    for piece in (b"\x1b", b"[", b"1;", b"2"):
        assert keyboard.feed(piece, 3.00) == []
    assert keyboard.feed(b"A", 3.04) == ["UP"]
    assert keyboard.feed(b"\x1b\x1b", 4.00) == ["BACK"]
    assert keyboard.feed(b"", 4.06) == ["BACK"]
    assert keyboard.feed(b"\x1b[", 5.00) == []
    assert keyboard.feed(b"", 5.06) == []  # an incomplete sequence is not a key
    assert keyboard.feed(b"q", 5.07) == ["quit"]


@pytest.fixture
def asleep(tmp_path: Path) -> Pico:
    """A board whose firmware sleeps for ever, for tests of its buttons."""
    path = tmp_path / "sleep.uf2"
    block = struct.pack(
        "<8I", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, 0, 1, 0xE48BFF56
    ) + b"\x30\xbf\xfd\xe7".ljust(476, b"\0")  # wfi; b back to it
    path.write_bytes(block + struct.pack("<I", 0x0AB16F30))
    return Pico(path)


def timeline(
    pico: Pico, fingers: play.Fingers, until: int, events: dict[float, str] | None = None
) -> list[tuple[Any, ...]]:
    """Run the board with keys at given times; return the changes of its buttons."""
    events = dict(events or {})
    changes: list[tuple[Any, ...]] = []
    before: frozenset[str] = frozenset()
    while pico.millis < until:
        for when in [when for when in events if when <= pico.millis + 0.001]:
            fingers.key(events.pop(when), when / 1000)
        due = fingers.act()
        if pico.pressed != before:
            before = pico.pressed
            changes.append((round(pico.millis), *before))
        pico.run(min(due or 1, 1, until - pico.millis))
    return changes


def test_a_key_is_a_press_of_its_own_time(asleep: Pico) -> None:
    fingers = play.Fingers(asleep)
    assert timeline(asleep, fingers, 300, {10: "UP", 200: "UP"}) == [
        (10, "UP"), (80,), (200, "UP"), (270,),
    ]  # fmt: skip


def test_quick_keys_are_all_pressed_one_after_the_other(asleep: Pico) -> None:
    fingers = play.Fingers(asleep)
    for key in ("DOWN", "DOWN", "OK", "DOWN"):
        fingers.key(key, 0)
    assert timeline(asleep, fingers, 500) == [
        (0, "DOWN"), (70,), (110, "DOWN"), (180,), (220, "OK"), (290,), (330, "DOWN"), (400,),
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("interval", [25, 33, 83])
def test_a_repeating_key_is_a_button_held_down(asleep: Pico, interval: int) -> None:
    fingers = play.Fingers(asleep)
    repeats = [500 + n * interval for n in range(20)]
    changes = timeline(asleep, fingers, 3000, dict.fromkeys([0, *repeats], "DOWN"))
    assert changes[:2] == [(0, "DOWN"), (70,)]
    held = changes[-2:]
    assert held[0][0] <= repeats[1] + play.GAP_MS + 1
    assert held == [(held[0][0], "DOWN"), (repeats[-1] + play.REPEAT_MS,)]


def test_ctrl_z_gives_the_terminal_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the job is stopped the terminal is as before; afterwards it is raw again."""
    assert list(terminal.Keyboard().feed(b"\x1a", 0.0)) == ["suspend"]
    board, keyboard = pty.openpty()
    modes = []

    def local() -> int:
        return int(termios.tcgetattr(keyboard)[3]) & (termios.ICANON | termios.ECHO)

    monkeypatch.setattr(os, "kill", lambda *told: modes.append((told, local())))
    before = local()
    with play._terminal(keyboard, board) as suspend:
        assert not local()
        suspend()
        assert not local()
    assert modes == [((os.getpid(), signal.SIGTSTP), before)] and local() == before != 0
    os.close(board)
    os.close(keyboard)


def test_only_what_changed_is_sent() -> None:
    reader, writer = os.pipe()
    screen = terminal.Screen(writer)

    def sent() -> str:
        screen.flush()
        return os.read(reader, 4096).decode() if select.select([reader], (), (), 0)[0] else ""

    screen.put(3, 5, "abcdef")
    assert sent() == "\x1b[3;5H\x1b[0mabcdef"
    screen.put(3, 5, "abcdef")
    assert sent() == ""
    screen.put(3, 5, "abXYef")
    assert sent() == "\x1b[3;7H\x1b[0mXY"
    screen.put(3, 5, "abXYef", "\x1b[7m")
    assert sent() == "\x1b[3;5H\x1b[7mabXYef"
    screen.clear()
    screen.put(3, 5, "abXYef", "\x1b[7m")
    assert sent() == "\x1b[0m\x1b[2J\x1b[3;5H\x1b[7mabXYef"
    os.close(reader)
    os.close(writer)


# In a terminal


def test_the_keys_play_and_the_state_is_kept(uf2: Path, state: Path, tmp_path: Path) -> None:
    options = ("--uf2", uf2, "--state", state)
    with Terminal(tmp_path, *options) as terminal:
        terminal.wait(lambda: terminal.presses() == {})
        assert not terminal.restored()
        assert "Pocket Teletype" in terminal.screen()
        expected: dict[str, int] = {}
        for keys, name, times in (
            (b"\x1b[A", "UP", 1), (b"\x1b[B\x1b[B\x1b[B", "DOWN", 3), (b"\x1bOD", "LEFT", 1),
            (b"\x1b[C", "RIGHT", 1), (b"\r", "OK", 1), (b"\x7f", "BACK", 1), (b"\x1b", "BACK", 1),
        ):  # fmt: skip
            terminal.type(keys)
            expected[name] = expected.get(name, 0) + times
            expected["ALL"] = expected.get("ALL", 0) + times
            terminal.wait(lambda: terminal.presses() == expected)

        terminal.type(b"s")
        terminal.wait(lambda: "saved pocket-teletype-001.png" in terminal.screen())
        with Image.open(tmp_path / "pocket-teletype-001.png") as image:
            small = image.convert("1").resize((128, 64))
            upper = [[small.getpixel((x, 2 * y)) != 0 for x in range(128)] for y in range(32)]
        assert upper == [[c == "█" for c in line] for line in terminal.picture()]
        terminal.type(b"s")
        terminal.wait(lambda: "saved pocket-teletype-002.png" in terminal.screen())

        terminal.resize((20, 60))
        terminal.wait(lambda: "this needs 66 x 22" in terminal.screen())
        assert "the terminal has 60 columns x 20 lines" in terminal.screen()
        assert terminal.picture() == []
        for size, sign in (((24, 80), "⣿"), ((50, 160), "█"), ((70, 258), "██"), ((22, 66), "⣿")):
            terminal.resize(size)
            terminal.wait(lambda: sign in terminal.screen())  # noqa: B023
            terminal.wait(lambda: terminal.presses() == expected)

        with Terminal(tmp_path, *options) as second:
            status, message = second.end()
            assert (status, "is in use by another play" in message) == (1, True)

        terminal.type(b"q")
        status, rest = terminal.end()
        assert (status, rest) == (0, "")
        assert terminal.restored()
    assert read_filesystem(state.read_bytes())["presses"] == b"9"

    with Terminal(tmp_path, *options) as terminal:
        terminal.wait(lambda: terminal.presses() == {"ALL": 9})
        terminal.type(b"\r")
        terminal.wait(lambda: terminal.presses() == {"OK": 1, "ALL": 10})
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.end() == (128 + signal.SIGTERM, "")
        assert terminal.restored()
    assert read_filesystem(state.read_bytes())["presses"] == b"10"


def test_the_serial_port_is_there_meanwhile(uf2: Path, state: Path, tmp_path: Path) -> None:
    with Terminal(tmp_path, "--uf2", uf2, "--state", state, "--speed", "2") as terminal:
        terminal.wait(lambda: terminal.presses() == {})
        found = re.search(r"serial: (/dev/\S+)", terminal.screen())
        assert found is not None
        path = found[1]
        port = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        answer = b""

        def answered() -> bool:
            nonlocal answer
            with contextlib.suppress(BlockingIOError):
                answer += os.read(port, 4096)
            return answer.endswith(b">>> ")

        os.write(port, b"\x03")
        terminal.wait(answered)
        assert b"KeyboardInterrupt" in answer
        os.close(port)
        terminal.type(b"\x03")
        assert terminal.end() == (0, "")


def test_when_the_terminal_goes_the_state_is_kept(uf2: Path, state: Path, tmp_path: Path) -> None:
    with Terminal(tmp_path, "--uf2", uf2, "--state", state) as terminal:
        terminal.wait(lambda: terminal.presses() == {})
        terminal.type(b"\x1b[A")
        terminal.wait(lambda: terminal.presses() == {"UP": 1, "ALL": 1})
        os.close(terminal.slave)
        os.close(terminal.master)
        assert terminal.process.wait(GUARD_S) == 1
    assert read_filesystem(state.read_bytes())["presses"] == b"1"


def test_a_crash_of_the_firmware_leaves_the_terminal_in_order(uf2: Path, tmp_path: Path) -> None:
    state = tmp_path / "flash.img"
    state.write_bytes(make_filesystem({"main.py": CRASH}))
    with Terminal(tmp_path, "--uf2", uf2, "--state", state) as terminal:
        status, screen = terminal.end()
        assert status == 1
        assert screen.strip().startswith("play: the firmware crashed")
        assert terminal.restored()


def test_help_stands_in_the_place_of_the_handheld(uf2: Path, state: Path, tmp_path: Path) -> None:
    size = (24, 80)
    with Terminal(tmp_path, "--uf2", uf2, "--state", state, size=size) as terminal:
        terminal.wait(lambda: terminal.presses() == {})
        assert "?: help" in terminal.screen()
        terminal.type(b"?")
        terminal.wait(lambda: play.HELP[-1] in terminal.screen())
        assert [line.rstrip() for line in terminal.screen().splitlines()] == list(play.HELP)
        terminal.type(b"\r")  # closes the help without pressing a button
        terminal.wait(lambda: terminal.presses() == {})
        terminal.type(b"\x1b[A")
        terminal.wait(lambda: terminal.presses() == {"UP": 1, "ALL": 1})


def test_the_pace_is_shown_and_fast_ends_when_the_board_waits(
    uf2: Path, state: Path, tmp_path: Path
) -> None:
    options = ("--uf2", uf2, "--state", state, "--speed", "0.1")
    with Terminal(tmp_path, *options, size=(24, 80)) as terminal:
        terminal.wait(lambda: bool(re.search(r"\d\.\d\d x real time", terminal.screen())))
        terminal.wait(lambda: terminal.presses() == {})
        terminal.type(b"f")
        terminal.wait(lambda: ">> fast" in terminal.screen())
        terminal.wait(lambda: ">> fast" not in terminal.screen())
        terminal.type(b"\x1b[B")
        terminal.wait(lambda: terminal.presses() == {"DOWN": 1, "ALL": 1})


def test_a_session_is_recorded(uf2: Path, state: Path, tmp_path: Path) -> None:
    with Terminal(tmp_path, "--uf2", uf2, "--state", state) as terminal:
        terminal.wait(lambda: terminal.presses() == {})
        terminal.type(b"r")
        terminal.wait(lambda: "(R) recording" in terminal.screen())
        for count in (1, 2):
            terminal.type(b"\x1b[A")
            terminal.wait(lambda: terminal.presses() == {"UP": count, "ALL": count})  # noqa: B023
        terminal.type(b"r")
        terminal.wait(lambda: "saved pocket-teletype-001.gif" in terminal.screen())
        terminal.type(b"r\x1b[B")  # quitting also saves a recording
        terminal.wait(lambda: terminal.presses() == {"UP": 2, "DOWN": 1, "ALL": 3})
        terminal.type(b"q")
        assert terminal.end() == (0, "")
    with Image.open(tmp_path / "pocket-teletype-001.gif") as gif:
        assert gif.size == (128 * 3, 64 * 3)
        lengths = []
        for frame in range(getattr(gif, "n_frames", 1)):
            gif.seek(frame)
            bar = gif.convert("L").resize((128, 64), resample=0).crop((0, 4, 128, 5))
            lengths.append(sum(value > 128 for value in bar.tobytes()))
        assert sorted(set(lengths)) == [0, 8, 16] and lengths == sorted(lengths)
    assert (tmp_path / "pocket-teletype-002.gif").exists()


@pytest.mark.parametrize(
    ("environment", "size", "signs"),
    [
        ({"LC_ALL": "ru_RU.KOI8-R"}, (38, 130), (":" * 20, "+---")),
        ({"TERM": "linux"}, (38, 130), ("█" * 20, "╭──")),
    ],
)
def test_a_terminal_with_fewer_signs(
    uf2: Path,
    state: Path,
    tmp_path: Path,
    environment: dict[str, str],
    size: tuple[int, int],
    signs: tuple[str, str],
) -> None:
    options = ("--uf2", uf2, "--state", state)
    with Terminal(tmp_path, *options, size=size, **environment) as terminal:
        terminal.wait(lambda: signs[0] in terminal.screen())
        assert signs[1] in terminal.screen()
        terminal.resize((24, 80))  # too small without braille
        terminal.wait(lambda: "this needs 130 x 38" in terminal.screen())


def test_what_a_terminal_can_do_is_taken_from_its_environment() -> None:
    of = terminal.Abilities.of
    assert of({"TERM": "xterm", "LANG": "de_DE.UTF-8"}) == (True, True, 16)
    assert of({"TERM": "xterm-256color"}) == (True, True, 256)
    assert of({"TERM": "xterm", "COLORTERM": "truecolor"}).colours == 1 << 24
    assert of({"TERM": "xterm-256color", "NO_COLOR": "1"}).colours == 0
    assert of({"TERM": "vt220", "LC_ALL": "C.utf8"}) == (True, True, 0)
    assert of({"TERM": "linux"}) == (True, False, 8)
    assert of({"TERM": "xterm", "LC_ALL": "ja_JP.eucJP", "LANG": "C.UTF-8"})[:2] == (False, False)
    for colours in (0, 8, 16, 256, 1 << 24):
        inks = {terminal.Abilities(colours=colours).ink(contrast) for contrast in (0, 0x40, 255)}
        assert len(inks) == 3  # steps of brightness


def test_braille_has_each_pixel_once() -> None:
    panel = SSD1306(72, 40)
    panel.on = panel.charge_pump = True
    braille, half = terminal.DRAWINGS[2], terminal.DRAWINGS[1]
    assert (braille.columns(panel), braille.lines(panel)) == (36, 10)
    panel.ram[:] = bytes(random.Random(1).randbytes(len(panel.ram)))
    drawn = [line[:72] for signs in braille.text(panel) for line in half_blocks(signs)]
    assert drawn == half.text(panel)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "uk_UA.UTF-8"}, "uk"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "ru"}, "ru"),
    ],
)
def test_a_new_handheld_asks_neither_language_nor_sound(
    environment: dict[str, str], language: str, tmp_path: Path
) -> None:
    (tmp_path / "settings.txt").write_bytes(first_settings(environment))
    desk = Simulator(folder=tmp_path, new=True, buzzer=15)
    assert type(desk.app.activity).__name__ == "Shelf"
    values = desk.app.settings.values
    assert (values["language"], values["sound"]) == (language, "off")
    assert desk.app.settings.messages == []


def test_a_new_flash_has_the_language_of_the_terminal(uf2: Path, tmp_path: Path) -> None:
    state = tmp_path / "new.img"
    options = ("--uf2", uf2, "--state", state)
    with Terminal(tmp_path, *options, LC_ALL="ja_JP.UTF-8") as terminal:
        terminal.wait(lambda: "emulated pico" in terminal.screen())
        terminal.type(b"q")
        assert terminal.end()[0] == 0
    found = read_filesystem(state.read_bytes())
    assert found["settings.txt"] == b"language=ja\nsound=off\n"


@pytest.mark.parametrize("size", [(22, 65), (21, 66)])
def test_too_small_a_terminal_is_refused(uf2: Path, tmp_path: Path, size: tuple[int, int]) -> None:
    with Terminal(tmp_path, "--uf2", uf2, size=size) as terminal:
        status, screen = terminal.end()
        assert status == 2
        assert f"has {size[1]} columns x {size[0]} lines; this needs 66 x 22" in screen
        assert terminal.restored()


def test_a_dumb_terminal_is_refused(uf2: Path, tmp_path: Path) -> None:
    with Terminal(tmp_path, "--uf2", uf2, TERM="dumb") as terminal:
        status, screen = terminal.end()
        assert (status, "TERM is dumb" in screen) == (2, True)


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        ([], 2, "play needs a terminal"),
        (["--speed", "0"], 2, "'0' is not a number from 0.01 to 100"),
        (["--board", "teapot"], 2, "unknown board 'teapot'; the boards are"),
        (["--nonsense"], 2, "unrecognized arguments: --nonsense"),
    ],
)
def test_bad_usage_is_one_line(
    options: list[str],
    status: int,
    message: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with open(os.devnull) as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert __main__.main(["play", *options]) == status
    output, errors = capfd.readouterr()
    assert output == ""
    assert errors.startswith("play: ") and errors.count("\n") == 1
    assert message in errors


def test_the_state_of_an_earlier_image(firmware_uf2: Path, state: Path, tmp_path: Path) -> None:
    """Its files began elsewhere in the flash: they are copied, and the old flash is kept."""
    files = {
        "settings.txt": b"language=en\n",
        "tapes/0007-nim.tape": b"program: nim\nsetup: heaps=7,8,4\n---\n",
        "lib/mine/tool.py": bytes(range(256)) * 40,
    }
    before = make_filesystem(files, SIZES[1])
    state.write_bytes(before)
    aside = state.with_name(state.name + ".old")
    aside.write_bytes(b"of another day")
    with Terminal(tmp_path, "--uf2", firmware_uf2, "--state", state) as terminal:
        terminal.wait(lambda: any("█" in line for line in terminal.picture()))
        terminal.type(b"q")
        status, rest = terminal.end()
        assert (status, rest) == (0, "")
    now = state.read_bytes()
    assert len(now) == SIZES[0] and files.items() <= read_filesystem(now).items()
    assert aside.read_bytes() == b"of another day"
    assert state.with_name(state.name + ".old2").read_bytes() == before
    full = make_filesystem({"big.bin": bytes(1200 * 1024)}, SIZES[1])
    state.write_bytes(full)
    with Terminal(tmp_path, "--uf2", firmware_uf2, "--state", state) as terminal:
        status, screen = terminal.end()
        assert status == 1 and "cannot put big.bin into the filesystem image" in screen
    assert state.read_bytes() == full


def test_a_damaged_state_is_refused_and_left_alone(uf2: Path, state: Path, tmp_path: Path) -> None:
    """So is any other file, also one that is as large as the flash."""
    for data, found in (
        (b"precious", "8 bytes, expected 1048576"),
        (b"precious" * (SIZES[0] // 8), "no littlefs in it"),
        (b"\xff" * (SIZES[1] - 8) + b"precious", "no littlefs in it"),
    ):
        state.write_bytes(data)
        with Terminal(tmp_path, "--uf2", uf2, "--state", state) as terminal:
            status, screen = terminal.end()
            assert status == 1
            assert f"is not a saved flash ({found})" in " ".join(screen.split())
        assert state.read_bytes() == data
    with Terminal(tmp_path, "--uf2", tmp_path / "none.uf2", "--state", tmp_path) as terminal:
        status, screen = terminal.end()
        assert (status, "Is a directory" in screen) == (1, True)


def test_without_an_own_wiring_the_emulated_pico_has_that_of_the_board() -> None:
    parts = play._parts("pico")
    assert parts["buttons"] == boards.load("pico").buttons
    assert parts["i2c"] == (0, 4, 5)
    assert (parts["panel"].width, parts["panel"].height, parts["panel"].address) == (128, 64, 60)


def drawn(terminal: Terminal) -> str:
    """Return the text on a panel that the terminal draws as half blocks."""
    lines = terminal.picture()
    both = {sign: pixels for pixels, sign in HALF.items()}
    rows = [bytes(both.get(sign, (0, 0))[half] for sign in line.ljust(128)) for line in lines
            for half in (0, 1)]  # fmt: skip
    if len(rows) != 64:
        return ""
    panel: Any = SimpleNamespace(width=128, height=64, rows=lambda: rows)
    return "\n".join(texts(panel))


@pytest.mark.pico
@pytest.mark.heavy
def test_with_a_wiring_the_finder_asks(firmware_uf2: Path, tmp_path: Path) -> None:
    """In the terminal, keys are the finder's buttons; the flash keeps what it finds."""
    mine, state = tmp_path / "mine.py", tmp_path / "state"
    mine.write_text(
        'CHIP = "RP2040"\nPANEL = {"controller": "sh1106", "width": 128, "height": 64}\n'
        'I2C = {"id": 1, "sda": 26, "scl": 27, "freq": 400_000, "addr": 0x3C}\n'
        'BUTTONS = {"UP": 6, "DOWN": 7, "LEFT": 8, "RIGHT": 9, "OK": 10, "BACK": 11}\n'
    )
    with Terminal(tmp_path, "--uf2", firmware_uf2, "--wiring", mine, "--state", state) as shown:
        for key, asked in (
            (b"\x1b[A", "Press UP"), (b"\x1b[B", "Press DOWN"), (b"\x1b[D", "Press LEFT"),
            (b"\x1b[C", "Press RIGHT"), (b"\r", "Press OK"), (b"\x7f", "Press BACK"),
            (b"\r", "OK:START"), (b"q", "OK:CHOOSE"),
        ):  # fmt: skip
            shown.wait(lambda asked=asked: asked in drawn(shown))  # type: ignore[misc]
            shown.type(key)
        shown.end()
    values, wrong = board_reader.own(read_filesystem(state.read_bytes())["board.py"], "RP2040")
    assert wrong == "" and values is not None
    assert values["BUTTONS"] == boards.load_file(mine).buttons
    mine.write_text("CHIP = 2040\n")
    with Terminal(tmp_path, "--wiring", mine) as terminal:
        status, screen = terminal.end()
        assert status == 2 and "PANEL is missing" in screen
