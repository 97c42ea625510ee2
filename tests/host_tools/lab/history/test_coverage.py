# SPDX-License-Identifier: MIT
"""The page of coverage comes from the markers, and has every section of the sources."""

from pathlib import Path

import pytest

from host_tools import paths
from host_tools.__main__ import main
from host_tools.lab.history import coverage
from host_tools.lab.history.sections import NAMES, SECTIONS
from host_tools.usage import Failed

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
