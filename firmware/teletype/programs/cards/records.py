# SPDX-License-Identifier: MIT
"""The games printed in the source, for `Entry.RECORDS`: pairs of (setup line, answers with ";"
between them). The output is not recorded: the program prints it.
"""

RECORDS = (
    (
        "k=12 cards=000011000000,001001010001,000001101010,000101000100",
        "0 0 1 0 0 1 0 0 1 0 0 0;1 0 1 0 0 0 1 1 1 1 1 0",
    ),
)
