# SPDX-License-Identifier: MIT
"""Board files: those in boards/ are valid, and every kind of mistake is reported in one line."""

import re
import shutil
from pathlib import Path

import pytest

from host_tools import __main__, paths
from host_tools.build import boards, environment, images, micropython, packages, runtime
from host_tools.device import flash
from host_tools.emulator import pico
from host_tools.paths import ROOT
from host_tools.sessions.targets import BoardError
from teletype import board_reader
from tests.helpers.boards import Replies

GOOD = """\"\"\"A board for the tests.\"\"\"
NAME = "mine"
TITLE = "My board"
CHIP = "RP2040"
PANEL = {"controller": "ssd1306", "width": 128, "height": 64, "rotate": 180}
I2C = {"id": 0, "sda": 4, "scl": 5, "freq": 400_000, "addr": 0x3C}
BUTTONS = {"UP": 10, "DOWN": 11, "OK": 14}
BUZZER = 2
PRINTER = {"id": 1, "tx": 8}
FLASH = {"size": 4096, "files": 2048}
"""
I2C = GOOD.splitlines()[5]
_SPI = 'SPI = {"id": 0, "baudrate": 8_000_000, "sck": 18, "mosi": 19, "cs": 16, "dc": 17, '
SPI = GOOD.replace(I2C, _SPI + '"reset": 20}')
ESP32 = GOOD.replace("RP2040", "ESP32").replace('"UP": 10, "DOWN": 11', '"UP": 13, "DOWN": 12')
ESP32 = ESP32.replace('"tx": 8', '"tx": 18').replace(GOOD.splitlines()[-1] + "\n", "")


def board(folder: Path, text: str | bytes) -> Path:
    """Make a folder of boards with the single board `mine`."""
    (folder / "mine").mkdir(exist_ok=True)
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "mine/board.py").write_bytes(data)
    return folder


def faults(folder: Path, text: str | bytes) -> list[str]:
    with pytest.raises(boards.BoardError) as caught:
        boards.load("mine", board(folder, text))
    return caught.value.faults


@pytest.mark.parametrize("text", [GOOD, SPI, ESP32], ids=["i2c", "spi", "esp32"])
def test_a_good_board(text: str, tmp_path: Path) -> None:
    found = boards.load("mine", board(tmp_path, text))
    assert (found.name, found.title, found.panel["rotate"]) == ("mine", "My board", 180)
    assert found.buttons["OK"] == 14 and found.buzzer == 2
    assert found.has_image == (text != ESP32)


def test_optional_parts_may_be_missing(tmp_path: Path) -> None:
    text = "\n".join(GOOD.splitlines()[:-3]).replace(', "rotate": 180', "")
    found = boards.load("mine", board(tmp_path, text))
    assert (found.buzzer, found.printer, found.labels, found.pins) == (None, None, {}, {})
    assert found.memory == {"size": 2048, "files": 1024}
    panel = text.replace('"ssd1306"', '"sh1106"').replace(
        '"height": 64', '"height": 64, "shift": 2'
    )
    assert boards.load("mine", board(tmp_path, panel)).panel["shift"] == 2


