# SPDX-License-Identifier: MIT
"""Evolution («Эволюция») on the MIR-2: V. N. Kasatkin, 1980, chapter 4, «Эволюция на экране ЭВМ»,
and appendix, whose headings name the machine.

Conway's game "Life", after M. Gardner, with laws to choose. Cells live in m rows and n columns. A
cell lives on with v1 or v2 neighbours, if it has not lived z ticks; one is born with v3. Each tick
prints the rectangle around the living cells, `0` for a cell; r ticks are allowed.

Decisions, where the print is damaged or silent:
- The blank lines follow from the `СТРОКА` operators of the listing; fig. П5, the output, is lost.
- The chapter shows `*` and `0`, the general listing `0` and `1`, the concrete one `0` and `.`.
- When r ticks are over the listing stops silently; the chapter has a message for it, `ВРЕМЯ,
  ОТВЕДЕННОЕ ДЛЯ ЭВОЛЮЦИИ, ИСТЕКЛО` (`ОТВЕДЕНОЕ` in print). The listing is followed.
- The test for the edge, `(B-2)(M-1-H)(L-2)(N-1-P)=0`, exchanges B and H, the lowest and the
  highest row: it misses the upper and lower edges, and the array overflows. Here it is
  `(H-2)(M-1-B)(L-2)(N-1-P)=0`. The state that comes too near is not shown.
- Misprints corrected: `A[Г[2×I-1],Г[2×I]]` (`G2×I-1`, `G2×I` in the general listing), `H=I`
  (`H=1`), I for the digit 1 in label 1 and in M1-1 and N1-1 (six times), `S=0;` (`S=0:`), and lost
  brackets: after the picture's rows, `L=J`, label 3 and the last two loops.
- `A<2(Z+1)` and `A<2↑(Z+1)` of the listings are `A<=2↑(Z+1)`, as in the chapter: a cell is shown
  at most z+1 times.
- The chapter wants three kinds of neighbours: a rook's move, the four diagonal fields, or all
  eight. The listing knows only the eight; `neighbours=rook` and `bishop` are added.
- The start rectangle m1..m2, n1..n2 is the one around the cells. The given one may be larger, and
  is then shown so at time 0. One that leaves cells out is refused.
- The listing needs cells in rows 3..m-2, columns 3..n-2 and does not check it; others are refused.
  A cell that is given twice counts once.
- Limits: m 5..64 and n 5..128, the screen of the handheld; the book's minimum is 5. v1, v2, v3
  0..8. r 0..9999, z 0..9999. A cell's age is counted in a byte, so z is at most 252, or else at
  least r: then no cell dies of age. At most 500 cells.

The restored listing prints the same in random sessions: `host_tools lab originals`.

Our options, without which the paper is unchanged:
- `space=plane`: the field lies in the middle of a plane of 1000 rows and columns with space for
  1000 cells. If cells reach the plane's edge or exceed that number, the program reports that it is
  too narrow. The book follows one structure to tick 460. Here it can be followed to 1103, where it
  has settled, and on to 2037. v3 is at least 1 there.
- `rule=B36/S23`, or a name such as `highlife`, with `space=plane`: any rule of two states that
  counts the eight neighbours, instead of v1, v2, v3. `cells=` also takes the name of a structure,
  or a run length encoded pattern (`bo$2bo$3o!`). The pattern goes into the middle of the field of
  15 x 15, or into its upper left corner if it is larger.
- `quiz=pulse` asks the book's question about the figure eight: how many ticks does one pulse take?
  A pulse ends when the same figure appears again, also elsewhere (like the glider). `quiz=settles`
  asks from which tick on figures repeat, or at which all cells are dead. The machine looks r ticks
  ahead; 0 lets it tell the answer. Then it prints the ticks as a proof, and the verdict again,
  because fast paper has scrolled past it.

The book on structures: five pentominoes die "on the fifth move". In fact five die, at ticks 3, 3,
4, 4 and 5 (Y, Z, P, U, N).
"""

# covers 002:1280, 002:1398, 002:2303

