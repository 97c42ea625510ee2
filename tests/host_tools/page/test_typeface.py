# SPDX-License-Identifier: MIT
"""The page's typefaces: their bytes do not depend on the time of the build."""

import pytest

from host_tools.page import typeface


def test_a_font_does_not_know_when_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for seconds in ("1000000000", "1700000000"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)  # fontTools uses it as the current time
        made.append([font.woff2 for font in typeface.typefaces({ord("Ж"), ord("円")})])
    assert made[0] == made[1] and all(made[0])
