# SPDX-License-Identifier: MIT
"""The finder on the emulated Pico: panels and buttons on pins that the image does not expect."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from host_tools.build import boards, images
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from host_tools.emulator.ssd1306 import SH1106, SH1107, SSD1306
from host_tools.lab.measure import bench_finder
from host_tools.lab.measure.bench import quiet
from teletype import board_reader
from tests.board.test_updates import cuts
from tests.helpers import screen
from tests.helpers.finger import STOP

KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")
FREE = (6, 7, 8, 9, 10, 11, 12, 13, 18, 19, 21, 22, 26, 27, 28)
ENGLISH = {"settings.txt": b"language=en\nspeed=fast\n"}

BLOCK0 = [(0, 1), (4, 5), (8, 9), (12, 13), (16, 17), (20, 21)]
BLOCK1 = [(2, 3), (6, 7), (10, 11), (14, 15), (18, 19), (26, 27)]
APART = [
    (0, 5), (4, 1), (8, 13), (12, 9), (16, 21), (20, 17), (28, 1), (28, 21),
    (2, 7), (6, 3), (10, 27), (14, 19), (18, 15), (22, 27),
]  # fmt: skip
PAIRS = BLOCK0 + BLOCK1 + APART
"""26 pairs: those beside each other, and others of one block."""
BESIDE = [pair for pair in BLOCK0 + BLOCK1 if pair not in ((0, 1), (16, 17))]
"""Those that a Pico 2 tries: the printer's and the buzzer's pins are none of them."""

LATCHES = "RP2350"
"""The chip whose floating inputs may read high: it cannot tell what holds a pin (erratum E9)."""


def tried(pair: tuple[int, int], board: boards.Board) -> bool:
    """Whether a panel on these pins is looked for on that board."""
    return board.chip != LATCHES or pair in BESIDE


def wired(pair: tuple[int, int], count: int = 6) -> dict[str, Any]:
    """Six buttons on the first pins that the panel leaves."""
    free = [pin for pin in FREE if pin not in pair]
    return dict(zip(KEYS[:count], free, strict=False))


class Board(Pico):
    def __init__(self, uf2: Path, panel: SSD1306, pair: tuple[int, int], **options: Any) -> None:
        files = {**ENGLISH, **options.pop("files", {})}
        options.setdefault("buttons", wired(pair))
        super().__init__(
            uf2, panel=panel, i2c=(0, *pair), filesystem=make_filesystem(files), **options
        )
        self.boot()

    @property
    def said(self) -> str:
        return self.output.decode("utf-8", "replace")

    @property
    def files(self) -> dict[str, bytes]:
        return read_filesystem(self.filesystem())

    def sees(self, text: str, ms: float = 3000) -> None:
        self.run_until(lambda: any(text in row for row in screen.texts(self.panel)), ms, 5, text)

    def find(self) -> None:
        """Presses what is asked for, then OK at the summary; the shelf comes."""
        for key in self.buttons:
            self.sees(f"Press {key}", 25_000)  # two that are missing
            self.tap(key, hold_ms=80, gap_ms=60)
        self.sees("OK:START", 12_000)
        self.tap("OK", hold_ms=80, gap_ms=60)
        self.sees("OK:PLAY")


def kept(pico: Board) -> dict[str, Any]:
    """What stands in /board.py, which `host_tools boards` finds right."""
    values, wrong = board_reader.own(pico.files["board.py"], pico.chip)
    assert wrong == ""
    assert values is not None
    return values


WIRED = list(product(PAIRS, (0x3C, 0x3D), (SSD1306, SH1106)))


@pytest.mark.parametrize(
    ("pair", "address", "kind"),
    [
        pytest.param(*case, marks=() if number in (57, 82) else pytest.mark.heavy)
        for number, case in enumerate(WIRED)
    ],
)
def test_a_panel_is_found_and_played_on(
    firmware_uf2: Path,
    board_kind: boards.Board,
    pair: tuple[int, int],
    address: int,
    kind: type[SSD1306],
) -> None:
    if pair == (4, 5) and address == 0x3C:
        pytest.skip("where the image expects it")
    if not tried(pair, board_kind):
        pytest.skip("erratum E9: not tried")
    with Board(firmware_uf2, kind(128, 64, address), pair) as pico:
        pico.sees("Press UP", 600)
        pico.find()
        board = kept(pico)
        bus = pair[0] // 2 % 2
        i2c = {"id": bus, "sda": pair[0], "scl": pair[1], "freq": 400_000, "addr": address}
        assert board["I2C"] == i2c
        assert board["PANEL"]["controller"] == kind.__name__.lower()
        assert board["BUTTONS"] == pico.buttons
        before = len(pico.output)
        pico.tap("OK", hold_ms=60, gap_ms=400)  # Nim's setup
        pico.tap("OK", hold_ms=60, gap_ms=400)
        pico.run_until(lambda: STOP in pico.output[before:], 4000, 20, "the first stop")


def test_the_next_start_uses_it(firmware_uf2: Path) -> None:
    with Board(firmware_uf2, SH1106(), (20, 21)) as pico:
        pico.find()
        before = len(pico.said)
        pico.power_cycle()
        pico.boot()
        pico.sees("OK:PLAY", 600)
        assert "Screen:" not in pico.said[before:]


@pytest.mark.pico
@pytest.mark.heavy
def test_on_a_pico_2() -> None:
    """Where a floating pin may read high (erratum E9), only the usual pairs are tried."""
    with Board(images.image("pico2"), SH1106(128, 64, 0x3D), (20, 21)) as pico:
        pico.sees("Press UP", 600)
        pico.find()
        board = kept(pico)
        assert (board["CHIP"], board["I2C"]["sda"], board["I2C"]["addr"]) == ("RP2350", 20, 0x3D)
        assert board["PANEL"]["controller"] == "sh1106"
        assert board["BUTTONS"] == pico.buttons


def test_an_sh1107_is_told_apart(firmware_uf2: Path) -> None:
    with Board(firmware_uf2, SH1107(), (2, 3)) as pico:
        pico.find()
        assert kept(pico)["PANEL"]["controller"] == "sh1107"


def test_pictures(firmware_uf2: Path, golden: Callable[[str, SSD1306], None]) -> None:
    with Board(firmware_uf2, SH1106(), (20, 21)) as pico:
        pico.panel.unknown.clear()
        pico.sees("1 minute")
        quiet(pico)
        pico.panel.unknown.clear()  # commands of the other chip at its start
        golden("finder-first", pico.panel)
        for key in KEYS[:4]:
            pico.tap(key, hold_ms=80, gap_ms=60)
        quiet(pico)
        golden("finder-fifth", pico.panel)
        pico.tap("OK", hold_ms=80, gap_ms=60)
        pico.tap("BACK", hold_ms=80, gap_ms=60)
        pico.sees("OK:START", 4000)
        quiet(pico)
        golden("finder-found", pico.panel)


def test_without_a_panel_the_port_says_what_was_seen(
    firmware_uf2: Path, board_kind: boards.Board
) -> None:
    panel = SSD1306(address=0x70)
    with Board(firmware_uf2, panel, (20, 21)) as pico:
        pico.run(2500)
        assert "SDA and SCL that were tried:" in pico.said and "GP20 GP21" in pico.said
        assert "held low" not in pico.said
        panel.bare = True
        pico.power_cycle()
        pico.boot()
        pico.run(2500)
        if board_kind.chip != LATCHES:
            assert "No pin has a pull-up resistor outside" in pico.said
        panel.bare, panel.stuck = False, True
        pico.power_cycle()
        pico.boot()
        pico.run(2500)
        assert "GP21 as SCL is held low." in pico.said
        pico.send(b"nim\n")
        pico.run_until(lambda: STOP in pico.output, 5000, 20, "the first stop")
        assert "board.py" not in pico.files


def test_a_panel_that_was_cut_off_in_a_byte(firmware_uf2: Path) -> None:
    panel = SSD1306()
    panel.held = 4
    with Board(firmware_uf2, panel, (20, 21)) as pico:
        pico.sees("Press UP", 600)


def test_pins_of_other_things_are_left_alone(firmware_uf2: Path) -> None:
    """The buzzer, the printer and the LED see no edge, whether a panel is found or not."""
    panel = SSD1306()
    with Board(firmware_uf2, panel, (20, 21)) as pico:
        pico.power_cycle()
        for pin in (0, 16, 25):
            pico.watch(pin)
        pico.boot()
        pico.sees("Press UP")
        for pin in (0, 16, 25):
            assert all(state > 1 for _, state in pico.edges(pin)), pin


_ELSEWHERE = b"""PANEL = {"controller": "sh1106", "width": 128, "height": 64, "shift": 2}
I2C = {"id": 0, "sda": 20, "scl": 21, "freq": 400_000, "addr": 0x3C}
BUTTONS = {"UP": 6, "DOWN": 7, "LEFT": 8, "RIGHT": 9, "OK": 10, "BACK": 11}
"""


def elsewhere(board: boards.Board) -> bytes:
    """A /board.py for that board, with panel and buttons on other pins."""
    return f'CHIP = "{board.chip}"\n'.encode() + _ELSEWHERE


def ask_for_it(pico: Board) -> None:
    """The last row of the settings, and OK twice."""
    pico.sees("OK:PLAY", 4000)
    for _ in range(2):  # the shelf's last row, and that of the settings
        pico.tap("UP", hold_ms=60, gap_ms=300)
        if _ == 0:
            pico.tap("OK", hold_ms=60, gap_ms=500)
    pico.sees("find screen, buttons")
    pico.tap("OK", hold_ms=60, gap_ms=300)
    assert "OK again: restart" in " ".join(screen.texts(pico.panel))


def test_the_settings_start_the_finder(firmware_uf2: Path, board_kind: boards.Board) -> None:
    """The panel answers where /board.py says, which describes its glass; two buttons changed."""
    before_it = elsewhere(board_kind)
    files = {"board.py": before_it}
    buttons = {"UP": 6, "DOWN": 7, "LEFT": 8, "RIGHT": 9, "OK": 10, "BACK": 11}
    with Board(firmware_uf2, SH1106(), (20, 21), files=files, buttons=buttons) as pico:
        ask_for_it(pico)
        pico.tap("DOWN", hold_ms=60, gap_ms=300)  # another key takes it back
        pico.tap("UP", hold_ms=60, gap_ms=300)
        pico.tap("OK", hold_ms=60, gap_ms=300)
        assert pico.files["board.py"] == before_it
        pico.tap("OK", hold_ms=60, gap_ms=0)
        pico.boot()
        order = ("DOWN", "UP", "LEFT", "RIGHT", "OK", "BACK")  # UP and DOWN change places
        for asked, key in zip(KEYS, order, strict=True):
            pico.sees(f"Press {asked}", 6000)
            pico.tap(key, hold_ms=80, gap_ms=60)
        pico.sees("OK:START", 4000)
        pico.tap("OK", hold_ms=80, gap_ms=60)
        pico.sees("OK:PLAY")
        board = kept(pico)
        assert board["PANEL"]["shift"] == 2 and board["I2C"]["sda"] == 20
        assert board["BUTTONS"] == {**buttons, "UP": 7, "DOWN": 6}
        before = len(pico.said)
        pico.reset()  # once only
        pico.boot()
        pico.sees("OK:PLAY", 600)
        assert "Screen:" not in pico.said[before:]


@pytest.mark.parametrize(
    ("panel", "pair", "ms"),
    [
        (SH1106(), (28, 21), 100),  # the pins that are farthest apart, and with other bits in them
        pytest.param(SSD1306(address=0x3D), (0, 1), 100, marks=pytest.mark.heavy),
        pytest.param(SSD1306(address=0x70), (20, 21), 2000, marks=pytest.mark.heavy),
    ],
    ids=["apart", "first", "none"],
)
def test_how_long_it_looks(
    firmware_uf2: Path, board_kind: boards.Board, panel: SSD1306, pair: tuple[int, int], ms: int
) -> None:
    """At most 100 ms where there is a panel, 2 s where there is none (issue 39)."""
    took, found = bench_finder.looks(firmware_uf2, panel, pair)
    if not tried(pair, board_kind):
        pytest.skip("erratum E9: not tried")
    assert found == (pair[0] if ms == 100 else None)
    assert 0 <= took <= ms


@pytest.mark.heavy
def test_how_long_a_line_that_is_held_low_takes(firmware_uf2: Path) -> None:
    panel = SSD1306()
    panel.stuck = True
    took, found = bench_finder.looks(firmware_uf2, panel, (20, 21))
    assert found is None and took <= 2000


@pytest.mark.heavy
def test_buttons_that_are_none_or_odd(firmware_uf2: Path, board_kind: boards.Board) -> None:
    """One is stuck, one goes to 3.3 V (not where that cannot be told), one is held down already,
    and one is pressed twice."""
    buttons = {**wired((20, 21)), "STUCK": 26}
    if board_kind.chip != LATCHES:
        buttons["OK"] = {"pin": 10, "to": 1}
    with Board(firmware_uf2, SH1106(), (20, 21), buttons=buttons) as pico:
        pico.power_cycle()
        pico.press("STUCK")
        pico.press("DOWN")
        pico.boot()
        pico.sees("Press UP")
        pico.tap("UP", hold_ms=80, gap_ms=60)
        pico.sees("Press DOWN")
        pico.release("DOWN")  # which was down from the start: no press
        pico.run(100)
        pico.tap("UP", hold_ms=80, gap_ms=60)
        pico.sees("GP6 is UP already")
        assert "GP6 is UP already: are two buttons on one pin?" in pico.said
        pico.tap("DOWN", hold_ms=80, gap_ms=60)
        pico.sees("Press LEFT")
        pico.sees("no such button?", 8000)
        pico.tap("LEFT", hold_ms=80, gap_ms=60)  # a press counts, and ends what is said
        pico.sees("Press RIGHT", 1000)
        assert "GP26 reads pressed all the time: stuck, or wired to ground? Not used." in pico.said
        for key in ("RIGHT", "OK", "BACK"):
            pico.sees(f"Press {key}", 8000)
            pico.tap(key, hold_ms=80, gap_ms=60)
        pico.sees("OK:START", 12_000)
        pico.tap("OK", hold_ms=80, gap_ms=60)
        pico.sees("OK:PLAY")
        board = kept(pico)
        assert board.get("HIGH") == (None if board_kind.chip == LATCHES else ("OK",))
        assert board["BUTTONS"] == {**wired((20, 21)), "OK": 10}


@pytest.mark.heavy
def test_nobody_is_there_at_the_first_start(firmware_uf2: Path) -> None:
    """The screen shows the shelf, nothing is kept, and the next start asks again."""
    with Board(firmware_uf2, SH1106(), (20, 21)) as pico:
        pico.sees("Press UP")
        pico.run(69_000)  # a minute for the first one, ten seconds for the next
        pico.sees("NO BUTTON", 4000)
        assert "No button was pressed:" in pico.said
        pico.sees("OK:PLAY", 4000)
        assert "board.py" not in pico.files
        pico.power_cycle()
        pico.boot()
        pico.find()
        assert kept(pico)["BUTTONS"] == pico.buttons


@pytest.mark.heavy
def test_too_few_buttons_are_asked_for_once_more(firmware_uf2: Path) -> None:
    """OK was held down at power-on, or two were pressed at once: it is told, and asked again."""
    with Board(firmware_uf2, SH1106(), (20, 21)) as pico:
        pico.power_cycle()
        pico.press("OK")
        pico.boot()
        for key in ("UP", "DOWN", "LEFT", "RIGHT"):
            pico.sees(f"Press {key}", 6000)
            pico.tap(key, hold_ms=80, gap_ms=60)
        told = "UP DOWN LEFT RIGHT: not enough for all keys."
        pico.run_until(lambda: told in pico.said, 25_000, 20, told)
        pico.release("OK")
        pico.sees("Press UP", 6000)
        pico.press("LEFT")
        pico.tap("UP", hold_ms=80, gap_ms=60)
        pico.release("LEFT")
        pico.run(100)
        assert "at once: press one button at a time." in pico.said
        pico.find()
        assert kept(pico)["BUTTONS"] == pico.buttons


@pytest.mark.heavy
def test_a_panel_of_half_the_height(firmware_uf2: Path) -> None:
    """It shows every other row; a picture that both show asks, and another one confirms it."""
    with Board(firmware_uf2, SSD1306(128, 32), (20, 21)) as pico:
        pico.sees("Then press a button.", 20_000)
        pico.tap("DOWN", hold_ms=80, gap_ms=60)
        pico.sees("Four corners", 3000)
        pico.tap("DOWN", hold_ms=80, gap_ms=60)
        pico.find()
        assert kept(pico)["PANEL"] == {"controller": "ssd1306", "width": 128, "height": 32}
        assert kept(pico)["BUTTONS"] == pico.buttons


@pytest.mark.heavy
def test_a_panel_of_the_usual_height_stays_that(firmware_uf2: Path) -> None:
    """A press while the question is shown is no answer: nobody confirms it."""
    with Board(firmware_uf2, SSD1306(), (20, 21)) as pico:
        pico.sees("Press UP", 600)
        pico.run(17_000)
        pico.tap("UP", hold_ms=80, gap_ms=60)
        assert "UP is on" not in pico.said
        pico.run(11_000)
        pico.find()
        assert kept(pico)["PANEL"]["height"] == 64


@pytest.mark.parametrize("key", ["UP", "OK"])
def test_a_press_on_another_pin_starts_the_search(
    firmware_uf2: Path, board_kind: boards.Board, key: str
) -> None:
    """The screen is where the image expects it, the buttons are not: the first page is no end."""
    buttons = {name: 18 + index for index, name in enumerate(KEYS[:3])}
    buttons.update(zip(KEYS[3:], (26, 27, 28), strict=True))
    with Board(firmware_uf2, SSD1306(), (4, 5), buttons=buttons) as pico:
        pico.sees("OK:PLAY", 1000)
        pico.run(1200)  # the watch begins when the start is over
        pico.tap(key, hold_ms=200, gap_ms=0)
        pico.boot()
        pico.run(400)
        pico.find()
        board = kept(pico)
        assert board["BUTTONS"] == buttons and board["I2C"] == board_kind.i2c
        pico.power_cycle()
        pico.boot()
        pico.sees("OK:PLAY", 1000)
        pico.run(500)
        pico.tap("OK", hold_ms=60, gap_ms=500)
        pico.tap("DOWN", hold_ms=60, gap_ms=500)
        assert screen.texts(pico.panel)[0].strip("?") == "NIM"  # its setup, behind the tables


def test_a_button_that_works_ends_the_watch(firmware_uf2: Path) -> None:
    """From then on, other pins may do what they like."""
    buttons = {**boards.load("pico").buttons, "OTHER": 18}
    with Board(firmware_uf2, SSD1306(), (4, 5), buttons=buttons) as pico:
        pico.sees("OK:PLAY", 1000)
        pico.tap("DOWN", hold_ms=60, gap_ms=300)
        before = pico.said
        pico.tap("OTHER", hold_ms=500, gap_ms=1500)
        assert "OK:PLAY" in screen.texts(pico.panel)[-1] and pico.said == before


def test_buttons_on_the_pins_of_parts_that_may_not_be_there(firmware_uf2: Path) -> None:
    """GP0 and GP16: unless the owner's file or settings use a printer or a buzzer."""
    buttons = dict(zip(KEYS, (0, 16, 6, 7, 8, 9), strict=True))
    with Board(firmware_uf2, SH1106(), (20, 21), buttons=buttons) as pico:
        pico.find()
        board = kept(pico)
        assert board["BUTTONS"] == buttons and "BUZZER" not in board and "PRINTER" not in board


