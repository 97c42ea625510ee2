# SPDX-License-Identifier: MIT
"""Random buttons on the handheld: nothing may break, get stuck or leave memory behind.

    python3 -m host_tools lab monkey [--events 1000000] [--seed 1] [--size 128x64] [--on desk|pico]

On the simulator the firmware's handheld runs on this Python (`host_tools.emulator.simulator`)
with a model panel. Each event presses a random button, for a short or a long time, or waits. Every
visit starts one program from the shelf, by its name on the serial port or by buttons alone, and
ends with BACK until the shelf is shown again. After a visit

- no screen may have reported an error in a program or in the device,
- the shelf must have been reached within LEAVING presses of BACK,
- the chip must have understood every byte it was sent,
- there must be as many objects as before, give or take TOLERANCE; this is checked after every
  second visit of each program, when another session was played to the end, so that none is left
  in memory.

On the emulated Pico the presses go into the queue behind the pins, which is much faster than
emulated pins. There the memory is the bytes of MicroPython's heap, give or take SLACK. Memory that
MicroPython never frees, for looked-up names and each character taken from a text, is counted
separately and must stay below NAMES.

The settings offer to search for the buttons, which restarts the board. The simulator is then
switched on again with the files of its flash; the Pico stays in the settings.

With `--exhibit` the device is an exhibit and the check is different: see
`host_tools.lab.measure.monkey_exhibit`.

All random numbers come from the seed, so a failed visit can be repeated by its number.
"""

import gc
import random
import sys
import tempfile
from pathlib import Path

from host_tools.build import images
from host_tools.emulator.pico import Pico
from host_tools.emulator.simulator import KEYS, Restart, Simulator, forget, searches
from host_tools.lab.measure.damage import Broken
from host_tools.lab.measure.monkey_exhibit import PicoVisitors, SimulatorVisitors
from host_tools.usage import Failed, Parser, tell, whole
from teletype.programs import catalogue

WEIGHTS = (4, 4, 3, 3, 6, 1)

VISIT = 400
"""Events in a visit."""

ENDING = "dates"
"""A program that asks nothing and ends."""

LEAVING = 300
"""Presses of BACK that must lead to the shelf; on the keyboard each one deletes a letter."""

TOLERANCE = 200
"""Objects that this Python's collector tracks. Blocks of memory cannot be compared: the code of a
module that is loaded again takes others. On the emulated Pico all bytes count."""

WARM = 8
"""Visits of each program before its memory is compared, while this Python fills its caches."""

SIZES = ("128x64", "128x32", "72x40")


def program(number: int) -> str:
    """Return the name of the program that a visit begins with."""
    name: str = catalogue.NAMES[number % len(catalogue.NAMES)]
    return name


