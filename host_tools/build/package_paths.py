# SPDX-License-Identifier: MIT
"""Where an image's packages lie, as constants in the flash.

MicroPython gives each package its `__path__`, a text of 32 to 50 bytes in the heap, and needs it
whenever something is imported from the package. A package that sets it again to a constant keeps
no text in the heap.
"""

from collections.abc import Mapping
from pathlib import PurePosixPath

from host_tools.files import Files

_FROZEN = PurePosixPath(".frozen")
"""The entry of `sys.path` for frozen modules."""


def constant(modules: Mapping[str, bytes]) -> Files:
    """Return the modules, by their path on the board; each package's ends with its `__path__`."""
    return {
        path: data + _line(path) if path.endswith("/__init__.py") else data
        for path, data in modules.items()
    }


def _line(path: str) -> bytes:
    return f'\n__path__ = "{(_FROZEN / path).parent}"\n'.encode()
