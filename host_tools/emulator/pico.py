"""An emulated Raspberry Pi Pico with our handheld's parts: panel, buttons, serial port, flash.

The tests, `play`, `flash` and `check` all use the one class `Pico`. It runs a real firmware image
(UF2) on rp2040py's RP2040, with an SSD1306 on the I2C bus, buttons on GPIO pins and, when wanted,
a pseudo-terminal in the place of the USB serial port, for mpremote.

Everything happens in emulated time, in the calling thread, and only while a method runs it: the
same calls give the same bytes at the same emulated times. Only `serve` and `run_wall` follow the
clock on the wall, for people and for other processes.

rp2040py 0.3.6 needs mending in four places; each is a small class or method here:
  * `_SerialHost`: the USB host leaves an idle port alone instead of polling it with empty packets;
  * `Pico.run`: emulated time goes exactly as far as it is asked to, also when the board sleeps;
  * `_Bus.connect`: an I2C address that nobody acknowledges empties the transmit FIFO, as on the
    chip, so that the driver in the pico-sdk notices and the next transfer works;
  * `_BitBangTarget`: transfers that the firmware makes by toggling the pins (MicroPython's
    `I2C.scan()` and empty writes, and SoftI2C) reach the panel as well.
And beside these: USB frames start where the firmware waits for that (`_SerialHost`), an I2C byte
takes the time that it takes on the wire, switching the I2C block off ends a transfer (`_Bus`), and
a watchdog that has bitten is off after the reset, as the boot ROM leaves it.

Not modelled: a second core, the PLLs (the CPU always runs at 125 MHz), and flash wait states.
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from host_tools.build import boards
from host_tools.build.uf2 import Uf2Error, read
from host_tools.emulator.ssd1306 import SH1106, SSD1306

if TYPE_CHECKING:
    from rp2040py.peripherals.i2c import I2CMode
    from rp2040py.peripherals.usb import RPUSBController
    from rp2040py.rp2040 import RP2040
    from rp2040py.utils.logging import ConsoleLogger

FLASH_SIZE = 2 * 1024 * 1024
BLOCK_SIZE = 4096
BLOCK_COUNT = 352
FILESYSTEM_OFFSET = FLASH_SIZE - BLOCK_COUNT * BLOCK_SIZE
"""Where MicroPython's littlefs begins in the flash of a Pico (0xA0000)."""

OUTPUT_LIMIT = 1 << 20
"""Bytes of serial output that are kept; the oldest are dropped."""

_MISSING = "the emulated Pico needs {}: make setup, or pip install {}"
_SECOND = 1_000_000_000  # ns
_MILLI = 1_000_000  # ns


def parts(board: boards.Board) -> dict[str, Any]:
    """What is connected to a board with an RP2040: the named arguments for `Pico`."""
    controller = {"ssd1306": SSD1306, "sh1106": SH1106}[board.panel["controller"]]
    panel = controller(board.panel["width"], board.panel["height"])
    found: dict[str, Any] = {"panel": panel, "buttons": board.buttons}
    if board.i2c:
        panel.address = board.i2c["addr"]
        found["i2c"] = tuple(board.i2c[key] for key in ("id", "sda", "scl"))
    elif board.spi:
        found["spi"] = tuple(board.spi[key] for key in ("id", "cs", "dc", "reset"))
    return found


class PicoError(Exception):
    """The emulated Pico cannot do what was asked."""


class PicoTimeout(PicoError):
    """Something did not happen in the emulated time it was given."""


class DeviceError(PicoError):
    """Code that ran on the device raised; `output` is what it had printed before."""

    def __init__(self, traceback: str, output: str) -> None:
        super().__init__(traceback)
        self.traceback, self.output = traceback, output


# Files: the filesystem image


