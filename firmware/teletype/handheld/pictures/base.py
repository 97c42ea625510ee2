# SPDX-License-Identifier: MIT
"""The interface of a picture: each hook, and the default behaviour without it.

A picture draws the state of the session, `game` (see `teletype.engines.game`), and so only what a
person could know. It reads nothing from the paper. It may repeat the last line, the machine's
message, with `words.shown` in the language of the device. It draws with the methods of the panel
and marks the drawn area with `panel.touch`. Its own words are texts of the device, by key:

    words.text("CUBE_LOST")

The machine's move is animated. On the line that contains the move, the picture passes the number
of pieces to `moves`. It draws without the last `unseen` pieces, and `frame` adds them piece by
piece. Before its first move of a game the position stands for a moment: `opening`.
"""

from time import ticks_add

from micropython import const

from teletype import words
from teletype.handheld.activity import due

_NARROW = const(100)
"""Pixels of width up to which a panel has no room for a blank."""

_MOVE_MS = const(560)
"""Longest time of an animated move in milliseconds; the last loop step may be late."""

_START_MS = const(1000)
"""Milliseconds for which the position before the machine's first move stands."""

_FRAMES = const(10)
"""Most frames of a move: if it has more pieces, each frame draws several."""

_TURNS = ("ВАШ ХОД", "ВАШ ПЕРВЫЙ ХОД", "")
"""The programs' words to the player who has to move; some programs print none."""


