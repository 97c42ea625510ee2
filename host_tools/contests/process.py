# SPDX-License-Identifier: MIT
"""A player of a contest in a process of its own.

A player is a command line. Its process reads lines on its standard input and writes lines on its
standard output, which are read until a deadline and never faster than they are asked for; what it
writes on its standard error goes to ours.

What a player has started does not outlive its game. It is the leader of a process group, which is
killed when the game is over. On Linux nobody escapes by leaving the group either: its descendants
are killed, and every process with the player's mark in its environment; and a guard, a process
beside the contest, does that too when the contest itself is killed. (A process that has left the
group, lost its parent and wiped its environment is nobody's any more, and is not found.)
"""

import atexit
import contextlib
import ctypes
import itertools
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from host_tools.signals import STOPS, uninterrupted

LONGEST_LINE = 1000
"""Characters of a line, the same as in `teletype.request`; a longer one is a fault."""

GRACE = 0.5
"""Seconds that a process has to end by itself, and again after SIGTERM."""

MARK = "POCKET_TELETYPE_PLAYER"
"""Environment variable by which all processes of a player are known."""

GUARD = """
import sys
sys.path.insert(0, sys.argv[1])
from host_tools.contests.process import kill_marked
sys.stdin.read()
kill_marked(sys.argv[2])
"""
"""Waits for the end of its input, which is the end of the contest, and kills what is left."""

_numbers = itertools.count(1)


class Fault(Exception):
    """A player cannot go on; the message says why."""


class Process:
    """A player in a process of its own: `words` is its command line. Starts it at once.

    Raises Fault if the system refuses.
    """

    def __init__(self, words: Sequence[str]) -> None:
        _stand_guard()
        self._mark = f"{os.getpid()}.{next(_numbers)}."
        self._told = b""
        """What the process is to read and the pipe has no room for yet."""
        self._read = b""
        try:
            with uninterrupted():
                process = self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    env={**os.environ, MARK: self._mark},
                    preexec_fn=_in_child(os.getpid()),
                )
        except (OSError, subprocess.SubprocessError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Fault(f"cannot be started: {reason}") from error
        assert process.stdin is not None and process.stdout is not None
        self.pid = process.pid
        self.input = process.stdin.fileno()
        """The pipe that the process reads; writing to it never blocks."""
        self.output = process.stdout.fileno()
        """The pipe that the process writes."""
        os.set_blocking(self.input, False)

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
        """How the process ended, in brackets; nothing if it only closed its output.

        It is not reaped, so that its group keeps its number until `close` has killed it.
        """
        deadline = time.monotonic() + GRACE
        while hasattr(os, "waitid") and time.monotonic() < deadline:
            ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            if ended is None:
                time.sleep(0.005)
            elif ended.si_code == os.CLD_EXITED:
                return f" (exit status {ended.si_status})"
            else:
                return f" ({signal.strsignal(ended.si_status)})"
        return ""

    def close(self, farewell: str = "", polite: bool = True) -> None:
        """Ends the process and all that it has started; `polite` lets it end by itself first.

        It is told `farewell` before its input is closed, as far as the pipe takes it.
        """
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        with uninterrupted():
            family = descendants(self.pid)
            self._told += farewell.encode()
            self._write()
            process.stdin.close()
            gone = polite and self._output_ends()
            self._signal(signal.SIGTERM)
            if not gone:
                self._output_ends()
            self._signal(signal.SIGKILL)
            process.wait()
            process.stdout.close()
            for pid in family:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            kill_marked(self._mark)

    def _output_ends(self) -> bool:
        """Whether the output is closed within GRACE; what is still written is thrown away."""
        deadline = time.monotonic() + GRACE
        poll = select.poll()
        poll.register(self.output, select.POLLIN)
        while (wait := deadline - time.monotonic()) > 0 and poll.poll(wait * 1000):
            if not os.read(self.output, 65536):
                return True
        return False

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)


def _in_child(contest: int) -> Callable[[], None]:
    """What a process does before its program starts."""
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None

    def prepare() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
        if prctl is not None:
            prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: die with the contest
            if os.getppid() != contest:
                os._exit(1)

    return prepare


@cache
def _stand_guard() -> None:
    """Starts this contest's guard, where /proc shows it whom to kill."""
    if sys.platform != "linux":
        return
    root = Path(__file__).resolve().parent.parent.parent
    guard = subprocess.Popen(
        [sys.executable, "-c", GUARD, str(root), f"{os.getpid()}."],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )

    def dismiss() -> None:
        guard.kill()
        guard.wait()

    atexit.register(dismiss)


def descendants(pid: int) -> list[int]:
    """The children of a process, theirs, and so on, where /proc shows them."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # gone
            parent = path.read_text("utf-8", "replace").rpartition(")")[2].split()[1]
            children.setdefault(int(parent), []).append(int(path.parent.name))
    found = list(children.get(pid, ()))
    for child in found:
        found += children.get(child, ())
    return found


def kill_marked(mark: str) -> None:
    """Kills every process whose mark begins with `mark`, where /proc shows their environments."""
    wanted = f"{MARK}={mark}".encode()
    for _ in range(100):  # again, as long as some are born while others are killed
        found = False
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if any(word.startswith(wanted) for word in path.read_bytes().split(b"\0")):
                    os.kill(int(path.parent.name), signal.SIGKILL)
                    found = True
            except (OSError, ValueError):
                continue  # not ours, or gone
        if not found:
            return
        time.sleep(0.01)
