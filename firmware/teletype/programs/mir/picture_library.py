# SPDX-License-Identifier: MIT
"""The list of the programs for the MIR: ours with the cells that they take, then the files on the
flash whose names end with .mir.

A file with an error shows it: the text with the place, what is wrong, and its row and sign.
"""

from micropython import const

from teletype import words
from teletype.core.request import Malformed
from teletype.drivers.buttons import BACK, DOWN, OK, UP
from teletype.engines import almir_compiler
from teletype.engines.almir_code import Error
from teletype.handheld.drawing.listing import keys_row, text_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.keeping.store import Damaged
from teletype.handheld.pictures import editor
from teletype.programs.mir import errors, head, library
from teletype.programs.mir.picture_sheet import Sheet

_ENDING = const(".mir")

_LARGEST = const(9000)
"""Bytes of a file that is read."""

_FILES = const(40)
"""Files that the list shows."""


class Editor(editor.Editor):
    """Choose a program with OK.

    _files    the names of the files
    _message  rows of text instead of the list: what is wrong with a file
    _sheet    the listing of such a file, or None; `_error` its error
    """

    def __init__(self, app, field, setup, done, cancel):
        editor.Editor.__init__(self, app, field, setup, done, cancel)
        names = [name for name, _ in app.store.files("") if name[-4:].lower() == _ENDING]
        names.sort()
        self._files = names[:_FILES]
        self._message = ""
        self._sheet = self._error = None
        count = len(library.PROGRAMS) + len(self._files)
        chosen = 0
        for index in range(len(library.PROGRAMS)):
            if library.PROGRAMS[index][0] == setup["program"]:
                chosen = index
        self._list = Listing(app, app.panel.rows - 2, self._row, count, chosen=chosen)
        self.relabel()

    @staticmethod
    def fits(panel):
        return True

    def relabel(self):
        said = words.program("mir")
        self._titles = [said.VALUES[entry[0]] for entry in library.PROGRAMS]
        self._said = said.PICTURE

    def _row(self, index):
        if index < len(library.PROGRAMS):
            return self._titles[index], str(library.PROGRAMS[index][2])
        return self._files[index - len(library.PROGRAMS)], ""

    def draw(self):
        last = self._panel.rows - 1
        if self._sheet:
            text_row(self._app, 0, self._message, 255)
            at = self._error.at
            self._sheet.draw(at, at + 1)
            where = self._said["place"] % (self._error.row, self._error.sign)
            text_row(self._app, last - 1, where)
            keys_row(self._app, last, self._said["error"])
            return
        title_row(self._app, self._message or self._said["programs"])
        self._list.draw()
        keys_row(self._app, last, self._said["choose"])

    def key(self, key, repeat):
        if self._sheet or self._message:
            if repeat:
                return
            self._sheet = None
            self._message = ""
            self.draw()
        elif key == UP or key == DOWN:
            self._list.key(key, repeat)
        elif repeat:
            return
        elif key == BACK:
            self._cancel()
        elif key == OK:
            self._choose(self._list.chosen)

    def _choose(self, index):
        if index < len(library.PROGRAMS):
            self._take(library.PROGRAMS[index][0])
            return
        name = self._files[index - len(library.PROGRAMS)]
        try:
            text = self._app.store.read(name, _LARGEST)
            if text is None:
                raise Damaged("not found")
            text = text.replace("\r", "").replace("\t", " ")
            head.answer(text)
            almir_compiler.compile(text)
        except (Damaged, Malformed) as error:
            self._message = words.error(str(error))
            self.draw()
            return
        except Error as error:
            self._show(error, text)
            return
        self._take(text)

    def _show(self, error, text):
        self._error = error
        words.speak(None, None, "mir")
        self._message = words.shown(errors.what(error))
        self._sheet = Sheet(self._panel, text, 1, self._panel.rows - 3)
        self._sheet.find(error.at)
        self.draw()

    def _take(self, program):
        if self._edited is None:
            self._done({"program": program})
        else:
            self._done(program)
