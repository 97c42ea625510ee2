# SPDX-License-Identifier: MIT
"""The files that a start reads, however hostile: none may take long on the emulated board."""

from pathlib import Path

import pytest

from host_tools.build import boards
from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.paths import BOARDS
from tests.helpers import screen

MOST_MS = 50

CLOCK = """
import gc
from time import ticks_diff, ticks_us
from teletype.handheld.keeping.store import Store
from teletype.loading import load
gc.collect()
begin = ticks_us()
%s
print(ticks_diff(ticks_us(), begin) // 1000)
"""

READ = {
    "settings.txt": "from teletype.handheld.keeping.settings import Settings\n"
    "class Reading(Settings):\n"
    "    def save(self): pass\n"  # the time of the flash is another matter
    "Reading(Store())",
    "exhibit.txt": "load('teletype.exhibit.settings').read(Store(), [])",
    "board.py": "from teletype.handheld.parts import board_file\nboard_file.choose({chip!r})",
}
"""What reads each file at the start."""


def copied(name: str, data: bytes) -> str:
    """A program that writes a file; a start with that file would do more than to read it."""
    pieces = [f"file.write({data[at : at + 256]!r})\n" for at in range(0, len(data), 256)]
    return f"with open('/{name}', 'wb') as file:\n    " + "    ".join(["pass\n", *pieces])


def took(pico: Pico, name: str, data: bytes) -> int:
    """The milliseconds for which a start reads this file; the modules are there."""
    pico.run(1000)
    pico.execute(copied(name, data))
    return int(pico.execute(CLOCK % READ[name].format(chip=pico.chip)))


BLANK = "\u00a0".encode()
SETTINGS = {
    "unknown": b"".join(b"unknown%d=1\n" % number for number in range(400))[:3999],
    "fewer": b"".join(b"unknown%d=1\n" % number for number in range(199)),
    "comments": b"#\n" * 199 + b"#" * 3500,
    "unusual blanks": BLANK * 900 + b"\n" + BLANK * 900,
    "lines of blanks": (BLANK * 9 + b"\n") * 190,
    "a long value": b"name=" + b"x" * 3900,
    "one name": b"baud=999\n" * 199,
    "long numbers": b"".join(b"%s=%s\n" % (name, b"9" * 990) for name in (b"dim", b"blank")),
    "a long line": "ы".encode() * 1990,
    "good": b"speed=fast\nlanguage=ja\nbaud=115200\nprofile=museum\nname=" + b"x" * 20,
}
EXHIBIT = {
    "names": b"a=\n" * 666,
    "fewer names": b"a=\n" * 199,
    "other names": b"".join(b"code%d=UDLR\n" % number for number in range(150)),
    "unusual blanks": BLANK * 990,
    "programs": b"programs=" + b"nim," * 400,
    "commas": b"programs=" + b"," * 1900,
    "a long line": "ы".encode() * 990,
    "cells": b"fixed=evolution cells=" + b",".join(b"%d:%d" % (at, at) for at in range(1, 150)),
    "a formula": b"fixed=logic formula=" + b"(A->B)" * 150,
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", SETTINGS)
def test_settings_are_read_at_once(firmware_uf2: Path, kind: str) -> None:
    with Pico(firmware_uf2) as pico:
        pico.boot()
        assert took(pico, "settings.txt", SETTINGS[kind]) <= MOST_MS


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", EXHIBIT)
def test_an_exhibit_s_file_is_read_at_once(firmware_uf2: Path, kind: str) -> None:
    with Pico(firmware_uf2) as pico:
        pico.boot()
        assert took(pico, "exhibit.txt", EXHIBIT[kind]) <= MOST_MS


def test_the_project_s_boards_are_read_at_once(
    firmware_uf2: Path, board_kind: boards.Board
) -> None:
    with Pico(firmware_uf2) as pico:
        pico.boot()
        for name in boards.known():
            if boards.load(name).chip == board_kind.chip:
                text = (BOARDS / name / "board.py").read_bytes()
                assert took(pico, "board.py", text) <= MOST_MS, name


@pytest.mark.parametrize(
    "text",
    [
        b'"""' + b"x" * 4000 + b'"""\n' + (BOARDS / "pico/board.py").read_bytes(),
        pytest.param(b"BUZZER = '" + b"x" * 8000, marks=pytest.mark.heavy),
        pytest.param(b"a=1\n" * 2040, marks=pytest.mark.heavy),
        pytest.param(b"BUTTONS = {" + b"'a':1," * 1300 + b"}\n", marks=pytest.mark.heavy),
        pytest.param(b"BUTTONS = {" + b"[[[[[[" * 1300 + b"}\n", marks=pytest.mark.heavy),
        pytest.param(b"'" + b"\\x" * 4000, marks=pytest.mark.heavy),
    ],
)
def test_a_long_board_file_delays_nobody(firmware_uf2: Path, text: bytes) -> None:
    """Whether it is used or not: the shelf, or the line about it, comes within a second."""
    files = {"board.py": text, "settings.txt": b"speed=fast\n"}
    with Pico(firmware_uf2, filesystem=make_filesystem(files)) as pico:
        pico.boot()
        shown = ("OK:PLAY", "OK:CONTINUE")
        pico.run_until(
            lambda: any(text in screen.texts(pico.panel)[-1] for text in shown),
            1000,
            5,
            "a screen",
        )
        assert b"MemoryError" not in pico.output


@pytest.mark.parametrize("held", [False, True])
def test_a_settings_file_of_unknown_lines(firmware_uf2: Path, held: bool) -> None:
    """The start says so, and the file is kept; with BACK held nothing is read and it stays."""
    text = SETTINGS["unknown"]
    with Pico(firmware_uf2, filesystem=make_filesystem({"settings.txt": text})) as pico:
        if held:
            pico.press("BACK")
        pico.boot()
        pico.run_until(
            lambda: "OK:CONTINUE" in screen.texts(pico.panel)[-1], 1500, 5, "the notice"
        )
        pico.run(200)  # the port is slower than the screen
        assert (b"settings.txt.bad" in pico.output) == (not held)
        assert b"watchdog" not in pico.output
