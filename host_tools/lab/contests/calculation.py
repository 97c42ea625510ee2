# SPDX-License-Identifier: MIT
"""Why the adviser of Calculation loses, and what anybody can win.

    python3 -m host_tools lab calculation lost --decks FILE [--budget pico|host] [--judge CARDS]
    python3 -m host_tools lab calculation bound --decks FILE

`lost` is described in `host_tools.lab.contests.lost_decks`, `bound` in
`host_tools.lab.contests.winnable`.
"""

import argparse

from host_tools.contests import adviser
from host_tools.contests.calculation import add_budget, add_decks, decimal, read_decks, wilson
from host_tools.lab.contests import lost_decks, winnable
from host_tools.usage import Commands, parser_of, run_of, whole


def command_bound(options: argparse.Namespace) -> int:
    dealt = read_decks(options.decks)
    won = winnable.count(dealt)
    low, high = map(decimal, wilson(won, len(dealt)))
    print(f"{won} of {len(dealt)} decks can be won with the stock in sight ({low}..{high} %)")
    return 0


COMMANDS: Commands = {
    "lost": (
        "--decks FILE",
        "Show the decision with which the adviser lost each deck.",
        "--decks decks.txt",
        lost_decks.command,
    ),
    "bound": (
        "--decks FILE",
        "Count the decks that can be won if the stock is known.",
        "--decks decks.txt",
        command_bound,
    ),
}


def parser(command: str) -> argparse.ArgumentParser:
    """Return the parser of the command's arguments; WrongUsage for an unknown command."""
    made = parser_of("lab calculation", command, COMMANDS)
    add_decks(made)
    if command == "lost":
        add_budget(made)
        made.add_argument(
            "--judge",
            type=whole(1000, 10**8),
            default=adviser.JUDGE,
            metavar="CARDS",
            help=f"budget for judging decisions (default: {adviser.JUDGE})",
        )
    return made


def main(argv: list[str]) -> int:
    """Run the command; return the exit status: 0 done, 1 failed, 2 wrong usage."""
    return run_of("lab calculation", COMMANDS, parser, argv)
