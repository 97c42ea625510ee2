# SPDX-License-Identifier: MIT
"""The one lazy import: load a program or a screen when it is chosen, free it when it is left.

MicroPython keeps each imported module in `sys.modules` and as an attribute of its package. `load`
removes all modules that an import has added from both. From then on only the objects made from a
module keep it in memory: however the screen is left, the garbage collector frees it together with
them. The imports of the main loop stay for good. So do packages, which are small and take 2 ms to
import, except the folders of programs.
"""

import sys

PACKAGE = "teletype."
"""The firmware's own package; other modules are not touched."""

PROGRAMS = "teletype.programs."
"""The beginning of the names of the programs' folders and of what is in them."""

KEEPS_MACHINE_CODE = sys.platform != "rp2"
"""Whether this port never frees machine code that it has read from a file (Unix, ESP32)."""


def load(name, beside=None, lists=False):
    """Return the module `name`; only the caller keeps it, and what it imports, in memory.

    A module that was imported before stays in memory. `lists`: the module gets `brought`, the
    modules by name that its import has added. Others can then be loaded `beside` it: a module that
    both import exists once. ImportError if there is no such module.
    """
    before = sys.modules.copy()  # a set of 50 names takes 1.6 ms, their dictionary far less
    if beside:
        sys.modules.update(beside.brought)
    brought = {}
    try:
        __import__(name)
        module = sys.modules[name]
    finally:
        for new in [new for new in sys.modules if new not in before]:
            folder = new[: len(PROGRAMS)] != PROGRAMS and hasattr(sys.modules[new], "__path__")
            if new == name or (new.startswith(PACKAGE) and not folder):
                brought[new] = sys.modules[new]
                if not (KEEPS_MACHINE_CODE and _has_machine_code(brought[new])):
                    forget(new)
    if lists:
        module.brought = brought  # type: ignore[attr-defined]
    return module


def _has_machine_code(module):
    """Whether a module has machine code from a file; a module with viper functions imports
    `micropython`."""
    return hasattr(module, "micropython") and module.__file__[-4:] == ".mpy"


def forget(name):
    """Take a module out of `sys.modules` and out of its package."""
    package, _, last = name.rpartition(".")
    del sys.modules[name]
    parent = sys.modules.get(package)
    if hasattr(parent, last):
        delattr(parent, last)
