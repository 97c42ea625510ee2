# SPDX-License-Identifier: MIT
"""A player of a contest in a process of its own.

A player is a command line. Its process reads lines on its standard input and writes lines on its
standard output, which are read until a deadline and never faster than they are asked for; what it
writes on its standard error goes to ours.

Nothing that a player has started outlives its game, and on Linux no player reaches another one,
or us: each is kept by a process of its own, `host_tools.contests.sandbox`, which says how. We are
also a child subreaper there, for processes of a player that has killed its supervisor.

The same code runs on every system: pipes that two threads read and write, and for the keeper's
orders and reports a connection within this computer.
"""

# covers 001:25

import contextlib
import errno
import os
import queue
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from host_tools.contests import sandbox
from host_tools.signals import uninterrupted

LONGEST_LINE = 1000
"""Characters of a line, the same as in `teletype.core.request`; a longer one is a fault."""

PIECE = 65536
"""Bytes of output that are read at a time, and lie ready at most."""

GRACE = 0.5
"""Seconds that a process has to end on its own, and again after SIGTERM."""

STARTING = 30.0
"""Seconds after which a keeper is taken for dead that has not started its player."""

KEEPER = Path(sandbox.__file__)

OPEN = "POCKET_TELETYPE_OPEN"
"""Environment variable; if it is set, players are not isolated, as where the system cannot."""


class Fault(Exception):
    """A player cannot go on; the message says why."""


class _Output:
    """What a process writes, read by a thread: a piece at a time, as fast as it is taken."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._pieces: queue.Queue[bytes] = queue.Queue(1)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while piece := self._piece():
            self._pieces.put(piece)
        self._pieces.put(b"")

    def _piece(self) -> bytes:
        with contextlib.suppress(OSError, ValueError):  # closed
            return os.read(self._pipe.fileno(), PIECE)
        return b""

    def take(self, seconds: float) -> bytes | None:
        """The next piece; b"" at the end of the output, None if there is none in that time."""
        try:
            piece = self._pieces.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        if not piece:
            self._pieces.put(b"")  # for who asks again
        return piece

    def close(self) -> None:
        """Let the thread end, and close the pipe; one that somebody keeps open is left to it."""
        while self.take(GRACE):
            pass
        self._thread.join(GRACE)
        if not self._thread.is_alive():
            self._pipe.close()


class _Input:
    """What a process is to read, written by a thread, so that nobody waits for who does not."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._texts: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._told = 0
        self._written = 0
        threading.Thread(target=self._write, daemon=True).start()

    def _write(self) -> None:
        with contextlib.suppress(OSError):  # it does not read: a fault only if its answers end too
            while text := self._texts.get():
                while text:
                    written = os.write(self._pipe.fileno(), text)
                    self._written += written
                    text = text[written:]
        with contextlib.suppress(OSError):
            self._pipe.close()

    def put(self, text: str) -> int:
        """Write a text when the pipe takes it; the bytes for which it has no room yet."""
        data = text.encode()
        if data:
            self._told += len(data)
            self._texts.put(data)
        return self._told - self._written

    def close(self) -> None:
        """Close the pipe behind what it has been told."""
        self._texts.put(b"")


