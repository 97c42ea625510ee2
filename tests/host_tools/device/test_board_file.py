# SPDX-License-Identifier: MIT
"""`boards --find` and `boards --write` on a board's port, `doctor --on`, and `--wiring`.

The port is a pseudo-terminal of the emulated Pico, which is wired according to a board file that
its image does not know.
"""

import hashlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tools import __main__
from host_tools.__main__ import main
from host_tools.device import board_file
from host_tools.device.link import Entry
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem, rewired
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.lab.faulty_boards import Script, board, raw_repl
from host_tools.paths import BOARDS, ROOT, TAPES
from teletype import board_reader
from tests.helpers import screen

pytestmark = pytest.mark.pico

MINE = """CHIP = "RP2040"
PANEL = {"controller": "sh1106", "width": 128, "height": 64}
I2C = {"id": 0, "sda": 20, "scl": 21, "freq": 400_000, "addr": 0x3D}
BUTTONS = {"UP": 6, "DOWN": 7, "LEFT": 8, "RIGHT": 9, "OK": 10, "BACK": 11}
"""
KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")
ENGLISH = {"settings.txt": b"language=en\nspeed=fast\n"}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "board.py"
    path.write_text(MINE)
    return path


@pytest.fixture
def pico(firmware_uf2: Path, mine: Path) -> Iterator[Pico]:
    files = make_filesystem({**ENGLISH, "mine.txt": b"of the owner"})
    with Pico(firmware_uf2, filesystem=files, **rewired(mine, "RP2040")) as board:
        board.boot()
        yield board


HASTY = """
import sys
from host_tools.__main__ import main
from host_tools.device import board
board.STARTS = 5
sys.exit(main(sys.argv[1:]))
"""
"""The commands, with less patience until a board has started."""


def call(
    pico: Pico, *words: str, act: Callable[[], bool] = lambda: True, hasty: bool = False
) -> tuple[int, str, str]:
    """Run a command on the board's port; `act` is called repeatedly until it returns True."""
    program = ("-c", HASTY) if hasty else ("-m", "host_tools")
    process = subprocess.Popen(
        [sys.executable, *program, *words, "--on", pico.open_pty()],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    over = False
    deadline = time.monotonic() + 200
    while process.poll() is None:
        assert time.monotonic() < deadline, screen.texts(pico.panel)
        over = over or act()
        pico.run_wall(0.02)
    out, err = process.communicate()
    pico.close_pty()
    return process.returncode, out, err


class Presser:
    """Presses the buttons that the finder asks for, then OK.

    The board has searched for its buttons since power-on. A command may interrupt that at any
    button and ask for all of them again.
    """

    def __init__(self, pico: Pico) -> None:
        self.pico = pico

    def __call__(self) -> bool:
        for row in screen.texts(self.pico.panel):
            word, key, *_ = [*row.split(), "", ""]
            if word == "OK:START":
                self.pico.tap("OK", hold_ms=80, gap_ms=200)
            elif word == "Press" and key in KEYS:  # the row may be incomplete
                self.pico.run(100)  # the finder polls the pins only after the whole screen is sent
                self.pico.tap(key, hold_ms=80, gap_ms=200)
        return False


def own(pico: Pico) -> dict[str, object]:
    text = read_filesystem(pico.filesystem())["board.py"]
    values, wrong = board_reader.own(text, "RP2040")
    assert values is not None and not wrong
    return values


def test_find_on_a_port(pico: Pico) -> None:
    status, out, err = call(pico, "boards", "--find", act=Presser(pico))
    assert (status, err) == (0, "")
    assert "Screen: SH1106 at 0x3D, SDA GP20, SCL GP21" in out and "BACK is on GP11" in out
    found = own(pico)
    assert found["BUTTONS"] == dict(zip(KEYS, range(6, 12), strict=True))
    assert out.endswith(read_filesystem(pico.filesystem())["board.py"].decode())
    pico.run_until(
        lambda: any("OK:PLAY" in row for row in screen.texts(pico.panel)), 4000, 10, "the shelf"
    )


@pytest.mark.heavy
def test_find_where_there_is_no_screen(firmware_uf2: Path) -> None:
    panel = SSD1306(address=0x70)
    with Pico(firmware_uf2, panel=panel, filesystem=make_filesystem(ENGLISH)) as board:
        board.boot()
        status, out, err = call(board, "boards", "--find")
        assert status == 1 and "no /board.py was written" in err
        assert "No screen answers at 0x3C or 0x3D." in out
        assert "board.py" not in read_filesystem(board.filesystem())
        board.run_until(lambda: b"Programs: " in board.output[-900:], 8000, 20, "the shelf")


@pytest.mark.heavy
def test_write_on_a_port(firmware_uf2: Path) -> None:
    """A stick of another project: the screen works without the finder."""
    path = BOARDS / "gp2040_stick/board.py"
    files = make_filesystem({**ENGLISH, "mine.txt": b"of the owner", "board.py": b"# mine\n"})
    with Pico(firmware_uf2, filesystem=files, **rewired(path, "RP2040")) as board:
        board.boot()
        status, out, err = call(board, "boards", "--write", "gp2040_stick")
        assert (status, err) == (0, "")
        assert out.startswith(
            "the old file is kept as /board.py.old\n/board.py written: gp2040_stick"
        )
        kept = read_filesystem(board.filesystem())
        assert kept["board.py.old"] == b"# mine\n"
        assert kept["board.py"] == path.read_bytes() and kept["mine.txt"] == b"of the owner"
        board.run_until(
            lambda: any("B1:PLAY" in row for row in screen.texts(board.panel)), 5000, 10, "shelf"
        )


@pytest.mark.parametrize(
    ("there", "kept"),
    [
        ([], ""),
        (["board.py"], "the old file is kept as /board.py.old\n"),
        (
            ["board.py", "board.py.old", "board.py.old2"],
            "the old file is kept as /board.py.old3\n",
        ),
        (["board.py", "ours"], ""),
    ],
)
def test_the_owner_s_file_is_kept_beside_the_new_one(there: list[str], kept: str) -> None:
    ours = (BOARDS / "pico/board.py").read_bytes()
    data = ours if "ours" in there else b"of the owner"
    copied: dict[str, bytes] = {}
    files: Any = SimpleNamespace(
        entries=lambda: dict.fromkeys(there, Entry(len(data))),
        sha256=lambda names: [hashlib.sha256(data).digest()],
        read=lambda name, size: data,
        write=copied.__setitem__,
    )
    assert board_file._keep(files) == kept
    assert copied == ({kept.split("/")[1].strip(): b"of the owner"} if kept else {})


def test_write_refuses_another_chip(pico: Pico) -> None:
    status, _, err = call(pico, "boards", "--write", "pico2")
    assert status == 1 and "pico2 has an RP2350, the board on this port an RP2040" in err
    assert "board.py" not in read_filesystem(pico.filesystem())


@pytest.mark.heavy
def test_doctor_on_a_port(pico: Pico) -> None:
    """The panel is on other pins: the doctor reports them and the next command."""
    _, out, err = call(pico, "doctor")
    assert "an SH1106 at 0x3d, SDA on GP20, SCL on GP21" in out + err
    assert "host_tools boards --find --on" in out + err


@pytest.mark.parametrize(
    ("boot", "stopped"),
    [
        (b"raise ValueError('of the owner')\n", ""),  # the handheld starts anyway
        (b"raise KeyboardInterrupt\n", "it stops at the prompt: KeyboardInterrupt:"),
    ],
)
def test_doctor_proves_the_start(firmware_uf2: Path, boot: bytes, stopped: str) -> None:
    """The screen works in both cases; status 0 requires the shelf after a reset."""
    files = make_filesystem({**ENGLISH, "boot.py": boot})
    with Pico(firmware_uf2, filesystem=files) as board:
        board.boot()
        status, out, err = call(board, "doctor", hasty=True)
        first, *_, last = out.splitlines()
        assert err == "" and "the screen answers where it should: an SSD1306 at 0x3c" in out
        if stopped:
            assert (status, first) == (1, f"the handheld does not start: {stopped}")
            assert last == "correct what stops the start, or install the firmware again"
        else:
            assert (status, first) == (0, "the handheld starts")
            assert last.startswith("if it stays dark")


@pytest.mark.heavy
def test_doctor_cannot_ask_a_screen_on_spi(firmware_uf2: Path) -> None:
    """It says so; the handheld starts, so the status is 0."""
    path = BOARDS / "waveshare_oled/board.py"
    files = make_filesystem({**ENGLISH, "board.py": path.read_bytes()})
    with Pico(firmware_uf2, filesystem=files, **rewired(path, "RP2040")) as board:
        board.boot()
        status, out, err = call(board, "doctor")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "the handheld starts",
        "the screen is on SPI, which cannot be asked: if it stays dark, compare the wires "
        "with wiring.md",
    ]


