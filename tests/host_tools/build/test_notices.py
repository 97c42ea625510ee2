# SPDX-License-Identifier: MIT
"""The notices: the linker's map gives the content of an image, and nothing is left out."""

from pathlib import Path

import pytest

from host_tools.build import images, notices, packages, sources
from host_tools.build.notices import Part
from host_tools.paths import FIRMWARE, ROOT
from host_tools.usage import BuildError
from tests.helpers.boards import IMAGES

MAP = """\
Archive member included to satisfy reference by file (symbol)

/x/libm.a(sin.o)              a.c.o (sinf)

Discarded input sections

 .text.never    0x00000000       0x20 CMakeFiles/firmware.dir/never.c.o

Linker script and memory map

.text           0x10000100     0x1000
 .text.used     0x10000100       0x20 CMakeFiles/firmware.dir/used.c.o
 .text.a_name_that_needs_a_line_of_its_own
                0x10000120        0x8 /x/libm.a(sin.o)
 .text.empty    0x10000128        0x0 CMakeFiles/firmware.dir/empty.c.o
 *fill*         0x10000128        0x8
 .glue_7        0x10000130        0x4 linker stubs
 .data          0x20000000       0x10 CMakeFiles/firmware.dir/data.c.o
 .debug_info    0x00000000     0x1000 CMakeFiles/firmware.dir/debug.c.o
"""


def build_folder(folder: Path) -> tuple[Path, Path]:
    """Make a build folder, a source tree with one C file, and the map of an image of it."""
    build, tree = folder / "build", folder / "tree"
    objects = build / "CMakeFiles" / "firmware.dir"
    objects.mkdir(parents=True)
    (tree / "py").mkdir(parents=True)
    source = tree / "py" / "used.c"
    source.write_text("/* Copyright (c) 2013 Somebody, SPDX-License-Identifier: MIT */\n")
    (objects / "used.c.o.d").write_text(f"used.c.o: \\\n {source} \\\n ../tree/py/used.h\n")
    (build / notices.MAP).write_text(
        "\nLinker script and memory map\n\n"
        " .text          0x10000100       0x20 CMakeFiles/firmware.dir/used.c.o\n"
    )
    (build / "frozen_mpy" / "asyncio").mkdir(parents=True)
    (build / "frozen_mpy" / "asyncio" / "core.mpy").touch()
    (build / "frozen_mpy" / "main.mpy").touch()
    (folder / "ours").mkdir()
    (folder / "ours" / "main.py").touch()
    return build, tree


def test_the_map_tells_what_has_come_into_the_memory() -> None:
    objects = {"CMakeFiles/firmware.dir/used.c.o", "/x/libm.a(sin.o)"}
    assert notices.linked(MAP) == objects | {"CMakeFiles/firmware.dir/data.c.o"}
    with pytest.raises(BuildError, match="not a map"):
        notices.linked(MAP.replace("Linker script", "Something else"))


def test_the_longest_source_decides() -> None:
    parts = [Part("all", "", ("lib/", "a.c"), ()), Part("one", "", ("lib/b/", "p_*.c"), ())]
    assert [
        found.name if (found := notices.part_of(name, parts)) else None
        for name in ("lib/a.c", "lib/b/a.c", "lib/b", "a.c", "a.cc", "b/a.c", "p_q.c")
    ] == ["all", "one", "all", "all", None, None, "one"]


def test_what_comes_with_the_compiler() -> None:
    root = "/usr/lib/gcc/arm-none-eabi/12.2.1"
    names = {
        f"{root}/../../../arm-none-eabi/lib/thumb/v6-m/nofp/libg.a(lib_a-memcmp.o)": "newlib/",
        f"{root}/../../../arm-none-eabi/lib/thumb/v6-m/nofp/libm.a(lib_a-wf_log2.o)": "newlib/",
        "/usr/include/newlib/math.h": "newlib/",
        f"{root}/thumb/v6-m/nofp/libgcc.a(_udivmoddi4.o)": "gcc/",
        f"{root}/thumb/v6-m/nofp/crti.o": "gcc/",
        f"{root}/include/stdint.h": "gcc/",
        "/b/frozen_content.c": "build/frozen_content.c",
        "/b/pico-sdk/boot.S.o": "pico-sdk/boot.S.o",
        "/t/py/vm.c": "py/vm.c",
        "/else/where.c": "/else/where.c",
    }
    found = {path: notices.canonical(path, Path("/b"), Path("/t")) for path in names}
    assert found == names


def test_the_notices_of_an_image(tmp_path: Path) -> None:
    build, tree = build_folder(tmp_path)
    image = tmp_path / "some.uf2"
    assert notices.write(build, tree, [tmp_path / "ours"], image, named=False) == []
    text = (tmp_path / "some.notices.txt").read_text(encoding="utf-8")
    assert (ROOT / "LICENSE").read_text(encoding="utf-8") in text
    assert "\n    Copyright (c) 2013 Somebody,\n" in text
    assert "MicroPython" in text and "TinyUSB" not in text
    assert (tmp_path / "some.map").read_text() == (build / notices.MAP).read_text()


