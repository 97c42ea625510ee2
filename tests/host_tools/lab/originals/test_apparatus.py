# SPDX-License-Identifier: MIT
"""The apparatus: data files of readings, and how they are applied to a transcription."""

from pathlib import Path

import pytest

from host_tools.lab.originals import apparatus, languages, sessions
from host_tools.usage import Failed, WrongUsage
from teletype.programs import catalogue
from tests.host_tools.lab.originals.listings import APPARATUS, DATES


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    (tmp_path / "page-1.txt").write_text(DATES, encoding="utf-8")
    return tmp_path


def test_readings_are_applied_to_their_lines_only(sources: Path) -> None:
    lines = apparatus.restored(apparatus.parse("dates", APPARATUS), sources)
    printed = DATES.splitlines()[1:8]
    assert [a for a, b in zip(lines, printed, strict=True) if a != b] == [
        "N=N+1;«ЕСЛИ»N≤2«ТО»(«НА»1);S=I[2]-I[1];",
        "«ГДЕ»Г[2]={g};M[2]={m};D[2]={d};I[2];DH[2]«КОНЕЦ»◊",
    ]


def test_a_reading_or_a_habit_can_be_left_out(sources: Path) -> None:
    listing = apparatus.parse("dates", APPARATUS)
    assert listing.names() == ["both", "latin"]
    assert "N<2«ТО»" in apparatus.restored(listing, sources, ["both"])[3]
    assert "N≤2«TO»" in apparatus.restored(listing, sources, ["latin"])[3]


def test_readings_of_a_line_do_not_move_each_other(sources: Path) -> None:
    more = APPARATUS + (
        '\n[[machine]]\nname = "longer"\nline = 5\nstands = "N=N"\nread = "NUMBER=N"\nwhy = "x"\n'
        '\n[[ours]]\nname = "two"\nline = 5\nstands = "S=I"\nread = "a\\nb"\nwhy = "x"\n'
    )
    listing = apparatus.parse("dates", more)
    assert [listing.count(kind) for kind in apparatus.KINDS] == [1, 1, 1, 1]
    assert apparatus.restored(listing, sources)[3:5] == [
        "NUMBER=N+1;«ЕСЛИ»N≤2«ТО»(«НА»1);a",
        "b[2]-I[1];",
    ]


@pytest.mark.parametrize(
    ("stands", "line", "message"),
    [
        ("N>2", 5, "'N>2' stands there 0 times, expected once; the line is 'N=N"),
        ("N", 5, "'N' stands there 3 times"),
        ("N<2", 6, "'N<2' stands there 0 times"),
        ("N<2", 1, "is outside the listing"),
        ("N<2", 99, "is outside the listing"),
    ],
)
def test_a_reading_that_does_not_fit(sources: Path, stands: str, line: int, message: str) -> None:
    text = APPARATUS.replace("line = 5", f"line = {line}").replace('"N<2"', f'"{stands}"')
    with pytest.raises(Failed, match=r"page-1.txt:.*both") as error:
        apparatus.restored(apparatus.parse("dates", text), sources)
    assert message in str(error.value)


def test_readings_may_not_overlap(sources: Path) -> None:
    more = '\n[[ours]]\nname = "other"\nline = 5\nstands = "»N<"\nread = "x"\nwhy = "x"\n'
    with pytest.raises(Failed, match="other overlaps with both"):
        apparatus.restored(apparatus.parse("dates", APPARATUS + more), sources)


def test_a_listing_beyond_the_end_of_its_transcription(sources: Path) -> None:
    (sources / "page-1.txt").write_text("page 1\n", encoding="utf-8")
    with pytest.raises(Failed, match="outside the listing"):
        apparatus.restored(apparatus.parse("dates", APPARATUS), sources)


def test_the_transcription_must_be_one_text(sources: Path) -> None:
    listing = apparatus.parse("dates", APPARATUS)
    (sources / "page-2.txt").write_text("", encoding="utf-8")
    with pytest.raises(Failed, match=r"page-1.txt, page-2.txt; expected one page\*.txt"):
        apparatus.restored(listing, sources)
    (sources / "page-2.txt").unlink()
    (sources / "page-1.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(Failed, match=r"page-1\.txt: not UTF-8 text"):
        apparatus.restored(listing, sources)
    (sources / "page-1.txt").unlink()
    with pytest.raises(Failed, match="no file; expected one"):
        apparatus.restored(listing, sources)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('program = "dates"', "program = ", "dates.toml: .*line 1"),
        ('program = "dates"\n', "", "check the keys program"),
        ('file = "page*.txt"', 'file = "x"\ncolour = 1', "check the keys colour"),
        ('support = "the data"\n', "", "reading both: check the keys support"),
        ('why = "There', 'hwy = "There', "reading both: check the keys hwy, why"),
        ('name = "both"\n', "", r"reading \?: check the keys name"),
        ('name = "latin"', 'name = "both"', "two readings have the name both"),
    ],
)
def test_a_malformed_data_file(old: str, new: str, message: str) -> None:
    assert old in APPARATUS
    with pytest.raises(Failed, match=message):
        apparatus.parse("dates", APPARATUS.replace(old, new))


def test_an_unknown_language() -> None:
    listing = apparatus.parse("dates", APPARATUS.replace("ALMIR-65", "PL/I"))
    with pytest.raises(Failed, match="language PL/I; allowed: FORTRAN"):
        languages.language(listing)


def test_an_unknown_listing() -> None:
    with pytest.raises(WrongUsage, match=r"unknown listing 'x'; the listings are .*cards"):
        apparatus.load("x")


LONGEST = 64
"""Characters of a place: an apparatus is not the text."""


@pytest.mark.parametrize("name", apparatus.names())
def test_the_data_files(name: str) -> None:
    listing = apparatus.load(name)
    catalogue.check(listing.program)
    languages.language(listing)
    assert name in sessions.PLANS
    for reading in listing.readings:
        assert 0 < len(reading.stands) <= LONGEST, reading.name
        assert reading.read != reading.stands, reading.name
        assert reading.why or reading.kind == "data", reading.name
        assert reading.support or reading.kind != "reading", reading.name


def test_each_listing_has_a_data_file() -> None:
    assert sorted(sessions.PLANS) == apparatus.names()
