# SPDX-License-Identifier: MIT
"""The targets that run MicroPython, with the marks of the tests that use them."""

import pytest

MACHINES = [
    pytest.param("unix", marks=pytest.mark.unix),
    pytest.param("pico", marks=pytest.mark.pico),
    pytest.param("pico2", marks=[pytest.mark.pico, pytest.mark.heavy]),
]
"""For `parametrize`."""
