# SPDX-License-Identifier: MIT
"""The library of the page: what it shows of each program, and a picture of it.

Everything comes from the firmware: the catalogue, the texts about each program, the games
themselves, and the panel of the simulator.
"""

import re
from typing import Any

from host_tools.emulator import scenes
from teletype import words
from teletype.core.setup import split
from teletype.programs import catalogue

AGAINST, ALONE, PUZZLE, WATCH = "against", "alone", "puzzle", "watch"
"""The kinds of programs, in the order of the page's filters."""

_SEPARATOR = re.compile("[,、，]|著")
"""What follows the name of an author at the start of a source."""

_NAME = re.compile(r"[^\d]{1,24}")
"""A name; a longer beginning, or one with a year, is a sentence about our own program."""


def kind(name: str) -> str:
    """Return the kind of a program, judged by what it offers."""
    if catalogue.is_rival(name):
        return AGAINST
    if catalogue.has_lesson(name):
        return ALONE
    return WATCH if catalogue.load(name).SHOWN else PUZZLE


def begins(name: str) -> str:
    """Return the setup line for a first start: one that a person can win, if the game knows it."""
    program: Any = catalogue.load(name)
    setup = catalogue.setup(program, program.BEGINS)
    game, _ = program.begin(setup)
    outcome = None
    if catalogue.is_rival(name):
        *_, outcome = game.outcome(0)
    if outcome is None or outcome.winnable or not outcome.onward:
        return str(program.BEGINS)
    written = []
    for key, value in outcome.onward.items():
        shown = ",".join(map(str, value)) if isinstance(value, tuple) else value
        written.append(f"{key}={shown}")
    return " ".join(written)


def link(name: str) -> str:
    """Return the page's link to a program, with the setup of a first start."""
    pairs = [("program", name), *split(begins(name))]
    quoted = [
        f"{key}={re.sub('[&#%]', lambda sign: f'%{ord(sign[0]):02X}', value)}"
        for key, value in pairs
    ]
    return "#" + "&".join(quoted)


def author(name: str) -> str:
    """Return the author of a program in the current language; "" if it is ours."""
    first = _SEPARATOR.split(words.program(name).ABOUT[1])[0].strip()
    return first if _NAME.fullmatch(first) else ""


def programs() -> list[dict[str, str]]:
    """Return what the page knows of each program in every language, in the catalogue's order."""
    return [
        {
            "name": name,
            "year": str(catalogue.year(name)),
            "machine": catalogue.machine(name),
            "original": catalogue.title(name),
            "tongue": catalogue.language(name) or "",
            "kind": kind(name),
            "link": link(name),
        }
        for name in shelf()
    ]


def shelf() -> list[str]:
    """Return the names of the programs in the order of the shelf."""
    easy = list(catalogue.easy())
    return easy + [name for name in catalogue.NAMES if name not in easy]


def texts(languages: list[str]) -> dict[str, dict[str, list[str]]]:
    """Return title, description, author and source of each program, by language."""
    before = words.language or "en"
    found: dict[str, dict[str, list[str]]] = {}
    for language in languages:
        words.use(language)
        found[language] = {}
        for name in shelf():
            said = words.program(name)
            title = said.TITLE.split("\n")[0]
            source = " · ".join(line for line in said.ABOUT[1:3] if line)
            found[language][name] = [title, said.GIST, author(name), source]
    words.use(before)
    return found


def pictures(languages: list[str]) -> bytes:
    """Return a panel of each program in each language: rows of bits, from the left."""
    found = []
    for language in languages:
        settings = f"language={language}\nmessages=translated\n{scenes.SETTINGS}"
        for name in shelf():
            found.append(scenes.play((settings, *scenes.PROGRAMS[name])).tobytes())
    return b"".join(found)
