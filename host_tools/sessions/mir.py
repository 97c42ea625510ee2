# SPDX-License-Identifier: MIT
"""Programs in ALMIR-65: `python3 -m host_tools mir FILE …` checks them; `run mir` runs them.

It prints how many of a MIR's 4096 cells each needs. `Mir` runs a program for other tools:

    mir = Mir(text)
    lines = mir.paper()             # the rows up to the next stop
    mir.stop                        # "ВВОД", "СТОП" or "КОНЕЦ"
    mir.directive("«ВЫП»T=6;P=5;«НА»L5«КОН»◊")
    lines = mir.paper()
"""

import re
import unicodedata
from pathlib import Path

from host_tools import files
from host_tools.usage import Failed, Parser, WrongUsage, complain, shown
from teletype.core.request import Malformed
from teletype.engines import almir, almir_code, almir_compiler
from teletype.engines.almir_code import OPEN, Error
from teletype.engines.almir_text import WORDS, Scanner
from teletype.programs.mir import head, library
from teletype.programs.mir.dialogue import LONGEST

STEPS = 20_000_000
"""Operations that a program may take to its next stop."""

_A_PAUSE = 100
"""Operations between two pauses within the data, about."""

LARGEST = 200_000
"""Bytes of a file."""

COMMENT = "^ *#(?! *(title|about|answer) *:).*"
"""A line that is a comment, and not a line of the head."""

BARE = re.compile(
    r"(?<!\w)(РАЗРЯДНОСТЬ|ВЫПОЛНИТЬ|ЕСЛИ|ИНАЧЕ|ВЫВОД|ВВОД|СТРОКА|ПРОБЕЛ|ЗНАЧЕНИЙ|МАССИВ|СТОП|ГДЕ"
    r"|КОНЕЦ)(?![^\W\d])",
    re.IGNORECASE,
)
"""A service word, in what is left of a program without all in quotes, messages and comments."""

OTHERS = re.compile(rf"#.*|\[[^]]*\]?|<<[^<>]*>>|[{OPEN}]\s*\w[\w\s]*\W")
"""What is in quotes, a message, closed or not, or a comment."""

MESSAGES = {
    "sign": "{met} stands there; allowed: {allowed}",
    "word": "unknown or ambiguous service word {met}",
    "not our word": "«{met}» is a word of the MIR whose effect is not known here",
    "message": "the message is not closed; allowed: ]",
    "bracket": "a bracket {allowed} is missing; {met} stands there",
    "number": "not a number: {met}; allowed: {allowed}",
    "digits": "{met} digits; allowed: {allowed}",
    "twice": "{met} is given twice; allowed: once",
    "function": "there is no function {met}; allowed: {allowed}",
    "arguments": "wrong number of arguments: {met}; allowed: {allowed}",
    "array": "array {met} has no size in «ГДЕ»",
    "indexes": "wrong number of indexes: {met}; allowed: {allowed}",
    "label": "there is no label {met}; the labels are {allowed}",
    "memory": "the memory is full: {met}; allowed: {allowed} cells",
    "full": "there is no room for the numbers",
    "text": "the text has {met} characters; allowed: {allowed}",
    "values": "value {met} of an array; allowed: {allowed}",
    "replace": "{met} stands in the program {allowed} times; allowed: once",
    "no value": "{met} was never given a value",
    "index": "there is no {met}; allowed: {allowed}",
    "division": "division by nought",
    "root": "the square root of a negative number",
    "logarithm": "the logarithm of a number that is not positive",
    "power": "a power that has no value",
    "too large": "the number is too large",
    "deep": "too many functions or brackets within each other",
    "size": "{met} is not an array's size; allowed: {allowed}",
    "steps": "more than {allowed} operations",
    "name": "{met} has no name to print; put {allowed} before it",
}
"""What is wrong, by the kind of an error."""


def told(error: Error) -> str:
    """Return an error as a line: where, what is wrong, what is allowed."""
    where = "directive, " if error.directive else ""
    where += f"statement {error.statement}, " if error.statement else ""
    met = error.met or ("an element" if error.kind == "no value" else "the end of the text")
    what = MESSAGES[error.kind].format(met=met, allowed=error.allowed)
    return f"{where}row {error.row}, sign {error.sign}: {what}"


class Mir:
    """A MIR with a program, played to its stops.

    `rounding`: round numbers instead of cutting them off. `stop` is the word of the stop where it
    waits. Each method raises `almir_code.Error`: see `told`.
    """

    def __init__(self, text: str, rounding: bool = False, steps: int = STEPS):
        self.machine = almir.Machine(almir_compiler.compile(text), rounding)
        self.machine.slice = 1000
        self.stop = ""
        self._steps = steps
        self._run = self.machine.run()

    def paper(self) -> list[str]:
        """Run to the next stop; return the rows printed on the way.

        Raises Failed if the program takes more than `steps` operations. After a «СТОП» or «КОНЕЦ»
        without a directive there are no more rows.
        """
        rows: list[str] = []
        most = self.machine.operations + self._steps
        for event in self._run:
            if isinstance(event, str):
                rows.append(event)
            elif event is not None:
                self.stop = event.word
                break
            elif self.machine.operations > most:
                raise Failed(f"no stop within {self._steps} operations")
        return rows

    def directive(self, text: str) -> None:
        """Tell the machine what to do next; an error in the text changes nothing."""
        self.machine.directive(text)


