# SPDX-License-Identifier: MIT
"""Hostile input of every kind, to find what breaks.

    python3 -m host_tools lab fuzz [TARGET …] [--seconds 60] [--seed 1]
        python3 -m host_tools lab fuzz TARGET --seed S --first N --cases 1      repeat one case

        setups    setup values for every program: accepted and written back the same, or refused
        answers   sessions with legal, illegal and missing answers; each replays from its tape
        tapes     damaged reference tapes: replayed, or a message says what is wrong
        settings  settings files, good and damaged: the handheld starts, the second time silently
        saved     damaged files in the flash: the handheld starts, and buttons lead to the shelf
        boards    boards that misbehave: one line of message (`host_tools.device.link`)
        players   players that misbehave: a whole match, and no process left
        serial    bytes typed on the emulated Pico: it answers, and its watchdog has not reset it

Readers run on this Python and on MicroPython's Unix port; both must give the same result:

    formulas     formulas as people type them, and worse
    typed        a line that starts a program, and answers from a pipe
    patterns     RLE, .cells and .lif: each pattern is written as RLE and read again
    wiring       a board.py, damaged
    exhibit      exhibit.txt as editors save it: no damage unlocks it; `exhibit import` agrees
    preferences  settings.txt: what is saved after reading it reads without a fault
    counts       what visitors did: a good line stays, and no cell of the CSV is a formula
    now          the file that names the firmware of the next start
    links        links of the page, under Node: a line without control characters, or refused

All random numbers come from the seed, the target and the number of the case. A case that takes
longer than LONGEST is also a finding. The first finding ends the run and prints the command that
repeats it.
"""

import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from host_tools import paths
from host_tools.build import images
from host_tools.emulator.pico import Pico, PicoError
from host_tools.lab.measure import fuzz_readers
from host_tools.lab.measure.damage import JUNK, Broken, damaged, damaged_bytes, setup_pairs, value
from host_tools.sessions.replay import replay_file
from host_tools.sessions.targets import BoardError, Host
from host_tools.usage import Failed, Parser, WrongUsage, shown, tell, whole
from teletype.core import tape
from teletype.core.request import LONGEST_ANSWER, Cells, Malformed, Numbers, working
from teletype.core.session import Session
from teletype.core.setup import SetupError, join
from teletype.programs import catalogue

LONGEST = 240
"""Seconds of real time that a case may take; a lesson about Calculation is slow on this Python."""

STEPS = 2000
"""Events of a session before it is abandoned."""

ANSWERS = 25
"""Answers in a session."""


