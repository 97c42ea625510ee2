"""Where a program runs: this Python, the Unix port, an emulated Pico, a board on a serial port.

Every target gives sessions with the interface of `teletype.session.Session` (`step`, `answer`,
`request`, `ended`), so `run`, `replay` and `check` are written once. Away from this Python the
session is a `RemoteSession`, which speaks with `handheld.wire` on the other side.
"""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

from host_tools import paths  # noqa: F401  (puts the firmware on the import path)
from programs import catalogue
from teletype.request import Malformed, check_line
from teletype.session import Session
from teletype.setup import read, split

if TYPE_CHECKING:
    from mpremote.transport_serial import SerialTransport

HEAP_KIB = 64
"""Heap of the Unix port in KiB: far less than a Pico's, so that memory is watched everywhere."""


class TargetError(Exception):
    """The target cannot be reached, or failed while a program ran; the message says how."""


class Waiting(Protocol):
    """A request, as far as the host tools need it."""

    def prompt(self) -> str: ...


class Running(Protocol):
    """A session on any target."""

    ended: bool

    @property
    def request(self) -> Waiting | None: ...

    def step(self) -> object: ...

    def answer(self, line: str) -> str: ...


class Target:
    """A place to run programs; a context manager."""

    def session(self, program: str, setup: str) -> Running:
        """A new session; `setup` as a tape writes it. Raises TargetError or SetupError."""
        raise NotImplementedError

    def close(self) -> None:
        """Leaves the target as it was found."""

    def __enter__(self) -> Target:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Host(Target):
    """This Python: the standard library is enough."""

    def session(self, program: str, setup: str) -> Running:
        module = catalogue.load(program)
        values = read(module.FIELDS, split(setup), getattr(module, "check", None))
        session: Running = Session(module.play(values))
        return session


class Prompt:
    """The request of a remote session: all that crosses the line is its prompt."""

    def __init__(self, text: str) -> None:
        self._text = text

    def prompt(self) -> str:
        return self._text


class RemoteSession:
    """A session behind a line of text each way; see `handheld.wire` for the signs.

    `readline` returns a line without its end and raises TargetError when there is none.
    """

    def __init__(self, readline: Callable[[], str], write: Callable[[str], None]) -> None:
        self._readline = readline
        self._write = write
        self._request: Prompt | None = None
        self.ended = False

    @property
    def request(self) -> Waiting | None:
        return self._request

    def step(self) -> object:
        if self._request is not None or self.ended:
            return self._request
        line = self._readline()
        sign, text = line[:1], line[1:]
        if sign == "|":
            return text
        if sign == "?":
            self._request = Prompt(text)
            return self._request
        if sign == ".":
            self.ended = True
            return None
        raise TargetError(f"unexpected line from the target: {line!r}")

    def answer(self, line: str) -> str:
        check_line(line)  # Ctrl-C and the like would stop the board
        self._write(line + "\n")
        reply = self._readline()
        if reply[:1] == "!":
            prompt = self._readline()  # the same request again
            if prompt[:1] == "?":
                raise Malformed(reply[1:])
        if reply[:1] != "<":
            raise TargetError(f"unexpected line from the target: {reply!r}")
        self._request = None
        return reply[1:]


def _serve_command(program: str, setup: str) -> str:
    return f"from handheld import wire; wire.serve({program!r}, {setup!r})"


class Unix(Target):
    """The MicroPython Unix port, a process for each session, with a heap of HEAP_KIB."""

    def __init__(self, heap_kib: int = HEAP_KIB) -> None:
        from host_tools.build import bytecode, runtime

        try:
            self._micropython = runtime.unix()
            self._firmware = bytecode.tree("x64")
        except (runtime.RuntimeBuildError, bytecode.CompileError) as error:
            raise TargetError(str(error)) from error
        self._heap_kib = heap_kib
        self._process: subprocess.Popen[str] | None = None

    def session(self, program: str, setup: str) -> Running:
        self.close()
        module = catalogue.load(program)
        needed = getattr(module, "heap_kib", None)
        values = read(module.FIELDS, split(setup), getattr(module, "check", None))
        heap = max(self._heap_kib, needed(values) if needed else 0)
        command = _serve_command(program, setup)
        process = self._process = subprocess.Popen(
            [self._micropython, "-X", f"heapsize={heap}k", "-c", command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "MICROPYPATH": f"{self._firmware}:.frozen"},
        )
        assert process.stdin is not None and process.stdout is not None
        stdin, stdout = process.stdin, process.stdout

        def readline() -> str:
            line = stdout.readline()
            if line.startswith("Traceback"):
                rest = stdout.read().strip().splitlines()
                raise TargetError(f"the Unix port stopped: {rest[-1] if rest else line.strip()}")
            if not line:
                raise TargetError("the Unix port stopped without a word")
            return line.rstrip("\n")

        def write(text: str) -> None:
            try:
                stdin.write(text)
                stdin.flush()
            except BrokenPipeError as error:
                raise TargetError("the Unix port has stopped") from error

        return RemoteSession(readline, write)

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()
            process.kill()
            process.wait()


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
            self._transport.exec_raw_no_follow(_serve_command(program, setup))
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


def open_target(name: str) -> Target:
    """The target called `host`, `unix` or `pico`, else the board on the serial port `name`."""
    if name == "host":
        return Host()
    if name == "unix":
        return Unix()
    if name == "pico":
        from host_tools.emulator import emulated

        return emulated.target()
    return Board(open_port(name), silence=60)
