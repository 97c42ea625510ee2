# SPDX-License-Identifier: MIT
"""Cards: learning against sets of cards, the text's example in all its readings, the dialogue."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teletype.core.request import Cells, Numbers
from teletype.core.session import Session
from teletype.core.setup import join, read, split
from teletype.programs.cards import dialogue as program
from teletype.programs.cards import pattern as cards
from teletype.programs.cards.game import Training
from teletype.programs.cards.lesson import Lesson
from tests.helpers.paper import answered, until_stop
from tests.helpers.presets import presets

TRAINED = ["ЭТАП ОБУЧЕНИЯ ЗАВЕРШЕН", "Я ГОТОВА ОТВЕТИТЬ НА ВОПРОС, ЯВЛЯЕТСЯ ЛИ КАРТА НАШЕЙ"]


@pytest.mark.parametrize("k", [1, 2, 3])
def test_ours_are_the_cards_that_agree_where_the_training_does(k: int) -> None:
    """All trainings with up to four cards of up to three cells, judged by sets instead."""
    deck = list(product((0, 1), repeat=k))
    for count in range(2, 5):
        for training in product(deck, repeat=count):
            pattern = cards.learned(list(training))
            common = [cell for cell in range(k) if len({card[cell] for card in training}) == 1]
            for cell in range(k):
                expected = training[0][cell] if cell in common else cards.IRRELEVANT
                assert pattern[cell] == expected
            for card in deck:
                agrees = all(card[cell] == training[0][cell] for cell in common)
                assert cards.ours(pattern, card) == agrees


@given(
    st.integers(2, 12).flatmap(
        lambda k: st.lists(st.tuples(*[st.integers(0, 1)] * k), min_size=2, max_size=9)
    )
)
def test_the_order_of_training_does_not_matter(training: list[tuple[int, ...]]) -> None:
    pattern = cards.learned(training)
    assert pattern == cards.learned(training[::-1])
    assert all(cards.ours(pattern, card) for card in training)


def test_the_example_of_the_text_in_all_its_readings() -> None:
    """Cards 2, 9, 10, 12; the ten cells that the words leave open do not change the result."""
    for a, b, *rest in product((0, 1), repeat=10):
        training = [
            (0, 0, 0, 0, 1, 1, a, 0, b),
            (0, 0, 1, 0, 0, 1, a, 1, b),
            (0, 0, rest[0], 0, rest[1], 1, 1 - a, rest[2], 1 - b),
            (0, 0, rest[3], 1, rest[4], 1, *rest[5:8]),
        ]
        assert cards.learned(training) == [0, 0, 5, 5, 5, 1, 5, 5, 5]


def default() -> dict[str, object]:
    setup: dict[str, object] = read(program.FIELDS, [], program.check)
    return setup


def test_the_default_training_fits_the_text_and_the_printed_run() -> None:
    setup = default()
    assert setup["k"] == 12
    words = setup["cards"]
    assert isinstance(words, tuple)
    training = [tuple(int(digit) for digit in word) for word in words]
    a, b = training[0][6], training[0][8]
    assert training[0][:9] == (0, 0, 0, 0, 1, 1, a, 0, b)
    assert training[1][:9] == (0, 0, 1, 0, 0, 1, a, 1, b)
    assert training[2][6] == 1 - a and training[2][8] == 1 - b
    assert cards.learned(training) == [0, 0, 5, 5, 5, 1, 5, 5, 5, 5, 5, 5]


def stop(session: Session) -> list[str]:
    lines = until_stop(session)
    assert isinstance(session.request, Cells)
    return lines


def test_single_cells_change_the_card_before() -> None:
    session = Session(program.play({"k": 3, "cards": ("001", "011")}))
    assert stop(session) == TRAINED
    for line, written, verdict in [
        ("2=1", "0 1 0", "НЕ НАША"),  # empty at first
        ("3=1", "0 1 1", "НАША"),
        ("1=1 2=0", "1 0 1", "НЕ НАША"),
        ("1=0", "0 0 1", "НАША"),
        ("3 = 0", "0 0 0", "НЕ НАША"),
        ("1 1 1", "1 1 1", "НЕ НАША"),
        ("1=0", "0 1 1", "НАША"),
    ]:
        assert session.answer(line)[0] == written
        assert stop(session) == [verdict]


def test_the_false_claim_of_the_book() -> None:
    """A secret that is no set of fixed cells (X1≠X2): foreign cards are accepted."""
    session = Session(program.play({"k": 2, "cards": ("10", "01")}))
    stop(session)
    for card in product((0, 1), repeat=2):
        session.answer_values(card)
        assert stop(session) == ["НАША"]


def taught(k: int, training: list[str], lessons: list[tuple[tuple[int, ...], int]]) -> list[str]:
    """What the machine says after each lesson, one text a lesson; the verdict comes first."""
    setup = {"k": k, "cards": tuple(training), "lesson": "added"}
    session = Session(program.play(setup))
    assert stop(session) == [*TRAINED, "УРОКИ ДОБАВЛЕНЫ НАМИ"]
    said = []
    for card, ours in lessons:
        session.answer_values(card)
        verdict, _ = asked(session)
        session.answer_values((ours,))
        said.append(" / ".join([verdict, *stop(session)]))
    return said


def asked(session: Session) -> list[str]:
    lines = until_stop(session)
    assert isinstance(session.request, Numbers) and session.request.names == ["OURS"]
    return lines


def test_lessons_mend_the_example_of_too_little_training() -> None:
    """The secret of the book is X5=X8=1; three further cells were never shown to vary."""
    training = presets("cards")["TOO FEW"].split()[1].partition("=")[2].split(",")
    words = [tuple(map(int, word)) for word in training]
    assert cards.learned(words) == [5, 5, 1, 1, 1, 5, 5, 1, 0]
    assert taught(
        9,
        training,
        [
            ((0, 0, 1, 1, 1, 0, 0, 1, 0), 1), ((0, 0, 0, 1, 1, 0, 0, 0, 0), 0),
            ((0, 0, 0, 0, 1, 0, 0, 1, 1), 1), ((0, 0, 0, 0, 0, 0, 0, 0, 0), 0),
            ((0, 0, 0, 0, 0, 0, 0, 1, 0), 0), ((1, 1, 0, 1, 1, 0, 0, 1, 1), 1),
            ((0, 0, 0, 0, 0, 0, 0, 0, 1), 0),
        ],
    ) == [
        "НАША / Я НЕ ОШИБЛАСЬ",
        "НЕ НАША / Я НЕ ОШИБЛАСЬ",
        "НЕ НАША / ТЕПЕРЬ НЕ ВАЖНО: 3, 4, 9 / ЗНАЧИТ, ВАЖНА КЛЕТКА 8",
        "НЕ НАША / Я НЕ ОШИБЛАСЬ",
        "НЕ НАША / ЗНАЧИТ, ВАЖНА КЛЕТКА 5",
        "НАША / Я НЕ ОШИБЛАСЬ",
        "НЕ НАША / Я НЕ ОШИБЛАСЬ",
    ]  # fmt: skip


def test_a_secret_that_is_no_set_of_fixed_cells_is_found_out() -> None:
    said = taught(2, ["10", "01"], [((0, 0), 0)])
    assert said == ["НАША / ПОСТОЯННЫХ КЛЕТОК МАЛО"]
    said = taught(2, ["10", "10"], [((1, 1), 0), ((0, 0), 0), ((0, 1), 1)])
    assert said == [
        "НЕ НАША / ЗНАЧИТ, ВАЖНА КЛЕТКА 2",
        "НЕ НАША / ЗНАЧИТ, ВАЖНА КЛЕТКА 1",
        "НЕ НАША / ТЕПЕРЬ НЕ ВАЖНО: 1, 2 / ПОСТОЯННЫХ КЛЕТОК МАЛО",
    ]


@given(st.data())
def test_what_lessons_say_is_true_of_all_secrets_that_fit(data: st.DataObject) -> None:
    """All sets of fixed cells are tried that fit what was shown and what was said."""
    k = data.draw(st.integers(1, 4))
    card = st.tuples(*[st.integers(0, 1)] * k)
    training = data.draw(st.lists(card, min_size=2, max_size=3))
    lessons = data.draw(st.lists(st.tuples(card, st.integers(0, 1)), max_size=8))
    said = taught(k, ["".join(map(str, one)) for one in training], lessons)
    ours = list(training)
    foreign: list[tuple[int, ...]] = []
    contradicted = False
    for (shown, is_ours), text in zip(lessons, said, strict=True):
        accepted = text.startswith("НАША")
        assert accepted == cards.ours(cards.learned(ours), shown)
        (ours if is_ours else foreign).append(shown)
        fitting = [
            cells
            for cells in product((False, True), repeat=k)
            if all(fits(cells, ours[0], one) for one in ours)
            and not any(fits(cells, ours[0], one) for one in foreign)
        ]
        if "КЛЕТОК МАЛО" in text:
            contradicted = True
        assert contradicted == (not fitting)
        if "ВАЖНА КЛЕТКА" in text and fitting:
            cell = int(text.rpartition(" ")[2]) - 1
            assert all(cells[cell] for cells in fitting)
        if is_ours and not accepted:
            assert "ТЕПЕРЬ НЕ" in text
        assert ("НЕ ОШИБЛАСЬ" in text) <= (accepted == bool(is_ours))


def fits(cells: tuple[bool, ...], first: tuple[int, ...], card: tuple[int, ...]) -> bool:
    """Whether a card is like the first one in the cells that a secret fixes."""
    return all(not fixed or a == b for fixed, a, b in zip(cells, first, card, strict=True))


def test_a_lesson_wants_1_or_0() -> None:
    session = Session(program.play({"k": 2, "cards": ("10", "11"), "lesson": "added"}))
    stop(session)
    session.answer("0 0")
    asked(session)
    for wrong in ("2", "OURS=-1", "99999999999999999999"):
        session.answer(wrong)
        assert asked(session) == ["ОТВЕТЬТЕ 1 ИЛИ 0"]
    session.answer("ours=1")
    assert stop(session) == ["ТЕПЕРЬ НЕ ВАЖНО: 1"]


def test_foreign_cards_are_remembered_within_bounds() -> None:
    """Each of them differs in another pair of 15 cells, so that none says more than another."""
    lesson = Lesson(Training({"cards": ("0" * 15,)}))
    for pair in combinations(range(15), 2):
        steps = lesson.after([int(cell in pair) for cell in range(15)])
        next(steps), next(steps)
        assert steps.send((0,)) == "Я НЕ ОШИБЛАСЬ"
    assert len(lesson._foreign) == 99
    assert len(set(lesson._foreign)) == 99


def test_cards_of_ours_are_remembered_within_bounds() -> None:
    """As many as a setup may have; those after them are learned all the same."""
    training = Training({"cards": ("00",) * 98})
    training.learn([2, 0])
    assert len(training.training) == 98
    for card in ([0, 0], [0, 1]):
        training.learn(card)
        assert training.training[98:] == [b"\0\0"]
    assert training.pattern[1] == cards.IRRELEVANT


@pytest.mark.parametrize("value", [-1, 0, 1, 2, 3, 4, 5, 6, 7, 10**20])
@pytest.mark.parametrize("learnt", [0, 1, cards.IRRELEVANT])
def test_only_a_difference_of_one_is_foreign(learnt: int, value: int) -> None:
    """Also for answers that are no cards: the listing looks at |X - X1| = 1 alone."""
    assert cards.ours([learnt], [value]) == (abs(learnt - value) != 1)


def test_the_setup_is_read_back_from_a_tape() -> None:
    for text in ["k=1 cards=0,1", "k=12 cards=" + ",".join(["01" * 6] * 99)]:
        setup = read(program.FIELDS, split(text), program.check)
        assert join(program.FIELDS, setup) == text


def test_only_11_is_right_and_each_other_number_has_a_reason() -> None:
    for number in range(1, 100):
        lines = answered(program, "prelude=added", str(number), "0 0 0 0" if number == 11 else "0")
        said = lines[lines.index("КАКОЕ ЧИСЛО ВМЕСТО ВОПРОСА? (0: НЕ ЗНАЮ)") + 1]
        assert said.startswith("ВЕРНО" if number == 11 else "НЕВЕРНО: ")
        assert number == 11 or "ОТВЕТ: C=A/2+2B, 11" in lines


@pytest.mark.parametrize(
    ("number", "rule", "first"),
    [  # what each rule gives for A=10, B=3 and for A=4, B=9 in row 1
        (13, "A+B", 13), (7, "A-B", -5), (23, "2A+B", 17), (16, "A+2B", 22), (20, "2A", 8),
        (6, "2B", 18), (30, "3A", 12), (9, "3B", 27), (26, "2A+2B", 26),
    ],
)  # fmt: skip
def test_a_wrong_number_fails_in_the_first_row(number: int, rule: str, first: int) -> None:
    """The figure has rows 4 9 20, 8 5 14 and 10 3 ?."""
    lines = answered(program, "prelude=added", str(number), "0")
    at = lines.index("   A   B   C")
    assert lines[at + 1 : at + 4] == ["   4   9  20", "   8   5  14", "  10   3   ?"]
    assert f"НЕВЕРНО: {rule} В СТРОКЕ 1 ДАЕТ {first}, А НЕ 20" in lines


def test_all_words_of_four_letters() -> None:
    """КИНО is right wherever its Н is taken from; КТНО fits, too; all others do not fit."""
    below, above = "БИРКААНТОН", "ТРУБАНОРМА"
    for places in product(range(10), repeat=4):
        word = "".join(below[at] for at in places)
        if len(set(places)) == 4 and (word in ("КИНО", "КТНО") or places[0] == 3):
            lines = answered(program, "prelude=added", "0", " ".join(str(at + 1) for at in places))
            said = lines[lines.index(word) + 1]
            fits = "".join(above[at] for at in places) == "БРОМ"
            begin = "ВЕРНО" if word == "КИНО" else "ТАК ТОЖЕ" if fits else "НЕВЕРНО: "
            assert said.startswith(begin), (word, said)


@pytest.mark.parametrize("answer", ["0 0 0 0", "4 2 7 0", "11 1 1 1", "-1 2 3 4"])
def test_whoever_gives_up_is_told(answer: str) -> None:
    lines = answered(program, "prelude=added", "0", answer)
    assert "ОТВЕТ: КИНО" in lines and lines[-2:] == TRAINED


def test_the_formula_of_too_little_training() -> None:
    """002:1247: X3 X4 X5 X8 X9, where a bar over X9 is taken to be lost."""
    setup = read(program.FIELDS, split(presets("cards")["TOO FEW"] + " formula=added"), None)
    session = Session(program.play(setup))
    assert until_stop(session)[-1] == "H=X3 X4 X5 X8 ~X9"
    session.answer_values((0, 0, 0, 0, 1, 0, 0, 1, 0))
    assert asked(session)[0] == "НЕ НАША"
    session.answer_values((1,))
    assert stop(session) == ["ТЕПЕРЬ НЕ ВАЖНО: 3, 4", "H=X5 X8 ~X9"]


@pytest.mark.parametrize("colours", [2, 3])
def test_coloured_cards_are_judged_by_their_words(colours: int) -> None:
    """Every training of three cards of two cells, against sets of words made by `format`."""
    deck = ["".join(map(str, card)) for card in product(range(colours + 1), repeat=2)]

    def coded(card: str) -> str:
        return "".join(format(int(cell), "02b") for cell in card)

    for training in combinations(deck, 3):
        setup = {"k": 2, "cards": training, "colours": str(colours)}
        session = Session(program.play(setup))
        assert stop(session)[2:] == ["ЦВЕТА ДОБАВЛЕНЫ НАМИ: 2 БИТА НА КЛЕТКУ"]
        same = [at for at in range(4) if len({coded(card)[at] for card in training}) == 1]
        for card in deck:
            ours = all(coded(card)[at] == coded(training[0])[at] for at in same)
            assert ours or card not in training
            session.answer(f"{card[0]} {card[1]}")
            verdict = "НАША" if ours else "НЕ НАША"
            assert stop(session) == [f"ДВОИЧНОЕ СЛОВО {coded(card)}", verdict]


def test_a_colour_that_there_is_not() -> None:
    setup = {"k": 2, "cards": ("12", "10"), "colours": "2"}
    session = Session(program.play(setup))
    stop(session)
    session.answer("1 2")
    assert stop(session) == ["ДВОИЧНОЕ СЛОВО 0110", "НАША"]
    for card in ("3 0", "-1 0", "0 99999999999999999999"):
        session.answer(card)
        assert stop(session) == ["НЕТ ТАКОГО ЦВЕТА"]
    session.answer("2=1")  # the others are as on the card before
    assert stop(session) == ["ДВОИЧНОЕ СЛОВО 0101", "НЕ НАША"], "0110 and 0100 end in 0"
