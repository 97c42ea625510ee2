# SPDX-License-Identifier: MIT
"""Build the firmware's platforms: MicroPython for this machine and images for the boards.

    python3 -m host_tools build [unix|mpy-cross|uf2|plain|driver|stubs|all]

Everything is built from Debian's source packages (`debian`, `sources`) with this machine's
compilers (`compilers`): MicroPython for this machine (`micropython`), and the images of the boards
(`images`, from the files that `definition` makes of a board.py). Two things come from pip
(`packages`). Built files stay in the cache (`cache`) and are not built again.

On a machine without Debian's tools, name a ready image in POCKET_TELETYPE_UF2 or a MicroPython
clone in MICROPYTHON (or use --uf2 and --micropython).
"""

import functools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host_tools.build import boards, environment, images, micropython, packages
from host_tools.usage import Parser, tell

FIRST = 2
"""Number of artefacts that others need: MicroPython's compiler and the panel's driver."""


def main(argv: list[str]) -> int:
    """Build the requested artefacts and print their paths; return the exit status."""
    parser = Parser(
        prog="host_tools build",
        description="Build MicroPython for this machine and images for the boards. Prints each "
        "path on its own line; with `all`, after the artefact's name.",
        example="uf2 --board thumby",
    )
    parser.add_argument(
        "what",
        nargs="?",
        default="all",
        choices=("unix", "mpy-cross", "uf2", "plain", "driver", "stubs", "all"),
        help="MicroPython for this machine, its cross-compiler, the firmware image, a stock "
        "image, the panel's driver, the type stubs (default: all, with the images of all boards)",
    )
    parser.add_argument("--board", default="pico", help="a folder in boards/ (default: pico)")
    parser.add_argument(
        "--without",
        metavar="NAME",
        action="append",
        default=[],
        help="with `all`: build no image for this board, or no stock image (plain)",
    )
    parser.add_argument("--uf2", metavar="FILE", help=f"use this image ({environment.UF2})")
    parser.add_argument(
        "--micropython", metavar="DIR", help=f"build from this clone ({environment.TREE})"
    )
    options = parser.parse_args(argv)
    for variable, value in (
        (environment.UF2, options.uf2),
        (environment.TREE, options.micropython),
    ):
        if value is not None:
            os.environ[variable] = value
    artefacts: dict[str, Callable[[], Path]] = {
        "mpy-cross": micropython.mpy_cross,
        "driver": packages.driver_path,
        "uf2": lambda: images.image(options.board),
        "plain": images.plain,
        "unix": micropython.unix,
        "stubs": packages.stubs_path,
    }
    try:
        if options.what == "all":
            if environment.path(environment.UF2) is None:  # it is for one board
                for board in sorted(set(boards.images()) - {options.board}):
                    artefacts[f"uf2-{board}"] = functools.partial(images.image, board)
            for name in options.without:
                artefacts.pop("plain" if name == "plain" else f"uf2-{name}", None)
            for name, path in built(artefacts):
                print(f"{name:10} {path}", flush=True)
        else:
            print(artefacts[options.what]())
    except KeyboardInterrupt:
        tell("build: stopped; incomplete files were removed\n")
        return 1
    return 0


def built(artefacts: dict[str, Callable[[], Path]]) -> Iterator[tuple[str, Path]]:
    """Build all artefacts; yield the name and the path of each.

    The first ones, which the others need, are built one after the other. Then as many run at once
    as this machine has cores, because half of an image's build time uses a single core.
    """
    first, rest = list(artefacts.items())[:FIRST], list(artefacts.items())[FIRST:]
    for name, artefact in first:
        yield name, artefact()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        started = [(name, pool.submit(artefact)) for name, artefact in rest]
        try:
            for name, future in started:
                yield name, future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
