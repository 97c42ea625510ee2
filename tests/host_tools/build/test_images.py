# SPDX-License-Identifier: MIT
"""The images: what their keys depend on, what they contain, and that they follow the firmware.

The first use on a machine builds them (about a minute, with a network). Later uses take them from
the cache.
"""

import dataclasses
import os
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from host_tools import paths
from host_tools.build import (
    boards,
    debian,
    definition,
    generated,
    images,
    notices,
    packages,
    sources,
    text_check,
    uf2,
)
from host_tools.build import cache as the_cache
from host_tools.paths import BOARDS, FIRMWARE
from host_tools.usage import BuildError, WrongUsage
from tests.helpers.boards import IMAGES


@pytest.fixture
def uf2_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Return a function that gives the image's key for a small firmware in tmp_path."""
    shutil.copytree(BOARDS / "pico", tmp_path / "boards/pico")
    for name in ("boot.py", "manifest.py", *definition.CONFIGURATION):
        shutil.copy(BOARDS / name, tmp_path / "boards")
    (tmp_path / "firmware/teletype/engines").mkdir(parents=True)
    (tmp_path / "firmware/main.py").write_text("import teletype.engines.nim\n")
    (tmp_path / "firmware/teletype/engines/nim.py").write_text("A = 1\n")
    (tmp_path / "LICENSE").write_text("Free.\n")
    monkeypatch.setattr(notices, "LICENSE", tmp_path / "LICENSE")
    monkeypatch.setattr(paths, "BOARDS", tmp_path / "boards")
    monkeypatch.setattr(paths, "FIRMWARE", tmp_path / "firmware")
    (tmp_path / "generated").mkdir()  # such a firmware has neither texts nor programs
    monkeypatch.setattr(generated, "root", lambda **form: tmp_path / "generated")
    monkeypatch.setattr(the_cache, "artefact", lambda kind, key, file, build: Path(key))
    return lambda: str(images.image())


def append(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"# more\n")


