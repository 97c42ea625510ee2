# SPDX-License-Identifier: MIT
"""The machine's move is seen: by and by, at once after a key, and at once with the speed fast."""

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from teletype.words import LANGUAGES
from tests.helpers.drawn import answer, assert_as_anew, picture, screen, shown, tap
from tests.helpers.screen import SIZES, Size, hint, unsigned
from tests.helpers.sheets import Golden, compare, shot

GAMES = (
    ("nim heaps=7,8,4", ()),
    ("misere-nim heaps=2", ("N1=5 N2=7",)),
    ("race n=15 m=6", ("T=3 P=2",)),
    ("trigex", ("L=2",)),
    ("yen opponent=master", ("1000",)),
    ("calculation-cobol lucky=14", ("1",)),
)
"""Setups, and the answers behind which the machine moves."""

LONGEST = 600
"""Milliseconds, of the issue."""


def moving(
    line: str,
    answers: tuple[str, ...] = (),
    size: Size = (128, 64),
    opening: bool = False,
    language: str = "en",
) -> Simulator:
    """A desk on which the machine's move has just come up; it prints, but quickly.

    Before its first move of a game the position stands; `opening`: stop there.
    """
    desk = Simulator(*size)
    desk.app.speak(language)
    desk.app.fast, desk.app.character = False, 1
    desk.serial.typed += [line, *answers]
    for _ in range(12_000):
        desk.run(5)
        player = desk.app.sessions.screen
        last = not desk.serial.typed and player and not player.printing()
        moves = last and player.pictured and player.picture.unseen
        if moves and (opening or not player.picture.opening):
            return desk
    raise AssertionError(line)


@pytest.mark.parametrize(("line", "answers"), GAMES)
def test_it_is_seen_by_and_by(line: str, answers: tuple[str, ...]) -> None:
    desk = moving(line, answers)
    frames = {screen(desk)}
    spent = 0
    while picture(desk).unseen:
        desk.run(5)
        spent += 5
        frames.add(screen(desk))
    desk.run(5)
    frames.add(screen(desk))
    assert len(frames) > 2 and spent <= LONGEST, (len(frames), spent)
    assert_as_anew(desk)


@pytest.mark.parametrize(("line", "answers"), GAMES)
def test_any_key_shows_it_at_once(line: str, answers: tuple[str, ...]) -> None:
    for key in ("UP", "DOWN", "LEFT", "RIGHT", "OK"):
        desk = moving(line, answers)
        stops = desk.serial.printed.count("◊")
        desk.pin(key).drive(0)
        desk.run(10, step=5)
        assert picture(desk).unseen == 0
        desk.pin(key).drive(1)
        if key == "OK" and not picture(desk).STAYS:
            desk.run(200)
            assert desk.serial.printed.count("◊") == stops, "it was not seen, so not answered"
            assert_as_anew(desk)


BEGUN = (
    ("nim heaps=7,8,4", ()),
    ("misere-nim heaps=2", ("N1=5 N2=7",)),
    ("race n=15 m=6", ()),
    ("race n=90 m=40", ()),
    ("trigex", ()),
)
"""Setups where the machine begins, and what the person answers before."""


def opened(
    line: str, answers: tuple[str, ...], size: Size, language: str = "en"
) -> Simulator | None:
    """A desk on which the position before the machine's first move stands; None if small."""
    if line == "trigex" and size != (128, 64):
        return None
    desk = moving(line, answers, size, True, language)
    assert picture(desk).opening and picture(desk).game.moves == 1
    return desk


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_position_before_the_first_move(language: str, size: Size, golden: Golden) -> None:
    images = []
    for line, answers in BEGUN:
        desk = opened(line, answers, size, language)
        if desk:
            images.append(shot(desk))
    compare(golden, f"opening-{language}-{size[0]}x{size[1]}", images)


@pytest.mark.parametrize(("line", "answers"), BEGUN)
def test_the_position_stands_for_a_second(line: str, answers: tuple[str, ...]) -> None:
    desk = opened(line, answers, (128, 64))
    assert desk
    desk.run(900)
    assert picture(desk).opening
    assert_as_anew(desk)
    desk.run(200)
    assert not picture(desk).opening and picture(desk).unseen
    desk.run(LONGEST)
    assert not picture(desk).unseen
    assert_as_anew(desk)


