# SPDX-License-Identifier: MIT
"""The claims of the sources: the page agrees with the command for each."""

import re

import pytest

from host_tools.__main__ import main
from host_tools.lab.history import claims
from host_tools.lab.history.deciding import FALSE, OPEN, TRUE, Claims, Verdict, judged
from host_tools.paths import ROOT
from host_tools.usage import Failed
from tests.host_tools.lab.history.quotes import QUOTES

ROWS = re.findall(
    r"^\| (\d{3}:\d+[a-z]?) \| (.*?) \| (\w+) \| `claims ([\w-]+)` \| (.*?) \|$",
    claims.PAGE.read_text("utf-8"),
    re.MULTILINE,
)


def test_the_page_has_every_claim_in_order() -> None:
    everything = claims.everything()
    assert [(line, text, name) for line, text, _, name, _ in ROWS] == [
        (claim.line, claim.text, name) for name, claim in everything.items()
    ]
    lines = [claims.order(claim.line) for claim in everything.values()]
    assert lines == sorted(lines) and {claim.line[:3] for claim in everything.values()} == {
        "000", "001", "002", "003", "004"
    }  # fmt: skip


@pytest.mark.parametrize(("verdict", "name", "found"), [row[2:] for row in ROWS])
def test_the_command_decides_it(
    verdict: str, name: str, found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page has what the command prints."""
    assert verdict in (TRUE, FALSE, OPEN)
    assert main(["lab", "claims", name]) == 0
    assert capsys.readouterr().out == f"{verdict}: {found}\n"


def test_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "claims", "nothing"]) == 2
    assert "unknown claim 'nothing'; the claims are walk-compiles" in capsys.readouterr().err


def test_a_claim_that_is_wrong_is_seen() -> None:
    """The table has the computed verdict, in its place among the others."""
    made = Claims()

    @made.claim("one", "000:1", "One is two.")
    def one() -> Verdict:
        return judged(len("one") == 2, "No.")

    row = claims.row("one", made["one"], made["one"].decide())
    assert row == "| 000:1 | One is two. | false | `claims one` | No. |\n"
    page = claims.on_page(f"# Claims\n\n{claims.HEAD}| old |\n\nmore\n", claims.table([row]))
    assert page == f"# Claims\n\n{claims.HEAD}{row}\nmore\n"
    with pytest.raises(Failed, match=r"claims.md has no table"):
        claims.on_page("# Claims\n", "")


SOURCES = ROOT.parent / "shared" / "sources"


def test_each_claim_carries_words_of_its_source() -> None:
    assert set(QUOTES) == set(claims.everything())
    for name, words in QUOTES.items():
        assert 1 <= len(words.split()) <= 10 and len(words) <= 90, name


@pytest.mark.skipif(not SOURCES.is_dir(), reason="the transcriptions are not in the repository")
def test_the_words_stand_on_the_cited_line_only() -> None:
    lines = {path.name[:3]: path.read_text("utf-8").split("\n") for path in SOURCES.iterdir()}
    for name, claim in claims.everything().items():
        source, number = re.fullmatch(r"(\d+):(\d+)[a-z]?", claim.line).groups()  # type: ignore[union-attr]
        found = [at for at, line in enumerate(lines[source], 1) if QUOTES[name] in line]
        assert found == [int(number)], (name, claim.line)
