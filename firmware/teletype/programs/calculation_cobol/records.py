# SPDX-License-Identifier: MIT
"""The games printed in the source, for `Entry.RECORDS`: pairs of (setup line, answers with ";"
between them). The output is not recorded: the program prints it.
"""

RECORDS = (
    (
        "stock=1,2,4,6,3,6,9,4,8,12,6,5,5,3,10,9,5,11,12,1,9,10,7,7,11,4,13,13,13,8,8",
        (
            "5;6;6;6;7;7;7;8;8;8;1;1;2;2;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;3;0;4;0;4;"
            "0;4;0;6;0"
        ),
    ),
)
