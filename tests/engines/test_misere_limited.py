# SPDX-License-Identifier: MIT
"""Both readings of Igarashi's limited Nim, against every move of every position: no theory."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest

from teletype.programs.misere_nim import strategy as misere_nim
from teletype.programs.misere_nim.game import Few, Moore, lost_start
from teletype.programs.misere_nim.game import rules as rules_of

Heaps = tuple[int, ...]


def few(heaps: Heaps, most: int) -> Iterator[Heaps]:
    """Every position after at most so many stones of one heap."""
    for index, heap in enumerate(heaps):
        for taken in range(1, min(heap, most) + 1):
            yield heaps[:index] + (heap - taken,) + heaps[index + 1 :]


def moore(heaps: Heaps, most: int) -> Iterator[Heaps]:
    """Every position after stones of at most so many heaps."""
    for count in range(1, most + 1):
        for chosen in combinations([at for at, heap in enumerate(heaps) if heap], count):
            for left in product(*[range(heaps[at]) for at in chosen]):
                after = list(heaps)
                for at, rest in zip(chosen, left, strict=True):
                    after[at] = rest
                yield tuple(after)


def limits(count: int) -> list[dict[str, int]]:
    """The limits of a move with so many heaps; {} without one."""
    touched = [{"touch": most} for most in range(2, min(6, count))]
    return [{}, *touched, *[{"take": most} for most in (2, 3, 4, 5, 6, 9, 99)]]


@pytest.mark.parametrize(
    ("count", "limit"), [(count, limit) for count in range(2, 7) for limit in limits(count)]
)
def test_offered_starts_can_be_won(count: int, limit: dict[str, int]) -> None:
    """The machine moves first, and every move of it loses."""

    @cache
    def wins(heaps: Heaps) -> bool:
        if not any(heaps):
            return True
        if "touch" in limit:
            after = moore(heaps, limit["touch"])
        else:
            after = few(heaps, limit.get("take", 99))
        return any(not wins(tuple(sorted(each))) for each in after)

    start: Heaps = ()
    for _ in range(3):
        start = lost_start(rules_of(limit), count, sum(start))
        assert len(start) == count and min(start) > 0 and not wins(start), start


CASES = [
    *[(Few, few, most, 3, 12) for most in (1, 2, 3, 4, 5, 6, 7)],
    *[(Few, few, most, 4, 6) for most in (1, 2, 3, 4)],
    *[(Few, few, most, 6, 2) for most in (1, 2, 3)],
    (Few, few, 99, 2, 30),
    (Moore, moore, 2, 3, 12),
    *[(Moore, moore, most, 4, 5) for most in (1, 2, 3)],
    *[(Moore, moore, most, 5, 3) for most in (2, 3, 4)],
    *[(Moore, moore, most, 6, 2) for most in (1, 2, 3, 4, 5)],
]


@pytest.mark.parametrize(("rules", "moves", "most", "count", "high"), CASES)
def test_every_position(rules, moves, most: int, count: int, high: int) -> None:  # type: ignore[no-untyped-def]
    """Whoever finds no stone has won. A reply is legal, leaves a stone, and keeps every win."""

    @cache
    def wins(heaps: Heaps) -> bool:
        if not any(heaps):
            return True
        return any(not wins(tuple(sorted(after))) for after in moves(heaps, most))

    played = rules(most)
    for heaps in product(range(high + 1), repeat=count):
        if not any(heaps):
            continue
        won = wins(tuple(sorted(heaps)))
        assert played.lost(heaps) != won, heaps
        if sum(heaps) < 2:
            continue
        after = tuple(played.reply(heaps))
        assert any(after) and after in set(moves(heaps, most)), (heaps, after)
        if won:
            assert not wins(tuple(sorted(after))), (heaps, after)
        else:
            largest = heaps.index(max(heaps))
            assert after == heaps[:largest] + (heaps[largest] - 1,) + heaps[largest + 1 :]


@pytest.mark.parametrize(
    ("rules", "moves", "most"),
    [(Few, few, 2), (Few, few, 3), (Moore, moore, 2), (Moore, moore, 1)],
)
def test_legal_is_a_move(rules, moves, most: int) -> None:  # type: ignore[no-untyped-def]
    played = rules(most)
    for heaps in product(range(5), repeat=3):
        legal = set(moves(heaps, most))
        for after in product(range(6), repeat=3):
            assert played.legal(heaps, after) == (after in legal)


def test_moore_with_one_heap_is_the_game_of_the_paper() -> None:
    for heaps in product(range(7), repeat=3):
        if sum(heaps) > 1:
            assert Moore(1).lost(heaps) == misere_nim.lost(heaps)


def test_the_rules_that_a_setup_wants() -> None:
    assert rules_of({}) is misere_nim
    assert isinstance(rules_of({"touch": 2, "take": None}), Moore)
    assert isinstance(rules_of({"touch": None, "take": 3}), Few)
