# SPDX-License-Identifier: MIT
"""Truth tables, in ALMIR-65, in `en`."""

# covers 002:597, 002:777

TITLE = "TRUTH TABLES"

GIST = "when is a formula true?"

RULES = "Write a formula. The machine shows when it is true (1) or false (0)."

LABELS = {
    "formula": "formula",
    "vars": "letter order",
    "model": "arithmetic",
    "parts": "partial",
}

VALUES = {
    "printed": "printed",
}

PRESETS = (
    "CHAPTER",
    "TABLE 3",
    "TABLE 4",
    "TAUTOLOGY",
    "ALWAYS FALSE",
    "FIG. 30 1.1",
    "FIG. 30 1.2",
    "FIG. 30 1.3",
    "FIG. 30 2.1",
    "FIG. 30 2.2",
    "FIG. 30 2.3",
    "FIG. 30 3.1",
    "FIG. 30 3.2",
    "FIG. 30 3.3",
    "FIG. 30 4.1",
    "FIG. 30 4.2",
    "FIG. 30 4.3",
    "FIG. 30 5.1",
    "FIG. 30 5.2",
    "FIG. 30 5.3",
    "FIG. 30 6.1",
    "FIG. 30 6.2",
    "FIG. 30 7.1",
    "FIG. 30 7.2",
    "IF AND OR",
    "EQUAL",
    "TABLE 3 FULL",
    "TABLE 2 1",
    "TABLE 2 2",
    "TABLE 2 3",
    "TABLE 2 4",
    "TABLE 2 5",
)

KEYS = "OK: print the table\nBACK: its arithmetic"

ABOUT = (
    "TRUTH TABLES",
    "V. N. Kasatkin, 1980",
    "Logicheskoe programmirovanie (Tekhnika, Kiev), chapter 2",
    "Programs: L. I. Vladykina, T. P. Gnatenko, S. S. Neshev, University of Simferopol",
    "Machine: none is named here; the book is for the MIR series, ALMIR-65",
    "",
    "Prints the value X of a formula for all values of its letters. Asks for no answers.",
    "",
    "~A    not A",
    "AB    A and B (also A*B)",
    "A+B   A or B",
    "A->B  A implies B",
    "A<->B A if and only if B",
    "0, 1 and ( ) as usual. ~ binds strongest, <-> weakest.",
    "A->B->C needs brackets.",
    "Letters: up to 12, Latin or Cyrillic. vars= names another order of them.",
    "",
    "The book computes with 1-A, AB, A+B-AB, 1-A+AB, 1-(A-B)(A-B).",
    "model=printed prints the formula built from these, Y=..., above the table.",
    "",
    (
        "Slips of the print: fig. 33 heads A->B with 1-MT instead of 1-M+MT; the bars of table 3 "
        "are lost."
    ),
    (
        "parts=printed: a column for each partial formula, as in table 3. "
        "The examples TABLE 2 are the five operations."
    ),
)

STORY = (
    "How can a machine that only calculates find out what is true?\n"
    "Kasatkin gives it arithmetic for logic.\n"
    "True is 1, false is 0. NOT A is 1-A.\n"
    "A AND B is AB. A OR B is A+B-AB.\n"
    "IF A THEN B is 1-A+AB.\n\n"
    "A person turned the formula into such a sum by hand.\n"
    "The machine then tried all zeros and ones.\n"
    "Twelve letters make 4096 rows: impossible by hand, he says.\n\n"
    "In our copy of the book most bars for NOT are lost."
)

CLAIMS = (
    "The heading of figure 33 gives IF M THEN T as 1-MT.\n"
    "That is 0 where both are true. The text has it right."
)
