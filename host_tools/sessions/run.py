# SPDX-License-Identifier: MIT
"""Runs a program over standard input and output: `python3 -m host_tools run PROGRAM …`.

Standard output has the paper and nothing else. Exit status 0: the program ended, 3: the answers
ran out, 2: wrong usage, 1: the target failed.
"""

import codecs
import contextlib
import io
import itertools
import os
import re
import sys
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from host_tools.files import (
    FileError,
    Kind,
    beside,
    check_own,
    drop,
    is_input,
    open_special,
    rows,
    special,
)
from host_tools.sessions import mir, pattern
from host_tools.sessions.by_name import ON, open_target, wiring_option
from host_tools.sessions.targets import Running, TargetError
from host_tools.usage import Failed, Parser, WrongUsage, shown, tell
from teletype.core import tape
from teletype.core.request import LONGEST_ANSWER, Malformed, brief, plain, working
from teletype.core.setup import SetupError, join
from teletype.programs import catalogue
from teletype.words import LANGUAGES, speak
from teletype.words import error as translated_error
from teletype.words import say as translated

TAPE = Kind("a tape", (tape.head("", "").partition("\n")[0].encode(),))

THINKS = 1800
"""Seconds that a person may think about an answer to a board."""


def setup_line(program: str, words: list[str]) -> str:
    """The setup line of a tape for `name=value` words; WrongUsage if the program refuses it."""
    try:
        catalogue.check(program)
        pairs = []
        for word in words:
            seen = plain(word)
            for column, char in enumerate(seen, 1):
                if "\udc80" <= char <= "\udcff":
                    raise SetupError(f"column {column}: not UTF-8")
                if not char.isprintable() and unicodedata.category(char) != "Zs":
                    raise SetupError(f"column {column}: U+{ord(char):04X}, a control character")
            name, equals, value = seen.strip().partition("=")
            if not equals:
                raise SetupError(f"'{brief(word)}' is not name=value")
            pairs.append((name.strip(), value))
        module, setup = catalogue.prepare(program, pairs)
        for field in module.FIELDS:
            if setup[field.name] is not None and (note := field.note(setup[field.name])):
                tell(shown(f"{field.name}: {note}") + "\n")
        line: str = join(module.FIELDS, setup)
        return line
    except (catalogue.UnknownProgram, SetupError) as error:
        raise WrongUsage(f"{program}: {error}") from error


LONGEST_LINE = 4 * LONGEST_ANSWER + 3
"""Bytes of a line of answers that are read: a longer line has more than LONGEST_ANSWER
characters."""

NO_LINE = 1 << 20
"""Bytes without a line end after which reading standard input fails."""


KEYS = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.)")
"""What a terminal sends for an arrow or a function key, and around a paste (ECMA-48, 5.4)."""


def answers(stream: BinaryIO) -> Iterator[tuple[int, str | None]]:
    """Yield the lines of answers with their numbers; None for a line that is not UTF-8.

    A line ends as on Unix, Windows or an old Mac; one that is too long is cut. Raises Failed for a
    line without end.
    """
    file = rows(stream)
    try:
        yield from _answers(file)
    finally:
        file.detach()


def _answers(file: TextIO) -> Iterator[tuple[int, str | None]]:
    for number in itertools.count(1):
        raw = file.readline(LONGEST_LINE + 1).encode("latin-1")
        if not raw:
            return
        marked = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        if number == 1 and marked and b"\0" in raw:
            raise Failed("line 1: UTF-16; save the file as UTF-8")  # as Windows' shells write it
        if len(raw) > LONGEST_LINE:
            if not raw.startswith(b"#"):
                yield number, raw.decode("utf-8", "replace")
            passed = len(raw)
            while raw and not raw.endswith(b"\n"):
                raw = file.readline(LONGEST_LINE).encode("latin-1")
                passed += len(raw)
                if passed > NO_LINE:
                    raise Failed(f"line {number}: more than {NO_LINE} bytes")
            continue
        try:
            line = raw.decode("utf-8").rstrip("\n")
            if number == 1:
                line = line.removeprefix("\ufeff")
        except UnicodeDecodeError:
            yield number, None
            continue
        if line.strip() and not line.startswith("#"):
            yield number, line


@contextlib.contextmanager
def unseen(secret: bool) -> Iterator[None]:
    """Switch off the terminal's echo while a `secret` is typed, if possible."""
    try:
        import termios
    except ImportError:  # Windows
        secret = False
    if not secret:
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    silent = list(before)
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
        tell("\n")


