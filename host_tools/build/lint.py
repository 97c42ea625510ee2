"""Types of the firmware, for `make lint`: mypy against MicroPython's stubs, once for each board.

A module that the board lacks (threading, dataclasses, ...) is an error there, because the stubs'
own standard library is used instead of CPython's. The host tools are checked by plain mypy.
"""

import os
import subprocess
import sys

from host_tools import paths
from host_tools.build import runtime


def main() -> int:
    stubs = runtime.stubs_path()
    for board in sorted(path.parent for path in paths.BOARDS.glob("*/board.py")):
        print(f"firmware against MicroPython's stubs, board {board.name}", flush=True)
        status = subprocess.run(
            [
                *(sys.executable, "-m", "mypy"),
                *("--config-file", str(paths.ROOT / "mypy-firmware.ini")),
                *("--custom-typeshed-dir", str(stubs)),
                *("--cache-dir", str(paths.CACHE / "mypy-firmware")),
                *(".", str(board / "board.py")),
            ],
            cwd=paths.FIRMWARE,
            env={**os.environ, "MYPYPATH": f"{stubs}"},
            check=False,
        ).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except runtime.RuntimeBuildError as error:
        sys.exit(f"lint: {error}")
