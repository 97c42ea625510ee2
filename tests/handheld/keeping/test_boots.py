# SPDX-License-Identifier: MIT
"""Failed starts and errors of programs on the emulated Pico; safe starts with few buttons."""

import re
from pathlib import Path

import pytest

from host_tools.build.boards import Board
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from host_tools.emulator.simulator import KEYS, Simulator
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.lab.measure.bench import quiet
from host_tools.paths import BOARDS, FIRMWARE
from host_tools.sessions.replay import replay_file
from host_tools.sessions.targets import Host
from teletype.engines import nim
from teletype.handheld.keeping.boot_guard import GOOD
from tests.helpers import screen
from tests.helpers.boards import FIVE, FOUR, THREE, TWO, in_slot
from tests.helpers.finger import STOP
from tests.helpers.texts import english

TAPE = "0001-race.tape"

SESSION = {
    "last.txt": f"tape={TAPE}\nshown=1\nplayed=race\n".encode(),
    f"tapes/{TAPE}": b"program: race\nsetup: n=15 m=6\n---\n",
}
"""A session that had the screen when the power went off."""

RESUMED = f"{english.RESUMED} {TAPE}"

SHELF = "POCKET TELETYPE"


def told(panel: SSD1306) -> str:
    """The rows below the title as one line, as a text was before it was put into rows."""
    return " ".join(screen.texts(panel)[1:])


class Device(Pico):
    """The Pico with these files beside the firmware's image, switched on."""

    def __init__(self, uf2: Path, files: dict[str, bytes]) -> None:
        super().__init__(uf2, filesystem=make_filesystem(files))
        self._looked = 0
        self.boot()

    def until(self, text: str) -> None:
        """Waits until `text` is printed, behind what was waited for before."""
        wanted = text.encode()
        self.run_until(
            lambda: wanted in self.output[self._looked :], 5000, step_ms=5, what=f"'{text}'"
        )
        self._looked = self.output.index(wanted, self._looked) + len(wanted)

    def until_reset(self) -> None:
        """Waits until the chip has reset itself; the count of failed starts is on the flash."""
        self.run_until(lambda: not self.connected, 2500, 10, "the reset")

    def again(self) -> None:
        """The power goes off and on."""
        self._looked = len(self.output)
        self.power_cycle()
        self.boot()

    def taps(self, keys: str) -> None:
        """Presses keys, as a person does: the screen that each brings is looked at."""
        for key in keys.split():
            quiet(self)
            self.tap(key, hold_ms=40, gap_ms=25)
        quiet(self)

    def until_shown(self, row: int, *texts: str) -> None:
        """Waits until these stand on the panel, from that row on."""
        self.run_until(
            lambda: screen.texts(self.panel)[row:][: len(texts)] == list(texts),
            1000,
            10,
            f"{texts}",
        )

    def until_told(self, text: str) -> None:
        """Waits until this stands on the panel below the title, in however many rows."""
        self.run_until(lambda: told(self.panel).startswith(text), 1000, 10, f"'{text}'")

    @property
    def files(self) -> dict[str, bytes]:
        return read_filesystem(self.filesystem())

    @property
    def failures(self) -> bytes | None:
        """The count of failed starts on the flash."""
        return self.files.get("boots.txt")

    def rests(self) -> bool:
        """Whether it stays at the prompt of the REPL, longer than the watchdog would let it."""
        before = self.output
        self.run(9000)
        return self.connected and self.output == before and before.endswith(b">>> ")


def test_three_failed_starts_make_a_safe_one(firmware_uf2: Path, board_kind: Board) -> None:
    """The settings want a printer, whose driver fails: the default settings do without.

    When the driver is mended, the settings hold again and the session can be gone on with.
    """
    broken = {"teletype/drivers/printer.py": b"raise RuntimeError('out of paper')\n"}
    files = {
        **SESSION,
        **in_slot(board_kind, firmware_uf2, broken),
        "settings.txt": b"order=last\nprinter=ita2\n",
    }
    with Device(firmware_uf2, files) as pico:
        for count in (b"1", b"2", b"3"):
            pico.until("RuntimeError: out of paper")
            pico.until_reset()
            assert pico.failures == count
            pico.boot()
        begun = pico.millis
        pico.until(english.SAFE_START)
        pico.until_told(english.SAFE_FAILED)
        pico.taps("OK")
        pico.until(SHELF)
        assert RESUMED not in pico.output.decode()
        pico.until_shown(1, "◊ VERTICAL RACE    RESUME", "NIM")  # in the order of the defaults
        pico.run(begun + GOOD - 100 - pico.millis)
        assert pico.failures == b"3"
        pico.run(4000)  # a firmware that is read from files is slower to start
        assert pico.failures is None
        assert pico.files["settings.txt"] == files["settings.txt"]
        mended = {name: data for name, data in pico.files.items() if name != "firmware/now"}
        pico.load_filesystem(make_filesystem(mended))
        pico.again()
        pico.until_shown(1, "◊ VERTICAL RACE    RESUME", "VERTICAL RACE")  # the last first
        pico.taps("OK")
        pico.until(RESUMED)


