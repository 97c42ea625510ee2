# SPDX-License-Identifier: MIT
"""What the device asks of a picture: each hook, and what happens without it.

A picture gets the lines as the program prints them, and shows them with `words.say`. It draws with
the methods of the panel, marks what it drew with `panel.touch`, and knows only what a person could
know: the setup, the paper and the answers.

A message of the program that a picture looks for, or the beginning of one, stands in its module
as a private constant, as the program writes it; its own words are texts of the device, by key:

    _REFUSED = const("ВЫ ОШИБЛИСЬ")

    words.text("CUBE_LOST")
"""

from micropython import const

from teletype import words

_NARROW = const(100)
"""A panel with as many pixels, or fewer, has no room for a blank."""

_TURNS = ("ВАШ ХОД", "ВАШ ПЕРВЫЙ ХОД", "")
"""What the programs say to whoever has to move; some say nothing."""


class Picture:
    """The picture of one session of a program, begun with the validated `setup`.

    A module of pictures has a class of this name, derived from this one. `draw` must be there,
    and `key` where the picture takes answers; everything else may be left as it is here.
    """

    ANSWERS = False
    """Whether, at a stop, the picture comes up by itself and takes the answer."""

    STAYS = False
    """With ANSWERS: whether, once it has come, it stays on the screen between the stops. The
    paper is printed behind it at once, and `tick` draws what is new."""

    FIRST = False
    """Without ANSWERS: whether it is shown before the paper, which is printed behind it."""

    holds = False
    """With FIRST: whether the program waits with its work, for as long as this is true. A program
    that a typed line has started waits for nobody: then it is set to False."""

    played: tuple | str | None = None
    """An answer that the picture gives by itself, as `key` does; looked at after each `tick`."""

    hints = True
    """Whether its last row says what the keys do. While the program waits, the sign ◊ stands
    before that: a picture which is shown then draws it from `listing.HINTS` on."""

    printed: list | tuple = ()
    """A list of lines that the picture wants on the paper; they are taken out of it before the
    next blank line, or where the program has stopped."""

    @staticmethod
    def fits(panel, setup):
        """Whether the picture of `setup` has room on a `panel` that is smaller than 128x64."""
        return False

    who = ""
    """Of two people the one who is to answer, or at the end has answered, "A" or "B"."""

    def told(self, message):
        """A message of the program as it is said, and to whom of two people."""
        if self.who and message in _TURNS:
            return self.addressed(words.text("TWO_MOVE"))
        return self.addressed(words.say(message))

    def addressed(self, text):
        """A text, and to whom of two people it is said."""
        if not self.who:
            return text
        return self.who + (": " if self._panel.width > _NARROW else ":") + text

    def __init__(self, app, setup):
        self._app = app
        self._panel = app.panel
        self._font = app.font

    def encode_words(self):
        """The device's language is another one: words that are kept are to be encoded anew."""

    def line(self, text):
        """A line of paper was printed, also while the picture is not shown."""

    def ask(self, request):
        """The program waits for `request`; None: it goes on.

        False leaves the answer to the paper.
        """

    def answer(self, values):
        """An answer was given, by whatever means: a tuple, or a str for a line of text."""

    def end(self):
        """The program has ended: with ANSWERS the picture stays, or comes up, with the result.

        False: the paper has the end.
        """
        return False

    def end_keys(self, paper=True):
        """What the keys do at the end; `paper`: with the way to it, where there is room."""
        return words.text("PICTURE_AGAIN") + (words.text("PICTURE_PAPER") if paper else "")

    def called(self):
        """What BACK leads to, where the paper has the end."""
        return words.text("PICTURE_NAME")

    def draw(self):
        """Draws the whole screen anew."""
        raise NotImplementedError

    def tick(self, now):
        """Does a small piece of work at `now` (ms) while shown; True: there is more at once."""
        return False

    def lead(self):
        """Lets an adviser of the picture play by itself; False: it has none."""
        return False

    def key(self, key, repeat):
        """Any key but BACK, pressed or (`repeat` > 0) held.

        Returns the answer (a tuple, or a str for a line of text), None while there is none. When
        the program has ended: a setup, with which it begins again; an empty one is asked for.
        """
        return None
