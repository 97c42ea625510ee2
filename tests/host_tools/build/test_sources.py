# SPDX-License-Identifier: MIT
"""The source tree: patched if its text is as expected, or complete and named by the user."""

import shutil
from pathlib import Path

import pytest

from host_tools.build import environment, sources
from host_tools.build.cache import BuildError


def test_patch_must_find_its_text_once(tmp_path: Path) -> None:
    path = tmp_path / "CMakeLists.txt"
    path.write_text("set(A ON)\n")
    sources._patch(path, "set(A ON)", "set(A OFF)")
    assert path.read_text() == "set(A OFF)\n"
    with pytest.raises(BuildError, match="expected exactly once, found 0 times"):
        sources._patch(path, "set(A ON)", "set(A OFF)")
    path.write_text("set(A ON)\nset(A ON)\n")
    with pytest.raises(BuildError, match="found 2 times"):
        sources._patch(path, "set(A ON)", "set(A OFF)")
    assert path.read_text() == "set(A ON)\nset(A ON)\n"


def make_tree(tree: Path) -> None:
    """Make the files that identify a complete MicroPython source tree."""
    for name in (
        "py/mpconfig.h",
        "mpy-cross/Makefile",
        "ports/rp2/CMakeLists.txt",
        "lib/pico-sdk/README.md",
        "lib/pico-sdk/pico_sdk_init.cmake",
        "lib/tinyusb/src/tusb.h",
        "lib/micropython-lib/README.md",
    ):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("")


def test_named_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.TREE, str(tmp_path))
    make_tree(tmp_path)
    assert sources.tree() == tmp_path
    before = sources.chosen().key
    assert sources.chosen().key == before
    (tmp_path / "py/mpconfig.h").write_text("more")
    assert sources.chosen().key != before


def test_bad_named_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.TREE, str(tmp_path / "tree"))
    with pytest.raises(BuildError, match="tree: no such folder"):
        sources.tree()
    (tmp_path / "tree").mkdir()
    with pytest.raises(BuildError, match=r"not a MicroPython source tree .no py/mpconfig.h"):
        sources.tree()
    make_tree(tmp_path / "tree")
    shutil.rmtree(tmp_path / "tree/lib/tinyusb")
    with pytest.raises(BuildError, match="git submodule update --init lib/tinyusb"):
        sources.tree()
    make_tree(tmp_path / "tree")
    (tmp_path / "tree/ports/rp2/CMakeLists.txt").write_text("set(MICROPY_SSL_MBEDTLS ON)\n")
    with pytest.raises(BuildError, match="git submodule update --init lib/mbedtls"):
        sources.tree()
