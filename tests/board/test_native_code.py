# SPDX-License-Identifier: MIT
"""Machine code in modules from the flash, as after an update, is given back with the module.

On MicroPython's Unix port it is not (`bench_years.PLAIN`), so the board has to show it.
"""

from pathlib import Path

import pytest

from host_tools import paths
from host_tools.build import release
from host_tools.build.boards import Board
from host_tools.device import flash
from host_tools.emulator.images import SIZES
from host_tools.emulator.pico import Pico, make_filesystem

pytestmark = pytest.mark.pico

NATIVE = sorted(
    path.relative_to(paths.FIRMWARE).as_posix()[:-3].replace("/", ".")
    for pattern in ("teletype/engines/*.py", "teletype/programs/*/game.py")
    for path in paths.FIRMWARE.glob(pattern)
    if "@micropython.viper" in path.read_text(encoding="utf-8")
)

CODE = f"""
import gc; from teletype import loading
for _ in range(13):
    for name in {NATIVE}: assert loading.load(name).__file__.endswith(".mpy")
    gc.collect()
    print(gc.mem_alloc())
"""


def test_engines_with_machine_code_leave_nothing(stock_uf2: Path, board_kind: Board) -> None:
    assert len(NATIVE) == 8
    files = flash.firmware_files(board_kind.name, release.ARCHITECTURES[board_kind.chip])
    del files["main.py"]
    files = {name: data for name, data in files.items() if "/words/" not in name}  # no room
    with Pico(stock_uf2, filesystem=make_filesystem(files, SIZES[1])) as pico:
        pico.boot()
        taken = [int(line) for line in pico.execute(CODE, timeout_ms=120_000).split()]
    # in the second round an address that is left on the stack may be another one
    assert len(taken) == 13 and max(taken[2:]) <= taken[2]
