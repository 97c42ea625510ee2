# SPDX-License-Identifier: MIT
"""The one module that talks to a board: its raw REPL through mpremote's transport, with limits.

A board may be silent, send without end, or be another device altogether. So every wait and every
buffer here has a limit, and no reply is evaluated. Every failure is a `BoardError`, whose message
is one line.

The limits are in seconds of `clock`: real time for a board on a port, emulated time for
an emulated one, an artificial clock in a test.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from host_tools.closing import Closing
from host_tools.sessions.targets import BoardError, TargetError
from host_tools.signals import uninterrupted
from host_tools.usage import DOCTOR, shown, tell

if TYPE_CHECKING:
    from mpremote.transport_serial import SerialTransport

PROMPT = (5.0, 8.0)
"""Seconds until the board's prompt: the first attempt, the second."""

STARTS = 2.0
"""Seconds until a starting board has read its files."""

EACH = 5.0
"""Seconds for each line of a reply, and for the board to accept input."""

LEAVES = 2.0
"""Seconds for a board to leave what it is doing when a command ends early."""

QUIET = 0.2
"""Seconds without output after which it has left it."""

LONGEST = 4096
"""Bytes in a line that a board sends."""

RESTARTED = b"soft reboot"
"""MicroPython's message after Ctrl-D."""

CHATTER = 1 << 16
"""Bytes that a board may print before its prompt."""

MOST_FILES = 2000
"""The most files on a board."""

DIFFERS = "checksum differs after copying; check the cable and try again"
"""The message about a file that arrived damaged."""

LISTED = "listed"
"""The line after the last file of a list, which is otherwise hexadecimal."""

LARGEST = 2 << 20
"""The most bytes of a file that is copied from a board."""

CHUNK = 1024
"""Bytes sent to the board at a time; in transit they take four times as much of its memory."""

LOCKED = b"locked: hold BACK"
"""A locked exhibit's reply to Ctrl-C (`teletype.handheld.parts.console`)."""

HEX = 256
"""Bytes in each line of hexadecimal that the board prints."""


class Wire:
    """A serial port with the methods of a `serial.Serial` that mpremote uses, within limits.

    `read` returns as many bytes as requested, or raises BoardError if the time or the number of
    bytes set by `allow` is exceeded.
    """

    def __init__(self, port: Any, clock: Callable[[], float]) -> None:
        self._port = port
        self._clock = clock
        self._data = bytearray()
        self._end = 0.0
        self._left = 0
        self._seconds = 0.0
        self._tail = b""
        self.locked = False
        """Whether the board has said that it is locked."""
        self.given_up = False
        """Whether the command ends: every wait then fails at once."""

    def allow(self, seconds: float, count: int) -> None:
        """Allow so much time and so many bytes from now on."""
        self._seconds = seconds
        self._end = self._clock() + seconds
        self._left = count

    def forget(self) -> None:
        """Forget that the board was locked: the request may have come too early."""
        self.locked = False
        self._tail = b""

    def _take(self, size: int) -> bool:
        """Read the input, waiting a moment for `size` bytes; return whether there was any."""
        data = self._port.read(size)
        self._data += data
        self._tail = self._tail[-len(LOCKED) :] + data
        self.locked = self.locked or LOCKED in self._tail
        self._left -= len(data)
        if self._left < 0:
            raise BoardError("the board does not stop sending; reset it and try again")
        return bool(data)

    def _check(self) -> None:
        if self.locked:
            raise BoardError("the board is locked")
        if self.given_up:
            raise BoardError("interrupted")
        if self._clock() > self._end:
            raise BoardError(f"the board does not answer within {self._seconds:g} s")

    def inWaiting(self) -> int:
        self._check()
        waiting = self._port.inWaiting()
        if waiting:
            self._take(waiting)
        return len(self._data)

    def read(self, size: int = 1) -> bytes:
        self._check()
        while len(self._data) < size:
            self._check()
            self._take(max(1, self._port.inWaiting()))
        data = bytes(self._data[:size])
        del self._data[:size]
        return data

    def until(self, ends: bytes, most: int) -> bytes:
        """Read up to and including one of the bytes `ends`; at most `most` bytes."""
        pattern = re.compile(b"[" + re.escape(ends) + b"]")
        while True:
            found = pattern.search(self._data)
            if (found.end() if found else len(self._data)) > most:
                raise BoardError(f"the board sends a line of more than {most} bytes")
            if found:
                return self.read(found.end())
            self._check()
            self._take(max(1, self._port.inWaiting()))

    def write(self, data: bytes) -> None:
        self._check()
        self._port.write(data)

    def quiet(self, seconds: float) -> None:
        """Drop the input until there is none for QUIET seconds, for at most `seconds`."""
        end = last = self._clock()
        while self._clock() < min(last + QUIET, end + seconds):
            if self._port.read(max(1, self._port.inWaiting())):
                last = self._clock()
        self._data.clear()


