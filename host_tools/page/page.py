# SPDX-License-Identifier: MIT
"""The page: `python3 -m host_tools page`, or `make page`.

It builds the handheld for a browser from this folder's JavaScript, the emulator in
host_tools/machine and the board's image. One form is a single file that opens from the disk
(dist/pocket-teletype.html), the other a folder for a web server (dist/pocket-teletype/).

The Pico 2 has a page of its own, dist/pocket-teletype-pico2.html: a page with both chips would
exceed 1 MiB, and hardly anybody plays on both. The pages load nothing from elsewhere. esbuild
bundles the JavaScript, fontTools reduces the typefaces, and xz packs the content; see boot.js and
payload.js. `packing` says how, and `library` makes the cards of the programs.
"""

import base64
import hashlib
import itertools
import json
import os
import re
import subprocess
from pathlib import Path

from host_tools import version
from host_tools.build import boards, definition, images, node, notices
from host_tools.emulator.images import FLASH_SIZES, make_filesystem
from host_tools.files import Files, folder, replace
from host_tools.page import library, packing
from host_tools.page.typeface import Typeface, signs, typefaces
from host_tools.paths import DIST, PAGE, TAPES
from host_tools.usage import BuildError, Failed, Parser
from teletype import words
from teletype.exhibit import settings

NAME = "pocket-teletype"
BOARD = "pico"
"""The board that the page emulates first."""

SECOND = "pico2"
"""The board of the second page."""

LIMIT = 1024 * 1024
"""Most bytes of the single file."""

_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
POLICIES = {
    "one file": "script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:;"
    " style-src 'unsafe-inline'; font-src blob:",
    "folder": "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self';"
    " style-src 'self'; font-src 'self'",
}
"""What the browser lets the page load (Content Security Policy): only its own content."""

WORKERS = {"RP2040": "worker.js", "RP2350": "worker8.js"}
"""The script that emulates a board with each chip."""

SECTOR = 4096

NEW = "language={}\nsound=all\n"
"""Settings of a new handheld: the page's language, and sound, which the page's own switch
controls."""

BUNDLED = ("rp2040js", "xz-decompress")
"""The npm packages inside the page's JavaScript."""


def kinds(first: str = BOARD) -> list[dict[str, object]]:
    """Return the boards that a board's page can emulate, that board first, for emulation.js.

    They have the same chip and as much flash.
    """
    found = []
    chip = boards.load(first).chip
    for board in sorted(boards.images().values(), key=lambda board: board.name != first):
        if board.chip != chip or board.memory["size"] * 1024 != FLASH_SIZES[chip]:
            continue
        panel = {key: board.panel[key] for key in ("controller", "width", "height")}
        parts: dict[str, object] = {
            "chip": chip,
            "panel": {**panel, "address": (board.i2c or {}).get("addr", 0), "externalVcc": False},
            "buttons": board.buttons,
        }
        if board.spi:
            parts["spi"] = [board.spi[key] for key in ("id", "cs", "dc", "reset")]
        elif board.i2c:
            parts["i2c"] = [board.i2c[key] for key in ("id", "sda", "scl")]
        kind: dict[str, object] = {"name": board.name, "calls": board.machine, "parts": parts}
        found.append({**kind, "buzzer": board.buzzer})
    return found


def fresh(name: str = BOARD) -> dict[str, list[tuple[int, str]]]:
    """Return the flash content of a new handheld in each language: offsets and base64.

    After the content a sector is blank.
    """
    found = {}
    memory = boards.load(name).memory
    for language in words.LANGUAGES:
        image = make_filesystem(
            {"settings.txt": NEW.format(language).encode()}, 1024 * memory["files"]
        )
        sectors = [
            (at, image[at : at + SECTOR].rstrip(b"\xff")) for at in range(0, len(image), SECTOR)
        ]
        start = 1024 * memory["size"] - len(image)
        found[language] = [
            (start + at, base64.b64encode(bytes_).decode()) for at, bytes_ in sectors if bytes_
        ]
    return found


