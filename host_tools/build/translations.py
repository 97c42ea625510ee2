# SPDX-License-Identifier: MIT
"""Export and import of a language's texts as a `.po` file, for Poedit, Weblate or any editor.

    python3 -m host_tools texts export LANG [--out FILE]
    python3 -m host_tools texts import FILE

The context of an entry names the text: `device SHELF_KEYS`, `nim LABELS heaps`. Its comment says
how many pixels the text may take. What a program prints is translated from the language in which
it prints, everything else from English. A language without a folder is exported untranslated; its
folder is created by the import.

An import changes nothing unless everything is right. Each text of the device must be there, belong
to this version, have glyphs and fit its place. A program must be translated completely or not at
all.
"""

import importlib
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools import paths
from host_tools.build import text_check
from host_tools.usage import Failed, Parser, WrongUsage
from host_tools.version import version
from teletype import words
from teletype.programs import catalogue

SOURCE = "en"
"""Language from which the others are translated."""

WIDTH = 99
"""Columns in a line of the sources, as in pyproject.toml."""

PROGRAM, DEVICE, LANGUAGE = "program", "device", "language"

ABOUT_LANGUAGE = {
    "NAME": "the name of the language, in the language",
    "WORD": "its word for 'language', optionally a shorter form after \\n",
    "SIGN": "one letter that stands for it",
}

KINDS = (
    *("TITLE", "GIST", "RULES", "LABELS", "VALUES", "PICTURE", "PRESETS", "STRUCTURES"),
    *("KEYS", "ABOUT", "STORY", "CLAIMS", "GUESSES", "PERSONS", "PROBLEMS"),
)
"""Texts of a program other than MESSAGES, in the order in which they are written."""


@dataclass
class Entry:
    """A text: its context, the source text, the translation, and notes for translators."""

    context: str
    source: str
    text: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.source


def module(language: str, name: str) -> Any:
    """Return a module of a language; None if it does not exist."""
    file = paths.FIRMWARE / "teletype/words" / language / f"{name.replace('-', '_')}.py"
    if not file.exists():
        return None
    dotted = f"teletype.words.{language}"
    return importlib.import_module(
        dotted if name == "__init__" else f"{dotted}.{name.replace('-', '_')}"
    )


def said(language: str, name: str) -> Any:
    """Return a program's texts in a language, as a `teletype.words.Program`."""
    return words.Program(module(language, name))


def patterns(name: str) -> list[str]:
    """Return the patterns of what a program prints, as its translations have them."""
    for language in words.LANGUAGES:
        messages = said(language, name).MESSAGES
        if messages:
            return [pattern for pattern, _ in messages]
    return []


