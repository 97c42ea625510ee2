# SPDX-License-Identifier: MIT
"""The description of a program and its setup: `python3 -m host_tools run PROGRAM --help`.

The texts are those of the device: the about page, the setup's fields and their meanings,
the examples. The first question comes from the program itself, started with its defaults.
"""

import shlex
import textwrap
from typing import Any

from host_tools.usage import CALLED, WrongUsage
from teletype import words
from teletype.core.session import Session
from teletype.core.setup import split
from teletype.programs import catalogue

WIDTH = 79

MOST_EVENTS = 20_000
"""Lines and pauses of a program after which the search for its first question ends."""


def about(program: str, language: str) -> str:
    """The whole text, in English or in the `language` of `--lang`. Raises WrongUsage."""
    try:
        catalogue.check(program)
    except catalogue.UnknownProgram as error:
        raise WrongUsage(f"{program}: {error}") from error
    words.use("en" if language == "original" else language)
    offers = catalogue.load(program)
    original = catalogue.title(program)
    title, gist = (text.partition("\n")[0] for text in words.titles(program, original))
    head = original if title == original else f"{original} ({title})"
    origin = f"{catalogue.year(program)}, {catalogue.machine(program)}"
    parts = [f"{program}: {head}", origin + f". {gist}" * bool(gist)]
    languages = "|".join(("original", *words.LANGUAGES))
    parts.append(
        f"usage: {CALLED} run {program} [name=value ...]\n"
        f"           [--on TARGET] [--lang {languages}] [--save FILE.tape]"
    )
    parts.append("Setup, with the defaults:\n" + _setup(program, offers))
    parts.append("Answers: " + _answers(program))
    parts.append("Examples:\n" + "\n".join(_examples(program, offers)))
    about = words.program(program).ABOUT
    paragraphs = ["" if line == "***" else textwrap.fill(line, WIDTH) for line in about]
    return "\n\n".join(parts) + "\n\nWhat it is:\n" + "\n".join(paragraphs)


def _setup(program: str, offers: Any) -> str:
    _, setup = catalogue.prepare(program, "")
    meanings = words.program(program).LABELS
    lines = []
    for field in offers.FIELDS:
        value = setup[field.name]
        default = "" if value is None else field.format(value)
        meaning = meanings.get(field.name, "").partition("\n")[0]
        lines.append(f"{field.name}={default}" + f"  ({meaning})" * bool(meaning))
        lines.append(f"    {field.allowed()}")
    return "\n".join(f"  {line}" for line in lines) if lines else "  none"


def _answers(program: str) -> str:
    """Return the program's first question, as its prompt."""
    offers, setup = catalogue.prepare(program, "")
    session = Session(offers.play(setup))
    for _ in range(MOST_EVENTS):
        if session.step() is None:
            return "none, it only prints"
        if session.request is not None:
            return f"{session.request.prompt()}, one line for each question"
    return "see below"


def _examples(program: str, offers: Any) -> list[str]:
    lines = [f"  {CALLED} run {program}"]
    presets = offers.PRESETS
    labels = words.program(program).PRESETS or [""] * len(presets)
    for line, label in zip(presets, labels, strict=True):
        given = " ".join(shlex.quote(f"{name}={value}") for name, value in split(line))
        lines.append(f"  {CALLED} run {program} {given}".rstrip())
        if label:
            lines[-1] += f"   # {label}"
    return lines
