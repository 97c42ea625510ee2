# SPDX-License-Identifier: MIT
"""How many decks of Calculation can be won at all: `python3 -m host_tools lab calculation bound`.

No player can win a deck that cannot be won even when the whole stock is known. So the share of
decks that can be won that way is an upper bound for every player. Each deck becomes a formula of
propositional logic, and a SAT solver (CaDiCaL, from the package python-sat) decides it. A solution
counts only after it has been played card by card on a `Table` of the engine. If the solver finds
none, there is none.

The formula describes the 52 plays onto foundations. Its variables, for card c of the stock:

- x(c, f): it goes to foundation f; each foundation takes each rank once.
- h(c, t): it lies on talon t; for a card that goes to a foundation at once, any talon.
- b(c, i): it is played before card i is turned.
- q(c, d): it is played before card d; this orders all cards.

On a foundation the ranks are played in order, and a card on top of another is played before it.
"""

from collections.abc import Sequence

from host_tools.progress import Bar
from host_tools.usage import Failed
from teletype.engines.calculation import RANKS, Table

CARDS = 52


def place(rank: int, foundation: int) -> int:
    """Return the position, 0..12, that a rank has on foundation 0..3."""
    ranks: int = RANKS
    return (rank * pow(foundation + 1, -1, ranks) - 1) % ranks


class Formula:
    """The formula for a deck; `clauses`: lists of variables, negative for a negated one."""

    def __init__(self, deck: Sequence[int]) -> None:
        self._deck = deck
        self._numbers: dict[tuple[str, int, int], int] = {}
        self.clauses: list[list[int]] = []
        self._foundations()
        self._order()
        self._talons()

    def _number(self, kind: str, one: int, other: int) -> int:
        return self._numbers.setdefault((kind, one, other), len(self._numbers) + 1)

    def goes(self, card: int, foundation: int) -> int:
        return self._number("x", card, foundation)

    def lies(self, card: int, talon: int) -> int:
        return self._number("h", card, talon)

    def by(self, card: int, turned: int) -> int:
        """Return the variable "card is played before the later card `turned` is turned"."""
        return self._number("b", card, turned)

    def before(self, card: int, other: int) -> int:
        """Return the literal "card is played before `other`"."""
        if card < other:
            return self._number("q", card, other)
        return -self._number("q", other, card)

    def _once(self, variables: list[int]) -> None:
        """Require exactly one of the variables."""
        self.clauses.append(variables)
        self.clauses += [[-a, -b] for at, a in enumerate(variables) for b in variables[:at]]

    def _foundations(self) -> None:
        """Give each card one foundation, each foundation every rank, and the ranks their order."""
        for card in range(CARDS):
            self._once([self.goes(card, f) for f in range(4)])
        for rank in range(1, RANKS + 1):
            same = [card for card in range(CARDS) if self._deck[card] == rank]
            for f in range(4):
                self._once([self.goes(card, f) for card in same])
        for f in range(4):
            places = [place(rank, f) for rank in self._deck]
            for card in range(CARDS):
                for other in range(CARDS):
                    if places[card] < places[other]:
                        both = [-self.goes(card, f), -self.goes(other, f)]
                        self.clauses.append([*both, self.before(card, other)])

    def _order(self) -> None:
        """Order all plays consistently with the cards turned between them."""
        for a in range(CARDS):
            for b in range(a + 1, CARDS):
                for c in range(b + 1, CARDS):
                    ab, bc, ac = self.before(a, b), self.before(b, c), self.before(a, c)
                    self.clauses += [[-ab, -bc, ac], [ab, bc, -ac]]
        for card in range(CARDS):
            for turned in range(card + 1, CARDS):
                by = self.by(card, turned)
                if turned + 1 < CARDS:
                    self.clauses.append([-by, self.by(card, turned + 1)])
                for other in range(CARDS):
                    if other != card:
                        later = [self.by(other, turned)] if other < turned else []
                        self.clauses.append([-by, *later, self.before(card, other)])

    def _talons(self) -> None:
        """Make covered cards wait; number the talons in the order of first use."""
        for card in range(CARDS):
            self._once([self.lies(card, talon) for talon in range(4)])
            for talon in range(1, 4):
                earlier = [self.lies(other, talon - 1) for other in range(card)]
                self.clauses.append([-self.lies(card, talon), *earlier])
            for above in range(card + 1, CARDS):
                free = [self.by(card, above), self.before(above, card)]
                for talon in range(4):
                    both = [-self.lies(card, talon), -self.lies(above, talon)]
                    self.clauses.append([*both, *free])

    def laid(self, model: set[int]) -> bool:
        """Play a solution on a table by the engine's rules; return whether the deck is won."""
        table = Table()
        where: list[list[int]] = [[], [], [], []]
        goes = [next(f for f in range(4) if self.goes(card, f) in model) for card in range(CARDS)]
        for card, rank in enumerate(self._deck):
            after = card + 1

            def due(which: int, after: int = after) -> bool:
                return after == CARDS or self.by(which, after) in model

            if not (due(card) and table.put(rank, 5 + goes[card])):
                talon = next(t for t in range(4) if self.lies(card, t) in model)
                table.put(rank, talon + 1)
                where[talon].append(card)
            moves = True
            while moves:
                moves = False
                for talon, cards in enumerate(where, 1):
                    if cards and due(cards[-1]) and table.move(talon, 5 + goes[cards[-1]]):
                        cards.pop()
                        moves = True
        return bool(table.complete())


def winnable(deck: Sequence[int]) -> bool:
    """Return whether a deck can be won when the whole stock is known.

    Raises Failed if the package python-sat is missing, or if the solver's solution breaks the
    rules.
    """
    try:
        from pysat.solvers import Solver
    except ImportError as error:
        raise Failed("lab calculation bound needs a package: pip install python-sat") from error
    formula = Formula(deck)
    with Solver(name="cadical153", bootstrap_with=formula.clauses) as solver:
        if not solver.solve():
            return False
        model = set(solver.get_model())
    if not formula.laid(model):
        raise Failed("lab calculation bound: a solution breaks the rules; please report this deck")
    return True


def count(decks: Sequence[Sequence[int]]) -> int:
    """Return the number of decks that can be won; errors as for `winnable`."""
    bar = Bar(len(decks))
    won = 0
    for number, deck in enumerate(decks, 1):
        won += winnable(deck)
        bar.step(f"{number - won} cannot be won")
    bar.clear()
    return won
