# SPDX-License-Identifier: MIT
"""The drawn heaps of both Nims: sizes, taking and giving back, the answers, the state."""

import random
import re
from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.words import LANGUAGES
from tests.helpers.drawn import (
    answer,
    assert_as_anew,
    bytes_of,
    last_answer,
    picture,
    says,
    screen,
    shown,
    tap,
)
from tests.helpers.screen import GLYPHS, Size, columns, seen, text, texts
from tests.helpers.sheets import Golden, compare, shot

COUNTS = [(count, 99) for count in range(1, 10)] + [(count, 100) for count in range(2, 7)]


@pytest.mark.parametrize(("count", "most"), COUNTS)
def test_the_largest_heaps_fit(count: int, most: int) -> None:
    Simulator()
    from teletype.handheld.pictures.stones import fit, in_row

    width = 128 // count
    for stones in range(1, most + 1):
        pitch = fit(width, 40, stones)
        row = in_row(width, pitch)
        assert row * pitch <= width
        assert row * (40 // pitch) >= stones


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3, 6, 9])
@pytest.mark.parametrize("most", [5, 9, 20, 50, 99])
def test_every_stone_is_seen_full_or_hollow(count: int, most: int) -> None:
    """One stone more lights more of the heap's own columns; so does a full one for a hollow."""
    desk = Simulator()
    from teletype.programs.nim.game import Game
    from teletype.programs.nim.picture import Picture

    setup = {"heaps": (most,) * count}
    picture = Picture(desk.app, setup, Game(setup))
    desk.app.activity = picture
    width = 128 // count
    for there in (0, 1, most - 1, most):
        lit = []
        for left in range(there + 1):
            picture.offer([there] * count)
            picture.left = [left] * count
            picture.draw()
            desk.app.panel.show()
            rows = desk.chip.rows()[8:48]
            heap = [sum(sum(row[x : x + width]) for row in rows) for x in range(0, 128, width)]
            assert len(set(heap[:count])) == 1 and sum(heap[count:]) == 0
            lit.append(heap[0])
        assert lit == sorted(set(lit))


def test_nim_sends_every_move() -> None:
    desk = shown("nim heaps=3,0,2,1")  # special: the person begins
    player = desk.app.sessions.screen
    from teletype.drivers.buttons import DOWN, OK, RIGHT

    stones = picture(desk)
    sent = set()
    for heap, there in ((0, 3), (2, 2), (3, 1), (0, 3)):  # RIGHT skips the empty one
        for taken in range(5):
            assert stones.heap == heap
            assert stones.key(OK, 1) is None
            if taken:
                sent.add(stones.key(OK, 0))
            stones.key(DOWN if taken else OK, 0)  # OK takes the first one: nothing is no move
            assert stones.left[heap] == max(0, there - taken - 1)
        stones.key(RIGHT, 0)
        assert stones.left == [3, 0, 2, 1], "another choice gives the stones back"
    assert sent == {
        (heap + 1, left) for heap, there in enumerate((3, 0, 2, 1)) for left in range(there)
    }
    assert player.stage.waiting
    from teletype.drivers.buttons import LEFT

    stones.key(LEFT, 0)
    assert stones.heap == 0 and stones.left == [3, 0, 2, 1]
    stones.key(LEFT, 0)
    stones.key(LEFT, 0)
    stones.key(LEFT, 0)
    assert stones.heap == 0, "by way of the heaps 3 and 2"


@pytest.mark.parametrize("line", ["nim heaps=1,2,3 style=hard", "misere-nim"])
def test_a_person_who_only_taps_ok_comes_to_an_end(line: str) -> None:
    """Each move takes two presses: one takes a stone, one answers."""
    desk = shown(line)
    for _ in range(16):
        if desk.app.sessions.screen.game.finished:
            return
        desk.press("OK")
        desk.run(4000)
    pytest.fail("the game goes on")


