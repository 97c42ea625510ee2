"""Board files: the ones in boards/ are right, and every kind of mistake is told in a line."""

import csv
import shutil
from pathlib import Path

import pytest

from host_tools import __main__, paths
from host_tools.build import boards, runtime
from host_tools.device import flash
from tests.helpers.boards import Replies

NAMES = ("esp32_oled", "pico", "pico2", "thumby")
IMAGES = ("pico", "pico2", "thumby")

GOOD = """\"\"\"A board for the tests.\"\"\"
NAME = "mine"
CHIP = "RP2040"
PANEL = ("ssd1306", 128, 64)
I2C = (0, 4, 5, 400_000, 0x3C)
BUTTONS = {"UP": 10, "DOWN": 11, "OK": 14}
BUZZER = 2
PRINTER = (1, 8)
ROTATE = 180
"""
SPI = GOOD.replace("I2C = (0, 4, 5, 400_000, 0x3C)", "SPI = (0, 18, 19, 16, 17, 20, 8_000_000)")
ESP32 = GOOD.replace("RP2040", "ESP32").replace('"UP": 10, "DOWN": 11', '"UP": 13, "DOWN": 12')
ESP32 = ESP32.replace("PRINTER = (1, 8)", "PRINTER = (1, 17)")


def board(folder: Path, text: str | bytes) -> Path:
    """A folder of boards with the one board `mine`."""
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
    assert (found.name, found.panel, found.rotate) == ("mine", ("ssd1306", 128, 64), 180)
    assert found.buttons["OK"] == 14 and found.buzzer == 2


def test_optional_parts_may_be_missing(tmp_path: Path) -> None:
    text = "\n".join(GOOD.splitlines()[:-3])
    found = boards.load("mine", board(tmp_path, text))
    assert (found.buzzer, found.printer, found.rotate) == (None, None, 0)


