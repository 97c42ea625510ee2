# SPDX-License-Identifier: MIT
"""The null exhibit of an ordinary device: `app.exhibit` always exists."""

FILE = "exhibit.txt"
"""The file that makes a device an exhibit, see `exhibit.settings`."""


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
        """Whether the program `name` may be started with the setup `line`, which is typed."""
        return True

    def hides_pictures(self):
        """Whether programs are to be played without their pictures."""
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
        """Ends a visit; `gone`: nobody has answered the question."""

    def count(self, name, what):
        """The program `name` has begun (0), has ended (1), or a game of it was won (2)."""

    def note(self, message):
        """Record a fault for the operator."""

    def crashed(self, message):
        """A program or the device was stopped by an error."""

    def opened(self):
        """Another screen opens with the next loop step."""

    def anew(self):
        """A screen is drawn as a whole."""

    def say(self, text, row=-1, chosen=True, right=""):
        """Speak the drawn row, or another chosen thing, for a visitor who plays by ear."""

    def user_active(self, now):
        """Note that somebody was active at `now` (ms)."""

    def pressed_at(self, now):
        """A key, or a line, that counts at once."""

    def meant(self, key, now, repeat):
        """Return the intended key of a press at `now`, or of its `repeat`."""
        return key

    def begin_watch(self, watchdog):
        """The main loop runs, and feeds `watchdog`."""

    def tick(self, now):
        """Do the work that is due at `now` (ms)."""

    def send(self):
        """Sends what changed to the panel."""
        self._app.panel.show()
