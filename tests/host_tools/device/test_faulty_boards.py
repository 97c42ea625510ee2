# SPDX-License-Identifier: MIT
"""`pull`, `flash`, `run --on` and `check` with a board that misbehaves: one line, status 1.

The boards are scripts behind a pseudo-terminal; each look at the clock advances it.
"""

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.device import flash, link, pull
from host_tools.lab.faulty_boards import Script, board, hurried, raw_repl
from host_tools.paths import TAPES

HASH = b"00" * 32


def silent() -> Script:
    while True:
        yield b""


def flood(data: bytes) -> Callable[[], Script]:
    def script() -> Script:
        while True:
            yield data

    return script


def echo() -> Script:
    said = b""
    while True:
        said = yield said


def gone() -> Script:
    yield b""


def dribble() -> Script:
    for byte in itertools.cycle(b"raw REPL; CTRL-B to exit\r\n"):
        yield bytes([byte])
        yield b""


def cut_off() -> Script:
    """Hang up when asked for raw paste."""
    talk = raw_repl(lambda code: (b"", b""))
    said = next(talk)
    while b"soft reboot" not in said:
        said = talk.send((yield said))
    yield said


def raw_paste(after: bytes, again: bool) -> Callable[[], Script]:
    """Claim to support raw paste, then say something invalid."""

    def script() -> Script:
        asked = b""
        talk = raw_repl(lambda code: (b"", b""))
        said = next(talk)
        while True:
            asked = yield said
            if b"\x05A\x01" in asked:
                break
            said = talk.send(asked)
        yield b"R\x01" + after
        while True:
            yield after if again else b""

    return script


def says(out: bytes, failed: bytes = b"") -> Callable[[], Script]:
    """Reply the same to all code."""
    return lambda: raw_repl(lambda code: (out, failed))


def has(
    listing: bytes, content: bytes = b"", sha256: bytes = HASH, end: bytes = b"listed\r\n"
) -> Callable[[], Script]:
    """A board with these files, as listed, and the result of reading one."""

    def reply(code: str) -> tuple[bytes, bytes]:
        if "\n_list" in code:
            return listing + end, b""
        if "\nfor name in" in code:
            return sha256 + b"\r\n", b""
        if "\nwith open" in code:
            return content, b""
        return b"", b""

    return lambda: raw_repl(reply)


def listed(name: str | bytes, size: int) -> bytes:
    raw = name.encode() if isinstance(name, str) else name
    return b"%s %d\r\n" % (raw.hex().encode(), size)


TAPE = "tapes/0001-nim.tape"
ENDLESS = b"00" * 256 + b"\r\n"

BOARDS: dict[str, Callable[[], Script]] = {
    "silent": silent,
    "a thousand lines a second": flood(b"still alive\r\n"),
    "zeros": flood(bytes(4096)),
    "colours": flood(b"\x1b[31m\x9b2J"),
    "echo": echo,
    "gone": gone,
    "dribble": dribble,
    "prompt only": flood(b"raw REPL; CTRL-B to exit\r\n>"),
    "cut off": cut_off,
    "no window": raw_paste(b"", False),
    "half a window": raw_paste(b"\x80", False),
    "a window of nothing": raw_paste(b"\0\0", False),
    "windows without end": raw_paste(b"\x00\x01\x01\x01", True),
    "not OK": lambda: raw_repl(lambda code: (b"", b"no")),
    "brackets": says(b"(" * 3000 + b"\r\n"),
    "no text": says(b"\xff\xfe\xfd\r\n", b"\xff\r\nOSError: \xfe\x1b[2J"),
    "a line without end": says(b"0" * 100_000),
    "an exception": says(b"", b"Traceback:\r\nValueError: \x1b]0;hacked\x07"),
    "an empty exception": says(b"", b"\r\n"),
    "None": says(b"None\r\n"),
    "numbers": says(b"1\r\n2\r\n3\r\n"),
    "a name that is no hex": has(b"zz 12\r\n"),
    "a size that is none": has(listed(TAPE, 1).replace(b" 1", b" 1e9")),
    "a size of four gigabytes": has(listed(TAPE, 4_000_000_000), ENDLESS * 100),
    "a file without end": has(listed(TAPE, 1000), ENDLESS * 10_000),
    "many files without end": has(b"".join(listed(f"{n}", 1) for n in range(5000))),
    "a file that is shorter": has(listed(TAPE, 1000), b"00\r\n"),
    "a file that is not hex": has(listed(TAPE, 1), b"\x1b[\r\n"),
    "another sum": has(listed(TAPE, 1), b"00\r\n"),
    "no sum": has(listed(TAPE, 1), b"00\r\n", b"?"),
    "no list": has(b"", end=b""),
    "a list without an end": has(listed(TAPE, 1), b"00\r\n", end=b""),
    "more behind the list": has(b"", end=b"listed\r\nlisted\r\n"),
    "much in many": has(b"".join(listed(f"tapes/{n}.tape", 2_000_000) for n in range(100))),
}


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (flash, pull, link):
        monkeypatch.setattr(module, "open_port", hurried)


