# SPDX-License-Identifier: MIT
"""The papers are in order: the licence, and who may do what with each file."""

import re
import tomllib
from pathlib import Path

from host_tools.paths import ROOT

LICENCE = "SPDX-License-Identifier: MIT"

SOURCES = (".py", ".sh", ".mjs", ".js", ".css", ".html", ".cmake", ".h")
"""What a source file is called; the Makefile and .ci/run are two more."""


def test_the_licence_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    (author,) = project["authors"]
    assert project["license"] == "MIT"
    assert text.startswith("MIT License\n")
    assert re.search(rf"^Copyright \(c\) 20\d\d {author['name']}$", text, re.MULTILINE)
    for name in project["license-files"]:
        assert (ROOT / name).is_file(), name


def source_files() -> list[Path]:
    tops = ("boards", "firmware", "host_tools", "tests")
    found = [path for top in tops for path in (ROOT / top).rglob("*") if path.suffix in SOURCES]
    return [ROOT / "Makefile", ROOT / ".ci" / "run", *(path for path in found if path.is_file())]


def test_each_source_file_names_its_licence() -> None:
    """In its first line, or in the second one where the first says what runs the file."""
    without = []
    for path in source_files():
        lines = path.read_text(encoding="utf-8").splitlines()
        first = lines[1:2] if lines and lines[0].startswith("#!") else lines[:1]
        if not (first and LICENCE in first[0]):
            without.append(path.relative_to(ROOT).as_posix())
    assert without == []
