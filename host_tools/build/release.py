# SPDX-License-Identifier: MIT
"""All files for a user without this repository, in the folder dist: `make release`.

    python3 -m host_tools release [--to FOLDER] [--flat FOLDER]

    README.txt                                 what each of these is for
    pocket-teletype-BOARD-VERSION.uf2          the whole image of each board that has one
    pocket-teletype-BOARD-VERSION.notices.txt  the terms of everything that is inside
    pocket-teletype-ARCH-VERSION.zip           the firmware for a board that keeps its MicroPython
    mip/package.json, package-ARCH.json        the same for `mpremote mip install --target /`
    mip/*                                      what these name, in one flat folder
    pocket-teletype.html, pocket-teletype/     the page, as one file and for a web server
    pocket-teletype-pico2.html                 the same with an emulated Pico 2
    pocket_teletype-VERSION-*.whl, *.tar.gz    the Python package, and its sources
    pocket-teletype-manual-VERSION.zip         the manual as HTML, with a search
    pocket-teletype-tapes-VERSION.zip          the reference tapes
    sbom.cdx.json                              what all this is made of, CycloneDX
    LICENSE, NOTICES.md
    SHA256SUMS                                 for `sha256sum -c`

Each zip and each package has the firmware compiled for one chip and for its most common board: the
Pico, the Pico 2, an ESP32, the ESP32-C3. Other boards with that chip use their
boards/NAME/board.py: a copy in the root of the board replaces the default.

Two releases of the same commit are identical, byte by byte, in whatever folder they are made. The
zips are not compressed, because zlib's output differs between versions.
"""

import hashlib
import io
import json
import tempfile
import zipfile
from pathlib import Path

from host_tools import paths, version
from host_tools.build import (
    boards,
    definition,
    images,
    manual,
    notices,
    sbom,
    sources,
    wheel,
)
from host_tools.device import flash, packs, slots
from host_tools.files import MADE, Files, folder, replace
from host_tools.page import page
from host_tools.usage import Parser, WrongUsage, tell

SUMS = "SHA256SUMS"
NAME = "pocket-teletype"

ARCHITECTURES = {
    "RP2040": "armv6m",
    "RP2350": "armv7emsp",
    "ESP32": "xtensawin",
    "ESP32C3": "rv32imc",
}
"""mpy-cross's name of each chip's architecture."""

FIRST = "armv6m"
"""The architecture of package.json: that of the Pico."""

README = """\
Pocket Teletype {version} for a board that keeps its MicroPython (1.23 or later), with {chip}.

Copy main.py and the folder `firmware` to the board's root, with Thonny or with

    mpremote cp -r firmware main.py :

This is for {title}. If yours is another board, copy its boards/NAME/board.py to the root as well.
Restart the board. An older main.py of yours is replaced: keep it first.
"""


OVERVIEW = """\
Pocket Teletype {version} ({revision})

Sixteen old game and puzzle programs for a Raspberry Pi Pico with a small screen and six buttons.

To try it in a browser
    Open pocket-teletype.html; it needs nothing else. pocket-teletype/ is for a web server.
    pocket-teletype-pico2.html emulates a Pico 2 instead of a Pico.

To build a handheld
    Hold BOOTSEL while you plug the board in. Drag the file for it onto the drive that appears:
{images}
    A board that keeps its MicroPython (1.23 or later) takes the zip for its chip instead, with
    Thonny or mpremote; a README is inside:
{zips}
    Or, with this folder on a web server:  mpremote mip install --target / ADDRESS/mip/package.json

To use the commands on a computer (Python 3.11 or later)
    pipx install './{wheel}[emulator,plots]'
    pocket-teletype --help

pocket-teletype-manual-{version}.zip  the manual: unpack it and open manual/index.html
pocket-teletype-tapes-{version}.zip   reference tapes, which `check` replays on a board
sbom.cdx.json, NOTICES.md, *.notices.txt, LICENSE  what is inside, and under which terms
SHA256SUMS  to check the files:  sha256sum -c SHA256SUMS
"""


def of_chip(chip: str) -> list[boards.Board]:
    """Return the boards with that chip, first the one for which its zip is made."""
    found = [boards.load(name) for name in boards.known()]
    names = definition.SDK.values()
    return sorted(
        (board for board in found if board.chip == chip),
        key=lambda board: (board.name not in names, board.name),
    )


def firmware(chip: str) -> Files:
    """Return the firmware's files for a board with that chip, by path."""
    modules = flash.firmware_files(of_chip(chip)[0].name, ARCHITECTURES[chip])
    return slots.installed(packs.packed(modules))


def zipped(files: Files) -> bytes:
    """Make a zip of the files: the same bytes on every machine."""
    day = sources.released()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, day)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, for the permissions
            archive.writestr(entry, data)
    return target.getvalue()


def flat(path: str, data: bytes) -> str:
    """Return a board file's name in a flat folder; different contents get different names."""
    stem, dot, end = path.rpartition(".")
    if not dot:
        stem, end = path, ""
    return f"{stem.replace('/', '.')}-{hashlib.sha256(data).hexdigest()[:8]}{dot}{end}"


