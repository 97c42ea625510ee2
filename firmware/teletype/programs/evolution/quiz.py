# SPDX-License-Identifier: MIT
"""The questions of `evolution` with `quiz=`; its docstring describes them."""

# covers 002:1518

from array import array

from teletype.core.request import Numbers, working


def ask(setup, begun, printed):
    """Compute how the evolution goes on, ask about it, and return the verdict.

    `begun(setup)` returns the evolution at time 0, `printed(evolution)` its rows.
    """
    yield from printed(begun(setup))
    yield ""
    found = yield from _repeats(setup, begun)
    if found is None:
        verdict = "ЗА %d ТАКТОВ ПОВТОРЕНИЯ НЕТ" % setup["r"]
    else:
        verdict = yield from _asked(setup, found)
    yield verdict
    yield ""
    return verdict


def _asked(setup, found):
    """Ask the question, with the result `found` of `_repeats`; return the verdict."""
    pulse = setup["quiz"] == "pulse"
    right = found[1] - found[0] if pulse else found[0]
    if pulse:
        yield "ЗА СКОЛЬКО ТАКТОВ ОДНА ПУЛЬСАЦИЯ? (0: НЕ ЗНАЮ)"
    else:
        yield "С КАКОГО ТАКТА ФИГУРЫ ПОВТОРЯЮТСЯ? (0: НЕ ЗНАЮ)"
    request = Numbers(("T", 0, setup["r"]))
    answer = (yield request)[0]
    while answer and answer != right:
        yield "НЕВЕРНО"
        answer = (yield request)[0]
    return "ВЕРНО" if answer == right else "ОТВЕТ: %d" % right


def _repeats(setup, begun):
    """Find the tick of the first figure that repeats, and of its repetition; None within r ticks.

    Figures are compared with the ages of their cells, wherever they stand.
    """
    evolution = begun(setup)
    marks = array("i")  # figures with equal marks are compared in full
    for time in range(setup["r"] + 1):
        figure = _figure(evolution)
        mark = evolution.living << 16 | hash(figure) & 0xFFFF
        for first in range(time):
            if marks[first] == mark:
                before = begun(setup)
                for _ in range(first):
                    for _ in before.tick():
                        yield working
                if _figure(before) == figure:
                    return first, time
        marks.append(mark)
        if evolution.living:
            for _ in evolution.tick():
                yield working
        if evolution.narrow:
            return None
    return None


def _figure(evolution):
    """Return the cells and their ages, independent of the position."""
    figure = bytearray((0,))
    if evolution.living:
        left, right = evolution.left - 1, evolution.right
        figure[0] = right - left
        n = evolution.n
        for start in range((evolution.top - 1) * n, evolution.bottom * n, n):
            figure += evolution.grid[start + left : start + right]
    return bytes(figure)
