# SPDX-License-Identifier: MIT
"""Advice for Calculation: where a card should go, and the chance of winning.

The adviser does not look at the stock. It shuffles the cards that are not on the table, again and
again, and plays the game out in each of these orders with a fast rule, the playout. The decision
that wins most often is the advice (Monte Carlo search). All decisions are tried in the same
orders, and the worse half is given up repeatedly (sequential halving: Karnin, Koren and Somekh,
2013). Few orders say little, so a decision starts with a handicap: how far the rule of the
playouts scores it below the best one. With many playouts the handicap does not matter.

The adviser may also hold back a card that a foundation takes, until another foundation takes its
rank. Such a card stays on its talon or, from the stock, goes on any talon. With few cards in the
stock the adviser follows every order of them instead, if there are not too many positions
(`teletype.engines.adviser_ending`).

The rule of the playouts is in `teletype.engines.adviser_rule`, the playouts are in
`teletype.engines.adviser_playout`. The adviser wins more often than its playouts.
`teletype.engines.adviser_chances` has the share of games that it won, by the share of playouts
that its choice won in a position.
"""

# covers 004:20

from array import array

from teletype.engines import adviser_rule as rule
from teletype.engines.adviser_chances import CHANCES
from teletype.engines.adviser_ending import Ending
from teletype.engines.adviser_playout import copy, mark, play, shuffle
from teletype.engines.adviser_rule import PLACE_OF
from teletype.engines.adviser_weights import WEIGHTS
from teletype.engines.calculation import NONE, RANKS, TALONS

try:
    import micropython
    from micropython import const
except ImportError:  # plain Python: the same functions, not compiled

    class micropython:  # type: ignore[no-redef]
        native = staticmethod(lambda function: function)

    const = int  # type: ignore[assignment]

# The layout of a state and of the integers of the rule: see `teletype.engines.adviser_rule`.
_LENGTH = const(256)
_HEIGHT = const(260)
_WANTED = const(266)
_TAKES = const(272)
_UNSEEN = const(286)
_NEED = const(300)
_DELAY = const(314)
_SECOND = const(328)
_STATE = const(342)
_PLACES = const(330)
_SCORES = const(112)
_TAKEN = const(116)
_NEVER = const(-1000000)

_GUARD = b"guardian"
"""The bytes after each buffer."""

PICO = 13000
"""The budget of a decision on the handheld, in cards laid down in playouts."""

POSITIONS = 1024
"""The most positions of an ending that the handheld examines: a power of two."""

_CLEARLY = const(9)
"""An option is clearly behind when the square of the difference in wins is at least this factor
times the orders that only one of the two has won: three standard deviations."""

_ALIKE = const(5000)
_ENOUGH = const(96)
"""An option is like the best one when this factor times these orders is less than the square of
its playouts, _ENOUGH or more. More playouts could not find anything worth the wait."""

_WIN = const(32)
"""The points of the rule's score below the best option that make a handicap of one win."""
_HANDICAP = const(120)
"""The most points that count for the handicap."""


def options(table, hand):
    """Return the decisions to consider, as `teletype.engines.calculation` writes them; at least
    one.

    `hand`: the card to be placed, 0 to move tops. A card goes on a foundation at once if no other
    foundation takes its rank. Else it may be held back, except for the tops at the end of the
    stock. Of several empty talons one is an option.
    """
    decisions = table.placements(hand)[4:] if hand else table.moves()
    for decision in decisions:
        if need(table, table.wanted[decision % 10 - 5]) == 1:
            return [decision]
    if hand:
        empty = False
        for talon in TALONS:
            if table.talons[talon - 1] or not empty:
                decisions.append(talon)
            if not table.talons[talon - 1]:
                empty = True
    elif not decisions or left(table, hand) > 0:
        decisions.append(NONE)
    return decisions


def need(table, rank):
    """Return how many foundations still take a rank."""
    count = 0
    for k in range(1, 5):
        count += PLACE_OF[14 * k + rank] >= table.heights[k - 1]
    return count


