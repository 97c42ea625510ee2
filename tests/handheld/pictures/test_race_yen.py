# SPDX-License-Identifier: MIT
"""The race and the 10,000-yen game in pictures: their keys answer what else is typed."""

import random
import re

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.core.request import working
from teletype.loading import load
from teletype.words import LANGUAGES
from tests.helpers.drawn import assert_as_anew, last_answer, shown
from tests.helpers.paper import LISTING_4
from tests.helpers.screen import GLYPHS, SIZES, Size, columns, text, texts
from tests.helpers.sheets import Golden, compare, shot


def send(desk: Simulator, *keys: str) -> None:
    desk.press(*keys, "OK")
    desk.settle()
    desk.run(1500)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", ["race", "yen opponent=minus1", "race n=300 m=20"])
def test_how_it_looks(line: str, language: str, golden: Golden) -> None:
    desk = shown(line)
    desk.set(language=language)
    send(desk)
    assert desk.app.sessions.screen.pictured
    desk.press("RIGHT")
    golden(f"picture-{line.replace(' ', '-').replace('=', '-')}-{language}", desk.chip)


def test_the_race_of_the_book() -> None:
    desk = shown("race")
    assert desk.app.sessions.screen.picture._step == 2  # 1 was just played
    send(desk, "RIGHT", "RIGHT", "RIGHT")
    assert last_answer(desk) == "T=6 P=5"
    send(desk, "RIGHT")
    assert desk.serial.printed.endswith("T=14 P=6\nДЕЛАЮ СВОЙ ХОД\nT=15  P=1\nВЫ ПРОИГРАЛИ\n")
    assert desk.app.sessions.screen.ended and desk.app.sessions.screen.pictured


@pytest.mark.parametrize(
    "setup", ["n=15 m=6", "n=3 m=2", "n=14 m=6", "n=999 m=998", "n=60 m=2", "n=13 m=4"]
)
def test_a_forbidden_number_cannot_be_chosen(setup: str) -> None:
    dice = random.Random(setup)
    desk = shown(f"race {setup}")
    for _ in range(60):
        drawn = desk.app.sessions.screen.picture
        if drawn._over:
            break
        desk.press(dice.choice(("LEFT", "RIGHT", "UP", "DOWN")))
        assert 1 <= drawn._step <= drawn.game.m and drawn._step != drawn.game.number
        beyond = drawn.game.cell + drawn._step > drawn.game.n
        assert not beyond or (drawn.game.n - drawn.game.cell, drawn.game.number, drawn._step) == (
            1,
            1,
            2,
        )
        assert_as_anew(desk)
        if dice.random() < 0.2:
            send(desk)
    assert "ВЫ ОШИБЛИСЬ" not in desk.serial.printed


def test_nothing_beyond_the_strip_is_offered() -> None:
    """Where only a step beyond it is left, the shortest; the paper's picker ends there, too."""
    desk = shown("race n=13 m=4")
    drawn = desk.app.sessions.screen.picture
    offered = []
    for step in (4, 3, 2):  # the machine answers with 1 each time
        request = desk.app.sessions.screen.session.request
        last = max(13, request.values[0])
        assert (request.lows, request.highs) == ([drawn.game.cell + 1, 1], [last, 4])
        for _ in range(4):
            desk.press("RIGHT")
            offered.append(drawn.game.cell + drawn._step)
        while drawn._step != step:
            desk.press("RIGHT")
        send(desk)
    assert offered == [5, 7, 4, 5, 10, 11, 12, 10, 14, 14, 14, 14]
    assert desk.serial.printed.endswith("◊ T=14 P=2\nВЫ ПРОИГРАЛИ\n")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("n", [5, 62])
def test_a_step_over_the_end_is_seen(n: int, size: Size) -> None:
    """The counter stands behind the strip, also behind a long one of which a part is shown."""
    desk = Simulator(*size, fast=True)
    cell, step = 0, 1
    desk.say(f"race n={n} m=2 players=2")
    while cell < n:
        cell += step
        desk.say(f"{cell} {step}")
        step = 3 - step
    desk.run(2000)
    assert cell == n + 1 and desk.app.sessions.screen.ended
    top = 26 if size[1] == 64 else 10
    rows = desk.chip.rows()
    edge = max(x for x in range(size[0]) if rows[top][x])
    assert any(rows[top + 6][edge + 1 :]), "the counter"
    assert_as_anew(desk)