def _littlefs(image: bytes | None) -> Any:
    """The littlefs in an image, or a new one, with the parameters of MicroPython's rp2 port."""
    try:
        import littlefs
    except ImportError:
        raise PicoError(_MISSING.format("littlefs-python", "littlefs-python")) from None
    if image is not None and len(image) != BLOCK_COUNT * BLOCK_SIZE:
        raise PicoError(
            f"a filesystem image has {BLOCK_COUNT * BLOCK_SIZE} bytes "
            f"({BLOCK_COUNT} blocks of {BLOCK_SIZE}), this one has {len(image)}"
        )
    context = littlefs.UserContext(BLOCK_COUNT * BLOCK_SIZE)
    filesystem = littlefs.LittleFS(
        context, mount=False, block_size=BLOCK_SIZE, block_count=BLOCK_COUNT, block_cycles=100,
        read_size=32, prog_size=256, cache_size=1024, lookahead_size=32,
    )  # fmt: skip
    if image is None:
        filesystem.format()
    else:
        context.buffer[:] = image
    try:
        filesystem.mount()
    except littlefs.LittleFSError as error:
        raise PicoError(f"the image holds no filesystem: {error}") from error
    return filesystem


def make_filesystem(files: Mapping[str, bytes]) -> bytes:
    """An image of the flash filesystem with these files, by path ("main.py", "lib/x.mpy").

    Raises PicoError when they do not fit or a path is not possible.
    """
    filesystem = _littlefs(None)
    from littlefs import LittleFSError

    for path, content in files.items():
        try:
            folder = path.strip("/").rpartition("/")[0]
            if folder:
                filesystem.makedirs(folder, exist_ok=True)
            with filesystem.open(path, "wb") as file:
                file.write(content)
        except (LittleFSError, OSError) as error:
            raise PicoError(f"cannot put {path} into the filesystem image: {error}") from error
    filesystem.unmount()
    return bytes(filesystem.context.buffer)


def read_filesystem(image: bytes) -> dict[str, bytes]:
    """The files in an image, by path. Raises PicoError when it holds no filesystem."""
    filesystem = _littlefs(image)
    files = {}
    for folder, _, names in filesystem.walk("/"):
        for name in names:
            path = f"{folder.strip('/')}/{name}".strip("/")
            with filesystem.open(path, "rb") as file:
                files[path] = bytes(file.read())
    return files


# What is connected to the chip


class _Faults:
    """A logger for rp2040py that takes for a crash what is a HardFault on the chip.

    rp2040py warns and goes on, for ever, as the firmware's handler for that is an endless loop.
    """

    FATAL = (
        "not implemented yet",  # an instruction
        "Read from invalid memory",
        "Write to undefined address",
        "not 32 bit aligned",
    )

    def __init__(self, logger: ConsoleLogger, crash: Callable[[str], None]) -> None:
        self._crash = crash
        self.debug, self.info, self.error = logger.debug, logger.info, logger.error

    def warning(self, component: str, message: str) -> None:
        if any(fatal in message for fatal in self.FATAL):
            self._crash(message)


class _SerialHost:
    """The computer at the other end of the USB cable, with the serial port open.

    rp2040py's `USBCDC` enumerates the board; but whenever the firmware is ready for a packet from
    the host, it answers at once, with an empty packet if need be, so that an idle board never
    sleeps. Here the endpoint is not answered (a NAK on the wire) until there is something to send.

    Nor does `USBCDC` start a frame every millisecond. TinyUSB has that interrupt on for the first
    frames after the port was opened, and only then sends what the board had printed before.
    """

    def __init__(self, controller: RPUSBController, received: Callable[[bytes], None]) -> None:
        from rp2040py.peripherals.usb import INTR_DEV_SOF, SOF_RD
        from rp2040py.usb.cdc import USBCDC

        self.connected = False
        self._controller = controller
        self._outgoing = bytearray()
        self._wanted = 0  # size of the packet that the firmware waits for; 0: it does not
        self._frame_bit, self._frame_register = INTR_DEV_SOF, SOF_RD
        self._frame_alarm = controller.rp2040.clock.create_alarm(self._on_frame)
        self._frame_due = False
        self._stock_check = controller.check_interrupts
        self._stock_register = controller.read_uint32
        controller.check_interrupts = self._check_interrupts  # type: ignore[method-assign]
        controller.read_uint32 = self._read_register  # type: ignore[method-assign]
        self._cdc = USBCDC(controller)
        self._cdc.on_serial_data = lambda data: received(bytes(data))
        self._cdc.on_device_connected = self._on_connected
        self._stock_read, controller.on_endpoint_read = controller.on_endpoint_read, self._on_read
        self._stock_reset, controller.on_reset = controller.on_reset, self._on_reset

    @property
    def backlog(self) -> int:
        """Bytes that the board has not taken yet."""
        return len(self._outgoing)

    def send(self, data: bytes) -> None:
        self._outgoing += data
        self._deliver()

    def _on_connected(self) -> None:
        self.connected = True

    def _on_reset(self) -> None:
        """The board dropped off the bus; what was under way to it is lost, as in real life."""
        self.connected = False
        self._outgoing.clear()
        self._wanted = 0
        if self._stock_reset:
            self._stock_reset()

    def _check_interrupts(self) -> None:
        """Called by the controller whenever the firmware has changed what interrupts it wants."""
        self._stock_check()
        if self._controller._int_enable & self._frame_bit and not self._frame_due:
            self._frame_due = True
            self._frame_alarm.schedule(_MILLI)

    def _on_frame(self) -> None:
        self._frame_due = False
        if self._controller._int_enable & self._frame_bit:
            self._controller._sof_frame_number += 1
            self._controller._int_raw |= self._frame_bit
            self._check_interrupts()

    def _read_register(self, offset: int) -> int:
        if offset == self._frame_register:
            self._controller._int_raw &= ~self._frame_bit  # reading the frame number clears it
            self._stock_check()
        return self._stock_register(offset)

    def _on_read(self, endpoint: int, size: int) -> None:
        if endpoint == self._cdc._out_endpoint:
            self._wanted = size
            self._deliver()
        elif self._stock_read:
            self._stock_read(endpoint, size)

    def _deliver(self) -> None:
        if self._wanted and self._outgoing:
            packet = bytes(self._outgoing[: self._wanted])
            del self._outgoing[: len(packet)]
            self._wanted = 0
            self._controller.endpoint_read_done(self._cdc._out_endpoint, packet)


