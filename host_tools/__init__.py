# SPDX-License-Identifier: MIT
"""Host tools of the Pocket Teletype: run, replay, play, flash and check the firmware's programs.

`python3 -m host_tools --help` lists the commands.
"""

import sys

from host_tools import paths as paths  # puts the firmware on the import path
from host_tools.texts import languages

sys.meta_path.append(languages.Finder())  # the firmware's texts are .po files
