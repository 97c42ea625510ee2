# SPDX-License-Identifier: MIT
"""What tests of whole games on the emulated Pico share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.finger import Finger


@pytest.fixture
def finger(firmware_uf2: Path, golden: Callable[..., None]) -> Finger:
    """Return a finger on a new handheld with the speed fast."""
    return Finger(firmware_uf2, golden=golden)
