# SPDX-License-Identifier: MIT
"""The compilers: find the missing ones, and install them where that is possible."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence

from host_tools.build import cache, environment
from host_tools.usage import DOCTOR, BuildError, tell

NATIVE = ("make", "gcc")
FOR_RP2 = (*NATIVE, "cmake", "arm-none-eabi-gcc", "arm-none-eabi-g++")
ARM_LIBRARIES = ("nosys.specs", "libstdc++.a")
PACKAGES = (
    "gcc-arm-none-eabi",
    "libnewlib-arm-none-eabi",
    "libstdc++-arm-none-eabi-newlib",
    "cmake",
    "make",
    "gcc",
    "g++",
)


def missing(needed: Sequence[str]) -> list[str]:
    """Return the needed programs that are missing, and the missing libraries of the others."""
    absent = [program for program in needed if shutil.which(program) is None]
    if "arm-none-eabi-gcc" in needed and "arm-none-eabi-gcc" not in absent:
        for name in ARM_LIBRARIES:
            command = ["arm-none-eabi-gcc", f"-print-file-name={name}"]
            answer = subprocess.run(command, capture_output=True, text=True)
            if answer.stdout.strip() == name:  # a path if it exists
                absent.append(f"{name} for arm-none-eabi-gcc")
    return absent


def need(needed: Sequence[str]) -> None:
    """Install the compilers where possible, else say how; raise if they stay missing."""
    absent = missing(needed)
    if not absent:
        return
    if shutil.which("apt-get") is None:
        image = f", or name a ready image with --uf2 FILE (or {environment.UF2})"
        raise cache.MissingError(
            f"missing: {', '.join(absent)}. Install them{image * (needed == FOR_RP2)}; {DOCTOR}"
        )
    install = ["apt-get", "install", "-y", "--no-install-recommends", *PACKAGES]
    if os.geteuid() != 0:
        raise cache.MissingError(
            f"missing: {', '.join(absent)}. Install them with\n"
            f"    sudo apt-get update && sudo {shlex.join(install)}\n{DOCTOR}"
        )
    tell(f"missing: {', '.join(absent)}\n")
    with cache.lock("apt"), cache.step(f"installing {' '.join(PACKAGES)}", "compilers") as run:
        env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run("apt-get", "update", env=env)
        run(*install, "-oAPT::Status-Fd=2", env=env)  # the progress, for the bar
    absent = missing(needed)
    if absent:
        raise BuildError(f"still missing after the installation: {', '.join(absent)}; {DOCTOR}")
