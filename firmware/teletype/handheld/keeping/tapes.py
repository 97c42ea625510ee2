# SPDX-License-Identifier: MIT
"""Saved sessions: a tape on flash for each, in the folder `tapes`.

    0007-nim.tape       a session that can be continued
    0007-nim.end.tape   one that has ended
    0007-nim.tape.bad   one that could not be resumed: it is damaged, or the program prints
                        something else now
    crash-1.tape        a session that an exception ended; its head says which

A tape is written as it is played, by a `Recorder`: an answer is on the flash before the program
goes on, the paper at the next stop. A new tape gets its file once its session is on the panel:
to find a number, make room and write takes 30 to 50 ms, and nobody should wait for that. What is
appended counts once the file is closed (see `handheld.keeping.store`); a last line without its
line end, as another filesystem could leave it, is no line. The paper is the checksum: when a tape
is resumed, each line is compared with what the program prints.

`last.txt` holds what the device was doing, in lines `name=value`: `tape`, the session to continue;
`shown`, 1 while it has the screen; `played`, the programs in the order of their last start;
`fresh`, if that session was left before anything was answered.

While visitors of an exhibit play (`lean`) the flash wears less: there is no `last.txt`, because a
tape that has not ended is that of the last visitor; and what is written waits in memory for the
next `keep`, which comes seldom, as long as it is little: a file that is open has a kilobyte of the
heap.

A tape may be as long as the flash: nothing here reads a whole one in one iteration of the main
loop.
"""

from micropython import const

from teletype.core import tape
from teletype.handheld.keeping.store import NEW, Damaged

FOLDER = "tapes/"

_STATE = const("last.txt")

KEPT = 20
"""Tapes that are kept: when there are more, the oldest that has ended goes, or else the oldest."""

_ROOM = const(327_680)
"""Bytes that are free when a session begins, if old tapes can go: a truth table of 12 Russian
letters takes 311,400.
"""

SPARE = const(8192)
"""Bytes that sessions leave free, for the settings and what littlefs needs."""

_LOW = const(16_384)
"""Bytes left of a session's room when a person is told."""

_WAITING = const(400)
"""Bytes of a visitor's tape, or of one that has no file yet, that wait in memory."""

MOST_REFUSED = const(200)
"""Answers that are kept in memory when the flash refuses them."""

FULL = const(28)
"""ENOSPC."""

LONGEST_LINE = 12288
"""Bytes in a line of a tape; a longer one is damaged. The longest setup, of 99 cards of 99 cells,
takes 9,918.
"""

_PIECE = const(256)
"""Bytes of a line that are read at once: MicroPython takes memory for as many as it is told."""

_HEAD = const(8)
"""Lines in which the program of a tape is looked for: a crash tape begins with comments."""

OPEN, ENDED, BAD, CRASH = 0, 1, 2, 3


def parse(name):
    """(number, program, state) of a tape's file name; None if it is no tape's.

    A crash tape's name does not say the program: it is "".
    """
    state = OPEN
    if name.endswith(".bad"):
        state = BAD
        name = name[:-4]
    if not name.endswith(".tape"):
        return None
    name = name[:-5]
    if name.endswith(".end"):
        state = state or ENDED
        name = name[:-4]
    number, dash, program = name.partition("-")
    if number == "crash":
        number, program, state = program, "", CRASH
    if not dash or not number.isdigit():
        return None
    return int(number), program, state


def read_line(file):
    """The next line of a file that is open for reading bytes, or as much of it as is there;
    `LONGEST_LINE` bytes of one that is longer.
    """
    line = file.readline(_PIECE)
    while line and len(line) % _PIECE == 0 and line[-1:] != b"\n" and len(line) < LONGEST_LINE:
        piece = file.readline(_PIECE)
        if not piece:
            break
        line += piece
    return line