def points(desk: Simulator, n: int, m: int, pitch: int) -> set[tuple[int, int]]:
    """The points (cell, number) that are circles on the lattice; all others must be crosses."""
    rows = desk.chip.rows()
    found = set()
    for cell in range(1, n + 1):
        for number in range(1, m + 1):
            x, y = 9 + pitch * cell, 8 * (6 - number) + 3
            ring, cross = bool(rows[y][x + 2]), bool(rows[y][x])
            assert ring != cross, (cell, number)
            if ring:
                found.add((cell, number))
    return found


@pytest.mark.parametrize(
    ("n", "m", "pitch", "rows", "single"),
    [
        (13, 4, 8, {13, 8, 3}, {(12, 1), (10, 3), (9, 4), (6, 2), (2, 1)}),  # figure 4
        (12, 3, 8, {12, 8, 4}, {(11, 1), (9, 3), (7, 1), (5, 3), (3, 1), (1, 3)}),  # figure 10
    ],
)
def test_the_crib_has_the_special_points_of_the_figures(
    n: int, m: int, pitch: int, rows: set[int], single: set[tuple[int, int]]
) -> None:
    desk = shown(f"race n={n} m={m}")
    desk.press("UP", "UP")
    desk.run(500)
    drawn = desk.app.sessions.screen.picture
    drawn.game.path, drawn._step = [(0, 0)], 0  # the bare lattice
    desk.app.activity.draw()
    desk.app.panel.show()
    whole = {(cell, number) for cell in rows for number in range(1, m + 1)}
    assert points(desk, n, m, pitch) == whole | single


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_the_lattice_looks(language: str, golden: Golden) -> None:
    """The book's games: the broken line without and with the crib, its end; a long lattice; the
    strip with the crib.
    """
    images = []
    for line, keys in (
        ("race", "UP"),
        ("race n=13 m=4", "UP UP"),
        ("race", "UP UP OK RIGHT OK"),
        ("race n=300 m=20", "UP UP OK RIGHT OK"),
        ("race n=13 m=4", "UP UP UP"),
        ("race n=300 m=20", "UP UP UP OK RIGHT OK"),
    ):
        desk = shown(line)
        desk.set(language=language)
        for key in keys.split():
            desk.press(key)
            desk.settle()
            desk.run(1500)
        images.append(shot(desk))
    compare(golden, f"race-lattice-{language}", images, across=2)


VIEWS = (
    *((1, "UP"), (2, "UP"), (3, "UP"), (3, "UP")),
    *((2, "DOWN"), (1, "DOWN"), (0, "DOWN"), (0, "DOWN")),
)


def test_views_of_the_race() -> None:
    """UP leads to the lattice, the crib, and with it to the strip, DOWN back."""
    desk = shown("race")
    drawn = desk.app.sessions.screen.picture
    strip = desk.chip.rows()
    for view, key in VIEWS:
        desk.press(key)
        desk.run(300)
        assert drawn._view == view
        assert_as_anew(desk)
    assert desk.chip.rows() == strip
    desk.press("UP")
    send(desk, "RIGHT", "RIGHT", "RIGHT")
    assert last_answer(desk) == "T=6 P=5" and drawn.game.path == [(0, 0), (1, 1), (6, 5), (8, 2)]
    desk.press("UP", "UP")
    send(desk, "RIGHT", "RIGHT", "RIGHT")
    assert desk.app.sessions.screen.ended and drawn._view == 3


def test_two_people_wait_for_the_crib() -> None:
    """Without the machine nobody has searched for the special points before; a paper printed again
    in another language makes a new game, which has not, either.
    """
    desk = shown("race n=999 m=2 players=2")
    drawn = desk.app.sessions.screen.picture
    desk.press("UP")
    bare = desk.chip.rows()
    assert drawn.game.table is None
    desk.press("UP")
    desk.run(500)
    assert drawn.game.table is not None
    crib = desk.chip.rows()
    assert crib != bare
    screen = desk.app.sessions.screen
    drawn.game = screen.program.begin(screen.setup)[0]
    assert drawn.game.table is None
    desk.app.activity.draw()
    desk.run(500)
    assert desk.chip.rows() == crib


