# SPDX-License-Identifier: MIT
"""Two people on the emulated Pico: whole games by the buttons, and a bid that nobody else sees."""

import random
from pathlib import Path

import pytest

from host_tools.emulator.pico import read_filesystem
from host_tools.sessions.replay import replay_file
from host_tools.sessions.targets import Host
from tests.helpers.finger import Finger
from tests.helpers.screen import read, texts

BID = "3217"
"""A's bid, which stands nowhere else."""

TO_THE_BID = "UP UP RIGHT UP UP RIGHT RIGHT UP RIGHT " + "UP " * 7
"""How it is made from the 1000 that are offered."""

MOVES = {
    "nim": "DOWN DOWN DOWN OK",
    "misere-nim": "DOWN DOWN OK",
    "race": "OK",
    "trigex": "",  # any arrow, and OK
}
"""The keys of a move. Where a field is taken or a heap is empty, the next one is tried."""

MOST = 60
"""Moves after which a game should have ended."""

ENDLESS = ("misere-nim",)
"""Where one game follows another."""


def choose(finger: Finger, row: str, key: str) -> None:
    """Presses a key until that row is inverse."""
    while not any(row in read(finger.pico.panel, at)[1] for at in range(1, 7)):
        finger.press(key)


def opened(uf2: Path, program: str) -> Finger:
    """A game of two people, begun from the shelf."""
    finger = Finger(uf2)
    finger.open(program)
    choose(finger, "people", "UP")
    finger.press("RIGHT")
    choose(finger, "START", "DOWN")
    finger.answer("OK")
    finger.pico.run(1500)  # the picture comes
    return finger


def tape(finger: Finger) -> str:
    """The one tape on the flash."""
    files = read_filesystem(finger.pico.filesystem())
    (kept,) = (text for name, text in files.items() if name.endswith(".tape"))
    return kept.decode()


def where_it_is(finger: Finger) -> list[str]:
    """Where the bid can be read: the panel, the serial port, any file."""
    places = {
        "panel": " ".join(texts(finger.pico.panel)),
        "serial port": finger.paper(),
        "flash": read_filesystem(finger.pico.filesystem()),
    }
    return [place for place, what in places.items() if BID in str(what)]


def wait(finger: Finger, keys: str) -> None:
    for key in keys.split():
        finger.press(key)
        finger.pico.run(1500)


def test_a_bid_is_nowhere_until_both_have_bid(firmware_uf2: Path) -> None:
    finger = opened(firmware_uf2, "yen")
    finger.press(TO_THE_BID)
    assert where_it_is(finger) == ["panel"]  # A is choosing it
    wait(finger, "OK")
    assert where_it_is(finger) == []
    wait(finger, "BACK")  # the paper
    assert where_it_is(finger) == []
    wait(finger, "BACK OK")  # the shelf, and back
    assert where_it_is(finger) == []
    wait(finger, "OK OK")  # B takes it, and bids
    assert "serial port" in where_it_is(finger) and "flash" in where_it_is(finger)
    assert tape(finger).splitlines()[-3:-1] == [f"> BID={BID}", "> BID=1000"]


def test_after_a_power_cut_a_bids_again(firmware_uf2: Path) -> None:
    finger = opened(firmware_uf2, "yen")
    finger.press(TO_THE_BID)
    wait(finger, "OK")
    finger.pico.power_cycle()
    finger.pico.boot()
    finger.pico.run(3000)
    assert where_it_is(finger) == []
    assert "BID" not in tape(finger).partition("---")[2]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("program", MOVES)
def test_a_game_is_on_the_tape(firmware_uf2: Path, program: str, tmp_path: Path) -> None:
    """The host's program prints what the device has printed and kept."""
    finger = opened(firmware_uf2, program)
    chance = random.Random(program)
    for count in range(MOST):
        move = MOVES[program] or chance.choice(("UP", "DOWN", "LEFT", "RIGHT")) + " OK"
        if chance.random() < 0.3:
            move = "RIGHT " + move
        wait(finger, move)
        if "AGAIN" in texts(finger.pico.panel)[-1] or (program in ENDLESS and count > 8):
            break
    else:
        raise AssertionError(finger.session())
    assert "A◊" in finger.session() and "B◊" in finger.session()
    kept = tmp_path / "kept.tape"
    kept.write_text(tape(finger), encoding="utf-8")
    assert "players=2" in kept.read_text("utf-8")
    assert replay_file(kept, Host()) is None
