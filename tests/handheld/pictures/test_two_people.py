# SPDX-License-Identifier: MIT
"""Two people on one device: whose turn it is, and that a bid is seen by nobody else in time."""

from pathlib import Path

import pytest
from PIL import Image

from host_tools.emulator.simulator import Simulator
from teletype.handheld.drawing.glyphs import encode
from teletype.words import LANGUAGES
from tests.handheld.screens.test_screens import speaking
from tests.helpers.drawn import screen, tap
from tests.helpers.screen import SIZES, Size, texts
from tests.helpers.sessions import again, name, until
from tests.helpers.sheets import Golden, compare

SCRIPTS = (
    ("nim heaps=3,4 players=2", "", "DOWN DOWN OK", "DOWN OK", "DOWN DOWN OK", "DOWN DOWN OK"),
    ("nim players=2", "UP"),
    ("misere-nim players=2", "", "OK", "DOWN OK"),
    ("misere-nim heaps=2 players=2", "DOWN DOWN DOWN RIGHT DOWN DOWN DOWN OK"),
    ("race players=2", "", "RIGHT RIGHT OK", "RIGHT RIGHT RIGHT RIGHT OK", "RIGHT OK"),
    ("trigex players=2", "", "OK", "RIGHT OK"),
    ("yen rounds=2 players=2", "UP", "OK", "OK", "DOWN OK", "OK", "OK OK OK"),
    ("yen games=2 rounds=2 players=2", "OK OK OK OK OK OK OK"),
)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_looks_like(language: str, size: Size, golden: Golden) -> None:
    images: list[Image.Image] = []
    for line, *lots in SCRIPTS:
        desk = speaking(language, size)
        desk.app.settings.values["messages"] = "translated"
        desk.say(line)
        desk.run(1500)
        for keys in lots:
            for key in keys.split():
                tap(desk, key)
                desk.run(1500)
            assert desk.chip.unknown == []
            images.append(desk.chip.image())
    compare(golden, f"two-people-{size[0]}x{size[1]}-{language}", images)


@pytest.mark.parametrize("size", SIZES)
def test_the_higher_bid_of_two_takes_both(size: Size, golden: Golden) -> None:
    images: list[Image.Image] = []
    desk = speaking("en", size)
    desk.say("yen rounds=2 players=2 takes=higher")
    desk.run(1500)
    for keys in ("UP OK", "OK", "OK", "OK OK OK OK OK"):
        for key in keys.split():
            tap(desk, key)
            desk.run(1500)
        images.append(desk.chip.image())
    compare(golden, f"two-people-higher-{size[0]}x{size[1]}", images)


BID = "3217"
"""A's bid, which stands nowhere else."""

KEYS = "UP UP RIGHT UP UP RIGHT RIGHT UP RIGHT " + "UP " * 7
"""How it is made from the 1000 that are offered."""

SEEN = ["serial port", "paper", "flash"]
"""Where it can be read in the end; on the panel in letters of double size."""


def where_it_is(desk: Simulator, folder: Path) -> list[str]:
    """Where the bid can be read: the panel, the serial port, the paper, the flash."""
    roll = desk.app.sessions.screen.paper.roll
    paper = [bytes(roll.codes[roll.offset(row) :][: roll.length(row)]) for row in range(roll.end)]
    found = []
    if any(BID in text for text in texts(desk.chip)):
        found.append("panel")
    if BID in desk.serial.printed:
        found.append("serial port")
    if any(encode(BID) in row for row in paper):
        found.append("paper")
    if any(BID in path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()):
        found.append("flash")
    return found


def wait(desk: Simulator, keys: str = "") -> None:
    for key in keys.split():
        tap(desk, key)
        desk.settle()
        desk.run(1500)


