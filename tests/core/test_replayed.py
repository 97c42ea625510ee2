# SPDX-License-Identifier: MIT
"""Any session that ran can be replayed: all programs, with random answers up to their bounds."""

import io
import random
from collections.abc import Iterator

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.core import tape, taped
from teletype.core.request import LONGEST_ANSWER, Malformed, Text, working
from teletype.core.session import Session
from teletype.core.setup import join
from teletype.programs import catalogue

PROGRAMS = list(catalogue.NAMES)

MOST = 40
"""Answers in a session."""

SETUPS = {"mir": "steps=20000"}
"""A program for the MIR may go on for ever."""

SIGNS = "0123456789TFNIL()=, .+-АЖ¬→◊日\t"


def number(dice: random.Random, digits: int) -> str:
    return dice.choice(["", "+", "-"]) + "".join(dice.choices("0123456789", k=digits))


def line(dice: random.Random, request: object) -> str:
    """What somebody might type, often as long as it may be."""
    names = [] if isinstance(request, Text) else list(getattr(request, "names", ()))
    long = dice.choice([1, 1, 2, 3, LONGEST_ANSWER // (len(names) + 1), LONGEST_ANSWER - 4])
    if not names:
        sign = dice.choice(["(", "T4 ", dice.choice(SIGNS)])
        most = dice.choice([3, 40, LONGEST_ANSWER])
        return dice.choice([(sign * most)[:most], "".join(dice.choices(SIGNS, k=most))])
    shape = dice.randrange(4)
    if shape == 0:
        return " ".join(number(dice, max(1, long - 2)) for _ in names)
    if shape == 1:
        return " ".join(f"{name}={number(dice, max(1, long - 4))}" for name in names)
    if shape == 2:
        return f"{dice.choice(names)}={number(dice, long)}"
    return ",".join(str(dice.randrange(-1, 10)) for _ in names)


def play(name: str, seed: int) -> Iterator[str]:
    """A session as the device writes it: its tape, in pieces."""
    dice = random.Random(f"{name} {seed}")
    program, setup = catalogue.prepare(name, SETUPS.get(name, ""))
    session = Session(program.play(setup))
    yield tape.head(name, join(program.FIELDS, setup))
    answered = tried = 0
    while (event := session.step()) is not None:
        if event is working:
            continue
        if isinstance(event, str):
            yield tape.paper(event)
            continue
        if answered == MOST or tried == 10 * MOST:
            return
        tried += 1
        typed = line(dice, event)
        if not typed.strip() or typed[0] == "#":
            continue
        try:
            written = session.answer(typed)[0]
        except Malformed:
            continue
        answered += 1
        yield tape.answer(written)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", PROGRAMS)
def test_any_session_can_be_replayed(name: str, seed: int) -> None:
    Simulator()  # its firmware reads the tape
    from teletype.handheld.keeping.recorder import lines

    text = "".join(play(name, seed))
    recorded = taped.read(lines(io.BytesIO(text.encode())))
    program, setup = catalogue.prepare(recorded.program, recorded.setup)
    assert taped.replay(recorded, Session(program.play(setup))) is None


def test_a_tape_is_read_only_as_far_as_it_is_followed() -> None:
    """A file of 64 MiB of empty lines, as events, would fill the memory."""
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        yield from ("program: nim\n", "setup: heaps=7,8,4\n", "---\n")
        while True:
            taken += 1
            yield "\n"

    program, setup = catalogue.prepare("nim", "heaps=7,8,4")
    difference = taped.replay(taped.read(endless()), Session(program.play(setup)))
    assert difference == "line 4: expected '' got 'ИГРА НИМ'" and taken == 1


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("race", f"{'1' * 499} {'1' * 499}"),  # `T=` and `P=` are two characters each
        ("cards", "1=" + "9" * 990),
        ("misere-nim", " ".join(["9" * 332] * 3)),
    ],
)
def test_one_bound_on_what_is_written(name: str, typed: str) -> None:
    """A line that fits is refused if the tape would need a longer one; the request stays open."""
    program, setup = catalogue.prepare(name, "")
    session = Session(program.play(setup))
    while isinstance(event := session.step(), str) or event is working:
        pass
    assert event is not None and len(typed) <= LONGEST_ANSWER
    with pytest.raises(Malformed, match="more than 1000 characters"):
        session.answer(typed)
    assert session.step() is event
