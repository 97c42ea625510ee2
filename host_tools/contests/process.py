# SPDX-License-Identifier: MIT
"""A player of a contest, run as a separate process.

A player is a command line. Its process reads lines on standard input and writes lines on standard
output. Output is read until a deadline and only on demand. Standard error is shown: as plain text,
because it may be meant to take over the terminal, and only its beginning.

No process that a player has started outlives its game. On Linux players cannot reach each other
or this process: a supervisor process isolates each one, see `host_tools.contests.sandbox`. This
process is also a child subreaper there, in case a player kills its supervisor.

The same code runs on every system: pipes served by two threads, and a connection within this
computer for the supervisor's orders and reports.
"""

# covers 001:25

import codecs
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
from host_tools.usage import Failed, shown, tell

LONGEST_LINE = 1000
"""Characters in a line, as in `teletype.core.request`; a longer line is a fault."""

PIECE = 65536
"""Bytes of output read at a time; at most this much is buffered."""

MOST_ERRORS = 1 << 16
"""Bytes of the standard error of a process that are shown."""

GRACE = 0.5
"""Seconds for a process to end on its own, and again after SIGTERM."""

STARTING = 30.0
"""Seconds for a supervisor to start its player; after that it counts as dead."""

START_UP = 10.0
"""Seconds for a player from its start to its first line, if its time-out is shorter: an
interpreter on a slow or busy machine needs some before the player can think."""

SUPERVISOR = Path(sandbox.__file__)

NOT_CLOSED = "players of a cluster need namespaces, which this worker's system refuses"

OPEN = "POCKET_TELETYPE_OPEN"
"""Environment variable: if set, players are not isolated, as where the system cannot do it."""


class Fault(Exception):
    """The player cannot go on; the message says why."""


class _Output:
    """Output of a process, read by a thread one piece at a time, as fast as it is consumed."""

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
        """Return the next piece, b"" at the end, None if there is none within `seconds`."""
        try:
            piece = self._pieces.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        if not piece:
            self._pieces.put(b"")  # keep the end marker for later calls
        return piece

    def close(self) -> None:
        """End the thread and close the pipe; if another process holds the pipe open, leave it."""
        while self.take(GRACE):
            pass
        self._thread.join(GRACE)
        if not self._thread.is_alive():
            self._pipe.close()


