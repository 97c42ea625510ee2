# SPDX-License-Identifier: MIT
"""Pictures for the documents: `python3 -m host_tools lab screenshots`.

    python3 -m host_tools lab screenshots [--to FOLDER] [SCENE ...]
    python3 -m host_tools lab screenshots --sheet LANGUAGE [--size 128x64]   (see `sheet`)

The firmware's own code and Adafruit's driver play each scene on the model of the panel
(`host_tools.emulator.simulator`), with keys and with lines typed on the serial port. The final
panel becomes docs/pictures/NAME.png. The same command makes the drawing of the breadboard.
The pictures are the same on every machine, and a test compares them.
"""

from pathlib import Path

from PIL import Image

from host_tools import files
from host_tools.build import boards, breadboard
from host_tools.emulator.recording import LONGEST_MS
from host_tools.emulator.scenes import PROGRAMS, SETTINGS, play
from host_tools.emulator.simulator import Simulator
from host_tools.lab import sheet
from host_tools.paths import ROOT
from host_tools.usage import Parser, WrongUsage
from teletype import words

FOLDER = ROOT / "docs" / "pictures"

BREADBOARD = "breadboard.svg"

GIF, SVG = files.Kind("a GIF", (b"GIF8",)), files.Kind("an SVG drawing", (b"<svg ",))

SIZES = ("128x64", "128x32", "72x40", "64x48")

SCALE = 3
"""Width and height of a panel's pixel, in pixels of the picture."""

MARGIN = 4
"""Width of the dark rim, in pixels of the panel."""

SCENES = {
    "shelf": (SETTINGS, "DOWN DOWN"),
    "won": (
        *(SETTINGS, "> nim heaps=1,2,3 style=hard"),
        *("> T=3 L=2", "> T=3 L=1", "> T=3 L=0", "4000"),
    ),
    **{
        name: (SETTINGS, *PROGRAMS[name])
        for name in ("nim", "trigex", "cards", "evolution", "random-walk", "nim-table")
    },
    "calculation": (SETTINGS, *PROGRAMS["calculation-lisp"]),
    "translated": (SETTINGS + "language=ja\nmessages=translated\n", "race-figure 0"),
}
"""Scenes by name, as `scenes.play` takes them."""

MOVING = (SETTINGS.replace("fast", "original"), "> nim heaps=7,8,4", "> T=2 L=1", "2500")
"""The scene of the moving picture: the handheld prints, stops at a prompt, and goes on."""

FRAME_MS = 100
"""Shortest time of one frame."""


def moving(path: Path) -> None:
    """Write a scene as a GIF that moves at the board's own speed."""
    desk = Simulator(files={"settings.txt": MOVING[0]})
    desk.run(500)
    frames: list[tuple[Image.Image, int]] = []
    for step in MOVING[1:]:
        if not step.isdecimal():
            desk.serial.typed.append(step[2:])
        for _ in range(int(step) // FRAME_MS if step.isdecimal() else 110):
            desk.run(FRAME_MS)
            image = framed(desk.chip.image())
            if frames and frames[-1][0].tobytes() == image.tobytes():
                frames[-1] = image, min(frames[-1][1] + FRAME_MS, LONGEST_MS)
            else:
                frames.append((image, FRAME_MS))
    files.put_gif([image for image, _ in frames], [shown for _, shown in frames], path)


def framed(image: Image.Image) -> Image.Image:
    """Return a picture of the panel for a page: larger, with a dark rim."""
    width, height = image.width + 2 * MARGIN, image.height + 2 * MARGIN
    page = Image.new("1", (width, height))
    page.paste(image, (MARGIN, MARGIN))
    return page.resize((SCALE * width, SCALE * height), resample=Image.Resampling.NEAREST)


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools lab screenshots",
        description="Draw the pictures of the screen for the documents.",
        example="--to pictures shelf nim",
    )
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help="one of " + ", ".join(SCENES))
    parser.add_argument(
        "--to",
        type=files.folder,
        default=FOLDER,
        metavar="FOLDER",
        help="write there (default: docs/pictures)",
    )
    parser.add_argument(
        "--sheet",
        choices=words.LANGUAGES,
        metavar="LANGUAGE",
        help="draw all screens in this language as one picture instead: sheet-LANGUAGE.png",
    )
    parser.add_argument(
        "--size",
        choices=SIZES,
        default=SIZES[0],
        help="with --sheet: size of the panel (default: 128x64)",
    )
    options = parser.parse_args(argv)
    if options.sheet:
        width, height = map(int, options.size.split("x"))
        options.to.mkdir(parents=True, exist_ok=True)
        path = options.to / f"sheet-{options.sheet}.png"
        files.check_option("--to", path, files.PNG)
        files.put_png(sheet.sheet(options.sheet, width, height), path, optimize=True)
        print(path)
        return 0
    for name in options.scenes:
        if name not in SCENES:
            raise WrongUsage(f"unknown scene '{name}'; the scenes are {', '.join(SCENES)}")
    options.to.mkdir(parents=True, exist_ok=True)
    kinds = {f"{name}.png": files.PNG for name in options.scenes or SCENES}
    kinds |= {} if options.scenes else {"moving.gif": GIF, BREADBOARD: SVG}
    for name, kind in kinds.items():
        files.check_option("--to", options.to / name, kind)
    for name in kinds:
        path = options.to / name
        if name == BREADBOARD:
            files.put(path, breadboard.svg(boards.load("pico")).encode())
        elif name == "moving.gif":
            moving(path)
        else:
            files.put_png(framed(play(SCENES[path.stem])), path, optimize=True)
        print(path)
    return 0
