# SPDX-License-Identifier: MIT
"""The linker script of the images: MicroPython's, with the functions that run most often in RAM.

Code in the flash comes through a cache of 16 KiB, which the interpreter alone would fill. The rp2
port of MicroPython 1.25 means to keep three files in RAM, but names them as its older build did,
so they lie in the flash. Here the files in HOT are in RAM; boards/hot.c copies them.
"""

import re

from host_tools.usage import BuildError

HOT = (
    "py/bc", "py/builtinimport", "py/gc", "py/malloc", "py/map", "py/nlr", "py/nlrthumb", "py/obj",
    "py/objfun", "py/objgenerator", "py/qstr", "py/runtime", "py/vm",
)  # fmt: skip
"""The files, by the misses of the cache that their functions have on the way to the shelf, through
the screens, and at a prompt."""

_TEXT = re.compile(r"\*\(EXCLUDE_FILE\(([^)]*)\) \.text\*\)")
_CONSTANTS = re.compile(r"\*\(EXCLUDE_FILE\(([^)]*)\) \.rodata\*\)")
_DATA = "\n    .data : {\n"
_SOURCE = "__etext = LOADADDR(.data);"
"""Where the start-up code finds the data. The RP2040's script says that they begin where the code
ends; here the hot code is in between."""

SECTION = """
    .hot : {{
        . = ALIGN(4);
        __hot_start__ = .;
        {files}
        . = ALIGN(4);
        __hot_end__ = .;
    }} > RAM AT> FLASH
    __hot_source__ = LOADADDR(.hot);
"""


def script(text: str) -> str:
    """Return MicroPython's linker script `text` with the section for RAM. Raises BuildError."""
    names = [f"*{file}.c.o*" for file in HOT]
    text = text.replace("    __etext = .;\n", f"    {_SOURCE}\n")
    once = (len(_TEXT.findall(text)), len(_CONSTANTS.findall(text)), text.count(_DATA))
    if once != (1, 1, 1) or text.count(_SOURCE) != 1:
        raise BuildError("the linker script of this MicroPython is unknown: see build/linker.py")
    hot = " ".join(names)
    text = _TEXT.sub(rf"*(EXCLUDE_FILE(\1 {hot}) .text*)", text)
    text = _CONSTANTS.sub(r"*(EXCLUDE_FILE(\1 *py/vm.c.o*) .rodata*)", text)
    files = "\n        ".join([*(f"{name}(.text*)" for name in names), "*py/vm.c.o*(.rodata*)"])
    return text.replace(_DATA, SECTION.format(files=files) + _DATA)
