# SPDX-License-Identifier: MIT
"""Install the project's Python packages; `make setup` calls this in its new venv."""

import sys

from host_tools import paths
from host_tools.build import cache

PINNED = paths.ROOT / "constraints.txt"


def main() -> int:
    packages = len(PINNED.read_text(encoding="utf-8").splitlines())
    # modules are compiled when they are first imported: many never are
    options = ("--no-compile", "--progress-bar", "off", "-c", PINNED)
    pip = (sys.executable, "-m", "pip", "install", *options)
    try:
        with cache.step("Python packages into .cache/venv", "setup", packages) as run:
            run(*pip, "--group", "dev", cwd=paths.ROOT)
            run(*pip, "--no-deps", "--group", "panel", cwd=paths.ROOT)
    except cache.BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
