# SPDX-License-Identifier: MIT
"""The parts connected to the chip of an emulated board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from host_tools.emulator.images import FILESYSTEM_OFFSET
from host_tools.emulator.ssd1306 import SSD1306


@dataclass(frozen=True)
class Wiring:
    """The parts connected to the chip.

    The panel is on `i2c` (I2C block, SDA pin, SCL pin) or on `spi` (SPI block, pins CS, D/C and
    reset, perhaps clock and data). Each button has its pin, or a contact as `base.js` describes.

    `chip` is RP2040 or RP2350, `filesystem` the flash offset from which on it may write.
    `rest` has the volts at pins with a ladder of resistors while no button is pressed."""

    panel: SSD1306
    buttons: Mapping[str, Any]
    i2c: tuple[int, int, int]
    spi: tuple[int, ...] | None
    chip: str = "RP2040"
    filesystem: int = FILESYSTEM_OFFSET
    rest: Mapping[int, float] = field(default_factory=dict)