@contextlib.contextmanager
def _faults() -> Iterator[None]:
    """Turn every error of mpremote into a BoardError."""
    try:
        yield
    except TargetError:
        raise
    except OSError as error:
        reason = shown(error.strerror or str(error))
        raise BoardError(f"the board no longer answers: {reason}") from error
    except Exception as error:
        kind = type(error).__name__
        reason = last_line(str(error)) if kind == "TransportError" else kind
        raise BoardError(
            f"unexpected reply from the board ({reason}); reset it and try again"
        ) from error


def last_line(text: str) -> str:
    """Return the last line of a traceback, safe for a terminal."""
    lines = text.strip().splitlines()
    return shown(lines[-1])[:200] if lines else "no reason given"


@dataclass
class Entry:
    """A file or folder of a board; `size` in bytes."""

    size: int
    folder: bool = False


WATCH = """
import machine
_watch = [0]
def _tick(_):
    _watch[0] += 1
    if _watch[0] == 3:
        machine.reset()
try:
    _timer = machine.Timer(period=15000, callback=_tick)
except TypeError:
    pass
"""
"""Code that resets a board that waits at its prompt for 45 s: a command that was killed, or whose
cable was pulled, leaves no exhibit dark. An ESP32 has no such timer."""

TICK = 15
"""Seconds of that timer."""

BUSY = "_watch[0] = -9999999"
"""Code that lets the code after it take its time."""


