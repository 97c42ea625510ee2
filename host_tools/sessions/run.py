# SPDX-License-Identifier: MIT
"""Runs a program over standard input and output: `python3 -m host_tools run PROGRAM …`.

Standard output has the paper and nothing else. Exit status 0: the program ended, 3: the answers
ran out, 2: wrong usage, 1: the target failed.
"""

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from host_tools import signals
from host_tools.sessions.by_name import ON, open_target
from host_tools.sessions.targets import Running, TargetError
from host_tools.usage import Parser, WrongUsage, tell
from programs import catalogue
from teletype import tape
from teletype.request import Malformed, working
from teletype.setup import SetupError, join
from words import say as translated
from words import speak


def setup_line(program: str, words: list[str]) -> str:
    """The setup line of a tape for `name=value` words; WrongUsage if the program refuses it."""
    try:
        catalogue.find(program)
        pairs = []
        for word in words:
            if not word.isprintable():
                raise SetupError(f"{word!r}: a control character")
            name, equals, value = word.partition("=")
            if not equals:
                raise SetupError(f"'{word}' is not name=value")
            pairs.append((name, value))
        module, setup = catalogue.prepare(program, pairs)
        line: str = join(module.FIELDS, setup)
        return line
    except (catalogue.UnknownProgram, SetupError) as error:
        raise WrongUsage(f"{program}: {error}") from error


def answers(stream: Iterable[bytes]) -> Iterator[tuple[int, str | None]]:
    """Lines that are answers, with their numbers; None for one that is not UTF-8."""
    for number, raw in enumerate(stream, 1):
        try:
            line = raw.decode("utf-8").rstrip("\r\n")
            if number == 1:
                line = line.removeprefix("\ufeff")
        except UnicodeDecodeError:
            yield number, None
            continue
        if line.strip() and not line.startswith("#"):
            yield number, line


def run_session(session: Running, record: TextIO | None) -> int:
    """Runs a session over standard input and output; its tape goes on in `record`.

    The tape has the original messages, standard output those that `words.speak` has asked for.
    Returns the exit status: 0 the program ended, 3 the answers ran out.
    """
    person = sys.stdin.isatty()
    lines = answers(sys.stdin.buffer)
    while True:
        event = session.step()
        if event is None:
            sys.stdout.flush()
            return 0
        if event is working:
            continue
        if isinstance(event, str):
            if record is not None:  # first: what was seen has been kept
                record.write(tape.paper(event))
            sys.stdout.write(translated(event) + "\n")
            continue
        sys.stdout.flush()
        while session.request is not None:
            if person:
                tell(f"{session.request.prompt()} ◊ ")
            number, line = next(lines, (0, ""))
            if number == 0:
                return 3
            try:
                if line is None:
                    raise Malformed("not UTF-8")
                answer, _ = session.answer(line)
                if record is not None:
                    record.write(tape.answer(answer))
                    record.flush()
            except Malformed as error:
                tell(f"line {number}: {error}\n")


@contextlib.contextmanager
def saving(path: Path) -> Iterator[TextIO]:
    """The file of a tape that is being written; `path` is it when the session is over.

    Until then it is `path`.new, which a stop of any kind leaves no shorter than the last answer. A
    session that never began leaves `path` as it was. What is no ordinary file is written at once.
    """
    path = path.resolve()  # a link stays one
    ordinary = path.is_file() or not path.exists()
    new = path.with_name(path.name + ".new") if ordinary else path
    try:
        file = new.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise WrongUsage(f"--save {path}: {error.strerror}") from error
    try:
        with signals.stoppable():
            yield file
    finally:
        try:
            begun = ordinary and file.tell() > 0
            file.close()
            if begun:
                os.replace(new, path)
            elif ordinary:
                new.unlink()
        except OSError as error:
            raise TargetError(f"--save {path}: {error.strerror}") from error


def main(argv: list[str]) -> int:
    parser = Parser(prog="host_tools run", description="Run one of the old programs.")
    parser.add_argument("program", help="its name; `programs` lists them")
    parser.add_argument("setup", nargs="*", metavar="name=value")
    parser.add_argument("--on", default="host", metavar="TARGET", help=ON)
    parser.add_argument(
        "--lang",
        default="original",
        choices=("original", "ru", "ja", "en"),
        help="the language of the messages; a saved tape has the original ones",
    )
    parser.add_argument("--save", type=Path, metavar="FILE.tape", help="write the session")
    options = parser.parse_intermixed_args(argv)
    setup = setup_line(options.program, options.setup)
    speak(None if options.lang == "original" else options.program, options.lang)
    with contextlib.ExitStack() as stack:
        record = stack.enter_context(saving(options.save)) if options.save else None
        target = stack.enter_context(open_target(options.on))
        session = target.session(options.program, setup)
        if record is not None:
            record.write(tape.head(options.program, setup))
            record.flush()
        return run_session(session, record)