def _joined(text: str) -> str:
    """Return the signs of a directive, with its service words written out; "" if one is wrong."""
    signs = []
    try:
        scanner = Scanner(text)
        while scanner.sign:
            signs.append(f"«{WORDS[scanner.word]}»" if scanner.word >= 0 else scanner.sign)
            scanner.next()
    except Error:
        return ""
    return "".join(signs)


def lacks(text: str) -> str:
    """Return what is lacking behind these rows of a directive: "row" if another must follow,
    "end" if a row «КОН»◊ may, "" if nothing.

    The book breaks directives behind a comma, before «КОН» and before the values of an array. It
    could break them behind a semicolon, but a jump ends the statements.
    """
    signs = _joined(text)
    if "«" not in signs or "«КОНЕЦ»" in signs or signs.endswith("◊"):
        return ""
    item = re.split(";|«ГДЕ»", signs.rstrip(";"))[-1]
    if "«ГДЕ»" in signs:
        more = signs.endswith(";") or "=" not in item
    elif "«ВМЕСТО»" in signs:
        more = "«ЗАПИСАТЬ»" not in signs
    else:
        more = signs.endswith(";") and not re.search("«НА»[^)]*$", item)
    return "row" if more or re.search("(,|«(ВЫПОЛНИТЬ|НА|ЗАПИСАТЬ)»)$", signs) else "end"


def is_end(row: str) -> bool:
    """Return whether a row is the end of a directive alone, «КОН»◊."""
    return _joined(row).rstrip("◊") == "«КОНЕЦ»"


def cells(text: str, steps: int | None = None) -> tuple[int, int]:
    """Return the cells that the text and the arrays of a program need; raise Error, also if its
    data take more than so many `steps`.
    """
    most = STEPS if steps is None else steps
    machine = almir.Machine(almir_compiler.compile(text))
    machine.slice = 1
    for pause, _ in enumerate(machine.run()):
        if not machine.within:
            break  # the data are there: the first statement comes next
        if machine.operations > most or pause * _A_PAUSE > STEPS:
            raise machine.too_long(most)
    return machine.program.cells, machine.cells - machine.program.cells


def _check_answer(text: str) -> None:
    """Raise Malformed or Error if the head of a program says a wrong answer."""
    found = head.answer(text)
    if found:
        fields, form = found
        lowest = form % tuple(low for _, low, _ in fields)
        almir_compiler.directive(almir_compiler.compile(text), lowest)


def plain(text: str) -> str:
    """Return a text with line feeds as its only control characters, with composed letters, and
    without the signs that nobody sees, as soft hyphens: a message would have blanks for them.
    """
    text = re.sub("\r\n|[\r\x85\u2028\u2029]", "\n", unicodedata.normalize("NFC", text))
    kinds = [(char, unicodedata.category(char)) for char in text]
    return "".join(
        " " if kind == "Cc" and char != "\n" else char for char, kind in kinds if kind != "Cf"
    )


def read(path: Path, steps: int | None = None) -> str:
    """Return the text of a program's file, one of ours by its name; raise WrongUsage.

    An error is reported with its place. `steps`: as in `cells`.
    """
    own = library.text(str(path))
    if own is not None:
        return str(own)
    try:
        text = plain(files.read_text(path, LARGEST))
        cells(text, steps)
        _check_answer(text)
        return text
    except files.FileError as error:
        raise WrongUsage(f"{path}: {error}") from error
    except Malformed as error:
        raise WrongUsage(f"{path}: {error}") from error
    except Error as error:
        where = "answer: " if error.directive else ""
        bare = None if error.directive else BARE.search(OTHERS.sub(" ", text))
        hint = f"; write service words in «»: «{bare[0].upper()}»" if bare else ""
        raise WrongUsage(f"{path}: {where}{told(error)}{hint}") from error


def setup(words: list[str], listing: bool, steps: int | None) -> list[str]:
    """Return the setup `words` of the program `mir`, with a file in `program=@FILE` as its text
    in one line, and with the options of `run`.
    """
    found = []
    for word in words:
        name, _, value = word.partition("=")
        if name.casefold() == "program" and value.startswith("@"):
            text = read(Path(value[1:]), steps).rstrip()
            if len(text) > LONGEST:  # comments may go; rows and signs stay
                text = re.sub(COMMENT, "#", text, flags=re.MULTILINE)
            if len(text) > LONGEST:
                raise WrongUsage(f"{value[1:]}: {len(text)} characters; allowed: {LONGEST}")
            word = f"{name}=" + text.replace("\n", "↵")
        found.append(word)
    if listing:
        found.append("listing=yes")
    if steps is not None:
        found.append(f"steps={steps}")
    return found


def main(argv: list[str]) -> int:
    """Run the command; return the exit status: 0 all programs are right, 2 one is not."""
    parser = Parser(
        prog="host_tools mir",
        description="Check programs in ALMIR-65, files or the names of our own; print how many "
        "of a MIR's 4096 cells they need.",
        example="euclid.mir",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    status = 0
    for path in parser.parse_args(argv).files:
        try:
            program = read(path)
            text, arrays = cells(program)
        except WrongUsage as error:
            status = 2
            complain(f"mir: {error}")
        else:
            note = "" if text + arrays <= almir_code.CELLS else "; more than a MIR had"
            if len(program) > LONGEST:
                note += f"; {len(program)} characters, a board takes {LONGEST}"
            total = f"{text + arrays} cells of {almir_code.CELLS}"
            print(shown(f"{path.name}: {total} (text {text}, arrays {arrays}){note}"))
    return status
