# SPDX-License-Identifier: MIT
"""Play a game that was added to this tree, as a person would, and print what the device did.

    python -m tests.helpers.new_game NAME WON LOST PICTURE

WON and LOST are setup lines of games that the person can win. In the first one a person follows
the hints; in the second one never. PICTURE gets the screen after the first hint.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from host_tools.emulator.simulator import Simulator
from teletype.handheld.keeping import wins
from tests.helpers.screen import texts


def begun(folder: str, line: str) -> Simulator:
    desk = Simulator(folder=Path(folder), crashes=True, fast=True)
    desk.say(line, rest=3000)
    return desk


def shown(desk: Simulator) -> str:
    return " ".join(" ".join(texts(desk.chip)).split())


def at(desk: Simulator) -> str:
    return type(desk.app.activity).__name__


def press(desk: Simulator, *keys: str) -> None:
    for key in keys:
        desk.press(key)
        desk.settle()
        desk.run(1500)


def over(desk: Simulator) -> bool:
    screen = desk.app.sessions.screen
    return at(desk) != "SessionScreen" or screen.ended


def won(name: str, line: str, picture: str) -> dict[str, Any]:
    """Follow the hints to the end, then the next start."""
    with tempfile.TemporaryDirectory() as folder:
        desk = begun(folder, f"{name} {line}")
        hinted = False
        while not over(desk):
            press(desk, "UP")  # the hint
            if not hinted:
                desk.chip.image().save(picture)
                hinted = True
            press(desk, "OK")
        desk.run(4000)
        return {
            "outcome": shown(desk),
            "star": wins.read(desk.app.store).get(name),
            "printed": desk.serial.printed,
        }


def lost(name: str, line: str) -> dict[str, Any]:
    """Never follow a hint: take one stone wherever the picker stands; then open the lesson."""
    with tempfile.TemporaryDirectory() as folder:
        desk = begun(folder, f"{name} {line}")
        while not over(desk):
            screen = desk.app.sessions.screen
            bad = None
            for heap, stones in enumerate(screen.game.heaps, 1):
                for left in range(stones):
                    move = (heap, left)
                    if screen.game.legal(move) and (bad is None or not screen.game.wins(move)):
                        bad = move
            assert bad
            desk.say(f"{bad[0]} {bad[1]}", rest=3000)
        desk.run(4000)
        outcome = shown(desk)
        press(desk, "RIGHT")
        desk.run(3000)
        return {"outcome": outcome, "lesson": shown(desk), "printed": desk.serial.printed}


def two(name: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return str(begun(folder, f"{name} players=2").serial.printed)


def demonstration(name: str) -> dict[str, Any]:
    """An idle exhibit plays the game on its own."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "exhibit.txt").write_text(f"exhibit=on\nprograms={name}\n")
        desk = Simulator(folder=Path(folder), crashes=True)
        seen = []
        for _ in range(120):
            desk.run(1000)
            seen.append(at(desk))
            if "LOST" in desk.serial.printed or "WON" in desk.serial.printed:
                break
        return {"shown": "Showing" in seen, "printed": desk.serial.printed}


if __name__ == "__main__":
    NAME, WON, LOST, PICTURE = sys.argv[1:]
    print(
        json.dumps(
            {
                "won": won(NAME, WON, PICTURE),
                "lost": lost(NAME, LOST),
                "two": two(NAME),
                "show": demonstration(NAME),
            }
        )
    )
