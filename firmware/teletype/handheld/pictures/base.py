# SPDX-License-Identifier: MIT
"""What the device asks of a picture: each hook, and what happens without it.

A picture gets the lines as the program prints them, and shows messages with `words.shown`, in the
language of the device. It draws with the methods of the panel, marks what it drew with
`panel.touch`, and knows only what a person could know: the setup, the paper and the answers.

A message of the program that a picture looks for, or the beginning of one, stands in its module
as a private constant, as the program writes it; its own words are texts of the device, by key:

    _REFUSED = const("ВЫ ОШИБЛИСЬ")

    words.text("CUBE_LOST")

The machine's move is seen: with the line that has it a picture says in `moves` how many pieces it
has, and draws with `unseen`, those that are still to be seen; `frame` takes it on, piece by piece.
"""

from time import ticks_add

from micropython import const

from teletype import words
from teletype.handheld.activity import due

_NARROW = const(100)
"""A panel with as many pixels, or fewer, has no room for a blank."""

_MOVE_MS = const(560)
"""Milliseconds of a move that is seen, at most; the last loop step may be late."""

_FRAMES = const(10)
"""Frames of a move at most: of one with more pieces several come at once."""

_TURNS = ("ВАШ ХОД", "ВАШ ПЕРВЫЙ ХОД", "")
"""What the programs say to whoever has to move; some say nothing."""


class Picture:
    """The picture of one session of a program, begun with the validated `setup`.

    A module of pictures has a class of this name, derived from this one. `draw` must be there,
    and `key` where the picture takes answers; everything else may be left as it is here.
    """

    ANSWERS = False
    """Whether, at a prompt, the picture appears on its own and takes the answer."""

    STAYS = False
    """With ANSWERS: whether, once it has come, it stays on the screen between the stops. The
    paper is printed behind it at once, and `tick` draws what is new."""

    FIRST = False
    """Without ANSWERS: whether it is shown before the paper, which is printed behind it."""

    holds = False
    """With FIRST: whether the program waits with its work, for as long as this is true. A program
    that a typed line has started waits for nobody: then it is set to False."""

    played: tuple | str | None = None
    """An answer that the picture gives on its own, like `key`; read after each `tick`."""

    hints = True
    """Whether its last row says what the keys do. While the program waits, the sign ◊ stands
    before that: a picture which is shown then draws it from `listing.HINTS` on."""

    printed: list | tuple = ()
    """A list of lines that the picture wants on the paper; they are taken out of it before the
    next blank line, or where the program has stopped."""

    FRAME = 140
    """Milliseconds of a frame of the machine's move, at most."""

    unseen = 0
    """Pieces of the machine's move that are still to be seen."""

    _pieces = _pace = 1
    _due: int | None = None
    """Pieces of a frame, its milliseconds, and when the next one comes: None before the move is on
    the screen."""

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
        return self.addressed(words.shown(message))

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
        """After a change of the language, encode the stored words again."""

    def line(self, text):
        """A line of paper was printed, also while the picture is not shown."""

    def ask(self, request):
        """The program waits for `request`; None: it goes on.

        False leaves the answer to the paper.
        """

    def answered(self, values):
        """An answer was given, and the program goes on."""
        self.unseen = 0
        self.answer(values)
        self.ask(None)

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
        """Redraw the whole screen."""
        raise NotImplementedError

    def moves(self, pieces):
        """The machine has moved: `draw` shows that without the `unseen` ones of these pieces. With
        the speed `fast` it is there at once.
        """
        self.unseen = 0 if self._app.fast else pieces
        self._pieces = max(1, (pieces + _FRAMES - 1) // _FRAMES)
        self._pace = min(self.FRAME, _MOVE_MS * self._pieces // max(1, pieces))
        self._due = None

    def go_on(self, now):
        """A loop step at `now` (ms) while it is shown; True: there is more at once."""
        if self.unseen:
            if self._due is None:
                self._due = ticks_add(now, self._pace)
            elif due(self._due, now, self._pace):
                self._due = ticks_add(self._due, self._pace)
                self._show(max(0, self.unseen - self._pieces))
        return self.tick(now)

    def complete(self):
        """A key was pressed: the move is there at once; False if all of it was seen."""
        if not self.unseen:
            return False
        self._show(0)
        return True

    def _show(self, unseen):
        before = self.unseen
        self.unseen = unseen
        self.frame(before)

    def frame(self, before):
        """Draws what is different since `before` pieces were unseen, and allocates nothing."""

    def tick(self, now):
        """Does a small piece of work at `now` (ms) while shown; True: there is more at once."""
        return False

    def hurries(self, key, repeat):
        """Whether a key lets the line that is printed behind it be there at once; held, all of
        them.
        """
        return False

    def lead(self):
        """Let an adviser of the picture play on its own; return False without one."""
        return False

    def key(self, key, repeat):
        """Any key but BACK, pressed or (`repeat` > 0) held.

        Returns the answer (a tuple, or a str for a line of text), None while there is none. When
        the program has ended: a setup, with which it begins again; an empty one is asked for.
        """
        return None
