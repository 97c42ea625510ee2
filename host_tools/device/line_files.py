# SPDX-License-Identifier: MIT
"""A file of lines `name=value` on a board: show, change, import and export it.

`settings` and `exhibit` are this command, each for its file. The handheld's own declarations
check the values before any board is touched. The written file is verified on the board and
replaces the old one in one step.
"""

import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from host_tools.device import fleet, ports
from host_tools.device.link import Entry, Files, Link
from host_tools.device.pull import apart
from host_tools.files import FileError, check_place, put, read_text, special
from host_tools.sessions.targets import BoardError, BoardRefused
from host_tools.usage import Parser, WrongUsage, shown
from teletype.core.request import Malformed, folded
from teletype.handheld.keeping.root_files import near, told
from teletype.handheld.keeping.settings import check, lines, take


class Field(Protocol):
    """The field of a line, as the firmware declares it (`teletype.core.setup`)."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> object: ...
    def allowed(self) -> str: ...
    def parse(self, text: str) -> object: ...
    def check(self, value: object) -> None: ...
    def format(self, value: object) -> str: ...


@dataclass(frozen=True)
class Kind:
    """A file of lines: its command, its name on the board, its lines, and its largest size.

    absent   the state of a board without the file, as text
    lacks    what these lines need and this board lacks, as text; "" for nothing
    """

    command: str
    about: str
    file: str
    fields: Sequence[Field]
    largest: int
    absent: str
    lacks: Callable[[str, Files, dict[str, Entry]], str] = lambda text, files, there: ""


def wrong(kind: Kind, text: str, name: str) -> list[str]:
    """Return the handheld's messages about a file, one for each invalid line, with its number."""
    messages: list[str] = []
    values = {field.name: field.default for field in kind.fields}
    given = take(text, name, kind.fields, values, messages)
    if given:
        check(given, name, kind.fields, values, messages)
    return messages


def wanted(kind: Kind, words: list[str]) -> dict[str, str]:
    """Parse the words `name=value`; raise WrongUsage if one is invalid."""
    fields = {field.name: field for field in kind.fields}
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = next((known for known in fields if _sets(word, known)), name)
        if not equals or name not in fields:
            names = "=, ".join(fields)
            raise WrongUsage(f"unknown name: '{shown(word)}'; allowed in {kind.file}: {names}=")
        if name in found:
            raise WrongUsage(f"{name} is given twice; allowed: once")
        try:
            if len(f"{value}.".splitlines()) > 1:
                raise Malformed("more than one line")
            if any("\udc80" <= char <= "\udcff" for char in value):
                raise Malformed("not UTF-8")
            parsed = fields[name].parse(value)
            fields[name].check(parsed)
            found[name] = fields[name].format(parsed)
        except Malformed as error:
            allowed = fields[name].allowed()
            raise WrongUsage(f"{shown(word)}: {error}; allowed: {allowed}") from error
    return found


def _sets(line: str, name: str) -> bool:
    """Return whether a line sets `name`, as the handheld reads it."""
    same: bool = folded(line.partition("=")[0].strip()) == folded(name)
    return same


def changed(text: str, values: dict[str, str]) -> str:
    """Return the file `text` with these values; their lines keep their places."""
    left = dict(values)
    lines = []
    for line in text.splitlines():
        name = next((name for name in values if _sets(line, name)), None)
        if name is None:
            lines.append(line)
        elif name in left:
            lines.append(f"{name}={left.pop(name)}")
    lines += [f"{name}={value}" for name, value in left.items()]
    return "".join(f"{line}\n" for line in lines)


def own_name(text: str, old: str) -> str:
    """Return the file `text` with the board name from `old`, because names must differ."""
    kept = [line for line in text.splitlines() if not _sets(line, "name")]
    kept += [line for line in old.splitlines() if _sets(line, "name")]
    return "".join(f"{line}\n" for line in kept)


def local(kind: Kind, path: Path) -> str:
    """Read and check a file of this computer for a board; raise WrongUsage if it is invalid."""
    named = shown(str(path))
    try:
        text = read_text(path, kind.largest)
    except FileError as error:
        raise WrongUsage(f"{named}: {error}") from error
    if messages := wrong(kind, text, named):
        raise WrongUsage("; ".join(shown(message) for message in messages))
    return text


