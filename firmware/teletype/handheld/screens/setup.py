# SPDX-License-Identifier: MIT
"""The screen of a program's setup, before it starts."""

from micropython import const

from teletype import words
from teletype.core.request import Malformed
from teletype.core.setup import Choice, SetupError, join
from teletype.drivers.buttons import BACK, OK, RIGHT
from teletype.handheld import picture_loader
from teletype.handheld.activity import work
from teletype.handheld.drawing.glyphs import wrapped
from teletype.handheld.drawing.listing import keys_row, keys_text, text_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.screens.field_editor import FieldEditor
from teletype.programs import catalogue

_LABEL = const(60)
"""Pixels for the meaning of a field and for an example's name, which share a row."""

_RULES = const(3)
"""Rows of a program's description when it opens for the first time."""


class SetupEditor(FieldEditor):
    """A row to start and a row for each setup value of the program `name`, with `values` at first.

    The values start as they were last time. Below them, one row steps through the examples,
    `PRESETS` and the defaults. Another row opens the rarely changed values (`OFTEN` names the
    others). A program that has never been started shows its description first.

    _given  whether it opened with values to change
    _last   the last setup, None if it was the default
    _presets  the examples read so far; _reading: reads them, a piece in each loop step
    _standard whether the defaults precede the PRESETS
    _rules  rows of the program's description, until a key is pressed
    _rare   whether the rarely changed values are shown
    """

    def __init__(self, app, name, values=None):
        self.name = name
        self._program = catalogue.load(name)
        self._given = values is not None
        self._last = None
        line = app.exhibit.last_setup(name)
        if line:
            try:
                self._last = catalogue.setup(self._program, line)
            except SetupError:
                pass  # a damaged file, or one of another firmware
        if not values:
            begins = self._program.BEGINS
            values = dict(self._last or catalogue.setup(self._program, begins))
        self._presets: list = []
        self._standard = False
        self._reading = self._read()
        self._example = Choice("EXAMPLE", "", ())  # the name is that of the label's text
        self._more = Choice("MORE", "", ())
        self._rare = False
        FieldEditor.__init__(self, app, "", self._main(app), values, ("",))
        self._rules = [] if app.exhibit.knows(name) else [""]
        self._noted = ""
        self.relabel()

    def asked_first(self):
        """Return a screen that asks for the main value, or for a table, before this one; None
        without such a screen.
        """
        app = self._app
        if self._program.TABLES and not self._given and picture_loader.usable(app):
            return app.screens.tables(self.name, self._program, self)
        asker = None
        if app.exhibit.offers_values():
            asker = picture_loader.editor_of(app, self._program.ASKED, self._program)

        def done(values):
            self._values.update(values)
            self.head(0)

        def cancel():
            app.open(self)

        return asker and asker(app, None, self._values, done, cancel)

    def _read(self):
        """Read the examples, in steps."""
        for line in self._program.PRESETS:
            self._presets.append(catalogue.setup(self._program, line))
            yield True
        defaults = catalogue.setup(self._program, "")
        self._standard = defaults not in self._presets
        if self._standard:
            self._presets.insert(0, defaults)
        for row in range(self._list.count):
            self._text(row)  # what a row loads takes time, which the first key would wait for
            yield True
        self._reading = None

    def tick(self, now):
        if self._reading and work(self._reading, now) and not (self._picker or self._rules):
            self._list.draw()
            self._draw_title()
        return self._reading is not None

    def relabel(self):
        name = self.name
        self._title = words.titles(name, catalogue.title(name))[0]
        self._said = said = words.program(name)
        if not self._rare:
            self._heads = (words.text("START"),)
        if self._picker:
            field = self._fields[self._list.chosen - len(self._heads)]
            self._picker = self._on_row(field, self._picker.values[0])
        if self._rules:
            text = said.RULES if self._app.panel.rows > 5 else said.GIST
            self._rules = wrapped(text, self._room)[:_RULES]
            high = self._app.panel.rows
            if len(self._rules) + (4 if high > 5 else 2) < high:
                self._rules.append(keys_text(self._app, words.text("KEYS_HOLD_RULES")))

    def _main(self, app):
        """Return the fields of the first page."""
        if not app.exhibit.offers_values():
            return (self._example,)
        fields = self._program.FIELDS
        shown = self._program.OFTEN
        if not shown:
            return fields + (self._example,)
        first = [field for name in shown for field in fields if field.name == name]
        return tuple(first) + (self._example, self._more)

    def _turn_page(self, rare):
        """Show the rarely changed values, or the others."""
        self._rare = rare
        self._heads = () if rare else (words.text("START"),)
        shown = self._program.OFTEN
        if rare:
            fields = self._program.FIELDS
            self._fields = tuple([field for field in fields if field.name not in shown])
        else:
            self._fields = self._main(self._app)
        count = len(self._heads) + len(self._fields)
        chosen = 0 if rare else count - 1
        self._list = Listing(self._app, self._app.panel.rows - 2, self._text, count, chosen=chosen)
        self.draw()

    def label(self, field):
        if field is self._example or field is self._more:
            return words.text(field.name)
        return self._said.LABELS.get(field.name, field.name)

    def editor_of(self, field):
        return picture_loader.editor_of(self._app, field.editor, self._program)

    def shown(self, field, value):
        if field is self._example:
            index = self._preset()
            if index < 0:
                return words.text("EXAMPLE_OWN")
            if self._standard and index == 0:
                return words.text("STANDARD")
            return (self._said.PRESETS or self._program.PRESETS)[index - self._standard]
        if field is self._more:
            return ""
        if isinstance(field, Choice):
            return self._said.VALUES.get(value, value or field.unset or words.text("EXAMPLE_OWN"))
        named = field.named(value)
        if named >= 0:
            return self._said.STRUCTURES[named]
        if field.counted and value is not None:
            return str(len(value) // field.counted)
        return FieldEditor.shown(self, field, value)

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
        return FieldEditor._text(self, index)

    def changed(self, field):
        instead = self._program.INSTEAD
        if field.name in instead and self._values[field.name] is not None:
            for name in instead:
                if name != field.name:
                    self._values[name] = None
        self._list.draw()  # the example may have changed

    def _preset(self):
        """Return the number of the example with these values; -1 if there is none."""
        for index in range(len(self._presets)):
            if self._presets[index] == self._values:
                return index
        return -1

    def draw(self):
        if not self._rules:
            FieldEditor.draw(self)
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
            FieldEditor.key(self, key, repeat)

    def leave(self):
        if self._rare:
            self._turn_page(False)
        else:
            FieldEditor.leave(self)

    def _change(self, field, step, repeat):
        if field is self._more:
            return
        if field is not self._example:
            FieldEditor._change(self, field, step, repeat)
            return
        index = self._preset()
        # read only the examples needed: all those of evolution take a while
        while self._reading and (step < 0 or index < 0 or len(self._presets) <= index + 1):
            next(self._reading, None)
            index = self._preset()
        if index < 0 and step < 0:
            index = 0
        self._values.update(self._presets[(index + step) % len(self._presets)])
        self._list.draw()
        self._draw_title()

    def _edit(self, field):
        if field is self._more:
            self._turn_page(True)
        elif field is self._example:
            self._change(field, 1, 0)
        else:
            FieldEditor._edit(self, field)

    def head(self, index):
        fields = self._program.FIELDS
        try:
            for field in fields:
                value = self._values[field.name]
                if value is not None:
                    field.parse(field.format(value))  # raises the error without name and value
                    note = field.note(value)
                    if note and note != self._noted:  # said once; another OK starts
                        self._noted = note
                        self._rules = []
                        self._message = words.error(note)
                        self._app.open(self)
                        return
            self._app.sessions.start(self.name, join(fields, self._values))
        except (SetupError, Malformed) as error:
            self._rules = []
            self._message = self._named(words.error(str(error)))
            self.draw()

    def _named(self, text):
        """Return a message with fields and values as on the rows, not as typed."""
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
                    terms = self._said.VALUES
                    for term in terms:
                        if part.startswith(term):
                            part = terms[term] + part[len(term) :]
                            break
                    if part[:1] not in " ;)":
                        text += " "
                text += part
        return text
