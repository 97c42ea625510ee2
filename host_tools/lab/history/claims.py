# SPDX-License-Identifier: MIT
"""Decisions on the claims of the five sources: `python3 -m host_tools lab claims [NAME …]`.

Every claim has a place in the transcriptions of the sources (file and line), and a function that
computes whether it is true. Without names the command decides all and prints the table of
docs/claims.md.
"""

import re
from collections.abc import Iterable

from host_tools import paths
from host_tools.lab.history import (
    book_cards,
    book_games,
    book_logic,
    calculation,
    igarashi,
    iwase,
    yen,
)
from host_tools.lab.history.deciding import Claim, Verdict
from host_tools.usage import Failed, Parser, WrongUsage

assert paths.FIRMWARE  # importing paths adds the firmware to the import path

SECTIONS = (igarashi, yen, book_games, book_logic, book_cards, iwase, calculation)
"""In the order of the sources."""

PAGE = paths.ROOT / "docs" / "claims.md"

HEAD = "| line | the source says | | decided by | found |\n| --- | --- | --- | --- | --- |\n"


def everything() -> dict[str, Claim]:
    """Return all claims by name, in the order of the sources."""
    found = {name: claim for module in SECTIONS for name, claim in module.CLAIMS.items()}
    return dict(sorted(found.items(), key=lambda item: order(item[1].line)))


def order(line: str) -> list[tuple[int, str]]:
    """Return the sort key of a place, with numbers by value."""
    return [(int(number), letter) for number, letter in re.findall(r"(\d+)([a-z]?)", line)]


def row(name: str, claim: Claim, verdict: Verdict) -> str:
    """Return the table row of a decided claim."""
    return f"| {claim.line} | {claim.text} | {verdict[0]} | `claims {name}` | {verdict[1]} |\n"


def table(rows: Iterable[str]) -> str:
    return HEAD + "".join(rows)


def on_page(page: str, made: str) -> str:
    """Return the page with its table replaced by `made`. Raises Failed."""
    begin = page.find(HEAD)
    end = page.find("\n\n", begin) + 1
    if begin < 0 or not end:
        raise Failed(f"{PAGE.name} has no table that begins with {HEAD.splitlines()[0]}")
    return page[:begin] + made + page[end:]


def main(argv: list[str]) -> int:
    """Run the command; return the exit status."""
    parser = Parser(
        prog="host_tools lab claims",
        description="Decide the claims of the five sources.",
        example="race-first dates-formula",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a claim (default: all)")
    parser.add_argument("--update", action="store_true", help="write the table of docs/claims.md")
    options = parser.parse_args(argv)
    claims = everything()
    for name in options.names:
        if name not in claims:
            raise WrongUsage(f"unknown claim '{name}'; the claims are {', '.join(claims)}")
    if options.names:
        for name in options.names:
            verdict, found = claims[name].decide()
            print(f"{verdict}: {found}")
        return 0
    made = table(row(name, claim, claim.decide()) for name, claim in claims.items())
    if options.update:
        PAGE.write_text(on_page(PAGE.read_text("utf-8"), made), "utf-8")
    else:
        print(made, end="")
    return 0
