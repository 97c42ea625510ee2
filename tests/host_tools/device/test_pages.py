# SPDX-License-Identifier: MIT
"""The documents' steps for a board work in their order, as a reader types them.

The board is the emulated Pico behind a pseudo-terminal, which stands in the computer's list of
ports for the one on USB. Between the commands the reader writes the files that the page shows.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from host_tools.paths import ROOT
from tests.helpers.boards import Port
from tests.helpers.pages import BOARD, blocks, tool_environment

pytestmark = [pytest.mark.pico, pytest.mark.heavy]

LISTED = """
import collections, os
from serial.tools import list_ports
Port = collections.namedtuple("Port", "device serial_number vid pid manufacturer product")
there = [Port(os.environ["BOARD_PORT"], "E6", 0x2E8A, 5, "MicroPython", "Board in FS mode")]
list_ports.comports = lambda *_: there
"""
"""Makes the pseudo-terminal the board on USB, for our commands and for mpremote."""

WHOLE = ("docs/museum.md", "docs/exhibit.md")
"""Pages of which all blocks for a board are run here."""

PAGES = [(page, block) for page in WHOLE for block in blocks(BOARD, page=page)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like the repository, whose commands find the board."""
    place = tmp_path / "work"
    (place / "site").mkdir(parents=True)
    (place / "site" / "sitecustomize.py").write_text(LISTED)
    (place / ".cache").symlink_to(ROOT / ".cache")
    (place / "host_tools").symlink_to(ROOT / "host_tools")
    return place


def call(port: Port, command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of a page on the board; `/dev/ttyACM0` is its port."""
    tools = folder.parent / "tools"
    variables = tool_environment(tools) if not tools.exists() else dict(os.environ)
    variables["PATH"] = f"{tools}{os.pathsep}{os.environ['PATH']}"
    variables |= {"BOARD_PORT": port.tty, "PYTHONPATH": str(folder / "site")}
    process = subprocess.Popen(
        command.replace("/dev/ttyACM0", port.tty),
        shell=True,
        cwd=folder,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    port.pico.serve(process)
    out, err = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def shown_files(page: str) -> dict[str, str]:
    """Return the files that a page shows after "a file `NAME`"."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"a file `([\w.]+)`[^`]*?\n+ *```text\n(.*?)```", text, re.DOTALL)
    return {name: re.sub(r"^ +", "", its, flags=re.MULTILINE) for name, its in found}


@pytest.mark.parametrize("page", WHOLE)
def test_the_steps_of_a_page_work_in_their_order(
    page: str, folder: Path, firmware_uf2: Path
) -> None:
    for name, text in shown_files(page).items():
        (folder / name).write_text(text)
    commands = [line for block in blocks(BOARD, page=page) for line, _ in block.commands()]
    assert len(commands) >= 2
    port = Port(firmware_uf2)
    try:
        for command in commands:
            done = call(port, command, folder)
            assert done.returncode == 0, (command, done.stdout, done.stderr)
    finally:
        port.pico.close()


def test_the_files_of_a_board_are_saved_and_put_back(folder: Path, firmware_uf2: Path) -> None:
    """The commands of docs/build.md, "Keep your files", with the real mpremote."""
    text = (ROOT / "docs/build.md").read_text("utf-8").partition("## Keep your files")[2]
    saved = re.findall(r"^\$ (.*)$", text.partition("\n## ")[0], re.MULTILINE)
    (back,) = re.findall(r"`(\S*mpremote [^`]* :)`", text.partition("\n## ")[0])
    tapes = {"tapes/0001-nim.tape": b"program: nim\nsetup: \n---\n"}
    files = {**tapes, "settings.txt": b"language=en\nname=Hall\n"}
    port = Port(firmware_uf2, files)
    try:
        for command in saved:
            done = call(port, command, folder)
            assert done.returncode == 0, (command, done.stdout, done.stderr)
        for name, data in files.items():
            assert (folder / "saved" / name).read_bytes() == data
    finally:
        port.pico.close()
    port = Port(firmware_uf2)
    try:
        done = call(port, back, folder)
        assert done.returncode == 0, (done.stdout, done.stderr)
        there = port.files()
        assert {name: there[name] for name in tapes} == tapes
    finally:
        port.pico.close()
