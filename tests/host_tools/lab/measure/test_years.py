# SPDX-License-Identifier: MIT
"""Visits to an exhibit, one after another: flash and heap; see `bench_years`."""

import pytest

from host_tools.lab.measure import bench_years
from host_tools.usage import WrongUsage


@pytest.mark.heavy
@pytest.mark.unix
def test_visits_wear_little_and_leave_nothing() -> None:
    """Each program is played four times; `make bench` plays three days."""
    seen = bench_years.visit(60, restarts=False)
    assert seen.answers > 300
    assert 10 < sum(seen.erased) < 2 * 60
    assert seen.taken < 200_000, "twenty tapes"
    seen = bench_years.visit(110, False, bench_years.PLAIN, bench_years.TOLD)
    assert seen.live[1] <= seen.live[0]
    assert seen.largest[1] > 0.9 * seen.largest[0] > 50_000


@pytest.mark.heavy
@pytest.mark.unix
def test_the_worst_sector() -> None:
    """Repeat for a month what visits did to the flash.

    Each visit causes as many erases, spread over all sectors; a folder moves to other sectors
    after a hundred.
    """
    seen = bench_years.visit(60, restarts=True, days=30)
    assert seen.more >= 30 * 160
    each = (sum(seen.worn) - sum(seen.erased)) / seen.more
    assert 0.8 < each < 1.4, "as with the firmware's own loop"
    assert sum(count > 3 for count in seen.worn) > 300, "it goes round"
    assert 20 < max(seen.worn) < 250
    assert bench_years.hottest(seen, 60) >= max(seen.worn) * bench_years.YEARS_10 / (
        60 + seen.more
    )


def test_visits_that_cannot_be_compared() -> None:
    with pytest.raises(WrongUsage, match=r"^--visits 100: more than 100 are needed$"):
        bench_years.main(["--visits", "100"])
