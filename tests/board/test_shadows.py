# SPDX-License-Identifier: MIT
"""Files of other projects on the flash of a board with our image: none of them hides a module.

The names are drawn from the manifest of the image and from the firmware. Each file stops whoever
imports it, so that one start shows it for all that lie there.
"""

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.build import boards
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from host_tools.paths import BOARDS, FIRMWARE, ROOT
from tests.helpers import screen
from tests.helpers.boards import Port
from tests.helpers.finger import STOP
from tests.helpers.texts import english

SHELF = "OK:PLAY"
"""In the last row of the shelf."""
ENGLISH = {"settings.txt": b"language=en\nspeed=fast\n"}
FOREIGN = b"raise RuntimeError('this is not ours')\n"

PARTS = 6
"""In so many parts the folders leave room on the flash for what a session saves."""

BUILT_IN = (
    "array", "binascii", "collections", "errno", "framebuf", "gc", "hashlib", "io", "json",
    "machine", "math", "micropython", "os", "random", "re", "select", "struct", "sys", "time",
    "uctypes", "vfs",
)  # fmt: skip
"""Modules of MicroPython, of which a file takes the place where it is found first."""


def frozen() -> set[str]:
    """The top-level names in the manifest."""
    found = {"asyncio"}  # of MicroPython's own manifest, which the manifest includes

    def freeze(folder: str, names: tuple[str, ...] | list[str] | str, opt: int = 0) -> None:
        for name in [names] if isinstance(names, str) else names:
            found.add(name.split("/")[0].removesuffix(".py"))

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(BOARDS)
        runpy.run_path("manifest.py", {"freeze": freeze, "include": lambda path: None})
    return found


def names() -> set[str]:
    """Those, every name of a module or folder of ours, and MicroPython's."""
    ours = {part for path in FIRMWARE.rglob("*.py") for part in path.relative_to(FIRMWARE).parts}
    return frozen() | {part.removesuffix(".py") for part in ours} | set(BUILT_IN)


class Board(Pico):
    """The image, and these files on the flash."""

    def __init__(self, uf2: Path, files: dict[str, bytes]) -> None:
        super().__init__(uf2, filesystem=make_filesystem({**ENGLISH, **files}))
        self.boot()

    def shelf(self, taps: int = 0, ms: float = 4000) -> None:
        """Waits for the shelf, behind so many notices, and plays a line of Nim."""
        for _ in range(taps):
            self.run_until(
                lambda: english.NOTICE_KEYS in screen.texts(self.panel), ms, 20, "a notice"
            )
            self.tap("OK", hold_ms=40, gap_ms=200)
        self.run_until(lambda: SHELF in screen.texts(self.panel)[-1], ms, 20, "the shelf")
        before = len(self.output)
        self.send(b"nim\n")
        self.run_until(lambda: STOP in self.output[before:], 4000, 20, "the first stop of Nim")

    @property
    def said(self) -> str:
        return self.output.decode("utf-8", "replace")

    @property
    def files(self) -> dict[str, bytes]:
        return read_filesystem(self.filesystem())


def test_the_names_come_from_the_manifest() -> None:
    assert frozen() == {
        "_boot", "rp2", "asyncio", "adafruit_ssd1306", "adafruit_bus_device", "board", "boot",
        "import_names", "main", "teletype",
    }  # fmt: skip
    assert {"version", "words", "fonts", "drivers", "programs", "nim", "app"} <= names()
    assert (ROOT / "boards/manifest.py").exists()


@pytest.fixture(scope="module")
def many() -> Iterator[list[str]]:
    """All but boot.py, which has its own tests, and exhibit.py, which is taken for exhibit.txt."""
    yield sorted(names() - {"__init__", "boot", "exhibit"})


def test_files_of_any_name(firmware_uf2: Path, many: list[str]) -> None:
    """In the root and in lib; two of them are reported: board.py, and that main.py is not run."""
    files = {f"{folder}{name}.py": FOREIGN for name in many for folder in ("", "lib/")}
    with Board(firmware_uf2, files) as pico:
        pico.shelf(1)
        assert "board.py line 1: allowed is NAME = value and nothing else" in pico.said
        assert "main.py: this image does not run it" in pico.said
        assert "Traceback" not in pico.said


