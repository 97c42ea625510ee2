# SPDX-License-Identifier: MIT
"""The adviser of Calculation with a network, as it plays with the budget `host`.

The rule of the engine (`teletype.engines.adviser_rule`) adds up weights, a group for each feature
of a talon or a foundation. It cannot weigh one feature in view of another. With the budget `host`
a small network is added, which can: each option has HIDDEN sums over the rows of its own features
and of the features of the other options, and a bias. The positive ones, times the output, are
added to the score:

    score = weights of its features + (3 * sum of max(0, sums) * output >> 7)

There are a bias and an output for talons, and others for foundations. The features are those of
the rule: the engine's own function is called with `Weights`, which record them.

The file `adviser_network.bin` has a line that says how it was made, the bytes of the weights and
of the network: by feature its row as an option's own and as another option's, then biases and
outputs, of foundations before talons. A byte is 128 for nothing.
"""

from itertools import repeat
from operator import mul
from pathlib import Path
from typing import Any

from host_tools.usage import Failed
from teletype.engines import adviser as engine
from teletype.engines import adviser_rule
from teletype.engines.adviser_rule import _NEVER, _SCORES, _TAKEN

FILE = Path(__file__).with_suffix(".bin")

HIDDEN = 16
"""Sums of an option."""

BYTES = adviser_rule.SIZE + (2 * adviser_rule.SIZE + 4) * HIDDEN
"""Length of weights and network."""

LARGEST = 88
"""Largest number of the network; so the sums of any table, in C, fit into 16 bits."""

LANE = 3
"""Bytes of a sum in the long integer that holds all sums of an option."""


def load() -> tuple[str, bytes]:
    """Return the line that says how the network was made, and the bytes of weights and network.

    Raises Failed if the file is missing or damaged.
    """
    try:
        note, _, data = FILE.read_bytes().partition(b"\n")
    except OSError as error:
        raise Failed(f"{FILE.name}: {error.strerror}; install the project again") from error
    rows = data[adviser_rule.SIZE :]
    if len(data) != BYTES or min(rows) < 128 - LARGEST or max(rows) > 128 + LARGEST:
        raise Failed(f"{FILE.name} is damaged; install the project again")
    return note.decode("utf-8"), data


class Score:
    """A sum of weights that knows the features it has."""

    def __init__(self, points: int, features: tuple[int, ...]) -> None:
        self.points = points
        self.features = features

    def __add__(self, other: "Score | int") -> "Score":
        if isinstance(other, Score):
            return Score(self.points + other.points, self.features + other.features)
        return Score(self.points + other, self.features)

    __radd__ = __add__

    def __sub__(self, other: int) -> "Score":
        return Score(self.points - other, self.features)

    def __gt__(self, other: "Score | int") -> bool:
        return self.points > (other.points if isinstance(other, Score) else other)


class Weights:
    """The weights of the rule, as Scores."""

    def __init__(self, weights: bytes) -> None:
        self._scores = [Score(weight, (at,)) for at, weight in enumerate(weights)]

    def __getitem__(self, at: int) -> Score:
        return self._scores[at]


class Network:
    """The rule with its network: `choose` and `found` in place of those of the engine's rule."""

    def __init__(self, data: bytes) -> None:
        self._weights = Weights(data[: adviser_rule.SIZE])
        rows = [data[at : at + HIDDEN] for at in range(adviser_rule.SIZE, BYTES, HIDDEN)]
        longs = [
            int.from_bytes(b"".join(bytes((byte, 0, 0)) for byte in row), "little") for row in rows
        ]
        self._own, self._other, self._bias = longs[:-4:2], longs[1:-4:2], longs[-4:-2]
        self._output = [[byte - 128 for byte in row] for row in rows[-2:]]

    def choose(
        self, row: int, sums: Any, weights: object, game: bytearray, card: int, left: int
    ) -> int:
        """Return the talon (0..3) for a card, like `adviser_rule.choose`."""
        scores = list(sums[: adviser_rule.INTEGERS])
        scores[_SCORES : _SCORES + 4] = repeat(_NEVER, 4)
        adviser_rule.choose(row, scores, self._weights, game, card, left)
        return self._judge(1, scores[_SCORES : _SCORES + 4], sums, _SCORES)

    def found(
        self,
        at: int,
        n: int,
        game: bytearray,
        sums: Any,
        weights: object,
        rank: int,
        source: int,
        left: int,
    ) -> int:
        """Return the foundation for a rank, 0 to hold it back, like `adviser_rule.found`."""
        scores = list(sums[: adviser_rule.INTEGERS])
        adviser_rule.found(at, n, game, scores, self._weights, rank, source, left)
        return self._judge(0, scores[_TAKEN : _TAKEN + 5], sums, _TAKEN)

    def _judge(self, of_talons: int, scores: list[Score | int], sums: Any, start: int) -> int:
        """Write the scores of all options to `sums`, and return the best option."""
        others = [
            sum(map(self._other.__getitem__, score.features)) if isinstance(score, Score) else 0
            for score in scores
        ]
        rows = sum(len(score.features) for score in scores if isinstance(score, Score)) + 1
        every = sum(others) + self._bias[of_talons]
        best = 0
        for option, score in enumerate(scores):
            points = _NEVER
            if isinstance(score, Score):
                own = sum(map(self._own.__getitem__, score.features))
                lanes = (every - others[option] + own).to_bytes(LANE * HIDDEN, "little")
                hidden = (
                    max(0, int.from_bytes(lanes[at : at + LANE], "little") - 128 * rows)
                    for at in range(0, LANE * HIDDEN, LANE)
                )
                points = sum(map(mul, hidden, self._output[of_talons])) * 3 >> 7
                points += score.points
            sums[start + option] = points
            if points > sums[start + best]:
                best = option
        return best


class Adviser(engine.Adviser):  # type: ignore[misc]  # the engines have no types
    """The adviser of the engine, with playouts and handicaps by a network."""

    def __init__(self, budget: int, positions: int, network: Network) -> None:
        super().__init__(budget, positions)
        self._rule = network.choose, network.found

    def _handicap(self, weights: bytes) -> None:
        super()._handicap(weights, *self._rule)

    def _playout(self, decision: int) -> int:
        height: int = super()._playout(decision, *self._rule)
        return height