def test_ctrl_c_in_the_search_is_shown(firmware_uf2: Path) -> None:
    with Board(firmware_uf2, SH1106(), (20, 21)) as pico:
        pico.sees("Press UP", 600)
        pico.send(b"\x03")
        pico.sees("STOPPED", 1000)
        assert not any("Press" in row for row in screen.texts(pico.panel)[:1])


@pytest.mark.parametrize("freq", [10_000, 20_000])
def test_a_slow_bus_is_used(firmware_uf2: Path, board_kind: boards.Board, freq: int) -> None:
    """As the owner's file says; a picture takes a second there."""
    text = elsewhere(board_kind).replace(b"400_000", b"%d" % freq)
    pins = {"UP": 6, "DOWN": 7, "LEFT": 8, "RIGHT": 9, "OK": 10, "BACK": 11}
    with Board(firmware_uf2, SH1106(), (20, 21), files={"board.py": text}, buttons=pins) as pico:
        pico.sees("OK:PLAY", 6000)
        assert pico.files["board.py"] == text and "Screen:" not in pico.said


def test_an_owner_s_file_is_replaced_after_ok_only(
    firmware_uf2: Path, board_kind: boards.Board
) -> None:
    """The screen has moved since. The old file stays beside the new one, under a free name."""
    old = elsewhere(board_kind).replace(b'"sda": 20, "scl": 21', b'"sda": 4, "scl": 5')
    buttons = {"UP": 6, "DOWN": 7, "LEFT": 8, "RIGHT": 9, "OK": 10, "BACK": 11}
    files = {"board.py": old, "board.py.old": b"older"}
    with Board(firmware_uf2, SH1106(), (20, 21), files=files, buttons=buttons) as pico:
        for key in KEYS:
            pico.sees(f"Press {key}", 3000)
            pico.tap(key, hold_ms=80, gap_ms=60)
        pico.sees("OK: new /board.py", 6000)
        assert pico.files["board.py"] == old
        pico.tap("OK", hold_ms=80, gap_ms=60)
        pico.sees("OK:PLAY")
        assert kept(pico)["I2C"]["sda"] == 20
        assert pico.files["board.py.old2"] == old and pico.files["board.py.old"] == b"older"