COMMANDS = {
    "pull": "pull --port {port} --to {folder}/pulled",
    "flash": "flash --port {port}",
    "run": "run nim --on {port}",
    "check": f"check --port {{port}} {TAPES}/nim-nine.tape",
}


@pytest.mark.sampled(18)
@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_one_line_and_status_1(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command, words in COMMANDS.items():
        if command != "pull" and BOARDS[name].__qualname__.startswith("has."):
            continue  # no files are requested from them before they are found out
        with board(BOARDS[name]()) as port:
            status = main(words.format(port=port, folder=tmp_path).split())
        out, err = capsys.readouterr()
        lines = (out + err).splitlines()
        assert status == 1, (command, out, err)
        if name == "cut off" and lines[0].startswith("the board was not started again ("):
            del lines[0]  # the cable was pulled after the board had been stopped
        assert len(lines) in ((1,) if err else (2,)), (command, lines)
        assert all(line.isprintable() and len(line) < 400 for line in lines), (command, lines)
        assert not (tmp_path / "pulled").exists() or not list((tmp_path / "pulled").iterdir())


def test_a_session_that_falls_silent_or_obeys_nobody(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Lines outside the protocol, or with control characters for a terminal, end the session."""
    sessions: tuple[tuple[bytes, str], ...] = (
        (b"|\x1b[2J\r\n", r"unexpected line from the target: '|\x1b[2J'"),
        (b"hello\r\n", "unexpected line"),
        (b"|a" * 10_000, "more than 4096 bytes"),
        (b"|a\r\n", "the board stopped without a message"),
        (b"", "the board stopped without a message"),
        ("?\u202eevil\r\n".encode(), r"'?\u202eevil'"),
    )
    for said, word in sessions:
        with board(says(said)()) as port:
            assert main(["run", "nim", "--on", port]) == 1
        err = capsys.readouterr().err
        assert word in err and err.count("\n") == 1 and err[:-1].isprintable(), err


def test_a_board_that_is_lost_is_not_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    asked = 0

    def reply(code: str) -> tuple[bytes, bytes]:
        nonlocal asked
        asked += "remote" in code
        return b"nonsense\r\n", b""

    with board(raw_repl(reply)) as port:
        tapes = [str(TAPES / f"nim-{name}.tape") for name in ("nine", "special", "worked")]
        assert main(["check", "--port", port, *tapes]) == 1
    out, err = capsys.readouterr()
    assert asked == 1 and out == "" and err.startswith("check: unexpected line from the target")


@pytest.mark.parametrize(
    ("name", "local"),
    [
        ("tapes/..\\..\\x.tape", "_.._x.tape"),
        ("tapes/a\x1b[2Jb.tape", "a_[2Jb.tape"),
        ("tapes/\u202eb.tape", "_b.tape"),
        ("tapes/a\0b.tape", "a_b.tape"),
        ("tapes/CON.tape", "_CON.tape"),
        ("tapes/con.tape.bad", "_con.tape.bad"),
        ("tapes/игра.tape", "игра.tape"),
        ("tapes/C:x.tape", "C_x.tape"),
        (f"tapes/{'a' * 300}.tape", f"{'a' * 50}.tape"),
        ("tapes/...tape", "tape"),
    ],
)
def test_names_are_cleaned(
    name: str, local: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sha256 = b"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    files = has(listed(name, 1), b"00\r\n", sha256)
    with board(files()) as port:
        assert main(["pull", "--port", port, "--to", str(tmp_path / "to")]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["to"]
    assert [path.name for path in (tmp_path / "to").iterdir()] == [local]
    assert re.sub(r"\n", "", capsys.readouterr().err).isprintable()


def test_a_name_that_is_no_text_is_left_out(tmp_path: Path) -> None:
    with board(has(listed(b"tapes/\xff.tape", 1))()) as port:
        assert main(["pull", "--port", port, "--to", str(tmp_path / "to")]) == 0
    assert not list((tmp_path / "to").iterdir())
