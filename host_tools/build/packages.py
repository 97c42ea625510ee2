# SPDX-License-Identifier: MIT
"""Packages from pip: the panel's driver, as published, and MicroPython's type stubs.

The driver is frozen into the image; this file pins its version and SHA-256.
"""

import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from host_tools import paths
from host_tools.build import cache
from host_tools.usage import DOCTOR, BuildError

DRIVER = (
    "adafruit-circuitpython-ssd1306==2.12.24"
    " --hash=sha256:f6bc9bf726cc7f8f8c79e1156d785a73dbf8770d64c2b78ec58396d4bfca4e1a",
    "adafruit-circuitpython-busdevice==5.2.17"
    " --hash=sha256:5a834fbe0b88b07d20494bec566815da154aa4b1b668e2e665277b34b3578e44",
)
STUBS = (
    "micropython-rp2-stubs==1.25.0.post3"
    " --hash=sha256:e62662ae8738676f54daa2ca5498962aab61f5d18c3c5954c7a35c121ae98274",
    "micropython-stdlib-stubs==1.29.0.post2"
    " --hash=sha256:bdcd54d9896d8e1d455b3a99995d82a8399e1e2c9cb94eacabe278e5c2397783",
)


def driver_path() -> Path:
    """Return a folder with adafruit_ssd1306.py and adafruit_bus_device/, as pip installs them."""
    shipped = paths.SHIPPED / "driver"
    if shipped.is_dir():
        return shipped
    return _pip("driver", "fetching the panel's driver", DRIVER)


def stubs_path() -> Path:
    """Return a folder with the type stubs of MicroPython on the RP2040."""
    return _pip("stubs", "fetching MicroPython's type stubs", STUBS)


def _pip(kind: str, what: str, requirements: Sequence[str]) -> Path:
    def build(folder: Path) -> None:
        if importlib.util.find_spec("pip") is None:
            raise BuildError(
                f"{sys.executable} has no pip: use the virtual environment that `make` prepares, "
                f"or install pip (on Debian the package python3-pip); {DOCTOR}"
            )
        listed = folder / "requirements.txt"
        listed.write_text("\n".join(requirements) + "\n")
        with cache.step(what, kind) as run:
            run(
                *(sys.executable, "-m", "pip", "install", "--disable-pip-version-check"),
                *("--no-input", "--no-deps", "--only-binary=:all:", "--require-hashes"),
                *("--no-compile", "--target", folder, "--requirement", listed),
                env={**os.environ, "PIP_USER": "0"},
            )

    return cache.artefact(kind, cache.key(requirements), "", build)
