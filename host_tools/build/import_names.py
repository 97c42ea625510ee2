# SPDX-License-Identifier: MIT
"""A module that an image holds and nobody imports, for the sake of the names in it.

MicroPython keeps each name once: those of frozen code in the flash, others for ever in the heap.
An import needs the module's whole name and the last part of it. `from teletype.core import tape`
has `teletype.core` and `tape` in the flash and makes `teletype.core.tape` in the heap, 30 bytes.
This module has the names that are missing.
"""

import ast
from collections.abc import Mapping
from pathlib import Path

FILE = "import_names.py"


def source(firmware: Mapping[str, Path]) -> bytes:
    """Return the module's text, for the firmware's files by their path on the board."""
    modules = {path.removesuffix(".py").removesuffix("/__init__") for path in firmware}
    names = {module.replace("/", ".") for module in modules}
    known = _known(firmware)
    lines = []
    for name in sorted(names):
        package, _, last = name.rpartition(".")
        if name not in known:
            lines.append(f"import {name}")
        if last not in known:
            known.add(last)
            lines.append(f"from {package} import {last}" if package else f"import {last}")
    return "".join(f"{line}\n" for line in lines).encode()


def _known(firmware: Mapping[str, Path]) -> set[str]:
    """Return the names that the code itself brings into the flash."""
    known: set[str] = set()
    for path in firmware.values():
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom):
                known.add(str(node.module))
            if isinstance(node, ast.Import | ast.ImportFrom):
                known.update(alias.name for alias in node.names)
            elif isinstance(node, ast.Attribute):
                known.add(node.attr)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                known.add(node.name)
            elif isinstance(node, ast.arg):
                known.add(node.arg)
    return known
