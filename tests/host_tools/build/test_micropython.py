# SPDX-License-Identifier: MIT
"""MicroPython for this machine: the right release, its heap limit, its compiler.

The first use on a machine builds it (half a minute, with a network).
"""

import subprocess
from pathlib import Path

import pytest

from host_tools.build.micropython import mpy_cross, unix

pytestmark = pytest.mark.unix


def micropython(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([unix(), *arguments], capture_output=True, text=True)


def test_unix_port_runs() -> None:
    done = micropython("-c", "print(1+1)")
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")


def test_unix_port_is_of_the_named_release_not_of_this_repository() -> None:
    done = micropython("-c", "import sys; print(sys.version)")
    assert done.stdout.endswith("; MicroPython v1.25.0 on 2025-04-15\n")


def test_unix_port_has_what_the_tests_use() -> None:
    code = """
import asyncio, framebuf, hashlib, json, micropython, select
hashlib.sha256
@micropython.viper
def add(a: int, b: int) -> int:
    return a + b
async def main():
    await asyncio.sleep_ms(1)
    print(add(2, 3))
asyncio.run(main())
"""
    done = micropython("-c", code)
    assert (done.stdout, done.stderr) == ("5\n", "")


def test_heap_limit_is_real() -> None:
    fill = "b = bytearray({}); print(len(b))"
    assert micropython("-X", "heapsize=64k", "-c", fill.format(30_000)).stdout == "30000\n"
    done = micropython("-X", "heapsize=64k", "-c", fill.format(70_000))
    assert done.returncode != 0
    assert "MemoryError" in done.stderr
    assert micropython("-X", "heapsize=128k", "-c", fill.format(70_000)).stdout == "70000\n"


def test_mpy_cross_compiles_for_the_pico_and_the_unix_port_runs_its_bytecode(
    tmp_path: Path,
) -> None:
    (tmp_path / "hello.py").write_text("print('hello from bytecode')\n")
    subprocess.run([mpy_cross(), "-march=armv6m", "hello.py"], cwd=tmp_path, check=True)
    (tmp_path / "hello.py").unlink()
    done = subprocess.run(
        [unix(), "-c", "import hello"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == "hello from bytecode\n"
