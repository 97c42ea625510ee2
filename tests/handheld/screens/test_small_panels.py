# SPDX-License-Identifier: MIT
"""The screens on 128x32 and 72x40: nothing is cut off that matters, nothing is drawn elsewhere."""

from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.core.setup import Integer
from teletype.fonts import fixed
from teletype.programs import catalogue
from teletype.words import program
from teletype.words import text as said
from tests.helpers.screen import SIZES, Size, hint, read, text, texts

NAMES = list(catalogue.NAMES)


def shelf(size: Size, program: str = "race") -> Simulator:
    desk = Simulator(*size, fast=True)
    desk.press(*["DOWN"] * NAMES.index(program))
    return desk


def shown(desk: Simulator) -> list[str]:
    return texts(desk.chip)


def assert_as_anew(desk: Simulator) -> None:
    """What small steps have left on the panel is what drawing everything would put there."""
    before = desk.chip.rows()
    desk.app.activity.draw()
    desk.app.panel.show()
    assert desk.chip.rows() == before


def picker(size: Size, labels: list[str], highs: list[int], **options: Any) -> Any:
    desk = Simulator(*size)
    from teletype.handheld.input.picker import Picker  # needs what the desk fills in

    for row in range(desk.app.panel.rows):
        desk.app.panel.clear(row)
    made = Picker(desk.app, labels, [0] * len(highs), highs, list(highs), "> ", **options)
    made.draw()
    desk.app.panel.show()
    return desk, made


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", SIZES)
def test_every_number_of_every_setup_is_seen_whole(size: Size) -> None:
    """In the row of the list and while it is changed, also the largest."""
    for name in NAMES:
        for field in catalogue.load(name).FIELDS:
            if not isinstance(field, Integer):
                continue
            desk = shelf(size, name)
            desk.press("OK")
            if catalogue.load(name).ASKED:
                desk.press("BACK")  # from its list to the setup
            if catalogue.load(name).TABLES:
                desk.press("DOWN")  # from the start page
            editor = desk.app.activity
            editor._values[field.name] = field.high
            if field.name not in [each.name for each in editor._fields]:
                desk.press("UP", "OK")
            rows = [""] * len(editor._heads) + [each.name for each in editor._fields]
            while rows[editor._list.chosen] != field.name:
                desk.press("DOWN")
            row = editor._list.row
            assert editor._text(editor._list.chosen)[1] == str(field.high), (name, field.name)
            desk.press("OK")
            assert shown(desk)[row].rstrip().endswith(str(field.high)), (name, field.name)


@pytest.mark.parametrize("size", SIZES)
def test_of_many_fields_those_around_the_chosen_one_are_seen(size: Size) -> None:
    labels = [f"N{index}=" for index in range(1, 31)]
    desk, made = picker(size, labels, [99] * 30)
    most = desk.app.panel.rows - 1
    assert made.rows == most
    for index in range(31):
        inverse = "".join(read(desk.chip, row)[1] for row in range(most))
        assert inverse == "99"
        assert any(
            f"{labels[index % 30]}99" in row.replace("= 99", "=99") for row in shown(desk)[:most]
        )
        assert text(desk.chip, most) == ""
        made.key(3, 0)
        desk.app.panel.show()


@pytest.mark.parametrize("size", SIZES)
def test_the_longest_list_is_edited_within_the_screen(size: Size) -> None:
    desk = shelf(size, "nim")
    desk.press("OK", "DOWN", "DOWN", "OK")
    editor = desk.app.activity
    while editor._picker.values[0] != 9:
        desk.press("UP")
    last = desk.app.panel.rows - 1
    keys = text(desk.chip, last)
    for value in range(10):
        inverse = "".join(read(desk.chip, row)[1] for row in range(1, last))
        assert inverse.strip() == str(editor._picker.values[value])
        assert text(desk.chip, last) == keys
        assert_as_anew(desk)
        desk.press("RIGHT")
    desk.press("OK")
    assert desk.app.activity is not editor


@pytest.mark.parametrize("size", SIZES)
def test_a_message_is_read_to_its_end(size: Size) -> None:
    """Of the setup, and of the keyboard, over what stood there; the next key takes it away."""
    desk = shelf(size)
    desk.press("OK", *["DOWN"] * 2, "OK", "DOWN", *["DOWN"] * 11, "OK", "UP")
    before = shown(desk)
    desk.press("OK")
    assert "(below cells)" in " ".join(shown(desk))
    desk.press("LEFT")
    assert shown(desk) == before
    desk = shelf(size, "truth-table")
    desk.press("OK", "DOWN", "OK", "OK", "LEFT")
    before = shown(desk)
    desk.press("OK")
    said = " ".join(row.strip() for row in shown(desk))
    assert "or (, not the end" in said
    desk.press("LEFT", "RIGHT")
    assert shown(desk) == before


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_an_about_page_is_whole(name: str, size: Size) -> None:
    desk = shelf(size, name)
    desk.press("RIGHT")
    page = desk.app.activity
    columns = (size[0] - 3) // fixed.WIDTH
    words = " ".join(page._lines).split()
    its = program(name)
    if not its.storied():
        pytest.skip("no story")
    about = [its.RULES, its.KEYS]
    about.append(said("KEYS_HOLD_RULES").split("\n")[0])
    shown = "".join(words)
    if size == SIZES[0]:  # there the second page says where it comes from
        head, tail = "".join(" ".join(about[:2]).split()), "".join(about[2].split())
        assert shown.startswith(head) and shown.endswith(tail)
    else:
        assert shown == "".join(" ".join(about).split())
    assert max(map(len, page._lines)) <= columns
    assert "…" not in text(desk.chip, 0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [name for name in NAMES if program(name).STORY])
