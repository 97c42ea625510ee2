# SPDX-License-Identifier: MIT
"""A defeat is an invitation, and a win has its star: the screen after a game with the machine."""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.loading import load
from teletype.programs.race.game import Table
from teletype.words import LANGUAGES
from tests.helpers.screen import SIZES, Size
from tests.helpers.sessions import name as at
from tests.helpers.sessions import rows, until
from tests.helpers.sheets import Golden, compare, shot

LOST = ("nim", "2 1", "1 2", "3 1", "2 0")
WON = ("nim heaps=1,2,3 style=hard", "3 2", "3 1", "3 0")
GIVEN_AWAY = ("nim heaps=1,2,3 style=hard", "2 1", "2 0")


def ended(folder: Path, *lines: str, language: str = "en", size: Size = SIZES[0]) -> Simulator:
    (folder / "settings.txt").write_text(f"language={language}\n")
    desk = Simulator(folder=folder, width=size[0], height=size[1], fast=True)
    desk.say(*lines)
    desk.run(3500)
    return desk


def told(desk: Simulator) -> str:
    return " ".join(" ".join(rows(desk)).split())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screens(language: str, size: Size, tmp_path: Path, golden: Golden) -> None:
    images = []
    for index, lines in enumerate((LOST, GIVEN_AWAY, ("trigex", "6", "7"), WON)):
        folder = tmp_path / str(index)
        folder.mkdir()
        desk = ended(folder, *lines, language=language, size=size)
        assert at(desk) == "Outcome"
        images.append(shot(desk))
        desk.run(3000)
        images.append(shot(desk))
    desk.press("BACK")
    desk.run(100)
    desk.press("BACK")
    desk.run(200)
    assert at(desk) == "Shelf"
    images.append(shot(desk))
    desk.press("RIGHT")
    desk.run(200)
    images.append(shot(desk))
    compare(golden, f"outcome-{language}-{size[0]}x{size[1]}", images)


def test_a_defeat_names_its_cause_and_offers_a_start_to_be_won(tmp_path: Path) -> None:
    desk = ended(tmp_path, *LOST)
    assert "At 7 8 4 whoever begins wins: MIR" in told(desk)
    assert "You did nothing wrong" in told(desk)
    assert not (tmp_path / "wins.txt").exists(), "it could not be won"
    desk.press("OK", "RIGHT", "BACK")
    assert at(desk) == "Outcome", "no key leaves it at once"
    desk.run(3000)
    assert "1 2 3: YOU CAN WIN" in told(desk) and rows(desk)[-1] == "OK:1 2 3    ►:7 8 4 AGAIN"
    desk.press("OK")
    desk.run(100)
    desk.settle()
    screen = desk.app.sessions.screen
    assert screen.setup["heaps"] == (1, 2, 3) and screen.setup["style"] == "hard"
    assert "0001-nim.end.tape" in [path.name for path in (tmp_path / "tapes").iterdir()]


@pytest.mark.parametrize(
    ("lines", "cause", "setup"),
    [
        (("race", "7 6", "14 6"), "At N=15 M=6 whoever begins wins: MIR", {"n": 14, "m": 6}),
        (("trigex", "6", "7"), "Whoever begins wins: MIR", {"first": "you"}),
        (("nim heaps=1,1", "1 0"), "At 1 1 whoever begins loses: you", {"style": "hard"}),
    ],
)
def test_other_defeats(
    lines: tuple[str, ...], cause: str, setup: dict[str, object], tmp_path: Path
) -> None:
    desk = ended(tmp_path, *lines)
    if not desk.app.sessions.screen.ended:
        pytest.fail("the game goes on: " + desk.serial.printed[-300:])
    assert cause in told(desk)
    desk.run(3000)
    desk.press("OK")
    desk.run(100)
    desk.settle()
    assert {name: desk.app.sessions.screen.setup[name] for name in setup} == setup


def test_where_the_start_could_be_won_right_is_the_lesson(tmp_path: Path) -> None:
    desk = ended(tmp_path, *GIVEN_AWAY)
    assert "This game could be won." in told(desk) and "WHERE I LOST" in told(desk)
    assert (tmp_path / "wins.txt").read_text() == "nim=0/1\nnim:1 2 3=0/1\n"
    desk.press("RIGHT")
    until(desk, "Page")
    assert "Answer 1 lost the game:" in told(desk)


def test_a_win_has_its_star_over_power_off(tmp_path: Path) -> None:
    desk = ended(tmp_path, *WON)
    assert "YOU HAVE WON" in told(desk) and "★ NIM WON 1 OF 1" in told(desk)
    desk.press("BACK")
    desk.run(100)
    desk.press("BACK")
    desk.run(100)
    desk.settle()
    desk.say(*GIVEN_AWAY)
    desk.run(3500)
    assert (tmp_path / "wins.txt").read_text() == "nim=1/2\nnim:1 2 3=1/2\n"
    again = Simulator(folder=tmp_path)
    again.run(100)
    starred = [row for row in rows(again) if "★" in row]
    if at(again) == "Shelf":
        assert len(starred) == 1 and "NIM" in starred[0]
    again.app.screens.about("nim")
    again.run(200)
    assert "★ WON 1 OF 2" in rows(again)[0]
    again.app.screens.about("cards")
    again.run(200)
    assert "WON" not in rows(again)[0]


