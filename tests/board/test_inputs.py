# SPDX-License-Identifier: MIT
"""Knobs, ladders of resistors, joysticks and matrices on the emulated Pico, from a /board.py."""

from pathlib import Path

import pytest

from host_tools.build import boards
from host_tools.emulator.pico import Pico, make_filesystem, rewired
from tests.helpers import screen
from tests.helpers.finger import STOP

SETTINGS = b"language=en\nspeed=fast\norder=machine\n"
PANEL = """PANEL = {"controller": "ssd1306", "width": 128, "height": 64}
I2C = {"id": 0, "sda": 4, "scl": 5, "freq": 400_000, "addr": 0x3C}
"""
KNOB = PANEL + 'BUTTONS = {"OK": 20}\nENCODER = {"a": 18, "b": 19}\n'
LADDER = PANEL + (
    'BUTTONS = {}\nLADDER = {26: {"rest": 3300, "UP": 0, "DOWN": 700, "LEFT": 1300, '
    '"RIGHT": 1900, "OK": 2400, "BACK": 2800}}\n'
)
JOYSTICK = PANEL + (
    'BUTTONS = {"OK": 22, "BACK": 21}\nLADDER = {26: {"rest": 1650, "LEFT": 0, "RIGHT": 3300}, '
    '27: {"rest": 1650, "UP": 0, "DOWN": 3300}}\n'
)
MATRIX = PANEL + (
    'BUTTONS = {}\nMATRIX = {"UP": (6, 10), "DOWN": (6, 11), "LEFT": (6, 12), "RIGHT": (7, 10), '
    '"OK": (7, 11), "BACK": (7, 12)}\n'
)
HIGH = PANEL + (
    'BUTTONS = {"UP": 10, "DOWN": 11, "LEFT": 12, "RIGHT": 13, "OK": 14, "BACK": 15}\n'
    'HIGH = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")\n'
)


class Board(Pico):
    """A Pico that is wired as the text of a board file says, which lies on its flash."""

    def __init__(self, uf2: Path, folder: Path, chip: str, text: str) -> None:
        path = folder / "board.py"
        path.write_text(f'CHIP = "{chip}"\n{text}')
        files = {"settings.txt": SETTINGS, "board.py": path.read_bytes()}
        super().__init__(uf2, filesystem=make_filesystem(files), **rewired(path, chip))
        self.boot()
        self.sees("OK:PLAY", 4000)
        assert b"board.py" not in self.output

    def sees(self, text: str, ms: float = 2000) -> None:
        self.run_until(lambda: any(text in row for row in screen.texts(self.panel)), ms, 5, text)

    def chosen(self) -> str:
        """The row that is inverse."""
        rows = (screen.read(self.panel, row)[1] for row in range(self.panel.height // 8))
        return next(row.strip() for row in rows if row)

    def game(self) -> None:
        """From the shelf's first row into the game, and on to the first stop."""
        before = len(self.output)
        self.tap("OK", hold_ms=60, gap_ms=400)
        self.tap("OK", hold_ms=60, gap_ms=400)
        self.run_until(lambda: STOP in self.output[before:], 4000, 20, "the first stop")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(LADDER, marks=pytest.mark.heavy),
        pytest.param(MATRIX, marks=pytest.mark.heavy),
        pytest.param(JOYSTICK, marks=pytest.mark.heavy),
        pytest.param(HIGH, marks=pytest.mark.heavy),
    ],
    ids=["ladder", "matrix", "joystick", "high"],
)
def test_each_button(
    firmware_uf2: Path, board_kind: boards.Board, tmp_path: Path, text: str
) -> None:
    if text is HIGH and board_kind.chip == "RP2350":
        pytest.skip(
            "erratum E9: the chip's own pull-downs do not let go; docs/add-a-board.md says so"
        )
    with Board(firmware_uf2, tmp_path, board_kind.chip, text) as pico:
        first = pico.chosen()
        pico.tap("DOWN", gap_ms=200)
        second = pico.chosen()
        assert second != first
        pico.tap("UP", gap_ms=200)
        assert pico.chosen() == first
        pico.tap("RIGHT", gap_ms=400)
        pico.sees("OK:SHELF")
        pico.tap("BACK", gap_ms=400)
        pico.sees("OK:PLAY")
        pico.game()


def test_a_knob(firmware_uf2: Path, board_kind: boards.Board, tmp_path: Path) -> None:
    with Board(firmware_uf2, tmp_path, board_kind.chip, KNOB) as pico:
        first = pico.chosen()
        pico.turn(1)
        pico.run(200)
        assert pico.chosen() != first
        pico.turn(7, 1)  # a step in 4 ms, faster than a row is drawn
        pico.run(500)
        far = pico.chosen()
        pico.turn(-8, 1)
        pico.run(500)
        assert pico.chosen() == first != far
        pico.press("OK")  # pressed and turned: RIGHT, the page about the program
        pico.run(100)
        pico.turn(1)
        pico.run(100)
        pico.release("OK")
        pico.run(100)
        pico.sees("OK:SHELF")
        pico.tap("OK", hold_ms=700, gap_ms=300)  # held: BACK
        pico.sees("OK:PLAY")
        pico.game()


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("wiring", "lines"),
    [
        (MATRIX, ("RIGHT (GP7 GP10)", "UP (GP6 GP10): -", "BOUNCE: 0 ms")),
        (LADDER, ("RIGHT (GP26)", "UP (GP26): -", "BOUNCE: 0 ms", "GP26: 1900 mV")),
    ],
    ids=["matrix", "ladder"],
)
def test_the_self_test_names_their_pins(
    wiring: str,
    lines: tuple[str, ...],
    firmware_uf2: Path,
    board_kind: boards.Board,
    tmp_path: Path,
) -> None:
    """DOWN, which is held at power-on, has no pin of its own. A ladder shows its voltage."""
    with Board(firmware_uf2, tmp_path, board_kind.chip, wiring) as pico:
        pico.power_cycle()
        pico.press("DOWN")
        pico.boot()
        pico.run_until(lambda: b"Self-test." in pico.output, 4000, 20, "the self-test")
        pico.release("DOWN")
        pico.run(200)
        pico.tap("RIGHT", hold_ms=2000)
        pico.run_until(lambda: b"FLASH:" in pico.output, 8000, 20, "the result")
        said = pico.output.decode()
        assert [line for line in lines if line not in said] == []
