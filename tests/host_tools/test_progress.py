# SPDX-License-Identifier: MIT
"""Progress bars for downloads and builds: one line each on a terminal, none elsewhere."""

import os
import pty
import re
import subprocess
import sys

import pytest

from host_tools import progress
from host_tools.paths import ROOT

BUILD = """
from host_tools.build import cache
with cache.step("building it", "a-test") as run:
    run("sh", "-c", "echo '[ 42%] Building C object'; sleep 1")
"""


@pytest.mark.parametrize(
    ("log", "packages", "percent"),
    [
        (b"CC main.c\n", 0, None),
        (b"[  7%] Building C object\n[ 43%] Linking\n", 0, 43),
        (b"dlstatus:1:0.0000:Retrieving\ndlstatus:1:61.9614:Retrieving\n", 0, 61),
        (b"pmstatus:gcc:100.0:Installed gcc\n", 0, 100),
        (b"$ pip\nCollecting a\n  Downloading a\nProcessing b\n", 4, 25),
        (b"$ pip\nCollecting a\nSuccessfully installed a\n", 1, 100),
    ],
)
def test_how_much_is_done(log: bytes, packages: int, percent: int | None) -> None:
    assert progress.percent(log, packages) == percent


def said(terminal: bool) -> str:
    """Return what a build step writes to standard error."""
    command = [sys.executable, "-c", BUILD]
    if not terminal:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stderr
    here, there = pty.openpty()
    done = subprocess.run(command, cwd=ROOT, stderr=there)
    os.close(there)
    shown = os.read(here, 65536).decode()
    os.close(here)
    assert done.returncode == 0
    return shown


@pytest.mark.slow
def test_a_build_has_a_bar_on_a_terminal() -> None:
    shown = said(terminal=True)
    assert re.search(r"\rbuilding it \.\.\.  42%\|.*\| 00:0\d", shown), shown
    assert re.search(r"\r +\rbuilding it \.\.\. [1-9] s\r\n$", shown), shown
    assert shown.count("\n") == 1


@pytest.mark.slow
def test_it_is_quiet_elsewhere() -> None:
    assert re.fullmatch(r"building it \.\.\. [1-9] s\n", said(terminal=False))
