# SPDX-License-Identifier: MIT
"""The operator's page of an exhibit, and the code before it.

Holding BACK while the device is switched on leads here: visitors do not find it, and the staff is
not locked out, because it can switch the power. Each wrong code makes the wait longer, and
switching off and on does not shorten it: the file `wrong.txt` has a byte for each code given
since the last right one, written before the code is judged. After seven of them nothing more is
written, so that nobody can wear out the flash. Opening the page unlocks Ctrl-C on the serial port
until the device is switched off; `flash`, `pull` and `check` need it.
"""

import gc
from time import ticks_add, ticks_diff, ticks_ms

import machine
from micropython import const

from teletype import version, words
from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from teletype.exhibit import visit_log, visit_stats
from teletype.exhibit.no_exhibit import NoExhibit
from teletype.exhibit.settings import KEYS
from teletype.handheld.activity import Activity, due
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, width, wrapped
from teletype.handheld.drawing.listing import keys_row, text_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.keeping.store import Damaged

_KEYS = const("▲▼◄► OK BACK")
_WAITS = const((1, 2, 4, 8, 16, 32, 60))
"""Seconds after the first wrong code, the second one, …; the last one from then on."""

_WRONG = const("wrong.txt")

_LEANT = const(10_000)
"""Milliseconds after which a held BACK closes one of these pages."""

_MOST_KEPT = const(2000)
"""Bytes of the recorded faults."""

_SECOND = const(1000)
"""Milliseconds."""

_ROWS = const(
    (
        "OPERATOR_BEGIN",
        "OPERATOR_WHOLE",
        "OPERATOR_RESTART",
        "OPERATOR_BOOTSEL",
        "OPERATOR_TEST",
        "OPERATOR_SETTINGS",
        "OPERATOR_VISITORS",
    )
)

_WEAR = const(10)
"""Erases that are a hundredth of a percent of a flash sector's endurance, 100,000."""

_SECTOR = const(4096)

_BAR = const(3)
"""Pixels of the scroll bar."""


def entrance(app):
    """Return the first screen for the operator of `app`."""
    code = app.exhibit.values["code"]
    return Code(app, code) if code else Operator(app)


def _leant(app, now):
    """Return to the cards if BACK is down for long: something leans on it, or it is stuck."""
    new = app.exhibit.new
    if new is None or not app.buttons.is_down(BACK) or ticks_diff(now, new) < _LEANT:
        return False
    app.switch_to(app.exhibit.attract)
    return True


class Code(Activity):
    """The prompt for the `code`, four keys, before the operator's page.

    _given  the keys so far, as letters
    _wrong  how many codes were given since the last right one, up to the maximum that is stored
    _due    until when no key is accepted; None: keys are accepted
    """

    def __init__(self, app, code):
        Activity.__init__(self, app)
        self._code = code
        self._given = ""
        try:
            self._wrong = min(len(_WAITS), app.store.size(_WRONG))
        except OSError:
            self._wrong = 0
        self._due = None
        if self._wrong:
            self._wait()

    def _wait(self):
        self._due = ticks_add(ticks_ms(), _SECOND * _WAITS[self._wrong - 1])

    def _keep(self):
        """Record on the flash that a code was given."""
        if self._wrong == len(_WAITS):
            return
        self._wrong += 1
        try:
            store = self._app.store
            with store.saving, store.open(_WRONG, "ab") as file:
                file.write(b"?")
        except OSError as error:
            self._app.faults.report("the flash refuses: %s" % error)

    def takes_lines(self):
        return False

    def summoned(self):
        """Do nothing: without the code nothing may be changed."""

    def draw(self):
        app = self._app
        Activity.draw(self)
        title_row(app, words.text("OPERATOR_TITLE"))
        text_row(app, 1, words.text("OPERATOR_CODE") + " " + "*" * len(self._given))
        if self._due is not None:
            text_row(app, 2, words.text("OPERATOR_WAIT") % _WAITS[self._wrong - 1])
        keys_row(app, app.panel.rows - 1, _KEYS)

    def key(self, key, repeat):
        if repeat or self._due is not None:
            return
        self._given += KEYS[(UP, DOWN, LEFT, RIGHT, OK, BACK).index(key)]
        if len(self._given) == len(self._code):
            self._keep()
            if self._given == self._code:
                self._app.store.remove(_WRONG)
                self._app.open(Operator(self._app))
                return
            self._given = ""
            self._wait()
        self.draw()

    def tick(self, now):
        if _leant(self._app, now):
            return True
        if self._due is not None:
            # the page stays open for as long as the user has to wait
            self._app.exhibit.user_active(now)
            if due(self._due, now, _SECOND * _WAITS[-1]):
                self._due = None
                self.draw()
        return False


