# SPDX-License-Identifier: MIT
"""The shelf: choose a program, read about it, continue a session, look at tapes, set it up."""

import words
from drivers.buttons import LEFT, OK, RIGHT
from handheld.activity import Activity
from handheld.listing import Listing, keys_row, title_row
from handheld.tapes import parse
from modules import load
from programs import catalogue
from teletype.setup import SetupError

_GO_ON, _WATCH, _TAPES, _KEYS, _SETTINGS = "go on", "watch", "tapes", "keys", "settings"
"""What the rows stand for that are no programs."""


class Shelf(Activity):
    """The first screen: the session to continue, the programs, the tapes, the settings.

    The programs stand in groups, by machine and year, below headings that cannot be chosen; or,
    by the setting `order`, those first that were played last.

    _rows     for each row the entry of the catalogue, one of the names above, or a heading: a
              tuple (machine, year)
    _session  the entry of the program to go on with; () if there is none
    _version  which firmware this is, in two forms; not kept while a program runs
    """

    def __init__(self, app):
        super().__init__(app)
        self._rows: list = []
        session = app.sessions.offered
        self._session: tuple = ()
        if session:
            try:
                self._session = catalogue.find(parse(session)[1])
                self._rows.append(_GO_ON)
            except catalogue.UnknownProgram:
                pass  # of another firmware: the tape can be looked at
        if app.exhibit:
            every = [entry[0] for entry in catalogue.PROGRAMS]
            self._rows += [catalogue.find(name) for name in app.exhibit.shows(every)]
        elif app.settings.values["order"] == "last":
            self._rows += last_first(app.tapes.played)
        else:
            group = None
            for entry in catalogue.PROGRAMS:
                if group != machine(entry):
                    group = machine(entry)
                    self._rows.append(group)
                self._rows.append(entry)
        locked = app.exhibit and app.exhibit.locked
        more = [_WATCH, _TAPES, _SETTINGS]
        if app.buttons.held:
            more.insert(2, _KEYS)
        for name in more:
            if name == _KEYS or not locked:
                self._rows.append(name)
        rows = app.panel.rows - 2
        self._list = Listing(app, rows, self._text, len(self._rows), self._heading)
        if app.place in self._rows:
            self._list.chosen = self._rows.index(app.place)
        names = ", ".join([entry[0] for entry in catalogue.PROGRAMS])
        title = words.TITLE.split("\n")[0]
        version = load("version")
        self._version = version.line() + "\n" + version.VERSION
        app.console.print("%s %s. %s: %s" % (title, version.line(), words.SERIAL_SHELF, names))

    def _heading(self, index):
        return len(self._rows[index]) == 2

    def _text(self, index):
        row = self._rows[index]
        if row == _GO_ON:
            return "◊ %s" % self._session[3], words.CONTINUE
        if row == _WATCH:
            return words.WATCH, ""
        if row == _TAPES:
            return words.TAPES, ""
        if row == _KEYS:
            return words.KEYS, ""
        if row == _SETTINGS:
            return words.SETTINGS, self._version
        if self._heading(index):
            return called(row[0]), year(row[1])
        return row[3], year(row[1]) if self._app.settings.values["order"] == "last" else ""

    def draw(self):
        title_row(self._app, words.TITLE)
        self._list.draw()
        self._draw_keys()

    def _draw_keys(self):
        row = self._rows[self._list.chosen]
        text = words.SHELF_KEYS
        if row == _GO_ON:
            text = words.GO_ON_KEYS
        elif row in (_WATCH, _TAPES, _KEYS, _SETTINGS):
            text = words.OPEN_KEYS
        keys_row(self._app, self._app.panel.rows - 1, text)

    def key(self, key, repeat):
        app = self._app
        row = self._rows[self._list.chosen]
        if repeat or not (key == OK or key == RIGHT or key == LEFT):
            self._list.key(key, repeat)
            self._draw_keys()
            return
        app.place = row
        if key == OK:
            if row == _GO_ON:
                app.sessions.resume()
            elif row == _WATCH:
                app.sessions.watched(0)
            elif row == _TAPES:
                from handheld.saved import Saved

                app.open(Saved(app))
            elif row == _KEYS:
                from handheld.about import Keys

                app.open(Keys(app))
            elif row == _SETTINGS:
                from handheld.options import Options

                app.open(Options(app))
            else:
                from handheld.setup import SetupEditor

                app.open(SetupEditor(app, row[0]))
        elif key == RIGHT and row not in (_WATCH, _TAPES, _KEYS, _SETTINGS):
            from handheld.about import About

            app.open(About(app, self._session[0] if row == _GO_ON else row[0]))

    def line(self, text):
        """Starts a program by its name and setup; says what is wrong otherwise."""
        name, _, rest = text.strip().partition(" ")
        shown = self._app.exhibit and self._app.exhibit.programs
        if not name or (shown and name not in shown):
            return
        try:
            self._app.sessions.start(name, rest)
        except (catalogue.UnknownProgram, SetupError) as error:
            self._app.peripherals.bell()
            self._app.console.print(words.error(str(error)))


def machine(entry):
    """The group of an entry of the catalogue: (machine, year)."""
    return entry[2].split(",")[0].rstrip("?"), entry[1]


def called(machine):
    """A machine in the language in use; `unnamed` where the source names none."""
    return words.UNNAMED if machine == "unnamed" else machine.replace("MIR", words.MIR)


def year(given):
    """The year of an entry in the language in use: a number, "c. 1976", or "n.d."."""
    if given == "n.d.":
        return words.UNDATED
    return str(given) if isinstance(given, int) else words.CIRCA.replace("*", given[3:])


def last_first(played):
    """The catalogue's entries, those of `played` (names) first."""
    first = [entry for name in played for entry in catalogue.PROGRAMS if entry[0] == name]
    return first + [entry for entry in catalogue.PROGRAMS if entry[0] not in played]
