# SPDX-License-Identifier: MIT
"""Checks of the firmware's texts: missing glyphs, texts that are too wide, missing texts.

    python3 -m host_tools check-texts [FOLDER]

The check runs before an image is built (`build`) and before a board is flashed, so that no device
shows a word cut off or a missing sign. Every folder of `teletype/words` is a language. The tests
check that each program is in each language. A program missing from a language is shown in English,
and one without any texts as it is.

`FOLDER` is a firmware, by default this repository's; the check uses its font and line breaking.
The English file has the width of each of the device's texts in a comment, for all languages:

    RACE_NOT = "not %d"  # 43 px
    EASE_SLOW = "SLOW BUTTONS\\nSLOW"  # 107, 51 px   its first form, and its shortest
    FULL = "The memory cannot be …"  # any width

Without a comment the first form must fit on a row of a panel of 128 pixels, and the shortest on
one of 72.
"""

import ast
import importlib
import io
import os
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools import paths
from host_tools.usage import Parser

WORDS = "teletype/words"
"""Folder of the languages in a firmware."""

PANELS = (128, 72)
"""Width in pixels of a wide and of a narrow panel."""

WRONG = (ImportError, AttributeError, KeyError, TypeError, ValueError)
"""Exceptions while importing and reading a folder that is not a valid firmware."""


class TextError(Exception):
    """The firmware must not go on a board like this; the message has a line for each text."""


def filled(text: str) -> str:
    """Return a text with the widest values filled in."""
    return text.replace("%d", "99").replace("*", "XX")


def tree_of(firmware: Path, path: Path) -> tuple[str, ast.Module]:
    """Return a module's file name in the firmware and its syntax tree."""
    name = path.relative_to(firmware).as_posix()
    return name, ast.parse(path.read_text(encoding="utf-8"), name)


def said(firmware: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and text of each string that the firmware shows.

    Programs and `words` count with all strings but docstrings, screens only with constants.
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
    """Yield name and value of each `NAME = const(...)` of a module, in order."""
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="const")) as value
            ):
                yield name, value


def constants(tree: ast.Module) -> Iterator[tuple[str, int, Any]]:
    """Yield name, line and value of the constants of a module.

    They may use numbers, strings and earlier constants, as for MicroPython's compiler.
    """
    known: dict[str, Any] = {"__builtins__": {}, "const": lambda value: value}
    for name, node in assigned(tree):
        known[name] = eval(compile(ast.Expression(node), name, "eval"), known)
        yield name, node.lineno, known[name]


def constant(firmware: Path, name: str, wanted: str) -> int:
    """Return the value of a constant of the module `name`; KeyError if it has none."""
    tree = tree_of(firmware, firmware / name)[1]
    number: int = {called: value for called, _, value in constants(tree)}[wanted]
    return number


def without_glyphs(firmware: Path) -> Iterator[str]:
    """Yield a line for each character of a text that has no glyph in the font."""
    fonts = importlib.import_module("teletype.fonts")
    known = set((fonts.CODES + fonts.WIDE_CODES).decode("utf-16-be"))
    places: dict[str, list[str]] = {}
    for where, text in said(firmware):
        for char in sorted(set(text) - known):
            if char >= " ":
                places.setdefault(char, []).append(where)
    for char, (where, *others) in places.items():
        more = f", also in {len(others)} other places" if others else ""
        yield (
            f"{where}: no glyph for {char!r} (U+{ord(char):04X}){more}; "
            "python3 -m host_tools fonts adds it"
        )


def width(text: str) -> int:
    """Return the width of a text on the panel, in pixels."""
    pixels: int = importlib.import_module("teletype.handheld.drawing.glyphs").width(text)
    return pixels


def row(panel: int) -> int:
    """Return the pixels of a row on a panel of this width, without the left margin."""
    margin: int = importlib.import_module("teletype.handheld.drawing.glyphs").MARGIN
    return panel - margin


def over(where: str, text: str, room: int) -> Iterator[str]:
    """Yield a line if the text is wider than `room` pixels."""
    if width(text) > room:
        yield f"{where}: {text!r} is {width(text)} pixels wide, not {room}"


def of_panels(where: str, text: str) -> Iterator[str]:
    """Check that a text's first form fits on wide panels, and one of its forms on narrow ones."""
    wide, narrow = (row(panel) for panel in PANELS)
    forms = filled(text).split("\n")
    yield from over(where, forms[0], wide)
    yield from over(where, min(forms, key=width), narrow)


def languages(firmware: Path) -> list[str]:
    """Return the folders of languages, English first."""
    found = sorted(path.parent.name for path in (firmware / WORDS).glob("*/device.py"))
    return sorted(found, key=lambda language: language != "en")


def device(language: str) -> dict[str, str]:
    """Return the device's texts in a language, by key."""
    module = importlib.import_module(f"teletype.words.{language}.device")
    return {key: text for key, text in vars(module).items() if key.isupper() and key != "ERRORS"}


def widths(firmware: Path) -> dict[str, tuple[int, int] | None]:
    """Return the pixels of the first and the shortest form of each text of the device, by key.

    None allows any width. Raises ValueError for an invalid comment.
    """
    source = (firmware / WORDS / "en/device.py").read_text(encoding="utf-8")
    notes = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    found: dict[str, tuple[int, int] | None] = {}
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=key)]) if key != "ERRORS":
                found[key] = _room(notes.get(node.lineno, ""))
    return found


def _room(note: str) -> tuple[int, int] | None:
    """Return the pixels given by the comment of a text; `note` is empty without one."""
    if note == "any width":
        return None
    if not note:
        return row(PANELS[0]), row(PANELS[1])
    match = re.fullmatch(r"(\d+)(?:, (\d+))? px", note)
    if match is None:
        raise ValueError(f"{WORDS}/en/device.py: '{note}' is not 'N px' or 'any width'")
    return int(match[1]), int(match[2] or match[1])


