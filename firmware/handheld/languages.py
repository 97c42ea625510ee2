# SPDX-License-Identifier: MIT
"""The page of languages: reached from everywhere by holding BACK for two
seconds, and shown at the first start.

Each language is named in its own script, and the last row speaks that of the chosen row. What was
on the screen stands still meanwhile, and is there again afterwards as it was, in the language that
was chosen. At the first start that is the shelf: it is there already for who types on the serial
port, and a line that is typed goes to whatever is below the page.
"""

from micropython import const

import words
from drivers.buttons import BACK, DOWN, OK, UP
from handheld.activity import Activity
from handheld.listing import keys_row, text_row, title_row

_TITLE = const("LANGUAGE ЯЗЫК 言語\nLANG ЯЗЫК 言語")
_CHOOSE = const((72, "OK:CHOOSE", "OK:ВЫБРАТЬ", "OK:選ぶ"))
_RETURN = const((56, "BACK:RETURN", "BACK:НАЗАД", "BACK:戻る"))


class Languages(Activity):
    """Chooses the language of `app`, over the screen `below`.

    _chosen  the number of the chosen row
    """

    def __init__(self, app, below):
        super().__init__(app)
        self._below = below
        self._chosen = words.LANGUAGES.index(words.language)

    def summoned(self):
        """It is there already."""

    def takes_lines(self):
        return self._below.takes_lines()

    def line(self, text):
        if text.strip():
            self._leave()
            self._app.retype(text)

    def draw(self):
        panel = self._app.panel
        for row in range(panel.rows):
            panel.clear(row)
        title_row(self._app, _TITLE)
        for index in range(len(words.LANGUAGES)):
            self._draw_row(index)
        self._draw_keys()

    def _draw_row(self, index):
        top = 2 if self._app.panel.rows > 5 else 1
        name = words.named(words.LANGUAGES[index])
        text_row(self._app, top + index, " " + name, 255 if index == self._chosen else 0)

    def _draw_keys(self):
        last = self._app.panel.rows - 1
        if last > len(words.LANGUAGES):
            column = 1 + self._chosen
            text = "%s  %s\n%s" % (_CHOOSE[column], _RETURN[column], _CHOOSE[column])
            keys_row(self._app, last, words.called(text))

    def key(self, key, repeat):
        app = self._app
        if key == UP or key == DOWN:
            old = self._chosen
            self._chosen = (old + (1 if key == DOWN else -1)) % len(words.LANGUAGES)
            self._draw_row(old)
            self._draw_row(self._chosen)
            self._draw_keys()
        elif not repeat and (key == OK or key == BACK):
            language = words.LANGUAGES[self._chosen] if key == OK else words.language
            refused = None
            if app.settings.new or language != words.language:
                app.speak(language)
                refused = self._keep()
            self._leave()
            if refused:
                app.tell(lambda: (words.FULL_TITLE, [str(refused)]))

    def _keep(self):
        """Keeps what was chosen, but for a visitor; returns the error if the flash refuses."""
        if self._app.exhibit and self._app.exhibit.visiting:
            return None
        try:
            self._app.settings.save()
        except OSError as error:
            return error
        return None

    def _leave(self):
        self._app.open(self._below)
