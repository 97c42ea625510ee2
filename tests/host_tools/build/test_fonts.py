# SPDX-License-Identifier: MIT
"""The font tool: it reads back a PCF made here, and refuses damaged and unsuitable files."""

import struct
from pathlib import Path

import pytest

from host_tools.build import fonts
from host_tools.usage import WrongUsage


def pcf(glyphs: dict[int, list[int]], big: bool = True) -> bytes:
    """Return a PCF font of 5x8 glyphs: rows of bytes, bit 7 leftmost; `big`: big-endian."""
    end = ">" if big else "<"
    form = 8 | (4 if big else 0)
    codes = sorted(glyphs)
    metrics = struct.pack(end + "I", len(codes)) + b"".join(
        struct.pack(end + "6h", 0, 5, 5, 7, 1, 0) for _ in codes
    )
    offsets = struct.pack(f"{end}{len(codes)}I", *(8 * index for index in range(len(codes))))
    bitmaps = struct.pack(end + "I", len(codes)) + offsets + struct.pack(end + "4I", 0, 0, 0, 0)
    bitmaps += b"".join(bytes(glyphs[code]) for code in codes)
    low, high = codes[0], codes[-1]
    encodings = struct.pack(end + "5H", low & 255, high & 255, low >> 8, high >> 8, 0)
    for row in range(low >> 8, (high >> 8) + 1):
        for column in range(low & 255, (high & 255) + 1):
            code = row << 8 | column
            index = codes.index(code) if code in glyphs else 0xFFFF
            encodings += struct.pack(end + "H", index)
    tables = [(fonts.METRICS, metrics), (fonts.BITMAPS, bitmaps), (fonts.ENCODINGS, encodings)]
    head = b"\x01fcp" + struct.pack("<I", len(tables))
    at = 8 + 16 * len(tables)
    body = b""
    for kind, data in tables:
        head += struct.pack("<4I", kind, form, len(data) + 4, at + len(body))
        body += struct.pack("<I", form) + data
    return head + body


GLYPHS = {0x41: [0x70, 0x88, 0x88, 0xF8, 0x88, 0x88, 0x88, 0], 0x42: [0x80] * 8}


@pytest.mark.parametrize("big", [True, False])
def test_a_font_is_read_back(big: bool) -> None:
    assert fonts.read_pcf(pcf(GLYPHS, big)) == GLYPHS


def test_columns_have_the_top_pixel_in_bit_0() -> None:
    assert fonts.columns(GLYPHS[0x41], 5) == bytes((0x7E, 0x09, 0x09, 0x09, 0x7E))
    assert fonts.columns(GLYPHS[0x42], 5) == bytes((0xFF, 0, 0, 0, 0))


@pytest.mark.parametrize("length", [0, 3, 7, 20, 60, 100])
def test_a_cut_font_is_refused(length: int) -> None:
    with pytest.raises(fonts.FontError, match=r"not a PCF|cut short|no table"):
        fonts.read_pcf(pcf(GLYPHS)[:length])


def test_missing_glyphs_are_named() -> None:
    with pytest.raises(fonts.FontError, match=r"no glyph for Ж \(U\+0416\)"):
        fonts.fixed_glyphs(pcf(GLYPHS), "AЖ")


def test_a_wrong_file_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (fonts.FONTS / "fixed.py").read_bytes()
    broken = tmp_path / "x.pcf"
    broken.write_bytes(b"\x1f\x8bnot gzip")
    assert fonts.main(["--fixed", str(broken)]) == 1
    assert fonts.main(["--fixed", str(tmp_path / "missing")]) == 1
    assert capsys.readouterr().err.count("fonts: ") == 2
    assert (fonts.FONTS / "fixed.py").read_bytes() == before


def test_a_missing_font_is_told_with_the_package_that_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fonts, "FIXED", tmp_path / "5x8.pcf.gz")
    assert fonts.main([]) == 1
    said = f"fonts: no file {tmp_path}/5x8.pcf.gz (Debian's package xfonts-base has it)\n"
    assert capsys.readouterr().err == said
    with pytest.raises(WrongUsage, match="unrecognized arguments: --fixd"):
        fonts.main(["--fixd=x"])


def test_both_modules_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Missing characters come from the files that are named; there is no third place to edit."""
    used = fonts.used()
    before = {name: (fonts.FONTS / name).read_bytes() for name in ("fixed.py", "misaki.py")}
    face = tmp_path / "face.pcf"
    codes = {0, *map(ord, fonts.characters()), ord("№"), 0x26FF}  # glyphs that use all columns
    face.write_bytes(pcf({code: [0x70] * 8 for code in codes}))
    monkeypatch.setattr(fonts, "FONTS", tmp_path)
    monkeypatch.setattr(fonts, "used", lambda: used | {"№"})
    monkeypatch.setattr(
        fonts, "misaki_glyphs", lambda path, wanted: dict.fromkeys(wanted, b"\x01" * 8)
    )
    assert fonts.main(["--fixed", str(face), "--misaki", str(face)]) == 0
    for name, old in before.items():
        new = (tmp_path / name).read_text(encoding="utf-8")
        assert ("№" in new) == (name == "fixed.py") and "Made by" in new and len(old) > 1000