class Process:
    """A player in a process of its own: `words` is its command line. Starts it at once.

    `hidden`: files that it shall not read, where the system can prevent it. Raises Fault if the
    system refuses.
    """

    def __init__(self, words: Sequence[str], hidden: Sequence[Path] = ()) -> None:
        self._read = b""
        self._reports = b""
        self._closed = False
        if sandbox.LINUX:
            sandbox.prctl(sandbox.SUBREAPER, 1)
        self._before = set(sandbox.children())
        options = ["--open"] if os.environ.get(OPEN) else []
        for path in hidden:
            options += ["--hide", str(path)]
        token = secrets.token_hex()
        with uninterrupted():
            try:
                listener = socket.create_server(("127.0.0.1", 0))
            except OSError as error:
                raise Fault(f"cannot be started: {error.strerror}") from error
            with listener:
                port = str(listener.getsockname()[1])
                command = [sys.executable, "-I", "-S", str(KEEPER), port, token]
                try:
                    process = self._process = subprocess.Popen(
                        [*command, *options, "--", *words],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        bufsize=0,
                        start_new_session=True,
                    )
                except (OSError, ValueError) as error:
                    reason = getattr(error, "strerror", None) or str(error)
                    raise Fault(f"cannot be started: {reason}") from error
                _keepers.add(process.pid)
                assert process.stdin is not None and process.stdout is not None
                self._input = _Input(process.stdin)
                self._output = _Output(process.stdout)
                self._keeper = self._connection(listener, token)
            self.isolated = self._next_report(STARTING) == "namespaces"
            """Whether it reaches no process but those that it has started."""
            state = self._next_report(STARTING)
            if state != "started":
                self.close(polite=False)
                number = state.removeprefix("failed ")
                raise Fault(f"cannot be started: {refusal(words[0], number)}")

    def _connection(self, listener: socket.socket, token: str) -> socket.socket:
        """The keeper's connection: the one that knows the token. A closed one if none comes."""
        deadline = time.monotonic() + STARTING
        while (left := deadline - time.monotonic()) > 0 and self._process.poll() is None:
            listener.settimeout(min(left, GRACE))
            with contextlib.suppress(TimeoutError):
                self._keeper, _ = listener.accept()
                if secrets.compare_digest(self._next_report(GRACE), token):
                    return self._keeper
                self._keeper.close()
                self._reports = b""
        return socket.socket()

    def _next_report(self, seconds: float) -> str:
        """The next line of the supervisor; empty if there is none within `seconds`."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._reports:
            try:
                self._keeper.settimeout(max(0.001, deadline - time.monotonic()))
                data = self._keeper.recv(100)
            except OSError:  # not in time, or the keeper was killed
                return ""
            if not data:
                return ""
            self._reports += data
        line, _, self._reports = self._reports.partition(b"\n")
        return line.decode("ascii", "replace")

    def ask(self, text: str, timeout: float) -> str:
        """Tells the process `text` and returns the next line that it writes, without its end.

        A line written earlier also counts, and it need not read the message. Raises
        Fault if there is no line within `timeout` seconds, or never will be.
        """
        self._input.put(text)
        deadline = time.monotonic() + timeout
        while True:
            line, end, rest = self._read.partition(b"\n")
            if len(line) > LONGEST_LINE:
                raise Fault(f"a line of more than {LONGEST_LINE} characters")
            if end:
                self._read = rest
                return line.decode("utf-8", "replace").rstrip("\r")
            data = self._output.take(deadline - time.monotonic())
            if data is None:
                raise Fault(f"no answer within {timeout:g} s")
            if not data:
                raise Fault(f"has ended{self.status()}")
            self._read += data

    def tell(self, text: str) -> int:
        """Tells the process `text`; returns how many bytes the pipe has had no room for yet."""
        return self._input.put(text)

    def take(self, seconds: float) -> bytes | None:
        """What the process has written; b"" at its end, None if there is none in that time."""
        return self._output.take(seconds)

    def status(self) -> str:
        """How the process ended, in brackets; nothing if it only closed its output."""
        word, _, number = self._next_report(GRACE).partition(" ")
        if word == "exit":
            return f" (exit status {number})"
        return f" ({signal.strsignal(int(number))})" if word == "signal" else ""

    def close(self, farewell: str = "", polite: bool = True) -> None:
        """End the process and all processes it started; `polite` lets it end on its own first.

        It receives `farewell` before its input is closed, as far as the pipe accepts it.
        """
        if self._closed:
            return
        self._closed = True
        process = self._process
        with uninterrupted():
            self._input.put(farewell)
            self._input.close()
            gone = polite and self._output_ends()
            with contextlib.suppress(OSError):
                self._keeper.sendall(b"T")
            if not gone:
                self._output_ends()
            self._keeper.close()  # now the keeper kills what is left, and ends
            try:
                process.wait(STARTING)
            except subprocess.TimeoutExpired:  # it has been stopped
                process.kill()
                process.wait()
            if process.returncode < 0:
                self._kill_orphans()
            self._output.close()
            _keepers.discard(process.pid)

    def _kill_orphans(self) -> None:
        """Kills what has become our child because its keeper was killed."""
        while orphans := set(sandbox.children()) - self._before - _keepers:
            for pid in orphans:
                sandbox.signalled(os.kill, pid, signal.SIGKILL)
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, 0)

    def _output_ends(self) -> bool:
        """Whether the output is closed within GRACE; what is still written is thrown away."""
        deadline = time.monotonic() + GRACE
        while (wait := deadline - time.monotonic()) > 0:
            if self._output.take(wait) == b"":
                return True
        return False


def refusal(program: str, number: str) -> str:
    """Say why the system did not start `program`; `number` is its errno in decimal digits."""
    if not number.isdecimal():
        return "its supervisor ended"
    code = int(number)
    path = shutil.which(program)
    if path and code in (errno.ENOENT, errno.ENOEXEC):
        with contextlib.suppress(OSError), open(path, "rb") as file:
            first = file.readline(200)
            if not first.startswith(b"#!"):
                return "it is not a program and does not begin with #! and an interpreter"
            if first.endswith(b"\r\n"):
                return "it has Windows line endings; save it with Unix line endings"
            named = first[2:].strip().decode("utf-8", "replace")
            return f"its interpreter {named!r} is not there"
    return os.strerror(code)


_keepers: set[int] = set()
"""The keepers that live, by the number of their process."""
