# SPDX-License-Identifier: MIT
"""What a visit begins with, after the page of languages or the question about a game."""

from teletype.handheld.activity import Activity


class Beginning(Activity):
    """A screen below another one, which opens the session of the tape `name`, the fixed program,
    or the shelf.
    """

    OFFERS_OPTIONS = True

    def __init__(self, app, name=None):
        Activity.__init__(self, app)
        self._name = name

    def tick(self, now):
        name, _, line = self._app.exhibit.values["fixed"].partition(" ")
        if self._name:
            self._app.sessions.resume(self._name)
        elif name:
            self._app.sessions.start(name, line)
        else:
            self._app.shelf()
        return True

    def line(self, text):
        self.tick(0)
        self._app.retype(text)
