# SPDX-License-Identifier: MIT
"""The page of languages: it opens from every screen if BACK is held for two seconds, and at the
first start.

Each language is named in its own script, and the last row is in the language of the chosen row.
The screen below pauses meanwhile and returns unchanged, in the chosen language. At the first start
the shelf is below: it already takes lines from the serial port, and a typed line goes to the
screen below the page. If the board has a buzzer, the first start continues with the question about
sound.

At the start of a visit to an exhibit, RIGHT opens a page of options that make it easier to see, to
press, or to hear. It is in the language of the chosen row: OK switches an option.
"""

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, OK, RIGHT, UP
from teletype.handheld.activity import LIST, Activity
from teletype.handheld.drawing.listing import form, keys_row, text_row, title_row

_REFUSES = const("the flash refuses")

_BOXES = const(21)
"""Pixels next to the name of an option."""

_HELD = const(32)
"""Repeats of a key after three seconds: the visitor has only one button."""


class Languages(Activity):
    """Choose the language of `app`, over the screen `below`.

    _chosen  the number of the chosen row
    _options  the numbers of the options on the other page; empty without that page
    _option  the chosen option; -1 while the languages are shown
    _texts   the device's texts in the chosen language
    """

    def __init__(self, app, below):
        Activity.__init__(self, app)
        self._below = below
        self._chosen = words.LANGUAGES.index(words.language)
        self._options = app.exhibit.offered() if below.OFFERS_OPTIONS else ()
        self._option = -1
        self._texts = {}

    def understood(self):
        return LIST

    def summoned(self):
        """Offer one-button play at the start of a visit, where BACK may be the visitor's only
        button. The page itself is already open.
        """
        self._scan()

    def _scan(self):
        """Switch the visitor to one-button play."""
        if self._options and self._app.exhibit.one_button():
            self._app.open(self)

    def takes_lines(self):
        return self._below.takes_lines()

    def line(self, text):
        if text.strip():
            self._leave()
            self._app.retype(text)

    def draw(self):
        Activity.draw(self)
        self._texts = words.texts(words.LANGUAGES[self._chosen])
        title = words.asked(" ") if self._option < 0 else self._texts["LANGUAGE_EASIER"]
        title_row(self._app, title)
        count = len(words.LANGUAGES) if self._option < 0 else len(self._options)
        for index in range(count):
            self._draw_row(index)
        self._draw_keys()

    def _top(self, chosen):
        """Return the row of the first name: above the panel if the chosen one is far below."""
        last = self._app.panel.rows - 1
        count = len(words.LANGUAGES) if self._option < 0 else len(self._options)
        return min(2 if count + 2 <= last else 1, last - chosen)

    def _draw_row(self, index):
        panel = self._app.panel
        right = ""
        chosen = self._chosen
        if self._option < 0:
            name = words.named(words.LANGUAGES[index])
        else:
            option = self._options[index]
            name = form(self._texts[self._app.exhibit.OPTIONS[option]], panel.width - _BOXES)
            right = ("■" * self._app.exhibit.options[option] or "□") + " "
            chosen = self._option
        row = self._top(chosen) + index
        if 0 < row < panel.rows:
            text_row(self._app, row, " " + name, 255 if index == chosen else 0, right)

    def _draw_keys(self):
        last = self._app.panel.rows - 1
        texts = self._texts
        if last > max(len(words.LANGUAGES), len(self._options)):
            text = texts["LANGUAGE_RETURN"]
            if self._options and self._option < 0:
                text = "►:" + texts["LANGUAGE_EASIER"]
            text = "%s  %s\n%s" % (texts["LANGUAGE_CHOOSE"], text, texts["LANGUAGE_CHOOSE"])
            keys_row(self._app, last, words.called(text))

    def key(self, key, repeat):
        app = self._app
        if repeat >= _HELD:
            self._scan()
        elif key == UP or key == DOWN:
            step = 1 if key == DOWN else -1
            if self._option >= 0:
                self._option = (self._option + step) % len(self._options)
                self.draw()
                return
            old = self._chosen
            self._chosen = (old + step) % len(words.LANGUAGES)
            self._texts = words.texts(words.LANGUAGES[self._chosen])
            if self._top(old) != self._top(self._chosen):  # the list scrolls
                self.draw()
                return
            self._draw_row(old)
            self._draw_row(self._chosen)
            self._draw_keys()
        elif repeat:
            return
        elif self._option >= 0:
            if key == OK:
                app.exhibit.switch_option(self._options[self._option])
            else:
                self._option = -1
            app.open(self)
        elif key == RIGHT and self._options:
            self._option = 0
            app.open(self)
        elif key == OK or key == BACK:
            language = words.LANGUAGES[self._chosen] if key == OK else words.language
            refused = None
            new = app.settings.new
            if new or language != words.language:
                app.speak(language)
                refused = self._keep()
            if new and app.exhibit.asks_for_sound():
                app.screens.sound(self._below)
            else:
                self._leave()
            if refused:
                app.screens.notice_over(
                    lambda: (words.text("FULL_TITLE"), [words.error(_REFUSES)])
                )

    def _keep(self):
        """Save the choice, in an exhibit only the operator's, made before the first cards; return
        the error if the flash refuses.
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
