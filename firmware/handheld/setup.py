# SPDX-License-Identifier: MIT
"""Editors of named values with the buttons: a program's setup, before it starts."""

from micropython import const

import words
from drivers.buttons import BACK, LEFT, OK, RIGHT
from handheld import pictures
from handheld.activity import Activity
from handheld.glyphs import COLUMN, MARGIN, rows, width
from handheld.keyboard import Keyboard
from handheld.listing import Listing, cut, keys_row, text_row, title_row
from handheld.picker import LARGE, Picker, stepped
from programs import catalogue
from teletype.request import Malformed
from teletype.setup import Choice, Integer, Integers, SetupError, join

LONG_LIST = 12
"""A list of more values than this is edited as text."""


_LABEL = const(60)
"""Pixels for what a field means and for an example's name, which stand beside a value."""

_SHORTEST = const(2)
"""Characters of a name that are left when the row is too narrow for it and its value."""


class FieldEditor(Activity):
    """A row for each of `fields`, below the `heads`, rows that do something when OK is pressed.

    `values` (a dict by the fields' names) is changed in place. LEFT and RIGHT change an integer or
    a choice on its row; OK opens an editor for any value: for an integer the picker on its row,
    which is what LEFT and RIGHT do too where the range is large. A field may name an editor of its
    own in `editor`, a module of `handheld.pictures`. `label(field)` and `shown(field, value)` are
    the texts of a row; they may have several forms. `meaning(field)` is what stands at its end, if
    there is room.

    _message  what is wrong, to be shown with the next draw
    _covered  whether a message stands on the list, until the next key is pressed
    _picker   changes the chosen value on its row, for as long as that takes
    """

    def __init__(self, app, title, fields, values, heads=()):
        super().__init__(app)
        self._title = title
        self._fields = fields
        self._values = values
        self._heads = heads
        self._message = ""
        self._covered = False
        self._picker = None
        count = len(heads) + len(fields)
        self._list = Listing(app, app.panel.rows - 2, self._text, count)
        self._room = app.panel.width - MARGIN

    def label(self, field):
        return field.name

    def shown(self, field, value):
        return "" if value is None else field.format(value)

    def meaning(self, field):
        return ""

    def head(self, index):
        """OK on the head number `index`."""

    def changed(self, field):
        """The value of `field` is another one now."""

    def leave(self):
        """BACK."""
        self._app.shelf()

    def _text(self, index):
        if index < len(self._heads):
            return self._heads[index], ""
        field = self._fields[index - len(self._heads)]
        labels = self.label(field).split("\n")
        for value in self.shown(field, self._values.get(field.name)).split("\n"):
            for label in labels:
                text = "%s=%s" % (label, value)
                if width(text) <= self._room:
                    return text, self.meaning(field)
        room = self._room - width("=" + value)
        if room >= _SHORTEST * COLUMN:
            label = cut(label, room)  # rather than the value
        return cut("%s=%s" % (label, value), self._room), ""

    def _set(self, field, value):
        self._values[field.name] = value
        self.changed(field)

    def draw(self):
        title_row(self._app, self._title)
        self._list.draw()
        last = self._app.panel.rows - 1
        keys_row(self._app, last, words.SETUP_KEYS)
        self._covered = bool(self._message)
        if self._message:
            parts = rows(self._message, self._room)[: last + 1]
            if self._list.row == last - len(parts):  # two inverse texts would run together
                text, right = self._text(self._list.chosen)
                text_row(self._app, self._list.row, text, 0, right)
            for index in range(len(parts)):
                begin, end = parts[index]
                text_row(self._app, last - len(parts) + 1 + index, self._message[begin:end], 255)
            self._message = ""
        if self._picker:
            self._draw_picker()

    def _draw_picker(self):
        self._picker.top = self._list.row
        self._picker.draw()
        keys_row(self._app, self._app.panel.rows - 1, words.LIST_KEYS)

    def key(self, key, repeat):
        index = self._list.chosen - len(self._heads)
        if self._covered:
            self.draw()
        if self._picker:
            self._pick(key, repeat)
        elif key == BACK:
            if not repeat:
                self.leave()
        elif key == OK:
            if repeat:
                return
            if index < 0:
                self.head(self._list.chosen)
            else:
                self._edit(self._fields[index])
        elif key == LEFT or key == RIGHT:
            if index >= 0:
                self._change(self._fields[index], 1 if key == RIGHT else -1, repeat)
        else:
            self._list.key(key, repeat)

    def _change(self, field, step, repeat):
        """LEFT and RIGHT on a value's row."""
        value = self._values[field.name]
        if isinstance(field, Integer):
            if field.high - field.low >= LARGE:
                self._edit(field)
                return
            if value is None:
                value = field.low if step > 0 else field.high
            elif field.default is None and value == (field.high if step > 0 else field.low):
                value = None  # may be left out, as the value before the first
            else:
                value = stepped(value, field.low, field.high, step > 0, repeat)
        elif isinstance(field, Choice):
            choices = field.choices if field.default is not None else (None,) + field.choices
            value = choices[(choices.index(value) + step) % len(choices)]
        else:
            return
        self._set(field, value)
        self._list.redraw()

    def _pick(self, key, repeat):
        """A key while a value is changed on its row."""
        if key != OK and key != BACK:
            self._picker.key(key, repeat)
        elif not repeat:
            if key == OK:
                field = self._fields[self._list.chosen - len(self._heads)]
                self._set(field, self._picker.values[0])
            self._picker = None
            self._list.redraw()
            keys_row(self._app, self._app.panel.rows - 1, words.SETUP_KEYS)

    def _heading(self, field):
        """The title of a value's editor."""
        if self.labelled != words.language:  # the editor is open, and speaks another one now
            self.labelled = words.language
            self.relabel()
        meaning = self.meaning(field)
        return "%s: %s\n%s" % (field.name, meaning, field.name) if meaning else field.name

    def _edit(self, field):
        """Opens the editor that fits the value."""
        value = self._values[field.name]

        def done(new):
            self._set(field, new)
            self._app.open(self)

        def typed(text):
            if not text and field.default is None:
                done(None)
            else:
                done(field.parse(text))

        def cancel():
            self._app.open(self)

        def title():
            return self._heading(field)

        module = pictures.load(self._app, getattr(field, "editor", None))
        if module:
            self._app.open(module.Editor(self._app, field, self._values, done, cancel))
        elif isinstance(field, Choice):
            self._change(field, 1, 0)
        elif isinstance(field, Integer):
            self._picker = Picker(
                self._app,
                [self.label(field).split("\n")[-1] + "="],
                [field.low],
                [field.high],
                [field.low if value is None else value],
            )
            self._draw_picker()
        elif isinstance(field, Integers) and field.most <= LONG_LIST:
            self._app.open(ListEditor(self._app, field, value, done, cancel, title))
        else:
            text = "" if value is None else field.format(value)
            self._app.open(Keyboard(self._app, title(), text, typed, cancel, title))


