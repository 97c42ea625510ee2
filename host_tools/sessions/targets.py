# SPDX-License-Identifier: MIT
"""Targets, on which programs run: the interface, this Python and the Unix port.

Every target has sessions with the interface of `core.session.Session` (`step`, `answer`,
`request`, `ended`), so `run`, `replay` and `check` need no special cases. Other targets than this
Python use a `RemoteSession`, which talks to `handheld.parts.remote` on the other side. Boards
are in `host_tools.device.board`, emulated ones in `host_tools.emulator.emulated`.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Callable
from typing import Protocol

from host_tools import version
from host_tools.closing import Closing
from host_tools.usage import Failed, shown
from teletype.core.request import Malformed, check_line
from teletype.core.session import Session
from teletype.programs import catalogue

HEAP_KIB = 128
"""Heap of the Unix port in KiB: small, so that every test limits the memory.

Its words are twice as long as a Pico's, and some 50 KiB are code, which a board has in its flash.
"""


class TargetError(Failed):
    """The target cannot be reached, or failed while a program ran; the message says how."""


class BoardError(TargetError):
    """Communication with a board has failed; the message is one line."""


class BoardRefused(BoardError):
    """A board is unsuitable; another attempt would also fail."""


class Waiting(Protocol):
    """A request, as far as the host tools need it."""

    secret: bool
    ends: bool

    def asked(self) -> str: ...


class Running(Protocol):
    """A session on any target."""

    ended: bool

    @property
    def request(self) -> Waiting | None: ...

    @property
    def hidden(self) -> bool: ...

    def step(self) -> object: ...

    def answer(self, line: str) -> tuple[str, object]: ...


class Target(Closing):
    """A place to run programs; a context manager."""

    patience = 0
    """Seconds for which whoever answers may think. A board that waits for an answer 45 seconds
    longer runs its handheld again: the command was killed, or the cable pulled."""

    def session(self, program: str, setup: str) -> Running:
        """Start a session; `setup` as on a tape. Raises TargetError or SetupError."""
        raise NotImplementedError

    def described(self) -> str:
        """Return a description with the firmware; "" if unknown. Raises BoardError."""
        return f"this computer, firmware {' '.join(version.line().split()[1:])}"

    def close(self) -> None:
        """Restore the target's previous state."""


class Host(Target):
    """This Python, with only the standard library."""

    def session(self, program: str, setup: str) -> Running:
        offers, values = catalogue.prepare(program, setup)
        session: Running = Session(offers.play(values))
        return session


class Prompt:
    """The request of a remote session: only its prompt and its secrecy are transmitted."""

    def __init__(self, text: str, sign: str) -> None:
        self._text = text
        self.secret = sign == "*"
        self.ends = sign == "="

    def asked(self) -> str:
        return self._text


class RemoteSession:
    """A session behind a line of text each way; see `handheld.parts.remote` for the signs.

    `readline` returns a line without its end and raises TargetError when there is none.
    """

    def __init__(self, readline: Callable[[], str], write: Callable[[str], None]) -> None:
        self._readline = readline
        self._write = write
        self._request: Prompt | None = None
        self.ended = False
        self.hidden = False

    @property
    def request(self) -> Waiting | None:
        return self._request

    def step(self) -> object:
        if self._request is not None or self.ended:
            return self._request
        line = self._readline()
        sign, text = line[:1], line[1:]
        if shown(text) == text:  # no program prints control characters
            if sign in ("|", "-"):
                self.hidden = sign == "-"
                return text
            if sign in ("?", "*", "="):
                self._request = Prompt(text, sign)
                return self._request
            if sign == ".":
                self.ended = True
                return None
        raise BoardError(f"unexpected line from the target: '{shown(line)[:200]}'")

    def answer(self, line: str) -> tuple[str, object]:
        """As `Session.answer`; only the other side knows the values."""
        check_line(line)  # Ctrl-C and the like would stop the board
        self._write(line + "\n")
        reply = self._readline()
        if reply[:1] == "!":
            prompt = self._readline()  # the same request again
            if prompt[:1] in ("?", "*", "="):
                raise Malformed(reply[1:])
        if reply[:1] != "<":
            raise BoardError(f"unexpected line from the target: '{shown(reply)[:200]}'")
        self.hidden = self.hidden or (self._request is not None and self._request.secret)
        self._request = None
        return reply[1:], None


def serve_command(program: str, setup: str) -> str:
    """Return the line of MicroPython that runs a program for a `RemoteSession`."""
    return f"from teletype.handheld.parts import remote; remote.serve({program!r}, {setup!r})"


class Unix(Target):
    """The MicroPython Unix port, a process for each session, with a heap of HEAP_KIB.

    `port` builds a variant of it.
    """

    def __init__(
        self, heap_kib: int = HEAP_KIB, port: Callable[[], os.PathLike[str]] | None = None
    ) -> None:
        from host_tools.build import bytecode, micropython

        self._micropython = (port or micropython.unix)()
        self._firmware = bytecode.tree("x64")
        self._heap_kib = heap_kib
        self._process: subprocess.Popen[str] | None = None

    def session(self, program: str, setup: str) -> Running:
        self.close()
        offers, values = catalogue.prepare(program, setup)
        heap = max(self._heap_kib, offers.heap_kib(values))
        command = serve_command(program, setup)
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
                raise TargetError("the Unix port stopped without a message")
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
