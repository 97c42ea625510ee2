# SPDX-License-Identifier: MIT
"""Boards that misbehave: a pseudo-terminal with a script behind it, which mpremote opens.

A script is a generator. It yields the bytes to send and gets the bytes received since, so
`yield b""` waits for more. The script `raw_repl` speaks MicroPython's raw REPL and passes each
piece of code to a function, which makes the reply. After a soft reset it starts the handheld.
"""

import contextlib
import os
import select
import threading
from collections.abc import Callable, Generator, Iterator

from host_tools.device.link import Link, open_port

Script = Generator[bytes, bytes, None]
Reply = Callable[[str], tuple[bytes, bytes]]
"""From a piece of code, makes its printed output and its traceback."""

TICK = 0.02
"""Seconds by which each reading advances the tests' clock."""


def raw_repl(reply: Reply) -> Script:
    """Act as a board at its raw REPL, without raw paste."""
    received = b""

    def wait(sign: bytes) -> Generator[bytes, bytes, bytes]:
        nonlocal received
        while sign not in received:
            received += yield b""
        before, _, received = received.partition(sign)
        return before

    while True:
        yield from wait(b"\x01")
        received += yield b"raw REPL; CTRL-B to exit\r\n>"
        yield from wait(b"\x04")
        received += yield b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>"
        while True:
            while not received:
                received += yield b""
            if received.startswith(b"\x05"):
                yield from wait(b"A\x01")
                received += yield b"R\x00"
            code = yield from wait(b"\x04")
            if code.endswith(b"\x02"):
                break
            out, failed = reply(code.decode("utf-8", "replace"))
            received += yield b"OK" + out + b"\x04" + failed + b"\x04>"
        received += yield b"MPY: soft reboot\r\nPOCKET TELETYPE\r\n"


@contextlib.contextmanager
def board(script: Script) -> Iterator[str]:
    """Yield the port of a board that follows `script` and hangs up when the script ends."""
    import tty

    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    stop, stopped = os.pipe()

    def run() -> None:
        sending = next(script, None)
        while sending is not None:
            received = b""
            outgoing = [master] if sending else []
            ready = select.select([stop, master], outgoing, [])
            if stop in ready[0]:
                break
            try:
                if master in ready[0]:
                    received = os.read(master, 65536)
                if master in ready[1]:
                    sending = sending[os.write(master, sending) :]
                if sending:
                    continue
                sending = script.send(received)
            except StopIteration:
                break
            except OSError:
                break
        os.close(master)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        os.close(stopped)
        thread.join()
        os.close(stop)
        os.close(slave)


def hurried(port: str) -> Link:
    """Return a link to the board on `port` whose clock advances with each reading."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += TICK
        return now

    link = open_port(port, clock)
    link._port.timeout = 0.002
    return link