class SetupEditor(FieldEditor):
    """A row to start and a row for each setup value of the program `name`.

    Below them, where the program has `PRESETS`, a row that goes through these examples.
    """

    def __init__(self, app, name, values=None):
        self._name = name
        self._program, defaults = catalogue.prepare(name, "")
        values = values or defaults
        fields = self._program.FIELDS
        presets = getattr(self._program, "PRESETS", ())
        self._presets = [catalogue.prepare(name, line)[1] for _, line in presets]
        self._example = Choice("", "", ())
        if presets:
            fields = fields + (self._example,)
        super().__init__(app, catalogue.find(name)[3], fields, values, ("",))
        self.relabel()

    def relabel(self):
        presets = getattr(self._program, "PRESETS", ())
        self._labels = words.of(self._name, "PRESETS", [label for label, _ in presets])
        self._meanings = words.meanings(self._name)
        self._example.name = words.EXAMPLE
        self._heads = (words.START,)

    def shown(self, field, value):
        if field is self._example:
            index = self._preset()
            return words.EXAMPLE_OWN if index < 0 else self._labels[index]
        return super().shown(field, value)

    def meaning(self, field):
        return self._meanings.get(field.name, "")

    def changed(self, field):
        if self._presets:
            self._list.draw()  # it may be another example now, or none

    def _preset(self):
        """The number of the example that the values are; -1 if they are none."""
        for index in range(len(self._presets)):
            if self._presets[index] == self._values:
                return index
        return -1

    def _change(self, field, step, repeat):
        if field is not self._example:
            super()._change(field, step, repeat)
            return
        index = self._preset()
        if index < 0 and step < 0:
            index = 0
        self._values.update(self._presets[(index + step) % len(self._presets)])
        self._list.draw()

    def _edit(self, field):
        if field is self._example:
            self._change(field, 1, 0)
        else:
            super()._edit(field)

    def head(self, index):
        fields = self._program.FIELDS
        try:
            for field in fields:
                value = self._values[field.name]
                if value is not None:
                    field.parse(field.format(value))  # what is wrong, without the name and value
            self._app.sessions.start(self._name, join(fields, self._values))
        except (SetupError, Malformed) as error:
            self._message = words.error(str(error))
            self.draw()


class ListEditor(Activity):
    """A list of integers: its length first, then its values. OK takes them, BACK gives up.

    `title()` is what stands above it.

    _known  the values, and those beyond the length in case it grows again
    """

    def __init__(self, app, field, values, done, cancel, title):
        super().__init__(app)
        self._title = title
        self._field = field
        self._done = done
        self._cancel = cancel
        self._known = list(values or ())
        self._lay_out(len(self._known))

    def _lay_out(self, length):
        """Makes the picker for `length` values."""
        field = self._field
        length = max(length, field.fewest)
        while len(self._known) < length:
            self._known.append(min(max(1, field.low), field.high))
        self._picker = Picker(
            self._app,
            [words.LENGTH] + [""] * length,
            [field.fewest] + [field.low] * length,
            [field.most] + [field.high] * length,
            [length] + self._known[:length],
            most=self._app.panel.rows - 2,
        )
        free = self._app.panel.rows - 2 - self._picker.rows
        self._picker.top = 2 if free else 1

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
        self._picker.draw()
        keys_row(self._app, panel.rows - 1, words.LIST_KEYS)

    def takes_lines(self):
        return False

    def key(self, key, repeat):
        if key == OK or key == BACK:
            if repeat:
                return
            if key == OK:
                self._done(tuple(self._picker.values[1:]))
            else:
                self._cancel()
            return
        self._picker.key(key, repeat)
        values = self._picker.values
        if values[0] != len(values) - 1:
            self._lay_out(values[0])
            self.draw()
        else:
            self._known[: len(values) - 1] = values[1:]
