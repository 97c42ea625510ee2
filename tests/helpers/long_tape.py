# SPDX-License-Identifier: MIT
"""A tape of any length."""

from teletype.core import tape
from teletype.core.request import working
from teletype.core.session import Session
from teletype.core.setup import join
from teletype.programs import catalogue


def misere(answers: int) -> bytes:
    """Return the tape of a session of misère Nim that goes on and on."""
    program, setup = catalogue.prepare("misere-nim", "")
    session = Session(program.play(setup))
    pieces = [tape.head("misere-nim", join(program.FIELDS, setup))]
    given = 0
    while given < answers or session.request is None:
        event = session.step()
        if isinstance(event, str):
            pieces.append(tape.paper(event))
        elif event is not working:
            pieces.append(tape.answer(session.answer("1 1 1")[0]))
            given += 1
        if given == answers and session.request is None and event is not working:
            while isinstance(event := session.step(), str):
                pieces.append(tape.paper(event))
            break
    return "".join(pieces).encode()
