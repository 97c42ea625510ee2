# SPDX-License-Identifier: MIT
"""Errors of an emulated board."""

from host_tools.usage import Failed


class PicoError(Failed):
    """The emulated Pico cannot carry out a request."""


class PicoTimeout(PicoError):
    """An expected event did not happen within its limit of emulated time."""


class DeviceError(PicoError):
    """Code on the device raised an exception; `output` is the text it printed before."""

    def __init__(self, traceback: str, output: str) -> None:
        super().__init__(traceback)
        self.traceback, self.output = traceback, output
