# SPDX-License-Identifier: MIT
"""The paper alone: typed, scrolled, hidden and shown again, with its sign and a search's progress.

No session is needed: rows are put on the roll by hand.
"""

from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from tests.helpers import screen
from tests.helpers.screen import SIZES, Size


@pytest.fixture
def desk() -> Simulator:
    desk = Simulator()
    desk.app.activity.tick = lambda now: False
    for row in range(8):
        desk.app.panel.clear(row)
    return desk


@pytest.fixture
def paper(desk: Simulator) -> Any:
    from teletype.handheld.drawing.paper_view import PaperView

    return PaperView(desk.app, "TITLE")


def type_all(paper: Any) -> None:
    while paper.behind:
        paper.type(0, True)


def rows(desk: Simulator) -> list[str]:
    desk.app.panel.show()
    return screen.texts(desk.chip)


def test_a_character_at_a_time(desk: Simulator, paper: Any) -> None:
    desk.app.character = 100
    paper.roll.add("AB C")
    seen = []
    for now in range(0, 600, 50):
        assert paper.type(now, False) is False
        seen.append(rows(desk)[0])
        if not paper.behind:
            break
    typed = [row.rstrip("_") for row in seen]
    assert typed == ["", "", "A", "A", "AB", "AB", "AB ", "AB ", "AB C"]
    assert [row.endswith("_") for row in seen] == [False] * 2 + [True] * 6 + [False]  # the head
    assert (paper.shown, paper.line) == (1, 1)


def test_the_paper_scrolls(desk: Simulator, paper: Any) -> None:
    for number in range(10):
        paper.roll.add(f"LINE {number}")
    type_all(paper)
    assert rows(desk) == [f"LINE {number}" for number in range(2, 10)]
    paper.make_room(2)
    assert rows(desk) == [f"LINE {number}" for number in range(4, 10)] + ["", ""]
    assert paper.line == 6


@pytest.mark.parametrize("lines", range(12))
def test_what_is_drawn_anew_is_what_was_typed(desk: Simulator, paper: Any, lines: int) -> None:
    """Also what was typed while something else had the screen, in the middle of a row too."""
    from teletype.handheld.drawing.paper_view import PaperView

    behind = PaperView(desk.app, "TITLE")
    behind.hidden = True
    for view in (paper, behind):
        for number in range(lines):
            view.roll.add(f"LINE {number}")
        type_all(view)
        view.stop(1)
    typed = rows(desk)
    assert ("TITLE" in typed[0]) == (not lines)
    behind.hidden = False
    behind.draw()
    assert rows(desk) == typed
    for view in (paper, behind):
        view.roll.add("HALF")
        view.hidden = view is behind
        for now in range(3):
            view.type(now * 1000, False)
    assert "HA_" in rows(desk)  # and the printing head
    typed = [row.rstrip("_") for row in rows(desk)]
    behind.hidden = False
    behind.draw()
    assert [row.rstrip("_") for row in rows(desk)] == typed


def test_the_sign_stands_below_a_full_row(desk: Simulator, paper: Any) -> None:
    for _ in range(9):
        paper.roll.add("9" * 23)
    type_all(paper)
    paper.stop(1)
    paper.show_sign()
    shown = rows(desk)
    assert shown == ["9" * 23] * 6 + [" ◊", ""]
    paper.show_sign(False)
    assert rows(desk) == ["9" * 23] * 6 + ["", ""]
    paper.draw(False)
    paper.show_sign()
    assert rows(desk) == shown
    paper.go_on()
    paper.roll.add("YES")
    type_all(paper)
    assert [row for row in rows(desk) if row] == ["9" * 23] * 6 + ["YES"]


def test_the_sign_stands_behind_the_last_row(desk: Simulator, paper: Any) -> None:
    paper.roll.add("YOUR MOVE")
    paper.roll.add("X" * 96)
    type_all(paper)
    paper.stop(1)
    paper.show_sign()
    full = rows(desk)
    assert full[:2] == ["YOUR MOVE", "X" * 23] and full[5] == "XXXX ◊"
    paper.go_on()
    assert "◊" not in "".join(rows(desk))


