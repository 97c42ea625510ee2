# SPDX-License-Identifier: MIT
"""The targets that run MicroPython, with the marks of the tests that use them."""

import pytest

MACHINES = [pytest.param(name, marks=getattr(pytest.mark, name)) for name in ("unix", "pico")]
"""For `parametrize`."""
