# SPDX-License-Identifier: MIT
"""Runs the original listings against our programs: `python3 -m host_tools lab originals …`.

Takes a transcription of a listing, applies the readings of its apparatus, runs it in its own
language and compares its paper with ours in random sessions. Exit status 0: all are equal.
"""

import shutil
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from host_tools.doctor import how_to_install
from host_tools.lab.originals import apparatus, languages, sessions
from host_tools.lab.originals.apparatus import Listing
from host_tools.lab.originals.languages import Broken, Language
from host_tools.progress import Bar
from host_tools.usage import DOCTOR, Failed, Parser, WrongUsage, shown, tell, whole

__all__ = ["Result", "compare", "main"]


class Result(NamedTuple):
    """The sessions of one listing: how many were equal and different, the first difference."""

    equal: int
    different: int
    first: str


def difference(language: Language, play: sessions.Play) -> str:
    """Return the first difference between the paper of the listing and ours, or ""."""
    ours = _compared(language, language.expected(play))
    theirs = _compared(language, language.paper(play))
    for number, (key, text) in enumerate(ours):
        if number == len(theirs):
            why = language.complaint()
            return f"line {number + 1}: ours '{text}', the listing ends" + (why and f" ({why})")
        if theirs[number][0] != key:
            return f"line {number + 1}: ours '{text}', the listing '{theirs[number][1]}'"
    if play.ended and len(theirs) > len(ours):
        return f"line {len(ours) + 1}: ours ends, the listing '{theirs[len(ours)][1]}'"
    return ""


def _compared(language: Language, paper: Sequence[str]) -> list[tuple[str, str]]:
    """Return the compared lines of a paper: what is compared, and what was printed."""
    lines = ((language.line(text), text) for text in paper)
    return [(key, text) for key, text in lines if key is not None]


def compare(
    listing: Listing,
    sources: Path,
    count: int,
    seed: int = 1,
    without: Collection[str] = (),
    rounding: bool = False,
) -> Result:
    """Play `count` random sessions of a listing against our program."""
    lines = apparatus.restored(listing, sources, without)
    equal = 0
    first = ""
    with tempfile.TemporaryDirectory(prefix="originals-") as folder:
        try:
            language = languages.language(listing)(listing, lines, Path(folder))
            language.rounding = rounding
        except Broken as error:
            return Result(0, count, f"it does not run: {error}")
        bar = Bar(count)
        for number in range(count):
            plan = sessions.PLANS[listing.name](Random(f"{listing.name} {seed} {number}"))
            play = sessions.played(listing.program, plan)
            found = difference(language, play)
            equal += not found
            bar.step()
            if found and not first:
                answers = "; ".join(play.answers[:20])
                first = f"session {number + 1}, {play.settings}, answers {answers}: {found}"
        bar.clear()
    return Result(equal, count - equal, first)


def chosen(names: Sequence[str], folder: Path) -> list[Listing]:
    """Return the listings of these names, or of the programs of these names; by default, all."""
    every = [apparatus.load(name, folder) for name in apparatus.names(folder)]
    if not every:
        raise WrongUsage(f"--readings {folder}: no data file (*.toml)")
    for listing in every:
        if listing.name not in sessions.PLANS:
            known = ", ".join(sessions.PLANS)
            raise Failed(f"{listing.name}.toml: no such listing; allowed: {known}")
    found: dict[str, Listing] = {}
    for name in names:
        its = [listing for listing in every if listing.name == name]
        its = its or [listing for listing in every if listing.program == name]
        if not its:
            known = ", ".join(listing.name for listing in every)
            raise WrongUsage(f"unknown listing '{name}'; the listings are {known}")
        found.update((listing.name, listing) for listing in its)
    return [*found.values()] if names else every


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools lab originals",
        description="Run the original listings, restored, against our programs.",
        example="--sources ../sources race --count 50",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="listings or programs; all")
    parser.add_argument(
        "--sources", required=True, metavar="FOLDER", help="the folder with the transcriptions"
    )
    parser.add_argument(
        "--readings",
        default=str(apparatus.HERE),
        metavar="FOLDER",
        help="data files for another transcription",
    )
    parser.add_argument(
        "--count", type=whole(1, 100000), default=20, metavar="N", help="sessions each (20)"
    )
    parser.add_argument("--seed", type=whole(0, 10**9), default=1, help="other sessions (1)")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="READING",
        help="leave this reading out, and show what happens",
    )
    parser.add_argument(
        "--rounding", action="store_true", help="let the MIR round numbers, not cut them off"
    )
    parser.add_argument("--show", action="store_true", help="print the restored listings instead")
    args = parser.parse_args(argv)
    sources = Path(args.sources)
    if not sources.is_dir():
        raise WrongUsage(f"--sources {args.sources}: no such folder")
    listings = chosen(args.names, Path(args.readings))
    known = {name for listing in listings for name in listing.names()}
    for name in args.without:
        if name not in known:
            raise WrongUsage(f"--without {name}: no reading of {', '.join(args.names) or 'any'}")
    if args.show:
        for listing in listings:
            show(listing, sources, args.without)
        return 0
    tools = {tool for listing in listings for tool in languages.language(listing).tools}
    if absent := sorted(tool for tool in tools if shutil.which(tool) is None):
        raise Failed(f"missing: {', '.join(absent)}; {how_to_install(*absent)}; {DOCTOR}")
    equal = different = 0
    wide = max(len(listing.name) for listing in listings)
    head = "readings  machine  ours  sessions  different"
    print(f"{'listing':{wide}}  language  {head}")
    for listing in listings:
        result = compare(listing, sources, args.count, args.seed, args.without, args.rounding)
        counts = [listing.count(kind) for kind in apparatus.KINDS]
        print(
            f"{listing.name:{wide}}  {listing.language:8}  {counts[0]:8}  {counts[1]:7}  "
            f"{counts[2]:4}  {args.count:8}  {result.different:9}",
            flush=True,
        )
        if result.first:
            print(f"  {shown(result.first)}")
        equal += result.equal
        different += result.different
    print(f"{equal} equal, {different} different")
    return 1 if different else 0


def show(listing: Listing, sources: Path, without: Collection[str]) -> None:
    """Print a restored listing, and next to each line what is run instead of it."""
    lines = apparatus.restored(listing, sources, without)
    pairs = languages.language(listing).shown(lines)
    wide = max(len(line) for line, _ in pairs)
    tell(f"{listing.name}: {len(lines)} lines\n")
    for line, run in pairs:
        print(shown(f"{line:{wide}}  {run}".rstrip()))
