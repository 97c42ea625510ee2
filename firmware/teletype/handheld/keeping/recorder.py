# SPDX-License-Identifier: MIT
"""A tape on the flash: written during a game, and read line by line.

A `Recorder` writes a tape during the game: an answer is on the flash before the program
goes on, the paper at the next prompt. A new tape gets its file once its session is on the panel:
finding a number, making space and writing take 30 to 50 ms, which would delay the screen.
Appended data counts once the file is closed (see `handheld.keeping.store`); a last line without
line end, as another filesystem could leave it, is ignored. The paper is the checksum: when a tape
is resumed, each line is compared with the program's output.

A tape may be as long as the flash: nothing here reads a whole tape in one iteration of the main
loop.
"""

from micropython import const

from teletype.core import tape

FOLDER = "tapes/"

LOW = 16_384
"""Bytes left for a session at which the device warns."""

_WAITING = const(400)
"""Bytes of a visitor's tape, or of a tape without a file yet, that wait in memory."""

MOST_REFUSED = const(200)
"""Answers that are kept in memory when the flash refuses them."""

FULL = const(28)
"""ENOSPC."""

LONGEST_LINE = 12288
"""Bytes in a line of a tape; a longer one is damaged. The longest setup, of 99 cards of 99 cells,
takes 9,918.
"""

_PIECE = const(256)
"""Bytes of a line that are read at once: MicroPython allocates this many."""


def read_line(file):
    """Return the next line of a file open for reading bytes, possibly incomplete; of a longer line
    `LONGEST_LINE` bytes.
    """
    line = file.readline(_PIECE)
    while line and len(line) % _PIECE == 0 and line[-1:] != b"\n" and len(line) < LONGEST_LINE:
        piece = file.readline(_PIECE)
        if not piece:
            break
        line += piece
    return line


def lines(file):
    """Yield the complete lines of a file open for reading bytes, as str without line end.

    Raise TapeError for a line that is not text.
    """
    while True:
        line = read_line(file)
        if line[-1:] != b"\n":
            if len(line) == LONGEST_LINE:
                raise tape.TapeError("a line of more than %d bytes" % LONGEST_LINE)
            return
        try:
            yield str(line, "utf-8")[:-1]
        except UnicodeError:
            raise tape.TapeError("not UTF-8")


class Recorder:
    """The writer of the tape `name`, `left` bytes at most. After an OSError it writes no more.

    name      None while a new tape has no file
    left      bytes that may still be written
    error     that OSError, or None
    fresh     whether there was no answer yet
    lost      whether more was refused than memory keeps: `answers` would be incomplete
    _warned   whether the device has warned that little space is left
    lean      whether small amounts of data wait for the next `keep`
    file      the open file, if there is one
    _begin    a function that creates the file of a new tape, with its first bytes; None once it
              exists
    _waiting  the waiting data, or None
    _secret   lines that are still hidden: an answer of one of two people, and what follows
    _refused  the answers that are not on the flash
    """

    lost = _warned = False

    def __init__(self, store, name, left, lean=False, begin=None):
        self._store = store
        self.lean = lean
        self.name = name
        self.left = left
        self._begin = begin
        self.file = self._waiting = None
        self._refused = []
        self._secret = []
        self.error = None
        self.fresh = True

    def warns(self):
        """Return whether to warn that the flash will soon be full: True once."""
        warns = self.left < LOW and not self._warned
        self._warned = self._warned or warns
        return warns

    def replayed(self):
        """Note that the session has an answer, which is on the tape already."""
        self.fresh = False

    def paper(self, line, hidden=False):
        """Record a line of paper; it is on the flash after the next `keep`. `hidden`: an answer
        before it is still secret (`core.session.Session.hidden`).
        """
        if hidden:
            self._secret.append(tape.paper(line))
            return
        self._reveal()
        self._write(tape.paper(line))

    def answer(self, written, hidden=False):
        """Record an answer; it is on the flash when this returns, unless `lean` or `hidden`."""
        if hidden:
            self._secret.append(tape.answer(written))
            return
        self._reveal()
        self._answer(written)

    def _answer(self, written):
        self.fresh = False
        self._write(tape.answer(written))
        if not self.lean:
            self.keep()
        if self.error and not self.lost:
            self._refused.append(written)
            if len(self._refused) > MOST_REFUSED:
                self.lost = True
                self._refused = []

    def _reveal(self):
        """Write the secret lines like the others."""
        secret, self._secret = self._secret, []
        for kind, text, _ in tape.read_events(secret, 0):
            if kind == tape.ANSWER:
                self._answer(text)
            else:
                self._write(tape.paper(text))

    def answers(self):
        """Yield the answers of the session, from the flash.

        They are not kept in memory: a thousand games of yen have ten thousand of them.
        """
        self.keep()
        try:
            file = self._store.open(FOLDER + self.name, "rb")
        except OSError:
            file = None  # the flash has refused the tape from the start
        if file:
            with file:
                text = lines(file)
                for line in text:
                    if line == "---":
                        break
                for kind, answer, _ in tape.read_events(text, 0):
                    if kind == tape.ANSWER:
                        yield answer
        yield from self._refused
        for kind, answer, _ in tape.read_events(self._secret, 0):
            if kind == tape.ANSWER:
                yield answer

    def _write(self, text):
        if self.error:
            return
        try:
            data = text.encode()
            self.left -= len(data)
            if self.left < 0:
                raise OSError(FULL)
            if (self.lean or self._begin) and not self.file:
                if self._waiting is None:
                    self._waiting = bytearray()
                self._waiting.extend(data)
                if len(self._waiting) > _WAITING:
                    self._put()
                return
            with self._store.saving:
                if not self.file:
                    self.file = self._store.open(FOLDER + self.name, "ab")
                self.file.write(data)
        except OSError as error:
            self._fail(error)

    def _put(self):
        """Write the waiting data; create the file of a new tape."""
        data = self._waiting or b""
        if self._begin:
            self._begin(self, data)
            self._begin = None
        else:
            with self._store.saving:
                self.file = self._store.open(FOLDER + self.name, "ab")
                self.file.write(data)
        self._waiting = None

    @property
    def new(self):
        """Whether it is a new tape without a file."""
        return self._begin is not None

    @property
    def pending(self):
        """Whether there is something to save."""
        return bool(self.file or self._begin or self._waiting is not None)

    def keep(self):
        """Save the recorded data on the flash."""
        try:
            if self._begin or self._waiting is not None:
                self._put()
            if self.file:
                with self._store.saving:
                    self.file.close()
                self.file = None
        except OSError as error:
            self._fail(error)

    def _fail(self, error):
        self.error = error
        self.lost = self.lost or self.lean  # the waiting data contained answers
        file, self.file = self.file, None
        self._waiting = self._begin = None
        if file:
            try:
                file.close()  # littlefs frees the blocks; the file stays as last saved
            except OSError:
                pass
