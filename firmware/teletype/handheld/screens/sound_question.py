# SPDX-License-Identifier: MIT
"""The second question of the first start, if the board has a buzzer: with sound?

LEFT and RIGHT choose, UP plays a sample: it types a word and rings the bell. NO is chosen first:
pressing only OK leaves the device silent. A typed line goes to the screen below.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from teletype.handheld.activity import Activity, due
from teletype.handheld.drawing.glyphs import draw_text, width
from teletype.handheld.drawing.listing import keys_row, text_row, title_row
from teletype.handheld.pictures.shapes import write

_SAMPLE = b"TELETYPE"
_CHARACTER = const(100)
"""The text of the sample, and the milliseconds from character to character."""

_LARGE_ROWS = const(8)
"""A panel with fewer text rows has the answers in small letters."""

_TOP = const(11)
_HIGH = const(26)
"""Pixel rows of the two boxes."""

_REFUSES = const("the flash refuses")

_KEYS = bytes((OK, RIGHT, UP))


class SoundQuestion(Activity):
    """Ask over the screen `below`.

    _yes  whether YES is chosen
    _at   how much of the sample has sounded; -1: it is silent
    _due  when it continues
    """

    def __init__(self, app, below):
        Activity.__init__(self, app)
        self._below = below
        self._yes = False
        self._at = -1
        self._due = 0

    def understood(self):
        return _KEYS

    def takes_lines(self):
        return self._below.takes_lines()

    def line(self, text):
        if text.strip():
            self._leave()
            self._app.retype(text)

    def draw(self):
        Activity.draw(self)
        app = self._app
        last = app.panel.rows - 1
        title_row(app, words.text("SOUND_TITLE"))
        self._draw_choice()
        if last > 4:
            text_row(app, last - 1, words.text("SOUND_LATER"))
        keys_row(app, last, words.text("SOUND_KEYS"))

    def _draw_choice(self):
        """Draw both answers, the chosen one in a lit box."""
        panel = self._app.panel
        half = panel.width // 2
        for no in (0, 1):
            chosen = self._yes != no
            text = words.text("SOUND_NO" if no else "SOUND_YES")
            left = no * half + 4
            if panel.rows >= _LARGE_ROWS:
                panel.fill_rect(left, _TOP, half - 8, _HIGH, 1)
                if not chosen:
                    panel.fill_rect(left + 1, _TOP + 1, half - 10, _HIGH - 2, 0)
                x = left + half // 2 - 3 - width(text)
                write(panel, x, _TOP + 5, text, 2, 0 if chosen else 1)
                panel.touch(left, _TOP, half - 8, _HIGH)
            else:
                row = panel.rows // 2
                panel.clear(row, left, half - 8, 255 if chosen else 0)
                x = left + (half - 7 - width(text)) // 2
                draw_text(panel, row, x, text, 255 if chosen else 0)
            if chosen:
                self._app.exhibit.say(text)

    def key(self, key, repeat):
        if repeat:
            return
        if key == OK:
            self._choose()
        elif key == BACK:
            self._leave()
        elif key == UP:
            values = dict(self._app.settings.values, sound="all")
            self._app.peripherals.apply(values, self._app.console)  # for the sample
            self._at = 0
            self._due = ticks_ms()
        elif key == LEFT or key == RIGHT or key == DOWN:
            self._yes = not self._yes
            self._draw_choice()

    def tick(self, now):
        if self._at < 0 or not due(self._due, now, _CHARACTER):
            return False
        peripherals = self._app.peripherals
        if self._at < len(_SAMPLE):
            peripherals.click(_SAMPLE[self._at])
        elif self._at == len(_SAMPLE):
            peripherals.bell()
        elif self._at > len(_SAMPLE) + 2:  # the bell has rung
            self._silence()
            return False
        self._at += 1
        self._due = ticks_add(now, _CHARACTER)
        return False

    def _silence(self):
        """End the sample and apply the setting of the sound again."""
        self._at = -1
        self._app.apply()

    def _choose(self):
        app = self._app
        refused = False
        app.settings.values["sound"] = "all" if self._yes else "off"
        try:
            app.settings.save()
        except OSError:
            refused = True
        self._leave()
        if refused:
            app.screens.notice_over(lambda: (words.text("FULL_TITLE"), [words.error(_REFUSES)]))

    def _leave(self):
        self._silence()
        self._app.open(self._below)
