# SPDX-License-Identifier: MIT
"""Replay tapes on a board and compare: `python3 -m host_tools check [FILE.tape …]`.

Without names it replays all of `tests/tapes`. At the end it restarts the board and waits for its
first screen. Nothing follows, because a locked exhibit cannot be interrupted again.
"""

from pathlib import Path

from host_tools import paths
from host_tools.device import fleet, ports
from host_tools.device.board import Board
from host_tools.device.link import Link
from host_tools.sessions.by_name import open_target, wiring_option
from host_tools.sessions.replay import replay_all, told
from host_tools.sessions.targets import BoardRefused
from host_tools.usage import Parser, complain


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools check",
        description="Replay tapes on a board and compare the paper.",
        example="nim.tape",
    )
    ports.options(parser, ", pico or pico2")
    wiring_option(parser)
    parser.add_argument(
        "tapes", nargs="*", type=Path, metavar="FILE.tape", help="default: all reference tapes"
    )
    options = parser.parse_args(argv)
    tapes = options.tapes or sorted(paths.TAPES.glob("*.tape"))
    if not tapes:
        complain(f"check: no tapes in {paths.TAPES}")
        return 1
    if options.all:

        def work(link: Link, row: fleet.Row, say: fleet.Say) -> str:
            board = Board(link)
            failed = replay_all(tapes, board, say)
            stopped = board.watched_start()
            if stopped:
                raise BoardRefused(f"the handheld does not start: {stopped}")
            if failed:
                raise BoardRefused(f"{len(tapes) - failed} passed, {failed} failed")
            return f"{len(tapes)} passed"

        return fleet.run("check", options, work)
    with open_target(ports.chosen(options), options.wiring) as target:
        if said := target.described():
            complain(f"check: {said}")
        failed = replay_all(tapes, target, told)
        stopped = target.watched_start() if isinstance(target, Board) else ""
        if stopped:
            complain(f"check: the handheld does not start: {stopped}")
        return 1 if failed or stopped else 0
