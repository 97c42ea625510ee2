# SPDX-License-Identifier: MIT
"""Host tools of the Pocket Teletype: run, replay, play, flash and check the firmware's programs.

`python3 -m host_tools --help` lists the commands.
"""

from host_tools import paths as paths  # puts the firmware on the import path
