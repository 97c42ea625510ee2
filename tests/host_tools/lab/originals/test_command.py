# SPDX-License-Identifier: MIT
"""The command `originals`, on a listing of our own that the MIR runs here."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools import __main__, doctor
from host_tools.lab.originals import apparatus, command, languages
from host_tools.paths import ROOT
from tests.host_tools.lab.originals.listings import APPARATUS, DATES


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    readings = tmp_path / "readings"
    readings.mkdir()
    (readings / "dates.toml").write_text(APPARATUS, encoding="utf-8")
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "page.txt").write_text(DATES, encoding="utf-8")
    return folder


Ran = tuple[int, list[str], str]
"""The status of the command, the lines it printed, and its message."""


@pytest.fixture
def originals(sources: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run the command with the data file of our listing."""

    def run(*words: object) -> Ran:
        readings = ("--readings", str(sources.parent / "readings"))
        status = __main__.main(["lab", "originals", *map(str, words), *readings])
        out, err = capsys.readouterr()
        return status, out.splitlines(), err

    return run


def test_a_listing_that_agrees(sources: Path, originals: Callable[..., Ran]) -> None:
    status, lines, _ = originals("--sources", sources, "dates", "--count", 30)
    assert (status, lines[-1]) == (0, "30 equal, 0 different")
    assert lines[1].split() == ["dates", "ALMIR-65", "1", "0", "0", "30", "0"]
    assert len(lines) == 3


def test_without_a_reading(sources: Path, originals: Callable[..., Ran]) -> None:
    """With N<2 the second date has no index."""
    status, lines, _ = originals("--sources", sources, "--without", "both")
    assert (status, lines[-1]) == (1, "0 equal, 20 different")
    assert "ours 'S=" in lines[2] and "the listing ends (statement 12: no value)" in lines[2]


def test_names_of_listings_and_of_programs() -> None:
    def names(*words: str) -> list[str]:
        return [listing.name for listing in command.chosen(words, apparatus.HERE)]

    assert names("race") == ["race"]
    assert names("yen", "race-general", "yen-random") == [
        *("yen-always1000", "yen-minus1", "yen-random"),
        "race-general",
    ]
    assert names() == apparatus.names()


def test_a_listing_that_differs_sometimes(sources: Path, originals: Callable[..., Ran]) -> None:
    """As if the author had mistaken the rule of the leap years."""
    path = sources / "page.txt"
    path.write_text(DATES.replace("(A/400)", "(A/500)"), encoding="utf-8")
    status, lines, _ = originals("--sources", sources, "--count", 40)
    equal, different = (int(word) for word in lines[-1].split() if word.isdecimal())
    assert status == 1 and equal + different == 40 and equal and different
    assert lines[2].startswith("  session ") and "the listing 'S=" in lines[2]


def test_other_sessions(sources: Path, originals: Callable[..., Ran]) -> None:
    path = sources / "page.txt"
    path.write_text(DATES.replace("+2)/5", "+3)/5"), encoding="utf-8")
    first, again, other = (
        originals("--sources", sources, "--seed", seed)[1][2] for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_program_that_runs_on(
    sources: Path, originals: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "OPERATIONS", 10_000)
    path = sources / "page.txt"
    path.write_text(DATES.replace("N=N+1", "N=N+0"), encoding="utf-8")
    status, lines, _ = originals("--sources", sources, "--count", 1)
    assert status == 1 and "the listing ends (it runs on for ever)" in lines[2]


def test_numbers_can_be_rounded(sources: Path, originals: Callable[..., Ran]) -> None:
    """Nine digits are enough for both; with six the weeks are rounded up."""
    words = ("--sources", sources, "--count", 10)
    assert originals(*words, "--rounding")[0] == 0
    path = sources / "page.txt"
    path.write_text(DATES.replace("«РАЗР»9", "«РАЗР»6"), encoding="utf-8")
    assert originals(*words)[0] == 0
    assert originals(*words, "--rounding")[0] == 1


def test_the_restored_listing(sources: Path, originals: Callable[..., Ran]) -> None:
    status, lines, err = originals("--sources", sources, "--show")
    assert status == 0 and lines[3] == "N=N+1;«ЕСЛИ»N≤2«ТО»(«НА»1);S=I[2]-I[1];"
    assert err == "dates: 7 lines\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "the following arguments are required: --sources"),
        (["--sources", "{sources}/page.txt"], "page.txt: no such folder"),
        (["--sources", "{sources}", "chess"], "unknown listing 'chess'; the listings are dates"),
        (["--sources", "{sources}", "--without", "x"], "--without x: no reading of any"),
        (["--sources", "{sources}", "--without", "dates"], "--without dates: no reading"),
        (["--sources", "{sources}", "--count", "0"], "'0' is not an integer 1..100000"),
    ],
)
def test_wrong_usage(
    sources: Path, originals: Callable[..., Ran], words: list[str], message: str
) -> None:
    status, lines, err = originals(*(word.format(sources=sources) for word in words))
    assert (status, lines) == (2, []) and message in err


def test_another_transcription(sources: Path, originals: Callable[..., Ran]) -> None:
    (sources / "page.txt").write_text("\n" + DATES, encoding="utf-8")
    status, _, err = originals("--sources", sources)
    assert status == 1 and err.startswith("lab originals: page.txt:5: reading both: 'N<2' stands")


def test_compilers_are_asked_for(
    sources: Path, originals: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is installed; the message names the packages, and so does the doctor."""
    path = sources.parent / "readings" / "dates.toml"
    path.write_text(APPARATUS.replace("ALMIR-65", "COBOL"), encoding="utf-8")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    status, lines, err = originals("--sources", sources)
    assert (status, lines) == (1, [])
    assert "missing: cobc; install cobc (with Debian: gnucobol3); `doctor` lists" in err
    found = {finding.what: finding for finding in doctor._originals()}
    assert list(found) == ["gfortran, missing", "cobc, missing", "clisp, missing"]
    assert all(finding.there is None for finding in found.values())
    assert "gnucobol3" in found["cobc, missing"].mend


def test_the_page_has_the_table_of_the_data() -> None:
    """The counts in docs/originals.md are those of the data files."""
    page = (ROOT / "docs" / "originals.md").read_text(encoding="utf-8")
    rows = re.findall(r"^(\S+) +([A-Z]\S*)((?: +\d+){5})$", page, flags=re.MULTILINE)
    expected = []
    for name in apparatus.names():
        listing = apparatus.load(name)
        counts = [listing.count(kind) for kind in ("reading", "machine", "ours")]
        expected.append((name, listing.language, [*counts, 200, 0]))
    assert [(name, kind, [*map(int, words.split())]) for name, kind, words in rows] == expected
