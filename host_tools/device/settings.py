# SPDX-License-Identifier: MIT
"""The settings of a board: `python3 -m host_tools settings [--port P | --all] show | set …`.

`set name=value …` changes these lines of its `settings.txt` and leaves the others; what the
handheld would refuse is refused here, before any board is touched. `name=` is what the board is
called where there are several. The board starts anew afterwards.
"""

import hashlib

from handheld import setting_fields
from host_tools.device import fleet, ports
from host_tools.device.link import Files, Link, open_port
from host_tools.sessions.targets import BoardError
from host_tools.usage import Parser, WrongUsage, shown, tell
from teletype.request import Malformed

FILE = "settings.txt"
NEW = "settings.txt.new"
LARGEST = 4000
"""Bytes, as on the board."""


def wanted(words: list[str]) -> dict[str, str]:
    """The settings that the words `name=value` set. Raises WrongUsage."""
    fields = {field.name: field for field in setting_fields.FIELDS}
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in fields:
            raise WrongUsage(f"'{shown(word)}' is no setting; allowed: {'=, '.join(fields)}=")
        if name in found:
            raise WrongUsage(f"{name} is given twice; allowed: once")
        try:
            found[name] = fields[name].format(fields[name].parse(value))
        except Malformed as error:
            allowed = fields[name].allowed()
            raise WrongUsage(f"{shown(word)}: {error}; allowed: {allowed}") from error
    return found


def changed(text: str, values: dict[str, str]) -> str:
    """The file `text` with these values: their lines in its places, the others as they are."""
    left = dict(values)
    lines = []
    for line in text.splitlines():
        name = line.strip().partition("=")[0]
        if name not in values:
            lines.append(line)
        elif name in left:
            lines.append(f"{name}={left.pop(name)}")
    lines += [f"{name}={value}" for name, value in left.items()]
    return "".join(f"{line}\n" for line in lines)


def read(files: Files) -> str:
    """The board's file; "" if it has none. Raises BoardError."""
    entry = files.entries().get(FILE)
    if entry is None:
        return ""
    if entry.folder or entry.size > LARGEST:
        raise BoardError(f"{FILE} on the board is no file of settings")
    try:
        return files.read(FILE, entry.size).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BoardError(f"{FILE} on the board is not UTF-8") from error


def write(files: Files, text: str) -> None:
    """Replaces the board's file in one step. Raises BoardError."""
    data = text.encode()
    if len(data) > LARGEST:
        raise BoardError(f"{FILE} would have more than {LARGEST} bytes")
    files.write(NEW, data)
    if files.sha256([NEW]) != [hashlib.sha256(data).digest()]:
        files.discard(NEW)
        raise BoardError(f"{FILE} did not arrive whole; the board is as it was")
    files.rename(NEW, FILE)
    files.sync()


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools settings", description="The settings of a board, shown or changed."
    )
    ports.options(parser)
    parser.add_argument("what", choices=("show", "set"))
    parser.add_argument("values", nargs="*", metavar="name=value")
    options = parser.parse_intermixed_args(argv)
    if (options.what == "set") != bool(options.values):
        raise WrongUsage("`show` takes no values, `set` takes name=value …")
    values = wanted(options.values)

    def work(link: Link, row: fleet.Row, say: fleet.Say) -> str:
        files = Files(link)
        text = read(files)
        if values:
            write(files, changed(text, values))
            row.name = values.get("name", row.name)
        row.lines += changed(text, values).splitlines()
        link.restart()
        return "set" if values else " ".join(text.split()) or "the defaults"

    if options.all:
        return fleet.run("settings", options, work)
    link = open_port(ports.chosen(options))
    try:
        link.interrupt()
        row = fleet.Row("")
        work(link, row, tell)
    finally:
        link.close()
    for line in row.lines:
        print(shown(line))
    return 0
