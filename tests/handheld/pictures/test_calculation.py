# SPDX-License-Identifier: MIT
"""The drawn table of Calculation: every card on it, the cursor, and games played to the end."""

import importlib
import random
from collections.abc import Iterator
from typing import Any

import pytest

from host_tools.build import fonts
from host_tools.emulator.simulator import KEYS, Simulator
from host_tools.paths import TAPES
from teletype.engines.adviser import Adviser
from teletype.engines.calculation import SYMBOLS, deck
from teletype.fonts import fixed
from tests.helpers.calculation import EDITIONS, decision, game, go, replayed, request
from tests.helpers.drawn import (
    answer,
    assert_as_anew,
    bytes_of,
    last_answer,
    picture,
    screen,
    shown,
    tap,
)
from tests.helpers.screen import columns, hint, text, texts
from tests.helpers.sheets import Golden


def columns_of(char: str) -> bytes:
    """The glyph of a character, a byte a column."""
    at = fonts.code_points(fixed.CODES).index(char) * fixed.WIDTH
    return bytes(fixed.GLYPHS[at : at + fixed.WIDTH])


GLYPHS = {columns_of(char): char for char in SYMBOLS + "+01?F"}


def glyph(rows: list[bytes], x: int, y: int) -> str:
    """The rank whose glyph stands at a pixel, white on dark or dark on white; "" for none."""
    cell = bytes(
        sum(bool(rows[y + bit][x + column]) << bit for bit in range(8))
        for column in range(fixed.WIDTH)
    )
    return GLYPHS.get(cell) or GLYPHS.get(bytes(byte ^ 255 for byte in cell), "")


SPACE = 27
"""Pixels from foundation to foundation, in the upper 24 rows."""


def name(rows: list[bytes], x: int, y: int) -> tuple[str, int]:
    """The name of a stack at a pixel, `5` or `F1`, and the column after it."""
    first = glyph(rows, x, y)
    return (first, x + 5) if first.isdigit() else (first + glyph(rows, x + 5, y), x + 10)


def foundation(rows: list[bytes], row: int) -> tuple[str, str, str, int]:
    """Of a foundation: top and wanted rank, its name, and how many of its 13 marks are full."""
    left = SPACE * row
    top, wanted = (glyph(rows, left + x, 3) for x in (5, 19))
    named, x = name(rows, left + 1, 15)
    marks = [bool(rows[17][at]) for at in range(x, x + 13)]
    assert marks == sorted(marks, reverse=True)
    return top, wanted, named, sum(marks)


def talon(rows: list[bytes], row: int, depth: int) -> tuple[str, int, str, str]:
    """Of a talon: its name, cards that are counted, those that are seen, the card to be placed."""
    y = 24 + 8 * row
    named, x = name(rows, 1, y)
    x += 5
    step = next(step for step in (10, 7, 5, 0) if (depth + 1) * step <= 111 - x)
    counted = ""
    if not step:
        step = 5
        assert glyph(rows, x, y) == "+"
        counted = (glyph(rows, x + 5, y) + glyph(rows, x + 10, y)).strip()
        x += 15
    seen = depth - int(counted or "0")
    cards = "".join(glyph(rows, x + step * at, y) for at in range(seen))
    return named, int(counted or "0"), cards, glyph(rows, x + step * seen, y)


def inverse(rows: list[bytes]) -> list[int]:
    """The stacks with a card in inverse video, 1 to 8."""
    talons = []
    for stack in range(1, 5):
        lines = rows[16 + 8 * stack :][:8]
        if any(all(line[x] for line in lines) for x in range(111)):
            talons.append(stack)
    return talons + [5 + row for row in range(4) if rows[14][SPACE * row]]


TINY = {
    pattern: figure
    for figure, pattern in enumerate(
        (
            "#### ## ## ####", " #  #  #  #  # ", "###  #####  ###", "###  ####  ####",
            "# ## ####  #  #", "####  ###  ####", "####  #### ####", "###  #  #  #  #",
            "#### ##### ####", "#### ####  ####",
        )
    )
}  # fmt: skip


