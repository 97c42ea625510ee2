# SPDX-License-Identifier: MIT
"""Visits to an exhibit, one after the other: flash and heap; see `bench_years`."""

import pytest

from host_tools.measure import bench_years


@pytest.mark.unix
def test_visits_wear_little_and_leave_nothing() -> None:
    """Each program is played four times; `make bench` plays for three days."""
    seen = bench_years.visit(60, restarts=False)
    assert seen.answers > 300
    assert 10 < sum(seen.erased) < 2 * 60
    assert seen.taken < 200_000, "twenty tapes"
    assert seen.live[1] - seen.live[0] < 1024
    assert seen.largest[1] > 0.8 * seen.largest[0] > 200_000