def delays(table, rank):
    """Return the delay and the second delay of a rank."""
    waits = [12, 12]
    for k in range(1, 5):
        cards = PLACE_OF[14 * k + rank] - table.heights[k - 1]
        if cards >= 0:
            waits.append(cards)
    waits.sort()
    return waits[:2]


def left(table, hand):
    """Return the number of cards left in the stock."""
    return 4 * RANKS - (hand != NONE) - table.laid()


PARTS = 20


def part(won, tried):
    """Return the share of `won` in `tried` playouts, in PARTS parts and rounded: 0..PARTS."""
    return (2 * PARTS * won + tried) // (2 * max(1, tried))


def chance(won, tried):
    """Return the per cent of games that the adviser wins with this share of won playouts."""
    return CHANCES[part(won, tried)]


def _order(option):
    return option[5] - _WIN * option[0], -option[1], option[3]


class Adviser:
    """One search at a time: call `begin`, then `step` as long as it returns True.

    `budget`: the cards laid in playouts for a decision; a playout counts for the cards in the
    stock and eight. `positions`: the most positions of an ending to follow, a power of two. The
    result depends only on the table, the card in hand and these two. It can be read at any time.
    Only the constructor allocates buffers.
    """

    def __init__(self, budget=PICO, positions=POSITIONS):
        self._budget = budget
        self._root = bytearray(_STATE) + _GUARD
        self._work = bytearray(_PLACES + 14) + PLACE_OF[14:] + rule.CLASSES
        self._work.extend(bytes(rule.BYTES - len(self._work)) + _GUARD)
        self._sums = array("i", bytes(4 * max(rule.INTEGERS, positions // 2)))
        """The integers of the rule, and the entries of an ending."""
        self._stock = bytearray(53) + _GUARD
        """The cards in the stock, from 1 on."""
        self._most = positions
        self._ending = Ending(positions, self._sums, self._work)
        self._cards = 0
        """The number of cards in the stock."""
        self._seed = 0
        self._table = None
        self._hand = 0
        self._next_card = 0
        """The card that is turned next if known, else 0."""
        self._tried = []
        """The options still tried: [wins, cards on foundations, playouts, number, decision,
        handicap, orders that only this one or only the best one won]."""
        self.behind = None
        """The option given up last as clearly behind."""
        self.several = False
        """Whether there is more than one option."""
        self._lead = False
        """Whether the best option has won the last order."""
        self._next = 0
        """The index of the option to try next."""
        self._following = False
        """Whether the search follows all orders of the stock."""
        self._all = 0
        """The number of all orders, if the search followed them all."""
        self._end = 0
        """The number of playouts after which the worse half is given up."""
        self._share = 0
        """The number of playouts from one such end to the next."""
        self.done = 0
        """Playouts so far; in an ending, positions."""
        self.total = 0
        """All playouts or positions to do, unless the advice is clear before."""

    def begin(self, table, hand, decisions=(), glance=False, seen=0):
        """Start on a `teletype.engines.calculation.Table` with `hand` (1..13), 0 for no card.

        `decisions`: the decisions to compare, if not all of `options`; by playouts alone.
        `glance`: the advice is the choice of the playouts' rule, and no step is needed. `seen`:
        the card to be placed after the moves, 0 if it is unknown. Only playouts use it.

        All cards that are not on the table are in the stock, up to four of each rank. If a talon
        is too high for one deck, its upper cards count.
        """
        self._table = table
        count = self._cards = self._write(table, hand, seen)
        compared = decisions
        decisions = decisions or options(table, hand)
        self._hand = hand
        self._next_card = seen
        self.several = len(decisions) > 1
        self._tried = [[0, 0, 0, at, decisions[at], 0, 0] for at in range(len(decisions))]
        self.behind = None
        self._next = 0
        self._all = 0
        self._following = count <= self._ending.cards and not compared and not glance
        if self._following:
            self.done = 0
            self.total = self._most
            self._ending.begin()
            self._enter()
        else:
            self._sample(not compared)

    def _write(self, table, hand, seen):
        """Write a table into the buffers, see `begin`; return the number of cards in the stock."""
        root = self._root
        stock = self._stock
        unseen = bytearray([4] * (RANKS + 1))
        unseen[hand or seen] -= 1
        for talon in table.talons:
            for card in talon:
                unseen[card] -= unseen[card] > 0
        for k in range(1, 5):
            height = root[_HEIGHT + k] = table.heights[k - 1]
            root[_WANTED + k] = table.wanted[k - 1]
            for rank in range(1, RANKS + 1):
                if PLACE_OF[14 * k + rank] < height:
                    unseen[rank] -= unseen[rank] > 0
        count = 0
        for rank in range(1, RANKS + 1):
            root[_UNSEEN + rank] = unseen[rank]
            root[_TAKES + rank] = 0
            root[_NEED + rank] = need(table, rank)
            root[_DELAY + rank], root[_SECOND + rank] = delays(table, rank)
            for _ in range(unseen[rank]):
                count += 1
                stock[count] = rank
        if seen:  # it is drawn first, see `step`
            count += 1
            stock[count] = stock[1]
            root[_UNSEEN + seen] += 1
        for k in range(1, 5):
            at = _TAKES + root[_WANTED + k]
            if not root[at] or root[_HEIGHT + k] < root[_HEIGHT + root[at]]:
                root[at] = k
        for talon in range(4):
            cards = table.talons[talon]
            first = max(0, len(cards) - 62 + count)
            root[_LENGTH + talon] = len(cards) - first
            for at in range(first, len(cards)):
                root[64 * talon + at - first] = cards[at]
        return count

    def _sample(self, handicaps):
        """Start the playouts."""
        count = len(self._tried)
        rounds = 1
        while 1 << rounds < count:
            rounds += 1
        budget = self._budget if self.several else self._budget // 4
        self._next = 0
        self._seed = 1
        rule.order(self._sums)
        self.done = 0
        self.total = max(count, budget // (self._cards + 8))
        self._end = self._share = max(count, self.total // rounds)
        if handicaps and self.several:
            self._handicap(WEIGHTS)

    def _handicap(self, weights, choose=rule.choose, found=rule.found):
        """Let the rule of the playouts score each decision."""
        sums = self._sums
        work = self._work
        copy(0, 0, self._root, work)
        mark(0, 0, work, sums)
        hand = self._hand
        best = 0
        if hand:
            talon = choose(0, sums, weights, work, hand, self._cards)
            best = sums[_SCORES + talon]
        most = _NEVER
        for option in self._tried:
            talon = option[4] // 10
            stack = option[4] % 10
            points = 0
            if stack > 4:  # compared with holding the card back
                rank = work[_WANTED + stack - 4]
                source = talon - 1 if talon else 4
                found(0, 0, work, sums, weights, rank, source, self._cards)
                points = sums[_TAKEN + stack - 4] - (sums[_TAKEN] if self._cards else 0)
            elif stack:
                points = sums[_SCORES + stack - 1] - best
            option[5] = points
            most = max(most, points)
        for option in self._tried:
            option[5] = min(_HANDICAP, most - option[5])

    @micropython.native
    def step(self):
        """Do a playout, or some positions; return whether there is more to do."""
        if self._following:
            return self._go_on()
        tried = self._tried
        done = self.done
        if done >= self.total:
            return False
        at = self._next
        if not at and self._next_card:
            stock = self._stock
            cards = self._cards
            stock[1] = stock[cards]
            self._seed = shuffle(self._seed, cards - 1, stock)
            stock[cards] = stock[1]
            stock[1] = self._next_card
        elif not at:
            self._seed = shuffle(self._seed, self._cards, self._stock)
        option = tried[at]
        height = self._playout(option[4])
        won = height == 4 * RANKS
        if not at:
            self._lead = won
        option[0] += won
        option[6] += won != self._lead
        option[1] += height
        option[2] += 1
        self.done = done = done + 1
        at += 1
        if at == len(tried):
            at = 0
            if done >= self._end:
                self._end += self._share
                self._give_up((len(tried) + 1) // 2)
            elif not option[2] & 15:
                self._give_up(len(tried))
            if len(tried) == 1 and self.several:
                self.total = done
        self._next = at
        return done < self.total

    @micropython.native
    def _playout(self, decision, choose=rule.choose, found=rule.found):
        """Play on from `decision`; return how many cards lie on foundations at the end.

        `choose` and `found`: the rule. `host_tools.contests.adviser_network` has another.
        """
        work = self._work
        sums = self._sums
        copy(0, 0, self._root, work)
        k = self._begin_with(decision)
        mark(0, 0, work, sums)
        stock = self._stock
        return play(0, k, work, stock, self._cards, sums, work, sums, choose, found, WEIGHTS)

    @micropython.native
    def _begin_with(self, decision):
        """Take the card of a decision, or put it on a talon; return the foundation, or 0."""
        work = self._work
        talon = decision // 10
        stack = decision % 10
        if stack > 4:
            if talon:
                work[_LENGTH + talon - 1] -= 1
            return stack - 4
        if stack:
            at = _LENGTH + stack - 1
            height = work[at]
            work[64 * (stack - 1) + height] = self._hand
            work[at] = height + 1
        return 0

    def _give_up(self, kept):
        """Give up all but the best `kept` options, and those clearly behind or like the best."""
        tried = self._tried
        tried.sort(key=_order)
        del tried[kept:]
        best = tried[0]
        while len(tried) > 1:
            other = tried[-1]
            behind = best[0] - other[0] + (other[5] - best[5]) // _WIN
            apart = max(best[6], other[6])
            if behind * behind > _CLEARLY * (apart + 2):
                self.behind = other
            elif other[2] < _ENOUGH or apart * _ALIKE >= other[2] * other[2]:
                return
            tried.pop()

    def _enter(self):
        """Go to the next decision of an ending."""
        copy(0, 0, self._root, self._work)
        self._ending.enter(self._tried[self._next][4], self._hand, self._cards)

    def _go_on(self):
        """Follow an ending a little; return whether there is more to do."""
        ending = self._ending
        done = ending.follow()
        self.done = min(ending.visits(), self.total)
        if done == 2:
            self._following = False
            for option in self._tried:
                option[0] = option[2] = 0
            self._sample(True)
        elif done:
            option = self._tried[self._next]
            option[0] = ending.won()
            option[2] = ending.orders(self._cards)
            self._next += 1
            if self._next < len(self._tried) and option[0] < option[2]:
                self._enter()
            else:
                self._all = option[2]
                self.done = self.total
                self._following = False
        return self._following or self.done < self.total

    def advice(self):
        """Return the best decision so far, one of `options`; None before `begin`."""
        return min(self._tried, key=_order)[4] if self._tried else None

    def won(self):
        """Return the playouts that the best decision has won so far, and all of its playouts.

        At the end of an ending: the orders of the stock that can be won, and all orders.
        """
        best = min(self._tried, key=_order)
        return best[0], best[2]

    def chance(self):
        """Return the per cent of games that the adviser wins from here, by the search so far."""
        won, tried = self.won()
        if self._all:
            return 100 * won // self._all
        return chance(won, tried)

    def waits_for(self, decision):
        """Return (rank, foundation 1..4) of the card that `decision` holds back on the table of
        `begin`: the other foundation that takes it soonest. Return None if it holds back none.
        """
        table = self._table
        hand = self._hand
        rank = NONE
        if hand:
            if decision in TALONS and hand in table.wanted:
                rank = hand
        elif decision == NONE:
            moves = table.moves()
            if moves:
                rank = table.talons[moves[0] // 10 - 1][-1]
        soonest = RANKS
        found = 0
        for k in range(1, 5):
            cards = PLACE_OF[14 * k + rank] - table.heights[k - 1]
            if 0 < cards < soonest:
                soonest = cards
                found = k
        return (rank, found) if rank and found else None

    def intact(self):
        """Return whether the guard bytes are unchanged."""
        for buffer in (self._root, self._work, self._stock):
            if buffer[-len(_GUARD) :] != _GUARD:
                return False
        return True