def parts(program: Any, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of a kind of a `Program`, each with the rest of its context."""
    value = getattr(program, kind)
    if kind == "PROBLEMS":
        for name, problem, answer in value:
            yield f" {name}", problem
            yield f" {name} answer", answer
    elif kind == "GUESSES":
        for name, texts in value.items():
            yield from ((f" {name} {number}", text) for number, text in enumerate(texts, 1))
    elif kind == "ABOUT":
        yield "", "\n".join(value)
    elif isinstance(value, dict):
        yield from ((f" {name}", text) for name, text in value.items())
    elif isinstance(value, tuple):
        yield from ((f" {number}", text) for number, text in enumerate(value, 1))
    else:
        yield "", value


def entries(language: str) -> list[Entry]:
    """Return every text of a language, in the order of the sources."""
    found: list[Entry] = []
    here, device = module(language, "__init__"), module(language, "device")
    english = module(SOURCE, "__init__")
    for name, note in ABOUT_LANGUAGE.items():
        entry = Entry(f"{LANGUAGE} {name}", getattr(english, name), notes=[note])
        entry.text = getattr(here, name) if here else ""
        found.append(entry)
    rooms = text_check.widths(paths.FIRMWARE)
    own = text_check.device(language) if device else {}
    for key, text in text_check.device(SOURCE).items():
        entry = Entry(f"{DEVICE} {key}", text, notes=[room(rooms[key])])
        entry.text = own.get(key, "")
        found.append(entry)
    there = dict(device.ERRORS) if device else {}
    for pattern in dict.fromkeys(pattern for pattern, _ in module("ru", "device").ERRORS):
        found.append(Entry(f"{DEVICE} ERRORS", pattern, there.get(pattern, "")))
    notes = limits()
    for name in catalogue.NAMES:
        found += of_program(language, name, notes)
    return found


def of_program(language: str, name: str, notes: dict[str, list[str]]) -> Iterator[Entry]:
    """Yield the texts of a program."""
    here, english = said(language, name), said(SOURCE, name)
    if language != catalogue.language(name):
        there, meant = dict(here.MESSAGES), dict(english.MESSAGES)
        for pattern in patterns(name):
            english_too = [f"English: {meant[pattern]}"] if pattern in meant else []
            yield Entry(f"{name} MESSAGES", pattern, there.get(pattern, ""), english_too)
    for kind in KINDS:
        own = dict(parts(here, kind))
        for rest, text in parts(english, kind):
            if text:
                yield Entry(f"{name} {kind}{rest}", text, own.get(rest, ""), notes[kind])


def room(pixels: tuple[int, int] | None) -> str:
    """Return the note about the width of an entry."""
    if pixels is None:
        return "any width"
    first, shortest = pixels
    if first == shortest:
        return f"at most {first} pixels"
    return f"at most {first} pixels; after \\n a shorter form of at most {shortest}"


def limits() -> dict[str, list[str]]:
    """Return the notes about the widths of a program's texts, by kind."""
    its = text_check.Rooms(paths.FIRMWARE)
    row, narrow = (text_check.row(panel) for panel in text_check.PANELS)
    page = [f"no word of more than {its.page} pixels"]
    return dict.fromkeys(KINDS, page) | {
        "TITLE": [room((row, narrow))],
        "GIST": [room((row - text_check.width(" "),) * 2)],
        "RULES": [f"at most {its.rules} rows of {row} pixels"],
        "LABELS": [room((its.label, its.label))],
        "VALUES": [room((its.label, its.label))],
        "PICTURE": [room((row, row))],
        "PRESETS": [room((its.label, its.label))],
        "STRUCTURES": [room((its.structure, its.structure))],
    }


# .po files


def polib() -> Any:
    """Return the package that reads and writes `.po` files. Raises Failed if it is missing."""
    try:
        return importlib.import_module("polib")
    except ImportError as error:
        raise Failed(f"texts: {error}; make setup installs it") from error


def exported(language: str) -> str:
    """Return the `.po` file of a language."""
    file = polib().POFile(wrapwidth=98)
    file.metadata = {
        "Project-Id-Version": f"pocket-teletype {version()}",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    for entry in entries(language):
        file.append(
            polib().POEntry(
                msgctxt=entry.context,
                msgid=entry.source,
                msgstr=entry.text,
                comment="\n".join(entry.notes),
            )
        )
    return f"{file}\n"


@dataclass
class Reading:
    """A `.po` file: its language, its entries with their line numbers, and its faults."""

    name: str
    language: str = ""
    entries: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def complain(self, line: int, what: str) -> None:
        self.wrong.append(f"{self.name}:{line}: {what}")


def read(path: Path) -> Reading:
    """Read a `.po` file and compare it with the texts of this version."""
    found = Reading(str(path))
    try:
        file = polib().pofile(str(path), encoding="utf-8")
    except (OSError, UnicodeError, ValueError) as error:
        line = re.search(r"\(line (\d+)\)", str(error))
        found.complain(int(line[1]) if line else 1, f"no .po file: {' '.join(str(error).split())}")
        return found
    found.language = file.metadata.get("Language", "")
    if not re.fullmatch(r"[a-z]{2,3}", found.language) or found.language == SOURCE:
        found.complain(1, f"Language: '{found.language}' is not the code of a language, like uk")
        return found
    wanted = {entry.key: entry for entry in entries(found.language)}
    contexts: dict[str, list[str]] = {}
    for context, source in wanted:
        contexts.setdefault(context, []).append(source)
    for item in file:
        key = (item.msgctxt or "", item.msgid)
        if item.obsolete:
            continue
        if key in found.entries:
            found.complain(item.linenum, f"{key[0]} is there twice")
        elif key in wanted:
            text = "" if item.fuzzy else item.msgstr
            found.entries[key] = item.linenum, text
        elif key[0] in contexts and len(contexts[key[0]]) == 1:
            now = contexts[key[0]][0]
            found.complain(item.linenum, f"{key[0]} is of another version; it is now {now!r}")
        else:
            found.complain(item.linenum, f"{key[0]}: there is no {key[1]!r} in this version")
    for key in wanted:
        if key not in found.entries:
            found.wrong.append(f"{path}: {key[0]} is missing: {key[1]!r}")
    check(found, wanted)
    return found


def check(found: Reading, wanted: dict[tuple[str, str], Entry]) -> None:
    """Add the faults of a file's texts."""
    fonts = importlib.import_module("teletype.fonts")
    known = set((fonts.CODES + fonts.WIDE_CODES).decode("utf-16-be")) | {"\n"}
    rooms = text_check.widths(paths.FIRMWARE)
    places = text_check.Rooms(paths.FIRMWARE)
    begun = {key[0].split()[0] for key, (_, text) in found.entries.items() if text}
    for key in wanted:
        if key not in found.entries:
            continue
        line, text = found.entries[key]
        where, _, kind = key[0].partition(" ")
        if not text:
            if where in begun or where in (LANGUAGE, DEVICE):
                found.complain(line, f"{key[0]} is not translated: {key[1]!r}")
            continue
        for char in sorted(set(text) - known):
            found.complain(
                line, f"{key[0]}: no glyph for {char!r}; python3 -m host_tools fonts adds it"
            )
        if where != LANGUAGE and signs(text) != signs(key[1]):
            found.complain(line, f"{key[0]}: {signs(text)} is filled in, not {signs(key[1])}")
        start = f"{found.name}:{line}: {key[0]}"
        if where == DEVICE and kind != "ERRORS":
            found.wrong += text_check.too_wide(start, text, rooms[kind])
        elif where not in (LANGUAGE, DEVICE) and not kind.startswith("MESSAGES"):
            found.wrong += text_check.of_texts(start, alone(kind, text), places)


def alone(kind: str, text: str) -> Any:
    """Return a `teletype.words.Program` with nothing but one text of a kind."""
    its = words.Program()
    name = kind.split()[0]
    if name == "PROBLEMS":
        its.STORY = text
    elif isinstance(getattr(its, name), str):
        setattr(its, name, text)
    elif isinstance(getattr(its, name), dict):
        setattr(its, name, {"": text})
    else:
        setattr(its, name, (text,))
    return its


def signs(text: str) -> list[str]:
    """Return the placeholders of a text's first form."""
    return re.findall(r"%%|%0?\d*[a-zX]|#+|\*", text.split("\n")[0])


# the modules


def columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def quoted(text: str) -> str:
    """Return a string literal as the formatter writes it."""
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n")
    if '"' in text and "'" not in text:
        return f"'{escaped}'"
    return '"' + escaped.replace('"', '\\"') + '"'


def pieces(text: str, most: int) -> Iterator[str]:
    """Yield a text in pieces of at most `most` columns; no piece continues after a line break."""
    for line in re.findall(r"[^\n]*\n+|[^\n]+$", text):
        piece = ""
        for word in re.findall(r"\S+\s*|\s+", line):
            rest = word
            if piece and columns(quoted(piece + rest)) > most:
                yield piece
                piece = ""
            while columns(quoted(rest)) > most:
                end = len(rest)
                while columns(quoted(rest[:end])) > most:
                    end -= 1
                yield rest[:end]
                rest = rest[end:]
            piece += rest
        yield piece


def literal(text: str, indent: int, before: int, after: int) -> str:
    """Return a string literal between `before` and `after` columns, split to fit if needed."""
    if before + columns(quoted(text)) + after <= WIDTH:
        return quoted(text)
    pad = " " * (indent + 4)
    most = WIDTH - len(pad)
    split = [text] if columns(quoted(text)) <= most else pieces(text, most)
    rows = "".join(f"{pad}{quoted(piece)}\n" for piece in split)
    return f"(\n{rows}{' ' * indent})"


def assigned(name: str, text: str) -> str:
    return f"{name} = {literal(text, 0, len(name) + 3, 0)}\n"


def tuple_of(name: str, texts: Iterable[str]) -> str:
    texts = list(texts)
    row = f"{name} = ({', '.join(map(quoted, texts))}{',' * (len(texts) == 1)})"
    if columns(row) <= WIDTH:
        return f"{row}\n"
    rows = "".join(f"    {literal(text, 4, 4, 1)},\n" for text in texts)
    return f"{name} = (\n{rows})\n"


def pairs(name: str, both: Iterable[tuple[str, str]]) -> str:
    rows = ""
    for pattern, text in both:
        row = f"    ({quoted(pattern)}, {quoted(text)}),"
        if columns(row) > WIDTH:
            split = [literal(one, 8, 8, 1) for one in (pattern, text)]
            row = f"    (\n        {split[0]},\n        {split[1]},\n    ),"
        rows += f"{row}\n"
    return f"{name} = (\n{rows})\n" if rows else f"{name} = ()\n"


def dict_of(name: str, texts: dict[str, str]) -> str:
    rows = ""
    for key, text in texts.items():
        rows += f"    {quoted(key)}: {literal(text, 4, 6 + columns(quoted(key)), 1)},\n"
    return f"{name} = {{\n{rows}}}\n"


def tuples_of(name: str, grouped: dict[str, list[str]]) -> str:
    rows = ""
    for key, texts in grouped.items():
        inner = "".join(f"        {literal(text, 8, 8, 1)},\n" for text in texts)
        rows += f"    {quoted(key)}: (\n{inner}    ),\n"
    return f"{name} = {{\n{rows}}}\n"


def problems(both: dict[str, list[str]]) -> str:
    rows = ""
    for name, texts in both.items():
        inner = "".join(f"        {literal(text, 8, 8, 1)},\n" for text in texts)
        rows += f"    (\n        {quoted(name)},\n{inner}    ),\n"
    return f"PROBLEMS = (\n{rows})\n"


HEAD = '# SPDX-License-Identifier: MIT\n"""%s"""\n\n'


def headings() -> dict[str, str]:
    """Return the comments before groups of the device's texts, by the key that follows."""
    found: dict[str, str] = {}
    comment = ""
    source = (paths.FIRMWARE / "teletype/words/en/device.py").read_text(encoding="utf-8")
    for line in source.splitlines():
        key = re.match(r"(\w+) = ", line)
        if line.startswith("# ") and "SPDX" not in line:
            comment = f"\n{line}\n"
        elif key and comment:
            found[key[1]] = comment
            comment = ""
    return found


def documented(name: str, language: str) -> str:
    """Return the docstring of a module, derived from the English one's first line."""
    text = str(module(SOURCE, name).__doc__).split("\n")[0]
    return text.replace(f"`{SOURCE}`", f"`{language}`")


def written(language: str, texts: dict[tuple[str, str], str]) -> dict[str, str]:
    """Return the sources of a language's modules by file name."""
    flat = {context: text for (context, _), text in texts.items()}
    file = HEAD % "How the device asks for this language."
    notes = re.findall(
        r'^""".*?"""\n',
        (paths.FIRMWARE / "teletype/words/en/__init__.py").read_text(encoding="utf-8"),
        re.MULTILINE,
    )[1:]
    blocks = [
        assigned(name, flat[f"{LANGUAGE} {name}"]) + note
        for name, note in zip(ABOUT_LANGUAGE, notes, strict=True)
    ]
    files = {"__init__.py": file + "\n".join(blocks)}
    errors = [
        (source, text) for (context, source), text in texts.items() if context == "device ERRORS"
    ]
    source = (paths.FIRMWARE / "teletype/words/en/device.py").read_text(encoding="utf-8")
    comments = headings()
    note = source[source.rindex('"""What is wrong') :]
    files["device.py"] = (
        HEAD % documented("device", language)
        + "".join(
            comments.get(key, "") + assigned(key, flat[f"{DEVICE} {key}"])
            for key in text_check.device(SOURCE)
        )
        + pairs("ERRORS", errors)
        + note
    )
    for name in catalogue.NAMES:
        blocks = list(of_file(name, texts))
        if blocks:
            files[f"{name.replace('-', '_')}.py"] = HEAD % documented(name, language) + "\n".join(
                blocks
            )
    return files


def of_file(name: str, texts: dict[tuple[str, str], str]) -> Iterator[str]:
    """Yield the assignments of a program's module; none if nothing of it is translated."""
    messages = [
        (source, text)
        for (context, source), text in texts.items()
        if context == f"{name} MESSAGES"
    ]
    if messages and all(text for _, text in messages):
        yield pairs("MESSAGES", messages)
    for kind in KINDS:
        start = f"{name} {kind}"
        mine = {
            context[len(start) :].strip(): text
            for (context, _), text in texts.items()
            if text and (context == start or context.startswith(f"{start} "))
        }
        if not mine:
            continue
        if kind in ("PROBLEMS", "GUESSES"):
            grouped: dict[str, list[str]] = {}
            for key, text in mine.items():
                grouped.setdefault(key.split()[0], []).append(text)
            yield problems(grouped) if kind == "PROBLEMS" else tuples_of(kind, grouped)
        elif kind == "ABOUT":
            yield tuple_of(kind, mine[""].split("\n"))
        elif kind in ("PRESETS", "STRUCTURES"):
            yield tuple_of(kind, mine.values())
        elif "" in mine:
            yield assigned(kind, mine[""])
        else:
            yield dict_of(kind, mine)


def install(language: str, texts: dict[tuple[str, str], str]) -> list[Path]:
    """Write a language's modules and add its code to LANGUAGES. Return the changed files."""
    folder = paths.FIRMWARE / "teletype/words"
    files = {folder / language / name: text for name, text in written(language, texts).items()}
    if language not in words.LANGUAGES:
        listed = folder / "__init__.py"
        codes = ", ".join(f'"{code}"' for code in (*words.LANGUAGES, language))
        source = listed.read_text(encoding="utf-8")
        files[listed] = re.sub(r"(?m)^LANGUAGES = \(.*\)$", f"LANGUAGES = ({codes})", source)
    changed = []
    for path, text in files.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed.append(path)
            path.parent.mkdir(exist_ok=True)
            path.with_suffix(".new").write_text(text, encoding="utf-8")
    for path in changed:
        os.replace(path.with_suffix(".new"), path)
    return changed


def main(argv: list[str]) -> int:
    if not argv or argv[0] not in ("export", "import", "-h", "--help"):
        return text_check.main(argv)  # `texts` was this command in version 0.1
    parser = Parser(
        prog="host_tools texts",
        description="Export the texts of a language as .po, or import them.",
        example="export uk --out uk.po",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    out = commands.add_parser("export", help="write the texts of a language to a .po file")
    out.add_argument(
        "language", metavar="LANG", help="its code, like uk; a new one starts untranslated"
    )
    out.add_argument("--out", type=Path, metavar="FILE", help="write there (default: LANG.po)")
    into = commands.add_parser("import", help="write a .po file into the folder of its language")
    into.add_argument("file", type=Path, metavar="FILE", help="the .po file")
    options = parser.parse_args(argv)
    if options.command == "export":
        return export_to(options.language, options.out)
    return import_from(options.file)


def export_to(language: str, out: Path | None) -> int:
    """Write the file of a language. Raises WrongUsage or Failed."""
    if not re.fullmatch(r"[a-z]{2,3}", language):
        raise WrongUsage(f"texts: '{language}' is not the code of a language, like uk")
    if language == SOURCE:
        raise WrongUsage("texts: English is the source of all translations; edit words/en")
    path = out or Path(f"{language}.po")
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(exported(language))
    except OSError as error:
        raise Failed(f"texts: {path}: {error.strerror}; give another FILE with --out") from error
    done = [entry for entry in entries(language) if entry.text]
    print(f"{path}: {len(done)} of {len(entries(language))} texts are translated")
    return 0


def import_from(path: Path) -> int:
    """Read a file and write its language's folder if there is no fault; return the exit status."""
    found = read(path)
    if found.wrong:
        for line in found.wrong:
            print(f"texts: {line}", file=sys.stderr)
        print("texts: nothing was changed", file=sys.stderr)
        return 1
    texts = {entry.key: found.entries[entry.key][1] for entry in entries(found.language)}
    changed = install(found.language, texts)
    for file in changed:
        print(file.relative_to(paths.FIRMWARE).as_posix())
    if not changed:
        print(f"{path}: {found.language} already has these texts")
    return 0
