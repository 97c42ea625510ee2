# SPDX-License-Identifier: MIT
"""Players that cannot be run: each reason is reported, with a remedy."""

import re
from pathlib import Path

import pytest

from host_tools.contests import players
from host_tools.contests.process import refusal
from host_tools.usage import WrongUsage


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder; the PATH has one folder without files."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("nobody", "nobody: not found; allowed: a command, or one of minus1"),
        ("./nobody", "./nobody: not found"),
        ("./bin", "./bin is a folder"),
        ("./plain", "./plain is not executable; try chmod +x ./plain"),
        ("'./my player'", "./my player is not executable; try chmod +x './my player'"),
        ("plain", "plain is not on the PATH; try ./plain"),
        ("'", "No closing quotation"),
        ("", "no name; allowed: "),
    ],
)
def test_why_it_cannot_be_run(folder: Path, player: str, message: str) -> None:
    for name in ("plain", "my player"):
        (folder / name).write_text("#!/bin/sh\n")
    with pytest.raises(WrongUsage, match=re.escape(message)):
        players.command(player, ["minus1"])


def test_what_can_be_run(folder: Path) -> None:
    path = folder / "good"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    assert players.command("./good -a 'b c'", ["minus1"]) == ["./good", "-a", "b c"]
    assert players.command("minus1", ["minus1"]) == ["minus1"]


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ("#!/no/python\n", "its interpreter '/no/python' is not there"),
        ("#!/bin/sh\r\n", "it has Windows line endings; save it with Unix line endings"),
        ("import os\n", "it is not a program and does not begin with #! and an interpreter"),
    ],
)
def test_why_the_system_refuses_it(folder: Path, first: str, message: str) -> None:
    """ENOENT for an existing file means its interpreter, ENOEXEC its first line."""
    path = folder / "player"
    path.write_text(first)
    path.chmod(0o755)
    assert refusal(str(path), "2") == refusal(str(path), "8") == message
    assert refusal(str(path), "13") == "Permission denied"