def too_wide(where: str, text: str, room: tuple[int, int] | None) -> Iterator[str]:
    """Yield a line for each form of a device's text that is wider than `room`."""
    if room is not None:
        forms = filled(text).split("\n")
        yield from over(where, forms[0], room[0])
        if room[0] != room[1]:
            yield from over(where, min(forms, key=width), room[1])


def of_device(firmware: Path) -> Iterator[str]:
    """Check the device's texts in each language, by key."""
    listed = importlib.import_module("teletype.words").LANGUAGES
    found = languages(firmware)
    if sorted(listed) != sorted(found):
        yield f"{WORDS}/__init__.py: LANGUAGES is {listed}, the folders are {tuple(found)}"
    room = widths(firmware)
    for language in found:
        where = f"{WORDS}/{language}/device.py"
        texts = device(language)
        for key in [*room, *(key for key in texts if key not in room)]:
            if key not in texts or not texts[key]:
                yield f"{where}: {key} is missing"
            elif key not in room:
                yield f"{where}: {key} is not a text of the device"
            else:
                yield from too_wide(f"{where}: {key}", texts[key], room[key])


def cut_words(paragraph: str, room: int) -> Iterator[str]:
    """Yield the words that the rows of a page would break."""
    rows = importlib.import_module("teletype.handheld.drawing.glyphs").rows
    for start, _end in rows(paragraph, room):
        around = paragraph[max(0, start - 1) : start + 1]
        if re.fullmatch(r"[^\W\d]{2}", around) and max(around) < "\u3000":
            yield paragraph[:start].split()[-1] + paragraph[start:].split()[0]


class Rooms:
    """Pixels that the screens leave for a program's texts other than messages."""

    def __init__(self, firmware: Path) -> None:
        self.page = row(PANELS[0]) - constant(
            firmware, "teletype/handheld/screens/about.py", "_BAR"
        )
        self.label = constant(firmware, "teletype/handheld/screens/setup.py", "_LABEL")
        self.rules = constant(firmware, "teletype/handheld/screens/setup.py", "_RULES")
        self.structure = constant(
            firmware, "teletype/programs/evolution/picture_editor.py", "_STRUCTURE"
        )


def of_program(firmware: Path, program: str, module: Any, rooms: Rooms) -> Iterator[str]:
    """Check a program's texts other than its messages, which always fit on paper."""
    name = program.replace("-", "_")
    kind = importlib.import_module("teletype.words").Program
    for language in languages(firmware):
        if (firmware / WORDS / language / f"{name}.py").exists():
            where = f"{WORDS}/{language}/{name}.py"
            texts = importlib.import_module(f"teletype.words.{language}.{name}")
            for called in dir(texts):
                if called.isupper() and not hasattr(kind, called):
                    yield f"{where}: {called} is not a text of a program"
            labels = kind(texts).PRESETS
            if len(labels) != len(module.PRESETS):
                yield f"{where}: {len(labels)} PRESETS, not {len(module.PRESETS)}"
            yield from of_texts(where, kind(texts), rooms)


def of_texts(where: str, said: Any, rooms: Rooms) -> Iterator[str]:
    """Yield what is too wide in a `teletype.words.Program`."""
    yield from of_panels(f"{where}: TITLE", said.TITLE)
    yield from over(f"{where}: GIST", said.GIST, row(PANELS[0]) - width(" "))
    rows = importlib.import_module("teletype.handheld.drawing.glyphs").rows
    count = len(rows(said.RULES, row(PANELS[0])))
    if count > rooms.rules:
        yield f"{where}: RULES: {said.RULES!r} takes {count} rows, not {rooms.rules}"
    for kind, texts, room in (
        ("LABELS", said.LABELS.values(), rooms.label),
        ("VALUES", said.VALUES.values(), rooms.label),
        ("PRESETS", said.PRESETS, rooms.label),
        ("STRUCTURES", said.STRUCTURES, rooms.structure),
        ("PICTURE", said.PICTURE.values(), row(PANELS[0])),
    ):
        for text in texts:
            for form in text.split("\n"):
                yield from over(f"{where}: {kind}", form, room)
    told = [said.KEYS, *said.ABOUT, said.STORY, said.CLAIMS]
    told += [text for _, *texts in said.PROBLEMS for text in texts]
    for paragraph in "\n".join(told).split("\n"):
        for word in cut_words(paragraph, rooms.page):
            yield f"{where}: a page is too narrow for '{word}'"


def complaints(firmware: Path) -> Iterator[str]:
    """Yield a line for each fault; import the modules from `firmware`."""
    yield from without_glyphs(firmware)
    yield from of_device(firmware)
    catalogue = importlib.import_module("teletype.programs.catalogue")
    for program in catalogue.NAMES:
        yield from of_program(firmware, program, catalogue.load(program), Rooms(firmware))


def check(firmware: Path) -> None:
    """Check a firmware in a separate Python. Raises TextError if a text has a fault."""
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
    """Run the checks in a Python that has not imported another firmware yet."""
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
        prog="host_tools check-texts",
        description="Check glyphs and widths of the firmware's texts.",
        example="firmware",
    )
    parser.add_argument(
        "firmware",
        nargs="?",
        type=Path,
        default=paths.FIRMWARE,
        help="a folder (default: firmware)",
    )
    firmware = parser.parse_args(argv).firmware.resolve()
    if not (firmware / "teletype/words").is_dir():
        parser.error(f"no firmware in {firmware}")
    try:
        check(firmware)
    except TextError as error:
        for line in str(error).splitlines():
            print(f"check-texts: {line}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_complain(Path(sys.argv[1])))
