# SPDX-License-Identifier: MIT
"""Which modules Python keeps, for tests of what is forgotten."""

import sys


def stayed() -> set[str]:
    """The modules in memory but packages, which may stay when what is in them is forgotten."""
    return {name for name, module in sys.modules.items() if not hasattr(module, "__path__")}