CHANGES = {
    "firmware edited": lambda top: append(top / "firmware/teletype/engines/nim.py"),
    "firmware added": lambda top: (top / "firmware/teletype/engines/new.py").touch(),
    "firmware deleted": lambda top: (top / "firmware/teletype/engines/nim.py").unlink(),
    "firmware renamed": lambda top: (top / "firmware/main.py").rename(top / "firmware/boot.py"),
    "pins": lambda top: append(top / "boards/pico/board.py"),
    "configuration": lambda top: append(top / "boards/image.h"),
    "manifest": lambda top: append(top / "boards/manifest.py"),
    "papers": lambda top: append(top / "LICENSE"),
}
SAME = {
    "only the date": lambda top: os.utime(top / "firmware/main.py", (1, 1)),
    "the wiring's description": lambda top: append(top / "boards/pico/wiring.md"),
    "not Python": lambda top: (top / "firmware/notes.txt").write_text("x"),
    "compiled by the host": lambda top: (top / "firmware/main.pyc").write_text("x"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_key_changes_with(
    change: Callable[[Path], None], uf2_key: Callable[[], str], tmp_path: Path
) -> None:
    before = uf2_key()
    change(tmp_path)
    assert uf2_key() != before


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_key_does_not_change_with(
    change: Callable[[Path], None], uf2_key: Callable[[], str], tmp_path: Path
) -> None:
    before = uf2_key()
    change(tmp_path)
    assert uf2_key() == before


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        (the_cache, "RECIPE", the_cache.RECIPE + 1),
        (debian, "DOWNLOADS", {**debian.DOWNLOADS, "x": "0"}),
        (sources, "PATCHES", sources.PATCHES[:-1]),
        (images, "RP2_OPTIONS", ()),
        (packages, "DRIVER", packages.DRIVER[:1]),
        (definition, "SDK", {"RP2040": "another"}),
    ],
)
def test_key_changes_with_the_recipe(
    module: ModuleType,
    name: str,
    value: object,
    uf2_key: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = uf2_key()
    monkeypatch.setattr(module, name, value)
    assert uf2_key() != before


def test_key_does_not_depend_on_the_place(
    uf2_key: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = uf2_key()
    shutil.copytree(tmp_path / "firmware", tmp_path / "elsewhere/firmware")
    monkeypatch.setattr(paths, "FIRMWARE", tmp_path / "elsewhere/firmware")
    assert uf2_key() == before


@pytest.mark.parametrize("board", ["../pico", "", "pico3"])
def test_unknown_board(board: str, cache: Path) -> None:
    with pytest.raises(WrongUsage) as caught:
        images.image(board)
    assert str(caught.value).startswith(f"unknown board '{board}'; the boards are ")


def test_board_without_an_image(cache: Path) -> None:
    assert not boards.load("esp32_oled").has_image
    with pytest.raises(BuildError, match="install MicroPython's, then run `flash`"):
        images.image("esp32_oled")


def test_frozen_native_code_is_aligned(tmp_path: Path) -> None:
    """It contains constants that are read as words."""
    frozen = tmp_path / "frozen_content.c"
    frozen.write_text("static const byte fun_data_f[8] __attribute__ ((aligned (2))) = {")
    assert images.align_frozen(frozen)
    assert (
        frozen.read_text() == "static const byte fun_data_f[8] __attribute__ ((aligned (4))) = {"
    )
    assert not images.align_frozen(frozen)


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Take a snapshot of the firmware; images are built from that."""
    firmware = tmp_path_factory.mktemp("snapshot") / "firmware"
    shutil.copytree(FIRMWARE, firmware)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "FIRMWARE", firmware)
        yield firmware


def flash(path: Path, expected: int = 0xE48BFF56) -> bytes:
    """Return the flash content, from its start on, that the blocks of a UF2 image write."""
    data = path.read_bytes()
    assert len(data) % 512 == 0
    memory = {}
    for position in range(0, len(data), 512):
        block = data[position : position + 512]
        start0, start1, flags, address, size, number, total, family = struct.unpack_from(
            "<8I", block
        )
        assert (start0, start1) == (0x0A324655, 0x9E5D5157)
        assert struct.unpack_from("<I", block, 508) == (0x0AB16F30,)
        assert flags & 0x2000
        assert family == expected
        assert (number, total) == (position // 512, len(data) // 512)
        assert address not in memory
        memory[address] = block[32 : 32 + size]
    addresses = sorted(memory)
    assert addresses == list(range(0x10000000, 0x10000000 + 256 * len(memory), 256))
    return b"".join(memory[address] for address in addresses)


@pytest.mark.pico
@pytest.mark.parametrize("name", IMAGES)
def test_an_image_holds_what_it_should(name: str, snapshot: Path) -> None:
    board = boards.load(name)
    flashed = flash(images.image(name), uf2.FAMILIES[board.chip])
    for content in (
        board.machine,
        "BTN_OK",
        "adafruit_ssd1306.py",
        "teletype/engines/nim.py",
        "v1.25.0",
    ):
        assert content.encode() in flashed
    assert b"asyncio/core.py" in flashed
    assert ("OLED_RESET" if board.spi else "OLED_SDA").encode() in flashed
    if board.chip == "RP2350":
        # the boot ROM looks for this: executable, secure, Arm, RP2350 (datasheet 5.9)
        block = struct.pack("<3I", 0xFFFFDED3, 0x10210142, 0x000001FF)
        assert block in flashed[:4096]
    begin = 1024 * (board.memory["size"] - board.memory["files"])
    assert len(flashed) <= begin == 1 << 20
    assert uf2.files(flashed) == (begin, 1024 * board.memory["files"])


def test_the_stock_image_is_micropython_alone(stock_uf2: Path) -> None:
    stock = flash(stock_uf2)
    for content in (b"adafruit_ssd1306.py", b"Pocket Teletype", b"BTN_BACK"):
        assert content not in stock
    for content in (b"Raspberry Pi Pico", b"asyncio/core.py", b"v1.25.0"):
        assert content in stock
    # stock MicroPython has 1408 KiB for files (ports/rp2/mpconfigport.h)
    assert uf2.files(stock) == (0xA0000, 1408 * 1024)


@pytest.mark.pico
def test_an_image_that_reaches_into_the_files_is_refused(snapshot: Path, tmp_path: Path) -> None:
    board = dataclasses.replace(boards.load("pico"), flash={"size": 2048, "files": 1600})
    with pytest.raises(BuildError, match=r"does not fit into the flash .address 0x1007"):
        images._check(images.image(), board)


@pytest.mark.heavy
@pytest.mark.pico
def test_image_follows_the_firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Added, back-dated and deleted modules are noticed, and the old image can be rebuilt exactly.

    It uses a small firmware and the real cache, so that compiled board code is reused.
    """
    firmware = tmp_path / "firmware"
    (firmware / "teletype").mkdir(parents=True)
    one, two = firmware / "teletype/first_one.py", firmware / "teletype/second_one.py"
    monkeypatch.setattr(paths, "FIRMWARE", firmware)
    monkeypatch.setattr(text_check, "check", lambda firmware: None)  # this firmware has no texts
    monkeypatch.setattr(generated, "root", lambda **form: tmp_path / "generated")
    made = []

    def build() -> bytes:
        made.append(images.image())
        return flash(made[-1])

    try:
        one.write_text("TEXT = 'edition A'\n")
        first = build()
        assert b"edition A" in first
        assert b"teletype/second_one.py" not in first

        one.write_text("TEXT = 'edition B'\n")
        two.touch()
        for path in (one, two):
            os.utime(path, (1, 1))
        second = build()
        assert b"edition B" in second
        assert b"edition A" not in second
        assert b"teletype/second_one.py" in second

        two.unlink()
        third = build()
        assert b"edition B" in third
        assert b"teletype/second_one.py" not in third

        shutil.rmtree(made[0].parent)
        one.write_text("TEXT = 'edition A'\n")
        assert build() == first
        assert made[3] == made[0]
    finally:
        for path in made:
            shutil.rmtree(path.parent, ignore_errors=True)
