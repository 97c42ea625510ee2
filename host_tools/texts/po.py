# SPDX-License-Identifier: MIT
"""Reads gettext's .po files with the standard library alone, as `run` and `replay` need it.

The format is that of GNU gettext's manual, "The Format of PO Files". This reader is strict: it
takes a file as translators' programs write it, also with a byte order mark and with CRLF, and
refuses anything else with one line that names file and line. polib writes the files.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from host_tools import files
from host_tools.usage import Failed
from teletype.core.request import brief

LIMIT = 4 * 1024 * 1024
"""The most bytes that a file may have; ours have a third of a megabyte."""

HIDDEN = ("Cc", "Cf", "Cs", "Mn", "Me", "Zl", "Zp")
"""Unicode's categories of signs that have no place of their own on a row: control signs, those
that turn the direction of writing or cannot be seen, and marks on the letter before them."""

_PLAIN = {"\n", *(chr(code) for code in range(0x20, 0x500) if chr(code).isalpha()), *" -:,.%()"}
"""Signs that need not be looked up: most of a text, which makes reading a file quicker."""

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_SPECIAL = re.compile(r"\\.?|\"", re.DOTALL)

_QUOTED = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d+)\])?)\s*)?"(.*)"')


@dataclass
class Entry:
    """A text of a .po file: its context, the source text, and the translation.

    `texts` has one form, or as many as the language has plurals. `comments` are for translators
    ("#."), `notes` by translators ("# "), `before` is the source text of a fuzzy translation.
    """

    context: str = ""
    source: str = ""
    plural: str = ""
    texts: list[str] = field(default_factory=list)
    line: int = 0
    comments: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    fuzzy: bool = False
    before: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.source


@dataclass
class File:
    """A .po file: its header, the comment above it, and its entries in their order."""

    name: str
    header: dict[str, str]
    head: Entry
    entries: list[Entry]


def read(path: Path, name: str = "") -> File:
    """Read a .po file; `name` is what messages call it. Raises Failed."""
    return parsed(_text(path, name or str(path)), name or str(path))


def header(path: Path) -> dict[str, str]:
    """Return the header of a file, as far as it can be read: `read` says what is wrong."""
    try:
        lines = _text(path, path.name)[:4096].splitlines()
    except Failed:
        return {}
    return _fields(
        "".join(line.strip('"') for line in lines if line[:1] == '"').replace("\\n", "\n")
    )


def _fields(text: str) -> dict[str, str]:
    found = {}
    for line in text.split("\n"):
        key, colon, value = line.partition(":")
        if colon:
            found[key.strip()] = value.strip()
    return found


def _text(path: Path, name: str) -> str:
    """Return the text of a file that is not too large."""
    try:
        return files.read_text(path, LIMIT)
    except files.FileError as error:
        line, what = 1, str(error)
        if match := re.match(r"line (\d+): (.*)", what):
            line, what = int(match[1]), match[2]
        raise Failed(f"{name}:{line}: {what}") from error


def parsed(text: str, name: str) -> File:
    """Return the .po file with this text. Raises Failed."""
    entries = list(_entries(text.replace("\r\n", "\n").split("\n"), name))
    if not entries or entries[0].source or entries[0].context:
        raise Failed(f'{name}:1: no header (msgid "", with the lines Language and Content-Type)')
    head = entries.pop(0)
    seen: dict[tuple[str, str], int] = {}
    for entry in entries:
        if entry.key in seen:
            what = brief(entry.context or entry.source)
            raise Failed(f"{name}:{entry.line}: {what} is already in line {seen[entry.key]}")
        seen[entry.key] = entry.line
    return File(name, _fields(head.texts[0]), head, entries)


def _entries(lines: list[str], name: str) -> Iterator[Entry]:
    """Yield the entries, the header first; obsolete ones are left out."""
    entry = Entry()
    part = ""
    for number, line in enumerate(lines, 1):
        line = line.strip(" \t")
        if part.startswith("msgstr") and (not line or line[0] == "#" or line[:4] == "msgc"):
            yield _whole(entry, name, number)
            entry, part = Entry(), ""
        if not line:
            continue
        if line[0] == "#":
            if part:
                raise Failed(f"{name}:{number}: a comment inside an entry")
            _comment(entry, line, f"{name}:{number}")
            continue
        match = _QUOTED.fullmatch(line)
        if match is None:
            raise Failed(f'{name}:{number}: not a line of a .po file: expected msgid "…"')
        keyword, index, inside = match.groups()
        text = _unquoted(inside, f"{name}:{number}")
        if keyword is None:
            if not part:
                raise Failed(f"{name}:{number}: a text without msgid or msgstr")
        else:
            if keyword in ("msgid", "msgctxt") and part.startswith("msgstr"):
                yield _whole(entry, name, number)
                entry, part = Entry(), ""
            _begin(entry, part, keyword, f"{name}:{number}")
            if not part:
                entry.line = number
            part = keyword
            if index is not None and index != str(len(entry.texts)):
                raise Failed(f"{name}:{number}: msgstr[{brief(index)}] is out of order")
            if part.startswith("msgstr"):
                entry.texts.append("")
        if part == "msgctxt":
            entry.context += text
        elif part == "msgid":
            entry.source += text
        elif part == "msgid_plural":
            entry.plural += text
        else:
            entry.texts[-1] += text
    if part:
        yield _whole(entry, name, len(lines))


_AFTER = {
    "msgctxt": ("",),
    "msgid": ("", "msgctxt"),
    "msgid_plural": ("msgid",),
    "msgstr": ("msgid",),
    "msgstr[": ("msgid_plural", "msgstr["),
}
"""What may stand before a part of an entry."""


def _begin(entry: Entry, before: str, keyword: str, where: str) -> None:
    """Raise Failed if this part of an entry may not follow that one."""

    def kind(part: str) -> str:
        return part[:7] if "[" in part else part

    if kind(before) not in _AFTER[kind(keyword)]:
        raise Failed(f"{where}: {keyword} after {before or 'nothing'}")


def _comment(entry: Entry, line: str, where: str) -> None:
    """Add what a line says that begins with "#"; places and obsolete entries are left out."""
    kind, rest = line[1:2], line[2:].strip()
    if kind == ".":
        entry.comments.append(rest)
    elif kind == ",":
        entry.fuzzy = entry.fuzzy or "fuzzy" in re.split(r"[,\s]+", rest)
    elif kind == "|":
        match = _QUOTED.fullmatch(rest)
        if match and match[1] in (None, "msgid"):
            entry.before += _unquoted(match[3], where)
    elif kind not in ("~", ":"):
        entry.notes.append(line[1:].strip())


def _unquoted(text: str, where: str) -> str:
    """Return a string without its escapes."""

    def plain(match: re.Match[str]) -> str:
        sign = match[0]
        if sign == '"':
            raise Failed(f'{where}: a quotation mark without \\ inside "…"')
        if sign[1:] not in _ESCAPES:
            raise Failed(f"{where}: unknown escape {sign}")
        return _ESCAPES[sign[1:]]

    return _SPECIAL.sub(plain, text)


def _whole(entry: Entry, name: str, line: int) -> Entry:
    """Return an entry that has all its parts and no sign that nobody sees. Raises Failed.

    A letter and its accent become one sign, as most keyboards send them.
    """
    if not entry.texts:
        raise Failed(f"{name}:{line}: an entry without msgstr")
    entry.texts = [unicodedata.normalize("NFC", text) for text in entry.texts]
    for text in (entry.context, entry.source, entry.plural, *entry.texts):
        bad = {char for char in set(text) - _PLAIN if unicodedata.category(char) in HIDDEN}
        if bad:
            raise Failed(
                f"{name}:{entry.line}: {brief(entry.context) or 'the header'}: "
                f"the sign U+{ord(min(bad)):04X} cannot be shown; remove it"
            )
    return entry
