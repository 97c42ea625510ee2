"""What is wrong with the firmware's texts: no glyph, or too wide for the place.

    python3 -m host_tools.build.texts [FOLDER]

Looked at before an image is built (`runtime`) and before a board is flashed, so that nobody holds
one on which a word is cut or a sign is missing. Whether each text is there in each language is a
matter for the tests: a program without translations is shown as it is.

`FOLDER` is a firmware, by default this repository's; its own font and line breaking are used. The
widths of the places are those that the screens of `firmware/handheld` leave.
"""

import ast
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from host_tools import paths

ANYWHERE = ("SERIAL_SHELF", "NOT_KEPT", "RESUMED", "FULL", "SAFE_", "KEYS_HOLD", "CRASH_NO_TAPE")
"""Beginnings of texts for the serial port or for pages, which may be longer than a row."""

PICTURES = ("STONES_", "WALK_", "CARDS_", "CUBE_", "LIFE_", "CALCULATION_", "PICTURE_")
"""Beginnings of texts that belong to pictures, which come on panels of 128 pixels only."""

ROOM = {128: 127, 72: 71}
"""By the pixels of a panel: those of a row behind the left margin."""

PLACES = (
    (("LIFE_SET",), 127 - 30),
    (("LIFE_TAKE_AWAY",), 127 - 30),
    (("WALK_LEGEND", "WALK_WALK"), 124),
    (("CARDS_FLIP",), 62),
    (("CARDS_SEND",), 62),
    (("CARDS_NUMBER", "CARDS_LEARNED"), 122),
    (("CARDS_NUMBER", "CARDS_FEWEST"), 122),
    (("CARDS_NUMBER", "CARDS_MOST"), 122),
    (("CARDS_ASK", "CARDS_FULL", "CARDS_EMPTY", "CARDS_ANY"), 126 - 33),
    (("CARDS_ADD", "CARDS_REMOVE", "CARDS_TAKE"), 126 - 53),
    (("CUBE_LOST", "CUBE_GO_ON"), 126 - 21),
    (("CUBE_LOST", "CUBE_ANEW"), 126 - 21),
    (("CUBE_STOP",), 126 - 46),
    (("MACHINE",), 18),
    (("YOU",), 17),
    (("OK_FIELD",), 30),
    (("STONES_TAKE",), 77 - 20),
    (("STONES_NONE",), 77),
    (("STONES_ANEW",), 127 - 51),
    (("STONES_BEGIN",), 127 - 56),
    (("CALCULATION_OK", "CALCULATION_CARD", "CALCULATION_TO_TALON"), 126 - 25),
    (("CALCULATION_OK", "CALCULATION_NEXT", "CALCULATION_LOOK"), 126 - 25),
    (("CALCULATION_OK", "CALCULATION_TO_NEXT"), 126 - 75),
    (("CALCULATION_GO_ON",), 126),
)
"""Texts that share a row of a picture with each other and with figures, and pixels for them."""

LABEL = 60
"""Pixels for an example's name, and for what a field of a setup means."""

STRUCTURE = 95
"""Pixels for a structure of `evolution`; its size stands behind it."""

PAGE = 125
"""Pixels of a row of an about page."""


WRONG = (ImportError, AttributeError, KeyError, TypeError, ValueError)
"""What importing and reading a firmware that is none may raise."""


class TextError(Exception):
    """The firmware must not go on a board like this: a line for each text."""


def filled(text: str) -> str:
    """A text with the widest that may be filled in."""
    return text.replace("%d", "99").replace("*", "XX")


def said(firmware: Path) -> Iterator[tuple[str, str]]:
    """Where it stands, and each string of the programs and of `words` but the docstrings."""
    for path in sorted((*firmware.glob("programs/**/*.py"), *firmware.glob("words/**/*.py"))):
        name = path.relative_to(firmware).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), name)
        documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in (node for node in ast.walk(tree) if isinstance(node, ast.Constant)):
            if isinstance(node.value, str) and id(node) not in documentation:
                yield f"{name}:{node.lineno}", node.value


def without_glyphs(firmware: Path) -> Iterator[str]:
    """Whatever a program or the device says must be in the font."""
    fonts = importlib.import_module("fonts")
    known = set((fonts.CODES + fonts.WIDE_CODES).decode("utf-16-be"))
    for where, text in said(firmware):
        for char in sorted(set(text) - known - {"\n", "\t"}):
            yield f"{where}: no glyph for {char!r} (U+{ord(char):04X})"


def width(text: str) -> int:
    """Pixels of a text on the panel."""
    pixels: int = importlib.import_module("handheld.glyphs").width(text)
    return pixels


