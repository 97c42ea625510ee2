# SPDX-License-Identifier: MIT
"""Random sessions of our programs, with legal and illegal answers."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from teletype.core.request import working
from teletype.core.session import Session
from teletype.programs import catalogue

Event = tuple[bool, str]
"""A line of paper (False), or an answer as a tape writes it (True)."""


class Play(NamedTuple):
    """A session that was played."""

    settings: str
    setup: dict[str, Any]
    events: list[Event]
    directives: list[str | None]
    """The answers as on the paper of the original; None where its source is silent."""
    ended: bool
    data: Mapping[str, object]

    @property
    def paper(self) -> list[str]:
        return [text for answer, text in self.events if not answer]

    @property
    def answers(self) -> list[str]:
        return [text for answer, text in self.events if answer]


Answer = Callable[[Any, list[Event]], str]
"""Returns an answer to a request, after the events so far."""


class Plan(NamedTuple):
    """A session to play: its setup line, its answers, and after how many of these it stops."""

    settings: str
    answer: Answer
    most: int = 200
    data: Mapping[str, object] = MappingProxyType({})
    """What the apparatus calls the session's data."""


def _none(request: Any, events: list[Event]) -> str:
    raise AssertionError("a program without questions asks one")


# Calculation


def _ranks(chance: Random) -> list[int]:
    """Return 52 cards: shuffled, or so that many fit a foundation at once."""
    if chance.random() < 0.6:
        cards = [rank for rank in range(1, 14) for _ in range(4)]
        chance.shuffle(cards)
        return cards
    rows = [[(step * place - 1) % 13 + 1 for place in range(1, 14)] for step in range(1, 5)]
    cards = []
    while any(rows):
        row = chance.choice([row for row in rows if row])
        cards.append(row.pop(0))
    for _ in range(chance.choice((0, 0, 2, 10))):
        one, other = chance.randrange(52), chance.randrange(52)
        cards[one], cards[other] = cards[other], cards[one]
    return cards


def _decisions(chance: Random, illegal: Callable[[Any], str]) -> Answer:
    """Answer with one of the request's legal decisions, with higher stacks in greedy sessions."""
    greedy = chance.choice((0.2, 0.9, 1.0))
    wrong = chance.choice((0.0, 0.0, 0.02, 0.2, 0.9))
    tall = chance.random() < 0.1  # everything on one talon

    def answer(request: Any, events: list[Event]) -> str:
        if chance.random() < wrong:
            return illegal(request)
        legal = request.answers
        good = [decision for decision in legal if decision % 10 > 4]
        if tall and 1 in legal:
            good = [1]
        chosen = chance.choice(good if good and chance.random() < greedy else list(legal))
        given = legal[chosen]
        return given if isinstance(given, str) else str(given[0])

    return answer


def _cobol(chance: Random) -> Plan:
    stock = []
    for _ in range(chance.choice((1, 1, 2))):
        stock += _ranks(chance)[: chance.choice((5, 20, 52, 52, 52))] + [99]
    for _ in range(chance.choice((0, 0, 3))):  # neither a card nor the end
        stock.insert(chance.randrange(len(stock)), chance.choice((0, *range(14, 99))))

    def illegal(request: Any) -> str:
        if request.label == "WHERETO":
            return chance.choice("0123456789")
        return chance.choice(("00", "0", "15", "16", "28", "41", "55", "95", "04", "39"))

    return Plan(f"stock={','.join(map(str, stock))}", _decisions(chance, illegal), 400)


def _fortran(chance: Random) -> Plan:
    lucky = chance.choice((chance.randrange(10000), chance.randrange(-(1 << 40), 1 << 40)))
    decide = _decisions(
        chance, lambda request: str(chance.choice((0, -1, 99, 100, 98, 25, request.highs[0] + 1)))
    )

    def answer(request: Any, events: list[Event]) -> str:
        return decide(request, events) if request.names == ["N"] else str(lucky)

    return Plan("edition=printed", answer)


def _lisp(chance: Random) -> Plan:
    cards = _ranks(chance)[: chance.choice((3, 20, 52, 52))]
    wrong = ("T5", "X", "NIL", "(T1)", "F1", "F4", "t2", "5", "((T1 F1))", "(X)", "T")
    moves = ("((T1 F1))", "((T2 F4)(T4 F4))", "((X))", "((F1 T1))", "((T1 T2))", "(( T3 F2 ) (X))")

    def illegal(request: Any) -> str:
        return chance.choice(wrong if request.label == "WHERE" else moves)

    return Plan(f"stock={','.join(map(str, cards))}", _decisions(chance, illegal))


