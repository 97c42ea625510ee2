# SPDX-License-Identifier: MIT
"""The reader and the checks of /board.py: no text makes them do anything but say what is wrong."""

import ast
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools import paths
from host_tools.build import boards
from teletype import board_check, board_reader, board_terms
from tests.board.test_shadows import FAULTY


@pytest.mark.parametrize("name", boards.known())
def test_the_reader_reads_what_python_reads(name: str) -> None:
    text = (paths.BOARDS / name / "board.py").read_bytes()
    expected = {
        statement.targets[0].id: ast.literal_eval(statement.value)
        for statement in ast.parse(text).body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }
    values, lines, faults = board_reader.read(text)
    assert (values, faults) == (expected, [])
    board = boards.load(name)
    assert board_reader.own(text, board.chip) == (expected, "")
    assert board_reader.own(text.replace(b"\n", b"\r\n"), board.chip)[1] == ""
    for name, line in lines.items():
        assert text.decode().splitlines()[line - 1].startswith(name)


@pytest.mark.parametrize(("text", "said"), FAULTY)
def test_every_mistake_is_told_in_a_line(text: bytes, said: str) -> None:
    values, line = board_reader.own(text, "RP2040")
    assert values is None and said in line and "\n" not in line


PIECES = ["CHIP", "PANEL", "=", " ", "\n", '"', "'", "(", "[", "{", "}", ")", "#", ",", ":", "1"]
PIECES += ["0x", "_", "\\", '"""', "True", "x", "-", "\r", "é", "*", "I2C"]


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_text(pieces: list[str]) -> None:
    values, line = board_reader.own("".join(pieces).encode(), "RP2040")
    assert values is None and line.startswith("board.py")


def test_any_cut_and_any_changed_byte() -> None:
    whole = (paths.BOARDS / "pico/board.py").read_bytes()
    chance = random.Random(39)
    for cut in range(0, len(whole), 7):
        board_reader.own(whole[:cut], "RP2040")
    for _ in range(300):
        text = bytearray(whole)
        text[chance.randrange(len(text))] = chance.randrange(256)
        values, line = board_reader.own(bytes(text), "RP2040")
        assert (values is None) == (line != "")


DEEP: st.SearchStrategy[object] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=200)
    | st.text("(é☃", max_size=90),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.sampled_from(["sda", "id", "UP", "rest", 26, "x" * 90]), inner)
    ),
)
"""Values of every form that a file can have."""


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", board_terms.NAMES)
@given(value=DEEP)
def test_the_line_stays_short_whatever_the_value(name: str, value: object) -> None:
    values, _, _ = board_reader.read((paths.BOARDS / "pico/board.py").read_bytes())
    if name == "SPI":
        values.pop("I2C")
    text = "".join(f"{key} = {given!r}\n" for key, given in {**values, name: value}.items())
    values, line = board_reader.own(text.encode(), "RP2040")
    assert (values is None) == (line != "") and len(line) <= board_reader.LINE == 80
    found = board_check.faults({**board_reader.read(text.encode())[0]}) if values else []
    assert len(found) <= board_check.MOST


@pytest.mark.parametrize(
    "text",
    [
        b"BUZZER = '" + b"x" * 8000 + b"'\n",
        b"BUZZER = " + b"9" * 8000 + b"\n",
        b"BUZZER = [" + b"[]," * 2700 + b"]\n",
        b"BUTTONS = {" + b"'a':1," * 1300 + b"}\n",
        b"BUTTONS = {" + b"1:1," * 2000 + b"}\n",
        b"a=1\n" * 2040,
        b"a\n" * 4000,
        b"x" * 8000 + b" = 1\n",
        b"'" + b"\\x" * 4000,
        b"PINS = {" + b",".join(b"'%d':%d" % (pin, pin) for pin in range(800)) + b"}\n",
        b"HIGH = (" + b"'\\n'," * 1500 + b")\n",
        b'"""' + b"x" * 8100,
    ],
)
def test_long_files_have_a_short_fault(text: bytes) -> None:
    assert len(text) <= board_reader.LONGEST
    for whole in (text, (paths.BOARDS / "pico/board.py").read_bytes()[:60] + b'"""\n' + text):
        values, line = board_reader.own(whole, "RP2040")
        assert values is None and line.startswith("board.py") and 0 < len(line) <= 80, line


@given(DEEP)
def test_a_value_reads_as_python_reads_it(value: object) -> None:
    """Or is refused: numbers of more than 20 digits, long texts and escapes are no such values."""
    text = b"TITLE = %s\n" % repr(value).encode()
    values, _, faults = board_reader.read(text)
    if faults:
        assert [name for name, _ in faults] == ["TITLE"] or "UTF-8" in faults[0][1]
    else:
        assert values == {"TITLE": ast.literal_eval(text[8:].decode())}


BATTERY = {"adc": 29, "ratio": 3, "empty": 3300, "full": 4100}


@pytest.mark.parametrize(
    ("name", "value", "good"),
    [
        ("BATTERY", BATTERY, True),
        ("BATTERY", {**BATTERY, "full": 3400}, True),  # 0.1 V above "empty"
        ("BATTERY", {**BATTERY, "full": 3399}, False),
        ("BATTERY", {**BATTERY, "full": 30_000}, True),
        ("BATTERY", {**BATTERY, "full": 30_001}, False),
        ("BATTERY", {**BATTERY, "ratio": 0}, False),
        ("BATTERY", {**BATTERY, "empty": 999}, False),
        ("SDK", "pico_w", True),
        ("SDK", "", False),
        ("SDK", "Pico W", False),
        ("SDK", 7, False),
        ("FLASH", {"size": 2048, "files": 1024}, True),
        ("FLASH", {"size": 2048, "files": 1023}, False),  # not whole blocks of 4 KiB
        ("FLASH", {"size": 2046, "files": 1024}, False),
        ("FLASH", {"size": 2048, "files": 1025.0}, False),
        ("PINS", {"LED": 25}, True),
        ("PINS", {"led": 25}, False),
        ("PINS", {"LED": 30}, False),
    ],
)
def test_the_bounds_of_a_value(name: str, value: object, good: bool) -> None:
    values, _, _ = board_reader.read((paths.BOARDS / "pico/board.py").read_bytes())
    found = board_check.faults({**values, name: value})
    assert [at for at, _ in found] == [] if good else {at for at, _ in found} == {name}, found


@pytest.mark.parametrize(
    ("levels", "good"),
    [
        ({"rest": 3300, "UP": 0, "DOWN": 200}, True),  # 0.2 V apart, from ground to 3.3 V
        ({"rest": 3300, "UP": 0, "DOWN": 199}, False),
        ({"rest": 3301, "UP": 0, "DOWN": 800}, False),
        ({"rest": 3300, "UP": -1, "DOWN": 800}, False),
        ({"rest": 3300, "UP": 0.0, "DOWN": 800}, False),
        ({"rest": 3300, "UP": "0", "DOWN": 800}, False),
    ],
)
def test_the_levels_of_a_ladder(levels: dict[str, object], good: bool) -> None:
    """Whole millivolts that can be told apart."""
    values, _, _ = board_reader.read((paths.BOARDS / "pico/board.py").read_bytes())
    keys = {key: pin for key, pin in values["BUTTONS"].items() if key not in levels}
    found = board_check.faults({**values, "BUTTONS": keys, "LADDER": {26: levels}})
    assert [at for at, _ in found] == [] if good else {at for at, _ in found} == {"LADDER"}, found