def test_nim_by_keys() -> None:
    desk = shown("nim heaps=7,8,4")
    assert says(desk, 0, "T=2 L=3  T:heap L:LEFT")
    assert text(desk.chip, 7).split() == ["▲:BINARY", "▼:TAKE"]
    tap(desk, "RIGHT DOWN DOWN")
    assert text(desk.chip, 7) == "OK:T=2 L=1    ▼:TAKE 2"
    tap(desk, "UP UP")
    assert text(desk.chip, 7).split() == ["▲:BINARY", "▼:TAKE"]
    tap(desk, "OK")  # nothing taken: it takes a stone, and the next OK would send the answer
    assert text(desk.chip, 7) == "OK:T=2 L=2    ▼:TAKE 1"
    assert says(desk, 0, "T=2 L=3  T:heap L:LEFT")
    desk.say("2 3", rest=1100)
    assert says(desk, 0, "THAT BREAKS THE RULES")
    assert "НЕ ПО ПРАВИЛАМ" in desk.serial.printed
    assert picture(desk).game.heaps == [7, 3, 4]
    answer(desk, "DOWN DOWN OK")
    assert last_answer(desk) == "T=2 L=1"
    assert picture(desk).game.heaps == [5, 1, 4]
    assert says(desk, 0, "T=1 L=5  YOUR MOVE"), "the letters are explained once"


@pytest.mark.parametrize(
    ("line", "size", "head"),
    [
        ("nim heaps=7,8,4", (72, 40), "T:heap L:LEFT"),
        ("nim heaps=99,98", (128, 32), "T=1 L=98  T:heap L:LEFT"),
        ("nim heaps=3,7,4", (128, 64), "T:heap L:LEFT"),
        ("nim players=2", (128, 64), "A: YOUR MOVE"),
    ],
)
def test_the_letters_are_explained(line: str, size: Size, head: str) -> None:
    """At the first prompt of a person, who may begin; not over the name of one of two."""
    desk = Simulator(*size, fast=True)
    desk.say(line, rest=1100)
    assert says(desk, 0, head)
    assert_as_anew(desk)


def test_a_held_key_takes_tens() -> None:
    desk = shown("nim heaps=99,99")
    desk.hold("DOWN", 2000)
    desk.run(50)
    assert picture(desk).left[0] == 0
    assert_as_anew(desk)


def test_misere_nim_sets_up_any_position() -> None:
    desk = shown("misere-nim heaps=2")
    assert text(desk.chip, 0) == "SET UP THE HEAPS"
    tap(desk, "DOWN DOWN DOWN DOWN RIGHT")
    for _ in range(6):
        tap(desk, "UP " * 20)
        desk.run(1000)  # without a rest these are no presses of a finger
    assert picture(desk).left == [0, 100]
    assert_as_anew(desk)
    tap(desk, "DOWN")
    answer(desk, "OK")
    assert last_answer(desk) == "N1=0 N2=99"
    assert picture(desk).game.heaps == [0, 1] and picture(desk).over
    assert text(desk.chip, 7) == "OK:NEW GAME"
    before = screen(desk)
    tap(desk, "UP DOWN LEFT RIGHT")
    desk.run(100)  # the last row has blinked, for each of them
    assert screen(desk) == before
    answer(desk, "OK")
    assert last_answer(desk) == "N1=0 N2=0"
    assert picture(desk).left == [2, 2], "0 99 could not be won, and this can"
    assert text(desk.chip, 7).startswith("OK:BEGIN")


def test_misere_nim_lets_two_heaps_be_changed() -> None:
    desk = shown("misere-nim")
    answer(desk, "OK")
    answer(desk, "RIGHT DOWN RIGHT DOWN OK")
    assert last_answer(desk) == "N1=1 N2=1 N3=1"
    assert text(desk.chip, 0) == "DO NOT REVOKE, PLEASE."
    assert picture(desk).left == [1, 2, 2]


