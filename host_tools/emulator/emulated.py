# SPDX-License-Identifier: MIT
"""The targets `pico` and `pico2`: an emulated board with our firmware, started for the purpose.

mpremote's own transport talks to it, as to a board on a port; only the serial port below it is
another one, which lets the emulated time pass whenever something is waited for.
"""

from pathlib import Path

from mpremote.transport_serial import SerialTransport

from host_tools.build import boards, images
from host_tools.build.cache import BuildError
from host_tools.build.definition import SDK
from host_tools.device.board import Board
from host_tools.device.link import Link
from host_tools.emulator.pico import Pico, PicoError, rewired
from host_tools.sessions.targets import TargetError
from host_tools.usage import WrongUsage

WAIT_MS = 50
"""Emulated milliseconds for which a `read` waits for a byte."""


class SerialPort:
    """The Pico's USB serial port with the methods of a `serial.Serial` that mpremote uses."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self._data = b""

    def inWaiting(self) -> int:
        """Bytes that can be read at once; lets a little time pass when there are none."""
        self._data += self.pico.read()
        if not self._data:
            try:
                self.pico.run(1)
            except PicoError as error:  # the end of a board, as mpremote knows it
                raise OSError(str(error)) from error
            self._data += self.pico.read()
        return len(self._data)

    def read(self, size: int = 1) -> bytes:
        """Reads up to `size` bytes, running the board until there are any; none after WAIT_MS."""
        waited = 0
        while not self._data and waited < WAIT_MS:
            waited += not self.inWaiting()
        data, self._data = self._data[:size], self._data[size:]
        return data

    def write(self, data: bytes) -> int:
        self.pico.send(bytes(data))
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
    """A new emulated Pico or Pico 2 with our firmware in it.

    `wiring`: the board file that says what is connected, which the image does not know.
    """
    try:
        parts = rewired(wiring, boards.load(name).chip) if wiring else {}
    except boards.BoardError as error:
        raise WrongUsage(str(error)) from error
    try:
        pico = Pico(images.image(name), **parts)
        pico.boot()
        return Board(Link(Transport(pico), lambda: pico.millis / 1000))
    except (BuildError, PicoError) as error:
        raise TargetError(str(error)) from error
