# SPDX-License-Identifier: MIT
"""The exhibit on the emulated Pico: what is locked, and how its owner gets in."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.lab.measure.bench import quiet
from host_tools.paths import TAPES
from tests.helpers.boards import Port
from tests.helpers.screen import seen, texts

CTRL_C = b"\r\x03\x03\x01"
"""What mpremote sends to come to the raw REPL."""


def started(uf2: Path, text: bytes, held: str = "", flood: bool = False) -> Pico:
    """An exhibit, switched on with a key `held`; `flood`: a computer sends Ctrl-C all the time."""
    pico = Pico(uf2, filesystem=make_filesystem({"exhibit.txt": text}))
    if held:
        pico.press(held)
    pico.boot()
    for _ in range(150):
        if flood:
            pico.send(CTRL_C)
        pico.run(10)
    if held:
        pico.release(held)
    return pico


def test_ctrl_c_from_the_first_moment_on(firmware_uf2: Path) -> None:
    """No prompt; it is said what to do; keys are heard as ever."""
    with started(firmware_uf2, b"idle=20\n", flood=True) as pico:
        assert b">" not in pico.output and b"KeyboardInterrupt" not in pico.output
        assert b"locked: hold BACK" in pico.output
        pico.run(2000)
        before = pico.panel.version
        pico.tap("DOWN", hold_ms=40, gap_ms=60)
        assert pico.panel.version > before
        assert b">" not in pico.output


@pytest.mark.parametrize("name", ["Exhibit.txt", "exhibit.txt.txt"])
def test_a_name_that_is_nearly_right_locks_from_the_first_moment_on(
    firmware_uf2: Path, name: str
) -> None:
    """No prompt and no shelf; the panel and the port say which name is wrong."""
    pico = Pico(firmware_uf2, filesystem=make_filesystem({name: b"lock=no\n"}))
    with pico:
        pico.boot()
        for _ in range(150):
            pico.send(CTRL_C.strip(b"\r"))  # a line would put the notice away
            pico.run(10)
        pico.run(500)
        assert b">" not in pico.output and b"KeyboardInterrupt" not in pico.output
        told = f"{name}: the name must be exhibit.txt"
        assert told in pico.output.decode() and told[:20] in "".join(texts(pico.panel))
        pico.tap("OK", hold_ms=40, gap_ms=600)
        assert "OK:PLAY" not in texts(pico.panel)[-1]


@pytest.mark.parametrize("text", [b"lock=no\n", b"idle=20\n"], ids=["open", "unlocked"])
def test_ctrl_c_that_is_allowed(firmware_uf2: Path, text: bytes) -> None:
    """Without the lock, and from the operator's page on."""
    with started(firmware_uf2, text, held="" if b"lock" in text else "BACK") as pico:
        pico.run(50)  # a Ctrl-C that meets the handler of a button ends that alone
        pico.send(b"\x03")
        pico.run_until(lambda: pico.output.endswith(b">>> "), 2000, what="the prompt")


def test_a_command_for_a_locked_board(firmware_uf2: Path) -> None:
    """It says what its owner has to do, and nothing has happened."""
    port = Port(firmware_uf2, {"exhibit.txt": b""})
    try:
        port.pico.run(1000)
        done = port.call("settings", "set", "sound=off")
        assert done.returncode == 1 and done.stdout == ""
        assert "locked exhibit" in done.stderr and "hold BACK" in done.stderr
        assert port.files() == {"exhibit.txt": b""}
    finally:
        port.pico.close()


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["check", "{tape}", "--port", "{tty}"], "1 passed, 0 failed"),
        pytest.param(["doctor", "--on", "{tty}"], "answers where", marks=pytest.mark.heavy),
        pytest.param(["pull", "--to", "{to}", "--port", "{tty}"], "", marks=pytest.mark.heavy),
        pytest.param(["counts", "--port", "{tty}"], "0 visits", marks=pytest.mark.heavy),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_a_command_on_the_operator_s_page(
    firmware_uf2: Path, tmp_path: Path, command: list[str], expected: str
) -> None:
    """It does all of its work before it restarts the board, which is locked from then on."""
    port = Port(firmware_uf2, {"exhibit.txt": b""})
    try:
        port.pico.press("BACK")
        port.pico.power_cycle()
        port.pico.run(1500)
        port.pico.release("BACK")
        port.pico.run(100)
        named = {"tape": str(TAPES / "nim-nine.tape"), "tty": port.tty, "to": str(tmp_path)}
        done = port.run("host_tools", *(word.format(**named) for word in command))
        assert done.returncode == 0, done.stderr
        assert expected in done.stdout and "locked" not in done.stderr
        port.pico.send(CTRL_C)
        port.pico.run_until(
            lambda: b"locked: hold BACK" in port.pico.output, 3000, what="the lock"
        )
    finally:
        port.pico.close()