def over(where: str, text: str, room: int) -> Iterator[str]:
    """A line if the text takes more than `room` pixels."""
    if width(text) > room:
        yield f"{where}: {text!r} is {width(text)} pixels wide, not {room}"


def too_wide(language: str, called: dict[str, str]) -> Iterator[str]:
    """The texts of the device by name: on wide panels all first forms fit, on narrow ones one."""
    where = f"words/{language}.py: "
    for name, text in called.items():
        if name.startswith(ANYWHERE):
            continue
        if "%s" in text:
            text = text % max(called["LIFE_DEAD"], called["LIFE_NARROW"], key=width)
        forms = filled(text).split("\n")
        yield from over(where + name, forms[0], ROOM[128])
        if not name.startswith(PICTURES):
            yield from over(where + name, min(forms, key=width), ROOM[72])
    for names, room in PLACES:
        together = "".join(filled(called[name]) for name in names)
        yield from over(where + " + ".join(names), together, room)


def cut_words(paragraph: str) -> Iterator[str]:
    """What stands around the ends of rows of a page that are in the middle of a word."""
    rows = importlib.import_module("handheld.glyphs").rows
    for start, _end in rows(paragraph, PAGE):
        around = paragraph[max(0, start - 1) : start + 1]
        if re.fullmatch(r"[^\W\d]{2}", around) and max(around) < "\u3000":
            yield paragraph[:start].split()[-1] + paragraph[start:].split()[0]


def of_program(program: str, module: Any, translated: Any) -> Iterator[str]:
    """What a program says beside its messages, for which paper is wide enough.

    `translated` is its module of `words.programs`, or None.
    """
    name = program.replace("-", "_")
    labels = [label for label, _ in getattr(module, "PRESETS", ())]
    pages = [(f"programs/{name}.py", paragraph) for paragraph in module.ABOUT]
    short = [(f"programs/{name}.py: PRESETS", label, LABEL) for label in labels]
    if translated:
        where = f"words/programs/{name}.py"
        for language in importlib.import_module("words").LANGUAGES:
            end = "_" + language.upper()  # what is English is in the program itself
            pages += [(where, text) for text in getattr(translated, "ABOUT" + end, ())]
            for kind, room in (("PRESETS", LABEL), ("STRUCTURES", STRUCTURE)):
                for text in getattr(translated, kind + end, ()):
                    short.append((f"{where}: {kind}{end}", text, room))
        for meanings in translated.LABELS.values():
            short += [(f"{where}: LABELS", text, LABEL) for text in meanings]
    for where, text in pages:
        for word in cut_words(text):
            yield f"{where}: the about page has no room for '{word}'"
    for where, text, room in short:
        yield from over(where, text, room)


def capitals(module: ModuleType) -> dict[str, str]:
    """The texts of a module of `words` by their names."""
    return {name: text for name, text in vars(module).items() if name.isupper()}


def complaints(firmware: Path) -> Iterator[str]:
    """Everything that is wrong, a line each; modules are imported from `firmware` first."""
    yield from without_glyphs(firmware)
    for language in importlib.import_module("words").LANGUAGES:
        yield from too_wide(language, capitals(importlib.import_module(f"words.{language}")))
    catalogue = importlib.import_module("programs.catalogue")
    for program, *_ in catalogue.PROGRAMS:
        try:
            translated = importlib.import_module("words.programs." + program.replace("-", "_"))
        except ModuleNotFoundError:
            translated = None
        yield from of_program(program, catalogue.load(program), translated)
    for text, _ in importlib.import_module("engines.structures").STRUCTURES:
        yield from over("engines/structures.py", text, STRUCTURE)


def check(firmware: Path) -> None:
    """Raises TextError if a text has no glyph or is too wide; in a Python of its own."""
    process = subprocess.run(
        [sys.executable, "-m", "host_tools.build.texts", str(firmware)],
        cwd=paths.ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if process.returncode:
        raise TextError(process.stderr.strip().replace("texts: ", ""))


def main(argv: list[str]) -> int:
    firmware = Path(argv[0]).resolve() if argv else paths.FIRMWARE
    if len(argv) > 1 or not (firmware / "words").is_dir():
        print("texts: name one folder with a firmware", file=sys.stderr)
        return 2
    sys.path.insert(0, str(firmware))
    wrong: list[str] = []
    try:
        wrong += complaints(firmware)
    except SyntaxError as error:
        wrong.append(f"{error.filename}:{error.lineno}: {error.msg}")
    except WRONG as error:
        wrong.append(f"{type(error).__name__}: {error}")
    for line in wrong:
        print(f"texts: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
