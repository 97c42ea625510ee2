# SPDX-License-Identifier: MIT
"""The page's typefaces: the same bytes whenever they are cut down."""

import pytest

from host_tools.page import typeface


def test_a_font_does_not_know_when_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for seconds in ("1000000000", "1700000000"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)  # what fontTools takes for the time
        made.append([font.woff2 for font in typeface.typefaces({ord("Ж"), ord("円")})])
    assert made[0] == made[1] and all(made[0])
