# SPDX-License-Identifier: MIT
"""The shelf: titles in the language of the device, what each program is, and the order."""

import re
from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from teletype.programs import catalogue, index
from teletype.programs.entry import Entry
from teletype.version import VERSION
from tests.helpers.screen import ICONS, SIZES, Size, icon, read, seen, texts
from tests.helpers.sessions import begin
from tests.helpers.shelf import ORDER, chosen, entries

PROGRAMS = list(catalogue.NAMES)


def shelf(order: str, language: str = "en", size: Size = (128, 64)) -> Simulator:
    desk = Simulator(*size)
    desk.set(order=order, language=language)
    desk.app.shelf()
    desk.run(30)
    return desk


def programs(desk: Simulator) -> list[str]:
    return [row for row in entries(desk) if row in catalogue.NAMES]


def test_what_is_drawn_and_short_comes_first() -> None:
    """On a new handheld; the sources' order is still that of `host_tools programs`."""
    shown = programs(shelf("easy"))
    assert shown == ORDER and sorted(shown) == sorted(PROGRAMS)
    assert shown[:3] == ["nim", "dates", "trigex"]
    assert shown.index("race") > 3 and PROGRAMS[0] == "race"
    assert programs(shelf("machine")) == PROGRAMS


def test_a_new_handheld_has_that_order(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, new=True)
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
    assert texts(desk.chip)[2:4] == [seen("  НИМ"), "  take the last stone"]
    assert texts(desk.chip)[4:7] == ["DATES AND WEEKDAYS", "TRIGEX", "EVOLUTION"]
    desk = shelf("easy", "ru")
    assert texts(desk.chip)[1:4] == [
        seen(text) for text in ("НИМ", "  взять последний камень", "ДАТЫ И ДНИ НЕДЕЛИ")
    ]


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_title_is_cut_and_no_row_is_lost(language: str, size: Size) -> None:
    """From the top to the end and round, with and without a session to go on with."""
    from teletype.handheld.drawing.glyphs import LEAD, encode

    def has_more(codes: bytes) -> bool:
        """Whether the sign of a cut text is there; the second byte of a wide glyph is not one."""
        wide = False
        for code in codes:
            if not wide and code == encode("…")[0]:
                return True
            wide = not wide and code >= LEAD
        return False

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
            assert not any(has_more(codes) for codes in drawn)
        assert desk.app.activity._chosen == begun
    assert desk.chip.unknown == []


def test_signs_that_are_blots_are_read_otherwise() -> None:
    from teletype.handheld.screens.shelf import readable

    assert readable("三山崩し") == "三山くずし"
    assert readable("COBOL 計算譜") == "COBOL けいさんふ"
    for name in catalogue.NAMES:
        title = catalogue.title(name)
        assert not set(readable(title)) & set("崩譜験")
        words.use("ja")
        for text in words.titles(name, title):
            assert not set(text) & set("崩譜験")
    words.use("en")


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: f"{size[0]}x{size[1]}")
def test_each_row_has_an_icon_of_its_own(size: Size, language: str) -> None:
    desk = shelf("machine", language, size)
    met: list[int] = []
    while not met or met[-1] not in met[:-1]:
        at = next(at for at in range(len(texts(desk.chip))) if read(desk.chip, at)[1])
        assert icon(desk.chip, at) > 0, met
        met.append(icon(desk.chip, at))
        desk.press("DOWN")
    assert met.index(met.pop()) == 0 and len(met) == len(PROGRAMS) + 3
    assert len(set(ICONS)) == len(ICONS)


def test_a_program_without_an_icon_has_a_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Guess(Entry):
        TITLE = "GUESS"

    monkeypatch.setattr(catalogue, "ROWS", (index.row("guess", Guess), *catalogue.ROWS))
    monkeypatch.setattr(catalogue, "NAMES", ("guess", *catalogue.NAMES))
    desk = shelf("machine")
    assert icon(desk.chip, 1) == 0 and read(desk.chip, 1)[1].strip() == "GUESS"


@pytest.mark.parametrize("order", ["easy", "machine"])
def test_a_small_screen_keeps_its_room_for_titles(order: str) -> None:
    desk = shelf(order, size=(72, 40))
    for _ in range(len(PROGRAMS) + 3):
        assert all(icon(desk.chip, row) < 0 for row in range(5))
        desk.press("DOWN")


def test_a_session_to_go_on_with_has_the_sign_of_a_stop() -> None:
    desk = shelf("machine")
    desk.serial.typed.append("race")
    desk.run(50)
    desk.app.shelf()
    desk.run(50)
    assert icon(desk.chip, 1) < 0 and texts(desk.chip)[1].startswith("◊ ")
    assert icon(desk.chip, 2) > 0


def test_tapes_and_records_have_the_icons_of_their_programs(tmp_path: Path) -> None:
    (tmp_path / "tapes").mkdir()
    for name in ("0001-race.end", "0002-nim", "crash-1"):
        tape = "program: yen\nsetup: seed=1\n---\n"  # the name of the file counts, if it says one
        (tmp_path / f"tapes/{name}.tape").write_text(tape)
    desk = Simulator(folder=tmp_path)
    numbers: dict[str, int] = {}
    while len(numbers) < len(PROGRAMS):
        row = chosen(desk)
        if row in catalogue.NAMES:
            at = next(at for at in range(8) if read(desk.chip, at)[1])
            numbers[row] = icon(desk.chip, at)
        desk.press("DOWN")
    desk.app.sessions.place = "tapes"
    desk.app.shelf()
    desk.run(50)
    desk.press("OK")
    desk.run(200)
    shown = [icon(desk.chip, row) for row in (1, 2, 3, 4)]
    assert shown == [*(numbers[program] for program in ("yen", "nim", "race")), -1]
    desk.app.sessions.watched(0)
    desk.run(50)
    records = [program for program, *_ in catalogue.records()[:6]]
    assert [icon(desk.chip, 1 + at) for at in range(6)] == [numbers[name] for name in records]


def test_last_played_first(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("order=last\n")
    desk = begin(tmp_path, "race", ("6 5", "14 6"))
    desk.press("BACK", "BACK")
    desk.say("dates")
    desk.press("BACK", "BACK", "BACK")  # the leaf, the paper, the shelf
    desk = Simulator(folder=tmp_path)
    assert texts(desk.chip)[1] == "DATES AND WEEKDAYS"
    assert texts(desk.chip)[4:6] == ["VERTICAL RACE", "TRIGEX"]


def test_the_shelf_keeps_its_place(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path)
    desk.press("DOWN", "DOWN", "RIGHT", "BACK")  # the about page of Nim
    assert read(desk.chip, 3)[1].rstrip() == "NIM"
    desk.press("OK", "BACK")
    assert read(desk.chip, 3)[1].rstrip() == "NIM"
    desk.press("UP", "UP", "UP", "OK", "BACK")
    assert read(desk.chip, 6)[1].split() == ["SETTINGS", VERSION]