def test_whoever_taps_ok_reads_the_reason_and_gets_a_start_to_be_won(tmp_path: Path) -> None:
    """OK is also the key that hurries the paper."""
    (tmp_path / "settings.txt").write_text("language=en\n")
    desk = Simulator(folder=tmp_path)
    desk.say("nim", "2 1", "1 2", "3 1", "2 0")
    for _ in range(12):
        desk.press("OK")
        desk.run(100)
    assert at(desk) == "Outcome" and "At 7 8 4 whoever begins wins: MIR" in told(desk)
    desk.run(3000)
    desk.press("RIGHT")
    desk.run(100)
    desk.settle()
    assert desk.app.sessions.screen.setup["heaps"] == (7, 8, 4), "RIGHT is the same start again"


def test_how_shows_the_answer_that_wins(tmp_path: Path) -> None:
    """Of 1 2 3 the machine takes the first heap; only 2 2 then has an even column each."""
    desk = ended(tmp_path, *WON)
    desk.press("RIGHT")
    desk.run(500)
    assert "The machine begins with T=1 L=0 The answer that wins: T=3 L=2" in told(desk)
    desk.press("BACK")
    desk.run(100)
    assert at(desk) == "Outcome"


def test_how_shows_an_answer_of_trigex(tmp_path: Path) -> None:
    desk = ended(tmp_path, "trigex first=you", "7", "8", "5", "3")
    assert at(desk) == "Outcome" and "HOW?" in told(desk)
    desk.press("RIGHT")
    desk.run(500)
    assert "The answer that wins: L=1" in told(desk)


def test_after_a_win_ok_begins_a_harder_start(tmp_path: Path) -> None:
    desk = ended(tmp_path, *WON)
    assert "A HARDER START" in told(desk)
    desk.press("OK")
    desk.settle()
    assert desk.app.sessions.screen.setup["heaps"] == (2, 4, 6)


def test_a_win_that_is_left_at_once_counts(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("language=en\n")
    desk = Simulator(folder=tmp_path, fast=True)
    table = Table(14, 6)
    assert len(list(table.scan())) == 15
    desk.say("race n=14 m=6 style=hard")
    screen = desk.app.sessions.screen
    for _ in range(14):
        if screen.ended:
            break
        cell, last = screen.game.cell, screen.game.number
        step = table.reply(cell, last)
        desk.say(f"{cell + step} {step}")
    assert screen.ended and at(desk) == "SessionScreen"
    desk.press("OK")
    desk.settle()
    assert (tmp_path / "wins.txt").read_text() == "race=1/1\n"


def test_misere_nim_goes_on(tmp_path: Path) -> None:
    """Its program begins again by zeros: OK leads back to it, and every game counts."""
    desk = ended(tmp_path, "misere-nim", "1 1 1", "0 1 0")
    assert at(desk) == "Outcome" and "YOU HAVE WON" in told(desk)
    assert (tmp_path / "wins.txt").read_text() == "misere-nim=1/1\n"
    desk.press("OK")
    desk.run(50)
    assert at(desk) == "SessionScreen"
    desk.say("0 0 0", "1 1 1", "0 0 1")
    desk.run(3500)
    assert (tmp_path / "wins.txt").read_text() == "misere-nim=2/2\n"


def test_a_key_that_goes_on_is_not_disturbed(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("language=en\n")
    desk = Simulator(folder=tmp_path, fast=True)
    desk.say("misere-nim", "1 1 1", "0 1 0")
    desk.press("UP")
    desk.run(5000)
    assert at(desk) == "SessionScreen"


def test_two_people_and_records_have_none(tmp_path: Path) -> None:
    desk = ended(tmp_path, "nim players=2 heaps=1,1", "1 0", "2 0")
    assert at(desk) == "SessionScreen" and not (tmp_path / "wins.txt").exists()


def test_a_game_that_is_resumed_at_its_end_counts_once(tmp_path: Path) -> None:
    ended(tmp_path, *WON)
    desk = Simulator(folder=tmp_path, fast=True)
    desk.run(100)
    desk.settle()
    desk.run(4000)
    assert (tmp_path / "wins.txt").read_text() == "nim=1/1\nnim:1 2 3=1/1\n"


@pytest.mark.parametrize(
    ("size", "said"), [((72, 40), "WON 1/3"), ((128, 64), "WON 1 OF 3 GAMES")]
)
def test_beside_the_star_stands_what_fits(size: Size, said: str) -> None:
    """Right of 24 pixels the small panel has room for nine characters."""
    desk = Simulator(*size)
    desk.run(20)
    panel = desk.app.panel
    panel.fill(0)
    panel.touch(0, 0, panel.width, panel.height)
    screen = load("teletype.handheld.screens.outcome").Outcome.__new__(
        load("teletype.handheld.screens.outcome").Outcome
    )
    screen._app = desk.app
    heard: list[str] = []
    desk.app.exhibit.say = lambda text, row, held: heard.append(text)
    screen._draw_text(1, "WON 1 OF 3 GAMES\nWON 1/3", 24)
    assert heard == [said]
