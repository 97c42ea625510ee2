# SPDX-License-Identifier: MIT
"""Cards: learning against sets of cards, the text's example in all its readings, the dialogue."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import cards
from programs import cards as program
from teletype.request import Cells
from teletype.session import Session
from teletype.setup import SetupError, join, read, split

TRAINED = ["ЭТАП ОБУЧЕНИЯ ЗАВЕРШЕН", "Я ГОТОВА ОТВЕТИТЬ НА ВОПРОС, ЯВЛЯЕТСЯ ЛИ КАРТА НАШЕЙ"]


def learned(training: list[tuple[int, ...]]) -> list[int]:
    pattern = list(training[0])
    for card in training[1:]:
        cards.learn(pattern, card)
    return pattern


@pytest.mark.parametrize("k", [1, 2, 3])
def test_ours_are_the_cards_that_agree_where_the_training_does(k: int) -> None:
    """All trainings with up to four cards of up to three cells, judged by sets instead."""
    deck = list(product((0, 1), repeat=k))
    for count in range(2, 5):
        for training in product(deck, repeat=count):
            pattern = learned(list(training))
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
    pattern = learned(training)
    assert pattern == learned(training[::-1])
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
        assert learned(training) == [0, 0, 5, 5, 5, 1, 5, 5, 5]


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
    assert learned(training) == [0, 0, 5, 5, 5, 1, 5, 5, 5, 5, 5, 5]


def stop(session: Session) -> list[str]:
    lines = []
    while isinstance(event := session.step(), str):
        lines.append(event)
    assert isinstance(event, Cells)
    return lines


def test_printed_examples_4_and_5() -> None:
    session = Session(program.play(default()))
    assert stop(session) == TRAINED
    session.answer("0,0,1,0,0,1,0,0,1,0,0,0")
    assert stop(session) == ["НАША"]
    session.answer("1,0,1,0,0,0,1,1,1,1,1,0")
    assert stop(session) == ["НЕ НАША"]


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


@pytest.mark.parametrize("value", [-1, 0, 1, 2, 3, 4, 5, 6, 7, 10**20])
@pytest.mark.parametrize("learnt", [0, 1, cards.IRRELEVANT])
def test_only_a_difference_of_one_is_foreign(learnt: int, value: int) -> None:
    """Also for answers that are no cards: the listing looks at |X - X1| = 1 alone."""
    assert cards.ours([learnt], [value]) == (abs(learnt - value) != 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards=000011000000", "wrong number of cards; allowed: 2..99 cards of k digits"),
        ("cards=", "wrong number of cards"),
        ("cards=,", "'' is no card; allowed"),
        ("cards=" + ",".join(["0" * 12] * 100), "wrong number of cards"),
        ("cards=000011000000,00001100000", "cards=00001100000: 11 cells; allowed: k=12 digits"),
        ("cards=000011000000,000011000002", "'000011000002' is no card; allowed"),
        ("cards=000011000000,٠٠٠٠١١٠٠٠٠٠٠", "is no card"),
        ("k=9", "cards=000011000000: 12 cells; allowed: k=9 digits 0 or 1"),
        ("k=0", "k=0: out of range; allowed: an integer 1..99"),
        ("k=100", "k=100: out of range"),
        ("k=2 cards=10,1", "cards=1: 1 cells; allowed: k=2"),
    ],
)
def test_setup_out_of_range(text: str, message: str) -> None:
    with pytest.raises(SetupError) as caught:
        read(program.FIELDS, split(text), program.check)
    assert message in str(caught.value)


def test_the_setup_is_read_back_from_a_tape() -> None:
    for text in ["k=1 cards=0,1", "k=12 cards=" + ",".join(["01" * 6] * 99)]:
        setup = read(program.FIELDS, split(text), program.check)
        assert join(program.FIELDS, setup) == text
