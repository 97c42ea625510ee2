# SPDX-License-Identifier: MIT
"""The films of an idle exhibit's shows: what a passer-by meets."""

from pathlib import Path

import pytest
from PIL import Image

from host_tools.lab import film
from host_tools.usage import WrongUsage

SIZE = (128, 64)


@pytest.mark.parametrize("program", ["nim", "race"])
def test_pieces_move_soon_and_share_the_time_with_the_paper(program: str) -> None:
    made = film.film(program, "en", SIZE, 1000)
    assert made.moved_ms is not None and made.moved_ms <= 2000
    assert made.still_ms <= 6000
    assert 40 <= 100 * made.pictured_ms / made.length_ms <= 70
    times = [at for at, _ in made.pictures]
    assert times == sorted(set(times)) and len(times) > 10


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
