# SPDX-License-Identifier: MIT
"""The state of a session that others than its dialogue want to know: the base of all games.

The dialogue of a program moves its game and prints. The picture draws it. The outcome, the star,
the lesson, the hint and the show ask it. Nobody reads the printed lines to learn what happened. A
program that is no game derives from `State` what its picture draws.

Everything here is integers. What a person may not know, a bid or the stock, no attribute without
`_` holds.
"""

PERSON, MACHINE = 0, 1
"""Whose turn it is, and who has won. Of two people the first one, A, is PERSON."""

DRAW = -1
"""In place of a winner: nobody has won."""


class State:
    """What a session has come to; the base of the states of programs that are no games.

    finished  how many games of this session have ended
    result    1, 0 or -1: the person (or A) has won, drawn or lost the last game; None while a game
              is being played
    start     the position at which the game began, as integers; () if there is only one
    two       whether two people play
    heaps     the objects of each heap; empty if there are no heaps
    moves     how many moves were made in the game that is being played, or was played last
    """

    HINTS = False
    """Whether `hint` finds moves, so that a show can play the game on its own."""

    two = False
    heaps: list | tuple = ()
    moves = 0
    finished = 0
    result: int | None = None
    start: tuple = ()

    def __init__(self, setup):
        """Begin with the validated `setup`."""

    def judge(self, move):
        """Judge an answer before it is played: a generator.

        It yields None while it works. The last item is None if the answer is no legal move, else
        (whether the one who moves could win, a move that wins if `move` does not, a note). The
        second is None if `move` gives nothing away.
        """
        yield None

    def review(self):
        """Judge a game that is over, if that is not possible move by move: a generator.

        It yields None while it works. The last item is None, or a list with, for each person,
        whether they could win, or (the number of a legal move, from 0; a better one).
        """
        yield None

    def hint(self):
        """Find a good move: a generator that yields None while it works, and last the move, or
        None if no move is better than another.
        """
        yield None

    def outcome(self, wins):
        """Tell how the last game is to be seen: a generator that yields None while it works, and
        last an `Outcome`. `wins`: the person's wins, this game included.
        """
        yield Outcome(True)


class Outcome:
    """How a finished game is to be seen.

    winnable  whether the person could win it from its start
    began     PERSON, MACHINE, or None where nobody moves first
    onward    the setup values, by name, of a start to be won, after a win a harder one; or None
    """

    def __init__(self, winnable, began=None, onward=None):
        self.winnable = winnable
        self.began = began
        self.onward = onward


class Game(State):
    """A game of two sides in turn, with all in sight: a person and the machine, or two people.

    A game derives a class from this one. It must define `legal` and `play`; `wins` and `best` give
    it the lesson, the hint and the outcome.

    turn   PERSON or MACHINE, whoever is to move next
    last   the last move; None at the start
    mover  who made it
    free   whether `begin` is to set up the start first
    """

    HINTS = True

    free = False

    turn = PERSON
    last: tuple | None = None
    mover = PERSON

    def __init__(self, setup):
        self.setup = setup
        self.two = bool(setup.get("players"))

    # to be defined by a game

    def legal(self, move):
        """Return whether whoever is to move may make this move, a tuple of integers."""
        raise NotImplementedError

    def play(self, move):
        """Change the position by a legal move; return who has won, DRAW, or None: it goes on."""
        raise NotImplementedError

    def prepare(self):
        """Compute what `wins` and `best` need: a generator that yields None while it works."""
        yield None

    def wins(self, move):
        """Return whether a legal move wins if nobody errs after it."""
        return False

    def best(self):
        """Return a move that wins, or None if none does. After a win of a person the outcome shows
        the first one of the game.
        """
        return None

    def reply(self):
        """Return the machine's move, or None if it lets the person move."""
        return self.best()

    def note(self):
        """Return a remark about the position for the lesson."""
        return ""

    # for everybody

    def do(self, move):
        """Make a legal move."""
        self.last = move
        self.mover = self.turn
        self.moves += 1
        winner = self.play(move)
        self.turn = PERSON + MACHINE - self.turn
        if winner is not None:
            self.end(winner)

    def end(self, winner):
        """End the game: `winner` is PERSON, MACHINE or DRAW."""
        self.result = 0 if winner == DRAW else 1 if winner == PERSON else -1
        self.finished += 1

    def judge(self, move):
        if not self.legal(move):
            yield None
            return
        yield from self.prepare()
        best = self.best()
        better = None if best is None or self.wins(move) else best
        yield best is not None, better, self.note() if better else ""

    def hint(self):
        yield from self.prepare()
        yield self.best()
