# SPDX-License-Identifier: MIT
"""The problems of `logic` on the panel: told before they are solved, and the solution in words."""

from pathlib import Path
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from tests.helpers.drawn import picture, shown
from tests.helpers.screen import SIZES, Size, texts
from tests.helpers.setup import to_field
from tests.helpers.sheets import Golden, compare, shot


def page(desk: Simulator) -> str:
    return "\n".join(line.rstrip() for line in texts(desk.chip))


def whole(desk: Simulator) -> str:
    """The text, read to its end."""
    seen = texts(desk.chip)[:7]
    while True:
        desk.press("DOWN")
        now = texts(desk.chip)[:7]
        if now == seen[-7:]:
            return " ".join(" ".join(seen).split())
        seen.append(now[-1])


def setup(desk: Simulator) -> Any:
    from teletype.handheld.screens.setup import SetupEditor

    desk.app.open(SetupEditor(desk.app, "logic"))
    desk.run(50)
    return desk.app.activity


def to_condition(desk: Simulator, number: int) -> None:
    """Scroll until a condition of the timetable is the first on the screen."""
    while desk.app.activity._text.condition() != number:
        desk.press("DOWN")


def test_the_solution_in_words_and_the_problem() -> None:
    words.use("en")
    desk = shown("logic puzzle=who")
    problem, answer = [text.split("\n") for text in words.program("logic").PROBLEMS[2][1:]]
    found = ["THE ANSWER: BROWN", "Б=1  Д=0  C=0", "Rows tried: 8, true: 1"]
    claims = ["Brown: false, true", "Jones: false, false", "Smith: true, true"]
    assert whole(desk) == " ".join(" ".join([*found, *claims, *answer, "◊", *problem]).split())
    desk.press("BACK")
    assert "Б=1" in page(desk)


def asked(puzzle: str, language: str = "en", size: Size = (128, 64)) -> Simulator:
    """A desk on which a person has started a problem with the keys."""
    desk = Simulator(*size, crashes=False)
    desk.app.speak(language)
    desk.app.fast = True
    desk.app.sessions.start("logic", f"puzzle={puzzle}")
    desk.run(100)
    return desk


@pytest.mark.parametrize(
    ("puzzle", "down", "verdict"),
    [
        ("who", 0, "YOU ARE RIGHT: BROWN"),
        ("who", 2, "NO, IT SAYS: BROWN"),
        ("who", 3, "THE ANSWER: BROWN"),
        ("vessel", 3, "YOU ARE RIGHT:"),
        ("vessel", 0, "NO, IT SAYS: Phoenicia,"),
        ("timetable", 2, "YOU ARE RIGHT: 2"),
        ("timetable", 1, "NO, IT SAYS: 2"),
    ],
)
def test_who_is_asked_before_the_machine_answers(puzzle: str, down: int, verdict: str) -> None:
    desk = asked(puzzle)
    screen = desk.app.sessions.screen
    desk.run(5000)
    assert screen.pictured and not desk.serial.printed.count("=1")
    assert screen.paper.roll.end == 0
    desk.press("OK", *["DOWN"] * down, "OK")
    desk.run(2000)
    desk.settle()
    if puzzle == "timetable":
        desk.press("DOWN")  # from the grid
    assert texts(desk.chip)[0].rstrip() == verdict
    screen.recorder.keep()
    flash = Path(desk.app.tapes.store.folder)
    (tape,) = flash.glob("**/*.tape")
    lines = tape.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "program: logic" and lines[1].startswith("setup: puzzle=" + puzzle)
    assert not [line for line in lines if line.startswith(">")], "a guess is on no tape"


@pytest.mark.parametrize("without", ["1", "2", "4", "1,6", "4,5,7"])
def test_how_many_timetables_are_found(without: str) -> None:
    """The answer is counted, not known: it is that of the paper."""
    desk = shown(f"logic puzzle=timetable without={without}")
    desk.press("DOWN")
    count = desk.app.sessions.screen.paper.roll.end
    assert texts(desk.chip)[0].rstrip() == f"THE ANSWER: {len(picture(desk)._rows)}"
    assert count


def test_left_leads_back_to_the_riddle_and_back_to_the_shelf() -> None:
    desk = asked("who")
    desk.press("OK")
    assert texts(desk.chip)[1].rstrip() == "BROWN"
    desk.press("LEFT")
    assert texts(desk.chip)[0].startswith("There was one murderer.")
    desk.press("BACK")
    desk.run(100)
    assert type(desk.app.activity).__name__ == "Shelf"
    desk.press("OK")
    desk.run(100)
    assert texts(desk.chip)[0].startswith("There was one murderer."), "gone on with"
    desk.press("OK", "OK")
    desk.settle()
    desk.run(100)
    assert texts(desk.chip)[0].startswith("YOU ARE RIGHT")


