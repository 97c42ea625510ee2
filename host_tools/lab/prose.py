# SPDX-License-Identifier: MIT
"""The measurable part of docs/style.md: length of sentences, terms to avoid, spelling.

`message_table` lists the messages of all commands and of the firmware, to be read by eye.

Documents are README, CHANGELOG, CONTRIBUTING, docs/*.md and boards/*/wiring.md. Docstrings are
those of modules, classes and functions in firmware, host_tools and boards. The terms come from
the table in docs/style.md, so a writer and this check use the same list.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from host_tools import paths

LONGEST = 30
"""Most words in a sentence."""

STYLE = "docs/style.md"

SPELLED = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs",
    "host_tools",
    "firmware",
    "boards",
)
"""Files and folders for codespell."""

_ABBREVIATIONS = re.compile(r"\b(e\.g|i\.e|etc|c|n\.d|fig|figs|vs|St|No|V|N|L|I|T|P|S|M|K|A)\.$")


_TABLE = re.compile(r"\s{2,}|\S+\s{2,}")


def terms(style: str) -> list[str]:
    """Return the terms to avoid: the first column of the table under "Terms"."""
    section = style.partition("## Terms\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")]
    return [row for row in rows if row not in ("instead of", "---")]


def documents() -> list[Path]:
    """Return the documents, README first."""
    root = paths.ROOT
    named = [root / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    return [*named, *sorted((root / "docs").glob("*.md")), *sorted(root.glob("boards/*/*.md"))]


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) of each paragraph, item or cell of a Markdown document.

    Code blocks, headings, targets of links and quotations are left out.
    """
    first, code = 0, False
    lines: list[str] = []
    for at, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip().startswith("```"):
            code = not code
            line = ""
        begins = re.match(r"\s*([-*]|\d+\.|>|#+|\|) ", line)
        if code or begins or not line.strip():
            if lines:
                yield first, " ".join(lines)
            lines = []
            if code or not line.strip() or line.startswith(("#", ">")):
                continue
            if line.startswith("|"):
                yield from ((at, cell.strip()) for cell in line.strip("|").split("|"))
                continue
        if not lines:
            first = at
        lines.append(line[begins.end() :] if begins else line.strip())


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) of each paragraph of the docstrings of a Python module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                first = node.body[0].lineno
                # a column of names and meanings is a table, an indented block is an example
                for part in re.split(r"\n\s*\n|\n(?=\s*- )", text):
                    kept = [line for line in part.splitlines() if not _TABLE.match(line)]
                    yield first, " ".join(kept)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a paragraph, with code and links reduced to one word each."""
    text = re.sub(r"`[^`]*`", "code", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    held = ""
    for part in re.split(r"(?<=[.!?:;])\s+", text):
        held = f"{held} {part}".strip()
        if not _ABBREVIATIONS.search(held):
            yield held
            held = ""
    if held:
        yield held


def faults(where: str, found: Iterator[tuple[int, str]], avoided: list[str]) -> Iterator[str]:
    """Yield a line for each sentence that is too long and each term to avoid."""
    patterns = [(term, re.compile(rf"\b{re.escape(term)}\b", re.IGNORECASE)) for term in avoided]
    for number, text in found:
        for sentence in sentences(text):
            words = len(re.findall(r"[\w’'-]+", sentence))
            if words > LONGEST:
                yield f"{where}:{number}: {words} words in a sentence: {sentence[:60]}…"
        for term, pattern in patterns:
            if pattern.search(text):
                yield f"{where}:{number}: '{term}': see {STYLE}"


def check() -> list[str]:
    """Return all faults of documents and docstrings."""
    avoided = terms((paths.ROOT / STYLE).read_text(encoding="utf-8"))
    found: list[str] = []
    for path in documents():
        name = path.relative_to(paths.ROOT).as_posix()
        used = [] if name == STYLE else avoided
        found += faults(name, paragraphs(path.read_text(encoding="utf-8")), used)
    for folder in ("firmware", "host_tools", "boards"):
        for path in sorted((paths.ROOT / folder).rglob("*.py")):
            name = path.relative_to(paths.ROOT).as_posix()
            found += faults(name, docstrings(path.read_text(encoding="utf-8")), avoided)
    return found


SAID = ("print", "say", "told", "tell", "fault", "error", "exit")
"""Functions and methods that show a message; errors are raised with one."""


def _text(node: ast.expr) -> str:
    """Return a message as a reader sees it, with `{expression}` for what the program fills in."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(_text, parts))
        case ast.FormattedValue(value=inner):
            return f"{{{ast.unparse(inner)}}}"
        case ast.BinOp(left=left, op=ast.Mod()):
            return _text(left)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return (_text(left) or f"{{{ast.unparse(left)}}}") + (
                _text(right) or f"{{{ast.unparse(right)}}}"
            )
    return ""


def messages(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) of each message in a Python module.

    Messages are the texts of raised errors, and those that the functions SAID get. A text without
    a blank is a name or a mark.
    """
    for node in ast.walk(ast.parse(source)):
        call = node.exc if isinstance(node, ast.Raise) else node
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
        if isinstance(node, ast.Raise) or name in SAID:
            for argument in call.args:
                text = _text(argument).strip()
                if " " in text:
                    yield call.lineno, text


def message_table() -> Iterator[str]:
    """Yield a row for each message of the host tools and the firmware: place and text."""
    for folder in ("host_tools", "firmware"):
        for path in sorted((paths.ROOT / folder).rglob("*.py")):
            name = path.relative_to(paths.ROOT).as_posix()
            for line, text in sorted(messages(path.read_text(encoding="utf-8"))):
                yield f"{name}:{line}: {' / '.join(text.splitlines())}"


def spelling() -> int:
    """Run codespell over documents and sources; return its exit status."""
    words = paths.ROOT / "host_tools/lab/spelling.txt"
    command = [sys.executable, "-m", "codespell_lib", "--ignore-words", str(words), *SPELLED]
    skipped = "*.svg,*.png,*.json,*.tape,*/words/*,*/fonts/*,*_weights.py,*.bin,texts.js"
    return subprocess.call([*command, "--skip", skipped], cwd=paths.ROOT)


def main() -> int:
    """Print all faults; return 1 if there are any."""
    found = check()
    for line in found:
        print(line)
    return 1 if spelling() or found else 0
