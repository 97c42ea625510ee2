# SPDX-License-Identifier: MIT
"""Check, export and import of the languages' .po files.

    python3 -m host_tools texts check [LANG ...]
    python3 -m host_tools texts export LANG [--out FILE]
    python3 -m host_tools texts import FILE
    python3 -m host_tools texts pack FILE [--out FILE]

`check` reports faults, which must not go on a device, and what is left to do: texts that are
missing, fuzzy, or of another English text, and the percentage.

`export` writes a language with all texts of this version, for Poedit, Weblate, Crowdin or any
editor; a new language comes untranslated. Where the English text has changed, the old translation
is marked fuzzy.

`import` puts such a file into the firmware if it has no fault. It may be incomplete. Comments and
the order are those of `en.pot`. polib writes all files, so that a file of the repository that was
exported stays byte for byte the same when it comes back.

`pack` makes of it the file CODE.lang, which a board of this version lists among its languages once
it was copied there: no image has to be built (`host_tools.texts.language_file`).
"""

import errno
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools import files, paths, usage
from host_tools.build import text_check
from host_tools.texts import glyphs, language_file, languages, plurals, po
from host_tools.usage import BuildError, Failed, Parser, WrongUsage, message
from teletype.core.request import brief

LANGUAGE = files.Kind("a language file", (language_file.MAGIC,))

WRAP = 78
"""Columns of a line, gettext's own default."""

FIXED = {
    "Project-Id-Version": "Pocket Teletype",
    "Report-Msgid-Bugs-To": "",
    languages.CREDIT: "",
    "Language": "",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    plurals.HEADER: "",
}
"""The header's lines in their order; others of the file come after them."""

CHANGING = ("PO-Revision-Date", "POT-Creation-Date", "X-Generator")
"""The header's lines that translators' programs change by themselves: left out."""


def say(line: str) -> None:
    """Print a line that may have names and texts of somebody else's file."""
    print(message(line))


def complain(line: str) -> None:
    usage.complain(f"texts: {line}")


def polib() -> Any:
    """Return the package that writes `.po` files. Raises Failed if it is missing."""
    try:
        return importlib.import_module("polib")
    except ImportError as error:
        raise Failed(f"texts: {error}; make setup installs it") from error


def folder() -> Path:
    return paths.FIRMWARE / languages.FOLDER


def source() -> languages.Source:
    return languages.source(folder())


def code(text: str) -> str:
    """Return the code of a language as its file has it: `uk` for `uk_UA`, if there is `uk.po`.

    Raises WrongUsage.
    """
    made = text.replace("-", "_")
    base = made.partition("_")[0]
    known = languages.codes(folder())
    if made not in known and base in known and base != languages.ENGLISH:
        made = base
    if not languages.CODE.fullmatch(made) or made == languages.ENGLISH:
        raise WrongUsage(f"'{brief(text)}' is not the code of a language, like uk or pt_BR")
    return made


def written(source: languages.Source, code: str, file: po.File | None) -> str:
    """Return the .po file of a language, from what `file` has of it."""
    library = polib()
    header = {**FIXED, **(file.header if file else {}), "Language": code}
    made = library.POFile(wrapwidth=WRAP)
    made.header = "\n".join(file.head.notes) if file else ""
    made.metadata = {key: text for key, text in header.items() if key not in CHANGING}
    there = {entry.key: entry for entry in file.entries} if file else {}
    contexts = {entry.context: entry for entry in there.values()}
    count = plural_count(header.get(plurals.HEADER, ""))
    for entry in languages.wanted(source, code):
        old = there.get(entry.key)
        stale = contexts.get(entry.context) if old is None else None
        if entry.context == f"{languages.DEVICE} {languages.ERRORS}":
            stale = None  # a context of many texts
        found = old or stale or po.Entry()
        texts = found.texts
        item = library.POEntry(
            msgctxt=entry.context,
            msgid=entry.source,
            comment="\n".join(entry.comments),
            tcomment="\n".join(found.notes),
        )
        if entry.plural:
            item.msgid_plural = entry.plural
            item.msgstr_plural = {at: (*texts, *[""] * count)[at] for at in range(count)}
        else:
            item.msgstr = texts[0] if texts else ""
        if any(texts) and (found.fuzzy or stale):
            item.flags.append("fuzzy")
            before = stale.source if stale else found.before
            if before not in ("", entry.source):
                item.previous_msgid = before
        made.append(item)
    return f"{made}\n"


