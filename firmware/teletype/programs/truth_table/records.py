# SPDX-License-Identifier: MIT
"""The table that the source prints, for `Entry.RECORDS`: a pair of (setup line, answers with
";" between them). The output is not recorded: the program prints it.
"""

RECORDS = (("", ""),)
