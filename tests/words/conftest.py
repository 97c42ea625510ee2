# SPDX-License-Identifier: MIT
"""What every test of the texts needs."""

from tests.handheld.conftest import handheld

__all__ = ["handheld"]
