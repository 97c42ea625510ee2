# SPDX-License-Identifier: MIT
"""Packages from pip: only the published driver, and the stubs."""

import base64
import csv
import hashlib
import os
import zipfile
from pathlib import Path

import pytest

from host_tools.build import packages
from host_tools.usage import BuildError


@pytest.mark.slow
def test_pip_refuses_another_driver(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with the right name and version but other content is not installed."""
    name, version = packages.DRIVER[0].split()[0].split("==")
    stem = f"{name.replace('-', '_')}-{version}"
    cache.mkdir()
    with zipfile.ZipFile(cache / f"{stem}-py3-none-any.whl", "w") as wheel:
        wheel.writestr("adafruit_ssd1306.py", "print('somebody else')\n")
        wheel.writestr(f"{stem}.dist-info/METADATA", f"Name: {name}\nVersion: {version}\n")
        wheel.writestr(f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{stem}.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(cache))
    monkeypatch.setattr(packages, "DRIVER", packages.DRIVER[:1])
    with pytest.raises(BuildError, match="DO NOT MATCH THE HASHES"):
        packages.driver_path()
    assert not list(cache.glob("driver-*"))


def test_driver_is_as_published() -> None:
    """pip records the SHA-256 of each file in the wheel; the wheel's own is pinned."""
    driver = packages.driver_path()
    seen = set()
    for record in driver.glob("*.dist-info/RECORD"):
        for name, recorded, _ in csv.reader(record.read_text().splitlines()):
            if name.endswith(".py"):
                digest = hashlib.sha256((driver / name).read_bytes()).digest()
                found = base64.urlsafe_b64encode(digest).decode().rstrip("=")
                assert recorded == f"sha256={found}"
                seen.add(name)
    assert seen >= {"adafruit_ssd1306.py", "adafruit_bus_device/i2c_device.py"}


def test_stubs_describe_the_board() -> None:
    for name in ("machine.pyi", "micropython.pyi", "framebuf.pyi", "stdlib/builtins.pyi"):
        assert (packages.stubs_path() / name).is_file()
