# SPDX-License-Identifier: MIT
"""The images for the boards: MicroPython with the firmware frozen in, or alone."""

import functools
import sys
from collections.abc import Sequence
from pathlib import Path

from host_tools import paths, version
from host_tools.build import (
    boards,
    bytecode,
    cache,
    compilers,
    definition,
    environment,
    import_names,
    linker,
    notices,
    package_paths,
    packages,
    ready,
    sources,
    stamp,
    text_check,
    uf2,
)
from host_tools.build.micropython import jobs, mpy_cross
from host_tools.files import Files
from host_tools.usage import BuildError, Failed, WrongUsage, tell

RP2_OPTIONS = ("-DPICO_BUILD_DOCS=0", "-DPICO_NO_PICOTOOL=1")
PLAIN_MANIFEST = (
    'freeze("$(PORT_DIR)/modules", ("_boot.py", "rp2.py"))\ninclude("$(MPY_DIR)/extmod/asyncio")\n'
)
"""A stock board's modules, except the four from micropython-lib, which Debian leaves out."""

PLAIN_BOARDS = {"RP2040": "RPI_PICO", "RP2350": "RPI_PICO2"}
"""MicroPython's name of the Pico with each chip."""


def image(name: str = "pico") -> Path:
    """Return the UF2 for boards/<name> with our firmware frozen in, or the one the user named.

    An installed package has ready images; without compilers an image in dist is used. Raises
    BuildError, or WrongUsage for an unknown board.
    """
    try:
        board = boards.load(name)
    except boards.UnknownBoard as error:
        raise WrongUsage(str(error)) from error
    made = definition.files(board)
    chosen = environment.path(environment.UF2)
    if chosen is not None:
        _check(chosen, board)
        return chosen
    if paths.INSTALLED:
        return _shipped(name)
    try:
        return _made(name, board, made)
    except cache.MissingError as error:
        made_before = ready.of_release(name)
        if made_before is None:
            raise cache.MissingError(
                f"{error}; an image of a release in dist also works"
            ) from error
        tell(f"no compilers here: using the finished {made_before.name}\n")
        return made_before


def _shipped(name: str) -> Path:
    """Return the installed package's image. Raises BuildError if it has none."""
    found = ready.of_package(name)
    if found is None:
        raise BuildError(
            f"this package has no image for {name}: use the wheel of a release, "
            f"or name a ready image with --uf2 FILE (or {environment.UF2})"
        )
    return found


def _made(name: str, board: boards.Board, made: Files) -> Path:
    """Return the image built from this tree."""
    try:
        modules = {  # an editor's lock is a dangling link
            path: file for path, file in bytecode.firmware(image=True).items() if file.is_file()
        }
    except Failed as error:
        raise BuildError(f"no image of this firmware: {error}") from error
    texts = package_paths.constant({path: file.read_bytes() for path, file in modules.items()})
    firmware = {f"firmware/{path}": data for path, data in texts.items()}
    frozen = {
        "boards/manifest.py": (paths.BOARDS / "manifest.py").read_bytes(),
        "boards/boot.py": (paths.BOARDS / "boot.py").read_bytes(),
        f"boards/{name}/board.py": (paths.BOARDS / name / "board.py").read_bytes(),
        **firmware,
    }
    compiled = {f"boards/{name}/{file}": data for file, data in made.items()} | {
        f"boards/{file}": (paths.BOARDS / file).read_bytes() for file in definition.CONFIGURATION
    }
    papers = [path.read_bytes() for path in (notices.LICENSE, notices.NOTICES)]
    source = sources.chosen()
    inputs = (source.key, RP2_OPTIONS, sorted(compiled.items()), linker.HOT, linker.SECTION)
    # the module of import_names follows from these; it takes half a second
    names = Path(str(import_names.__file__)).read_bytes()
    key = cache.key(*inputs, packages.DRIVER, sorted(frozen.items()), names, papers)
    file = f"pocket-teletype-{name}.uf2"

    def build(folder: Path) -> None:
        try:
            text_check.check(paths.FIRMWARE)
        except BuildError as error:
            raise BuildError(f"no image of this firmware: {error}") from error
        _build(
            source,
            name,
            cache.key(*inputs),  # frozen modules change often and are quickly rebuilt
            {
                **compiled,
                **frozen,
                f"boards/{import_names.FILE}": import_names.source(modules),
            },
            (
                f"-DMICROPY_BOARD_DIR={{stage}}/boards/{name}",
                f"-DMICROPY_MANIFEST_DRIVER_DIR={packages.driver_path()}",
            ),
            board.chip,
            folder / file,
            again=True,
        )
        _check(folder / file, board)

    made_here = functools.partial(cache.artefact, f"uf2-{name}", key, file, build)
    if "firmware/teletype/version.py" not in firmware:
        return made_here()

    def write_revision(folder: Path) -> None:
        """Stamp the revision into the built image: a new revision needs no rebuild."""
        for path in made_here().parent.iterdir():
            data = path.read_bytes()
            (folder / path.name).write_bytes(stamp.image(data) if path.name == file else data)

    key = cache.key(key, version.revision(), stamp.MARK, stamp.ROOM)
    return cache.artefact(f"image-{name}", key, file, write_revision)