@pytest.mark.parametrize("setup", ["n=13 m=4", "n=12 m=3", "n=300 m=20"])
def test_the_special_points_of_the_strip(setup: str) -> None:
    """The machine leaves a special point: each cell that can be reached has a cross."""
    desk = shown(f"race {setup}")
    desk.press("UP", "UP", "UP")
    desk.run(500)
    drawn = desk.app.sessions.screen.picture
    while not drawn._over:
        first = min(max(0, drawn.game.cell - 2), drawn.game.n + 1 - drawn._seen)
        rows = desk.chip.rows()
        for cell in range(first, min(drawn.game.n + 1, first + drawn._seen)):
            x = 1 + drawn._pitch * (cell - first) + drawn._pitch // 2
            step = cell - drawn.game.cell
            ring, cross = bool(rows[44][x + 2]), bool(rows[44][x] and rows[42][x + 2])
            assert ring == (step == 0), cell
            assert cross == (1 <= step <= drawn.game.m and step != drawn.game.number), cell
        send(desk)


def test_a_bid_of_7250_takes_ten_keys() -> None:
    desk = shown("yen")
    picture = desk.app.sessions.screen.picture
    desk.pin("UP").drive(0)
    while picture._bid < 7000:
        desk.run(10)
    desk.pin("UP").drive(1)
    desk.run(60)
    keys = ["RIGHT"] + ["UP"] * 2 + ["RIGHT"] + ["UP"]
    assert 1 + len(keys) + 1 <= 10
    send(desk, *keys)
    assert last_answer(desk) == "BID=7250"


def test_a_bid_stops_at_its_ends_and_says_what_it_leaves() -> None:
    """Twice DOWN from 1000 is 0, not 9000."""
    desk = shown("yen")
    assert text(desk.chip, 6).split() == ["BID", "1000", "9000", "for", "9"]
    desk.press("DOWN", "DOWN")
    assert text(desk.chip, 6).split() == ["BID", "0000", "10000", "for", "9"]
    desk.press(*["UP"] * 12)
    assert text(desk.chip, 6).split() == ["BID", "10000", "0", "for", "9"]
    send(desk)
    assert last_answer(desk) == "BID=10000"


def test_the_last_bid_says_what_there_is() -> None:
    desk = shown("yen rounds=2")
    assert text(desk.chip, 6).split() == ["BID", "5000", "5000", "for", "1"]
    send(desk, "DOWN")
    desk.run(3000)
    assert text(desk.chip, 6).split() == ["BID", "6000", "of", "6000"]


@pytest.mark.parametrize(
    ("player", "opponent"), [("always1000", "random"), ("random", "always1000")]
)
def test_the_bars_begin_behind_the_longer_name(player: str, opponent: str) -> None:
    desk = Simulator()
    desk.app.sessions.start("yen", f"player={player} opponent={opponent}")
    desk.run(3000)
    assert desk.app.sessions.screen.pictured
    assert text(desk.chip, 1).startswith(player) and text(desk.chip, 2).startswith(opponent)


def test_two_programs_are_watched(golden: Golden) -> None:
    """Listing 4 itself: the bars follow the paper, no key does anything, BACK leads to it."""
    desk = Simulator()
    desk.set(speed="10")
    desk.app.sessions.start("yen", "player=always1000 opponent=minus1")
    desk.run(3000)
    drawn = desk.app.sessions.screen.picture
    assert desk.app.sessions.screen.pictured
    seen = set()
    for _ in range(100):
        desk.run(500, step=10)
        desk.press("OK")
        assert_as_anew(desk)
        seen.add(len(drawn.game.bids))
        if desk.app.sessions.screen.ended:
            break
    assert seen == set(range(1, 11)) and drawn.game.bids == [(1000, 0)] + [(1000, 999)] * 8 + [
        (1000, 2008)
    ]
    assert desk.serial.printed.endswith(LISTING_4) and drawn.game.money.won == [3008, 16992]
    golden("picture-yen-watched", desk.chip)
    desk.press("BACK")
    assert not desk.app.sessions.screen.pictured


