# SPDX-License-Identifier: MIT
"""A board's exhibit settings: `python3 -m host_tools exhibit [--port P | --all] show | set …`.

`set name=value …` changes these lines of its `exhibit.txt` and leaves the others; `import FILE`
replaces it, `export FILE` copies it here. A board without the file becomes an exhibit. It
restarts afterwards. docs/exhibit.md describes the lines.
"""

from host_tools.device import line_files
from teletype.exhibit.settings import FIELDS, FILE, LARGEST_FILE

KIND = line_files.Kind(
    "exhibit",
    "Show or change the exhibit settings of a board.",
    FILE,
    FIELDS,
    LARGEST_FILE,
    "no exhibit",
)


def main(argv: list[str]) -> int:
    return line_files.run(KIND, argv)
