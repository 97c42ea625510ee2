# SPDX-License-Identifier: MIT
"""What stands in the pictures' modules: their own words, and the messages that they look for."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.build import text_check
from host_tools.paths import FIRMWARE
from teletype import words
from tests.helpers.texts import device

MODULES = sorted((FIRMWARE / "teletype/handheld/pictures").glob("*.py"))
TEXTS = device("en")
OWN = [key for key in TEXTS if any(f'"{key}"' in path.read_text("utf-8") for path in MODULES)]
"""The keys of the texts that pictures show."""


def tree(path: Path) -> ast.Module:
    return text_check.tree_of(FIRMWARE, path)[1]


def strings(path: Path) -> set[str]:
    return {
        node.value
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def named(name: str) -> list[Path]:
    """The programs that name a picture, or one that is made of it."""
    modules = {name} | {
        path.stem for path in MODULES if f"teletype.handheld.pictures.{name}" in imports(path)
    }
    wanted = {repr(module).replace("'", '"') for module in modules}
    programs = sorted((FIRMWARE / "teletype/programs").glob("*.py"))
    return [
        path
        for path in programs
        if any(
            f"{before}{one}\n" in path.read_text("utf-8")
            for one in wanted
            for before in ("PICTURE = ", "return ")
        )
    ]


def imports(path: Path) -> set[str]:
    """The modules that it imports from or loads, and what, which may be a module, too."""
    found = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}", *(f"{node.module}.{one.name}" for one in node.names)}
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "load":
            found.add(ast.literal_eval(node.args[0]))
    return found


def messages(path: Path) -> Iterator[str]:
    """The constants of a picture that are strings, but for keys of its texts."""
    for _, _, value in text_check.constants(tree(path)):
        for one in value if isinstance(value, tuple) else [value]:
            if one in TEXTS:
                continue
            if isinstance(one, str) and not isinstance(value, tuple | int):
                yield one
            elif isinstance(value, tuple) and all(isinstance(part, str) for part in value):
                yield str(one)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_message_that_a_picture_looks_for_is_one_of_its_programs(path: Path) -> None:
    if path.stem in ("date_formula", "wheels"):
        pytest.skip("it reads no paper: the book's formulas, and the wheels' places")
    programs = named(path.stem)
    parts = {
        FIRMWARE / (module.replace(".", "/") + ".py")
        for program in programs
        for module in imports(program)
        if module.startswith("teletype.programs.")
    }
    parts = {path for path in parts if path.exists()}  # or it is a class of one
    said = {one for path in {*programs, *parts} for one in strings(path)}
    for message in messages(path):
        assert any(one.startswith(message) for one in said), f"{message} in {programs}"


def test_these_are_all_messages() -> None:
    found = {path.stem: list(messages(path)) for path in MODULES}
    assert found["trigex"] == ["N=", "ВЫ ОШИБЛИСЬ", "НИЧЬЯ"]
    assert len(found["calculation"]) == 12 and len(named("calculation")) == 3
    assert found["stones"] == [] and [path.stem for path in named("stones")] == [
        "misere_nim",
        "nim",
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_message_stands_where_the_paper_is_read(path: Path) -> None:
    """In `line` only signs that separate figures are written out."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef) and node.name == "line":
            for part in node.body:
                for inner in ast.walk(part):
                    if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                        documentation = inner.value == ast.get_docstring(node, clean=False)
                        # of two people; on the paper in every language
                        person = inner.value in ("A", "B", " vs ")
                        assert documentation or person or not re.search(r"[^\W\d_]", inner.value)


@pytest.mark.parametrize("key", OWN)
def test_the_words_of_a_picture(key: str) -> None:
    """The same is filled in in each language, and a text that is split has as many parts."""
    told = [words.texts(language)[key] for language in words.LANGUAGES]
    signs = {tuple(re.findall(r"%\w|#+", text)) for text in told}
    assert len(signs) == 1
    if f'text("{key}").split' in "".join(path.read_text("utf-8") for path in MODULES):
        assert len({len(text.split(" ")) for text in told}) == 1