def test_a_start_that_fails_safe_or_not(firmware_uf2: Path, board_kind: Board) -> None:
    """It is not made anew for ever, nor after Ctrl-C; the prompt comes, and stays.

    With the mended board, OK is held, the last of its buttons.
    """
    wrong = in_slot(board_kind, firmware_uf2, {"teletype/drivers/buttons.py": b"KEYS = I2C\n"})
    with Device(firmware_uf2, {**wrong, "boots.txt": b"3", "exhibit.txt": b""}) as pico:
        pico.until("NameError: ")  # of an exhibit nobody takes care: a minute later once more
        pico.run_until(lambda: not pico.connected, 62_000, 10, "the reset")  # it takes 20 ms
    with Device(firmware_uf2, {**SESSION, **wrong, "boots.txt": b"2"}) as pico:
        pico.until("NameError: ")
        pico.run(100)
        assert pico.failures == b"3" and not pico.output.endswith(b">>> ")
        pico.send(b"\x03")
        pico.until(">>> ")
        assert pico.rests()
        pico.again()
        pico.until("NameError: ")
        pico.until(">>> ")
        assert pico.rests() and pico.failures == b"3"
        board = (BOARDS / "pico/board.py").read_text("utf-8")
        few = re.sub(r"BUTTONS = {[^}]*}", 'BUTTONS = {"UP": 10, "DOWN": 11, "OK": 14}', board)
        assert few != board
        pico.load_filesystem(make_filesystem({**SESSION, "board.py": few.encode()}))
        pico.press("OK")
        pico.again()
        pico.until(english.SAFE_START)
        pico.until_told(english.SAFE_HELD)


def test_an_error_of_a_program(
    firmware_uf2: Path, board_kind: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen that says what and where, a tape that does it again on the host, and the shelf."""
    begin, line, end = (
        (FIRMWARE / "teletype/engines/nim.py").read_text("utf-8").partition("    row = 0\n")
    )
    begin += line + "    if sum(heaps) < 14:\n"
    broken = begin + "        raise ValueError('out of order')\n" + end
    where = "engines/nim.py:special_row"  # files for a board have no line numbers
    files = in_slot(board_kind, firmware_uf2, {"teletype/engines/nim.py": broken.encode()})
    with Device(firmware_uf2, {**files, "settings.txt": b"speed=fast\n"}) as pico:
        pico.until(SHELF)
        pico.send(b"nim\n")
        pico.until(STOP.decode())
        pico.send(b"1 2\n")
        pico.until("crash-1.tape")
        reason = ("ValueError: out of order", where[:25], where[25:])  # 25 columns
        pico.until_shown(1, "NIM", *reason, "SAVED AS crash-1.tape", "", english.CRASH_KEYS)
        assert screen.texts(pico.panel)[0].strip("?") == english.CRASH_TITLE.partition("\n")[0]
        pico.taps("OK")
        pico.until(SHELF)
        assert screen.texts(pico.panel)[1].startswith("◊ NIM")
        pico.taps("DOWN DOWN DOWN DOWN DOWN DOWN OK OK")  # the race, its rules
        pico.until(STOP.decode())
        pico.send(b"1 1\n")
        pico.until(STOP.decode())
        pico.run(500)  # until the tape is written
        tapes = pico.files
    crash, race = tmp_path / "crash-1.tape", tmp_path / "race.tape"
    crash.write_bytes(tapes["tapes/crash-1.tape"])
    text = crash.read_text("utf-8")
    assert text.startswith(f"# error ValueError: out of order\n# error {where}\nprogram: nim\n")
    assert text.endswith("T=2      L=3\nВАШ ХОД\n> T=1 L=2\n")
    # the program without the error goes on behind the last answer of the tape
    after = f"line {text.count(chr(10)) + 1}: expected the end got 'ДЕЛАЮ СВОЙ ХОД'"
    assert replay_file(crash, Host()) == after
    engine: dict[str, object] = {}
    exec(compile(broken, str(nim.__file__), "exec"), engine)
    monkeypatch.setattr(nim, "reply", engine["reply"])
    where = f"engines/nim.py:{len(begin.splitlines()) + 1}"  # with the line
    error = f"the program stopped: ValueError: out of order ({where})"
    assert replay_file(crash, Host()) == error
    race.write_bytes(tapes["tapes/0002-race.tape"])
    assert race.read_text("utf-8").count("\n> ") == 1 and replay_file(race, Host()) is None


@pytest.mark.parametrize("buttons", [TWO, THREE, FOUR, FIVE, KEYS], ids=len)
def test_the_last_button_held_at_power_on(buttons: tuple[str, ...], tmp_path: Path) -> None:
    """Default settings, nothing is resumed or lost; the other buttons do nothing there, but for
    DOWN, which leads to the self-test."""
    files = {**SESSION, "settings.txt": b"speed=fast\n"}
    (tmp_path / "tapes").mkdir()
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    *others, last = buttons
    for held in ([key] for key in others if key != "DOWN"):
        desk = Simulator(folder=tmp_path, buttons=buttons, held=held)
        assert (
            desk.app.sessions.screen
            and desk.app.activity is desk.app.sessions.screen
            and desk.app.fast
        )
    desk = Simulator(folder=tmp_path, buttons=buttons, held=[last])
    assert told(desk.chip).startswith(english.SAFE_HELD) and not desk.app.fast
    notice = desk.app.activity
    desk.run(1500)  # it goes on being held, and is let go: no press, neither short nor long
    pin = desk.pin(last)
    assert pin is not None
    pin.drive(1)
    desk.run(600)
    assert desk.app.activity is notice and desk.app.sessions.screen is None
    desk.press("OK")
    assert (
        screen.texts(desk.chip)[1].startswith("◊ VERTICAL RACE")
        and desk.app.sessions.screen is None
    )
    assert {name: (tmp_path / name).read_bytes() for name in files} == {
        **files, "last.txt": files["last.txt"].replace(b"shown=1", b"shown=0")
    }  # fmt: skip
    desk.press("OK")
    assert desk.app.activity is desk.app.sessions.screen and not desk.app.fast
    assert Simulator(folder=tmp_path, buttons=buttons).app.fast
