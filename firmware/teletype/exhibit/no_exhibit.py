# SPDX-License-Identifier: MIT
"""The null exhibit of an ordinary device: `app.exhibit` always exists."""

from teletype.loading import load


class NoExhibit:
    """The interface of an exhibit, with the behaviour of an ordinary device.

    visiting  whether somebody is there
    speaks    whether there is speech
    """

    visiting = True
    speaks = False

    def __init__(self, app):
        self._app = app

    # one function for all queries and events with the same answer saves heap

    def _yes(self):
        return True

    def _no(self):
        return False

    def _pass(self):
        pass

    def _ignore(self, what):
        pass

    # queries of the screens

    def allows(self, name, line):
        """Whether the program `name` may be started with the typed setup `line`."""
        return True

    may_search = _yes
    """Whether a person may start the finder."""

    offers_values = _yes
    """Whether a person may choose the values of a setup, not only an example."""

    offers_setups = _yes
    """Whether a person may choose a program and its setup."""

    def programs(self):
        """Return the programs on show, in their order; empty: those of an ordinary shelf."""
        return ()

    locked = _no
    """Whether saved games and settings are out of reach."""

    def last_setup(self, name):
        """Return the setup line with which the program was started last; "" for none."""
        return load("teletype.handheld.keeping.last_setups").recall(self._app.store, name)

    def to_keep(self, name, program, setup):
        """Return what `Sessions.unsaved` has to keep of a new session."""
        return name, program, setup

    def knows(self, name):
        """Whether the person has played the program before."""
        return name in self._app.tapes.played

    def asks_for_sound(self):
        """Whether the choice of the first language is followed by that of sounds."""
        return self._app.peripherals.has("buzzer")

    def wins(self):
        """Return the counted games by program, as `wins.read` does."""
        return load("teletype.handheld.keeping.wins").read(self._app.store)

    hides_pictures = _no
    """Whether programs are played without their pictures."""

    keeps_language = _yes
    """Whether a chosen language is saved for the next power-on."""

    keeps_at_once = _yes
    """Whether a game is saved with each answer; else later, so that the flash lasts."""

    offers_lessons = _yes
    """Whether a person may look at a lost game again."""

    def keeps(self, now):
        """Whether it is time to save the game."""
        return True

    def offered(self):
        """Return the numbers of the access options that are available here."""
        return ()

    # events

    def arrange(self):
        """Apply the text size of the settings."""
        self._app.arrange_text()

    def tell(self, texts):
        """Show a notice about a fault or a full flash; `texts` as for `Navigation.notice_over`."""
        self._app.screens.notice_over(texts)

    def went_home(self):
        """End the visit if there is no shelf to go to; return whether it ends."""
        return False

    def count(self, name, what):
        """Count a start (0) or an end (1) of the program `name`."""

    def count_game(self, name, won, table):
        """Count a game that could be won, and whether it was, for the program `name` and for its
        table `table`, or "".
        """
        load("teletype.handheld.keeping.wins").add(self._app.store, name, won, table)

    note = _ignore
    """Record a fault for the operator."""

    crashed = _ignore
    """Report that an error stopped a program or the device."""

    begin_watch = _ignore
    """Note that the main loop runs and feeds `watchdog`."""

    opened = _pass
    """Note that another screen opens in the next loop step."""

    screen_drawn = _pass
    """Note that a whole screen is drawn."""

    def say(self, text, row=-1, chosen=True, right=""):
        """Speak the drawn row, or another chosen thing, for a visitor who plays by ear."""

    pressed_at = _ignore
    """Note a key or a line at `now` (ms) that counts at once."""

    def intended_key(self, key, now, repeat):
        """Return the intended key of a press at `now`, or of its `repeat`."""
        return key

    tick = _ignore
    """Do the work that is due at `now` (ms)."""

    def send(self):
        """Send the changes to the panel."""
        self._app.panel.show()
