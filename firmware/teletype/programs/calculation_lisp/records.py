# SPDX-License-Identifier: MIT
"""The games printed in the source, for `Entry.RECORDS`: pairs of (setup line, answers with ";"
between them). The output is not recorded: the program prints it.
"""

# covers 004:447

RECORDS = (
    (
        ("stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,4,13,13,13,8,8,5,13,7"),
        (
            "F1;NIL;F2;NIL;F2;NIL;F2;NIL;F3;NIL;F3;NIL;F3;NIL;F4;NIL;F4;NIL;F4;NIL;T1;NIL;T1;NIL;"
            "T2;NIL;T2;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;T3;NIL;"
            "T3;NIL;T3;NIL;T4;NIL;T4;NIL;T4;NIL;F2;NIL;T1;NIL;T1;NIL;T4;NIL;T4;((T2 F4)(T4 F4))"
        ),
    ),
)