@pytest.mark.heavy
def test_a_ladder_stays_described(firmware_uf2: Path, board_kind: boards.Board) -> None:
    """The finder cannot see what its buttons are: without others it writes no file."""
    ladder = {"UP": 0, "DOWN": 700, "LEFT": 1300, "RIGHT": 1900, "OK": 2400, "BACK": 2800}
    text = elsewhere(board_kind).partition(b"BUTTONS")[0] + (
        f"BUTTONS = {{}}\nLADDER = {{26: { ({'rest': 3300} | ladder)!r}}}\n".encode()
    )
    buttons = {name: {"pin": 26, "volts": level / 1000} for name, level in ladder.items()}
    with Board(
        firmware_uf2, SH1106(), (20, 21), files={"board.py": text}, buttons=buttons
    ) as pico:
        ask_for_it(pico)
        pico.tap("OK", hold_ms=60, gap_ms=0)
        pico.boot()
        pico.sees("Press UP", 4000)
        pico.run(69_000)
        pico.sees("nothing is kept.", 4000)
        pico.sees("OK:PLAY", 6000)
        assert pico.files["board.py"] == text
        pico.tap("DOWN", gap_ms=200)
        pico.tap("UP", gap_ms=200)
        pico.sees("OK:PLAY")


@pytest.mark.heavy
def test_a_power_cut_while_it_is_written(firmware_uf2: Path, board_kind: boards.Board) -> None:
    """At every write the old file is there, or the whole new one; the next start comes up."""
    old = elsewhere(board_kind)
    files = {"board.py": old}
    with Board(firmware_uf2, SH1106(), (20, 21), files=files) as pico:
        ask_for_it(pico)
        pico.tap("OK", hold_ms=60, gap_ms=0)
        pico.boot()
        for key in KEYS[:5]:
            pico.sees(f"Press {key}", 6000)
            pico.tap(key, hold_ms=80, gap_ms=60)
        pico.sees("Press BACK", 6000)
        pico.tap("BACK", hold_ms=80, gap_ms=60)
        pico.sees("OK:START", 4000)
        before = pico.filesystem()
        pico.machine.flash_changes()
        pico.tap("OK", hold_ms=80, gap_ms=60)
        pico.sees("OK:PLAY", 4000)
        changes = pico.machine.flash_changes()
        new = pico.files["board.py"]
        assert new != old and changes
        seen = set()
        for image in cuts(pico.offset, before, changes):
            seen.add(read_filesystem(image)["board.py"])
        assert seen == {old, new}