MISTAKES = {
    # old text, new text, line number in the message, message
    "name": ('"mine"', '"yours"', 2, "NAME: 'yours'; it must be the folder's name, 'mine'"),
    "name twice": ("BUZZER = 2", "TITLE = 'A'", 8, "TITLE: is given twice"),
    "unknown name": ("BUZZER", "BUZZ", 8, "BUZZ: no such name; allowed: NAME, TITLE, CHIP, PANEL"),
    "title": ("My board", 'Say \\"hi\\"', 3, "TITLE: 'Say \"hi\"'; allowed: 1..32 letters"),
    "title type": ('"My board"', "7", 3, "TITLE: 7; allowed: 1..32 letters"),
    "long title": ("My board", "My board" * 5, 3, "allowed: 1..32 letters"),
    "chip": ('"RP2040"', '"Z80"', 4, "CHIP: 'Z80'; allowed: RP2040, RP2350, ESP32, ESP32C3"),
    "chip type": ('"RP2040"', "2040", 4, "CHIP: 2040; allowed: RP2040, RP2350, ESP32, ESP32C3"),
    "chip list": ('"RP2040"', "[]", 4, "CHIP: []; allowed: RP2040, RP2350, ESP32, ESP32C3"),
    "controller": ("ssd1306", "st7789", 5, "'st7789'; allowed: ssd1306, ssd1309, sh1106, sh1107"),
    "controller list": ('"ssd1306"', "[1]", 5, "controller [1]; allowed: ssd1306, ssd1309"),
    "size of an SH1107": (
        '"ssd1306", "width": 128, "height": 64',
        '"sh1107", "width": 64, "height": 128',
        5,
        "PANEL: 64 x 128 pixels; allowed: 128 x 64",
    ),
    "size": ("128", "96", 5, "96 x 64 pixels; allowed: 128 x 64 or 128 x 32 or 72 x 40"),
    "size as floats": ("128", "128.0", 5, "128.0 x 64 pixels; allowed: 128 x 64 or"),
    "no height": (', "height": 64', "", 5, 'PANEL: "height" is missing'),
    "panel": ('"controller": ', "", 5, "not Python: "),
    "panel as before": (
        GOOD.splitlines()[4],
        'PANEL = ("ssd1306", 128, 64)',
        5,
        """PANEL: ('ssd1306', 128, 64); allowed: {"controller": …, "width": …, "height": …}""",
    ),
    "shift": ('"rotate": 180', '"shift": 2', 5, "PANEL: shift 2; allowed: 0..0"),
    "shift type": ('"rotate": 180', '"shift": "2"', 5, "PANEL: shift '2'; allowed: 0..0"),
    "rotate": ("180", "90", 5, "PANEL: rotate 90; allowed: 0, 180"),
    "rotate as no": ("180", "False", 5, "PANEL: rotate False; allowed: 0, 180"),
    "no data": ("180", "90 + 90", 5, "PANEL: not a plain value; allowed: numbers, texts"),
    "no frequency": (', "freq": 400_000', "", 6, 'I2C: "freq" is missing'),
    "keyword": (
        '"scl"',
        '"clk"',
        6,
        "I2C: no keyword 'clk'; allowed: id, sda, scl, freq, addr, reset, power",
    ),
    "frequency type": ("400_000", "4e5", 6, "I2C: freq 400000.0; allowed: 10000..1000000"),
    "frequency": ("400_000", "400", 6, "I2C: freq 400; allowed: 10000..1000000"),
    "I2C bus": ('I2C = {"id": 0', 'I2C = {"id": 2', 6, "I2C: id 2; allowed: 0, 1"),
    "SDA of the other bus": (
        '"id": 0, "sda": 4, "scl": 5',
        '"id": 1, "sda": 4, "scl": 7',
        6,
        "I2C: sda of bus 1 cannot be pin 4; allowed: 2, 6, 10,",
    ),
    "SDA and SCL swapped": (
        '"sda": 4, "scl": 5',
        '"sda": 5, "scl": 4',
        6,
        "I2C: sda of bus 0 cannot be pin 5; allowed: 0,",
    ),
    "I2C address": ("0x3C", "0x78", 6, "I2C: addr 0x78; allowed: 0x3c or 0x3d"),
    "I2C address type": ("0x3C", "'0x3C'", 6, "I2C: addr '0x3C'; allowed: 0x3c or 0x3d"),
    "no pin": ('"UP": 10', '"UP": 30', 7, "button UP cannot be pin 30; allowed: 0..29"),
    "reset pin": ("0x3C}", '0x3C, "reset": 10}', 7, "button UP is on pin 10, like reset"),
    "power pin": ("0x3C}", '0x3C, "power": 30}', 6, "I2C: power cannot be pin 30"),
    "pin type": ('"UP": 10', '"UP": "GP10"', 7, "button UP cannot be pin 'GP10'"),
    "pin twice": ('"UP": 10', '"UP": 4', 7, "button UP is on pin 4, like sda of bus 0"),
    "unknown key": ('"UP"', '"FIRE"', 7, "no key 'FIRE'; allowed: UP, DOWN, LEFT, "),
    "no OK": (', "OK": 14', "", 7, "UP DOWN do not make all keys; allowed: all, or "),
    "one button": ('"UP": 10, "DOWN": 11, ', "", 7, "1 buttons; at least 2 are needed"),
    "buttons type": ('{"UP": 10, "DOWN": 11, "OK": 14}', "(10, 11)", 7, "BUTTONS: allowed: {"),
    "key twice": ('"OK"', '"UP"', 7, "BUTTONS: a key is given twice"),
    "buzzer": ("BUZZER = 2", "BUZZER = 4", 8, "the buzzer is on pin 4, like sda"),
    "buzzer type": ("BUZZER = 2", "BUZZER = True", 8, "the buzzer cannot be pin True"),
    "label": ("BUZZER = 2", 'LABELS = {"OK": "AOK"}', 8, "OK as 'AOK'; allowed: 1..2 of A-Z"),
    "label type": ("BUZZER = 2", 'LABELS = {"OK": 1}', 8, "OK as 1; allowed: 1..2 of A-Z"),
    "label of no button": ("BUZZER = 2", 'LABELS = {"BACK": "B"}', 8, "no button 'BACK'"),
    "labels type": ("BUZZER = 2", "LABELS = 1", 8, 'LABELS: allowed: {"OK": text, "BACK": text}'),
    "pins": ("BUZZER = 2", 'PINS = {"LED": 30}', 8, "PINS: LED on pin 30; allowed: 0..29"),
    "pins type": ("BUZZER = 2", "PINS = 25", 8, 'PINS: 25; allowed: {"NAME": pin, ...}'),
    "pins name": ("BUZZER = 2", 'PINS = {"led,1": 2}', 8, "PINS: name 'led,1'; allowed: A-Z"),
    "sdk": ("BUZZER = 2", 'SDK = "../pico"', 8, "SDK: '../pico'; allowed: the Pico SDK's name"),
    "machine": ('"id": 1', '"id": 8', 9, "PRINTER: state machine 8; allowed: 0..7"),
    "machine type": ('"id": 1', '"id": None', 9, "PRINTER: state machine None; allowed: 0..7"),
    "TX": ('"tx": 8', '"tx": 30', 9, "PRINTER: tx cannot be pin 30"),
    "printer": ('{"id": 1, "tx": 8}', "8", 9, 'PRINTER: 8; allowed: {"id": …, "tx": …}'),
    "flash": ("4096", "512", 10, "FLASH: size 512; allowed: 1264..16384"),
    "flash files": ("2048}", "4000}", 10, "FLASH: files 4000; allowed: 256..3088"),
    "flash blocks": ("2048}", "2047}", 10, "FLASH: files 2047; allowed: whole blocks of 4 KiB"),
    "flash type": ("4096", '"4M"', 10, "FLASH: size '4M'; allowed: 1264..16384"),
}