def at_the_bid_of_b(folder: Path, language: str = "en") -> Simulator:
    """A has bid with the keys: 3217, from the 1000 that is offered."""
    desk = speaking(language, (128, 64), folder=folder)
    desk.say("yen players=2")
    desk.run(1500)
    wait(desk, KEYS)
    assert desk.app.sessions.screen.picture._bid == int(BID)
    wait(desk, "OK")
    return desk


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bid_is_nowhere_until_both_have_bid(language: str, tmp_path: Path) -> None:
    desk = at_the_bid_of_b(tmp_path, language)
    assert where_it_is(desk, tmp_path) == []
    wait(desk, "BACK")  # the paper
    assert name(desk) == "PaperScroll" and where_it_is(desk, tmp_path) == []
    wait(desk, "BACK")  # the shelf
    assert name(desk) == "Shelf" and where_it_is(desk, tmp_path) == []
    wait(desk, "OK")
    assert desk.app.sessions.screen.session.request.player == "B"
    assert where_it_is(desk, tmp_path) == []
    wait(desk, "OK")  # I am B
    assert where_it_is(desk, tmp_path) == []
    wait(desk, "OK")
    assert where_it_is(desk, tmp_path) == SEEN
    written = [line for path in tmp_path.glob("tapes/*") for line in path.read_text().splitlines()]
    assert written[-3:-1] == [f"> BID={BID}", "> BID=1000"] and written[-1].startswith(" 1:")


def test_the_panel_is_the_same_whatever_a_has_bid(tmp_path: Path) -> None:
    """Pixel by pixel, and what is sent to it: letters of any size are none that could be read."""
    shots: list[list[bytes]] = []
    for keys in (KEYS, "DOWN RIGHT UP"):
        folder = tmp_path / str(len(shots))
        folder.mkdir()
        desk = speaking("en", (128, 64), folder=folder)
        desk.say("yen players=2")
        desk.run(1500)
        wait(desk, keys)
        wait(desk, "OK")
        shots.append([screen(desk)])
        for key in ["BACK", "BACK", "OK", "OK", "UP", "RIGHT"]:
            wait(desk, key)
            shots[-1].append(screen(desk))
        wait(desk, "OK")
        shots[-1].append(screen(desk))
    assert shots[0][:-1] == shots[1][:-1] and shots[0][-1] != shots[1][-1]


def test_the_paper_in_another_language_has_it_neither(tmp_path: Path) -> None:
    desk = at_the_bid_of_b(tmp_path)
    desk.app.speak("ru")
    desk.app.open(desk.app.sessions.screen)
    desk.settle()
    desk.run(1500)
    assert desk.app.sessions.screen.session.request.player == "B"
    assert where_it_is(desk, tmp_path) == []
    wait(desk, "OK OK")
    assert where_it_is(desk, tmp_path) == SEEN


def test_after_a_power_cut_a_bids_again(tmp_path: Path) -> None:
    desk = at_the_bid_of_b(tmp_path)
    wait(desk, "OK OK OK")  # round 1 is over
    wait(desk, "OK")  # A has bid 3217 again
    assert desk.app.sessions.screen.session.request.player == "B"
    after = again(tmp_path)
    session = after.app.sessions.screen.session
    assert session.request.player == "A" and not session.hidden
    assert after.app.sessions.screen.picture.game.bids == [(int(BID), 1000)]


def test_a_bid_that_is_typed_is_not_shown_either(tmp_path: Path) -> None:
    desk = speaking("en", (128, 64), folder=tmp_path)
    desk.say("yen players=2", "x" + BID, BID)
    assert where_it_is(desk, tmp_path) == []
    desk.say("99999")  # of B
    assert "illegal bid: 10000 yen left." in desk.serial.printed
    assert where_it_is(desk, tmp_path) == []
    desk.say("100")
    assert where_it_is(desk, tmp_path)[-3:] == SEEN


def test_the_lesson_tells_both(tmp_path: Path) -> None:
    desk = speaking("en", (128, 64), folder=tmp_path)
    desk.say("nim heaps=3,4 players=2", "1 2", "2 0", "1 0")
    desk.run(2000)
    wait(desk, "RIGHT")
    until(desk, "Page")
    told = " ".join(row.rstrip() for row in texts(desk.chip)[1:7]).split("  ")
    assert told[0] == "A: Answer 1 lost the game: T=1 L=2 Better: T=2 L=3"
    assert told[1].startswith("B: Answer 1 lost the game:")
