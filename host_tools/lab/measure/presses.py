# SPDX-License-Identifier: MIT
"""How many button presses common tasks take, counted on the host simulator.

    python3 -m host_tools lab keystrokes

Each task is carried out press by press and its result is checked, so a row of the table was really
done. Holding a button counts once. The shelf has the order of a new handheld with a language.
"""

from collections.abc import Callable

from host_tools.emulator.simulator import Simulator
from host_tools.usage import Parser

FORMULA = "(A->B)(~A+~B)"
"""Twelve signs: the arrow is one key."""


class Finger:
    """Presses buttons on a simulator and counts them."""

    def __init__(self) -> None:
        self.desk = Simulator(files={"settings.txt": "language=en\n"}, fast=True)
        self.count = 0

    def press(self, *keys: str) -> None:
        self.desk.press(*keys)
        self.count += len(keys)

    def hold(self, key: str, done: Callable[[], bool]) -> None:
        """Hold a button until `done` says that the value is right."""
        pin = self.desk.pin(key)
        pin.drive(0)
        while not done():
            self.desk.run(10)
        pin.drive(1)
        self.desk.run(60)
        self.count += 1

    def choose(self, program: str) -> None:
        """Open the setup of a program from the shelf, the shorter way round."""
        shelf = self.desk.app.activity
        names = list(shelf._rows)
        down = (names.index(program) - shelf._chosen) % len(names)
        up = len(names) - down
        self.press(*(["DOWN"] * down if down <= up else ["UP"] * up), "OK")

    def wait(self) -> None:
        self.desk.run(100)
        self.desk.settle()
        self.desk.run(1500)


def begun(program: str) -> Finger:
    """Begin a program with the setup that it proposes, from power-on."""
    finger = Finger()
    finger.choose(program)
    finger.press("OK")
    finger.wait()
    return finger


def nim() -> int:
    """To the first prompt of Nim, from power-on."""
    finger = begun("nim")
    assert finger.desk.app.sessions.screen.session.request is not None
    return finger.count


def bid() -> int:
    """A bid of 7250 in the first round of the 10,000-yen game."""
    finger = begun("yen")
    finger.count = 0
    picture = finger.desk.app.sessions.screen.picture
    finger.hold("UP", lambda: picture._bid >= 7000)
    finger.press("RIGHT", "UP", "UP", "RIGHT", "UP", "OK")
    finger.wait()
    assert finger.desk.serial.printed.count("BID=7250") == 1
    return finger.count


def formula() -> int:
    """A formula of 12 signs on the empty keyboard, including the key that ends it."""
    finger = Finger()
    finger.choose("truth-table")
    finger.press("DOWN", "OK")
    keyboard = finger.desk.app.activity
    keyboard._text, keyboard._at = "", 0
    keyboard._suggest()
    keyboard.draw()
    finger.count = 0
    for sign in FORMULA.replace("->", "→"):
        row = keyboard._keys[0]
        finger.press(*["RIGHT"] * row.index(sign), "OK")
    finger.press("LEFT", "OK")
    assert finger.desk.app.activity._values["formula"] == FORMULA
    return finger.count


def ticks() -> int:
    """Evolution with 50 ticks, from power-on; the setup starts with 20."""
    finger = Finger()
    finger.choose("evolution")
    finger.press("DOWN", "RIGHT", "UP", "OK")
    finger.wait()
    assert finger.desk.app.sessions.screen.setup["r"] == 50
    return finger.count


def birthday() -> int:
    """The weekday of 27 September 1985, a Friday, from power-on."""
    finger = Finger()
    finger.choose("dates")
    date = finger.desk.app.activity._wheels.date
    finger.hold("UP", lambda: date[0] == 27)
    finger.press("RIGHT")
    finger.hold("UP", lambda: date[1] == 9)
    finger.press("RIGHT")
    finger.hold("UP", lambda: date[2] == 1985)
    finger.press("OK")
    finger.wait()
    assert "DH[2]\n5  4" in finger.desk.serial.printed
    return finger.count


def heap(finger: Finger, heap: int, left: int) -> None:
    """Choose a heap, counted from 0; hold DOWN until `left` stones remain, and confirm."""
    picture = finger.desk.app.sessions.screen.picture
    away = (heap - picture.heap) % picture.count
    finger.press(*(["LEFT"] if away == picture.count - 1 else ["RIGHT"] * away))
    finger.hold("DOWN", lambda: picture.left[heap] <= left)
    finger.press("OK")
    finger.wait()


