# SPDX-License-Identifier: MIT
"""The shelf: choose a program, read about it, continue a session, read tapes, set up the device.

Titles are in the language of the device. The chosen one is in inverse video; below it are the
original's title, if it differs, and a one-line description of the program. If the screen is high
enough, its top row has machine and year. Short programs with a picture come first.
"""

from micropython import const

from teletype import version, words
from teletype.core.setup import SetupError
from teletype.drivers.buttons import DOWN, OK, RIGHT, UP
from teletype.handheld.activity import LIST, Activity
from teletype.handheld.drawing import icons
from teletype.handheld.drawing.glyphs import MARGIN, WIDE, width, wrapped
from teletype.handheld.drawing.listing import (
    draw_bar,
    form,
    heading_row,
    keys_row,
    text_row,
    title_row,
)
from teletype.handheld.keeping.tapes import parse
from teletype.programs import catalogue

_GO_ON, _WATCH, _TAPES, _KEYS, _SETTINGS = "go on", "watch", "tapes", "keys", "settings"
"""The names of the rows that are not programs; no program is named like one of them."""

_BLOTS = (("崩", "くず"), ("計算譜", "けいさんふ"), ("・", ""), ("実験", "実けん"))
"""Words that are unreadable in glyphs of 8 pixels, and their readings; a row has room for 15
glyphs."""

_STAR = const("★ ")
"""The mark after a program against which a person has won; the blank is for the scroll bar."""

_LOW = const(5)
"""Rows up to which a screen has no row for machine and year."""


