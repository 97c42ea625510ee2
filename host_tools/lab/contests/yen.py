# SPDX-License-Identifier: MIT
"""How strong the players of the 10,000-yen game are, and the table of `equilibrium`.

    python3 -m host_tools lab yen suite [PLAYER] [--fresh SEED] [--games N] [--seed S] [--jobs J]
                                        [--cluster ADDRESS]
    python3 -m host_tools lab yen table [--units U] [--write] [--jobs J]

`suite` plays a built-in player, by default `master`, against opponents drawn from a seed
(`host_tools.lab.contests.yen_suite`). `table` recomputes the values of `engines.yen_table` (see
`host_tools.lab.contests.yen_table`).
"""

import argparse
import multiprocessing
import signal
from multiprocessing.pool import Pool

from host_tools.contests.cluster import Cluster
from host_tools.contests.yen import MOST_SEED, add_games
from host_tools.lab.contests import yen_suite, yen_table
from host_tools.progress import Bar
from host_tools.usage import Commands, add_cluster, add_jobs, parser_of, run_of, tell, whole
from teletype.engines import yen_players
from teletype.engines.yen_table import TABLE


def command_suite(options: argparse.Namespace) -> int:
    bar = Bar(yen_suite.SIZE)
    given = options.games, options.seed, options.player, options.fresh
    try:
        with shared_out(options) as pool:
            rows = yen_suite.play_suite(*given, bar.step, pool.imap)
    finally:
        bar.clear()
    print("\n".join(yen_suite.lines(rows)))
    return 0


def command_table(options: argparse.Namespace) -> int:
    bar = Bar(len(yen_table.LAYERS))
    try:
        with shared_out(options) as pool:
            table = yen_table.compute(pool, bar.step)
    finally:
        bar.clear()
    if options.write:
        try:
            yen_table.write(table)
        except OSError as error:
            tell(f"lab yen: {yen_table.PATH.name}: {error.strerror}\n")
            return 1
        state = "written"
    else:
        state = "as committed" if table == TABLE else "NOT as committed"
    taken = yen_table.exploited(table, options.units)
    print(f"{len(table)} bytes, {state}")
    print(
        f"a perfect opponent on the grid of {options.units} units takes {100 * taken:.2f} %"
        f" of the points, {100 * taken - 50:.2f} above an equilibrium"
    )
    return 0


COMMANDS: Commands = {
    "suite": (
        "[PLAYER]",
        "Let a built-in player play opponents drawn from a seed.",
        "master --fresh 7",
        command_suite,
    ),
    "table": (
        "",
        "Compute the table of the equilibrium player.",
        "--units 4",
        command_table,
    ),
}


def workers(jobs: int) -> Pool:
    """Start `jobs` processes that ignore Ctrl-C; they end with the `with` block."""
    return multiprocessing.Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN))


def shared_out(options: argparse.Namespace) -> Pool | Cluster:
    """Return the workers of a cluster, or processes of this machine."""
    return Cluster(options.cluster) if options.cluster else workers(options.jobs)


def parser(command: str) -> argparse.ArgumentParser:
    """Return the parser of the command's arguments; WrongUsage for an unknown command."""
    made = parser_of("lab yen", command, COMMANDS)
    add_cluster(made)
    if command == "table":
        made.add_argument(
            "--units",
            type=whole(2, 20),
            default=20,
            metavar="U",
            help="units of the grid (default: 20)",
        )
        made.add_argument("--write", action="store_true", help="write the committed module")
        add_jobs(made, "processes")
        return made
    made.add_argument(
        "player",
        choices=yen_players.NAMES,
        nargs="?",
        default="master",
        metavar="PLAYER",
        help=f"{', '.join(yen_players.NAMES)} (default: master)",
    )
    made.add_argument(
        "--fresh",
        type=whole(0, 100_000),
        default=1,
        metavar="SEED",
        help="seed from which the opponents are drawn (default: 1)",
    )
    add_games(made)
    made.add_argument(
        "--seed",
        type=whole(0, MOST_SEED),
        default=1,
        metavar="S",
        help="seed of the built-in players (default: 1)",
    )
    add_jobs(made, "opponents at a time")
    return made


def main(argv: list[str]) -> int:
    """Run the command; return the exit status: 0 done, 1 not written, 2 wrong usage."""
    return run_of("lab yen", COMMANDS, parser, argv)