def tiny(rows: list[bytes], x: int, y: int) -> str:
    """The small figure at a pixel."""
    cells = "".join(" #"[rows[y + down][x + right]] for down in range(5) for right in range(3))
    return str(TINY.get(cells, ""))


def left(rows: list[bytes]) -> int:
    """What the stock has left, as the figures below the card in hand say."""
    return int((glyph(rows, 116, 38) + glyph(rows, 121, 38)).strip() or glyph(rows, 119, 38))


def assert_drawn(desk: Simulator) -> None:
    """Everything on the screen is what the table of the game says."""
    waiting = game(desk)
    table = waiting.table
    chosen = decision(desk)
    rows = desk.chip.rows()
    if desk.app.sessions.screen.setup.get("stock") is None:
        placed = sum(table.heights) + sum(map(len, table.talons)) + bool(waiting.hand)
        assert left(rows) == 52 - placed
    lettered = "cobol" not in desk.app.sessions.screen.name
    for row in range(4):
        height = table.heights[row]
        depth = len(table.talons[row])
        top, wanted, named, marks = foundation(rows, row)
        assert top == (SYMBOLS[table.foundation(row + 1)[-1]] if height else " ")
        assert wanted == SYMBOLS[table.wanted[row]]
        assert marks == height and named == (f"F{row + 1}" if lettered else str(row + 5))
        named, counted, cards, place = talon(rows, row, depth)
        assert named == (f"T{row + 1}" if lettered else str(row + 1))
        assert cards == "".join(SYMBOLS[card] for card in table.talons[row][counted:])
        assert place == (SYMBOLS[waiting.hand] if chosen == row + 1 else " ")
        assert len(cards) >= min(depth, 15)
    assert inverse(rows) == sorted(stack for stack in divmod(chosen, 10) if stack)
    assert sum(map(bool, rows[0][114:])) == 14
    assert text(desk.chip, 7).startswith("OK:" + keyed(request(desk), chosen))


def written(waiting: Any, chosen: int) -> str:
    return str(waiting.format(waiting.answers[chosen]))


def keyed(waiting: Any, chosen: int) -> str:
    """The answer as the row of the keys has it: NIL, which turns a card, in a person's words."""
    text = written(waiting, chosen)
    return "TURN" if text == "NIL" else text


def begin(edition: str, lucky: int) -> Simulator:
    return shown(f"{edition} lucky={lucky}")


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(2))
def test_games_of_legal_decisions(edition: str, seed: int) -> None:
    """Each decision is drawn, reached, sent as it should be; the paper is the program's own."""
    dice = random.Random(seed)
    desk = begin(edition, 100 + seed)
    answers = []
    keys = 0
    while not desk.app.sessions.screen.session.ended:
        waiting = game(desk)
        legal = sorted(waiting.answers)
        if len(legal) > 4 and waiting.hand and dice.random() < 0.7:
            legal = legal[4:]
        elif not waiting.hand and len(legal) > 1 and dice.random() < 0.9:
            legal = legal[1:]
        chosen = dice.choice(legal)
        assert_drawn(desk)
        keys += 1 + len(go(desk, chosen))
        assert_drawn(desk)
        answers.append(written(request(desk), chosen))
        tap(desk, "OK")
        desk.settle()
        desk.run(10)
        if not desk.app.sessions.screen.session.ended:
            assert last_answer(desk) == answers[-1]
        assert_as_anew(desk)
    assert len(answers) >= 52 and keys <= 3 * len(answers)
    assert desk.serial.printed.endswith(replayed(edition, f"lucky={100 + seed}", answers))


def wins(edition: str) -> Iterator[str]:
    """The answers of the game that a tape has won."""
    lines = (TAPES / f"{edition}-won.tape").read_text().splitlines()
    return (line[2:] for line in lines if line.startswith("> "))