def won(finger: Finger) -> int:
    """Wait for the star; return the presses so far."""
    desk = finger.desk
    while type(desk.app.activity).__name__ != "Outcome":
        desk.run(100)
    screen = desk.app.sessions.screen
    assert screen.game.result == 1
    assert f"{screen.name}=1/1\n" in desk.app.store.read("wins.txt", 500)
    return finger.count


def win() -> int:
    """The first win of Nim by a person who only presses OK until a move is to be made."""
    finger = begun("nim")
    for chosen, left in ((2, 2), (2, 1), (2, 0)):  # these moves win from 0 2 3, 0 1 2 and 0 0 1
        heap(finger, chosen, left)
    return won(finger)


def press_best(finger: Finger, made: Callable[[tuple[int, ...]], None]) -> int:
    """Play the rest of a game with the moves that the game itself finds; `made` presses one."""
    screen = finger.desk.app.sessions.screen
    while screen.game.result is None:
        *_, found = screen.game.hint()
        made(found or (screen.game.fields.index(0, 1),))  # any first point of Trigex wins
        finger.wait()
    return won(finger)


def win_trigex() -> int:
    """The first win of Trigex, likewise."""
    from teletype.programs.trigex.picture import (
        neighbour,  # (a Simulator brings what pictures import)
    )

    finger = begun("trigex")
    picture = finger.desk.app.sessions.screen.picture

    def made(move: tuple[int, ...]) -> None:
        ways: dict[int, list[str]] = {picture._cursor: []}
        for field in list(range(1, 10)) * 9:
            for number, key in enumerate(("UP", "DOWN", "LEFT", "RIGHT")):
                if field in ways:
                    ways.setdefault(neighbour(field, number), [*ways[field], key])
        finger.press(*ways[move[0]], "OK")

    return press_best(finger, made)


def win_race() -> int:
    """The first win of the race, likewise."""
    finger = begun("race")
    picture = finger.desk.app.sessions.screen.picture

    def made(move: tuple[int, ...]) -> None:
        while picture._step != move[1]:
            finger.press("RIGHT")
        finger.press("OK")

    return press_best(finger, made)


def win_misere() -> int:
    """The first win of misère Nim, likewise; OK also confirms the heaps."""
    finger = begun("misere-nim")
    finger.press("OK")
    finger.wait()
    picture = finger.desk.app.sessions.screen.picture

    def made(move: tuple[int, ...]) -> None:
        before = picture.there
        (taken,) = (at for at in range(len(move)) if move[at] != before[at])
        heap(finger, taken, move[taken])

    return press_best(finger, made)


def win_yen() -> int:
    """The first win of the 10,000-yen game, by OK alone: equal bids beat bids at random."""
    finger = begun("yen")
    while not finger.desk.app.sessions.screen.ended:
        finger.press("OK")
        finger.wait()
    return won(finger)


WAYS: tuple[tuple[str, Callable[[], int], int | None, int], ...] = (
    ("to the first prompt of Nim, from power-on", nim, 4, 3),
    ("to a newcomer's first win of Nim, from the shelf", win, None, 11),
    ("the same of Trigex", win_trigex, None, 13),
    ("the same of the race", win_race, None, 20),
    ("the same of misère Nim", win_misere, None, 25),
    ("the same of the 10,000-yen game", win_yen, None, 25),
    ("a bid of 7250 in the 10,000-yen game", bid, 18, 10),
    ("a formula of 12 signs", formula, 50, 30),
    ("evolution with 50 ticks, from power-on", ticks, 34, 8),
    ("the weekday of a birthday, from power-on", birthday, 35, 8),
)
"""Task, function, presses that it took before (None: not measured), presses allowed."""


def table() -> list[str]:
    """Return the rows of the table in Markdown."""
    rows = ["| | keys before | goal | keys |", "| --- | --- | --- | --- |"]
    return rows + [
        f"| {what} | {before or '–'} | {goal} | {way()} |" for what, way, before, goal in WAYS
    ]


def main(argv: list[str]) -> int:
    Parser(
        prog="host_tools lab keystrokes", description="Count the presses that common tasks take."
    ).parse_args(argv)
    print("\n".join(table()))
    return 0