# The 10,000-yen game


def _yen(opponent: str) -> Callable[[Random], Plan]:
    def plan(chance: Random) -> Plan:
        style = chance.choice((1, 2, 5, 20))

        def answer(request: Any, events: list[Event]) -> str:
            low, high = request.lows[0], request.highs[0]
            if chance.random() < 0.05:
                return str(chance.choice((-1, high + 1, 20000)))
            return str(chance.randint(low, max(low, high // style)))

        settings = (
            f"opponent={opponent} games={chance.randint(1, 6)} seed={chance.randrange(10**9)}"
        )
        return Plan(settings, answer)

    return plan


# The others


def _walk(chance: Random) -> Plan:
    nu = chance.choice((1, 7, 97, 1000, 100000, chance.randint(1, 10**9)))
    places = chance.randint(0, 6)
    p = chance.randint(0, 10**places)
    values = {
        "chi": min(chance.randrange(10 * nu), 10**9),
        "lambda": chance.choice((54321, 21, chance.randrange(10**9))),
        "mu": chance.choice((56789, 1, chance.randrange(10**9))),
        "nu": nu,
        "p": f"{p // 10**places}.{p % 10**places:0{places}d}" if places else str(p),
        "time": chance.choice((0, 1, 20, 100, chance.randint(0, 100))),
        "sample": chance.choice((1, 64, 100, chance.randint(1, 200))),
    }
    return Plan(" ".join(f"{name}={value}" for name, value in values.items()), _none)


def _positions(chance: Random) -> Plan:
    def answer(request: Any, events: list[Event]) -> str:
        return " ".join(str(chance.randint(0, 9)) for _ in range(3))

    return Plan("limit=9", answer, 20)


# V. N. Kasatkin's programs


def _race(chance: Random) -> Plan:
    n = chance.randint(3, 60)
    m = chance.randint(2, min(n - 1, 9))

    def answer(request: Any, events: list[Event]) -> str:
        cell = request.values[0] - request.values[1]
        step = chance.randint(-1, m + 2) if chance.random() < 0.2 else chance.randint(1, m)
        if chance.random() < 0.1:
            return f"T={chance.randint(0, n + 2)} P={chance.randint(-1, m + 1)}"
        return f"T={cell + step} P={step}"

    return Plan(f"n={n} m={m}", answer, 60, {"n": n, "m": m})


def _trigex(chance: Random) -> Plan:
    m = chance.randint(1, 3)

    def answer(request: Any, events: list[Event]) -> str:
        return f"L={chance.randint(0, 10)}"

    return Plan(f"m={m}", answer, 60, {"m": m})


def _nim(chance: Random) -> Plan:
    most = chance.choice((3, 9, 30, 99))
    groups = [chance.randint(0, most) for _ in range(chance.randint(1, 7))]
    groups[chance.randrange(len(groups))] = chance.randint(1, most)

    def answer(request: Any, events: list[Event]) -> str:
        if chance.random() < 0.15:
            return f"T={chance.randint(-1, len(groups) + 1)} L={chance.randint(-2, most + 1)}"
        group, highest = request.values  # the first group with a move, and the smallest move
        if chance.random() < 0.5:
            return f"T={chance.randint(1, len(groups))} L={chance.randint(0, most)}"
        return f"T={group} L={chance.randint(0, highest)}"

    data = {
        "k": len(groups),
        "groups": ",".join(map(str, groups)),
        "rows": len(groups) + 1,
        "columns": max(groups).bit_length(),
    }
    return Plan(f"heaps={data['groups']}", answer, 60, data)


def _formula(chance: Random, depth: int) -> tuple[str, str]:
    """Return a random formula, and the arithmetic that the book has instead of it."""
    if depth == 0 or chance.random() < 0.15:
        at = chance.randrange(3)
        return "ABC"[at], "XYZ"[at]
    kind = chance.randrange(5)
    a, x = _formula(chance, depth - 1)
    if kind == 0:
        return f"~({a})", f"(1-{x})"
    b, y = _formula(chance, depth - 1)
    return (
        (f"({a})({b})", f"({x}×{y})"),
        (f"(({a})+({b}))", f"({x}+{y}-{x}×{y})"),
        (f"(({a})->({b}))", f"(1-{x}+{x}×{y})"),
        (f"(({a})<->({b}))", f"(1-({x}-{y})↑2)"),
    )[kind - 1]


def _logic(chance: Random) -> Plan:
    while True:
        formula, model = _formula(chance, 3)
        if all(letter in formula for letter in "ABC"):
            return Plan(f'formula="{formula}"', _none, 0, {"model": model})


def _dates(chance: Random) -> Plan:
    low, high = chance.choice(((1, 2736), (1900, 2100), (1582, 2736)))
    fields = {
        "d": [chance.randint(0, 31) for _ in range(2)],
        "m": [chance.randint(1, 12) for _ in range(2)],
        "g": [chance.randint(low, high) for _ in range(2)],
    }
    words = {name: ",".join(map(str, values)) for name, values in fields.items()}
    return Plan(" ".join(f"{name}={value}" for name, value in words.items()), _none, 0, {**words})


def _cards(chance: Random) -> Plan:
    k = chance.randint(1, 14)
    n = chance.randint(2, 12)
    likely = [chance.choice((0.0, 0.1, 0.5, 0.9, 1.0)) for _ in range(k)]

    def card() -> list[str]:
        return [str(int(chance.random() < each)) for each in likely]

    def answer(request: Any, events: list[Event]) -> str:
        return " ".join(card())

    training = [card() for _ in range(n)]
    data = {
        "n": n,
        "k": k,
        "cells": n * k,
        "cards": ",".join(cell for each in training for cell in each),
        "none": ",".join("0" * k),
    }
    return Plan(f"k={k} cards={','.join(map(''.join, training))}", answer, 10, data)


def _evolution(chance: Random) -> Plan:
    m, n = chance.randint(7, 16), chance.randint(7, 16)
    top, left = chance.randint(3, m - 4), chance.randint(3, n - 4)
    bottom, right = min(m - 2, top + 4), min(n - 2, left + 4)
    field = [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]
    cells = chance.sample(field, chance.randint(1, min(len(field), 12)))
    v1, v2, v3 = chance.choice(((2, 3, 3), (2, 3, 3), (1, 2, 3), (3, 4, 2), (2, 4, 4)))
    rows, columns = zip(*cells, strict=True)
    data: dict[str, object] = {
        **{"m": m, "n": n, "v1": v1, "v2": v2, "v3": v3},
        **{"z": chance.randint(0, 8), "r": chance.randint(0, 9)},
        **{"m1": min(rows), "m2": max(rows), "n1": min(columns), "n2": max(columns)},
        "k": len(cells),
        "pairs": 2 * len(cells),
        "cells": ",".join(f"{row},{column}" for row, column in cells),
    }
    words = [f"{name}={data[name]}" for name in ("m", "n", "v1", "v2", "v3", "z", "r")]
    words.append("cells=" + ",".join(f"{row}:{column}" for row, column in cells))
    return Plan(" ".join(words), _none, 0, data)


PLANS: dict[str, Callable[[Random], Plan]] = {
    "cards": _cards,
    "dates": _dates,
    "evolution": _evolution,
    "evolution-general": _evolution,
    "logic": _logic,
    "nim": _nim,
    "nim-general": _nim,
    "race": _race,
    "race-general": _race,
    "trigex": _trigex,
    "trigex-general": _trigex,
    "truth-table": _logic,
    "calculation-cobol": _cobol,
    "calculation-fortran": _fortran,
    "calculation-lisp": _lisp,
    "nim-table": _positions,
    "random-walk": _walk,
    "yen-always1000": _yen("always1000"),
    "yen-minus1": _yen("minus1"),
    "yen-random": _yen("random"),
}
"""By listing: a random session of our program."""


def played(program: str, plan: Plan) -> Play:
    """Play a session of our program on this Python."""
    offers, setup = catalogue.prepare(program, plan.settings)
    session = Session(offers.play(setup))
    events: list[Event] = []
    directives: list[str | None] = []
    while True:
        event = session.step()
        if event is None:
            return Play(plan.settings, setup, events, directives, True, plan.data)
        if isinstance(event, str):
            events.append((False, event))
        elif event is not working:
            if len(directives) == plan.most:
                return Play(plan.settings, setup, events, directives, False, plan.data)
            events.append((True, session.answer(plan.answer(event, events))[0]))
            directives.append(session.original)
