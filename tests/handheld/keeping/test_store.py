# SPDX-License-Identifier: MIT
"""The store alone: what a file holds is the old or the new, whatever refuses in between."""

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from tests.helpers.sessions import refuse


@pytest.fixture
def store(tmp_path: Path) -> Any:
    Simulator()  # fills in what this Python lacks
    return importlib.import_module("teletype.handheld.keeping.store").Store(f"{tmp_path}/")


def damaged() -> type[Exception]:
    found: type[Exception] = importlib.import_module("teletype.handheld.keeping.store").Damaged
    return found


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_that_is_not_there(store: Any) -> None:
    assert store.read("a.txt", 10) is None and not store.has("a.txt")
    assert store.files("nowhere") == []
    store.remove("a.txt")
    with pytest.raises(OSError, match="No such file"):
        store.size("a.txt")


def test_a_file_of_just_the_largest_size(store: Any, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("ё" * 5, "utf-8")
    assert store.read("a.txt", 10) == "ё" * 5 and store.size("a.txt") == 10
    with pytest.raises(damaged(), match="more than 9 bytes"):
        store.read("a.txt", 9)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_bytes(b"a\xff"), "not UTF-8"),
        (lambda path: path.write_bytes("ё".encode()[:1]), "not UTF-8"),
        (lambda path: path.write_bytes("a=1".encode("utf-16-le")), "not UTF-8"),
        (lambda path: path.write_bytes("a=1".encode("utf-16-be")), "not UTF-8"),
        (lambda path: path.mkdir(), "a folder, not a file"),
    ],
)
def test_a_file_that_is_no_text(
    make: Callable[[Path], None], message: str, store: Any, tmp_path: Path
) -> None:
    make(tmp_path / "a.txt")
    with pytest.raises(damaged(), match=message):
        store.read("a.txt", 10)


def test_a_file_is_replaced_in_one_step(
    store: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("teletype.handheld.keeping.store")
    store.replace("a.txt", "old")
    seen = []
    rename = module.os.rename

    def watched(old: str, new: str) -> None:
        seen.append((Path(new).read_text(), Path(old).name, Path(old).read_text()))
        rename(old, new)

    monkeypatch.setattr(module.os, "rename", watched)
    store.replace("a.txt", "new")
    assert seen == [("old", "a.txt.new", "new")]
    assert (tmp_path / "a.txt").read_text() == "new" and names(tmp_path) == ["a.txt"]
    assert store.writes == 2


@pytest.mark.parametrize("where", ["open", "rename"])
def test_a_flash_that_refuses_leaves_the_old_file(
    where: str, store: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("teletype.handheld.keeping.store")
    store.replace("a.txt", "old")

    monkeypatch.setattr(*((store, "open") if where == "open" else (module.os, "rename")), refuse)
    with pytest.raises(OSError, match="ENOSPC"):
        store.replace("a.txt", "new")
    assert names(tmp_path) == ["a.txt"] and (tmp_path / "a.txt").read_text() == "old"
    with pytest.raises(OSError, match="ENOSPC"):
        list(store.copy("a.txt", "b.txt", "head"))
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.parametrize(
    ("start", "end"), [(0, None), (0, 512), (3, 515), (100, 1400), (0, 0), (1400, 9999)]
)
def test_a_copy_is_made_in_pieces(start: int, end: int | None, store: Any, tmp_path: Path) -> None:
    """Of 512 bytes at most; it has its name only when it is whole."""
    data = bytes(number % 251 for number in range(1500))
    (tmp_path / "a").write_bytes(data)
    steps = 0
    for _ in store.copy("a", "b", "head\n", start, end):
        assert names(tmp_path) == ["a", "b.new"]
        steps += 1
    part = data[start:end]
    assert (tmp_path / "b").read_bytes() == b"head\n" + part
    assert steps == -(-len(part) // 512) and names(tmp_path) == ["a", "b"]


def test_a_copy_takes_the_place_of_its_own_source(store: Any, tmp_path: Path) -> None:
    """As where a last line that is not whole is cut off."""
    (tmp_path / "a").write_bytes(b"whole\nhal")
    list(store.copy("a", "a", "", 0, 6))
    assert (tmp_path / "a").read_bytes() == b"whole\n" and names(tmp_path) == ["a"]


def test_what_wears_the_flash_is_counted(store: Any) -> None:
    with store.open("a", "wb") as file:
        file.write(b"x")
    with store.open("a", "ab") as file:
        file.write(b"y")
    with store.open("a", "rb") as file:
        assert file.read() == b"xy"
    assert store.writes == 2
    list(store.copy("a", "b"))
    assert store.writes == 3


def test_folders_and_names(store: Any, tmp_path: Path) -> None:
    store.make_folder("tapes")
    store.make_folder("tapes")  # it is there: that is all that was wanted
    with pytest.raises(OSError):
        store.make_folder("no/such")
    (tmp_path / "tapes/a").write_bytes(b"12345")
    store.rename("tapes/a", "tapes/b")
    assert store.files("tapes") == [("b", 5)] and store.has("tapes/b")
    store.remove("tapes/b")
    assert store.files("tapes") == []


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names there are text")
def test_a_name_that_is_not_utf_8(store: Any, tmp_path: Path) -> None:
    """The others are listed, too, and nothing takes it for the name of another file."""
    for name in (b"caf\xe9.tape", "й.tape".encode()):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(b"1")
    assert sorted(store.files("")) == [("caf?.tape?", 1), ("й.tape", 1)]


def test_free_bytes_are_those_of_the_file_system(
    store: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`statvfs` gives the size of a fragment, and how many of them are free."""
    module = importlib.import_module("teletype.handheld.keeping.store")
    monkeypatch.setattr(
        module.os, "statvfs", lambda folder: (4096, 512, 256, 100, 90, 0, 0, 0, 0, 255)
    )
    assert store.free() == 512 * 90
