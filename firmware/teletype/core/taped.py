# SPDX-License-Identifier: MIT
"""Whole tapes, read and replayed at once, for hosts; a board follows them line by line."""

from teletype.core.request import working
from teletype.core.tape import TapeError, _difference, _shown, follow, read_events, read_head


class Tape:
    """A tape. `setup`: the text after `setup:`; `lines`: how many its head has; `events`: an
    iterator of (kind, text, line number), because a list of millions would fill the memory.
    """

    def __init__(self, program, setup, events, lines=0):
        self.program = program
        self.setup = setup
        self.events = events
        self.lines = lines


def read(lines):
    """Return the Tape that `lines` (an iterable of str, with or without line ends) hold.

    Raise TapeError like `read_head`.
    """
    lines = iter(lines)
    program, setup, number = read_head(lines)
    return Tape(program, setup, read_events(lines, number), number)


def replay(tape, session, spellings=()):
    """Play the tape with `session`; return None if nothing differs, else the difference.

    A tape may end where the program still waits (a saved game), but not in the middle of its
    printing: a reference that was cut off must not pass. A device that loses power between an
    answer and the next prompt leaves such a tape too; it resumes the session and prints the rest.
    """
    number = tape.lines

    def numbered():
        nonlocal number
        for event in tape.events:
            number = event[2]
            yield event

    try:
        for _ in follow(numbered(), session, spellings):
            pass
    except TapeError as error:
        return str(error)
    event = session.step()
    while event is working:
        event = session.step()
    if isinstance(event, str):
        return _difference(number + 1, _shown(None), _shown(event))
    return None
