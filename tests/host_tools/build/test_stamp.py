# SPDX-License-Identifier: MIT
"""The revision that is written into built files."""

import pytest

from host_tools import version
from host_tools.build import stamp, uf2
from host_tools.usage import BuildError
from teletype import version as on_the_board
from tests.host_tools.build.test_uf2 import image

PLACE = stamp.MARK + b" " * stamp.ROOM


def test_the_firmware_has_the_place() -> None:
    assert on_the_board.STAMP == PLACE
    assert on_the_board.line() == on_the_board.VERSION == version.version()


@pytest.mark.parametrize(
    ("revision", "written"),
    [
        (None, b""),
        ("1234567", b"1234567"),
        ("1234567+", b"1234567+"),
        ("0123456789abcdef0", b"0123456789abcdef"),
        ("0123456789abcdef0+", b"0123456789abcde+"),
    ],
)
def test_what_is_written(
    revision: str | None, written: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(version, "revision", lambda: revision)
    data = stamp.compiled(b"before" + PLACE + b"after")
    assert data == b"before" + stamp.MARK + written.ljust(stamp.ROOM) + b"after"
    monkeypatch.setattr(on_the_board, "STAMP", data[6:-5])
    assert on_the_board.line() == f"{on_the_board.VERSION} {written.decode()}".rstrip()


@pytest.mark.parametrize("data", [b"", PLACE + PLACE, stamp.MARK + b"1234567".ljust(16)])
def test_there_must_be_one_place(data: bytes) -> None:
    with pytest.raises(BuildError, match="exactly one"):
        stamp.compiled(data)


@pytest.mark.parametrize("at", [0, 200, 232, 240, 256 + 215])
def test_a_place_that_lies_across_blocks(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block of 512 bytes holds 256 of the image, after a head of 32."""
    monkeypatch.setattr(version, "revision", lambda: "abcdefg")
    blank = uf2.patched(image(blocks=3), at, PLACE)
    assert uf2.payload(blank)[at:].startswith(PLACE)
    stamped = stamp.image(blank)
    assert uf2.payload(stamped) == stamp.compiled(uf2.payload(blank))
    assert len(stamped) == 3 * 512
    for start in range(0, 3 * 512, 512):  # heads, tails and unused bytes stay the same
        assert stamped[start : start + 32] == blank[start : start + 32]
        assert stamped[start + 288 : start + 512] == blank[start + 288 : start + 512]
