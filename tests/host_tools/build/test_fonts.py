# SPDX-License-Identifier: MIT
"""The font tool: it reads back a PCF made here, and refuses damaged and unsuitable files."""

import re
import shutil
import struct
from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.build import fonts
from host_tools.texts import glyphs
from host_tools.usage import Failed, WrongUsage


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
    with pytest.raises(Failed, match=r"not a PCF|cut short|no table"):
        fonts.read_pcf(pcf(GLYPHS)[:length])


def test_a_font_without_our_characters_is_refused() -> None:
    with pytest.raises(Failed, match="none of the characters"):
        fonts.fixed_glyphs(pcf({0x641: [0] * 8, 0x642: [0] * 8}))


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for what the command writes, with our files."""
    for name in ("fixed.hex", "misaki.hex"):
        shutil.copy(fonts.FOLDER / name, tmp_path)
    monkeypatch.setattr(fonts, "FOLDER", tmp_path)
    return tmp_path


def test_a_wrong_file_changes_nothing(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (results / "fixed.hex").read_bytes()
    broken = results / "x.pcf"
    broken.write_bytes(b"\x1f\x8bnot gzip")
    for path, said in ((broken, "Unknown compression method"), (results / "missing", "no file ")):
        assert main(["lab", "fonts", "--fixed", str(path), "--misaki", str(broken)]) == 1
        told = capsys.readouterr().err
        assert told.startswith("lab fonts: ") and said in told and told.count("\n") == 1
    assert (results / "fixed.hex").read_bytes() == before


def test_a_missing_font_is_told_with_the_package_that_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "FIXED", tmp_path / "5x8.pcf.gz")
    said = f"no file {tmp_path}/5x8.pcf.gz (Debian's package xfonts-base has it)"
    with pytest.raises(Failed, match=f"^{re.escape(said)}$"):
        fonts.main([])
    with pytest.raises(WrongUsage, match="unrecognized arguments: --fixd"):
        fonts.main(["--fixd=x"])


def test_both_files_are_written(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    face = results / "face.pcf"
    face.write_bytes(pcf({**GLYPHS, 0x642: [0x70] * 8}))
    monkeypatch.setattr(fonts, "misaki_glyphs", lambda path: {"\u3042": b"\x01" * 8})
    assert fonts.main(["--fixed", str(face), "--misaki", str(face)]) == 0
    narrow = (results / "fixed.hex").read_text().splitlines()
    assert {"002C:00a0600000", "002E:0060600000"} < set(narrow)
    assert "0041:7e0909097e" in narrow and not [line for line in narrow if line[:4] == "0642"]
    assert (results / "misaki.hex").read_text().splitlines()[1:] == ["3042:0101010101010101"]


@pytest.mark.slow
def test_glyphs_follow_from_the_texts(tmp_path: Path) -> None:
    """A letter that only one new language has comes with it; nobody lists it anywhere."""
    assert not {"ő", "ş", "龍"} & set(fonts.characters() + fonts.wide_characters())
    firmware = tmp_path / "firmware"
    words = firmware / "teletype/words"
    words.mkdir(parents=True)
    entry = 'msgctxt "language NAME"\nmsgid "English"\nmsgstr "ős ş 龍 \ue000"\n'
    (words / "xx.po").write_text(f'msgid ""\nmsgstr "Language: xx"\n\n{entry}', "utf-8")
    narrow, wide = glyphs.chosen(glyphs.used(firmware))
    assert set("őş") <= set(narrow) and wide == "龍" and "\ue000" not in narrow + wide
    made = glyphs.modules(firmware)
    space: dict[str, bytes] = {}
    exec(made["fixed.py"], space)
    at = space["CODES"].decode("utf-16-be").index("ő") * 5
    assert space["GLYPHS"][at : at + 5] == glyphs.font("fixed")["ő"] != bytes(5)


def test_the_scripts_that_a_language_may_use() -> None:
    known = glyphs.known()
    assert {chr(code) for code in range(0xA1, 0x180)} <= known, "Latin-1, Latin Extended-A"
    assert {chr(code) for code in range(0x410, 0x450)} | set("ЁёЄєІіЇїҐґЎўЂђЉљЊњЋћЏџ") <= known
    with pytest.raises(Failed, match="only 252 are possible"):
        glyphs.limited("".join(chr(code) for code in range(0x20, 0x120)))
