# SPDX-License-Identifier: MIT
"""The games printed in the source, for `Entry.RECORDS`: pairs of (setup line, answers with ";"
between them). The output is not recorded: the program prints it.
"""

RECORDS = (("m=1", "3;8;9;4"),)
