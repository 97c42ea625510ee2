# SPDX-License-Identifier: MIT
"""The command `build`: what it builds, and that a second call builds nothing."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from host_tools import paths
from host_tools.build import images, micropython, packages, runtime, sources
from host_tools.usage import WrongUsage


@pytest.mark.parametrize("arguments", [["everything"], ["uf2", "--speed"], ["uf2", "--uf2"]])
def test_wrong_usage(arguments: list[str]) -> None:
    with pytest.raises(WrongUsage, match="see --help"):
        runtime.main(arguments)


def artefacts() -> dict[str, Path]:
    return {
        "unix": micropython.unix(),
        "mpy-cross": micropython.mpy_cross(),
        "pico": images.image(),
        "driver": packages.driver_path(),
        "stubs": packages.stubs_path(),
        "tree": sources.tree(),
    }


@pytest.mark.slow
def test_second_call_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **_: object) -> None:
        raise AssertionError(f"ran {arguments}")

    # a snapshot, because the firmware may be edited meanwhile
    shutil.copytree(paths.FIRMWARE, tmp_path / "firmware")
    monkeypatch.setattr(paths, "FIRMWARE", tmp_path / "firmware")
    built = artefacts()
    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(os, "posix_spawn", refuse)
    monkeypatch.setattr(os, "system", refuse)
    assert artefacts() == built
