# SPDX-License-Identifier: MIT
"""Processes of a test, found from outside by a word in their environment or command line.

Process IDs cannot be used, because a process in its own namespace has another ID than here.
"""

import os
import signal
import time
from pathlib import Path

import pytest

from host_tools.signals import STOPS

WORD = "POCKET_TELETYPE_TEST"


def living(word: str) -> list[int]:
    """Return the IDs of processes, except this one, that have `word`; zombies have no words."""
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
    """Return whether the processes, except `but`, end within a minute."""
    deadline = time.monotonic() + 60
    while set(living(word)) - {but} and time.monotonic() < deadline:
        time.sleep(0.01)
    return not set(living(word)) - {but}


both_ways = pytest.mark.parametrize("alone", ["", "1"], ids=["apart", "open"])
"""Values of `process.OPEN`: players isolated, if the system can do it, or not."""


def heeding() -> None:
    """Restore default signal handling before a program starts; the tests may ignore signals."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    for number in STOPS:
        signal.signal(number, signal.SIG_DFL)
