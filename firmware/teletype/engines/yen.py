# SPDX-License-Identifier: MIT
"""The 10,000-yen game and its players.

After K. Nakano, Hiroshima University. Each of two players must bid all of 10000 yen in 10 rounds.
The bids of a round are secret; the lower one takes both, equal ones go back. After the 10 rounds
the player with more yen has won the game.

A player here is a class with two methods. `bid(number, left)` returns the bid for round `number`
(1..10) with `left` yen in hand. `seen(number, other)` reports the opponent's bid of that round. A
player lives for a whole match, so it may learn; a game begins with round 1. All its random numbers
come from a `Chance`. A new player is one more class, and one more line in
`teletype.engines.yen_players`.

The paper says that with two rounds the strongest strategy is obvious. Its players therefore accept
another number of `rounds`. The paper also says that it would be no game if the higher bid took
both: with `higher` it does.
"""

# covers 001:12, 001:21, 001:27, 001:89

ROUNDS = 10
MONEY = 10000
"""The yen of each player for a game."""


def legal(number, left, bid, rounds=ROUNDS):
    """Return whether `bid` is legal in round `number` with `left` yen in hand."""
    return bid == left if number == rounds else 0 <= bid <= left


def settle(a, b, higher=False):
    """Return the gains of the bids `a` and `b` of a round: (yen for A, yen for B).

    The lower one takes both, or with `higher` the higher one.
    """
    if a == b:
        return a, b
    if (a > b) == higher:
        return a + b, 0
    return 0, a + b


class Chance:
    """Random numbers that are the same on every machine, made with integers below 2**30.

    Two multiply-with-carry generators (G. Marsaglia's kind) to the base 2**15 give 15 bits each.
    For both multipliers a, p = a * 2**15 - 1 and (p - 1) / 2 are prime. Their periods are
    therefore (p - 1) / 2, about 2**28.9 and 2**28.8. `stream` 0 or 1 gives two
    players with one seed different numbers.
    """

    def __init__(self, seed, stream=0):
        start = 2 * seed + stream
        self._low = start % 1000003 + 1
        self._high = start * 7919 % 900001 + 1
        for _ in range(16):  # neighbouring seeds drift apart
            self.below(1)

    def below(self, limit):
        """Return a number 0..limit-1, nearly uniform because `limit` is far below 2**30."""
        self._low = 29901 * (self._low & 32767) + (self._low >> 15)
        self._high = 27555 * (self._high & 32767) + (self._high >> 15)
        return ((self._high & 32767) << 15 | self._low & 32767) % limit

    def pick(self, weights):
        """Return a random index of `weights`, in proportion to the weights."""
        ticket = self.below(sum(weights))
        index = 0
        while ticket >= weights[index]:
            ticket -= weights[index]
            index += 1
        return index


class Player:
    """The base class of the players; those that ignore the opponent need no `seen`."""

    higher = False
    """Whether the higher bid takes both."""

    def __init__(self, chance, rounds=ROUNDS):
        self._chance = chance
        self._rounds = rounds

    def seen(self, number, other):
        pass


class Always1000(Player):
    """Bids the same in every round (listing 1); with two rounds 5000 each."""

    def bid(self, number, left):
        return left if number == self._rounds else MONEY // self._rounds


class Minus1(Player):
    """Bids one yen less than the opponent's last bid; 0 first, the rest at the end (listing 2).

    It cannot overspend: its bids of rounds 2..9 are below bids that the opponent could pay.
    """

    def __init__(self, chance, rounds=ROUNDS):
        Player.__init__(self, chance, rounds)
        self._other = 0

    def bid(self, number, left):
        if number == self._rounds:
            return left
        if number == 1:
            return 0
        return max(0, self._other - 1)

    def seen(self, number, other):
        self._other = other


class Random(Player):
    """Bids from 0 to one yen below the money left; the rest at the end (listing 3)."""

    def bid(self, number, left):
        return left if number == self._rounds else self._chance.below(left)


class FrontLoad(Player):
    """Bids about 7000 in round 1, the rest evenly, both randomly varied (first strategy)."""

    def bid(self, number, left):
        if number == self._rounds:
            return left
        if number == 1:
            return 6500 + self._chance.below(1001)
        even = left // (self._rounds + 1 - number)
        jitter = even // 10
        return even - jitter + self._chance.below(2 * jitter + 1)


class Undercut(Player):
    """Bids a yen less than the opponent in the same round of the last game (second strategy).

    If `games` is above 1, it takes the average of that many games, or of as many as there were. In
    the first game it undercuts 1000, an equal share of the money.
    """

    def __init__(self, chance, games=1, rounds=ROUNDS):
        Player.__init__(self, chance, rounds)
        self._memory = [[MONEY // rounds] * rounds]
        self._games = games
        self._now = []

    def bid(self, number, left):
        if number == self._rounds:
            return left
        total = 0
        for bids in self._memory:
            total += bids[number - 1]
        return min(left, max(0, total // len(self._memory) - 1))

    def seen(self, number, other):
        if number == 1:
            self._now = []
        self._now.append(other)
        if number == self._rounds:
            self._memory = (self._memory + [self._now])[-self._games :]


class Chooser(Player):
    """Picks a strategy at random for each game, more often one that has won more (the third).

    The weight of a strategy is the share of its games that it has won; a draw is half a win. One
    draw is added, so that an untried strategy counts as even and no share is ever 0.
    """

    def __init__(self, chance, rounds=ROUNDS):
        Player.__init__(self, chance, rounds)
        self._players = (
            Always1000(chance, rounds),
            Minus1(chance, rounds),
            FrontLoad(chance, rounds),
            Undercut(chance, 1, rounds),
            Undercut(chance, 4, rounds),
        )
        self._halves = [1] * len(self._players)  # of points: 2 for a win, 1 for a draw
        self._games = [1] * len(self._players)
        self._used = 0
        self._bid = 0
        self._lead = 0

    def bid(self, number, left):
        if number == 1:
            shares = zip(self._halves, self._games)
            weights = [10000 * halves // games for halves, games in shares]
            self._used = self._chance.pick(weights)
            self._lead = 0
        self._bid = self._players[self._used].bid(number, left)
        return self._bid

    def seen(self, number, other):
        for player in self._players:
            player.seen(number, other)
        mine, theirs = settle(self._bid, other, self.higher)
        self._lead += mine - theirs
        if number == self._rounds:
            self._games[self._used] += 1
            if self._lead >= 0:
                self._halves[self._used] += 2 if self._lead else 1


class Game:
    """The money of one game between A and B; `higher`: the higher bid takes both."""

    def __init__(self, rounds=ROUNDS, higher=False):
        self._rounds = rounds
        self._higher = higher
        self.number = 1
        """The round to play; after the last one, one more."""
        self.left = [MONEY, MONEY]
        """The yen that A and B have in hand."""
        self.won = [0, 0]
        """The yen that A and B have taken."""

    def over(self):
        return self.number > self._rounds

    def play(self, a, b):
        """Settle a round with the legal bids `a` and `b`."""
        mine, theirs = settle(a, b, self._higher)
        self.left[0] -= a
        self.left[1] -= b
        self.won[0] += mine
        self.won[1] += theirs
        self.number += 1
