"""Drawn pictures of programs: one module each, imported when it is shown.

A program names its picture in `PICTURE`; the module has a class `Picture(app, setup)` with

    ANSWERS             True: at a stop the picture comes up by itself and takes the answer
    line(text)          a line of paper was printed, also while the picture is not shown
    answer(values)      an answer was given
    ask(request)        the program waits; None: it goes on. False: this one is for the paper
    draw()              the whole screen anew
    speak()             the device's language is another one: words are to be encoded anew
    tick(now)           a small piece of work while it is shown; True: more to do at once
    key(key, repeat)    any key but BACK; returns the answer (a tuple, or a str for a line of
                        text), or None while there is none
    STAYS               optional, with ANSWERS: True: once it has come it stays on the screen; the
                        paper is printed behind it at once, and `tick` draws what is new
    end()               with STAYS: the program has ended; False: the paper comes at once, else
                        with the next key, when the picture has been read
    played              optional: an answer that the picture gives by itself, else None; looked at
                        after each `tick`
    printed             optional: a list of lines that the picture wants on the paper; the player
                        empties it before the next blank line, or where the program has stopped

It gets the lines as the program prints them, and shows them with `words.say`. It draws with the
methods of the panel, marks what it drew with `panel.touch`, and knows only what a person could
know: the setup, the paper and the answers. A setup field may name a module here in `editor`; it
has a class `Editor(app, field, setup, done, cancel)`, an activity that edits `setup[field.name]`,
calls `done(value)` and may look at the other values.
"""

from drivers.buttons import LEFT


def load(app, name):
    """The module `name`, or None where there is no such picture or it cannot be used here.

    Pictures need 128x64 pixels and a button for each direction; else a program is text.
    """
    if name is None or app.panel.width < 128 or app.panel.height < 64:
        return None
    if app.buttons.one_way or LEFT in app.buttons.held:
        return None
    package = __import__("handheld.pictures." + name)
    return getattr(package.pictures, name)