def plain(chip: str = "RP2040") -> Path:
    """Return an image of a stock Pico or Pico 2: MicroPython without any of our modules."""
    source = sources.chosen()
    board = PLAIN_BOARDS[chip]
    key = cache.key(source.key, RP2_OPTIONS, PLAIN_MANIFEST)
    name = f"micropython-{board}.uf2"

    def build(folder: Path) -> None:
        _build(
            source,
            board,
            key,
            {"manifest.py": PLAIN_MANIFEST.encode()},
            ("-DMICROPY_FROZEN_MANIFEST={stage}/manifest.py",),
            chip,
            folder / name,
        )

    return cache.artefact("plain" if chip == "RP2040" else f"plain-{board}", key, name, build)


def _check(path: Path, board: boards.Board) -> None:
    """Raise BuildError unless the file is an image for this board that leaves space for files."""
    memory = board.memory
    uf2.read(path, board.chip, 1024 * (memory["size"] - memory["files"]))


def _build(
    source: sources.Source,
    board: str,
    key: str,
    files: Files,
    options: Sequence[str],
    chip: str,
    image: Path,
    again: bool = False,
) -> None:
    """Build a UF2 in the workshop of this key; `{stage}` in an option is the folder of `files`."""
    compilers.need(compilers.FOR_RP2)
    cross = mpy_cross()
    tree = sources.tree()
    what = f"building {image.name}"
    with cache.workshop(image.stem, key, what, again) as (work, run):
        stage, build = work / "stage", work / "build"
        if "boards/hot.c" in files:  # a stock image has none
            theirs = (tree / f"ports/rp2/memmap_mp_{chip.lower()}.ld").read_text("utf-8")
            files = {**files, "memory.ld": linker.script(theirs).encode()}
        cache.sync(stage, files)
        # makemanifest.py compares dates and so misses a file that was deleted or became older.
        cache.remove(build / "frozen_mpy")
        env = sources.build_environment(cross)
        run(
            *("cmake", "-G", "Unix Makefiles", "-S", tree / "ports/rp2", "-B", build),
            f"-DPython3_EXECUTABLE={sys.executable}",
            f"-DMICROPY_BOARD={board}",
            *RP2_OPTIONS,
            *(option.replace("{stage}", str(stage)) for option in options),
            env=env,
        )
        run("make", "-C", build, jobs(), env=env)
        if align_frozen(build / "frozen_content.c"):
            run("make", "-C", build, jobs(), env=env)
        run(
            *(sys.executable, tree / "tools/uf2conv.py", "-c"),
            *("-b", hex(uf2.FLASH_START), "-f", hex(uf2.FAMILIES[chip])),
            *("-o", work / image.name, build / "firmware.bin"),
            env=env,
        )
        ours = (stage / "firmware", stage / "boards", stage / "boards" / board)
        try:
            unlisted = notices.write(build, tree, ours, image, source.named)
        except BuildError as error:
            raise BuildError(f"no image without its notices: {error}") from error
        if unlisted:
            tell(f"{len(unlisted)} files have only their own notice ")
        cache.install(work / image.name, image.parent)


def align_frozen(path: Path) -> bool:
    """Align the native functions of the frozen modules to words; return whether that was needed.

    On the RP2040 they may hold constants of 32 bits, which the Thumb emitter aligns relative to
    the function. MicroPython's tools/mpy-tool.py aligns functions to 2 bytes, so half of the
    images would load wrong constants and crash.
    """
    text = path.read_text(encoding="utf-8")
    aligned = text.replace("__attribute__ ((aligned (2)))", "__attribute__ ((aligned (4)))")
    if aligned == text:
        return False
    path.write_text(aligned, encoding="utf-8")
    return True
