# SPDX-License-Identifier: MIT
"""Test level "originals": the listings themselves, restored and run, against our programs.

They need the transcriptions, which are not in the repository, and the compilers that `doctor`
names. Where either is missing the tests are skipped.
"""

import re
import shutil
from pathlib import Path

import pytest

from host_tools.contests import yen
from host_tools.doctor import how_to_install
from host_tools.lab.originals import apparatus, command, languages, sessions
from host_tools.lab.originals.apparatus import Listing
from host_tools.paths import ROOT
from teletype.core.request import folded

SOURCES = ROOT.parent / "shared" / "sources"

COUNT = 200
"""Sessions of each listing."""

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not SOURCES.is_dir(), reason=f"no transcriptions in {SOURCES}"),
]


def listing_of(name: str) -> Listing:
    """Return a listing; skip the test if a compiler for it is missing."""
    listing = apparatus.load(name)
    absent = [tool for tool in languages.language(listing).tools if not shutil.which(tool)]
    if absent:
        pytest.skip(f"missing: {', '.join(absent)}; {how_to_install(*absent)}")
    return listing


def lines_of(listing: Listing, first: int, last: int) -> list[str]:
    """Return lines of the transcription that has a listing."""
    (path,) = SOURCES.glob(listing.file)
    return path.read_text(encoding="utf-8").split("\n")[first - 1 : last]


@pytest.mark.parametrize("name", apparatus.names())
def test_a_listing_prints_what_our_program_prints(name: str) -> None:
    result = command.compare(listing_of(name), SOURCES, COUNT)
    assert result == (COUNT, 0, "")


SILENT = {
    ("calculation-lisp", "NIL-at-640"): "MAGIC is called for foundations only",
    ("evolution", "M1-minus-1"): "any smaller number begins the search for the largest row",
    ("evolution", "N1-minus-1"): "any smaller number begins the search for the largest column",
    ("trigex-general", "whole-part"): "where no function is called E, the interpreter reads it so",
}
"""Readings without which the paper is the same, and why."""

EACH = [(name, each) for name in apparatus.names() for each in apparatus.load(name).names()]


@pytest.mark.parametrize(("name", "reading"), EACH, ids=map("-".join, EACH))
def test_each_reading_is_needed(name: str, reading: str) -> None:
    """Without it the listing does not run, or prints something else in a few sessions."""
    listing = listing_of(name)
    for count in (5, COUNT):
        if command.compare(listing, SOURCES, count, without=[reading]).different:
            assert (name, reading) not in SILENT
            return
    assert (name, reading) in SILENT


PROTOCOLS: dict[str, tuple[int, int, str, dict[str, object], int]] = {
    "race": (1710, 1722, "n=15 m=6", {"n": 15, "m": 6}, 2),
    "trigex": (1869, 1909, "m=1", {"m": 1}, 4),
    "nim": (2016, 2032, "heaps=7,8,4", {"k": 3, "groups": "7,8,4", "rows": 4, "columns": 4}, 3),
}
"""By listing: lines of its printed protocol in file 002, setup, data, number of directives."""


def plain(line: str) -> str:
    """Return a line of a protocol without blanks, ◊ and quotes, in one alphabet."""
    line = re.sub(r"[«»◊◇\s]", "", line).replace("СВОИ", "СВОЙ").replace("Л=", "L=")
    return folded(line)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_the_listing_prints_its_protocol(name: str, tmp_path: Path) -> None:
    """The restored listing prints what its author's machine printed, to the letter."""
    first, last, settings, data, count = PROTOCOLS[name]
    listing = listing_of(name)
    printed = lines_of(listing, first, last)
    directives = [line.replace("Л=", "L=") for line in printed if "«ВЫП" in line]
    assert len(directives) == count
    lines = apparatus.restored(listing, SOURCES)
    language = languages.language(listing)(listing, lines, tmp_path)
    play = sessions.Play(settings, {}, [], [*directives], False, data)
    expected = [plain(line) for line in printed if plain(line) and "«ВЫП" not in line]
    assert [plain(line) for line in language.paper(play)] == expected


def test_the_dates_print_their_example(tmp_path: Path) -> None:
    listing = listing_of("dates")
    lines = apparatus.restored(listing, SOURCES)
    language = languages.language(listing)(listing, lines, tmp_path)
    data = {"g": "1968,1978", "m": "4,6", "d": "12,15"}
    printed = [re.sub(r"\$|\\quad", "", line) for line in lines_of(listing, 2204, 2208)]
    expected = [plain(line) for line in printed if line]
    play = sessions.Play("", {}, [], [], True, data)
    assert [plain(line) for line in language.paper(play)] == expected


def test_two_players_print_the_report_of_their_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Listings 1 and 2 through the pipes of our manager; the scan has lost a 9 of each 999."""
    players = []
    for name in ("always1000", "minus1"):
        listing = listing_of(f"yen-{name}")
        folder = tmp_path / "players" / name
        folder.mkdir(parents=True)
        languages.language(listing)(listing, apparatus.restored(listing, SOURCES), folder)
        players.append(folder / name)
        (folder / "listing").rename(folder / name)
    assert yen.main(["match", *map(str, players), "--games", "1", "--timeout", "60"]) == 0
    printed = [plain(line).replace("[99]", "[999]") for line in lines_of(listing, 129, 141)]
    assert [plain(line) for line in capsys.readouterr().out.splitlines()] == printed
