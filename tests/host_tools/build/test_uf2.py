# SPDX-License-Identifier: MIT
"""UF2 images: what is read and what is refused, including images named by the user."""

import re
import struct
from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.build import environment, images, runtime, uf2
from host_tools.usage import BuildError

RP2040 = 0xE48BFF56
RP2350 = 0xE48BFF59


def image(
    family: int = RP2040, blocks: int = 3, start: int = 0x10000000, size: int = 256
) -> bytes:
    """Return a small UF2 image made by the format's specification."""
    data = b""
    for number in range(blocks):
        head = (0x0A324655, 0x9E5D5157, 0x2000, start + 256 * number, size, number, blocks)
        data += struct.pack("<8I", *head, family) + bytes([number]) * 476
        data += struct.pack("<I", 0x0AB16F30)
    return data


def test_the_pieces_of_an_image(tmp_path: Path) -> None:
    path = tmp_path / "my.uf2"
    path.write_bytes(image(blocks=2))
    assert uf2.read(path) == [(0, bytes(256)), (256, b"\1" * 256)]
    assert uf2.read(path, size=512) == uf2.read(path)
    path.write_bytes(image(RP2350, blocks=1, size=476))
    assert uf2.read(path, "RP2350") == [(0, bytes(476))]


BAD = {
    "missing": (None, "No such file"),
    "empty": (b"", "not a UF2 image"),
    "truncated": (image()[:-1], "not a UF2 image"),
    "not UF2": (bytes(512), "not a UF2 image"),
    "mark": (image()[:-4] + bytes(4), "block 2 has no UF2 marks"),
    "last block missing": (image()[:-512], "damaged UF2 image"),
    "twice": (image() + image(), "damaged UF2 image"),
    "size": (image(size=477), "damaged UF2 image"),
    "chip": (image(RP2350), "for another chip .family 0xe48bff59, not 0xe48bff56"),
    "below": (image(start=0x0FFFFF00), "does not fit into the flash .address 0x0fffff00"),
    "above": (image(start=0x10200000), "does not fit into the flash .address 0x10200000"),
}


@pytest.mark.parametrize(("data", "message"), BAD.values(), ids=BAD)
def test_a_bad_image_is_refused(data: bytes | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "my.uf2"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(BuildError, match=f"^{re.escape(str(path))}: .*{message}"):
        uf2.read(path, "RP2040", 0x200000)


def test_a_named_image_is_used_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "my.uf2"
    mine.write_bytes(image())
    monkeypatch.setenv(environment.UF2, str(mine))
    assert images.image() == mine
    monkeypatch.setenv(environment.UF2, "nothing")
    assert runtime.main(["uf2", "--uf2", str(mine)]) == 0
    assert capsys.readouterr().out == f"{mine}\n"


@pytest.mark.parametrize(("data", "message"), BAD.values(), ids=BAD)
def test_a_bad_named_image(
    data: bytes | None,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(environment.UF2, "")  # so that monkeypatch restores what main sets
    mine = tmp_path / "my.uf2"
    if data is not None:
        mine.write_bytes(data)
    assert main(["build", "uf2", "--uf2", str(mine)]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert re.fullmatch(f"build: {re.escape(str(mine))}: .*{message}.*\n", output.err)
