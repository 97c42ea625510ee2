"""The command line: `python3 -m host_tools COMMAND …`.

`run`, `replay` and `programs` work with the standard library alone when the target is `host`;
the other commands import what they need when they are called.

Exit status: 0 done, 1 something failed, 2 wrong usage, 3 the answers ran out (`run`).
"""

import contextlib
import importlib
import io
import json
import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from host_tools import paths  # noqa: F401  (paths: the firmware can be imported)
from host_tools.contests import players
from host_tools.sessions.targets import Running, Target, TargetError, open_target
from host_tools.usage import Parser, WrongUsage
from programs import catalogue
from teletype import tape
from teletype.request import Malformed, working
from teletype.setup import SetupError, join, read, split
from words import say as translated
from words import speak

ON = "where it runs: host (this Python), unix, pico (emulated) or a serial port"

ELSEWHERE = {
    "play": ("emulator", "an emulated Pico with its screen, in the terminal"),
    "pull": ("device", "the tapes of a board, copied to this computer"),
    "flash": ("device", "the firmware onto a board on a serial port"),
    "boards": ("build", "list the boards, or say what is wrong with one"),
    "check": ("device", "every tape replayed on a board and compared"),
    "runtime": ("build", "build the Unix port, mpy-cross and the firmware image"),
    "bench": ("measure", "the project's figures"),
    "monkey": ("measure", "random keys on the handheld, to find what breaks"),
    "fonts": ("build", "the firmware's glyphs from a bitmap font"),
    "calculation": ("contests", "decks and contests of the solitaire Calculation"),
    "yen": ("contests", "matches and tournaments of the 10,000-yen game"),
}
"""Commands with a module of their own, the package that it is in, and what it is for; its
`main(argv)` returns the exit status."""


def setup_line(program: str, words: list[str]) -> str:
    """The setup line of a tape for `name=value` words; WrongUsage if the program refuses it."""
    try:
        module = catalogue.load(program)
        pairs = []
        for word in words:
            if not word.isprintable():
                raise SetupError(f"{word!r}: a control character")
            name, equals, value = word.partition("=")
            if not equals:
                raise SetupError(f"'{word}' is not name=value")
            pairs.append((name, value))
        setup = read(module.FIELDS, pairs, getattr(module, "check", None))
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


def tell(text: str) -> None:
    """Writes to standard error, if there is one: a session goes on without it."""
    if sys.stderr is not None:  # else print would take standard output
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()


def say(line: str) -> None:
    tell(line + "\n")


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
                answer = session.answer(line)
                if record is not None:
                    record.write(tape.answer(answer))
                    record.flush()
            except Malformed as error:
                say(f"line {number}: {error}")


def command_run(argv: list[str]) -> int:
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
        raise WrongUsage(f"run: --save {path}: {error.strerror}") from error
    try:
        with players.stoppable():
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


def head_line(text: bytes, word: bytes) -> int:
    """The number of the line of a tape that begins with `word`; that of `---` if there is none."""
    lines = text.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    found = (at for at, line in enumerate(lines, 1) if line.strip().startswith((word, b"---")))
    return next(found, 1)


def replay_file(path: Path, target: Target) -> str | None:
    """Replays one tape; None when all is the same, else what differs."""
    try:
        text = path.read_bytes()
        recorded = tape.read(io.StringIO(text.decode("utf-8"), newline="\n"))
        module = catalogue.load(recorded.program)
        setup = read(module.FIELDS, split(recorded.setup), getattr(module, "check", None))
        session = target.session(recorded.program, join(module.FIELDS, setup))
        spellings = getattr(module, "SPELLINGS", ())
        difference: str | None = tape.replay(recorded, session, spellings)
        return difference
    except UnicodeDecodeError as error:
        number = text.count(b"\n", 0, error.start) + 1
        return f"line {number}: not UTF-8"
    except OSError as error:
        return f"{error.strerror}"
    except catalogue.UnknownProgram as error:
        return f"line {head_line(text, b'program:')}: {error}"
    except SetupError as error:
        return f"line {head_line(text, b'setup:')}: {error}"
    except (tape.TapeError, TargetError) as error:
        return str(error)
    except Exception as error:  # whatever the program raises: a crash tape does it again
        where = traceback.extract_tb(error.__traceback__)[-1]
        file = "/".join(Path(where.filename).parts[-2:])
        return f"the program stopped: {type(error).__name__}: {error} ({file}:{where.lineno})"