RESULTS = {
    "calculation-cobol": ("YOU WON THE GAME,", "CONGRATULATIONS"),
    "calculation-fortran": ("SUCCESS!",),
    "calculation-lisp": ("VALUE T",),
}


def boxed(desk: Simulator, words: str) -> bool:
    """Whether a text stands in inverse video somewhere in the middle of the screen."""
    wanted = bytes(byte ^ 255 for char in words for byte in columns_of(char))
    return any(wanted in columns(desk.chip, row) for row in (3, 4))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_won_game_says_so_before_the_paper_comes(edition: str) -> None:
    desk = begin(edition, 14)
    given = wins(edition)
    if edition == "calculation-fortran":
        assert next(given) == "INIT=14"
    desk.say(*given)
    desk.run(4000)
    for line in RESULTS[edition]:
        assert boxed(desk, line)
    assert hint(desk.chip) == "OK:AGAIN  BACK:PAPER"
    tap(desk, "BACK")
    assert text(desk.chip, 7).startswith("OK:CLOSE")
    tap(desk, "OK")
    assert hint(desk.chip) == "OK:AGAIN  BACK:PAPER"
    setup = desk.app.sessions.screen.setup
    tap(desk, "OK")
    desk.settle()
    assert not desk.app.sessions.screen.ended and desk.app.sessions.screen.setup == setup


def test_real_cards_are_turned_out_with_the_keys() -> None:
    """UP and DOWN choose the card, the strip counts those that are left; the adviser helps on."""
    desk = shown("calculation-cobol stock=ask")
    assert text(desk.chip, 7).startswith("OK:HAND=1 ") and text(desk.chip, 7).endswith(" ►:LOOK")
    assert says(desk, "LEFT 4")
    tap(desk, "UP")
    assert text(desk.chip, 7).startswith("OK:HAND=2")
    tap(desk, "DOWN DOWN")
    assert text(desk.chip, 7) == "OK:HAND=99        ►:LOOK", "no more cards"
    answer(desk, "UP UP UP UP UP OK")
    assert last_answer(desk) == "HAND=5" and game(desk).hand == 5
    go(desk, 1)
    answer(desk, "OK")
    assert game(desk).hand is None
    tap(desk, "UP UP UP UP")
    assert text(desk.chip, 7).startswith("OK:HAND=5 ") and text(desk.chip, 7).endswith(" ►:LOOK")
    assert says(desk, "LEFT 3")
    assert_as_anew(desk)
    before = screen(desk)
    tap(desk, "RIGHT")
    assert screen(desk) != before
    picture(desk)._adviser = Adviser(40)
    tap(desk, "UP")  # from here on the adviser plays what the person turns out
    assert screen(desk) == before and game(desk).hand is None
    answer(desk, "UP UP OK")
    desk.run(5000)
    assert game(desk).hand is None and sum(map(len, game(desk).table.talons)) == 2
    answer(desk, "DOWN OK")
    assert last_answer(desk) == "HAND=99"
    assert boxed(desk, "YOU LOST THE GAME")


def test_the_card_is_seen_while_cards_are_moved(golden: Golden) -> None:
    """It turns over once, before the moves; NONE is the card itself, and leads to its place."""
    desk = shown("calculation-cobol look=yes stock=2,1,2,99")
    go(desk, 1)
    answer(desk, "OK")
    assert game(desk).seen == 1 and decision(desk) == 16
    assert text(desk.chip, 7).endswith("►:CARD")
    golden("picture-calculation-look", desk.chip)
    tap(desk, "RIGHT")
    assert decision(desk) == 0 and sum(map(bool, desk.chip.rows()[0][114:])) == 14
    assert_as_anew(desk)
    answer(desk, "OK")
    assert game(desk).hand == 1
    go(desk, 5)
    answer(desk, "OK")
    assert game(desk).seen == 2
    assert_as_anew(desk)
    answer(desk, "OK")
    answer(desk, "OK")
    assert boxed(desk, "YOU LOST THE GAME")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_paper_is_one_key_away(edition: str) -> None:
    desk = begin(edition, 1)
    table = screen(desk)
    tap(desk, "BACK")
    assert hint(desk.chip).startswith("OK:RESUME  ►:")
    tap(desk, "OK")
    assert screen(desk) == table
    tap(desk, "BACK BACK")
    assert type(desk.app.activity).__name__ == "Shelf"
    tap(desk, "OK")  # goes on with the game
    assert screen(desk) == table


