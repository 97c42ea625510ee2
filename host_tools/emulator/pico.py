# SPDX-License-Identifier: MIT
"""An emulated Raspberry Pi Pico with our handheld's parts: panel, buttons, serial port, flash.

The tests, `play`, `flash` and `check` all use the one class `Pico`. It runs a real firmware image
(UF2) on the emulated chip that the image is for: RP2040, or RP2350 (a Pico 2). An SSD1306 is on
the I2C bus, and buttons are on GPIO pins. On request, a pseudo-terminal takes the place of the
USB serial port, for mpremote.

Everything happens in emulated time, in the calling thread, and only while a method runs the board.
The same calls give the same bytes at the same emulated times. Only `serve` and `run_wall` follow
real time, for people and for other processes.

The emulator is host_tools/machine on Node.js (on_node.py).
"""

from __future__ import annotations

import contextlib
import select
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from host_tools.build import boards
from host_tools.build import uf2 as uf2_format
from host_tools.build.definition import SDK
from host_tools.closing import Closing
from host_tools.emulator.errors import DeviceError, PicoError, PicoTimeout
from host_tools.emulator.images import (
    BLOCK_SIZE,
    FLASH_SIZES,
    files_begin,
    make_filesystem,
    read_filesystem,
    resized,
)
from host_tools.emulator.on_node import NodeMachine, Wiring
from host_tools.emulator.pseudo_terminal import PseudoTerminal
from host_tools.emulator.ssd1306 import CONTROLLERS, SSD1306
from host_tools.usage import BuildError

__all__ = [
    "DeviceError", "Emulator", "Pico", "PicoError", "PicoTimeout", "make_filesystem", "parts",
    "read_filesystem",
]  # fmt: skip

Emulator = Callable[[bytes, Wiring, Callable[[bytes], None]], NodeMachine]
"""Creates a machine from the flash contents, the connected parts and the listener for output."""

OUTPUT_LIMIT = 1 << 20
"""Bytes of serial output to keep; older ones are dropped."""

STEP_MS = (10.0, 4.0)
"""Emulated milliseconds at a time while the board follows real time, and while a program has the
pseudo-terminal open and waits for answers."""

CLOCKS = {"RP2040": 125_000_000, "RP2350": 150_000_000}
"""Hz of each chip's processor."""

_FLASH_TIME = ContextVar("flash_time", default="none")

_MILLI = 1_000_000  # ns


def parts(board: boards.Board) -> dict[str, Any]:
    """Return a board's connected parts and flash, as named arguments for `Pico`."""
    panel = CONTROLLERS[board.panel["controller"]](board.panel["width"], board.panel["height"])
    found: dict[str, Any] = {
        "panel": panel, "battery": board.battery or {},
        "buttons": {
            name: {"pin": pin, "to": 1} if name in board.high else pin
            for name, pin in board.buttons.items()
        },
        "memory": board.memory, "encoder": board.encoder,
        "rest": {pin: levels["rest"] / 1000 for pin, levels in board.ladder.items()},
    }  # fmt: skip
    for pin, levels in board.ladder.items():
        for name in set(levels) - {"rest"}:
            found["buttons"][name] = {"pin": pin, "volts": levels[name] / 1000}
    for name, (row, column) in board.matrix.items():
        found["buttons"][name] = {"pin": row, "with": column}
    if board.i2c:
        panel.address = board.i2c["addr"]
        found["i2c"] = tuple(board.i2c[key] for key in ("id", "sda", "scl"))
    elif board.spi:
        found["spi"] = tuple(board.spi[key] for key in ("id", "cs", "dc", "reset", "sck", "mosi"))
    return found


def rewired(path: Path, chip: str) -> dict[str, Any]:
    """Return the parts that a board file describes, for an image of `chip` without them.

    The flash layout stays that of the image. Raises BoardError.
    """
    board = boards.load_file(path)
    if board.chip != chip:
        raise boards.BoardError([f"{path}: CHIP: '{board.chip}'; the image is for an {chip}"])
    found = parts(board)
    del found["memory"]
    return found


