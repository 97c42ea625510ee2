# SPDX-License-Identifier: MIT
"""The character codes of printers, and substitutes for characters that a code lacks.

`spell` replaces the characters that a code lacks, `encode` encodes the result.

    utf-8, koi8-r, cp866    one sign for one character where the code has it; koi8-r as in RFC 1489
    ita2    International Telegraph Alphabet No. 2 (ITU-T S.1): letters and figures, 5 bits
    mtk-2   the Soviet МТК-2 of 1963 (GOST 15607-70): the same, and Russian letters as a third
            register, selected by the combination 00000. Ш Щ Э Ю stand where ITA2 leaves the
            figures of G H F J to each country; Ч is the figure 4, Ъ is Ь, Ё is Е

The table of МТК-2 was compared with three sources. One is the table of GOST 15607-70 in a lecture
on data transmission (vunivere.ru, work 726, page 25). The others are Crypto Museum
(cryptomuseum.com/ref/mtk2) and the teletype of SIMH's BESM-6 by L. Broukhis and S. Vakulenko.

5-bit codes begin every row with a shift, so that a printer that missed one recovers on the
next row. "Who are you?" (figures D) and the bell (figures J of ITA2) are never sent.

Russian letters become Latin ones by table 2 of GOST 16876-71, which needs no diacritics, and
those that only Ukrainian has become JE, I, JI and G. МТК-2 prints Е, I, I and Г for them.
"""

CODES = ("utf-8", "koi8-r", "cp866", "ita2", "mtk-2")

RETURN, FEED = 13, 10
RETURN_5, FEED_5 = 8, 2
LETTERS, FIGURES, RUSSIAN = 31, 27, 0
"""Shifts of the 5-bit codes."""

_SPACE = 4

# Characters in the order of their combinations; bit 0 is sent first. `_` is none.
_LATIN = "_E_A SIU_DRJNFCKTZLWHYPQOBG_MXV_"
_ITA2_FIGURES = "_3_- '87__4_,_:(5+)2_6019?__./=_"
_MTK2_FIGURES = "_3_- '87__4Ю,Э:(5+)2Щ6019?Ш_./=_"
_MTK2_RUSSIAN = "_Е_А СИУ_ДРЙНФЦКТЗЛВХЫПЯОБГ_МЬЖ_"

_REGISTERS = {
    "ita2": ((LETTERS, _LATIN), (FIGURES, _ITA2_FIGURES)),
    "mtk-2": ((RUSSIAN, _MTK2_RUSSIAN), (LETTERS, _LATIN), (FIGURES, _MTK2_FIGURES)),
}

# Above ASCII: the characters from a code on.
_RUNS = {
    "koi8-r": (
        (0x94, "■"),
        (0x96, "√"),
        (0x98, "≤≥"),
        (0x9C, "°"),
        (0x9E, "·"),
        (0xA3, "ё"),
        (0xB3, "Ё"),
        (0xC0, "юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"),
    ),
    "cp866": (
        (0x80, "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп"),
        (0xE0, "рстуфхцчшщъыьэюяЁёЄєЇї"),
        (0xF8, "°"),
        (0xFA, "·√"),
        (0xFE, "■"),
    ),
}

# Letters outside the two alphabets' runs in Unicode: Russian Ё and those of Ukrainian.
_SMALL = "ёєіїґ"
_CAPITALS = "ЁЄІЇҐ"

# A character and its substitute, a line each; the substitute may need substitutes itself.
_RUSSIAN_AS_LATIN = (
    "\nАA\nБB\nВV\nГG\nДD\nЕE\nЁJO\nЖZH\nЗZ\nИI\nЙJJ\nКK\nЛL\nМM\nНN\nОO\nПP\nРR\nСS\nТT\nУU\nФF"
    "\nХKH\nЦC\nЧCH\nШSH\nЩSHH\nЪ\"\nЫY\nЬ'\nЭEH\nЮJU\nЯJA"
    "\nЄJE\nІI\nЇJI\nҐG\nєje\nіi\nїji\nґg\n"
)
_MTK2_WITHOUT = "\nЧ4\nЪЬ\nЁЕ\nЄЕ\nІI\nЇI\nҐГ\n"
_SIGNS = (
    '\n«"\n»"\n’\'\n–-\n—-\n·.\n×x\n¬~\n→->\n←<-\n↔<->\n↵<-\n↑^\n↓v\n∨|\n◊<>\n°o\n±+-\n≤<=\n≥>=\n….'
    "..\n■#\n□.\n▲^\n▼v\n◄<\n►>\n★*\nΠP\nΣS\nεE\n√V\n"
    '„"\n“"\n”"\n‚\'\n‘\'\nÄAE\nÖOE\nÜUE\näae\nöoe\nüue\nßss\nÆAE\næae\nŒOE\nœoe\n'
)

