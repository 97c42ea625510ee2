# SPDX-License-Identifier: MIT
"""The emulated board on this Python: rp2040py, with its processor at about 9 MHz.

It is the second opinion (`make test-second`), and what plays where Node.js cannot be had.

rp2040py 0.3.6 needs mending in four places; each is a small class or method here:
  * `_SerialHost`: the USB host leaves an idle port alone instead of polling it with empty packets;
  * `PythonMachine.run_to`: emulated time goes exactly as far as it is asked to, also when the
    board sleeps;
  * `_Bus.connect`: an I2C address that nobody acknowledges empties the transmit FIFO, as on the
    chip, so that the driver in the pico-sdk notices and the next transfer works;
  * `_BitBangTarget`: transfers that the firmware makes by toggling the pins (MicroPython's
    `I2C.scan()` and empty writes, and SoftI2C) reach the panel as well.
And beside these: USB frames start where the firmware waits for that (`_SerialHost`), an I2C byte
takes the time that it takes on the wire, switching the I2C block off ends a transfer (`_Bus`),
a watchdog that has bitten is off after the reset, as the boot ROM leaves it, and state machines
run while the processor sleeps, if one of their pins is watched (`_StateMachines`).

Not modelled: a second core, the PLLs (the CPU always runs at 125 MHz), and flash wait states.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from host_tools.emulator.errors import PicoError
from host_tools.emulator.images import FLASH_SIZE
from host_tools.emulator.machine import Machine, Wiring
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.usage import DOCTOR

if TYPE_CHECKING:
    from rp2040py.peripherals.i2c import I2CMode
    from rp2040py.peripherals.usb import RPUSBController
    from rp2040py.rp2040 import RP2040
    from rp2040py.utils.logging import ConsoleLogger

_SECOND = 1_000_000_000  # ns
_MILLI = 1_000_000  # ns
_CYCLE = 8  # ns
_NEVER = 1 << 60


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


class _StateMachines:
    """Lets state machines (PIO) go on while the processor sleeps.

    rp2040py runs them with the processor's instructions. While it sleeps, its clock jumps to the
    next alarm, and a state machine that had something to do in between is late. Here an alarm is
    set for whenever one is due, so that the clock stops there.
    """

    def __init__(self, chip: RP2040) -> None:
        self._chip = chip
        self._alarm = chip.clock.create_alarm(self._due)
        self._settled = False
        dma: Any = chip.dma
        stock = dma.set_dreq  # called whenever a state machine is given a word or takes one

        def set_dreq(channel: int) -> None:
            stock(channel)
            self._settled = True
            self._alarm.schedule(_CYCLE)

        dma.set_dreq = set_dreq

    def _due(self) -> None:
        """Goes to the next instruction of a state machine, in two steps.

        At an alarm the state machines have not been told yet that the time has come.
        """
        if not self._settled:
            self._settled = True
            self._alarm.schedule(_CYCLE)
            return
        self._settled = False
        wait = min(
            (pio.next_due_fp - pio.cycle_fp for pio in self._chip.pio if not pio.stopped),
            default=_NEVER,
        )
        if wait < _NEVER:
            self._alarm.schedule(max(1, wait // 256) * _CYCLE)


class PythonMachine(Machine):
    """A board on rp2040py. Raises PicoError when that is missing."""

    def __init__(self, flash: bytes, wiring: Wiring, received: Callable[[bytes], None]) -> None:
        super().__init__(wiring, received)
        self._pressed: set[str] = set()
        self._held: dict[int, float] = {}
        self._build(flash)

    def _build(self, flash: bytes) -> None:
        """A chip with this content of the flash, just powered on."""
        try:
            from rp2040py.device.bootrom import BOOTROM_B1
            from rp2040py.execute_batch import execute_batch
            from rp2040py.simulator import Simulator
            from rp2040py.utils.logging import ConsoleLogger, LogLevel
        except ImportError as error:
            if (error.name or "").partition(".")[0] != "rp2040py":
                raise
            raise PicoError(f"the emulated Pico needs rp2040py (make setup); {DOCTOR}") from None
        self._execute_batch = execute_batch
        self._simulator = Simulator()
        self._chip: RP2040 = self._simulator.rp2040
        self._chip.logger = _Faults(ConsoleLogger(LogLevel.ERROR), self._crash)
        self._chip.load_bootrom(BOOTROM_B1)
        self._chip.flash[: len(flash)] = flash
        self._chip.on_break = lambda code: self._crash("breakpoint instruction")
        self._chip.watchdog.on_watchdog_trigger = self._on_watchdog
        self.crashed = ""
        self._arrived = False
        self._deadline = self._chip.clock.create_alarm(self._on_deadline)
        self._host = _SerialHost(self._chip.usb_ctrl, self.received)
        panel = self.wiring.panel
        if self.wiring.spi is not None:
            _SpiBus(self._chip, *self.wiring.spi, panel)
        else:
            block, sda, scl = self.wiring.i2c
            _Bus(self._chip, block, panel)
            _BitBangTarget(self._chip, sda, scl, panel)
        for name in self._pressed:
            self._pin(name).set_input_value(False)
        for pin, volts in self._held.items():
            self.hold(pin, volts)
        if self.edges:
            _StateMachines(self._chip)
        for pin in self.edges:
            self._listen(pin)
        self._chip.leave_reset()
        self._look()

    def _look(self) -> None:
        """Bring what is told of the chip up to date."""
        self.nanos = int(self._chip.clock.nanos)
        self.cycles = self._chip.core.cycles
        self.connected = self._host.connected
        self.waiting = self._chip.core.waiting
        self.backlog = self._host.backlog

    def run_to(self, nanos: int) -> None:
        # Without an alarm ahead, a board that sleeps until something happens freezes the emulated
        # clock (nothing to jump to), and one that sleeps for a time runs on as long as it is let.
        # The deadline is an alarm like any other, so it ends both, and busy programs, on time.
        self._arrived = False
        self._deadline.schedule(nanos - self._chip.clock.nanos)
        try:
            while not (self._arrived or self.crashed):
                self._simulator.stopped = False
                # 1: tick the clock with every instruction; larger steps depend on wall time.
                self._execute_batch(self._simulator, 1)
        except RuntimeError as error:  # an access that rp2040py does not allow
            self.crashed = str(error)
        finally:
            self._deadline.cancel()
        self._look()

    def _on_deadline(self) -> None:
        self._arrived = True
        self._simulator.stopped = True

    def _crash(self, why: str) -> None:
        self.crashed = why
        self._simulator.stopped = True

    def reset(self) -> None:
        from rp2040py.peripherals.vreg_and_chip_reset import HAD_RUN

        self._restart(from_watchdog=False)
        self._chip.watchdog.reset()
        self._chip.vreg_and_chip_reset.record_reset_cause(HAD_RUN)
        self.crashed = ""
        self._look()

    def power_cycle(self) -> None:
        self._build(bytes(self._chip.flash[:FLASH_SIZE]))

    def _on_watchdog(self) -> None:
        """`machine.reset()`, or a watchdog that was not fed."""
        self._restart(from_watchdog=True)

    def _restart(self, from_watchdog: bool) -> None:
        self._chip.enter_reset(from_watchdog=from_watchdog)
        self._chip.watchdog.write_uint32(0x00, 0x07000000)  # CTRL as after a reset: off
        self._chip.leave_reset()

    def send(self, data: bytes) -> None:
        self._host.send(data)
        self.backlog = self._host.backlog

    def _pin(self, name: str) -> Any:
        return self._chip.gpio[self.wiring.buttons[name]]

    def press(self, name: str) -> None:
        self._pressed.add(name)
        self._pin(name).set_input_value(False)

    def release(self, name: str) -> None:
        self._pressed.discard(name)
        self._pin(name).release_input()  # the firmware's pull-up decides now

    def hold(self, pin: int, volts: float) -> None:
        self._held[pin] = volts
        self._chip.gpio[pin].set_input_value(volts > 1.65)
        if pin >= 26:
            self._chip.adc.channel_values[pin - 26] = max(0, min(4095, round(volts / 3.3 * 4096)))

    def watch(self, pin: int) -> None:
        if not self.edges:
            _StateMachines(self._chip)
        if pin not in self.edges:
            self.edges[pin] = []
            self._listen(pin)

    def _listen(self, pin: int) -> None:
        times = self.edges[pin]
        clock = self._chip.clock
        self._chip.gpio[pin].add_listener(lambda new, old: times.append((clock.nanos, int(new))))

    def read_flash(self, offset: int, length: int) -> bytes:
        return bytes(self._chip.flash[offset : offset + length])

    def load_flash(self, offset: int, content: bytes) -> None:
        self._chip.flash[offset : offset + len(content)] = content

    def close(self) -> None:
        pass