class Operator(Activity):
    """The operator's page: reports and actions.

    _told  lines, some with two parts separated by two blanks
    _rows  the rows of these lines: (text, text at the right end, number of the line)
    """

    def __init__(self, app):
        Activity.__init__(self, app)
        app.console.lock(False)
        self._list = Listing(app, app.panel.rows - 2, self._text, 0)
        self.relabel()
        for line in self._told:
            app.console.print(" ".join(line.split()))

    def _tell(self):
        """Collect the reports. Each written file wears one sector at most, and littlefs
        uses all free ones in turn.
        """
        app = self._app
        numbers = visit_stats.total(app.store).numbers
        on = app.exhibit.counts.seconds_on()
        sectors = max(1, app.store.free() // _SECTOR)
        worn = (numbers[visit_log.WRITES] + app.exhibit.counts.writes()) // (sectors * _WEAR)
        told = [
            version.line(),
            words.text("OPERATOR_FREE") % (gc.mem_free() // 1024),
            words.text("OPERATOR_ON") % (on // 60),
            words.text("OPERATOR_POWER") % ((numbers[visit_log.ON] + on) // 3600),
            words.text("OPERATOR_WORN") % (worn // 100, worn % 100),
        ]
        told += [words.error(message) for message in app.exhibit.values["wrong"]]
        troubles = dict(app.faults.times)
        try:
            kept = (app.store.read(visit_log.TROUBLES, _MOST_KEPT) or "").split("\n")
            for message in kept:
                if message:
                    troubles[message] = max(troubles.get(message, 0), kept.count(message))
        except Damaged as error:
            told.append("%s: %s" % (visit_log.TROUBLES, error))
        for message in troubles:
            told.append("%s (%d)" % (words.error(message), troubles[message]))
        return told

    def relabel(self):
        self._told = self._tell()
        room = self._app.panel.width - MARGIN - _BAR
        self._rows = []
        for number in range(len(self._told)):
            text, _, right = self._told[number].partition("  ")
            indent = ""
            for line in wrapped(text, room - COLUMN):
                self._rows.append((indent + line, "", number))
                indent = " "
            if right:
                if width(self._rows[-1][0]) + COLUMN + width(right) <= room:
                    text = self._rows.pop()[0]
                else:
                    text = ""
                self._rows.append((text, right, number))

    def _text(self, index):
        if index < len(_ROWS):
            return words.text(_ROWS[index]), ""
        return self._rows[index - len(_ROWS)][:2]

    def patience(self):
        return 20  # the user is preparing a computer

    def tick(self, now):
        return _leant(self._app, now)

    def draw(self):
        title_row(self._app, words.text("OPERATOR_TITLE"))
        self._list.draw(len(_ROWS) + len(self._rows))
        keys_row(self._app, self._app.panel.rows - 1, words.text("OPEN_KEYS"))

    def key(self, key, repeat):
        app = self._app
        if repeat or key not in (OK, BACK):
            self._list.key(key, repeat)
        elif key == BACK or self._list.chosen == 0:
            app.console.lock(app.exhibit.locked())
            app.switch_to(app.exhibit.attract)
        elif self._list.chosen == 1:
            app.become(NoExhibit(app))
            app.shelf()
        elif self._list.chosen == 2:
            machine.reset()
        elif self._list.chosen == 3:
            machine.bootloader()
        elif self._list.chosen == 4:
            app.screens.self_test()
        elif self._list.chosen == 5:
            app.screens.settings(lambda: app.open(self))
        elif self._list.chosen == 6:
            app.open(visit_stats.Tally(app, self))
        else:
            told = self._told[self._rows[self._list.chosen - len(_ROWS)][2]]
            app.screens.notice_over(
                lambda: (words.text("OPERATOR_TITLE"), [" ".join(told.split())])
            )
