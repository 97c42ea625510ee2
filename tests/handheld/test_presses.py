# SPDX-License-Identifier: MIT
"""The ways that are counted lead where they should, and not over more keys than they may."""

import pytest

from host_tools.measure import presses


@pytest.mark.parametrize("way", [presses.bid, presses.formula], ids=lambda way: way.__name__)
def test_no_more_keys_than_they_may_take(way) -> None:  # type: ignore[no-untyped-def]
    (goal,) = [goal for _, one, _, goal in presses.WAYS if one is way]
    assert way() <= goal


def test_the_ways_over_the_shelf_lead_there() -> None:
    """How many keys they take is a matter of its order."""
    assert presses.nim() >= 2 and presses.ticks() >= 6