def lines(file):
    """The whole lines of a file that is open for reading bytes, as str without line end.

    Raises TapeError for a line that is no text.
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
    """Appends to the tape `name`, `left` bytes at most. After an OSError nothing more is written.

    name      None as long as a new tape has no file
    left      bytes that may still be written
    error     that OSError, or None
    fresh     whether nothing was ever answered
    lost      whether more was refused than memory keeps: `answers` would not be all of them
    told      whether a person knows that little is left
    lean      whether what is written waits for the next `keep`, as long as it is little
    file      what is open, if something is
    _begin    a function that makes the file of a new tape, with its first bytes; None once it is
              there
    _waiting  what waits; None if nothing does
    _secret   lines that are not to be read yet: an answer of one of two people, and what follows
    _refused  the answers that are not on the flash
    """

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
        self.fresh = self.lost = self.told = False

    @property
    def low(self):
        """Whether the flash will soon be full."""
        return self.left < _LOW

    def paper(self, line, hidden=False):
        """A line of paper; it is on the flash after the next `keep`. `hidden`: an answer before it
        is a secret still, see `core.session.Session.hidden`.
        """
        if hidden:
            self._secret.append(tape.paper(line))
            return
        self._reveal()
        self._write(tape.paper(line))

    def answer(self, written, hidden=False):
        """An answer; it is on the flash when this returns, if not `lean`, nor `hidden`."""
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
        """What was a secret is written like the rest."""
        secret, self._secret = self._secret, []
        for kind, text, _ in tape.read_events(secret, 0):
            if kind == tape.ANSWER:
                self._answer(text)
            else:
                self._write(tape.paper(text))

    def answers(self):
        """A generator: the answers of the session, from the flash.

        They are not kept in memory: a thousand games of yen have ten thousand of them.
        """
        self.keep()
        try:
            file = self._store.open(FOLDER + self.name, "rb")
        except OSError:
            file = None  # the flash has refused from the start
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
            if not self.file:
                self.file = self._store.open(FOLDER + self.name, "ab")
            self.file.write(data)
        except OSError as error:
            self._fail(error)

    def _put(self):
        """Puts into the file what waits; a new tape gets its file."""
        data = self._waiting or b""
        if self._begin:
            self._begin(self, data)
            self._begin = None
        else:
            self.file = self._store.open(FOLDER + self.name, "ab")
            self.file.write(data)
        self._waiting = None

    @property
    def new(self):
        """Whether it is a new tape that has no file yet."""
        return self._begin is not None

    @property
    def pending(self):
        """Whether there is something to keep."""
        return bool(self.file or self._begin or self._waiting is not None)

    def keep(self):
        """Puts on the flash what was written."""
        try:
            if self._begin or self._waiting is not None:
                self._put()
            if self.file:
                self.file.close()
                self.file = None
        except OSError as error:
            self._fail(error)

    def _fail(self, error):
        self.error = error
        self.lost = self.lost or self.lean  # what waited for it was answered, too
        file, self.file = self.file, None
        self._waiting = self._begin = None
        if file:
            try:
                file.close()  # littlefs gives the blocks back; the file is as it was kept last
            except OSError:
                pass


class Tapes:
    """The tapes of a `teletype.handheld.keeping.store.Store`, and what the device was doing.

    A flash that refuses is no reason to stop: methods that write return False or set the
    recorder's `error` then.

    session  the name of the tape to continue
    shown    whether it has the screen
    played   the programs in the order of their last start; of visitors, nothing
    lean     whether visitors of an exhibit play
    _fresh   whether the session was left before anything was answered: the next one replaces it
    """

    def __init__(self, store):
        self.store = store
        self.session = None
        self.shown = False
        self.played = []
        self.lean = False
        self._fresh = False
        # other files there may be a person's
        for name in (_STATE, "settings.txt", "setups.txt", "boots.txt"):
            store.remove(name + NEW)
        for name, _ in store.files(FOLDER[:-1]):
            if name.endswith(NEW):  # the power went off while it was written
                store.remove(FOLDER + name)
        try:
            text = store.read(_STATE, LONGEST_LINE)
        except Damaged:
            return  # nobody typed it: the shelf shows what there is
        for line in (text or "").split("\n"):
            name, _, value = line.partition("=")
            if name == "tape" and parse(value):
                self.session = value
            elif name == "shown":
                self.shown = value == "1"
            elif name == "played":
                self.played = value.split()
            elif name == "fresh":
                self._fresh = True
        if self.session:
            try:
                self.size(self.session)
            except OSError as error:
                if error.args[0] == 2:  # ENOENT: the power went off when it had got another name
                    self.session = None
        self._fresh = self._fresh and not self.shown and self.session is not None

    def _save(self):
        if self.lean:
            return True
        text = "tape=%s\nshown=%d\nplayed=%s\n%s" % (
            self.session or "",
            self.shown,
            " ".join(self.played),
            "fresh=1\n" if self._fresh else "",
        )
        try:
            self.store.replace(_STATE, text)
        except OSError:
            return False
        return True

    def all(self):
        """(whether it is a crash tape, number, name, state, bytes) of each tape, the newest last,
        crash tapes behind the others.
        """
        found = []
        for name, size in self.store.files(FOLDER[:-1]):
            entry = parse(name)
            if entry:
                found.append((entry[2] == CRASH, entry[0], name, entry[2], size))
        found.sort()  # by a key it would be made anew at each comparison
        return found

    def names(self):
        """The names of all tapes, the newest first, crash tapes before them."""
        names = [entry[2] for entry in self.all()]
        names.reverse()
        return names

    def make_room(self, tapes, most, room, keep=None, last=2):
        """Removes some of `tapes`, which are all of them, until there are `most` at most, crash
        tapes not counted, and `room` bytes are free; returns how many are.

        Ended ones go first, then crash tapes, then the others, the oldest of each first; with
        `last` 1 the others stay. The session that was played last stays, however old it is, and
        `keep`. No more than half of what tapes can have is cleared, should other files have the
        rest.
        """
        free = self.store.free()
        total = free
        count = 0
        for crash, _, _, _, size in tapes:
            total += size
            count += not crash
        wanted = min(room, total // 2)
        for rank in range(last + 1):
            for crash, _, name, state, size in tapes:
                if rank != (0 if state == ENDED else 1 if crash else 2):
                    continue
                if name != self.session and name != keep:
                    if free < wanted or (count > most and not crash):
                        self.store.remove(FOLDER + name)
                        free += size
                        count -= not crash
        return free

    def recorder(self, name):
        """A Recorder for the tape `name`, with room for what it will write."""
        room = self.make_room(self.all(), KEPT, _ROOM, name) - SPARE
        return Recorder(self.store, name, room, self.lean)

    def begin(self, program, setup):
        """A Recorder for a new session; `setup` as `teletype.core.setup.join` writes it."""
        if not self.lean:
            if program in self.played:
                self.played.remove(program)
            self.played.insert(0, program)
        self.shown = True

        def make_file(recorder, data):
            self._make_file(recorder, program, tape.head(program, setup).encode() + data)

        recorder = Recorder(self.store, None, _ROOM, self.lean, make_file)
        recorder.fresh = True
        return recorder

    def _make_file(self, recorder, program, data):
        """The tape of `recorder` gets a number, room, and its file with `data`.

        Raises the OSError of a flash that refuses.
        """
        if self._fresh and self.session:
            self.store.remove(FOLDER + self.session)  # nothing was answered: nothing is lost
            self.session = None
        self._fresh = False
        tapes = self.all()
        number = 1 + max([entry[1] for entry in tapes if not entry[0]], default=0)
        recorder.name = "%04d-%s.tape" % (number, program)
        recorder.left = self.make_room(tapes, KEPT - 1, _ROOM) - SPARE - len(data)
        self.session = None
        try:
            if recorder.left < 0:
                raise OSError(FULL)
            self.store.make_folder(FOLDER[:-1])
            with self.store.open(FOLDER + recorder.name, "wb") as file:
                file.write(data)
            self.session = recorder.name
        except OSError:
            self.store.remove(FOLDER + recorder.name)
            raise
        finally:
            self._save()

    def resumed(self, name):
        """The session of the tape `name` has the screen."""
        self._fresh = False
        if self.session != name or not self.shown:
            self.session = name
            self.shown = True
            self._save()

    def open(self):
        """The name of the newest tape that has not ended; None if there is none."""
        for entry in reversed(self.all()):
            if entry[3] == OPEN:
                return entry[2]
        return None

    def left(self, recorder=None):
        """The shelf has the screen; `recorder`: that of the session that was left, if any."""
        if recorder:
            recorder.keep()
        if self.shown:
            self.shown = False
            self._fresh = bool(recorder and recorder.fresh and recorder.name == self.session)
            self._save()

    def ended(self, recorder):
        """The session has ended, and its last paper has been looked at."""
        recorder.keep()
        if not recorder.error:
            self._end(recorder.name)
        self._forget()

    def abandon(self):
        """Nobody goes on with any session: the tapes of all have ended, nothing was played."""
        for entry in self.all():
            self._end(entry[2])
        self.session = None
        self.shown = self._fresh = False
        self.played = []
        self.store.remove(_STATE)

    def _end(self, name):
        if parse(name)[2] == OPEN:
            try:
                self.store.rename(FOLDER + name, FOLDER + name[:-5] + ".end.tape")
            except OSError:
                pass

    def _forget(self):
        self._fresh = False
        self.session = None
        self.shown = False
        self._save()

    def program(self, name):
        """Return the program of the tape `name`: its head says it where its name does not.

        "" if that cannot be read.
        """
        said = parse(name)[1]
        if said:
            return said
        try:
            with self.store.open(FOLDER + name, "rb") as file:
                for _ in range(_HEAD):
                    line = read_line(file)
                    if line[:8] == b"program:":
                        return str(line[8:], "utf-8").strip()
        except (OSError, UnicodeError):
            pass
        return ""

    def size(self, name):
        """Bytes of a tape."""
        return self.store.size(FOLDER + name)

    def delete(self, name):
        """Removes a tape for good."""
        self.store.remove(FOLDER + name)
        if self.session == name:
            self.session = None
            self._fresh = False
            self._save()

    def bad(self, name):
        """Keeps a tape that cannot be resumed under another name, which it returns."""
        try:
            self.store.rename(FOLDER + name, FOLDER + name + ".bad")
        except OSError:
            return name
        if self.session == name:
            self.session = None
            self._fresh = False
            self._save()
        return name + ".bad"
