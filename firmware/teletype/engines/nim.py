# SPDX-License-Identifier: MIT
"""Nim, normal play: whoever takes the last object wins.

After V. N. Kasatkin, 1980: the auxiliary table of binary digits, one row a group. A table is
special when every column has an even number of ones. The row special to a table completes it to a
special one. Column parities of several rows are the exclusive or of their numbers, so this module
builds no table.
"""

# covers 002:330, 002:350, 002:402, 002:439


def special_row(heaps, but=-1):
    """Return the row special to the table of `heaps` without the group at index `but`.

    `heaps`: objects of each group, each >= 0. The row is 0 for a special table.
    """
    row = 0
    for index in range(len(heaps)):
        if index != but:
            row ^= heaps[index]
    return row


def reply(heaps):
    """Return the book's move `(index, left)`: the first group that can be cut to its special row.

    `index` counts from 0, `left` is the objects that stay in the group. Return None when the table
    is special: then no move wins and the machine lets the person move.
    """
    row = special_row(heaps)
    for index in range(len(heaps)):
        left = heaps[index] ^ row
        if left < heaps[index]:
            return index, left
    return None


def winning(heaps):
    """Return how many moves win: each group that can be cut to its special row has one."""
    row = special_row(heaps)
    count = 0
    for heap in heaps:
        if heap ^ row < heap:
            count += 1
    return count


def hardest(heaps, winning=winning):
    """Return the move `(index, left)` from a lost table whose refutation is hardest to find.

    The move leaves the fewest winning moves, as `winning` counts them. Among several such moves it
    leaves the most objects, in the first such group.
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
                best = index, left
                fewest = count
                most = rest
        after[index] = heaps[index]
    return best
