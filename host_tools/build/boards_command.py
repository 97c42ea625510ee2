# SPDX-License-Identifier: MIT
"""The command `boards`: lists board files, reports their faults, or copies one to a board."""

from host_tools import paths
from host_tools.build import boards
from host_tools.usage import Parser, WrongUsage, complain, shown


def main(argv: list[str]) -> int:
    """List the boards. Return 1 if a board file is invalid, 2 if a board is unknown."""
    parser = Parser(
        prog="host_tools boards",
        description="List the boards and check their files.",
        example="--find --on /dev/ttyACM0",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a board (default: all)")
    action = parser.add_mutually_exclusive_group()
    action.add_argument(
        "--write",
        metavar="BOARD",
        help="with --on: copy this board's file to the device as /board.py",
    )
    action.add_argument(
        "--find",
        action="store_true",
        help="with --on: let the device search for its screen and buttons",
    )
    parser.add_argument("--on", metavar="PORT", help="a serial port, or board (the one on USB)")
    options = parser.parse_args(argv)
    names = options.names
    if (options.on is None) == (options.find or options.write is not None) or (
        options.on is not None and names
    ):
        raise WrongUsage("--on needs --write BOARD or --find, which need --on and take no names")
    if options.on is not None:
        from host_tools.device import board_file  # needs mpremote; the list does not

        try:
            text = (
                board_file.find(options.on)
                if options.find
                else board_file.put(options.write, options.on)
            )
        except boards.BoardError as error:
            for fault in error.faults:
                complain(f"boards: {fault}")
            return error.status
        print("\n".join(map(shown, text.splitlines())))
        return 0
    status = 0
    for name in names or boards.known():
        try:
            print(boards.load(name), flush=True)
            if not (paths.BOARDS / name / "wiring.md").is_file():
                complain(f"boards: boards/{name}/wiring.md: missing")
                status = 1
        except boards.BoardError as error:
            for fault in error.faults:
                complain(f"boards: {fault}")
            status = max(status, error.status)
    return status
