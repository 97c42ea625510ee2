# SPDX-License-Identifier: MIT
"""What can be tested of the ESP32 and the ESP32-C3 without one: pins, code, memory, start.

Code compiled for these chips is disassembled by MicroPython's own tools/mpy-tool.py, by the rules
of the loader (py/persistentcode.c). The firmware runs in MicroPython's Unix port, built with the
ESP32's options. Nothing here executes an instruction of these chips: see the board's page.
"""

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tools import paths
from host_tools.build import boards, bytecode, packages, sources
from host_tools.build.micropython import esp32_heap, esp32_options, unix, unix_as_esp32
from host_tools.device import flash
from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.emulator.scenes import session_of
from host_tools.sessions.replay import replay_all
from host_tools.sessions.targets import Unix
from teletype.programs import catalogue
from tests.helpers.boards import installed

ESP32 = [name for name in boards.known() if boards.load(name).chip == "ESP32"]
C3 = "esp32c3_oled"

pytestmark = pytest.mark.unix

FLASH = set(range(6, 12))
SERIAL = {1, 3}
INPUT_ONLY = set(range(34, 40))
PSRAM = {16, 17}
"""On the modules with PSRAM, which the firmware needs."""
NOT_LED_OUT = {20}
"""Only on the ESP32-PICO-V3; no module with a screen has that chip."""


def port(name: str) -> str:
    """Return a file of MicroPython's port for the ESP32."""
    return (sources.tree() / "ports/esp32" / name).read_text(encoding="utf-8")


def test_the_pins_are_those_of_the_port() -> None:
    """The pins that the port enables, without those that are reserved or input only."""
    block = re.split(r"^#(?:el)?if CONFIG_IDF_TARGET_ESP32\w*", port("machine_pin.h"), flags=re.M)[
        1
    ]
    enabled = {int(pin) for pin in re.findall(r"MICROPY_HW_ENABLE_GPIO(\d+) +\(1\)", block)}
    assert len(enabled) == 35 and enabled >= FLASH | SERIAL | INPUT_ONLY
    reserved = FLASH | SERIAL | INPUT_ONLY | PSRAM | NOT_LED_OUT
    assert set(boards.PINS["ESP32"]) == enabled - reserved


def test_the_pins_of_the_c3_are_those_of_the_port() -> None:
    """Without the flash's, those of USB and of the serial port."""
    block = port("machine_pin.h").split("#elif CONFIG_IDF_TARGET_ESP32C3")[1].split("#elif")[0]
    enabled = {int(pin) for pin in re.findall(r"MICROPY_HW_ENABLE_GPIO(\d+) +\(1\)", block)}
    assert len(enabled) == 18
    assert set(boards.PINS["ESP32C3"]) == enabled - {11, 12, 13} - {18, 19} - {20, 21}
    row = re.findall(r"// SPI\(id=2\).*", port("machine_hw_spi.c"))[0]
    assert row.split("|")[4].strip() == "err"  # the column of the ESP32-C3
    assert boards.BUSES["SPI"]["ESP32C3"] == (1,)


def test_the_buses_and_uarts_are_those_of_the_port() -> None:
    """The first UART is the serial port of the REPL."""
    assert set(re.findall(r"// SPI\(id=(\d)\)", port("machine_hw_spi.c"))) == {"1", "2"}
    assert set(re.findall(r"MICROPY_HW_I2C(\d)_SCL", port("machine_i2c.c"))) == {"0", "1"}
    assert set(re.findall(r"case UART_NUM_(\d):", port("machine_uart.c"))) >= {"0", "1", "2"}
    assert re.search(r"#define MICROPY_HW_UART_REPL \(0\)", port("uart.h"))
    assert boards.BUSES["I2C"]["ESP32"] == (0, 1) and boards.BUSES["SPI"]["ESP32"] == (1, 2)
    assert boards.PRINTERS["ESP32"] == ("UART", (1, 2))


