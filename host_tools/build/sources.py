# SPDX-License-Identifier: MIT
"""MicroPython's source tree: Debian's packages, unpacked and patched, or the user's own."""

import hashlib
import os
import re
import tarfile
import time
from dataclasses import dataclass
from pathlib import Path

from host_tools.build import cache, debian, environment
from host_tools.build.cache import BuildError, Run

VERSION = "v1.25.0"
"""Passed to the build, which would otherwise ask git and get this repository's commit."""

RELEASED = 1744675200
"""The day of that release, 2025-04-15, in Unix seconds: the build date in every image."""

# Debian leaves out mbed TLS, and the firmware uses no TLS. SHA-256 has its own code and stays.
PATCHES = (
    ("ports/rp2/CMakeLists.txt", "set(MICROPY_SSL_MBEDTLS ON)", "set(MICROPY_SSL_MBEDTLS OFF)"),
    (
        "ports/rp2/CMakeLists.txt",
        "target_link_libraries(${MICROPY_TARGET} micropy_lib_mbedtls)\n",
        "",
    ),
    ("ports/rp2/CMakeLists.txt", "    mbedtls/mbedtls_port.c\n", ""),
    (
        "ports/rp2/mpconfigport.h",
        "#define MICROPY_SSL_MBEDTLS                     (1)",
        "#define MICROPY_SSL_MBEDTLS                     (0)",
    ),
    (
        "ports/rp2/mpconfigport.h",
        "#define MICROPY_PY_CRYPTOLIB                    (1)",
        "#define MICROPY_PY_CRYPTOLIB                    (0)",
    ),
    (
        "ports/rp2/mpconfigport.h",
        "#define MICROPY_PY_HASHLIB_SHA1                 (1)",
        "#define MICROPY_PY_HASHLIB_SHA1                 (0)",
    ),
)
"""File in the source tree, a text that must occur there exactly once, and its replacement."""


def released() -> tuple[int, int, int, int, int, int]:
    """Return the release day for archives: year, month, day, hours, minutes, seconds."""
    return time.gmtime(RELEASED)[:6]


@dataclass(frozen=True)
class Source:
    """A MicroPython tree: its present or future folder, and the key that identifies it."""

    tree: Path
    key: str
    named: bool


def chosen() -> Source:
    """Return the tree that the user named, or Debian's."""
    folder = environment.path(environment.TREE)
    if folder is not None:
        check_tree(folder)
        return Source(folder, _fingerprint(folder), True)
    key = cache.key(sorted(debian.DOWNLOADS.items()), PATCHES, VERSION, RELEASED)
    return Source(cache.RUNTIME / f"micropython-{key}", key, False)


def tree() -> Path:
    """Return MicroPython's source tree, patched and with its libraries in place."""
    source = chosen()
    if source.named:
        return source.tree

    def build(folder: Path) -> None:
        packages = debian.download()
        with cache.step("unpacking the sources", "unpack") as run:
            _unpack(packages, folder, run)
            for name, old, new in PATCHES:
                _patch(folder / name, old, new)

    return cache.artefact("micropython", source.key, "", build)


def check_tree(tree: Path) -> None:
    """Raise BuildError unless the tree is a complete MicroPython source tree."""
    if not tree.is_dir():
        raise BuildError(f"{tree}: no such folder (named as MicroPython source tree)")
    for name in ("py/mpconfig.h", "mpy-cross/Makefile", "ports/rp2/CMakeLists.txt"):
        if not (tree / name).is_file():
            raise BuildError(f"{tree}: not a MicroPython source tree (no {name})")
    needed = ["lib/pico-sdk/README.md", "lib/pico-sdk/pico_sdk_init.cmake"]
    needed += ["lib/tinyusb/src/tusb.h", "lib/micropython-lib/README.md"]
    if "set(MICROPY_SSL_MBEDTLS ON)" in (tree / "ports/rp2/CMakeLists.txt").read_text():
        needed.append("lib/mbedtls/library/ssl_tls.c")
    for name in needed:
        if not (tree / name).is_file():
            submodule = "/".join(name.split("/")[:2])
            raise BuildError(
                f"{tree}: {name} is missing; in a git tree, run there: "
                f"git submodule update --init {submodule}"
            )


def _fingerprint(tree: Path) -> str:
    """Return a key over names, sizes and dates of the files that a build can read."""
    digest = hashlib.sha256(str(tree).encode())
    tops = "drivers extmod lib mpy-cross ports/rp2 ports/unix py shared tools"
    for top in tops.split():
        for folder, folders, files in os.walk(tree / top):
            # Builds leave files in the tree that they do not read.
            folders[:] = sorted(
                name
                for name in folders
                if name not in (".git", "__pycache__") and not name.startswith("build")
            )
            for name in sorted(files):
                stat = os.lstat(os.path.join(folder, name))
                digest.update(f"{folder}/{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def _patch(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    if text.count(old) != 1:
        raise BuildError(
            f"cannot patch {path}: expected exactly once, found {text.count(old)} times: {old!r}"
        )
    path.write_text(text.replace(old, new))


def _unpack(packages: Path, tree: Path, run: Run) -> None:
    """Unpack the three packages into a tree that the makefiles accept as complete."""
    tar, *debs = (packages / name for name in debian.DOWNLOADS)
    with tarfile.open(tar) as archive:
        # A Python that knows the filter warns if it is missing.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        archive.extractall(tree.parent)
    (unpacked,) = tree.parent.glob("micropython-[0-9].*")
    os.replace(unpacked, tree)
    for deb in debs:
        run("dpkg-deb", "-x", deb, tree / "debs")
    for name in ("pico-sdk", "tinyusb"):
        cache.remove(tree / "lib" / name)
        os.replace(tree / "debs/usr/src" / name, tree / "lib" / name)
    cache.remove(tree / "debs")
    # The makefiles only check that these files exist.
    for name in ("micropython-lib", "pico-sdk"):
        (tree / "lib" / name / "README.md").touch()


def build_environment(source: Source, cross: Path | None = None) -> dict[str, str]:
    """Return the environment without variables that change the build, such as make's flags."""
    foreign = re.compile(r"(MAKE|MFLAGS|PICO_|MICROPY_|CMAKE_|([A-Z]*FLAGS|BUILD|V)$)")
    env = {name: value for name, value in os.environ.items() if not foreign.match(name)}
    # The hash seed: MicroPython's tools write some tables in the order of a Python set.
    env.update(LC_ALL="C", PYTHONDONTWRITEBYTECODE="1", PYTHONHASHSEED="0")
    if cross is not None:
        env["MICROPY_MPYCROSS"] = str(cross)
    if not source.named:
        env.update(MICROPY_GIT_TAG=VERSION, SOURCE_DATE_EPOCH=str(RELEASED))
    return env
