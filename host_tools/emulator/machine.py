# SPDX-License-Identifier: MIT
"""What an emulator of the RP2040 does for `Pico` (pico.py), whichever it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from host_tools.emulator.ssd1306 import SSD1306


@dataclass(frozen=True)
class Wiring:
    """What is connected to the chip: the panel on `i2c` (I2C block, SDA pin, SCL pin), or on `spi`
    (SPI block, pins CS, D/C and reset), and a pin for each button."""

    panel: SSD1306
    buttons: Mapping[str, int]
    i2c: tuple[int, int, int]
    spi: tuple[int, int, int, int] | None


class Machine(ABC):
    """A board with an RP2040, in emulated time, with power on.

    The panel is the one of the wiring: it shows what was drawn when `run_to` returns, and what
    is changed in it (its faults, say) has effect from the next `run_to` on.
    """

    nanos = 0
    """Emulated nanoseconds since power-on."""
    cycles = 0
    """Processor cycles since power-on, in which it was not asleep."""
    connected = False
    """Whether the board's USB serial port is there."""
    waiting = False
    """Whether the processor sleeps."""
    backlog = 0
    """Bytes that the board has not taken yet."""
    core_s = 0.0
    """Seconds of a core of this computer that it has used in a process of its own."""
    crashed = ""
    """Why the firmware crashed; empty while it has not."""

    def __init__(self, wiring: Wiring, received: Callable[[bytes], None]) -> None:
        self.wiring = wiring
        self.received = received
        """Called with what the board sends over the serial port."""
        self.edges: dict[int, list[tuple[float, int]]] = {}
        """For each watched pin its changes: nanoseconds, and 0 when it is driven low, 1 when it
        is driven high, more when it is an input."""

    @abstractmethod
    def run_to(self, nanos: int) -> None:
        """Run until that time since power-on, or until the firmware crashes."""

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Send to the serial port; the board takes it as fast as it reads."""

    @abstractmethod
    def press(self, name: str) -> None:
        """Push a button down."""

    @abstractmethod
    def release(self, name: str) -> None:
        """Let a button go."""

    @abstractmethod
    def watch(self, pin: int) -> None:
        """Keep the changes of a GPIO pin in `edges` from now on."""

    @abstractmethod
    def hold(self, pin: int, volts: float) -> None:
        """Hold a GPIO pin at a voltage from now on; the converter reads it on GPIO 26 to 29."""

    @abstractmethod
    def reset(self) -> None:
        """Pull the RUN pin low and let it go."""

    @abstractmethod
    def power_cycle(self) -> None:
        """Cut the power of the board and switch it on again; its panel has been reset."""

    @abstractmethod
    def read_flash(self, offset: int, length: int) -> bytes:
        """A part of the flash as it is now."""

    @abstractmethod
    def load_flash(self, offset: int, content: bytes) -> None:
        """Put something into the flash, as if it had always been there."""

    @abstractmethod
    def close(self) -> None:
        """End it; nothing else works afterwards."""
