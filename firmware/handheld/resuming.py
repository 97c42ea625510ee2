"""A session is resumed from its tape: the program runs again, fed with the answers there."""

from handheld.session_screen import SessionScreen
from handheld.tapes import FOLDER, Recorder, lines
from programs import catalogue
from teletype import tape
from teletype.setup import SetupError


class CannotResume(Exception):
    """The tape cannot be read, or is none of a program that is here; the argument is the error."""


def resume(app, name):
    """The screen of the session of the tape `name`, which runs to where the tape ends."""
    tapes = app.tapes
    try:
        tapes.mend(name)
        file = tapes.store.open(FOLDER + name, "rb")
    except OSError as error:
        raise CannotResume(error)
    text = lines(file)
    try:
        program, line, number = tape.read_head(text)
        setup = catalogue.prepare(program, line)[1]
    except (tape.TapeError, catalogue.UnknownProgram, SetupError) as error:
        file.close()
        raise CannotResume(error)
    events = tape.read_events(text, number)
    return SessionScreen(app, program, setup, Recorder(tapes.store, name), events, file)