MISTAKES = {
    # old text, new text, the line of the file that is named, what is said
    "name": ('"mine"', '"yours"', 2, "NAME: 'yours'; it must be the folder's name, 'mine'"),
    "chip": ('"RP2040"', '"Z80"', 3, "CHIP: 'Z80'; allowed: RP2040, RP2350, ESP32"),
    "chip type": ('"RP2040"', "2040", 3, "CHIP: 2040; allowed: RP2040, RP2350, ESP32"),
    "controller": ("ssd1306", "st7789", 4, "controller 'st7789'; allowed: ssd1306, sh1106"),
    "size": ("128, 64", "96, 64", 4, "size 96, 64; allowed: 128, 64 or 128, 32 or 72, 40"),
    "panel": ("128, 64)", "128)", 4, "allowed: (controller, width, height)"),
    "shift": ("128, 64)", "128, 64, 2)", 4, "column shift 2; allowed: 0..0"),
    "shift type": ("128, 64)", "128, 64, '2')", 4, "column shift '2'; allowed: 0..0"),
    "I2C length": ("0, 4, 5, 400_000", "0, 4, 5", 5, "I2C: allowed: (bus, SDA pin, SCL pin, "),
    "I2C type": ("400_000", "4e5", 5, "I2C: allowed: (bus, SDA pin, SCL pin, Hz, address)"),
    "I2C bus": ("(0, 4, 5", "(2, 4, 5", 5, "I2C: bus 2; allowed: 0, 1"),
    "SDA of the other bus": ("(0, 4, 5", "(1, 4, 7", 5, "SDA of bus 1 cannot be pin 4"),
    "SDA and SCL swapped": (
        "(0, 4, 5",
        "(0, 5, 4",
        5,
        "SDA of bus 0 cannot be pin 5; allowed: 0,",
    ),
    "I2C speed": ("400_000", "400", 5, "I2C: 400 Hz; allowed: 10000..1000000"),
    "I2C address": ("0x3C", "0x78", 5, "I2C: address 0x78; allowed: 0x3c or 0x3d"),
    "no pin": ('"UP": 10', '"UP": 30', 6, "button UP cannot be pin 30; allowed: 0..29"),
    "pin type": ('"UP": 10', '"UP": "GP10"', 6, "button UP cannot be pin 'GP10'"),
    "pin twice": ('"UP": 10', '"UP": 4', 6, "button UP is on pin 4, like SDA of bus 0"),
    "unknown key": (
        '"UP"',
        '"FIRE"',
        6,
        "no key 'FIRE'; allowed: UP, DOWN, LEFT, ",
    ),
    "no OK": (', "OK": 14', "", 6, "UP DOWN do not make all keys; allowed: all, or "),
    "one button": ('"UP": 10, "DOWN": 11, ', "", 6, "1 buttons; at least 2 are needed"),
    "buttons type": ('{"UP": 10, "DOWN": 11, "OK": 14}', "(10, 11)", 6, "BUTTONS: allowed: {"),
    "buzzer": ("BUZZER = 2", "BUZZER = 4", 7, "the buzzer is on pin 4, like SDA"),
    "buzzer type": ("BUZZER = 2", "BUZZER = True", 7, "the buzzer cannot be pin True"),
    "label": ("BUZZER = 2", 'LABELS = {"OK": "AOK"}', 7, "OK as 'AOK'; allowed: 1..2 of A-Z"),
    "label type": ("BUZZER = 2", 'LABELS = {"OK": 1}', 7, "OK as 1; allowed: 1..2 of A-Z"),
    "label of no button": ("BUZZER = 2", 'LABELS = {"BACK": "B"}', 7, "no button 'BACK'"),
    "labels type": ("BUZZER = 2", "LABELS = 1", 7, 'LABELS: allowed: {"OK": text, "BACK": text}'),
    "machine": ("(1, 8)", "(8, 8)", 8, "PRINTER: state machine 8; allowed: 0..7"),
    "TX": ("(1, 8)", "(1, 30)", 8, "PRINTER: TX cannot be pin 30"),
    "printer": ("(1, 8)", "8", 8, "PRINTER: allowed: (number, TX pin), integers"),
    "rotate": ("180", "90", 9, "ROTATE: 90; allowed: 0, 180"),
    "unknown name": ("ROTATE", "ROTATED", 9, "ROTATED: no such name; allowed: NAME, CHIP, PANEL"),
    "chip list": ('"RP2040"', "[]", 3, "CHIP: []; allowed: RP2040, RP2350, ESP32"),
    "size as floats": ("128, 64", "128.0, 64", 4, "size 128.0, 64; allowed: 128, 64 or"),
    "rotate as no": ("180", "False", 9, "ROTATE: False; allowed: 0, 180"),
    "controller list": ('("ssd1306"', "([1]", 4, "controller [1]; allowed: ssd1306, sh1106"),
    "name twice": ("ROTATE = 180", "BUZZER = 3", 9, "BUZZER: is given twice"),
    "key twice": ('"OK"', '"UP"', 6, "BUTTONS: a key is given twice"),
    "no data": ("180", "90 + 90", 9, "ROTATE: not a plain value; allowed: numbers, texts"),
}


