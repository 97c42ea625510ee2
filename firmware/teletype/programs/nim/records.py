# SPDX-License-Identifier: MIT
"""The games printed in the source, for `Entry.RECORDS`: pairs of (setup line, answers with ";"
between them). The output is not recorded: the program prints it.
"""

RECORDS = (
    ("heaps=7,8,4", "2 1;1 0;2 0"),
    ("heaps=22,19,23,11", "3 2;1 4;2 1;1 0"),
)
