# SPDX-License-Identifier: MIT
"""Nim on the emulated Pico, with the buttons alone: the book's game 7, 8, 4, and a reproach."""

from collections.abc import Callable
from pathlib import Path

from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.lab.measure.bench import quiet
from tests.helpers.finger import Finger
from tests.helpers.paper import printed


def test_the_game_of_the_book(finger: Finger) -> None:
    finger.look("nim-shelf")
    finger.open("nim")
    finger.look("nim-setup")
    finger.answer("OK")
    finger.look("nim-stop")
    finger.press("RIGHT RIGHT DOWN DOWN")  # the first key brings the stones
    finger.look("nim-stones")
    finger.answer("OK")
    finger.answer("LEFT LEFT DOWN DOWN DOWN DOWN DOWN OK")
    finger.press("DOWN DOWN OK")
    finger.until_printed("ВЫ ПРОИГРАЛИ")
    finger.look("nim-end")
    assert finger.session() == printed("nim-protocol")
    finger.press("BACK UP UP LEFT")
    finger.look("nim-look")
    finger.press("BACK")
    finger.pico.run(500)
    assert finger.paper().count("POCKET TELETYPE") == 3  # at first, from the settings, at last


def test_an_illegal_move_is_reproached(finger: Finger) -> None:
    """Nothing taken, then a heap of nine set up by keys: the machine lets the person begin."""
    finger.open("nim")
    finger.press("DOWN OK DOWN RIGHT")  # two heaps, and on to the first
    finger.press("UP UP RIGHT UP OK UP")  # 9, 9: special; take the list, back to START
    finger.answer("OK")
    finger.press("OK")
    finger.pico.send(b"1 9\n")  # keys do not offer it
    finger.until_stop()
    finger.press("OK DOWN")
    finger.look("nim-reproach")
    finger.answer("OK")
    assert finger.session() == (
        "ИГРА НИМ\nВАШ СОПЕРНИК — ЭВМ МИР\nВАШ ХОД\n◊ 1 9\n"
        "ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ\n◊ T=1 L=8\n"
        "ДЕЛАЮ СВОЙ ХОД\nT=2      L=8\nВАШ ХОД\n◊ "
    )


def test_a_picture_is_there_while_the_rest_is_loaded(
    firmware_uf2: Path, golden: Callable[..., None]
) -> None:
    """It comes with the panel's first frame, and nothing of it stays beside the first screen."""
    with Pico(
        firmware_uf2, filesystem=make_filesystem({"settings.txt": b"language=en\n"})
    ) as pico:
        pico.boot()
        pico.run_until(lambda: any(map(any, pico.panel.rows())), 150, what="a picture")
        pico.run(15)  # until the frame is whole
        assert b"POCKET TELETYPE" not in pico.output
        golden("start", pico.panel)
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output, 300, what="the shelf")
        quiet(pico)
        shown = pico.panel.rows()
        for _ in range(2):
            pico.tap("DOWN")
            pico.tap("UP")
        quiet(pico)
        assert pico.panel.rows() == shown
