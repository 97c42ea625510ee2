# SPDX-License-Identifier: MIT
"""The page of an exhibit's counts, with bars."""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from tests.helpers.screen import Size, texts
from tests.helpers.sessions import Made
from tests.helpers.sheets import Golden

ALL = "20 all 120 30 14400 60 40 20 900 360000 nim=80/60 yen=40/5 trigex=20/1\n"
DAYS = "19 2026-03-01 10 2 600 5 3 2 70 28800 nim=10/8\n20 on 40 2 600 5 3 2 70 28800 nim=1/1\n"
NOW = "21 2026-03-03 20 5 2400 10 5 5 100 28800 nim=5/5\n"


@pytest.fixture
def page(tmp_path: Path) -> Made:
    """The page on a panel; `files` are those of the counts."""

    def made(language: str = "en", size: Size = (128, 64), **files: str) -> Simulator:
        (tmp_path / "exhibit.txt").write_text("")
        (tmp_path / "settings.txt").write_text(f"language={language}\n")
        (tmp_path / "counts").mkdir()
        for name, text in files.items():
            (tmp_path / f"counts/{name}.txt").write_text(text)
        desk = Simulator(*size, tmp_path, held=["BACK"])
        desk.pin("BACK").drive(1)
        for key in [*["DOWN"] * 6, "OK"]:
            desk.run(400)
            desk.press(key)
        desk.run(100)
        return desk

    return made


FILES = {"all": ALL, "days": DAYS, "now": NOW}


def bar(desk: Simulator, row: int) -> int:
    """Pixels of a bar, in the right half of a row."""
    return sum(desk.chip.rows()[8 * row + 2][65:])


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_it_is_drawn(page: Made, golden: Golden, language: str) -> None:
    desk = page(language, **FILES)
    golden(f"tally-{language}", desk.chip)
    desk.press(*["RIGHT"] * 3)
    golden(f"tally-days-{language}", desk.chip)


def test_the_sums_and_the_days(page: Made) -> None:
    desk = page(**FILES)
    rows = [row.split() for row in texts(desk.chip)]
    assert rows[0] == ["visits", "140"]
    assert rows[1][-1] == "35" and rows[2][-1] == "2:00"
    assert rows[3][-1] == "70", "English"
    desk.press("RIGHT")
    desk.run(100)
    rows = [row.split() for row in texts(desk.chip)]
    assert any(row[0] == "NIM" and row[-1].endswith("85/65") for row in rows)
    assert [row[-1] for row in rows if row[0] == "03-03"] == ["20"]
    assert [row[-1] for row in rows if row[0] == "#"] == ["40"]
    at = {row[0]: bar(desk, index) for index, row in enumerate(rows)}
    assert at["#"] > 1.4 * at["03-03"] > 1.4 * at["03-01"] > 0
    desk.press("OK")
    assert type(desk.app.activity).__name__ == "Operator"


def test_nothing_is_counted_yet(page: Made) -> None:
    desk = page()
    assert [row.split()[-1] for row in texts(desk.chip)[:4]] == ["0", "0", "0:00", "0"]


def test_files_that_are_damaged_or_long(page: Made) -> None:
    """What is no line is left out; of many days the last are shown, and few of them read."""
    days = "".join(f"{number} on {number} 0 0 0 0 0 0 0\n" for number in range(1, 400))
    desk = page(days=days + "x\n", all="nothing\n")
    rows = desk.app.activity._rows
    assert [row[0] for row in rows[3 + len(words.LANGUAGES) :]] == [
        f"# {number}" for number in range(399, 385, -1)
    ]


def test_on_a_small_panel(page: Made, golden: Golden) -> None:
    desk = page("ru", (72, 40), **FILES)
    golden("tally-small", desk.chip)
    for _ in range(20):
        desk.press("DOWN")
    golden("tally-small-end", desk.chip)
