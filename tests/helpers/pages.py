# SPDX-License-Identifier: MIT
"""Reads the pages of the documents: their blocks, and what the commands in these print."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from host_tools.paths import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")

RUN, LONG, BOARD, COPY = "console", "console long", "console board", "console copy"
"""Blocks of commands: run here, run by `pytest --long`, for a real board, and run in a copy of the
repository, into which the files of the pages were put (tests/test_add_pages.py)."""

PLAIN = ("text", "python", "markdown")
"""Blocks without commands."""

STATUS = {"run": (0, 3)}
"""What a command may end with, where that is not 0 alone: `run` when the answers ran out."""


class Block(NamedTuple):
    """A fenced block: its page, the number of its first line, what it is, and its text."""

    page: str
    line: int
    kind: str
    text: str

    def commands(self) -> list[tuple[str, list[str]]]:
        """The commands after `$ `, each with the lines that it prints."""
        found: list[tuple[str, list[str]]] = []
        for line in self.text.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found:
                found[-1][1].append(line)
        return found

    @property
    def file(self) -> str:
        """The path of the file that the block is, if a line with nothing else stands above it."""
        above = (ROOT / self.page).read_text(encoding="utf-8").splitlines()[: self.line - 1]
        match = re.fullmatch(r"`([\w./-]+)`:", "".join(above[-2:]))
        return match[1] if match else ""


def blocks(*kinds: str, page: str = "") -> list[Block]:
    """The blocks of these kinds, or all; of one page, or all."""
    found = []
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT).as_posix()
        for match in re.finditer(r"^```(.*)\n((?:.*\n)*?)```$", text, re.MULTILINE):
            block = Block(name, text.count("\n", 0, match.start()) + 1, match[1], match[2])
            if (not kinds or block.kind in kinds) and page in ("", name):
                found.append(block)
    return found


def tool_environment(folder: Path) -> dict[str, str]:
    """The environment for commands; the folder is for a tool that they need.

    `python3` is this Python without what pip has installed, the standard library alone.
    """
    folder.mkdir()
    (folder / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    (folder / "python3").chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def workplace(folder: Path) -> dict[str, str]:
    """Makes a folder look like the repository; returns the environment for commands there.

    What a command writes stays in the folder.
    """
    for path in ROOT.iterdir():
        if path.name != ".git":
            (folder / path.name).symlink_to(path)
    return tool_environment(folder / "tools")


def same(shown: list[str], printed: list[str]) -> bool:
    """Whether the lines are those that are shown; `...` stands for any lines, or none."""
    if "..." not in shown:
        return shown == printed
    at = shown.index("...")
    rest = shown[at + 1 :]
    starts = range(at, len(printed) + 1)
    return shown[:at] == printed[:at] and any(same(rest, printed[start:]) for start in starts)


def run(block: Block, folder: Path, variables: dict[str, str], golden: bool = False) -> None:
    """Runs the commands of a block in a folder, and compares what they print with what is shown.

    `golden`: writes it into the page instead.
    """
    assert block.commands(), block
    lines = []
    for command, shown in block.commands():
        result = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        name = command.partition("host_tools ")[2].partition(" ")[0]
        assert result.returncode in STATUS.get(name, (0,)), (command, result.stdout, result.stderr)
        printed = result.stdout.splitlines()
        good = same(shown, printed)
        assert good or golden, (command, result.stdout)
        lines += ["$ " + command, *(shown if good else printed)]
    if golden:
        page = ROOT / block.page
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace(block.text, "\n".join([*lines, ""])), encoding="utf-8")