class _Bus:
    """Connects the panel to one of the chip's two I2C blocks."""

    def __init__(self, chip: RP2040, block: int, panel: SSD1306) -> None:
        from rp2040py.peripherals.i2c import IC_ENABLE, R_TX_EMPTY, I2CState

        self._tx_empty, self._enable_register, self._idle = R_TX_EMPTY, IC_ENABLE, I2CState.IDLE
        self._chip, self._i2c, self._panel = chip, chip.i2c[block], panel
        self._stock_register = self._i2c.write_uint32
        self._i2c.write_uint32 = self._write_register  # type: ignore[method-assign]
        self._i2c.on_connect = self.connect
        self._i2c.on_write_byte = self._write
        self._i2c.on_read_byte = self._read
        self._i2c.on_stop = self._stop

    def _spend(self, bits: int) -> None:
        """Let the time pass that `bits` take on the wire.

        The pico-sdk only waits meanwhile, so the clock is moved on instead of emulating that;
        state machines, which do not wait, go with it.
        """
        cycles = bits * (self._i2c.scl_high_period + self._i2c.scl_low_period)
        nanos = _SECOND / self._chip.clk_peri
        running = [pio for pio in self._chip.pio if not pio.stopped]
        while running and cycles:
            due = min(pio.next_due_fp - pio.cycle_fp for pio in running) // 256
            step = min(cycles, max(1, due))
            self._chip.clock.tick(step * nanos)
            for pio in running:
                pio.advance(step)
            cycles -= step
        self._chip.clock.tick(cycles * nanos)

    def _write_register(self, offset: int, value: int) -> None:
        if offset == self._enable_register and not value & 1 and self._i2c._state != self._idle:
            # Switching the block off, as the pico-sdk does after a timeout, ends the transfer.
            self._i2c.enable = 0
            self._stop()
        self._stock_register(offset, value)

    def connect(self, address: int, mode: I2CMode) -> None:
        if self._panel.stuck or self._panel.held:
            return  # the block waits until the firmware's time is out
        self._spend(1 + 9)  # START, address, acknowledge bit
        acknowledged = self._panel.start(address)
        self._i2c.complete_connect(acknowledged)
        if not acknowledged:
            # The chip throws away what it was to send, so its transmit FIFO is empty then;
            # rp2040py forgets to say so, and the pico-sdk waits for it until its time is out.
            self._i2c._set_interrupts(self._tx_empty)

    def _write(self, byte: int) -> None:
        self._spend(9)
        self._panel.write(byte)
        self._i2c.complete_write(True)

    def _read(self, acknowledge: bool) -> None:
        self._spend(9)
        self._i2c.complete_read(self._panel.read())

    def _stop(self) -> None:
        self._panel.stop()
        self._i2c.complete_stop()