@pytest.mark.parametrize(("old", "new", "line", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_its_line(
    old: str, new: str, line: int, said: str, tmp_path: Path
) -> None:
    assert old in GOOD
    told = faults(tmp_path, GOOD.replace(old, new, 1))
    at = f": line {line}: " if said.startswith("not Python") else f":{line}: "
    assert told[0].startswith(f"boards/mine/board.py{at}")
    assert said in told[0] and "\n" not in told[0]


KNOB = GOOD.replace('{"UP": 10, "DOWN": 11, "OK": 14}', '{"OK": 14}')
KNOB += 'ENCODER = {"a": 16, "b": 17}\n'
LADDER = GOOD.replace('BUTTONS = {"UP": 10, "DOWN": 11, "OK": 14}', "BUTTONS = {}")
MATRIX = LADDER + 'MATRIX = {"UP": (16, 18), "DOWN": (16, 19), "OK": (17, 18)}\n'
LADDER += 'LADDER = {26: {"rest": 3300, "UP": 0, "DOWN": 800, "OK": 1600}}\n'


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (KNOB, "1 buttons, encoder on 16 and 17"),
        (KNOB.replace('{"OK": 14}', '{"OK": 14, "BACK": 15}'), "2 buttons, encoder on"),
        (KNOB.replace('{"OK": 14}', '{"OK": 14, "LEFT": 15, "RIGHT": 3}'), "3 buttons, encoder"),
        (KNOB.replace("17}", '17, "edges": 2}'), "1 buttons, encoder on 16 and 17"),
        (LADDER, "3 buttons, buzzer"),
        (MATRIX, "3 buttons, buzzer"),
    ],
)
def test_other_inputs(text: str, parts: str, tmp_path: Path) -> None:
    found = boards.load("mine", board(tmp_path, text))
    assert parts in str(found)
    values, wrong = board_reader.own(text.encode(), "RP2040")
    assert wrong == "" and values is not None


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (SPI, '"sck": 18', '"sck": 10', "sck of bus 0 cannot be pin 10; allowed: 2, 6, 18, 22"),
        (SPI, '"mosi": 19', '"mosi": 18', "mosi of bus 0 cannot be pin 18; allowed: 3, 7, 19, 23"),
        (SPI, '"dc": 17', '"dc": 16', "dc is on pin 16, like cs"),
        (SPI, "8_000_000", "80_000_000", "baudrate 80000000; allowed: 100000..10000000"),
        (SPI, ', "reset": 20', "", '"reset" is missing'),
        (ESP32, "14", "34", "button OK cannot be pin 34; allowed: 0, 2, 4, 5, 12,"),  # no pull-up
        (ESP32, "14", "6", "button OK cannot be pin 6; allowed: "),  # the flash
        (ESP32, "14", "1", "button OK cannot be pin 1; allowed: "),  # the serial port
        (ESP32, '"id": 1', '"id": 0', "UART 0; allowed: 1, 2"),
        (ESP32, "BUZZER = 2", 'FLASH = {"size": 4096, "files": 2048}', "MicroPython's own image"),
        (ESP32, "BUZZER = 2", 'PINS = {"LED": 2}', "an ESP32 has MicroPython's own image"),
        (KNOB, '"a": 16', '"a": 14', "ENCODER: a is on pin 14, like button OK"),
        (KNOB, '"b": 17', '"c": 17', "ENCODER: no keyword 'c'; allowed: a, b, edges"),
        (KNOB, "17}", '17, "edges": 3}', "ENCODER: edges 3; allowed: 2, 4"),
        (KNOB, '{"OK": 14}', '{"UP": 14}', "UP do not make all keys; allowed: all, or OK or OK"),
        (KNOB, '{"OK": 14}', "{}", "BUTTONS:  do not make all keys; allowed: all, or OK or"),
        (LADDER, "26:", "22:", "a ladder cannot be pin 22; allowed: 26, 27, 28, 29"),
        (LADDER, "800", "100", "LADDER: 100 millivolts; allowed: 200 apart"),
        (LADDER, "800", "3301", "LADDER: 3301 millivolts; allowed: 0..3300"),
        (LADDER, "800", '"800"', "LADDER: '800' millivolts; allowed: 0..3300"),
        (LADDER, '"rest": 3300, ', "", 'LADDER: allowed: {"rest": 3300, "UP": 0, ...}'),
        (LADDER, '"DOWN"', '"FIRE"', "LADDER: no key 'FIRE'; allowed: UP, DOWN, "),
        (LADDER, '{26: {"rest": 3300, "UP": 0, "DOWN": 800, "OK": 1600}}', "26", "LADDER: 26; "),
        (LADDER, "BUTTONS = {}", 'BUTTONS = {"OK": 3}', "LADDER: key OK has a button already"),
        (LADDER, ', "OK": 1600', "", "UP DOWN do not make all keys; allowed: all, or "),
        (MATRIX, "(16, 19)", "(16, 18)", "DOWN at (16, 18); allowed: (row, column), another one"),
        (MATRIX, "(16, 19)", "19", "DOWN at 19; allowed: (row, column)"),
        (MATRIX, "(16, 19)", "(16, 17)", "a column is on pin 17, like a row"),
        (MATRIX, "(16, 19)", "(16, 4)", "a column is on pin 4, like sda of bus 0"),
        (MATRIX, "(16, 19)", "(16, [])", "a column cannot be pin []; allowed: 0..29"),
    ],
)
def test_mistakes_of_other_boards(
    text: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    assert text.count(old) >= 1
    first, *more = faults(tmp_path, text.replace(old, new))
    assert said in first and (text is not ESP32 or not more)
    values, wrong = board_reader.own(
        text.replace(old, new).encode(), "ESP32" if text is ESP32 else "RP2040"
    )
    assert values is None and said in wrong


def test_another_bus_has_other_pins(tmp_path: Path) -> None:
    told = faults(tmp_path, SPI.replace('SPI = {"id": 0', 'SPI = {"id": 1'))
    assert "sck of bus 1 cannot be pin 18; allowed: 10, 14, 26" in told[0]


@pytest.mark.parametrize("pin", [16, 17])
def test_the_psram_has_its_pins(pin: int, tmp_path: Path) -> None:
    """Espressif's ESP32-WROVER data sheet, "Pin Definitions": they connect the PSRAM."""
    (told,) = faults(tmp_path, ESP32.replace('"tx": 18', f'"tx": {pin}'))
    assert f"cannot be pin {pin}; allowed: " in told and f" {pin}," not in told.partition(";")[2]
    (told,) = faults(tmp_path, ESP32.replace('"UP": 13', f'"UP": {pin}'))
    assert f"cannot be pin {pin}; allowed: " in told


def test_no_pull_up_on_the_flash_voltage(tmp_path: Path) -> None:
    """Espressif's ESP32 data sheet, "Strapping Pins": MTDI (12) high at reset selects 1.8 V."""
    line = next(line for line in ESP32.splitlines() if line.startswith("I2C"))
    for key in ("sda", "scl"):
        changed = re.sub(rf'"{key}": \d+', f'"{key}": 12', line)
        text = ESP32.replace(line, changed).replace('"DOWN": 12', '"DOWN": 27')
        (told,) = faults(tmp_path, text)
        assert f"I2C: {key} on pin 12 keeps it high at the start" in told


def test_an_esp32_has_only_buttons(tmp_path: Path) -> None:
    told = faults(tmp_path, ESP32 + 'ENCODER = {"a": 26, "b": 27}\n')
    assert "an ESP32 has only BUTTONS" in told[0]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD + "LABELS = " + "-" * 100_000) == [
        "boards/mine/board.py: not a plain file of values: too deep"
    ]
    (tmp_path / "mine/board.py").unlink()
    (tmp_path / "mine/board.py").mkdir()
    with pytest.raises(boards.BoardError, match="cannot be read: Is a directory"):
        boards.load("mine", tmp_path)
    with pytest.raises(boards.BoardError, match="cannot be read: more than 1 MiB"):
        boards.load_file(Path("/dev/zero"))  # which never ends


