# SPDX-License-Identifier: MIT
"""Which modules Python keeps, for tests of forgetting modules."""

import sys


def stayed() -> set[str]:
    """Return the names of loaded modules, except packages, which may stay without modules."""
    return {name for name, module in sys.modules.items() if not hasattr(module, "__path__")}
