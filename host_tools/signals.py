# SPDX-License-Identifier: MIT
"""Signals that stop a command: deferred while it must not stop, or turned into an orderly exit."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import NoReturn

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
STOPS = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
"""The signals of this system; Windows lacks the last two. SIGQUIT is Ctrl-\\ of a terminal."""


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Defer signals that would stop the command to the end of the block, if the system can.

    Only for this thread: another one that runs meanwhile must have been started in such a block,
    or else it takes the signal, and Python calls the handler here at once.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """End the block by SystemExit on each of STOPS but Ctrl-C, so that its `finally` clauses run.

    A signal that is ignored stays ignored, for example under `nohup`.
    """

    def stop(number: int, frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in STOPS[1:]:
            if signal.getsignal(number) is signal.SIG_IGN:
                continue
            before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
