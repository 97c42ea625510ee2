# SPDX-License-Identifier: MIT
"""Targets that run MicroPython, with the marks for the tests that use them."""

import os

import pytest

from host_tools.build import environment

ONE_IMAGE = pytest.mark.skipif(
    environment.UF2 in os.environ, reason="the image is another board's"
)

MACHINES = [
    pytest.param("unix", marks=pytest.mark.unix),
    pytest.param("pico", marks=pytest.mark.pico),
    pytest.param("pico2", marks=[pytest.mark.pico, pytest.mark.heavy, ONE_IMAGE]),
]
"""For `parametrize`."""
