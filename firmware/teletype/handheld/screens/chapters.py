# SPDX-License-Identifier: MIT
"""The chapters about a program: a list, and the pages of each."""

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT
from teletype.handheld.activity import Activity
from teletype.handheld.drawing.listing import keys_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.screens.about import LOW, Page, original
from teletype.programs import catalogue

_CHAPTERS = ("STORY", "HOW", "CLAIMS", "SLIPS", "CREDITS")
_FLAWLESS = ("STORY", "HOW", "CLAIMS", "CREDITS")
"""The texts with their names; and those of a program without slips."""

_PARTS = const("***")
"""The line between the parts of ABOUT: credits, how it works, slips."""

_SHORT = {"STORY": 4, "HOW": 6}
_FULL = const(8)
"""The most pages of a chapter on a panel with fewer text rows, however large the text: it ends
with the last line that fits."""


def _part(said, wanted):
    """Yield the lines of a part of ABOUT, a program's."""
    part = 0
    for line in said.ABOUT:
        if line == _PARTS:
            part += 1
        elif part == wanted:
            yield line


def _contents(app, name, chapter):
    """Yield the lines of a chapter."""
    said = words.program(name)
    if chapter == "STORY":
        yield from said.STORY.split("\n")
    elif chapter == "HOW":
        low = app.glass.rows < _FULL  # there the setup and the program say the rest
        labels = said.LABELS if low else ()
        for line in _part(said, 1):
            if line.split("=")[0] not in labels:
                yield line
        for each, problem, _ in () if low else said.PROBLEMS:
            yield ""
            yield said.VALUES[each] + ":"
            yield from problem.split("\n")
    elif chapter == "CLAIMS":
        claims = said.CLAIMS.split("\n")
        for at in range(0, len(claims), 2):
            yield "« " + claims[at]
            yield "→ " + claims[at + 1]
            yield ""
    elif chapter == "SLIPS":
        yield from _part(said, 2)
    else:
        yield from original(app, name)
        title = words.titles(name, catalogue.title(name))[0]
        for line in _part(said, 0):
            if line.upper() != title.split("\n")[0].upper():
                yield line


class Chapters(Activity):
    """The list of the chapters about the program `name`, one of them chosen.

    OK and RIGHT open it; LEFT leads to the about page, BACK to `back`, a screen, or the shelf.

    chapters  the texts with their names
    """

    def __init__(self, app, name, back=None, chosen=0):
        Activity.__init__(self, app)
        self._name = name
        self._back = back
        slips = words.program(name).ABOUT.count(_PARTS) > 1
        self.chapters = _CHAPTERS if slips else _FLAWLESS
        count = len(self.chapters)
        self._list = Listing(app, app.panel.rows - 2, self._text, count, chosen=chosen)

    def _text(self, index):
        return words.text(self.chapters[index]), ""

    def draw(self):
        app = self._app
        title_row(app, words.titles(self._name, catalogue.title(self._name))[0])
        self._list.draw()
        leave = words.text("LOOK_KEYS" if self._back else "CRASH_KEYS")
        keys = words.text("OPEN_KEYS") + "  " + words.called("BACK") + leave[leave.find(":") :]
        keys_row(app, app.panel.rows - 1, keys + "\n" + words.text("OPEN_KEYS"))

    def key(self, key, repeat):
        app = self._app
        if key in (OK, RIGHT):
            if not repeat:
                chosen = self._list.chosen
                app.open(Chapter(app, self._name, self.chapters[chosen], self._back, chosen))
        elif key == LEFT:
            app.screens.about(self._name, self._back)
        elif key != BACK:
            self._list.key(key, repeat)
        elif self._back:
            app.open(self._back)
        else:
            app.shelf()


class Chapter(Page):
    """A chapter about the program `name`, which the list shows at `chosen`.

    RIGHT turns the page, as DOWN does; LEFT, OK and BACK lead back to the list.
    """

    def __init__(self, app, name, chapter, back, chosen):
        def texts():
            title = "" if app.panel.rows <= LOW else words.text(chapter)
            return title, _contents(app, name, chapter), words.text("CHAPTER_KEYS")

        if app.glass.rows < _FULL:
            self._most = _SHORT.get(chapter, 0)
        Page.__init__(self, app, texts, lambda: app.screens.chapters(name, back, chosen))

    def key(self, key, repeat):
        Page.key(self, DOWN if key == RIGHT else key, repeat)
