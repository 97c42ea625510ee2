# SPDX-License-Identifier: MIT
"""Random Thumb instructions of an Armv8-M processor, class by class.

An encoding is written as in the Armv8-M Architecture Reference Manual (DDI 0553, chapter C2): as
bits, and letters for fields. The capital letters D, N, M, A, T and U are registers. Other letters
take any value that `valid` allows. Encodings that the manual calls unpredictable are left out.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

Fields = dict[str, int]


def _anything(_: Fields) -> bool:
    return True


@dataclass(frozen=True)
class Encoding:
    """One encoding of an instruction."""

    name: str
    bits: str
    valid: Callable[[Fields], bool] = field(default=_anything, compare=False)
    memory: str = ""  # how the address is formed: see test_armv8m.py

    @cached_property
    def pattern(self) -> str:
        return self.bits.replace(" ", "")

    @property
    def wide(self) -> bool:
        return len(self.pattern) == 32

    def draw(self, rng: random.Random) -> tuple[int, Fields]:
        """Draw one instruction; return it as a number, and its fields."""
        while True:
            value = 0
            fields: Fields = {}
            for sign in self.pattern:
                bit = int(sign) if sign in "01" else rng.getrandbits(1)
                value = value << 1 | bit
                if sign not in "01":
                    fields[sign] = fields.get(sign, 0) << 1 | bit
            four = {sign for sign in fields if sign.isupper() and self.pattern.count(sign) == 4}
            if all(fields[sign] not in (13, 15) for sign in four) and self.valid(fields):
                return value, fields

    @property
    def fixed(self) -> tuple[int, int]:
        """Return a mask of the bits outside all fields, and their values."""
        mask = "".join("1" if sign in "01" else "0" for sign in self.pattern)
        return int(mask, 2), int(re.sub("[^01]", "0", self.pattern), 2)


def code(value: int, wide: bool) -> bytes:
    """Return an instruction as bytes in memory."""
    if not wide:
        return value.to_bytes(2, "little")
    return (value >> 16).to_bytes(2, "little") + (value & 0xFFFF).to_bytes(2, "little")


def _each(*items: str, valid: Callable[[Fields], bool] = _anything) -> Iterator[Encoding]:
    """Yield encodings from lines "name: bits"."""
    for item in items:
        name, bits = item.split(": ")
        yield Encoding(name, bits, valid)


_OPERATIONS = {
    "AND": "0000",
    "BIC": "0001",
    "ORR": "0010",
    "ORN": "0011",
    "EOR": "0100",
    "ADD": "1000",
    "ADC": "1010",
    "SBC": "1011",
    "SUB": "1101",
    "RSB": "1110",
}
_TESTS = {"TST": "0000", "TEQ": "0100", "CMN": "1000", "CMP": "1101"}

ALU_16 = [
    *_each(
        "LSLS #: 00000 iiiii mmm ddd",
        "LSRS #: 00001 iiiii mmm ddd",
        "ASRS #: 00010 iiiii mmm ddd",
        "ADDS: 0001100 mmm nnn ddd",
        "SUBS: 0001101 mmm nnn ddd",
        "ADDS #3: 0001110 iii nnn ddd",
        "SUBS #3: 0001111 iii nnn ddd",
        "MOVS #: 00100 ddd iiiiiiii",
        "CMP #: 00101 nnn iiiiiiii",
        "ADDS #8: 00110 ddd iiiiiiii",
        "SUBS #8: 00111 ddd iiiiiiii",
        "ANDS: 0100000000 mmm ddd",
        "EORS: 0100000001 mmm ddd",
        "LSLS: 0100000010 mmm ddd",
        "LSRS: 0100000011 mmm ddd",
        "ASRS: 0100000100 mmm ddd",
        "ADCS: 0100000101 mmm ddd",
        "SBCS: 0100000110 mmm ddd",
        "RORS: 0100000111 mmm ddd",
        "TST: 0100001000 mmm nnn",
        "RSBS: 0100001001 nnn ddd",
        "CMP: 0100001010 mmm nnn",
        "CMN: 0100001011 mmm nnn",
        "ORRS: 0100001100 mmm ddd",
        "MULS: 0100001101 nnn ddd",
        "BICS: 0100001110 mmm ddd",
        "MVNS: 0100001111 mmm ddd",
        "ADR: 10100 ddd iiiiiiii",
        "ADD SP #: 10101 ddd iiiiiiii",
        "SXTH: 1011001000 mmm ddd",
        "SXTB: 1011001001 mmm ddd",
        "UXTH: 1011001010 mmm ddd",
        "UXTB: 1011001011 mmm ddd",
        "REV: 1011101000 mmm ddd",
        "REV16: 1011101001 mmm ddd",
        "REVSH: 1011101011 mmm ddd",
        "NOP: 1011111100000000",
        "ADD SP, #: 101100000 iiiiiii",
        "SUB SP, #: 101100001 iiiiiii",
    ),
    # With any register; the program counter is tested with the branches.
    Encoding(
        "ADD any", "01000100 e mmmm ddd", lambda f: f["m"] != 15 and (f["e"] << 3 | f["d"]) < 13
    ),
    Encoding("MOV any", "01000110 e mmmm ddd", lambda f: (f["e"] << 3 | f["d"]) < 13),
    Encoding(
        "CMP any",
        "01000101 e mmmm nnn",
        lambda f: f["m"] < 13 and (f["e"] << 3 | f["n"]) < 13 and f["e"] + f["m"] // 8 > 0,
    ),
]

SHIFTED = [
    *(
        Encoding(f"{name} shifted", f"1110101 {op} s NNNN 0iii DDDD ii tt MMMM")
        for name, op in _OPERATIONS.items()
    ),
    *(
        Encoding(f"{name} shifted", f"1110101 {op} 1 NNNN 0iii 1111 ii tt MMMM")
        for name, op in _TESTS.items()
    ),
    Encoding("MOV shifted", "1110101 0010 s 1111 0iii DDDD ii tt MMMM"),
    Encoding("MVN shifted", "1110101 0011 s 1111 0iii DDDD ii tt MMMM"),
    Encoding("PKH", "1110101 0110 0 NNNN 0iii DDDD ii t0 MMMM"),
    *(
        Encoding(f"{name} register", f"11111010 0{op} s NNNN 1111 DDDD 0000 MMMM")
        for name, op in {"LSL": "00", "LSR": "01", "ASR": "10", "ROR": "11"}.items()
    ),
]


def _field_fits(f: Fields) -> bool:
    return (f["i"]) + f["w"] < 32


IMMEDIATE = [
    *(
        Encoding(
            f"{name} modified",
            f"11110 i 0 {op} s NNNN 0iii DDDD cccccccc",
            lambda f: f["c"] != 0 or f["i"] not in (1, 2, 3),
        )
        for name, op in _OPERATIONS.items()
    ),
    *(
        Encoding(f"{name} modified", f"11110 i 0 {op} 1 NNNN 0iii 1111 cccccccc")
        for name, op in _TESTS.items()
    ),
    Encoding("MOV modified", "11110 i 0 0010 s 1111 0iii DDDD cccccccc"),
    Encoding("MVN modified", "11110 i 0 0011 s 1111 0iii DDDD cccccccc"),
    *_each(
        "ADDW: 11110 i 100000 NNNN 0iii DDDD iiiiiiii",
        "SUBW: 11110 i 101010 NNNN 0iii DDDD iiiiiiii",
        "ADR after: 11110 i 100000 1111 0iii DDDD iiiiiiii",
        "ADR before: 11110 i 101010 1111 0iii DDDD iiiiiiii",
        "MOVW: 11110 i 100100 jjjj 0iii DDDD iiiiiiii",
        "MOVT: 11110 i 101100 jjjj 0iii DDDD iiiiiiii",
        "SSAT: 11110 0 110000 NNNN 0iii DDDD ii 0 wwwww",
        "USAT: 11110 0 111000 NNNN 0iii DDDD ii 0 wwwww",
        "SSAT16: 11110 0 110010 NNNN 0000 DDDD 00 00 wwww",
        "USAT16: 11110 0 111010 NNNN 0000 DDDD 00 00 wwww",
    ),
    Encoding("SSAT ASR", "11110 0 110010 NNNN 0iii DDDD ii 0 wwwww", lambda f: f["i"] != 0),
    Encoding("USAT ASR", "11110 0 111010 NNNN 0iii DDDD ii 0 wwwww", lambda f: f["i"] != 0),
    Encoding("SBFX", "11110 0 110100 NNNN 0iii DDDD ii 0 wwwww", _field_fits),
    Encoding("UBFX", "11110 0 111100 NNNN 0iii DDDD ii 0 wwwww", _field_fits),
    Encoding("BFI", "11110 0 110110 NNNN 0iii DDDD ii 0 wwwww", lambda f: f["w"] >= f["i"]),
    Encoding("BFC", "11110 0 110110 1111 0iii DDDD ii 0 wwwww", lambda f: f["w"] >= f["i"]),
]


def _two(f: Fields) -> bool:
    return f["T"] != f["D"]


MULTIPLICATION = [
    *_each(
        "MUL: 111110110000 NNNN 1111 DDDD 0000 MMMM",
        "MLA: 111110110000 NNNN AAAA DDDD 0000 MMMM",
        "MLS: 111110110000 NNNN AAAA DDDD 0001 MMMM",
        "SDIV: 111110111001 NNNN 1111 DDDD 1111 MMMM",
        "UDIV: 111110111011 NNNN 1111 DDDD 1111 MMMM",
    ),
    *_each(
        "SMULL: 111110111000 NNNN TTTT DDDD 0000 MMMM",
        "UMULL: 111110111010 NNNN TTTT DDDD 0000 MMMM",
        "SMLAL: 111110111100 NNNN TTTT DDDD 0000 MMMM",
        "UMLAL: 111110111110 NNNN TTTT DDDD 0000 MMMM",
        "UMAAL: 111110111110 NNNN TTTT DDDD 0110 MMMM",
        "SMLALxy: 111110111100 NNNN TTTT DDDD 10xy MMMM",
        "SMLALD: 111110111100 NNNN TTTT DDDD 110x MMMM",
        "SMLSLD: 111110111101 NNNN TTTT DDDD 110x MMMM",
        valid=_two,
    ),
    *_each(
        "SMULxy: 111110110001 NNNN 1111 DDDD 00xy MMMM",
        "SMLAxy: 111110110001 NNNN AAAA DDDD 00xy MMMM",
        "SMUAD: 111110110010 NNNN 1111 DDDD 000x MMMM",
        "SMLAD: 111110110010 NNNN AAAA DDDD 000x MMMM",
        "SMULW: 111110110011 NNNN 1111 DDDD 000x MMMM",
        "SMLAW: 111110110011 NNNN AAAA DDDD 000x MMMM",
        "SMUSD: 111110110100 NNNN 1111 DDDD 000x MMMM",
        "SMLSD: 111110110100 NNNN AAAA DDDD 000x MMMM",
        "SMMUL: 111110110101 NNNN 1111 DDDD 000x MMMM",
        "SMMLA: 111110110101 NNNN AAAA DDDD 000x MMMM",
        "SMMLS: 111110110110 NNNN AAAA DDDD 000x MMMM",
        "USAD8: 111110110111 NNNN 1111 DDDD 0000 MMMM",
        "USADA8: 111110110111 NNNN AAAA DDDD 0000 MMMM",
    ),
]

PACKED = [
    *(
        Encoding(f"{name}{form}", f"11111010 0{op} {n} 1111 DDDD 10rr MMMM")
        for name, op in {
            "SH": "000",
            "UH": "001",
            "S16": "010",
            "U16": "011",
            "SB": "100",
            "UB": "101",
        }.items()
        for form, n in (("XTA", "NNNN"), ("XT", "1111"))
    ),
    *(
        Encoding(f"{sign}{name}", f"11111010 1{op} NNNN 1111 DDDD 0{way} MMMM")
        for name, op in {
            "ADD8": "000",
            "ADD16": "001",
            "ASX": "010",
            "SUB8": "100",
            "SUB16": "101",
            "SAX": "110",
        }.items()
        for sign, way in {
            "S": "000",
            "Q": "001",
            "SH": "010",
            "U": "100",
            "UQ": "101",
            "UH": "110",
        }.items()
    ),
    *_each(
        "QADD: 111110101000 NNNN 1111 DDDD 1000 MMMM",
        "QDADD: 111110101000 NNNN 1111 DDDD 1001 MMMM",
        "QSUB: 111110101000 NNNN 1111 DDDD 1010 MMMM",
        "QDSUB: 111110101000 NNNN 1111 DDDD 1011 MMMM",
        "SEL: 111110101010 NNNN 1111 DDDD 1000 MMMM",
    ),
    *(
        Encoding(
            name,
            f"1111101010{op[:2]} MMMM 1111 DDDD 10{op[2:]} MMMM".replace("MMMM", "mmmm", 1),
            lambda f: f["m"] == f["M"],
        )
        for name, op in {
            "REV.W": "0100",
            "REV16.W": "0101",
            "RBIT": "0110",
            "REVSH.W": "0111",
            "CLZ": "1100",
        }.items()
    ),
]


def _transfer(f: Fields) -> bool:
    return f["N"] != f["T"]


_LOADS_STORES = {  # bits 24 and 22 to 20 of the wide forms
    "STRB": ("0", "000"),
    "STRH": ("0", "010"),
    "STR": ("0", "100"),
    "LDRB": ("0", "001"),
    "LDRH": ("0", "011"),
    "LDR": ("0", "101"),
    "LDRSB": ("1", "001"),
    "LDRSH": ("1", "011"),
}

MEMORY = [
    *(
        Encoding(
            f"{name} [r, r]", f"0101{op} mmm nnn ttt", lambda f: f["m"] != f["n"], "register16"
        )
        for name, op in {
            "STR": "000",
            "STRH": "001",
            "STRB": "010",
            "LDRSB": "011",
            "LDR": "100",
            "LDRH": "101",
            "LDRB": "110",
            "LDRSH": "111",
        }.items()
    ),
    *(
        Encoding(f"{name} [r, #]", f"{op} iiiii nnn ttt", memory=f"offset16 {size}")
        for name, op, size in (
            ("STR", "01100", 4),
            ("LDR", "01101", 4),
            ("STRB", "01110", 1),
            ("LDRB", "01111", 1),
            ("STRH", "10000", 2),
            ("LDRH", "10001", 2),
        )
    ),
    Encoding("STR [SP, #]", "10010 ttt iiiiiiii", memory="stack"),
    Encoding("LDR [SP, #]", "10011 ttt iiiiiiii", memory="stack"),
    *(
        Encoding(f"{name} #12", f"1111100{sign}1{op} NNNN TTTT iiiiiiiiiiii", memory="offset12")
        for name, (sign, op) in _LOADS_STORES.items()
    ),
    *(
        Encoding(
            f"{name} #8",
            f"1111100{sign}0{op} NNNN TTTT 1puwiiiiiiii",
            lambda f: (
                f["N"] != f["T"]
                and (f["p"], f["u"], f["w"]) != (1, 1, 0)
                and (f["p"] or f["w"]) == 1
            ),
            "offset8",
        )
        for name, (sign, op) in _LOADS_STORES.items()
    ),
    *(
        Encoding(
            f"{name} [r, r, LSL]",
            f"1111100{sign}0{op} NNNN TTTT 000000ii MMMM",
            lambda f: f["M"] != f["N"],
            "register32",
        )
        for name, (sign, op) in _LOADS_STORES.items()
    ),
    Encoding("LDRT", "111110000101 NNNN TTTT 1110iiiiiiii", memory="offset8 after"),
    Encoding("STRT", "111110000100 NNNN TTTT 1110iiiiiiii", memory="offset8 after"),
    *(
        Encoding(
            f"{name} two",
            f"1110100 p u 1 w {load} NNNN TTTT UUUU iiiiiiii",
            lambda f: (
                f["T"] != f["U"] and f["N"] not in (f["T"], f["U"]) and (f["p"] or f["w"]) == 1
            ),
            "two",
        )
        for name, load in {"STRD": "0", "LDRD": "1"}.items()
    ),
    *(
        Encoding(
            f"{name} several",
            f"1100{load} nnn rrrrrrrr",
            lambda f: f["r"] != 0 and not f["r"] >> f["n"] & 1,
            "several16",
        )
        for name, load in {"STM": "0", "LDM": "1"}.items()
    ),
    Encoding("PUSH", "1011010 0 rrrrrrrr", lambda f: f["r"] != 0, "push"),
    Encoding("PUSH LR", "1011010 1 rrrrrrrr", memory="push"),
    Encoding("POP", "1011110 0 rrrrrrrr", lambda f: f["r"] != 0, "pop"),
    *(
        Encoding(
            f"{name} wide",
            f"1110100 {mode} w {load} NNNN 0l0 rrrrrrrrrrrrr",
            lambda f: (
                (f["r"] & f["r"] - 1) != 0
                and not f["r"] >> f["N"] & 1
                and not (f["l"] and f["N"] == 14)
            ),
            "several32",
        )
        for name, mode, load in (
            ("STM", "010", "0"),
            ("LDM", "010", "1"),
            ("STMDB", "100", "0"),
            ("LDMDB", "100", "1"),
        )
    ),
    Encoding(
        "PUSH.W",
        "1110100100101101 0l0 rrrrrrrrrrrrr",
        lambda f: (f["r"] & f["r"] - 1) != 0,
        "push",
    ),
    Encoding(
        "POP.W", "1110100010111101 0l0 rrrrrrrrrrrrr", lambda f: (f["r"] & f["r"] - 1) != 0, "pop"
    ),
    *(
        Encoding(
            name,
            f"1110100011 0 {load} NNNN TTTT 1111 10{size} 1111",
            memory=f"acquire {1 << int(size, 2)}",
        )
        for name, load, size in (
            ("STLB", "0", "00"),
            ("STLH", "0", "01"),
            ("STL", "0", "10"),
            ("LDAB", "1", "00"),
            ("LDAH", "1", "01"),
            ("LDA", "1", "10"),
        )
    ),
]

LITERALS = [
    Encoding("LDR literal", "01001 ttt iiiiiiii"),
    *(
        Encoding(f"{name} literal", f"1111100{sign} u {op} 1 1111 TTTT iiiiiiiiiiii")
        for name, sign, op in (
            ("LDRB", "0", "00"),
            ("LDRH", "0", "01"),
            ("LDR", "0", "10"),
            ("LDRSB", "1", "00"),
            ("LDRSH", "1", "01"),
        )
    ),
    Encoding(
        "LDRD literal", "1110100 1 u 1 0 1 1111 TTTT UUUU iiiiiiii", lambda f: f["T"] != f["U"]
    ),
    Encoding("VLDR literal", "11101101 u d 01 1111 eeee 1010 iiiiiiii"),
    Encoding("VLDR.64 literal", "11101101 u 0 01 1111 eeee 1011 iiiiiiii"),
]


def _three(name: str, bits: str) -> Encoding:
    """Return the encoding of arithmetic with three S registers."""
    high, low = bits.split()
    return Encoding(name, f"11101110 {high[0]} d {high[1:]} nnnn eeee 1010 n {low} m 0 mmmm")


FLOAT = [
    *(
        _three(name, bits)
        for name, bits in {
            "VMLA": "000 0",
            "VMLS": "000 1",
            "VNMLS": "001 0",
            "VNMLA": "001 1",
            "VMUL": "010 0",
            "VNMUL": "010 1",
            "VADD": "011 0",
            "VSUB": "011 1",
            "VDIV": "100 0",
            "VFNMS": "101 0",
            "VFNMA": "101 1",
            "VFMA": "110 0",
            "VFMS": "110 1",
        }.items()
    ),
    *(
        Encoding(name, f"11101110 1 d 11 {op} eeee 1010 {top} 1 m 0 mmmm")
        for name, op, top in (
            ("VMOV reg", "0000", "0"),
            ("VABS", "0000", "1"),
            ("VNEG", "0001", "0"),
            ("VSQRT", "0001", "1"),
            ("VCVTB from half", "0010", "0"),
            ("VCVTT from half", "0010", "1"),
            ("VCVTB to half", "0011", "0"),
            ("VCVTT to half", "0011", "1"),
            ("VCMP", "0100", "0"),
            ("VCMPE", "0100", "1"),
            ("VRINTR", "0110", "0"),
            ("VRINTZ", "0110", "1"),
            ("VRINTX", "0111", "0"),
            ("VCVT from u32", "1000", "0"),
            ("VCVT from s32", "1000", "1"),
            ("VCVTR to u32", "1100", "0"),
            ("VCVT to u32", "1100", "1"),
            ("VCVTR to s32", "1101", "0"),
            ("VCVT to s32", "1101", "1"),
        )
    ),
    Encoding("VCMP 0", "11101110 1 d 11 0101 eeee 1010 0 1 0 0 0000"),
    Encoding("VCMPE 0", "11101110 1 d 11 0101 eeee 1010 1 1 0 0 0000"),
    Encoding("VMOV #", "11101110 1 d 11 iiii eeee 1010 0000 jjjj"),
    Encoding("VCVT fixed 32", "11101110 1 d 11 1 o 1 u eeee 1010 1 1 i 0 iiii"),
    Encoding(
        "VCVT fixed 16",
        "11101110 1 d 11 1 o 1 u eeee 1010 0 1 j 0 iiii",
        lambda f: f["i"] * 2 + f["j"] <= 16,
    ),
    *(
        Encoding(f"VSEL{name}", f"11111110 0 d {cc} nnnn eeee 1010 n 0 m 0 mmmm")
        for name, cc in {"EQ": "00", "VS": "01", "GE": "10", "GT": "11"}.items()
    ),
    Encoding("VMAXNM", "11111110 1 d 00 nnnn eeee 1010 n 0 m 0 mmmm"),
    Encoding("VMINNM", "11111110 1 d 00 nnnn eeee 1010 n 1 m 0 mmmm"),
    *(
        Encoding(f"VRINT{name}", f"11111110 1 d 11 10 {mode} eeee 1010 0 1 m 0 mmmm")
        for name, mode in {"A": "00", "N": "01", "P": "10", "M": "11"}.items()
    ),
    *(
        Encoding(f"VCVT{name}", f"11111110 1 d 11 11 {mode} eeee 1010 s 1 m 0 mmmm")
        for name, mode in {"A": "00", "N": "01", "P": "10", "M": "11"}.items()
    ),
    Encoding("VMOV to S", "11101110 0000 nnnn TTTT 1010 n 00 1 0000"),
    Encoding("VMOV from S", "11101110 0001 nnnn TTTT 1010 n 00 1 0000"),
    Encoding("VMOV to D[x]", "11101110 00 x 0 nnnn TTTT 1011 0 00 1 0000"),
    Encoding("VMOV from D[x]", "11101110 00 x 1 nnnn TTTT 1011 0 00 1 0000"),
    Encoding(
        "VMOV to two S", "11101100 0100 UUUU TTTT 1010 00 m 1 mmmm", lambda f: f["m"] != 0b11111
    ),
    Encoding(
        "VMOV from two S",
        "11101100 0101 UUUU TTTT 1010 00 m 1 mmmm",
        lambda f: f["T"] != f["U"] and f["m"] != 0b11111,
    ),
    Encoding("VMOV to D", "11101100 0100 UUUU TTTT 1011 00 0 1 mmmm"),
    Encoding(
        "VMOV from D", "11101100 0101 UUUU TTTT 1011 00 0 1 mmmm", lambda f: f["T"] != f["U"]
    ),
    Encoding("VMRS flags", "11101110 1111 0001 1111 1010 0001 0000"),
    Encoding("VMRS", "11101110 1111 0001 TTTT 1010 0001 0000"),
]


def _floats_fit(f: Fields) -> bool:
    return 0 < f["i"] <= 32 - (f["e"] * 2 + f["d"])


def _doubles_fit(f: Fields) -> bool:
    return 0 < f["i"] <= 8 and f["i"] + f["e"] <= 16


FLOAT_MEMORY = [
    Encoding("VLDR", "11101101 u d 01 NNNN eeee 1010 iiiiiiii", memory="float"),
    Encoding("VSTR", "11101101 u d 00 NNNN eeee 1010 iiiiiiii", memory="float"),
    Encoding("VLDR.64", "11101101 u 0 01 NNNN eeee 1011 iiiiiiii", memory="float"),
    Encoding("VSTR.64", "11101101 u 0 00 NNNN eeee 1011 iiiiiiii", memory="float"),
    *(
        Encoding(
            f"{name}{what}",
            f"11101100 1 d {w}{load} NNNN eeee 1010 000iiiii",
            _floats_fit,
            "floats after",
        )
        for name, load in (("VSTM", "0"), ("VLDM", "1"))
        for what, w in (("", "0"), ("!", "1"))
    ),
    *(
        Encoding(
            f"{name}DB!",
            f"11101101 0 d 1{load} NNNN eeee 1010 000iiiii",
            _floats_fit,
            "floats before",
        )
        for name, load in (("VSTM", "0"), ("VLDM", "1"))
    ),
    *(
        Encoding(
            f"{name}.64",
            f"11101100 1 0 1{load} NNNN eeee 1011 000iiii0",
            lambda f: 0 < f["i"] <= 16 - f["e"],
            "floats after",
        )
        for name, load in (("VSTM", "0"), ("VLDM", "1"))
    ),
    Encoding("VPUSH", "11101101 0 d 10 1101 eeee 1010 000iiiii", _floats_fit, "push"),
    Encoding("VPOP", "11101100 1 d 11 1101 eeee 1010 000iiiii", _floats_fit, "pop"),
    Encoding("VPUSH.64", "11101101 0 0 10 1101 eeee 1011 000iiii0", _doubles_fit, "push"),
    Encoding("VPOP.64", "11101100 1 0 11 1101 eeee 1011 000iiii0", _doubles_fit, "pop"),
]


def _is_near(f: Fields) -> bool:
    return f["j"] == f["k"] == 1 and f["i"] >> 11 in ((0, 1) if not f["s"] else (1022, 1023))


BRANCHES = [
    Encoding("B cond", "1101 cccc iiiiiiii", lambda f: f["c"] < 14),
    Encoding("B", "11100 iiiiiiiiiii"),
    Encoding(
        "B.W cond",
        "11110 s cccc iiiiii 10 j 0 k iiiiiiiiiii",
        lambda f: (
            f["c"] < 14
            and f["s"] == f["j"] == f["k"]
            and f["i"] >> 11 in ((0, 1) if not f["s"] else (62, 63))
        ),
    ),
    Encoding("B.W", "11110 s iiiiiiiiii 10 j 1 k iiiiiiiiiii", _is_near),
    Encoding("BL", "11110 s iiiiiiiiii 11 j 1 k iiiiiiiiiii", _is_near),
    Encoding("CBZ", "1011 o 0 i 1 iiiii nnn"),
    Encoding("BX", "010001110 mmmm 000", lambda f: f["m"] < 13, "target"),
    Encoding("BLX", "010001111 mmmm 000", lambda f: f["m"] < 13, "target"),
    Encoding("MOV PC", "01000110 1 mmmm 111", lambda f: f["m"] < 13, "target"),
    Encoding("ADD PC", "01000100 1 mmmm 111", lambda f: f["m"] < 13, "distance"),
    Encoding("TBB", "111010001101 NNNN 1111 0000 0000 MMMM", lambda f: f["N"] != f["M"], "table"),
    Encoding("TBH", "111010001101 NNNN 1111 0000 0001 MMMM", lambda f: f["N"] != f["M"], "table"),
    Encoding("TBB PC", "111010001101 1111 1111 0000 0000 MMMM", memory="table here"),
    Encoding("TBH PC", "111010001101 1111 1111 0000 0001 MMMM", memory="table here"),
    Encoding("POP PC", "1011110 1 rrrrrrrr", memory="return"),
    Encoding("POP.W PC", "1110100010111101 100 rrrrrrrrrrrrr", lambda f: f["r"] != 0, "return"),
    Encoding("LDR PC #12", "111110001101 NNNN 1111 iiiiiiiiiiii", memory="pc offset12"),
    Encoding("LDR PC post", "1111100001011101 1111 101100000100", memory="return"),
    Encoding(
        "LDR PC LSL",
        "111110000101 NNNN 1111 000000ii MMMM",
        lambda f: f["M"] != f["N"],
        "pc register",
    ),
]

# Pairs: for each size a load and its store
EXCLUSIVES = {
    1: list(
        _each(
            "LDREXB: 111010001101 NNNN TTTT 1111 0100 1111",
            "LDAEXB: 111010001101 NNNN TTTT 1111 1100 1111",
            "STREXB: 111010001100 NNNN TTTT 1111 0100 DDDD",
            "STLEXB: 111010001100 NNNN TTTT 1111 1100 DDDD",
        )
    ),
    2: list(
        _each(
            "LDREXH: 111010001101 NNNN TTTT 1111 0101 1111",
            "LDAEXH: 111010001101 NNNN TTTT 1111 1101 1111",
            "STREXH: 111010001100 NNNN TTTT 1111 0101 DDDD",
            "STLEXH: 111010001100 NNNN TTTT 1111 1101 DDDD",
        )
    ),
    4: list(
        _each(
            "LDREX: 111010000101 NNNN TTTT 1111 iiiiiiii",
            "LDAEX: 111010001101 NNNN TTTT 1111 1110 1111",
            "STREX: 111010000100 NNNN TTTT DDDD iiiiiiii",
            "STLEX: 111010001100 NNNN TTTT 1111 1110 DDDD",
        )
    ),
}

# Instructions that processor.js executes, or doubles (test_doubles); no random program has them
SYSTEM = list(
    _each(
        "BKPT: 10111110 iiiiiiii",
        "SVC: 11011111 iiiiiiii",
        "UDF: 11011110 iiiiiiii",
        "CPS: 10110110011 i 0 0 jj",
        "WFE: 1011111100100000",
        "WFI: 1011111100110000",
        "SEV: 1011111101000000",
        "NOP.W: 1111001110101111 1000000000000000",
        "IT: 10111111 cccc mmmm",
        "MRS: 1111001111101111 1000 DDDD ssssssss",
        "MSR: 111100111000 NNNN 1000 mm 00 ssssssss",
        "ISB: 1111001110111111 10001111 0110 1111",
        "DSB: 1111001110111111 10001111 0100 oooo",
        "DMB: 1111001110111111 10001111 0101 oooo",
        "CLREX: 1111001110111111 10001111 0010 1111",
        "TT: 111010000100 NNNN 1111 DDDD at 000000",
        "MCR of CP0: 11101110 ooo 0 cccc TTTT 0000 qqq 1 mmmm",
        "MRC of CP0: 11101110 ooo 1 cccc TTTT 0000 qqq 1 mmmm",
        "MCRR of CP0: 111011000100 UUUU TTTT 0000 oooo mmmm",
        "MRRC of CP0: 111011000101 UUUU TTTT 0000 oooo mmmm",
        "CDP of CP4: 11101110 oooo cccc dddd 0100 qqq 0 mmmm",
        "MRC of CP4: 111 x 1110 ooo 1 cccc TTTT 0100 qqq 1 mmmm",
        "MCRR of CP4: 111011000100 UUUU TTTT 0100 oooo mmmm",
        "MRRC of CP4: 111 x 11000101 UUUU TTTT 0100 oooo mmmm",
    )
)
