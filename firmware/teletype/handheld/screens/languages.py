# SPDX-License-Identifier: MIT
"""The page of languages: reached from everywhere by holding BACK for two
seconds, and shown at the first start.

Each language is named in its own script, and the last row speaks that of the chosen row. What was
on the screen stands still meanwhile, and is there again afterwards as it was, in the language that
was chosen. At the first start that is the shelf: it is there already for who types on the serial
port, and a line that is typed goes to whatever is below the page. Where the board has a buzzer,
the first start goes on to the question whether there is to be sound.

Where a visit to an exhibit begins, RIGHT opens a page of what makes it easier to see, to press,
or to hear, in the language of the chosen row: OK turns a row over.
"""

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, OK, RIGHT, UP
from teletype.handheld.activity import LIST, Activity
from teletype.handheld.drawing.listing import form, keys_row, text_row, title_row

_REFUSES = const("the flash refuses")

_BOXES = const(21)
"""Pixels beside the name of what makes it easier."""

_HELD = const(32)
"""Repeats of a key after three seconds: somebody has no more than one button."""


class Languages(Activity):
    """Chooses the language of `app`, over the screen `below`.

    _chosen  the number of the chosen row
    _eases   what the rows of the other page are the numbers of; empty: there is none
    _ease    the chosen one of them; -1 where the languages are shown
    _texts   the device's texts in the chosen language
    """

    def __init__(self, app, below):
        super().__init__(app)
        self._below = below
        self._chosen = words.LANGUAGES.index(words.language)
        self._eases = app.exhibit.offered() if below.EASES else ()
        self._ease = -1
        self._texts = {}

    def understood(self):
        return LIST

    def summoned(self):
        """It is there already; where a visit begins, BACK may be somebody's only button."""
        self._scan()

    def _scan(self):
        """Switch the visitor to one button."""
        if self._eases and self._app.exhibit.one_button():
            self._app.open(self)

    def takes_lines(self):
        return self._below.takes_lines()

    def line(self, text):
        if text.strip():
            self._leave()
            self._app.retype(text)

    def draw(self):
        super().draw()
        self._texts = words.texts(words.LANGUAGES[self._chosen])
        title = words.asked(" ") if self._ease < 0 else self._texts["LANGUAGE_EASIER"]
        title_row(self._app, title)
        count = len(words.LANGUAGES) if self._ease < 0 else len(self._eases)
        for index in range(count):
            self._draw_row(index)
        self._draw_keys()

    def _draw_row(self, index):
        panel = self._app.panel
        top = 2 if panel.rows > 5 else 1
        right = ""
        chosen = self._chosen
        if self._ease < 0:
            name = words.named(words.LANGUAGES[index])
        else:
            ease = self._eases[index]
            name = form(self._texts[self._app.exhibit.EASES[ease]], panel.width - _BOXES)
            right = ("■" * self._app.exhibit.eases[ease] or "□") + " "
            chosen = self._ease
        top -= max(0, chosen + top + 1 - panel.rows)
        if 0 < top + index < panel.rows:
            text_row(self._app, top + index, " " + name, 255 if index == chosen else 0, right)

    def _draw_keys(self):
        last = self._app.panel.rows - 1
        texts = self._texts
        if last > max(len(words.LANGUAGES), len(self._eases)):
            text = texts["LANGUAGE_RETURN"]
            if self._eases and self._ease < 0:
                text = "►:" + texts["LANGUAGE_EASIER"]
            text = "%s  %s\n%s" % (texts["LANGUAGE_CHOOSE"], text, texts["LANGUAGE_CHOOSE"])
            keys_row(self._app, last, words.called(text))

    def key(self, key, repeat):
        app = self._app
        if repeat >= _HELD:
            self._scan()
        elif key == UP or key == DOWN:
            step = 1 if key == DOWN else -1
            if self._ease >= 0:
                self._ease = (self._ease + step) % len(self._eases)
                self.draw()
                return
            old = self._chosen
            self._chosen = (old + step) % len(words.LANGUAGES)
            self._texts = words.texts(words.LANGUAGES[self._chosen])
            if len(words.LANGUAGES) >= app.panel.rows:  # the list scrolls
                self.draw()
                return
            self._draw_row(old)
            self._draw_row(self._chosen)
            self._draw_keys()
        elif repeat:
            return
        elif self._ease >= 0:
            if key == OK:
                app.exhibit.ease(self._eases[self._ease])
            else:
                self._ease = -1
            app.open(self)
        elif key == RIGHT and self._eases:
            self._ease = 0
            app.open(self)
        elif key == OK or key == BACK:
            language = words.LANGUAGES[self._chosen] if key == OK else words.language
            refused = None
            new = app.settings.new
            if new or language != words.language:
                app.speak(language)
                refused = self._keep()
            if new and app.exhibit.PERSONAL and app.peripherals.has("buzzer"):
                app.screens.sound(self._below)
            else:
                self._leave()
            if refused:
                app.screens.notice_over(
                    lambda: (words.text("FULL_TITLE"), [words.error(_REFUSES)])
                )

    def _keep(self):
        """Keeps what was chosen, in an exhibit only for the operator, who is there before the
        first cards; returns the error if the flash refuses.
        """
        if not self._app.exhibit.keeps_language():
            return None
        try:
            self._app.settings.save()
        except OSError as error:
            return error
        return None

    def _leave(self):
        self._app.open(self._below)
