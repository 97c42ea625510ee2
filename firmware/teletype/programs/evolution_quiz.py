# SPDX-License-Identifier: MIT
"""The questions of `evolution` with `quiz=`: its docstring says what they are."""

# covers 002:1518

from array import array

from teletype.core.request import Numbers, working


def ask(setup, begun, printed):
    """Asks how the evolution goes on, which is computed first; returns the verdict.

    `begun(setup)` is it at time 0, `printed(evolution)` its rows.
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
    """The question, with what `_repeats` has found; returns the verdict."""
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
    """The tick of the first figure that comes again, and that when it does; None within r ticks.

    Where it stands does not matter, how old its cells are does.
    """
    evolution = begun(setup)
    marks = array("i")  # where those of two figures are equal, the figures are compared
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
    """The cells and their ages, wherever they are."""
    figure = bytearray((0,))
    if evolution.living:
        left, right = evolution.left - 1, evolution.right
        figure[0] = right - left
        n = evolution.n
        for start in range((evolution.top - 1) * n, evolution.bottom * n, n):
            figure += evolution.grid[start + left : start + right]
    return bytes(figure)
