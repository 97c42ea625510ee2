# SPDX-License-Identifier: MIT
"""Claims of V. N. Kasatkin about the three games, chapter 1 of his book."""

from functools import cache
from itertools import combinations_with_replacement, product

from host_tools.lab.history.deciding import Claims, Verdict, judged
from teletype.engines import nim
from teletype.programs.race.game import Table
from teletype.programs.trigex import game as trigex

CLAIMS = Claims()


@cache
def wins(n: int, m: int, cell: int, last: int) -> bool:
    """Return whether the mover wins the race, by trying every number."""
    return any(
        cell + number == n or (cell + number < n and not wins(n, m, cell + number, number))
        for number in range(1, m + 1)
        if number != last
    )


def numbers(n: int, m: int, cell: int, last: int) -> list[int]:
    """Return the winning numbers."""
    return [
        number
        for number in range(1, m + 1)
        if number != last and cell + number <= n
        if cell + number == n or not wins(n, m, cell + number, number)
    ]


@CLAIMS.claim("race-first", "002:162", "With N=13 and M=4 begin with 3 or 4.")
def race_first() -> Verdict:
    first = numbers(13, 4, 0, 0)
    return judged(first == [3, 4], f"Only {first[0]} wins." if len(first) == 1 else str(first))


@CLAIMS.claim("race-special", "002:154", "From a special point none is reached in one move.")
def race_special() -> Verdict:
    tried = 0
    for cell, last in product(range(1, 13), range(1, 5)):  # cell 0 is the start and no point
        if not wins(13, 4, cell, last):
            tried += 1
            assert not numbers(13, 4, cell, last), (cell, last)
    return judged(True, f"True of the {tried} special points below the top of figure 4.")


@CLAIMS.claim("race-two-moves", "002:154", "In two moves one is always reached.")
def race_two_moves() -> Verdict:
    tried = 0
    for cell, last in product(range(1, 13), range(1, 5)):
        if not wins(13, 4, cell, last):
            for number in range(1, 5):
                if number != last and cell + number <= 13:
                    tried += 1
                    assert cell + number < 13 and numbers(13, 4, cell + number, number)
    return judged(True, f"After each of {tried} answers that do not step over the end.")


@CLAIMS.claim("race-by-hand", "002:197", "The table can be made by hand for N=7, M=3.")
def race_by_hand() -> Verdict:
    table = Table(7, 3)
    for _ in table.scan():
        pass
    reached = {(0, 0)}  # cell and last number, until no move leads to another
    while (
        more := {
            (cell + number, number)
            for cell, last in reached
            for number in range(1, 4)
            if number != last and cell + number <= 7
        }
        - reached
    ):
        reached |= more
    special = [place for place in reached if place[0] and table.special(*place)]
    same = all((not wins(7, 3, cell, last)) == ((cell, last) in special) for cell, last in special)
    return judged(same, f"{len(special)} of the points that can be reached are special.")


def machine_wins(fields: list[int], own: int) -> bool:
    """Return whether rules a, b and c of the book win from here against any play."""
    if trigex.winning(fields):
        return True
    field = trigex.closing(fields) or trigex.forking(fields)
    return bool(field) and answered(fields, field)


def answered(fields: list[int], field: int) -> bool:
    fields = list(fields)
    fields[field] = trigex.OWN
    for other in range(1, 10):
        if fields[other] == trigex.EMPTY:
            after = list(fields)
            after[other] = trigex.OTHER
            if any(all(after[place] == trigex.OTHER for place in line) for line in trigex.LINES):
                return False
            if not machine_wins(after, field):
                return False
    return True


def first_wins(fields: list[int], player: int) -> bool:
    """Return whether the player to move, 1 or 5, wins Trigex, by trying every move."""
    for field in range(1, 10):
        if fields[field]:
            continue
        fields[field] = player
        won = any(all(fields[place] == player for place in line) for line in trigex.LINES)
        won = won or (0 in fields[1:] and not first_wins(fields, 6 - player))
        fields[field] = 0
        if won:
            return True
    return False


@CLAIMS.claim("trigex-begin", "002:232", "One should begin on point 1, 2 or 3.")
def trigex_begin() -> Verdict:
    won = []
    for first in range(1, 10):
        fields = [0] * 10
        fields[first] = trigex.OWN
        if not first_wins(fields, trigex.OTHER):  # no answer saves the other player
            won.append(first)
    return judged(won == [1, 2, 3], f"The first player wins from {len(won)} of the nine points.")


