# SPDX-License-Identifier: MIT
"""The image's MicroPython is the stock one for an owner's programs, on the emulated Pico.

The names come from MicroPython's documentation of its libraries and of the rp2 port.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.build import boards
from host_tools.build.micropython import mpy_cross
from host_tools.build.release import ARCHITECTURES
from host_tools.emulator.pico import Pico, make_filesystem

RAM = 0x20000000
"""Where it begins on an RP2040; constants lie below that, and the numbers of names."""

NATIVE = """\
import micropython
@micropython.viper
def twice(number: int) -> int:
    return 2 * number
@micropython.native
def thrice(number):
    return 3 * number
@micropython.asm_thumb
def next_one(r0):
    add(r0, r0, 1)
"""

PROGRAM = """\
import asyncio
seen = []
async def count(name, times):
    for number in range(times):
        seen.append((name, number))
        await asyncio.sleep_ms(5)
async def both():
    await asyncio.gather(count('a', 3), count('b', 2))
asyncio.run(both())
print(len(seen), sorted(seen)[-1])
"""


@pytest.fixture(scope="module")
def pico(
    firmware_uf2: Path, board_kind: boards.Board, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pico]:
    folder = tmp_path_factory.mktemp("native")
    viper = NATIVE[: NATIVE.index("@micropython.asm_thumb")]
    (folder / "native.py").write_text(viper)
    march = f"-march={ARCHITECTURES[board_kind.chip]}"
    subprocess.run([mpy_cross(), march, "native.py"], cwd=folder, check=True)
    files = {
        "native.mpy": (folder / "native.mpy").read_bytes(),
        "source.py": NATIVE.encode(),
        "lib/owners.py": b"import json\ndef told():\n    return json.dumps([1])\n",
    }
    with Pico(firmware_uf2, filesystem=make_filesystem(files)) as pico:
        pico.boot()
        yield pico


@pytest.mark.parametrize(
    "names",
    [
        "array asyncio binascii cmath collections deflate errno framebuf gc hashlib heapq io json "
        "machine math micropython os platform random re rp2 select struct sys time uctypes vfs "
        "_thread uasyncio",
        "machine.ADC machine.I2C machine.I2S machine.Pin machine.PWM machine.RTC machine.SPI "
        "machine.Signal machine.SoftI2C machine.SoftSPI machine.Timer machine.UART "
        "machine.USBDevice machine.WDT machine.bitstream machine.bootloader machine.dht_readinto "
        "machine.time_pulse_us",
        "hashlib.sha256 binascii.a2b_base64 binascii.crc32 vfs.VfsLfs2 io.IOBase "
        "collections.OrderedDict collections.deque collections.namedtuple errno.errorcode "
        "micropython.RingIO rp2.DMA rp2.PIO rp2.StateMachine rp2.asm_pio",
    ],
)
def test_what_an_owner_finds(pico: Pico, names: str) -> None:
    for name in names.split():
        module = name.partition(".")[0]
        pico.execute(f"import {module}; {name}")


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("print(2 ** 70 // 3, 1.5 * 3, f'{1 / 3:.4f}')", "393530540239137101141 4.5 0.3333"),
        ("import json; print(json.dumps(json.loads('[1, {\"a\": null}]')))", '[1, {"a": null}]'),
        ("import math, cmath; print(math.sqrt(9), round(cmath.sqrt(-4).imag, 6))", "3.0 2.0"),
        ("import random; random.seed(1); print(0 <= random.randint(0, 9) <= 9)", "True"),
        ("import re; print(re.match('(a+)b', 'aaab').group(1))", "aaa"),
        ("from collections import deque; d = deque((1, 2), 3); d.append(3); print(d.popleft())",
         "1"),
        ("from collections import OrderedDict; print(list(OrderedDict([(2, 0), (1, 0)])))",
         "[2, 1]"),
        ("print(len(frozenset((1, 2, 2))), pow(3, 4, 5), 'a'.center(3), (1 + 2j).imag)",
         "2 1  a  2.0"),
        ("from machine import Pin, Signal; s = Signal(Pin(22, Pin.OUT), invert=True); s.on(); "
         "print(s.value(), Pin(22).value())", "1 0"),
        ("from machine import Pin, bitstream; "
         "bitstream(Pin(22, Pin.OUT), 0, (400, 850, 800, 450), b'\\x55\\xaa'); print('sent')",
         "sent"),
        ("import _thread; lock = _thread.allocate_lock(); print(lock.acquire(), lock.locked())",
         "True True"),
        ("import platform; print(platform.platform()[:18])", "MicroPython-1.25.0"),
        ("import heapq; h = [5, 1, 3]; heapq.heapify(h); print(heapq.heappop(h))", "1"),
        ("import deflate, io; print(deflate.DeflateIO(io.BytesIO(b'\\x01\\x02\\x00\\xfd\\xffhi'), "
         "deflate.RAW).read())", "b'hi'"),
        ("import uctypes; b = bytearray(b'\\x01\\x02'); "
         "print(uctypes.struct(uctypes.addressof(b), {'x': uctypes.UINT16 | 0}).x)", "513"),
        ("import source; print(source.twice(21), source.thrice(14), source.next_one(41))",
         "42 42 42"),
        ("import native; print(native.twice(21))", "42"),
        ("import owners; print(owners.told())", "[1]"),
        (PROGRAM, "5 ('b', 1)"),
    ],
)  # fmt: skip
def test_an_owners_program(pico: Pico, code: str, printed: str) -> None:
    assert pico.execute(code) == f"{printed}\n"


def test_help(pico: Pico) -> None:
    """The way back, for somebody who has stopped the device; a list of modules."""
    assert "Press Ctrl-D to start it again." in pico.execute("help()")
    listed = pico.execute("help('modules')").split()  # Thonny asks for these
    for name in ("asyncio/core", "json", "teletype/start", "_thread"):
        assert name in listed


FOUND = (
    "_boot asyncio asyncio.core board rp2 teletype teletype.engines.almir "
    "teletype.engines.almir_text teletype.handheld teletype.handheld.screens "
    "teletype.handheld.screens.settings teletype.programs.nim teletype.programs.nim_table "
    "teletype.version teletype.words.index"
)
"""First and last ones of the list, names that begin others, folders, modules in them."""

NOT_FOUND = (
    "_boo asyncio.cor asyncio.core.py boar teletyp teletype.engines.almi teletype.engines.almir_ "
    "teletype.engines.almir.code teletype.handheld.screen teletype.handheld.screens.setting "
    "teletype.screens handheld settings"
)


def test_an_import_finds_the_frozen_modules_and_no_others(pico: Pico) -> None:
    """boards/frozen_names.c compares sums of names; these are near misses of real ones."""
    pico.execute("import sys; sys.path[:] = ['.frozen']")
    for name in FOUND.split():
        pico.execute(f"__import__({name!r})")
        file = pico.execute(f"print(sys.modules[{name!r}].__file__)").strip()
        path = name.replace(".", "/")
        assert file in (f"{path}.py", f"{path}/__init__.py")
    for name in NOT_FOUND.split():
        answer = pico.execute(
            f"try:\n __import__({name!r}); print('found')\nexcept ImportError: print('none')"
        )
        assert answer.strip() == "none", name


def test_a_session_makes_no_names_of_modules(firmware_uf2: Path) -> None:
    """Names outside the flash stay in the heap for ever (host_tools.build.import_names)."""
    with Pico(
        firmware_uf2, filesystem=make_filesystem({"settings.txt": b"language=en\n"})
    ) as pico:
        pico.boot()
        pico.send(b"nim heaps=7,8,4\n")
        pico.run_until(lambda: "◊".encode() in pico.output, 20_000, what="the stop")
        listed = pico.execute("import micropython; micropython.qstr_info(1)")
    made = [line[2:-1] for line in listed.splitlines() if line.startswith("Q(")]
    assert "utime" in made  # what MicroPython's own code names is in the list
    assert [name for name in made if name.startswith("teletype.")] == []


def test_the_paths_of_packages_are_not_in_the_heap(pico: Pico) -> None:
    """MicroPython makes them in the heap (host_tools.build.package_paths)."""
    pico.execute("import sys; sys.path[:] = ['.frozen']")
    for name in ["teletype", "teletype.handheld.screens", "teletype.programs.nim_table"]:
        pico.execute(f"__import__({name!r}); path = sys.modules[{name!r}].__path__")
        path, place = pico.execute("print(path, id(path))").split()
        assert path == ".frozen/" + name.replace(".", "/")
        assert int(place) < RAM
