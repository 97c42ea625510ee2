# SPDX-License-Identifier: MIT
"""What has the screen, the keys and the typed lines; the main loop is in `handheld.app`."""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP

_SLICE = const(30)
"""Milliseconds of a turn of the main loop for a piece of a long work."""


ALL = bytes((OK, DOWN, UP, RIGHT, LEFT, BACK))
LIST = bytes((OK, DOWN, UP, RIGHT))
CHOICE = bytes((OK, DOWN, UP, BACK))
TEXT = bytes((OK, BACK))
"""Keys that a screen understands, the likeliest first."""


class Activity:
    """One screen of the device.

    While `takes_keys()` or `takes_lines()` is False, presses wait in their queue and typed lines
    in the console.

    labelled  the language in which texts are that it keeps
    """

    ALONE = False
    """Whether an exhibit shows it where nobody is: any key begins a visit."""

    SAYS_ITSELF = False
    """Whether, for who plays by ear, it says its text as a whole, and not row by row."""

    EASES = False
    """Whether the page of languages, over it, has what makes it easier."""

    pictured = False
    """Whether it draws by pixels, which no larger text can have."""

    over = 0
    """255 for what lies over another screen: its keys are in inverse video."""

    name = ""
    """The program whose about page comes when BACK is held for a second; "" where none does."""

    def __init__(self, app):
        self._app = app
        self.labelled = words.language

    def draw(self):
        """Draws the whole screen anew; here an empty one."""
        panel = self._app.panel
        for row in range(panel.rows):
            panel.clear(row)

    def relabel(self):
        """The language is another one: rebuild the texts that are kept, for `draw`."""

    def may_stand(self):
        """Whether another screen may come over this one, and then this one again."""
        return not self.printing()

    def understood(self):
        """The keys that it understands now, bytes, the likeliest first; empty: any will do. With
        one button they are offered in turn.
        """
        return ALL

    def offers_below(self, hinted):
        """Whether they are offered on the last row, rather than the first; `hinted`: that row says
        what the keys do.
        """
        return hinted

    def patience(self):
        """For how many halves of `idle` a visitor may look at it without touching a key; 0: it
        asks whether he is there.
        """
        return 2

    def summoned(self):
        """BACK was held: the page of languages comes over this screen."""
        self._app.screens.languages(self)

    def asked(self):
        """BACK is held for a second; says whether that has done anything: else it is BACK, or the
        page of languages, when it is let go or held on.
        """
        if not self.name or self.ALONE:
            return False
        self._app.screens.about(self.name, self)
        return True

    def key(self, key, repeat):
        """A key, of `teletype.drivers.buttons`, was pressed, or (`repeat` > 0) is held."""

    def printing(self):
        """Whether a program prints, or is led somewhere: nothing is asked of a person."""
        return False

    def secret(self):
        """Whether nobody else may read what is typed now."""
        return False

    def takes_keys(self):
        return True

    def takes_lines(self):
        return True

    def tick(self, now):
        """A small piece of work at `now` (ms); True while there is more to do at once."""
        return False

    def line(self, text):
        """A line typed on the serial port: it starts a program, as on the shelf."""
        if text.strip():
            self._app.shelf()
            self._app.retype(text)


class Busy(Activity):
    """Does a long work for a program: what was on the screen stays, keys and typed lines wait."""

    def printing(self):
        return True

    def takes_keys(self):
        return False

    def takes_lines(self):
        return False

    def draw(self):
        """What was there stays."""


def work(generator, now):
    """Goes on for a while with a long work, a generator of anything but None; True at its end."""
    end = ticks_add(now, _SLICE)
    while ticks_diff(end, ticks_ms()) > 0:
        if next(generator, None) is None:
            return True
    return False


_TURN = const(10_000)
"""Milliseconds that no turn of the loop takes: the watchdog bites before."""


def due(at, now, most):
    """Whether the time `at`, which was `most` ms ahead at most, has come at `now`.

    A difference of ticks turns round after 6.2 days: what was left standing for longer is due too.
    `now` may be the beginning of the turn of the loop in which `at` was set.
    """
    return not 0 < ticks_diff(at, now) <= most + _TURN