class Link(Closing):
    """A board behind mpremote's `transport`; every method raises BoardError and nothing else.

    If code raises on the board, this is also a BoardError, with the traceback's last line.
    """

    def __init__(
        self, transport: SerialTransport, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._transport = transport
        self._port = transport.serial
        self._clock = clock
        self._wire = Wire(self._port, clock)
        transport.serial = self._wire
        transport.is_pty = True  # mpremote then leaves the waiting to `Wire.read`
        self._open = False
        """Whether the raw REPL is open."""
        self._watch = ""
        """What the next piece of code has to begin with."""
        self._stopped = False
        """Whether the board may have been interrupted and not been started again."""

    def now(self) -> float:
        """Return the present time in seconds of the link's clock."""
        return self._clock()

    def interrupt(self) -> None:
        """Interrupt the board, and open its raw REPL, if it is not open.

        A board that has just been reset loses input that arrives before its USB port is up. An
        exhibit ignores input until it has read its settings: the first attempt may fail.
        """
        if self._open:
            return
        for attempt, seconds in enumerate(PROMPT):
            self._stopped = True
            self._wire.allow(seconds, CHATTER)
            try:
                with _faults():
                    self._transport.enter_raw_repl(soft_reset=True, timeout_overall=seconds)
                self._open = True
                self._watch = WATCH
                return
            except BoardError as error:
                if self._wire.locked and not attempt:
                    self._wire.forget()
                    with contextlib.suppress(BoardError):
                        self.hears("\0", STARTS)
                    self._wire.forget()
                elif self._wire.locked:
                    self._stopped = False
                    raise BoardError(
                        "the board is a locked exhibit: switch it off, hold BACK while you"
                        " switch it on, give its code if it asks for one, then try again"
                    ) from error
                elif attempt:
                    raise BoardError(
                        f"no MicroPython on this port: {error}; install an image with BOOTSEL"
                    ) from error

    def start(self, code: str) -> None:
        """Start code; `line` reads its output. The board is not reset while it runs."""
        self._wire.allow(EACH, CHATTER)
        with _faults():
            self._transport.exec_raw_no_follow(f"{self._watch}{BUSY}\n{code}\n_watch[0] = 0")
        self._watch = ""

    def line(self, seconds: float, longest: int = LONGEST) -> bytes | None:
        """Return the next line that the code prints, without its end; None after the last.

        If the code failed, raise TargetError, not BoardError, with the last line of its traceback.
        """
        self._wire.allow(seconds, longest + CHATTER)
        with _faults():
            line = self._wire.until(b"\n\x04", longest)
            if line[-1:] == b"\n":
                return line.rstrip(b"\r\n")
            failed = self._wire.until(b"\x04", longest)[:-1]
        if failed:
            raise TargetError(f"the board stopped: {last_line(failed.decode('utf-8', 'replace'))}")
        return None

    def lines(self, code: str, most: int, seconds: float = EACH) -> Iterator[bytes]:
        """Yield the lines that the code prints, `most` at most, each within `seconds`."""
        self.start(code)
        for _ in range(most + 1):
            try:
                line = self.line(seconds)
            except BoardError:
                raise
            except TargetError as error:
                raise BoardError(str(error)) from error
            if line is None:
                return
            yield line
        raise BoardError("unexpected output from the board; reset it and try again")

    def execute(self, code: str, most: int = 0) -> list[bytes]:
        """Run code to its end; return its lines, at most `most`."""
        return list(self.lines(code, most))

    def send(self, text: str) -> None:
        """Type on the board."""
        self._wire.allow(EACH, CHATTER)
        with _faults():
            self._wire.write(text.encode())

    def drain(self) -> None:
        """Read until the running code ends."""
        for _ in range(MOST_FILES):
            try:
                if self.line(EACH) is None:
                    return
            except BoardError:
                raise
            except TargetError:
                return  # it was interrupted
        raise BoardError("the board does not stop sending; reset it and try again")

    def restart(self) -> None:
        """Do a soft reset: the board runs its main.py again."""
        self._open = False
        self._wire.allow(EACH, CHATTER)
        with _faults():
            self._transport.exit_raw_repl()
            self._wire.write(b"\x04")
        self._stopped = False

    def hears(self, text: str, seconds: float) -> bool:
        """Return whether the running board prints a line with `text` within `seconds`."""
        end = self._clock() + seconds
        while (left := end - self._clock()) > 0:
            self._wire.allow(left, CHATTER)
            try:
                with _faults():
                    line = self._wire.until(b"\n", CHATTER)
            except BoardError:
                if self._clock() > end:
                    return False
                raise
            if text.encode() in line:
                return True
        return False

    def watched_start(self, signs: Sequence[str], seconds: float) -> str:
        """Restart the board; return "" if its handheld starts, else what stopped it.

        It has started once its output contains one of `signs`; or if by the end it has printed
        anything but a traceback, for example a message that waits for OK.
        """
        self.restart()
        end = self._clock() + seconds
        said = b""
        wanted = [sign.encode() for sign in signs]
        while (left := end - self._clock()) > 0:
            self._wire.allow(left, CHATTER)
            try:
                with _faults():
                    said += self._wire.read(1)
            except BoardError:
                if self._clock() > end:
                    break
                raise
            said = said[-CHATTER:]
            if any(sign in said for sign in wanted):
                return ""
            started = said.partition(RESTARTED)[2]  # there was a prompt before as well
            if started.endswith(b">>> "):
                text = started.decode("utf-8", "replace").rpartition("MicroPython v")[0]
                return f"it stops at the prompt: {last_line(text) or 'no message'}"
        text = said.decode("utf-8", "replace")
        if "Traceback" not in text and text.replace("MPY: soft reboot", "").strip():
            return ""
        return f"no shelf within {seconds:g} s"

    def reset(self) -> None:
        """Do a hard reset, as with the reset button."""
        self._open = False
        self.start("import machine\nmachine.reset()")
        self._stopped = False

    def give_up(self) -> None:
        """Let every wait of another thread for this board fail at once, so that it ends."""
        self._wire.given_up = True

    def _let_run(self) -> None:
        """Start a board that a command has stopped, whatever it is doing, if it can be reached."""
        known, self._open = self._open, False
        self._wire.given_up = False
        try:
            self._wire.allow(LEAVES, CHATTER)
            with _faults():
                self._wire.write(b"\r\x03\x03")  # also out of a half-sent piece of code
                self._wire.quiet(LEAVES)
            self.restart()
        except BoardError as error:
            if known:
                tell(f"the board was not started again ({error}); switch it off and on\n")

    def close(self) -> None:
        """Close the port. A board that is still stopped runs again, whatever has happened.

        Signals wait so long: whoever interrupts a command must not leave an exhibit dark.
        """
        with uninterrupted():
            if self._stopped:
                self._let_run()
            self._close()

    def _close(self) -> None:
        self._transport.serial = self._port
        with contextlib.suppress(Exception):
            for _ in range(100):
                if not self._port.out_waiting:
                    break
                time.sleep(0.01)
            else:
                self._port.reset_output_buffer()  # or closing waits for an unresponsive board
        with contextlib.suppress(Exception):
            self._transport.close()


class Files:
    """The files of a board whose raw REPL is open; every name is relative to its root."""

    def __init__(self, link: Link) -> None:
        self._link = link
        link.execute(
            "import os, hashlib\n"
            "def _hex(b):\n"
            " return ''.join(['%02x' % x for x in b])\n"
            "def _hash(name):\n"
            " h = hashlib.sha256()\n"
            " b = bytearray(1024)\n"
            " with open(name, 'rb') as f:\n"
            "  while True:\n"
            "   n = f.readinto(b)\n"
            "   if not n:\n"
            "    return _hex(h.digest())\n"
            "   h.update(memoryview(b)[:n])\n"
            "def _list(folder):\n"
            " for e in os.ilistdir(folder + b'/.'):\n"  # as bytes: a name may not be UTF-8
            "  name = folder + b'/' + e[0]\n"
            "  if e[1] & 0x4000:\n"
            "   print(_hex(name[1:]), -1)\n"
            "   _list(name)\n"
            "  else:\n"
            "   print(_hex(name[1:]), e[3])\n"
        )

    def entries(self) -> dict[str, Entry]:
        """List all files and folders of the board, without names that are not text.

        The list ends with a mark, so that a truncated list is noticed.
        """
        found = {}
        ended = False
        for line in self._link.lines(f"_list(b'')\nprint({LISTED!r})", MOST_FILES + 1):
            if ended or line == LISTED.encode():
                if ended:
                    raise BoardError("unexpected reply from the board (list of files)")
                ended = True
                continue
            match = re.fullmatch(rb"((?:[0-9a-f]{2})+) (-1|[0-9]{1,10})", line)
            if match is None:
                raise BoardError(
                    "unexpected reply from the board (list of files); reset it and try again"
                )
            with contextlib.suppress(UnicodeDecodeError):
                name = bytes.fromhex(match[1].decode()).decode()
                size = int(match[2])
                found[name] = Entry(max(0, size), size < 0)
        if not ended:
            raise BoardError(
                "the board's list of files is incomplete; check the cable and try again"
            )
        return found

    def sha256(self, names: list[str]) -> list[bytes]:
        # a line for each file, so that the board is never silent for longer than one file takes
        code = f"for name in {names!r}:\n print(_hash(name))"
        lines = list(self._link.lines(code, len(names), 2 * EACH)) if names else []
        if len(lines) != len(names) or not all(
            re.fullmatch(rb"[0-9a-f]{64}", line) for line in lines
        ):
            raise BoardError("unexpected reply from the board (checksums); reset it and try again")
        return [bytes.fromhex(line.decode()) for line in lines]

    def free(self) -> tuple[int, int]:
        """Return the bytes of a block, and the number of free blocks."""
        lines = self._link.execute("s = os.statvfs('/')\nprint(s[0])\nprint(s[3])", 2)
        if len(lines) != 2 or not all(re.fullmatch(rb"-?[0-9]{1,10}", line) for line in lines):
            raise BoardError(
                "unexpected reply from the board (free space); reset it and try again"
            )
        # littlefs counts a shared block twice: on a full board the result can be negative
        return int(lines[0]), max(0, int(lines[1]))

    def make_folder(self, name: str) -> None:
        self._link.execute(
            f"try:\n os.mkdir({name!r})\nexcept OSError as e:\n if e.errno != 17: raise"
        )

    def write(self, name: str, data: bytes) -> None:
        """Write the file; as Base64 compressed data take half of the bytes of a literal."""
        self._link.execute(f"from binascii import a2b_base64\nf = open({name!r}, 'wb')")
        for at in range(0, len(data), CHUNK):
            text = base64.b64encode(data[at : at + CHUNK]).decode()
            self._link.execute(f"n = f.write(a2b_base64({text!r}))")
        self._link.execute("f.close()")

    def read(self, name: str, size: int) -> bytes:
        """Read the file, which has `size` bytes according to the board."""
        if size > LARGEST:
            raise BoardError(f"{shown(name)} has {size} bytes; at most {LARGEST} are copied")
        code = (
            f"with open({name!r}, 'rb') as f:\n"
            f" while True:\n  b = f.read({HEX})\n  if not b: break\n  print(_hex(b))"
        )
        data = bytearray()
        for line in self._link.lines(code, size // HEX + 1):
            if not re.fullmatch(rb"(?:[0-9a-f]{2})+", line) or len(data) + len(line) // 2 > size:
                raise BoardError(f"{shown(name)}: {DIFFERS}")
            data += bytes.fromhex(line.decode())
        return bytes(data)

    def replace(self, name: str, data: bytes) -> None:
        """Write the file, verify it, and replace the old one by it in one step."""
        new = f"{name}.new"
        self.write(new, data)
        if self.sha256([new]) != [hashlib.sha256(data).digest()]:
            self.discard(new)
            raise BoardError(f"{shown(name)}: {DIFFERS}")
        self.rename(new, name)

    def rename(self, old: str, new: str) -> None:
        self._link.execute(f"os.rename({old!r}, {new!r})")

    def remove(self, name: str) -> None:
        self._link.execute(f"os.remove({name!r})")

    def discard(self, name: str) -> None:
        """Remove a file that may not exist."""
        self._link.execute(f"try:\n os.remove({name!r})\nexcept OSError:\n pass")

    def sync(self) -> None:
        self._link.execute("os.sync()")


def open_port(port: str, clock: Callable[[], float] = time.monotonic) -> Link:
    """Return the board on a serial port; raise BoardError if it cannot be opened."""
    from host_tools.device import ports

    ports.check(port)
    try:
        import serial  # noqa: F401  (mpremote needs it)
        from mpremote import transport_serial
    except ImportError as error:
        raise BoardError(f"{error}; a board needs mpremote (make setup); {DOCTOR}") from error
    # mpremote prints unexpected input; redirecting standard output would affect all threads
    transport_serial.print = lambda *_, **__: None
    try:
        transport = transport_serial.SerialTransport(port, timeout=0.05)
        transport.serial.write_timeout = EACH
    except Exception as error:  # mpremote, pyserial and its URL handlers have their own
        why = ports.reason(port) or last_line(str(error))
        raise BoardError(f"no board on {shown(port)}: {why}") from error
    return Link(transport, clock)
