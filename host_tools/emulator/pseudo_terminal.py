# SPDX-License-Identifier: MIT
"""A pseudo-terminal that stands in for a serial port."""

import contextlib
import os
import select
from collections.abc import Callable


class PseudoTerminal:
    """A pseudo-terminal that a program such as mpremote opens as its serial port.

    While no program has it open, it discards output, like a closed serial port.
    """

    LIMIT = 1 << 16  # bytes kept for a program that does not read

    def __init__(self) -> None:
        import tty

        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self.master, False)
        self._waiting = bytearray()

    def write(self, data: bytes) -> None:
        self._waiting += data
        self._flush()

    def hung_up(self) -> bool:
        poll = select.poll()
        poll.register(self.master, 0)
        return any(event & select.POLLHUP for _, event in poll.poll(0))

    def idle(self) -> bool:
        """Whether no program has it open and no input is left in it."""
        poll = select.poll()
        poll.register(self.master, select.POLLIN)
        return any(
            event & select.POLLHUP and not event & select.POLLIN for _, event in poll.poll(0)
        )

    def _flush(self) -> None:
        if self._waiting:
            if self.hung_up():
                self._waiting.clear()
                return
            with contextlib.suppress(BlockingIOError):
                del self._waiting[: os.write(self.master, self._waiting)]
            del self._waiting[: -self.LIMIT]

    def pump(self, send: Callable[[bytes], None], backlog: int) -> None:
        """Move bytes both ways without waiting; leave input alone while `backlog` is large."""
        self._flush()
        while backlog < 4096:
            try:
                data = os.read(self.master, 4096)
            except OSError:  # no input (EAGAIN), or no program (EIO)
                return
            if not data:
                return
            backlog += len(data)
            send(data)

    def close(self) -> None:
        os.close(self.master)
