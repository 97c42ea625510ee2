# SPDX-License-Identifier: MIT
"""What goes wrong with an emulated board."""


class PicoError(Exception):
    """The emulated Pico cannot do what was asked."""


class PicoTimeout(PicoError):
    """Something did not happen in the emulated time it was given."""


class DeviceError(PicoError):
    """Code that ran on the device raised; `output` is what it had printed before."""

    def __init__(self, traceback: str, output: str) -> None:
        super().__init__(traceback)
        self.traceback, self.output = traceback, output
