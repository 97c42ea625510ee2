# SPDX-License-Identifier: MIT
"""Faults that fuzzing found in readers: the same input on this Python and on the Unix port.

The expected values were worked out by hand.
"""

import random
from pathlib import Path

import pytest

from host_tools.lab.measure import fuzz_readers
from host_tools.lab.measure.damage import Broken
from teletype.exhibit import settings as exhibit_settings

pytestmark = pytest.mark.unix

OR = 1 << 1 | 1 << 2 | 1 << 3
"""The column of `A or B`: rows 00, 01, 10, 11 from the lowest bit."""


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        # MicroPython strips single bytes: the second byte of Р (D0 A0) is also in a no-break space
        ("Р v С", f"РС [0, 1, 43] {OR} v was read as 'or'"),
        ("(А) v\u3000(В)", f"АВ [0, 1, 43] {OR} v was read as 'or'"),
        ("Р v ≡", "!column 5: expected a letter, 0, 1, ~ or (, not ≡"),
        # at the end, v is a letter, and side by side means "and"
        ("(Р v )", "Рv [0, 1, 42] 8 v is a letter of the formula; write + for 'or'"),
    ],
)
def test_the_letter_v_between_cyrillic_letters(formula: str, said: str, tmp_path: Path) -> None:
    assert fuzz_readers.both("formulas", formula.encode(), tmp_path) == said


DEFAULTS = "60|15|0|||free|{lock}|{code}|off|1500|off|on "


@pytest.mark.parametrize(
    ("text", "lock", "code", "message"),
    [
        ("\xa0code\xa0=\xa0UDLR\xa0", "yes", "UDLR", ""),
        ("\u200bcode=UDLR\n\u200block=no", "no", "UDLR", ""),
        ("idle =\u202f60\ncode\u3000=\u3000UDLR", "yes", "UDLR", ""),
        ('"code"=UDLR', "yes", "????", "unknown setting '\"code\"'"),
        ("lock=no\n[code]=UDLR", "yes", "????", "unknown setting '[code]'"),
        ("# code=UDLX\nlock=no", "no", "", ""),
        ("lock=no\nidle=60;code=UDLR", "yes", "????", "'60;code=UDLR' is not an integer"),
        ("lock=no\rcode=UDLR\r", "no", "UDLR", ""),
        ("lock=no\nｃｏｄｅ=UDLR", "yes", "????", "unknown setting"),
        ("lock=no\nc\u03bfde=UDLR", "yes", "????", "unknown setting"),
        ("lock=no\nC O D E=UDLR", "yes", "????", "unknown setting"),
        ("c\0o\0d\0e\0=\0U\0D\0L\0R\0", "yes", "????", "not UTF-8"),
    ],
)
def test_an_exhibit_is_closed_in_doubt(
    text: str, lock: str, code: str, message: str, tmp_path: Path
) -> None:
    said = fuzz_readers.both("visitors", text.encode(), tmp_path)
    start = DEFAULTS.format(lock=lock, code=code)
    assert said.startswith(start) and message in said
    assert bool(message) == (said != start)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 2026-11-26 1 0 9 1 0 0 3 4 nim=1/1", "1 2026-11-26 [1, 0, 9, 1, 0, 0, 3, 4] nim"),
        ("1 a\xa0b 1 0 9 1 0 0 3 4", "1 a\xa0b [1, 0, 9, 1, 0, 0, 3, 4] "),
        ("1\xa0on 1 0 9 1 0 0 3 4", "-"),
        ("1 on 1 0 9 1 0 0 3", "-"),
        ("1 on 1 0 9 1 0 0 3 -4", "-"),
    ],
)
def test_a_line_of_counts(line: str, said: str, tmp_path: Path) -> None:
    assert fuzz_readers.both("counts", line.encode() + b"\n", tmp_path) == said


@pytest.mark.parametrize(
    ("held", "left", "slot"),
    [
        (b"ba? ", b"ba! ", True),  # tried: unconfirmed from now on
        (b"ba! ", b"a.< ", True),  # not confirmed: back to the previous one
        (b"ba= ", b"ba= ", True),
        (b"b.! ", b"b.! ", True),  # there is nothing to go back to
        (b"-a= ", b"-a= ", False),  # the firmware in the image
        (b"ba= 0.1.0 1262532e", b"ba= 0.1.0 1262532e", False),  # installed over another image
        (b"\xff\xfe\xfd\xfc", b"\xff\xfe\xfd\xfc", False),
        (b"", b"", False),
    ],
)
def test_the_firmware_of_the_next_start(
    held: bytes, left: bytes, slot: bool, tmp_path: Path
) -> None:
    assert fuzz_readers.on_unix("now", held, tmp_path) == f"{list(left)} {slot}"


def test_a_difference_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    formula = fuzz_readers.readers().formula
    monkeypatch.setattr(formula, "note", lambda text: "another")
    with pytest.raises(Broken, match="on the Unix port, for b'A'"):
        fuzz_readers.both("formulas", b"A", tmp_path)


def test_a_reader_that_stops_is_a_finding(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="the Unix port: FAILED ValueError"):
        fuzz_readers.on_unix("nothing", b"", tmp_path)


def test_a_code_that_opens_nothing_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(store: object, wrong: list[str]) -> tuple[dict[str, object], list[str]]:
        return {"code": ""}, []

    monkeypatch.setattr(exhibit_settings, "read", read)
    monkeypatch.setattr(fuzz_readers, "both", lambda *given: "")
    with pytest.raises(Broken, match="the code '' opens it"):
        for number in range(20):
            fuzz_readers.exhibit(random.Random(number), tmp_path)
