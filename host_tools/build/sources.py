# SPDX-License-Identifier: MIT
"""MicroPython's source tree: Debian's packages, or a copy of the user's own clone; patched.

A clone needs the submodules lib/pico-sdk and lib/tinyusb. It stays as it is."""

import hashlib
import os
import re
import shutil
import tarfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from host_tools.build import cache, debian, environment
from host_tools.build.cache import Run
from host_tools.usage import BuildError

VERSION = "v1.25.0"
"""Passed to the build, which would otherwise ask git and get this repository's commit."""

SDK = "2.1.1"
"""The version of the Pico SDK that belongs to it."""

UPDATE = f"git checkout {VERSION} && git submodule update --init lib/pico-sdk lib/tinyusb"

TOPS = (
    *("drivers", "extmod", "lib", "mpy-cross", "py", "shared", "tools"),
    *("ports/esp32", "ports/rp2", "ports/unix"),
)
"""The folders of a clone that a build reads."""

UNUSED = re.compile(
    "lib/(alif.*|arduino-lib|asf4|axtls|berkeley-db-1.xx|btstack|cyw43-driver|fsp|libffi|libhydrogen"
    "|libmetal|lwip|mbedtls|micropython-lib|mynewt-nimble|nrfx|nxp_driver|open-amp|protobuf-c"
    "|stm32lib|wiznet5k|pico-sdk/lib/.*)|(mpy-cross|ports/[^/]+)/build[^/]*"
)
"""Folders in them that it does not read: other submodules, and earlier builds."""

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
        key = cache.key(_fingerprint(folder), PATCHES, VERSION, RELEASED)
        return Source(cache.RUNTIME / f"micropython-{key}", key, True)
    key = cache.key(sorted(debian.DOWNLOADS.items()), PATCHES, VERSION, RELEASED)
    return Source(cache.RUNTIME / f"micropython-{key}", key, False)


def tree() -> Path:
    """Return MicroPython's source tree, patched and with its libraries in place."""
    source = chosen()
    clone = environment.path(environment.TREE)

    def build(folder: Path) -> None:
        packages = None if clone else debian.download()
        with cache.step("unpacking the sources", "unpack") as run:
            if packages:
                _unpack(packages, folder, run)
            elif clone:
                _copy(clone, folder)
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
    header = tree / "py/mpconfig.h"
    found = _version(header, r"^#define MICROPY_VERSION_(?:MAJOR|MINOR|MICRO) (\d+)")
    if _version(header, r"^#define MICROPY_VERSION_PRERELEASE (\d+)") == "1":
        found += " before its release"
    if found != VERSION[1:]:
        raise BuildError(
            f"{tree}: MicroPython {found}; only {VERSION[1:]} was tried, so run there: {UPDATE}"
        )
    for name in ("lib/pico-sdk/pico_sdk_init.cmake", "lib/tinyusb/src/tusb.h"):
        if not (tree / name).is_file():
            raise BuildError(f"{tree}: {name} is missing; run there: {UPDATE}")
    sdk = _version(
        tree / "lib/pico-sdk/pico_sdk_version.cmake",
        r"^set\(PICO_SDK_VERSION_(?:MAJOR|MINOR|REVISION) (\d+)\)",
    )
    if sdk != SDK:
        raise BuildError(f"{tree}: Pico SDK {sdk}; only {SDK} was tried, so run there: {UPDATE}")


def _version(path: Path, numbers: str) -> str:
    """Return the version in a file, whose numbers a pattern finds; `?` without them."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return ".".join(re.findall(numbers, text, re.MULTILINE)) or "?"


def _read(tree: Path) -> Iterator[Path]:
    """Yield the files of a clone that a build reads, relative to it, in a fixed order."""
    for top in TOPS:
        for folder, folders, files in os.walk(tree / top):
            inside = Path(folder).relative_to(tree)
            folders[:] = sorted(
                name
                for name in folders
                if name not in (".git", "__pycache__")
                and not UNUSED.fullmatch((inside / name).as_posix())
            )
            yield from (inside / name for name in sorted(files) if name != ".git")


def _copy(clone: Path, tree: Path) -> None:
    """Copy what a build reads of a clone into a tree that the makefiles accept as complete."""
    for path in _read(clone):
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(clone / path, tree / path, follow_symlinks=False)
    for name in ("micropython-lib", "pico-sdk"):
        (tree / "lib" / name).mkdir(exist_ok=True)
        (tree / "lib" / name / "README.md").touch()


def _fingerprint(tree: Path) -> str:
    """Return a key over names, sizes and dates of the files that a build can read."""
    digest = hashlib.sha256(str(tree).encode())
    for path in _read(tree):
        stat = os.lstat(tree / path)
        digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
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


def build_environment(cross: Path | None = None) -> dict[str, str]:
    """Return the environment without variables that change the build, such as make's flags."""
    foreign = re.compile(r"(MAKE|MFLAGS|PICO_|MICROPY_|CMAKE_|([A-Z]*FLAGS|BUILD|V)$)")
    env = {name: value for name, value in os.environ.items() if not foreign.match(name)}
    # The hash seed: MicroPython's tools write some tables in the order of a Python set.
    env.update(LC_ALL="C", PYTHONDONTWRITEBYTECODE="1", PYTHONHASHSEED="0")
    if cross is not None:
        env["MICROPY_MPYCROSS"] = str(cross)
    env.update(MICROPY_GIT_TAG=VERSION, SOURCE_DATE_EPOCH=str(RELEASED))
    return env
