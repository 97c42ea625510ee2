# SPDX-License-Identifier: MIT
"""What is wrong with the firmware's texts: no glyph, or too wide for the place.

    python3 -m host_tools check-texts [FOLDER]

Looked at before an image is built (`runtime`) and before a board is flashed, so that nobody holds
one on which a word is cut or a sign is missing. Whether each text is there in each language is a
matter for the tests: a program without translations is shown as it is.

`FOLDER` is a firmware, by default this repository's; its own font and line breaking are used. How
wide a text may be stands beside it, in a screen's module, or follows from what the screens leave:

    _LOST = const((40, "LOST", "ПРОИГР.", "負け"))     pixels, and the text in each language
"""

import ast
import importlib
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools import paths
from host_tools.usage import Parser

ANYWHERE = (
    "SERIAL_SHELF",
    "NOT_KEPT",
    "RESUMED",
    "FULL",
    "SAFE_",
    "UPDATE_",
    "KEYS_HOLD",
    "CRASH_NO_TAPE",
    "CLAIMS",
)
"""Beginnings of texts for the serial port or for pages, which may be longer than a row."""

PICTURES = "PICTURE_"
"""Beginning of texts that come with pictures, on panels of 128 pixels only."""

PANELS = (128, 72)
"""Pixels of a wide panel and of a narrow one."""

WRONG = (ImportError, AttributeError, KeyError, TypeError, ValueError)
"""What importing and reading a firmware that is none may raise."""


class TextError(Exception):
    """The firmware must not go on a board like this: a line for each text."""


def filled(text: str) -> str:
    """A text with the widest that may be filled in."""
    return text.replace("%d", "99").replace("*", "XX")


def tree_of(firmware: Path, path: Path) -> tuple[str, ast.Module]:
    """The name of a module's file in the firmware, and its syntax tree."""
    name = path.relative_to(firmware).as_posix()
    return name, ast.parse(path.read_text(encoding="utf-8"), name)


def said(firmware: Path) -> Iterator[tuple[str, str]]:
    """Where it stands, and each string of programs and `words` but the docstrings, and of screens
    those that are constants.
    """
    for package in ("handheld", "exhibit", "programs", "words"):
        for path in sorted((firmware / "teletype" / package).rglob("*.py")):
            name, tree = tree_of(firmware, path)
            nodes = list(ast.walk(tree))
            skipped = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
            if package in ("handheld", "exhibit"):
                nodes = [inner for _, node in assigned(tree) for inner in ast.walk(node)]
            for node in nodes:
                match node:
                    case ast.Constant(value=str(text)) if id(node) not in skipped:
                        yield f"{name}:{node.lineno}", text


