# SPDX-License-Identifier: MIT
"""A board on a serial port: mpremote's transport to it, and programs run on it."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import TYPE_CHECKING, Any

from host_tools.sessions.targets import RemoteSession, Running, Target, TargetError, serve_command

if TYPE_CHECKING:
    from mpremote.transport_serial import SerialTransport


class Board(Target):
    """A board whose raw REPL mpremote's transport reaches: a serial port or an emulated Pico.

    Whatever the board was doing is interrupted; `close` resets it, so that it starts afresh.
    `silence`: seconds without a byte after which the board is taken for dead, None for never.
    """

    def __init__(self, transport: SerialTransport, silence: float | None) -> None:
        from mpremote.transport import TransportError

        self._transport = transport
        self._silence = silence
        self._errors = (TransportError, OSError)
        self._session: RemoteSession | None = None
        try:
            interrupt(transport)
        except self._errors as error:
            raise TargetError(f"no MicroPython answers on the board: {error}") from error

    def session(self, program: str, setup: str) -> Running:
        self._stop()
        try:
            self._transport.exec_raw_no_follow(serve_command(program, setup))
        except self._errors as error:
            raise TargetError(f"the board does not answer: {error}") from error
        self._session = RemoteSession(self._readline, self._write)
        return self._session

    def _readline(self) -> str:
        try:
            line = self._transport.read_until(1, b"\n", timeout=self._silence)
            if line[:1] == b"\x04":  # the output is over: what follows is a traceback
                self._session = None
                text = line[1:] + self._transport.read_until(1, b"\x04", timeout=self._silence)
                last: str = text.strip(b"\x04\r\n ").decode("utf-8", "replace").splitlines()[-1]
                if last.startswith("ImportError"):
                    last += "; the Pocket Teletype is not on it (host_tools flash)"
                raise TargetError(f"the board stopped: {last}")
        except self._errors as error:
            raise TargetError(f"the board does not answer any more: {error}") from error
        if line[-1:] != b"\n":
            raise TargetError(f"the board has been silent for {self._silence} s")
        return bytes(line).rstrip(b"\r\n").decode("utf-8", "replace")

    def _write(self, text: str) -> None:
        try:
            self._transport.serial.write(text.encode())
        except self._errors as error:
            raise TargetError(f"the board does not answer any more: {error}") from error

    def _stop(self) -> None:
        """Back to the prompt of the raw REPL after a session."""
        session, self._session = self._session, None
        if session is None:
            return
        if not session.ended:
            self._write("\x03")
        try:
            self._transport.follow(self._silence)
        except self._errors as error:
            raise TargetError(f"the board does not answer any more: {error}") from error

    def close(self) -> None:
        try:
            self._stop()
            self._transport.exit_raw_repl()
            self._transport.serial.write(b"\x04")  # soft reset: back to its main.py
        except (TargetError, *self._errors):
            pass  # the board is gone; nothing is left to put in order
        finally:
            self._transport.close()


def interrupt(transport: Any) -> None:
    """Ends what the board on mpremote's `transport` does, and opens its raw REPL.

    A board that has just been reset loses what it is sent before its USB port is up, so that the
    first attempt may be in vain. Raises TransportError or OSError.
    """
    from mpremote.transport import TransportError

    # mpremote prints what it did not expect: the second time somebody may want to know
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            transport.enter_raw_repl(soft_reset=True)
    except TransportError:
        with contextlib.redirect_stdout(sys.stderr):
            transport.enter_raw_repl(soft_reset=True)


def open_port(port: str) -> SerialTransport:
    """mpremote's transport to the board on a serial port; TargetError if it cannot be opened."""
    try:
        import serial
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport
    except ImportError as error:
        raise TargetError(f"{error}; a board needs mpremote (make setup)") from error
    try:
        return SerialTransport(port, timeout=10)
    except (TransportError, serial.SerialException, OSError, ValueError) as error:
        raise TargetError(f"no board on {port}: {error}") from error