@contextlib.contextmanager
def flash_time(time: str) -> Iterator[None]:
    """Make the flash of all boards take its time, as with `Pico(flash_time=...)`."""
    before = _FLASH_TIME.set(time)
    try:
        yield
    finally:
        _FLASH_TIME.reset(before)


class Pico(Closing):
    """A board: the chip with its flash, panel, buttons and a USB cable to this computer.

    `uf2` is the firmware. It determines the chip: RP2040 with 2 MiB of flash, or RP2350 with
    4 MiB. None stands for the parts of boards/pico or boards/pico2.

    - filesystem: the littlefs image, as bytes or a file. Without one that part of the flash is
      erased, and MicroPython formats it. If an image has another size, its files are copied into
      one that fits.
    - memory: the KiB of flash and of files, as in board.py.
    - panel: the display; an SSD1306 of 128x64 when None.
    - i2c, spi: its bus as (I2C block, SDA pin, SCL pin), or as (SPI block, pins CS, D/C,
      reset, and clock and data if no other pins should work).
    - buttons: the pin of each button, which it joins to ground; or a contact as in base.js.
    - encoder: the pins `a` and `b` of a knob, as in board.py; `turn` turns it, and so do UP and
      DOWN if they have no button.
    - rest: volts at pins with a ladder of resistors, while no button is pressed.
    - battery: how the board measures it, as in board.py.
    - flash_time: "typical" or "worst" models the flash's cache and makes it as fast as a W25Q16's
      data sheet says; with "none" it takes no time. None: see the function `flash_time`.
    - flash_id: the three bytes of its JEDEC ID, when it is not a Winbond's.
    - emulator: creates the machine, in place of the usual one.

    Power comes from the cable unless `power` changes that. It is on when the object
    exists, but no time passes until `boot` or `run`.

    Raises PicoError for a bad image or a missing emulator. All methods that run the board raise
    it when the firmware crashes.
    """

    def __init__(
        self,
        uf2: str | Path,
        *,
        filesystem: bytes | str | Path | None = None,
        panel: SSD1306 | None = None,
        i2c: tuple[int, int, int] = (0, 4, 5),
        spi: tuple[int, ...] | None = None,
        buttons: Mapping[str, Any] | None = None,
        battery: Mapping[str, int] | None = None,
        encoder: Mapping[str, int] | None = None,
        rest: Mapping[int, float] | None = None,
        memory: Mapping[str, int] | None = None,
        emulator: Emulator | None = None,
        flash_time: str | None = None,
        flash_id: bytes | None = None,
    ) -> None:
        try:
            self.chip = uf2_format.chip(uf2)
            size = FLASH_SIZES[self.chip]
            flash = bytearray(b"\xff" * size)
            for offset, piece in uf2_format.read(uf2, self.chip, size):
                flash[offset : offset + len(piece)] = piece
        except BuildError as error:
            raise PicoError(str(error)) from error
        board = boards.load(SDK[self.chip])
        memory = board.memory if memory is None else memory
        if memory["size"] * 1024 != size:
            raise PicoError(
                f"an emulated {self.chip} has {size // 1024} KiB of flash, not {memory['size']}"
            )
        self.clock = CLOCKS[self.chip]
        """Clock of the processor in Hz, always the same here."""
        self.offset = files_begin(flash)
        """Flash offset of the filesystem, from the image; the filesystem extends to the end."""
        self.blocks = (size - self.offset) // BLOCK_SIZE
        """Blocks of the filesystem."""
        if filesystem is not None:
            flash[self.offset :] = resized(_image(filesystem), size - self.offset)
        self.panel = SSD1306() if panel is None else panel
        self.buttons = dict(board.buttons if buttons is None else buttons)
        self._battery = dict((board.battery or {}) if battery is None else battery)
        self._pressed: set[str] = set()
        self._pty: PseudoTerminal | None = None
        self._received = bytearray()
        self._dropped = self._read_up_to = 0  # positions in the stream of received bytes
        self._encoder = dict(encoder or {})
        contacts = {f"contact {end}": self._encoder[end] for end in "ab" if self._encoder}
        joined = self.buttons | contacts
        wiring = Wiring(self.panel, joined, i2c, spi, self.chip, self.offset, rest or {})
        try:
            if emulator is None:
                time_of = _FLASH_TIME.get() if flash_time is None else flash_time
                self.machine = NodeMachine(
                    bytes(flash), wiring, self._on_output, flash_time=time_of, flash_id=flash_id
                )
            else:
                self.machine = emulator(bytes(flash), wiring, self._on_output)
        except BuildError as error:
            raise PicoError(str(error)) from error
        self.power(5.0)

    def close(self) -> None:
        """End the emulator, and close the pseudo-terminal, if any."""
        self.close_pty()
        self.machine.close()

    # Power and reset

    def boot(self, timeout_ms: float = 5000) -> None:
        """Run until the board's USB serial port appears, also after a reset.

        Raises PicoTimeout if the firmware has not started after `timeout_ms` of emulated time.
        """
        self.run_until(lambda: self.machine.connected, timeout_ms, what="the USB serial port")

    def reset(self) -> None:
        """Pull the RUN pin low and release it: the chip restarts, panel and flash stay."""
        self.machine.reset()

    def power_cycle(self) -> None:
        """Cut the power of board and panel and switch it on again; emulated time starts again."""
        self.panel.reset()
        self.machine.power_cycle()

    def power(self, volts: float, usb: bool = True) -> None:
        """Set the supply that the board measures: its volts, and whether they come from USB.

        Without `usb` they come from a battery. The serial port stays readable either way."""
        if self._battery:
            self.machine.hold(self._battery["adc"], volts / self._battery["ratio"])
            if "usb" in self._battery:
                self.machine.hold(self._battery["usb"], 3.3 if usb else 0.0)

    # Time

    @property
    def nanos(self) -> int:
        """Emulated nanoseconds since power-on."""
        return self.machine.nanos

    @property
    def millis(self) -> float:
        """Emulated milliseconds since power-on."""
        return self.machine.nanos / _MILLI

    @property
    def cycles(self) -> int:
        """Processor cycles since power-on, those asleep excluded."""
        return self.machine.cycles

    def run(self, ms: float) -> None:
        """Run for `ms` of emulated time. Raises PicoError when the firmware crashes."""
        if ms < 0:
            raise ValueError(f"time cannot run backwards ({ms} ms)")
        while ms > 0:
            self._pump()
            # in one piece, if no program exchanges bytes meanwhile
            step = min(ms, 1) if self._pty and not self._pty.idle() else ms
            self._run_nanos(step * _MILLI)
            ms -= step
        self._pump()

    def _run_nanos(self, nanos: float) -> None:
        self.machine.run_to(self.machine.nanos + round(nanos))
        if self.machine.crashed:
            raise PicoError(f"the firmware crashed ({self.machine.crashed}){self._tail()}")

    def run_until(
        self,
        predicate: Callable[[], object],
        timeout_ms: float,
        step_ms: float = 1,
        what: str = "what was waited for",
    ) -> bool:
        """Run until `predicate()` is true, checking every `step_ms`; return True.

        Raises PicoTimeout, naming `what` and the last serial output, after `timeout_ms`.
        """
        end = self.nanos + timeout_ms * _MILLI
        while not predicate():
            if self.nanos >= end:
                raise PicoTimeout(
                    f"{what}: not within {timeout_ms:g} ms of emulated time{self._tail()}"
                )
            self.run(step_ms)
        return True

    def run_wall(
        self,
        seconds: float,
        pace: float | None = None,
        wake: Iterable[int] = (),
        limit_ms: float | None = None,
    ) -> None:
        """Run for `seconds` of real time, at most `limit_ms` of emulated time.

        `pace` is the highest number of emulated seconds per second; without it the board runs at
        full speed. Returns early when one of the files `wake` is readable. A board that cannot
        keep up loses time and does not catch up in the next call. An idle one costs little,
        because it spends the rest of the time waiting for input.
        """
        wake = list(wake)
        start, begin = time.monotonic(), self.millis
        end = begin + (float("inf") if limit_ms is None else limit_ms)
        while (elapsed := time.monotonic() - start) < seconds and self.millis < end:
            serial = [self._pty.master] if self._pty and not self._pty.hung_up() else []
            step = min(STEP_MS[bool(serial)], end - self.millis)
            if pace is not None:
                wait = (step + self.millis - begin) / pace / 1000 - elapsed
            else:
                wait = 0.001 if self.machine.waiting and not self.machine.backlog else 0.0
            wait = max(0.0, min(wait, seconds - elapsed))
            ready, _, _ = select.select(wake + serial, (), (), wait)
            if pace is not None:
                due = begin + (time.monotonic() - start) * pace * 1000 - self.millis
                step = max(0.0, min(step, due))
            self.run(step)
            if not set(ready).isdisjoint(wake):
                return

    # The serial port

    @property
    def connected(self) -> bool:
        """Whether the board's USB serial port is present."""
        return self.machine.connected

    @property
    def output(self) -> bytes:
        """The serial output of the board since power-on, its last 1 MiB at most."""
        return bytes(self._received)

    def read(self) -> bytes:
        """Return the serial output since the last `read`."""
        data = self._since(self._read_up_to)
        self._read_up_to = self._position()
        return data

    def send(self, data: bytes) -> None:
        """Send bytes to the board, which reads them at its own speed while it runs."""
        self.machine.send(data)

    def _position(self) -> int:
        return self._dropped + len(self._received)

    def _since(self, position: int) -> bytes:
        return bytes(self._received[max(0, position - self._dropped) :])

    def _on_output(self, data: bytes) -> None:
        self._received += data
        surplus = len(self._received) - OUTPUT_LIMIT
        if surplus > 0:
            del self._received[:surplus]
            self._dropped += surplus
        if self._pty:
            self._pty.write(data)

    def _tail(self) -> str:
        text = bytes(self._received[-400:]).decode(errors="replace").strip()
        return f"; last serial output:\n{text}" if text else "; there was no serial output"

    def execute(self, code: str, timeout_ms: float = 10_000, step_ms: float = 1) -> str:
        """Run Python code on the board over the raw REPL and return what it printed.

        Interrupts the running program; afterwards the board is at its prompt. `timeout_ms` is the
        limit and `step_ms` the interval of the checks, both in emulated time. Raises DeviceError
        with the traceback if the code raises, PicoTimeout if it does not end, and ValueError for
        code with control characters of the REPL.
        """
        if any(character in code for character in "\x01\x02\x03\x04\x05"):
            raise ValueError("the code has a control character that the REPL would obey")
        banner = b"raw REPL; CTRL-B to exit\r\n>"
        end = self.nanos + timeout_ms * _MILLI
        begin = self._position()
        while banner not in self._since(begin):
            if self.nanos >= end:
                raise PicoTimeout(f"the board does not answer Ctrl-C and Ctrl-A{self._tail()}")
            self.send(b"\r\x03\x03\x01")
            with contextlib.suppress(PicoTimeout):
                self.run_until(lambda: banner in self._since(begin), 500)
        begin = self._position()
        self.send(code.encode() + b"\n\x04")  # Ctrl-D alone would be a soft reset

        def answer() -> list[bytes]:
            return self._since(begin).partition(b"OK")[2].split(b"\x04")

        looked = -1

        def over() -> bool:
            nonlocal looked
            if looked == self._position():
                return False  # no new output, and the old may be long to search
            looked = self._position()
            return len(answer()) > 2

        left = max(0, end - self.nanos) / _MILLI
        self.run_until(over, left, step_ms, "the end of the code")
        output, traceback = (
            part.decode(errors="replace").replace("\r\n", "\n") for part in answer()[:2]
        )
        begin = self._position()
        self.send(b"\x02")
        self.run_until(lambda: b">>> " in self._since(begin), 1000, what="the prompt")
        if traceback:
            raise DeviceError(traceback.strip(), output)
        return output

    # The serial port, for other processes

    def open_pty(self) -> str:
        """Open a pseudo-terminal as the serial port; return its path.

        While it is open, every method that runs the board moves bytes between the two.
        """
        if not self._pty:
            self._pty = PseudoTerminal()
        return self._pty.path

    def close_pty(self) -> None:
        """Close the pseudo-terminal, if any; the board continues without it."""
        if self._pty:
            self._pty.close()
            self._pty = None

    def _pump(self) -> None:
        if self._pty:
            self._pty.pump(self.machine.send, self.machine.backlog)

    def serve(
        self,
        process: subprocess.Popen[Any] | None = None,
        pace: float | None = None,
        timeout: float | None = None,
    ) -> None:
        """Run the board until `process` ends; without one forever. For use with `open_pty`.

        `pace` works as in `run_wall`. Raises PicoTimeout if the process still runs after `timeout`
        seconds of real time; the process continues.
        """
        start = time.monotonic()
        while process is None or process.poll() is None:
            if timeout is not None and time.monotonic() - start > timeout:
                raise PicoTimeout(f"the process did not end within {timeout:g} s{self._tail()}")
            self.run_wall(0.02, pace)

    # Buttons

    def turn(self, steps: int, edge_ms: float = 2) -> None:
        """Turn the encoder by `steps`; if positive, clockwise: contact `a` closes first."""
        order = "ab" if steps > 0 else "ba"
        for _ in range(abs(steps)):
            for change in (self.machine.press, self.machine.release):
                for end in order:
                    change(f"contact {end}")
                    self.run(edge_ms)

    def _turns(self, name: str) -> bool:
        return bool(self._encoder) and name in ("UP", "DOWN") and name not in self.buttons

    def _check(self, name: str) -> None:
        if name not in self.buttons:
            raise ValueError(f"there is no button {name!r}, only {', '.join(self.buttons)}")

    @property
    def keys(self) -> set[str]:
        """The names that `press` takes: the buttons, and UP and DOWN of an encoder."""
        return set(self.buttons) | {name for name in ("UP", "DOWN") if self._turns(name)}

    @property
    def pressed(self) -> frozenset[str]:
        """The buttons that are held down."""
        return frozenset(self._pressed)

    def press(self, name: str) -> None:
        """Push a button down. Raises ValueError if there is no such button."""
        if self._turns(name):
            self.turn(1 if name == "DOWN" else -1)
            return
        self._check(name)
        if name not in self._pressed:
            self._pressed.add(name)
            self.machine.press(name)

    def release(self, name: str) -> None:
        """Release a button. Raises ValueError if there is no such button."""
        if self._turns(name):
            return
        self._check(name)
        if name in self._pressed:
            self._pressed.remove(name)
            self.machine.release(name)

    def tap(self, name: str, hold_ms: float = 60, gap_ms: float = 40) -> None:
        """Press a button for `hold_ms`, then wait for `gap_ms`, both in emulated time."""
        self.press(name)
        self.run(hold_ms)
        self.release(name)
        self.run(gap_ms)

    # Pins

    def watch(self, pin: int) -> None:
        """Record the changes of a GPIO pin from now on, for `edges`."""
        self.machine.watch(pin)

    def edges(self, pin: int) -> list[tuple[float, int]]:
        """Return the changes of a watched pin.

        Each has nanoseconds since power-on, and 0 for driven low, 1 for driven high, more for an
        input. Raises KeyError if the pin is not watched."""
        return self.machine.edges[pin]

    # Panel and flash

    def screenshot(self, path: str | Path, scale: int = 4) -> None:
        """Write the panel's picture as a PNG file, each pixel `scale` pixels wide and high."""
        self.panel.png(path, scale)

    def filesystem(self) -> bytes:
        """Return the image of the filesystem in the flash, as after a power cut at this moment."""
        return self.machine.read_flash(self.offset, self.blocks * BLOCK_SIZE)

    def load_filesystem(self, image: bytes) -> None:
        """Replace the filesystem in the flash, for the next boot.

        Raises PicoError if it is not a filesystem image or does not fit.
        """
        self.machine.load_flash(self.offset, resized(image, self.blocks * BLOCK_SIZE))


def _image(filesystem: bytes | str | Path) -> bytes:
    """Return the image of a filesystem; read it if given a file. Raises PicoError."""
    if isinstance(filesystem, bytes):
        return filesystem
    try:
        return Path(filesystem).read_bytes()
    except OSError as error:
        raise PicoError(
            f"cannot read the filesystem image {filesystem!s}: {error.strerror}"
        ) from error
