# SPDX-License-Identifier: MIT
"""Checks of the firmware's texts: missing glyphs, texts that are too wide, wrong placeholders.

    python3 -m host_tools texts check [LANG]
    python3 -m host_tools texts

The check runs before an image is built (`build`) and before a board is flashed, so that no device
shows a word cut off or a missing sign. Every .po file of `teletype/words` is a language. A missing
text is no fault: the device shows it in English. `texts check` counts such texts.

The check uses the firmware's own font and line breaking. A comment in `en.pot` says how wide a
text of the device may be in all languages:

    #. at most 43 pixels
    #. at most 107 pixels; after \\n a shorter form of at most 51
    #. at most 60 pixels with 10000 9
    #. any width

The numbers after `with` are the widest that the text shows in place of its `%d`.

Without a comment the first form must fit on a row of a panel of 128 pixels, and the shortest on
one of 72.
"""

import ast
import hashlib
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools import paths
from host_tools.build import cache
from host_tools.files import Files, framed
from host_tools.texts import glyphs, languages, po
from host_tools.usage import BuildError, Failed, complain
from teletype.core.request import brief

PANELS = (128, 72)
"""Width in pixels of a wide and of a narrow panel."""

WRONG = (ImportError, AttributeError, KeyError, OSError, TypeError, ValueError)
"""Exceptions while importing and reading a folder that is not a valid firmware."""

Room = tuple[int, int] | None
"""Pixels of the first and of the shortest form of a text; None for any width."""


def filled(text: str) -> str:
    """Return a text with the widest values filled in."""
    return text.replace("%d", "99").replace("*", "XX")


def tree_of(firmware: Path, path: Path) -> tuple[str, ast.Module]:
    """Return a module's file name in the firmware and its syntax tree."""
    name = path.relative_to(firmware).as_posix()
    return name, ast.parse(path.read_text(encoding="utf-8"), name)