@pytest.mark.parametrize("edition", EDITIONS)
def test_slow_printing_does_not_hold_up_the_game(edition: str) -> None:
    desk = Simulator()
    desk.serial.typed.append(edition + " lucky=1")
    desk.run(40_000, step=20)
    assert desk.app.sessions.screen.pictured
    given = desk.serial.printed.count("◊")
    tap(desk, "OK OK OK OK")  # quicker than the paper
    desk.run(1000)  # 5 ms a line here
    assert desk.serial.printed.count("◊") == given + 4
    assert_drawn(desk)


def test_another_language_comes_between_two_stops() -> None:
    """The program has an answer and asks nothing yet; its next stop has no word of the old one."""
    desk = shown("calculation-lisp")
    session = desk.app.sessions.screen
    session.give(session.picture.key(KEYS.index("OK"), 0))
    assert session.printing() and session.session.request is None
    desk.app.speak("ja")
    session.relabel()
    session.draw()
    desk.settle()
    desk.run(1100)
    assert not any(word in row for row in texts(desk.chip) for word in ("TURN", "NEXT", "LOOK"))
    assert_as_anew(desk)


def test_the_end_of_a_duel_is_drawn() -> None:
    """The machine lays the same deck behind the result; then the box says who has won."""
    tape = (TAPES / "calculation-fortran-duel-greedy.tape").read_text(encoding="utf-8")
    desk = shown("calculation-fortran lucky=14 duel=greedy")
    for line in tape.splitlines():
        if line.startswith("> "):
            desk.say(line[2:])
    desk.run(1100)
    assert picture(desk).result == "MACHINE WINS"
    assert "ON FOUNDATIONS: YOU 40, MACHINE 52" in desk.serial.printed
    assert_as_anew(desk)


def test_keys_pressed_while_it_prints_are_kept() -> None:
    desk = begin("calculation-lisp", 1)
    for key in ("OK", "OK", "DOWN"):  # 2 on talon 1, no moves, 13 on talon 2
        desk.app.buttons.push(KEYS.index(key))
    desk.run(500)
    assert decision(desk) == 2 and game(desk).hand == 13


def test_the_cursor_begins_where_the_card_fits_or_where_the_last_one_went() -> None:
    desk = shown("calculation-cobol stock=9,13,1,10,5,2,2")
    assert decision(desk) == 1
    answer(desk, "DOWN DOWN OK")
    assert decision(desk) == 3
    answer(desk, "OK")
    assert decision(desk) == 5
    answer(desk, "OK")
    assert decision(desk) == 3


def test_directions() -> None:
    desk = shown("calculation-cobol stock=2,2,2,4")
    assert decision(desk) == 6
    steps = {6: "DOWN 1 UP 4 RIGHT 2 LEFT 6", 2: "LEFT 6 DOWN 3 UP 1", 4: "DOWN 6 LEFT 6 UP 3"}
    for start, moves in steps.items():
        for key, wanted in zip(moves.split()[::2], moves.split()[1::2], strict=True):
            go(desk, start)
            tap(desk, key)
            assert decision(desk) == int(wanted), (start, key)
    answer(desk, "OK")


def test_two_foundations_and_two_moves() -> None:
    desk = shown("calculation-cobol stock=4,6,2,9,9,8,3")
    for chosen in (1, 0, 2, 0, 6, 16):  # 4 and 6 on talons, 2 goes up, 4 and 6 follow
        go(desk, chosen)
        answer(desk, "OK")
    assert decision(desk) == 26 and sorted(request(desk).answers) == [0, 26]
    tap(desk, "RIGHT")
    assert decision(desk) == 0
    assert text(desk.chip, 7).startswith("OK:0 ") and text(desk.chip, 7).endswith(" ►:LOOK")
    assert says(desk, "NEXT CARD")
    tap(desk, "LEFT")
    assert decision(desk) == 26
    tap(desk, "LEFT")
    assert decision(desk) == 26
    tap(desk, "DOWN DOWN DOWN")
    assert decision(desk) == 0
    assert_drawn(desk)