@pytest.mark.parametrize(("old", "new", "line", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_its_line(
    old: str, new: str, line: int, said: str, tmp_path: Path
) -> None:
    assert old in GOOD
    told = faults(tmp_path, GOOD.replace(old, new, 1))
    assert told[0].startswith(f"boards/mine/board.py:{line}: ")
    assert said in told[0] and "\n" not in told[0]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(0, 18", "(0, 10", "SCK of bus 0 cannot be pin 10; allowed: 2, 6, 18, 22"),
        ("19, 16", "18, 16", "MOSI of bus 0 cannot be pin 18; allowed: 3, 7, 19, 23"),
        ("16, 17", "16, 16", "D/C is on pin 16, like CS"),
        ("8_000_000", "80_000_000", "80000000 Hz; allowed: 100000..10000000"),
        ("20, 8_000_000", "8_000_000", "allowed: (bus, pins SCK, MOSI, CS, D/C, reset, Hz)"),
    ],
)
def test_mistakes_of_spi(old: str, new: str, said: str, tmp_path: Path) -> None:
    (told,) = faults(tmp_path, SPI.replace(old, new))
    assert said in told


@pytest.mark.parametrize(
    ("old", "new"), [("14", "34"), ("14", "6"), ("14", "1"), ("(1, 17", "(0, 17")]
)
def test_what_an_esp32_does_not_have(old: str, new: str, tmp_path: Path) -> None:
    """Pins without pull-up, pins of the flash, the serial port."""
    (told,) = faults(tmp_path, ESP32.replace(old, new))
    assert "allowed: " in told


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD + "ROTATE = " + "-" * 100_000) == [
        "boards/mine/board.py: not a plain file of values: too deep"
    ]
    (tmp_path / "mine/mpconfigboard.cmake").write_bytes(b"# \xff\n")
    assert boards.load("mine", board(tmp_path, GOOD)).chip == "RP2040"
    (tmp_path / "mine/board.py").unlink()
    (tmp_path / "mine/board.py").mkdir()
    with pytest.raises(boards.BoardError, match="cannot be read: Is a directory"):
        boards.load("mine", tmp_path)


@pytest.mark.parametrize("name", ["NAME", "CHIP", "PANEL", "BUTTONS"])
def test_what_is_missing_is_named(name: str, tmp_path: Path) -> None:
    text = "\n".join(line for line in GOOD.splitlines() if not line.startswith(name))
    assert faults(tmp_path, text) == [f"boards/mine/board.py: {name} is missing"]


def test_a_board_has_one_bus_for_its_panel(tmp_path: Path) -> None:
    neither = "\n".join(line for line in GOOD.splitlines() if not line.startswith("I2C"))
    for text in (neither, GOOD + SPI.splitlines()[4]):
        assert faults(tmp_path, text) == [
            "boards/mine/board.py: either I2C or SPI is needed, for the panel"
        ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("NAME = (\n", "line 1: not Python: '(' was never closed"),
        (GOOD + "import os\n", "line 10: allowed is NAME = value and nothing else"),
        (b"NAME = '\xff'\n", "not Python: "),
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


def test_the_image_is_for_the_board_s_chip(tmp_path: Path) -> None:
    board(tmp_path, GOOD)
    (tmp_path / "mine/mpconfigboard.cmake").write_text('set(PICO_PLATFORM "rp2350")\n')
    assert faults(tmp_path, GOOD) == [
        "boards/mine/board.py:3: CHIP: RP2040, but mpconfigboard.cmake is for rp2350"
    ]


# --- the command ---------------------------------------------------------------------------------


def test_the_boards_are_listed_with_their_parts(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(["boards"]) == 0
    output = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in output] == list(NAMES)
    assert output[3].endswith("RP2040  ssd1306 72x40 on SPI 0, 6 buttons, buzzer on 28")


def test_a_wrong_board_is_status_1_and_an_unknown_one_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board(tmp_path, GOOD.replace("180", "90"))
    shutil.copytree(paths.BOARDS / "pico", tmp_path / "pico")
    monkeypatch.setattr(paths, "BOARDS", tmp_path)
    monkeypatch.setattr(boards.load, "__defaults__", (tmp_path,))
    assert __main__.main(["boards"]) == 1
    output, errors = capsys.readouterr()
    assert output.startswith("pico ") and output.count("\n") == 1
    assert errors == "boards: boards/mine/board.py:9: ROTATE: 90; allowed: 0, 180\n"
    assert __main__.main(["boards", "pico"]) == 0
    assert __main__.main(["boards", "../pico"]) == 2
    assert (
        capsys.readouterr().err == "boards: unknown board '../pico'; the boards are mine, pico\n"
    )


def test_nothing_is_built_or_copied_for_a_wrong_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board(tmp_path, GOOD.replace("180", "90"))
    monkeypatch.setattr(runtime, "BOARDS", tmp_path)
    monkeypatch.setattr(boards.load, "__defaults__", (tmp_path,))
    with pytest.raises(runtime.RuntimeBuildError, match="ROTATE: 90; allowed: 0, 180"):
        runtime.uf2("mine")
    assert flash.main(["--board", "mine", "--port", "/dev/null"]) == 1
    assert (
        capsys.readouterr().err == "flash: boards/mine/board.py:9: ROTATE: 90; allowed: 0, 180\n"
    )


@pytest.mark.parametrize(
    ("named", "images"), [("", ["uf2", "uf2-pico2", "uf2-thumby"]), ("my.uf2", ["uf2"])]
)
def test_runtime_all_builds_every_image(
    named: str,
    images: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An image that the user names is for one board, and then there is no other."""
    for name in ("unix", "mpy_cross", "plain_uf2", "driver_path", "stubs_path"):
        monkeypatch.setattr(runtime, name, lambda: Path("x"))
    monkeypatch.setattr(runtime, "uf2", lambda board: Path(board))
    monkeypatch.setenv(runtime.NAMED_UF2, named)
    assert runtime.main(["all"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert sorted(name for name, _ in lines if name.startswith("uf2")) == images
    assert dict(lines)["uf2"] == "pico"


# --- the boards of the repository ----------------------------------------------------------------


def used(found: boards.Board) -> dict[str, int]:
    """The names of pins.csv for what a board uses, with their numbers."""
    pins = {f"BTN_{name}": pin for name, pin in found.buttons.items()}
    if found.i2c:
        pins |= dict(zip(("OLED_SDA", "OLED_SCL"), found.i2c[1:3], strict=True))
    if found.spi:
        names = ("OLED_SCK", "OLED_MOSI", "OLED_CS", "OLED_DC", "OLED_RESET")
        pins |= dict(zip(names, found.spi[1:6], strict=True))
    if found.buzzer is not None:
        pins["BUZZER"] = found.buzzer
    return pins


@pytest.mark.parametrize("name", NAMES)
def test_the_wiring_page_shows_every_pin(name: str) -> None:
    wiring = (paths.BOARDS / name / "wiring.md").read_text(encoding="utf-8")
    for what, pin in used(boards.load(name)).items():
        key = what.removeprefix("BTN_").removeprefix("OLED_")
        rows = [row for row in wiring.splitlines() if row.startswith("|") and key in row]
        assert any(f" GP{pin} " in row or f" GPIO {pin} " in row for row in rows), what


@pytest.mark.parametrize("name", IMAGES)
def test_pin_names_agree_with_the_board(name: str) -> None:
    with (paths.BOARDS / name / "pins.csv").open() as file:
        rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
    pins = {pin: int(chip.removeprefix("GPIO")) for pin, chip in rows}
    assert {what: pins.get(what) for what in used(boards.load(name))} == used(boards.load(name))


# --- flash ---------------------------------------------------------------------------------------


MACHINES = {
    # what MicroPython 1.25 says on it: sys.implementation._machine and ._mpy
    "pico": ("Raspberry Pi Pico with RP2040", 0x1306, "armv6m"),
    "pico2": ("Raspberry Pi Pico2 with RP2350", 0x1F06, "armv7emsp"),
    "thumby": ("Raspberry Pi Pico with RP2040", 0x1306, "armv6m"),
    "esp32_oled": ("Generic ESP32 module with ESP32", 0x2B06, "xtensawin"),
}


@pytest.mark.parametrize("name", NAMES)
def test_the_firmware_is_compiled_for_the_board_s_chip(name: str) -> None:
    """Machine code where the firmware has some, bytecode elsewhere; nothing for another chip."""
    machine, mpy, architecture = MACHINES[name]
    assert flash.identify(Replies("micropython", machine, mpy), name) == architecture
    wanted = flash.firmware_files(name, architecture)
    number = flash.ARCHITECTURES.index(architecture)
    native = set()
    for file, data in wanted.items():
        if file.endswith(".mpy"):
            assert data[:2] == b"M\x06"
            assert data[2] >> 2 & 15 in (0, number)
            if data[2] >> 2:
                native.add(file)
    assert native >= {"drivers/panel.mpy", "engines/life.mpy"}
    assert {"board.mpy", "main.py", "adafruit_bus_device/spi_device.mpy"} <= set(wanted)


@pytest.mark.parametrize(
    ("name", "machine"),
    [
        ("esp32_oled", "Generic ESP32S3 module with ESP32S3"),
        ("esp32_oled", "Raspberry Pi Pico with RP2040"),
        ("pico2", "Raspberry Pi Pico with RP2040"),
        ("thumby", "Generic ESP32 module with ESP32"),
    ],
)
def test_flash_refuses_another_chip(name: str, machine: str) -> None:
    with pytest.raises(flash.FlashError, match=f"wrong board: this is '{machine}'"):
        flash.identify(Replies("micropython", machine, 0x2B06), name)


def test_flash_refuses_another_of_our_own_boards() -> None:
    """The chip is the same, the pins are not; a board without an image may be a Pico."""
    pico = Replies("micropython", "Pocket Teletype (Pico) with RP2040", 0x1306)
    with pytest.raises(flash.FlashError, match="that is pico, not thumby"):
        flash.identify(pico, "thumby")
    assert flash.identify(pico, "pico") == "armv6m"
