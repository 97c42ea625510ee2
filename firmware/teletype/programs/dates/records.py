# SPDX-License-Identifier: MIT
"""The games printed in the source, for `Entry.RECORDS`: pairs of (setup line, answers with ";"
between them). The output is not recorded: the program prints it.
"""

RECORDS = (("d=12,15 m=4,6 g=1968,1978", ""),)