def compares(number: int) -> bool:
    """Whether the memory is compared after a visit: in every second one of each program."""
    return (number // len(catalogue.NAMES) + number) % 2 == 1


class Monkey:
    """Plays on one simulator that stays on from visit to visit."""

    def __init__(self, seed: int, width: int = 128, height: int = 64) -> None:
        self._flash = tempfile.TemporaryDirectory()
        self._size = width, height
        self.desk = self._switched_on()
        self.events = 0
        self._seed = seed
        self._objects: dict[str, int] = {}

    def _switched_on(self) -> Simulator:
        return Simulator(*self._size, folder=Path(self._flash.name))

    def visit(self, number: int) -> None:
        """Play one visit; its program and buttons depend only on the seed and `number`."""
        chance = random.Random(f"{self._seed} {number}")
        name = program(number)
        desk = self.desk
        desk.serial.printed = ""
        desk.set(speed=chance.choice(("10", "fast", "fast")))
        if chance.random() < 0.7:
            desk.serial.typed.append(name)
            desk.run(100)
        try:
            for _ in range(VISIT):
                self._event(chance)
            self._leave()
            if compares(number):
                self._end()
        except Exception as error:
            raise Broken(f"visit {number} ({name}): {type(error).__name__}: {error}") from error
        self._judge(number, name)

    def _event(self, chance: random.Random) -> None:
        self.events += 1
        if chance.random() < 0.05:
            self.desk.run(chance.choice((100, 1500)), 20)
            return
        (key,) = chance.choices(KEYS, WEIGHTS)
        self._press(key, 700 if chance.random() < 0.03 else 25)

    def _press(self, key: str, milliseconds: int) -> None:
        pin = self.desk.pin(key)
        try:
            pin.drive(0)
            self.desk.run(milliseconds, 25)
            pin.drive(1)
            self.desk.run(25, 25)
        except Restart:
            if not searches():
                raise Broken("the board restarts") from None
            printed = self.desk.serial.printed
            self.desk = self._switched_on()
            self.desk.serial.printed = printed + self.desk.serial.printed
            self._objects.clear()

    def _leave(self) -> None:
        for _ in range(LEAVING):
            if type(self.desk.app.activity).__name__ == "Shelf":
                self.desk.run(500, 25)  # presses may still wait in their queue
                if type(self.desk.app.activity).__name__ == "Shelf":
                    return
            self._press("BACK", 25)
            self.desk.run(100, 25)
        raise Broken(f"{type(self.desk.app.activity).__name__} does not lead back to the shelf")

    def _end(self) -> None:
        """Play another session to the end, so that none is left in memory."""
        self.desk.serial.typed.append(ENDING)
        self.desk.run(100, 25)
        self.desk.settle()
        self._leave()
        if self.desk.app.sessions.screen is not None:
            raise Broken("a session that has ended stays in memory")

    def _judge(self, number: int, name: str) -> None:
        desk = self.desk
        if "ERROR" in desk.serial.printed:
            at = desk.serial.printed.index("ERROR")
            raise Broken(f"visit {number} ({name}): {desk.serial.printed[at : at + 100]!r}")
        if desk.chip.unknown:
            raise Broken(f"visit {number} ({name}): bytes the chip does not know")
        if not compares(number) or self.events <= VISIT * WARM * len(catalogue.NAMES):
            return
        forget()
        gc.collect()
        objects = len(gc.get_objects())
        first = self._objects.setdefault(name, objects)
        if objects > first + TOLERANCE:
            raise Broken(f"visit {number} ({name}): {objects - first} objects more")


ON_PICO = """
import gc, micropython, sys
from teletype import loading, start
app = start.start()
whole_load = loading.load
def load(name, *lists, **named):
    module = whole_load(name, *lists, **named)
    if name == "teletype.handheld.parts.strays":
        module.find = lambda register: None
    return module
loading.load = load
def turn(most):
    while most and app.tick():
        most -= 1
        adviser = getattr(getattr(app.sessions.screen, "picture", None), "_adviser", None)
        if adviser:
            adviser.total = min(THOUGHTS, adviser.total)
def leave():
    for _ in range(LEAVING):
        if type(app.activity).__name__ == "Shelf":
            for _ in range(20):  # for presses that still wait in their queue
                turn(300)
            if type(app.activity).__name__ == "Shelf":
                return
        app.buttons.push(5)
        turn(300)
    print(type(app.activity).__name__, "does not lead back to the shelf")
def end():
    app.activity.line(ENDING)
    app.tick()
    while app.activity is None or not app.is_idle() or app.activity.printing():
        app.tick()
    leave()
    if app.sessions.screen is not None:
        print("a session that has ended stays in memory")
def visit(name, speed, keys, compared):
    app.settings.values["speed"] = speed
    app.apply()
    if name:
        app.activity.line(name)
    for key in keys:
        app.buttons.push(key)
        turn(TURNS)
    leave()
    if compared:
        end()
    turn(300)
    gc.collect()
    micropython.qstr_info()
    print("memory", gc.mem_alloc())
"""
"""Runs on the emulated Pico.

A visit has a name, a speed, the numbers of the buttons, and whether its memory is compared.
"""

TURNS = 15
"""Most loop steps between two buttons; Life never runs out of work."""

THOUGHTS = 10
"""Playouts of the adviser; random presses do not need its best advice, which takes 4 seconds."""

FIRST = 10
"""Visits on the Pico before its memory is compared: texts and settings may change language."""

SLACK = 2048
"""Bytes of heap by which a later visit may exceed the highest of the first ones."""


NAMES = 16384
"""Bytes for names and characters: the fonts' 515 take 5 KiB, modules and texts the rest."""


class PicoMonkey:
    """The same on an emulated Pico with the firmware image `uf2`."""

    def __init__(self, seed: int, uf2: str) -> None:
        self.events = 0
        self._seed = seed
        self._most = 0
        """Most bytes live after any of the first visits."""
        self.pico = Pico(uf2)
        self.pico.boot()
        self.execute = self.pico.execute
        limits = f"LEAVING, TURNS, THOUGHTS = {LEAVING}, {TURNS}, {THOUGHTS}"
        self.execute(f"{limits}; ENDING = {ENDING!r}" + ON_PICO)

    def visit(self, number: int) -> None:
        """Play one visit, like `Monkey.visit`."""
        chance = random.Random(f"{self._seed} {number}")
        name = program(number)
        speed = chance.choice(("30", "fast", "fast"))
        typed = name if chance.random() < 0.7 else ""
        keys = bytes(chance.choices(range(6), WEIGHTS, k=VISIT))
        self.events += VISIT
        call = f"visit({typed!r}, {speed!r}, {keys!r}, {compares(number)})"
        printed = self.execute(call, timeout_ms=600_000, step_ms=20)
        last = printed.split("\n")[-2].split()
        faults = ("Traceback", "does not lead", "stays in memory")
        if last[0] != "memory" or any(fault in printed for fault in faults):
            at = printed.find("Traceback") if "Traceback" in printed else -1000
            raise Broken(f"visit {number} ({name}): {printed[at:][:1000]!r}")
        if self.pico.panel.unknown:
            raise Broken(f"visit {number} ({name}): bytes the chip does not know")
        names = int(printed.rsplit("n_total_bytes=", 1)[1].split()[0])
        used = int(last[1]) - names
        tell(f"visit {number} ({name}): {used} bytes live after it, and {names} of names\n")
        if names > NAMES:
            raise Broken(f"visit {number} ({name}): {names} bytes of names")
        if not compares(number):
            return
        if self.events <= VISIT * FIRST:
            self._most = max(self._most, used)
        elif used > self._most + SLACK:
            raise Broken(f"visit {number} ({name}): {used - self._most} bytes of memory more")


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools lab monkey",
        description="Press random buttons in every program and on every screen.",
        example="--events 10000 --seed 2",
    )
    parser.add_argument(
        "--events", type=whole(1, 10**9), default=1_000_000, help="how many (default: 1000000)"
    )
    parser.add_argument(
        "--seed", type=whole(0, 10**9), default=1, help="of the random numbers (default: 1)"
    )
    parser.add_argument(
        "--first",
        type=whole(0, 10**9),
        default=0,
        metavar="VISIT",
        help="start at this visit, whose number a message gave",
    )
    parser.add_argument(
        "--size", choices=SIZES, default=SIZES[0], help="size of the simulator's panel"
    )
    parser.add_argument(
        "--on",
        choices=("desk", "pico", "pico2"),
        default="desk",
        help="desk: the simulator (default); pico, pico2: the emulated board",
    )
    parser.add_argument(
        "--exhibit", action="store_true", help="set up as an exhibit, idle at times"
    )
    options = parser.parse_args(argv)
    monkey: Monkey | PicoMonkey | SimulatorVisitors | PicoVisitors
    number = options.first
    width, height = map(int, options.size.split("x"))
    if options.exhibit and options.on != "desk":
        monkey = PicoVisitors(options.seed, str(images.image(options.on)))
    elif options.exhibit:
        monkey = SimulatorVisitors(options.seed, width, height)
    elif options.on != "desk":
        monkey = PicoMonkey(options.seed, str(images.image(options.on)))
    else:
        monkey = Monkey(options.seed, width, height)
    try:
        while monkey.events < options.events:
            monkey.visit(number)
            number += 1
            if sys.stderr.isatty():
                tell(f"\r{monkey.events} events")
        if isinstance(monkey, SimulatorVisitors | PicoVisitors):
            monkey.end()
    except Broken as error:
        raise Failed(str(error)) from error
    played = f"{monkey.events} events in {number - options.first} visits of"
    if options.exhibit:
        print(f"{played} an exhibit: the same state after each")
    else:
        print(f"{played} {len(catalogue.NAMES)} programs: no fault")
    return 0
