# SPDX-License-Identifier: MIT
"""Games printed in the sources, to be replayed automatically. Not a program itself.

Each is (program, setup line, answers with ";" between them, key of a text of the device). The text
names the place in the source. The output is not recorded: the programs print it.
"""

# covers 004:290, 004:447

RECORDS = (
    ("race", "n=15 m=6", "6 5;14 6", "SOURCE_GAME_RECORD"),
    ("trigex", "m=1", "3;8;9;4", "SOURCE_GAME_RECORD"),
    ("nim", "heaps=7,8,4", "2 1;1 0;2 0", "SOURCE_GAME_RECORD"),
    ("nim", "heaps=22,19,23,11", "3 2;1 4;2 1;1 0", "SOURCE_CHAPTER"),
    ("truth-table", "", "", "SOURCE_CHAPTER"),
    ("logic", "puzzle=timetable", "", "SOURCE_CHAPTER"),
    ("dates", "d=12,15 m=4,6 g=1968,1978", "", "SOURCE_APPENDIX"),
    (
        "cards",
        "k=12 cards=000011000000,001001010001,000001101010,000101000100",
        "0 0 1 0 0 1 0 0 1 0 0 0;1 0 1 0 0 0 1 1 1 1 1 0",
        "SOURCE_APPENDIX",
    ),
    ("evolution", "", "", "SOURCE_APPENDIX"),
    ("random-walk", "", "", "SOURCE_TAPE_OF_1963"),
    (
        "calculation-cobol",
        "stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,4,13,13,13,8,8",
        "5;6;6;6;7;7;7;8;8;8;1;1;2;2;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;4;0;4;0;4;0;6;0",
        "SOURCE_FIGURE_2",
    ),
    (
        "calculation-fortran",
        (
            "edition=printed stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,"
            "4,13,13,13,8,8,5,13,7,2,3,11,12,12,3,3,8,6,2,1,1,2,4,7,9,10,10"
        ),
        (
            "1;2;1;1;1;1;1;1;2;2;1;1;2;3;2;3;2;3;2;3;2;3;2;4;3;3;2;3;2;3;2;3;2;3;2;3;2;3;2;"
            "4;2;4;2;4;2;1;2;1;2;1;2;4;2;4;1;1;1;1;2;1;2;1;2;1;2;2;2;2;2;2;2;3"
        ),
        "SOURCE_FIGURE_5",
    ),
    (
        "calculation-lisp",
        ("stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,4,13,13,13,8,8,5,13,7"),
        (
            "F1;NIL;F2;NIL;F2;NIL;F2;NIL;F3;NIL;F3;NIL;F3;NIL;F4;NIL;F4;NIL;F4;NIL;T1;NIL;T"
            "1;NIL;T2;NIL;T2;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3"
            ";NIL;T3;NIL;T3;NIL;T3;NIL;T4;NIL;T4;NIL;T4;NIL;F2;NIL;T1;NIL;T1;NIL;T4;NIL;T4;"
            "((T2 F4)(T4 F4))"
        ),
        "SOURCE_FIGURE_8",
    ),
    (
        "yen",
        "player=always1000 opponent=minus1",
        "",
        "SOURCE_LISTING_4",
    ),
)
