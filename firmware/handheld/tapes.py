# SPDX-License-Identifier: MIT
"""Saved sessions: a tape on flash for each, in the folder `tapes`.

    0007-nim.tape       a session that can be continued
    0007-nim.end.tape   one that has ended
    0007-nim.tape.bad   one that could not be resumed: it is damaged, or the program prints
                        something else now
    crash-1.tape        a session that an exception ended; its head says which

A tape is written as it is played, by a `Recorder`: an answer is on the flash before the program
goes on, the paper at the next stop. What is appended counts once the file is closed (see
`handheld.store`); a last line without its line end, as another filesystem could leave it, is no
line. The paper is the checksum: when a tape is resumed, each line is compared with what the
program prints.

`last.txt` holds what the device was doing, in lines `name=value`: `tape`, the session to continue;
`shown`, 1 while it has the screen; `played`, the programs in the order of their last start.
"""

from handheld.store import Damaged
from teletype import tape

FOLDER = "tapes/"

STATE = "last.txt"

KEPT = 20
"""Tapes that are kept: when there are more, the oldest that has ended goes, or else the oldest."""

CRASHES = 3
"""Crash tapes that are kept."""

LONGEST_LINE = 12288
"""Bytes in a line of a tape; a longer one is damaged. The longest setup, of 99 cards of 99 cells,
takes 9,918.
"""

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


def _age(name):
    """What tapes are sorted by: crash tapes last, the others by their number."""
    number, _, state = parse(name)
    return state == CRASH, number


def lines(file):
    """The whole lines of a file that is open for reading bytes, as str without line end.

    Raises TapeError for a line that is no text.
    """
    while True:
        line = file.readline(LONGEST_LINE)
        if line[-1:] != b"\n":
            if len(line) == LONGEST_LINE:
                raise tape.TapeError("a line of more than %d bytes" % LONGEST_LINE)
            return
        try:
            yield str(line, "utf-8")[:-1]
        except UnicodeError:
            raise tape.TapeError("not UTF-8")


class Recorder:
    """Appends to the tape `name`. After an OSError nothing more is written.

    error     that OSError, or None
    _refused  the answers that are not on the flash
    """

    def __init__(self, store, name):
        self._store = store
        self.name = name
        self._file = None
        self._refused = []
        self.error = None

    def paper(self, line):
        """A line of paper; it is on the flash after the next `keep`."""
        self._write(tape.paper(line))

    def answer(self, written):
        """An answer; it is on the flash when this returns."""
        self._write(tape.answer(written))
        self.keep()
        if self.error:
            self._refused.append(written)

    def answers(self):
        """A generator: the answers of the session, from the flash.

        They are not kept in memory: a thousand games of yen have ten thousand of them.
        """
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

    def _write(self, text):
        if self.error:
            return
        try:
            if not self._file:
                self._file = self._store.open(FOLDER + self.name, "ab")
            self._file.write(text.encode())
        except OSError as error:
            self._fail(error)

    @property
    def pending(self):
        """Whether there is something to keep."""
        return self._file is not None

    def keep(self):
        """Puts on the flash what was written."""
        file, self._file = self._file, None
        if file:
            try:
                file.close()
            except OSError as error:
                self._fail(error)

    def _fail(self, error):
        self.error = error
        file, self._file = self._file, None
        if file:
            try:
                file.close()  # littlefs gives the blocks back; the file is as it was kept last
            except OSError:
                pass


