# SPDX-License-Identifier: MIT
"""The games printed in the source, for `Entry.RECORDS`: pairs of (setup line, answers with ";"
between them). The output is not recorded: the program prints it.
"""

RECORDS = (("n=15 m=6", "6 5;14 6"),)