@pytest.fixture(scope="module")
def tool() -> Any:
    """MicroPython's tool that reads .mpy files."""
    tools = sources.tree() / "tools"
    sys.path.insert(0, str(sources.tree() / "py"))
    spec = importlib.util.spec_from_file_location("mpy_tool", tools / "mpy-tool.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    return module


def compiled(architecture: str, folder: Path) -> dict[str, Path]:
    """Compile everything that `flash` puts on a board into a folder."""
    found = bytecode.sources(paths.FIRMWARE, packages.driver_path())
    found["board.py"] = paths.BOARDS / ESP32[0] / "board.py"
    made = {}
    for name, path in found.items():
        made[name] = folder / architecture / (name.replace("/", "+") + ".mpy")
        made[name].parent.mkdir(exist_ok=True)
        made[name].write_bytes(bytecode.compiled(path, name, architecture))
    return made


def walk(code: Any) -> list[Any]:
    """Return a function and all functions inside it."""
    return [code, *(inner for child in code.children for inner in walk(child))]


@pytest.fixture(scope="module")
def read(tool: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The compiled modules by architecture and name, as read by the tool."""
    folder = tmp_path_factory.mktemp("mpy")
    found: dict[str, dict[str, Any]] = {}
    for architecture in ("xtensawin", "rv32imc", "x64"):
        found[architecture] = {}
        for name, path in compiled(architecture, folder).items():
            tool.global_qstrs = tool.GlobalQStrList()
            tool.config = tool.Config()
            tool.config.MICROPY_LONGINT_IMPL = tool.Config.MICROPY_LONGINT_IMPL_MPZ
            tool.config.mp_small_int_bits = 31
            tool.config.native_arch = tool.MP_NATIVE_ARCH_NONE
            found[architecture][name] = (tool.read_mpy(str(path)), path.read_bytes()[:4])
    return found


@pytest.mark.parametrize("architecture", ["xtensawin", "rv32imc"])
def test_the_loader_takes_every_file(
    tool: Any, read: dict[str, dict[str, Any]], architecture: str
) -> None:
    """Version 6; small integers of at most 31 bits; machine code is 6.3, for the chip."""
    native = set()
    number = getattr(tool, f"MP_NATIVE_ARCH_{architecture.upper()}")
    for name, (module, head) in read[architecture].items():
        assert head[:2] == b"M\x06" and head[3] <= 31, name
        codes = walk(module.raw_code)
        kinds = {code.code_kind for code in codes}
        machine = kinds - {tool.MP_CODE_BYTECODE}
        assert (head[2] >> 2 & 15) == (number if machine else 0), name
        assert not machine or head[2] & 3 == 3, name
        native |= {name} if machine else set()
        for code in codes:
            if code.code_kind != tool.MP_CODE_BYTECODE:
                # the port copies it into instruction memory, which takes whole words only
                assert code.fun_data and not getattr(code, "reloc", None), name
    assert {"teletype/drivers/panel.py", "teletype/engines/life.py"} <= native


def unnumbered(code: Any) -> tuple[Any, ...]:
    """Return the signature, the names and the instructions of bytecode, without line numbers."""
    data = code.fun_data
    names = data[code.offset_source_info : code.offset_line_info]
    return code.prelude_signature, names, data[code.offset_opcodes :]


@pytest.mark.parametrize("architecture", ["xtensawin", "rv32imc"])
def test_the_bytecode_is_that_which_runs_in_the_unix_port(
    tool: Any, read: dict[str, dict[str, Any]], architecture: str
) -> None:
    """All code but machine code: the Unix port and the emulated Pico replay every tape with it.

    Only the Unix port's has line numbers, which lie before the instructions.
    """
    assert read[architecture].keys() == read["x64"].keys()
    counted = 0
    for name, (module, _) in read[architecture].items():
        other = read["x64"][name][0]
        assert [qstr.str for qstr in module.qstr_table] == [qstr.str for qstr in other.qstr_table]
        assert repr(module.obj_table) == repr(other.obj_table)
        ours, theirs = walk(module.raw_code), walk(other.raw_code)
        assert [code.code_kind for code in ours] == [code.code_kind for code in theirs], name
        for mine, its in zip(ours, theirs, strict=True):
            if mine.code_kind == tool.MP_CODE_BYTECODE:
                assert unnumbered(mine) == unnumbered(its), (name, mine.simple_name)
                counted += 1
    assert counted > 1000


HEAPS: dict[Callable[[], Path], str] = {unix: "2m", unix_as_esp32: "256wk"}
"""The heaps of the Unix ports, as with PSRAM; without it an ESP32 has too little memory."""

START = """
import sys
from time import sleep_ms

class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 2, 3, 4, 8
    made = {}
    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        Pin.made[number] = (mode, pull)
    def irq(self, handler, trigger):
        pass
    def value(self, new=None):
        return 1
    def __call__(self, new=None):
        return 1

class I2C:
    sent = 0
    def __init__(self, number, sda, scl, freq):
        I2C.made = (number, sda.number, scl.number, freq)
    def writeto(self, address, buffer, stop=True):
        assert address == ADDRESS
        I2C.sent += len(buffer)
        return len(buffer)

class Machine:
    pass

machine = Machine()
machine.Pin, machine.I2C, machine.SPI = Pin, I2C, None
sys.modules["machine"] = machine
from teletype import start
app = start.start()
app.fast = True
for turn in range(400):
    app.tick()
    sleep_ms(1)
print("MADE", I2C.made, sorted(pin for pin in Pin.made if Pin.made[pin] == (Pin.IN, Pin.PULL_UP)))
print("SENT", I2C.sent)
"""


@pytest.fixture(scope="module")
def built() -> Path:
    return unix_as_esp32()


OPTIONS = """
import gc, sys
print(1 / 3, hasattr(sys, "exc_info"), hasattr(sys, "atexit"), gc.collect())
free = gc.mem_free() + gc.mem_alloc()
big = bytearray(90000), bytearray(90000)  # more than it begins with
print(free, gc.mem_free() + gc.mem_alloc())
try:
    more = bytearray(90000)
except MemoryError as error:
    print(error)
"""


@pytest.mark.heavy
def test_the_options_of_the_port_hold(built: Path) -> None:
    """Floats of 32 bits, the ESP32's omissions, and a heap that grows once, automatically."""
    options = esp32_options()
    assert options["NLR_SETJMP"] == options["GC_SPLIT_HEAP_AUTO"] == "(1)"
    assert options["FLOAT_IMPL"] == "(MICROPY_FLOAT_IMPL_FLOAT)"
    assert esp32_heap() == 56
    heap = 2 * 1024 * esp32_heap()  # words have 64 bits here
    done = subprocess.run(
        [built, "-X", "heapsize=56wk", "-c", OPTIONS],
        stdout=subprocess.PIPE,
        text=True,
    )
    first, sizes, failed = done.stdout.splitlines()
    assert first == "0.3333333 False False None"
    for size in map(int, sizes.split()):  # a port with a growing heap includes the possible growth
        assert 1.9 * heap < size < 2 * heap
    assert failed.startswith("memory allocation failed")


@pytest.mark.heavy
@pytest.mark.parametrize("name", list(catalogue.NAMES))
def test_the_programs_play_their_tapes_with_the_ports_options(name: str, built: Path) -> None:
    """The firmware runs as .mpy files, in a heap that also holds them, as on the chip."""
    tapes = sorted([*paths.TAPES.glob(f"{name}.tape"), *paths.TAPES.glob(f"{name}-*.tape")])[:3]
    said: list[str] = []
    with Unix(esp32_heap(), lambda: built) as target:
        assert tapes and replay_all(tapes, target, said.append) == 0, said


MEMORY = 203_264
"""Bytes of the heap of an ESP32-C3 with MicroPython 1.22, the part that it may grow by included
(micropython/micropython, issue 14293: "total: 64000 ... max new split: 139264"). It may differ
with 1.25.
"""

BOOT = """
import gc
ballast = bytearray(gc.mem_free() + gc.mem_alloc() - %d)
"""


@pytest.mark.heavy
@pytest.mark.xfail(strict=True, reason="7 KB are missing, see docs/notes/room.md")
@pytest.mark.parametrize("name", ["nim-protocol", "evolution-start", "calculation-lisp-answers"])
def test_the_memory_of_the_c3_suffices(name: str, stock_uf2: Path, tmp_path: Path) -> None:
    """A stock Pico, also a chip with words of 32 bits, with as little heap, this panel and these
    buttons. The heap holds the firmware."""
    c3 = boards.load(C3)
    text = (paths.BOARDS / "pico/board.py").read_text(encoding="utf-8")
    text = re.sub(r"^(BUZZER|PRINTER|BATTERY) = .*\n", "", text, flags=re.MULTILINE)
    buttons = dict(zip(c3.buttons, (10, 11, 14), strict=True))
    text = re.sub(r"^BUTTONS = .*$", f"BUTTONS = {buttons}", text, flags=re.MULTILINE)
    text = re.sub(r"^PANEL = .*$", f"PANEL = {c3.panel}", text, flags=re.MULTILINE)
    (tmp_path / "board.py").write_text(text)
    files = flash.firmware_files("pico", "armv6m")
    files["board.mpy"] = bytecode.compiled(tmp_path / "board.py", "board.py", "armv6m")
    # The chip has more space for files than the Pico; so only one language fits here.
    files = {
        path: file for path, file in files.items() if not re.search(r"words/(ja|ru|uk)/", path)
    }
    more = {"boot.py": (BOOT % MEMORY).encode(), "settings.txt": b"language=en\nspeed=fast\n"}
    _, line, answers = session_of(name)
    with Pico(stock_uf2, filesystem=make_filesystem({**installed(files), **more})) as pico:
        pico.boot()
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output, 30_000, step_ms=20)
        begun = len(pico.output)
        for typed in (line, *answers):
            pico.send(typed.encode() + b"\n")
            pico.run(4000)
        printed = pico.output[begun:].decode()
        assert "Error" not in printed and len(printed) > 100
        assert printed.count("◊") == len(answers)


@pytest.mark.heavy
@pytest.mark.parametrize("port", [unix, unix_as_esp32])
@pytest.mark.parametrize("name", ESP32)
def test_the_firmware_starts_with_the_board_in_the_unix_port(
    name: str, port: Callable[[], Path], tmp_path: Path
) -> None:
    """It starts from .mpy files with the board's file; a line on the serial port runs a
    program."""
    board = boards.load(name)
    assert board.i2c
    (tmp_path / "own").mkdir()
    compiled_board = bytecode.compiled(paths.BOARDS / name / "board.py", "board.py", "x64")
    (tmp_path / "own/board.mpy").write_bytes(compiled_board)
    path = f"{tmp_path}/own:{bytecode.tree('x64')}:{packages.driver_path()}:.frozen"
    reader, writer = os.pipe()  # stays open while the program runs, like a serial port
    os.write(writer, b"nim heaps=3,4\n1 0\n")
    done = subprocess.run(
        [
            port(),
            "-X",
            f"heapsize={HEAPS[port]}",
            "-c",
            START.replace("ADDRESS", str(board.i2c["addr"])),
        ],
        cwd=tmp_path,
        env={"MICROPYPATH": path},
        stdin=reader,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    os.close(reader)
    os.close(writer)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    bus = (board.i2c["id"], board.i2c["sda"], board.i2c["scl"], board.i2c["freq"])
    assert f"MADE {bus} {sorted(board.buttons.values())}" in lines
    assert "ВАШ ХОД" in done.stdout
    (sent,) = [int(line.split()[1]) for line in lines if line.startswith("SENT ")]
    assert sent > 1000, "the panel was drawn"
