# SPDX-License-Identifier: MIT
"""The screen of the settings: each takes effect at once. The device saves it after a moment
without a further change, or when the screen closes.
"""

from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.core.setup import Field
from teletype.drivers.buttons import OK
from teletype.drivers.watchdog import Watchdog
from teletype.handheld.activity import due
from teletype.handheld.keeping import setting_fields
from teletype.handheld.parts import board_file
from teletype.handheld.screens.field_editor import FieldEditor
from teletype.loading import load

_LARGE_ROWS = const(8)
"""As in `handheld.app`."""

_MOMENT = const(1000)
"""Milliseconds without a change before saving: changing a value with a held key wears the flash
only once."""

_FIND = Field("find")
"""The last row, which has no value: it searches for the panel and the buttons at the next
start."""


class Options(FieldEditor):
    """The settings of `app`, a row each, without those for parts that the board lacks. `back`, if
    given, is called at the end; otherwise the shelf opens.

    _saved  whether everything is saved
    _due    when to save the changes
    _sure   whether the last key was OK on the row of the finder
    _register  that of the watchdog, if it has one
    """

    def __init__(self, app, back=None, chosen=0):
        fields: list = [
            field
            for field in setting_fields.FIELDS
            if field not in setting_fields.NAME + setting_fields.INIT
            and (app.peripherals.has("buzzer") or field not in setting_fields.BUZZER)
            and (app.glass.rows >= _LARGE_ROWS or field.name != "text")
            and (app.peripherals.has("printer") or field not in setting_fields.PRINTER)
        ]
        register = Watchdog(board_file.values()["CHIP"]).register
        if register and app.exhibit.may_search():
            self._register = register
            fields.append(_FIND)
        FieldEditor.__init__(
            self, app, words.text("SETTINGS"), fields, app.settings.values, chosen=chosen
        )
        self._back = back
        self._saved = True
        self._due = 0
        self._sure = False

    def keys(self):
        return words.text("SETUP_KEYS").split("  ")[0] if self._back else words.text("SETUP_KEYS")

    def label(self, field):
        if field.name == "language":
            return words.asked("/")
        return words.text("SETTING_" + field.name.upper())

    def shown(self, field, value):
        """Return a word for the value if the language has one, else the value itself."""
        if field is _FIND:
            return ""
        text = field.format(value)
        if field.name == "language":
            return words.named(text)
        key = ("KIND_" if field.name == "printer_kind" else "VALUE_") + text.upper()
        return words.text(key) if key in words.texts() else text

    def key(self, key, repeat):
        if key != OK:
            self._sure = False
        FieldEditor.key(self, key, repeat)

    def _edit(self, field):
        if field is not _FIND:
            FieldEditor._edit(self, field)
        elif self._sure and self._save():
            load("teletype.handheld.parts.strays").find(self._register)
        else:
            self._sure = True
            self._message = words.text("FIND_SURE")
            self.draw()

    def changed(self, field):
        self._saved = False
        self._due = ticks_add(ticks_ms(), _MOMENT)
        if field.name == "text":
            self._save()  # another screen opens next
        if field.name == "profile":
            self._app.settings.profile()
            self.draw()
        if field.name == "text":  # the layout has another size now
            self._app.sessions.close()
            self._app.switch_to(self._app.screens.settings, self._back, self._list.chosen)
        screen = self._app.sessions.screen
        if field.name == "messages" and screen:
            screen.language.choose(None)  # replaces the choice on its paper
        if field.name == "language":
            self._app.speak(self._values["language"])
            self._message = words.notes()
            self._app.open(self)
        else:
            self._app.apply()

    def relabel(self):
        self._title = words.text("SETTINGS")
        if self._picker:
            value = self._picker.values[0]
            self._edit(self._fields[self._list.chosen])
            self._picker.values[0] = value

    def tick(self, now):
        if not self._saved and due(self._due, now, _MOMENT):
            self._save()
        return False

    def line(self, text):
        if not self._saved:
            self._save()
        FieldEditor.line(self, text)

    def leave(self):
        if self._saved or self._save():
            (self._back or self._app.shelf)()

    def _save(self):
        """Save the settings; if the flash refuses, show this once and return False."""
        self._saved = True
        try:
            self._app.settings.save()
        except OSError:
            self._message = words.text("NOT_KEPT") + " " + words.error("the flash refuses")
            self.draw()
            return False
        return True
