# SPDX-License-Identifier: MIT
"""What the image's MicroPython has and has not (boards/image.h), on the emulated Pico."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.build.micropython import mpy_cross
from host_tools.emulator.pico import DeviceError, Pico, make_filesystem

NATIVE = """\
import micropython
@micropython.viper
def twice(number: int) -> int:
    return 2 * number
"""


@pytest.fixture(scope="module")
def pico(firmware_uf2: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pico]:
    folder = tmp_path_factory.mktemp("native")
    (folder / "native.py").write_text(NATIVE)
    subprocess.run([mpy_cross(), "-march=armv6m", "native.py"], cwd=folder, check=True)
    files = {"native.mpy": (folder / "native.mpy").read_bytes(), "source.py": NATIVE.encode()}
    with Pico(firmware_uf2, filesystem=make_filesystem(files)) as pico:
        pico.boot()
        yield pico


@pytest.mark.parametrize(
    "names",
    [
        "array binascii collections errno framebuf gc hashlib io micropython os "
        "rp2 select struct sys time vfs",
        "machine.ADC machine.I2C machine.Pin machine.PWM machine.RTC machine.SPI "
        "machine.SoftI2C machine.SoftSPI machine.Timer machine.UART machine.WDT "
        "machine.bootloader hashlib.sha256 binascii.a2b_base64 vfs.VfsLfs2 io.IOBase "
        "rp2.StateMachine rp2.asm_pio",
    ],
)
def test_what_an_owner_finds(pico: Pico, names: str) -> None:
    for name in names.split():
        module = name.partition(".")[0]
        pico.execute(f"import {module}; {name}")
    assert pico.execute("print(2 ** 70 // 3, 1.5 * 3, f'{1 / 3:.4f}')") == (
        "393530540239137101141 4.5 0.3333\n"
    )


def test_native_code_is_loaded_and_not_made(pico: Pico) -> None:
    assert pico.execute("import native; print(native.twice(21))") == "42\n"
    with pytest.raises(DeviceError, match="SyntaxError: native code needs mpy-cross"):
        pico.execute("import source")
    assert pico.execute("print('still here')") == "still here\n"
