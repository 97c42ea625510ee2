"""What a printer is sent, read back with tables of another form and origin than the encoder's."""

import pytest

from host_tools.build import fonts
from teletype import codes

# The combinations as the standards print them, first pulse first: letter, ITA2 figure, and what
# МТК-2 has for the Russian letter and the figure (a dot where ITA2 leaves the figure open).
TABLE = """
11000 A - А -   10011 B ? Б ?   01110 C : Ц :   10010 D . Д .   10000 E 3 Е 3   10110 F . Ф Э
01011 G . Г Ш   00101 H . Х Щ   01100 I 8 И 8   11010 J . Й Ю   11110 K ( К (   01001 L ) Л )
00111 M . М .   00110 N , Н ,   00011 O 9 О 9   01101 P 0 П 0   11101 Q 1 Я 1   01010 R 4 Р 4
10100 S ' С '   00001 T 5 Т 5   11100 U 7 У 7   01111 V = Ж =   11001 W 2 В 2   10111 X / Ь /
10101 Y 6 Ы 6   10001 Z + З +
"""
OPEN = set("DFGHJ")
WORDS = TABLE.split()
ROWS = [WORDS[at : at + 5] for at in range(0, len(WORDS), 5)]
SHIFTS = {"11111": 0, "11011": 1, "00000": 2}


def code_of(pulses: str) -> int:
    return sum(1 << index for index, pulse in enumerate(pulses) if pulse == "1")


def receive(data: bytes, code: str) -> str:
    """What a teleprinter of this code prints; `#` for a figure that it does not have."""
    boxes: dict[int, list[str]] = {}
    for pulses, letter, figure, russian, soviet in ROWS:
        own = figure if code == "ita2" else soviet
        if letter in OPEN and own == ".":
            own = "#"
        boxes[code_of(pulses)] = [letter, own, russian]
    register, printed = None, ""
    for byte in data:
        pulses = "".join(str(byte >> bit & 1) for bit in range(5))
        assert byte < 32
        if pulses in SHIFTS:
            register = SHIFTS[pulses]
            assert code == "mtk-2" or register < 2, "ITA2 has no third register"
        elif pulses == "00100":
            printed += " "
        elif pulses == "00010":
            printed += "\r"
        elif pulses == "01000":
            printed += "\n"
        else:
            assert register is not None, "a printer's register is not known before the first shift"
            printed += boxes[byte][register]
    return printed


def read(data: bytes, code: str) -> str:
    if codes.bits(code) == 5:
        return receive(data, code)
    return data.decode(code)


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


@pytest.mark.parametrize("code", codes.CODES)
def test_what_is_no_character_of_the_device(code: str) -> None:
    """Control characters, other scripts and astral planes: something harmless, never an error."""
    for char in map(chr, (0, 7, 10, 13, 27, 0x5F, 0x7F, 0x80, 0xE9, 0x451, 0x456, 0x1F600)):
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
