# SPDX-License-Identifier: MIT
"""The handheld under CPython: the firmware's own code and Adafruit's driver on a model panel.

For tests that need thousands of key presses or pictures in milliseconds; the emulated Pico
(`host_tools.emulator.pico`) runs the real image. This module adds the features that CPython lacks:
the module `micropython`, viper's pointer types, and the millisecond clock of `time`. The clock
stands still until `Simulator.run` moves it, so a test runs the same every time.
"""

import builtins
import gc
import importlib
import importlib.machinery
import os
import sys
import tempfile
import time
import traceback
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from host_tools import paths
from host_tools.emulator.ssd1306 import SSD1306

KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")

_ANNOTATIONS = {
    "busio": ("I2C", "SPI"),
    "digitalio": ("DigitalInOut",),
    "circuitpython_typing": ("ReadableBuffer", "WriteableBuffer"),
}

_WRAP = 1 << 30
"""MicroPython's millisecond counter wraps to 0 here."""

_STARTS = _WRAP - 1000
"""The counter when a handheld is switched on, so that every test passes the wrap."""

BOARD = str(paths.BOARDS / "pico")
"""The folder of the module `board`, for code that imports it."""

_now = 0


def _ticks_diff(end: int, start: int) -> int:
    return (end - start + _WRAP // 2) % _WRAP - _WRAP // 2


class Loader(importlib.machinery.SourceFileLoader):
    """Loads modules from code kept in memory: the handheld loads and drops many."""

    def __init__(self, name: str, path: str) -> None:
        super().__init__(name, path)
        self._code: types.CodeType | None = None

    def get_code(self, fullname: str) -> types.CodeType | None:
        if self._code is None:
            self._code = super().get_code(fullname)
        return self._code


class Finder:
    """Finds a module of the firmware without looking at the disk a second time."""

    found: ClassVar[dict[tuple[str, tuple[str, ...]], importlib.machinery.ModuleSpec]] = {}

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if path is None or not name.startswith("teletype."):
            return None
        key = name, tuple(path)
        if key not in cls.found:
            spec = importlib.machinery.PathFinder.find_spec(name, path)
            if spec is None or spec.origin is None:
                return None
            spec.loader = Loader(name, spec.origin)
            cls.found[key] = spec
        return cls.found[key]


def _same(thing: Any) -> Any:
    return thing


_KNOWN: list[dict[tuple[Any, ...], tuple[int, bytes, int]]] = []
"""The results that functions of viper code have computed."""


def _remembered(function: Callable[..., int], at: int, also: int = -1) -> Callable[..., int]:
    """Return a function of viper code that computes each result once: here it is slow.

    It fills its argument `at` up to its result, and writes to the first place of the argument
    `also`. The other arguments determine all of that.
    """
    known: dict[tuple[Any, ...], tuple[int, bytes, int]] = {}
    _KNOWN.append(known)

    def remembered(*arguments: Any) -> int:
        made, beside = arguments[at], arguments[also] if also >= 0 else [0]
        key = *arguments[:at], *(each for each in arguments[at + 1 :] if each is not beside)
        if key not in known:
            result = function(*arguments)
            known[key] = result, bytes(made[: max(result, 0)]), beside[0]
        result, content, beside[0] = known[key]
        made[: len(content)] = content
        return result

    remembered.__wrapped__ = function  # type: ignore[attr-defined]
    return remembered


def _remember() -> None:
    """Unpack each text and look up its glyphs once for all handhelds of this Python."""
    for name, function, places in (
        ("words.unpacking", "unpack", (5, 7)),
        ("handheld.drawing.glyphs", "_encode", (0,)),
    ):
        module = importlib.import_module(f"teletype.{name}")
        if not hasattr(getattr(module, function), "__wrapped__"):
            setattr(module, function, _remembered(getattr(module, function), *places))


def forget() -> None:
    """Drop the results and the code kept here for speed, so that the handheld's memory is left."""
    for known in _KNOWN:
        known.clear()
    Finder.found.clear()


def fill_in() -> None:
    """Make this Python look like MicroPython, as far as the handheld needs it."""
    if Finder not in sys.meta_path:
        sys.meta_path.insert(0, Finder)
    micropython: Any = types.ModuleType("micropython")
    micropython.const = micropython.viper = micropython.native = _same
    micropython.kbd_intr = _same
    sys.modules["micropython"] = micropython
    # names in annotations of Adafruit's modules, which MicroPython does not evaluate
    for module, names in _ANNOTATIONS.items():
        stand_in: Any = types.ModuleType(module)
        for name in names:
            setattr(stand_in, name, object)
        sys.modules.setdefault(module, stand_in)
    for name in ("ptr8", "ptr16", "ptr32", "uint"):
        setattr(builtins, name, _same)
    clock: Any = time
    clock.ticks_ms = lambda: _now % _WRAP
    clock.ticks_diff = _ticks_diff
    clock.ticks_add = lambda ticks, delta: (ticks + delta) % _WRAP
    clock.sleep_ms = lambda milliseconds: None
    memory: Any = gc
    memory.mem_free = lambda: 100 * 1024
    system: Any = sys
    if BOARD not in sys.path:
        sys.path.append(BOARD)
    files: Any = os
    files.ilistdir = lambda folder: (
        (entry.name, 0x4000 if entry.is_dir() else 0x8000, 0, entry.stat().st_size)
        for entry in os.scandir(folder)
    )
    system.print_exception = lambda error, file=sys.stderr: traceback.print_exception(
        error, file=file
    )


class I2C:
    """`machine.I2C` with one panel. Raises OSError for another address or without an answer."""

    def __init__(self, panel: SSD1306) -> None:
        self._panel = panel

    def writeto(self, address: int, buffer: bytes) -> None:
        if not self._panel.start(address):
            raise OSError(5, "EIO")
        self._panel.write_all(bytes(buffer))
        self._panel.stop()


class Pin:
    """`machine.Pin` as a button's input: high until it is pressed."""

    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self) -> None:
        self._level = 1
        self._handler: Callable[[Pin], None] | None = None

    def irq(self, handler: Callable[["Pin"], None], trigger: int) -> None:
        self._handler = handler

    def value(self) -> int:
        return self._level

    def drive(self, level: int) -> None:
        """Set the level, as a contact would, and call the interrupt handler on a change."""
        if level != self._level:
            self._level = level
            if self._handler is not None:
                self._handler(self)