from teletype.core.request import Malformed, folded, integer, working
from teletype.core.setup import Choice, Field, Integer, SetupError
from teletype.engines import structures
from teletype.engines.evolution import FOREVER, Evolution
from teletype.loading import load
from teletype.programs import base

QUIZ_TICKS = 999
"""The most ticks that the machine looks ahead."""

LARGEST = 128
"""The most columns; the most rows are fewer."""

_FIELD = 15
"""The default rows and columns of the field."""


def _patterns():
    """Return the reader of patterns, which few setups need."""
    return load("teletype.engines.patterns", Program)


class Cells(Field):
    """A setup field: 1..500 cells `row:column`; the value is bytes, a row, a column, a row, ..."""

    most = 500
    editor = "programs.evolution.picture_editor"
    counted = 2

    def allowed(self):
        return "1..%d cells row:column, separated by commas" % self.most

    def parse(self, text):
        cells = bytearray()
        if text.strip()[-1:] == "!":
            return self._placed(text)
        if ":" not in text:
            wanted = folded(text.strip())
            for name, rows in structures.STRUCTURES:
                if folded(name) == wanted:
                    return self._placed(rows.replace("/", "\n"))
        end = -1
        while end < len(text):
            start = end + 1
            end = text.find(",", start)
            if end < 0:
                end = len(text)
            word = text[start:end].strip()
            row, colon, column = word.partition(":")
            if not colon:
                raise Malformed("'%s' is not row:column" % word)
            for number in (integer(row.strip()), integer(column.strip())):
                if not 1 <= number <= LARGEST:
                    raise Malformed("%s is out of range" % word)
                cells.append(number)
        if len(cells) > 2 * self.most:
            raise Malformed("too many cells")
        return bytes(cells)

    def _placed(self, text):
        """Return the cells of a pattern, placed as the docstring of this module says."""
        patterns = _patterns()
        try:
            found, _ = patterns.read(text)
        except patterns.PatternError as error:
            raise Malformed(str(error))
        high = found[-1][0] + 1
        wide = max([column for _, column in found]) + 1
        if high > LARGEST - 4 or wide > LARGEST - 4:
            raise Malformed("a pattern of %d rows and %d columns is too large" % (high, wide))
        top = max(3, (_FIELD - high) // 2 + 1)
        left = max(3, (_FIELD - wide) // 2 + 1)
        cells = bytearray()
        for row, column in found:
            cells.append(top + row)
            cells.append(left + column)
        return bytes(cells)

    def named(self, value):
        """Return the number of the structure that the cells form, wherever it is, or -1."""
        everything = structures.STRUCTURES
        top = min([value[at] for at in range(0, len(value), 2)])
        left = min([value[at] for at in range(1, len(value), 2)])
        for index in range(len(everything)):
            if structures.cells(everything[index][1], top, left) == value:
                return index
        return -1

    def format(self, value):
        return ",".join(["%d:%d" % (value[at], value[at + 1]) for at in range(0, len(value), 2)])


class Rule(Field):
    """A setup field: a rule of two states, as `B36/S23` or by its name."""

    def allowed(self):
        names = [name for name, _ in _patterns().NAMES]
        return "a rule like B36/S23, or %s" % ", ".join(names)

    def parse(self, text):
        patterns = _patterns()
        try:
            return patterns.rule(text)
        except patterns.PatternError as error:
            raise Malformed(str(error))


FIELDS = (
    Integer("m", 15, 5, 64),
    Integer("n", 15, 5, LARGEST),
    Integer("v1", 2, 0, 8),
    Integer("v2", 3, 0, 8),
    Integer("v3", 3, 0, 8),
    Integer("z", 6, 0, 9999),
    Integer("r", 5, 0, 9999),
    Cells("cells", bytes((4, 5, 5, 6, 6, 4, 6, 5, 6, 6))),
    Choice("neighbours", "king", ("king", "rook", "bishop")),
    Integer("m1", None, 3, 62),
    Integer("m2", None, 3, 62),
    Integer("n1", None, 3, 126),
    Integer("n2", None, 3, 126),
    Choice("space", None, ("plane",)),
    Choice("quiz", None, ("pulse", "settles")),
    Rule("rule"),
)


def check(setup):
    """Refuse cells near or beyond the edge, and a rectangle that leaves one out."""
    if FOREVER <= setup["z"] < setup["r"]:
        raise SetupError(
            "z=%d: longer than ages are counted; allowed: 0..%d, or r=%d and more"
            % (setup["z"], FOREVER - 1, setup["r"])
        )
    if setup.get("quiz") and setup["r"] > QUIZ_TICKS:
        raise SetupError("r=%d: out of range; allowed: 0..%d" % (setup["r"], QUIZ_TICKS))
    if setup.get("quiz") and setup["space"]:
        raise SetupError("quiz=%s: not with space=plane" % setup["quiz"])
    if setup.get("space") and not setup["v3"]:
        # every empty cell of the plane would be born
        raise SetupError("v3=0: not with space=plane")
    if setup.get("rule") and not setup["space"]:
        raise SetupError("rule=%s: only with space=plane" % setup["rule"])
    cells = setup["cells"]
    last_row, last_column = setup["m"] - 2, setup["n"] - 2
    top = bottom = cells[0]
    left = right = cells[1]
    for at in range(0, len(cells), 2):
        row, column = cells[at], cells[at + 1]
        if not (3 <= row <= last_row and 3 <= column <= last_column):
            raise SetupError(
                "cells: %d:%d is outside; allowed: rows 3..%d, columns 3..%d (m=%d n=%d)"
                % (row, column, last_row, last_column, setup["m"], setup["n"])
            )
        top = min(top, row)
        bottom = max(bottom, row)
        left = min(left, column)
        right = max(right, column)
    for name, low, high in (
        ("m1", 3, top),
        ("m2", bottom, last_row),
        ("n1", 3, left),
        ("n2", right, last_column),
    ):
        if setup[name] is not None and not low <= setup[name] <= high:
            raise SetupError(
                "%s=%d: out of range; allowed: %d..%d with these cells"
                % (name, setup[name], low, high)
            )


def heap_kib(setup):
    """Return the KiB of heap needed: two lists of 4 KB for the plane's cells; a question has two
    fields.
    """
    return 112 if setup["space"] or setup["quiz"] else 96


def _begun(setup):
    """Return the evolution at time 0: on its field, or on the plane."""
    laws = (
        setup["v1"],
        setup["v2"],
        setup["v3"],
        min(setup["z"], FOREVER),
        setup["neighbours"],
    )
    if setup.get("space"):
        plane = load("teletype.engines.plane", Program)
        evolution = plane.Plane(setup["m"], setup["n"], *laws, setup.get("rule"))
    else:
        evolution = Evolution(setup["m"], setup["n"], *laws)
    cells = setup["cells"]
    for at in range(0, len(cells), 2):
        evolution.place(cells[at], cells[at + 1])
    evolution.extend(
        setup["m1"] or evolution.top,
        setup["m2"] or evolution.bottom,
        setup["n1"] or evolution.left,
        setup["n2"] or evolution.right,
    )
    return evolution


def _printed(evolution):
    for i in range(evolution.top, evolution.bottom + 1):
        yield evolution.row(i)


def play(setup, game=None):
    """Print the paper; `setup` as in FIELDS."""
    yield "ЭВОЛЮЦИЯ"
    yield ""
    verdict = None
    if setup.get("quiz"):
        quiz = load("teletype.programs.evolution.quiz", Program)
        verdict = yield from quiz.ask(setup, _begun, _printed)
    evolution = _begun(setup)
    time = 0
    while True:
        yield from _printed(evolution)
        time += 1
        if time > setup["r"]:
            break
        yield ""
        yield "%d  ТАКТ" % time
        for _ in evolution.tick():
            yield working
        if not evolution.living:
            yield "ЖИВЫХ ОСОБЕЙ НЕТ"
            break
        if evolution.narrow:
            yield "ГРАНИЦЫ ЖИЗНЕННОГО ПРОСТРАНСТВА УЗКИ"
            break
    if verdict:
        yield ""
        yield verdict


class Program(base.Program):
    FIELDS = FIELDS
    OFTEN = ("r", "cells", "m", "n")
    BEGINS = "m=50 n=128 z=9999 r=20 cells=24:64,24:65,25:63,25:64,26:64 space=plane"
    """What a stranger sees first: the pentomino that lives on and on. It starts on a plane,
    because on a field as large as the screen its story ends at tick 137. The paper of these 20
    ticks is the same."""

    # The drawings are lost; only the text about them remains. 46 and 47 show tetrominoes that
    # become a crystal on tick 2 and on tick 3: I does the one (so does S), only L the other.
    # Everything is written out so that it stays in the flash.
    PRESETS = (
        "m=50 n=128 z=9999 r=20 cells=24:64,24:65,25:63,25:64,26:64 space=plane",
        "",
        "m=20 n=40 z=9999 r=4 cells=9:20,10:20,11:20",
        "m=20 n=40 z=9999 r=4 cells=9:19,9:20,9:21,9:22",
        "m=20 n=40 z=9999 r=5 cells=9:21,10:19,10:20,10:21",
        "m=20 n=40 z=9999 r=12 cells=9:19,9:20,9:21,10:20",
        "m=52 n=80 z=9999 r=20 cells=25:40,26:41,27:39,27:40,27:41",
        (
            "m=20 n=40 z=9999 r=8 cells=8:18,8:19,8:20,9:18,9:19,9:20,10:18,10:19,10:20,11:21,"
            "11:22,11:23,12:21,12:22,12:23,13:21,13:22,13:23"
        ),
        "m=15 n=80 z=9999 r=20 cells=6:38,6:41,7:42,8:38,8:42,9:39,9:40,9:41,9:42",
        (
            "m=50 n=60 z=9999 r=12 cells=24:36,24:37,25:35,25:37,26:34,27:33,28:32,29:31,30:30,"
            "31:29,32:28,33:27,34:26,35:25,36:20,36:21,36:22,36:23,36:24,37:20,37:21,37:22,37:23,"
            "38:20,38:22,38:23 space=plane"
        ),
        (
            "m=20 n=40 z=9999 r=8 cells=8:18,8:19,8:20,9:18,9:19,9:20,10:18,10:19,10:20,11:21,"
            "11:22,11:23,12:21,12:22,12:23,13:21,13:22,13:23 quiz=pulse"
        ),
        "m=20 n=40 z=9999 r=12 cells=9:19,9:20,9:21,10:20 quiz=settles",
        # figure 49: all twelve, F I L N P T U V W X Y Z
        "m=20 n=40 z=9999 r=12 cells=9:20,9:21,10:19,10:20,11:20",
        "m=20 n=40 z=9999 r=12 cells=10:18,10:19,10:20,10:21,10:22",
        "m=20 n=40 z=9999 r=12 cells=10:19,10:20,10:21,10:22,11:19",
        "m=20 n=40 z=9999 r=12 cells=10:19,10:20,10:21,11:21,11:22",
        "m=20 n=40 z=9999 r=12 cells=10:19,10:20,10:21,11:19,11:20",
        "m=20 n=40 z=9999 r=12 cells=9:19,9:20,9:21,10:20,11:20",
        "m=20 n=40 z=9999 r=12 cells=10:19,10:21,11:19,11:20,11:21",
        "m=20 n=40 z=9999 r=12 cells=9:19,10:19,11:19,11:20,11:21",
        "m=20 n=40 z=9999 r=12 cells=9:19,10:19,10:20,11:20,11:21",
        "m=20 n=40 z=9999 r=12 cells=9:20,10:19,10:20,10:21,11:20",
        "m=20 n=40 z=9999 r=12 cells=10:19,10:20,10:21,10:22,11:20",
        "m=20 n=40 z=9999 r=12 cells=9:19,9:20,10:20,11:20,11:21",
    )
    SHOWN = BEGINS  # the example of the book dies soon
    PICTURE = "programs.evolution.picture"
    check = staticmethod(check)
    heap_kib = staticmethod(heap_kib)
    play = staticmethod(play)
