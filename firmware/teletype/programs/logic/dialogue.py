# SPDX-License-Identifier: MIT
"""Logical problems («Программа для решения логических задач»): V. N. Kasatkin, 1980, chapter 2 and
appendix. No machine is named; the preface gives the programs of the appendix to the MIR series.

The known facts are written as one formula; the machine tries all values of its letters and prints
the rows in which it is true. The book solves three problems: the vessel (chapter 2), the timetable
(the same, after I. M. Yaglom) and «КТО ЕСТЬ КТО?» (appendix, the example that the machine ran).

Formulas of the problems, with the bars over letters that the print lost:
- vessel: Г Greek, Ф Phoenician, П 5th, Ч 4th, Т 3rd century. Each boy is right in one of his two
  claims: (Г~П+~ГП)(Ф~Т+~ФТ)(~Г~Ч+ГЧ); one country, one century: (~Ф+~Г)(~П+~Т)(~П+~Ч)(~Т+~Ч).
- who: Б Brown, Д Jones, С Smith is the killer. One told the truth twice, the others not:
  ~Б~Д(Б+~С)(С+~Б) + ~БС(Б+Д)(С+~Б) + Б~С(Б+Д)(Б+~С); and just one is the killer. Exactly one
  twice true, one twice false, one half leads to the same row.
- timetable: conditions 1 to 7 of the book, as in `teletype.engines.timetable`.

Decisions, where the print is damaged or silent:
- Rows are printed without X, as the general listing does (the one for «КТО ЕСТЬ КТО?» prints it),
  and as `NAME=value` with two blanks between.
- A bracket is lost at the end of the general listing, that of the loop's body. Restored, it prints
  the same for random formulas of three letters: `host_tools lab originals logic`.
- «КТО ЕСТЬ КТО?»: the book prints `B=1, C=0, D=0`, an order that its loops do not have. Here the
  letters stand in the order of the loops, Б Д С. The arithmetic function F of the concrete program
  is damaged beyond use: as printed it is 1 in four rows.
- Timetable: the bars of F1 to F6 and the plus sign of F7 = О1+О9 are lost. They are restored so
  that exactly the two timetables of the book result. With F3 or F4 as printed there is none.
  "Last" is the third hour: if a lesson before a free hour counted as last, there would be none.
- Conditions 4, 5 and 7 each follow from the others; `without=` shows that. Without
  conditions: 1: 12, 2: 14, 3: 6, 6: 3 timetables, without 4, 5 and 7 together 8.
- A search finds the timetable day by day: its 54 letters would make 2^54 rows. One timetable a
  line, in alphabetical order, which is the order of the book.
- `formula=` solves any other problem, by the rules of `truth-table`. It replaces `puzzle=`, and
  `vars=` is allowed only with it. A formula without letters leaves nothing to find and is refused.
  If no row is true, nothing is printed, as in the listing.
"""

# covers 002:972, 002:1056, 002:2049

from teletype.core.request import working
from teletype.core.setup import Choice, Integers, SetupError
from teletype.engines import formula, timetable
from teletype.programs import base
from teletype.programs.formulas import Formula, Letters, check_order, in_order, values
from teletype.programs.logic.game import Search

PUZZLES = {
    "vessel": ("(Г~П+~ГП)(Ф~Т+~ФТ)(~Г~Ч+ГЧ)(~Ф+~Г)(~П+~Т)(~П+~Ч)(~Т+~Ч)", "ГФПЧТ"),
    "who": (
        "(~Б~Д(Б+~С)(С+~Б) + ~БС(Б+Д)(С+~Б) + Б~С(Б+Д)(Б+~С)) (Б~Д~С + ~БД~С + ~Б~ДС)",
        "БДС",
    ),
}
"""Formula and order of letters."""


class Problem(Choice):
    """A setup field: a problem by its name, with its text to read before the solution."""

    editor = "programs.logic.picture_editor"


class Without(Integers):
    """A setup field: conditions that are switched off, with their texts."""

    editor = "programs.logic.picture_editor"


FIELDS = (
    Problem("puzzle", None, ("vessel", "timetable", "who")),
    Formula("formula", None),
    Letters("vars"),
    Without("without", None, 1, 7, 1, 7),
)


def check(setup):
    """Refuse values that do not go together; without a formula set a puzzle."""
    if setup["formula"] is not None:
        base.exclude(setup, "formula", "puzzle")
        if not formula.parse(setup["formula"])[0]:
            raise SetupError(
                "formula=%s: no letter to be found; allowed: 1..12 letters" % setup["formula"]
            )
        check_order(setup)
    elif setup["vars"] is not None:
        raise SetupError("vars=%s: allowed: with formula=" % setup["vars"])
    elif setup["puzzle"] is None:
        setup["puzzle"] = "vessel"
    without = setup["without"]
    if without is not None:
        text = ",".join([str(number) for number in without])
        if setup["puzzle"] != "timetable":
            raise SetupError("without=%s: allowed: with puzzle=timetable" % text)
        for number in without:
            if without.count(number) > 1:
                raise SetupError("without=%s: %d is given twice; allowed: once" % (text, number))


def _true_rows(game, text, order):
    """Yield the rows in which the formula `text` is true; `order`: its letters or None."""
    letters, postfix = formula.parse(text)
    order = game.order = order or in_order(letters)
    first = 0
    for column in formula.table(letters, postfix, order):
        yield working
        number = first
        while column:
            if column & 1:
                game.solve(number)
                yield "  ".join(values(order, number))
            column >>= 1
            number += 1
        first += formula.ROWS


def heap_kib(setup):
    """Return the KiB of heap needed: a formula may be nested as deep as 1000 characters allow."""
    return 88 if setup["formula"] else 0


def play(setup, game=None):
    """Print the paper; `setup` as left by `check`: a puzzle or a formula."""
    game = game or Search(setup)
    if setup["formula"] is not None:
        return _true_rows(game, setup["formula"], setup["vars"])
    if setup["puzzle"] == "timetable":
        return _schedules(game, setup["without"] or ())
    return _true_rows(game, *PUZZLES[setup["puzzle"]])


def _schedules(game, without):
    for schedule in timetable.schedules(without):
        if schedule is None:
            yield working
        else:
            game.solve()
            yield schedule


class Program(base.Program):
    FIELDS = FIELDS
    OFTEN = INSTEAD = ("puzzle", "formula")
    PICTURE = "programs.logic.picture"
    Game = Search
    check = staticmethod(check)

    @classmethod
    def picture(cls, setup):
        return cls.PICTURE if setup["formula"] is None else "handheld.pictures.problem"

    heap_kib = staticmethod(heap_kib)
    play = staticmethod(play)
