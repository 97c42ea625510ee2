# SPDX-License-Identifier: MIT
"""MicroPython for this machine: the Unix port, and the compiler to .mpy of the same version."""

import os
import sys
from pathlib import Path

from host_tools.build import cache, compilers, sources

UNIX_OPTIONS = (
    "VARIANT=standard",
    "MICROPY_PY_SSL=0",
    "MICROPY_SSL_MBEDTLS=0",
    "MICROPY_PY_BTREE=0",
    "MICROPY_PY_FFI=0",
)
UNIX_MANIFEST = 'include("$(MPY_DIR)/extmod/asyncio")\n'


def unix() -> Path:
    """Return MicroPython's executable for this machine (`-X heapsize=64k` limits its heap)."""
    source = sources.chosen()
    key = cache.key(source.key, UNIX_OPTIONS, UNIX_MANIFEST)

    def build(folder: Path) -> None:
        compilers.need(compilers.NATIVE)
        cross = mpy_cross()
        tree = sources.tree()
        with cache.workshop("unix", key, "building the Unix port") as (work, run):
            (work / "manifest.py").write_text(UNIX_MANIFEST)
            run(
                *_make(tree / "ports/unix", work / "build"),
                *UNIX_OPTIONS,
                f"FROZEN_MANIFEST={work / 'manifest.py'}",
                env=sources.environment(source, cross),
            )
            cache.install(work / "build/micropython", folder)

    return cache.artefact("unix", key, "micropython", build)


def mpy_cross() -> Path:
    """Return the compiler from .py to .mpy that belongs to the same MicroPython."""
    source = sources.chosen()
    key = cache.key(source.key)

    def build(folder: Path) -> None:
        compilers.need(compilers.NATIVE)
        tree = sources.tree()
        with cache.workshop("mpy-cross", key, "building mpy-cross") as (work, run):
            run(*_make(tree / "mpy-cross", work / "build"), env=sources.environment(source))
            cache.install(work / "build/mpy-cross", folder)

    return cache.artefact("mpy-cross", key, "mpy-cross", build)


def _make(folder: Path, build: Path) -> tuple[str | Path, ...]:
    # -Wno-error: compilers newer than this MicroPython know more warnings.
    options = (f"BUILD={build}", f"PYTHON={sys.executable}", "CFLAGS_EXTRA=-Wno-error")
    return ("make", "-C", folder, jobs(), *options)


def jobs() -> str:
    """The option that keeps all cores at work."""
    return f"-j{os.cpu_count() or 1}"
