# SPDX-License-Identifier: MIT
"""Where did I lose? The lesson of a game that was played, from its tape.

`lesson` reads the events of a tape (`core.tape.follow`) and judges each move of the person by
`teletype.engines.teacher`. It tells of the last game on the tape that was over.
"""

from teletype.core.request import working
from teletype.core.tape import ANSWER, TapeError
from teletype.engines import misere_nim, nim, teacher
from teletype.engines.adviser import Adviser
from teletype.engines.race import Table
from teletype.programs.catalogue import LESSONS

PROGRAMS = LESSONS
"""Those that there are lessons for."""

BUDGET = 12000
"""Cards that the adviser may lay down in playouts, for each decision of Calculation."""

NEVER = "never"
"""The result where the person never had a position that could be won."""

NOTHING = "nothing"
"""Where nothing was given away that could be held."""


def lesson(name, setup, events):
    """A generator for a tape of the program `name`, started with `setup`.

    Yields `working`, and at the end NEVER, NOTHING, or the first move that lost: (number of the
    answer on the tape, the answer, what would have won, a note or ""), texts. The note of
    Calculation has the chances of both, per cent. TapeError for a program without lessons.
    """
    if name == "trigex":
        yield NEVER
    elif name == "nim":
        yield from _heaps(setup, events)
    elif name == "race":
        yield from _race(setup, events)
    elif name == "misere-nim":
        yield from _misere(events)
    elif name == "yen":
        yield from _yen(events)
    elif name in PROGRAMS:
        yield from _calculation(events)
    else:
        raise TapeError("%s: its games cannot be analysed" % name)


def _numbers(text):
    """The numbers in a line of paper."""
    figures = "".join([char if char.isdigit() else " " for char in text])
    return [int(word) for word in figures.split()]


def _heaps(setup, events):
    heaps = list(setup["heaps"])
    count = 0
    held = False
    found = None
    for event in events:
        if event is working:
            yield working
            continue
        kind, text, _, values = event
        if kind == ANSWER:
            count += 1
            held = held or nim.special_row(heaps) > 0
            group, left = values
            if not (1 <= group <= len(heaps) and 0 <= left < heaps[group - 1]):
                continue
            after = list(heaps)
            after[group - 1] = left
            better = teacher.nim_better(heaps, after)
            if better and not found:
                at = next(index for index in range(len(heaps)) if heaps[index] != better[index])
                found = count, text, "T=%d L=%d" % (at + 1, better[at]), ""
            heaps = after
        elif text[:2] == "T=":
            group, left = _numbers(text)
            heaps[group - 1] = left
    yield found or (NOTHING if held else NEVER)


def _race(setup, events):
    table = Table(setup["n"], setup["m"])
    for _ in table.scan():
        yield working
    cell = last = count = 0
    held = False
    found = None
    for event in events:
        if event is working:
            yield working
            continue
        kind, text, _, values = event
        if kind == ANSWER:
            count += 1
            held = held or table.reply(cell, last) > 0
            reached, number = values
            if reached - number != cell or number == last or not 1 <= number <= setup["m"]:
                continue
            better = teacher.race_better(table, cell, last, number)
            if better and not found:
                found = count, text, "T=%d P=%d" % (cell + better, better), ""
            cell = reached
        elif text[:2] == "T=":
            cell, last = _numbers(text)
    yield found or (NOTHING if held else NEVER)


def _misere(events):
    last = None
    """What the machine left; None before the first position of a game."""
    before = None
    count = 0
    moved = held = False
    """Whether the person has moved, and from a position to win."""
    found = None
    result: tuple | str | None = None
    for event in events:
        if event is working:
            yield working
            continue
        kind, text, _, values = event
        if kind == ANSWER:
            count += 1
            before = None
            if not any(values):
                last = found = None
                moved = held = False
            elif last is None:
                before = values
            elif misere_nim.legal(last, values) and min(values) >= 0:
                before = values
                moved = True
                held = held or not misere_nim.lost(last)
                better = teacher.misere_nim_better(last, values)
                if better and not found:
                    shown = " ".join([str(heap) for heap in better])
                    found = count, text, shown, ""
        elif text[-1:].isdigit():
            position = _numbers(text)
            if before and position != list(before):
                last = position
        elif text[-4:] == "WON." and moved:
            result = found or (NOTHING if held else NEVER)
    yield result or found or (NOTHING if held else NEVER)


def _yen(events):
    rounds = []
    count = 0
    played = []
    answered = ""
    for event in events:
        if event is working:
            yield working
            continue
        kind, text, _, _ = event
        if kind == ANSWER:
            count += 1
            answered = text
        elif text[2:3] == ":":
            number, bid, other = _numbers(text)[:3]
            if number == 1:
                rounds = []
            rounds.append((count, answered, bid, other))
        elif text[:4] == "    ":  # the end of a game
            played = rounds
    yield _yen_game(played) if count else NEVER


def _yen_game(rounds):
    """The lesson of a game: for each round the number of the answer, its text, and both bids."""
    left = sum([bid for _, _, bid, _ in rounds])
    lead = 0
    result = NEVER
    for at in range(len(rounds)):
        count, text, bid, other = rounds[at]
        others = [rounds[index][3] for index in range(at, len(rounds))]
        better = teacher.yen_better(left, lead, bid, others)
        if better is not None:
            return count, text, "BID=%d" % better, ""
        if lead + teacher.yen_most(left, others)[0] > 0:
            result = NOTHING
        mine, theirs = teacher.settle(bid, other)
        left -= bid
        lead += mine - theirs
    return result


def _calculation(events):
    adviser = Adviser(BUDGET)
    yield working
    count = 0
    found = None
    for event in events:
        if event is working:
            yield working
            continue
        kind, text, request, values = event
        if kind != ANSWER:
            yield working
            continue
        count += 1
        answers = request.answers
        if not answers or found:
            continue
        for decision in answers:
            if answers[decision] == values:
                break
        else:
            continue
        table, hand = request.table, request.hand
        yield working
        for better in teacher.calculation_better(adviser, table, hand, decision):
            if better is None:
                yield working
        if better:
            shown = request.format(answers[better[0]])
            found = count, text, shown, "%d %% > %d %%" % better[1:]
    yield found or NOTHING