def answer(chance: random.Random, request: Any) -> str:
    """Return an answer: legal by the request's bounds, at or beyond them, or junk."""
    if chance.random() < 0.15:
        return chance.choice(JUNK)
    if isinstance(request, Numbers | Cells):
        if chance.random() < 0.1:  # as long as a line may be, or nearly
            count = len(request.names)
            digits = max(1, LONGEST_ANSWER // count - chance.randrange(6))
            return " ".join(["9" * digits] * count)
        values = []
        for low, high in zip(request.lows, request.highs, strict=True):
            spread = min(high, low + 1000)
            beyond = chance.choice((low - 1, high + 1, 10**9, -(10**30)))
            values.append(beyond if chance.random() < 0.03 else chance.randint(low, spread))
        if chance.random() < 0.3:
            return " ".join(f"{n}={v}" for n, v in zip(request.names, values, strict=True))
        return chance.choice((" ", ",", " , ")).join(map(str, values))
    return chance.choice(
        ("0", "1", "2", "5", "6", "26", "T1", "T4", "F1", "NIL", "((T2 F4))", "7")
    )


# The targets


def setups(chance: random.Random, folder: Path) -> None:
    name = chance.choice(catalogue.NAMES)
    module = catalogue.load(name)
    try:
        module, setup = catalogue.prepare(name, setup_pairs(chance, module))
    except SetupError as error:
        if not shown(str(error)).isprintable():
            raise Broken(f"{name}: a message that is more than a line") from error
        return
    line = join(module.FIELDS, setup)
    try:
        again = catalogue.prepare(name, line)[1]
    except SetupError as error:
        raise Broken(f"{name}: what it took is refused as it is written: {line!r}") from error
    if again != setup:
        raise Broken(f"{name}: {line!r} is read as another setup")


def answers(chance: random.Random, folder: Path) -> None:
    name = chance.choice(catalogue.NAMES)
    module = catalogue.load(name)
    try:
        module, setup = catalogue.prepare(name, setup_pairs(chance, module))
    except SetupError:
        module, setup = catalogue.prepare(name, "")
    line = join(module.FIELDS, setup)
    session = Session(module.play(setup))
    written = [tape.head(name, line)]
    given = 0
    for _ in range(STEPS):
        event = session.step()
        if event is None:
            break
        if event is working:
            continue
        if isinstance(event, str):
            if not event.isprintable():
                raise Broken(f"{name} {line}: paper that a terminal would obey: {event!r}")
            written.append(tape.paper(event))
            continue
        if given == ANSWERS:
            break
        given += 1
        with suppress(Malformed):
            written.append(tape.answer(session.answer(answer(chance, event))[0]))
    else:
        return  # it would print for hours
    path = folder / "session.tape"
    path.write_text("".join(written), encoding="utf-8", newline="\n")
    difference = replay_file(path, Host())
    if difference is not None:
        raise Broken(f"{name} {line}: the session does not replay: {difference}")


def a_tape(chance: random.Random) -> bytes:
    return chance.choice(sorted(paths.TAPES.glob("*.tape"))).read_bytes()


def tapes(chance: random.Random, folder: Path) -> None:
    path = folder / "damaged.tape"
    path.write_bytes(damaged_bytes(chance, a_tape(chance)))
    difference = replay_file(path, Host())
    if difference is not None and "the program stopped" in difference:
        raise Broken(difference)


def switched_on(folder: Path) -> Any:
    from host_tools.emulator.simulator import Simulator

    desk = Simulator(folder=folder)
    desk.run(3000, 25)
    return desk


def settings(chance: random.Random, folder: Path) -> None:
    module = __import__("teletype.handheld.keeping.setting_fields", fromlist=["FIELDS"])
    lines = [
        f"{field.name}={value(chance, field)}" for field in module.FIELDS if chance.random() < 0.7
    ]
    text = "\n".join(lines).encode("utf-8", "replace")
    (folder / "settings.txt").write_bytes(
        damaged_bytes(chance, text) if chance.random() < 0.5 else text
    )
    switched_on(folder)
    desk = switched_on(folder)
    if "settings.txt:" in desk.serial.printed:
        raise Broken(f"it complains again: {desk.serial.printed[:200]!r}")


def saved(chance: random.Random, folder: Path) -> None:
    (folder / "tapes").mkdir()
    for number in range(1, chance.randrange(2, 7)):
        data = a_tape(chance)
        if chance.random() < 0.7:
            data = damaged_bytes(chance, data)
        name = f"{number:04}-{chance.choice(catalogue.NAMES)}"
        ending = chance.choice((".tape", ".tape", ".end.tape", ".tape.new", ".tape.bad", ""))
        (folder / "tapes" / (name + ending)).write_bytes(data)
    for name in ("last.txt", "settings.txt", "boots.txt", chance.choice(("x", "tapes.new"))):
        if chance.random() < 0.3:
            (folder / name).write_bytes(damaged_bytes(chance, b"0001-nim.tape\n"))
    from host_tools.emulator.simulator import KEYS, Restart, searches

    desk = switched_on(folder)
    desk.app.fast = True
    for key in chance.choices(KEYS, (4, 4, 3, 3, 6, 1), k=40):
        try:
            desk.press(key)
        except Restart:
            if not searches():
                raise Broken("the board restarts") from None
            desk = switched_on(folder)
    for _ in range(300):
        if type(desk.app.activity).__name__ == "Shelf":
            return
        desk.press("BACK")
    raise Broken(f"{type(desk.app.activity).__name__} does not lead back to the shelf")


def board_script(chance: random.Random) -> Any:
    """A board that speaks the raw REPL, more or less, or not at all."""
    from host_tools.lab.faulty_boards import raw_repl

    def listing() -> bytes:
        names = (
            "tapes/0001-nim.tape",
            "settings.txt",
            "tapes/\x1b[2J.tape",
            "tapes/..\\..\\x.tape",
        )
        lines = []
        for _ in range(chance.randrange(5)):
            name = damaged(chance, chance.choice(names)).encode("utf-8", "replace")
            lines.append(b"%s %d" % (name.hex().encode(), chance.choice((-1, 0, 1, 300, 10**9))))
        return b"".join(line + b"\r\n" for line in [*lines, b"listed"])

    def reply(code: str) -> tuple[bytes, bytes]:
        said = b""
        if "_list('')" in code:
            said = listing()
        elif "_hash(name))" in code and "def" not in code:
            said = chance.randbytes(32).hex().encode() + b"\r\n"
        elif "f.read(" in code:
            said = b"00" * chance.choice((1, 256)) + b"\r\n"
        elif "_mpy" in code:
            said = b"micropython\r\nRaspberry Pi Pico with RP2040\r\n4870\r\n"
        elif "statvfs" in code:
            said = b"4096\r\n%d\r\n" % chance.choice((0, 300, 10**9))
        elif "remote.serve" in code:
            said = b"|A\r\n" * chance.randrange(9) + chance.choice((b".", b"?T L", b"!no", b"<1"))
            said += b"\r\n"
        if chance.random() < 0.3:
            said = damaged_bytes(chance, said)
        failed = damaged_bytes(chance, b"OSError: 28\r\n") if chance.random() < 0.2 else b""
        return said.replace(b"\x04", b""), failed.replace(b"\x04", b"")

    kind = chance.randrange(4)
    if kind:
        script = raw_repl(reply)
        sent = next(script)
        left = chance.choice((3, 10, 10**6, 10**6))
        while left:
            left -= 1
            if kind == 1 and chance.random() < 0.1:
                sent = damaged_bytes(chance, sent)
            received = yield sent
            sent = script.send(received)
    while True:
        yield damaged_bytes(chance, b"raw REPL; CTRL-B to exit\r\n>OK\x04\x04>R\x01\x20\x00\x01")


def boards(chance: random.Random, folder: Path) -> None:
    from host_tools.device import flash, pull, slots
    from host_tools.device.board import Board
    from host_tools.device.link import Files
    from host_tools.lab.faulty_boards import board, hurried

    wanted = {"main.py": b"# main\n", "engines/a.mpy": b"M\x06"}
    with board(board_script(chance)) as port, hurried(port) as link:
        kind = chance.randrange(3)
        try:
            if kind == 0:
                pull.pull(link, folder / "pulled", lambda text: None)
            elif kind == 1:
                link.interrupt()
                flash.architecture(flash.ask(link), "pico")
                slots.Board(Files(link), "", lambda text: None).put(wanted)
            else:
                with Board(link) as target:
                    session = target.session("nim", "heaps=7,8,4")
                    for _ in range(STEPS):
                        if session.step() is None:
                            break
                        if session.request is not None:
                            with suppress(Malformed):
                                session.answer("2 1")
        except BoardError as error:
            if "\n" in str(error) or not str(error).isprintable():
                raise Broken(f"a message that is more than a line: {str(error)!r}") from error
        except Failed:
            pass  # the program on the board has ended
    if [path for path in folder.iterdir() if path.name != "pulled"]:
        raise Broken(f"files outside the folder: {sorted(folder.iterdir())}")


DEEDS = (
    "bid(1000); read()", "bid(1000); read()", "bid(1000); read()", "bid('x')", "bid(10 ** 99)",
    "os.write(1, os.urandom(3000))", "sys.exit(3)", "os.close(1)", "os.close(0)", "time.sleep(9)",
    "os.fork()", "os.fork() or os.setsid()", "os.kill(os.getpid(), 19)", "os.environ.clear()",
    "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 13, 15)]", "os.kill(os.getpid(), 9)",
    "os.execve('/bin/sleep', ['sleep', '9.' + WORD[5:]], {}) if os.fork() == 0 else 0", "bid('')",
    "[os.fork() for _ in range(4)]", "sys.stdout.write('1' * 5000)", "os.killpg(0, 15)",
    "(os.fork() == 0 and os.setsid(), os.fork(), time.sleep(9))",
)  # fmt: skip


def players(chance: random.Random, folder: Path) -> None:
    from host_tools.contests import yen

    word = f"fuzz-{chance.getrandbits(64)}"
    lines = chance.choices(DEEDS, k=chance.randrange(1, 12))
    text = (
        f"import os, signal, sys, time\nWORD = {word!r}\n"
        "os.dup2(os.open(os.devnull, os.O_WRONLY), 2)\n"
        "def bid(text):\n    print(text, flush=True)\n"
        "def read():\n    return sys.stdin.readline()\n" + "\n".join(lines) + "\n"
    )
    (folder / "player.py").write_text(text)
    words = [sys.executable, str(folder / "player.py"), word]
    sides = (yen.Child("wild", words, 0.2), yen.BuiltIn("minus1", 1, 1))
    match = yen.play_match(sides, 2, 0.2)
    if sum(match.wins) + match.draws != 2:
        raise Broken(f"{match.wins} and {match.draws} draws of 2 games: {lines}")
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if word[5:].encode() in path.read_bytes():
                raise Broken(f"process {path.parent.name} is left: {lines}")


_pico: list[Any] = []
"""The emulated Pico, shared by all cases, because building it takes longer than a case."""


def serial(chance: random.Random, folder: Path) -> None:
    pico = _pico[0]
    try:
        pico.power_cycle()
        pico.boot()
        pico.run(300)
        sent = b""
        for _ in range(chance.randrange(1, 6)):
            name = chance.choice(catalogue.NAMES)
            piece = chance.choice(
                (
                    chance.randbytes(chance.randrange(2000)),
                    bytes([chance.choice(b"\0\xff\x08\x7f\r\n\t \x1b\x07A")]) * 3000,
                    f"\r{damaged(chance, name)}\r".encode("utf-8", "replace"),
                    f"\r{name}\r1 1\r2 1\r".encode(),
                    "\r".join(chance.choice(JUNK) for _ in range(20)).encode(),
                    "".join(chr(chance.randrange(0x4E00, 0x9FFF)) for _ in range(300)).encode(),
                )
            )
            piece = bytes(byte for byte in piece if byte not in b"\1\2\3\4\5")  # REPL keys
            sent += piece
            pico.send(piece)
            pico.run(chance.choice((10, 300, 1500)))
        cause = pico.execute("import machine\nprint(machine.reset_cause())", 30_000)
    except PicoError as error:
        raise Broken(f"{error} after {sent!r}") from error
    if cause.strip() != "1":
        raise Broken(f"its watchdog has reset it (reset cause {cause.strip()}) after {sent!r}")


TARGETS: dict[str, Callable[[random.Random, Path], None]] = {
    "setups": setups,
    "answers": answers,
    "tapes": tapes,
    "settings": settings,
    "saved": saved,
    "boards": boards,
    "players": players,
    "serial": serial,
    **fuzz_readers.READERS,
}
"""By name: a function that runs one case, given a random generator and an empty folder."""


# The command


def stuck(number: int, frame: FrameType | None) -> None:
    raise Broken(f"no end within {LONGEST} s")


def run_case(target: str, seed: int, number: int) -> None:
    """Run one case; if it finds something, raise Broken with the command that repeats it."""
    chance = random.Random(f"{seed} {target} {number}")
    before = signal.signal(signal.SIGALRM, stuck)
    signal.alarm(LONGEST)
    try:
        with tempfile.TemporaryDirectory() as folder:
            TARGETS[target](chance, Path(folder))
    except Exception as error:
        text = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
        again = f"python3 -m host_tools lab fuzz {target} --seed {seed} --first {number} --cases 1"
        raise Broken(f"{target}: {shown(text)[:1000]}\nagain: {again}") from error
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def fuzz(targets: Sequence[str], seed: int, first: int, cases: int | None, seconds: float) -> int:
    """Run cases of all targets in rotation; return the number of rounds. Raises Broken."""
    if "serial" in targets and not _pico:  # building it takes longer than a case may
        _pico.append(Pico(images.image("pico")))
    end = time.monotonic() + seconds
    number = first
    while (number < first + cases) if cases is not None else (time.monotonic() < end):
        for target in targets:
            run_case(target, seed, number)
        number += 1
        if sys.stderr.isatty():
            tell(f"\r{number - first} cases")
    return number - first


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools lab fuzz",
        description="Send hostile input of every kind to find what breaks.",
        example="--seconds 600 setups answers",
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument(
        "--seconds", type=whole(1, 10**6), default=60, help="stop after this time (default: 60)"
    )
    parser.add_argument(
        "--seed", type=whole(0, 10**9), default=1, help="of the random numbers (default: 1)"
    )
    parser.add_argument(
        "--first", type=whole(0, 10**9), default=0, help="number of the first case (default: 0)"
    )
    parser.add_argument(
        "--cases", type=whole(1, 10**9), help="run this many for each target, however long"
    )
    options = parser.parse_args(argv)
    for target in options.targets:
        if target not in TARGETS:
            raise WrongUsage(f"unknown target '{target}'; the targets are {', '.join(TARGETS)}")
    targets = options.targets or list(TARGETS)
    try:
        count = fuzz(targets, options.seed, options.first, options.cases, options.seconds)
    except Broken as error:
        tell(f"fuzz: {error}\n")
        return 1
    print(f"{count} cases each of {', '.join(targets)}, seed {options.seed}: no finding")
    return 0
