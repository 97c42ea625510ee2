# SPDX-License-Identifier: MIT
"""The emulated Cortex-M33 against a second implementation, Unicorn's (QEMU's)."""

import ctypes
import json
import math
import random
import re
import shutil
import struct
import subprocess
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from unicorn import UC_ARCH_ARM, UC_MODE_MCLASS, UC_MODE_THUMB, Uc, UcError, arm_const

from host_tools.build import images
from host_tools.paths import CACHE
from tests.host_tools.emulator.encodings import (
    ALU_16,
    BRANCHES,
    EXCLUSIVES,
    FLOAT,
    FLOAT_MEMORY,
    IMMEDIATE,
    LITERALS,
    MEMORY,
    MULTIPLICATION,
    PACKED,
    SHIFTED,
    SYSTEM,
    Encoding,
    Fields,
    code,
)
from tests.host_tools.emulator.test_machine import script, session

pytestmark = pytest.mark.heavy

FLASH, SRAM = 0x10000000, 0x20000000
FILLED = 0x4000  # bytes of each that are filled, with breakpoints or with data for loads
WHERE = 0x2000  # offset of a program in them
WINDOW = 0x20008000  # where loads and stores go
SIZE = 0x200
BREAKPOINT = b"\x00\xbe"
FLAGS = 0xF80F0000
IT = 0xBF00

_R = [getattr(arm_const, f"UC_ARM_REG_R{number}") for number in range(13)] + [
    arm_const.UC_ARM_REG_SP,
    arm_const.UC_ARM_REG_LR,
    arm_const.UC_ARM_REG_PC,
]
_S = [getattr(arm_const, f"UC_ARM_REG_S{number}") for number in range(32)]

# Typical numbers and limits
CORNERS = [
    0,
    1,
    2,
    31,
    32,
    33,
    255,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
    0x7FFF8000,
    0x80008000,
    0xFFFF0000,
    0x00FF00FF,
]
FLOAT_CORNERS = [
    0x00000000,
    0x80000000,
    0x3F800000,
    0xBF800000,
    0x7F800000,
    0xFF800000,
    0x7FC00000,
    0x7F800001,
    0xFFC12345,
    0xFF812345,
    0x00000001,
    0x80000001,
    0x007FFFFF,
    0x00800000,
    0x80800000,
    0x7F7FFFFF,
    0xFF7FFFFF,
    0x3F000000,
    0xBF000000,
    0x3FC00000,
    0x40200000,
    0x4F000000,
    0xCF000000,
    0x4F800000,
    0x477FE000,
    0x477FF000,
    0x38800000,
    0x33800000,
    0x33000000,
    0x34000000,
    0x3F800001,
    0x7E967699,
]


def number(rng: random.Random) -> int:
    """Return a typical word for a register."""
    kind = rng.random()
    if kind < 0.3:
        return rng.choice(CORNERS)
    if kind < 0.5:
        return rng.randrange(70)
    return rng.getrandbits(32)


def real(rng: random.Random) -> int:
    """Return the bits of a single-precision number, or of a NaN or infinity."""
    kind = rng.random()
    if kind < 0.3:
        return rng.choice(FLOAT_CORNERS)
    if kind < 0.4:
        return struct.unpack("<I", struct.pack("<f", rng.randrange(-3000, 3000) / 4))[0]
    if kind < 0.75:  # near 1, so that sums are rounded
        return rng.getrandbits(1) << 31 | rng.randrange(115, 140) << 23 | rng.getrandbits(23)
    if kind < 0.85:
        return rng.getrandbits(1) << 31 | rng.getrandbits(16) << rng.randrange(16)
    return rng.getrandbits(32)


