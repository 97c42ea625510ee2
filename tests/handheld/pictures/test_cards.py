# SPDX-License-Identifier: MIT
"""The drawn cards: every circle can be reached and flipped, the pattern, the training's editor."""

import random

import pytest

from host_tools.emulator.simulator import KEYS, Simulator
from teletype.programs import catalogue
from teletype.programs.cards import dialogue as program
from teletype.programs.cards import pattern as engine
from teletype.words import LANGUAGES
from tests.handheld.screens.test_screens import speaking
from tests.helpers.drawn import (
    answer,
    assert_as_anew,
    bytes_of,
    last_answer,
    picture,
    says,
    shown,
    tap,
)
from tests.helpers.screen import SIZES, Size, read, text
from tests.helpers.sheets import Golden, compare, shot


def setup(k: int, seed: int = 0) -> str:
    dice = random.Random(seed)
    cards = ["".join(dice.choice("01") for _ in range(k)) for _ in range(3)]
    return f"cards k={k} cards={','.join(cards)}"


def asked(line: str) -> Simulator:
    """A desk at the first question, behind the pages of what was learned."""
    desk = shown(line)
    tap(desk, "DOWN" + 30 * " RIGHT" + " OK")
    assert not picture(desk)._steps
    return desk


def words_below(desk: Simulator) -> list[str]:
    """The words in the bottom row that are in a frame of their own, whole."""
    from teletype.handheld.drawing.glyphs import encode, extent

    rows = desk.chip.rows()
    grids = picture(desk)._grids
    told = ["ASK", "HOW?", "OURS", "NOT OURS"]
    found = []
    for x, codes in zip(grids._places, grids._buttons, strict=True):
        right = x + extent(codes, 0, len(codes))
        for y in (55, 63):
            assert all(rows[y][x - 2 : right + 1])
        assert all(rows[y][at] for y in range(55, 64) for at in (x - 2, right))
        assert all(rows[y][x - 3] == 0 for y in range(56, 63))
        found += [word for word in told if bytes(encode(word)) == bytes(codes)]
    return found


def test_the_shape_of_the_grid() -> None:
    Simulator()
    from teletype.programs.cards.picture_grids import grid

    assert [grid(k) for k in (1, 2, 4, 6, 9, 12, 16)] == [
        (1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4),
    ]  # fmt: skip
    for k in range(1, 100):
        rows, columns = grid(k)
        assert (rows - 1) * columns < k <= rows * columns
        assert rows <= columns <= rows + 2


