# SPDX-License-Identifier: MIT
"""Where did I lose? The lesson of a finished game, from its tape.

`lesson` reads the events of a tape (`core.tape.follow`) and judges each move of the person with
`teletype.engines.teacher`. It reports on the last finished game on the tape, and on both people if
two have played.
"""

# covers 000:116a

from teletype.core.request import working
from teletype.core.tape import ANSWER, TapeError
from teletype.engines import nim, teacher
from teletype.engines.adviser import Adviser
from teletype.programs.misere_nim import game as misere_limited
from teletype.programs.race.game import Table
from teletype.programs.trigex import game as trigex

PROGRAMS = ("calculation-cobol", "calculation-fortran", "calculation-lisp")
"""The editions of Calculation."""

BUDGET = 12000
"""The cards that the adviser may lay in playouts for each decision of Calculation."""

NEVER = "never"
"""The result if the person never had a position that could be won."""

NOTHING = "nothing"
"""The result if the person gave away nothing."""


def lesson(name, setup, events):
    """A generator for a tape of the program `name`, started with `setup`.

    Yields `working`, and at the end a result, or a list of A's and B's if two people have played.
    A result is NEVER, NOTHING, or the first move that lost: (number of the answer on the tape, the
    answer, the winning move, a note or ""), texts. The note of Calculation has the chances of
    both, per cent. Raises TapeError for a program without lessons.
    """
    two = bool(setup.get("players"))
    if name == "trigex":
        if two or setup.get("first") == "you":
            yield from _trigex(events, two)
        else:
            yield NEVER
    elif name == "nim":
        yield from _heaps(setup, events, two)
    elif name == "race":
        yield from _race(setup, events, two)
    elif name == "misere-nim":
        game = misere_limited.game(setup)
        yield from _misere_two(events, game) if two else _misere(events, game)
    elif name == "yen":
        yield from _yen(events, two, setup.get("takes") == "higher")
    elif name in PROGRAMS:
        yield from _calculation(events)
    else:
        raise TapeError("%s: its games cannot be analysed" % name)


def _numbers(text):
    """Return the numbers in a line of paper."""
    figures = "".join([char if char.isdigit() else " " for char in text])
    return [int(word) for word in figures.split()]


class _Judged:
    """The findings on a person's moves.

    held   whether the person had a position that could be won
    found  the first move that gave it away
    """

    def __init__(self):
        self.held = False
        self.found = None

    def result(self):
        return self.found or (NOTHING if self.held else NEVER)


def _people(two):
    return [_Judged(), _Judged()] if two else [_Judged()]


def _results(people):
    """Return the result of one person, or those of both."""
    results = [person.result() for person in people]
    return results if len(results) > 1 else results[0]


def _heaps(setup, events, two):
    heaps = list(setup["heaps"])
    count = 0
    people = _people(two)
    for event in events:
        if event is working:
            yield working
            continue
        kind, text, request, values = event
        if kind == ANSWER:
            count += 1
            person = people[request.player == "B"]
            person.held = person.held or nim.special_row(heaps) > 0
            group, left = values
            if not (1 <= group <= len(heaps) and 0 <= left < heaps[group - 1]):
                continue
            after = list(heaps)
            after[group - 1] = left
            better = teacher.nim_better(heaps, after)
            if better and not person.found:
                at = next(index for index in range(len(heaps)) if heaps[index] != better[index])
                person.found = count, text, "T=%d L=%d" % (at + 1, better[at]), ""
            heaps = after
        elif text[:2] == "T=":
            group, left = _numbers(text)
            heaps[group - 1] = left
    yield _results(people)


def _race(setup, events, two):
    table = Table(setup["n"], setup["m"])
    for _ in table.scan():
        yield working
    cell = last = count = 0
    people = _people(two)
    for event in events:
        if event is working:
            yield working
            continue
        kind, text, request, values = event
        if kind == ANSWER:
            count += 1
            person = people[request.player == "B"]
            person.held = person.held or table.reply(cell, last) > 0
            reached, number = values
            if reached - number != cell or number == last or not 1 <= number <= setup["m"]:
                continue
            better = teacher.race_better(table, cell, last, number)
            if better and not person.found:
                person.found = count, text, "T=%d P=%d" % (cell + better, better), ""
            cell = reached
            if two:
                last = number
        elif text[:2] == "T=":
            cell, last = _numbers(text)
    yield _results(people)


