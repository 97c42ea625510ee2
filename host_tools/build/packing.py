# SPDX-License-Identifier: MIT
"""The firmware as boards get it: the pages of text packed.

About pages and stories are half of all text, and are read a page at a time, when somebody opens
one. In the sources they are strings; here a copy of the firmware is made in which each is a bytes
object that `words.packed` reads (the code is described there), and a module of pairs for each
language. The device's own texts become two tuples, which stay in the flash. Everything else stays
as it is, with the numbers of its lines.
"""

import ast
import hashlib
import itertools
import re
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from host_tools import paths
from host_tools.build.cache import Files
from teletype.words.packed import DEPTH

PAGES = {
    "teletype/programs/": re.compile(r"ABOUT"),
    "teletype/words/programs/": re.compile(r"ABOUT_(RU|JA)"),
    "teletype/words/stories/": re.compile(r"(?:STORY|CLAIMS|PROBLEM_\w+|ANSWER_\w+)_(EN|RU|JA)"),
}
"""The names of pages in the modules of each folder."""

LANGUAGES = ("EN", "RU", "JA")

TABLES = tuple(f"teletype/words/{language.lower()}.py" for language in LANGUAGES)
"""The modules of the device's own texts, which become tables: a name in a module takes memory."""

MERGES = 500
"""Pairs of a language. More would save less than they take: three bytes each."""

SHORT = 254
"""So many codes have one byte; see `teletype.words.packed`."""

MOST = 1 << 14
"""A page of so many bytes is not packed: `teletype.words.packed` counts in small integers."""

_END = "\0"


@dataclass(frozen=True)
class Page:
    """A page in a source: its name, its place as (line, line behind it), language and text."""

    name: str
    first: int
    behind: int
    language: int
    text: str


def pages(path: str, source: bytes) -> list[Page]:
    """The pages of the module at this path of the firmware that are packed.

    Not what is computed, or empty.
    """
    folder = path[: path.rindex("/") + 1] if "/" in path else ""
    pattern = PAGES.get(folder)
    found: list[Page] = []
    if pattern is None:
        return found
    for node in ast.parse(source).body:
        if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)):
            continue
        match = pattern.fullmatch(node.targets[0].id)
        if match is None:
            continue
        try:
            value = ast.literal_eval(node.value)
        except ValueError:
            continue
        lines = value.split("\n") if isinstance(value, str) else value
        text = "\n".join(lines)
        language = LANGUAGES.index(match[1] if match.groups() and match[1] else "EN")
        if 0 < len(text.encode()) < MOST and text.split("\n") == list(lines) and _END not in text:
            assert node.end_lineno is not None
            found.append(Page(match[0], node.lineno - 1, node.end_lineno, language, text))
    return found


def coded(texts: list[str]) -> tuple[list[bytes], bytes]:
    """The codes of each of the texts of a language, and what the codes stand for."""
    # a character for each token: the bytes of UTF-8, then the pairs as they are found
    joined = _END.join(text.encode().decode("latin-1") for text in texts)
    merged: dict[str, str] = {}
    depth: dict[str, int] = {}
    for number in range(MERGES):
        counts = Counter(map("".join, itertools.pairwise(joined)))
        # between lines and texts nothing is merged; the first of equals stays the first
        best = (each for each in counts.most_common(64) if not set(each[0]) & {"\n", _END})
        pair, count = next(best, ("", 0))
        deep = max((1 + depth.get(part, 1) for part in pair), default=0)
        if count < 4 or deep >= DEPTH:
            break
        token = chr(256 + number)
        merged[token], depth[token] = pair, deep
        joined = joined.replace(pair, token)
    uses = Counter(joined)
    del uses[_END]
    for token, pair in merged.items():
        for part in (token, *pair):
            uses[part] += 0
    order = sorted(uses, key=lambda token: (-uses[token], token))
    codes = {
        token: number if number < SHORT else 256 - SHORT + number
        for number, token in enumerate(order)
    }
    table = bytearray(3 * (max(codes.values(), default=0) + 1))
    for token, code in codes.items():
        if token in merged:
            left, right = (codes[part] for part in merged[token])
        else:
            left, right = ord(token), 4095
        table[3 * code : 3 * code + 3] = (left | right << 12).to_bytes(3, "little")

    def written(tokens: str) -> bytes:
        out = bytearray()
        for token in tokens:
            code = codes[token]
            out += bytes([code]) if code < 256 else bytes([253 + (code >> 8), code & 255])
        return bytes(out)

    return [written(tokens) for tokens in joined.split(_END)], bytes(table)


def head(language: int, text: str) -> bytes:
    """What stands before the codes of a page: its language and its longest line."""
    longest = max(len(line.encode()) for line in text.split("\n"))
    return bytes([language]) + longest.to_bytes(2, "little")


def tabled(source: bytes) -> bytes:
    """A module of nothing but texts as a tuple of their names and one of the texts.

    ValueError if there is anything else in it.
    """
    body = ast.parse(source).body[1:]  # behind the docstring
    names, texts = [], []
    for node in body:
        if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)):
            raise ValueError(f"line {node.lineno}: no text")
        names.append(node.targets[0].id)
        texts.append(ast.literal_eval(node.value))
    return f"NAMES = {tuple(names)!r}\nTEXTS = {tuple(texts)!r}\n".encode()


def packed(sources: Files) -> Files:
    """The firmware's files with their pages packed, the modules of pairs, and texts in tables."""
    found = [(path, page) for path in sorted(sources) for page in pages(path, sources[path])]
    files = {path: tabled(data) if path in TABLES else data for path, data in sources.items()}
    done: dict[str, list[tuple[Page, bytes]]] = {}
    for language, name in enumerate(LANGUAGES):
        mine = [(path, page) for path, page in found if page.language == language]
        if not mine:
            continue
        codes, table = coded([page.text for _, page in mine])
        files[f"teletype/words/pairs_{name.lower()}.py"] = f"PAIRS = {table!r}\n".encode()
        for (path, page), code in zip(mine, codes, strict=True):
            done.setdefault(path, []).append((page, head(language, page.text) + code))
    for path, entries in done.items():
        lines = sources[path].decode().splitlines(keepends=True)
        for page, code in entries:
            blank = ["\n"] * (page.behind - page.first - 1)
            lines[page.first : page.behind] = [f"{page.name} = {code!r}\n", *blank]
        files[path] = "".join(lines).encode()
    return files


def read(folder: Path) -> Files:
    """The Python files below a folder, by their paths in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*.py"))
        if path.is_file()  # an editor's lock is a link to nowhere
    }


def tree() -> Path:
    """A folder with the firmware packed; made once per content."""
    sources = read(paths.FIRMWARE)
    own = Path(__file__).read_bytes()
    key = hashlib.sha256(repr((own, sorted(sources.items()))).encode()).hexdigest()[:16]
    return kept(f"firmware-{key}", lambda: packed(sources))


def kept(name: str, make: Callable[[], Files]) -> Path:
    """The folder of this name in the cache; where there is none, one with the files of `make`."""
    folder = paths.CACHE / "trees" / name
    if not folder.exists():
        files = make()
        folder.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(dir=folder.parent))
        for path, data in files.items():
            target = partial / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        try:
            partial.rename(folder)
        except OSError:  # another process was faster
            if not folder.exists():
                raise
    return folder
