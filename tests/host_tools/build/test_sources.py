# SPDX-License-Identifier: MIT
"""The source tree: patched if its text is as expected, or complete and named by the user."""

import filecmp
import re
import shutil
from pathlib import Path

import pytest

from host_tools import doctor
from host_tools.build import cache as the_cache
from host_tools.build import environment, sources
from host_tools.usage import BuildError


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


def make_tree(tree: Path, version: str = "1.25.0", sdk: str = "2.1.1", early: int = 0) -> None:
    """Make the files that identify a clone of MicroPython with the submodules of a build."""
    numbers = zip(("MAJOR", "MINOR", "MICRO"), version.split("."), strict=True)
    defined = [f"#define MICROPY_VERSION_{name} {number}\n" for name, number in numbers]
    defined.append(f"#define MICROPY_VERSION_PRERELEASE {early}\n")
    numbers = zip(("MAJOR", "MINOR", "REVISION"), sdk.split("."), strict=True)
    for name, text in {
        "py/mpconfig.h": "".join(defined),
        "mpy-cross/Makefile": "",
        "ports/rp2/CMakeLists.txt": "".join(
            old for name, old, _ in sources.PATCHES if ".txt" in name
        ),
        "ports/rp2/mpconfigport.h": "".join(
            old for name, old, _ in sources.PATCHES if ".h" in name
        ),
        "lib/pico-sdk/pico_sdk_init.cmake": "",
        "lib/pico-sdk/pico_sdk_version.cmake": "".join(
            f"set(PICO_SDK_VERSION_{name} {number})\n" for name, number in numbers
        ),
        "lib/tinyusb/src/tusb.h": "",
    }.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)


def test_a_clone_is_copied_and_stays_as_it_is(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Submodules that no build reads, and what earlier builds have left, are not copied."""
    clone = tmp_path / "clone"
    monkeypatch.setenv(environment.TREE, str(clone))
    make_tree(clone)
    for name in ("lib/mbedtls/ssl.c", "ports/rp2/build-PICO/x.o", "lib/pico-sdk/lib/lwip/a.c"):
        (clone / name).parent.mkdir(parents=True)
        (clone / name).touch()
    (clone / "lib/tinyusb/.git").touch()
    before = {path: path.stat().st_mtime_ns for path in clone.rglob("*")}
    tree = sources.tree()
    assert tree.parent == cache and before == {p: p.stat().st_mtime_ns for p in clone.rglob("*")}
    assert "set(MICROPY_SSL_MBEDTLS OFF)" in (tree / "ports/rp2/CMakeLists.txt").read_text()
    copied = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    assert "lib/tinyusb/src/tusb.h" in copied and "lib/micropython-lib/README.md" in copied
    assert not [name for name in copied if re.search("mbedtls|build-PICO|lwip|[.]git", name)]


def test_a_changed_clone_is_another(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(environment.TREE, str(tmp_path))
    make_tree(tmp_path)
    before = sources.chosen().key
    assert sources.chosen().key == before
    (tmp_path / "py/obj.c").write_text("more")
    assert sources.chosen().key != before


def test_the_name_in_version_0_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POCKET_TELETYPE_MICROPYTHON", str(tmp_path / "tree"))
    with pytest.raises(BuildError, match="tree: no such folder"):
        sources.chosen()


@pytest.mark.parametrize(
    ("version", "sdk", "early", "complaint"),
    [
        ("1.24.1", "2.1.1", 0, "MicroPython 1.24.1; only 1.25.0 was tried"),
        ("1.25.0", "2.1.1", 1, "MicroPython 1.25.0 before its release; only 1.25.0 was tried"),
        ("1.25.0", "2.1.0", 0, "Pico SDK 2.1.0; only 2.1.1 was tried"),
    ],
)
def test_a_version_that_was_not_tried(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    version: str,
    sdk: str,
    early: int,
    complaint: str,
) -> None:
    monkeypatch.setenv(environment.TREE, str(tmp_path))
    make_tree(tmp_path, version, sdk, early)
    with pytest.raises(BuildError, match=f"{complaint}, so run there: git checkout v1.25.0 &&"):
        sources.tree()
    (finding,) = [each for each in doctor._compilers() if "MICROPYTHON" in each.what]
    assert finding.there is False and complaint in finding.mend


@pytest.mark.heavy
@pytest.mark.unix
def test_debians_tree_as_a_clone_gives_the_same_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unpatched, Debian's tree has what a clone has; its copy is what Debian's way builds."""
    theirs = sources.tree()
    clone = tmp_path / "clone"
    shutil.copytree(theirs, clone, symlinks=True)
    for name, old, new in reversed(sources.PATCHES):
        path = clone / name
        if new:
            text = path.read_text()
            assert text.count(new) == 1
            path.write_text(text.replace(new, old))
        else:
            path.write_text(path.read_text() + old)
    monkeypatch.setenv(environment.TREE, str(clone))
    monkeypatch.setattr(the_cache, "RUNTIME", tmp_path / "runtime")
    copy = sources.tree()
    assert copy != theirs
    files = list(sources._read(theirs))
    same, different, missing = filecmp.cmpfiles(theirs, copy, files, shallow=False)
    assert (different, missing) == ([], []) and len(same) > 3000


def test_bad_named_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.TREE, str(tmp_path / "tree"))
    with pytest.raises(BuildError, match="tree: no such folder"):
        sources.tree()
    (tmp_path / "tree").mkdir()
    with pytest.raises(BuildError, match=r"not a MicroPython source tree .no py/mpconfig.h"):
        sources.tree()
    make_tree(tmp_path / "tree")
    shutil.rmtree(tmp_path / "tree/lib/tinyusb")
    with pytest.raises(BuildError, match=r"tusb.h is missing; run there: .* --init .*lib/tinyusb"):
        sources.tree()
