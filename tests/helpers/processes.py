# SPDX-License-Identifier: MIT
"""Processes of a test, found from outside: by a word in their environment or command line.

Inside a namespace of its own a process has another number than here.
"""

import os
import signal
import time
from pathlib import Path

import pytest

from host_tools.signals import STOPS

WORD = "POCKET_TELETYPE_TEST"


def living(word: str) -> list[int]:
    """The processes, but for this one, that have `word`; a zombie has nothing any more."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            said = (path / "environ").read_bytes() + (path / "cmdline").read_bytes()
        except OSError:
            continue
        if word.encode() in said and int(path.name) != os.getpid():
            found.append(int(path.name))
    return found


def gone(word: str, but: int = 0) -> bool:
    """Whether they end, all `but` one; they are given a minute."""
    deadline = time.monotonic() + 60
    while set(living(word)) - {but} and time.monotonic() < deadline:
        time.sleep(0.01)
    return not set(living(word)) - {but}


both_ways = pytest.mark.parametrize("alone", ["", "1"], ids=["apart", "open"])
"""What `process.OPEN` is to be: players are isolated, if the system can, or they are not."""


def heeding() -> None:
    """Before a program starts: it heeds the signals, also if the tests run in the background."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    for number in STOPS:
        signal.signal(number, signal.SIG_DFL)