def plural_count(header: str) -> int:
    """Return the forms of a language; two if its header does not say."""
    try:
        return plurals.parsed(header).count
    except ValueError:
        return 2


# what is wrong, and what is left to do


def faults(source: languages.Source, language: languages.Language) -> list[str]:
    """Return a line for each fault of a language."""
    rooms = text_check.Rooms(paths.FIRMWARE)
    found = list(text_check.of_language(source, language, rooms, glyphs.known()))
    name = language.file.name
    if language.code != languages.ENGLISH and not language.plurals:
        for entry in source.file.entries:
            if entry.plural and plurals.HEADER not in language.file.header:
                found.append(f"{name}:1: the header {plurals.HEADER} is missing")
                break
    return found


def left(source: languages.Source, language: languages.Language) -> Iterator[str]:
    """Yield a line for each text that the device shows in English."""
    name = language.file.name
    known = {entry.key for entry in source.file.entries}
    contexts = {entry.context for entry in source.file.entries}
    there = {entry.key: entry for entry in language.file.entries}
    for entry in language.file.entries:
        where = f"{name}:{entry.line}: {brief(entry.context)}"
        if languages.own(entry) == language.code:
            continue  # it is printed in this language
        if entry.key not in known:
            change = "the English text has changed" if entry.context in contexts else "not in use"
            yield f"{where}: {change}: {begin(entry)}"
        elif entry.fuzzy:
            yield f"{where}: fuzzy"
        elif entry.key not in language.texts:
            yield f"{where}: not translated: {begin(entry)}"
    contexts = {entry.context for entry in language.file.entries}
    for entry in languages.wanted(source, language.code):
        if entry.key not in there and (
            entry.context not in contexts or entry.context.endswith(languages.ERRORS)
        ):
            yield f"{name}: {entry.context}: missing: {begin(entry)}"


def begin(entry: po.Entry) -> str:
    """Return the beginning of a source text, for a message."""
    text = repr(entry.source)
    return text if len(text) < 60 else f"{text[:58]}…'"


def has_fault() -> bool:
    """Report the faults of the firmware's texts; return whether there is one."""
    try:
        text_check.check(paths.FIRMWARE)
    except BuildError as error:
        for line in str(error).splitlines():
            complain(line)
        return True
    return False


def check(chosen: list[str]) -> int:
    """Report faults and what is left to do; return 1 if there is a fault."""
    if has_fault():
        return 1
    english = source()
    for one in chosen or languages.codes(folder()):
        if one not in languages.codes(folder()):
            name = brief(one)
            raise WrongUsage(f"there is no language '{name}'; texts export {name} begins it")
        language = languages.read(folder(), one, english)
        wanted = languages.wanted(english, one)
        done = sum(entry.key in language.texts for entry in wanted)
        for line in left(english, language):
            say(line)
        unread = "; not yet read by a native speaker" if language.unread else ""
        part = languages.percent(english, language)
        print(f"{one}: {done} of {len(wanted)} texts, {part} %{unread}")
    return 0


# the commands


