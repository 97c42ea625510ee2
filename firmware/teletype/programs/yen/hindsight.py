# SPDX-License-Identifier: MIT
"""Where a 10,000-yen game was lost: the best bids against those of the opponent, which are known
after the game.
"""

from teletype.engines.yen import settle


def review(bids, side, higher=False):
    """Judge the bids of a `side`, 0 or 1, in a game that is over, as an `engines.game.State` does:
    a generator that yields None while it works.

    `bids`: both bids of each round.
    """
    left = sum([pair[side] for pair in bids])
    lead = 0
    held = False
    for at in range(len(bids)):
        bid = bids[at][side]
        others = [pair[1 - side] for pair in bids[at:]]
        found = better(left, lead, bid, others, higher)
        if found is not None:
            yield at, (found,)
            return
        yield None
        held = held or lead + most(left, others, higher)[0] > 0
        mine, theirs = settle(bid, others[0], higher)
        left -= bid
        lead += mine - theirs
    yield held


def most(left, others, higher=False):
    """Return the greatest lead that bids of `left` yen in all gain against known bids, `others`.

    Returns (lead, a bid for the first of these rounds). Against a bid of o yen at most o - 1 take
    the round. The yen that cannot be spent this way go into equal bids, a yen more in each. Or all
    of them go into one lost round, the one with the lowest bid. `higher`: the higher bid takes
    both, see `_most_above`.
    """
    if higher:
        return _most_above(left, others)
    bids = [max(0, other - 1) for other in others]
    extra = left - sum(bids)
    if extra <= 0:  # every round can be taken; bid as high in the first as the rest allows
        for index in range(len(bids) - 1, -1, -1):
            less = min(bids[index], -extra)
            bids[index] -= less
            extra += less
        return _lead(bids, others), bids[0]
    order = sorted(range(len(others)), key=lambda index: (others[index], index))
    dumped = list(bids)
    dumped[order[0]] += extra
    best = dumped
    equal = [index for index in order if others[index]]
    if extra <= len(equal):
        for index in equal[:extra]:
            bids[index] += 1
        if _lead(bids, others) > _lead(dumped, others):
            best = bids
    return _lead(best, others), best[0]


def _most_above(left, others):
    """Return the same if the higher bid takes both.

    A yen more than the other bid takes a round, and spare yen are safe in such a round. So the
    function takes the rounds with the highest opposing bids, of all affordable choices. If there
    is none, `left` is at most the lowest bid, and goes into the round of that bid.
    """
    bids = [0] * len(others)
    taken = _dearest(left, others)
    for index in taken:
        bids[index] = others[index] + 1
    safe = taken[-1] if taken else others.index(min(others))
    bids[safe] += left - sum(bids)
    return _lead(bids, others, True), bids[0]


def _dearest(left, others):
    """Return the affordable rounds with the highest sum of the opponent's bids.

    It tries all choices, at most 2 ** 10; a choice has a bit for each round.
    """
    costs = [0]
    counts = bytearray(1 << len(others))
    most = best = 0
    for other in others:
        for fewer in range(len(costs)):
            choice = len(costs)
            cost = costs[fewer] + other + 1
            costs.append(cost)
            counts[choice] = counts[fewer] + 1
            if cost <= left and cost - counts[choice] >= most:
                most = cost - counts[choice]
                best = choice
    return [index for index in range(len(others)) if best >> index & 1]


def _lead(bids, others, higher=False):
    lead = 0
    for index in range(len(bids)):
        mine, theirs = settle(bids[index], others[index], higher)
        lead += mine - theirs
    return lead


def better(left, lead, bid, others, higher=False):
    """Return a bid that wins the game where `bid` does not, against the bids `others` of the
    remaining rounds. The first of them is this round's; after the game they are known.

    `left`: yen in hand, `lead`: yen taken so far, less the opponent's. `higher`: the higher bid
    takes both.
    """
    gain, found = most(left, others, higher)
    if lead + gain <= 0:
        return None
    mine, theirs = settle(bid, others[0], higher)
    after = lead + mine - theirs
    if len(others) > 1:
        after += most(left - bid, others[1:], higher)[0]
    return found if after <= 0 else None
