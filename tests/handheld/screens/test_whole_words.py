# SPDX-License-Identifier: MIT
"""On the narrowest panel no title, no row of a menu and no row of keys ends in "…"."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from teletype.core.setup import Choice, Integer
from teletype.handheld.drawing.glyphs import MARGIN, width
from teletype.programs import catalogue
from teletype.words import LANGUAGES
from tests.handheld.screens.test_screens import device, errors, rare, speaking
from tests.helpers.screen import SIZES, Size

SIZE = (72, 40)
NAMES = list(catalogue.NAMES)
LISTS, FORMULAS = "0123456789", "~<>()"
"""What begins with a figure, or has one of these signs, may be longer than a row."""

Cuts = list[str]


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> Cuts:
    """The texts that were cut, but for data."""
    found: Cuts = []
    Simulator(*SIZE)  # brings what the device's modules import
    for name in (
        "handheld.drawing.listing",
        "handheld.screens.field_editor",
        "exhibit.attract",
        "exhibit.visit_stats",
    ):
        module = importlib.import_module("teletype." + name)
        cut: Callable[[str, int], str] = module.cut

        def spy(text: str, pixels: int, cut: Callable[[str, int], str] = cut) -> str:
            shown = cut(text, pixels)
            if shown != text and text[0] not in LISTS and not set(text) & set(FORMULAS):
                found.append(text)
            return shown

        monkeypatch.setattr(module, "cut", spy)
    return found


def test_a_cut_text_is_found(cuts: Cuts) -> None:
    desk = speaking("en", SIZE)
    importlib.import_module("teletype.handheld.drawing.listing").title_row(
        desk.app, "AS WIDE AS A HOUSE"
    )
    assert cuts == ["AS WIDE AS A HOUSE"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen(language: str, tmp_path: Path, cuts: Cuts) -> None:
    device(language, SIZE)
    errors(language, SIZE, tmp_path)
    rare(language, SIZE)
    assert cuts == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lists(language: str, cuts: Cuts) -> None:
    desk = speaking(language, SIZE)
    shelf = desk.app.activity
    desk.press(*["DOWN"] * len(shelf._rows))
    desk.app.sessions.watched(0)
    desk.run(30)
    desk.press(*["DOWN"] * len(catalogue.records()))
    desk.app.shelf()
    desk.run(30)
    desk.app.open(importlib.import_module("teletype.handheld.screens.settings").Options(desk.app))
    desk.run(30)
    words_of(desk, desk.app.activity, desk.app.activity._fields)
    assert cuts == []


def words_of(desk: Simulator, editor: Any, fields: Any) -> None:
    """Lets a list show its fields with each value that is a word, and with the widest number."""
    before = dict(editor._values)
    for field in fields:
        values: tuple[Any, ...] = ()
        if isinstance(field, Choice):
            values = field.choices
        elif isinstance(field, Integer):
            values = (field.low, field.high)
        for value in values:
            editor._values[field.name] = value
            label, shown = editor._text(len(editor._heads) + editor._fields.index(field))
            assert label or isinstance(field, Choice), f"{field.name}={value} stands alone"
            assert "…" not in label + shown
        editor._values.update(before)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_setup(name: str, language: str, cuts: Cuts) -> None:
    """Its rules, its rows with the values of each example, and the numbers while they change."""
    desk = speaking(language, SIZE)
    editor = importlib.import_module("teletype.handheld.screens.setup").SetupEditor(desk.app, name)
    desk.app.open(editor)
    desk.run(20)
    editor._rules = []
    pages = [False, True] if editor._program.OFTEN else [False]
    for rare_ones in pages:
        if rare_ones:
            editor._turn_page(True)
        for preset in editor._presets:
            editor._values.update(preset)
            for row in range(editor._list.count):
                editor._list.chosen = row
                editor.draw()
        words_of(desk, editor, [field for field in editor._fields if field.name in editor._values])
        for field in editor._fields:
            if isinstance(field, Integer):
                editor._on_row(field, field.high)
    assert cuts == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_exhibit_shows(language: str, size: Size, tmp_path: Path, cuts: Cuts) -> None:
    """The cards, the question whether somebody is there, and all that its operator is told, after
    years, with what was wrong.
    """
    (tmp_path / "settings.txt").write_text(f"language={language}\n")
    (tmp_path / "exhibit.txt").write_text("lock=yes\ncode=UUDD\nidle=30\n")
    (tmp_path / "counts").mkdir()
    (tmp_path / "counts/all.txt").write_text(
        "7 all 900 90 54000 500 300 100 12345678 720360000 nim-table=20/1 calculation-cobol=9/1\n"
    )
    (tmp_path / "counts/wrong.txt").write_text("the button OK is stuck\n" * 3)
    desk = Simulator(*size, folder=tmp_path)
    desk.run(60_000, 50)
    desk.press("OK", "OK")
    desk.run(45_000, 50)
    desk = Simulator(*size, folder=tmp_path, held=("BACK",))
    desk.pin("BACK").drive(1)
    desk.run(100)
    desk.press("UP", "UP", "UP", "UP")
    desk.run(2000)
    desk.press("UP", "UP", "DOWN", "DOWN")
    page = desk.app.activity
    assert type(page).__name__ == "Operator"
    seen = ""
    for _ in range(page._list.count):
        seen += "".join(page._list._text(page._list.chosen))
        desk.press("DOWN")
    assert page._list.chosen == 0 and page._told[-1].endswith("(3)") and len(page._told) > 4
    for told in page._told:
        assert "".join(told.split()) in "".join(seen.split())
    desk.press("UP", "OK")
    desk.run(30)
    assert type(desk.app.activity).__name__ == "Notice"
    desk.press("OK", *["DOWN"] * 7, "OK")
    desk.run(30)
    assert type(desk.app.activity).__name__ == "Tally"
    desk.press(*["DOWN"] * 20, "OK")
    desk.app.screens.self_test()
    desk.run(100)
    assert words.language == language
    assert cuts == []


@pytest.mark.parametrize("scan", ["off", "on"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_makes_it_easier(
    language: str, scan: str, tmp_path: Path, cuts: Cuts, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.txt").write_text(f"language={language}\n")
    (tmp_path / "exhibit.txt").write_text(f"say=on\nscan={scan}\n")
    desk = Simulator(*SIZE, folder=tmp_path)
    desk.run(500)
    app = desk.app
    glyphs = importlib.import_module("teletype.handheld.drawing.glyphs")
    app.exhibit.welcome()
    desk.run(500)
    page = app.activity
    its = type(page).draw.__globals__  # of the module as it was loaded last
    found = {}
    draw: Callable[..., None] = its["text_row"]

    def spy(app: Any, row: int, text: str, invert: int, right: str) -> None:
        draw(app, row, text, invert, right)
        found[text] = glyphs.MARGIN + glyphs.width(text) + glyphs.width(right) + 2

    monkeypatch.setitem(its, "text_row", spy)
    page.key(its["RIGHT"], 0)
    for _ in page._options:
        desk.run(100)
        app.activity.key(its["DOWN"], 0)
    assert len(found) == len(page._options) == (4 if scan == "off" else 3)
    assert all(wide < SIZE[0] for wide in found.values()), found
    assert cuts == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_setting_keeps_its_name_beside_each_value(language: str) -> None:
    """A blank is between them. The name of a language needs none beside it."""
    desk = Simulator(*SIZE, buzzer=15)
    desk.app.speak(language)
    desk.app.screens.settings()
    screen = desk.app.activity
    room = SIZE[0] - MARGIN - width(" ")
    for field in screen._fields:
        values = getattr(field, "choices", [desk.app.settings.values.get(field.name)])
        for value in values if field.name != "language" else ():
            texts = screen.label(field), screen.shown(field, value)
            taken = sum(min(map(width, text.split("\n"))) for text in texts)
            assert taken <= room, texts