def assigned(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Name and value of each `NAME = const(...)` of a module, in its order."""
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="const")) as value
            ):
                yield name, value


def constants(tree: ast.Module) -> Iterator[tuple[str, int, Any]]:
    """Name, line and value of the constants of a module.

    They may be made of numbers, strings and those before them, as MicroPython's compiler wants it.
    """
    known: dict[str, Any] = {"__builtins__": {}, "const": lambda value: value}
    for name, node in assigned(tree):
        known[name] = eval(compile(ast.Expression(node), name, "eval"), known)
        yield name, node.lineno, known[name]


def constant(firmware: Path, name: str, wanted: str) -> int:
    """The value of a constant of the module `name`; KeyError if it has none."""
    tree = tree_of(firmware, firmware / name)[1]
    number: int = {called: value for called, _, value in constants(tree)}[wanted]
    return number


def without_glyphs(firmware: Path) -> Iterator[str]:
    """Whatever a program or the device says must be in the font."""
    fonts = importlib.import_module("teletype.fonts")
    known = set((fonts.CODES + fonts.WIDE_CODES).decode("utf-16-be"))
    for where, text in said(firmware):
        for char in sorted(set(text) - known):
            if char >= " ":
                yield (
                    f"{where}: no glyph for {char!r} (U+{ord(char):04X}); "
                    "python3 -m host_tools fonts brings it"
                )


def width(text: str) -> int:
    """Pixels of a text on the panel."""
    pixels: int = importlib.import_module("teletype.handheld.drawing.glyphs").width(text)
    return pixels


def row(panel: int) -> int:
    """Pixels of a row of a panel so wide, behind the left margin."""
    margin: int = importlib.import_module("teletype.handheld.drawing.glyphs").MARGIN
    return panel - margin


def over(where: str, text: str, room: int) -> Iterator[str]:
    """A line if the text takes more than `room` pixels."""
    if width(text) > room:
        yield f"{where}: {text!r} is {width(text)} pixels wide, not {room}"


def of_panels(where: str, text: str) -> Iterator[str]:
    """The first form of a text has to fit on a row of wide panels, one of them on narrow ones."""
    wide, narrow = (row(panel) for panel in PANELS)
    forms = filled(text).split("\n")
    yield from over(where, forms[0], wide)
    yield from over(where, min(forms, key=width), narrow)


def of_device(firmware: Path) -> Iterator[str]:
    """The texts of the device by name."""
    for language in importlib.import_module("teletype.words").LANGUAGES:
        for name, text in vars(importlib.import_module(f"teletype.words.{language}")).items():
            if not name.isupper() or name.startswith(ANYWHERE):
                continue
            where = f"words/{language}.py: {name}"
            if name.startswith(PICTURES):
                yield from over(where, filled(text), row(PANELS[0]))
            else:
                yield from of_panels(where, text)


def of_screens(firmware: Path) -> Iterator[str]:
    """The texts that stand in the modules of the screens, with the room that they may take."""
    languages = importlib.import_module("teletype.words").LANGUAGES
    for path in sorted((firmware / "teletype").glob("*h*/**/*.py")):
        name, tree = tree_of(firmware, path)
        for called, line, value in constants(tree):
            kinds = [type(part) for part in value] if isinstance(value, tuple) else []
            if int not in kinds or str not in kinds:
                continue
            where = f"{name}:{line}: {called}"
            if kinds != [int] + [str] * len(languages) or not all(value[1:]):
                yield f"{where}: not pixels and a text in each of {len(languages)} languages"
                continue
            for text in value[1:]:
                yield from over(where, filled(text), value[0])


def cut_words(paragraph: str, room: int) -> Iterator[str]:
    """What stands around the ends of rows of a page that are in the middle of a word."""
    rows = importlib.import_module("teletype.handheld.drawing.glyphs").rows
    for start, _end in rows(paragraph, room):
        around = paragraph[max(0, start - 1) : start + 1]
        if re.fullmatch(r"[^\W\d]{2}", around) and max(around) < "\u3000":
            yield paragraph[:start].split()[-1] + paragraph[start:].split()[0]


class Rooms:
    """Pixels for what a program says beside its messages, as the screens leave them."""

    def __init__(self, firmware: Path) -> None:
        self.page = row(PANELS[0]) - constant(
            firmware, "teletype/handheld/screens/about.py", "_BAR"
        )
        self.label = constant(firmware, "teletype/handheld/screens/setup.py", "_LABEL")
        self.rules = constant(firmware, "teletype/handheld/screens/setup.py", "_RULES")
        self.structure = constant(
            firmware, "teletype/handheld/pictures/life_editor.py", "_STRUCTURE"
        )


def optional(package: str, program: str) -> Any:
    """The module of a program in a package of `words`; None if it has none."""
    name = f"teletype.words.{package}.{program.replace('-', '_')}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def paragraphs(module: Any) -> Iterator[str]:
    """All texts of a module of `teletype.words.stories`."""
    for name, value in vars(module).items():
        if name.isupper() and isinstance(value, str):
            yield from value.split("\n")


def of_program(
    program: str, module: Any, translated: Any, story: Any, rooms: Rooms
) -> Iterator[str]:
    """What a program says beside its messages, for which paper is wide enough.

    `translated` is its module of `words.programs`, or None, `story` that of `words.stories`.
    """
    name = program.replace("-", "_")
    labels = [label for label, _ in module.PRESETS]
    pages = [(f"programs/{name}.py", paragraph) for paragraph in module.ABOUT]
    short = [(f"programs/{name}.py: PRESETS", label, rooms.label) for label in labels]
    if translated:
        where = f"words/programs/{name}.py"
        for language in importlib.import_module("teletype.words").LANGUAGES:
            end = "_" + language.upper()  # what is English is in the program itself
            pages += [(where, text) for text in getattr(translated, "ABOUT" + end, ())]
            for kind, room in (("PRESETS", rooms.label), ("STRUCTURES", rooms.structure)):
                for text in getattr(translated, kind + end, ()):
                    short.append((f"{where}: {kind}{end}", text, room))
        for text in getattr(translated, "TITLES", ()):
            yield from of_panels(f"{where}: TITLES", text)
        for text in getattr(translated, "GISTS", ()):
            short.append((f"{where}: GISTS", text, row(PANELS[0]) - width(" ")))
        for kind in ("LABELS", "VALUES"):
            for meanings in getattr(translated, kind, {}).values():
                forms = [text for meaning in meanings for text in meaning.split("\n")]
                short += [(f"{where}: {kind}", text, rooms.label) for text in forms]
        for text in getattr(translated, "RULES", ()):
            parts = importlib.import_module("teletype.handheld.drawing.glyphs").rows(
                text, row(PANELS[0])
            )
            count = len(parts)
            if count > rooms.rules:
                yield f"{where}: RULES: {text!r} takes {count} rows, not {rooms.rules}"
    if story:
        pages += [(f"words/stories/{name}.py", text) for text in paragraphs(story)]
    for where, text in pages:
        for word in cut_words(text, rooms.page):
            yield f"{where}: a page has no room for '{word}'"
    for where, text, room in short:
        yield from over(where, text, room)


def complaints(firmware: Path) -> Iterator[str]:
    """Everything that is wrong, a line each; modules are imported from `firmware` first."""
    yield from without_glyphs(firmware)
    yield from of_device(firmware)
    yield from of_screens(firmware)
    rooms = Rooms(firmware)
    catalogue = importlib.import_module("teletype.programs.catalogue")
    for program, *_ in catalogue.PROGRAMS:
        told = optional("programs", program), optional("stories", program)
        yield from of_program(program, catalogue.load(program), *told, rooms)
    for text, _ in importlib.import_module("teletype.engines.structures").STRUCTURES:
        yield from over("teletype/engines/structures.py", text, rooms.structure)


def check(firmware: Path) -> None:
    """Raises TextError if a text has no glyph or is too wide; in a Python of its own."""
    process = subprocess.run(
        [sys.executable, "-m", "host_tools.build.text_check", str(firmware)],
        cwd=paths.ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if process.returncode:
        raise TextError(process.stderr.strip())


def _complain(firmware: Path) -> int:
    """The Python of `check`, which has not yet imported another firmware."""
    sys.path.insert(0, str(firmware))
    wrong: list[str] = []
    try:
        wrong += complaints(firmware)
    except SyntaxError as error:
        wrong.append(f"{error.filename}:{error.lineno}: {error.msg}")
    except WRONG as error:
        wrong.append(f"{type(error).__name__}: {error}")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools check-texts", description="What is wrong with the firmware's texts."
    )
    parser.add_argument(
        "firmware", nargs="?", type=Path, default=paths.FIRMWARE, help="a folder with a firmware"
    )
    firmware = parser.parse_args(argv).firmware.resolve()
    if not (firmware / "teletype/words").is_dir():
        parser.error(f"no firmware in {firmware}")
    try:
        check(firmware)
    except TextError as error:
        for line in str(error).splitlines():
            print(f"texts: {line}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_complain(Path(sys.argv[1])))