def export(wanted: str, out: Path | None) -> int:
    """Write the .po file of a language; return the exit status."""
    chosen = code(wanted)
    path = folder() / f"{chosen}.po"
    file = po.read(path, languages.name_of(path)) if path.exists() else None
    text = written(source(), chosen, file)
    target = out or Path(f"{chosen}.po")
    try:
        if os.path.lexists(target) and not files.special(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        files.put(target, text.encode())
    except OSError as error:
        raise Failed(f"{target}: {error.strerror}; give another FILE with --out") from error
    say(str(target))
    return 0


def checked(english: languages.Source, path: Path) -> languages.Language | None:
    """Return the language of a .po file; None, after a line for each, if it has faults."""
    wrong: list[str] = []
    try:
        file = po.read(path)
        chosen = code(file.header.get("Language", "").strip())
        language = languages.language(file, chosen, english)
        wrong = faults(english, language)
        if not language.texts:
            wrong.append(f"{path}:1: nothing is translated")
        for entry in english.language.values():
            if entry.key not in language.texts:
                wrong.append(f"{path}: {entry.context} is not translated: {entry.source!r}")
        if file.header.get(plurals.HEADER) is None and any(
            entry.plural for entry in english.file.entries
        ):
            wrong.append(f"{path}:1: the header {plurals.HEADER} is missing")
    except Failed as error:
        wrong.append(str(error))
    except WrongUsage as error:
        wrong.append(f"{path}:1: Language: {error}")
    if wrong:
        for line in dict.fromkeys(wrong):
            complain(line)
        complain("nothing was changed")
        return None
    return language


def import_from(path: Path) -> int:
    """Put a .po file into the firmware if it has no fault; return the exit status."""
    english = source()
    language = checked(english, path)
    if language is None:
        return 1
    target = folder() / f"{language.code}.po"
    for line in left(english, language):
        say(line)
    made = written(english, language.code, language.file).encode()
    if target.exists() and target.read_bytes() == made:
        say(f"{path}: {language.code} already has these texts")
    else:
        files.put(target, made)
        print(f"{languages.name_of(target)}: {languages.percent(english, language)} %")
    return 0


def pack(path: Path, out: Path | None) -> int:
    """Make the file of a language for a board; return the exit status."""
    english = source()
    language = checked(english, path)
    if language is None:
        return 1
    target = out or Path(language.code + language_file.ENDING)
    try:
        files.check_own(target, LANGUAGE)
    except files.FileError as error:
        raise Failed(f"{target}: {error} with --out") from error
    wide = set(glyphs.chosen(glyphs.used(paths.FIRMWARE))[1])
    try:
        data = language_file.made(english, language, wide)
        files.put(target, data)
    except Failed as error:
        raise Failed(f"{path}: {error}") from error
    except OSError as error:
        raise Failed(f"{target}: {error.strerror}; give another FILE with --out") from error
    percent = languages.percent(english, language)
    say(f"{target}: {language.code}, {percent} %, {len(data)} bytes")
    return 0


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools texts",
        description="Check, export, import or pack the languages, as .po files.",
        example="check",
    )
    commands = parser.add_subparsers(dest="command")
    checking = commands.add_parser("check", help="report faults and what is left to do")
    checking.add_argument("language", nargs="*", metavar="LANG", help="its code (default: all)")
    exporting = commands.add_parser("export", help="write a language as .po")
    exporting.add_argument("language", metavar="LANG", help="its code, like uk or pt_BR")
    exporting.add_argument("--out", type=Path, metavar="FILE", help="(default: LANG.po)")
    importing = commands.add_parser("import", help="put a .po file into the firmware")
    importing.add_argument("file", type=Path, metavar="FILE")
    packing_one = commands.add_parser("pack", help="make a file that a board lists as a language")
    packing_one.add_argument("file", type=Path, metavar="FILE")
    packing_one.add_argument("--out", type=Path, metavar="FILE", help="(default: LANG.lang)")
    options = parser.parse_args(argv)
    if options.command == "pack":
        return pack(options.file, options.out)
    if options.command == "export":
        return export(options.language, options.out)
    if options.command == "import":
        return import_from(options.file)
    if options.command == "check":
        return check(options.language)
    if has_fault():  # without a command as in version 0.1
        return 1
    print("no fault; `texts check` also tells what is left to do")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
