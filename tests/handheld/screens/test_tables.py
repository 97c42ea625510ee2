# SPDX-License-Identifier: MIT
"""The start page of a game: its tables, and a first game that a person can win."""

import re
from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.engines.game import MACHINE
from teletype.programs import catalogue
from teletype.programs.misere_nim import strategy
from teletype.programs.misere_nim.game import lost_start
from teletype.words import LANGUAGES
from tests.helpers.screen import SIZES, Size
from tests.helpers.sessions import name as at
from tests.helpers.sessions import rows
from tests.helpers.sheets import Golden, compare, shot
from tests.programs.test_outcomes import judged, misere_wins, race_wins

NAMES = [name for name in catalogue.NAMES if catalogue.load(name).TABLES]


def opened(name: str, folder: Path, language: str = "en", size: Size = SIZES[0]) -> Simulator:
    (folder / "settings.txt").write_text(f"language={language}\n")
    desk = Simulator(folder=folder, width=size[0], height=size[1], fast=True)
    desk.app.sessions.set_up(name)
    desk.run(200)
    assert at(desk) == "Tables"
    return desk


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screens(language: str, size: Size, tmp_path: Path, golden: Golden) -> None:
    (tmp_path / "wins.txt").write_text("nim=1/1\nnim:1 2 3=1/1\n")
    images = []
    for name in NAMES:
        desk = opened(name, tmp_path, language, size)
        images.append(shot(desk))
        desk.press("LEFT", "LEFT", "LEFT", "RIGHT", "RIGHT")
        images.append(shot(desk))
    compare(golden, f"tables-{language}-{size[0]}x{size[1]}", images)


