# SPDX-License-Identifier: MIT
"""What an idle exhibit shows, as strips of pictures with their times: `lab film`.

The firmware's own code plays a show on the model of the panel. A strip has a picture for each
moment at which more than the last row changed, at most one for each `--every` milliseconds, with
the seconds since the show began. The last picture is the one before the next program's card. The
figures below it say what a passer-by meets: when something moves, the longest time without a
change above the last row, and the share of the time in which the picture is on the panel.
"""

from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from host_tools import files
from host_tools.emulator.simulator import Simulator
from host_tools.usage import Parser, WrongUsage
from teletype import words
from teletype.programs import catalogue

SHOWS = ("nim", "trigex", "race", "evolution", "calculation-lisp")
"""The programs that are filmed if none is named."""

STEP_MS = 20

PATIENCE_MS = 40_000
"""Until the show begins: one card, or with a story three."""

LONGEST_MS = 90_000
SETTLED_MS = 500
"""Until the first position is drawn; what changes later moves."""

ACROSS = 8
"""Pictures in a row of the strip."""
CAPTION = 11
GAP = 4


@dataclass
class Film:
    """A show: the pictures with their milliseconds, and the figures."""

    pictures: list[tuple[int, Image.Image]] = field(default_factory=list)
    length_ms: int = 0
    pictured_ms: int = 0
    moved_ms: int | None = None
    still_ms: int = 0

    def told(self) -> str:
        """Return the figures in a line."""
        moved = "never" if self.moved_ms is None else f"after {self.moved_ms / 1000:.1f} s"
        share = 100 * self.pictured_ms // max(1, self.length_ms)
        return (
            f"{self.length_ms / 1000:.0f} s; moves {moved}; longest still "
            f"{self.still_ms / 1000:.1f} s; picture {share} % of the time"
        )


def film(
    program: str,
    language: str,
    size: tuple[int, int],
    every_ms: int,
    longest_ms: int = LONGEST_MS,
) -> Film:
    """Return the show of a program in an idle exhibit whose language is `language`."""
    found = Film()
    rules = {"settings.txt": f"language={language}\n", "exhibit.txt": f"programs={program}\n"}
    desk = Simulator(*size, files=rules)
    waited = 0
    while not _shows(desk):
        desk.run(STEP_MS, step=5)
        waited += STEP_MS
        if waited > PATIENCE_MS:
            raise WrongUsage(f"an exhibit shows nothing of '{program}' but its cards")
    at = changed = kept = 0
    last: bytes | None = None
    keeps = True
    while _shows(desk) and at < longest_ms:
        image = desk.chip.image()
        upper = image.crop((0, 0, size[0], size[1] - 8)).tobytes()
        if upper != last:
            if at > SETTLED_MS and found.moved_ms is None:
                found.moved_ms = at
            last = upper
            found.still_ms = max(found.still_ms, at - changed)
            changed = at
            keeps = True
        if keeps and (not found.pictures or at - kept >= every_ms):
            found.pictures.append((at, image))
            kept = at
            keeps = False
        found.pictured_ms += STEP_MS * bool(desk.app.activity.pictured)
        desk.run(STEP_MS, step=5)
        at += STEP_MS
    found.length_ms = at
    found.still_ms = max(found.still_ms, at - changed)
    return found


def _shows(desk: Simulator) -> bool:
    return type(desk.app.activity).__name__ == "Showing"


def strip(film: Film, size: tuple[int, int]) -> Image.Image:
    """Return the pictures side by side, the seconds below each."""
    width, height = size
    rows = -(-len(film.pictures) // ACROSS)
    wide, high = width + GAP, height + CAPTION + GAP
    page = Image.new("1", (ACROSS * wide + GAP, rows * high + GAP), 1)
    draw = ImageDraw.Draw(page)
    for number, (at, image) in enumerate(film.pictures):
        x, y = GAP + number % ACROSS * wide, GAP + number // ACROSS * high
        page.paste(image.convert("1"), (x, y))
        draw.text((x, y + height), f"{at / 1000:.1f} s", 0)
    return page


def main(argv: list[str]) -> int:
    """Draw the films; return the exit status."""
    parser = Parser(
        prog="host_tools lab film",
        description="Draw an idle exhibit's shows as strips of pictures with their times.",
        example="nim trigex --language uk --to films",
    )
    told = f"programs (default: {', '.join(SHOWS)})"
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=told)
    parser.add_argument("--language", choices=words.LANGUAGES, default="en")
    parser.add_argument("--size", default="128x64", choices=("128x64", "128x32", "72x40"))
    parser.add_argument(
        "--every", type=int, default=1000, metavar="MS", help="least time between two pictures"
    )
    parser.add_argument(
        "--to", type=files.folder, required=True, metavar="FOLDER", help="write there"
    )
    options = parser.parse_args(argv)
    width, height = map(int, options.size.split("x"))
    programs = options.programs or SHOWS
    try:
        for name in programs:
            catalogue.check(name)
    except catalogue.UnknownProgram as error:
        raise WrongUsage(str(error)) from error
    options.to.mkdir(parents=True, exist_ok=True)
    paths = {name: options.to / f"film-{name}-{options.language}.png" for name in programs}
    for path in paths.values():
        files.check_option("--to", path, files.PNG)
    for name, path in paths.items():
        made = film(name, options.language, (width, height), options.every)
        files.put_png(strip(made, (width, height)), path, optimize=True)
        print(f"{path}: {made.told()}")
    return 0
