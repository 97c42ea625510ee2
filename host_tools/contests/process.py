# SPDX-License-Identifier: MIT
"""A player of a contest in a process of its own.

A player is a command line. Its process reads lines on its standard input and writes lines on its
standard output, which are read until a deadline and never faster than they are asked for; what it
writes on its standard error goes to ours.

Nothing that a player has started outlives its game, and on Linux no player reaches another one,
or us: each is kept by a process of its own, `host_tools.contests.sandbox`, which says how. We are
a child subreaper there, too, for what a player leaves that has killed its keeper.
"""

import contextlib
import errno
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from host_tools.contests import sandbox
from host_tools.signals import uninterrupted

LONGEST_LINE = 1000
"""Characters of a line, the same as in `teletype.core.request`; a longer one is a fault."""

GRACE = 0.5
"""Seconds that a process has to end by itself, and again after SIGTERM."""

STARTING = 30.0
"""Seconds after which a keeper is taken for dead that has not started its player."""

KEEPER = Path(sandbox.__file__)

OPEN = "POCKET_TELETYPE_OPEN"
"""Environment variable; if it is set, players are not isolated, as where the system cannot."""


class Fault(Exception):
    """A player cannot go on; the message says why."""


class Process:
    """A player in a process of its own: `words` is its command line. Starts it at once.

    `hidden`: files that it shall not read, where the system can prevent it. Raises Fault if the
    system refuses.
    """

    def __init__(self, words: Sequence[str], hidden: Sequence[Path] = ()) -> None:
        self._told = b""
        """What the process is to read and the pipe has no room for yet."""
        self._read = b""
        self._reports = b""
        self._closed = False
        if sandbox.LINUX:
            sandbox.prctl(sandbox.SUBREAPER, 1)
        self._before = set(sandbox.children())
        with uninterrupted():
            orders, self._orders = os.pipe()
            self._report, report = os.pipe()
            options = ["--open"] if os.environ.get(OPEN) else []
            for path in hidden:
                options += ["--hide", str(path)]
            command = [sys.executable, "-I", "-S", str(KEEPER), str(orders), str(report)]
            try:
                process = self._process = subprocess.Popen(
                    [*command, *options, "--", *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    pass_fds=(orders, report),
                )
            except (OSError, ValueError) as error:
                for pipe in (self._orders, self._report):
                    os.close(pipe)
                reason = getattr(error, "strerror", None) or str(error)
                raise Fault(f"cannot be started: {reason}") from error
            finally:
                os.close(orders)
                os.close(report)
            _keepers.add(process.pid)
            assert process.stdin is not None and process.stdout is not None
            self.input = process.stdin.fileno()
            """The pipe that the process reads; writing to it never blocks."""
            self.output = process.stdout.fileno()
            """The pipe that the process writes."""
            os.set_blocking(self.input, False)
            self.isolated = self._next_report(STARTING) == "namespaces"
            """Whether it reaches no process but those that it has started."""
            state = self._next_report(STARTING)
            if state != "started":
                self.close(polite=False)
                number = state.removeprefix("failed ")
                raise Fault(f"cannot be started: {refusal(words[0], number)}")

    def _next_report(self, seconds: float) -> str:
        """The next line of the keeper; nothing if there is none within `seconds`."""
        deadline = time.monotonic() + seconds
        poll = select.poll()
        poll.register(self._report, select.POLLIN)
        while b"\n" not in self._reports:
            if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
                return ""
            data = os.read(self._report, 100)
            if not data:
                return ""
            self._reports += data
        line, _, self._reports = self._reports.partition(b"\n")
        return line.decode()

    def ask(self, text: str, timeout: float) -> str:
        """Tells the process `text` and returns the next line that it writes, without its end.

        A line that it wrote earlier counts too, and it need not read what it is told. Raises
        Fault if there is no line within `timeout` seconds, or never will be.
        """
        self._told += text.encode()
        deadline = time.monotonic() + timeout
        while True:
            poll = select.poll()
            poll.register(self.output, select.POLLIN)
            if not self._write():
                poll.register(self.input, select.POLLOUT)
            line, end, rest = self._read.partition(b"\n")
            if len(line) > LONGEST_LINE:
                raise Fault(f"a line of more than {LONGEST_LINE} characters")
            if end:
                self._read = rest
                return line.decode("utf-8", "replace").rstrip("\r")
            ready = poll.poll(max(0.0, deadline - time.monotonic()) * 1000)
            if not ready:
                raise Fault(f"no answer within {timeout:g} s")
            if any(pipe == self.output for pipe, _ in ready):
                data = os.read(self.output, LONGEST_LINE)
                if not data:
                    raise Fault(f"has ended{self.status()}")
                self._read += data

    def _write(self) -> bool:
        """Writes what the pipe takes; whether nothing is left. Never blocks."""
        try:
            while self._told:
                self._told = self._told[os.write(self.input, self._told) :]
        except BlockingIOError:
            return False
        except BrokenPipeError:
            self._told = b""  # it does not read; a fault only if its answers end too
        return True

    def status(self) -> str:
        """How the process ended, in brackets; nothing if it only closed its output."""
        word, _, number = self._next_report(GRACE).partition(" ")
        if word == "exit":
            return f" (exit status {number})"
        return f" ({signal.strsignal(int(number))})" if word == "signal" else ""

    def close(self, farewell: str = "", polite: bool = True) -> None:
        """Ends the process and all that it has started; `polite` lets it end by itself first.

        It is told `farewell` before its input is closed, as far as the pipe takes it.
        """
        if self._closed:
            return
        self._closed = True
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        with uninterrupted():
            self._told += farewell.encode()
            self._write()
            process.stdin.close()
            gone = polite and self._output_ends()
            with contextlib.suppress(BrokenPipeError):
                os.write(self._orders, b"T")
            if not gone:
                self._output_ends()
            os.close(self._orders)  # now the keeper kills what is left, and ends
            try:
                process.wait(STARTING)
            except subprocess.TimeoutExpired:  # it has been stopped
                process.kill()
                process.wait()
            if process.returncode < 0:
                self._kill_orphans()
            process.stdout.close()
            os.close(self._report)
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
        poll = select.poll()
        poll.register(self.output, select.POLLIN)
        while (wait := deadline - time.monotonic()) > 0 and poll.poll(wait * 1000):
            if not os.read(self.output, 65536):
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
                return "it is neither a program nor does it begin with #! and its interpreter"
            named = first[2:].strip().decode("utf-8", "replace")
            return f"its interpreter {named!r} is not there"
    return os.strerror(code)


_keepers: set[int] = set()
"""The keepers that live, by the number of their process."""