def test_misere_nim_won_by_the_person_and_broken_off() -> None:
    desk = shown("misere-nim")
    for line, over, free in (
        ("1 1 1", False, False),  # the machine leaves 0 1 1
        ("0 0 1", True, False),
        ("0 0 0", False, True),
        ("1 2 3", False, False),
        ("0 0 0", False, True),
        ("101 0 0", False, True),  # a foul before a game has begun
        ("1 0 0", True, False),
    ):
        desk.say(line, rest=1100)
        assert (picture(desk).over, picture(desk).free) == (over, free), line
    assert picture(desk).game.heaps == [1, 0, 0]
    assert picture(desk).message == "YOU HAVE WON."  # in a box
    assert columns(desk.chip, 2).count(255) > 10


def test_the_whole_position_taken_is_a_new_game() -> None:
    """The original reads 0 0 0 as a wish for a new game; the strip says so."""
    desk = shown("misere-nim heaps=2")
    desk.say("1 3", rest=1100)
    assert picture(desk).over  # the machine left a single stone
    answer(desk, "OK")
    desk.say("3 3", rest=1100)
    there = picture(desk).there
    keys = "".join(" DOWN" * stones + " RIGHT" for stones in there)
    tap(desk, "LEFT" * picture(desk).heap + keys)
    assert picture(desk).left == [0, 0] and text(desk.chip, 7).endswith("OK:NEW GAME")
    answer(desk, "OK")
    assert last_answer(desk) == "N1=0 N2=0" and picture(desk).free


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["nim", "misere-nim"])
def test_any_keys(name: str, seed: int) -> None:
    """The screen after each key is the one that is drawn anew; the heaps are the paper's."""
    dice = random.Random(seed)
    heaps = [dice.choice((3, 9, 30, 99)) for _ in range(dice.randint(2, 6))]
    setup = f"heaps={','.join(map(str, heaps))}" if name == "nim" else f"heaps={len(heaps)}"
    desk = shown(f"{name} {setup}")
    for _ in range(150):
        if desk.app.sessions.screen.session.ended:
            break
        key = dice.choice(("UP", "DOWN", "DOWN", "LEFT", "RIGHT", "OK"))
        if key == "OK":
            answer(desk, key)
        else:
            tap(desk, key)
        if desk.app.sessions.screen.pictured:
            assert_as_anew(desk)
    if name == "nim":
        paper = iter(re.findall(r"T=(\d)\s+L=(\d+)(?:\n(ВАШ ХОД СД))?", desk.serial.printed))
        for group, left, refused in paper:
            if not refused:
                heaps[int(group) - 1] = int(left)
        assert picture(desk).game.heaps == heaps
    else:
        stones = picture(desk)
        rows = re.findall(r"^ [ \d]+$", desk.serial.printed, re.MULTILINE)
        if not stones.free and rows and "REVOKE" not in desk.serial.printed[-30:]:
            assert stones.game.heaps == [int(word) for word in rows[-1].split()]


def test_few_bytes_for_a_stone() -> None:
    desk = shown("nim heaps=7,8,4")
    for key in ("RIGHT", "DOWN", "DOWN", "UP"):
        assert bytes_of(desk, key) <= 210
    tap(desk, "DOWN")
    assert bytes_of(desk, "RIGHT") <= 310  # two heaps, and stones given back


def test_the_chosen_heap_is_inverse() -> None:
    desk = shown("nim heaps=7,8,4")
    for heap in range(3):
        line = columns(desk.chip, 6)
        inverse = [line[42 * index] == 255 for index in range(3)]
        assert inverse == [index == heap for index in range(3)]
        tap(desk, "RIGHT")


def table(desk: Simulator) -> list[str]:
    """The rows of the table of digits, with a blank between what stands in them."""
    ones = bytes(byte & 127 for byte in columns(desk.chip, 6))  # without what underlines them
    last = "".join(GLYPHS.get(ones[x : x + 5], "?") for x in range(1, 125, 5))
    return [" ".join(line.split()) for line in texts(desk.chip)[:6] + [last]]


