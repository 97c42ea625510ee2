# SPDX-License-Identifier: MIT
"""Boards other than the plain Pico: with an update, of another kind, or behind a port."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from host_tools.build import boards, bytecode, release, stamp
from host_tools.build.boards import Board
from host_tools.build.uf2 import payload
from host_tools.device import flash, packs, slots
from host_tools.device.link import Link
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from host_tools.paths import ROOT
from teletype import version

TWO = ("DOWN", "OK")
THREE = ("UP", "DOWN", "OK")
FOUR = ("UP", "DOWN", "OK", "BACK")
FIVE = ("UP", "DOWN", "LEFT", "RIGHT", "OK")

IMAGES = [
    pytest.param(name, marks=() if name == "pico" else pytest.mark.heavy)
    for name in boards.images()
]
"""The boards with an image of their own; the light tests build the Pico's alone."""


def installed(wanted: dict[str, bytes], image: str = "") -> dict[str, bytes]:
    """Return the files of a board on which `flash` has installed `wanted` over `image`."""
    return slots.installed(packs.packed(wanted), image)


def frozen_line(uf2: Path) -> str:
    """Return version and revision of the firmware in an image, as `main.py` compares them."""
    memory = payload(uf2.read_bytes())
    at = memory.index(stamp.MARK) + len(stamp.MARK)
    return f"{version.VERSION} {memory[at : at + stamp.ROOM].decode()}".rstrip()


def in_slot(board: Board, uf2: Path | None, changes: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of a board with an image (or stock MicroPython) and an update.

    The update is this firmware with `changes`, which are sources by name.
    """
    architecture = release.ARCHITECTURES[board.chip]
    wanted = flash.firmware_files(board.name, architecture)
    for name, data in changes.items():
        with tempfile.NamedTemporaryFile(suffix=".py") as file:
            file.write(data)
            file.flush()
            made = bytecode.compile_file(Path(file.name), name, architecture)
        wanted[f"{name.removesuffix('.py')}.mpy"] = made
    return installed(wanted, frozen_line(uf2) if uf2 else "")


class Replies(Link):
    """Stand-in for the link to a board of another kind; replies with the board's identity."""

    def __init__(self, name: str, machine: str, mpy: int, heap: int = 233_000) -> None:
        self._reply = (name, machine, f"{mpy} {heap}")

    def execute(self, code: str, most: int = 0) -> list[bytes]:
        return [line.encode() for line in self._reply]


class Port:
    """A Pico on a pseudo-terminal, with the host tools called on it."""

    def __init__(
        self, uf2: Path, files: dict[str, bytes] | None = None, image: bytes = b""
    ) -> None:
        self.pico = Pico(uf2, filesystem=image or make_filesystem(files or {}))
        self.pico.boot()
        self.tty = self.pico.open_pty()

    def call(self, name: str, *args: str) -> subprocess.CompletedProcess[str]:
        """Call a host tool by name."""
        return self.run("host_tools", name, "--port", self.tty, *args)

    def run(self, *module: str) -> subprocess.CompletedProcess[str]:
        """Run a Python module with arguments."""
        process = subprocess.Popen(
            [sys.executable, "-m", *module],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.pico.serve(process)
        out, err = process.communicate()
        return subprocess.CompletedProcess(module, process.returncode, out, err)

    def files(self) -> dict[str, bytes]:
        return read_filesystem(self.pico.filesystem())
