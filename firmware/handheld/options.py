"""The screen of the settings: each takes effect at once and is kept when the screen is left."""

import words
from handheld.settings import declarations
from handheld.setup import FieldEditor


class Options(FieldEditor):
    """The settings of `app`, a row each; not those for parts that the board has not."""

    def __init__(self, app):
        module = declarations()
        fields = [
            field
            for field in module.FIELDS
            if (app.parts.has("buzzer") or field not in module.BUZZER)
            and (app.parts.has("printer") or field not in module.PRINTER)
        ]
        super().__init__(app, words.SETTINGS, fields, app.settings.values)
        self._saved = True

    def label(self, field):
        return getattr(words, "SETTING_" + field.name.upper())

    def shown(self, field, value):
        """A word for the value where the language has one, else the value as it is."""
        text = field.format(value)
        return getattr(words, "VALUE_" + text.upper(), text)

    def changed(self, field):
        self._saved = False
        if field.name == "profile":
            self._app.settings.profile()
            self.draw()
        self._app.apply()
        if field.name == "language":
            self._title = words.SETTINGS
            self.draw()

    def leave(self):
        if not self._saved:
            try:
                self._app.settings.save()
            except OSError as error:
                self._message = "%s %s" % (words.NOT_KEPT, error)
                self._saved = True  # said once; the next BACK leaves
                self.draw()
                return
        super().leave()