def printed(firmware: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and text of each string in the code that the firmware shows.

    Programs count with all strings but docstrings, screens only with constants.
    """
    for package in ("handheld", "exhibit", "programs"):
        for path in sorted((firmware / "teletype" / package).rglob("*.py")):
            name, tree = tree_of(firmware, path)
            skipped: set[int] = set()
            if package == "programs":
                nodes = list(ast.walk(tree))
                skipped = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
            else:
                nodes = [inner for _, node in assigned(tree) for inner in ast.walk(node)]
            for node in nodes:
                match node:
                    case ast.Constant(value=str(text)) if id(node) not in skipped:
                        yield f"{name}:{node.lineno}", text


def told(firmware: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and text of each text in each language. Raises Failed."""
    words = firmware / languages.FOLDER
    source = languages.source(words)
    for code in languages.codes(words):
        language = languages.read(words, code, source)
        for entry in language.file.entries:
            texts = entry.texts if code != languages.ENGLISH else [entry.source, entry.plural]
            for text in [*texts, *([languages.pattern(entry)] if languages.own(entry) else [])]:
                yield f"{language.file.name}:{entry.line}", text


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
    known = glyphs.known()
    places: dict[str, list[str]] = {}
    for where, text in printed(firmware):
        for char in sorted(set(text) - known):
            if char >= " ":
                places.setdefault(char, []).append(where)
    for char, (where, *others) in places.items():
        more = f", also in {len(others)} other places" if others else ""
        yield (
            f"{where}: no glyph for {char!r} (U+{ord(char):04X}){more}; "
            "neither misc-fixed nor Misaki has one"
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
        yield f"{where}: {quoted(text)} is {width(text)} pixels wide, not {room}"


def quoted(text: str) -> str:
    """Return a text, or its beginning, for a message."""
    return repr(brief(text))


def too_wide(where: str, text: str, room: Room) -> Iterator[str]:
    """Yield a line for each form of a text that is blank or wider than `room`."""
    forms = filled(text).split("\n")
    if not all(map(str.strip, forms)):
        yield f"{where}: a form of {quoted(text)} is blank; remove its line break"
    if room is not None:
        yield from over(where, forms[0], room[0])
        if room[0] != room[1]:
            yield from over(where, min(forms, key=width), room[1])


_NOTE = re.compile(
    r"at most (\d+) pixels(?: with ([\d ]+))?(?:; after \\n a shorter form of at most (\d+))?$"
)
_NUMBER = re.compile(r"%0?\d*d")


def note(room: Room) -> str:
    """Return the comment for translators about the width of a text."""
    if room is None:
        return "any width"
    if room[0] == room[1]:
        return f"at most {room[0]} pixels"
    return f"at most {room[0]} pixels; after \\n a shorter form of at most {room[1]}"


def room_of(entry: po.Entry) -> Room:
    """Return the pixels that the comment of a device's text gives it."""
    comment = " ".join(entry.comments)
    if comment.endswith("any width"):
        return None
    if match := _NOTE.search(comment):
        return int(match[1]), int(match[3] or match[1])
    return row(PANELS[0]), row(PANELS[1])


def widest(entry: po.Entry) -> list[str]:
    """Return the numbers that the comment of a device's text names, one for each `%d`."""
    match = _NOTE.search(" ".join(entry.comments))
    return (match[2] or "").split() if match else []


def with_numbers(entry: po.Entry, text: str) -> str:
    """Return a text with the widest numbers in each of its forms."""
    forms = text.split("\n")
    for number in widest(entry):
        forms = [_NUMBER.sub(number, form, count=1) for form in forms]
    return "\n".join(forms)


def cut_words(paragraph: str, room: int) -> Iterator[str]:
    """Yield the words that the rows of a page would break."""
    rows = importlib.import_module("teletype.handheld.drawing.glyphs").rows
    for start, _end in rows(paragraph, room):
        around = paragraph[max(0, start - 1) : start + 1]
        if re.fullmatch(r"[^\W\d]{2}", around) and max(around) < "\u3000":
            yield brief(paragraph[:start].split()[-1] + paragraph[start:].split()[0])


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


def of_text(entry: po.Entry, where: str, text: str, rooms: Rooms) -> Iterator[str]:
    """Yield what is too wide in a text; `entry` is its source, `where` its place."""
    group, _, rest = entry.context.partition(" ")
    kind = rest.split(" ")[0]
    one_row = row(PANELS[0])
    narrow = {
        "LABELS": rooms.label,
        "VALUES": rooms.label,
        "PRESETS": rooms.label,
        "STRUCTURES": rooms.structure,
    }
    if group == languages.LANGUAGE:
        yield from of_name(kind, where, text)
    elif group == languages.DEVICE or kind == "PICTURE":
        if kind != languages.ERRORS:
            yield from too_wide(where, with_numbers(entry, text), room_of(entry))
    elif kind == "TITLE":
        yield from too_wide(where, text, (one_row, row(PANELS[1])))
    elif kind == "GIST":
        yield from over(where, text, one_row - width(" "))
    elif kind == "RULES":
        rows = importlib.import_module("teletype.handheld.drawing.glyphs").rows
        count = len(rows(text, one_row))
        if count > rooms.rules:
            yield f"{where}: {quoted(text)} takes {count} rows, not {rooms.rules}"
    elif kind in narrow:
        for form in text.split("\n"):
            yield from over(where, form, narrow[kind])
    elif kind in ("KEYS", *languages.LONG):
        for paragraph in text.split("\n"):
            for word in cut_words(paragraph, rooms.page):
                yield f"{where}: a page is too narrow for '{word}'"


def of_name(kind: str, where: str, text: str) -> Iterator[str]:
    """Yield what is wrong with a text about a language, a row of the page of languages."""
    if kind == "SIGN":
        if len(text) != 1:
            yield f"{where}: {quoted(text)} is not one letter"
        return
    forms = text.split("\n")
    if kind == "NAME" and len(forms) > 1:
        yield f"{where}: {quoted(text)} has a line break; a name has one form"
    elif not all(map(str.strip, forms)):
        yield f"{where}: a form of {quoted(text)} is blank; remove its line break"
    for form in forms:
        yield from over(where, form, row(PANELS[1]) - width(" "))


VALUE = r"%(?:0\d)?[dsX]"
"""A placeholder of Python's operator %, which stops the device if its values do not fit."""

BY_FORM = ("device RESUMING",)
"""Texts of which the device chooses a form before it fills in the values."""

WORDS = ("CARDS_DOES", "CARDS_LEGEND", "DATES_MONTHS", "DATES_WEEK")
LETTERS = ("LEAF_DAYS",)
"""Texts of the device with a word, or a letter, for each of several places."""

WHEELS = ("DATES_FORM", "DMG")
"""A text with each of these letters once, in any order and with anything between them."""


def signs(text: str) -> list[str]:
    """Return the placeholders of a text's first form; %% only where it is shown like that."""
    first = text.split("\n")[0]
    if re.search(VALUE, first):
        first = first.replace("%%", "")
    return re.findall(rf"%%|{VALUE}|#+|\*", first)


def of_placeholders(entry: po.Entry, where: str, text: str) -> Iterator[str]:
    """Yield what is wrong with the placeholders of a text; `entry` is its source."""
    _, _, rest = entry.context.partition(" ")
    source = entry.plural or entry.source
    if languages.own(entry) or rest == languages.ERRORS:  # `words` fills the whole text, by order
        pattern = languages.pattern(entry) if languages.own(entry) else source
        found, wanted = (re.findall(r"[#*]", each) for each in (text, pattern))
    else:
        found, wanted = signs(text), signs(source)
    if found != wanted:
        yield f"{where}: {brief(str(found))} is filled in, not {wanted}"
    elif re.search(VALUE, source):
        if "%" in re.sub(rf"%%|{VALUE}", "", text):
            allowed = ", ".join([*dict.fromkeys(re.findall(VALUE, source)), "%%"])
            yield f"{where}: {quoted(text)} has another sign after a %; allowed are {allowed}"
        for form in text.split("\n")[1:]:
            if entry.context in BY_FORM:
                yield from of_placeholders(entry, where, form)
            elif re.search(VALUE, form.replace("%%", "")):
                yield f"{where}: a placeholder in the shorter form {quoted(form)}; remove it"
    words, needed = text.split(" "), len(source.split(" "))
    if rest in WORDS and (len(words) != needed or "" in words):
        yield f"{where}: {quoted(text)} is not {needed} words with one blank between them"
    if rest in LETTERS and len(text) != len(source):
        yield f"{where}: {quoted(text)} is not {len(source)} letters"
    if rest == WHEELS[0] and any(text.count(letter) != 1 for letter in WHEELS[1]):
        yield f"{where}: {quoted(text)} has not each of {', '.join(WHEELS[1])} once"


def of_language(
    source: languages.Source, language: languages.Language, rooms: Rooms, known: set[str]
) -> Iterator[str]:
    """Yield a line for each text of a language that must not go on a device."""
    entries = {entry.key: entry for entry in source.file.entries}
    for entry in language.file.entries:
        if entry.key not in language.texts:
            continue
        where = f"{language.file.name}:{entry.line}: {entry.context}"
        said = entries[entry.key]
        for text in language.texts[entry.key].split(languages.FORM):
            for char in sorted(set(text) - known):
                yield (
                    f"{where}: no glyph for {char!r} (U+{ord(char):04X}); "
                    "neither misc-fixed nor Misaki has one"
                )
            if not entry.context.startswith(f"{languages.LANGUAGE} "):
                yield from of_placeholders(said, where, text)
            yield from of_text(said, where, text, rooms)


def of_notes(source: languages.Source) -> Iterator[str]:
    """Yield a line for each comment that means to say how wide a text is and does not."""
    for entry in source.file.entries:
        shown = len(_NUMBER.findall(entry.source))
        if room_of(entry) and entry.comments and len(widest(entry)) != shown:
            yield (
                f"{source.file.name}:{entry.line}: {entry.context}: name the widest numbers of "
                f"its %d: 'at most N pixels with {' '.join(['99'] * shown)}'"
            )
        found = re.search(r"(at most |\d+ p).*", " ".join(entry.comments))
        if (
            found
            and entry.context.startswith(f"{languages.DEVICE} ")
            and not _NOTE.match(found[0])
        ):
            yield (
                f"{source.file.name}:{entry.line}: {entry.context}: "
                f"{found[0]!r} is not 'at most N pixels' or 'any width'"
            )


def of_programs(source: languages.Source) -> Iterator[str]:
    """Check that the texts about a program are those of a program, each label that of a preset."""
    catalogue = importlib.import_module("teletype.programs.catalogue")
    programs = catalogue.NAMES
    for name, kinds in source.programs.items():
        first = next(iter(kinds.values()))[0]
        where = f"{source.file.name}:{first.line}"
        if name not in programs:
            yield f"{where}: {first.context}: there is no program '{name}'"
            continue
        labels, presets = len(kinds.get("PRESETS", ())), len(catalogue.load(name).PRESETS)
        if labels != presets:
            yield f"{where}: {name} has {presets} presets and {labels} texts PRESETS"


def complaints(firmware: Path) -> Iterator[str]:
    """Yield a line for each fault; import the modules from `firmware`."""
    words = firmware / languages.FOLDER
    source = languages.source(words)
    languages.Layout(source)
    yield from without_glyphs(firmware)
    yield from of_programs(source)
    yield from of_notes(source)
    for code in languages.codes(words):
        language = languages.read(words, code, source)
        yield from of_language(source, language, Rooms(firmware), glyphs.known())


def check(firmware: Path) -> None:
    """Check a firmware, unless the same one has passed before. Raises BuildError for a fault."""
    digest = hashlib.sha256()
    texts = Path(str(languages.__file__)).parent
    for folder in (firmware, texts):
        for path in sorted(folder.rglob("*.*")):
            if path.is_file() and path.suffix != ".pyc":
                name = path.relative_to(folder).as_posix()
                digest.update(framed(name, path.read_bytes()))
    digest.update(Path(__file__).read_bytes())
    cache.whole(paths.CACHE / "checked" / digest.hexdigest()[:16], lambda: _passed(firmware))


def _passed(firmware: Path) -> Files:
    """Check a firmware in a separate Python. Raises BuildError if a text has a fault."""
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
        raise BuildError(process.stderr.strip())
    return {"passed": b""}


def _complain(firmware: Path) -> int:
    """Run the checks with the modules of this firmware, not with those the tools have imported."""
    for name in [name for name in sys.modules if name.split(".")[0] == "teletype"]:
        del sys.modules[name]
    sys.path.insert(0, str(firmware))
    wrong: list[str] = []
    try:
        wrong += complaints(firmware)
    except SyntaxError as error:
        wrong.append(f"{error.filename}:{error.lineno}: {error.msg}")
    except Failed as error:
        wrong.append(str(error))
    except WRONG as error:
        wrong.append(f"{type(error).__name__}: {error}")
    for line in wrong:
        complain(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(_complain(Path(sys.argv[1])))
