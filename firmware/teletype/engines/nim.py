# SPDX-License-Identifier: MIT
"""Nim, normal play: whoever takes the last object wins.

After V. N. Kasatkin, 1980: the auxiliary table of binary digits, one row a group. A table is
special when every column has an even number of ones; the row special to a table completes it to
a special one. Column parities of several rows are the exclusive or of their numbers, so no table
is built here.
"""

# covers 002:330, 002:350, 002:402, 002:439


def special_row(heaps, but=-1):
    """The row special to the table of `heaps`, the group at index `but` left out.

    `heaps`: objects a group, each >= 0. Zero for a special table.
    """
    row = 0
    for index in range(len(heaps)):
        if index != but:
            row ^= heaps[index]
    return row


def reply(heaps):
    """The move of the book: `(index, left)`, the first group that can be cut to its special row.

    `index` counts from 0, `left` is what stays in the group. None when the table is special:
    then no move wins and the machine lets the person move.
    """
    if special_row(heaps) == 0:
        return None
    for index in range(len(heaps)):
        left = special_row(heaps, index)
        if left < heaps[index]:
            return index, left
    return None  # cannot happen: some group holds the highest odd column


def winning(heaps):
    """How many moves win: each group that can be cut to its special row has one."""
    row = special_row(heaps)
    count = 0
    for heap in heaps:
        if heap ^ row < heap:
            count += 1
    return count


def hardest(heaps, winning=winning):
    """From a lost table: the move whose refutation is hardest to find.

    It leaves the fewest winning moves, as `winning` counts them, among these the most objects, in
    the first such group. Returns the heaps after it.
    """
    after = list(heaps)
    best = None
    fewest = len(heaps) + 1
    most = 0
    objects = sum(heaps)
    for index in range(len(heaps)):
        for left in range(heaps[index]):
            after[index] = left
            count = winning(after)
            rest = objects - heaps[index] + left
            if count < fewest or (count == fewest and rest > most):
                best = list(after)
                fewest = count
                most = rest
        after[index] = heaps[index]
    return best