class Shelf(Activity):
    """The first screen: the session to continue, the programs, the tapes, the settings.

    _rows     for each row the name of a program, or one of the names above
    _titles   titles and descriptions of the programs on the rows, as far as they have been shown
    _chosen   the number of the chosen row
    _first    the first visible row
    _top      its row on the screen
    _start    the pixel column where titles start, after the icons if these fit
    _session  the name of the program to continue; "" without one
    _stars    the programs that have a star
    _version  the version of the firmware, in two forms; not in memory while a program runs
    """

    def __init__(self, app):
        Activity.__init__(self, app)
        self._rows: list = []
        session = app.sessions.offered
        self._session = ""
        if session and parse(session)[1] in catalogue.NAMES:  # else from another firmware
            self._session = parse(session)[1]
            self._rows.append(_GO_ON)
        order = app.settings.values["order"]
        shown = app.exhibit.programs()
        known = shown or catalogue.NAMES
        if shown:
            self._rows += shown
        elif order != "machine":
            self._rows += first(app.tapes.played if order == "last" else catalogue.easy())
        else:
            self._rows += known
        counted = app.exhibit.wins()
        self._stars = [name for name in counted if counted[name][0]]
        locked = app.exhibit.locked()
        more = [_WATCH, _TAPES, _SETTINGS]
        if app.buttons.held or app.buttons.KNOB:
            more.insert(2, _KEYS)
        for name in more:
            if name == _KEYS or not locked:
                self._rows.append(name)
        self._top = 1 if app.panel.rows > _LOW else 0
        self._start = icons.start(app)
        self._first = self._chosen = 0
        place = app.sessions.place
        if place in self._rows:
            self._chosen = self._rows.index(place)
        self.relabel()
        names = ", ".join(known)
        title = words.text("TITLE").split("\n")[0]
        self._version = version.line() + "\n" + version.VERSION
        app.console.begin_row()
        app.console.print(
            "%s %s. %s: %s" % (title, version.line(), words.text("SERIAL_SHELF"), names)
        )

    def understood(self):
        return LIST

    def relabel(self):
        self._titles: list = [None] * len(self._rows)

    def _program(self, index):
        """Return the program on a row; "" if there is none."""
        row = self._rows[index]
        if row == _GO_ON:
            return self._session
        return row if row in catalogue.NAMES else ""

    def _text(self, index):
        """Return the forms of a row's text, and the text at its end."""
        row = self._rows[index]
        if row == _WATCH:
            return words.text("WATCH"), ""
        if row == _TAPES:
            return words.text("TAPES"), ""
        if row == _KEYS:
            return words.text("KEYS"), ""
        if row == _SETTINGS:
            return words.text("SETTINGS"), self._version
        if not self._titles[index]:
            name = self._program(index)
            self._titles[index] = words.titles(name, catalogue.title(name))
        title = self._titles[index][0]
        if row == _GO_ON:
            return "◊ " + title.replace("\n", "\n◊ "), words.text("CONTINUE")
        return title, _STAR if row in self._stars else ""

    def _icon(self, index):
        """Return the name of a row's icon; "" for a row with the prompt sign, or nothing."""
        row = self._rows[index]
        if self._start == MARGIN or row == _GO_ON:
            return ""
        return row

    def _told(self):
        """Return the rows below the chosen one."""
        if self._rows[self._chosen] == _SETTINGS and self._app.peripherals.battery:
            return self._app.peripherals.battery.notice()
        program = self._program(self._chosen)
        if not program or self._rows[self._chosen] == _GO_ON:
            return []
        room = self._app.panel.width - self._start
        self._text(self._chosen)
        title, gist = self._titles[self._chosen]
        told = [gist] if gist else []
        if len(gist) * WIDE > room:
            told = wrapped(gist, room)
        original = catalogue.title(program)
        if self._top and title.split("\n")[0] != original:
            told.insert(0, readable(original))
        return told[: _LOW - 2]

    def draw(self):
        app = self._app
        panel = app.panel
        told = self._told()
        room = panel.rows - 1 - self._top
        count = len(self._rows)
        chosen = self._chosen
        self._first = min(self._first, chosen)
        self._first = max(self._first, chosen + 1 + len(told) - room)
        self._first = max(0, min(self._first, count + len(told) - room))
        if self._top:
            program = self._program(chosen)
            if program:
                heading_row(
                    app, 0, called(catalogue.machine(program)), year(catalogue.year(program))
                )
            else:
                title_row(app, words.text("TITLE"))
        index = self._first
        line = self._top
        while line < panel.rows - 1:
            text, right = self._text(index) if index < count else ("", "")
            if index == chosen and told and not self._top and self._program(index):
                star = right
                right = readable(catalogue.title(self._program(index)))
                if form(text, panel.width) == right:
                    right = star
                elif star:
                    right = "%s %s\n%s" % (right, star, star)
            invert = 255 if index == chosen else 0
            icon = self._icon(index) if index < count else ""
            text_row(app, line, text, invert, right, self._start if icon else MARGIN)
            if icon:
                icons.draw(panel, line, icon, invert)
            line += 1
            if index == chosen:
                for text in told:
                    x = self._start
                    if x + len(text) * WIDE > panel.width:
                        x = max(MARGIN, min(x, panel.width - 2 - width(text)))
                    panel.clear(line, 0, x)
                    text_row(app, line, text, 0, None, x)
                    line += 1
            index += 1
        draw_bar(panel, self._top, room, self._first, room, count + len(told))
        self._draw_keys()

    def _draw_keys(self):
        row = self._rows[self._chosen]
        text = words.text("SHELF_KEYS")
        if row == _GO_ON:
            text = words.text("GO_ON_KEYS")
        elif row in (_WATCH, _TAPES, _KEYS, _SETTINGS):
            text = words.text("OPEN_KEYS")
        keys_row(self._app, self._app.panel.rows - 1, text)

    def _step(self, step, repeat):
        """Choose another row; a single press wraps around at the ends."""
        chosen = self._chosen + step
        if not 0 <= chosen < len(self._rows):
            if repeat < 2:
                self._app.peripherals.limit()
            if repeat:
                return
        self._chosen = chosen % len(self._rows)
        self.draw()

    def key(self, key, repeat):
        app = self._app
        row = self._rows[self._chosen]
        if key == UP or key == DOWN:
            self._step(1 if key == DOWN else -1, repeat)
            return
        if repeat:
            return
        app.sessions.place = row
        if key == OK:
            if row == _GO_ON:
                app.sessions.resume()
            elif row == _WATCH:
                app.sessions.watched(0)
            elif row == _TAPES:
                app.screens.saved_tapes()
            elif row == _KEYS:
                app.screens.keys()
            elif row == _SETTINGS:
                app.screens.settings()
            else:
                app.sessions.set_up(row)
        elif key == RIGHT and row not in (_WATCH, _TAPES, _KEYS, _SETTINGS):
            app.screens.about(self._session if row == _GO_ON else row)

    def line(self, text):
        """Start a program by its name and setup, or report what is wrong."""
        name, _, rest = text.strip().partition(" ")
        app = self._app
        if not name or not app.exhibit.allows(name, rest):
            return
        try:
            self._app.sessions.start(name, rest, True)
        except (catalogue.UnknownProgram, SetupError) as error:
            self._app.peripherals.bell()
            self._app.console.print(words.error(str(error)))


def readable(original):
    """Return an original title without signs that are unreadable at this size."""
    for sign, read in _BLOTS:
        original = original.replace(sign, read)
    return original


def called(machine):
    """Return a machine's name in the current language; `unnamed` if the source names none."""
    return machine.replace("unnamed", words.text("UNNAMED").split("\n")[-1]).replace(
        "MIR", words.text("MIR")
    )


def year(given):
    """Return the year of a program in the current language: a number, "c. 1976", or "n.d."."""
    if given == "n.d.":
        return words.text("UNDATED")
    return str(given) if isinstance(given, int) else words.text("CIRCA").replace("*", given[3:])


def first(names):
    """Return the names of all programs, those in `names` first."""
    found = [name for name in names if name in catalogue.NAMES]
    return found + [name for name in catalogue.NAMES if name not in names]
