# SPDX-License-Identifier: MIT
"""The counted tasks reach their goal, with no more presses than allowed."""

from collections.abc import Callable

import pytest

from host_tools.lab.measure import presses


@pytest.mark.parametrize("row", presses.WAYS, ids=lambda row: row[1].__name__)
def test_no_more_keys_than_they_may_take(
    row: tuple[str, Callable[[], int], int | None, int],
) -> None:
    _, way, before, goal = row
    assert way() <= goal
    assert before is None or goal < before
