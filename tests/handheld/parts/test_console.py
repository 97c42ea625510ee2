# SPDX-License-Identifier: MIT
"""The console on the serial port, with a terminal's bytes: lines, rubbing out, lines too long."""

import io
from types import SimpleNamespace

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.core.request import Malformed, Numbers


class Computer:
    """What is at the other end: `keys` are typed, `room` bytes are taken of what is printed."""

    def __init__(self, keys: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        Simulator()  # its firmware
        from teletype.handheld.parts import console as module

        self.keys = io.BytesIO(keys)
        self.room = 1 << 30
        self.seen = bytearray()
        stdin = SimpleNamespace(buffer=self.keys)
        stdout = SimpleNamespace(buffer=SimpleNamespace(write=self._print))
        monkeypatch.setattr(module.select, "poll", lambda: Poll(self, stdin))
        monkeypatch.setattr(module.sys, "stdin", stdin)
        monkeypatch.setattr(module.sys, "stdout", stdout)
        self.console = module.Console()
        self.rings: list[int] = []
        self.console.bell = lambda: self.rings.append(1)

    def _print(self, data: bytearray) -> None:
        assert self.room > 0, "the port would hold the machine"
        self.room -= len(data)
        self.seen += data

    def typed(self) -> bool:
        return self.keys.tell() < len(self.keys.getvalue())

    def types(self, keys: bytes) -> None:
        """Types something more."""
        self.keys = io.BytesIO(keys)
        self.console._stdin = self.keys

    def turn(self, reads: bool = True) -> str | None:
        """A turn of the main loop: the line that was read, None if none was."""
        at = self.keys.tell()
        self.console.take()
        assert self.keys.tell() - at <= 32
        line = self.console.read() if reads else None
        self.console.flush()
        return None if line is None else str(line)

    def line(self) -> str | None:
        """The next line that is read, None if there is none."""
        for _ in range(100):
            line = self.turn()
            if line is not None:
                return line
        return None


class Poll:
    """`select.poll` of one stream."""

    def __init__(self, computer: Computer, stdin: object) -> None:
        self._computer, self._stdin, self._typed = computer, stdin, False

    def register(self, stream: object, _: int) -> None:
        self._typed = stream is self._stdin

    def ipoll(self, _: int) -> list[int]:
        ready = self._computer.typed() if self._typed else self._computer.room > 0
        return [1] if ready else []


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (b"2 1\r\n", "2 1"),
        (b"2 1\n", "2 1"),
        (b"2 19\x7f\n", "2 1"),
        (b"2\x1b[A 1\x1b[D\n", "2 1"),  # arrows
        (b"2 1\x1b[3~\n", "2 1"),  # Delete
        (b"2 1\x1bOA\x1bOP\x1b[15~\x1b[1;5C\n", "2 1"),  # other arrows, F1, F5, Ctrl-arrow
        (b"\x1b[200~2 1\x1b[201~\n", "2 1"),  # what is pasted
        (b"2\x1b\x1b[A 1\n", "2 1"),
        (b"2 1\x1b[\n", "2 1"),  # a sequence that is cut off
        (b"2 1\x1b\n", "2 1"),
        (b"2\x1b 1\n", "2 1"),  # the key Esc
        ("ТА\b\b\b1\n".encode(), "1"),
        ("２　１\n".encode(), "2 1"),
        ("Ｔ＝２　Ｌ＝１\n".encode(), "T=2 L=1"),
        ("２、ー１\n".encode(), "2,-1"),
        ("（Ａ－＞Ｂ）＋～Ｃ\n".encode(), "(A->B)+~C"),
        (b"\xef\xbb\xbf2 1\r\n", "2 1"),
        (b"2\x01 1\n", "2 1"),
    ],
)
def test_a_typed_line(typed: bytes, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    computer = Computer(typed, monkeypatch)
    assert computer.line() == line and computer.line() is None and not computer.rings


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("nim 😀\n".encode(), "column 5: U+1F600 is not taken"),
        ("T=日\n".encode(), "column 3: U+65E5 is not taken"),
        ("１ｱ\n".encode(), "column 2: U+FF71 is not taken"),
        (b"1\xef\xbc\n", "column 2: not UTF-8"),
        (b"2 \xff1\n", "column 3: not UTF-8"),
        (b"2 \xd0\n", "column 3: not UTF-8"),
        (b"\xc0\x80\n", "column 1: not UTF-8"),
    ],
)
def test_a_character_that_is_not_taken_is_named(
    typed: bytes, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    computer = Computer(typed + b"2 1\n", monkeypatch)
    assert computer.line() == "" and len(computer.rings) == 1
    assert computer.line() == "2 1"
    assert message in computer.seen.decode("utf-8", "replace")


def test_a_line_that_is_too_long_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its end is missing, so that it would be another one; the next line is taken again."""
    computer = Computer(b"2" + b" " * 998 + b"10\n3 4\n", monkeypatch)
    with pytest.raises(Malformed, match="more than 1000 characters"):
        Numbers(("T", 1, 3), ("L", 0, 8)).parse(computer.line())
    assert len(computer.rings) == 1 and computer.line() == "3 4"


def test_ctrl_c_that_came_as_a_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """From before the program ran; of a locked device it is said what to do."""
    computer = Computer(b"\x03", monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        computer.turn()
    computer = Computer(b"\x03nim\n", monkeypatch)
    computer.console._locked = True
    assert computer.line() == "nim"
    assert computer.seen.startswith(b"locked: hold BACK at power-on")


@pytest.mark.parametrize("byte", [0, 8, 0x7F, 0xFF, 65, 10, 13])
def test_a_flood_takes_a_bounded_time_of_a_turn(
    byte: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And rings once, not for ever; a line behind it is read, but for one behind empty lines."""
    computer = Computer(bytes([byte]) * 5000 + b"\n2 1\n", monkeypatch)
    lines = [computer.turn() for _ in range(5200)]
    assert byte in (10, 13) or [line for line in lines if line][-1] == "2 1"
    rung = len(computer.rings)
    assert rung == (byte in (65, 0xFF)) or (byte in (10, 13) and rung < 5)


def test_what_is_typed_ahead_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is taken from the port while nothing reads it; what does not fit is refused, once.

    The line whose end is missing is none, and neither is the rest of it.
    """
    computer = Computer(b"2 1\n" * 30 + b"3 " + b"4" * 820, monkeypatch)
    for _ in range(26):
        assert computer.turn(reads=False) is None
    assert computer.keys.tell() > 800
    assert [computer.line() for _ in range(31)] == ["2 1"] * 30 + [None]
    computer.types(b"4 5\n6 7\n")
    assert computer.line() == "6 7"
    assert len(computer.rings) == 1 and computer.seen.count(b"was ignored") == 1


def test_a_port_that_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never holds the machine; what is missing is said where it is, when it is read again."""
    computer = Computer(b"abc\b\n", monkeypatch)
    computer.room = 300
    for number in range(200):
        computer.console.print(f"line {number}")
        computer.turn()
    assert computer.console._held < 300
    computer.room = 1 << 30
    for _ in range(60):
        computer.turn()
    computer.console.print("line 200")
    for _ in range(10):
        computer.turn()
    said = computer.seen.decode().split("\r\n")
    at = next(index for index, line in enumerate(said) if "missing here" in line)
    kept = [line for line in said[: at - 1] if line.startswith("line")]
    assert kept == [f"line {number}" for number in range(len(kept))] and len(kept) > 30
    assert said[at + 1 :] == ["line 200", ""]


@pytest.mark.parametrize(
    ("before", "typed", "printed"),
    [
        ("", b"", "shelf\n"),
        ("a line\n", b"", "a line\nshelf\n"),
        ("a line\n◊ ", b"", "a line\n◊ \nshelf\n"),
        ("A◊ ", b"2 1", "A◊ 2 1\nshelf\n"),
        ("◊ ", b"2 1\r", "◊ 2 1\nshelf\n"),
        ("a line\n", b"ni", "a line\nni\nshelf\n"),
    ],
)
@pytest.mark.parametrize("sent", [True, False])
def test_a_row_of_its_own(
    before: str, typed: bytes, printed: str, sent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind a prompt, and what was typed there, whether or not the computer has taken it."""
    computer = Computer(b"", monkeypatch)
    if before:
        computer.console.write(before)
    if sent or typed:
        computer.turn()
        computer.types(typed)
        computer.turn()
    computer.console.begin_row()
    computer.console.print("shelf")
    for _ in range(3):
        computer.turn()
    assert computer.seen.decode().replace("\r", "") == printed


@pytest.mark.parametrize("typed", ["", "2 1"])
def test_the_greeting_after_a_game_left_at_a_prompt(typed: str) -> None:
    desk = Simulator()
    desk.serial.typed.append("nim heaps=7,8,4")
    desk.settle()
    desk.serial.write(typed)
    desk.press("BACK", "BACK")
    desk.settle()
    said = desk.serial.printed.splitlines()
    assert said[-2] == f"◊ {typed}" and said[-1].startswith("POCKET TELETYPE")


@pytest.mark.slow
def test_few_characters_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """MicroPython keeps each one for ever; those that nobody needs are no text."""
    Simulator()  # its firmware
    from teletype.handheld.parts.console import typed

    for text in ("AZ az 09 ~", "ФЗКН ёж", "¬A·B∨C→D↔E⇒⇔⊕≡", "— … ◊ □ ▲ ≠", ""):
        assert typed(bytearray(text.encode())) == text
    for text in ("日本", "٦", "😀", "Aā", "∀"[:0] + "①"):
        assert typed(bytearray(text.encode())) == "\ufffd"
    allowed = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    count = sum(typed(character.encode()) == character for character in allowed)
    assert count < 800


def test_nothing_is_echoed_of_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor what is rubbed out; the line is read all the same, and the next one is echoed again."""
    computer = Computer(b"399\x7f\x7f217\r", monkeypatch)
    line = None
    while line is None:
        computer.console.take()
        line = computer.console.read(True)
        computer.console.flush()
    assert (line, bytes(computer.seen)) == ("3217", b"\r\n")
    computer.types(b"100\r")
    assert computer.line() == "100" and bytes(computer.seen) == b"\r\n100\r\n"
