# SPDX-License-Identifier: MIT
"""Truth tables («таблица истинности»): V. N. Kasatkin, 1980, chapter on logical problems.

The book has no separate listing for it and names no machine: it is the program for logical
problems (`logic`) without its test for X=1, as in the flow chart of fig. 35. The table has all
values of the letters from 00...0 to 11...1, the last letter fastest. Each row is a line with the
value X of the formula.

Decisions, where the print is damaged or silent:
- The machine evaluated an arithmetic model that a person had made of the formula; here the formula
  itself is typed. The models define its meaning: 1-A, AB, A+B-AB, 1-A+AB, 1-(A-B)^2. Fig. 33 heads
  the column of the implication `1-MT`; the text has 1-A+AB, which is right (`1-MT` has 0 where
  M=T=1).
- Without its test for X=1, and with X among its values, the listing prints the same for random
  formulas of three letters: `host_tools lab originals truth-table`.
- Bars over letters are lost in the print nearly everywhere; a formula here has `~` before the
  negated part.
- The rows are printed like those of the logical problems: two blanks between the values, X last. X
  is the book's name, even where a letter of the formula is also an X.
- The chapter calls AB(A->B) always false; as printed it equals AB. With the lost bar over the last
  B it is false everywhere; an example has this form.
- The laws of fig. 30 are examples by line and column, as in the book; their `=` is `<->` here. In
  3.3 the print has lost the + between the two bars. The three columns end after lines 7, 7 and 5.
- Letters are Latin or Cyrillic, capital or small, all different from each other, in the order of
  their code points: Latin before Cyrillic, capitals before small ones, Ё before А.
- `vars=` gives another order. It names each letter of the formula once and no other.
- A formula without letters has one row, `X=0` or `X=1`.
- `model=printed` prints the model, as a person would make it, before the table: `Y=` and its
  formula (`engines.model`), of at most 500 characters. The book has it as `Y=(1-A+AB)(1-AB)`.
  Without it the paper is unchanged; on the handheld BACK shows the model anyway.
- `parts=printed` prints a column for each partial formula, as in table 3 (`engines.parts`), at
  most 12. A column is headed by its formula; negated letters come first, as in the book.
- At most 12 letters (the book's example of a table too long for a person: 4096 rows) and 1000
  characters. Brackets may be nested without limit.
"""

# covers 002:597, 002:777, 002:825

from teletype.core.request import working
from teletype.core.setup import Choice, SetupError
from teletype.engines import formula, model, parts
from teletype.programs import base
from teletype.programs.formulas import Formula, Letters, check_order, in_order, values

# papers and tapes without `model` stay as they were
FIELDS = (
    Formula("formula", "(A->B)(~A+~B)"),
    Letters("vars"),
    Choice("model", None, ("printed",)),
    Choice("parts", None, ("printed",)),
)


def check(setup):
    """Refuse `vars` that are not the letters of the formula, and a model that is too long."""
    check_order(setup)
    if setup.get("model"):
        try:
            model.model(*formula.parse(setup["formula"]))
        except model.TooLong:
            raise SetupError(
                "model=%s: too long; allowed: up to %d characters"
                % (setup["model"], model.LONGEST)
            ) from None
    if setup.get("parts"):
        count = len(parts.parts(*formula.parse(setup["formula"])))
        if count > parts.MOST:
            raise SetupError(
                "parts=%s: %d partial formulas; allowed: up to %d"
                % (setup["parts"], count, parts.MOST)
            )


def play(setup, game=None):
    """Print the paper; `setup["formula"]`: the text, `setup["vars"]`: the letters in order, or
    None."""
    letters, postfix = formula.parse(setup["formula"])
    order = setup["vars"] or in_order(letters)
    if setup.get("model"):
        yield "Y=" + model.model(letters, postfix)
    heads = []
    tables = []
    if setup.get("parts"):
        for text, part in parts.parts(letters, postfix):
            heads.append(text)
            tables.append(formula.table(letters, part, order))
    heads.append("X")
    tables.append(formula.table(letters, postfix, order))
    rows = min(formula.ROWS, 1 << len(order))
    for number in range(1 << len(order)):
        row = number % rows
        if row == 0:
            columns = []
            for table in tables:
                columns.append(next(table))
                yield working
        words = values(order, number)
        for at in range(len(heads)):
            words.append("%s=%d" % (heads[at], columns[at] >> row & 1))
        yield "  ".join(words)


class Program(base.Program):
    FIELDS = FIELDS
    OFTEN = ("formula",)
    PRESETS = (
        "formula=(A->B)(~A+~B)",
        "formula=~(A~B+~A)",
        "formula=(A<->B)<->(B<->A)",
        "formula=A->A",
        "formula=AB(A->~B)",
        "formula=AB<->BA",
        "formula=(A+B)<->(B+A)",
        "formula=~~A<->A",
        "formula=A(BC)<->(AB)C",
        "formula=(A+(B+C))<->((A+B)+C)",
        "formula=~(A+B)<->~A~B",
        "formula=A(B+C)<->(AB+AC)",
        "formula=(A+BC)<->((A+B)(A+C))",
        "formula=~(AB)<->(~A+~B)",
        "formula=AA<->A",
        "formula=(A+A)<->A",
        "formula=~1<->0",
        "formula=A1<->A",
        "formula=(A+1)<->1",
        "formula=~0<->1",
        "formula=A0<->0",
        "formula=(A+0)<->A",
        "formula=A~A<->0",
        "formula=(A+~A)<->1",
        "formula=(A->B)<->(~A+B)",
        "formula=(A<->B)<->(AB+~A~B)",
        "formula=~(A~B+~A) parts=printed",
        "formula=A+B",
        "formula=AB",
        "formula=A->B",
        "formula=A<->B",
        "formula=~A",
    )
    PICTURE = "handheld.pictures.problem"
    check = staticmethod(check)
    play = staticmethod(play)
