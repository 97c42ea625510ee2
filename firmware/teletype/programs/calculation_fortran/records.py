# SPDX-License-Identifier: MIT
"""The games printed in the source, for `Entry.RECORDS`: pairs of (setup line, answers with ";"
between them). The output is not recorded: the program prints it.
"""

# covers 004:290

RECORDS = (
    (
        (
            "edition=printed stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,4,13,1"
            "3,13,8,8,5,13,7,2,3,11,12,12,3,3,8,6,2,1,1,2,4,7,9,10,10"
        ),
        (
            "1;2;1;1;1;1;1;1;2;2;1;1;2;3;2;3;2;3;2;3;2;3;2;4;3;3;2;3;2;3;2;3;2;3;2;3;2;3;2;4;2;4;"
            "2;4;2;1;2;1;2;1;2;4;2;4;1;1;1;1;2;1;2;1;2;1;2;2;2;2;2;2;2;3"
        ),
    ),
)
