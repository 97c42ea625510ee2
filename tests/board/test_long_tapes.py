# SPDX-License-Identifier: MIT
"""Tapes as long as the flash on the emulated Pico, whose watchdog bites after eight seconds."""

from pathlib import Path

import pytest

from host_tools.emulator.images import BLOCK_SIZE
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from host_tools.lab.measure.bench import quiet
from host_tools.lab.measure.bench_loop import LOOP, long_tapes, tapes
from tests.helpers import screen
from tests.helpers.long_tape import misere

ANSWERS = 2500

WIDE_ROWS = """
from teletype import words
from teletype.handheld.activity import work
from teletype.core.session import Session
from teletype.handheld.screens.reprint import begin, print_again
from teletype.handheld.drawing.paper_buffer import PaperBuffer
from teletype.engines.plane import Plane
words.speak("evolution", "en")
plane = Plane(50, 128, 2, 3, 3, 252, "king")
for column in range(-400, 550, 7):
    plane.place(20, column)
class Screen:
    def play(self, setup):
        for _ in range(8):
            yield plane.row(20)
    def answers(self):
        return iter(())
    def printing(self):
        return False
screen = Screen()
screen.program = screen.paper = screen.recorder = screen.transcript = screen
screen.roll = PaperBuffer(115, 16)
screen.inserted, screen.events, screen.setup = [], 99, None
roll = begin(screen)
session = Session(screen.play(None))
steps = print_again(screen, session, roll, 1 << 29, [])
longest = 0
ended = False
while not ended:
    start = time.ticks_us()
    ended = work(steps, time.ticks_ms())
    longest = max(longest, time.ticks_diff(time.ticks_us(), start))
print(len(plane.row(20)), roll.end, longest)
"""
"""Prints rows of 946 characters again, as the plane of evolution has them; measures the turns."""


@pytest.mark.heavy
def test_a_long_session_is_resumed_at_power_on(firmware_uf2: Path) -> None:
    """In slices: it took longer than the watchdog waits, in one turn of the loop."""
    text = misere(ANSWERS)
    files = {
        "settings.txt": b"speed=fast\n",
        "last.txt": b"tape=0001-misere-nim.tape\nshown=1\nplayed=misere-nim\n",
        "tapes/0001-misere-nim.tape": text + b"> 1 1",  # and a last line that is not whole
    }
    with Pico(firmware_uf2, filesystem=make_filesystem(files)) as pico:
        pico.boot()
        pico.run_until(
            lambda: screen.texts(pico.panel)[0].startswith("RESUMING 1"), 20_000, step_ms=50
        )
        pico.run_until(
            lambda: not screen.texts(pico.panel)[0].startswith("RESUMING"), 90_000, step_ms=100
        )
        pico.run(2000)
        assert pico.output.count(b"Resumed: 0001-misere-nim.tape") == 1
        kept = read_filesystem(pico.filesystem())
        assert kept["tapes/0001-misere-nim.tape"] == text and "boots.txt" not in kept
        pico.send(b"1 1 1\n")
        pico.run(1500)
        quiet(pico)
        assert len(read_filesystem(pico.filesystem())["tapes/0001-misere-nim.tape"]) > len(text)


@pytest.mark.heavy
def test_twenty_long_tapes(firmware_uf2: Path) -> None:
    """The list is there at once, and another session begins: nobody reads them."""
    first, _, longest = tapes(firmware_uf2)
    assert first.good() and longest.good(), (first, longest)
    with Pico(firmware_uf2, filesystem=make_filesystem(long_tapes())) as pico:
        pico.boot()
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output, 3000)
        quiet(pico)
        pico.send(b"dates\n")
        pico.run_until(lambda: b"DH[" in pico.output, 3000, step_ms=20)
        pico.run(1000)
        files = read_filesystem(pico.filesystem())
        assert b"almost full" not in pico.output
        assert sum(map(len, files.values())) + 327_680 < pico.blocks * BLOCK_SIZE
        assert sum(name.endswith("-dates.tape") for name in files) == 1


def test_wide_rows_are_printed_again_in_short_turns(firmware_uf2: Path) -> None:
    """A row of 946 characters took 137 ms in one turn of the main loop."""
    with Pico(firmware_uf2) as pico:
        pico.boot()
        pico.execute(LOOP, timeout_ms=60_000)
        printed = pico.execute(WIDE_ROWS, timeout_ms=60_000)
        width, rows, longest = map(int, printed.split())
    assert (width, rows) == (946, 8 * 42) and longest < 70_000
