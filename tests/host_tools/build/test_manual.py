# SPDX-License-Identifier: MIT
"""The manual: one page that holds together by itself."""

import base64
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from host_tools import paths
from host_tools.build import manual

VOID = ("meta", "img", "br", "hr", "link")


class Reader(HTMLParser):
    """Collects what a page holds; fails where a tag is closed that is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.targets += [given[name] or "" for name in ("href", "src") if name in given]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def read() -> Reader:
    reader = Reader()
    reader.feed(manual.page())
    reader.close()
    return reader


def test_it_is_well_formed_and_whole(read: Reader) -> None:
    assert read.open == []
    assert len(set(read.ids)) == len(read.ids)
    for path in [paths.ROOT / "README.md", *(paths.ROOT / "docs").glob("*.md")]:
        for line in re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            if not line.startswith("!"):
                assert line.replace("`", "").replace("*", "") in read.text, line


def test_every_link_leads_somewhere(read: Reader) -> None:
    assert len(read.targets) > 50
    for target in read.targets:
        if target.startswith("#"):
            assert target[1:] in read.ids, target
        elif target.startswith("data:"):
            assert base64.b64decode(target.partition(",")[2]).startswith((b"\x89PNG", b"<svg "))
        elif not target.startswith(("https:", "http:")):
            assert (paths.ROOT / target).exists(), target


def test_pictures_are_inside(read: Reader) -> None:
    pictures = [target for target in read.targets if target.startswith("data:image/png")]
    shown = re.findall(
        r"\]\((docs/pictures/[\w-]+\.png)\)", (paths.ROOT / "README.md").read_text()
    )
    assert len(pictures) >= len(shown) >= 6
    assert not any(target.endswith(".png") for target in read.targets)


def test_headings_of_a_page_and_html_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("# One\n\n[two](docs/two.md#a-b-c)\n")
    (tmp_path / "docs/two.md").write_text('# Two\n\n## `A` b, c\n\n<a href="../README.md">1</a>\n')
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    monkeypatch.setattr(paths, "BOARDS", tmp_path / "boards")
    page = manual.page()
    assert '<h2 id="docs-two--a-b-c">' in page and 'href="#docs-two--a-b-c"' in page
    assert '<a href="#README">1</a>' in page
