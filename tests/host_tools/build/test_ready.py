# SPDX-License-Identifier: MIT
"""Ready images: packed, unpacked, and used where nothing can be built."""

import os
from pathlib import Path

import pytest

from host_tools import paths
from host_tools.build import boards, cache, images, ready
from host_tools.files import Files
from host_tools.usage import BuildError


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with an image for the Pico, and a cache of its own."""
    image = tmp_path / "pocket-teletype-pico.uf2"
    image.write_bytes(b"an image" * 1000)
    image.with_suffix(".notices.txt").write_text("notices")
    other = tmp_path / "pocket-teletype-pico2.uf2"
    other.write_bytes(b"another one" * 1000)
    other.with_suffix(".notices.txt").write_text("its notices")
    monkeypatch.setattr(ready, "ARCHIVE", tmp_path / "ready.tar.xz")
    monkeypatch.setattr(cache, "RUNTIME", tmp_path / "кэш" / "runtime")
    ready.ARCHIVE.write_bytes(ready.packed([image, other]))
    return image


def test_an_image_is_unpacked_with_its_notices(packed: Path) -> None:
    found = ready.of_package("pico")
    assert found is not None and found.read_bytes() == packed.read_bytes()
    assert found.with_suffix(".notices.txt").read_text() == "notices"
    assert ready.of_package("pico") == found
    assert sorted(path.name for path in found.parent.glob("pocket*")) == [
        "pocket-teletype-pico.notices.txt",
        "pocket-teletype-pico.uf2",
    ]
    other = ready.of_package("pico2")
    assert other is not None and other.read_bytes().startswith(b"another one")
    assert ready.of_package("thumby") is None


def test_it_is_packed_the_same_each_time(packed: Path) -> None:
    first = ready.packed([packed])
    os.utime(packed, (1, 1))
    assert ready.packed([packed]) == first


def test_a_package_without_the_image_says_what_to_do(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "INSTALLED", True)
    assert images.image("pico") == ready.of_package("pico")
    with pytest.raises(BuildError, match="no image for thumby: use the wheel of a release"):
        images.image("thumby")


def test_without_compilers_the_newest_image_of_dist_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(name: str, board: boards.Board, files: Files) -> Path:
        raise cache.MissingError("missing: cmake")

    monkeypatch.setattr(images, "_made", made)
    monkeypatch.setattr(paths, "DIST", tmp_path)
    with pytest.raises(cache.MissingError, match="an image of a release in dist also works"):
        images.image("pico")
    for number, name in enumerate(("pico-0.1.0", "pico-0.2.0", "pico2-0.2.0", "thumby-0.2.0")):
        image = tmp_path / f"pocket-teletype-{name}.uf2"
        image.write_bytes(b"")
        os.utime(image, (number, number))
    assert images.image("pico").name == "pocket-teletype-pico-0.2.0.uf2"
    assert "using the finished pocket-teletype-pico-0.2.0.uf2" in capsys.readouterr().err