def test_a_chapter_is_whole_and_leads_back(name: str, size: Size) -> None:
    desk = shelf(size, name)
    desk.press("RIGHT")
    about = shown(desk)
    desk.press("RIGHT")
    chapters = shown(desk)
    desk.press("DOWN", "DOWN", "OK")
    its = program(name)
    told = [f"{'«→'[number % 2]} {line}" for number, line in enumerate(its.CLAIMS.split("\n"))]
    page = desk.app.activity
    assert "".join(" ".join(page._lines).split()) == "".join(" ".join(told).split())
    assert max(map(len, page._lines)) <= (size[0] - 3) // fixed.WIDTH
    assert desk.serial.printed.rstrip("\n").endswith(told[-1])
    desk.press("DOWN", "RIGHT", "LEFT", "UP", "UP")
    assert shown(desk) == chapters
    desk.press("LEFT")
    assert shown(desk) == about
    desk.press("RIGHT", "OK", "OK", "BACK")
    assert type(desk.app.activity).__name__ == "Shelf"


@pytest.mark.parametrize("size", SIZES[1:])
def test_the_keys_of_a_page_are_named_to_its_end(size: Size) -> None:
    """Of an about page and of a chapter; the title is on the first page, and no line is passed
    over."""
    desk = shelf(size)
    last = desk.app.panel.rows - 1
    for keys, named in ((["RIGHT"], "►:CHAPTERS"), (["RIGHT", "DOWN", "OK"], None)):
        desk.press(*keys)
        page = desk.app.activity
        desk.run(500)
        top = text(desk.chip, 0)
        lines = [line.strip() for line in page._lines]
        pages = -(-len(lines) // last)
        for number in range(pages):
            desk.press(*["DOWN"] * bool(number))
            assert hint(desk.chip).endswith(named or (":CHAPTERS" if size[0] > 100 else "◄:LIST"))
            if not named:
                assert hint(desk.chip).startswith(f"{number + 1}/{pages} ")
            seen = lines[number * last :][:last]
            for row, line in zip(shown(desk), seen, strict=False):
                assert row.strip() == line or not line.isascii() or (named and not number)
        assert_as_anew(desk)
        desk.press("DOWN")
        end = lines[(pages - 1) * last]
        assert pages > 1 and (shown(desk)[0].strip() == end or not end.isascii())
        desk.press(*["UP"] * pages)
        assert text(desk.chip, 0) == top


@pytest.mark.parametrize("size", SIZES[1:])
def test_programs_without_their_picture_are_played_on_paper(size: Size) -> None:
    """Also where others have a picture: an editor of a setup needs the large screen."""
    for name in ("cards", "trigex"):
        desk = shelf(size, name)
        desk.press("OK", "OK")
        desk.settle()
        desk.run(1200)
        assert not desk.app.sessions.screen.pictured
        assert_as_anew(desk)
    desk = shelf(size, "evolution")
    desk.press("OK")
    editor = desk.app.activity
    while editor._fields[editor._list.chosen - 1].name != "cells":
        desk.press("UP")
    desk.press("OK")
    assert desk.app.activity.__class__.__name__ == "Keyboard"
    assert desk.app.activity._text == "24:64,24:65,25:63,25:64,26:64"


@pytest.mark.parametrize("size", SIZES)
def test_scrolled_paper_is_what_drawing_it_anew_would_show(size: Size) -> None:
    desk = shelf(size, "nim-table")
    desk.press("OK", "OK")
    desk.settle()
    for _ in range(12):
        desk.press("UP", "OK")
        desk.settle()
        desk.run(5)
        assert_as_anew(desk)


@pytest.mark.parametrize("width", [72, 64])
def test_keys_that_no_row_is_wide_enough_for(width: int) -> None:
    """OK is said, and nothing is drawn over it or outside the panel."""
    desk = Simulator(width, 48)
    from teletype.handheld.drawing.listing import keys_row  # needs what the desk fills in

    keys_row(desk.app, 5, "OK:SETUP  BACK:PICTURE")
    desk.app.panel.show()
    assert text(desk.chip, 5).strip() == "OK:SETUP"
    keys_row(desk.app, 5, "BACK:THE OTHER LANGUAGE")
    desk.app.panel.show()
    assert text(desk.chip, 5).startswith("BACK:THE")
    assert desk.chip.unknown == []