def check_export(kind: Kind, path: Path) -> None:
    """Raise WrongUsage if an export cannot be written, or would replace but an earlier one."""
    try:
        check_place(path)
    except FileError as error:
        raise WrongUsage(f"export {shown(str(path))}: {error}") from error
    if not path.exists() or special(path):
        return
    try:
        text = local(kind, path)
    except WrongUsage as error:
        raise WrongUsage(f"export would replace {error}; name another file") from error
    given = [line for line in lines(text) if line]
    if given and all(line.startswith("#") for line in given):
        why = "no settings in it; name another file"
        raise WrongUsage(f"export would replace {shown(str(path))}: {why}")


def nearly(kind: Kind, there: dict[str, Entry]) -> list[str]:
    """Return the handheld's messages about files of the board that were meant as this one."""
    entries = [(name, stat.S_IFDIR * one.folder) for name, one in there.items() if "/" not in name]
    return [told(name, right) for name, right in near(entries) if right == kind.file]


def read(kind: Kind, files: Files, there: dict[str, Entry]) -> str | None:
    """Return the board's file, None if it has none; raise BoardError if it cannot be used.

    `there`: the files of the board.
    """
    entry = there.get(kind.file)
    if entry is None:
        return None
    if entry.folder or entry.size > kind.largest:
        raise BoardError(
            f"{kind.file} on the board is a folder or too large; remove it, then try again"
        )
    try:
        return files.read(kind.file, entry.size).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BoardError(f"{kind.file} on the board is not UTF-8") from error


def write(kind: Kind, files: Files, text: str) -> None:
    """Replace the board's file in one step; raise BoardError on failure."""
    data = text.encode()
    if len(data) > kind.largest:
        raise BoardError(f"{kind.file} would have more than {kind.largest} bytes")
    files.replace(kind.file, data)
    files.sync()


def run(kind: Kind, argv: list[str]) -> int:
    """Run the command of this file."""
    parser = Parser(
        prog=f"host_tools {kind.command}", description=kind.about, example="export saved.txt"
    )
    ports.options(parser)
    parser.add_argument("what", choices=("show", "set", "import", "export"))
    parser.add_argument("values", nargs="*", metavar="name=value | FILE")
    options = parser.parse_intermixed_args(argv)
    what, given = options.what, options.values
    if len(given) != {"show": 0, "set": max(1, len(given))}.get(what, 1):
        raise WrongUsage(
            "`show` takes no values, `set` takes name=value …, `import` and `export` take a FILE"
        )
    values = wanted(kind, given) if what == "set" else {}
    if options.all and "name" in values:
        raise WrongUsage("name= with --all would give all boards the same name; use --port")
    new = local(kind, Path(given[0])) if what == "import" else None
    to = Path(given[0]) if what == "export" else None
    if to:
        check_export(kind, to)
    taken: dict[str, str] = {}

    def work(link: Link, row: fleet.Row, say: fleet.Say) -> str:
        files = Files(link)
        there = files.entries()
        old = read(kind, files, there)
        text = changed(old or "", values) if new is None else new
        if new is not None and options.all:
            text = own_name(new, old or "")
        if lack := kind.lacks(changed("", values) if new is None else new, files, there):
            raise BoardRefused(lack)
        if text != old and what in ("set", "import"):
            write(kind, files, text)
        row.name = values.get("name", row.name)
        link.restart()
        if to:
            if old is None:
                raise BoardError(f"there is no {kind.file} on the board: {kind.absent}")
            path = apart(to, row, taken) if options.all else to
            try:
                check_export(kind, path)
            except WrongUsage as error:
                raise BoardRefused(str(error)) from error
            put(path, old.encode())
            row.lines.append(str(path))
            return f"copied to {path}"
        row.lines += text.splitlines() or [kind.absent] * (what == "show")
        row.lines += wrong(kind, text, kind.file)
        row.lines += nearly(kind, there)
        if what == "show":
            return " ".join(text.split()) or kind.absent
        return "set" if what == "set" else "imported"

    return fleet.run(kind.command, options, work)