@pytest.mark.parametrize(("name", "locked"), [("caf\\xe9.mir", False), ("exhib\\xe9t.txt", True)])
def test_names_that_are_not_utf_8(firmware_uf2: Path, name: str, locked: bool) -> None:
    """MicroPython ends a list of names there; a script can write them, and an image has them."""
    code = f"import os\nos.mkdir('/tapes')\nfor name in (b'/{name}', b'/tapes/0007-\\xff.tape'):\n"
    code += "    with open(name, 'wb') as file: file.write(b'mine')"
    with Pico(firmware_uf2, filesystem=make_filesystem(ENGLISH)) as pico:
        pico.boot()
        pico.execute(code)
        image = pico.filesystem()
    with Pico(firmware_uf2, filesystem=image) as pico:
        pico.boot()
        pico.run(3000)
        pico.send(b"\x03")
        pico.run(500)
        said = pico.output.decode("utf-8", "replace")
        assert (">>> " not in said) == locked and "UnicodeError" not in said
        assert ("exhib?t.txt?: the name must be exhibit.txt" in said) == locked
    if not locked:
        port = Port(firmware_uf2, image=image)
        done = port.call("settings", "show")
        port.pico.close()
        assert done.stdout == "language=en\nspeed=fast\n", done.stderr


def test_a_flash_that_cannot_be_mounted_is_no_exhibit(firmware_uf2: Path) -> None:
    with Board(firmware_uf2, {}) as pico:
        code = "import main, vfs\nvfs.umount('/')\nprint(main._is_exhibit())"
        assert pico.execute(code) == "False\n"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("part", range(PARTS))
def test_folders_of_any_name(firmware_uf2: Path, many: list[str], part: int) -> None:
    """As many as the flash takes at once."""
    files = {f"{name}/__init__.py": FOREIGN for name in many[part::PARTS]}
    with Board(firmware_uf2, files) as pico:
        pico.shelf()
        assert "this is not ours" not in pico.said and "Traceback" not in pico.said


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", sorted(frozen() - {"boot", "board", "main"}))
@pytest.mark.parametrize("kind", ["%s.py", "%s/__init__.py", "%s.mpy"])
def test_one_name(firmware_uf2: Path, name: str, kind: str) -> None:
    with Board(firmware_uf2, {kind % name: FOREIGN}) as pico:
        pico.shelf()
        assert "this is not ours" not in pico.said and "Traceback" not in pico.said


@pytest.mark.sampled(3)
@pytest.mark.parametrize("part", range(3))
def test_modules_that_boot_py_has_imported(firmware_uf2: Path, many: list[str], part: int) -> None:
    """They are not taken for ours, and are the owner's again at the prompt.

    In three parts: all of them at once would fill the memory.
    """
    own = [name for name in many if name not in ("sys", "micropython")][part::3]
    own = sorted({*own, "fonts", "teletype"})
    boot = f"import sys\nsys.path.insert(0, '/lib')\nfor name in {own}: __import__(name)\n"
    files = {f"lib/{name}.py": b"own = 7\n" for name in own}
    with Board(firmware_uf2, {**files, "boot.py": boot.encode()}) as pico:
        pico.shelf()
        assert pico.execute("import fonts, teletype; print(fonts.own, teletype.own)") == "7 7\n"
        assert pico.execute("import sys; print(sys.path)") == "['/lib', '', '.frozen', '/lib']\n"


def test_programs_of_an_owner_at_the_prompt(firmware_uf2: Path) -> None:
    """As on a stock board: in the root, in lib, and a package of mip."""
    files = {"mine.py": b"from tool import TEN\n", "lib/tool/__init__.py": b"TEN = 10\n"}
    with Board(firmware_uf2, files) as pico:
        pico.shelf()
        assert pico.execute("import mine, sys; print(mine.TEN, sys.path)") == (
            "10 ['', '.frozen', '/lib']\n"
        )


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("boot", "said"),
    [
        ("import webrepl\n", "boot.py line 1: ImportError: no module named 'webrepl'"),
        ("\n\nx = 1 / 0\n", "boot.py line 3: ZeroDivisionError: divide by zero"),
        ("x = (\n", "boot.py line 2: SyntaxError: invalid syntax"),
        ("import sys\nsys.exit(3)\n", "boot.py line 2: SystemExit: 3"),
        ("import tool\n", "lib/tool.py line 2: NameError: name 'nothing' isn't defined"),
        ("def f(): f()\nf()\n", "boot.py line 1: RuntimeError: maximum recursion depth exceeded"),
        ("raise OSError('x' * 500)\n", "boot.py line 1: OSError: " + 71 * "x" + "\r\n"),
        ("x = bytearray(600000)\n", "boot.py line 1: MemoryError: memory allocation failed"),
    ],
)
def test_a_boot_py_that_raises(firmware_uf2: Path, boot: str, said: str) -> None:
    tool = {"lib/tool.py": b"# of the owner\nnothing\n"}
    with Board(firmware_uf2, {**tool, "boot.py": boot.encode()}) as pico:
        pico.shelf(1)
        assert said in pico.said and "Continue without it." in pico.said


