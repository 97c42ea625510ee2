# SPDX-License-Identifier: MIT
"""Saved sessions: a tape on flash for each, in the folder `tapes`.

    0007-nim.tape       a session that can be continued
    0007-nim.end.tape   a session that has ended
    0007-nim.tape.bad   a session that could not be resumed: the tape is damaged, or the program
                        prints something else now
    crash-1.tape        a session that an exception ended; its head names the exception

`last.txt` has the state of the device, in lines `name=value`: `tape`, the session to continue;
`shown`, 1 while it is on the screen; `played`, the programs in the order of their last start;
`fresh`, if that session was left before any answer.

While visitors of an exhibit play (`lean`), the flash wears less. There is no `last.txt`, because
the unfinished tape is that of the last visitor. Small amounts of data wait in memory for the
next `keep`, which is rare, because an open file takes a kilobyte of the heap.
"""

from micropython import const

from teletype.core import tape
from teletype.handheld.keeping.recorder import FOLDER, FULL, LONGEST_LINE, Recorder
from teletype.handheld.keeping.store import NEW, Damaged

_STATE = const("last.txt")

KEPT = 20
"""Tapes that are kept; beyond this the oldest finished one is removed, or else the oldest."""

_ROOM = const(327_680)
"""Bytes that are free when a session starts, if old tapes can be removed: a truth table of 12
Russian letters takes 311,400.
"""

SPARE = const(8192)
"""Bytes that sessions leave free for the settings and for littlefs."""

OPEN, ENDED, BAD, CRASH = 0, 1, 2, 3


def parse(name):
    """Return (number, program, state) of a tape's file name; None if it is not a tape.

    The name of a crash tape does not contain the program: it is "".
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


def _next(tapes):
    """Return the beginning of a new tape's name; `tapes`: the list of all."""
    return "%04d-" % (1 + max([entry[1] for entry in tapes if not entry[0]], default=0))


class Tapes:
    """The tapes of a `teletype.handheld.keeping.store.Store`, and the state of the device.

    If the flash refuses, the device continues: methods that write then return False or set the
    recorder's `error`.

    session  the name of the tape to continue
    shown    whether it is on the screen
    played   the programs in the order of their last start; empty for visitors
    lean     whether visitors of an exhibit play
    _fresh   whether the session was left before any answer: the next one replaces it
    """

    def __init__(self, store):
        self.store = store
        self.session = None
        self.shown = False
        self.played = []
        self.lean = False
        self._fresh = False
        # other files there may belong to the owner
        for name in (_STATE, "settings.txt", "setups.txt", "boots.txt"):
            store.remove(name + NEW)
        for name, _ in store.files(FOLDER[:-1]):
            if name.endswith(NEW):  # the power went off during the write
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
                if error.args[0] == 2:  # ENOENT: the power went off after a rename
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

    def spare_flash(self, lean):
        """Wear the flash less while visitors of an exhibit play, or not."""
        self.lean = lean

    def all(self):
        """Return (whether it is a crash tape, number, name, state, bytes) of each tape, the newest
        last, crash tapes after the others.
        """
        found = []
        for name, size in self.store.files(FOLDER[:-1]):
            entry = parse(name)
            if entry:
                found.append((entry[2] == CRASH, entry[0], name, entry[2], size))
        found.sort()  # a key function would compute the key again at each comparison
        return found

    def names(self):
        """Return the names of all tapes, the newest first, crash tapes before them."""
        names = [entry[2] for entry in self.all()]
        names.reverse()
        return names

    def make_room(self, tapes, most, room, keep=None, last=2):
        """Remove some of `tapes`, the list of all, until at most `most` are left, not counting
        crash tapes, and `room` bytes are free; return the number of free bytes.

        Finished ones go first, then crash tapes, then the others, the oldest of each first; with
        `last` 1 the others stay. The last session stays, however old it is, and so does `keep`.
        At most half of the tapes' space is cleared, in case other files take the rest.
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
        """Return a Recorder for the tape `name`, with space for its data."""
        room = self.make_room(self.all(), KEPT, _ROOM, name) - SPARE
        return Recorder(self.store, name, room, self.lean)

    def begin(self, program, setup):
        """Return a Recorder for a new session; `setup` as `teletype.core.setup.join` writes it."""
        if not self.lean:
            if program in self.played:
                self.played.remove(program)
            self.played.insert(0, program)
        self.shown = True

        def make_file(recorder, data):
            self._make_file(recorder, program, tape.head(program, setup).encode() + data)

        return Recorder(self.store, None, _ROOM, self.lean, make_file)

    def _make_file(self, recorder, program, data):
        """Give the tape of `recorder` a number, space, and its file with `data`.

        Raise OSError if the flash refuses.
        """
        if self._fresh and self.session:
            self.store.remove(FOLDER + self.session)  # it has no answers: nothing is lost
            self.session = None
        self._fresh = False
        tapes = self.all()
        recorder.name = _next(tapes) + program + ".tape"
        recorder.left = self.make_room(tapes, KEPT - 1, _ROOM) - SPARE - len(data)
        self.session = None
        try:
            if recorder.left < 0:
                raise OSError(FULL)
            self.store.make_folder(FOLDER[:-1])
            with self.store.saving:
                with self.store.open(FOLDER + recorder.name, "wb") as file:
                    file.write(data)
            self.session = recorder.name
        except OSError:
            self.store.remove(FOLDER + recorder.name)
            raise
        finally:
            self._save()

    def resumed(self, name):
        """Record that the session of the tape `name` is on the screen."""
        self._fresh = False
        if self.session != name or not self.shown:
            self.session = name
            self.shown = True
            self._save()

    def open(self):
        """Return the name of the newest unfinished tape; None if there is none."""
        for entry in reversed(self.all()):
            if entry[3] == OPEN:
                return entry[2]
        return None

    def left(self, recorder=None):
        """Record that the shelf is on the screen; `recorder`: that of the left session, if any."""
        if recorder:
            recorder.keep()
        if self.shown:
            self.shown = False
            self._fresh = bool(recorder and recorder.fresh and recorder.name == self.session)
            self._save()

    def ended(self, recorder):
        """Record that the session has ended and its last paper has been read."""
        recorder.keep()
        if not recorder.error:
            self._end(recorder.name)
        self._fresh = False
        self.session = None
        self.shown = False
        self._save()

    def abandon(self):
        """End the tapes of all sessions and forget the order of play."""
        for entry in self.all():
            self._end(entry[2])
        self.session = None
        self.shown = self._fresh = False
        self.played = []
        self.store.remove(_STATE)

    def _end(self, name):
        if parse(name)[2] == OPEN:
            try:
                self._rename(name, name[:-5] + ".end.tape")
            except OSError:
                pass

    def size(self, name):
        """Return the bytes of a tape."""
        return self.store.size(FOLDER + name)

    def delete(self, name):
        """Remove a tape for good."""
        self.store.remove(FOLDER + name)
        if self.session == name:
            self.session = None
            self._fresh = False
            self._save()

    def bad(self, name):
        """Rename a tape that cannot be resumed; return its new name."""
        try:
            new = self._rename(name, name + ".bad")
        except OSError:
            return name
        if self.session == name:
            self.session = None
            self._fresh = False
            self._save()
        return new

    def _rename(self, name, new):
        """Rename a tape; return its new name. It has the next number if there is such a file: the
        owner has copied a tape back to the board.
        """
        if self.store.has(FOLDER + new):
            new = _next(self.all()) + new.partition("-")[2]
        self.store.rename(FOLDER + name, FOLDER + new)
        return new