ASKED = ("Still playing?", "Ещё играете?", "続けますか?")

FAST = {"settings.txt": b"speed=fast\n"}


class Day:
    """A day in a museum: what happens to an exhibit, and what must be seen then."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self._read = 0

    def forget(self) -> None:
        """What was said so far is of no interest."""
        self._read = len(self.pico.output)

    def seen(self, text: str, seconds: int = 30) -> None:
        """Waits until the device has said `text` on the serial port since the last time."""
        wanted = text.encode()
        self.pico.run_until(
            lambda: wanted in self.pico.output[self._read :],
            1000 * seconds,
            step_ms=20,
            what=f"'{text}'",
        )
        self.forget()

    def press(self, *keys: str) -> None:
        """Presses keys as a person does, who looks at each new screen first."""
        for key in keys:
            self.pico.run(400)
            self.pico.tap(key, hold_ms=60, gap_ms=60)
        quiet(self.pico)

    def kept(self) -> dict[str, bytes]:
        """What is on the flash, but for the tapes and the counts."""
        files = read_filesystem(self.pico.filesystem())
        of_visits = ("tapes/", "counts/")
        return {name: data for name, data in files.items() if not name.startswith(of_visits)}

    def tapes(self) -> list[str]:
        files = read_filesystem(self.pico.filesystem())
        return sorted(name[6:] for name in files if name.startswith("tapes/"))


def typed(golden: Callable[[str, SSD1306], None], pico: Pico) -> None:
    """Wait until three languages of the invitation are typed: each board has a pace of its own."""
    for _ in range(500):
        try:
            golden("museum-invitation", pico.panel)
            return
        except AssertionError:
            pico.run(10)
    golden("museum-invitation", pico.panel)


@pytest.mark.heavy
def test_a_day_in_a_museum(firmware_uf2: Path, golden: Callable[[str, SSD1306], None]) -> None:
    """The invitation and a record; visits in three languages; one walks away, one mashes; the
    breaker falls in the middle of a game; the next morning is as the first.
    """
    text = b"programs=nim,trigex\nidle=10\nask=5\n"
    pico = Pico(firmware_uf2, filesystem=make_filesystem({"exhibit.txt": text, **FAST}))
    day = Day(pico)
    with pico:
        pico.boot()
        pico.run_until(lambda: b"Press any key" in pico.output, 2000, what="the cards")
        assert pico.millis < 2000, "milliseconds from power-on"
        typed(golden, pico)
        before = day.kept()
        day.seen("ВАШ ХОД", 7)  # the record follows the invitation at once
        pico.run(2500)  # the picture comes up
        quiet(pico)
        golden("museum-record", pico.panel)

        # A key: within 100 ms the page of languages, and a visit in each language.
        for number in range(3):
            pico.press("OK")
            pico.run(100)
            shown = b"".join(pico.panel.rows())
            pico.release("OK")
            quiet(pico)
            assert b"".join(pico.panel.rows()) == shown, "all of it was there after 100 ms"
            golden("museum-languages", pico.panel)
            day.press(*["DOWN"] * number, "OK")
            quiet(pico)
            golden(f"museum-shelf-{number}", pico.panel)
            day.forget()
            day.press("OK", "OK")  # Nim, start
            day.seen("◊")
            day.forget()
            pico.run(1500)
            day.press("DOWN", "OK")  # an answer
            day.seen("◊")
            day.forget()
            pico.run(17_500)
            quiet(pico)
            rows = [row.strip() for row in texts(pico.panel)]
            if number < 2:  # Japanese is none that the tests read
                assert rows[1] == seen(ASKED[number]), "the visitor's language first"
            else:
                assert ASKED[0] in rows
            assert 20 < sum(pico.panel.rows()[43]) < 110, "a bar that has shrunk"
            if number == 1:
                day.press("BACK")
            day.seen("Press any key", 10)
            pico.run(500)
            assert day.kept() == before
            assert all(".end." in name for name in day.tapes())
        assert len(day.tapes()) == 3

        # A child with both hands.
        dice = random.Random(1)
        for _ in range(150):
            keys = dice.sample(sorted(pico.buttons), dice.randrange(1, 5))
            for key in keys:
                pico.press(key)
            pico.run(dice.randrange(20, 150))
            for key in keys:
                pico.release(key)
            pico.run(dice.randrange(5, 60))
        day.forget()
        day.seen("Press any key", 120)
        pico.run(500)
        assert day.kept() == before and all(".end." in name for name in day.tapes())

        # The breaker, in the middle of a game: it is offered; and the next morning.
        day.press("OK", "OK")
        day.forget()
        day.press("OK", "OK")
        day.seen("◊")
        pico.run(1500)
        day.press("DOWN", "OK")
        assert not all(".end." in name for name in day.tapes())
        pico.power_cycle()
        day.forget()
        pico.boot()
        pico.run_until(
            lambda: ASKED[0] in [row.strip() for row in texts(pico.panel)], 2000, 10, ASKED[0]
        )
        assert pico.millis <= 2000
        day.seen("Press any key", 11)
        pico.power_cycle()
        day.forget()
        pico.boot()
        day.seen("Press any key", 2)
        assert pico.millis <= 2000
        typed(golden, pico)
        assert day.kept() == before and all(".end." in name for name in day.tapes())


MARK = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(MARK + b"code=UDLR\r\nidle=20", "UDLR", id="mark"),
        pytest.param(b"Code = udlr\n", "UDLR", id="blanks", marks=pytest.mark.heavy),
        pytest.param(b"\xc2\xa0code\xc2\xa0=UDLR\n", "UDLR", id="no-break space"),
        pytest.param(b"idle=20\ncode=UDLX\n", "", id="wrong key", marks=pytest.mark.heavy),
        pytest.param(b'"code"=UDLR\n', "", id="quotes", marks=pytest.mark.heavy),
        pytest.param("code=UDLR\n".encode("utf-16"), "", id="UTF-16", marks=pytest.mark.heavy),
        pytest.param("code=UDLR\n".encode("utf-16-le"), "", id="no mark", marks=pytest.mark.heavy),
    ],
)
def test_a_code_is_asked_however_it_is_written(firmware_uf2: Path, text: bytes, code: str) -> None:
    """BACK at power-on leads to the code, Ctrl-C to nothing; only the right keys open the port."""
    with started(firmware_uf2, text, held="BACK") as pico:
        pico.send(b"\x03")
        pico.run(500)
        assert b">>>" not in pico.output and b"locked" in pico.output
        for key in code or "UUUU":
            pico.run(400)
            name = {"U": "UP", "D": "DOWN", "L": "LEFT", "R": "RIGHT"}[key]
            pico.tap(name, hold_ms=60, gap_ms=60)
        pico.run(1000)
        pico.send(b"\x03")
        pico.run(1000)
        assert pico.output.endswith(b">>> ") == bool(code)
