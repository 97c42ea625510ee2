# SPDX-License-Identifier: MIT
"""A printer that decodes what it receives, with tables in another form than the sender's."""

from teletype.core import codes

# The combinations as in the standards, first pulse first: letter, ITA2 figure, and what МТК-2 has
# for the Russian letter and the figure. A dot: ITA2 leaves the figure open.
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
    """Return what a teleprinter of this code prints; `#` for a figure that it lacks."""
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
