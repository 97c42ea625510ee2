# mypy: ignore-errors
# ruff: noqa: F821
"""Learns the weights of `engines.adviser`; a script for the MicroPython Unix port.

    MICROPYPATH=firmware micropython host_tools/contests/adviser_trainer.py GAMES SEED

`python3 -m host_tools calculation tune` runs it. Whole games are played by the rule of the
playouts, but each talon is taken by chance, with the scores as logits. After every BATCH games the
weights follow the gradient of the share of games won (REINFORCE, Williams, 1992, with the running
share as baseline; steps by Adam, Kingma and Ba, 2014). After REPORT batches the line `games
won-per-mille` is printed; the last line has the weights as bytes.

Features have the numbers of the weights. The functions under `@micropython.viper` are compiled.
"""

import math
import sys
from array import array

import micropython
from micropython import const

from engines import adviser
from engines.calculation import Table

BATCH = 5000
RATE = 0.06
"""The step of Adam, in logits, at the beginning; it falls to a tenth."""
LIMIT = 5.2
"""The largest weight, in logits."""
STEPS = 24
"""A logit in the bytes that are printed."""
ONE = 65536
"""A logit in the weights while they are learned."""
REPORT = 20

_BIAS = const(1 << 24)
"""Added to these weights, so that a word of them is never negative."""

# As in `engines.adviser`.
_TOP = const(0)
_GAP = const(182)
_UNDER = const(282)
_LEAST = const(382)
_CHAIN = const(564)
_KING = const(616)
_EMPTY = const(629)
_DEPTH = const(694)
_FRESH = const(790)
_LENGTH = const(256)
_HEIGHT = const(260)
_DELAY = const(298)
_KEY = const(312)
_STATE = const(326)


@micropython.viper
def choose(
    at: int, score: int, game: ptr8, weights: ptr32, trace: ptr16, numbers: ptr32, exps: ptr16
) -> int:
    """A talon (0..3) by chance; appends the features of all talons to the trace.

    `numbers`: the card, cards in the stock, the end of the trace, the random number, and room for
    four scores. The trace has for each talon the number of its features; what choosing as it was
    chosen adds to their gradient, times 4096 and plus 32768; and the features.
    """
    card = numbers[0]
    begin = numbers[2]
    delay = game[_DELAY + card]
    row = 14 * delay
    stage = numbers[1] * 57 >> 9
    empty = 0
    for talon in range(4):
        if game[_LENGTH + talon] == 0:
            empty += 1
    at = begin
    most = 0
    fresh = 1
    for talon in range(4):
        n = game[_LENGTH + talon]
        start = at
        at += 2
        if n:
            i = talon << 6
            end = i + n - 1
            rank = game[end]
            least = game[_DELAY + rank]
            trace[at] = _TOP + row + least
            trace[at + 1] = _GAP + game[_KEY + rank] - delay
            at += 2
            if game[i] == 13:
                trace[at] = _KING + delay
                at += 1
            k = rank - card
            if k < 0:
                k += 13
            if k > 0 and k < 5 and card != 13:
                rank = game[_STATE + 14 * k + card] - game[_HEIGHT + k]
                if rank >= 0:
                    trace[at] = _CHAIN + 13 * k - 13 + rank
                    at += 1
            while i < end:
                rank = game[i]
                trace[at] = _UNDER + game[_KEY + rank] - delay
                at += 1
                if game[_DELAY + rank] < least:
                    least = game[_DELAY + rank]
                i += 1
            if n > 15:
                n = 15
            trace[at] = _LEAST + row + least
            trace[at + 1] = _DEPTH + (stage << 4) + n
            at += 2
        elif fresh:
            fresh = 0
            trace[at] = _TOP + row + 13
            trace[at + 1] = _EMPTY + 5 * delay + empty
            trace[at + 2] = _FRESH + stage
            at += 3
        trace[start] = at - start - 2
        score = 0
        if at > start + 2:
            score = 1 << 28
        i = start + 2
        while i < at:
            score += weights[trace[i]] - _BIAS
            i += 1
        numbers[4 + talon] = score
        if score > most:
            most = score
    total = 0
    for talon in range(4):
        i = most - numbers[4 + talon] >> 11
        if i > 511:
            i = 511
        i = exps[i]
        numbers[4 + talon] = i
        total += i
    score = (numbers[3] * 29773421 + 12345) & 0x3FFFFFFF
    numbers[3] = score
    score = (score >> 14) * total >> 16
    best = 0
    while score >= numbers[4 + best]:
        score -= numbers[4 + best]
        best += 1
    i = begin
    for talon in range(4):
        k = 32768 - (numbers[4 + talon] << 12) // total
        if talon == best:
            k += 4096
        trace[i + 1] = k
        i += trace[i] + 2
    numbers[2] = at
    return best


