# SPDX-License-Identifier: MIT
"""Words that are longer than a row, in the texts of the device."""

from itertools import pairwise

import pytest

from teletype import words
from teletype.core.paper import divided, wrap
from teletype.handheld.drawing.glyphs import width, wrapped
from teletype.programs import catalogue

NARROW = 71
"""Pixels of a row on the narrowest panel."""


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Die Kartenerkennung", ["Die", "Kartener-", "kennung"]),
        ("распознавание непосредственно", ["распознава-", "ние", "непосредст-", "венно"]),
        ("Drei-Haufen-Spielchen", ["Drei-", "Haufen-", "Spielchen"]),
        ("JAZZ-BAND quiz-show", ["JAZZ-BAND", "quiz-show"]),
        ("Ein JAZZ-BANDLEADER quiz-", ["Ein JAZZ-", "BANDLEADER", "quiz-"]),
        ("«ВЫП»A=A;X1[12]=0", ["«ВЫП»A=A;X1", "[12]=0"]),
        ("1234567890123", ["12345678901", "23"]),
        ("ボタンを押してくださいとても", ["ボタンを押してください", "とても"]),
        ("", [""]),
    ],
)
def test_a_long_word_is_divided_with_a_hyphen(text: str, rows: list[str]) -> None:
    found = divided(text, 11)
    assert [found[start:end] for start, end in wrap(found, 11)] == rows


@pytest.mark.parametrize(
    ("text", "most", "found"),
    [
        ("Die Drei-Haufen-Grundlagen", 8, "Die Drei-Haufen-Grundla-gen"),
        ("Wetterschlag", 8, "Wetters-chlag"),  # "ter" begins before the middle of the row
    ],
)
def test_where_a_word_is_divided(text: str, most: int, found: str) -> None:
    assert divided(text, most) == found


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_row_ends_in_a_word_without_a_hyphen(language: str) -> None:
    """All stories, rules and gists on the narrowest panel; Japanese has no hyphens, nor
    have names with signs in them."""
    divisions = 0
    for name in catalogue.NAMES:
        said = words.program(name, language)
        text = "\n".join([words.titles(name, catalogue.title(name), language)[1], said.RULES])
        for line in (text + "\n" + said.STORY).split("\n"):
            rows = wrapped(line, NARROW)
            assert all(width(row) <= NARROW for row in rows)
            joined = line
            for row, after in pairwise(rows):
                joined = joined[joined.index(row.rstrip("-")) + len(row.rstrip("-")) :]
                if (
                    language != "ja"
                    and "/" not in row
                    and row[-1:].isalpha()
                    and joined[:1].isalpha()
                ):
                    raise AssertionError((name, row, after))
                divisions += row.endswith("-") and not joined.startswith("-")
    assert divisions == 0 if language == "ja" else divisions or language == "en"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_gist_fits_on_a_card_in_larger_text(language: str) -> None:
    for name in catalogue.NAMES:
        gist = words.titles(name, catalogue.title(name), language)[1]
        assert len(wrapped(gist, 127)) <= 3, (name, gist)
