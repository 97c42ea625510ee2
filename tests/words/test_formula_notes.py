# SPDX-License-Identifier: MIT
"""What the device says of a formula that reads otherwise than it looks, in each language."""

import re

import pytest

from teletype import words
from teletype.engines import formula

TYPED = ["A v B", "pv¬p", "A+~А", "А ИЛИ Б", "A1+B"]


@pytest.mark.parametrize("language", ["ru", "uk", "ja"])
@pytest.mark.parametrize("typed", TYPED)
def test_each_remark_is_translated(typed: str, language: str) -> None:
    note = formula.note(typed)
    before = words.language
    words.use(language)
    try:
        said = words.error(note)
    finally:
        words.use(before or "en")
    assert said != note and not re.search("[a-z]{2}", said)