class Serial:
    """The console: `typed` lines wait to be read, `printed` collects the device's output."""

    bell: Callable[[], None] | None = None

    def __init__(self) -> None:
        self.typed: list[str] = []
        self.printed = ""
        self.locked = False

    def lock(self, locked: bool) -> None:
        self.locked = locked

    def write(self, text: str) -> None:
        self.printed += text

    def take(self) -> None:
        """Do nothing: all output was taken at once."""

    def flush(self) -> bool:
        """Report that no output waits."""
        return False

    def print(self, line: str) -> None:
        self.printed += line + "\n"

    def begin_row(self) -> None:
        if self.printed[-1:] not in ("", "\n"):
            self.printed += "\n"

    def read(self, secret: bool = False) -> str | None:
        return self.typed.pop(0) if self.typed else None


class PWM:
    """`machine.PWM`: the sound of a pin; `played` has (time in ms, Hz, duty) for each change."""

    last: "PWM"
    """The newest instance."""

    def __init__(self, pin: Any) -> None:
        self.frequency = self.duty = 0
        self.played: list[tuple[int, int, int]] = []
        PWM.last = self

    def freq(self, hertz: int) -> None:
        self.frequency = hertz
        self.played.append((_now, self.frequency, self.duty))

    def duty_u16(self, duty: int) -> None:
        self.duty = duty
        self.played.append((_now, self.frequency, self.duty))


class UART:
    """`machine.UART` with the keywords `line`; `sent` collects bytes at the speed of a wire."""

    last: "UART"
    """The newest instance."""

    def __init__(self, number: int, **line: Any) -> None:
        self.number, self.line = number, line
        self.cut = False
        """Whether it was switched off in the middle of a character."""
        self.sent = b""
        self._ready = 0.0
        UART.last = self

    def write(self, data: bytes) -> int:
        self.sent += data
        frame = 1000 * (1 + self.line["bits"] + self.line["stop"]) / self.line["baudrate"]
        self._ready = max(self._ready, _now) + len(data) * frame
        return len(data)

    def txdone(self) -> bool:
        return self._ready <= _now

    def deinit(self) -> None:
        self.cut = not self.txdone()


class Restart(BaseException):
    """The firmware has reset the chip; the test must switch on a new handheld."""


def searches() -> bool:
    """Return whether the firmware reset the chip to search for the panel and the buttons."""
    return int.from_bytes(b"FIND", "little") in sys.modules["machine"].mem32.values()


def _reset() -> None:
    raise Restart


def _machine(battery: list[int]) -> types.ModuleType:
    """Make the module `machine` of a chip without state machines, for the optional parts.

    `battery`: the voltage at VSYS of a Pico, in mV, and whether the cable is plugged in.
    """
    machine: Any = types.ModuleType("machine")
    machine.PWM, machine.UART = PWM, UART
    machine.mem32, machine.reset = {}, _reset

    class Line:
        """A pin without a button; as an input it senses the cable."""

        IN, OUT = 0, 1

        def __init__(self, number: int, mode: int = OUT, value: int = 0) -> None:
            pass

        def value(self) -> int:
            return int(battery[1])

    class Converter:
        def __init__(self, pin: Line) -> None:
            pass

        def read_u16(self) -> int:
            return battery[0] * 65535 // 9900

    machine.Pin, machine.ADC = Line, Converter
    return machine  # type: ignore[no-any-return]


