# SPDX-License-Identifier: MIT
"""Boards that are no plain Pico, on the emulated chip with the model of their panel.

The Pico's image with their file as /board.py: what is wrong with pins, panel or buttons shows.
"""

from pathlib import Path
from typing import Any

import pytest

from host_tools.build import boards, images
from host_tools.emulator.pico import Pico, make_filesystem, parts, rewired
from host_tools.emulator.ssd1306 import SH1106, SH1107
from host_tools.paths import BOARDS
from tests.helpers import screen
from tests.helpers.finger import STOP

SETTINGS = b"language=en\nspeed=fast\norder=machine\n"
TINY = """CHIP = "RP2040"
PANEL = {"controller": "ssd1306", "width": 64, "height": 48}
I2C = {"id": 1, "sda": 2, "scl": 3, "freq": 400_000, "addr": 0x3C}
BUTTONS = {"UP": 6, "DOWN": 7, "LEFT": 8, "RIGHT": 9, "OK": 10, "BACK": 11}
"""


def play(uf2: Path, files: dict[str, bytes], wired: dict[str, Any], play_key: str) -> Pico:
    """From power-on into a game, with the buttons; returns the closed board."""
    with Pico(
        uf2, filesystem=make_filesystem({"settings.txt": SETTINGS, **files}), **wired
    ) as pico:
        pico.boot()
        pico.run_until(
            lambda: any(play_key in row for row in screen.texts(pico.panel)), 4000, 10, "the shelf"
        )
        assert b"board.py" not in pico.output and b"Screen:" not in pico.output
        pico.tap("DOWN", hold_ms=60, gap_ms=300)
        if "UP" in pico.keys:
            pico.tap("UP", hold_ms=60, gap_ms=300)
        before = len(pico.output)
        pico.tap("OK", hold_ms=60, gap_ms=500)
        pico.tap("OK", hold_ms=60, gap_ms=500)
        pico.run_until(lambda: STOP in pico.output[before:], 5000, 20, "the first stop")
        return pico


@pytest.fixture(autouse=True)
def _rp2040(board_kind: boards.Board) -> None:
    if board_kind.chip != "RP2040":
        pytest.skip("these boards have an RP2040")


OTHERS = [name for name in boards.known() if boards.load(name).image != "own"]


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "macropad" else pytest.mark.heavy) for name in OTHERS],
)
def test_a_board_with_the_pico_s_image(firmware_uf2: Path, name: str) -> None:
    path = BOARDS / name / "board.py"
    board = boards.load(name)
    shown = "OK:PLAY".replace("OK", board.labels.get("OK", "OK"))
    pico = play(firmware_uf2, {"board.py": path.read_bytes()}, rewired(path, "RP2040"), shown)
    kinds = {"macropad": SH1106, "waveshare_oled": SH1107, "feather_oled": SH1107}
    assert type(pico.panel) is kinds.get(name, type(pico.panel))


@pytest.mark.pico
@pytest.mark.heavy
@pytest.mark.parametrize("name", [name for name in OTHERS if boards.load(name).image == "apart"])
def test_its_own_image(name: str) -> None:
    """Its image knows its pins; nothing is on the flash but the settings."""
    board = boards.load(name)
    shown = "OK:PLAY".replace("OK", board.labels.get("OK", "OK"))
    play(images.image(name), {}, parts(board), shown)


@pytest.mark.heavy
def test_a_panel_with_reset_and_power(firmware_uf2: Path, tmp_path: Path) -> None:
    """Power comes first (low), then the reset is held for a while, then the bus is used."""
    path = tmp_path / "board.py"
    path.write_text(TINY.replace("0x3C}", '0x3C, "reset": 20, "power": 21}'))
    files = {"settings.txt": SETTINGS, "board.py": path.read_bytes()}
    with Pico(firmware_uf2, filesystem=make_filesystem(files), **rewired(path, "RP2040")) as pico:
        for pin in (2, 20, 21):
            pico.watch(pin)
        pico.boot()
        pico.run(1000)
        (power,) = [nanos for nanos, state in pico.edges(21) if state == 0]
        (low,) = [nanos for nanos, state in pico.edges(20) if state == 0]
        (high,) = [nanos for nanos, state in pico.edges(20) if state == 1]
        first = min(nanos for nanos, state in pico.edges(2) if state == 0)
        assert power <= low < high < first
        assert 5e6 < high - low < 30e6, "ms; the data sheet (8.9) asks for 3 microseconds"
        assert b"board.py" not in pico.output and pico.panel.on


@pytest.mark.heavy
def test_a_panel_of_64x48(firmware_uf2: Path, tmp_path: Path) -> None:
    path = tmp_path / "board.py"
    path.write_text(TINY)
    pico = play(firmware_uf2, {"board.py": TINY.encode()}, rewired(path, "RP2040"), "OK:PLAY")
    assert (pico.panel.width, pico.panel.height) == (64, 48)