def test_all_cards_of_the_talons_can_be_seen() -> None:
    desk = begin("calculation-cobol", 1)
    cards: list[list[int]] = [[], [], [], []]
    for index, card in enumerate(deck(1)[:45]):
        talon = 0 if index < 26 else index % 4
        cards[talon].append(card)
        go(desk, talon + 1)
        tap(desk, "OK")
        desk.settle()
        desk.run(10)
        if not game(desk).hand:
            go(desk, 0)
            tap(desk, "OK")
            desk.settle()
            desk.run(10)
    table = screen(desk)
    tap(desk, "RIGHT")
    rows = texts(desk.chip)
    assert rows[7] == LOOKS
    seen = []
    for row in rows[1:7]:
        if row[:1] in list("1234"):
            seen.append("")
        if row:
            seen[-1] += row[2:]
    assert seen == ["".join(SYMBOLS[card] for card in talon) for talon in cards]
    before = desk.serial.printed
    for key in ("OK", "LEFT", "DOWN"):
        tap(desk, key)
        assert screen(desk) == table
        tap(desk, "RIGHT")
    assert desk.serial.printed == before


def test_fifty_two_cards_fit_however_they_lie() -> None:
    from teletype.programs.calculation.picture_table import rows_of

    for a in range(53):
        for b in range(53 - a):
            for c in range(53 - a - b):
                depths = [a, b, c, 52 - a - b - c]
                shares = rows_of(depths, 6, 23)
                assert sum(shares) <= 6
                assert all(
                    23 * share >= depth for share, depth in zip(shares, depths, strict=True)
                )


def test_the_longest_stock_on_one_talon() -> None:
    desk = shown("calculation-cobol stock=" + ",".join(["13"] * 211 + ["12"]))
    for _ in range(211):
        desk.say("1")
    desk.run(10)
    assert_as_anew(desk)
    tap(desk, "RIGHT")
    assert [text(desk.chip, row)[2:] for row in (1, 2, 3)] == ["…" + "K" * 22, "K" * 23, "K" * 23]


def test_what_the_machine_says_is_shown() -> None:
    desk = shown("calculation-cobol stock=2,1,99,3,99")
    desk.say("7", rest=10)
    assert boxed(desk, "ILLEGAL")
    assert text(desk.chip, 7).startswith("OK:"), "the keys are still told"
    go(desk, 1)
    assert not boxed(desk, "ILLEGAL")
    assert text(desk.chip, 7).startswith("OK:1 ")
    answer(desk, "OK")
    answer(desk, "RIGHT OK")  # the 2 stays for now
    answer(desk, "OK")  # the ace
    assert decision(desk) == 15
    answer(desk, "RIGHT OK")
    assert decision(desk) == 15  # 99: the 2 has to go
    answer(desk, "RIGHT OK")
    assert boxed(desk, "EXHAUSTED")
    answer(desk, "OK")
    assert boxed(desk, "YOU LOST THE GAME")
    assert foundation(desk.chip.rows(), 0)[0] == "2"  # still the old game
    answers = desk.serial.printed.count("◊")
    tap(desk, "OK")
    assert desk.serial.printed.count("◊") == answers
    assert_drawn(desk)
    assert game(desk).hand == 3
    answer(desk, "OK")
    assert boxed(desk, "YOU LOST THE GAME")


def test_a_stock_without_its_end_leads_to_the_paper() -> None:
    desk = shown("calculation-cobol stock=2")
    answer(desk, "OK")
    assert hint(desk.chip) == "OK:AGAIN  BACK:PAPER"