class _BitBangTarget:
    """Connects the panel to the two pins themselves, for transfers made by toggling them.

    Watches SDA and SCL as an I2C target does, with the panel's pull-up resistors on both lines.
    Only writes are understood, which is all that the panel is used for.
    """

    def __init__(self, chip: RP2040, sda: int, scl: int, panel: SSD1306) -> None:
        from rp2040py.gpio_pin import GPIOPinState

        self._panel = panel
        self._sda, self._scl = True, True
        self._pin = chip.gpio[sda]
        self._byte = self._bits = 0
        self._first = False
        self._listening = False
        low = GPIOPinState.LOW  # driven; as an input, the line is high
        for number in (sda, scl):
            chip.gpio[number].set_input_value(True)
        chip.gpio[sda].add_listener(lambda new, old: self._on_sda(new != low))
        chip.gpio[scl].add_listener(lambda new, old: self._on_scl(new != low))

    def _on_sda(self, level: bool) -> None:
        changed, self._sda = level != self._sda, level
        if not (changed and self._scl):
            return
        if level:  # STOP
            if self._listening:
                self._panel.stop()
            self._listening = False
        else:  # START
            self._listening = self._first = True
            self._byte = self._bits = 0

    def _on_scl(self, level: bool) -> None:
        changed, self._scl = level != self._scl, level
        if changed and level and self._panel.held:
            self._panel.held -= 1
        if not (changed and self._listening):
            return
        if level:
            if self._bits < 8:
                self._byte = self._byte << 1 | self._sda
            self._bits += 1
        elif self._bits == 8:
            if self._take(self._byte):
                self._pin.set_input_value(False)  # acknowledge
            else:
                self._listening = False
        elif self._bits == 9:
            self._pin.set_input_value(True)
            self._byte = self._bits = 0

    def _take(self, byte: int) -> bool:
        if self._first:
            self._first = False
            return not byte & 1 and self._panel.start(byte >> 1)
        self._panel.write(byte)
        return True


class _SpiBus:
    """Connects the panel to one of the chip's two SPI blocks and the pins CS, D/C and reset."""

    def __init__(
        self, chip: RP2040, block: int, cs: int, dc: int, reset: int, panel: SSD1306
    ) -> None:
        from rp2040py.gpio_pin import GPIOPinState

        self._spi, self._panel = chip.spi[block], panel
        self._low, self._high = GPIOPinState.LOW, GPIOPinState.HIGH
        self._cs, self._dc = chip.gpio[cs], chip.gpio[dc]
        self._chip = chip
        chip.gpio[reset].add_listener(self._on_reset)
        self._spi.on_transmit = self._transmit

    def _on_reset(self, new: object, old: object) -> None:
        if new == self._low:
            self._panel.reset()

    def _transmit(self, byte: int) -> None:
        if self._cs.value == self._low:
            self._panel.write_spi(byte, self._dc.value == self._high)
        # the time on the wire, in which the pico-sdk only waits
        self._chip.clock.tick(8 * _SECOND / self._spi.clock_frequency)
        self._spi.complete_transmit(0)


class _Pty:
    """A pseudo-terminal whose other side a program such as mpremote opens as a serial port.

    While no program has it open, output is thrown away, as by a serial port that nobody has open.
    """

    LIMIT = 1 << 16  # bytes kept for a program that does not read

    def __init__(self) -> None:
        import tty

        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self.master, False)
        self._waiting = bytearray()

    def write(self, data: bytes) -> None:
        self._waiting += data
        self._flush()

    def hung_up(self) -> bool:
        poll = select.poll()
        poll.register(self.master, 0)
        return any(event & select.POLLHUP for _, event in poll.poll(0))

    def _flush(self) -> None:
        if self._waiting:
            if self.hung_up():
                self._waiting.clear()
                return
            with contextlib.suppress(BlockingIOError):
                del self._waiting[: os.write(self.master, self._waiting)]
            del self._waiting[: -self.LIMIT]

    def pump(self, send: Callable[[bytes], None], backlog: int) -> None:
        """Move what can be moved without waiting; leave input alone while `backlog` is large."""
        self._flush()
        while backlog < 4096:
            try:
                data = os.read(self.master, 4096)
            except OSError:  # nothing there (EAGAIN), or nobody (EIO)
                return
            if not data:
                return
            backlog += len(data)
            send(data)

    def close(self) -> None:
        os.close(self.master)


