# SPDX-License-Identifier: MIT
"""The manual: it has every page and picture, its links work, and so does the search."""

import ast
import posixpath
import re

import pytest

from host_tools import paths
from host_tools.build import manual
from host_tools.files import Files
from host_tools.usage import REPOSITORY, released


@pytest.fixture(scope="module")
def site() -> Files:
    return manual.site()


def test_every_page_is_in_one_section() -> None:
    sections = manual.sections()
    assert list(sections) == ["Learn", "Get something done", "Look something up", "Understand"]
    listed = [name for section in sections.values() for name in section]
    names = [path.relative_to(paths.ROOT).with_suffix("").as_posix() for path in manual.pages()]
    assert sorted(listed) == sorted(
        name for name in names if not name.startswith(("docs/notes/", "boards/"))
    )


@pytest.mark.heavy
def test_every_page_is_there(site: Files) -> None:
    for path in manual.pages():
        name = path.relative_to(paths.ROOT).with_suffix(".html").as_posix()
        title = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        words = re.findall(r"\w+", title)
        assert words and words[0] in site[name].decode(), name
        assert f'href="{name}' in site["index.html"].decode(), name


@pytest.mark.slow
def test_every_local_link_leads_to_a_file(site: Files) -> None:
    seen = 0
    for name, data in site.items():
        if not name.endswith(".html"):
            continue
        for target in re.findall(r'(?:href|src)="([^"#?]+)', data.decode()):
            if re.match(r"[a-z]+:", target):
                continue
            seen += 1
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), target)) in site
    assert seen > 1000


def test_it_asks_nobody_for_anything(site: Files) -> None:
    for name, data in site.items():
        if name.endswith(".html"):
            assert not re.search(r'<(script|img|link)[^>]*(src|href)="https?:', data.decode()), (
                name
            )


def test_the_search_knows_words_of_the_pages(site: Files) -> None:
    found = site["searchindex.js"].decode()
    for word in ("bootsel", "watchdog", "pentomino"):
        assert word in found


@pytest.mark.heavy
def test_two_are_the_same(site: Files) -> None:
    assert manual.site() == site


def test_the_manual_names_the_commands_of_a_release() -> None:
    """What needs the repository keeps its name there; a help page says what is called here."""
    text = "`python3 -m host_tools run nim` `.cache/venv/bin/python -m host_tools lab soak`"
    assert released(text) == (
        "`pocket-teletype run nim` `.cache/venv/bin/python -m host_tools lab soak`"
    )
    pages = {name: data.decode() for name, data in manual.source().items() if name[-3:] == ".md"}
    for name, page in pages.items():
        for command in re.findall(r"-m host_tools ([a-z-]+)", page):
            assert command in REPOSITORY or name in manual.FOR_DEVELOPERS, (name, command)
        assert not re.search(r"`pocket-teletype` in\s+place\s+of\s+`pocket-teletype`", page), name
    assert "pocket-teletype flash --back" in pages["docs/build.md"]


@pytest.mark.slow
def test_one_place_decides_how_a_command_is_called() -> None:
    """Texts for people take it from `usage.CALLED`; docstrings and comments may name it."""
    places = sorted(path for path in (paths.ROOT / "host_tools").rglob("*.py"))
    for path in places:
        if path.name == "usage.py" or "lab" in path.relative_to(paths.ROOT).parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        told = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                wrong = "-m host_tools" in node.value and id(node) not in told
                assert not wrong or GENERATED.search(node.value), (path, node.value)


GENERATED = re.compile(r"(Written|[Mm]ade) by\b|^.{0,10}`python3 -m host_tools (calculation|lab)")
"""Heads of generated files of the repository."""
