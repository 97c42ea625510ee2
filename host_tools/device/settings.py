# SPDX-License-Identifier: MIT
"""The settings of a board: `python3 -m host_tools settings [--port P | --all] show | set …`.

`set name=value …` changes these lines of its `settings.txt` and leaves the others; `import FILE`
replaces it, `export FILE` copies it here. `name=` is the name of the board among several.
The board restarts afterwards.
"""

from host_tools.device import line_files
from teletype.handheld.keeping.setting_fields import FIELDS
from teletype.handheld.keeping.settings import FILE, LARGEST_FILE

KIND = line_files.Kind(
    "settings",
    "Show or change the settings of a board.",
    FILE,
    FIELDS,
    LARGEST_FILE,
    "the defaults",
)


def main(argv: list[str]) -> int:
    return line_files.run(KIND, argv)
