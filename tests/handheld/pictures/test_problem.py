# SPDX-License-Identifier: MIT
"""The problems of `logic` on the panel: told before they are solved, and the solution in words."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from host_tools.emulator.simulator import Desk
from teletype import words
from tests.helpers.drawn import shown
from tests.helpers.screen import texts
from tests.helpers.sheets import compare, shot


def page(desk: Desk) -> str:
    return "\n".join(line.rstrip() for line in texts(desk.chip))


def whole(desk: Desk) -> str:
    """The text, read to its end."""
    seen = texts(desk.chip)[:7]
    while True:
        desk.press("DOWN")
        now = texts(desk.chip)[:7]
        if now == seen[-7:]:
            return " ".join(" ".join(seen).split())
        seen.append(now[-1])


def setup(desk: Desk) -> Any:
    from teletype.handheld.screens.setup import SetupEditor

    desk.app.open(SetupEditor(desk.app, "logic"))
    desk.run(50)
    return desk.app.activity


def row(desk: Desk, field: str) -> None:
    """From the row to start, of the setup that is shown, to a value's."""
    editor = desk.app.activity
    if field not in [shown.name for shown in editor._fields]:
        desk.press("UP", "OK")  # more
    names = [shown.name for shown in editor._fields]
    desk.press(*["DOWN"] * (len(editor._heads) + names.index(field)))


def test_the_solution_in_words_and_the_problem() -> None:
    words.use("en")
    desk = shown("logic puzzle=who")
    problem, answer = [text.split("\n") for text in words.program("logic").PROBLEMS[2][1:]]
    assert whole(desk) == " ".join(" ".join([*answer, "◊", *problem]).split())
    desk.press("BACK")
    assert "Б=1" in page(desk)


def test_the_paper_s_end_says_what_back_leads_to() -> None:
    for line, called in (("puzzle=who", "SOLUTION"), ("formula=AB", "FORMULA")):
        desk = shown(f"logic {line}")
        desk.press("BACK", "DOWN", "OK")
        desk.app.sessions.screen._show_paper()
        assert texts(desk.chip)[7].split() == ["OK:SETUP", f"BACK:{called}"]


def test_a_formula_has_no_story() -> None:
    desk = shown("logic formula=AB")
    assert texts(desk.chip)[0] == "X = AB"


def test_a_problem_is_read_before_it_is_solved() -> None:
    desk = Desk(crashes=True)
    editor = setup(desk)
    row(desk, "puzzle")
    desk.press("RIGHT", "OK")
    told = whole(desk)
    assert told.startswith("A week has three school days") and "7 The free period" in told
    desk.press("OK")
    assert desk.app.activity is editor and editor._values["puzzle"] == "timetable"


def test_conditions_are_switched_off_where_they_are_read() -> None:
    desk = Desk(crashes=True)
    editor = setup(desk)
    editor._values["puzzle"] = "timetable"
    row(desk, "without")
    desk.press("OK")
    for condition in (3, 6):
        while desk.app.activity._text.condition() != condition:
            desk.press("DOWN")
        desk.press("RIGHT")
        assert any(line.startswith(f"×{condition} ") for line in texts(desk.chip))
    desk.press("OK")
    assert editor._values["without"] == (3, 6)
    desk.press("OK")
    while desk.app.activity._text.condition() != 6:
        desk.press("DOWN")
    desk.press("LEFT", "BACK")
    assert editor._values["without"] == (3, 6), "given up"
    desk.press("OK")
    for condition in (3, 6):
        while desk.app.activity._text.condition() != condition:
            desk.press("DOWN")
        desk.press("LEFT")
    desk.press("OK")
    assert editor._values["without"] is None


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_it_looks_like(language: str, golden: Callable[..., None]) -> None:
    """A solution, a problem in the setup, its conditions, one switched off."""
    images = []
    desk = shown("logic puzzle=vessel")
    desk.app.speak(language)
    desk.press("BACK", "BACK")
    desk.app.sessions.start("logic", "puzzle=vessel")
    desk.run(1000)
    desk.settle()
    desk.press("BACK")
    images.append(desk.chip.image().convert("L"))
    editor = setup(desk)
    row(desk, "puzzle")
    desk.press("OK")
    images.append(desk.chip.image().convert("L"))
    desk.press("BACK")
    editor = setup(desk)
    editor._values["puzzle"] = "timetable"
    row(desk, "without")
    desk.press("OK")
    while desk.app.activity._text.condition() != 4:
        desk.press("DOWN")
    images.append(desk.chip.image().convert("L"))
    desk.press("RIGHT")
    images.append(desk.chip.image().convert("L"))
    sheet = Image.new("L", (4 * 132 + 4, 72), 96)
    for index, image in enumerate(images):
        sheet.paste(image, (4 + index * 132, 4))
    golden(f"logic-problem-{language}", SimpleNamespace(unknown=[], image=lambda: sheet))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_how_the_model_looks(language: str, golden: Callable[..., None]) -> None:
    """The formula of the chapter with its model, a longer one, and the model on the paper."""
    images = []
    for line, keys in (
        ("formula=(A->B)(~A+~B)", ""),
        ('formula="~(AB)<->(~A+~B)"', "DOWN DOWN"),
        ("formula=(A->B)(~A+~B) model=printed", "BACK"),
    ):
        desk = Desk()
        desk.app.settings.values["language"] = language
        desk.app.settings.values["messages"] = "translated"
        desk.app.apply()
        desk.app.fast = True
        desk.serial.typed.append(f"truth-table {line}")
        desk.run(10)
        desk.settle()
        desk.press("BACK", *keys.split())
        desk.run(100)
        images.append(shot(desk))
    compare(golden, f"truth-table-model-{language}", images)