def test_a_source_tree_behind_a_link_has_the_same_names(tmp_path: Path) -> None:
    """An assembler source is known by the name under which CMake reached it."""
    build, tree = build_folder(tmp_path)
    (tree / "py" / "start.S").touch()
    link = tmp_path / "link"
    link.symlink_to(tree.parent, target_is_directory=True)
    for reached in (tree, link / "tree"):
        objects = [f"CMakeFiles/firmware.dir{reached}/py/start.S.o"]
        (path,) = notices.sources(build, reached, objects)
        assert notices.canonical(path, build.resolve(), tree.resolve()) == "py/start.S"


@pytest.mark.parametrize(
    ("name", "said"),
    [("lib/mbedtls/aes.c", "lib/mbedtls/aes.c"), ("frozen_mpy/extra.mpy", "frozen/extra.py")],
)
def test_a_part_without_a_notice_is_refused(tmp_path: Path, name: str, said: str) -> None:
    build, tree = build_folder(tmp_path)
    if name.endswith(".mpy"):
        (build / name).touch()
    else:
        dependencies = build / "CMakeFiles" / "firmware.dir" / "used.c.o.d"
        dependencies.write_text(f"used.c.o: {tree / name}\n")
    image = tmp_path / "some.uf2"
    with pytest.raises(BuildError, match=f"in some.uf2 and not in NOTICES.md: {said}$"):
        notices.write(build, tree, [tmp_path / "ours"], image, named=False)
    assert not notices.beside(image).exists()
    # a source tree of the user's own: only listed
    assert notices.write(build, tree, [tmp_path / "ours"], image, named=True) == [said]
    assert f"\n    {said}\n" in notices.beside(image).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "# Notices\n",
        "# Notices\n\n## Part\n\nWhat it is.\n",
        "# Notices\n\n## Part\n\nWhat it is.\n\nSources: none\n",
        "# Notices\n\n## Part\n\nWhat it is.\n\nSources: `a/`\n\n```text\nhalf of a te",
    ],
)
def test_a_damaged_file_of_notices(tmp_path: Path, text: str) -> None:
    path = tmp_path / "NOTICES.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BuildError, match=r"^NOTICES\.md: (no parts|Part: not )"):
        notices.parts(path)


def words(text: str) -> str:
    return " ".join(text.replace("*", " ").replace("/", " ").split())


@pytest.mark.pico
@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("MicroPython", "LICENSE"),
        ("printf", "lib/pico-sdk/src/rp2_common/pico_printf/LICENSE"),
        ("CMSIS", "lib/pico-sdk/src/rp2_common/cmsis/stub/CMSIS/LICENSE.txt"),
        ("TinyUSB", "lib/tinyusb/src/tusb.c"),
        ("FatFs", "lib/oofatfs/ff.c"),
        ("uzlib", "lib/uzlib/tinflate.c"),
        ("SHA-256", "lib/crypto-algorithms/sha256.c"),
        ("Mathematical functions of Sun", "lib/libm/ef_sqrt.c"),
    ],
)
def test_the_texts_are_those_of_the_sources(part: str, source: str) -> None:
    (found,) = [known for known in notices.parts() if known.name.startswith(part)]
    text = found.texts[-1].removeprefix("The MIT License (MIT)\n\n")
    assert words(text) in words((sources.tree() / source).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["ssd1306", "busdevice"])
def test_the_texts_are_those_of_the_driver(name: str) -> None:
    (licence,) = packages.driver_path().glob(f"*{name}-*.dist-info/licenses/LICENSE")
    (found,) = [part for part in notices.parts() if name in part.name.lower()]
    version = licence.parts[-3].split("-")[1].removesuffix(".dist")
    assert found.name.endswith(version)
    assert words(licence.read_text(encoding="utf-8")) in words(found.texts[0])


@pytest.mark.pico
@pytest.mark.parametrize("board", IMAGES)
def test_each_part_of_an_image_has_its_notice(board: str) -> None:
    """Test from the map next to the image to the notices next to it."""
    image = images.image(board)
    tree = sources.tree().resolve()
    text = notices.beside(image).read_text(encoding="utf-8")
    objects = notices.linked(image.with_suffix(".map").read_text(errors="replace"))
    assert len(objects) > 200
    named = set()
    for path in notices.sources(image.parent, tree, objects):
        if path.rpartition("/")[0].endswith("/stage/boards"):
            continue  # ours
        name = notices.canonical(path, image.parent.resolve(), tree)
        part = notices.part_of(name, notices.parts())
        assert part is not None, name
        named.add(part.name)
        assert f"\n{part.name}\n---" in text, part.name
        assert all(licence in text for licence in part.texts)
    # these come from an #include or as frozen modules, so no object has their name
    inside = {"FatFs R0.13c", "SHA-256 by Brad Conte", "CMSIS Core", "uzlib", "re1.5"}
    inside |= {part.name for part in notices.parts() if "frozen/" in str(part.sources)}
    for part in notices.parts():
        assert (part.name in named | inside) == (f"\n{part.name}\n---" in text), part.name
    assert sorted(FIRMWARE.rglob("*.py"))  # covered by our own licence
    assert (ROOT / "LICENSE").read_text(encoding="utf-8") in text