def offered(uf2s: dict[str, Path]) -> dict[str, dict[str, object]]:
    """Return the images that the page offers, by board: title, file name, pins."""
    here = version.version()
    found: dict[str, dict[str, object]] = {}
    for name in uf2s:
        board = boards.images()[name]
        pins = {
            pin.partition("_")[2] or pin: number
            for pin, number in definition.names(board).items()
            if pin.startswith(("OLED_", "BTN_", "BUZZER"))
        }
        file = f"{NAME}-{name}-{here}.uf2"
        found[name] = {"title": board.title, "file": file, "pins": pins if board.i2c else {}}
    return found


def bundle(script: str, chip: str = "RP2040", *, one_file: bool) -> str:
    """Return a script of this folder with all its imports, for a browser. Raises BuildError."""
    return esbuild(
        *(str(PAGE / script), "--bundle", "--minify", "--format=iife", "--target=es2022"),
        *("--legal-comments=none", f"--define:ONE_FILE={str(one_file).lower()}"),
        f'--define:CHIP="{chip}"',
    )


def esbuild(*options: str, given: str | None = None) -> str:
    """Return what esbuild makes of a file, or of a given text. Raises BuildError."""
    done = subprocess.run(
        [*node.tool("esbuild/bin/esbuild"), *options],
        env={**os.environ, "NODE_PATH": str(node.FOLDER / "node_modules")},
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise BuildError(f"{options[0]} cannot be bundled:\n{done.stderr.strip()}")
    return done.stdout


def licences(image: Path, faces: list[Typeface]) -> str:
    """Return the notices of everything inside the page. Raises BuildError."""
    texts = [notices.beside(image).read_text(encoding="utf-8")]
    for package in BUNDLED:
        folder = node.FOLDER / "node_modules" / package
        about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        files = sorted(folder.glob("LICENSE*"))
        if files:
            terms = files[0].read_text(encoding="utf-8").strip()
        elif about["license"] == "MIT":  # its authors leave out the text
            _, permission, rest = notices.LICENSE.read_text("utf-8").partition("Permission is")
            people = [about["author"], *about.get("contributors", ())]
            names = [each if isinstance(each, str) else each["name"] for each in people]
            terms = f"Copyright (c) {', '.join(names)}\n\n{permission}{rest.strip()}"
        else:
            raise BuildError(f"the npm package {package} has no licence text")
        texts.append(f"{package} {about['version']}\n\n{terms}\n")
    texts += [f"{face.name}\n\n{face.licence.strip()}\n" for face in faces]
    return "\n\n".join(texts)


def style(rules: str = "") -> str:
    """Return the style sheet in its shortest form. Raises BuildError."""
    return esbuild(
        "--loader=css", "--minify", given=rules + (PAGE / "style.css").read_text("utf-8")
    )


def faces_css(faces: list[Typeface], urls: list[str]) -> str:
    """Return the @font-face rules; both fonts form one family."""
    return "".join(
        f'@font-face {{ font-family: "PT Paper"; src: url({url}) format("woff2");'
        f" unicode-range: {face.unicode_range}; font-display: swap; }}\n"
        for face, url in zip(faces, urls, strict=True)
    )


def policy(form: str) -> str:
    """Return the element with the Content Security Policy of the page in this form."""
    content = _POLICY + POLICIES[form]
    return f'<meta http-equiv="Content-Security-Policy" content="{content}">'


def make(out: Path, uf2s: dict[str, Path], board: str = BOARD) -> tuple[Path, Path]:
    """Build the page of a board in `out`; return the file and the folder.

    `uf2s` are the UF2 files that it offers, by board; those that it can emulate are inside. The
    only folder is the Pico's; the other page is just a file. Raises BuildError and OSError.
    """
    chip = boards.load(board).chip
    emulated = kinds(board)
    images = offered(uf2s)
    lines = [field.name for field in settings.FIELDS]
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    texts = (PAGE / "texts.js").read_text(encoding="utf-8")
    faces = typefaces(signs([html, texts]))
    languages = re.findall(r'<option value="(\w+)"', html)
    inside = {"kinds": emulated, "images": images, "fresh": fresh(board)}
    shown = {"programs": library.programs(), "texts": library.texts(languages)}
    facts = {"version": version.version(), "page": board, "exhibit": lines, **inside, **shown}
    facts["faces"] = [face.unicode_range for face in faces]
    tapes = {path.stem: path.read_text(encoding="utf-8") for path in sorted(TAPES.glob("*.tape"))}
    panels = library.pictures(languages)
    node.tool("")  # make sure that the packages are there
    parts = {
        "facts": json.dumps(facts),
        "tapes": json.dumps(tapes, ensure_ascii=False),
        "notices": licences(uf2s[board], faces),
    }
    worker = bundle(WORKERS[chip], chip, one_file=True)
    first, *others = [packing.flat(uf2s[str(each["name"])], chip) for each in emulated]
    packed_parts = [
        parts["facts"].encode(),
        packing.absolute(first),
        *(packing.changes(first, other) for other in others),
        panels,
        parts["tapes"].encode(),
        parts["notices"].encode(),
        *(face.woff2 for face in faces),
    ]
    whole = html.replace("<!--policy-->", policy("one file"))
    whole = whole.replace("<!--style-->", f"<style>{style()}</style>")
    script = bundle("boot.js", chip, one_file=True).replace("</script", "<\\/script")
    program = bundle("main.js", chip, one_file=True).encode()
    elements = [
        _element("program", program),
        _element("worker", worker.encode()),
        _element("payload", *packed_parts),
    ]
    whole = whole.replace("<!--script-->", f"{''.join(elements)}<script>{script}</script>")
    page = file_name(board)
    made = {page: whole.encode()}
    if board == BOARD:
        served = _served(html, faces, uf2s, parts | {"worker": worker}, panels)
        made |= {f"{NAME}/{name}": data for name, data in served.items()}
    replace(out, made, (page, f"{NAME}/") if board == BOARD else (page,))
    return out / page, out / NAME


def _element(name: str, *parts: bytes) -> str:
    """Return the script element with these parts; it says where each of them ends."""
    ends = list(itertools.accumulate(map(len, parts)))
    content = packing.packed(b"".join(parts))
    return f'<script type="application/xz" id="{name}" data-parts="{ends}">{content}</script>'


def file_name(board: str) -> str:
    """Return the file name of a board's page."""
    return f"{NAME}.html" if board == BOARD else f"{NAME}-{board}.html"


def _served(
    html: str,
    faces: list[Typeface],
    uf2s: dict[str, Path],
    parts: dict[str, str],
    panels: bytes,
) -> Files:
    """Return the folder for a web server from `parts` of the page, its images and typefaces."""
    names = [f"{face.name.lower().replace(' ', '-')}.woff2" for face in faces]
    typed = {
        "style.css": style(faces_css(faces, names)),
        "main.js": bundle("main.js", one_file=False),
        "emulation.js": parts["worker"],
        "facts.json": parts["facts"],
        "tapes.json": parts["tapes"],
        "NOTICES.txt": parts["notices"],
    }
    images = {str(each["file"]): uf2s[name].read_bytes() for name, each in offered(uf2s).items()}
    # A browser may have cached files of an older build; the query keeps it from using them.
    made = hashlib.sha256("".join(typed.values()).encode() + panels + b"".join(images.values()))
    query = f"?{made.hexdigest()[:12]}"
    page = html.replace("<!--policy-->", policy("folder"))
    page = page.replace("<!--style-->", f'<link rel="stylesheet" href="style.css{query}">')
    page = page.replace("<!--script-->", f'<script src="main.js{query}"></script>')
    return {
        **{name: face.woff2 for face, name in zip(faces, names, strict=True)},
        **images,
        **{name: text.encode() for name, text in typed.items()},
        "panels.bin": panels,
        "index.html": page.encode(),  # last: it names the others
    }


def build(out: Path) -> Path:
    """Build the page with all images into a folder; print what was made. Raises Failed."""
    uf2s = {name: images.image(name) for name in boards.images()}
    page, site = make(out, uf2s)
    second, _ = make(out, uf2s, SECOND)
    for each in (page, second):
        print(f"{each} ({each.stat().st_size / 1024:.0f} KiB)")
    print(site)
    for each in (page, second):
        if each.stat().st_size > LIMIT:
            raise Failed(f"{each} has more than {LIMIT // 1024} KiB")
    return page


def main(argv: list[str]) -> int:
    """Build the page and print where it is; return the exit status."""
    parser = Parser(
        prog="host_tools page",
        description="Build the emulated handheld as one file for a browser.",
        example="--out site",
    )
    parser.add_argument(
        "--out", type=folder, default=DIST, metavar="FOLDER", help="write there (default: dist)"
    )
    build(parser.parse_args(argv).out)
    return 0
