# SPDX-License-Identifier: MIT
"""Damaged text and files for `host_tools lab fuzz`, as people, editors, power cuts leave them."""

import random
import re
from typing import Any

JUNK = (
    "", "-1", "0", "1e9", "99999999999999999999", "+7", "--", "=", "==", ",,", '"', "\\", "((A",
    "A->B->C", "~", "١٢", "Ⅷ", "ß", "\u202e", "\x1b[2J", "\x00", "\x7f", "\x85", "\ufeff", "\t",
    "漢字" * 40, "A" * 2000, "1," * 900, "NIL", "T4", "((T2 F4)(T4 F4))", "26", "nan", "I=1 I=1",
)  # fmt: skip


class Broken(Exception):
    """Something happened that must not; the message says what.

    It is no Failed: code under test may raise that, and its handlers must not hide a finding.
    """


def damaged(chance: random.Random, text: str) -> str:
    """Return `text` with a few characters changed, omitted or doubled, or with junk inserted."""
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((0, 1, 1, 3, 20)))
        middle = chance.choice(
            ("", text[at:end] * 2, chance.choice(JUNK), chr(chance.randrange(1, 0x3000)))
        )
        text = text[:at] + middle + text[end:]
    return text


def damaged_bytes(chance: random.Random, data: bytes) -> bytes:
    """Return `data` as a power cut, a bad sector or a stranger might leave it."""
    kind = chance.randrange(6)
    at = chance.randrange(len(data) + 1)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + b"\xff" * chance.choice((1, 256, 4096)) + data[at + 4096 :]
    if kind == 2:
        return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
    if kind == 3:
        return data + data[at:]
    if kind == 4:
        return chance.randbytes(chance.randrange(2000))
    return damaged(chance, data.decode("utf-8", "replace")).encode("utf-8", "replace")


def value(chance: random.Random, field: Any) -> str:
    """Return a value for a field of a setup: at its bounds, beyond them, or damaged."""
    text = "" if field.default is None else str(field.format(field.default))
    numbers = [int(word) for word in re.findall(r"-?\d{1,12}", field.allowed())]
    kind = chance.randrange(4)
    if kind == 0 and numbers:
        return str(chance.choice(numbers) + chance.choice((-1, 0, 0, 1)))
    if kind == 1 and len(numbers) > 1:
        low, high = sorted(numbers[:2])
        count = chance.choice((1, 1, 2, 3, 6))
        return ",".join(str(chance.randint(low, min(high, low + 300))) for _ in range(count))
    if kind == 2:
        return str(chance.choice(field.allowed().split(", ")))
    return damaged(chance, text)


def setup_pairs(chance: random.Random, module: Any) -> list[tuple[str, str]]:
    pairs = [
        (field.name, value(chance, field)) for field in module.FIELDS if chance.random() < 0.5
    ]
    if chance.random() < 0.05:
        pairs.append((chance.choice(JUNK), "1"))
    return pairs