def test_the_lucky_number_is_asked_on_the_paper() -> None:
    desk = Simulator(fast=True)
    desk.say("calculation-fortran", rest=3000)
    assert not desk.app.sessions.screen.pictured
    assert [text(desk.chip, row)[:12] for row in (0, 1)] == ["LUCKY NUMBER", "> INIT= 000"]
    tap(desk, "BACK OK")
    assert not desk.app.sessions.screen.pictured
    answer(desk, "UP OK")
    assert last_answer(desk).startswith("INIT=")
    assert_drawn(desk)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_step_of_the_cursor_costs_few_bytes(edition: str) -> None:
    desk = begin(edition, 14)
    most = {True: 0, False: 0}
    answers = 0
    for line in list(wins(edition))[1 if "fortran" in edition else 0 : 60]:
        for key in ("DOWN", "LEFT"):
            placing = game(desk).hand > 0
            most[placing] = max(most[placing], bytes_of(desk, key))
            desk.run(100)  # where it did nothing, the last row has blinked
        desk.serial.typed.append(line)
        desk.chip.reset_counters()
        desk.run(10)
        desk.settle()
        desk.run(10)
        answers = max(answers, desk.chip.wire_bytes)
    assert 0 < most[True] <= 300 and 0 < most[False] <= 300 and answers <= 900, (most, answers)


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("edition", [*EDITIONS, "calculation-cobol look=yes"])
def test_random_keys(edition: str) -> None:
    dice = random.Random(edition)
    desk = begin(edition, 1)
    typed = ("1", "0", "99", "T1", "F4", "NIL", "(X)", "26", "", "x" * 1000)
    for index in range(2000):
        desk.app.fast = dice.random() < 0.5
        tap(desk, dice.choices(KEYS, (3, 3, 3, 3, 6, 0.2))[0])
        if dice.random() < 0.02:
            desk.serial.typed.append(dice.choice(typed))
        player = desk.app.sessions.screen
        if player is None or player is not desk.app.activity:
            desk.app.shelf()
            desk.serial.typed.append(f"{edition} lucky={index}")
            desk.run(20)
        elif getattr(player.picture, "thinking", False) or getattr(player.picture, "plays", False):
            pass  # being drawn anew would end that: the adviser thinks, or shows what it plays
        elif player.pictured and player.stage.waiting and index % 3 == 0:
            assert_as_anew(desk)
    assert desk.chip.unknown == []


# The adviser


LOOKS = "OK:TABLE  ►:HINT  ▲:DEMO"


def ask(desk: Simulator, budget: int = 1500, key: str = "RIGHT") -> Any:
    """Leads to the advice, or to the demo, by the keys that the screen names; the adviser."""
    drawn = picture(desk)
    drawn._adviser = Adviser(budget)
    for _ in range(3):
        if text(desk.chip, 7) == LOOKS:
            break
        tap(desk, "RIGHT")
    assert text(desk.chip, 7) == LOOKS
    desk.hold(key, 25)
    return drawn._adviser


def says(desk: Simulator, words: str) -> bool:
    """Whether this stands in the bottom row, in whatever column of pixels it begins."""
    return b"".join(columns_of(char) for char in words) in columns(desk.chip, 7)


def assert_advised(desk: Simulator, adviser: Any) -> None:
    """The cursor is on the choice, and the bottom row says what OK answers and what wins."""
    assert_drawn(desk)
    assert decision(desk) == adviser.advice()
    assert says(desk, f"{adviser.chance()}%")
    assert_as_anew(desk)


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_as_the_adviser_says(edition: str) -> None:
    """Its choice is under the cursor, OK gives it, to the end of the game."""
    desk = begin(edition, 11)
    answers = []
    while not desk.app.sessions.screen.session.ended:
        adviser = ask(desk, 500)
        while picture(desk).thinking:
            desk.run(5)
        assert_advised(desk, adviser)
        answers.append(written(request(desk), decision(desk)))
        tap(desk, "OK")
        desk.settle()
        desk.run(100)  # a finger that is faster counts as a contact that bounces
    assert len(answers) >= 52
    assert desk.serial.printed.endswith(replayed(edition, "lucky=11", answers))


