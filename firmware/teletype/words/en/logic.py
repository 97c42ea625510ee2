# SPDX-License-Identifier: MIT
"""Logical problems, in ALMIR-65, in `en`."""

# covers 002:972, 002:1056, 002:2049

TITLE = "LOGIC PUZZLES\nLOGIC"

GIST = "solved by the machine"

RULES = "A puzzle as a formula. The machine checks every case: which are true?"

LABELS = {
    "formula": "own formula",
    "puzzle": "riddle",
    "vars": "letter order",
    "without": "leave out",
}

VALUES = {
    "vessel": "vessel",
    "timetable": "timetable",
    "who": "who's who",
}

KEYS = "▲▼ read, OK: your idea\nthen ask the machine"

ABOUT = (
    "LOGIC PUZZLES",
    "V. N. Kasatkin, 1980",
    "Logicheskoe programmirovanie (Tekhnika, Kiev), chapter 2 and appendix",
    "Programs: L. I. Vladykina, T. P. Gnatenko, S. S. Neshev, University of Simferopol",
    "Machine: none is named here; the book is for the MIR series, ALMIR-65",
    "",
    "Prints the rows in which a formula is true. Asks for no answers.",
    "",
    "vessel: Greek (Г) or Phoenician (Ф)? Of the 5th (П), 4th (Ч) or 3rd (Т) century?",
    "who: who killed, Brown (Б), Jones (Д) or Smith (С)?",
    (
        "timetable: 3 maths (М), 2 physics (Ф), history (И), chemistry (Х), sport (С) and a free "
        "period (О), on three days."
    ),
    "without=3,6 drops two of its seven conditions.",
    "formula= your own, as in the truth tables.",
    "",
    (
        "Slips of the print: most bars (not) are lost, and a + in condition 7; the murder's F is "
        "1 in four rows; B=1 C=0 D=0 is out of order. Conditions 4, 5, 7 are redundant, each by "
        "itself."
    ),
)

STORY = (
    "The book asks the machine three riddles.\n"
    "Three boys dig up a vessel; each is right once and wrong once.\n"
    "A timetable has to suit everybody. It comes from an article by I. M. Yaglom.\n"
    "Of three suspects one is honest, one lies, and one does both.\n\n"
    "The machine does not reason. It tries every row and keeps the true ones.\n"
    "The hard part is to write all that is known as one formula.\n"
    "A person had to do that, and to turn it into arithmetic."
)

CLAIMS = (
    "The timetable has two solutions.\n"
    "True. Any one of conditions 4, 5 and 7 can be dropped.\n"
    "The formula of the murder has one solution.\n"
    "True. As printed in the program it has four."
)

GUESSES = {
    "vessel": (
        "WHERE FROM, AND WHEN?\nWHERE, WHEN?",
        "Greece, 5th century\nGreece 5th",
        "Greece, 4th century\nGreece 4th",
        "Greece, 3rd century\nGreece 3rd",
        "Phoenicia, 5th century\nPhoenicia 5th",
        "Phoenicia, 4th century\nPhoenicia 4th",
        "Phoenicia, 3rd century\nPhoenicia 3rd",
    ),
    "timetable": (
        "HOW MANY TIMETABLES?\nHOW MANY?",
        "0",
        "1",
        "2",
        "3",
        "4",
        "5+",
    ),
    "who": (
        "WHO, DO YOU THINK?\nWHO WAS IT?",
        "BROWN",
        "JONES",
        "SMITH",
    ),
}

PERSONS = {
    "vessel": "Alyosha Borya Grisha",
    "who": "Brown Jones Smith",
}

PROBLEMS = (
    (
        "vessel",
        (
            "Three boys dug up a vessel. Each of them guessed twice.\n"
            "Alyosha: it is Greek, and it is of the 5th century.\n"
            "Borya: it is Phoenician, and it is of the 3rd century.\n"
            "Grisha: it is not Greek, and it is of the 4th century.\n"
            "Their history teacher said: each of you is right once.\n"
            "Where was it made, and when?"
        ),
        (
            "It was made in Phoenicia, in the 5th century.\n"
            "Alyosha was right about the century, Borya about the country.\n"
            "Grisha was right that it is not Greek."
        ),
    ),
    (
        "timetable",
        (
            "A week has three school days: Monday, Wednesday, Friday.\n"
            "Each has room for three double lessons.\n"
            "There are three of mathematics (М) and two of physics (Ф).\n"
            "There is one each of history (И), chemistry (Х) and sport (С).\n"
            "One period is free (О).\n"
            "1 Mathematics is never last, and at least twice it is first.\n"
            "2 Physics is never last, and at least once it is first. On Wednesday it is not "
            "first, on Friday only first.\n"
            "3 History is first or second on Monday, or second on Wednesday. It is not right "
            "before sport.\n"
            "4 Chemistry is not on Friday, and not on a day with physics.\n"
            "5 Sport is the last of its day, and not on Friday.\n"
            "6 No day has two lessons of the same subject.\n"
            "7 The free period is the first on Monday or the last on Friday.\n"
            "What timetables are there?"
        ),
        "Each line is a timetable: Monday, Wednesday, Friday.",
    ),
    (
        "who",
        (
            "There was one murderer. The suspects are Brown, Jones and Smith.\n"
            "Brown: I did not do it. Jones did not do it.\n"
            "Jones: Brown did not do it. Smith did it.\n"
            "Smith: I did not do it. Brown did it.\n"
            "One of them told the truth twice, one lied twice.\n"
            "The third told the truth once and lied once.\n"
            "Who is the murderer, who told the truth and who lied?"
        ),
        (
            "Brown is the murderer. One of his two claims was true.\n"
            "Smith told the truth twice.\n"
            "Jones lied twice."
        ),
    ),
)