@pytest.mark.parametrize(("line", "answers"), BEGUN)
def test_a_key_ends_it_at_once(line: str, answers: tuple[str, ...]) -> None:
    desk = opened(line, answers, (128, 64))
    assert desk
    stops = desk.serial.printed.count("◊")
    tap(desk, "OK")
    desk.run(200)
    assert not picture(desk).opening and not picture(desk).unseen
    assert desk.serial.printed.count("◊") == stops, "it was not seen, so not answered"
    assert_as_anew(desk)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_before_the_picture_ok_is_said_to_show_it(language: str, size: Size) -> None:
    """In the second after the prompt: the row of keys is true, and nothing is sent."""
    desk = Simulator(*size)
    desk.app.speak(language)
    desk.app.character = 1
    desk.serial.typed.append("nim heaps=7,8,4")
    while not desk.app.sessions.screen or desk.app.sessions.screen.printing():
        desk.run(5)
    desk.run(50)
    player = desk.app.sessions.screen
    stops = desk.serial.printed.count("◊")
    assert stops and not player.pictured
    assert hint(desk.chip) == "OK:" + words.text("PICTURE_NAME")
    tap(desk, "OK")
    assert player.pictured and desk.serial.printed.count("◊") == stops
    assert_as_anew(desk)


def test_a_later_move_has_no_such_moment() -> None:
    desk = moving("nim heaps=7,8,4", ("T=1 L=1",), opening=True)
    assert picture(desk).game.moves == 3 and not picture(desk).opening


def test_a_person_who_begins_sees_no_such_moment() -> None:
    desk = moving("nim heaps=7,3,4", ("T=1 L=1",), opening=True)
    assert picture(desk).game.moves == 2 and not picture(desk).opening


def test_a_direction_does_what_it_does_as_well() -> None:
    desk = moving("nim heaps=7,8,4")
    tap(desk, "DOWN")
    assert picture(desk).left == [6, 3, 4]
    assert_as_anew(desk)


@pytest.mark.parametrize(("line", "answers"), GAMES)
def test_fast_shows_it_at_once(line: str, answers: tuple[str, ...]) -> None:
    desk = shown(line)
    assert picture(desk).unseen == 0
    for typed in answers:
        desk.say(typed, rest=1100)
        assert picture(desk).unseen == 0
    assert_as_anew(desk)


def test_five_stones_lift_off_one_by_one() -> None:
    """7 8 4: the machine leaves 3 of 8, the paper's game (002:312)."""
    desk = moving("nim heaps=7,8,4")
    counts = [picture(desk).unseen]
    while counts[-1]:
        desk.run(5)
        if picture(desk).unseen != counts[-1]:
            counts.append(picture(desk).unseen)
    assert counts == [5, 4, 3, 2, 1, 0]


def test_many_stones_take_no_longer() -> None:
    desk = moving("nim heaps=99,33")
    assert picture(desk).unseen == 66
    desk.run(LONGEST)
    assert picture(desk).unseen == 0
    assert_as_anew(desk)


def test_the_result_comes_when_the_last_move_was_seen() -> None:
    desk = moving("nim heaps=2,2", ("T=1 L=1", "T=1 L=0"))
    if not desk.app.sessions.screen.ended:  # the move before
        desk.run(LONGEST)
    while not desk.app.sessions.screen.ended or not picture(desk).unseen:
        desk.run(5)
    before = screen(desk)
    tap(desk, "RIGHT")
    assert desk.app.activity is desk.app.sessions.screen, "the key has only shown the end"
    assert sum(screen(desk)) > sum(before) + 500, "the box with the result is lit"
    assert_as_anew(desk)


@pytest.mark.parametrize("size", [(128, 32), (72, 40)])
@pytest.mark.parametrize(("line", "answers"), GAMES[:3])
def test_low_panels(line: str, answers: tuple[str, ...], size: Size) -> None:
    desk = moving(line, answers, size)
    before = unsigned(desk.chip)
    desk.run(LONGEST)
    assert picture(desk).unseen == 0 and unsigned(desk.chip) != before
    unseen = unsigned(desk.chip)
    desk.app.activity.draw()
    desk.run(5)
    assert unsigned(desk.chip) == unseen


def test_a_typed_answer_does_not_wait_for_it() -> None:
    desk = moving("nim heaps=7,8,4")
    desk.serial.typed.append("T=1 L=6")
    desk.run(10)
    assert picture(desk).unseen == 0
    desk.settle()
    answer(desk, "")
    assert picture(desk).game.heaps[0] == 6


def test_another_screen_over_it() -> None:
    desk = moving("race n=15 m=6", ("T=3 P=2",))
    desk.press("BACK")
    assert type(desk.app.activity).__name__ == "PaperScroll"
    desk.press("OK")
    desk.run(LONGEST)
    assert picture(desk).unseen == 0
    assert_as_anew(desk)
