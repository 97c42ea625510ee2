# SPDX-License-Identifier: MIT
"""Random buttons on an exhibit: no visitor can change what the next one finds.

    python3 -m host_tools lab monkey --exhibit [--events 1000000] [--seed 1] [--on desk|pico]

A visitor presses buttons for a short or a long time, several at once or faster than anybody reads,
or pauses. After VISIT such events the exhibit is left alone. Within ALONE ms of the device's own
time it must be idle again. Its state must be byte for byte that before the first visitor:

- the files on its flash, except the counts and new tapes, which must all have ended;
- on the simulator also the values of its settings, and the locked port.

After the last visit it is switched off and on, and must show the same first card.
"""

import random
import tempfile
from pathlib import Path

from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from host_tools.emulator.simulator import KEYS, Simulator
from host_tools.lab.measure.damage import Broken

VISIT = 1000
"""Events in a visit."""

ALONE = 700_000
"""Milliseconds: an adviser may think, a page may be read, or a tournament may run for ten minutes
before the device asks whether anybody is there."""

TEXT = "idle=10\nask=5\n"


def judge(number: int, before: dict[str, bytes], after: dict[str, bytes]) -> None:
    """Compare the files of a flash before the first visit and after the visit `number`."""
    for name in sorted(before | after):
        if name.startswith("counts/"):
            continue
        if name.startswith("tapes/"):
            if name not in before and ".end." not in name:
                raise Broken(f"visit {number}: {name} has not ended")
        elif before.get(name) != after.get(name):
            raise Broken(f"visit {number}: {name} is {after.get(name)!r}")


def hands(chance: random.Random) -> tuple[list[str], int, int]:
    """Return the buttons pressed together, for how long, and the pause afterwards, in ms."""
    kind = chance.random()
    if kind < 0.02:
        return [], 0, chance.choice((500, 3000, 9000))
    if kind < 0.15:
        return chance.sample(KEYS, chance.randrange(2, 6)), 40, chance.choice((10, 100))
    held = 2500 if kind < 0.17 else 700 if kind < 0.2 else 40
    return [chance.choice(KEYS)], held, chance.choice((20, 100, 100, 400))


class SimulatorVisitors:
    """Visitors of an exhibit on a simulator with a panel of `width` x `height` pixels."""

    def __init__(self, seed: int, width: int = 128, height: int = 64) -> None:
        self._seed = seed
        self._flash = tempfile.TemporaryDirectory()
        self._folder = Path(self._flash.name)
        (self._folder / "exhibit.txt").write_text(TEXT)
        self._size = width, height
        self.desk = Simulator(*self._size, folder=self._folder)
        self._settings = dict(self.desk.app.settings.values)
        self._card = self._picture()
        self._before = self._files()
        self.events = 0

    def _picture(self) -> bytes:
        self.desk.run(200)
        return b"".join(self.desk.chip.rows())

    def _files(self) -> dict[str, bytes]:
        paths = (path for path in self._folder.rglob("*") if path.is_file())
        return {path.relative_to(self._folder).as_posix(): path.read_bytes() for path in paths}

    def visit(self, number: int) -> None:
        """Play a visit; its buttons depend only on the seed and `number`. Raises Broken."""
        chance = random.Random(f"{self._seed} {number}")
        desk = self.desk
        for _ in range(VISIT):
            keys, held, pause = hands(chance)
            for key in keys:
                desk.pin(key).drive(0)
            desk.run(held, 20)
            for key in keys:
                desk.pin(key).drive(1)
            desk.run(pause, 20)
            self.events += 1
        self._leave(number)
        judge(number, self._before, self._files())
        if desk.app.settings.values != self._settings:
            raise Broken(f"visit {number}: the settings are {desk.app.settings.values}")
        if not desk.serial.locked:
            raise Broken(f"visit {number}: the port is not locked")
        desk.serial.printed = ""

    def _leave(self, number: int) -> None:
        for _ in range(ALONE // 1000):
            self.desk.run(1000, 50)
            activity = self.desk.app.activity
            if activity is not None and activity.ALONE:
                return
        raise Broken(f"visit {number}: {type(self.desk.app.activity).__name__} stays")

    def end(self) -> None:
        """Switch off and on, and compare; raises Broken."""
        self.desk = Simulator(*self._size, folder=self._folder)
        if self._picture() != self._card:
            raise Broken("the first card has changed")
        judge(-1, self._before, self._files())


class PicoVisitors:
    """Visitors of an exhibit on an emulated Pico with the firmware image `uf2`."""

    def __init__(self, seed: int, uf2: str) -> None:
        self._seed = seed
        self.pico = Pico(uf2, filesystem=make_filesystem({"exhibit.txt": TEXT.encode()}))
        self.pico.boot()
        self._card = self._picture()
        self._before = self._files()
        self.events = 0

    def _picture(self) -> bytes:
        self._wait("the first card")
        self.pico.run(300)
        return b"".join(self.pico.panel.rows())

    def _files(self) -> dict[str, bytes]:
        return read_filesystem(self.pico.filesystem())

    def _wait(self, what: str) -> None:
        """Run until the cards appear."""
        self.pico.read()
        said = bytearray()

        def invited() -> bool:
            said.extend(self.pico.read())
            return b"Press any key" in said

        self.pico.run_until(invited, ALONE, step_ms=50, what=what)

    def visit(self, number: int) -> None:
        """Play a visit, like `SimulatorVisitors.visit`."""
        chance = random.Random(f"{self._seed} {number}")
        pico = self.pico
        for _ in range(VISIT):
            keys, held, pause = hands(chance)
            for key in keys:
                pico.press(key)
            pico.run(held)
            for key in keys:
                pico.release(key)
            pico.run(pause)
            self.events += 1
        self._wait(f"the cards after visit {number}")
        if pico.panel.unknown:
            raise Broken(f"visit {number}: bytes the chip does not know")
        judge(number, self._before, self._files())

    def end(self) -> None:
        """Switch off and on, and compare, like `SimulatorVisitors.end`."""
        self.pico.power_cycle()
        self.pico.boot()
        if self._picture() != self._card:
            raise Broken("the first card has changed")
        judge(-1, self._before, self._files())
