# SPDX-License-Identifier: MIT
"""The settings, saved in the file `settings.txt`.

The file has a line `name=value` for each setting that `setting_fields` declares.
Blanks may surround both, and names and words may be in either case. A malformed, unknown,
out-of-range or repeated setting is ignored, with a message that names the line, and the
default applies. The damaged file is then kept as `settings.txt.bad`, and a valid one replaces it,
so that the message appears once. A file with comments is kept like that, too, before a setting is
changed on the device. A safe start uses the defaults and neither reads nor writes the
file until the user changes a setting; then it also keeps the old file. The first two kept files
stay; the third, `settings.txt.3.bad`, is the newest.
"""

from teletype.core.request import Malformed, brief, folded
from teletype.handheld.keeping import SETTINGS as FILE
from teletype.handheld.keeping.store import Damaged
from teletype.loading import load

LARGEST_FILE = 4000
"""Bytes; a longer file is damaged."""

MOST = 10
"""The most messages about a file; nobody would read more."""

_LINES = 200
_LONGEST_NAME = 20
"""The most lines of a file, and the characters of a name that count."""


def _declared():
    """Load the module `setting_fields`: what it declares would take 3 KB for good."""
    return load("teletype.handheld.keeping.setting_fields")


class Settings:
    """The settings. With `safe` the defaults apply, and the file is not read.

    values    by name
    messages  the errors in the file
    new       whether there was no file: nobody has chosen anything yet
    _keep     whether the existing file has to be kept when a new one is written
    """

    def __init__(self, store, safe=False):
        self._store = store
        declared = _declared()
        self.values = {field.name: field.default for field in declared.FIELDS}
        self.messages = []
        self.new = False
        self._keep = safe
        if safe:
            return
        try:
            text = store.read(FILE, LARGEST_FILE)
            self.new = text is None
            if not self.new:
                given = take(text, FILE, declared.FIELDS, self.values, self.messages)
                if given and "profile" in given:
                    self.profile(given)
                # comments of the owner, which `save` does not write
                self._keep = bool(given) and "#" in given
        except Damaged as error:
            self.messages.append("%s: %s" % (FILE, error))
        if self.messages:
            self._keep = True
            try:
                self.messages.append("kept as %s" % self.save())
            except OSError:
                pass  # then the message appears again

    def profile(self, given=()):
        """Apply the values of the profile, except for the settings that are `given`."""
        values = _declared().PROFILES[self.values["profile"]]
        for name in values:
            if name not in given:
                self.values[name] = values[name]

    def save(self):
        """Write the file; return the name under which the old one is kept, or "". Raise OSError if
        the flash refuses.
        """
        kept = ""
        fields = _declared().FIELDS
        lines = ["%s=%s\n" % (each.name, each.format(self.values[each.name])) for each in fields]
        if self._keep:
            for number in ("", ".2", ".3"):  # only the last is replaced: they stay few
                kept = FILE + number + ".bad"
                if not self._store.has(kept):
                    break
            try:
                for _ in self._store.copy(FILE, kept):
                    pass
            except OSError as error:
                if error.args[0] != 2:  # ENOENT: there were no settings
                    raise
                kept = ""
            self._keep = False
        self._store.replace(FILE, "".join(lines))
        self.new = False
        return kept


def glance(store):
    """Return the settings in the file without keeping a damaged one; defaults for invalid ones."""
    fields = _declared().FIELDS
    values = {each.name: each.default for each in fields}
    try:
        take(store.read(FILE, LARGEST_FILE) or "", FILE, fields, values, [])
    except Damaged:
        pass
    return values


def take(text, file, fields, values, messages):
    """Read the lines `name=value` of a file into `values`. Invalid lines are skipped, with a
    message in `messages`; reading ends after MOST of them. Return the line of each name in the
    file, and of the last comment as `#`; None if the file has too many lines, of which none is
    read.

    The time grows with the number of bytes and stays below 50 ms on a board, whatever they are.
    `check` has to follow.
    """
    if max(text.count("\n"), text.count("\r")) > _LINES:
        messages.append("%s: more than %d lines" % (file, _LINES))
        return None
    given: dict = {}
    number = wrong = 0
    for line in lines(text):
        number += 1
        if not line:
            continue
        if line[0] == "#":
            given["#"] = number
            continue
        try:
            _take(line, number, fields, values, given)
        except Malformed as error:
            messages.append("%s line %d: %s" % (file, number, error))
            wrong += 1
            if wrong == MOST:
                break
    return given


def lines(text):
    """Return the lines of a file without blanks around them, also the unusual ones that
    `core.request.trimmed` knows; here all is done in C. A line ends as on Unix, Windows or an old
    Mac."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) < len(text.encode()):
        for blank in "\xa0\u2009\u200b\u202f\u3000\ufeff":
            text = text.replace(blank, " ")
    return [line.strip() for line in text.split("\n")]


def _take(line, number, fields, values, given):
    """Read a line into `values`, and its number into `given`; raise Malformed."""
    name, equals, value = line.partition("=")
    if not equals:
        raise Malformed("not name=value")
    entry = field(fields, name.strip())
    name = entry.name
    if name in given:
        raise Malformed("%s is given twice" % name)
    given[name] = number
    value = value.strip()
    try:
        if len(value) > entry.longest:
            raise Malformed("too long")
        values[name] = entry.parse(value)
    except Malformed as error:
        raise Malformed("%s: %s; allowed: %s" % (name, error, entry.allowed()))


def check(given, file, fields, values, messages):
    """Do the checks of the values that `take` has read which take long; the default replaces a
    value that fails. `given`: what `take` returned.
    """
    for entry in fields:
        if entry.name not in given:
            continue
        try:
            entry.check(values.get(entry.name))
        except Malformed as error:
            values[entry.name] = entry.default
            said = given[entry.name], entry.name, error, entry.allowed()
            messages.append(file + " line %d: %s: %s; allowed: %s" % said)


def field(fields, name):
    """Return the declaration of a setting; raise Malformed if there is none of that name."""
    wanted = folded(name[:_LONGEST_NAME]).lower()
    for entry in fields:
        if entry.name == wanted:
            return entry
    raise Malformed("unknown setting '%s'" % brief(name))