def test_a_boot_py_that_holds(firmware_uf2: Path) -> None:
    """It has run when the shelf comes, and is not mentioned."""
    boot = b"with open('ran.txt', 'w') as file:\n    file.write(__name__)\n"
    with Board(firmware_uf2, {"boot.py": boot}) as pico:
        pico.shelf()
        assert pico.files["ran.txt"] == b"__main__" and "boot.py" not in pico.said


@pytest.mark.sampled(2)
@pytest.mark.parametrize("boot", ["while True: pass\n", "import machine\nmachine.reset()\n"])
def test_a_boot_py_that_does_not_end(firmware_uf2: Path, boot: str) -> None:
    """The watchdog ends it; the next start says so, and the one after it tries again."""
    with Board(firmware_uf2, {"boot.py": boot.encode()}) as pico:
        pico.shelf(1, 12_000)
        assert "boot.py: it did not end" in pico.said
        assert "watchdog" not in pico.said
        pico.run(1000)
        assert "boots.txt" not in pico.files


def test_the_port_lives_while_boot_py_loops(firmware_uf2: Path) -> None:
    """Ctrl-C gives the prompt, and the owner can remove it."""
    with Board(firmware_uf2, {"boot.py": b"while True: pass\n"}) as pico:
        assert pico.connected
        pico.run(500)
        assert pico.execute("import os; os.remove('/boot.py'); print('gone')") == "gone\n"
        pico.power_cycle()
        pico.boot()
        pico.shelf()


@pytest.mark.parametrize(
    "boot",
    [
        "import sys\nsys.modules.clear()\n",
        "import sys\nsys.modules.clear()\nsys.path.clear()\n",
        "import sys\nfor name in list(sys.modules): sys.modules[name] = None\n",
        "import builtins, sys\nkept = builtins.kept = []\ntry:\n    while True:\n"
        "        kept.append(bytearray(1024))\nexcept MemoryError:\n    pass\n",
    ],
    ids=["cleared", "path", "replaced", "memory"],
)
def test_a_boot_py_that_takes_what_the_start_needs(firmware_uf2: Path, boot: str) -> None:
    """The modules are there again, and memory enough for the shelf and a program."""
    with Board(firmware_uf2, {"boot.py": boot.encode()}) as pico:
        pico.shelf()
        pico.send(b"nim\n")
        pico.run_until(lambda: STOP in pico.output, 5000, 20, "the first stop")
        assert b"Error" not in pico.output


def test_a_main_py_is_mentioned_once(firmware_uf2: Path) -> None:
    with Board(firmware_uf2, {"main.py": b"print('mine')\n"}) as pico:
        pico.shelf(1)
        assert "main.py: this image does not run it" in pico.said and "mine" not in pico.said
        pico.power_cycle()
        pico.boot()
        pico.run(1500)
        assert english.NOTICE_KEYS not in screen.texts(pico.panel)


BOARD = (BOARDS / "pico/board.py").read_bytes()
OTHER = BOARD.replace(b'"OK": 14', b'"OK": 22').replace(b'{"UP"', b'{  "UP"')


