# SPDX-License-Identifier: MIT
"""The MIR itself: programs in ALMIR-65, the language of V. N. Kasatkin's listings, 1980, for the
machines MIR (1965) and MIR-1 (1968) of the Institute of Cybernetics in Kiev.

`program` is one of ours (`library`), or the text of a program in one line, with ↵ for the ends of
its lines. The machine prints, stops with the sign ◊ and takes a directive:

    «ВЫП»A=91;B=35;«НА»1«КОН»◊

The sign may be left out. Where the head of the text says what an answer looks like (`head`), the
values alone are an answer, too: `91 35` or `A=91 B=35`. At a «СТОП» or «КОНЕЦ» the program has
ended, but a directive can go on from there.

`pace` is the speed: `mir1` 250 operations a second, as the MIR-1, `mir2` 12,000, as the MIR-2,
`fast` without limit. `memory=mir` refuses what needs more than 4096 cells, `steps` ends a program
after so many operations, and `listing=yes` first prints the text as the book prints its listings.

An error ends the program: it prints the place, and what is wrong there. For the language and its
limits see `teletype.engines.almir`; docs/almir.md says what is known and from where.
"""

# covers 002:1555

from teletype.core.request import Malformed, Numbers, Text, check_line, working
from teletype.core.setup import Choice, Field, Integer
from teletype.engines.almir_code import CELLS, OPEN, Error
from teletype.loading import load
from teletype.programs import base
from teletype.programs.mir import library
from teletype.programs.mir.game import Game

LONGEST = 4000
"""Characters of a program's text: its tape must be a line that a board reads."""

COLUMNS = 36
"""Signs in a row of a listing, as in the book."""

_SLICES = (("fast", 100, 0), ("mir1", 5, 20), ("mir2", 240, 20))
"""For each pace the operations between two pauses, and the milliseconds of these together."""


def _compiler():
    """Return the compiler; it stays in memory only while it works."""
    return load("teletype.engines.almir_compiler", Program)


def _refused(error):
    return Malformed(load("teletype.programs.mir.errors", Program).refused(error))


def _has_words(text):
    """Return whether a text has a service word: a program or a directive, no name or values."""
    return "<<" in text or len([sign for sign in OPEN if sign in text]) > 0


class ProgramField(Field):
    """The name of a program of `library`, or a text, as `str`."""

    editor = "programs.mir.picture_library"

    def allowed(self):
        return ", ".join([entry[0] for entry in library.PROGRAMS]) + ", or the text of a program"

    def parse(self, text):
        if library.text(text.strip().lower()):
            return text.strip().lower()
        text = text.replace("↵", "\n")
        if not _has_words(text):
            raise Malformed("no such program")
        if len(text) > LONGEST:
            raise Malformed("more than %d characters" % LONGEST)
        load("teletype.programs.mir.head", Program).answer(text)
        try:
            _compiler().compile(text)
        except Error as error:
            raise _refused(error)
        return text

    def format(self, value):
        return value.replace("\r", "").replace("\n", "↵")


FIELDS = (
    ProgramField("program", "euclid"),
    Choice("pace", "fast", ("mir1", "mir2", "fast")),
    Choice("memory", None, ("mir",)),
    Integer("steps", None, 1, 999999),
    Choice("listing", None, ("yes",)),
)


KEYS = (
    ("«ВЫП»", "«НА»", "«КОН»", "◊"),
    ("«ГДЕ»", "«ВМЕСТО»", "«ЗАП»"),
    ("«ВЫВ»", "«ЗНАЧ»", "«СТР»"),
    "1234567890=;,.[]",
    "+-×/↑()<>≤≥◄►",
    "ABCDEFGHIJKLMNOPQRST",
    "UVWXYZБГДЖЗИЙЛПФЦЧШЩ",
    "ЫЬЭЮЯ",
)
"""The keyboard for a directive: service words, each a key, and the letters of a MIR."""


def _checked(machine, line):
    """Let a machine take a typed directive; return it with its sign. Raise Malformed if it has an
    error.
    """
    check_line(line)
    text = line.strip()
    if text[-1:] not in ("◊", "\u25c7"):
        text += "◊"
    check_line(text)
    try:
        machine.directive(text)
    except Error as error:
        raise _refused(error)
    return text


class Directive(Text):
    """A stop of the `machine`: the answer is a directive as it is typed. `taken`: one that the
    machine has already.
    """

    keys = KEYS

    def __init__(self, machine):
        Text.__init__(self, "«ВЫП»…«КОН»")
        self._machine = machine
        self.taken = ""

    def begin(self, ends):
        """The machine stops here; `ends`: it would not go on by itself."""
        self.ends = ends
        self.taken = ""

    def parse(self, line):
        self.taken = _checked(self._machine, line)
        return self.taken

    def original(self, values):
        return values


