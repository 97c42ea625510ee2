# SPDX-License-Identifier: MIT
"""Claims of S. Igarashi in 1963 about his two programs."""

from itertools import product

from host_tools.lab.history.deciding import Claims, Verdict, judged
from teletype.programs.misere_nim import strategy as misere_nim
from teletype.programs.random_walk import walk as random_walk

CLAIMS = Claims()

Heaps = tuple[int, ...]


def moves(heaps: Heaps) -> list[Heaps]:
    """Return every position that one move makes."""
    return [
        heaps[:at] + (left,) + heaps[at + 1 :]
        for at, heap in enumerate(heaps)
        for left in range(heap)
    ]


def case(heaps: Heaps) -> str:
    """Return the strategy's case for a position: ia, ib, ii or iii."""
    large = sum(heap > 1 for heap in heaps)
    if large >= 2:
        row = 0
        for heap in heaps:
            row ^= heap
        return "ia" if row else "ib"
    return "ii" if large else "iii"


def won(count: int, most: int) -> dict[Heaps, bool]:
    """Return for each position whether the mover wins misère Nim, by trying every move."""
    found: dict[Heaps, bool] = {}
    for heaps in product(range(most + 1), repeat=count):
        found[heaps] = not any(heaps) or any(not found[after] for after in moves(heaps))
    return found


CLAIMS.undecidable(
    "walk-compiles", "000:11", "The compiler took about ten seconds.", "No OKITAC 5090 is at hand."
)


@CLAIMS.claim("walk-period", "000:96", "The random numbers have a period of 50000.")
def walk_period() -> Verdict:
    start = 50000
    chi = (54321 * start + 56789) % 100000
    period = 1
    while chi != start:
        chi = (54321 * chi + 56789) % 100000
        period += 1
    return judged(period == 50000, f"It is {period}, as a comment in the listing says.")


@CLAIMS.claim("walk-uniform", "000:23", "The numbers are uniform between 0 and NU.")
def walk_uniform() -> Verdict:
    walk = random_walk.Walk(50000, 54321, 56789, 100000, 50000)
    walk.go(20)
    chi, seen = 50000, set()
    for _ in range(100000):
        chi = (54321 * chi + 56789) % 100000
        seen.add(chi)
    return judged(len(seen) == 100000, "Each of 0 to NU-1 comes once in a period; NU never does.")


@CLAIMS.claim("misere-one", "000:116a", "Exactly one number makes all column sums even, case (i).")
def misere_one() -> Verdict:
    tried = 0
    for heaps in product(range(16), repeat=3):
        if case(heaps) == "ia":
            row = heaps[0] ^ heaps[1] ^ heaps[2]
            top = row.bit_length() - 1
            for at, heap in enumerate(heaps):
                if heap >> top & 1:
                    others = row ^ heap
                    assert [left for left in range(heap) if left == others] == [others], (
                        heaps,
                        at,
                    )
                    tried += 1
    return judged(tried > 0, f"Tried for {tried} heaps of positions to 15.")


@CLAIMS.claim("misere-case-ii", "000:116a", "In case (ii) the machine clearly wins.")
def misere_case_ii() -> Verdict:
    positions = won(3, 15)
    ii = [heaps for heaps in positions if case(heaps) == "ii"]
    return judged(all(positions[heaps] for heaps in ii), f"All {len(ii)} positions to 15 are won.")


@CLAIMS.claim("misere-next", "000:116a", "After case (i) (a) comes (i) (a) or (ii) again.")
def misere_next() -> Verdict:
    begun = after = 0
    for heaps in product(range(16), repeat=3):
        if case(heaps) == "ia":
            begun += 1
            for left in moves(tuple(misere_nim.reply(heaps))):
                after += 1
                if case(left) not in ("ia", "ii"):
                    return judged(False, f"Not after {heaps}.")
    return judged(True, f"True after {after} answers, from {begun} positions.")


@CLAIMS.claim("misere-rare", "000:116a", "Positions in which the machine loses are much rarer.")
def misere_rare() -> Verdict:
    lost = sum(a ^ b in range(1, 101) for a, b in product(range(1, 101), repeat=2)) + 1
    share = 100 * lost / 100**3
    return judged(share < 5, f"{share:.2f} % of all three heaps from 1 to 100.")


@CLAIMS.claim("misere-n", "000:116b", "With n for 3 it plays with n heaps.")
def misere_n() -> Verdict:
    tried = 0
    for count, most in ((2, 31), (4, 7), (5, 4), (6, 3)):
        positions = won(count, most)
        for heaps, wins in positions.items():
            if wins and any(heaps):
                tried += 1
                assert not positions[tuple(misere_nim.reply(heaps))], heaps
    return judged(True, f"2, 4, 5 and 6 heaps: {tried} won positions, all moves tried.")


CLAIMS.undecidable(
    "misere-limited",
    "000:116c",
    "With PARITY changed a little a total is limited beforehand.",
    "The print breaks off. Two readings of it are played, `touch=` and `take=`.",
)
