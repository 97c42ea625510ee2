# SPDX-License-Identifier: MIT
"""The games that were won, over power-off."""

from pathlib import Path

import pytest

from teletype.handheld.keeping import wins
from teletype.handheld.keeping.store import Store


def test_they_are_counted(tmp_path: Path) -> None:
    store = Store(f"{tmp_path}/")
    assert wins.read(store) == {}
    for won in (False, True, False):
        wins.add(store, "nim", won)
    wins.add(store, "yen", False)
    assert wins.read(Store(f"{tmp_path}/")) == {"nim": (1, 3), "yen": (0, 1)}
    assert (tmp_path / "wins.txt").read_text() == "nim=1/3\nyen=0/1\n"


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"nim\n", b"nim=\n", b"nim=1\n", b"nim=x/2\n", b"\xff\xfe", bytes(9000)),
        "nim=1/2\n".encode("utf-16-le"),
    ],
)
def test_a_damaged_file_counts_as_nothing(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "wins.txt").write_bytes(data)
    store = Store(f"{tmp_path}/")
    assert wins.read(store) == {}
    wins.add(store, "race", True)
    assert wins.read(store) == {"race": (1, 1)}


def test_a_damaged_line_leaves_the_others(tmp_path: Path) -> None:
    (tmp_path / "wins.txt").write_text("nim=2/7\nyen=?\nrace=-3/99999\n")
    assert wins.read(Store(f"{tmp_path}/")) == {"nim": (2, 7), "race": (0, 9999)}


def test_a_flash_that_refuses(tmp_path: Path) -> None:
    store = Store(f"{tmp_path}/none/")
    wins.add(store, "nim", True)
    assert wins.read(store) == {}
