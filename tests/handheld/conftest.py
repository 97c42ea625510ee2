# SPDX-License-Identifier: MIT
"""What every test of the handheld needs, whichever of them a process runs first."""

import pytest

from host_tools.emulator.simulator import Simulator


@pytest.fixture(scope="session", autouse=True)
def handheld() -> None:
    """This Python has what the handheld's modules import."""
    Simulator()
