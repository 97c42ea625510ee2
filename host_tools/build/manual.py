# SPDX-License-Identifier: MIT
"""The manual: README, the pages of docs and those of the boards, as one HTML page.

The page needs nothing beside it: pictures are inside, links between the pages lead to places in
it.
"""

import base64
import html
import posixpath
import re
from pathlib import Path

from host_tools import paths, version

STYLE = """\
body { max-width: 46em; margin: 2em auto; padding: 0 1em; font: 1em/1.5 serif; color: #222; }
code, pre { font-family: monospace; background: #f4f2ec; }
pre { padding: .6em; overflow-x: auto; line-height: 1.25; }
table { border-collapse: collapse; }
td, th { border: 1px solid #ccc; padding: .2em .6em; vertical-align: top; text-align: left; }
img { max-width: 100%; image-rendering: pixelated; }
section { border-top: 3px double #999; margin-top: 3em; }
@media print { section { break-before: page; border: 0; } nav { display: none; } }
"""


def pages() -> list[Path]:
    """The Markdown files of the manual, in its order."""
    docs = sorted((paths.ROOT / "docs").glob("*.md"))
    readme = paths.ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    # as the README leads to them; the others behind
    docs.sort(key=lambda path: (text.find(f"docs/{path.name})") % (1 << 30), path.name))
    return [readme, *docs, *sorted(paths.BOARDS.glob("*/wiring.md"))]


def _name(path: Path) -> str:
    """The path of a file in the repository."""
    return path.relative_to(paths.ROOT).as_posix()


def _anchor(name: str, place: str = "") -> str:
    """Where a page, or one of its headings, stands in the manual."""
    return re.sub(r"[^\w-]", "-", name.removesuffix(".md")) + (f"--{place}" if place else "")


def slug(heading: str) -> str:
    """What a link within Markdown calls a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _linked(target: str, page: Path, known: set[str]) -> str:
    """What a link or picture of a page leads to in the manual."""
    if re.match(r"[a-z]+:", target):
        return target
    path, _, place = target.partition("#")
    name = posixpath.normpath(posixpath.join(posixpath.dirname(_name(page)), path))
    if not path:
        name = _name(page)
    if name in known:
        return "#" + _anchor(name, place)
    file = paths.ROOT / name
    kind = {".png": "png", ".svg": "svg+xml"}.get(file.suffix)
    if kind:
        return f"data:image/{kind};base64," + base64.b64encode(file.read_bytes()).decode()
    return name  # LICENSE and the like lie beside the manual; other files are in the repository


def page() -> str:
    """The HTML of the manual."""
    from markdown_it import MarkdownIt

    files = pages()
    known = {_name(path) for path in files}
    sections, contents = [], []
    for path in files:
        markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
        tokens = markdown.parse(path.read_text(encoding="utf-8"))
        title = ""
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                heading = tokens[index + 1].content
                title = title or heading
                token.attrSet("id", _anchor(_name(path), slug(heading)))
            for inner in token.children or []:
                for attribute in ("href", "src"):
                    if target := inner.attrGet(attribute):
                        inner.attrSet(attribute, _linked(str(target), path, known))
                inner.content = _tags(inner.content, path, known, inner.type)
            if token.type == "html_block":
                token.content = _tags(token.content, path, known, token.type)
        text = markdown.renderer.render(tokens, markdown.options, {})
        anchor = _anchor(_name(path))
        sections.append(f'<section id="{anchor}">\n{text}</section>\n')
        contents.append(f'<li><a href="#{anchor}">{html.escape(title)}</a></li>\n')
    head = f"Pocket Teletype {version.version()}"
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{head}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<nav>\n<p>{head}</p>\n<ul>\n"
        f"{''.join(contents)}</ul>\n</nav>\n{''.join(sections)}</body>\n</html>\n"
    )


def _tags(text: str, page: Path, known: set[str], kind: str) -> str:
    """HTML within Markdown, with the targets of its pictures."""
    if not kind.startswith("html"):
        return text
    return re.sub(
        r'(src|href)="([^"]+)"',
        lambda found: f'{found[1]}="{_linked(found[2], page, known)}"',
        text,
    )
