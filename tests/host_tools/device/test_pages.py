# SPDX-License-Identifier: MIT
"""The documents' steps for a board work in their order, as a reader types them.

The board is the emulated Pico behind a pseudo-terminal, which stands in the computer's list of
ports for the one on USB. Between the commands the reader writes the files that the page shows.
"""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from host_tools.build import boards, release
from host_tools.paths import ROOT
from tests.helpers.boards import Port, in_slot
from tests.helpers.pages import BOARD, STATUS, blocks, tool_environment

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

BUILD = "docs/build.md"

ON_IMAGE = ("## Nothing on the screen", "## Your own pins")
"""Sections of that page for a board with the image; "Keep your files" has a test of its own."""

UPDATED = ("## From this repository", "## Many boards")
"""Sections for a board with an update of another day, read one after the other."""


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
        stdin=subprocess.DEVNULL,
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


def commands(*sections: str) -> list[str]:
    """Return the commands for a board in sections of docs/build.md."""
    text = (ROOT / BUILD).read_text(encoding="utf-8")
    found: list[str] = []
    for title in sections:
        start = text.index(f"\n{title}\n") + 1
        first, last = (text.count("\n", 0, at) for at in (start, text.find("\n## ", start)))
        its = [block for block in blocks(BOARD, page=BUILD) if first < block.line <= last + 1]
        assert its, title
        found += [line for block in its for line, _ in block.commands()]
    return found


def all_work(port: Port, lines: list[str], folder: Path) -> None:
    """Run commands on a board in their order; `run` may end because nobody answers."""
    for line in lines:
        done = call(port, line, folder)
        allowed = STATUS.get("run", ()) if " run " in line else (0,)
        assert done.returncode in allowed, (line, done.stdout, done.stderr)


@pytest.mark.parametrize("page", WHOLE)
def test_the_steps_of_a_page_work_in_their_order(
    page: str, folder: Path, firmware_uf2: Path
) -> None:
    for name, text in shown_files(page).items():
        (folder / name).write_text(text)
    lines = [line for block in blocks(BOARD, page=page) for line, _ in block.commands()]
    assert len(lines) >= 2
    port = Port(firmware_uf2)
    try:
        all_work(port, lines, folder)
    finally:
        port.pico.close()


def test_the_commands_for_an_image(folder: Path, firmware_uf2: Path) -> None:
    """`doctor` finds no fault, and the board runs on with the file of pins that was written."""
    port = Port(firmware_uf2)
    try:
        all_work(port, commands(*ON_IMAGE), folder)
        assert port.files()["board.py"] == (ROOT / "boards/pico/board.py").read_bytes()
    finally:
        port.pico.close()


def test_the_commands_for_an_update(
    folder: Path, firmware_uf2: Path, board_kind: boards.Board
) -> None:
    """They update, undo, check, copy the saved games and set what the page says."""
    older = {"teletype/programs/nim/records.py": b"OF_ANOTHER_DAY = 1\n"}
    files = in_slot(board_kind, firmware_uf2, older)
    tape = b"program: nim\nsetup: \n---\n"
    port = Port(firmware_uf2, {**files, "tapes/0001-nim.tape": tape})
    try:
        all_work(port, commands(*UPDATED), folder)
        assert (folder / "tapes/0001-nim.tape").read_bytes() == tape
        (row,) = json.loads((folder / "report.json").read_text(encoding="utf-8"))["boards"]
        assert row["ok"]
        settings = port.files()["settings.txt"].decode().split("\n")
        assert {"name=Table 3", "language=ru", "dim=0"} <= set(settings)
    finally:
        port.pico.close()


def test_the_package_of_a_release(folder: Path, stock_uf2: Path, board_kind: boards.Board) -> None:
    """mip takes it from `dist`, where `make release` puts it; the other files are left out."""
    files = release.firmware(board_kind.chip)
    (folder / "dist/mip").mkdir(parents=True)
    (folder / "dist/mip/package.json").write_bytes(release.package(files))
    for name, data in files.items():
        (folder / "dist/mip" / release.flat(name, data)).write_bytes(data)
    port = Port(stock_uf2)
    try:
        all_work(port, commands("## Without the project's image"), folder)
        there = port.files()
        assert {name: there[name] for name in files} == files
    finally:
        port.pico.close()


def test_the_files_of_a_board_are_saved_and_put_back(folder: Path, firmware_uf2: Path) -> None:
    """The commands of docs/build.md, "Keep your files", with the real mpremote."""
    text = (ROOT / BUILD).read_text("utf-8").partition("## Keep your files")[2]
    saved = commands("## Keep your files")
    (back,) = re.findall(r"`(\S*mpremote [^`]* :)`", text.partition("\n## ")[0])
    tapes = {"tapes/0001-nim.tape": b"program: nim\nsetup: \n---\n"}
    files = {**tapes, "settings.txt": b"language=en\nname=Hall\n"}
    port = Port(firmware_uf2, files)
    try:
        all_work(port, saved, folder)
        for name, data in files.items():
            assert (folder / "saved" / name).read_bytes() == data
    finally:
        port.pico.close()
    port = Port(firmware_uf2)
    try:
        all_work(port, [back], folder)
        there = port.files()
        assert {name: there[name] for name in tapes} == tapes
    finally:
        port.pico.close()