class _Input:
    """Input of a process, written by a thread: a process that does not read blocks nobody."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._texts: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._told = 0
        self._written = 0
        threading.Thread(target=self._write, daemon=True).start()

    def _write(self) -> None:
        with contextlib.suppress(OSError):  # not reading is a fault only if the answers end too
            while text := self._texts.get():
                while text:
                    written = os.write(self._pipe.fileno(), text)
                    self._written += written
                    text = text[written:]
        with contextlib.suppress(OSError):
            self._pipe.close()

    def put(self, text: str) -> int:
        """Queue a text for writing; return the number of bytes that the pipe has not taken yet."""
        data = text.encode()
        if data:
            self._told += len(data)
            self._texts.put(data)
        return self._told - self._written

    def close(self) -> None:
        """Close the pipe after the queued text."""
        self._texts.put(b"")


class _Errors:
    """Standard error of a process, shown by a thread as it comes."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._thread = threading.Thread(target=self._show, daemon=True)
        self._thread.start()

    def _show(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
        left = MOST_ERRORS
        last = "\n"
        with contextlib.suppress(OSError, ValueError):  # closed
            while piece := os.read(self._pipe.fileno(), PIECE):
                if not left:
                    continue  # a player must not wait for us
                text = decoder.decode(piece[:left])
                left -= min(left, len(piece))
                if not left:
                    text += "\n… the rest of a player's standard error is not shown\n"
                tell("".join(char if char in "\n\t" else shown(char) for char in text))
                last = text[-1:] or last
        if last != "\n":  # it was stopped within a row: the result begins a new one
            tell("\n")

    def close(self) -> None:
        """End the thread and close the pipe; if another process holds the pipe open, leave it."""
        self._thread.join(GRACE)
        if not self._thread.is_alive():
            self._pipe.close()


class Process:
    """A player in a process of its own; `words` is its command line. Starts it at once.

    `hidden`: files and folders that the player must not read, where the system can prevent it.
    `closed`: start it only if it can be isolated; otherwise raise Failed. Raises Fault if the
    system refuses to start it.
    """

    def __init__(
        self, words: Sequence[str], hidden: Sequence[Path] = (), closed: bool = False
    ) -> None:
        self._read = b""
        self._reports = b""
        self._closed = False
        if sandbox.LINUX:
            sandbox.prctl(sandbox.SUBREAPER, 1)
        self._before = set(sandbox.children())
        options = ["--open"] if os.environ.get(OPEN) else []
        options += ["--closed"] if closed else []
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
                command = [sys.executable, "-I", "-S", str(SUPERVISOR), port, token]
                try:
                    process = self._process = subprocess.Popen(
                        [*command, *options, "--", *words],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE,
                        bufsize=0,
                        start_new_session=True,
                        env=_environment(closed),
                    )
                except (OSError, ValueError) as error:
                    reason = getattr(error, "strerror", None) or str(error)
                    raise Fault(f"cannot be started: {reason}") from error
                _supervisors.add(process.pid)
                assert process.stdin and process.stdout and process.stderr
                self._input = _Input(process.stdin)
                self._output = _Output(process.stdout)
                self._errors = _Errors(process.stderr)
                self._supervisor = self._connection(listener, token)
            self.isolated = self._next_report(STARTING) == "namespaces"
            """Whether the player can reach only the processes that it has started."""
            if closed and not self.isolated:
                self.close(polite=False)
                raise Failed(NOT_CLOSED)
            self._starts_until = time.monotonic() + START_UP
            """When its first line is due; 0 after that."""
            state = self._next_report(STARTING)
            if state != "started":
                self.close(polite=False)
                number = state.removeprefix("failed ")
                raise Fault(f"cannot be started: {refusal(words[0], number)}")

    def _connection(self, listener: socket.socket, token: str) -> socket.socket:
        """Return the connection that knows the token, a closed one if none comes."""
        deadline = time.monotonic() + STARTING
        while (left := deadline - time.monotonic()) > 0 and self._process.poll() is None:
            listener.settimeout(min(left, GRACE))
            with contextlib.suppress(TimeoutError):
                self._supervisor, _ = listener.accept()
                if secrets.compare_digest(self._next_report(GRACE), token):
                    return self._supervisor
                self._supervisor.close()
                self._reports = b""
        return socket.socket()

    def _next_report(self, seconds: float) -> str:
        """Return the supervisor's next line; empty if there is none within `seconds`."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._reports:
            try:
                self._supervisor.settimeout(max(0.001, deadline - time.monotonic()))
                data = self._supervisor.recv(100)
            except OSError:  # not in time, or the supervisor was killed
                return ""
            if not data:
                return ""
            self._reports += data
        line, _, self._reports = self._reports.partition(b"\n")
        return line.decode("ascii", "replace")

    def ask(self, text: str, timeout: float) -> str:
        """Send `text` to the process and return the next line it writes, without its end.

        A line written earlier also counts; the process need not read the message. Raises Fault if
        no line comes within `timeout` seconds, or none can come any more.
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
            data = self.take(deadline - time.monotonic())
            if data is None:
                raise Fault(f"no answer within {self.limit(timeout):g} s")
            if not data:
                raise Fault(f"has ended{self.status()}")
            self._read += data

    def tell(self, text: str) -> int:
        """Send `text` to the process; return the number of bytes still waiting for the pipe."""
        return self._input.put(text)

    def take(self, seconds: float) -> bytes | None:
        """Return output of the process: b"" at its end, None if there is none within `seconds`.

        The first line may take START_UP since the start, if that is longer.
        """
        data = self._output.take(max(seconds, self._starts_until - time.monotonic()))
        if data is not None and (not data or b"\n" in data):
            self._starts_until = 0.0
        return data

    def limit(self, timeout: float) -> float:
        """Return the seconds that the next line may take, if others may take `timeout`."""
        return max(timeout, START_UP) if self._starts_until else timeout

    def status(self) -> str:
        """Return in brackets how the process ended; empty if it only closed its output."""
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
                self._supervisor.sendall(b"T")
            if not gone:
                self._output_ends()
            self._supervisor.close()  # now the supervisor kills what is left, and ends
            try:
                process.wait(STARTING)
            except subprocess.TimeoutExpired:  # the supervisor was stopped by a signal
                process.kill()
                process.wait()
            if process.returncode < 0:
                self._kill_orphans()
            self._output.close()
            self._errors.close()
            _supervisors.discard(process.pid)

    def _kill_orphans(self) -> None:
        """Kill processes that became our children because their supervisor was killed."""
        while orphans := set(sandbox.children()) - self._before - _supervisors:
            for pid in orphans:
                sandbox.signalled(os.kill, pid, signal.SIGKILL)
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, 0)

    def _output_ends(self) -> bool:
        """Wait at most GRACE for the output to close, discarding it; return whether it closed."""
        deadline = time.monotonic() + GRACE
        while (wait := deadline - time.monotonic()) > 0:
            if self._output.take(wait) == b"":
                return True
        return False


def _environment(closed: bool) -> dict[str, str]:
    """Return the variables for a player: all, but for a `closed` one those of Dask, which may be
    the keys of TLS."""
    return {
        name: value
        for name, value in os.environ.items()
        if not (closed and name.startswith("DASK_"))
    }


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


_supervisors: set[int] = set()
"""Process IDs of the supervisors that are alive."""
