# SPDX-License-Identifier: MIT
"""What somebody without this repository needs, as the folder dist: `make release`.

    python3 -m host_tools release [--to FOLDER]

    pocket-teletype-BOARD-VERSION.uf2          the whole image of each board that has one
    pocket-teletype-BOARD-VERSION.notices.txt  the terms of everything that is inside
    pocket-teletype-ARCH-VERSION.zip           the firmware for a board that keeps its MicroPython
    package.json, package-ARCH.json            the same for `mpremote mip install --target /`
    files/ARCH/                                what these name
    pocket-teletype-tapes-VERSION.zip          the reference tapes
    manual.html                                README and docs in one page
    LICENSE, NOTICES.md
    SHA256SUMS                                 for `sha256sum -c`

A zip, and a package, have the firmware as compiled for one kind of chip, with the `board.py` of
the board that most people have: the Pico, the Pico 2, the ESP32 with a screen. What else there is
of that chip stands in boards/NAME/board.py, to be copied over it.

Two releases of the same commit are the same, byte by byte, whatever folder they are made in. The
zips are not packed: zlib's bytes differ between its editions.
"""

import hashlib
import io
import json
import shutil
import sys
import zipfile
from pathlib import Path

from host_tools import paths, version
from host_tools.build import boards, definition, images, manual, notices, sources
from host_tools.build.bytecode import CompileError
from host_tools.build.cache import BuildError, Files
from host_tools.device import flash
from host_tools.usage import Failed, Parser

SUMS = "SHA256SUMS"
NAME = "pocket-teletype"

ARCHITECTURES = {"RP2040": "armv6m", "RP2350": "armv7emsp", "ESP32": "xtensawin"}
"""What mpy-cross calls each chip."""

FIRST = "armv6m"
"""The architecture that package.json is for: that of the Pico."""

README = """\
Pocket Teletype {version} for a board that keeps its MicroPython (1.23 or later), with {chip}.

Copy main.py, all other files and all folders but `boards` to the board's root, with Thonny or with

    mpremote cp -r {folders} *.mpy board.py main.py :

board.py is for {title}. If yours is another board, copy its boards/NAME/board.py over that.
Restart the board. An older main.py of yours is replaced: keep it first.
"""


def of_chip(chip: str) -> list[boards.Board]:
    """The boards with that chip, first the one that its zip is made for."""
    found = [boards.load(name) for name in boards.known()]
    names = definition.SDK.values()
    return sorted(
        (board for board in found if board.chip == chip),
        key=lambda board: (board.name not in names, board.name),
    )


def firmware(chip: str) -> Files:
    """The firmware for boards with that chip, by path on the board; `board.py` is a source."""
    (board, *_) = of_chip(chip)
    files = flash.firmware_files(board.name, ARCHITECTURES[chip])
    del files["board.mpy"]
    return {**files, "board.py": (paths.BOARDS / board.name / "board.py").read_bytes()}


def zipped(files: Files) -> bytes:
    """A zip of the files: the same bytes on every machine."""
    day = sources.released()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, day)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, for the rights
            archive.writestr(entry, data)
    return target.getvalue()


def package(files: Files, folder: str) -> bytes:
    """A package.json for mip: each file's path on the board, and where it lies beside this."""
    urls = [[name, f"{folder}/{name}"] for name in sorted(files)]
    return json.dumps({"urls": urls, "deps": [], "version": version.version()}, indent=1).encode()


def contents() -> Files:
    """All files of a release but the sums. Raises BuildError or CompileError."""
    number = version.version()
    papers = {path.name: path.read_bytes() for path in (notices.LICENSE, notices.NOTICES)}
    found: Files = {**papers, "manual.html": manual.page().encode()}
    for name in boards.images():
        image = images.image(name)
        found[f"{NAME}-{name}-{number}.uf2"] = image.read_bytes()
        found[f"{NAME}-{name}-{number}.notices.txt"] = notices.beside(image).read_bytes()
    for chip, architecture in ARCHITECTURES.items():
        files = firmware(chip)
        (board, *others) = of_chip(chip)
        top = sorted({name.partition("/")[0] for name in files if "/" in name})
        told = README.format(version=number, chip=chip, folders=" ".join(top), title=board.title)
        more = {
            f"boards/{other.name}/board.py": (paths.BOARDS / other.name / "board.py").read_bytes()
            for other in others
        }
        found[f"{NAME}-{architecture}-{number}.zip"] = zipped(
            {**files, **more, **papers, "README.txt": told.encode()}
        )
        own = "package.json" if architecture == FIRST else f"package-{architecture}.json"
        found[own] = package(files, f"files/{architecture}")
        found |= {f"files/{architecture}/{name}": data for name, data in files.items()}
    tapes = {f"tapes/{path.name}": path.read_bytes() for path in paths.TAPES.glob("*.tape")}
    found[f"{NAME}-tapes-{number}.zip"] = zipped(tapes)
    return found


def write(files: Files, folder: Path) -> None:
    """Writes a release with its sums; what an earlier release left there goes, nothing else."""
    folder.mkdir(parents=True, exist_ok=True)
    sums = folder / SUMS
    if sums.exists():
        for line in sums.read_text(encoding="utf-8").splitlines():
            (folder / line.partition("  ")[2]).unlink(missing_ok=True)
        sums.unlink()
        shutil.rmtree(folder / "files", ignore_errors=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    lines = [f"{hashlib.sha256(data).hexdigest()}  {name}" for name, data in sorted(files.items())]
    sums.write_text("\n".join([*lines, ""]), encoding="utf-8")


def main(argv: list[str]) -> int:
    parser = Parser(prog="host_tools release", description="Everything for dist.")
    parser.add_argument("--to", type=Path, default=paths.DIST, metavar="FOLDER")
    options = parser.parse_args(argv)
    try:
        files = contents()
    except (BuildError, CompileError) as error:
        raise Failed(str(error)) from error
    write(files, options.to)
    if (version.revision() or "+").endswith("+"):
        print("release: warning: the working tree has uncommitted changes", file=sys.stderr)
    for name in sorted(files):
        if not name.startswith("files/"):
            print(options.to / name)
    return 0