def _trigex(events, two):
    """Judge two people, or one who begins; not the first two moves, as any first field wins."""
    fields = [trigex.EMPTY] * 10
    people = _people(two)
    people[0].held = True
    count = taken = 0
    mine, others = (trigex.OWN, trigex.OTHER) if two else (trigex.OTHER, trigex.OWN)
    for event in events:
        if event is working:
            yield working
            continue
        kind, text, request, values = event
        if kind != ANSWER:
            if text[:2] == "N=":
                fields[_numbers(text)[0]] = others
                taken += 1
            continue
        count += 1
        field = values[0]
        if not 1 <= field <= 9 or fields[field] != trigex.EMPTY:
            continue
        second = request.player == "B"
        who = others if second else mine
        person = people[second]
        taken += 1
        if taken > 2:
            for judged in teacher.trigex_better(fields, who, field):
                if judged is None:
                    yield working
            best, better = judged
            person.held = person.held or best > 0
            if better and not person.found:
                person.found = count, text, "L=%d" % better, ""
        fields[field] = who
    yield _results(people)


def _misere_two(events, game):
    """Judge two people, who answer with the position that they leave."""
    last = None
    """The position that the opponent left; None before the first one of a game."""
    count = 0
    moved = False
    people = _people(True)
    results = None
    for event in events:
        if event is working:
            yield working
            continue
        kind, text, request, values = event
        if kind != ANSWER:
            if text[-4:] == "WON.":
                if moved:
                    results = _results(people)
                last = None
            continue
        count += 1
        if not any(values):
            last = None
            moved = False
            people = _people(True)
        elif min(values) >= 0 and (last is None or game.legal(last, values)):
            if last is not None:
                moved = True
                person = people[request.player == "B"]
                person.held = person.held or not game.lost(last)
                better = teacher.misere_nim_better(last, values, game)
                if better and not person.found:
                    shown = " ".join([str(heap) for heap in better])
                    person.found = count, text, shown, ""
            last = values
    yield results or _results(people)


def _misere(events, game):
    last = None
    """The position that the machine left; None before the first one of a game."""
    before = None
    count = 0
    moved = held = False
    """Whether the person has moved, and whether from a position that could be won."""
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
            elif game.legal(last, values) and min(values) >= 0:
                before = values
                moved = True
                held = held or not game.lost(last)
                better = teacher.misere_nim_better(last, values, game)
                if better and not found:
                    shown = " ".join([str(heap) for heap in better])
                    found = count, text, shown, game.case(last)
        elif text[-1:].isdigit():
            position = _numbers(text)
            if before and position != list(before):
                last = position
        elif text[-4:] == "WON." and moved:
            result = found or (NOTHING if held else NEVER)
    yield result or found or (NOTHING if held else NEVER)


def _yen(events, two, higher):
    rounds = []
    count = 0
    played = []
    answered = [(0, ""), (0, "")]
    """The last answers of the person, or of both: their numbers and texts."""
    for event in events:
        if event is working:
            yield working
            continue
        kind, text, request, _ = event
        if kind == ANSWER:
            count += 1
            answered[request.player == "B"] = count, text
        elif text[2:3] == ":":
            number, bid, other = _numbers(text)[:3]
            if number == 1:
                rounds = []
            rounds.append((answered[0], answered[1], bid, other))
        elif text[:4] == "    ":  # the end of a game
            played = rounds
    first = NEVER
    if count:
        mine = [each[0] + (each[2], each[3]) for each in played]
        for first in _yen_game(mine, higher):
            if first is working:
                yield working
    if two:
        theirs = [each[1] + (each[3], each[2]) for each in played]
        for second in _yen_game(theirs, higher):
            if second is working:
                yield working
        yield [first, second]
    else:
        yield first


def _yen_game(rounds, higher):
    """Judge a game: a generator like `lesson`.

    `rounds`: for each round the number of the answer, its text, and both bids; `higher`: the
    higher bid takes both.
    """
    left = sum([bid for _, _, bid, _ in rounds])
    lead = 0
    result = NEVER
    for at in range(len(rounds)):
        count, text, bid, other = rounds[at]
        others = [rounds[index][3] for index in range(at, len(rounds))]
        better = teacher.yen_better(left, lead, bid, others, higher)
        if better is not None:
            yield count, text, "BID=%d" % better, ""
            return
        yield working
        if lead + teacher.yen_most(left, others, higher)[0] > 0:
            result = NOTHING
        mine, theirs = teacher.settle(bid, other, higher)
        left -= bid
        lead += mine - theirs
    yield result


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
        table, hand, seen = request.table, request.hand, request.seen
        yield working
        for better in teacher.calculation_better(adviser, table, hand, decision, seen):
            if better is None:
                yield working
        if better:
            shown = request.format(answers[better[0]])
            found = count, text, shown, "%d %% > %d %%" % better[1:]
    yield found or NOTHING
