# SPDX-License-Identifier: MIT
"""A list of named values to change with the buttons: a setup, or the settings."""

from teletype import words
from teletype.core.setup import Choice, Integer, Integers
from teletype.drivers.buttons import BACK, LEFT, OK, RIGHT
from teletype.handheld import picture_loader
from teletype.handheld.activity import Activity
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, width, wrapped
from teletype.handheld.drawing.listing import cut, form, keys_row, text_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.input.list_editor import ListEditor
from teletype.handheld.input.picker import LARGE, Picker, rounder, stepped

LONG_LIST = 12
"""A list with more values than this is edited as text."""


class FieldEditor(Activity):
    """A row for each of `fields`, below the `heads`, which are rows with a command for OK. The row
    `chosen` is chosen first.

    The screen changes `values` (a dict by the fields' names) in place. LEFT and RIGHT change an
    integer or a choice on its row. OK opens an editor for any value: for an integer the picker on
    its row, which LEFT and RIGHT also open if the range is large. A field may name its own editor
    in `editor`, a module of `handheld.pictures`. `label(field)` and `shown(field, value)` are the
    texts at both ends of a row; they may have several forms. If a row has space for the value
    alone, its label is the title of the screen while it is chosen.

    _message  the error to show at the next draw
    _covered  whether a message covers the list, until the next key
    _picker   the picker on the row of the chosen value, while it is open
    _titled   the title on the panel
    """

    def __init__(self, app, title, fields, values, heads=(), chosen=0):
        Activity.__init__(self, app)
        self._title = title
        self._fields = fields
        self._values = values
        self._heads = heads
        self._message = ""
        self._covered = False
        self._picker = None
        self._titled = ""
        count = len(heads) + len(fields)
        self._list = Listing(app, app.panel.rows - 2, self._text, count, chosen=chosen)
        self._room = app.panel.width - MARGIN

    def label(self, field):
        return field.name

    def shown(self, field, value):
        return words.text("EXAMPLE_OWN") if value is None else field.format(value)

    def editor_of(self, field):
        """Return the class of a field's own editor; None if it has none."""
        return picture_loader.editor_of(self._app, field.editor)

    def keys(self):
        """Return the names of the keys on the chosen row."""
        return words.text("SETUP_KEYS")

    def head(self, index):
        """Handle OK on the head number `index`."""

    def changed(self, field):
        """Note that the value of `field` has changed."""

    def leave(self):
        """Handle BACK."""
        self._app.shelf()

    def _text(self, index):
        if index < len(self._heads):
            return self._heads[index], ""
        field = self._fields[index - len(self._heads)]
        labels = self.label(field).split("\n")
        room = self._room - COLUMN
        for value in self.shown(field, self._values.get(field.name)).split("\n"):
            for label in labels:
                if width(label) + width(value) <= room:
                    return label, value
        if value and width(value) <= self._room:
            return "", value  # the title has the label
        return label, cut(value, room - width(label))

    def _set(self, field, value):
        self._values[field.name] = value
        self.changed(field)

    def draw(self):
        self._titled = ""
        self._draw_title()
        self._list.draw()
        last = self._app.panel.rows - 1
        self._draw_keys()
        self._covered = bool(self._message)
        if self._message:
            parts = wrapped(self._message, self._room)[: last + 1]
            if self._list.row == last - len(parts):  # two inverse texts would touch
                text, right = self._text(self._list.chosen)
                text_row(self._app, self._list.row, text, 0, right)
            for index in range(len(parts)):
                text_row(self._app, last - len(parts) + 1 + index, parts[index], 255)
            self._message = ""
        if self._picker:
            self._draw_picker()

    def _draw_title(self):
        index = self._list.chosen - len(self._heads)
        title = self._title
        named = index >= 0 and not self._text(self._list.chosen)[0]
        if named:
            title = self.label(self._fields[index])
        if title != self._titled:
            if named and self._titled:  # not a new screen, which is spoken as a whole
                self._app.exhibit.say(title)
            self._titled = title
            title_row(self._app, title)

    def _draw_keys(self):
        keys_row(self._app, self._app.panel.rows - 1, self.keys())

    def _draw_picker(self):
        self._picker.draw(self._list.row)
        keys_row(self._app, self._app.panel.rows - 1, words.text("LIST_KEYS"))

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
            self._draw_title()
            self._draw_keys()

    def _change(self, field, step, repeat):
        """Handle LEFT and RIGHT on a value's row; a row may have no value."""
        value = self._values.get(field.name)
        if isinstance(field, Integer):
            if value is None:
                value = field.low if step > 0 else field.high
            elif field.default is None and value == (field.high if step > 0 else field.low):
                value = None  # "left out" comes before the first value
            elif field.high - field.low >= LARGE:
                value = rounder(value, field.low, field.high, step > 0)
            else:
                value = stepped(value, field.low, field.high, step > 0, repeat)
        elif isinstance(field, Choice):
            choices = field.choices if field.default is not None else (None,) + field.choices
            value = choices[(choices.index(value) + step) % len(choices)]
        else:
            return
        self._set(field, value)
        self._list.redraw()
        self._draw_title()

    def _pick(self, key, repeat):
        """Handle a key while a value is changed on its row."""
        if key != OK and key != BACK:
            self._picker.key(key, repeat)
            self._app.exhibit.say(str(self._picker.values[0]))
        elif not repeat:
            if key == OK:
                field = self._fields[self._list.chosen - len(self._heads)]
                self._set(field, self._picker.values[0])
            self._picker = None
            self._list.redraw()
            self._draw_title()
            self._draw_keys()

    def _heading(self, field):
        """Return the title of a value's editor."""
        self.follow_language()  # it may have changed while the editor is open
        return self.label(field)

    def _edit(self, field):
        """Open the editor that fits the value."""
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

        editor = self.editor_of(field)
        if editor:
            self._app.open(editor(self._app, field, self._values, done, cancel))
        elif isinstance(field, Choice):
            self._change(field, 1, 0)
        elif isinstance(field, Integer):
            self._picker = self._on_row(field, field.low if value is None else value)
            self._draw_picker()
        elif isinstance(field, Integers) and field.most <= LONG_LIST:
            self._app.open(ListEditor(self._app, field, value, done, cancel, title))
        else:
            text = "" if value is None else field.format(value)
            self._app.screens.keyboard(title(), text, typed, cancel, title, field.follow)

    def _on_row(self, field, value):
        """Return a picker placed like the value on its row."""
        digits = max(len(str(field.low)), len(str(field.high)))
        room = (self._room // COLUMN - digits) * COLUMN
        label = form(self.label(field), room - 1)
        label += " " * ((room - width(label)) // COLUMN)
        return Picker(self._app, [label], [field.low], [field.high], [value])
