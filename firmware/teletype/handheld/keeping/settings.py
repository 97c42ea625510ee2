# SPDX-License-Identifier: MIT
"""The settings: what a person chooses once, kept in the file `settings.txt`.

The file has a line `name=value` for each setting, declared in `handheld.keeping.setting_fields`
like a program's setup. What is malformed, unknown, out of range or given twice is left away, with
a message that names the line, and the default holds. The damaged file is then kept as
`settings.txt.bad`, and a good one written in its place, so that the message comes once. A safe
start, which is with the defaults, leaves the file alone until a person changes a setting; then the
old one is kept so too.
"""

from teletype.core.request import Malformed
from teletype.handheld.keeping.store import Damaged
from teletype.loading import load

FILE = "settings.txt"

LARGEST_FILE = 4000
"""Bytes; a longer file is damaged."""

_MOST = 20
"""Messages about the files; who sees the others then has read enough."""


class Settings:
    """The settings. With `safe` the defaults hold, but for a good language in the file.

    values    by name
    messages  what was wrong in the file
    new       whether there was no file: nobody has chosen anything yet
    _keep     whether the file that there is has to be kept when a new one is written
    """

    def __init__(self, store, safe=False):
        self._store = store
        self.values = {field.name: field.default for field in declarations().FIELDS}
        self.messages = []
        self.new = False
        try:
            text = store.read(FILE, LARGEST_FILE)
        except Damaged as error:
            self.messages.append("%s: %s" % (FILE, error))
        else:
            self.new = text is None
            if not self.new:
                fields = declarations().FIELDS
                given = take(
                    text, FILE, fields, self.values, self.messages, safe and ("language",)
                )
                if "profile" in given:
                    self.profile(given)
        self._keep = safe or bool(self.messages)
        if safe:
            self.messages = []
        elif self.messages:
            try:
                self.save()
                self.messages.append("kept as %s.bad" % FILE)
            except OSError:
                pass  # then the message comes again

    def profile(self, given=()):
        """Sets what the profile says, except for the settings that are `given`."""
        values = declarations().PROFILES[self.values["profile"]]
        for name in values:
            if name not in given:
                self.values[name] = values[name]

    def save(self):
        """Writes the file; OSError if the flash refuses."""
        lines = [
            "%s=%s\n" % (field.name, field.format(self.values[field.name]))
            for field in declarations().FIELDS
        ]
        if self._keep:
            try:
                for _ in self._store.copy(FILE, FILE + ".bad"):
                    pass
            except OSError as error:
                if error.args[0] != 2:  # ENOENT: there were no settings
                    raise
            self._keep = False
        self._store.replace(FILE, "".join(lines))
        self.new = False


def declarations():
    """The module `handheld.keeping.setting_fields`, which is seldom used and takes a kilobyte."""
    return load("teletype.handheld.keeping.setting_fields")


def take(text, file, fields, values, messages, only=()):
    """Puts into `values` what the lines `name=value` of a file say, but only those named `only`,
    if there are any; what is wrong is left away, with a message. Returns the names that it says.
    """
    given = []
    number = 0
    for line in text.split("\n"):
        number += 1
        line = line.strip()
        if not line or line[0] == "#":
            continue
        name, equals, value = line.partition("=")
        if only and name not in only:
            continue
        try:
            if not equals:
                raise Malformed("not name=value")
            if name in given:
                raise Malformed("%s is given twice" % name)
            given.append(name)
            _parse(field(fields, name), value, values)
        except Malformed as error:
            if len(messages) < _MOST:
                messages.append("%s line %d: %s" % (file, number, error))
    return given


def _parse(entry, value, values):
    try:
        values[entry.name] = entry.parse(value)
    except Malformed as error:
        raise Malformed("%s: %s; allowed: %s" % (entry.name, error, entry.allowed()))


def field(fields, name):
    """The declaration of a setting; Malformed if there is none of that name."""
    for entry in fields:
        if entry.name == name:
            return entry
    raise Malformed("unknown setting '%s'" % name)