PROMISES = re.compile(
    r"(победи|выиграе)те|(переможе|виграє)те|Sie (siegen|gewinnen)|[Yy]ou (will )?win"
)
"""A win as certain; a table says only that it is possible."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_win_is_promised(language: str, size: Size, tmp_path: Path) -> None:
    for name in NAMES:
        desk = opened(name, tmp_path, language, size)
        for _ in catalogue.load(name).TABLES:
            shown = desk.app.activity._reason()
            assert not PROMISES.search(shown), f"{name}: {shown}"
            desk.press("RIGHT")


@pytest.mark.parametrize("name", ["nim", "race", "trigex"])
def test_all_but_the_last_can_be_won(name: str) -> None:
    """The last one is that of the source, where the machine begins and wins."""
    *ladder, book = catalogue.load(name).TABLES
    assert ladder
    for line in ladder:
        assert judged(f"{name} {line}").winnable, line
        if name == "race":
            n, m, _ = line.split()
            assert not race_wins(int(n[2:]), int(m[2:]), 0), line
    found = judged(f"{name} {book}")
    assert not found.winnable and found.began == MACHINE
    program = catalogue.load(name)
    assert catalogue.setup(program, book) == catalogue.setup(program, "")


def test_each_start_of_misere_nim_can_be_won() -> None:
    """Its game finds the same starts, the next one after a win."""
    found: tuple[int, ...] = ()
    for table in catalogue.load("misere-nim").TABLES:
        line, _, heaps = table.partition("> ")
        start = tuple(map(int, heaps.split()))
        assert not line and not misere_wins(start), table
        found = lost_start(strategy, 3, sum(found))
        assert found == start


@pytest.mark.parametrize(
    ("player", "bids"),
    [
        ("random", [1000] * 10),
        ("always1000", [999] * 9 + [1009]),
        ("minus1", [5000] + [0] * 8 + [5000]),
    ],
)
def test_each_player_of_the_yen_tables_can_be_beaten(player: str, bids: list[int]) -> None:
    program = catalogue.load("yen")
    assert f"opponent={player}" in program.TABLES and len(program.TABLES) == 3
    assert len(program.REASONS) == 3
    game = program.Game(catalogue.setup(program, f"opponent={player}"))
    game.begin()
    for bid in bids:
        game.oppose()
        assert game.legal((bid,))
        game.do((bid,))
    assert game.result == 1


def tap(desk: Simulator, *keys: str) -> None:
    desk.press(*keys)
    desk.run(1500)
    desk.settle()


def cards(desk: Simulator, name: str) -> list[bool]:
    """Which tables have a star."""
    desk.app.sessions.set_up(name)
    desk.run(200)
    return [card[3] for card in desk.app.activity._cards]


def test_misere_nim_offers_only_what_can_be_won(tmp_path: Path) -> None:
    desk = opened("misere-nim", tmp_path)
    tap(desk, "OK")
    screen = desk.app.sessions.screen
    assert screen.game.free and screen.picture.left == [1, 2, 3]
    tap(desk, "OK")
    assert screen.game.start == (1, 2, 3) and screen.game.heaps == [1, 2, 2]
    desk.say("0 2 2", "0 0 2", "0 0 0")
    desk.run(4000)
    desk.say("0 0 0")
    desk.run(2000)
    assert screen.game.free and screen.picture.left == [1, 2, 3], "lost, so the same again"
    desk.say("3 4 5", "1 4 4", "0 0 0")
    desk.run(2000)
    assert screen.picture.left == [1, 2, 3], "3 4 5 could not be won"
    desk.say("1 2 3", "0 2 2", "0 1 0")
    desk.run(4000)
    assert at(desk) == "Outcome" and screen.game.result == 1
    tap(desk, "RIGHT")
    desk.run(500)
    assert rows(desk)[2:7:2] == ["1 2 2", "The answer that wins:", ""]
    assert rows(desk)[5] == "0 2 2"
    tap(desk, "OK")
    tap(desk, "OK")
    tap(desk, "OK")
    assert screen.game.free and screen.picture.left == [1, 4, 5], "the next one"
    assert cards(desk, "misere-nim") == [True, False, False, False]
    tap(desk, "OK")
    assert desk.app.sessions.screen.picture.left == [1, 4, 5]


def test_a_newcomer_who_only_taps_ok_wins_the_yen_game(tmp_path: Path) -> None:
    desk = opened("yen", tmp_path)
    for _ in range(11):
        tap(desk, "OK")
    desk.run(3000)
    assert at(desk) == "Outcome" and desk.app.sessions.screen.game.result == 1
    tap(desk, "OK")
    assert desk.app.sessions.screen.setup["opponent"] == "always1000"
    assert cards(desk, "yen") == [True, False, False]


def test_the_race_goes_on_with_the_next_table(tmp_path: Path) -> None:
    desk = opened("race", tmp_path)
    tap(desk, "OK")
    assert desk.app.sessions.screen.setup["n"] == 8
    desk.say("4 3", "8 3")
    desk.run(3500)
    assert at(desk) == "Outcome" and desk.app.sessions.screen.game.result == 1
    tap(desk, "OK")
    assert desk.app.sessions.screen.game.start == (10, 4)
    assert cards(desk, "race") == [True, False, False, False]


def test_a_newcomer_who_taps_ok_can_win_his_first_game(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("language=en\n")
    desk = Simulator(folder=tmp_path, new=True, fast=True)
    desk.run(300)
    for _ in range(5):
        if desk.app.sessions.screen:
            break
        desk.press("OK")
        desk.run(200)
        desk.settle()
    screen = desk.app.sessions.screen
    assert screen.name == "nim" and screen.setup["heaps"] == (1, 2, 3)
    desk.say("3 2", "3 1", "3 0")
    desk.run(3500)
    assert at(desk) == "Outcome" and screen.game.result == 1
    desk.press("OK")
    desk.run(200)
    desk.settle()
    assert desk.app.sessions.screen.setup["heaps"] == (2, 4, 6)
    desk.press("BACK")
    desk.run(200)
    desk.app.sessions.leave(False)
    desk.run(200)
    desk.app.sessions.set_up("nim")
    desk.run(200)
    assert desk.app.activity._chosen == 1, "the next one"
    assert [card[3] for card in desk.app.activity._cards] == [True, False, False, False]


def test_the_same_table_again_does_not_skip_the_next(tmp_path: Path) -> None:
    for _ in range(2):
        desk = opened("nim", tmp_path)
        desk.say("nim heaps=1,2,3 style=hard", "3 2", "3 1", "3 0")
        desk.run(3500)
        assert desk.app.activity.found.onward["heaps"] == (2, 4, 6)


def test_the_keys(tmp_path: Path) -> None:
    desk = opened("nim", tmp_path)
    assert rows(desk)[-3:] == [
        "MIR begins, and whoever",
        "begins can be beaten.",
        "OK:PLAY  ◄►:CHOOSE ▼:MORE",
    ]
    desk.press("LEFT")
    assert rows(desk)[-3:-1] == ["From the book: MIR begins", "and always wins."]
    desk.press("DOWN")
    assert at(desk) == "SetupEditor"
    desk.press("BACK")
    desk.run(100)
    assert at(desk) == "Shelf"
    desk.app.sessions.set_up("nim")
    desk.run(200)
    desk.press("RIGHT", "OK")
    desk.run(200)
    assert desk.app.sessions.screen.setup["heaps"] == (2, 4, 6)


def test_a_setup_to_change_opens_at_once(tmp_path: Path) -> None:
    desk = opened("nim", tmp_path)
    desk.app.sessions.set_up("nim", dict(catalogue.setup(catalogue.load("nim"), "heaps=5,6")))
    desk.run(200)
    assert at(desk) == "SetupEditor"


def test_without_left_there_are_no_cards() -> None:
    desk = Simulator(buttons=("UP", "DOWN", "OK", "BACK"))
    desk.app.sessions.set_up("nim")
    desk.run(200)
    assert at(desk) == "SetupEditor"


def test_the_cards_after_a_paper_that_scrolled(tmp_path: Path) -> None:
    """Rows of text follow a scrolled panel; frames and stones are drawn by pixels."""
    fresh = opened("nim", tmp_path)
    desk = Simulator(folder=tmp_path, fast=True)
    for line in ("race n=15 m=6", "9 9", "9 9", "9 9"):
        desk.say(line)
    while at(desk) != "Shelf":
        desk.press("BACK")
    desk.app.sessions.set_up("nim")
    desk.run(200)
    assert shot(desk).tobytes() == shot(fresh).tobytes()
