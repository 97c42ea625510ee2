# SPDX-License-Identifier: MIT
"""The blocks of the documents, and what the commands in them print."""

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import NamedTuple

from host_tools.paths import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")

RUN, LONG, BOARD, COPY = "console", "console long", "console board", "console copy"
"""Blocks of commands: run here, run by `pytest --long`, for a real board, or run in a copy of the
repository that contains the files of the pages (tests/test_add_pages.py)."""

PLAIN = ("text", "python", "markdown", "yaml", "ini")
"""Blocks without commands."""

STATUS = {"run": (0, 3)}
"""Exit statuses other than 0 that a command may have: `run` when the answers have run out."""


class Block(NamedTuple):
    """A fenced block: its page, the number of its first line, its kind and its text."""

    page: str
    line: int
    kind: str
    text: str

    def commands(self) -> list[tuple[str, list[str]]]:
        """Return the commands after `$ `, each with the lines that it prints."""
        found: list[tuple[str, list[str]]] = []
        for line in self.text.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found:
                found[-1][1].append(line)
        return found

    @property
    def file(self) -> str:
        """Return the path of the file that the block shows or continues, from the line above."""
        above = (ROOT / self.page).read_text(encoding="utf-8").splitlines()[: self.line - 1]
        match = re.fullmatch(r"(?:At the end of )?`([\w./-]+)`:", "".join(above[-2:]))
        return match[1] if match else ""


def blocks(*kinds: str, page: str = "") -> list[Block]:
    """Return the blocks of these kinds (or all), from one page (or all)."""
    found = []
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT).as_posix()
        for match in re.finditer(r"^( *)```(.*)\n((?:.*\n)*?)\1```$", text, re.MULTILINE):
            line = text.count("\n", 0, match.start()) + 1
            block = Block(name, line, match[2], textwrap.dedent(match[3]))
            if (not kinds or block.kind in kinds) and page in ("", name):
                found.append(block)
    return found


def tool_environment(folder: Path) -> dict[str, str]:
    """Return the environment for commands; the folder holds a tool that they need.

    `python3` is this Python with the standard library alone, without packages from pip.
    """
    folder.mkdir()
    (folder / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    (folder / "python3").chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def workplace(folder: Path) -> dict[str, str]:
    """Make a folder look like the repository; return the environment for commands there.

    What a command writes stays in the folder.
    """
    for path in ROOT.iterdir():
        if path.name != ".git":
            (folder / path.name).symlink_to(path)
    return tool_environment(folder / "tools")


def same(shown: list[str], printed: list[str]) -> bool:
    """Return whether the lines are as shown; `...` stands for any number of lines."""
    if "..." not in shown:
        return shown == printed
    at = shown.index("...")
    rest = shown[at + 1 :]
    starts = range(at, len(printed) + 1)
    return shown[:at] == printed[:at] and any(same(rest, printed[start:]) for start in starts)


def run(block: Block, folder: Path, variables: dict[str, str], golden: bool = False) -> None:
    """Run the commands of a block in a folder and compare their output with the page.

    With `golden`, write the output into the page instead.
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
        called = re.search(r"(?:host_tools|pocket-teletype) (\w+)", command)
        name = called[1] if called else ""
        assert result.returncode in STATUS.get(name, (0,)), (command, result.stdout, result.stderr)
        printed = result.stdout.splitlines()
        good = same(shown, printed)
        assert good or golden, (command, result.stdout)
        lines += ["$ " + command, *(shown if good else printed)]
    if golden:
        page = ROOT / block.page
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace(block.text, "\n".join([*lines, ""])), encoding="utf-8")
