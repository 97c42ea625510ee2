# SPDX-License-Identifier: MIT
"""Where did I lose? The lesson of a finished game, from its tape.

`lesson` reads the events of a tape (`core.tape.follow`) while they move the game of the session,
and asks that game about each answer. It reports on the last finished game on the tape, and on both
people if two have played.
"""

from teletype.core.request import working
from teletype.core.tape import ANSWER

NEVER = "never"
"""The result if the person never had a position that could be won."""

NOTHING = "nothing"
"""The result if the person gave away nothing."""


class _Judged:
    """The findings on a person's moves in one game.

    held   whether the person had a position that could be won
    found  the first move that gave it away, as in a result of `lesson`
    given  the legal moves in the game: (the move, its request)
    """

    def __init__(self):
        self.held = False
        self.found = None
        self.given = []

    def note(self, could_win, found):
        """Take a finding: whether the position could be won, and the move that gave it away."""
        self.held = self.held or could_win
        self.found = self.found or found

    def lost(self, program, at, better, note):
        """Return the finding that the move `at` in `given` lost and `better` was better."""
        move, request = self.given[at]
        number = 1 + at % len(self.given)
        return number, program.written(request, move), program.written(request, better), note

    def result(self):
        return self.found or (NOTHING if self.held else NEVER)


def lesson(program, game, events):
    """A generator for a tape of `program`; its `events` move `game`.

    Yields `working`, and at the end a result, or a list of A's and B's if two people have played.
    A result is NEVER, NOTHING, or the first move that lost: (its number among the person's legal
    moves in that game, the move, the winning one, a note or ""); all but the number are texts.
    """
    people = [_Judged(), _Judged()]
    finished = 0
    last = None
    """The people of the last finished game."""
    for event in events:
        if event is working:
            yield working
            continue
        if game.finished > finished:
            finished = game.finished
            if people[0].given or people[1].given:
                yield from _review(program, game, people)
                last = people
        kind, _, request, values = event
        if kind != ANSWER:
            continue
        if not game.moves:
            people = [_Judged(), _Judged()]
        verdict = None
        for verdict in game.judge(values):
            if verdict is None:
                yield working
        if verdict is None:
            continue
        person = people[request.player == "B"]
        person.given.append((values, request))
        could_win, better, note = verdict
        found = None
        if better is not None and not person.found:
            found = person.lost(program, -1, better, note)
        person.note(could_win, found)
    results = [person.result() for person in last or people]
    yield results if game.two else results[0]


def _review(program, game, people):
    """Take the findings of a game that can be judged only after its end."""
    found = None
    for found in game.review():
        if found is None:
            yield working
    if found is None:
        return
    for person, verdict in zip(people, found):
        if isinstance(verdict, tuple):
            at, better = verdict
            person.note(False, person.lost(program, at, better, ""))
        else:
            person.note(verdict, None)