def test_the_table_of_digits_of_the_book() -> None:
    """22 19 23 11 (chapter 1): the first row becomes its special row, 15."""
    desk = shown("nim heaps=22,19,23,11")
    stones = screen(desk)
    tap(desk, "UP RIGHT")
    assert table(desk) == [
        "1: 22→15 ALL COLUMNS EVEN",
        "1 22 10110 → 01111 15",
        "2 19 10011 10011 19",
        "3 23 10111 10111 23",
        "4 11 01011 01011 11",
        "",
        "ONES 31243 22244",
    ]
    ones = columns(desk.chip, 6)
    odd = [ones[26 + 5 * bit] >= 128 for bit in range(5)]
    assert odd == [True, True, False, False, True], "the odd columns are underlined"
    assert text(desk.chip, 7).split() == ["▲:STONES", "▼:TAKE"]
    tap(desk, "RIGHT" + " DOWN" * 21)  # what the book's opponent takes
    assert table(desk)[3] == "3 23 10111 00010 2" and table(desk)[6] == "ONES 31243 12143"
    assert text(desk.chip, 7) == "OK:T=3 L=2    ▼:TAKE 21"
    answer(desk, "OK")
    assert last_answer(desk) == "T=3 L=2" and table(desk)[0] == "2: 19→6 ALL COLUMNS EVEN"
    tap(desk, "UP")
    assert picture(desk)._digits is False and screen(desk) != stones
    assert_as_anew(desk)


def test_a_special_table_is_given_away_without_a_move() -> None:
    desk = shown("nim heaps=3,2,1")
    tap(desk, "UP")
    assert table(desk)[:2] == ["ALL COLUMNS EVEN", "1 11 3"] and table(desk)[6] == "ONES 22"


@pytest.mark.parametrize(
    ("typed", "head"),
    [
        ("3 4 5", "1: 3→1 ALL COLUMNS EVEN"),
        ("1 2 3", "3: 3→2 YOU CAN WIN"),
        ("1 1 9", "3: 9→1 ODD COUNT OF ONES"),
        ("1 1 1", "1: 1→0 YOU CAN WIN"),
    ],
)
def test_the_machine_s_move_of_misere_nim_explained(typed: str, head: str) -> None:
    desk = shown("misere-nim")
    before = screen(desk)
    tap(desk, "UP DOWN")
    assert screen(desk) == before, "heaps are set up; there is no table yet"
    desk.say(typed, rest=1100)
    tap(desk, "UP")
    assert table(desk)[0] == head
    desk.say("0 0 0", rest=1100)
    assert picture(desk)._digits is False


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_the_table_looks(language: str, golden: Golden) -> None:
    images = []
    for line, keys in (
        ("nim", "UP"),
        ("nim heaps=22,19,23,11", "UP RIGHT DOWN"),
        ("nim heaps=99,64,3,4,5,6,7,8,9", "LEFT UP"),
        ("misere-nim", "OK UP"),
    ):
        desk = shown(line)
        desk.app.speak(language)
        desk.app.activity.relabel()
        desk.app.activity.draw()
        for key in keys.split():
            desk.press(key)
            desk.settle()
            desk.run(1500 if key == "OK" else 100)
        images.append(shot(desk))
    compare(golden, f"nim-digits-{language}", images, across=2)


@pytest.mark.parametrize(
    ("language", "said"),
    [("ru", "ВАШ ХОД НЕ ПО ПРАВИЛАМ"), ("en", "THAT BREAKS THE RULES")],
)
def test_a_reproach_stands_above_the_stones(language: str, said: str, tmp_path: Path) -> None:
    """The Russian one is too long for the row by a word that may be left out."""
    (tmp_path / "settings.txt").write_text(f"language={language}\nspeed=fast\n")
    desk = Simulator(folder=tmp_path)
    for line in ("nim", "2 1", "1 5"):  # the first heap has 2 left
        desk.serial.typed.append(line)
        desk.run(3000)
    assert texts(desk.chip)[0] == seen(said)
