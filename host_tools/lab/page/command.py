# SPDX-License-Identifier: MIT
"""Measure and draw the page in Chromium: `python3 -m host_tools lab page`."""

from pathlib import Path

from host_tools.lab.page import figures, pictures
from host_tools.page import page
from host_tools.paths import DIST
from host_tools.usage import Parser


def main(argv: list[str]) -> int:
    """Build the page, then measure or draw it; return 1 if a goal is missed."""
    parser = Parser(
        prog="host_tools lab page",
        description="Build the page in dist, and measure or draw it in Chromium.",
        example="--figures",
    )
    parser.add_argument("--figures", action="store_true", help="measure the page")
    told = "draw the pictures of the documents; with FOLDER: these and more, there"
    parser.add_argument(
        "--pictures", nargs="?", type=Path, const=pictures.FOLDER, metavar="FOLDER", help=told
    )
    options = parser.parse_args(argv)
    if not options.figures and not options.pictures:
        parser.error("--figures or --pictures is needed")
    made = page.build(DIST)
    if folder := options.pictures:
        more = {} if folder == pictures.FOLDER else pictures.MORE
        for picture in pictures.draw(made, folder, {**pictures.SCENES, **more}):
            print(picture)
    return 0 if not options.figures or figures.measure(made, page.LIMIT, print) else 1