# The board


class Pico:
    """A board: RP2040 with 2 MiB of flash, panel, buttons and a USB cable to this computer.

    `uf2` is the firmware, `filesystem` the littlefs image (bytes or a file; without one the flash
    is erased there and MicroPython formats it), `panel` the display (an SSD1306 of 128x64 when
    None), `i2c` its bus as (I2C block, SDA pin, SCL pin) or `spi` as (SPI block, pins CS, D/C and
    reset), `buttons` the pin of each button (None: those of boards/pico). Power is on when the
    object exists, but no time passes until `boot` or `run`.

    Raises PicoError for a bad image or when rp2040py is missing, and from all methods that run
    the board when its firmware crashes.
    """

    def __init__(
        self,
        uf2: str | Path,
        *,
        filesystem: bytes | str | Path | None = None,
        panel: SSD1306 | None = None,
        i2c: tuple[int, int, int] = (0, 4, 5),
        spi: tuple[int, int, int, int] | None = None,
        buttons: Mapping[str, int] | None = None,
    ) -> None:
        flash = bytearray(b"\xff" * FLASH_SIZE)
        try:
            for offset, piece in read(uf2, "RP2040", FLASH_SIZE):
                flash[offset : offset + len(piece)] = piece
        except Uf2Error as error:
            raise PicoError(str(error)) from error
        self.panel = SSD1306() if panel is None else panel
        self._i2c = i2c
        self._spi = spi
        self.buttons = dict(boards.load("pico").buttons if buttons is None else buttons)
        self._pressed: set[str] = set()
        self._pty: _Pty | None = None
        self._received = bytearray()
        self._dropped = self._read_up_to = 0  # positions in all that was ever received
        self._build(flash)
        if filesystem is not None:
            if not isinstance(filesystem, bytes):
                try:
                    filesystem = Path(filesystem).read_bytes()
                except OSError as error:
                    raise PicoError(
                        f"cannot read the filesystem image {filesystem!s}: {error.strerror}"
                    ) from error
            self.load_filesystem(filesystem)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the pseudo-terminal, if there is one."""
        if self._pty:
            self._pty.close()
            self._pty = None

    # Power and reset

    def _build(self, flash: bytes | bytearray) -> None:
        """A chip with this content of the flash, just powered on."""
        try:
            from rp2040py.device.bootrom import BOOTROM_B1
            from rp2040py.execute_batch import execute_batch
            from rp2040py.simulator import Simulator
            from rp2040py.utils.logging import ConsoleLogger, LogLevel
        except ImportError as error:
            if (error.name or "").partition(".")[0] != "rp2040py":
                raise
            raise PicoError(_MISSING.format("rp2040py", "rp2040py")) from None
        self._execute_batch = execute_batch
        self._simulator = Simulator()
        self.chip: RP2040 = self._simulator.rp2040
        """rp2040py's RP2040, for tests that look at the chip itself."""
        self.chip.logger = _Faults(ConsoleLogger(LogLevel.ERROR), self._crash)
        self.chip.load_bootrom(BOOTROM_B1)
        self.chip.flash[: len(flash)] = flash
        self.chip.on_break = lambda code: self._crash("breakpoint instruction")
        self.chip.watchdog.on_watchdog_trigger = self._on_watchdog
        self._crashed = ""
        self._arrived = False
        self._deadline = self.chip.clock.create_alarm(self._on_deadline)
        self._host = _SerialHost(self.chip.usb_ctrl, self._on_output)
        if self._spi is not None:
            _SpiBus(self.chip, *self._spi, self.panel)
        else:
            block, sda, scl = self._i2c
            _Bus(self.chip, block, self.panel)
            _BitBangTarget(self.chip, sda, scl, self.panel)
        for name in self._pressed:
            self.chip.gpio[self.buttons[name]].set_input_value(False)
        self.chip.leave_reset()

    def boot(self, timeout_ms: float = 5000) -> None:
        """Run until the board's USB serial port is there, also after a reset.

        Raises PicoTimeout when the firmware has not come up after `timeout_ms` of emulated time.
        """
        self.run_until(lambda: self._host.connected, timeout_ms, what="the USB serial port")

    def reset(self) -> None:
        """Pull the RUN pin low and let it go: the chip starts anew, panel and flash stay."""
        from rp2040py.peripherals.vreg_and_chip_reset import HAD_RUN

        self._restart(from_watchdog=False)
        self.chip.watchdog.reset()
        self.chip.vreg_and_chip_reset.record_reset_cause(HAD_RUN)
        self._crashed = ""

    def power_cycle(self) -> None:
        """Cut the power of board and panel and switch it on again; emulated time begins anew."""
        self.panel.reset()
        self._build(bytes(self.chip.flash[:FLASH_SIZE]))

    def _on_watchdog(self) -> None:
        """`machine.reset()`, or a watchdog that was not fed."""
        self._restart(from_watchdog=True)

    def _restart(self, from_watchdog: bool) -> None:
        self.chip.enter_reset(from_watchdog=from_watchdog)
        self.chip.watchdog.write_uint32(0x00, 0x07000000)  # CTRL as after a reset: off
        self.chip.leave_reset()

    def _crash(self, why: str) -> None:
        self._crashed = why
        self._simulator.stopped = True

    # Time

    @property
    def nanos(self) -> int:
        """Emulated nanoseconds since power-on."""
        return int(self.chip.clock.nanos)

    @property
    def millis(self) -> float:
        """Emulated milliseconds since power-on."""
        return float(self.chip.clock.nanos) / _MILLI

    def _on_deadline(self) -> None:
        self._arrived = True
        self._simulator.stopped = True

    def run(self, ms: float) -> None:
        """Run for `ms` of emulated time. Raises PicoError when the firmware crashes."""
        if ms < 0:
            raise ValueError(f"time cannot run backwards ({ms} ms)")
        if not self._pty:
            self._run_nanos(ms * _MILLI)
            return
        while ms > 0:
            self._pump()
            self._run_nanos(min(ms, 1) * _MILLI)
            ms -= 1
        self._pump()

    def _run_nanos(self, nanos: float) -> None:
        # Without an alarm ahead, a board that sleeps until something happens freezes the emulated
        # clock (nothing to jump to), and one that sleeps for a time runs on as long as it is let.
        # The deadline is an alarm like any other, so it ends both, and busy programs, on time.
        self._arrived = False
        self._deadline.schedule(nanos)
        try:
            while not (self._arrived or self._crashed):
                self._simulator.stopped = False
                # 1: tick the clock with every instruction; larger steps depend on wall time.
                self._execute_batch(self._simulator, 1)
        except RuntimeError as error:  # an access that rp2040py does not allow
            raise PicoError(f"the emulated chip stopped: {error}{self._tail()}") from error
        finally:
            self._deadline.cancel()
        if self._crashed:
            raise PicoError(f"the firmware crashed ({self._crashed}){self._tail()}")

    def run_until(
        self,
        predicate: Callable[[], object],
        timeout_ms: float,
        step_ms: float = 1,
        what: str = "what was waited for",
    ) -> bool:
        """Run until `predicate()` is true, looking every `step_ms`; returns True.

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
        """Run for `seconds` on the wall, at most `pace` emulated seconds in each of them and at
        most `limit_ms` of emulated time in all.

        Without `pace` as fast as it goes. Returns early when one of the files `wake` is readable.
        A board that cannot keep up loses time, it does not make up for it in the next call; an
        idle one costs little, as the rest of the time is spent waiting for input.
        """
        wake = list(wake)
        start, begin = time.monotonic(), self.millis
        end = begin + (float("inf") if limit_ms is None else limit_ms)
        while (elapsed := time.monotonic() - start) < seconds and self.millis < end:
            if pace is None:
                due = 5.0
                wait = 0.001 if self.chip.core.waiting and not self._host.backlog else 0.0
            else:
                due = begin + elapsed * pace * 1000 - self.millis
                wait = (4 - due) / pace / 1000 if due < 2 else 0.0
            serial = [self._pty.master] if self._pty and not self._pty.hung_up() else []
            ready, _, _ = select.select(wake + serial, (), (), min(wait, seconds - elapsed))
            if not set(ready).isdisjoint(wake):
                return
            step = min(max(due, 0.5), 2.0 if pace else 5.0)
            self.run(min(step, max(end - self.millis, 0.001)))

    # The serial port

    @property
    def connected(self) -> bool:
        """True while the board's USB serial port is there."""
        return self._host.connected

    @property
    def output(self) -> bytes:
        """What the board has sent over the serial port since power-on, the last 1 MiB of it."""
        return bytes(self._received)

    def read(self) -> bytes:
        """What the board has sent since the last `read`."""
        data = self._since(self._read_up_to)
        self._read_up_to = self._position()
        return data

    def send(self, data: bytes) -> None:
        """Send bytes to the board; it takes them as fast as it reads while it runs."""
        self._host.send(data)

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

    def execute(self, code: str, timeout_ms: float = 10_000) -> str:
        """Run Python code on the board over the raw REPL and return what it printed.

        Interrupts the program that runs there; the board is at its prompt afterwards. `timeout_ms`
        is emulated time. Raises DeviceError with the traceback when the code raises, PicoTimeout
        when it does not end, and ValueError for code with control characters of the REPL.
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
                return False  # nothing new, and there may be much to look through
            looked = self._position()
            return len(answer()) > 2

        left = max(0, end - self.nanos) / _MILLI
        self.run_until(over, left, what="the end of the code")
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
        """Open a pseudo-terminal that is the serial port; returns the path to open.

        While it is open, everything that runs the board moves bytes between the two.
        """
        if not self._pty:
            self._pty = _Pty()
        return self._pty.path

    def _pump(self) -> None:
        if self._pty:
            self._pty.pump(self._host.send, self._host.backlog)

    def serve(
        self,
        process: subprocess.Popen[Any] | None = None,
        pace: float | None = None,
        timeout: float | None = None,
    ) -> None:
        """Run the board until `process` ends; for ever without one. For use with `open_pty`.

        `pace` as in `run_wall`. Raises PicoTimeout when the process has not ended after `timeout`
        seconds on the wall; it is left running.
        """
        start = time.monotonic()
        while process is None or process.poll() is None:
            if timeout is not None and time.monotonic() - start > timeout:
                raise PicoTimeout(f"the process did not end within {timeout:g} s{self._tail()}")
            self.run_wall(0.02, pace)

    # Buttons

    def _pin(self, name: str) -> Any:
        if name not in self.buttons:
            raise ValueError(f"there is no button {name!r}, only {', '.join(self.buttons)}")
        return self.chip.gpio[self.buttons[name]]

    @property
    def pressed(self) -> frozenset[str]:
        """The buttons that are held down."""
        return frozenset(self._pressed)

    def press(self, name: str) -> None:
        """Push a button down. Raises ValueError when there is no such button."""
        pin = self._pin(name)
        if name not in self._pressed:
            self._pressed.add(name)
            pin.set_input_value(False)

    def release(self, name: str) -> None:
        """Let a button go. Raises ValueError when there is no such button."""
        pin = self._pin(name)
        if name in self._pressed:
            self._pressed.remove(name)
            pin.release_input()  # the firmware's pull-up decides now

    def tap(self, name: str, hold_ms: float = 60, gap_ms: float = 40) -> None:
        """Press a button for `hold_ms`, then leave it alone for `gap_ms`, of emulated time."""
        self.press(name)
        self.run(hold_ms)
        self.release(name)
        self.run(gap_ms)

    # Panel and flash

    def screenshot(self, path: str | Path, scale: int = 4) -> None:
        """Write what the panel shows as a PNG file, `scale` pixels for each of its own."""
        self.panel.png(path, scale)

    def filesystem(self) -> bytes:
        """The image of the filesystem in the flash; as it would be found after a power cut."""
        return bytes(self.chip.flash[FILESYSTEM_OFFSET:FLASH_SIZE])

    def load_filesystem(self, image: bytes) -> None:
        """Replace the filesystem in the flash, for the next boot.

        Raises PicoError when the image has the wrong size.
        """
        if len(image) != FLASH_SIZE - FILESYSTEM_OFFSET:
            raise PicoError(
                f"a filesystem image has {FLASH_SIZE - FILESYSTEM_OFFSET} bytes "
                f"({BLOCK_COUNT} blocks of {BLOCK_SIZE}), this one has {len(image)}"
            )
        self.chip.flash[FILESYSTEM_OFFSET:FLASH_SIZE] = image
