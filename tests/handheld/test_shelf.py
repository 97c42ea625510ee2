# SPDX-License-Identifier: MIT
"""The shelf: titles in the language of the device, what each program is, and the order."""

import re
from pathlib import Path

import pytest

import words
from host_tools.emulator.desk import Desk
from programs import catalogue
from tests.handheld.test_screens import SIZES
from tests.helpers.screen import read, seen, texts
from tests.helpers.shelf import ORDER

PROGRAMS = [entry[0] for entry in catalogue.PROGRAMS]


def shelf(order: str, language: str = "en", size: tuple[int, int] = (128, 64)) -> Desk:
    desk = Desk(*size)
    desk.app.settings.values.update(order=order, language=language)
    desk.app.apply()
    desk.app.shelf()
    desk.run(30)
    return desk


def programs(desk: Desk) -> list[str]:
    return [row[0] for row in desk.app.activity._rows if isinstance(row, tuple)]


def test_what_is_drawn_and_short_comes_first() -> None:
    """On a new handheld; the sources' order is still that of `host_tools programs`."""
    shown = programs(shelf("easy"))
    assert shown == ORDER and sorted(shown) == sorted(PROGRAMS)
    assert shown[:3] == ["nim", "trigex", "evolution"]
    assert shown.index("race") > 3 and PROGRAMS[0] == "race"
    assert programs(shelf("machine")) == PROGRAMS


def test_a_new_handheld_has_that_order(tmp_path: Path) -> None:
    desk = Desk(folder=tmp_path, new=True)
    desk.press("OK")
    assert programs(desk) == ORDER


def test_the_first_stop_of_nim_is_near() -> None:
    desk = shelf("easy")
    desk.press("OK")
    assert desk.app.activity.name == "nim"


def test_the_chosen_row_tells_the_original_and_what_it_is() -> None:
    desk = shelf("easy")
    assert re.fullmatch(r"MIR, MIR-2\?+1980", texts(desk.chip)[0]), "a rule between them"
    assert read(desk.chip, 1)[1].strip() == "NIM"
    assert texts(desk.chip)[2:4] == [seen(" НИМ"), " take the last object"]
    assert texts(desk.chip)[4:7] == ["TRIGEX", "EVOLUTION", "RECOGNISING CARDS"]
    desk = shelf("easy", "ru")
    assert texts(desk.chip)[1:4] == [
        seen(text) for text in ("НИМ", " взять последний камень", "ТРИГЕКС")
    ]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_title_is_cut_and_no_row_is_lost(language: str, size: tuple[int, int]) -> None:
    """From the top to the end and round, with and without a session to go on with."""
    from handheld.glyphs import encode

    more = encode("…")
    desk = shelf("easy", language, size)
    drawn: list[bytes] = []
    draw = desk.app.panel.draw

    def spy(row: int, x: int, codes: bytes, *rest: object) -> object:
        drawn.append(bytes(codes))
        return draw(row, x, codes, *rest)

    desk.app.panel.draw = spy
    for program in PROGRAMS:
        desk.serial.typed.append(program)
        desk.run(50)
        desk.app.shelf()
        desk.run(50)
        begun = desk.app.activity._chosen
        for _ in desk.app.activity._rows:
            at = desk.app.activity
            title = at._text(at._chosen)[0].split("\n")
            assert any(encode(form) in codes for form in title for codes in drawn)
            drawn.clear()
            desk.press("DOWN")
            assert not any(more in codes for codes in drawn)
        assert desk.app.activity._chosen == begun
    assert desk.chip.unknown == []


def test_signs_that_are_blots_are_read_otherwise() -> None:
    from handheld.shelf import readable

    assert readable("三山崩し") == "三山くずし"
    assert readable("COBOL 計算譜") == "COBOL けいさんふ"
    for entry in catalogue.PROGRAMS:
        assert not set(readable(entry[3])) & set("崩譜験")
        words.use("ja")
        for text in words.titles(entry[0], entry[3]):
            assert not set(text) & set("崩譜験")
    words.use("en")
