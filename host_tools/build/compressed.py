# SPDX-License-Identifier: MIT
"""Prepares the texts of the languages for being compiled for a board or frozen.

The about page, the story and the claims are most of a program's text, and players read them a page
at a time. In an image each paragraph takes its bytes in UTF-8 plus 20 more. Compression takes them
to little more than half, which saves 75 KB in four languages. `teletype.words.compressed` reads
the result. Compressing the translated error messages, read one at a time, saves another 17 KB.

The texts of the device are constants in their source files, which a module loads into the heap as
a dictionary of 3 KB. In an image they are two tuples, which stay in the flash: the sorted keys,
stored once in the English module, and the texts in that order. `teletype.words.Texts` finds them.

A module from a file, like those of the zip on a stock board, lies in the heap itself, where 375
keys and texts as objects take 31 KB. There the texts are sixteen blocks of bytes, with their keys:
11 KB in English, 16 KB in Russian and Ukrainian. `teletype.words.blocks` finds them.

The source files do not change.
"""

import ast
from collections.abc import Sequence

from host_tools.device import packs

FOLDER = "firmware/teletype/words/"

NAMES = ("ABOUT", "STORY", "CLAIMS")
PARAGRAPH, PART = "\0", "\1"
"""PARAGRAPH separates paragraphs, or a key from its text; PART separates texts."""

BLOCKS = 16
"""A text is in the block of its key's length, modulo this."""


def module(path: str, source: bytes, frozen: bool) -> bytes:
    """Return a source file as it is frozen, or as it is compiled for a file.

    A program's texts get `PROSE` in place of the three texts. The device's texts become `TEXTS`
    (`BLOCKS` in a file) and a compressed `ERRORS`. The texts of a program without a story stay.
    """
    _, _, name = path.removeprefix(FOLDER).partition("/")
    if not (path.startswith(FOLDER) and name) or "/" in name:
        return source
    tree = ast.parse(source)
    found = {
        node.targets[0].id: node
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    if name == "device.py":
        return _device(found, frozen, path.startswith(f"{FOLDER}en/"))
    if "STORY" not in found:
        return source
    texts = {name: ast.literal_eval(found[name].value) for name in NAMES if name in found}
    about = PARAGRAPH.join(texts.get("ABOUT", ()))
    parts = (about, texts["STORY"], texts.get("CLAIMS", ""))
    return _without(source, [found[name] for name in texts], "PROSE", PART.join(parts))


def _device(found: dict[str, ast.Assign], frozen: bool, keyed: bool) -> bytes:
    """Return the device's texts; `keyed`: with the keys, if they are frozen."""
    errors = PARAGRAPH.join(sum(ast.literal_eval(found.pop("ERRORS").value), ()))
    texts = {key: ast.literal_eval(found[key].value) for key in sorted(found)}
    if any(mark in text for text in texts.values() for mark in (PARAGRAPH, PART)):
        raise ValueError("a text of the device contains a separator, U+0000 or U+0001")
    if frozen:
        made = f"TEXTS = {tuple(texts.values())!r}\n"
        made += f"KEYS = {tuple(texts)!r}\n" * keyed
    else:
        blocks = [PART] * BLOCKS
        for key, text in texts.items():
            blocks[len(key) % BLOCKS] += key + PARAGRAPH + text + PART
        made = f"BLOCKS = {tuple(block.encode() for block in blocks)!r}\n"
    return f"{made}ERRORS = {packs.deflated(errors.encode()) if errors else ()!r}\n".encode()


def _without(source: bytes, nodes: Sequence[ast.stmt], name: str, text: str) -> bytes:
    """Return a source file with `name`, which holds `text`, in place of these assignments."""
    lines = source.decode().splitlines(keepends=True)
    for node in nodes:
        for line in range(node.lineno - 1, node.end_lineno or node.lineno):
            lines[line] = ""
    return "".join(lines).encode() + f"{name} = {packs.deflated(text.encode())!r}\n".encode()
