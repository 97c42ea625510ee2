# SPDX-License-Identifier: MIT
"""The stories: told in every language, in short sentences, and what they claim is computed."""

import itertools
import re
from collections.abc import Iterator

import pytest

from host_tools.contests import calculation
from host_tools.lab.measure import bench, bench_players, figures
from host_tools.paths import ROOT
from teletype import words
from teletype.engines.adviser import PICO
from teletype.programs import catalogue
from teletype.programs.logic import dialogue as logic
from tests.helpers.paper import paper_of
from tests.programs.test_race import winning_starts
from tests.programs.test_trigex import forced

NAMES = list(catalogue.NAMES)

MOST = {"en": 15, "ru": 15, "ja": 40}
"""Words of a sentence; in Japanese its signs."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    words.use("en")


def claims(name: str) -> dict[str, str]:
    """What a source claims, and what is said to have been found."""
    lines = words.program(name, "en").CLAIMS.splitlines()
    return dict(zip(lines[::2], lines[1::2], strict=True))


def texts(name: str) -> Iterator[tuple[str, str]]:
    """Each paragraph of a story with its language."""
    for language in words.LANGUAGES:
        said = words.program(name, language)
        told = [said.STORY, said.CLAIMS, *(text for _, *both in said.PROBLEMS for text in both)]
        for text in "\n".join(told).split("\n"):
            yield language, text


def numbers(text: str) -> set[str]:
    """The numbers of a text, however a language writes them, without the Japanese months."""
    plain = re.sub(r"(?<=\d) (?=\d{3}\b)|\d+月", "", text)
    return {number.replace(",", ".") for number in re.findall(r"\d+(?:[.,]\d+)?", plain)}


@pytest.mark.parametrize("name", NAMES)
def test_a_story_is_told_in_all_languages(name: str) -> None:
    said = [words.program(name, language) for language in words.LANGUAGES]
    if not said[0].STORY:
        return  # nothing is told of it
    for kind in ("STORY", "CLAIMS"):
        told = [getattr(each, kind) for each in said]
        assert all(told) and len(set(told)) == len(told), kind
    for column in zip(*(each.CLAIMS.split("\n") for each in said), strict=True):
        found = [numbers(text) for text in column]
        assert all(each == found[0] for each in found), column  # the same in each language
    english = said[0].PROBLEMS
    for each in said:
        assert [name for name, *_ in each.PROBLEMS] == [name for name, *_ in english]
        for (_, *own), (_, *others) in zip(each.PROBLEMS, english, strict=True):
            assert [text.count("\n") for text in own] == [text.count("\n") for text in others]


def sentences(text: str, language: str) -> list[str]:
    ends = r"(?<=[。?])" if language == "ja" else r"(?<=[.?!])\s+(?=[A-ZА-ЯЁІЇЄҐ«\"(])"
    return re.split(ends, text)


@pytest.mark.parametrize("name", NAMES)
def test_sentences_are_short(name: str) -> None:
    for language, text in texts(name):
        for sentence in sentences(text, language):
            length = len(sentence) if language == "ja" else len(re.findall(r"[\w'.-]+", sentence))
            assert length <= MOST.get(language, 15), sentence


@pytest.mark.parametrize("name", ["vessel", "timetable", "who"])
def test_problems_are_told_and_solved(name: str) -> None:
    (choices,) = [field.choices for field in logic.FIELDS if field.name == "puzzle"]
    assert name in choices
    for language in words.LANGUAGES:
        told = {one: texts for one, *texts in words.program("logic", language).PROBLEMS}
        problem = told[name][0].split("\n")
        numbers = [text[0] for text in problem if text[0].isdecimal()]
        assert "".join(numbers) == ("1234567" if name == "timetable" else "")
        assert problem[-1].endswith(("?", "か。")), problem[-1]
        assert told[name][1]


def test_answers_are_the_program_s() -> None:
    answers = {name: answer for name, _, answer in words.program("logic", "en").PROBLEMS}
    assert paper_of(logic, puzzle="vessel") == ["Г=0  Ф=1  П=1  Ч=0  Т=0"]
    vessel = {"Greek": False, "Phoenicia": True, "5th": True, "4th": False, "3rd": False}
    guesses = [("Greek", "5th"), ("Phoenicia", "3rd")]
    assert [sum(vessel[guess] for guess in both) for both in guesses] == [1, 1]
    assert answers["vessel"].split("\n")[0] == "It was made in Phoenicia, in the 5th century."
    assert paper_of(logic, puzzle="who") == ["Б=1  Д=0  С=0"]
    did = {"Brown": True, "Jones": False, "Smith": False}
    said = {
        "Brown": (not did["Brown"], not did["Jones"]),
        "Jones": (not did["Brown"], did["Smith"]),
        "Smith": (not did["Smith"], did["Brown"]),
    }
    assert {name: sum(both) for name, both in said.items()} == {"Brown": 1, "Jones": 0, "Smith": 2}
    text = answers["who"].replace("\n", " ")
    assert "Brown is the murderer. One of his two claims was true." in text
    assert "Smith told the truth twice. Jones lied twice." in text


# what is claimed, computed


def test_race() -> None:
    assert winning_starts(13, 4) == [3]
    assert claims("race")["With 13 cells and M=4, begin with 3 or 4."] == "Only 3 wins."


def test_what_the_proofs_counted() -> None:
    rows = re.findall(
        r"^\| `([\w-]+)` \| (.*?) \| ([\d ]+) \| ([\d ]+) \|",
        (ROOT / "docs" / "figures.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    proven = {name: (tried, positions, won) for name, tried, positions, won in rows}
    found = claims("race")["The table finds every winning move."]
    assert found == "True: tried move by move for N to 60, M to 12."
    assert proven["race"][0].startswith("N to 60, M to 12")
    found = claims("nim")["Whoever begins with a special table loses."]
    positions = proven["nim"][1].replace(" ", "")
    assert found == f"True: {positions} positions were played to the end."
    found = claims("nim-table")["Taken in order, all positions can be decided."]
    assert found == f"True: {proven['nim-table'][2]} of 1000 are won."


def test_trigex() -> None:
    assert all(forced(frozenset({first}), frozenset(), False) for first in range(1, 10))
    assert (
        "From each of the nine points" in claims("trigex")["One should begin on point 1, 2 or 3."]
    )


def test_nim() -> None:
    heaps = (5, 4, 7)
    rest = [heaps[(i + 1) % 3] ^ heaps[(i + 2) % 3] for i in range(3)]
    assert sum(heap > special for heap, special in zip(heaps, rest, strict=True)) == 3
    assert (
        "In 5 4 7 three rows do."
        in claims("nim")["In each table one row exceeds its special row."]
    )


def test_random_walk() -> None:
    chi, drawn = 50000, set()
    for _ in range(100000):
        chi = (54321 * chi + 56789) % 100000
        drawn.add(chi)
    assert drawn == set(range(100000))
    found = claims("random-walk")["The numbers are uniform between 0 and NU."]
    assert found == f"True: each from 0 to {max(drawn)} comes once in a period."


def test_misere_nim() -> None:
    """Positions without a move that wins, of three heaps from 1 to 100: the exclusive or is 0."""
    share = {}
    for most in (7, 15, 100):
        heaps = range(1, most + 1)
        lost = sum(a ^ b in heaps for a, b in itertools.product(heaps, repeat=2))
        share[most] = 100 * (lost + 1) / most**3  # and three single stones
    assert f"{share[100]:.2f}" == "0.79"
    page = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    said = (
        f"from {share[15]:.1f} % of positions with heaps from 1 to 15, and from {share[7]:.1f} %"
    )
    assert said in page


def test_calculation() -> None:
    rows = figures.read(bench.BASELINE)
    (greedy,) = [row for row in rows if row.name == "calculation: greedy wins, of 1000 decks"]
    found = claims("calculation-cobol")
    assert (
        found["A beginner wins one or two out of ten."]
        == f"A simple rule wins {greedy.value / 10} %."
    )
    won, games = bench_players.HELD_WON, bench_players.HELD_GAMES
    said = f"Our adviser wins {won} decks of {games}, with little time to think."
    assert found["An expert wins nine games out of ten."] == said


def test_the_decks_that_are_held_out(request: pytest.FixtureRequest) -> None:
    """The figure of the claim is that of the documents; with --long all decks are played."""
    page = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    won, games = bench_players.HELD_WON, bench_players.HELD_GAMES
    row = f"| `pico` | {PICO} | {games} of seed {bench_players.HELD_SEED} | {won / games:.1%} |"
    assert row.replace("%", " %") in page
    if request.config.getoption("--long"):
        dealt = enumerate(itertools.islice(calculation.decks(bench_players.HELD_SEED), games), 1)
        make = calculation.BUILT_IN["adviser"]
        assert won == sum(calculation.play_built_in(make, "pico", *deck) for deck in dealt)


POLITE = re.compile("(です|ます|ません|ました|ください)[。か、\n]")


@pytest.mark.parametrize("name", NAMES)
def test_japanese_pages_keep_one_level_of_politeness(name: str) -> None:
    """Rules and messages are polite; stories and about pages use the plain form of a book.

    A new program may not be translated yet.
    """
    said = words.program(name, "ja")
    if said.RULES == words.program(name, "en").RULES:
        return
    plain = "\n".join([*said.ABOUT, said.STORY, said.CLAIMS])
    assert not POLITE.search(plain + "\n")
    assert POLITE.search(said.RULES)