def replay_all(tapes: list[Path], target: Target) -> int:
    """Replays tapes, a line each and the closing line; 0 when all passed, else 1."""
    failed = 0
    for path in tapes:
        difference = replay_file(path, target)
        failed += difference is not None
        name = path.stem
        print(f"ok {name}" if difference is None else f"FAIL {name}: {difference}", flush=True)
    print(f"{len(tapes) - failed} passed, {failed} failed")
    return 1 if failed else 0


def command_replay(argv: list[str]) -> int:
    parser = Parser(prog="host_tools replay", description="Replay tapes and compare the paper.")
    parser.add_argument("tapes", nargs="+", type=Path, metavar="FILE.tape")
    parser.add_argument("--on", default="host", metavar="TARGET", help=ON)
    options = parser.parse_intermixed_args(argv)
    with open_target(options.on) as target:
        return replay_all(options.tapes, target)


def command_programs(argv: list[str]) -> int:
    parser = Parser(prog="host_tools programs", description="List the programs.")
    parser.add_argument("--json", action="store_true", help="with setup fields and defaults")
    options = parser.parse_args(argv)
    if not options.json:
        for name, year, machine, title in catalogue.PROGRAMS:
            print(f"{name:20} {year!s:8} {machine:13} {title}")
        return 0
    listed = []
    for name, year, machine, title in catalogue.PROGRAMS:
        module = catalogue.load(name)
        setup = read(module.FIELDS, [], getattr(module, "check", None))
        fields = []
        for field in module.FIELDS:
            value = setup[field.name]
            default = None if value is None else field.format(value)
            fields.append({"name": field.name, "default": default, "allowed": field.allowed()})
        presets = [
            {"label": label, "setup": line} for label, line in getattr(module, "PRESETS", ())
        ]
        entry = {"name": name, "year": year, "machine": machine, "title": title}
        listed.append({**entry, "setup": fields, "presets": presets})
    print(json.dumps(listed, ensure_ascii=False, indent=2))
    return 0


HERE = {"programs": command_programs, "run": command_run, "replay": command_replay}


def usage() -> str:
    lines = ["usage: python3 -m host_tools COMMAND …", ""]
    lines += ["  programs   list the programs", "  run        run one of them"]
    lines += ["  replay     replay tapes and compare the paper"]
    lines += [f"  {name:10} {about}" for name, (_, about) in ELSEWHERE.items()]
    return "\n".join([*lines, "", "COMMAND --help tells more."])


def command(name: str, rest: list[str]) -> int:
    """Runs the command `name`; returns its exit status."""
    if name in ("-h", "--help"):
        print(usage())
        return 0
    if name in HERE:
        return HERE[name](rest)
    if name in ELSEWHERE:
        status: int = importlib.import_module(f"host_tools.{ELSEWHERE[name][0]}.{name}").main(rest)
        return status
    known = ", ".join([*HERE, *ELSEWHERE])
    raise WrongUsage(f"unknown command '{name}'; the commands are {known}")


def main(argv: list[str]) -> int:
    if not argv:
        say(usage())
        return 2
    name = argv[0]
    if sys.stdin is None or sys.stdout is None:
        say(f"{name}: standard input and standard output are needed")
        return 1
    # the same on every machine; a file name may be no text
    sys.stdout.reconfigure(  # type: ignore[union-attr]
        encoding="utf-8", newline="\n", errors="backslashreplace"
    )
    try:
        status = command(name, argv[1:])
        sys.stdout.flush()  # what cannot be written is to be known here
        return status
    except WrongUsage as error:
        say(str(error))
        return 2
    except ModuleNotFoundError as error:
        say(f"{name}: {error}; `make setup` has it in .cache/venv/bin/python")
        return 1
    except (TargetError, ImportError) as error:
        say(f"{name}: {error}")
        return 1
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # then nobody is there to be told
            say(f"{name}: {error}")
        with contextlib.suppress(OSError):
            sys.stdout.flush()  # the fault may have been elsewhere
        # what is left in the buffer would fail once more at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
