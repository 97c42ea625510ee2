# SPDX-License-Identifier: MIT
"""Shared by the tests of the builder: nothing named by the user, and an empty cache."""

from pathlib import Path

import pytest

from host_tools.build import cache as the_cache
from host_tools.build import environment


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the user has named for real runs must not change what is tested here."""
    for variable in (environment.UF2, environment.TREE, environment.MIRROR):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setattr(the_cache, "RUNTIME", tmp_path / "runtime")
    return tmp_path / "runtime"
