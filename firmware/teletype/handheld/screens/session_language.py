# SPDX-License-Identifier: MIT
"""The language in which a session shows the messages of its program."""

from teletype import words
from teletype.programs import catalogue


class SessionLanguage:
    """The language of the session on `screen`.

    shown     the language of the messages on the paper; None for the original
    original  the language in which the program prints; None if nothing is translated
    _chosen   the wanted language, "" for the original, None as in the settings
    """

    def __init__(self, app, screen):
        self._app = app
        self._screen = screen
        self._chosen = None
        self.shown = None
        self.original = catalogue.language(screen.name)

    def speak(self):
        """Select the language of the program's messages; return the texts of `words` about
        the program.
        """
        name = self._screen.name
        tongue = self._chosen
        if tongue is None and self._app.settings.values["messages"] == "translated":
            tongue = words.language
        return words.speak(name if tongue else None, tongue, name)

    def choose(self, tongue):
        """Choose a language for the messages: "" is the original, None that of the settings. The
        next `speak` selects it.
        """
        self._chosen = tongue

    def device_changed(self, language):
        """Keep messages translated if they are, in the device's new `language`."""
        if self._chosen:
            self._chosen = language

    def settle(self):
        """Note that the paper is in the selected language."""
        self.shown = words.spoken

    def follow(self, then):
        """Switch the paper to the selected language.

        Return True if the paper has to be printed again for that. The screen then belongs to the
        reprint, and afterwards to the activity returned by `then`.
        """
        if self.shown == words.spoken:
            return False
        self.settle()
        if self._screen.recorder.lost:
            return False  # the answers are no longer available
        self._app.screens.reprint(self._screen, then)
        return True