@pytest.mark.parametrize("beside", [{}, {"main.py": b"print('mine')\n"}], ids=["alone", "main"])
def test_the_board_file_is_used(
    firmware_uf2: Path, board_kind: boards.Board, beside: dict[str, bytes]
) -> None:
    """Also where another project's main.py lies: OK is on another pin there."""
    assert OTHER != BOARD
    other = OTHER.replace(b"RP2040", board_kind.chip.encode())
    with Pico(
        firmware_uf2,
        filesystem=make_filesystem({**ENGLISH, **beside, "board.py": other}),
        buttons={**boards.load("pico").buttons, "OK": 22},
    ) as pico:
        pico.boot()
        if beside:
            pico.run_until(
                lambda: english.NOTICE_KEYS in screen.texts(pico.panel), 3000, 20, "a notice"
            )
            pico.tap("OK", hold_ms=40, gap_ms=200)
        pico.run_until(lambda: SHELF in screen.texts(pico.panel)[-1], 3000, 20, "the shelf")
        pico.tap("OK", hold_ms=40, gap_ms=500)
        pico.tap("DOWN", hold_ms=40, gap_ms=500)
        assert screen.texts(pico.panel)[0].strip("?") == "NIM"  # its setup, behind the tables


LINES = BOARD.decode().splitlines()


def changed(old: str, new: str) -> bytes:
    """The board file of the Pico with a mistake in it."""
    assert BOARD.decode().count(old) == 1, old
    return BOARD.decode().replace(old, new).encode()


def line(start: str) -> int:
    """The number of the line that begins so."""
    (at,) = [at for at, text in enumerate(LINES, 1) if text.startswith(start)]
    return at


ONLY = ": allowed is NAME = value and nothing else"
PLAIN = "not a plain value; allowed: numbers, texts, tuples, {}"
END = len(LINES) + 1
BUZZ = f"board.py line {line('BUZZ')}: BUZZER: {PLAIN}"

