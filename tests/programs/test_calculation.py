# SPDX-License-Identifier: MIT
"""Calculation: the engine against the rules written out, three editions against each other."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.contests.calculation import Greedy
from teletype.core import tape, taped
from teletype.core.request import LONGEST_ANSWER
from teletype.core.session import Session
from teletype.core.setup import SetupError, join, read, split
from teletype.engines import calculation as engine
from teletype.programs.calculation import edition as calculation
from teletype.programs.calculation_cobol import dialogue as calculation_cobol
from teletype.programs.calculation_fortran import dialogue as calculation_fortran
from teletype.programs.calculation_lisp import dialogue as calculation_lisp
from tests.helpers.calculation import EDITIONS
from tests.helpers.paper import until_stop

LONG = "x" * LONGEST_ANSWER

SEQUENCES = (
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
    (2, 4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11, 13),
    (3, 6, 9, 12, 2, 5, 8, 11, 1, 4, 7, 10, 13),
    (4, 8, 12, 3, 7, 11, 2, 6, 10, 1, 5, 9, 13),
)
"""The four foundations, as the magazine lists them."""


def ints(text: str) -> list[int]:
    return [int(word) for word in text.split()]


DECKS = {
    0: [rank for rank in range(1, 14) for _ in range(4)],
    1: ints(
        "2 13 9 13 12 9 5 7 10 6 7 9 1 10 8 10 4 11 9 3 8 11 10 5 4 1 6 5 6 4 13 12 5 2 11 4 "
        "7 1 12 3 13 7 2 11 1 8 3 2 6 12 8 3"
    ),
    7: ints(
        "9 8 9 9 2 6 3 13 1 7 8 6 2 12 13 7 3 11 3 4 1 12 4 10 1 10 11 12 13 4 6 7 5 9 8 11 "
        "10 10 3 4 8 2 11 7 2 5 5 13 5 1 12 6"
    ),
}


class Rules:
    """The table once more, from the magazine's lists and without any arithmetic."""

    def __init__(self) -> None:
        self.talons: list[list[int]] = [[], [], [], []]
        self.found: list[list[int]] = [[], [], [], []]

    def fits(self, card: int, stack: int) -> bool:
        if stack <= 4:
            return True
        held = self.found[stack - 5]
        return SEQUENCES[stack - 5][len(held) : len(held) + 1] == (card,)

    def placements(self, card: int) -> list[int]:
        return [stack for stack in range(1, 9) if self.fits(card, stack)]

    def moves(self) -> list[int]:
        return [
            10 * talon + stack
            for talon in range(1, 5)
            for stack in range(5, 9)
            if self.talons[talon - 1] and self.fits(self.talons[talon - 1][-1], stack)
        ]

    def put(self, card: int, stack: int) -> None:
        (self.talons[stack - 1] if stack <= 4 else self.found[stack - 5]).append(card)

    def move(self, decision: int) -> None:
        self.found[decision % 10 - 5].append(self.talons[decision // 10 - 1].pop())

    def state(self) -> tuple[list[list[int]], list[list[int]]]:
        return [list(cards) for cards in self.talons], [list(cards) for cards in self.found]


def state(table: engine.Table) -> tuple[list[list[int]], list[list[int]]]:
    return [list(cards) for cards in table.talons], [table.foundation(k) for k in range(1, 5)]


# The engine


@pytest.mark.parametrize("lucky", DECKS)
def test_decks_of_lucky_numbers(lucky: int) -> None:
    assert engine.deck(lucky) == DECKS[lucky]


def test_random_numbers_of_seed_1() -> None:
    stream = engine.Random(1)
    assert [stream.next() for _ in range(3)] == [3141592653, 32418925783, 22618798421]


@given(st.integers())
def test_shuffle_is_the_formula_of_the_listing(lucky: int) -> None:
    """N=RANDOM()*(52-I)+I+0.5 in fractions, on 36 bits in two's complement."""
    m = lucky
    deck = [(place + 3) // 4 for place in range(1, 53)]
    for place in range(1, 53):
        m = (m * 3141592653 + 2**35) % 2**36 - 2**35
        n = int(Fraction(abs(m), 2**35) * (52 - place) + place + Fraction(1, 2))
        deck[n - 1], deck[place - 1] = deck[place - 1], deck[n - 1]
    assert engine.deck(lucky) == deck
    assert sorted(deck) == DECKS[0]


@pytest.mark.parametrize("zeros", [0, 1, 5, 35])
def test_period_of_the_generator(zeros: int) -> None:
    """M comes back after 2^(34-k) steps and not after half of them, for k zeros at its end."""
    m, period = 3 << zeros, 2 ** max(0, 34 - zeros)
    assert m * pow(engine.FACTOR, period, 2**36) % 2**36 == m % 2**36
    if period > 1:
        assert m * pow(engine.FACTOR, period // 2, 2**36) % 2**36 != m % 2**36


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_foundations_take_the_magazine_s_sequences(number: int) -> None:
    """At every height exactly one rank fits; the LISP program's magic numbers say the same."""
    table = engine.Table()
    for height in range(14):
        assert table.foundation(number) == list(SEQUENCES[number - 1][:height])
        fitting = [card for card in range(1, 14) if table.fits(card, number + 4)]
        assert fitting == list(SEQUENCES[number - 1][height : height + 1])
        magic = (1, 7, 9, 10)[number - 1]
        assert fitting == [card for card in range(1, 14) if height == (card * magic - 1) % 13]
        assert number * magic % 13 == 1
        if fitting:
            assert table.put(fitting[0], number + 4)
    assert table.wanted[number - 1] == 0


def random_play(chance: random.Random, cards: list[int], table: engine.Table) -> list[int]:
    """Decisions for a game, made on `table`; a 0 ends the moves of each card.

    Half of the games are played as the built-in player does, so that some are won; after the
    last card everything that can is moved.
    """
    greedy = Greedy(0, "host") if chance.random() < 0.5 else None
    decisions = []
    for index, card in enumerate(cards):
        stack = greedy.where(table, card) if greedy else chance.choice(table.placements(card))
        assert table.put(card, stack)
        decisions.append(stack)
        while moves := table.moves():
            if not greedy and index < 51 and chance.random() < 0.2:
                break
            decision = greedy.move(table, moves) if greedy else chance.choice(moves)
            assert table.move(decision // 10, decision % 10)
            decisions.append(decision)
        decisions.append(0)
    return decisions


def test_engine_keeps_the_rules() -> None:
    chance = random.Random(1)
    for lucky in range(200):
        cards = engine.deck(lucky)
        decisions = random_play(chance, cards, engine.Table())
        table, rules, dealt = engine.Table(), Rules(), iter(cards)
        for decision in decisions:
            if 1 <= decision <= 8:
                card = next(dealt)
                assert table.placements(card) == rules.placements(card)
                assert table.put(card, decision)
                rules.put(card, decision)
            elif decision:
                assert table.moves() == rules.moves()
                assert table.move(decision // 10, decision % 10)
                rules.move(decision)
            assert state(table) == rules.state()
        assert table.complete() == (rules.found == [list(row) for row in SEQUENCES])
        assert table.cleared() == (not any(rules.talons))


@given(
    st.integers(0, 99), st.integers(-1, 60) | st.integers(), st.integers(-1, 60) | st.integers()
)
def test_what_is_impossible_changes_nothing(lucky: int, first: int, second: int) -> None:
    table, cards = engine.Table(), engine.deck(lucky)
    for card in cards[:20]:
        table.put(card, max(table.placements(card)))
    before = state(table)
    possible = 1 <= first <= 4 and 5 <= second <= 8 and 10 * first + second in table.moves()
    assert table.move(first, second) == possible
    assert (state(table) == before) == (not possible)
    before = state(table)
    possible = second in table.placements(cards[20])
    assert table.put(cards[20], second) == possible
    assert (state(table) == before) == (not possible)


# Sessions


class Driven:
    """A session that is answered by decisions; `paper` is what came since the last answer."""

    def __init__(self, program: str, setup: str) -> None:
        module = EDITIONS[program]
        self.setup = read(module.FIELDS, split(setup), module.Program.check)
        self.game, play = module.Program.begin(self.setup)
        self.session = Session(play)
        self.text = tape.head(program, join(module.FIELDS, self.setup))
        self.paper: list[str] = []
        self._run()

    def _run(self) -> None:
        self.paper = until_stop(self.session)
        self.text += "".join(tape.paper(line) for line in self.paper)

    def say(self, *answers: str) -> list[str]:
        """Types answers; the paper after the last one."""
        for answer in answers:
            self.text += tape.answer(self.session.answer(answer)[0])
            self._run()
        return self.paper

    def do(self, decision: int) -> None:
        """Makes a decision, as the drawn table does."""
        request = self.session.request
        self.say(request.format(request.answers[decision]))

    def follow(self, decisions: list[int]) -> None:
        """Makes decisions; the 0 after a card only where the edition still asks for it."""
        for decision in decisions:
            if decision or (not self.session.ended and self.game.hand == 0):
                self.do(decision)


RANKS = {symbol: rank for rank, symbol in enumerate("A23456789TJQK", 1)}


def read_cobol(paper: list[str]) -> tuple[list[list[int]], list[list[int]]]:
    """The stacks on a COBOL situation; of a talon at most 18 cards are there."""
    rows = [ints(line[3:]) for line in paper if line[1:3] in ("1.", "2.", "3.", "4.")]
    found = [ints(line[3:]) for line in paper if line[1:3] in ("5.", "6.", "7.", "8.")]
    return [row[::-1] for row in rows[-4:]], found[-4:]


def read_fortran(paper: list[str]) -> tuple[list[list[int]], list[list[int]]]:
    rows = [[RANKS[word] for word in line.split()[1:]] for line in paper if line[:1] == "["]
    return rows[-4:], rows[-8:-4]


def read_lisp(paper: list[str]) -> tuple[list[list[int]], list[list[int]]]:
    rows = [
        [] if line[3:] == "NIL" else ints(line[4:-1])[::-1]
        for line in paper
        if line[:1] in ("T", "F") and line[1:2].isdigit()
    ]
    return rows[:4], rows[4:]


@pytest.mark.heavy
def test_three_editions_agree_on_every_state() -> None:
    """1,000 random games: the paper of each edition, read back, is the engine's table."""
    chance = random.Random(5)
    verdicts = []
    for lucky in range(1000):
        cards = engine.deck(lucky)
        decisions = random_play(chance, cards, engine.Table())
        cobol, fortran, lisp = (Driven(name, f"lucky={lucky}") for name in EDITIONS)
        table, dealt = engine.Table(), iter(cards)
        hand = next(dealt)
        for decision in decisions:
            talons, found = state(table)
            asked = cobol.game, fortran.game, lisp.game
            if decision or table.moves():
                shown = [cards[-18:] for cards in talons], found
                assert read_cobol(cobol.paper) == shown
                assert read_fortran(fortran.paper) == (talons, found)
                assert [set(game.answers) for game in asked[:2]] == [set(asked[2].answers)] * 2
                assert [game.hand for game in asked] == [hand] * 3
            if hand:
                assert read_lisp(lisp.paper) == (talons, found)
            assert state(asked[2].table) == (talons, found)
            if hand:
                table.put(hand, decision)
                hand = 0
            elif decision:
                table.move(decision // 10, decision % 10)
            else:
                hand = next(dealt, 0)
            for driven in (cobol, fortran, lisp):
                driven.follow([decision])
        won = table.complete()
        verdicts.append(won)
        assert ("YOU WON THE GAME, CONGRATULATIONS" in cobol.paper) == won
        assert ("YOU LOST THE GAME" in cobol.text) and cobol.session.ended
        assert fortran.paper[-1] == ("SUCCESS!" if won else "FAILURE!")
        assert lisp.paper[-1] == ("VALUE T" if won else "VALUE NIL")
    assert 5 < sum(verdicts) < 100


@pytest.mark.parametrize("name", EDITIONS)
def test_a_game_replayed_from_its_tape_is_the_same_to_the_byte(name: str) -> None:
    chance = random.Random(3)
    for lucky in range(20):
        driven = Driven(name, f"lucky={lucky}")
        driven.follow(random_play(chance, engine.deck(lucky), engine.Table()))
        recorded = taped.read(driven.text.splitlines(True))
        recorded.events = list(recorded.events)
        assert recorded.setup.endswith(f"lucky={lucky}")
        again = Driven(name, recorded.setup)
        assert taped.replay(recorded, Session(EDITIONS[name].play(again.setup))) is None
        again.say(*[text for kind, text, _ in recorded.events if kind == tape.ANSWER])
        assert again.text == driven.text


# Figures: tests/tapes has them, as sessions


def test_the_deck_of_the_figures_cannot_be_won() -> None:
    """A foundation takes each rank once, so all 52 need four of each: here are three jacks."""
    cards = list(read(calculation_fortran.FIELDS, split(calculation.FIGURES))["stock"])
    assert len(cards) == 52 and cards.count(3) == 5 and cards.count(11) == 3
    changed = list(read(calculation_fortran.FIELDS, split(calculation.MENDED))["stock"])
    assert sorted(changed) == DECKS[0]
    assert [(a, b) for a, b in zip(cards, changed, strict=True) if a != b] == [(3, 11)]


# COBOL


def test_ask_is_a_value_of_the_cobol_stock_alone() -> None:
    fields = calculation_cobol.FIELDS
    assert read(fields, [("stock", " ask ")])["stock"] == calculation.ASK
    assert join(fields, read(fields, [("stock", "ask")])) == "stock=ask"
    with pytest.raises(SetupError, match=r"stock=asks: .*; allowed: ask, or 1\.\.212 integers"):
        read(fields, [("stock", "asks")])
    with pytest.raises(SetupError, match="lucky=3: stock= is given too"):
        read(fields, [("stock", "ask"), ("lucky", "3")], calculation_cobol.Program.check)
    for edition in (calculation_fortran, calculation_lisp):
        with pytest.raises(SetupError, match="'ask' is not an integer"):
            read(edition.FIELDS, [("stock", "ask")])


ILLEGAL = "...YOUR DECISION IS ILLEGAL..."


@pytest.mark.parametrize(
    "answer",
    [
        "",
        " ",
        "0",
        "9",
        "5",
        "26",
        "06",
        "6.",
        "-6",
        "+6",
        "six",
        "6 6",
        "x" * LONGEST_ANSWER,
    ],
)
def test_cobol_refuses_a_placement(answer: str) -> None:
    driven = Driven("calculation-cobol", "stock=2")
    first = driven.paper
    assert first[0] == "TURN OUT" and first[-1] == "WHERETO(02)"
    assert driven.say(answer) == [ILLEGAL, *first[1:]]
    assert driven.say("\t6 ")[-1] == "TURN OUT"
    assert driven.session.ended


@pytest.mark.parametrize(
    "answer",
    ["2", "5", "25", "16", "55", "51", "99", "000", "0 0", "1 5", "015", "15.", "x"],
)
def test_cobol_refuses_a_move(answer: str) -> None:
    driven = Driven("calculation-cobol", "stock=1")
    asked = driven.say("1")
    assert asked[-2:] == ["FROM 1 TO 5", "FROMTO"]
    assert driven.say(answer) == [ILLEGAL, *asked]
    assert driven.say("15")[4:6] == [" 5.  1", " 6."]


@pytest.mark.parametrize("answer", ["", " ", "0", "00", " 0\t"])
def test_cobol_moves_nothing_for_now(answer: str) -> None:
    driven = Driven("calculation-cobol", "stock=1,2")
    driven.say("1")
    assert driven.say(answer)[0] == "TURN OUT"
    assert driven.game.hand == 2


def test_cobol_moves_at_the_end_of_the_stock_as_ever() -> None:
    driven = Driven("calculation-cobol", "look=yes stock=1")
    assert driven.say("1")[-2:] == ["FROM 1 TO 5", "FROMTO"]
    assert driven.game.seen == 0
    assert driven.say("15")[-1] == "TURN OUT" and driven.session.ended
    driven = Driven("calculation-cobol", "look=yes stock=1,99")
    assert driven.say("1")[-2:] == ["FROM 1 TO 5", "FROMTO"]
    assert driven.say("0")[0] == "TRY MORE; STOCK EXHAUSTED"


def test_whoever_moves_at_once_wins_nothing_by_looking() -> None:
    """The built-in player's moves do not depend on the card: its games are the same."""
    won, _ = won_decisions()
    for lucky in (1, 7, won):
        greedy = Greedy(0, "host")
        ends = []
        for line in (f"lucky={lucky}", f"lucky={lucky} look=yes"):
            driven = Driven("calculation-cobol", line)
            lines = list(driven.paper)
            while not driven.session.ended:
                request = driven.session.request
                table = driven.game.table
                if driven.game.hand:
                    chosen = greedy.where(table, driven.game.hand)
                else:
                    chosen = greedy.move(table, table.moves())
                lines += driven.say(request.answers[chosen])
            ends.append([line for line in lines if line.startswith("YOU ")])
        result = "YOU WON THE GAME, CONGRATULATIONS" if lucky == won else "YOU LOST THE GAME"
        assert ends[0][0] == ends[1][0] == result


def test_cobol_ignores_what_is_no_card() -> None:
    driven = Driven("calculation-cobol", "stock=0,14,-1,98,100,-999,999,7,0,99")
    assert driven.paper[:8] == ["TURN OUT"] * 8
    assert driven.paper[8] == " 1."
    after = driven.say("4")
    assert after.count("TURN OUT") == 3 and "YOU LOST THE GAME" in after
    assert after[-2:] == ["NEW GAME STARTED", "TURN OUT"]


def test_cobol_trusts_the_stock() -> None:
    driven = Driven("calculation-cobol", "stock=" + "1," * 20 + "2,99")
    for _ in range(20):
        driven.say("3", "0")
    assert driven.game.hand == 2
    assert driven.paper[3] == " 3." + "  1" * 18
    assert len(driven.game.table.talons[2]) == 20


def test_cobol_cannot_be_refused_for_ever() -> None:
    driven = Driven("calculation-cobol", "stock=1,99")
    driven.say("2", "0")
    asked = driven.paper[1:]  # after TURN OUT
    assert asked[-2:] == ["FROM 2 TO 5", "FROMTO"]
    for answer in ("0", "00", "") * 50:
        assert driven.say(answer) == ["TRY MORE; STOCK EXHAUSTED", *asked]
    assert driven.say("26") == [ILLEGAL, *asked]
    assert driven.say("25")[8] == "YOU LOST THE GAME"


def won_decisions() -> tuple[int, list[int]]:
    """The first lucky number with which the built-in player wins, and its decisions."""
    for lucky in range(1, 1000):
        table, cards, greedy = engine.Table(), engine.deck(lucky), Greedy(0, "host")
        decisions = []
        for card in cards:
            decisions.append(greedy.where(table, card))
            table.put(card, decisions[-1])
            while moves := table.moves():
                decisions.append(greedy.move(table, moves))
                table.move(decisions[-1] // 10, decisions[-1] % 10)
            decisions.append(0)
        if table.complete():
            return lucky, decisions
    raise AssertionError("no game won")


def test_cobol_leaves_the_closing_99_to_the_next_game() -> None:
    lucky, decisions = won_decisions()
    cards = ",".join(map(str, engine.deck(lucky)))
    driven = Driven("calculation-cobol", f"stock={cards},99,5")
    driven.follow(decisions)
    empty = [f" {number}." for number in range(1, 9)]
    kings = [line for line in driven.paper if line[:3] in (" 5.", " 6.", " 7.", " 8.")]
    assert [line.split()[-1] for line in kings[:4]] == ["13"] * 4
    at = driven.paper.index("YOU WON THE GAME, CONGRATULATIONS")
    assert driven.paper[at + 1 : at + 5] == empty[:4]
    assert driven.paper[at + 9 :] == [
        *("NEW GAME STARTED", "TURN OUT"),
        *(*empty, "YOU LOST THE GAME", *empty),
        *("NEW GAME STARTED", "TURN OUT", *empty),
        *("TO 1", "TO 2", "TO 3", "TO 4", "WHERETO(05)"),
    ]


def test_cobol_without_a_setup_deals_lucky_1_and_99() -> None:
    driven = Driven("calculation-cobol", "")
    for card in DECKS[1]:
        while driven.game.hand == 0:
            driven.do(0)
        assert driven.game.hand == card
        driven.do(1 + card % 4)
    while not driven.session.ended:
        driven.do(max(driven.session.request.answers))
    assert driven.paper[-2:] == ["NEW GAME STARTED", "TURN OUT"]
    assert "YOU LOST THE GAME" in driven.paper


# FORTRAN


def test_fortran_asks_for_the_lucky_number() -> None:
    asked = Driven("calculation-fortran", "")
    assert asked.paper == ["LUCKY NUMBER"]
    given_ = Driven("calculation-fortran", "lucky=7")
    assert given_.paper == ["LUCKY NUMBER", *asked.say("7")]
    dealt = Driven("calculation-fortran", "stock=" + ",".join(map(str, DECKS[7])))
    assert dealt.paper == asked.paper
    assert asked.game.hand == 9


@pytest.mark.parametrize("lucky", [-1, 2**36 - 1, 10**30, -(10**30)])
def test_fortran_takes_any_lucky_number(lucky: int) -> None:
    driven = Driven("calculation-fortran", "")
    driven.say(str(lucky))
    m = (lucky + 2**35) % 2**36 - 2**35
    assert driven.game.hand == engine.deck(m)[0]


@pytest.mark.parametrize("edition", ["printed", "repaired"])
@pytest.mark.parametrize("count", [1, 2, 30, 52])
def test_fortran_loophole(edition: str, count: int) -> None:
    """Three illegal answers while all talons are empty: a success, but not in the repaired."""
    cards = ",".join(str(card) for row in SEQUENCES for card in row)
    driven = Driven("calculation-fortran", f"edition={edition} stock={cards}")
    for _ in range(count - 1):
        driven.say("1")  # on a foundation
    assert driven.paper[10:12] == [f"CARD ({count:2})", f"..... {driven.paper[11][-1]}"]
    again = driven.paper
    assert driven.say("0") == ["ILLEGAL OPERATION!", *again]
    assert driven.say("98") == ["ILLEGAL OPERATION!", *again]
    verdict = "SUCCESS!" if edition == "printed" else "FAILURE!"
    assert driven.say("-1") == ["ILLEGAL OPERATION!", verdict]


@pytest.mark.parametrize("edition", ["printed", "repaired"])
def test_fortran_stops_a_game_with_cards_on_a_talon(edition: str) -> None:
    driven = Driven("calculation-fortran", f"edition={edition} lucky=1")
    driven.say("2")  # the 2 on a talon
    assert driven.paper[-3:] == ["( 1) TALON(1) -> FOUND(2)", "( 2) NEW CARD!", "INPUT N"]
    assert driven.say("0", "0", "0")[-1] == "FAILURE!"


@pytest.mark.parametrize("edition", ["printed", "repaired"])
def test_fortran_can_be_won_in_both_editions(edition: str) -> None:
    lucky, decisions = won_decisions()
    driven = Driven("calculation-fortran", f"edition={edition} lucky={lucky}")
    driven.follow(decisions)
    assert driven.paper == ["SUCCESS!"]


def test_fortran_counts_illegal_answers_at_one_question_only() -> None:
    driven = Driven("calculation-fortran", "lucky=1")
    again = driven.paper[1:]
    for _ in range(5):
        assert driven.say("99") == again
        assert driven.say("1000000") == again
    for _ in range(20):
        driven.say("0", "99", "0")
        driven.do(min(driven.session.request.answers))
    assert not driven.session.ended
    assert driven.say("0", "0", "99", "0")[0] == "ILLEGAL OPERATION!"
    assert driven.session.ended


def test_fortran_gives_up_with_new_card_after_the_last_one() -> None:
    driven = Driven("calculation-fortran", "lucky=0")  # aces first
    for card in DECKS[0]:
        driven.do(1 if card == 1 else 2)
        assert 15 in driven.session.request.answers
        driven.do(0)
    assert driven.paper == ["FAILURE!"]


# LISP


def tree(text: str) -> object:
    """An expression by a plain recursive reader; None if `text` is not just one."""
    words = text.replace("(", " ( ").replace(")", " ) ").split()

    def rest(items: list[object]) -> list[object] | None:
        while words and words[0] != ")":
            item = one()
            if item is None:
                return None
            items.append(item)
        if not words:
            return None
        words.pop(0)
        return items

    def one() -> object:
        word = words.pop(0)
        return rest([]) if word == "(" else None if word == ")" else word

    if not words:
        return None
    found = one()
    return None if words else found


def head(item: object) -> tuple[str, str]:
    """The first two atoms of an element, by the recursive reader's tree."""
    if not isinstance(item, list):
        return "", ""
    first = ["" if isinstance(part, list) else str(part) for part in item[:2]] + ["", ""]
    return first[0].upper(), first[1].upper()


LISP_WORDS = ("(", ")", "T1", "t2", "F1", "F2", "NIL", "X", "()", "(T1 F1)", "(T2 F2)")


@given(st.lists(st.sampled_from(LISP_WORDS)).map(" ".join) | st.text("() \tT1", max_size=60))
def test_lisp_reader_against_a_recursive_one(text: str) -> None:
    found = tree(text)
    assert calculation_lisp.expression(text) == (found is not None)
    if isinstance(found, list):
        assert calculation_lisp.symbol(text) == ("" if found else "NIL")
        assert list(calculation_lisp.elements(text)) == [head(item) for item in found]
    else:
        assert calculation_lisp.symbol(text) == (str(found).upper() if found else "")


@given(st.text() | st.lists(st.sampled_from(LISP_WORDS)).map(" ".join), st.integers(0, 3))
def test_lisp_survives_any_answer(text: str, wraps: int) -> None:
    """Whatever is typed, the question comes again or the game goes on; cards are never lost."""
    driven = Driven("calculation-lisp", "stock=1,2,3,4,5,6")
    text = "(" * wraps + text + ")" * wraps
    for _ in range(4):
        hand = driven.game.hand
        driven.session.answer_values(text)
        driven.paper = until_stop(driven.session)
        table = driven.game.table
        on_table = sum(map(len, table.talons)) + sum(table.heights)
        assert driven.game.hand in (0, on_table + 1)
        if hand == driven.game.hand != 0:
            assert driven.paper[-2:] == [f"NEXT CARD IS {hand}", "WHERE ?"]


@pytest.mark.parametrize(
    "text",
    [
        *("(" * 100000, ")" * 100000, "()" * 100000, "(" * 50000 + ")" * 50000),
        *("(T1 " * 50000 + ")" * 50000, "A" * 100000, "((T1 F1)" * 20000, "'" * 100000),
    ],
    ids=lambda text: text[:9],
)
def test_lisp_reads_deep_and_huge_answers(text: str) -> None:
    driven = Driven("calculation-lisp", "stock=2")
    asked = driven.paper
    driven.session.answer_values(text)
    assert until_stop(driven.session) == asked
    driven.say("T1")
    driven.session.answer_values(text)
    assert until_stop(driven.session) == ["((FROM TO) ...) ?"]
    assert driven.say("((T1 F2))") == ["VALUE NIL"]


def test_lisp_makes_the_moves_before_the_first_impossible_one() -> None:
    driven = Driven("calculation-lisp", "stock=2,1,13")
    driven.say("T1", "NIL", "T1")
    assert driven.say("((T1 F1)(T1 F3)(T1 F2))") == ["((FROM TO) ...) ?"]
    table = driven.game.table
    assert table.talons[0] == [2] and table.heights == [1, 0, 0, 0]
    assert driven.say("((T1 F2") == ["((FROM TO) ...) ?"]
    assert table.heights == [1, 0, 0, 0]
    assert driven.say("((T1 F2)(X))") == ["((FROM TO) ...) ?"]
    assert table.heights == [1, 1, 0, 0]
    assert driven.say("((T1 F2))") == ["((FROM TO) ...) ?"]  # an empty talon
    assert driven.say(" ( ) ")[-2:] == ["NEXT CARD IS 13", "WHERE ?"]


@pytest.mark.parametrize(
    "answer", ["F1", "T5", "(T1)", "T1 T2", "'T1", "1", "NIL", "()", "T1)", ""]
)
def test_lisp_asks_again_where(answer: str) -> None:
    driven = Driven("calculation-lisp", "stock=2")
    asked = driven.paper
    driven.session.answer_values(answer)
    assert until_stop(driven.session) == asked
    assert driven.say(" f2 ") == ["((FROM TO) ...) ?"]


def test_lisp_wants_kings_and_empty_talons() -> None:
    lucky, decisions = won_decisions()
    driven = Driven("calculation-lisp", f"lucky={lucky}")
    driven.follow(decisions)
    assert driven.paper == ["VALUE T"]
    short = Driven("calculation-lisp", "stock=1")
    assert short.say("F1", "NIL") == ["VALUE NIL"]


# Setup, catalogue, what a visitor reads
