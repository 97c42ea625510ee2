# SPDX-License-Identifier: MIT
"""The null exhibit of an ordinary device: `app.exhibit` always exists."""


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

    def hides_pictures(self):
        """Whether programs are played without their pictures."""
        return False

    def keeps_language(self):
        """Whether a chosen language is saved for the next power-on."""
        return True

    def keeps(self, now):
        """Whether it is time to save the game."""
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