def run_session(session: Running, record: TextIO | None, directives: bool = False) -> int:
    """Run a session over standard input and output; write its tape to `record`.

    `directives`: an answer may be a directive in several rows. The tape has the original
    messages, a person sees those selected by `words.speak`. Return the exit status: 0 the program
    ended, 3 the answers ran out.
    """
    person = sys.stdin.isatty()
    lines = answers(sys.stdin.buffer)
    kept: list[str] = []
    """Lines of the tape that wait until an answer among them is no longer secret."""
    half = lack = ""
    """The first rows of a directive, and what the last one lacks, see `mir.lacks`."""
    begun = 0  # the number of the line where it begins

    def keep(line: str) -> None:
        if record is not None:
            kept.append(line)
            if not session.hidden:
                record.write("".join(kept))
                kept.clear()

    while True:
        event = session.step()
        if event is None:
            sys.stdout.flush()
            return 0
        pause: int = working.pause
        if event is working:
            time.sleep(pause / 1000)
            continue
        if isinstance(event, str):
            keep(tape.paper(event))  # save a line before it is shown
            sys.stdout.write(translated(event) + "\n")
            continue
        sys.stdout.flush()
        while session.request is not None:
            if person:
                tell(f"{'…' if half else shown(session.request.asked())} ◊ ")
            with unseen(person and session.request.secret):
                number, line = next(lines, (0, ""))
            if person and line:
                line = KEYS.sub("", line)
                if not line.strip():
                    continue
            if number == 0:
                if half:
                    tell(f"line {begun}: the directive has no end; write «КОН»◊\n")
                return 0 if session.request.ends else 3
            try:
                if line is None:
                    raise Malformed("not UTF-8; save the file as UTF-8")
                if lack == "end" and mir.is_end(line):
                    lack = ""
                    continue
                begun = begun if half else number
                line, half = half + line, ""
                # of rows without end, those are kept that an answer may have
                short = directives and len(line) < LONGEST_ANSWER
                lack = mir.lacks(line) if short else ""
                if lack == "row":
                    half = line.rstrip()
                    continue
                keep(tape.answer(session.answer(line)[0]))
                if record is not None:
                    record.flush()
            except Malformed as error:
                told = str(error)
                if told[:1] >= "А":  # a program's own; ours stay English
                    told = translated_error(told)
                tell(shown(f"line {number}: {told}") + "\n")


@contextlib.contextmanager
def saving(path: Path) -> Iterator[TextIO]:
    """The file of a tape during the session; afterwards it is renamed to `path`.

    Until then it is `path`.new, which contains all answers however the command stops. A
    session that never began does not change `path`. A special file is written directly.
    """
    try:
        whole = not special(path)
        if whole:
            if is_input(path):
                raise FileError("has the answers; name another file")
            check_own(path, TAPE)
        path = path.resolve() if whole else path  # a link stays a link
        opened = beside(path, ".new") if whole else open_special(path)
    except (OSError, ValueError, FileError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise WrongUsage(f"--save {path}: {reason}") from error
    file = io.TextIOWrapper(opened, encoding="utf-8", newline="\n")
    try:
        yield file
    finally:
        try:
            begun = whole and file.tell() > 0
            file.close()
            if begun:
                os.replace(opened.name, path)
            elif whole:
                drop(Path(opened.name))
        except OSError as error:
            with contextlib.suppress(OSError):  # the same error
                file.close()
            kept = ""
            unfinished = Path(opened.name) if whole else None
            if unfinished and unfinished.exists() and unfinished.stat().st_size:
                kept = f"; {unfinished} has the session so far"
            elif unfinished:
                drop(unfinished)
            raise TargetError(f"--save {path}: {error.strerror}{kept}") from error


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools run",
        description="Run one of the old programs. PROGRAM --help describes its setup and answers.",
        example="nim heaps=7,8,4 --save nim.tape",
    )
    parser.add_argument("program", help="its name; `programs` lists them")
    parser.add_argument("setup", nargs="*", metavar="name=value", help="a field of its setup")
    parser.add_argument("--on", default="host", metavar="TARGET", help=ON)
    wiring_option(parser)
    parser.add_argument(
        "--lang",
        default="original",
        choices=("original", *LANGUAGES),
        help="the language of the messages (default: original; a saved tape keeps that one)",
    )
    parser.add_argument(
        "--pattern",
        type=Path,
        metavar="FILE",
        help="with evolution: start with the pattern in this file (.rle, .cells, .lif)",
    )
    parser.add_argument(
        "--listing", action="store_true", help="with mir: first print the program's text"
    )
    parser.add_argument(
        "--steps", type=int, metavar="N", help="with mir: end the program after N operations"
    )
    parser.add_argument("--save", type=Path, metavar="FILE.tape", help="save the session")
    words = [word for word in argv if word not in ("-h", "--help")]
    if words and len(words) < len(argv):
        from host_tools.sessions import help

        options = parser.parse_intermixed_args(words)
        print(help.about(options.program, options.lang))
        return 0
    options = parser.parse_intermixed_args(argv)
    words = options.setup
    if options.pattern:
        if options.program != "evolution":
            raise WrongUsage(f"--pattern needs evolution, not {options.program}")
        words = pattern.setup(options.pattern, words)
    if options.program == "evolution":
        words = pattern.read_cells(words)
    if options.program == "mir":
        words = mir.setup(words, options.listing, options.steps)
    elif options.listing or options.steps is not None:
        raise WrongUsage(f"--listing and --steps need mir, not {options.program}")
    setup = setup_line(options.program, words)
    speak(None if options.lang == "original" else options.program, options.lang)
    with contextlib.ExitStack() as stack:
        record = stack.enter_context(saving(options.save)) if options.save else None
        target = stack.enter_context(open_target(options.on, options.wiring))
        target.patience = THINKS
        session = target.session(options.program, setup)
        if record is not None:
            record.write(tape.head(options.program, setup))
            record.flush()
        return run_session(session, record, options.program == "mir")
