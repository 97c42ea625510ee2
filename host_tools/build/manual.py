# SPDX-License-Identifier: MIT
"""The manual: README, the pages of docs and those of the boards, as HTML with a search.

Sphinx makes it, with MyST for the Markdown. It opens from the disk and needs no network.
The pages are sorted as in docs/README.md, by the reader's purpose: to learn, to get something
done, to look something up, to understand.
"""

import os
import posixpath
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from host_tools import paths, version
from host_tools.build import sources
from host_tools.build.cache import sync
from host_tools.files import Files
from host_tools.usage import BuildError, released

CONTENTS = paths.ROOT / "docs" / "README.md"
"""The pages by section: tutorial, how-to, reference, explanation."""

CONFIGURATION = """\
project = "Pocket Teletype"
author = "the Pocket Teletype authors"
release = version = {version!r}
extensions = ["myst_parser"]
root_doc = "index"
html_theme = "furo"
html_title = "Pocket Teletype " + release
html_copy_source = html_show_sourcelink = False
html_show_sphinx = False
html_last_updated_fmt = None
pygments_style = "default"
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
"""

FOR_DEVELOPERS = ("CONTRIBUTING.md", "CHANGELOG.md", "docs/add-a-program.md")
"""Pages about the repository, which has no `pocket-teletype`."""

PICTURES = (".png", ".svg", ".gif")


def pages() -> list[Path]:
    """Return the Markdown files of the manual."""
    tops = (paths.ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md"))
    docs = sorted(set((paths.ROOT / "docs").rglob("*.md")) - {CONTENTS})  # `index` replaces it
    return [*tops, paths.ROOT / "NOTICES.md", *docs, *sorted(paths.BOARDS.glob("*/wiring.md"))]


def sections() -> dict[str, list[str]]:
    """Return the pages that docs/README.md lists, without `.md`, by their section's title."""
    found: dict[str, list[str]] = {}
    for line in CONTENTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            found[line[3:]] = []
        elif match := re.match(r"- \[[^\]]+\]\((\S+)\.md\)", line):
            path = posixpath.normpath(posixpath.join("docs", match[1]))
            list(found.values())[-1].append(path)
    return found


def index(names: list[str]) -> str:
    """Return the first page: a list of the pages by section."""
    by_title = sections()
    known = {name for section in by_title.values() for name in section}
    notes = [name for name in names if name.startswith("docs/notes/")]
    others = [name for name in names if name not in known and name not in notes]
    by_title |= {"Boards": others, "Notes": notes}
    lines = ["# Pocket Teletype", ""]
    for title, listed in by_title.items():
        lines += ["```{toctree}", f":caption: {title}", ":maxdepth: 1", "", *listed, "```", ""]
    return "\n".join(lines)


def source() -> Files:
    """Return Sphinx's input, laid out as in the repository, so that links between pages work."""
    files: Files = {}
    for path in pages():
        files[path.relative_to(paths.ROOT).as_posix()] = path.read_bytes()
    for path in sorted((paths.ROOT / "docs").rglob("*")):
        if path.suffix in PICTURES:
            files[path.relative_to(paths.ROOT).as_posix()] = path.read_bytes()
    names = [name.removesuffix(".md") for name in files if name.endswith(".md")]
    files["index.md"] = index(names).encode()
    files["conf.py"] = CONFIGURATION.format(version=version.version()).encode()
    for name, data in list(files.items()):
        if name.endswith(".md"):
            text = _plain(name, data.decode(), files)
            files[name] = (released(text) if name not in FOR_DEVELOPERS else text).encode()
    return files


def _plain(name: str, text: str, files: Files) -> str:
    """Return a page in which links to files outside the manual become plain words."""

    def link(found: re.Match[str]) -> str:
        label, target = found[1], found[2]
        path = os.path.normpath(os.path.join(os.path.dirname(name), target.partition("#")[0]))
        outside = re.match(r"[a-z]+:", target) or not target.partition("#")[0]
        return found[0] if outside or path.replace(os.sep, "/") in files else label

    return re.sub(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)", link, text)


def _shown() -> Files:
    """Return the pictures used by HTML in the pages, by path: Sphinx does not look for them."""
    found: Files = {}
    for page in pages():
        for target in re.findall(r'<img[^>]*src="([^":]+)"', page.read_text(encoding="utf-8")):
            path = (page.parent / target).resolve()
            if path.suffix in PICTURES:
                found[path.relative_to(paths.ROOT).as_posix()] = path.read_bytes()
    return found


def site() -> Files:
    """Build the manual; return its files by path. Raises BuildError, also for a broken link."""
    with tempfile.TemporaryDirectory(prefix="pocket-teletype-") as place:
        here, out = Path(place) / "source", Path(place) / "manual"
        here.mkdir()
        sync(here, source())
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html",
             "-d", str(Path(place) / "doctrees"), str(here), str(out)],
            env={**os.environ, "SOURCE_DATE_EPOCH": str(sources.RELEASED), "PYTHONHASHSEED": "0"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )  # fmt: skip
        if done.returncode:
            said = done.stdout.decode(errors="replace").replace(str(here), "")[-3000:]
            raise BuildError(f"sphinx failed:\n{said}")
        return _shown() | {
            path.relative_to(out).as_posix(): path.read_bytes()
            for path in sorted(out.rglob("*"))
            if path.is_file() and path.name not in (".buildinfo", "objects.inv")
        }