@CLAIMS.claim("trigex-rules", "002:242", "With moves a, b and c the win cannot be stopped.")
def trigex_rules() -> Verdict:
    for first, answer in product((1, 2, 3), range(1, 10)):
        if answer != first:
            fields = [0] * 10
            fields[first], fields[answer] = trigex.OWN, trigex.OTHER
            assert answered(fields, trigex.second(first, answer)), (first, answer)
    return judged(True, "Each of 24 openings, every answer tried.")


@CLAIMS.claim("trigex-table", "002:306", "The formulas of the listing say the same as table 1.")
def trigex_table() -> Verdict:
    wrong = []
    for first, answer in product((1, 2, 3), range(1, 10)):
        if first == answer:
            continue
        a = [0] * 10
        a[answer] = 5
        fifths = {  # the multiplicand of the listing, in fifths
            1: 15 - (a[3] + a[5] + a[6]) + 3 * a[7],
            2: 5 + 2 * (a[1] + a[7] + a[8]) + 4 * a[9],
            3: 10 - (a[2] + a[4] + a[9]) + 4 * a[5],
        }[first]
        if fifths // 5 != trigex.second(first, answer):
            wrong.append(f"{first}, {answer}: {fifths // 5}, not {trigex.second(first, answer)}")
    return judged(not wrong, "; ".join(wrong) + ".")


@CLAIMS.claim("nim-one-row", "002:354", "In each table one row exceeds its special row.")
def nim_one_row() -> Verdict:
    count = {0: 0, 1: 0, 3: 0}
    for heaps in product(range(8), repeat=3):
        rows = sum(nim.special_row(heaps, at) < heaps[at] for at in range(3))
        count[rows] += 1
    return judged(
        set(count) == {1},
        f"Heaps to 7: none in {count[0]} tables, three in {count[3]} (as 5 4 7).",
    )


@CLAIMS.claim("nim-example", "002:373", "22 11 23 19: row 1 exceeds 15, row 2 not 18.")
def nim_example() -> Verdict:
    heaps = (22, 11, 23, 19)
    rows = [nim.special_row(heaps, at) for at in range(4)]
    return judged(rows[:2] == [15, 18], f"The special rows are {' '.join(map(str, rows))}.")


@CLAIMS.claim("nim-unique", "002:352", "A table has exactly one row that completes it.")
def nim_unique() -> Verdict:
    for heaps in product(range(8), repeat=3):
        fits = [row for row in range(8) if nim.special_row((*heaps, row)) == 0]
        assert fits == [nim.special_row(heaps)], heaps
    return judged(True, "True for three rows to 7.")


@CLAIMS.claim("nim-sums", "002:411", "The sums of special tables differ: S1 < S2 < S3.")
def nim_sums() -> Verdict:
    sums: dict[int, list[tuple[int, ...]]] = {}
    for heaps in combinations_with_replacement(range(1, 4), 4):
        for table in (heaps, heaps[1:], heaps[2:]):
            if nim.special_row(table) == 0 and table not in sums.setdefault(sum(table), []):
                sums[sum(table)].append(table)
    total, twins = next(item for item in sorted(sums.items()) if len(item[1]) > 1)
    shown = " and ".join(" ".join(map(str, table)) for table in sorted(twins, key=len)[:2])
    return judged(False, f"{shown} both have {total}. The proof holds all the same.")


@CLAIMS.claim("nim-theorem", "002:405", "Whoever begins with a special table loses.")
def nim_theorem() -> Verdict:
    tried = 0
    for count in range(1, 6):
        won: dict[tuple[int, ...], bool] = {}
        for heaps in product(range(8), repeat=count):
            won[heaps] = any(
                not won[heaps[:at] + (left,) + heaps[at + 1 :]]
                for at in range(count)
                for left in range(heaps[at])
            )
            tried += 1
            assert won[heaps] == (nim.special_row(heaps) != 0), heaps
    return judged(True, f"{tried} positions were played to the end.")


@CLAIMS.claim("nim-columns", "002:545", "The columns n are found by 2^(n-1) < Y <= 2^n.")
def nim_columns() -> Verdict:
    def columns(y: int) -> int:
        return next(n for n in range(10) if 2 * y > 2**n >= y)

    wrong = [y for y in range(1, 65) if columns(y) != y.bit_length()]
    return judged(
        not wrong, f"One too few for {wrong[0]}, {wrong[1]}, {wrong[2]}, {wrong[3]} and so on."
    )