@pytest.mark.parametrize("last", ["YOUR MOVE", "9" * 23])
def test_an_answer_leaves_the_row_that_is_typed(desk: Simulator, paper: Any, last: str) -> None:
    """A show answers while its paper is retyped; a full row above has its sign below it."""
    for text in (last, "YOUR MOVE"):
        paper.roll.add(text)
    now = 0
    while paper.shown < 1 or paper._typed != 4:
        now += desk.app.character
        paper.type(now, False)
    before = rows(desk)
    assert before[1].startswith("YOUR")
    desk.app.panel.draw(3, 0, paper._sign, 0, 1, desk.app.font)
    paper.go_on()
    assert rows(desk) == before


def test_the_progress_of_a_search(desk: Simulator, paper: Any) -> None:
    for percent in (0, 7, 42, 100):
        paper.show_progress(percent)
        assert rows(desk)[0] == f"{percent:3} %"
    paper.hide_progress()
    assert rows(desk)[0] == ""


def test_catching_up(desk: Simulator, paper: Any) -> None:
    """A roll that was filled without the screen, as at the end of resuming."""
    for number in range(20):
        paper.roll.add(f"LINE {number}")
    paper.catch_up(paper.roll, 3)
    assert not paper.behind and paper.line == 5
    paper.draw()
    assert rows(desk) == [f"LINE {number}" for number in range(15, 20)] + ["", "", ""]


@pytest.mark.parametrize("size", SIZES)
def test_the_paper_is_fed_smoothly(size: Size) -> None:
    """By the start line alone: three bytes on the bus a step; the paper rises by pixels."""
    desk = Simulator(*size)
    desk.app.activity.tick = lambda now: False
    from teletype.handheld.drawing.paper_view import PaperView

    paper = PaperView(desk.app, "TITLE")
    desk.app.character = 100
    for row in range(desk.app.panel.rows):
        desk.app.panel.clear(row)
    for number in range(desk.app.panel.rows):
        paper.roll.add(f"LINE {number}")
    type_all(paper)
    desk.app.panel.show()
    before = desk.chip.rows()
    paper.roll.add("NEXT")
    spare = desk.app.panel.rows < 8  # rows of the chip's memory that are not seen
    steps = []
    for now in range(0, 100, 5):
        paper.type(now, False)
        desk.chip.reset_counters()
        desk.app.panel.show()
        steps.append(desk.chip.wire_bytes)
        risen = desk.chip.start_line % 8 or 8 * (now > 50)
        kept = before[risen : size[1]] if spare else before[max(risen, 8) :]
        seen = desk.chip.rows()
        assert seen[0 if spare else max(risen, 8) - risen :][: len(kept)] == kept
        if not spare:
            assert not any(map(any, (row[8:120] for row in seen[: 8 - risen])))
        assert not any(map(any, (row[8:120] for row in seen[size[1] - risen :])))
    assert steps[0] <= 160 and set(steps[1:]) == {0, 3} and steps.count(3) >= 7
    while paper.behind:
        now += 100
        paper.type(now, False)
    assert rows(desk)[-1] == "NEXT" and desk.chip.start_line % 8 == 0


def test_a_feed_that_is_left_does_not_stay(desk: Simulator, paper: Any) -> None:
    desk.app.character = 100
    for number in range(9):
        paper.roll.add(f"LINE {number}")
    while paper.shown < 8:
        paper.type(0, True)
    for now in (0, 20):
        paper.type(now, False)
        desk.app.panel.show()
    assert desk.chip.start_line % 8
    desk.app.panel.show()
    assert desk.chip.start_line % 8 == 0


def test_plain_paper(desk: Simulator) -> None:
    """All columns are for the text, and nothing is drawn but what is printed."""
    from teletype.handheld.drawing.paper_view import PaperView

    desk.app.settings.values["paper"] = "plain"
    desk.app.character = 100
    paper = PaperView(desk.app, "TITLE")
    paper.roll.add("X" * 26)
    for now in range(0, 700, 100):
        paper.type(now, False)
    assert rows(desk)[0] == "X" * 6
    type_all(paper)
    assert rows(desk)[:2] == ["X" * 25, "X"]
    for number in range(8):
        paper.roll.add(f"LINE {number}")
    while paper.behind:
        paper.type(1000, False)
        desk.app.panel.show()
        assert desk.chip.start_line % 8 == 0
        if paper.shown == 7:
            break
        paper.type(0, True)
