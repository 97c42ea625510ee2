# SPDX-License-Identifier: MIT
"""Replays tapes on a board and compares: `python3 -m host_tools check --port P [FILE.tape …]`.

Without tapes named, all of `tests/tapes`. The board is interrupted for it and starts anew after.
"""

import sys
from pathlib import Path

from host_tools import paths
from host_tools.sessions.by_name import open_target
from host_tools.sessions.replay import replay_all
from host_tools.usage import Parser


def main(argv: list[str]) -> int:
    parser = Parser(prog="host_tools check", description="Replay tapes on a board and compare.")
    parser.add_argument("--port", required=True, help="serial port of the board, or pico")
    parser.add_argument("tapes", nargs="*", type=Path, metavar="FILE.tape")
    options = parser.parse_args(argv)
    tapes = options.tapes or sorted(paths.TAPES.glob("*.tape"))
    if not tapes:
        print(f"check: no tapes in {paths.TAPES}", file=sys.stderr)
        return 1
    with open_target(options.port) as target:
        if said := target.described():
            print(f"check: {said}", file=sys.stderr)
        return replay_all(tapes, target)
