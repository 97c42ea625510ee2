# SPDX-License-Identifier: MIT
"""Scenes on the simulated handheld: a program, some answers and keys, and the final panel.

A step of a scene is keys, a typed line after `> `, a time to wait in milliseconds, or a reference
tape and the number of its answers to give.
"""

from PIL import Image

from host_tools import files, paths
from host_tools.emulator.simulator import KEYS, Simulator
from teletype.core import tape, taped

SETTINGS = "speed=fast\ndim=0\n"

PROGRAMS = {
    "race": ("> race n=15 m=6", "1200"),
    "trigex": ("> trigex m=1", "> L=6", "1200"),
    "nim": ("> nim heaps=7,8,4", "> T=2 L=1", "1200"),
    "truth-table": ("> truth-table formula=(A->B)(~A+~B)", "1200"),
    "logic": ("> logic puzzle=who", "1200"),
    "dates": ("> dates", "1200"),
    "cards": ("> cards", "1200", "DOWN OK RIGHT DOWN OK"),
    "evolution": (
        "> evolution m=42 n=120 r=300 z=300 cells=20:60,20:61,21:59,21:60,22:60",
        *("OK LEFT RIGHT OK RIGHT RIGHT", "1200", "1000"),
    ),
    "mir": ("mir-euclid 0", "1200", "BACK", "500"),
    "nim-table": ("> nim-table", "> 7 3 5", "11000"),
    "random-walk": ("> random-walk", "1200"),
    "misere-nim": ("> misere-nim", "1200"),
    "calculation-cobol": ("calculation-cobol-won 40", "1200"),
    "calculation-fortran": ("calculation-fortran-won 40", "1200"),
    "calculation-lisp": ("calculation-lisp-won 50", "1200"),
    "yen": ("> yen", "> BID=1500", "> BID=700", "1200"),
}
"""The steps to a picture of each program."""


def session_of(name: str) -> tuple[str, str, list[str]]:
    """Return (program, line that starts it, answers) of the tape with this name."""
    session = taped.read(files.lines(paths.TAPES / f"{name}.tape", files.TAPE))
    answers = [text for kind, text, _ in session.events if kind == tape.ANSWER]
    return session.program, f"{session.program} {session.setup}", answers


def typed(step: str) -> list[str]:
    """Return the lines to type for a step: one, or a tape's setup and its first answers."""
    if step.startswith("> "):
        return [step[2:]]
    name, _, count = step.partition(" ")
    _, line, answers = session_of(name)
    return [line, *answers[: int(count)]]


def play(scene: tuple[str, ...]) -> Image.Image:
    """Play a scene, its settings and then its steps, on a new handheld; return the final panel."""
    desk = Simulator(files={"settings.txt": scene[0]})
    desk.run(500)
    for step in scene[1:]:
        keys = step.split()
        if step.isdecimal():
            desk.run(int(step))
        elif keys[0].rstrip("–") in KEYS:
            desk.press(*keys)
        else:
            desk.say(*typed(step))
    desk.run(100)
    return desk.chip.image()