_PLAIN = (
    "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo:ouuuuyty"
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLl"
    "NnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"
)
"""The letters of Latin-1 and Latin Extended-A without their marks, from U+00C0 on."""
_ASCII_SIGNS = (
    "\n\"''\n!.\n#X\n$USD\n%0/0\n&AND\n*X\n;,\n<(\n>)\n@(AT)\n"
    "[(\n])\n{(\n})\n\\/\n^'\n_-\n`'\n|/\n~-\n"
)


KINDS = ("plain", "esc-pos")
"""What a printer understands beside characters: nothing, or the commands of most receipt printers
(Epson, "ESC/POS command reference")."""

_RESET = b"\x1b@\x1cC\0\x1c.\x1bR\0"
"""ESC @ resets such a printer. FS . leaves the mode for Chinese, Japanese or Korean characters, in
which many start; a Japanese one obeys it only in JIS, not in Shift JIS, so FS C selects JIS first.
ESC R selects the characters of ASCII."""

_PAGES = {"cp866": b"\x1bt\x11", "utf-8": b"\x1c(C\2\x000\2"}
"""ESC t selects a code page, FS ( C the encoding UTF-8 on printers that know it."""


def preamble(code, kind):
    """Return the bytes before the first line that let a printer of this kind read `code`."""
    if kind == "plain" or bits(code) == 5:
        return b""
    return _RESET + _PAGES.get(code, b"")


def bits(code):
    """Return the number of data bits of a character."""
    return 5 if code in _REGISTERS else 8


def _capital(char):
    number = ord(char)
    if 0x61 <= number <= 0x7A or 0x430 <= number <= 0x44F:
        return chr(number - 0x20)
    at = _SMALL.find(char)
    return _CAPITALS[at] if at >= 0 else char


def _number(code, char):
    """Return the number of a character in an 8-bit code; -1 if it has none."""
    number = ord(char)
    if number < 0x7F:
        return number if number >= 0x20 else -1
    for start, chars in _RUNS[code]:
        at = chars.find(char)
        if at >= 0:
            return start + at
    return -1


def _has(code, char):
    if code in _RUNS:
        return _number(code, char) >= 0
    if char == "_" or char == "\n":
        return False
    for _, chars in _REGISTERS[code]:
        if char in chars:
            return True
    return False


def _stands_for(code, char):
    """Return the substitute for a character that the code lacks; `?` for an unknown one."""
    for table in (_MTK2_WITHOUT if code == "mtk-2" else _RUSSIAN_AS_LATIN, _SIGNS, _ASCII_SIGNS):
        at = table.find("\n" + char)
        if at >= 0 and char != "\n":
            return table[at + 2 : table.find("\n", at + 1)]
    at = ord(char) - 0xC0
    return _PLAIN[at] if 0 <= at < len(_PLAIN) else "?"


def spell(text, code):
    """Return `text` in characters that `code` has; only capitals for a 5-bit code."""
    if code == "utf-8":
        return text
    pieces = []
    for char in text:
        if code in _REGISTERS:
            char = _capital(char)
        if _has(code, char):
            pieces.append(char)
        else:
            pieces.append(spell(_stands_for(code, char), code))
    return "".join(pieces)


def encode(text, code):
    """Return a spelled row as bytes: in a 5-bit code one for each combination, with the shifts."""
    if code == "utf-8":
        return text.encode()
    if code in _RUNS:
        return bytes([_number(code, char) for char in text])
    codes = bytearray()
    current = ""
    for char in text:
        if char == " ":
            codes.append(_SPACE)
            continue
        if char not in current:
            for shift, current in _REGISTERS[code]:
                if char in current:
                    codes.append(shift)
                    break
        codes.append(current.find(char))
    return bytes(codes)


def line_end(code, pause, feed_pause):
    """Return carriage return and line feed, each with the fill characters for its pause.

    Fill is NUL, and in a 5-bit code the shift to letters, which prints nothing in any of them.
    """
    if code in _REGISTERS:
        fill, end = LETTERS, (RETURN_5, FEED_5)
    else:
        fill, end = 0, (RETURN, FEED)
    return bytes([end[0]] + [fill] * pause + [end[1]] + [fill] * feed_pause)
