# SPDX-License-Identifier: MIT
"""Host tools of the Pocket Teletype: run, replay, play, flash and check the firmware's programs.

`python3 -m host_tools --help` lists the commands.
"""

import importlib
import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Sequence
from typing import Any

from host_tools import paths as paths  # puts the firmware on the import path


class _Texts(importlib.abc.MetaPathFinder):
    """Finds the firmware's texts, which are .po files. What reads them is imported when they are,
    because until `__main__` runs an interrupt would show a traceback.
    """

    def __init__(self) -> None:
        self._finder: Any = None

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if path is None or not name.startswith(("teletype.words.", "teletype.fonts.")):
            return None
        if self._finder is None:
            self._finder = importlib.import_module("host_tools.texts.languages").Finder()
        found: importlib.machinery.ModuleSpec | None = self._finder.find_spec(name, path, target)
        return found


sys.meta_path.append(_Texts())
