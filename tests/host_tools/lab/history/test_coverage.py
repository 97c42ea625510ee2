# SPDX-License-Identifier: MIT
"""The page of coverage comes from the markers, and has every section of the sources; the page of
the sources has every figure that the transcriptions have lost.
"""

import re
from pathlib import Path

import pytest

from host_tools import paths
from host_tools.__main__ import main
from host_tools.lab.history import coverage
from host_tools.lab.history.sections import NAMES, SECTIONS
from host_tools.usage import Failed
from tests.host_tools.lab.history.test_claims import SOURCES

MADE = "# cov" + "ers "
"""A marker in two pieces, because this file covers nothing."""


def test_the_page_is_what_the_command_makes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "coverage"]) == 0
    made = capsys.readouterr().out
    assert coverage.PAGE.read_text("utf-8") == made
    for first, title, _ in SECTIONS:
        assert f"| {first} | {title} | " in made


def test_sections_are_in_order() -> None:
    places = [coverage.place(first) for first, *_ in SECTIONS]
    assert places == sorted(places) and len(set(places)) == len(places)
    assert [first for first, *_ in SECTIONS if first[:3] not in NAMES] == []
    assert {first[:3] for first, *_ in SECTIONS} == set(NAMES)


@pytest.mark.parametrize(
    ("mark", "first"),
    [
        ("002:113", "002:113"),
        ("002:128", "002:113"),
        ("002:2500", "002:2429"),
        ("000:116b", "000:116b"),
        ("000:1", "000:1"),
    ],
)
def test_a_place_belongs_to_a_section(mark: str, first: str) -> None:
    assert coverage.section(mark) == first


def test_a_place_of_no_source(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="no section of the sources has 005:1"):
        coverage.section("005:1")
    file = tmp_path / "host_tools" / "some.py"
    file.parent.mkdir()
    file.write_text(f"{MADE}007:1\n", "utf-8")
    with pytest.raises(Failed, match=r"host_tools/some.py: no section of the sources has 007:1"):
        coverage.found(tmp_path)


def test_a_section_that_nothing_covers(tmp_path: Path) -> None:
    covered = coverage.found(paths.ROOT)
    covered["002:113"] = []
    with pytest.raises(Failed, match="002:113, Race: the rules: nothing covers it"):
        coverage.page(covered)
    file = tmp_path / "tests" / "tapes" / "some.tape"
    file.parent.mkdir(parents=True)
    file.write_text(f"{MADE}002:113, 004:41\nprogram: race\n", "utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(f"<!-- {MADE[2:]}001:147 -->\n", "utf-8")
    found = coverage.found(tmp_path)
    assert found["002:113"] == found["004:39"] == ["tape `some.tape`"]
    assert found["001:146"] == ["page `a.md`"]


KEPT = {
    *(("002", number) for number in ("30", "31", "32", "33", "34", "37")),
    *(("004", number) for number in "235678"),
}
"""Figures that are tables, listings or printed lines, so that a transcription has them."""


def lost_figures() -> set[tuple[str, int, str]]:
    """Return file, line and number of each figure of which only the caption is left."""
    return {
        (path.name[:3], at, sign + number)
        for path in SOURCES.iterdir()
        for at, line in enumerate(path.read_text("utf-8").split("\n"), 1)
        for sign, number in re.findall(r"^(?:Рис\.|FIG\.|図) ?(П?) ?(\d+)(?!の)", line)
        if (path.name[:3], sign + number) not in KEPT
    }


@pytest.mark.skipif(not SOURCES.is_dir(), reason="the transcriptions are not in the repository")
def test_every_lost_figure_is_listed() -> None:
    page = (paths.ROOT / "docs" / "sources.md").read_text("utf-8")
    listed = set()
    for source, lines, what in re.findall(r"(?m)^\| (\d{3}):([\d–, ]+) \| (.*?) \|", page):
        figures = re.findall(r"figures? (П?)(\d+)(?:(?: to| and) П?(\d+))?", what)
        for begin, end in re.findall(r"(\d+)(?:–(\d+))?", lines):
            listed |= {
                (source, at, f"{sign}{number}")
                for at in range(int(begin), int(end or begin) + 1)
                for sign, first, last in figures
                for number in range(int(first), int(last or first) + 1)
            }
    assert lost_figures() - listed == set()