class Picture:
    """The picture of one session of a program, started with the validated `setup`. It draws
    `game`, the state of the session, which the dialogue has moved whenever a hook is called.

    Each picture module derives a class of the same name from this one. It must define `draw`, and
    also `key` if the picture takes answers; all other hooks are optional.
    """

    ANSWERS = False
    """Whether the picture appears on its own at a prompt and takes the answer."""

    STAYS = False
    """With ANSWERS: whether the picture, once shown, stays on the screen between prompts, and
    `tick` draws the changes. Then, or with FIRST, the paper prints at once behind it."""

    FIRST = False
    """Without ANSWERS: whether the picture appears before the paper, which prints behind it."""

    brought: dict = {}
    """The imports of its module, see `loading.load`: parts that only some sessions need are loaded
    beside them."""

    picker: type = object
    """The class that picks numbers, the screen's own: `picture_loader` sets it."""

    holds = False
    """With FIRST, or `live`: whether the program pauses its work; it continues when this becomes
    false. A program started by a typed line does not wait: see `release`."""

    live = False
    """Whether the picture takes keys while the program prints behind it."""

    gives_way = False
    """Whether the paper is to take the place of the picture; `covered` resets it."""

    played: tuple | str | None = None
    """An answer that the picture gives on its own, in the form `key` returns; read after each
    `tick`."""

    hints = True
    """Whether its last row names the keys. While the program waits, the sign ◊ stands at the left
    end of that row: the picture then draws the row from `listing.HINTS` on."""

    printed: list | tuple = ()
    """Lines that the picture adds to the paper. The device takes them from this list before the
    next blank line, or when the program has stopped."""

    FRAME = 140
    """Longest time of a frame of the machine's move, in milliseconds."""

    unseen = 0
    """Pieces of the machine's move that are not drawn yet."""

    opening = False
    """Whether the position before the machine's first move is shown; then all pieces are
    `unseen`."""

    _pieces = _pace = 1
    _due: int | None = None
    """Pieces in a frame, its milliseconds, and the time of the next one, which is None until the
    move is on the screen."""

    _moves = 0
    """The moves of the game that the picture has followed, see `moved`."""

    @staticmethod
    def fits(panel, setup):
        """Return whether the picture of `setup` fits on a `panel` smaller than 128x64."""
        return False

    message: str | None = ""
    """The last line of the paper with text: at a prompt the machine's message to the person."""

    who = ""
    """With two players, the one who is to answer, or who answered last at the end: "A" or "B"."""

    def shown_message(self, message):
        """Return a message of the program as shown, addressed to one of two players if there are
        two.
        """
        if self.who and message in _TURNS:
            return self.addressed(words.text("TWO_MOVE"))
        return self.addressed(words.shown(message))

    def addressed(self, text):
        """Return a text, addressed to one of two players if there are two."""
        if not self.who:
            return text
        return self.who + (": " if self._panel.width > _NARROW else ":") + text

    def __init__(self, app, setup, game):
        self.game = game
        self._app = app
        self._panel = app.panel
        self._font = app.font

    # one function for all hooks with the same default saves heap

    def _pass(self):
        pass

    def _ignore(self, what):
        pass

    def _no(self):
        return False

    encode_words = _pass
    """After a change of the language, encode the stored words again."""

    def line(self, text):
        """Take a printed line of paper, also while the picture is not shown."""
        if text:
            self.message = text

    ask = _ignore
    """Take the `request` for which the program waits; None: the program continues.

    Returning False leaves the answer to the paper.
    """

    def answered(self, values):
        """Note that an answer was given and the program continues."""
        self.unseen = 0
        self.opening = False
        self.answer(values)
        self.ask(None)

    answer = _ignore
    """Take an answer from any source: a tuple, or a str for a line of text."""

    end = _no
    """Note the end of the program: with ANSWERS the picture stays, or appears, with the
    result.

    Returning False leaves the end to the paper.
    """

    def end_keys(self, paper=True):
        """Return the names of the keys at the end; `paper`: include the key for the paper if it
        fits.
        """
        return words.text("PICTURE_AGAIN") + (words.text("PICTURE_PAPER") if paper else "")

    def called(self):
        """Return the name of the screen behind BACK when the paper shows the end."""
        return words.text("PICTURE_NAME")

    back = _no
    """Handle BACK while the picture is shown; return False if the paper should follow."""

    covered = _pass
    """Note that the paper has taken the picture's place."""

    def draw(self):
        """Redraw the whole screen."""
        raise NotImplementedError

    def moves(self, pieces, first=False):
        """Start the machine's move, the `first` one of a game or a later one: `draw` leaves out
        the `unseen` ones of these pieces. With the speed `fast` the whole move appears at once.
        """
        self.unseen = 0 if self._app.fast else pieces
        self.opening = first and not self._app.fast
        self._pieces = max(1, (pieces + _FRAMES - 1) // _FRAMES)
        self._pace = min(self.FRAME, _MOVE_MS * self._pieces // max(1, pieces))
        self._due = None

    def go_on(self, now):
        """Run a loop step at `now` (ms) while shown; return True to run again at once."""
        if self.unseen:
            wait = _START_MS if self.opening else self._pace
            if self._due is None:
                self._due = ticks_add(now, wait)
            elif due(self._due, now, wait):
                self._due = ticks_add(self._due, self._pace)
                self._show(max(0, self.unseen - (0 if self.opening else self._pieces)))
        return self.tick(now)

    def complete(self):
        """Finish the move at once after a key; return False if all of it was already drawn."""
        if not self.unseen:
            return False
        self._show(0)
        return True

    def _show(self, unseen):
        before = self.unseen
        self.unseen = unseen
        if self.opening:
            self.opening = False
            self.first_frame(before)
        else:
            self.frame(before)

    def first_frame(self, before):
        """Draw the change from the position before the first move, when `before` pieces were
        unseen.
        """
        self.draw()

    frame = _ignore
    """Draw the change since `before` pieces were unseen; allocate no memory."""

    def tick(self, now):
        """Do a small piece of work at `now` (ms) while shown; return True to run again at once."""
        return False

    def hurries(self, key, repeat):
        """Return whether a key completes the line printing behind the picture at once; a held key
        completes all lines.
        """
        return False

    def release(self):
        """Let the program begin without what the picture would ask first."""
        self.holds = False

    def moved(self):
        """Return whether the game has moved since the last call."""
        moves = self._moves
        self._moves = self.game.moves
        return moves != self._moves

    def follow_game(self, game):
        """Draw an equal `game` from now on, that of a session led to the same place."""
        self.game = game

    lead = _no
    """Let an adviser of the picture play on its own; return False without one."""

    def key(self, key, repeat):
        """Handle any key but BACK, pressed or (`repeat` > 0) held.

        Return the answer (a tuple, or a str for a line of text), or None without one. After the
        end of the program, return a setup to start again; an empty one opens the setup screen.
        """
        return None