def test_a_kept_card_is_explained() -> None:
    """Foundation 4 takes the 2 on talon 2; the adviser leaves it for foundation 3 (3 6 9 Q 2)."""
    desk = begin("calculation-cobol", 54)
    for chosen in (1, 5, 2, 1, 2, 3, 6, 3, 4, 8, 28, 38, 7, 5, 2, 2, 2, 3, 3, 8, 38, 38):
        picture(desk).cursor.go(chosen)
        tap(desk, "OK")
        desk.run(200)
    table = picture(desk).view.table
    assert (table.wanted, table.talons[1]) == ([3, 4, 6, 2], [7, 1, 8, 2])
    adviser = ask(desk, 300)
    while picture(desk).thinking:
        desk.run(5)
    assert decision(desk) == adviser.advice() == 0
    assert text(desk.chip, 7).startswith("OK:0") and text(desk.chip, 7).endswith("100%")
    assert says(desk, "2 WAITS FOR 7"), "the number on the table"
    tap(desk, "OK")
    desk.run(200)
    assert "WAITS" not in text(desk.chip, 7)


@pytest.mark.parametrize("key", ["UP", "DOWN", "LEFT", "RIGHT", "OK"])
def test_any_key_stops_the_adviser(key: str) -> None:
    """The answer so far is shown and not given; another choice is a person's own again."""
    desk = begin("calculation-fortran", 11)
    answer(desk, "OK")
    waiting = request(desk)
    adviser = ask(desk, 30000)
    shares = []
    for _ in range(3):
        desk.run(30)
        row = text(desk.chip, 7)
        assert row.startswith("OK:STOP ") and " THINKING " in row
        shares.append(int(row.split()[-1].strip("%")))
    assert 0 < shares[0] < shares[1] < shares[2]
    assert adviser.done < adviser.total and picture(desk).thinking
    tap(desk, key)
    assert request(desk) is waiting
    done = adviser.done
    assert_advised(desk, adviser)
    desk.run(100)
    assert adviser.done == done
    tap(desk, "DOWN")
    assert not says(desk, "WINS")
    assert_as_anew(desk)


@pytest.mark.slow
def test_the_first_choice_is_shown_while_the_adviser_thinks() -> None:
    """After 300 ms the cursor is on the best choice so far, and it follows the adviser."""
    desk = begin("calculation-fortran", 11)
    answer(desk, "OK")
    drawn = picture(desk)
    adviser = ask(desk, 10**7)
    before = decision(desk)
    desk.run(100)
    assert drawn.thinking and decision(desk) == before != adviser.advice()
    desk.run(400)
    advice = adviser.advice()
    assert drawn.thinking and decision(desk) == advice
    assert inverse(desk.chip.rows()) == [advice]


