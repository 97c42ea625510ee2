# SPDX-License-Identifier: MIT
"""The doctor: it finds what is missing, suggests a remedy, and changes nothing."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools import __main__, doctor, paths
from host_tools.build import cache, compilers, environment


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(environment.TREE, raising=False)


def look(part: Callable[[], object]) -> dict[str, doctor.Finding]:
    found: list[doctor.Finding] = list(part())  # type: ignore[call-overload]
    return {finding.what: finding for finding in found}


def test_a_computer_without_compilers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All programs except git are hidden."""
    (tmp_path / "git").symlink_to("/bin/true")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(cache, "RUNTIME", tmp_path / "runtime")
    assert __main__.main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    for program in compilers.FOR_RP2:
        (line,) = [line for line in lines if line.split()[-1:] and f" {program}: " in line]
        assert line.startswith("MISSING  play, test, build ")
        assert f"install {program} (with Debian: {doctor.DEBIAN[program]})" in line
    (line,) = [line for line in lines if "MicroPython's sources" in line]
    assert line.startswith("MISSING") and "--uf2" in line and "--micropython" in line
    (line,) = [line for line in lines if "Node.js" in line]
    assert line.startswith("ok ")  # from the wheel
    assert "ok       release              git" in lines
    missing = [line for line in lines if line.startswith("MISSING")]
    assert lines[-1] == f"{len(missing)} missing"
    assert not (tmp_path / "runtime").exists()


def test_with_debian_it_names_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("apt-get", "dpkg-deb"):
        (tmp_path / name).symlink_to("/bin/false")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(cache, "RUNTIME", tmp_path / "runtime")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    found = look(doctor._compilers)
    assert found["cmake"].mend == "sudo apt-get install cmake"
    assert found["MicroPython's sources: will be fetched from Debian's mirror"].there is None
    assert found["a clone of MicroPython 1.25.0 can take their place"].mend == "MICROPYTHON=DIR"
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert look(doctor._compilers)["cmake"].mend == "apt-get install cmake"


def test_on_a_mac_it_names_what_brings_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert doctor.MAC.keys() == doctor.DEBIAN.keys()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(cache, "RUNTIME", tmp_path / "runtime")
    monkeypatch.setattr("sys.platform", "darwin")
    found = look(doctor._compilers)
    assert found["make"].mend == "xcode-select --install"
    assert found["cmake"].mend == "brew install cmake"


def test_the_arm_libraries_are_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler without its libraries answers with just the name."""
    for program in compilers.FOR_RP2:
        path = tmp_path / program
        path.write_text("#!/bin/sh\necho ${1#-print-file-name=}\n")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin")
    found = look(doctor._compilers)
    assert found["arm-none-eabi-gcc"].there
    assert not found["nosys.specs for arm-none-eabi-gcc"].there


def test_packages_that_are_missing_or_of_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "VENV", tmp_path / "venv")
    (absent,) = look(doctor._packages).values()
    assert absent.there is False and absent.mend == "make setup"
    place = tmp_path / "venv/lib/python3.11/site-packages"
    for name, version in (("mpremote", "1.29.0"), ("littlefs_python", "0.1")):
        info = place / f"{name}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Name: {name}\nVersion: {version}\n")
    (partly,) = look(doctor._packages).values()
    assert partly.there is False
    assert "littlefs-python 0.19.0" in partly.what and "mpremote" not in partly.what


def test_this_computer_has_the_packages() -> None:
    """The tests run in the environment made by `make setup`."""
    (found,) = look(doctor._packages).values()
    assert found.there, found


def test_a_full_disk_and_one_that_is_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "CACHE", tmp_path / "not yet/.cache")
    (found,) = look(doctor._space).values()
    assert found.there
    monkeypatch.setattr(doctor, "SPACE", 1 << 62)
    (found,) = look(doctor._space).values()
    assert found.there is False and "MB are needed" in found.mend
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert any(what.startswith("writing to") for what in look(doctor._space))


class Plugged:
    def __init__(self, device: str, vid: int | None) -> None:
        self.device, self.vid = device, vid


def test_ports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from serial.tools import list_ports

    mine, theirs = tmp_path / "ttyACM0", tmp_path / "ttyACM1"
    mine.touch()
    theirs.touch()
    monkeypatch.setattr(list_ports, "comports", lambda: [])
    monkeypatch.setattr(os, "getgroups", lambda: [])
    for user, count in ((0, 1), (1000, 2)):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        found, *more = look(doctor._ports).values()
        assert found.there is None and "no board" in found.what and len(more) == count - 1
    assert more[0].there is None and "usermod -a -G dialout $USER" in more[0].mend
    ports = [Plugged(str(mine), 0x2E8A), Plugged(str(theirs), 0x2E8A), Plugged("/dev/ttyS0", None)]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    monkeypatch.setattr(os, "access", lambda path, mode: path == str(mine))
    found_ports = look(doctor._ports)
    assert found_ports[f"{mine} can be opened"].there
    refused = found_ports[f"opening {theirs}"]
    import grp

    group = grp.getgrgid(os.stat(theirs).st_gid).gr_name
    assert refused.mend == f"sudo usermod -a -G {group} $USER, then log in again"
    assert stat.S_ISREG(theirs.stat().st_mode)
    assert "dialout" in doctor.rights("/no/such/port")


def test_it_needs_the_standard_library_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-m", "host_tools", "doctor"],
        cwd=paths.ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert done.returncode in (0, 1)
    assert done.stdout.splitlines()[0].startswith("ok       everything           Python 3.")
    assert " flash, check, pull   " in done.stdout, "it looks at the ports without pyserial, too"


def test_all_is_there_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = [doctor.Finding(True, "play", "a"), doctor.Finding(None, "play", "b", "c")]
    monkeypatch.setattr(doctor, "findings", lambda: good)
    assert __main__.main(["doctor"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "ok       play                 a",
        "note     play                 b: c",
        "nothing is missing",
    ]