@micropython.viper
def learn(at: int, end: int, trace: ptr16, gain: int, gradient: ptr32):
    """Adds a game, which was `gain` / 1024 better than expected, to the gradient times 4096."""
    while at < end:
        last = at + trace[at] + 2
        step = ((trace[at + 1] - 32768) * gain + 512) >> 10
        at += 2
        while at < last:
            i = trace[at]
            gradient[i] = gradient[i] + step
            at += 1


class Trainer:
    """The weights while they are learned, and a game at a time."""

    def __init__(self, seed):
        self.weights = array("I", [_BIAS] * adviser.SIZE)
        self.gradient = array("i", [0] * adviser.SIZE)
        self.trace = array("H", [0] * 8000)
        self.numbers = array("I", [0, 0, 0, seed, 0, 0, 0, 0])
        self._exps = array("H", [round(4096 * math.exp(-i / 32)) for i in range(511)] + [0])
        self._seed = seed
        self._search = adviser.Adviser()
        self._search.begin(Table(), 0)

    def choose(self, _at, _score, game, card, left):
        """As `engines.adviser._choose`, but by chance, and with a trace."""
        self.numbers[0] = card
        self.numbers[1] = left
        return choose(0, 0, game, self.weights, self.trace, self.numbers, self._exps)

    def game(self, expected):
        """Plays and learns; whether the game was won. `expected`: the share, in 1/1024."""
        search = self._search
        stock = search._stock
        self._seed = adviser._shuffle(self._seed, 52, stock)
        adviser._copy(0, 0, search._root, search._work)
        self.numbers[2] = 0
        won = adviser._play(1, 0, search._work, stock, 53, search._work, self.choose) == 52
        learn(0, self.numbers[2], self.trace, 1024 * won - expected, self.gradient)
        return won


def main(games, seed):
    trainer = Trainer(seed)
    weights, gradient = trainer.weights, trainer.gradient
    size = len(weights)
    values = [0.0] * size
    slope = [0.0] * size
    square = [0.0] * size
    base = reported = 0
    batches = games // BATCH
    for batch in range(batches):
        for i in range(size):
            gradient[i] = 0
        won = 0
        for _ in range(BATCH):
            won += trainer.game(base)
        base = (9 * base + 1024 * won // BATCH) // 10 if batch else 1024 * won // BATCH
        rate = RATE * (1 - 0.9 * batch / batches)
        for i in range(size):
            step = gradient[i] / (4096 * BATCH)
            slope[i] = 0.9 * slope[i] + 0.1 * step
            square[i] = 0.99 * square[i] + 0.01 * step * step
            values[i] += rate * slope[i] / (math.sqrt(square[i]) + 1e-6)
            values[i] = min(LIMIT, max(-LIMIT, values[i]))
            weights[i] = _BIAS + int(values[i] * ONE)
        reported += won
        if batch % REPORT == REPORT - 1:
            print((batch + 1) * BATCH, reported * 1000 // (REPORT * BATCH))
            reported = 0
    print(" ".join([str(128 + round(STEPS * value)) for value in values]))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