@pytest.mark.parametrize("k", [1, 2, 5, 9, 10, 12, 31, 99])
def test_every_circle_and_the_word_can_be_reached(k: int) -> None:
    desk = asked(setup(k))
    grids = picture(desk)._grids
    seen = {0}
    ways = {0: ""}
    queue = [0]
    from teletype.drivers.buttons import DOWN, LEFT, RIGHT, UP

    for at in queue:
        for key in (UP, DOWN, LEFT, RIGHT):
            grids.at = at
            grids.move(key)
            if grids.at not in seen:
                seen.add(grids.at)
                ways[grids.at] = f"{ways[at]} {KEYS[key]}"
                queue.append(grids.at)
    assert seen == set(range(k + 2)), "the circles, and two words"
    for cell in {0, k // 2, k - 1}:
        grids.at = 0
        tap(desk, ways[cell] + " OK")
        wanted = [0] * k
        wanted[cell] = 1
        assert grids.card == wanted
        tap(desk, "OK")
        assert grids.card == [0] * k


def test_ok_on_the_word_sends_the_card() -> None:
    desk = asked("cards")
    assert says(desk, 7, "OK:FLIP") and words_below(desk) == ["ASK", "HOW?"]
    assert says(desk, 0, "LEARNED")
    tap(desk, "DOWN RIGHT OK RIGHT OK RIGHT OK OK")
    assert picture(desk)._grids.card == [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    tap(desk, "DOWN DOWN")
    assert says(desk, 7, "OK:ASK")
    answer(desk, "OK")
    assert last_answer(desk) == "0 0 0 0 0 1 1 0 0 0 0 0"
    ours = read(desk.chip, 0)[1]  # in inverse video; some letters look like Latin ones
    assert ours == "OURS"
    tap(desk, "UP UP")
    assert read(desk.chip, 0)[1] == ours, "it is still that card"
    tap(desk, "OK")
    assert says(desk, 7, "OK:FLIP")
    answer(desk, "DOWN DOWN OK")
    assert last_answer(desk) == "0 0 0 0 0 1 1 1 0 0 0 0"


def test_cells_that_are_not_0_or_1_are_shown_and_can_be_flipped() -> None:
    desk = asked("cards k=3 cards=010,011")
    desk.say("2 -3 99999999999999999999", rest=1100)
    assert_as_anew(desk)
    tap(desk, "OK OK RIGHT OK RIGHT OK")
    assert picture(desk)._grids.card == [1, 0, 0]


@pytest.mark.parametrize("k", [2, 9, 12])
def test_the_pattern_is_what_the_machine_goes_by(k: int) -> None:
    desk = asked(setup(k, 5))
    pattern = picture(desk)._grids.pattern
    dice = random.Random(k)
    for _ in range(12):
        card = [dice.randint(0, 1) for _ in range(k)]
        desk.say(" ".join(map(str, card)))
        said = desk.serial.printed.replace("◊ ", "").splitlines()[-1]
        assert (said == "НАША") == engine.ours(pattern, card)


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize(("k", "seed"), [(1, 0), (2, 1), (9, 2), (12, 3), (13, 4), (99, 5)])
def test_any_keys(k: int, seed: int) -> None:
    dice = random.Random(seed)
    desk = asked(setup(k, seed))
    for _ in range(250 if k < 99 else 60):
        key = dice.choice(KEYS[:5])
        if picture(desk)._steps:
            tap(desk, key)
        elif picture(desk)._grids.button() == 0 and key == "OK":
            card = list(picture(desk)._grids.card)
            answer(desk, "OK")
            assert last_answer(desk) == " ".join(map(str, card))
        else:
            tap(desk, key)
        assert desk.app.sessions.screen.pictured
        assert_as_anew(desk)


def test_few_bytes_for_a_step() -> None:
    desk = asked("cards")
    for key in ("RIGHT", "DOWN", "OK", "LEFT", "OK", "UP"):
        assert bytes_of(desk, key) <= 200


TOO_FEW = "cards k=9 cards=011110010,101110110,001111010 lesson=added"


def test_a_lesson_after_the_verdict() -> None:
    desk = asked(TOO_FEW)
    assert read(desk.chip, 0)[1] == "LESSONS ADDED BY US"
    assert picture(desk)._grids.pattern == [5, 5, 1, 1, 1, 5, 5, 1, 0]
    answer(desk, "DOWN RIGHT OK DOWN OK DOWN OK")  # 5 and 8, the book's secret
    assert text(desk.chip, 7).startswith("OK:SAY") and words_below(desk) == ["OURS", "NOT OURS"]
    assert picture(desk)._grids.button() == 1, "what the machine says is offered first"
    assert_as_anew(desk)
    for key in ("UP", "DOWN", "LEFT", "RIGHT", "LEFT"):
        tap(desk, key)
        assert_as_anew(desk)
    assert picture(desk)._grids.card == [0, 0, 0, 0, 1, 0, 0, 1, 0]
    answer(desk, "OK")
    assert last_answer(desk) == "OURS=1"
    assert desk.serial.printed.endswith("ТЕПЕРЬ НЕ ВАЖНО: 3, 4\n◊ ")
    assert picture(desk)._grids.pattern == [5, 5, 5, 5, 1, 5, 5, 1, 0]
    assert text(desk.chip, 7).startswith("OK:FLIP") and words_below(desk) == ["ASK", "HOW?"]
    assert_as_anew(desk)
    answer(desk, "UP OK")
    assert picture(desk)._grids.button() == 0, "now it is ours"
    desk.serial.typed.append("7")  # neither: it asks again
    desk.run(20)
    desk.settle()
    desk.run(1100)
    assert picture(desk)._lesson and picture(desk)._grids.pattern[8] == 0


@pytest.mark.parametrize("k", [1, 12, 99])
def test_any_keys_in_lessons(k: int) -> None:
    dice = random.Random(k)
    desk = asked(setup(k, 3) + " lesson=added")
    for _ in range(60):
        lesson = picture(desk)._lesson
        key = "OK" if lesson and dice.random() < 0.5 else dice.choice(KEYS[:5])
        button = picture(desk)._grids.button()
        if key == "OK" and (button == 0 or (lesson and button > 0)) and not picture(desk)._steps:
            answer(desk, key)
            assert picture(desk)._lesson != lesson
        else:
            tap(desk, key)
        assert_as_anew(desk)


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_lessons_look(language: str, golden: Golden) -> None:
    desk = asked(TOO_FEW)
    desk.set(language=language, messages="translated")
    desk.app.open(desk.app.sessions.screen)
    desk.settle()
    desk.run(1100)
    images = [shot(desk)]
    for keys in ("DOWN RIGHT OK DOWN OK DOWN OK", "LEFT OK", "DOWN OK DOWN DOWN OK", "RIGHT OK"):
        answer(desk, keys)
        images.append(shot(desk))
    desk.press("BACK")
    desk.run(100)
    images.append(shot(desk))
    compare(golden, f"cards-lesson-{language}", images)


FORMULA = "cards k=9 cards=000011000,001001010,000001101,000101000"


def test_the_pages_of_what_was_learned_from_each_card() -> None:
    """The example of the book: which cells each card removes, and the formula."""
    desk = shown(FORMULA)
    for title in ("CARD 2 REMOVES X3 X5 X8", "CARD 3 REMOVES X7 X9", "CARD 4 REMOVES X4"):
        assert text(desk.chip, 0) == title
        assert_as_anew(desk)
        tap(desk, "OK")
    assert text(desk.chip, 0).strip("? ") == "WHAT I HAVE LEARNED"
    assert text(desk.chip, 6) == "X1=X2=0 X6=1"
    assert text(desk.chip, 7).startswith("OK:ASK IT")
    tap(desk, "RIGHT LEFT")
    assert text(desk.chip, 0) == "CARD 4 REMOVES X4"
    tap(desk, "UP LEFT")
    assert text(desk.chip, 0) == "CARD 2 REMOVES X3 X5 X8"
    tap(desk, "DOWN OK")
    assert says(desk, 7, "OK:FLIP")
    tap(desk, "DOWN DOWN DOWN RIGHT")
    assert says(desk, 7, "OK:HOW?")
    assert_as_anew(desk)
    tap(desk, "OK")
    assert text(desk.chip, 0) == "CARD 2 REMOVES X3 X5 X8"
    tap(desk, "DOWN OK LEFT")
    assert says(desk, 7, "OK:ASK")
    answer(desk, "OK")
    assert says(desk, 7, "OK:ASK"), "the pages do not come again"
    assert_as_anew(desk)


@pytest.mark.parametrize(
    "k, told", [(4, "2:X1 X2 X3 X4"), (5, "2: 5×X"), (12, "2: 12×X"), (25, "2: 25×X")]
)
def test_where_the_removed_cells_do_not_fit_their_number_is_told(k: int, told: str) -> None:
    desk = speaking("de", (72, 40))
    desk.say(f"cards k={k} cards={k * '0'},{k * '1'}")
    tap(desk, "BACK")
    assert read(desk.chip, 0)[0] == told


def test_a_typed_answer_leaves_the_pages() -> None:
    desk = shown(FORMULA)
    desk.say("6=1", rest=1100)
    assert says(desk, 7, "OK:FLIP")


def test_a_lesson_is_among_what_was_learned() -> None:
    desk = asked(TOO_FEW)
    answer(desk, "DOWN RIGHT OK DOWN OK DOWN OK")
    answer(desk, "LEFT OK")
    tap(desk, "DOWN DOWN DOWN RIGHT OK RIGHT RIGHT")
    assert text(desk.chip, 0) == "CARD 4 REMOVES X3 X4"


def test_a_coloured_cell_goes_round_its_colours() -> None:
    desk = asked("cards k=2 cards=12,10 colours=3")
    for value in (1, 2, 3, 0, 1):
        tap(desk, "OK")
        assert picture(desk)._grids.card == [value, 0]
        assert_as_anew(desk)
    answer(desk, "DOWN OK")
    assert desk.serial.printed.endswith("ДВОИЧНОЕ СЛОВО 0100\nНАША\n◊ ")


@pytest.mark.parametrize("colours", [2, 3])
def test_what_a_coloured_cell_may_be_is_what_the_machine_takes(colours: int) -> None:
    from teletype.programs.cards.picture_grids import as_drawn

    for one in range(colours + 1):
        for other in range(colours + 1):
            pattern = engine.learned([engine.coded([one], 2), engine.coded([other], 2)])
            [value] = as_drawn(pattern, colours)
            words = [format(colour, "02b") for colour in (one, other)]
            fits = {
                colour
                for colour in range(colours + 1)
                if all(a in (b, c) for a, b, c in zip(format(colour, "02b"), *words, strict=True))
            }
            if value == engine.IRRELEVANT:
                assert fits == set(range(colours + 1))
            elif value >= 16:
                assert fits == {colour for colour in range(4) if value >> colour & 1}
                assert len(fits) == 2
            else:
                assert fits == {value}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_how_what_was_learned_looks(language: str, size: Size, golden: Golden) -> None:
    images = []
    coloured = "k=9 cards=312302002,100303222,333332312,100021132 colours=3"
    for line in (FORMULA, f"cards {coloured}", "cards k=2 cards=10,01", TOO_FEW):
        desk = speaking(language, size)
        desk.say(line)
        desk.run(1500)
        if not desk.app.sessions.screen.pictured:
            tap(desk, "BACK")
        pages = len(line.split("cards=")[1].split(","))
        for _ in range(pages):
            desk.run(100)
            images.append(shot(desk))
            tap(desk, "OK")
        if "colours" in line:
            tap(desk, "OK OK OK RIGHT OK OK OK")
            desk.run(100)
            images.append(shot(desk))
    compare(golden, f"cards-learned-{language}-{size[0]}x{size[1]}", images)


class Training:
    """The editor on a desk, as the setup opens it."""

    def __init__(self, k: int, cards: tuple[str, ...]) -> None:
        self.desk = Simulator()
        from teletype.programs.cards.picture_editor import Editor

        self.taken: tuple[str, ...] | None = None
        self.left = False
        self.editor = Editor(
            self.desk.app, program.FIELDS[1], {"k": k, "cards": cards}, self.done, self.cancel
        )
        self.desk.app.open(self.editor)
        self.desk.run(10)

    def done(self, value: tuple[str, ...]) -> None:
        self.taken = value

    def cancel(self) -> None:
        self.left = True

    def do(self, word: str) -> None:
        """Moves the cursor to a sign and presses OK."""
        self.editor._grids._draw_cursor(0)
        self.editor._grids.at = len(self.editor._grids.card) + WORDS.index(word)
        self.editor._grids._draw_cursor(1)
        self.editor._draw_hint()
        tap(self.desk, "OK")
        if self.taken is None:
            assert_as_anew(self.desk)

    def title(self) -> str:
        return text(self.desk.chip, 0)


WORDS = ("BEFORE", "NEXT", "ADD", "DEL", "TAKE")
THREE = ("0110", "0111", "1110")


def test_cards_are_shown_one_by_one() -> None:
    training = Training(4, THREE)
    shown_cards = []
    for word in ("NEXT", "NEXT", "NEXT", "BEFORE", "BEFORE"):
        shown_cards.append(training.title().split()[1])
        assert tuple(training.editor._grids.pattern) == (5, 1, 1, 5)
        training.do(word)
    assert shown_cards == ["1/3", "2/3", "3/3", "1/3", "3/3"]
    training.do("TAKE")
    assert training.taken == THREE


def test_a_card_is_changed_and_the_pattern_with_it() -> None:
    training = Training(4, THREE)
    tap(training.desk, "RIGHT OK")  # 2 x 2: the second circle
    assert training.editor._grids.pattern == [5, 5, 1, 5]
    assert_as_anew(training.desk)
    training.do("TAKE")
    assert training.taken == ("0010", "0111", "1110")


def test_cards_are_added_and_removed() -> None:
    training = Training(4, THREE)
    training.do("ADD")
    assert training.title().startswith("CARD 2/4")
    tap(training.desk, "UP OK")  # from the words to the last row
    training.do("NEXT")
    training.do("DEL")
    assert training.title().startswith("CARD 3/3")
    training.do("DEL")
    assert training.title().startswith("CARD 2/2")
    training.editor._grids.at = 4 + WORDS.index("DEL")
    tap(training.desk, "OK")
    assert training.title().endswith("AT LEAST 2")
    training.do("TAKE")
    assert training.taken == ("0110", "0100")
    assert program.FIELDS[1].parse(",".join(training.taken)) == training.taken


def test_no_more_than_99_cards() -> None:
    training = Training(2, ("01",) * 98)
    training.do("ADD")
    training.editor._grids.at = 2 + WORDS.index("ADD")
    tap(training.desk, "OK")
    assert training.title().endswith("AT MOST 99")
    training.do("TAKE")
    assert training.taken == ("01",) * 99


@pytest.mark.parametrize(
    ("k", "taken"),
    [
        (2, ("01", "01", "11")),
        (6, ("011000", "011100", "111000")),
        (4, THREE),
    ],
)
def test_cards_of_another_size_are_cut_or_filled_up(k: int, taken: tuple[str, ...]) -> None:
    training = Training(k, THREE)
    training.do("TAKE")
    assert training.taken == taken


def test_back_gives_up() -> None:
    training = Training(4, THREE)
    tap(training.desk, "OK RIGHT OK BACK")
    assert training.left and training.taken is None


@pytest.mark.parametrize("seed", range(4))
def test_any_keys_in_the_editor(seed: int) -> None:
    dice = random.Random(seed)
    k = dice.choice((1, 9, 12, 25))
    training = Training(k, ("1" * k, "0" * k))
    for _ in range(500):
        tap(training.desk, dice.choice(KEYS[:5]))
        if training.taken is not None:
            assert program.FIELDS[1].parse(",".join(training.taken)) == training.taken
            assert {len(card) for card in training.taken} == {k}
            training.taken = None
        cards = [[int(cell) for cell in card] for card in training.editor._cards]
        assert training.editor._grids.pattern == engine.learned(cards)


def test_a_coloured_training_is_edited() -> None:
    desk = Simulator()
    from teletype.programs.cards.picture_editor import Editor

    setup = {"k": 2, "cards": ("13", "02"), "colours": "2"}
    taken: list[tuple[str, ...]] = []
    editor = Editor(desk.app, program.FIELDS[1], setup, taken.append, lambda: None)
    desk.app.open(editor)
    desk.run(10)
    tap(desk, "OK RIGHT OK")
    assert_as_anew(desk)
    editor._press("↵")
    assert taken == [("20", "02")], "1 to 2; 3 was cut to 2, which goes back to 0"


def test_the_setup_opens_the_editor_and_takes_its_cards() -> None:
    desk = Simulator(fast=True)
    tap(desk, "DOWN " * catalogue.NAMES.index("cards") + "OK DOWN DOWN OK")
    assert type(desk.app.activity).__name__ == "Editor"
    tap(desk, "OK UP LEFT OK")  # the first circle, TAKE
    assert text(desk.chip, 3).split() == ["cards", "4"]
    assert desk.app.activity._values["cards"][0] == "100011000000"
    tap(desk, "OK OK BACK")
    assert desk.app.activity._values["cards"][0] == "100011000000"
    tap(desk, "UP UP OK")
    desk.settle()
    assert "ЭТАП ОБУЧЕНИЯ ЗАВЕРШЕН" in desk.serial.printed
    assert picture(desk)._grids.pattern[0] == engine.IRRELEVANT
