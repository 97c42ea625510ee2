# SPDX-License-Identifier: MIT
"""The state of a session of the 10,000-yen game: the money and the bids of several games in a row.

A bid stays private until the other side has bid too: the built-in players, and A's bid of two
people. In a tournament all built-in players meet, and the state is the table of their matches.

A game can be judged only when it is over and the bids of the opponent are known: see `hindsight`.
"""

from teletype.engines import game, yen, yen_players
from teletype.programs.yen import hindsight

LISTINGS = ("random", "always1000", "minus1")
"""The players of listings 3, 1 and 2; each is beaten by the next one, as the paper says."""


class Game(game.Game):
    """A move is (bid,). A round takes the person's, or two, A's before B's.

    rounds    of each game
    higher    whether the higher bid takes both
    money     an `engines.yen.Game`: the round to play, the yen left and taken
    bids      both bids of each finished round
    ended     the bids of the game before this one
    score     the games that A and B have won, draws in `draws`
    careless  whether the higher bid takes both, and a game has ended that somebody did not begin
              with all
    names     the players of a tournament; () in games
    matches   its results: (row, column): 1, 0 or -1
    """

    HINTS = False  # no bid is best before the other one is known

    def __init__(self, setup):
        game.Game.__init__(self, setup)
        self.rounds = setup.get("rounds") or yen.ROUNDS
        self.higher = setup.get("takes") == "higher"
        self.money = yen.Game(self.rounds, self.higher)
        self.bids: list = []
        self.ended: list = []
        self.score = [0, 0]
        self.draws = 0
        self.careless = False
        self.names: tuple = ()
        self.matches: dict = {}
        if setup.get("table"):
            self.names = tuple(
                [
                    name
                    for name in yen_players.TABLED
                    if self.rounds == yen.ROUNDS or name not in yen_players.TEN
                ]
            )
        self._bid = 0
        self._own = self._opponent = None

    def match(self, row, column, lead):
        """Note that two players of the tournament have met; `lead`: of games won."""
        result = (lead > 0) - (lead < 0)
        self.matches[row, column] = result
        self.matches[column, row] = -result

    def begin(self):
        """Begin the first game, or the next one."""
        if not (self.two or self._opponent):
            first = self.setup.get("player")
            if first:
                self._own = self.player(first, 0)
            self._opponent = self.player(self.setup["opponent"], 1 if first else 0)
        self.moves = 0
        self.ended = self.bids
        self.bids = []
        self.money = yen.Game(self.rounds, self.higher)

    def player(self, name, stream):
        """Return a new built-in player, with the random numbers of a `stream`, 0 or 1."""
        chance = yen.Chance(self.setup["seed"], stream)
        memory = self.setup.get("memory")
        return yen_players.remembering(name, chance, self.rounds, memory, self.higher)

    def oppose(self):
        """Fix the machine's bid of this round."""
        self._bid = self._opponent.bid(self.money.number, self.money.left[1])

    def stand_in(self):
        """Let the player bid that replaces the person: a generator that yields None while it
        works, and last the bid.
        """
        yield None
        bid = self._own.bid(self.money.number, self.money.left[0])
        yield None
        self._own.seen(self.money.number, self._bid)
        yield None
        yield bid

    def legal(self, move):
        money = self.money
        return yen.legal(money.number, money.left[self.turn], move[0], self.rounds)

    def do(self, move):
        self.moves += 1
        self.result = None
        if not self.two:
            self._opponent.seen(self.money.number, move[0])
            self._settle(move[0], self._bid)
        elif self.turn == game.PERSON:
            self._bid = move[0]
            self.turn = game.MACHINE
        else:
            self.turn = game.PERSON
            self._settle(self._bid, move[0])

    def _settle(self, a, b):
        money = self.money
        money.play(a, b)
        self.bids.append((a, b))
        self.last = (b,)
        self.mover = game.MACHINE
        if not money.over():
            return
        first = self.bids[0]
        safe = (min(first) if self.two else first[0]) == yen.MONEY
        self.careless = self.careless or (self.higher and not safe)
        lead = money.won[0] - money.won[1]
        if lead:
            self.score[lead < 0] += 1
        else:
            self.draws += 1
        self.end(game.DRAW if not lead else game.PERSON if lead > 0 else game.MACHINE)

    def judge(self, move):
        yield (False, None, "") if self.legal(move) else None

    def outcome(self, wins):
        other = self.setup["opponent"]
        onward = None
        if other in LISTINGS:
            onward = {"opponent": LISTINGS[(LISTINGS.index(other) + 1) % len(LISTINGS)]}
        yield game.Outcome(True, None, onward)

    def review(self):
        found = []
        for side in range(1 + self.two):
            verdict = None
            for verdict in hindsight.review(self.bids, side, self.higher):
                if verdict is None:
                    yield None
            found.append(verdict)
        yield found
