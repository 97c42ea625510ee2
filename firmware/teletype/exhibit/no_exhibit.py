# SPDX-License-Identifier: MIT
"""The exhibit of a device that is none: `app.exhibit` is always there, and nobody asks whether."""

FILE = "exhibit.txt"
"""The file that makes a device an exhibit, see `exhibit.settings`."""


class NoExhibit:
    """What an exhibit is asked, and what holds where `app` is none.

    PERSONAL  whether the device is a person's own: it keeps what was chosen, and tells everything
    values    by the names of `exhibit.settings`
    visiting  whether somebody is there
    """

    PERSONAL = True

    EASES: tuple = ()
    """The texts of what makes it easier, by number."""

    values: dict = {"programs": (), "fixed": "", "setups": "free", "lock": "no"}
    visiting = True
    speaks = False

    def __init__(self, app):
        self._app = app

    # what the screens ask

    def allows(self, name, line):
        """Whether the program `name` may be started with the setup `line`, which is typed."""
        return True

    def hides_pictures(self):
        """Whether programs are to be played without their pictures."""
        return False

    def keeps_language(self):
        """Whether a language that is chosen is for the next power-on, too."""
        return True

    def keeps(self, now):
        """Whether it is time to put on the flash what was played."""
        return True

    def offered(self):
        """The numbers of what makes it easier and can be had here."""
        return ()

    def ease(self, ease):
        """The visitor wants this to be easier, or does not any more."""

    def one_button(self):
        """Whoever has come plays with one button; False: nothing changes."""
        return False

    def invitation(self, pixels):
        """The text that invites, in so many pixels."""
        return ""

    # what happens

    def leave(self, gone=False):
        """Ends a visit; `gone`: nobody has answered the question."""

    def count(self, name, what):
        """The program `name` has begun (0), has ended (1), or a game of it was won (2)."""

    def note(self, message):
        """Keeps for the operator, who is not there, what is wrong."""

    def crashed(self, message):
        """A program or the device was stopped by an error."""

    def opened(self):
        """Another screen is there from the next loop step on."""

    def anew(self):
        """A screen is drawn as a whole."""

    def say(self, text, row=-1, chosen=True, right=""):
        """Says the row that was drawn, or another thing that is chosen, for who plays by ear."""

    def user_active(self, now):
        """Somebody has done something at `now` (ms)."""

    def pressed_at(self, now):
        """A key, or a line, that counts at once."""

    def meant(self, key, now, repeat):
        """The key that is meant by a press at `now`, or its `repeat`."""
        return key

    def begin_watch(self, watchdog):
        """The main loop runs, and feeds `watchdog`."""

    def tick(self, now):
        """Does what is due at `now` (ms)."""

    def send(self):
        """Sends what changed to the panel."""
        self._app.panel.show()