def test_the_full_bar_is_that_of_the_higher_bid(golden: Golden) -> None:
    """3333 against 3333, 6333 against 3333, 334 against 3334."""
    desk = shown("yen takes=higher rounds=3")
    send(desk)
    send(desk, "UP", "UP", "UP")
    golden("picture-yen-higher", desk.chip)
    send(desk)
    drawn = desk.app.sessions.screen.picture
    assert drawn.game.bids == [(3333, 3333), (6333, 3333), (334, 3334)]
    assert drawn._over and drawn.game.result == 1
    assert desk.serial.printed.endswith("you won.\nWhoever bids 10000 in round 1 never loses.\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_says_how_never_to_lose(language: str, golden: Golden) -> None:
    """2333 loses twice, and brings the other 11332; 5334 against 3334 is too little."""
    desk = shown("yen takes=higher rounds=3")
    send(desk, "DOWN")
    send(desk)
    send(desk)
    drawn = desk.app.sessions.screen.picture
    assert drawn._over and drawn.game.result == -1
    assert drawn.game.money.won == [8668, 11332]
    desk.set(language=language)
    desk.app.activity.draw()
    desk.run(500)  # the paper is printed again in the language
    golden(f"picture-yen-higher-over-{language}", desk.chip)


def test_the_cross_table_is_that_of_the_paper(golden: Golden) -> None:
    desk = shown("yen table=2 rounds=2")
    drawn = desk.app.sessions.screen.picture
    paper = desk.serial.printed.splitlines()
    won = {line.split()[1]: int(line.split()[2]) for line in paper if " won, " in line}
    assert sorted(drawn.game.names) == sorted(won)
    for index, name in enumerate(drawn.game.names):
        row = [drawn.game.matches[index, other] for other in range(7) if other != index]
        assert row.count(1) == won[name]
    golden("picture-yen-table", desk.chip)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_signs_below_the_table_do_not_touch_the_key(language: str) -> None:
    desk = shown("yen table=1 rounds=2")
    desk.set(language=language)
    desk.app.activity.draw()
    desk.run(500)
    row = columns(desk.chip, 7)
    back = b"".join(each for letter in "BACK" for each, name in GLYPHS.items() if name == letter)
    at = row.index(back)
    assert any(row[:at]) and not any(row[at - 3 : at])


def test_the_table_says_how_far_it_is() -> None:
    desk = Simulator()
    desk.app.sessions.start("yen", "table=1000 rounds=2")
    desk.run(60)
    assert desk.app.sessions.screen.pictured
    for _ in range(400):
        desk.app.tick()
        if working.done:
            break
    desk.app.activity.draw()
    desk.app.panel.show()
    assert re.fullmatch(r"\d+ % +BACK:PAPER", texts(desk.chip)[7])


def test_bids_stay_legal_and_sums_are_those_of_the_paper() -> None:
    dice = random.Random(3)
    desk = shown("yen opponent=random games=2")
    for _ in range(20):
        drawn = desk.app.sessions.screen.picture
        if desk.app.activity is not desk.app.sessions.screen:
            desk.press("OK")  # how the game has ended
        for _ in range(dice.randrange(6)):
            desk.press(dice.choice(("LEFT", "RIGHT", "UP", "DOWN")))
            assert drawn._low <= drawn._bid <= drawn._high
        assert_as_anew(desk)
        left = drawn.game.money.left[0]
        assert left == desk.app.sessions.screen.session.request.highs[0]
        send(desk)
    assert desk.app.sessions.screen.ended and "illegal" not in desk.serial.printed
    assert sum(drawn.game.money.won) <= 20000 and drawn.game.money.left == [0, 0]


@pytest.mark.parametrize("step", [2, 3, 4])
def test_the_chosen_number_has_a_box_on_the_lattice(step: int) -> None:
    """Also on the last cell, 15: columns are 7 pixels apart from the tenth pixel on."""
    desk = Simulator()
    desk.run(20)
    panel = desk.app.panel
    panel.fill(0)
    panel.touch(0, 0, 128, 64)
    lattice = load("teletype.programs.race.picture_lattice")
    lattice.draw(panel, 15, 6, [(0, 0), (6, 6), (11, 5)], step, None)
    panel.show()
    middle = 9 + (11 + step) * 7
    sides = range(middle - 4, middle + 5)
    rows = desk.chip.rows()
    full = [y for y in range(56) if all(rows[y][x] for x in sides)]
    assert any(top + 8 in full for top in full), full