@pytest.mark.parametrize("key", ["RIGHT", "UP"])
def test_a_board_without_memory_for_the_adviser(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a stock Pico: the picture says so until the next key, and the game goes on."""
    desk = begin("calculation-fortran", 11)
    answer(desk, "OK")
    drawn = picture(desk)

    def load(name: str, beside: Any) -> None:
        assert name == "teletype.engines.adviser" and beside is drawn
        raise MemoryError

    monkeypatch.setitem(type(drawn)._ask_adviser.__globals__, "load", load)
    while text(desk.chip, 7) != LOOKS:
        tap(desk, "RIGHT")
    tap(desk, key)
    assert says(desk, "OUT OF MEMORY") and not drawn.thinking and not drawn.plays
    waiting = request(desk)
    desk.run(3000)
    assert request(desk) is waiting
    tap(desk, "DOWN")
    assert not says(desk, "OUT OF MEMORY")
    assert_as_anew(desk)
    answer(desk, "OK")
    assert request(desk) is not waiting


@pytest.mark.slow
def test_the_paper_and_a_typed_line_stop_the_adviser() -> None:
    desk = begin("calculation-cobol", 11)
    adviser = ask(desk, 10**6)
    desk.run(50)
    tap(desk, "BACK OK")
    assert not picture(desk).thinking
    assert_advised(desk, adviser)
    ask(desk, 10**6)
    desk.say("3", rest=1100)
    assert not picture(desk).thinking and len(game(desk).table.talons[2]) == 1
    assert not says(desk, "WINS")
    assert_as_anew(desk)


def given(desk: Simulator) -> int:
    return desk.serial.printed.count("◊ ") - 1


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_adviser_plays_by_itself(edition: str) -> None:
    """From where a person stood to the game's end; each choice is seen before it is played."""
    desk = begin(edition, 11)
    go(desk, 2)
    tap(desk, "OK")
    desk.settle()
    adviser = ask(desk, 300, "UP")
    for _ in range(8):
        while picture(desk).thinking or not request(desk):
            desk.run(5)
        waiting = request(desk)
        shown = decision(desk)
        assert shown == adviser.advice()
        for _ in range(3):
            desk.run(200)
            assert request(desk) is waiting and decision(desk) == shown
        row = text(desk.chip, 7)
        assert row.startswith("OK:STOP ") and row.endswith(" " + keyed(waiting, shown))
        assert says(desk, f"WINS {adviser.chance()}%")
        desk.run(120)
        assert request(desk) is not waiting
    for _ in range(400):
        desk.run(1000)
        if picture(desk).result:
            break
    assert picture(desk).result and not picture(desk).plays
    printed = desk.serial.printed
    desk.run(5000)
    assert desk.serial.printed == printed
    answers = list(desk.app.sessions.screen.recorder.answers())
    assert printed.endswith(replayed(edition, "lucky=11", answers))
    assert len(answers) >= 52


@pytest.mark.slow
@pytest.mark.parametrize("key", [*KEYS[:5], "BACK OK", "typed"])
@pytest.mark.parametrize("thinking", [True, False])
def test_a_person_takes_the_game_back(key: str, thinking: bool) -> None:
    """Any key, or a typed answer, while it thinks or shows its choice: then it is left alone."""
    desk = begin("calculation-fortran", 11)
    answer(desk, "OK")
    adviser = ask(desk, 30000 if thinking else 300, "UP")
    while picture(desk).thinking and not thinking:
        desk.run(5)
    desk.run(100)
    assert picture(desk).thinking == thinking and picture(desk).plays
    count = given(desk)
    if key == "typed":
        desk.say("3", rest=1100)
        count += 1
        assert not says(desk, "WINS")
    else:
        tap(desk, key)
        assert_advised(desk, adviser)
    assert not picture(desk).thinking and not picture(desk).plays
    assert_as_anew(desk)
    desk.run(3000)
    assert given(desk) == count
    tap(desk, "OK")
    desk.settle()
    assert given(desk) == count + 1


@pytest.mark.parametrize(("thirds", "wide"), [(1, 4), (2, 8), (3, 14)])
def test_the_back_of_a_card_is_hatched(thirds: int, wide: int) -> None:
    """Each second row between the sides, in the middle of where the card stands: 14 by 20."""
    desk = Simulator()
    desk.run(20)
    module = importlib.import_module("teletype.programs.calculation.picture_cards")
    panel = desk.app.panel
    panel.fill(0)
    panel.touch(0, 0, 128, 64)
    module.Cards(panel, desk.app.font).back(thirds)
    panel.show()
    left = 128 - module.BIG_WIDTH + (module.BIG_WIDTH - wide) // 2
    high = module._BIG_HEIGHT
    wanted = {
        (x, y)
        for y in range(high)
        for x in range(left, left + wide)
        if y in (0, high - 1)
        or x in (left, left + wide - 1)
        or (y % 2 == 0 and 2 <= y < high - 2 and left + 2 <= x < left + wide - 2)
    }
    lit = {(x, y) for y, row in enumerate(desk.chip.rows()) for x in range(128) if row[x]}
    assert lit == wanted
