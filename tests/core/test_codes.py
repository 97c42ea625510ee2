# SPDX-License-Identifier: MIT
"""What a printer is sent, read back with tables of another form and origin than the encoder's."""

import unicodedata

import pytest

from host_tools.build import fonts
from teletype.core import codes
from tests.helpers.receiver import ROWS, SHIFTS, read


def printed(text: str, code: str) -> str:
    return read(codes.encode(codes.spell(text, code), code), code)


def test_the_table_is_whole() -> None:
    combinations = {row[0] for row in ROWS} | set(SHIFTS) | {"00100", "00010", "01000"}
    assert len(ROWS) == 26 and len(combinations) == 32


@pytest.mark.parametrize("code", codes.CODES)
def test_every_character_is_printed_or_spelled(code: str) -> None:
    """Whatever the device can show arrives; only `?` itself arrives as `?`."""
    for char in fonts.characters():
        got = printed(char, code)
        assert got and "#" not in got.replace(char, ""), char
        assert (got == "?") == (char == "?"), char
        if got != char:
            assert got.isascii() or code == "mtk-2", (char, got)


@pytest.mark.parametrize("code", [one for one in codes.CODES if one != "utf-8"])
def test_letters_with_marks_lose_them(code: str) -> None:
    """As Unicode takes them apart, where it does."""
    for char in map(chr, range(0xC0, 0x180)):
        base = unicodedata.normalize("NFD", char)[0]
        got = printed(char, code)
        assert got.isascii() and got != "?"
        if base != char and char not in "ÄÖÜäöü":
            assert got == (base if code in ("koi8-r", "cp866") else base.upper()), char
    assert printed("Größe, Ärger", code).upper() == "GROESSE, AERGER"


@pytest.mark.parametrize("code", ["koi8-r", "cp866"])
def test_eight_bits_know_russian_and_ascii(code: str) -> None:
    text = "".join(map(chr, range(0x20, 0x7F))) + "".join(map(chr, range(0x410, 0x450))) + "Ёё°·■"
    assert printed(text, code) == text
    for char in fonts.characters():
        try:
            char.encode(code)
        except UnicodeEncodeError:
            assert printed(char, code) != char
        else:
            assert printed(char, code) == char


def test_utf_8_is_the_paper_itself() -> None:
    assert codes.encode(codes.spell("Ж ◊ 乱歩", "utf-8"), "utf-8") == "Ж ◊ 乱歩".encode()


def test_five_bits_print_what_they_have() -> None:
    both = "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789-?:().,'=/+"
    assert printed(both, "ita2") == printed(both, "mtk-2") == both
    russian = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦШЩЫЬЭЮЯ"
    assert printed(russian, "mtk-2") == russian
    assert printed("чЧ ъЪ ёЁ", "mtk-2") == "44 ЬЬ ЕЕ"
    assert printed("ваш ход, you", "mtk-2") == "ВАШ ХОД, YOU"


@pytest.mark.parametrize(
    ("text", "got"),
    [
        # GOST 16876-71, table 2
        ("Съешь же ещё этих", "S''ESH' ZHE ESHHJO EHTIKH"),
        ("Юлия, Цой, жульё", "JULIJA, COJJ, ZHUL'JO"),
        ("◊ T=2", "() T=2"),
        ("735 -> 734", "735 -) 734"),
        ("A→B ≤ «100%»", "A-)B (= ''1000/0''"),
        ("■□ X*Y #1; [2]", "X. XXY X1, (2)"),
        ("¬A∨B …", "-A/B ..."),
        ("乱歩", "??"),
    ],
)
def test_spelled_for_ita2(text: str, got: str) -> None:
    assert printed(text, "ita2") == got


@pytest.mark.parametrize(
    ("code", "got"),
    [
        ("ita2", "JIKHNJE 'JE' TA OB'JIZD, ITI"),
        ("mtk-2", "IХНЕ 'Е' ТА ОБ'IЗД, IТИ"),
        ("koi8-r", "JIхнje 'JE' та об'jiзд, iти"),
        ("cp866", "Їхнє 'Є' та об'їзд, iти"),
    ],
)
def test_ukrainian_letters(code: str, got: str) -> None:
    assert printed("Їхнє 'Є' та об’їзд, іти", code) == got


@pytest.mark.parametrize("code", codes.CODES)
def test_what_is_no_character_of_the_device(code: str) -> None:
    """Control characters, other scripts and astral planes: something harmless, never an error."""
    for char in map(chr, (0, 7, 10, 13, 27, 0x5F, 0x7F, 0x80, 0x1FF, 0x451, 0x452, 0x1F600)):
        data = codes.encode(codes.spell(char, code), code)
        if code != "utf-8":
            assert read(data, code) in ("?", "_", "-", "ё", "Е", "JO"), char
            assert not set(data) & set(range(32)) or codes.bits(code) == 5


def test_shifts_are_sent_when_they_are_needed_and_on_every_row() -> None:
    for code in ("ita2", "mtk-2"):
        data = codes.encode("AB 12 3C", code)
        assert [byte for byte in data if byte in (27, 31, 0)] == [31, 27, 31]
        assert codes.encode("12", code)[0] == 27
    assert codes.encode("ХОД 2", "mtk-2").count(0) == 1
    assert codes.encode("   ", "ita2") == b"\4\4\4"


@pytest.mark.slow
def test_who_are_you_and_the_bell_are_never_sent() -> None:
    for code in ("ita2", "mtk-2"):
        register = None
        for byte in codes.encode(codes.spell(fonts.characters(), code), code):
            register = byte if byte in (27, 31, 0) else register
            assert not (register == 27 and byte == 9)
            assert not (register == 27 and byte == 11 and code == "ita2")


def test_the_end_of_a_line() -> None:
    assert codes.line_end("koi8-r", 0, 0) == b"\r\n"
    assert codes.line_end("utf-8", 2, 1) == b"\r\0\0\n\0"
    assert codes.line_end("ita2", 0, 0) == codes.line_end("mtk-2", 0, 0) == b"\x08\x02"
    assert codes.line_end("ita2", 1, 2) == b"\x08\x1f\x02\x1f\x1f"
