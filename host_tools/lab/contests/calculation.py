# SPDX-License-Identifier: MIT
"""How the adviser of Calculation is learned, and why it loses.

    python3 -m host_tools lab calculation tune, calibrate: see `host_tools.lab.contests.learning`
    python3 -m host_tools lab calculation lost --decks FILE [--budget pico|host] [--judge CARDS]
    python3 -m host_tools lab calculation bound --decks FILE

`lost` is described in `host_tools.lab.contests.lost_decks`, `bound` in
`host_tools.lab.contests.winnable`.
"""

import argparse

from host_tools.contests import adviser
from host_tools.contests.calculation import add_budget, add_decks, decimal, read_decks, wilson
from host_tools.lab.contests import learning, lost_decks, winnable
from host_tools.usage import Commands, add_cluster, add_jobs, parser_of, run_of, whole


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
    "tune": (
        "",
        "Learn the weights of the adviser.",
        "--games 60000000 --seed 1",
        learning.command_tune,
    ),
    "calibrate": (
        "",
        "Measure how often the adviser wins at each share of playouts won.",
        "--games 100 --seed 1",
        learning.command_calibrate,
    ),
}


def parser(command: str) -> argparse.ArgumentParser:
    """Return the parser of the command's arguments; WrongUsage for an unknown command."""
    made = parser_of("lab calculation", command, COMMANDS)
    if command in ("lost", "bound"):
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
    if command in ("tune", "calibrate"):
        add_learning(made, command)
    return made


def add_learning(made: argparse.ArgumentParser, command: str) -> None:
    """Add the options of `tune` or `calibrate`."""
    tunes = command == "tune"
    if tunes:
        made.add_argument(
            "--rule",
            choices=tuple(learning.FILES),
            default="full",
            help="full: the engine's rule; first: the smaller rule that plays its training games; "
            "network: the rule of the budget host (default: full)",
        )
    games = (
        f"{learning.GAMES['full']}, first rule {learning.GAMES['first']}"
        if tunes
        else learning.PLAYED
    )
    made.add_argument(
        "--games",
        type=whole(10000, 10**9) if tunes else whole(1, 10**6),
        default=None if tunes else learning.PLAYED,
        metavar="N",
        help=f"games to play (default: {games})",
    )
    made.add_argument(
        "--seed",
        type=whole(0, 2**30 - 1),
        default=learning.SEED,
        metavar="S",
        help=f"seed of the games (default: {learning.SEED})",
    )
    add_jobs(made, "threads" if tunes else "games at a time")
    if not tunes:
        add_cluster(made)


def main(argv: list[str]) -> int:
    """Run the command; return the exit status: 0 done, 1 failed, 2 wrong usage."""
    return run_of("lab calculation", COMMANDS, parser, argv)
