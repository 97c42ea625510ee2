# SPDX-License-Identifier: MIT
"""The editor of a list of integers: its length, if that may change, and its values."""

from teletype import words
from teletype.drivers.buttons import BACK, OK, RIGHT
from teletype.handheld.activity import Activity
from teletype.handheld.drawing.listing import keys_row, title_row
from teletype.handheld.input.picker import Picker


class ListEditor(Activity):
    """A list of integers: its length first, if it may change, then its values. OK accepts them,
    BACK cancels.

    `title()` returns the title.

    _known  the values, with those beyond the length in case it grows again
    _head   1 if the picker has the length before the values, else 0
    """

    def __init__(self, app, field, values, done, cancel, title):
        Activity.__init__(self, app)
        self._title = title
        self._field = field
        self._done = done
        self._cancel = cancel
        self._known = list(values or ())
        self._head = 1 if field.fewest < field.most else 0
        self._lay_out(len(self._known))

    def _lay_out(self, length):
        """Create the picker for `length` values."""
        field = self._field
        length = max(length, field.fewest)
        while len(self._known) < length:
            self._known.append(min(max(1, field.low), field.high))
        head = self._head
        self._picker = Picker(
            self._app,
            [words.text("LENGTH")] * head
            + ["" if head else "%d:" % (1 + at) for at in range(length)],
            [field.fewest] * head + [field.low] * length,
            [field.most] * head + [field.high] * length,
            [length] * head + self._known[:length],
            most=self._app.panel.rows - 2,
        )

    def relabel(self):
        field = self._picker.field
        self._lay_out(len(self._known))
        for _ in range(field):
            self._picker.key(RIGHT, 0)

    def draw(self):
        panel = self._app.panel
        for row in range(1, panel.rows):
            panel.clear(row)
        title_row(self._app, self._title())
        self._picker.draw(2 if panel.rows - 2 > self._picker.rows else 1)
        self._say_value()
        keys_row(self._app, panel.rows - 1, words.text("LIST_KEYS"))

    def _say_value(self):
        """Speak the chosen number; number 0 is the length."""
        field = self._picker.field
        number = field + 1 - self._head
        self._app.exhibit.say("%d: %d" % (number, self._picker.values[field]))

    def takes_lines(self):
        return False

    def key(self, key, repeat):
        if key == OK or key == BACK:
            if repeat:
                return
            if key == OK:
                self._done(tuple(self._picker.values[self._head :]))
            else:
                self._cancel()
            return
        self._picker.key(key, repeat)
        self._say_value()
        values = self._picker.values
        count = len(values) - self._head
        if self._head and values[0] != count:
            self._lay_out(values[0])
            self.draw()
        else:
            self._known[:count] = values[self._head :]
