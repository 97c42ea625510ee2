# SPDX-License-Identifier: MIT
"""Texts as numbers of glyphs: which they are, how wide, and where rows break."""

import subprocess
from pathlib import Path

import pytest

from host_tools.build import bytecode, fonts
from host_tools.emulator.simulator import Simulator
from teletype.core.paper import wrap

WRAPPED = (
    ("あなたの番です", 40, ["あなたの番", "です"]),
    ("計算機が石を取る。", 64, ["計算機が石を取", "る。"]),
    ("NIMの石 END", 40, ["NIMの石", "END"]),
    ("2行目:contrastの値", 64, ["2行", "目:contrastの", "値"]),
    ("石OKITAC", 28, ["石", "OKITA", "C"]),
    ("石 石", 16, ["石", "石"]),
    ("", 3, [""]),
)


@pytest.mark.parametrize(("line", "pixels", "rows"), WRAPPED)
def test_japanese_breaks_anywhere_but_before_a_full_stop(
    line: str, pixels: int, rows: list[str]
) -> None:
    from teletype.handheld.drawing import glyphs

    assert [line[start:end] for start, end in glyphs.rows(line, pixels)] == rows
    assert wrap("ab cd", 2) == [(0, 2), (3, 5)]


@pytest.mark.slow
def test_glyphs_of_both_widths() -> None:
    from teletype.handheld.drawing import glyphs

    wide = fonts.wide_characters()
    for char in fonts.characters():
        assert len(glyphs.encode(char)) == 1 and glyphs.width(char) == 5
    for index, char in enumerate(wide):
        codes = glyphs.encode("N" + char)
        assert len(codes) == 3 and glyphs.extent(codes, 0, 3) == 13 == glyphs.width("N" + char)
        assert (codes[1] - glyphs.LEAD) * 256 + codes[2] == index
    assert len(wide) > 256, "a wide glyph needs its second byte"
    for lacks in "\u07ff\u0800\u0e01\u0fff\u1000\u9f98\uffff\U00010000\U0010ffff":
        assert glyphs.encode(f"A{lacks}B") == glyphs.encode("A□B"), "a character the font lacks"


def test_a_row_of_wide_characters_ends_at_the_edge() -> None:
    desk = Simulator()
    from teletype.handheld.drawing.glyphs import encode

    panel = desk.app.panel
    codes = encode("石" * 20)
    assert panel.draw(0, 1, codes, 0, len(codes), desk.app.font) == 121
    assert panel.draw(0, 1, codes, 0, 4, desk.app.font) == 17
    assert panel.draw(0, 125, codes, 0, 2, desk.app.font) == 125, "no half characters"


@pytest.mark.unix
def test_a_text_leaves_no_character_in_memory(unix: Path) -> None:
    """MicroPython keeps what an index or a loop takes out of a text; a tape may have any."""
    code = """
import gc, sys
sys.path[:] = [%r]
from teletype.handheld.drawing import glyphs
from teletype.handheld.drawing.listing import cut
def used():
    gc.collect()
    return gc.mem_alloc()
def draw(first):
    text = bytearray()  # chr, too, keeps what it makes
    for code in range(first, first + 60):
        text.extend(bytes([0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63]))
    text = text.decode()
    glyphs.encode(text), glyphs.rows(text, 120), glyphs.width(text), glyphs.fitted(text, 20)
    cut(text, 50)
draw(0x3400)
before = used()
for first in range(0x3500, 0x9000, 60): draw(first)
print(used() - before)
"""
    code %= str(bytecode.tree("x64"))
    done = subprocess.run([unix, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 500, "23,000 characters would take 4 bytes and more each"
