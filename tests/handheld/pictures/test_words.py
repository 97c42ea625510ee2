# SPDX-License-Identifier: MIT
"""What stands in the pictures' modules: their own words, and no test of a printed line."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.build import text_check
from host_tools.paths import FIRMWARE
from teletype import words
from tests.helpers.texts import device

MODULES = sorted(
    [
        *(FIRMWARE / "teletype/handheld/pictures").glob("*.py"),
        *(FIRMWARE / "teletype/programs").glob("*/picture*.py"),
    ]
)
TEXTS = device("en")
SOURCES = "\n".join(path.read_text("utf-8") for path in MODULES)
OWN = [key for key in TEXTS if f'"{key}"' in SOURCES]
"""The keys of the texts that pictures show."""


def tree(path: Path) -> ast.Module:
    return text_check.tree_of(FIRMWARE, path)[1]


def looks_into_the_line(module: ast.Module) -> Iterator[int]:
    """Yield each line where a method `line` looks into the printed line, which it may only keep,
    measure or show.
    """
    for node in ast.walk(module):
        if not (isinstance(node, ast.FunctionDef) and node.name == "line"):
            continue
        text = node.args.args[1].arg
        for inner in ast.walk(node):
            if isinstance(inner, ast.Compare):
                looks = is_text(inner, text)
            else:
                part = isinstance(inner, ast.Subscript | ast.Attribute)
                looks = part and is_text(inner.value, text)  # type: ignore[attr-defined]
            if looks:
                yield inner.lineno  # type: ignore[attr-defined]


def is_text(node: ast.AST, name: str) -> bool:
    """Whether the line itself stands there, or as a side of a comparison."""
    if isinstance(node, ast.Compare):
        return any(is_text(side, name) for side in (node.left, *node.comparators))
    return isinstance(node, ast.Name) and node.id == name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_picture_reads_the_paper(path: Path) -> None:
    assert list(looks_into_the_line(tree(path))) == []


@pytest.mark.parametrize(
    "test", ['text == "T="', "text[:2]", 'text.startswith("T")', '"N" in text', "text.split()"]
)
def test_a_test_of_text_is_seen(test: str) -> None:
    source = f"class Picture:\n    def line(self, text):\n        self.x = {test}\n"
    assert list(looks_into_the_line(ast.parse(source))) == [3]


@pytest.mark.parametrize("key", OWN)
def test_the_words_of_a_picture(key: str) -> None:
    """The same is filled in in each language, and a text that is split has as many parts."""
    told = [words.texts(language)[key] for language in words.LANGUAGES]
    signs = {frozenset(re.findall(r"%\w|#+", text)) for text in told}  # plurals repeat theirs
    assert len(signs) == 1
    if f'text("{key}").split' in "".join(path.read_text("utf-8") for path in MODULES):
        assert len({len(text.split(" ")) for text in told}) == 1


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_first_lesson_of_cards_fits_a_narrow_panel(language: str) -> None:
    """The second card removes four cells, one of them with two digits."""
    text = words.program("cards", language).PICTURE["REMOVES"].split("\n")[-1]
    said = text.replace("#", "2").replace("*", "X3 X5 X8 X12")
    assert text_check.width(said) <= text_check.row(72)
