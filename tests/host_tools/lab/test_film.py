# SPDX-License-Identifier: MIT
"""The films of an idle exhibit's shows: what a passer-by meets."""

from pathlib import Path

import pytest
from PIL import Image

from host_tools.lab import film
from host_tools.usage import WrongUsage
from teletype.programs import catalogue

SIZE = (128, 64)


SMALL = (72, 40)

SHORT_MS = 24_000
"""Of a show of Calculation, whose adviser takes the host's time: more than two turns of each."""

SHOWN = [name for name in catalogue.NAMES if name != "nim-table"]
"""Programs with a show; on the small panel these have a picture."""
SMALL_SHOWN = ["nim", "race", "evolution", "dates", "cards", "calculation-lisp"]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("program", "size"),
    [(name, SIZE) for name in SHOWN] + [(name, SMALL) for name in SMALL_SHOWN],
)
def test_something_moves_soon_and_picture_and_paper_share_the_time(
    program: str, size: tuple[int, int]
) -> None:
    longest = SHORT_MS if program.startswith("calculation") else film.LONGEST_MS
    made = film.film(program, "en", size, 1000, longest)
    assert made.moved_ms is not None and made.moved_ms <= 2000
    assert made.still_ms <= 6500
    assert 40 <= 100 * made.pictured_ms / made.length_ms <= 65
    times = [at for at, _ in made.pictures]
    assert times == sorted(set(times)) and len(times) > 3


def test_a_strip_has_all_pictures() -> None:
    made = film.Film([(1000 * at, Image.new("1", SIZE)) for at in range(9)], length_ms=9000)
    page = film.strip(made, SIZE)
    assert page.size == (film.ACROSS * 132 + film.GAP, 2 * 79 + film.GAP)
    assert made.told() == "9 s; moves never; longest still 0.0 s; picture 0 % of the time"


def test_what_an_exhibit_does_not_show(tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="unknown program 'nimm'"):
        film.main(["nimm", "--to", str(tmp_path)])
    with pytest.raises(WrongUsage, match="nothing of 'nim-table'"):
        film.film("nim-table", "en", SIZE, 1000)
