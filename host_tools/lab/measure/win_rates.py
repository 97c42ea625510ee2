# SPDX-License-Identifier: MIT
"""Share of decks that Calculation's players win, by budget: data for a plot.

    python3 -m host_tools lab win-rates > host_tools/lab/measure/win_rates.json
    python3 -m host_tools lab win-rates --plot docs/pictures/win-rate.png

The first command plays for hours; the second draws the file, as `bench --plots` does. The file is
a JSON object with `title`, `budget` (what a budget counts, with its unit) and `rows`. Each row has
`player`, `budget` (a number over 0, or null for a player without one), `won` and `games`. The
decks are those of `host_tools calculation decks --seed 1`, for `KNOWN` those of another seed.
"""

import itertools
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from host_tools.contests import yen
from host_tools.contests.calculation import BUILT_IN, Maker, decks, play_built_in
from host_tools.lab.measure import plots
from host_tools.lab.measure.plots import Row
from host_tools.usage import Parser, picture

WIN_RATES = Path(__file__).with_name("win_rates.json")

SEED = 1

TITLE = "Calculation: decks won"
BUDGET = "budget for a decision, in cards laid down in playouts"

CASES: Sequence[tuple[str, int | None, Maker, int]] = (
    ("random", None, BUILT_IN["random"], 10000),
    ("greedy", None, BUILT_IN["greedy"], 10000),
    ("adviser", 500, BUILT_IN["adviser"], 1000),
    ("adviser", 2000, BUILT_IN["adviser"], 1000),
    ("adviser", 8000, BUILT_IN["adviser"], 1000),
    ("adviser", 25000, BUILT_IN["adviser"], 500),
    ("adviser", 60000, BUILT_IN["adviser"], 500),
)
"""The rows of the file: player, budget, maker, number of decks."""

FIRST = "the adviser before"
BEFORE: Sequence[tuple[int, int, int]] = (
    (500, 515, 1000),
    (2000, 665, 1000),
    (8000, 770, 1000),
    (25000, 419, 500),
    (60000, 439, 500),
)
"""Results on the same decks with the first rule, which laid each card on a foundation at once:
budget, won, games (docs/notes/calculation.md)."""

HOST: Sequence[tuple[str, int, int, int]] = (("budget host", 100000, 1983, 2000),)
"""The adviser with the budget `host`, on 1000 fresh decks each of seeds 71987503 and 87504988."""

KNOWN: Sequence[tuple[str, int, int]] = (
    ("told the next 1", 98, 100),
    ("told the next 8", 100, 100),
    ("told all cards", 99, 100),
)
"""Decks of 100, with seed 27182818, that the adviser wins with the handheld's budget when it knows
cards of the stock; 96 when it knows none (docs/figures.md)."""

HELD_SEED = 57542496
HELD_WON, HELD_GAMES = 967, 1000
"""Result of the adviser with the handheld's budget on decks of a seed that was not used for
tuning. `calculation contest adviser --budget pico` repeats it (docs/figures.md)."""


class WinRatesError(Exception):
    """The file cannot be read; the message is one line with its name."""


def wins(make: Maker, count: int, budget: int | None = None) -> int:
    """Return how many of the first `count` decks a built-in player wins, with its budget."""
    dealt = enumerate(itertools.islice(decks(SEED), count), 1)
    return sum(play_built_in(make, str(budget), number, deck) for number, deck in dealt)


def yen_wins(player: str, other: str, games: int) -> int:
    """Return how many games of the 10,000-yen game a built-in player wins against another."""
    sides = yen.BuiltIn(player, SEED, 0), yen.BuiltIn(other, SEED, 1)
    return yen.play_match(sides, games, timeout=600).wins[0]


def read(path: Path) -> tuple[str, str, list[Row]]:
    """Return title, meaning of the budget, and rows of a file. Raises WinRatesError."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise WinRatesError(f"{path.name}: {error.strerror}") from None
    except ValueError:
        raise WinRatesError(f"{path.name}: not JSON") from None
    if not isinstance(data, dict) or sorted(data) != ["budget", "rows", "title"]:
        raise WinRatesError(f"{path.name}: expected title, budget and rows")
    if not isinstance(data["rows"], list) or not data["rows"]:
        raise WinRatesError(f"{path.name}: rows: a list with at least one row is expected")
    rows = []
    for number, values in enumerate(data["rows"], 1):
        if not isinstance(values, dict) or sorted(values) != sorted(Row._fields):
            wanted = ", ".join(Row._fields)
            raise WinRatesError(f"{path.name}: row {number}: expected {wanted}")
        row = Row(**values)
        if (
            not isinstance(row.player, str)
            or not (row.budget is None or (type(row.budget) is int and row.budget > 0))
            or type(row.won) is not int
            or type(row.games) is not int
            or not 0 <= row.won <= row.games
            or not row.games
        ):
            raise WinRatesError(f"{path.name}: row {number}: a value out of range")
        rows.append(row)
    return str(data["title"]), str(data["budget"]), rows


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools lab win-rates",
        description="Measure how often Calculation's players win.",
        example="--plot win-rates.png",
    )
    parser.add_argument(
        "--plot", type=picture, metavar="FILE", help="play nothing; plot earlier results as a PNG"
    )
    options = parser.parse_args(argv)
    if options.plot is not None:
        try:
            plots.win_rate(*read(WIN_RATES), options.plot)
        except (OSError, WinRatesError) as error:
            print(f"win-rates: {error}", file=sys.stderr)
            return 1
        return 0
    rows = [
        Row(player, budget, wins(make, count, budget), count)._asdict()
        for player, budget, make, count in CASES
    ]
    rows += [Row(FIRST, *numbers)._asdict() for numbers in BEFORE]
    rows += [Row(*values)._asdict() for values in HOST]
    rows += [Row(name, None, *numbers)._asdict() for name, *numbers in KNOWN]
    print(json.dumps({"title": TITLE, "budget": BUDGET, "rows": rows}, indent=1))
    return 0
