# SPDX-License-Identifier: MIT
"""Fixtures for the build tools' tests: no user settings in the environment, an empty cache."""

from pathlib import Path

import pytest

from host_tools.build import cache as the_cache
from host_tools.build import environment


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the user's variables for real runs, which would change what is tested."""
    for variable in (environment.UF2, environment.TREE, environment.MIRROR):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setattr(the_cache, "RUNTIME", tmp_path / "runtime")
    return tmp_path / "runtime"
