# SPDX-License-Identifier: MIT
"""Activities, which own the screen, the keys and the typed lines; `handheld.app` has the loop."""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from teletype import words

_SLICE = const(30)
"""Milliseconds of a main loop step for a piece of a long task."""


ALL = b"\x04\x01\x00\x03\x02\x05"  # OK, DOWN, UP, RIGHT, LEFT, BACK
LIST = b"\x04\x01\x00\x03"  # OK, DOWN, UP, RIGHT
CHOICE = b"\x04\x01\x00\x05"  # OK, DOWN, UP, BACK
TEXT = b"\x04\x05"  # OK, BACK
"""Keys that a screen understands, the likeliest first: numbers of `teletype.drivers.buttons`, as
constants in the flash."""


class Activity:
    """One screen of the device.

    While `takes_keys()` or `takes_lines()` is False, presses wait in their queue and typed lines
    in the console.

    labelled  the language of the texts that it keeps
    """

    ALONE = False
    """Whether an exhibit shows it while nobody is there: any key begins a visit."""

    SAYS_ITSELF = False
    """Whether speech gets its text as a whole, and not row by row."""

    OFFERS_OPTIONS = False
    """Whether the page of languages over it offers the access options."""

    pictured = False
    """Whether it draws by pixels, which excludes larger text."""

    over = 0
    """255 if it lies over another screen: its keys are in inverse video."""

    name = ""
    """The program whose about page opens when BACK is held for a second; "" for none."""

    def __init__(self, app):
        self._app = app
        self.labelled = words.language

    def draw(self):
        """Draw the whole screen; here an empty one."""
        panel = self._app.panel
        for row in range(panel.rows):
            panel.clear(row)

    def follow_language(self):
        """Rebuild the stored texts if the language has changed."""
        if self.labelled != words.language:
            self.labelled = words.language
            self.relabel()

    def relabel(self):
        """After a change of the language, rebuild the stored texts for `draw`."""

    def may_stand(self):
        """Whether another screen may cover this one for a while."""
        return not self.printing()

    def understood(self):
        """Return the keys that it understands now, as bytes, the likeliest first; empty: any key.
        With one button they are offered in turn.
        """
        return ALL

    def offers_below(self, hinted):
        """Whether they are offered on the last row instead of the first; `hinted`: that row names
        the keys.
        """
        return hinted

    def patience(self):
        """Return for how many halves of `idle` a visitor may read it without pressing a key; 0: it
        is the question "Still playing?" itself.
        """
        return 2

    def summoned(self):
        """Open the page of languages over this screen, after BACK was held."""
        self._app.screens.languages(self)

    def asked(self):
        """Handle BACK held for a second; return whether that has any effect. If not, its release
        means BACK, and holding it longer opens the page of languages.
        """
        if not self.name or self.ALONE:
            return False
        self._app.screens.about(self.name, self)
        return True

    def keeps_row(self):
        """Draw the last row and return True if a picture on this screen must leave it alone."""
        return False

    def key(self, key, repeat):
        """Handle a key of `teletype.drivers.buttons`; `repeat` > 0 if it is held."""

    def printing(self):
        """Whether a program prints or is replayed, so that no input is expected."""
        return False

    def secret(self):
        """Whether the input is secret."""
        return False

    def takes_keys(self):
        return True

    def takes_lines(self):
        return True

    def tick(self, now):
        """Do a small piece of work at `now` (ms); return True if there is more to do at once."""
        return False

    def line(self, text):
        """Handle a line typed on the serial port; it starts a program, as on the shelf."""
        if text.strip():
            self._app.shelf()
            self._app.retype(text)


def work(generator, now):
    """Continue a long task, a generator that never yields None; return True at its end."""
    end = ticks_add(now, _SLICE)
    while ticks_diff(end, ticks_ms()) > 0:
        if next(generator, None) is None:
            return True
    return False


_TURN = const(10_000)
"""An upper limit of a loop step in ms: the watchdog resets the board before."""


def due(at, now, most):
    """Whether the time `at`, at most `most` ms after it was set, has come at `now`.

    A difference of ticks wraps after 6.2 days, so a time that passed too long ago is due as well.
    `now` may be the beginning of the loop step in which `at` was set.
    """
    return not 0 < ticks_diff(at, now) <= most + _TURN