# --- rehearsed on an emulated board --------------------------------------------------------------


NINE = str(TAPES / "nim-nine.tape")


@pytest.mark.parametrize(
    "words",
    [
        ("replay", NINE, "--on", "pico"),
        pytest.param(("check", NINE, "--port", "pico"), marks=pytest.mark.heavy),
    ],
)
def test_tapes_on_a_wiring(
    words: tuple[str, ...], mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert __main__.main([*words, "--wiring", str(mine)]) == 0
    assert "nim-nine" in capsys.readouterr().out
    mine.write_text(MINE.replace('"OK": 10', '"OK": 6'))
    assert __main__.main([*words, "--wiring", str(mine)]) == 2
    assert "button OK is on pin 6, like button UP" in capsys.readouterr().err


@pytest.mark.heavy
def test_a_game_on_a_wiring(mine: Path) -> None:
    command = [sys.executable, "-m", "host_tools", "run", "nim", "heaps=2,1", "--on", "pico"]
    ended = subprocess.run(
        [*command, "--wiring", str(mine)], input="T=1 L=1\nT=1 L=0\n", capture_output=True,
        text=True, cwd=ROOT, timeout=200, check=False, encoding="utf-8",
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert "ИГРА НИМ" in ended.stdout


def answers(seen: bytes) -> Script:
    """A board that describes itself and says `seen` about its screen."""
    told = b"wrong \r\nchip RP2040\r\nbus 60 0 1\r\n"
    return raw_repl(
        lambda code: (seen if "find_panel" in code or "at_start" in code else told, b"")
    )


@pytest.mark.parametrize(
    "seen",
    [b"at x y z\r\n", b"at \r\n", b"at 1\r\n", b"at 60 0 1\r\n", b"at 9999999 0 1 ssd1306\r\n",
     b"at 60 0 1 \x1b[2J\r\n", b"\xff\r\n", b""],
)  # fmt: skip
def test_doctor_with_a_garbled_answer(seen: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """It says what to look for next, and is status 1; nothing of it is a traceback."""
    with board(answers(seen)) as port:
        assert main(["doctor", "--on", port]) == 1
    out, err = capsys.readouterr()
    assert "next: check the screen's power" in out and not err and "\x1b" not in out


def test_a_search_without_end_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A board that says a line now and then cannot keep the command for ever."""
    monkeypatch.setattr(board_file, "LONGEST_S", 0)
    with board(answers(b"still searching\r\n" * 30)) as port:
        assert main(["boards", "--find", "--on", port]) == 1
    assert "the search has taken more than 0 s" in capsys.readouterr().err