def test_the_truth_of_each_claim() -> None:
    """By hand: the vessel is Phoenician, of the 5th century, and each boy is right once."""
    desk = shown("logic puzzle=vessel")
    told = whole(desk)
    assert "Alyosha: false, true Borya: true, false Grisha: true, false" in told


@pytest.mark.parametrize("puzzle", ["who", "vessel", "timetable"])
def test_nobody_waits_for_a_hidden_teletype(puzzle: str) -> None:
    """At ten characters a second the rows behind the picture would take three seconds."""
    desk = asked(puzzle)
    desk.app.fast = False
    desk.press("OK", "OK")
    desk.run(1000)
    assert desk.app.sessions.screen.ended and picture(desk)._solved


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_the_question_looks_like(language: str, size: Size, golden: Golden) -> None:
    images = []
    for puzzle in ("who", "vessel", "timetable"):
        desk = asked(puzzle, language, size)
        images.append(shot(desk))
        desk.press("OK", "DOWN")
        images.append(shot(desk))
        desk.press("OK")
        desk.run(2000)
        desk.settle()
        if picture(desk)._grids:
            desk.press("DOWN")
        images.append(shot(desk))
        while puzzle == "who" and len(images) < 4:
            desk.press("DOWN", "DOWN")
            images.append(shot(desk))
    compare(golden, f"logic-guess-{language}-{size[0]}x{size[1]}", images)


def test_the_paper_s_end_says_what_back_leads_to() -> None:
    for line, called in (("puzzle=who", "SOLUTION"), ("formula=AB", "FORMULA")):
        desk = shown(f"logic {line}")
        desk.press("BACK", "DOWN", "OK")
        desk.app.sessions.screen.show_paper()
        assert texts(desk.chip)[7].split() == ["OK:SETUP", f"BACK:{called}"]


def test_a_formula_has_no_story() -> None:
    desk = shown("logic formula=AB")
    assert texts(desk.chip)[0] == "X = AB"


def test_a_problem_is_read_before_it_is_solved() -> None:
    desk = Simulator(crashes=True)
    editor = setup(desk)
    to_field(desk, "puzzle")
    desk.press("RIGHT", "OK")
    told = whole(desk)
    assert told.startswith("A week has three school days") and "7 The free period" in told
    desk.press("OK")
    assert desk.app.activity is editor and editor._values["puzzle"] == "timetable"


def test_conditions_are_switched_off_where_they_are_read() -> None:
    desk = Simulator(crashes=True)
    editor = setup(desk)
    editor._values["puzzle"] = "timetable"
    to_field(desk, "without")
    desk.press("OK")
    for condition in (3, 6):
        to_condition(desk, condition)
        desk.press("RIGHT")
        assert any(line.startswith(f"×{condition} ") for line in texts(desk.chip))
    desk.press("OK")
    assert editor._values["without"] == (3, 6)
    desk.press("OK")
    to_condition(desk, 6)
    desk.press("LEFT", "BACK")
    assert editor._values["without"] == (3, 6), "given up"
    desk.press("OK")
    for condition in (3, 6):
        to_condition(desk, condition)
        desk.press("LEFT")
    desk.press("OK")
    assert editor._values["without"] is None


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_it_looks_like(language: str, golden: Golden) -> None:
    """A solution, a problem in the setup, its conditions, one switched off."""
    images = []
    desk = shown("logic puzzle=vessel")
    desk.app.speak(language)
    desk.press("BACK", "BACK")
    desk.app.sessions.start("logic", "puzzle=vessel", True)
    desk.run(1000)
    desk.settle()
    images.append(shot(desk))
    editor = setup(desk)
    to_field(desk, "puzzle")
    desk.press("OK")
    images.append(shot(desk))
    desk.press("BACK")
    editor = setup(desk)
    editor._values["puzzle"] = "timetable"
    to_field(desk, "without")
    desk.press("OK")
    to_condition(desk, 4)
    images.append(shot(desk))
    desk.press("RIGHT")
    images.append(shot(desk))
    compare(golden, f"logic-problem-{language}", images)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_how_the_model_looks(language: str, golden: Golden) -> None:
    """The formula of the chapter with its model, a longer one, and the model on the paper."""
    images = []
    for line, keys in (
        ("formula=(A->B)(~A+~B)", ""),
        ('formula="~(AB)<->(~A+~B)"', "DOWN DOWN"),
        ("formula=(A->B)(~A+~B) model=printed", "BACK"),
    ):
        desk = Simulator()
        desk.set(language=language, messages="translated", speed="fast")
        desk.say(f"truth-table {line}")
        desk.press("BACK", *keys.split())
        desk.run(100)
        images.append(shot(desk))
    compare(golden, f"truth-table-model-{language}", images)
