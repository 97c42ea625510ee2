# SPDX-License-Identifier: MIT
"""The compilers: the messages if they are missing."""

import os
from pathlib import Path

import pytest

from host_tools.build import compilers
from host_tools.usage import BuildError


def test_missing_compilers_without_apt(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(cache))
    with pytest.raises(BuildError, match=r"missing: make, gcc, .*Install.*--uf2.*`doctor` lists"):
        compilers.need(compilers.FOR_RP2)
    with pytest.raises(BuildError, match=r"^missing: make, gcc\. Install them; `doctor` lists"):
        compilers.need(compilers.NATIVE)  # an image is no substitute here


def test_missing_compilers_without_privileges(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.mkdir()
    (cache / "apt-get").symlink_to("/bin/false")
    monkeypatch.setenv("PATH", str(cache))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(BuildError, match="missing: make, gcc") as caught:
        compilers.need(compilers.NATIVE)
    assert "sudo apt-get install -y --no-install-recommends gcc-arm-none-eabi" in str(caught.value)