def package(files: Files) -> bytes:
    """Make a package.json for mip: each file's path on the board, and its name next to it."""
    urls = [[name, flat(name, data)] for name, data in sorted(files.items())]
    return json.dumps({"urls": urls, "deps": [], "version": version.version()}, indent=1).encode()


def of_firmware() -> Files:
    """Make the files that need only the firmware: images, zips and packages, the tapes."""
    number = version.version()
    papers = {path.name: path.read_bytes() for path in (notices.LICENSE, notices.NOTICES)}
    found: Files = dict(papers)
    for name in boards.images():
        image = images.image(name)
        found[f"{NAME}-{name}-{number}.uf2"] = image.read_bytes()
        found[f"{NAME}-{name}-{number}.notices.txt"] = notices.beside(image).read_bytes()
    for chip, architecture in ARCHITECTURES.items():
        files = firmware(chip)
        (board, *others) = of_chip(chip)
        told = README.format(version=number, chip=chip, title=board.title)
        more = {
            f"boards/{other.name}/board.py": (paths.BOARDS / other.name / "board.py").read_bytes()
            for other in others
        }
        found[f"{NAME}-{architecture}-{number}.zip"] = zipped(
            {**files, **more, **papers, "README.txt": told.encode()}
        )
        own = "package.json" if architecture == FIRST else f"package-{architecture}.json"
        found[f"mip/{own}"] = package(files)
        found |= {f"mip/{flat(name, data)}": data for name, data in files.items()}
    tapes = {f"tapes/{path.name}": path.read_bytes() for path in paths.TAPES.glob("*.tape")}
    found[f"{NAME}-tapes-{number}.zip"] = zipped(tapes)
    return found


def of_page() -> Files:
    """Make the page: one file for each chip, and a folder for a web server."""
    with tempfile.TemporaryDirectory(prefix="pocket-teletype-") as place:
        out = Path(place)
        uf2s = {name: images.image(name) for name in boards.images()}
        for board in (page.BOARD, page.SECOND):
            page.make(out, uf2s, board)
        files = sorted(path for path in out.rglob("*") if path.is_file() and path.name != MADE)
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def of_repository() -> Files:
    """Make the files that need the whole repository: page, Python package, manual, SBOM."""
    pages = {f"manual/{name}": data for name, data in manual.site().items()}
    return {
        **of_page(),
        **wheel.made(),
        f"{NAME}-manual-{version.version()}.zip": zipped(pages),
        "sbom.cdx.json": sbom.bill(),
    }


def overview(files: Files) -> str:
    """Make README.txt, which states the purpose of each file."""
    number = version.version()
    titles = {name: board.title for name, board in boards.images().items()}
    uf2s = [f"        {NAME}-{name}-{number}.uf2  {title}" for name, title in titles.items()]
    zips = [
        f"        {NAME}-{architecture}-{number}.zip  {chip}"
        for chip, architecture in ARCHITECTURES.items()
    ]
    return OVERVIEW.format(
        version=number,
        revision=version.revision() or "no revision",
        images="\n".join(uf2s),
        zips="\n".join(zips),
        wheel=next((name for name in files if name.endswith(".whl")), ""),
    )


def contents() -> Files:
    """Make all files of a release except the sums; errors of their builds pass through."""
    files = {**of_firmware(), **of_repository()}
    return {**files, "README.txt": overview(files).encode()}


def write(files: Files, folder: Path) -> None:
    """Write a release with its sums; delete files of an earlier release and nothing else."""
    sums = [f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)]
    replace(folder, {**files, SUMS: "".join(sums).encode()})


def without_folders(files: Files) -> Files:
    """Return a release for a page that has no folders: one name each, the web folder as a zip."""
    page = {name: data for name, data in files.items() if name.startswith(f"{NAME}/")}
    found: Files = {f"{NAME}-page.zip": zipped(page)}
    for name in files.keys() - page.keys():
        short = name.rpartition("/")[2]
        if short in found:
            raise ValueError(f"two files of the release have the name {short}")
        found[short] = files[name]
    return found


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools release",
        description="Build all files of a release.",
        example="--to dist",
    )
    parser.add_argument(
        "--to",
        type=folder,
        default=paths.DIST,
        metavar="FOLDER",
        help="write there (default: dist)",
    )
    parser.add_argument(
        "--flat",
        type=folder,
        metavar="FOLDER",
        help="also write the files of a release page, which has no folders",
    )
    options = parser.parse_args(argv)
    if options.flat and options.flat.resolve() == options.to.resolve():
        raise WrongUsage("--flat needs another folder than --to")
    files = contents()
    write(files, options.to)
    if options.flat:
        write(without_folders(files), options.flat)
    if (version.revision() or "+").endswith("+"):
        tell("release: warning: the working tree has uncommitted changes\n")
    for name in sorted(files):
        if not name.startswith(("mip/", f"{NAME}/")):
            print(f"{len(files[name]):9} {options.to / name}")
    return 0
