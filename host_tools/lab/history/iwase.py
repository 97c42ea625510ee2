# SPDX-License-Identifier: MIT
"""Claims of J. Iwase in 2009 about three heaps."""

from itertools import product

from host_tools.lab.history.deciding import Claims, Verdict, judged
from host_tools.lab.history.igarashi import moves

CLAIMS = Claims()


def lost(most: int) -> set[tuple[int, ...]]:
    """Return the lost positions of three heaps, found in ascending order by trying every move."""
    found: set[tuple[int, ...]] = set()
    for heaps in product(range(most + 1), repeat=3):
        if not any(after in found for after in moves(heaps)):
            found.add(heaps)
    return found


@CLAIMS.claim("iwase-27", "003:44", "With heaps to 2 there are 27 positions.")
def iwase_27() -> Verdict:
    count = len(list(product(range(3), repeat=3)))
    return judged(count == 27, f"{count}; {len(lost(2))} of them are lost.")


@CLAIMS.claim(
    "iwase-arrows", "003:54", "The arrows of the diagram: 012 to 011, 211 to 011 and so on."
)
def iwase_arrows() -> Verdict:
    told = {
        "001 010 100 002 020 200": "000",
        "012 021": "011",
        "102 201": "101",
        "120 210": "110",
        "211": "011",
        "121": "101",
        "112": "110",
        "111": "011 101 110",
    }
    bad = lost(2)
    arrows = 0
    for starts, targets in told.items():
        for start in starts.split():
            heaps = tuple(int(digit) for digit in start)
            won = sorted("".join(map(str, after)) for after in moves(heaps) if after in bad)
            if won != targets.split():
                return judged(False, f"From {start} to {won}.")
            arrows += len(won)
    return judged(True, f"All {arrows}, and no position there has another one.")


@CLAIMS.claim(
    "iwase-order", "003:64", "A move leads to a smaller number; so ascending order works."
)
def iwase_order() -> Verdict:
    tried = 0
    for heaps in product(range(10), repeat=3):
        for after in moves(heaps):
            tried += 1
            assert after < heaps
    return judged(True, f"{tried} moves; {1000 - len(lost(9))} of 1000 positions are won.")


@CLAIMS.claim("iwase-pattern", "003:115", "Whoever looks at the output may find the usual rule.")
def iwase_pattern() -> Verdict:
    found = {(a, b, a ^ b) for a, b in product(range(10), repeat=2) if a ^ b < 10}
    return judged(
        found == lost(9), f"The {len(found)} lost ones have an even number of each binary digit."
    )


@CLAIMS.claim("iwase-octal", "003:121", "In C, 010 is eight.")
def iwase_octal() -> Verdict:
    return judged(int("010", 8) == 8, "A number with a 0 in front is octal.")
