# SPDX-License-Identifier: MIT
"""The worst flash chip: a sector takes 400 ms to erase, and nothing runs meanwhile.

Every chip runs until its own flash is ready, with the interrupts off (host_tools/machine).
"""

from pathlib import Path

import pytest

from host_tools.build import images
from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.lab.measure.bench import START

SETTINGS = {"settings.txt": b"language=en\nspeed=fast\n"}

SECTORS = """
import time
from rp2 import Flash
flash = Flash()
def erase(count, name):
    begun = time.ticks_ms()
    with app.store.saving:
        for number in range(count):
            flash.ioctl(6, {block} + number)
    return time.ticks_diff(time.ticks_ms(), begun)
def presses():
    found = []
    while True:
        key = app.buttons.next()
        if key < 0 or app.buttons.repeat:
            return found
        found.append(key)
"""

UP, DOWN, LEFT, RIGHT, OK, BACK = range(6)
NAMES = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")


class Presses:
    """Presses keys by the clock, while whatever runs on the board."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico
        self._run = pico.run
        self._plan: list[tuple[float, bool, str]] = []
        pico.run = self._step  # type: ignore[method-assign]

    def plan(self, keys: list[int], first: float, every: float, held: float) -> None:
        """Press keys from `first` ms from now on; all in milliseconds."""
        now = self._pico.millis
        for number, key in enumerate(keys):
            at = now + first + every * number
            self._plan += [(at, True, NAMES[key]), (at + held, False, NAMES[key])]
        self._plan.sort()

    def _step(self, ms: float) -> None:
        end = self._pico.millis + ms
        while self._plan and self._plan[0][0] <= end:
            at, down, name = self._plan.pop(0)
            if at > self._pico.millis:
                self._run(at - self._pico.millis)
            (self._pico.press if down else self._pico.release)(name)
        self._run(max(0, end - self._pico.millis))


def handheld(uf2: Path, time: str = "worst", files: dict[str, bytes] | None = None) -> Pico:
    """Return a board with the object `app`."""
    pico = Pico(uf2, filesystem=make_filesystem({**SETTINGS, **(files or {})}), flash_time=time)
    pico.boot()
    pico.execute(START)
    block = pico.blocks - 8
    pico.execute(SECTORS.format(block=block))
    return pico


@pytest.mark.pico
@pytest.mark.parametrize("name", ["pico", pytest.param("pico2", marks=pytest.mark.heavy)])
def test_no_key_is_lost_in_three_sectors(name: str) -> None:
    """Nine presses, eight a second, some of one button twice: in 1.2 s without interrupts."""
    board = handheld(images.image(name))
    keys = [UP, UP, DOWN, OK, OK, OK, LEFT, RIGHT, RIGHT]
    fingers = Presses(board)
    fingers.plan(keys, first=60, every=120, held=55)
    taken = int(board.execute("print(erase(3, 'stop'))", timeout_ms=20_000).split()[-1])
    assert 1200 <= taken < 1300
    assert board.execute("print(presses())").strip() == str(keys)
    board.close()


def test_a_press_that_begins_before_a_save_or_ends_after_it(firmware_uf2: Path) -> None:
    """Each counts once, and a key that is still held repeats as usual."""
    with handheld(firmware_uf2) as pico:
        pico.press("UP")
        pico.run(30)
        Presses(pico).plan([DOWN], first=250, every=1, held=5000)
        pico.execute("erase(1, 'stop')", timeout_ms=20_000)
        assert pico.execute("print(presses())").strip() == str([UP, DOWN])


def test_a_usual_flash_needs_no_sign(firmware_uf2: Path) -> None:
    with handheld(firmware_uf2, "typical") as pico:
        pico.execute("erase(3, 'stop')")
        assert (
            pico.execute("print(app._saving.slow, app.store.has('slow.txt'))").strip()
            == "False False"
        )


def test_a_slow_flash_shows_a_sign_from_its_first_slow_save_on(firmware_uf2: Path) -> None:
    """In the upper right corner, over what was there, while it saves. The next start knows."""
    with handheld(firmware_uf2) as pico:
        pico.execute("erase(1, 'stop')", timeout_ms=20_000)
        assert (
            pico.execute("print(app._saving.slow, app.store.has('slow.txt'))").strip()
            == "True True"
        )
        pico.execute("for _ in range(40): app.tick()")
        before = pico.panel.image()
        corner = (120, 0, 128, 8)
        seen = []
        run = pico.run

        def watched(ms: float) -> None:
            run(ms)
            seen.append((pico.millis, pico.panel.image().crop(corner).tobytes()))

        pico.run = watched  # type: ignore[method-assign]
        pico.execute("erase(3, 'stop')", timeout_ms=20_000)
        plain = before.crop(corner).tobytes()
        signed = [at for at, corner_now in seen if corner_now != plain]
        assert signed and signed[-1] - signed[0] >= 1200, "for the whole of the three sectors"
        assert pico.panel.image().tobytes() == before.tobytes()
        pico.power_cycle()
        pico.boot()
        pico.execute(START)
        assert pico.execute("print(app._saving.slow)").strip() == "True"


PLAY = ("nim", "T=2 L=1", "T=1 L=0")


def test_usb_answers_within_a_second(firmware_uf2: Path) -> None:
    """While answers are saved the board takes what is sent to it."""
    files = make_filesystem(SETTINGS)
    with Pico(firmware_uf2, filesystem=files, flash_time="worst") as pico:
        pico.boot()
        pico.run(1500)
        longest = 0.0
        for line in PLAY:
            sent = pico.millis
            pico.send(f"{line}\n".encode())
            while pico.machine.backlog:
                pico.run(1)
            longest = max(longest, pico.millis - sent)
            for _ in range(30):  # while it saves
                sent = pico.millis
                pico.send(b"\x00")
                while pico.machine.backlog and pico.millis - sent < 5000:
                    pico.run(1)
                longest = max(longest, pico.millis - sent)
                pico.run(50)
        assert longest < 1000, f"{longest} ms"
        assert "◊".encode() in pico.output


def test_the_watchdog_is_fed_while_tapes_are_removed(firmware_uf2: Path) -> None:
    """Twenty tapes end at once, then more: longer than the watchdog waits."""
    tape = b"program: dates\nsetup: d=12,15 m=4,6 g=1968,1978\n---\n"
    files = {f"tapes/{number:04}-dates.tape": tape for number in range(1, 21)}
    files["last.txt"] = b"tape=0020-dates.tape\nshown=0\nplayed=dates\n"
    image = make_filesystem({**SETTINGS, **files})
    with Pico(firmware_uf2, filesystem=image, flash_time="worst") as pico:
        pico.boot()
        pico.execute(START)
        pico.execute(
            "from machine import WDT; dog = WDT(timeout=3000); app._saving.feed = dog.feed"
        )
        begun = pico.millis
        pico.execute("app.tapes.abandon()\nfor _ in range(8): app.store.replace('a', 'b' * 5000)",
                     timeout_ms=60_000)  # fmt: skip
        assert pico.millis - begun > 8000
        assert pico.execute("import machine; print(machine.reset_cause())").strip() == "1", (
            "no reset"
        )