class Values(Numbers):
    """The same if the head says what an answer looks like: also the values in that order."""

    keys = KEYS

    def __init__(self, machine, answer, variables):
        """Ask `machine` for the values of these `variables` of its program, see `head.answer`."""
        Numbers.__init__(self, *answer[0], form=answer[1])
        self._machine = machine
        self._variables = variables
        self.taken = ""

    def begin(self, ends):
        """The machine stops here, see `Directive`. A picker begins with the present values of the
        variables, as far as it has them.
        """
        self.ends = ends
        self.taken = ""
        values = []
        for index in range(len(self.names)):
            value = self._machine.whole(self._variables[index])
            low, high = self.lows[index], self.highs[index]
            values.append(value if value is not None and low <= value <= high else low)
        self.values = tuple(values)

    def parse(self, line):
        if _has_words(line):
            self.taken = _checked(self._machine, line)
            return self.taken
        return Numbers.parse(self, line.replace(";", " ").replace("◊", ""))

    def format(self, values):
        return values if isinstance(values, str) else Numbers.format(self, values)

    def original(self, values):
        return values if isinstance(values, str) else Numbers.original(self, values)


def listing(text):
    """Yield the rows of a text as the book prints its listings: without blanks, in even rows."""
    row = ""
    margin = 0  # blanks before the row in which a message begins, see `Scanner.message`
    within = named = False  # whether in a message; whether a name ends here: its [ begins indexes
    for line in text.split("\n"):
        rest = line.lstrip()
        indented = len(line) - len(rest)
        if within and line[margin:] == " " + rest:
            rest = " " + rest
        for char in rest:
            if not within:
                margin = indented
            within = (char == "[" and not named) or (within and char != "]")
            if char == "#" and not within:
                break  # a comment
            if char == " " and not within:
                continue
            letter = "A" <= char.upper() <= "Z" or ord(char) >> 8 in (3, 4)  # Greek, Cyrillic
            named = letter or (named and "0" <= char <= "9")
            for sign in "..." if char == "…" or char == " " else char:
                row += sign
                if len(row) == COLUMNS:
                    yield row
                    row = ""
    if row:
        yield row


def play(setup, game=None):
    """Run the program; see above."""
    game = game or Game(setup)
    program = None
    answer = game.answer
    variables = []
    try:
        compiler = _compiler()
        for program in compiler.compiling(game.text):
            if program is None:
                yield working  # a long text takes a tenth of a second
        if answer:
            variables = compiler.folded_names([field[0] for field in answer[0]])
        compiler = None
    except Error as error:  # a device may have less memory than the one that took the text
        yield from _failed(game, error)
        return
    almir = load("teletype.engines.almir", Program)
    machine = almir.Machine(program, memory=CELLS if setup["memory"] else almir.MEMORY)
    stop = Values(machine, answer, variables) if answer else Directive(machine)
    operations, pause = next(each[1:] for each in _SLICES if each[0] == setup["pace"])
    game.take(machine, operations)
    if setup["listing"]:
        yield from listing(game.text)
        yield ""
    game.go_on()
    try:
        for event in machine.run():
            if event is None:
                if setup["steps"] and machine.operations > setup["steps"]:
                    raise machine.too_long(setup["steps"])
                step = game.pause()
                working.pause = 0 if game.held else pause
                yield working
                working.pause = 0
                game.go_on(step)
            elif isinstance(event, str):
                yield event
            else:
                stop.begin(event.word != "ВВОД")
                text = stop.original((yield stop))
                if text != stop.taken:  # values
                    machine.directive(text)
                game.go_on()
    except Error as error:
        yield from _failed(game, error)


def _failed(game, error):
    """Yield the unfinished row, and then the lines of the error that ends the program."""
    row = game.stop(error)
    if row is not None:
        yield row
    errors = load("teletype.programs.mir.errors", Program)
    yield "СТОП: " + errors.where(error)
    yield errors.what(error)


class Program(base.Program):
    FIELDS = FIELDS
    OFTEN = ("program", "pace")
    PRESETS = (
        "program=euclid", "program=primes", "program=e", "program=factorial", "program=roots",
        "program=perfect", "program=guess", "program=bachet", "program=life", "program=wave",
    )  # fmt: skip
    SHOWN = "program=wave pace=mir1"  # a curve of stars grows on the paper
    ASKED = "programs.mir.picture_library"
    PICTURE = "programs.mir.picture"
    Game = Game
    heap_kib = staticmethod(lambda setup: 208)
    play = staticmethod(play)