class Reference:
    """Unicorn's Cortex-M33."""

    def __init__(self) -> None:
        self.uc: Any = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
        self.uc.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M33)
        for start in (FLASH, SRAM):
            self.uc.mem_map(start, 0x10000)
        self.filled: dict[int, str] = {}
        """What surrounds the program, in flash and SRAM."""
        # the first floating-point instruction resets the FPSCR, as on a chip without FPCA
        self.uc.mem_write(SRAM, bytes.fromhex("b0ee400a"))  # VMOV S0, S0
        self.uc.emu_start(SRAM | 1, SRAM + 4)

    def run(self, case: dict[str, Any]) -> dict[str, Any]:
        """Return the state after a program; `count` ends it after so many instructions."""
        uc = self.uc
        at, end = case["at"], case["at"] + len(case["code"]) // 2
        start = at & ~0xFFFF
        filler = case.get("filler", "")
        if self.filled.get(start) != filler:
            uc.mem_write(start, bytes.fromhex(filler) or BREAKPOINT * (FILLED // 2))
            self.filled[start] = filler
        around = bytes(uc.mem_read(at, end - at))
        uc.mem_write(at, bytes.fromhex(case["code"]))
        uc.mem_write(WINDOW, bytes.fromhex(case["data"]))
        for register, value in zip(_R[:15], case["r"][:15], strict=True):
            uc.reg_write(register, value)
        for register, value in zip(_S, case["s"], strict=True):
            uc.reg_write(register, value)
        uc.reg_write(arm_const.UC_ARM_REG_XPSR, case["xpsr"] | 1 << 24)
        uc.reg_write(arm_const.UC_ARM_REG_FPSCR, case["fpscr"])
        if case.get("count"):
            uc.ctl_remove_cache(at, end)  # or it would execute the previous code
        uc.emu_start(at | 1, end if not case.get("count") else 0, count=case.get("count", 0))
        uc.mem_write(at, around)
        return {
            "r": [uc.reg_read(register) for register in _R],
            "s": [uc.reg_read(register) for register in _S],
            "xpsr": uc.reg_read(arm_const.UC_ARM_REG_XPSR) & 0xF8000000,
            "fpscr": uc.reg_read(arm_const.UC_ARM_REG_FPSCR),
            "data": bytes(uc.mem_read(WINDOW, SIZE)).hex(),
        }


@pytest.fixture(scope="module")
def reference() -> Reference:
    return Reference()


def case_of(rng: random.Random, program: bytes, **more: Any) -> dict[str, Any]:
    """Return a program with random registers, flags and data."""
    return {
        "at": rng.choice([FLASH, SRAM]) + WHERE,
        "code": program.hex(),
        "r": [number(rng) for _ in range(13)] + [WINDOW + 0x100, number(rng), 0],
        "s": [real(rng) for _ in range(32)],
        "xpsr": rng.getrandbits(4) << 28,
        "fpscr": 0,
        "data": rng.randbytes(SIZE).hex(),
        **more,
    }


def straight(rng: random.Random, encodings: list[Encoding], length: int) -> bytes:
    """Return a program without branches."""
    program = b""
    for _ in range(length):
        encoding = rng.choice(encodings)
        program += code(encoding.draw(rng)[0], encoding.wide)
    return program


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Return the names of what differs between two results."""
    found = [f"R{n}" for n in range(16) if ours["r"][n] != theirs["r"][n]]
    found += [f"S{n}" for n in range(32) if ours["s"][n] != theirs["s"][n]]
    found += [key for key in ("fpscr", "data") if ours[key] != theirs[key]]
    if (ours["xpsr"] ^ theirs["xpsr"]) & 0xF8000000:
        found.append("flags")
    if ours["fault"]:
        found.append(ours["fault"])
    return found


def compare(reference: Reference, cases: list[dict[str, Any]]) -> None:
    """Run programs on both; fail with the first ones that differ."""
    lines = script("programs.js", given="\n".join(map(json.dumps, cases))).splitlines()
    assert len(lines) == len(cases)
    wrong = []
    for case, line in zip(cases, lines, strict=True):
        ours = json.loads(line)
        try:
            theirs = reference.run(case)
        except UcError as error:
            raise AssertionError(f"the reference cannot run {case['code']}: {error}") from error
        assert ours["ended"] or ours["fault"]
        found = differences(ours, theirs)
        if found:
            wrong.append((case, found, ours, theirs))
    assert not wrong, f"{len(wrong)} of {len(cases)} differ\n" + "\n".join(
        describe(*item) for item in wrong[:8]
    )


def describe(case: dict[str, Any], found: list[str], ours: Any, theirs: Any) -> str:
    """Return the description of one difference."""
    text = f"{case.get('name', '')} {case['code']} at {case['at']:#x}: {found}"
    for item in found[:3]:
        if item[0] in "RS" and item[1:].isdigit():
            key, index = item[0].lower(), int(item[1:])
            text += f"\n  {item}: {ours[key][index]:08x}, reference {theirs[key][index]:08x}"
    text += (
        f"\n  flags {ours['xpsr']:08x}, reference {theirs['xpsr']:08x}; FPSCR {ours['fpscr']:08x}"
    )
    text += f", {theirs['fpscr']:08x}; before {case['xpsr']:08x} {case['fpscr']:08x}"
    text += "\n  R " + " ".join(f"{word:x}" for word in case["r"])
    return text


@pytest.mark.parametrize(
    "encodings",
    [ALU_16, SHIFTED, IMMEDIATE, MULTIPLICATION],
    ids=["16", "shifted", "immediate", "mul"],
)
def test_integers(reference: Reference, encodings: list[Encoding]) -> None:
    """Test each encoding alone, then programs of several."""
    rng = random.Random(1)
    cases = [
        case_of(rng, code(encoding.draw(rng)[0], encoding.wide), name=encoding.name)
        for encoding in encodings
        for _ in range(40)
    ]
    cases += [case_of(rng, straight(rng, encodings, 8)) for _ in range(200)]
    compare(reference, cases)


def packed(rng: random.Random, encoding: Encoding) -> bytes:
    """Return one DSP instruction after one that sets GE, followed by one that reads GE."""
    ge = next(item for item in PACKED if item.name == "UADD8")
    program = code(ge.draw(rng)[0], True) + code(encoding.draw(rng)[0], encoding.wide)
    return program + code(0xF3EF8C00, True)  # MRS R12, APSR


def test_packed(reference: Reference) -> None:
    """Parallel sums, saturation, extension and reversal, with GE."""
    rng = random.Random(2)
    cases = [
        case_of(rng, packed(rng, encoding), name=encoding.name)
        for encoding in PACKED
        for _ in range(40)
    ]
    compare(reference, cases)


def blocks(rng: random.Random, encodings: list[Encoding]) -> bytes:
    """Return two IT blocks of one to four instructions, each followed by one more."""
    program = b""
    for _ in range(2):
        length = rng.randrange(1, 5)
        mask = sum(rng.getrandbits(1) << 4 - at for at in range(1, length)) | 1 << 4 - length
        program += code(IT | rng.randrange(14) << 4 | mask, False)
        program += straight(rng, encodings, length + 1)
    return program


def test_it_blocks(reference: Reference) -> None:
    """Blocks of instructions of 16 and of 32 bits."""
    rng = random.Random(3)
    usable = ALU_16 + SHIFTED + IMMEDIATE + MULTIPLICATION
    compare(reference, [case_of(rng, blocks(rng, usable)) for _ in range(800)])


def place(rng: random.Random, encoding: Encoding, fields: Fields, r: list[int]) -> None:
    """Choose registers so that the address is in the window."""
    how, *details = encoding.memory.split()
    whole = encoding.name.startswith(("LDRD", "STRD", "VLDR", "VSTR", "VLDM", "VSTM")) or how in (
        "two",
        "several16",
        "several32",
        "push",
        "pop",
        "stack",
        "float",
        "floats",
    )
    target = WINDOW + rng.randrange(0xC0, 0x140)
    if whole or rng.random() < 0.7:
        target &= ~3
    if how == "acquire":
        target &= -int(details[0])
    base = fields.get("N", fields.get("n", 13))
    if how in ("stack", "push", "pop"):
        r[13] = target - (4 * fields["i"] if how == "stack" else 0)
    elif how == "register16":
        r[fields["n"]] = rng.getrandbits(32)
        r[fields["m"]] = (target - r[fields["n"]]) & 0xFFFFFFFF
    elif how == "register32":
        r[fields["M"]] = rng.randrange(64) if rng.random() < 0.5 else rng.getrandbits(32)
        r[base] = (target - (r[fields["M"]] << fields["i"])) & 0xFFFFFFFF
    elif how == "offset16":
        r[base] = target - fields["i"] * int(details[0])
    elif how == "offset12":
        r[base] = target - fields["i"]
    elif how == "offset8":
        before = details == ["after"] or fields["p"]
        up = details == ["after"] or fields["u"]
        r[base] = target if not before else target - (fields["i"] if up else -fields["i"])
    elif how in ("two", "float"):
        before = how == "float" or fields["p"]
        offset = 4 * fields["i"] if fields["u"] else -4 * fields["i"]
        r[base] = target - offset if before else target
    else:  # several, floats, acquire
        r[base] = target


def memory_cases(
    rng: random.Random, encodings: list[Encoding], times: int
) -> Iterator[dict[str, Any]]:
    """Yield single loads and stores that go to the window."""
    for encoding in encodings:
        for _ in range(times):
            value, fields = encoding.draw(rng)
            case = case_of(rng, code(value, encoding.wide), name=encoding.name)
            place(rng, encoding, fields, case["r"])
            yield case


@pytest.mark.parametrize("encodings", [MEMORY, FLOAT_MEMORY], ids=["integers", "floats"])
def test_memory(reference: Reference, encodings: list[Encoding]) -> None:
    """Test all addressing modes, aligned or not, with write-back."""
    compare(reference, list(memory_cases(random.Random(4), encodings, 40)))


def test_literals(reference: Reference) -> None:
    """Test loads of data around the program."""
    rng = random.Random(5)
    filler = bytearray(rng.randbytes(FILLED))
    filler[WHERE : WHERE + 16] = BREAKPOINT * 8
    cases = []
    for encoding in LITERALS:
        for _ in range(40):
            program = code(encoding.draw(rng)[0], encoding.wide)
            cases.append(case_of(rng, program, name=encoding.name, filler=filler.hex()))
    cases.sort(key=lambda case: case["at"])
    compare(reference, cases)


def test_branches(reference: Reference) -> None:
    """Test the targets of branches, and the link register."""
    rng = random.Random(6)
    cases = []
    for encoding in BRANCHES:
        for _ in range(30):
            value, fields = encoding.draw(rng)
            case = case_of(rng, code(value, encoding.wide), name=encoding.name, count=1)
            r = case["r"]
            target = (case["at"] & ~0x3FFF) + (rng.randrange(0x100, 0x3F00) & ~1)
            window = bytearray.fromhex(case["data"])
            if encoding.memory == "target":
                r[fields["m"]] = target | (0 if encoding.name == "MOV PC" else 1)
            elif encoding.memory == "distance":
                r[fields["m"]] = target - case["at"] - 4
            elif encoding.memory.startswith("table"):
                register, wide = fields["M"], encoding.name.startswith("TBH")
                if encoding.memory == "table":
                    r[fields["N"]], r[register] = WINDOW + 0x80, rng.randrange(0x40)
                    if wide:  # not beyond the breakpoints
                        window[0x81 + 2 * r[register]] &= 3
                else:
                    r[register] = 0
                    case["code"] += (
                        (rng.getrandbits(10) & ~1 if wide else rng.getrandbits(8))
                        .to_bytes(2, "little")
                        .hex()
                    )
            elif encoding.memory == "return":
                r[13] = WINDOW + 0x80
                words = 1 if encoding.name.startswith("LDR") else fields["r"].bit_count() + 1
                window[0x80 + 4 * words - 4 : 0x80 + 4 * words] = (target | 1).to_bytes(
                    4, "little"
                )
            elif encoding.memory == "pc offset12":
                r[fields["N"]] = WINDOW + 0x80 - fields["i"]
                window[0x80:0x84] = (target | 1).to_bytes(4, "little")
            elif encoding.memory == "pc register":
                r[fields["M"]] = rng.randrange(64)
                r[fields["N"]] = WINDOW + 0x80 - (r[fields["M"]] << fields["i"])
                window[0x80:0x84] = (target | 1).to_bytes(4, "little")
            case["data"] = window.hex()
            cases.append(case)
    compare(reference, cases)


MODES = [0, 0, 0, 1 << 22, 2 << 22, 3 << 22, 1 << 24, 1 << 25, 1 << 26]


@pytest.mark.parametrize("mode", ["nearest", "all"])
def test_floats(reference: Reference, mode: str) -> None:
    """Test arithmetic with all kinds of numbers, and the flags it leaves in the FPSCR.

    "all" adds other rounding modes, flush-to-zero, default NaN and alternative half precision.
    """
    rng = random.Random(7)
    cases = []
    for encoding in FLOAT:
        for _ in range(60):
            fpscr = rng.getrandbits(4) << 28
            if mode == "all":
                fpscr |= rng.choice(MODES) | rng.choice(MODES)
            program = code(encoding.draw(rng)[0], encoding.wide)
            cases.append(case_of(rng, program, name=encoding.name, fpscr=fpscr))
    compare(reference, cases)


def test_exclusive_accesses(reference: Reference) -> None:
    """Test a load and its store, then a store alone, which is refused."""
    rng = random.Random(8)
    cases = []
    for size, (*loads, store, release) in EXCLUSIVES.items():
        for _ in range(100):
            base = rng.randrange(8, 12)
            first, second = rng.choice(loads), rng.choice([store, release])
            plain = first == loads[0] and second == store
            index = rng.randrange(32) if plain else 0  # the others have no index
            program = b""
            for encoding in (first, second, store):
                while True:
                    value, fields = encoding.draw(rng)
                    registers = [fields[sign] for sign in "NTD" if sign in fields]
                    if fields["N"] == base and len(set(registers)) == len(registers):
                        break
                if "i" in fields:  # both use the same offset
                    value = value & ~0xFF | index
                program += code(value, True)
            case = case_of(rng, program)
            case["r"][base] = WINDOW + 0x80 + size * rng.randrange(8)
            cases.append(case)
    compare(reference, cases)


def test_the_processor_itself() -> None:
    """Exceptions, interrupts, stacking, sleep, faults, coprocessors, as the manual has them."""
    *wrong, count = script("processor.js").splitlines()
    assert wrong == []
    assert int(count.removeprefix("checks: ")) > 100


@pytest.mark.parametrize(
    "encodings",
    [ALU_16, SHIFTED + IMMEDIATE, MULTIPLICATION + PACKED, MEMORY],
    ids=["16", "32", "mul", "memory"],
)
def test_translated(encodings: list[Encoding]) -> None:
    """Translated code leaves the same state and takes the same time as interpreted code."""
    rng = random.Random(11)
    if encodings is MEMORY:
        cases = list(memory_cases(rng, encodings, 20))
    else:
        cases = [
            case_of(rng, code(encoding.draw(rng)[0], encoding.wide), name=encoding.name)
            for encoding in encodings
            for _ in range(10)
        ]
        cases += [case_of(rng, blocks(rng, encodings)) for _ in range(300)]
        cases += [case_of(rng, straight(rng, encodings, 8)) for _ in range(200)]
    for case in cases:
        case["at"] = FLASH + WHERE  # code in SRAM is not translated
    given = "\n".join(map(json.dumps, cases))
    slow = script("programs.js", given=given).splitlines()
    *fast, count = script("programs.js", "translated", given=given).splitlines()
    for case, one, other in zip(cases, slow, fast, strict=True):
        assert json.loads(one) == json.loads(other), case["code"]
    assert json.loads(count)["runs"] > 300


COUNTER, BASE = 7, 8  # registers that only the loops below write


def harmless(rng: random.Random, length: int) -> bytes:
    """Return arithmetic that leaves the registers of the loop alone."""
    program = b""
    usable = ALU_16 + SHIFTED + IMMEDIATE + MULTIPLICATION + PACKED
    for _ in range(length):
        while True:
            encoding = rng.choice(usable)
            value, fields = encoding.draw(rng)
            written = [fields[sign] for sign in "DTdn" if sign in fields]
            if "e" in fields:
                written.append(fields["e"] << 3 | fields.get("d", 0))
            if COUNTER not in written and BASE not in written and "SP, #" not in encoding.name:
                break
        program += code(value, encoding.wide)
    return program


def looping(rng: random.Random) -> bytes:
    """Return a loop with branches, calls, tables, IT blocks, loads and stores."""
    parts: list[bytes] = []
    calls: list[int] = []
    while len(parts) < 9:
        kind = rng.randrange(8)
        inner = harmless(rng, rng.randrange(1, 4))
        low, offset = rng.randrange(7), rng.randrange(64)
        if kind == 0:  # a branch over the inner instructions
            parts.append(
                code(0xD000 | rng.randrange(14) << 8 | len(inner) // 2 - 1, False) + inner
            )
        elif kind == 1:  # CBZ, CBNZ
            parts.append(
                code(0xB100 | rng.getrandbits(1) << 11 | (len(inner) // 2 - 1) << 3 | low, False)
                + inner
            )
        elif kind == 2:
            mask = rng.choice([8, 4, 12])
            two = harmless(rng, 1 if mask == 8 else 2)
            parts.append(code(IT | rng.randrange(14) << 4 | mask, False) + two)
        elif kind == 3:  # LDR, STR, LDRB, STRH, LDRD, STRD from R8 on
            word = rng.choice([0xF8D80000, 0xF8C80000, 0xF8980000, 0xF8A80000])
            parts.append(code(word | low << 12 | 4 * offset, True))
            pair = rng.choice([0xE9D80000, 0xE9C80000])
            parts.append(
                code(pair | low << 12 | (low ^ 1) % 7 << 8 | offset, True) if low < 6 else b""
            )
        elif kind == 4:  # PUSH, POP
            parts.append(code(0xB455, False) + inner + code(0xBC55, False))
        elif kind == 5:  # TBB [PC, R9], to one of two places
            parts.append(
                code(0xF0010901, True)
                + code(0xE8DFF009, True)
                + bytes([1, 1 + len(inner) // 2])
                + inner
            )
        elif kind == 6:
            calls.append(len(parts))
            parts.append(b"")  # BL, once its distance is known
        else:
            parts.append(inner)
    size = sum(4 if index in calls else len(part) for index, part in enumerate(parts))
    end = code(0x3F01, False) + code(0xF0408000, True) + BREAKPOINT  # SUBS R7, #1; BNE.W; BKPT
    called = size + len(end)
    function = code(0xB510, False) + harmless(rng, 3) + code(0xBD10, False)
    program = b""
    for index, part in enumerate(parts):
        if index in calls:
            part = code(0xF000F800 | (called - len(program) - 4) >> 1, True)
        program += part
    back = -(len(program) + 2 + 4) >> 1
    branch = 0xF0408000 | 1 << 26 | (back >> 11 & 0x3F) << 16 | 1 << 13 | 1 << 11 | back & 0x7FF
    return program + code(0x3F01, False) + code(branch, True) + BREAKPOINT + function


def test_loops_are_translated() -> None:
    """Loops behave the same translated and interpreted, in any bursts, with interrupts."""
    rng = random.Random(12)
    programs = []
    for seed in range(24):
        r = [number(rng) for _ in range(13)] + [WINDOW, number(rng), 0]
        r[COUNTER], r[BASE] = 4000, WINDOW + 0x400
        programs.append({"seed": seed + 1, "code": looping(rng).hex(), "r": r})
    given = "\n".join(map(json.dumps, programs))
    *differences, count = script("programs_cut.js", given=given).splitlines()
    assert differences == []
    assert json.loads(count)["runs"] > 30


@pytest.mark.pico
def test_the_firmware_is_translated_to_the_last_bit() -> None:
    """Compare time, cycles, registers, flags, SRAM, flash and panel on the Pico 2's firmware."""
    image = images.image("pico2")
    fast, slow = session(image), session(image, stock=True)
    for part, (ours, theirs) in enumerate(zip(fast, slow, strict=True)):
        assert ours == theirs, f"part {part}"


# The double-precision coprocessor: the instructions of the pico-sdk's functions. The first operand
# is in R0 and R1, the second in R2 and R3.

DOUBLE_PROGRAMS = {
    "add": "ec410410 ec432411 ee000401 ee100401 ee800420 ec510410",
    "subtract": "ec410410 ec432411 ee000401 ee100421 ee800420 ec510430",
    "multiply": "ec410410 ec432411 ec510404 ec532405 fba04c02 f05f0e00 fbe0ce03 fbe1ce02"
    " ec4c4420 f04f0400 fbe1e403 ec44e430 ee800420 ec510450",
    "to single": "ec410410 ee800422 ee1004b2",
    "from single": "ec400412 ee800420 ec5104b0",
    "from signed": "ec400470 ee000401 ee100421 ee800420 ec510430",
    "from unsigned": "ec400460 ee000401 ee100421 ee800420 ec510430",
    "to unsigned": "ec410480 ee000401 ee100401 ee800440 ee100433",
}
DOUBLES = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    1.5,
    3.0,
    0.1,
    -0.1,
    2.0**53,
    2.0**-1022,
    1.7e308,
    1e-300,
    5e-324,
    4294967295.0,
    4294967296.0,
    0.9999999999999999,
    2.0**24 + 1,
    float("inf"),
    float("-inf"),
    float("nan"),
    3.5e38,
    1e-40,
]


def words(value: float) -> list[int]:
    """Return the two words of a double."""
    return list(struct.unpack("<II", struct.pack("<d", value)))


def flushed(value: float, least: float) -> float:
    """Return a number, or 0 if it is subnormal."""
    return math.copysign(0.0, value) if abs(value) < least else value


def expected_double(name: str, x: float, y: float, word: int) -> list[int]:
    """Return the expected R0, or R0 and R1, computed by this Python."""
    normal, single = 2.0**-1022, 2.0**-126
    x, y = flushed(x, normal), flushed(y, normal)
    if name == "to single":
        return [
            struct.unpack("<I", struct.pack("<f", flushed(ctypes.c_float(x).value, single)))[0]
        ]
    if name == "to unsigned":
        return [0 if math.isnan(x) else int(min(max(x, 0.0), 2.0**32 - 1))]
    if name == "from single":
        result = flushed(struct.unpack("<f", struct.pack("<I", word))[0], single)
    elif name == "from signed":
        result = float(word - (word >> 31 << 32))
    elif name == "from unsigned":
        result = float(word)
    else:
        result = {"add": x + y, "subtract": x - y, "multiply": x * y}[name]
    return [0, 0x7FF80000] if math.isnan(result) else words(flushed(result, normal))


def test_doubles() -> None:
    """Compare the coprocessor's arithmetic and conversions with Python's floats."""
    rng = random.Random(9)
    cases, wanted = [], []
    for name, program in DOUBLE_PROGRAMS.items():
        text = b"".join(code(int(piece, 16), True) for piece in program.split())
        for _ in range(400):
            x, y = (
                rng.choice(DOUBLES)
                if rng.random() < 0.4
                else rng.uniform(-2, 2) * 2.0 ** rng.randrange(-40, 40)
                for _ in range(2)
            )
            if rng.random() < 0.2:
                y = math.nextafter(-x, 0.0)
            case = case_of(rng, text, name=name, cpacr=0x00F00300)
            case["r"][:4] = words(x) + words(y)
            if name.startswith("from"):
                case["r"][0] = real(rng) if name == "from single" else number(rng)
            wanted.append(expected_double(name, x, y, case["r"][0]))
            cases.append(case)
    lines = script("programs.js", given="\n".join(map(json.dumps, cases))).splitlines()
    for case, line, result in zip(cases, lines, wanted, strict=True):
        r = json.loads(line)["r"]
        if result[0] == 0x7FC00000 or (
            case["name"] == "to single" and result[0] & 0x7FFFFFFF > 0x7F800000
        ):
            result = [0x7FC00000]  # any NaN
        assert r[: len(result)] == result, (case["name"], case["r"][:4])


def test_an_operand_that_is_put_aside() -> None:
    """Save and restore both operands between the steps, like the pico-sdk's functions."""
    begin, rest = DOUBLE_PROGRAMS["subtract"][:17], DOUBLE_PROGRAMS["subtract"][18:]
    save = "fc554408 fc576409 ec59840a"  # the mantissas of X and Y, and the rest: R4 to R9
    clobber = "ec432410 ec410411"
    restore = "ec454400 ec476401 ec498402"
    # MRC2 APSR, PCMP: N says whether the coprocessor is engaged
    program = f"{begin} fe10f430 {save} {clobber} {restore} {rest}"
    text = b"".join(code(int(piece, 16), True) for piece in program.split())
    case = case_of(random.Random(10), text, cpacr=0x00F00300)
    case["r"][:4] = words(1.25) + words(-7.5)
    ours = json.loads(script("programs.js", given=json.dumps(case)))
    assert ours["r"][:2] == words(8.75)
    assert ours["xpsr"] >> 31 == 1


def untested(instructions: Iterator[tuple[int, bool]]) -> Counter[str]:
    """Return the instructions for which the tests above have no encoding."""
    known: dict[tuple[bool, int], set[int]] = {}
    for encoding in EVERYTHING:
        mask, value = encoding.fixed
        known.setdefault((encoding.wide, mask), set()).add(value)
    found: Counter[str] = Counter()
    for value, wide in instructions:
        if not any(value & mask in values for (w, mask), values in known.items() if w == wide):
            found[f"{value:0{8 if wide else 4}x}"] += 1
    return found


EVERYTHING = [
    *(ALU_16 + SHIFTED + IMMEDIATE + MULTIPLICATION + PACKED + MEMORY + LITERALS),
    *(FLOAT + FLOAT_MEMORY + BRANCHES + SYSTEM),
    *(encoding for encodings in EXCLUSIVES.values() for encoding in encodings),
]
LINE = re.compile(r" *[0-9a-f]+:\t([0-9a-f]{4})(?: ([0-9a-f]{4}))? *\t(\S+)")


def test_all_of_the_image_is_tested() -> None:
    """Each instruction of the Pico 2's image has an encoding that a test here executes.

    Modules frozen as machine code are not covered, because objdump takes them for data.
    """
    program = shutil.which("arm-none-eabi-objdump")
    found = sorted(
        (CACHE / "runtime" / "build").glob("pocket-teletype-pico2-*/build/firmware.elf")
    )
    if program is None or not found:
        pytest.skip("needs an image of the Pico 2 that was built here, and objdump")
    text = subprocess.run([program, "-d", found[-1]], capture_output=True, check=True, text=True)
    lines = [LINE.match(line) for line in text.stdout.splitlines()]
    instructions = [
        (int(match[1] + (match[2] or ""), 16), bool(match[2]))
        for match in lines
        if match and not match[3].startswith(".")
    ]
    assert len(instructions) > 50_000
    assert untested(iter(instructions)) == {}
