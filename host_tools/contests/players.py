"""What contests between programs share: players in processes of their own, names, options.

A player is a command line. Its process reads lines on its standard input and writes lines on its
standard output, which are read until a deadline and never faster than they are asked for; what it
writes on its standard error goes to ours.

What a player has started does not outlive its game. It is the leader of a process group, which is
killed when the game is over. On Linux nobody escapes by leaving the group either: its descendants
are killed, and every process with the player's mark in its environment; and a guard, a process
beside the contest, does that too when the contest itself is killed. (A process that has left the
group, lost its parent and wiped its environment is nobody's any more, and is not found.)
"""

import argparse
import atexit
import contextlib
import ctypes
import itertools
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

from host_tools.usage import WrongUsage

LONGEST = 1000
"""Characters of a line, the same as in `teletype.request`; a longer one is a fault."""

GRACE = 0.5
"""Seconds that a process has to end by itself, and again after SIGTERM."""

MARK = "POCKET_TELETYPE_PLAYER"
"""Environment variable by which all processes of a player are known."""

GUARD = """
import sys
sys.path.insert(0, sys.argv[1])
from host_tools.contests.players import kill_marked
sys.stdin.read()
kill_marked(sys.argv[2])
"""
"""Waits for the end of its input, which is the end of the contest, and kills what is left."""

INTERPRETERS = re.compile(r"(python|pypy|ruby|perl|lua|node|java|bash|dash|zsh|sh)[\d.]*")

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

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
            if len(line) > LONGEST:
                raise Fault(f"a line of more than {LONGEST} characters")
            if end:
                self._read = rest
                return line.decode("utf-8", "replace").rstrip("\r")
            ready = poll.poll(max(0.0, deadline - time.monotonic()) * 1000)
            if not ready:
                raise Fault(f"no answer within {timeout:g} s")
            if any(pipe == self.output for pipe, _ in ready):
                data = os.read(self.output, LONGEST)
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


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Signals that would stop the contest wait until the end of the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM and SIGHUP end the block by SystemExit, so that it ends its players too."""

    def stop(number: int, frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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


# Names


def command(text: str, built_in: Sequence[str]) -> list[str]:
    """The words of the player `text`, one of the `built_in` names or a command line.

    Raises WrongUsage for one that cannot be run.
    """
    if text in built_in:
        return [text]
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise WrongUsage(f"player {text!r}: {error}") from error
    if not words or shutil.which(words[0]) is None:
        raise WrongUsage(
            f"player {text!r} is neither built in ({', '.join(built_in)}) "
            "nor a command that can be run"
        )
    return words


def shown_name(words: Sequence[str]) -> str:
    """The name of a command: its program's file name without folder and extension.

    The program of `python3 player.py` is player.py, not Python.
    """
    program = Path(words[0])
    if INTERPRETERS.fullmatch(program.name):
        for word in words[1:]:
            if not word.startswith("-"):
                if os.path.isfile(word):  # a Path raises OSError for a name that is too long
                    program = Path(word)
                break
    return program.stem or program.name


def unlike(name: str, taken: Sequence[str]) -> str:
    """`name`, or with a number (`minus1-2`) if it is taken."""
    return next(
        shown
        for number in itertools.count(1)
        if (shown := name if number == 1 else f"{name}-{number}") not in taken
    )


# Options


class Parser(argparse.ArgumentParser):
    """argparse, but with an error of one line."""

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(f"{message} (--help tells more)")


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argparse type: an integer `low` to `high`."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"'{text}' is not an integer {low}..{high}")
        return int(text)

    return parse


def seconds(text: str) -> float:
    """An argparse type: a time above 0, up to an hour."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not a number of seconds above 0, up to 3600"
        )
    return value


def picture(text: str) -> Path:
    """An argparse type: a file that Pillow, which must be there, can write as a PNG."""
    import PIL  # noqa: F401  (its absence is told before the games, not after)

    path = Path(text)
    if not path.absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: no such folder")
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text}: a folder")
    return path


class Bar:
    """A progress bar on standard error where that is a terminal; `total`: games."""

    WIDTH = 40

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._due = 0.0
        self._shown = sys.stderr.isatty() and total > 1

    def step(self) -> None:
        """Another game is done."""
        self._done += 1
        now = time.monotonic()
        if self._shown and now >= self._due:
            self._due = now + 0.1
            part = self.WIDTH * self._done // self._total
            bar = "#" * part + "." * (self.WIDTH - part)
            print(f"\r[{bar}] {self._done}/{self._total}", end="", file=sys.stderr, flush=True)

    def skip(self, games: int) -> None:
        """Games that are not played."""
        self._done += games

    def clear(self) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
