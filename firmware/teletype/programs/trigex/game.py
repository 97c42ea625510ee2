# SPDX-License-Identifier: MIT
"""Trigex: nine fields on nine lines of three; the first to own a whole line wins.

After V. N. Kasatkin, 1980. The board is a sequence indexed by field 1..9 (index 0 is unused) of
EMPTY, OWN (the machine's) and OTHER (the person's). The sum of a line identifies its pieces. The
numbers are the book's: only two own pieces and an empty field give 2, only two of the person's and
an empty field give 10. Of two people the first one has the machine's pieces.

The machine begins, and wins. With `first=you` the person begins, and can win. The rules and their
source: `dialogue`.
"""

# covers 002:254

from teletype.engines import game

EMPTY, OWN, OTHER = 0, 1, 5

LINES = (
    (1, 2, 8),
    (1, 3, 6),
    (1, 4, 7),
    (2, 6, 9),
    (2, 3, 4),
    (3, 5, 8),
    (5, 4, 9),
    (5, 6, 7),
    (7, 8, 9),
)
"""The lines, in the order of the listing."""

_SECOND = (
    (0, 3, 2, 3, 2, 2, 6, 3, 3),
    (3, 0, 1, 1, 1, 1, 3, 3, 4),
    (2, 1, 0, 1, 6, 2, 2, 2, 1),
)
"""Table 1 of the book: rows the machine's first field 1..3, columns the answer 1..9."""


def second(first, answer):
    """Return the machine's second field after its `first` field 1..3 and the `answer`."""
    return _SECOND[first - 1][answer - 1]


def _sum(fields, line):
    return fields[line[0]] + fields[line[1]] + fields[line[2]]


def _empty(fields, line):
    for field in line:
        if fields[field] == EMPTY:
            return field
    return 0  # cannot happen: the sums 2 and 10 leave a field


def completed(fields, who):
    """Return whether `who`, OWN or OTHER, has a whole line."""
    for line in LINES:
        if _sum(fields, line) == 3 * who:
            return True
    return False


def winning(fields):
    """Type а: return the field that completes the first own line, 0 if there is none."""
    for line in LINES:
        if _sum(fields, line) == 2 * OWN:
            return _empty(fields, line)
    return 0


def closing(fields):
    """Type б: return the last field found that closes the person's line, 0 if there is none."""
    found = 0
    for line in LINES:
        if _sum(fields, line) == 2 * OTHER:
            found = _empty(fields, line)
    return found


def forking(fields):
    """Type в: return the first empty field that makes two threats at once, 0 if there is none."""
    for field in range(1, 10):
        if fields[field] != EMPTY:
            continue
        threats = 0
        for line in LINES:
            if field in line and _sum(fields, line) == OWN:
                threats += 1
        if threats >= 2:
            return field
    return 0


def value(fields, who):
    """Return the best result of the player to move, `who`: 1 a win, 0 a draw, -1 a loss."""
    best = -1
    full = True
    for field in range(1, 10):
        if fields[field] != EMPTY:
            continue
        full = False
        best = max(best, _after(fields, who, field))
        if best > 0:
            break
    return 0 if full else best


def _after(fields, who, field):
    """Return the same after `who` has taken `field`."""
    fields[field] = who
    found = 1 if completed(fields, who) else -value(fields, OWN + OTHER - who)
    fields[field] = EMPTY
    return found


class Game(game.Game):
    """A move is (field,).

    fields  the board
    first   the machine's first field, if it begins
    taken   the first field of the person; 0 for none
    line    the number of the completed line; -1 for none
    """

    def __init__(self, setup):
        game.Game.__init__(self, setup)
        self.fields = [EMPTY] * 10
        self.first = setup["m"]
        self.taken = 0
        self.line = -1
        self._second = setup.get("first") == "you"
        if not (self.two or self._second):
            self.turn = game.MACHINE

    def _sign(self):
        """Return the piece of whoever is to move."""
        return OWN if self.turn == (game.PERSON if self.two else game.MACHINE) else OTHER

    def legal(self, move):
        (field,) = move
        return 1 <= field <= 9 and self.fields[field] == EMPTY

    def play(self, move):
        (field,) = move
        sign = self._sign()
        self.fields[field] = sign
        if self.turn == game.PERSON:
            self.taken = self.taken or field
        for index in range(len(LINES)):
            if _sum(self.fields, LINES[index]) == 3 * sign:
                self.line = index
        if self.line >= 0:
            return self.turn
        return None if EMPTY in self.fields[1:] else game.DRAW

    def best(self):
        """Return a first field of a person who begins: any of them wins."""
        return None if self.moves else (self.first,)

    def reply(self):
        """Return the machine's move."""
        fields = self.fields
        if not self.moves:
            return (self.first,)
        if self.moves == 2:  # it has begun
            return (second(self.first, self.taken),)
        field = winning(fields) or closing(fields) or forking(fields)
        if not field and self._second:  # if the machine begins, there is always one
            field = fields.index(EMPTY, 1)
        return (field,)

    def _search(self):
        """Return the best result of whoever is to move, and the first field that reaches it.

        A generator that yields None while it works, for at most seven empty fields.
        """
        fields = list(self.fields)
        who = self._sign()
        best = -1
        found = 0
        for field in range(1, 10):
            if fields[field] != EMPTY or best > 0:
                continue
            result = 1
            fields[field] = who
            if not completed(fields, who):  # in steps: with six fields left it takes long
                if EMPTY not in fields[1:]:
                    result = 0
                for reply in range(1, 10):
                    if fields[reply] == EMPTY and result > -1:
                        yield None
                        result = min(result, -_after(fields, OWN + OTHER - who, reply))
            fields[field] = EMPTY
            if result > best:
                best = result
                found = field
        return best, found

    def judge(self, move):
        """Judge the moves of two people, or of one who begins: nobody else can win. Any first two
        fields leave the win to whoever began.
        """
        if not self.legal(move):
            yield None
            return
        if self.moves < 2 or not (self.two or self._second):
            yield not self.moves, None, ""
            return
        best, field = yield from self._search()
        lost = _after(list(self.fields), self._sign(), move[0]) < best
        yield best > 0, (field,) if lost else None, ""

    def hint(self):
        best = -1
        if self.moves > 1:
            best, field = yield from self._search()
        yield (field,) if best >= 0 else None

    def outcome(self, wins):
        if self._second:
            yield game.Outcome(True, game.PERSON)
        else:
            yield game.Outcome(False, game.MACHINE, {"first": "you"})
