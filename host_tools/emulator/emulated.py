# SPDX-License-Identifier: MIT
"""The targets `pico` and `pico2`: a newly started emulated board with our firmware.

mpremote's own transport talks to it as to a board on a port. Only the serial port below differs:
it advances the emulated time whenever mpremote waits for something.
"""

from pathlib import Path

from mpremote.transport_serial import SerialTransport

from host_tools.build import boards, images
from host_tools.build.definition import SDK
from host_tools.device.board import Board
from host_tools.device.link import Link
from host_tools.emulator.pico import Pico, PicoError, rewired
from host_tools.usage import WrongUsage

WAIT_MS = 50
"""Emulated milliseconds for which a `read` waits for a byte."""


class SerialPort:
    """The Pico's USB serial port with the methods of a `serial.Serial` that mpremote uses."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self._data = b""

    def inWaiting(self) -> int:
        """Return the number of readable bytes; if there are none, let a little time pass first."""
        self._data += self.pico.read()
        if not self._data:
            try:
                self.pico.run(1)
            except PicoError as error:  # mpremote's sign that the board is gone
                raise OSError(str(error)) from error
            self._data += self.pico.read()
        return len(self._data)

    def read(self, size: int = 1) -> bytes:
        """Read up to `size` bytes; run the board until some arrive, for WAIT_MS at most."""
        waited = 0
        while not self._data and waited < WAIT_MS:
            waited += not self.inWaiting()
        data, self._data = self._data[:size], self._data[size:]
        return data

    def write(self, data: bytes) -> int:
        try:
            self.pico.send(bytes(data))
        except PicoError as error:
            raise OSError(str(error)) from error
        return len(data)

    def close(self) -> None:
        self.pico.close()


class Transport(SerialTransport):  # type: ignore[misc]
    """mpremote's transport on an emulated Pico."""

    def __init__(self, pico: Pico) -> None:
        self.in_raw_repl = False
        self.use_raw_paste = True
        self.device_name = SDK[pico.chip]
        self.mounted = False
        self.serial = SerialPort(pico)

    def close(self) -> None:
        self.serial.close()


def target(name: str = "pico", wiring: Path | None = None) -> Board:
    """Start a new emulated Pico or Pico 2 with our firmware.

    `wiring`: the board file that describes the connected parts, which the image does not know.
    """
    try:
        parts = rewired(wiring, boards.load(name).chip) if wiring else {}
    except boards.BoardError as error:
        raise WrongUsage(str(error)) from error
    return connected(Pico(images.image(name), **parts))


def connected(pico: Pico, crystal: float = 1.0) -> Board:
    """Return an emulated board as a target.

    `crystal`: its clock runs so many times as fast as that of the computer. Raises PicoError.
    """
    pico.boot()
    return Board(Link(Transport(pico), lambda: pico.millis / 1000 / crystal))