FAULTY = [
    (b"\xff\xfe", "board.py: not UTF-8 text"),
    (BOARD.decode().encode("utf-16"), "board.py: not UTF-8 text"),
    (BOARD.decode().encode("utf-16-le"), "board.py: not UTF-8 text"),
    (bytes(9000), "board.py: longer than 8192 bytes"),
    (b"", "board.py: CHIP is missing (and 2 more)"),
    (b"\xef\xbb\xbf" + BOARD + b"\nPANEL = 7\n", ": PANEL: is given twice"),
    (b"LED = 25\n", "board.py line 1: LED: no such name; allowed: NAME, TITLE, CHIP, PANEL, "),
    (b"import digitalio\n", "board.py line 1" + ONLY),
    (b"while True: pass\n", "board.py line 1" + ONLY),
    (b"raise KeyboardInterrupt\n", "board.py line 1" + ONLY),
    (b"import machine; machine.reset()\n", "board.py line 1" + ONLY),
    (BOARD + b"X = __import__('machine').reset()\n", f"board.py line {END}: X: no such name"),
    (BOARD + b"BUZZER = exit()\n", f"board.py line {END}: BUZZER: is given twice (and 1 more)"),
    (changed("BUZZER = 16", "BUZZER = [].pop()"), BUZZ),
    (changed("BUZZER = 16", "BUZZER = 9**9**9"), BUZZ),
    (changed("BUZZER = 16", "BUZZER = 16 17"), "BUZZER: not Python: invalid syntax"),
    (changed("BUZZER = 16", "BUZZER = " + "(" * 300), BUZZ),
    (changed("BUZZER = 16", 'BUZZER = "16'), "BUZZER: not Python: a text does not end"),
    (changed("BUZZER = 16", "BUZZER == 16"), BUZZ),
    (changed("BUZZER = 16", "BUZZER: 16"), f"board.py line {line('BUZZ')}" + ONLY),
    (changed("BUZZER = 16", "  BUZZER = 16"), f"board.py line {line('BUZZ')}" + ONLY),
    (changed("BUZZER = 16", "BUZZER = 30"), "the buzzer cannot be pin 30; allowed: 0..29"),
    (changed("BUZZER = 16", "BUZZER = True"), "the buzzer cannot be pin True; allowed: 0..29"),
    (changed("BUZZER = 16", "BUZZER = 4"), "the buzzer is on pin 4, like sda of bus 0"),
    (changed('CHIP = "RP2040"', 'CHIP = "RP2350"'), "CHIP: 'RP2350'; this board has an RP2040"),
    (changed('CHIP = "RP2040"', 'CHIP = "ESP8266"'), "'ESP8266'; allowed: RP2040, RP2350, E"),
    (changed('CHIP = "RP2040"', "CHIP = 2040"), "CHIP: 2040; allowed: RP2040, "),
    (changed('"ssd1306"', '"st7789"'), "controller 'st7789'; allowed: "),
    (changed('"ssd1306"', "[]"), "controller []; allowed: "),
    (changed('"width": 128', '"width": 127'), "127 x 64 pixels; allowed: 128 x 64 or 128 x 32"),
    (changed('"width": 128, ', ""), 'PANEL: "width" is missing'),
    (changed('"height": 64', '"height": "64"'), "128 x '64' pixels; allowed: "),
    (BOARD.replace(b"PANEL = {", b"PANEL = None #"), "PANEL: None; allowed: {"),
    (changed('"sda": 4', '"sda": 99'), "sda of bus 0 cannot be pin 99; allowed: 0, 4, 8, 12"),
    (changed('"sda": 4', '"sda": 6'), "sda of bus 0 cannot be pin 6; allowed: 0, 4, 8, 12"),
    (changed('"sda": 4, "scl": 5', '"sda": 5, "scl": 4'), "sda of bus 0 cannot be pin 5"),
    (changed('I2C = {"id": 0', 'I2C = {"id": 2'), "I2C: id 2; allowed: 0, 1"),
    (changed('"freq": 400_000', '"freq": 4'), "I2C: freq 4; allowed: 10000..1000000"),
    (changed("0x3C", "0x78"), "I2C: addr 0x78; allowed: 0x3c or 0x3d"),
    (changed("I2C = {", "SPI = {"), "SPI: no keyword "),
    (BOARD + b"SPI = 5\n", "board.py: either I2C or SPI is needed, for the panel"),
    (changed('"OK": 14', '"OK": 13'), "button OK is on pin 13, like button RIGHT"),
    (changed('"OK": 14', '"FIRE": 14'), "BUTTONS: no key 'FIRE'; allowed: UP, DOWN, LEFT"),
    (changed('"OK": 14, ', ""), "do not make all keys; "),
    (changed('"OK": 14', '"OK": None'), "button OK cannot be pin None; allowed: 0..29"),
    (changed("BUTTONS = {", "BUTTONS = 5 #{"), 'BUTTONS: allowed: {"UP": pin, ...}'),
    (BOARD + b'HIGH = ("FIRE",)\n', "HIGH: no button 'FIRE'; allowed: those of BUTTONS"),
    (BOARD + b'LABELS = {"UP": "X"}\n', "LABELS: no button 'UP'; allowed: OK, BACK"),
    (changed('"tx": 0', '"tx": 5'), "tx is on pin 5, like scl of bus 0"),
    (changed('PRINTER = {"id": 0', 'PRINTER = {"id": 8'), "state machine 8; allowed: 0..7"),
    (changed('"adc": 29', '"adc": 3'), "adc cannot be pin 3; allowed: 26, 27, 28, 29"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("board", "said"),
    [
        pytest.param(*case, marks=() if number % 16 == 3 else pytest.mark.heavy)
        for number, case in enumerate(FAULTY)
    ],
)
def test_a_board_file_that_cannot_be_used(
    firmware_uf2: Path, board_kind: boards.Board, board: bytes, said: str
) -> None:
    """The shelf comes all the same, and one line says what is wrong."""
    if board_kind.chip == "RP2350":  # whose other chip is the other one
        board = board.replace(b'"RP2350"', b'"RP2040"')
        said = said.replace(
            "'RP2350'; this board has an RP2040", "'RP2040'; this board has an RP2350"
        )
    with Board(firmware_uf2, {"board.py": board}) as pico:
        pico.shelf(1)
        (line,) = [line for line in pico.said.splitlines() if line.startswith("board.py")]
        assert said in line and "The image's board.py is used." in pico.said
        assert "Traceback" not in pico.said


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "now", [b"\xff\xfe\xfd\xfc", b"", b"a", bytes(3000), b"a-=\xff", b"aa! 0.1.0", b"\n" * 60]
)
def test_any_bytes_in_now(firmware_uf2: Path, now: bytes) -> None:
    with Board(firmware_uf2, {"firmware/now": now}) as pico:
        pico.shelf()
        assert "Traceback" not in pico.said
