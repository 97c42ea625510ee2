# SPDX-License-Identifier: MIT
"""A handheld that has been on for days or months: an emulated Pico whose clock can be advanced."""

from pathlib import Path

from host_tools.emulator.pico import Pico, make_filesystem

DAY = 86_400_000


class Old:
    """A Pico with these `files`; its clock shows `born` milliseconds at power-on."""

    def __init__(self, uf2: Path, files: dict[str, bytes], born: float = 0) -> None:
        self.pico = Pico(uf2, filesystem=make_filesystem(files))
        self.clock = 0.0
        if born:
            self.age(born)

    def age(self, milliseconds: float) -> None:
        self.pico.machine.age(milliseconds)
        self.clock += milliseconds

    def before(self, moment: int, seconds: float) -> None:
        """Set the clock to `seconds` before a moment."""
        self.age(moment - 1000 * seconds - self.clock - self.pico.millis)

    def late(self) -> float:
        """Return the milliseconds since power-on by the chip's clock."""
        return self.clock + self.pico.millis

    def seen(self, what: bytes, seconds: float) -> float:
        """Wait for `what` on the serial port; return the seconds it took."""
        begun, start = len(self.pico.output), self.pico.millis
        self.pico.run_until(
            lambda: what in self.pico.output[begun:], 1000 * seconds, 20, what.decode()
        )
        return (self.pico.millis - start) / 1000

    def tap(self, key: str) -> None:
        self.pico.run(400)
        self.pico.tap(key, hold_ms=60, gap_ms=60)