@pytest.mark.parametrize("changed", [b"\xef\xbb\xbf%s", b"%s\n\n"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_files_as_editors_save_them(changed: bytes, end: bytes, tmp_path: Path) -> None:
    (tmp_path / "board.py").write_bytes(changed.replace(b"%s", GOOD.encode()).replace(b"\n", end))
    assert boards.load_file(tmp_path / "board.py").buttons["UP"] == 10


@pytest.mark.parametrize("name", boards.NEEDED)
def test_what_is_missing_is_named(name: str, tmp_path: Path) -> None:
    text = "\n".join(line for line in GOOD.splitlines() if not line.startswith(name))
    assert faults(tmp_path, text) == [f"boards/mine/board.py: {name} is missing"]


def test_a_board_has_one_bus_for_its_panel(tmp_path: Path) -> None:
    neither = "\n".join(line for line in GOOD.splitlines() if not line.startswith("I2C"))
    for text in (neither, GOOD + SPI.splitlines()[5]):
        assert faults(tmp_path, text) == [
            "boards/mine/board.py: either I2C or SPI is needed, for the panel"
        ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("NAME = (\n", "line 1: not Python: '(' was never closed"),
        (GOOD + "import os\n", "line 11: allowed is NAME = value and nothing else"),
        (b"CHIP = 1\nNAME = '\xff'\n", "line 2: not UTF-8; save the file as UTF-8"),
        (GOOD.encode("utf-16"), "line 1: UTF-16; save the file as UTF-8"),
        (b"\0", "not Python: "),
        ("", "NAME is missing"),
    ],
)
def test_a_file_that_is_not_data(text: str | bytes, said: str, tmp_path: Path) -> None:
    told = faults(tmp_path, text)
    assert said in told[0] and told[0].startswith("boards/mine/board.py: ")


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("180", "90").replace("0x3C", "0").replace('"UP": 10', '"UP": 99')
    assert len(faults(tmp_path, text)) == 3


# --- the command ---------------------------------------------------------------------------------


def test_the_boards_are_listed_with_their_parts(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(["boards"]) == 0
    output = capsys.readouterr().out.splitlines()
    folders = sorted(path.name for path in paths.BOARDS.iterdir() if path.is_dir())
    assert [line.split()[0] for line in output] == folders
    thumby = (
        "thumby         RP2040   ssd1306 72x40 on SPI 0, 6 buttons, buzzer on 28, battery on 26"
    )
    assert thumby in output


def test_a_wrong_board_is_status_1_and_an_unknown_one_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board(tmp_path, GOOD.replace("180", "90"))
    shutil.copytree(paths.BOARDS / "pico", tmp_path / "pico")
    monkeypatch.setattr(paths, "BOARDS", tmp_path)
    assert __main__.main(["boards"]) == 1
    output, errors = capsys.readouterr()
    assert output.startswith("pico ") and output.count("\n") == 1
    assert errors == "boards: boards/mine/board.py:5: PANEL: rotate 90; allowed: 0, 180\n"
    assert __main__.main(["boards", "pico"]) == 0
    assert __main__.main(["boards", "../pico"]) == 2
    assert (
        capsys.readouterr().err == "boards: unknown board '../pico'; the boards are mine, pico\n"
    )


def test_nothing_is_built_or_copied_for_a_wrong_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board(tmp_path, GOOD.replace("180", "90"))
    monkeypatch.setattr(paths, "BOARDS", tmp_path)
    with pytest.raises(boards.BoardError, match="PANEL: rotate 90; allowed: 0, 180"):
        images.image("mine")
    assert flash.main(["--board", "mine", "--port", "/dev/null"]) == 1
    assert (
        capsys.readouterr().err
        == "flash: boards/mine/board.py:5: PANEL: rotate 90; allowed: 0, 180\n"
    )


@pytest.mark.parametrize("mine", ["", "my.uf2"])
def test_runtime_all_builds_every_image(
    mine: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An image named by the user is for one board; no other image is built then."""
    for module, name in (
        (micropython, "unix"),
        (micropython, "mpy_cross"),
        (images, "plain"),
        (packages, "driver_path"),
        (packages, "stubs_path"),
    ):
        monkeypatch.setattr(module, name, lambda: Path("x"))
    monkeypatch.setattr(images, "image", lambda board: Path(board))
    monkeypatch.setenv(environment.UF2, mine)
    assert runtime.main(["all"]) == 0
    lines = dict(line.split() for line in capsys.readouterr().out.splitlines())
    built = [image for name, image in lines.items() if name.startswith("uf2")]
    assert sorted(built) == (["pico"] if mine else sorted(boards.images()))
    assert lines["uf2"] == "pico"


# --- the boards of the repository ----------------------------------------------------------------


@pytest.mark.parametrize("name", boards.known())
def test_the_wiring_page_shows_every_pin(name: str) -> None:
    found = boards.load(name)
    pins = {**found.buttons, **({} if found.buzzer is None else {"BUZZER": found.buzzer})}
    bus = found.i2c or found.spi or {}
    pins |= {key.upper(): bus[key] for key in bus if key not in ("id", "freq", "baudrate", "addr")}
    wiring = (paths.BOARDS / name / "wiring.md").read_text(encoding="utf-8")
    for what, pin in pins.items():
        rows = [row for row in wiring.splitlines() if row.startswith("|") and what in row]
        assert any(f" GP{pin} " in row or f" GPIO {pin} " in row for row in rows), what


def test_a_board_is_its_file_and_its_page() -> None:
    for name in boards.known():
        assert sorted(path.name for path in (paths.BOARDS / name).iterdir()) == [
            "board.py",
            "wiring.md",
        ]


# --- flash ---------------------------------------------------------------------------------------


MACHINES = {
    # what MicroPython 1.25 says on each chip: sys.implementation._machine and ._mpy
    "RP2040": ("Raspberry Pi Pico with RP2040", 0x1306, "armv6m"),
    "RP2350": ("Raspberry Pi Pico2 with RP2350", 0x1F06, "armv7emsp"),
    "ESP32": ("Generic ESP32 module with ESP32", 0x2B06, "xtensawin"),
    "ESP32C3": ("ESP32C3 module with ESP32C3", 0x2F06, "rv32imc"),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", boards.known())
def test_the_firmware_is_compiled_for_the_board_s_chip(name: str) -> None:
    """Machine code where the firmware has some, bytecode elsewhere, and none for another chip."""
    machine, mpy, architecture = MACHINES[boards.load(name).chip]
    told = flash.ask(Replies("micropython", machine, mpy))
    assert flash.architecture(told, name) == architecture
    wanted = flash.firmware_files(name, architecture)
    number = flash.ARCHITECTURES.index(architecture)
    native = set()
    for file, data in wanted.items():
        if file.endswith(".mpy"):
            assert data[:2] == b"M\x06"
            assert data[2] >> 2 & 15 in (0, number)
            if data[2] >> 2:
                native.add(file)
    assert native >= {"teletype/drivers/panel.mpy", "teletype/engines/life.mpy"}
    assert {"board.mpy", "main.py", "adafruit_bus_device/spi_device.mpy"} <= set(wanted)


@pytest.mark.parametrize("name", boards.known())
def test_flash_refuses_another_chip(name: str) -> None:
    others = [said for chip, (said, _, _) in MACHINES.items() if chip != boards.load(name).chip]
    for machine in (*others, "Generic ESP32S3 module with ESP32S3"):
        with pytest.raises(BoardError, match=f"wrong board: this is '{machine}'"):
            flash.architecture(flash.ask(Replies("micropython", machine, 0x2B06)), name)


def test_flash_refuses_another_of_our_own_boards() -> None:
    """The chip is the same but the pins are not; a board without an image may be a Pico."""
    told = flash.ask(Replies("micropython", "Pocket Teletype (Pico) with RP2040", 0x1306))
    with pytest.raises(BoardError, match="that is pico, not thumby"):
        flash.architecture(told, "thumby")
    assert flash.architecture(told, "pico") == "armv6m"


# --- a file on a board, and the emulated board that is wired like it ----------------------------


def test_a_file_of_a_person_needs_no_name(tmp_path: Path) -> None:
    path = tmp_path / "board.py"
    text = GOOD.replace('NAME = "mine"\nTITLE = "My board"\n', "") + 'HIGH = ("OK",)\n'
    path.write_text(text)
    board = boards.load_file(path)
    assert board.high == ("OK",)
    parts = pico.rewired(path, "RP2040")
    assert parts["i2c"] == (0, 4, 5) and "memory" not in parts
    assert parts["buttons"] == {"UP": 10, "DOWN": 11, "OK": {"pin": 14, "to": 1}}
    with pytest.raises(boards.BoardError, match="CHIP: 'RP2040'; the image is for an RP2350"):
        pico.rewired(path, "RP2350")
    path.write_text(text.replace('"OK": 14', '"OK": 11'))
    with pytest.raises(boards.BoardError, match=r"board.py:5: BUTTONS: button OK is on pin 11"):
        boards.load_file(path)
    with pytest.raises(boards.BoardError, match="cannot be read"):
        boards.load_file(tmp_path / "none.py")


@pytest.mark.parametrize("command", [["boards"], ["play", "--speed"], ["flash", "--board"]])
def test_a_name_from_outside_is_one_harmless_line(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever somebody pastes, nothing moves the cursor or fills the terminal."""
    for name, shown in (("\x1b[2J\u202e", r"'\x1b[2J\u202e'"), (50_000 * "x", "xxx…")):
        assert __main__.main([*command, name]) == 2
        error = capsys.readouterr().err
        assert shown in error and error.count("\n") == 1 and len(error) < 1100


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["boards", "--find"], "--on needs --write"),
        (["boards", "--on", "/dev/null"], "--on needs --write"),
        (["boards", "--write", "none", "--on", "/dev/null"], "unknown board 'none'"),
        (["run", "nim", "--wiring", "x.py"], "--wiring needs an emulated board"),
        (["run", "nim", "--on", "pico", "--wiring", "none.py"], "cannot be read"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(arguments) == 2
    assert said in capsys.readouterr().err


def test_the_page_shows_lines_that_are_right() -> None:
    """Each line on the Pico's page that belongs in a board.py is valid in the Pico's file."""
    text = (paths.BOARDS / "pico/board.py").read_text("utf-8")
    page = (paths.BOARDS / "pico/wiring.md").read_text("utf-8")
    lines = re.findall(r"`((?:PANEL|LABELS) = \{.*?\})`", page)
    assert len(lines) >= 2
    for line in lines:
        name = line.split()[0]
        kept = [row for row in text.splitlines() if not row.startswith(f"{name} =")]
        values, wrong = board_reader.own("\n".join([*kept, line]).encode(), "RP2040")
        assert wrong == "" and values is not None, line
    whole = re.findall(
        r"```python\n(CHIP.*?)```", (ROOT / "docs/build.md").read_text("utf-8"), re.S
    )
    assert board_reader.own(whole[0].encode(), "RP2040")[1] == ""
