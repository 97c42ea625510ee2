# SPDX-License-Identifier: MIT
"""Editors of named values with the buttons: a program's setup, before it starts."""

from micropython import const

from teletype import words
from teletype.core.request import Malformed
from teletype.core.setup import Choice, Integer, Integers, SetupError, join
from teletype.drivers.buttons import BACK, LEFT, OK, RIGHT
from teletype.handheld import pictures
from teletype.handheld.activity import Activity
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, rows, width
from teletype.handheld.drawing.listing import cut, form, keys_row, keys_text, text_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.input.keyboard import Keyboard
from teletype.handheld.input.picker import LARGE, Picker, rounder, stepped
from teletype.handheld.keeping import last_setups
from teletype.programs import catalogue

LONG_LIST = 12
"""A list of more values than this is edited as text."""


_LABEL = const(60)
"""Pixels for what a field means and for an example's name, which stand on one row."""

_RULES = const(3)
"""Rows of what a program is, when it is opened for the first time."""


class FieldEditor(Activity):
    """A row for each of `fields`, below the `heads`, rows that do something when OK is pressed.

    `values` (a dict by the fields' names) is changed in place. LEFT and RIGHT change an integer or
    a choice on its row; OK opens an editor for any value: for an integer the picker on its row,
    which is what LEFT and RIGHT do too where the range is large. A field may name an editor of its
    own in `editor`, a module of `handheld.pictures`. `label(field)` and `shown(field, value)` are
    the texts at both ends of a row; they may have several forms.

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
        return words.text("EXAMPLE_OWN") if value is None else field.format(value)

    def editor_of(self, field):
        """The class of the editor that a field has of its own; None if it has none."""
        return pictures.editor_of(self._app, field.editor)

    def keys(self):
        """What the keys do on the chosen row."""
        return words.text("SETUP_KEYS")

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
        room = self._room - COLUMN
        for value in self.shown(field, self._values.get(field.name)).split("\n"):
            for label in labels:
                if width(label) + width(value) <= room:
                    return label, value
        if width(value) <= self._room:
            return "", value  # a word that says enough: numbers have names for narrow rows
        return label, cut(value, room - width(label))

    def _set(self, field, value):
        self._values[field.name] = value
        self.changed(field)

    def draw(self):
        title_row(self._app, self._title)
        self._list.draw()
        last = self._app.panel.rows - 1
        self._draw_keys()
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

    def _draw_keys(self):
        keys_row(self._app, self._app.panel.rows - 1, self.keys())

    def _draw_picker(self):
        self._picker.top = self._list.row
        self._picker.draw()
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
            self._draw_keys()

    def _change(self, field, step, repeat):
        """LEFT and RIGHT on a value's row."""
        value = self._values[field.name]
        if isinstance(field, Integer):
            if value is None:
                value = field.low if step > 0 else field.high
            elif field.default is None and value == (field.high if step > 0 else field.low):
                value = None  # may be left out, as the value before the first
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

    def _pick(self, key, repeat):
        """A key while a value is changed on its row."""
        if key != OK and key != BACK:
            self._picker.key(key, repeat)
            self._app.exhibit.say(str(self._picker.values[0]))
        elif not repeat:
            if key == OK:
                field = self._fields[self._list.chosen - len(self._heads)]
                self._set(field, self._picker.values[0])
            self._picker = None
            self._list.redraw()
            self._draw_keys()

    def _heading(self, field):
        """The title of a value's editor."""
        if self.labelled != words.language:  # the editor is open, and speaks another one now
            self.labelled = words.language
            self.relabel()
        return self.label(field)

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
            self._app.open(Keyboard(self._app, title(), text, typed, cancel, title, field.follow))

    def _on_row(self, field, value):
        """A picker that stands as its row does."""
        digits = max(len(str(field.low)), len(str(field.high)))
        room = (self._room // COLUMN - digits) * COLUMN
        label = form(self.label(field), room - 1)
        label += " " * ((room - width(label)) // COLUMN)
        return Picker(self._app, [label], [field.low], [field.high], [value])


def examples(program):
    """Return the setups of the program's PRESETS."""
    return [catalogue.setup(program, line) for line in program.PRESETS]


class SetupEditor(FieldEditor):
    """A row to start and a row for each setup value of the program `name`, first with `values`.

    They begin as they were last time. Below them a row goes through the examples, `PRESETS` and
    the defaults, and one leads to the values that are seldom changed (`OFTEN` names the others).
    A program that was never started says first what it is.

    _last   the setup of last time, None if it was the default
    _rules  rows of what the program is, until a key is pressed
    _rare   whether the values that are seldom changed are shown
    """

    def __init__(self, app, name, values=None):
        self.name = name
        self._program, defaults = catalogue.prepare(name, "")
        self._last = None
        line = last_setups.recall(app.store, name) if app.exhibit.PERSONAL else ""
        if line:
            try:
                self._last = catalogue.setup(self._program, line)
            except SetupError:
                pass  # the file is damaged, or the firmware another one
        if not values:
            begins = self._program.BEGINS
            values = dict(self._last or catalogue.setup(self._program, begins))
        self._presets = examples(self._program)
        self._standard = defaults not in self._presets
        if self._standard:
            self._presets.insert(0, defaults)
        self._example = Choice("", "", ())
        self._more = Choice("", "", ())
        self._rare = False
        super().__init__(app, "", self._main(app), values, ("",))
        known = app.exhibit.PERSONAL and name in app.tapes.played
        self._rules = [] if known else [""]
        self.relabel()

    def relabel(self):
        name = self.name
        self._title = words.titles(name, catalogue.find(name)[3])[0]
        said = words.program(name)
        presets = self._program.PRESETS
        self._labels = list(said.PRESETS or presets)
        if self._standard:
            self._labels.insert(0, words.text("STANDARD"))
        self._meanings = said.LABELS
        self._terms = said.VALUES
        self._structures = said.STRUCTURES
        self._example.name = words.text("EXAMPLE")
        self._more.name = words.text("MORE")
        if not self._rare:
            self._heads = (words.text("START"),)
        if self._picker:
            field = self._fields[self._list.chosen - len(self._heads)]
            self._picker = self._on_row(field, self._picker.values[0])
        if self._rules:
            text = said.RULES if self._app.panel.rows > 5 else said.GIST
            self._rules = [text[start:end] for start, end in rows(text, self._room)][:_RULES]
            high = self._app.panel.rows
            if len(self._rules) + (4 if high > 5 else 2) < high:
                self._rules.append(keys_text(self._app, words.text("KEYS_HOLD_RULES")))

    def _main(self, app):
        """The fields of the first page."""
        if app.exhibit.values["setups"] == "examples":
            return (self._example,)
        fields = self._program.FIELDS
        shown = self._program.OFTEN
        if not shown:
            return fields + (self._example,)
        first = [field for name in shown for field in fields if field.name == name]
        return tuple(first) + (self._example, self._more)

    def _turn_page(self, rare):
        """Shows the values that are seldom changed, or the others."""
        self._rare = rare
        self._heads = () if rare else (words.text("START"),)
        shown = self._program.OFTEN
        if rare:
            fields = self._program.FIELDS
            self._fields = tuple([field for field in fields if field.name not in shown])
        else:
            self._fields = self._main(self._app)
        count = len(self._heads) + len(self._fields)
        self._list = Listing(self._app, self._app.panel.rows - 2, self._text, count)
        self._list.chosen = 0 if rare else count - 1
        self.draw()

    def label(self, field):
        return self._meanings.get(field.name, field.name)

    def editor_of(self, field):
        return pictures.editor_of(self._app, field.editor, self._program)

    def shown(self, field, value):
        if field is self._example:
            index = self._preset()
            return words.text("EXAMPLE_OWN") if index < 0 else self._labels[index]
        if field is self._more:
            return ""
        if isinstance(field, Choice):
            return self._terms.get(value, value or words.text("EXAMPLE_OWN"))
        named = field.named(value)
        if named >= 0:
            return self._structures[named]
        if field.counted and value is not None:
            return str(len(value) // field.counted)
        return super().shown(field, value)

    def keys(self):
        index = self._list.chosen - len(self._heads)
        if index < 0:
            return words.text("SHELF_KEYS")
        if self._fields[index] is self._more:
            return words.text("OPEN_KEYS")
        if self._rare:
            return words.text("SETUP_KEYS").replace(words.text("SHELF"), words.text("DO_SETUP"))
        return words.text("SETUP_KEYS")

    def _text(self, index):
        if index < len(self._heads) and self._last is not None and self._values == self._last:
            return words.text("AS_LAST"), ""
        return super()._text(index)

    def changed(self, field):
        instead = self._program.INSTEAD
        if field.name in instead and self._values[field.name] is not None:
            for name in instead:
                if name != field.name:
                    self._values[name] = None
        self._list.draw()  # it may be another example now, or none

    def _preset(self):
        """The number of the example that the values are; -1 if they are none."""
        for index in range(len(self._presets)):
            if self._presets[index] == self._values:
                return index
        return -1

    def draw(self):
        if not self._rules:
            super().draw()
            return
        app = self._app
        last = app.panel.rows - 1
        title_row(app, self._title)
        for row in range(1, last):
            text_row(app, row, self._rules[row - 1] if row <= len(self._rules) else "")
        if len(self._rules) + 2 < last:
            text_row(app, last - 2, words.text("START"), 255)
        keys_row(app, last, words.text("SHELF_KEYS"))

    def key(self, key, repeat):
        if self._rules:
            if key != OK and key != RIGHT and key != BACK:
                self._rules = []
                self.draw()
        head = self._list.chosen < len(self._heads)
        if key == RIGHT and head and not self._picker and not self._covered:
            if not repeat:
                self._app.screens.about(self.name, self)
        else:
            super().key(key, repeat)

    def leave(self):
        if self._rare:
            self._turn_page(False)
        else:
            super().leave()

    def _change(self, field, step, repeat):
        if field is self._more:
            return
        if field is not self._example:
            super()._change(field, step, repeat)
            return
        index = self._preset()
        if index < 0 and step < 0:
            index = 0
        self._values.update(self._presets[(index + step) % len(self._presets)])
        self._list.draw()

    def _edit(self, field):
        if field is self._more:
            self._turn_page(True)
        elif field is self._example:
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
            self._app.sessions.start(self.name, join(fields, self._values))
        except (SetupError, Malformed) as error:
            self._rules = []
            self._message = self._named(words.error(str(error)))
            self.draw()

    def _named(self, text):
        """A message with fields and values as the rows have them, not as they are typed."""
        for field in self._program.FIELDS:
            parts = text.split(field.name)
            text = parts[0]
            for part in parts[1:]:
                after = part[:1]
                if not after or text[-1:].isalpha() or not (after in "=:)" or after > "~"):
                    text += field.name + part
                    continue
                text += self.label(field).split("\n")[0]
                if after == "=":
                    part = part[1:]
                    for term in self._terms:
                        if part.startswith(term):
                            part = self._terms[term] + part[len(term) :]
                            break
                    if part[:1] not in " ;)":
                        text += " "
                text += part
        return text


class ListEditor(Activity):
    """A list of integers: its length first, if it may change, then its values. OK takes them, BACK
    gives up.

    `title()` is what stands above it.

    _known  the values, and those beyond the length in case it grows again
    _head   1 if the picker has the length before the values, else 0
    """

    def __init__(self, app, field, values, done, cancel, title):
        super().__init__(app)
        self._title = title
        self._field = field
        self._done = done
        self._cancel = cancel
        self._known = list(values or ())
        self._head = 1 if field.fewest < field.most else 0
        self._lay_out(len(self._known))

    def _lay_out(self, length):
        """Makes the picker for `length` values."""
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
        self._say_value()
        keys_row(self._app, panel.rows - 1, words.text("LIST_KEYS"))

    def _say_value(self):
        """Says the chosen number, number 0 is how many there are."""
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