class Simulator:
    """A simulated handheld: `app` on a model panel `chip`, with six `pins` and a `serial`.

    - folder: stands for the flash; without one its content is lost afterwards.
    - files: texts that are written to it first, by name.
    - fast: what programs print appears at once.
    - new: nobody has chosen a language or ordered the shelf yet. Otherwise the language is that of
      the flash, by default English, and the shelf is in order of the machines.
    - buttons: the buttons present; a missing one is None in `pins`.
    - held: keys that are down while the handheld is switched on.
    - bitten: the watchdog made the last reset.
    - battery: the supply in mV, if the board can measure it.
    - crashes: the device shows its exceptions; otherwise they are raised here.
    - buzzer, printer, labels: as in board.py; see `PWM.last` and `UART.last` for their output.
    - chip: the panel that is really there.
    - declared: the panel's values in board.py, apart from its size.
    """

    def __init__(
        self,
        width: int = 128,
        height: int = 64,
        folder: Path | None = None,
        buttons: Sequence[str] = KEYS,
        *,
        files: Mapping[str, str] | None = None,
        fast: bool = False,
        held: Iterable[str] = (),
        bitten: bool = False,
        crashes: bool = False,
        buzzer: int | None = None,
        printer: tuple[int, int] | None = None,
        battery: int | None = None,
        labels: dict[str, str] | None = None,
        new: bool = False,
        chip: SSD1306 | None = None,
        declared: Mapping[str, Any] | None = None,
    ) -> None:
        global _now
        fill_in()
        _remember()
        _now = _STARTS
        self.chip = chip or SSD1306(width, height)
        self.pins = [Pin() if key in buttons else None for key in KEYS]
        for key in held:
            self.pin(key).drive(0)
        self.serial = Serial()
        bus = importlib.import_module("teletype.drivers.bus").Bus(lambda: I2C(self.chip))
        panel = importlib.import_module("teletype.drivers.panel").Panel(
            width, height, bus, **(declared or {})
        )
        keys = importlib.import_module("teletype.drivers.buttons").Buttons(self.pins)
        if folder is None:
            self._flash = tempfile.TemporaryDirectory()
            folder = Path(self._flash.name)
        for name, text in (files or {}).items():
            (folder / name).write_text(text, encoding="utf-8")
        if not new and not (folder / "settings.txt").exists():
            (folder / "settings.txt").write_text("language=en\norder=machine\n")
        store = importlib.import_module("teletype.handheld.keeping.store").Store(f"{folder}/")
        self.battery = [0 if battery is None else battery, 0]
        sys.modules["machine"] = _machine(self.battery)
        peripherals = importlib.import_module("teletype.handheld.parts.peripherals").Peripherals(
            buzzer, printer, battery is not None
        )
        start = importlib.import_module("teletype.power_on")
        self.app = start.power_on(
            panel, bus, keys, self.serial, store, peripherals, bitten, labels
        )
        self._crashes = crashes
        self._tick()
        self.app.fast = self.app.fast or fast
        gc.freeze()  # the device collects often; spare it the modules that the tests imported

    def run(self, milliseconds: int, step: int = 5) -> None:
        """Let the device run; each iteration of its loop takes `step` milliseconds."""
        global _now
        for _ in range(milliseconds // step):
            _now += step
            self._tick()

    def _tick(self) -> None:
        self.app.tick()
        if self.app.error and not self._crashes:
            raise self.app.error

    def pin(self, key: str) -> Pin:
        """Return the pin of a button. Raises ValueError if the handheld lacks that button."""
        pin = self.pins[KEYS.index(key)]
        if pin is None:
            raise ValueError(f"there is no button {key}")
        return pin

    def press(self, *keys: str) -> None:
        """Press and release keys, one after the other, like a quick finger.

        `OK–` is a long press of the button OK.
        """
        for key in keys:
            self.hold(key.rstrip("–"), 600 if key.endswith("–") else 60)
            self.run(60)

    def hold(self, key: str, milliseconds: int) -> None:
        """Keep a button down for a while."""
        pin = self.pin(key)
        pin.drive(0)
        self.run(milliseconds)
        pin.drive(1)

    def set(self, **values: object) -> None:
        """Change settings."""
        self.app.settings.values.update(values)
        self.app.apply()

    def say(self, *lines: str, rest: int = 20) -> None:
        """Type lines; after each let the device run until it waits, then for `rest` ms."""
        for line in lines:
            self.serial.typed.append(line)
            self.run(10)
            self.settle()
            self.run(rest)

    def settle(self, limit: int = 600_000) -> None:
        """Let the device run until it waits for a player; fail after `limit` milliseconds."""
        for _ in range(limit // 5):
            self.run(5)
            activity = self.app.activity  # None between an error and its screen
            if activity is not None and self.app.is_idle() and not activity.printing():
                return
        raise TimeoutError("the device is still printing")