class Tapes:
    """The tapes of a `handheld.store.Store`, and what the device was doing.

    A flash that refuses is no reason to stop: methods that write return False or set the
    recorder's `error` then.

    session  the name of the tape to continue
    shown    whether it has the screen
    played   the programs in the order of their last start
    """

    def __init__(self, store):
        self.store = store
        self.session = None
        self.shown = False
        self.played = []
        try:
            text = store.read(STATE, LONGEST_LINE)
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
        if self.session:
            try:
                self.size(self.session)
            except OSError as error:
                if error.args[0] == 2:  # ENOENT: the power went off when it had got another name
                    self.session = None

    def _save(self):
        text = "tape=%s\nshown=%d\nplayed=%s\n" % (
            self.session or "",
            self.shown,
            " ".join(self.played),
        )
        try:
            self.store.replace(STATE, text)
        except OSError:
            return False
        return True

    def names(self):
        """The names of all tapes, the newest first, crash tapes before them."""
        names = [name for name in self.store.names(FOLDER[:-1]) if parse(name)]
        names.sort(key=_age, reverse=True)
        return names

    def begin(self, program, setup):
        """A Recorder for a new session; `setup` as `teletype.setup.join` writes it."""
        if self.session:
            played, answers = self.facts(self.session)
            if played and not answers:  # a tape without a name cannot be read
                self.store.remove(FOLDER + self.session)  # nothing was answered: nothing is lost
        number = 0
        numbered = []
        for name in self.names():
            entry = parse(name)
            if entry[2] != CRASH:
                number = max(number, entry[0])
                numbered.append((entry[2] != ENDED, entry[0], name))
        numbered.sort()
        for _, _, name in numbered[: max(0, len(numbered) - KEPT + 1)]:
            if name != self.session:  # it was played last, however old it is
                self.store.remove(FOLDER + name)
        recorder = Recorder(self.store, "%04d-%s.tape" % (number + 1, program))
        try:
            self.store.make_folder(FOLDER[:-1])
            with self.store.open(FOLDER + recorder.name, "wb") as file:
                file.write(tape.head(program, setup).encode())
        except OSError as error:
            recorder.error = error
            self.store.remove(FOLDER + recorder.name)
        if program in self.played:
            self.played.remove(program)
        self.played.insert(0, program)
        self.session = None if recorder.error else recorder.name
        self.shown = True
        self._save()
        return recorder

    def resumed(self, name):
        """The session of the tape `name` has the screen."""
        if self.session != name or not self.shown:
            self.session = name
            self.shown = True
            self._save()

    def left(self):
        """The shelf has the screen."""
        if self.shown:
            self.shown = False
            self._save()

    def ended(self, recorder):
        """The session has ended, and its last paper has been looked at."""
        recorder.keep()
        name = recorder.name
        if not recorder.error and name.endswith(".tape"):
            try:
                self.store.rename(FOLDER + name, FOLDER + name[:-5] + ".end.tape")
            except OSError:
                pass
        self.session = None
        self.shown = False
        self._save()

    def size(self, name):
        """Bytes of a tape."""
        return self.store.size(FOLDER + name)

    def facts(self, name):
        """(program, number of answers) of a tape; ("", 0) if it cannot be read."""
        program = ""
        answers = 0
        try:
            with self.store.open(FOLDER + name, "rb") as file:
                in_head = True
                while True:
                    line = file.readline(LONGEST_LINE)
                    if not line:
                        break
                    if in_head:
                        if line[:8] == b"program:":
                            program = str(line[8:], "utf-8").strip()
                        in_head = line.strip() != b"---"
                    elif line[:2] == b"> " and line[-1:] == b"\n":
                        answers += 1
        except (OSError, UnicodeError):
            return "", 0
        return program, answers

    def delete(self, name):
        """Removes a tape for good."""
        self.store.remove(FOLDER + name)
        if self.session == name:
            self.session = None
            self._save()

    def bad(self, name):
        """Keeps a tape that cannot be resumed under another name, which it returns."""
        try:
            self.store.rename(FOLDER + name, FOLDER + name + ".bad")
        except OSError:
            return name
        if self.session == name:
            self.session = None
            self._save()
        return name + ".bad"

    def mend(self, name):
        """Cuts off a last line that was not written to its end, if there is one; OSError."""
        whole = size = 0
        with self.store.open(FOLDER + name, "rb") as file:
            while True:
                line = file.readline(LONGEST_LINE)
                if not line:
                    break
                size += len(line)
                if line[-1:] == b"\n":
                    whole = size
        if whole != size:
            self.store.copy(FOLDER + name, FOLDER + name, "", 0, whole)

    def crash(self, recorder, reasons):
        """Copies a session's tape as a crash tape with the lines `reasons` as comments in its
        head; returns its name, or None if the flash refuses.
        """
        recorder.keep()
        if recorder.error:
            return None
        crashes = [parse(name)[0] for name in self.names() if parse(name)[2] == CRASH]
        name = "crash-%d.tape" % (max(crashes, default=0) + 1)
        head = "".join(["# error %s\n" % reason for reason in reasons])
        try:
            self.store.copy(FOLDER + recorder.name, FOLDER + name, head)
        except OSError:
            return None
        crashes.sort()
        for number in crashes[: max(0, len(crashes) - CRASHES + 1)]:
            self.store.remove(FOLDER + "crash-%d.tape" % number)
        return name
