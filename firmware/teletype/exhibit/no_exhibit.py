# SPDX-License-Identifier: MIT
"""The null exhibit of an ordinary device: `app.exhibit` always exists."""

from teletype.loading import load


class NoExhibit:
    """The interface of an exhibit, with the behaviour of an ordinary device.

    PERSONAL  whether the device is a person's own: it saves choices and shows all messages
    values    by the names of `exhibit.settings`
    visiting  whether somebody is there
    """

    PERSONAL = True

    EASES: tuple = ()
    """The texts of the access options, by number."""

    values: dict = {"programs": (), "fixed": "", "setups": "free", "lock": "no"}
    visiting = True
    speaks = False

    def __init__(self, app):
        self._app = app

    # queries of the screens

    def allows(self, name, line):
        """Whether the program `name` may be started with the typed setup `line`."""
        return True

    def may_search(self):
        """Whether a person may start the finder."""
        return True

    def offers_values(self):
        """Whether a person may choose the values of a setup, not only an example."""
        return True

    def offers_setups(self):
        """Whether a person may choose a program and its setup."""
        return True

    def programs(self):
        """Return the programs on show, in their order; empty: those of an ordinary shelf."""
        return ()

    def locked(self):
        """Whether saved games and settings are out of reach."""
        return False

    def last_setup(self, name):
        """Return the setup line with which the program was started last; "" for none."""
        last_setups = load("teletype.handheld.keeping.last_setups")
        return last_setups.recall(self._app.store, name)

    def to_keep(self, name, program, setup):
        """Return what `Sessions.unsaved` has to keep of a new session."""
        return name, program, setup

    def knows(self, name):
        """Whether the person has played the program before."""
        return name in self._app.tapes.played

    def wins(self):
        """Return the counted games by program, as `wins.read` does."""
        return load("teletype.handheld.keeping.wins").read(self._app.store)

    def asks_for_sound(self):
        """Whether the choice of the first language is followed by that of sounds."""
        return self._app.peripherals.has("buzzer")

    def hides_pictures(self):
        """Whether programs are played without their pictures."""
        return False

    def keeps_language(self):
        """Whether a chosen language is saved for the next power-on."""
        return True

    def keeps(self, now):
        """Whether it is time to save the game."""
        return True

    def keeps_at_once(self):
        """Whether a game is saved as soon as its paper is read."""
        return True

    def offered(self):
        """Return the numbers of the access options that are available here."""
        return ()

    def ease(self, ease):
        """Switch an access option on or off."""

    def one_button(self):
        """Switch to one button; return False if nothing changes."""
        return False

    def invitation(self, pixels):
        """Return an invitation that fits into so many pixels."""
        return ""

    # events

    def arrange(self):
        """Apply the text size of the settings."""
        self._app.arrange_text()

    def tell(self, told):
        """Show a notice about a fault; `told` as for `Navigation.notice_over`."""
        self._app.screens.notice_over(told)

    def went_home(self):
        """End the visit if there is no shelf to go to; return whether it ends."""
        return False

    def leave(self, gone=False):
        """End the visit; `gone`: nobody has answered the question."""

    def count(self, name, what):
        """Count a start (0) or an end (1) of the program `name`, or a game won against it (2)."""

    def note(self, message):
        """Record a fault for the operator."""

    def crashed(self, message):
        """Report that an error stopped a program or the device."""

    def opened(self):
        """Note that another screen opens in the next loop step."""

    def anew(self):
        """Note that a whole screen is drawn."""

    def say(self, text, row=-1, chosen=True, right=""):
        """Speak the drawn row, or another chosen thing, for a visitor who plays by ear."""

    def user_active(self, now):
        """Note that somebody was active at `now` (ms)."""

    def pressed_at(self, now):
        """Note a key or a line at `now` (ms) that counts at once."""

    def meant(self, key, now, repeat):
        """Return the intended key of a press at `now`, or of its `repeat`."""
        return key

    def begin_watch(self, watchdog):
        """Note that the main loop runs and feeds `watchdog`."""

    def tick(self, now):
        """Do the work that is due at `now` (ms)."""

    def send(self):
        """Send the changes to the panel."""
        self._app.panel.show()
