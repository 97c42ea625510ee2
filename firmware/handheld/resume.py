"""A session is resumed from its tape: the program runs again, fed with the answers there."""

import words
from handheld.about import Notice
from handheld.player import Player
from handheld.tapes import FOLDER, Recorder, lines
from programs import catalogue
from teletype import tape
from teletype.setup import SetupError, read, split


def resume(app, name):
    """Opens the session of the tape `name`, or says why that is not possible."""
    tapes = app.tapes
    try:
        tapes.mend(name)
        file = tapes.store.open(FOLDER + name, "rb")
    except OSError as error:
        damaged(app, name, error)
        return
    text = lines(file)
    try:
        program, setup, number = tape.read_head(text)
        module = catalogue.load(program)
        setup = read(module.FIELDS, split(setup), getattr(module, "check", None))
    except (tape.TapeError, catalogue.UnknownProgram, SetupError) as error:
        file.close()
        damaged(app, name, error)
        return
    events = tape.read_events(text, number)
    app.player = Player(app, program, setup, Recorder(tapes.store, name), events, file)
    tapes.resumed(name)
    app.console.print("%s %s" % (words.RESUMED, name))
    app.open(app.player)


def damaged(app, name, error):
    """Says that a tape cannot be resumed, and keeps it under another name."""
    app.player = None
    catalogue.drop()
    messages = ["%s: %s" % (name, words.error(str(error)))]
    if isinstance(error, OSError):
        app.tapes.left()
    else:
        messages.append("%s %s" % (words.DAMAGED_KEPT, app.tapes.bad(name)))
    app.open(Notice(app, words.DAMAGED_TITLE, messages, app.shelf, words.CRASH_KEYS))
