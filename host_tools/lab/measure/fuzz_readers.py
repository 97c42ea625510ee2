# SPDX-License-Identifier: MIT
"""Targets of `host_tools lab fuzz`: readers of files and lines that others have written.

The firmware's readers run on this Python and on MicroPython's Unix port (`readers`); both must
give the same result for each input.
"""

import importlib
import io
import json
import os
import random
import re
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from host_tools import paths
from host_tools.build import bytecode, micropython, node
from host_tools.device import counts as counted
from host_tools.device import line_files, slots
from host_tools.device.exhibit import KIND
from host_tools.lab.measure.damage import Broken, damaged, damaged_bytes, setup_pairs, value
from host_tools.sessions import pattern, run
from host_tools.usage import Failed, WrongUsage
from teletype.core.request import Malformed
from teletype.core.session import Session
from teletype.engines import patterns as life
from teletype.exhibit import settings as exhibit_settings
from teletype.exhibit import visit_log
from teletype.handheld.keeping import setting_fields
from teletype.handheld.keeping.store import Store
from teletype.programs import catalogue

READER = Path(__file__).with_name("readers.py")

_unix: list[subprocess.Popen[str]] = []
"""The process of the Unix port, shared by all cases."""


def unix() -> subprocess.Popen[str]:
    """Return the Unix port, ready for the name of a reader."""
    if not _unix or _unix[0].poll() is not None:
        _unix[:] = [
            subprocess.Popen(
                [micropython.unix(), "-X", "heapsize=32m", READER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                env={**os.environ, "MICROPYPATH": f"{bytecode.tree('x64')}:.frozen"},
            )
        ]
    return _unix[0]


def on_unix(reader: str, data: bytes, folder: Path) -> str:
    """Return the result of a reader for an input on the Unix port."""
    there = folder / "unix"
    there.mkdir(exist_ok=True)
    (there / "input").write_bytes(data)
    process = unix()
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(f"{reader} {there}/\n")
    process.stdin.flush()
    said = process.stdout.readline().rstrip("\n")
    if process.poll() is not None or said.startswith(("FAILED", "Traceback")):
        raise Broken(f"the Unix port: {said} for {data[:200]!r}")
    return said


def readers() -> Any:
    """Return the module of the readers, prepared to run on this Python."""
    importlib.import_module("host_tools.emulator.simulator").fill_in()
    return importlib.import_module("host_tools.lab.measure.readers")


ODD = re.compile("[\x1c-\x1f\x85\u1680\u2000-\u2008\u200a\u2028\u2029\u205f]")
"""Characters that are blanks in this Python and ordinary characters in MicroPython; no keyboard
types them."""


def both(reader: str, data: bytes, folder: Path) -> str:
    """Return the result of a reader for an input. Raises Broken if the two Pythons differ."""
    with suppress(UnicodeDecodeError):
        data = ODD.sub("?", data.decode()).encode()
    here = folder / "host"
    here.mkdir(exist_ok=True)
    (here / "input").write_bytes(data)
    said: str = readers().read(reader, f"{here}/")
    other = on_unix(reader, data, folder)
    if said != other:
        raise Broken(f"{said[:300]!r} here, {other[:300]!r} on the Unix port, for {data[:200]!r}")
    return said


# Lines and formulas

SIGNS = (
    "A", "B", "v", "V", "И", "0", "1", "~", "¬", "!", "not ", "не ", "*", "&", "&&", " and ", "∧",
    "+", "|", "||", " or ", " v ", "∨", "->", "=>", "→", "<->", "<=>", "==", "≡", "^", "⊕",
    " xor ", "(", ")", "(", ")", " ", "\xa0", "\t",
)  # fmt: skip


def formulas(chance: random.Random, folder: Path) -> None:
    text = "".join(chance.choices(SIGNS, k=chance.choice((3, 7, 20, 400))))
    if chance.random() < 0.3:
        text = damaged(chance, text)
    both("formulas", text.encode("utf-8", "replace"), folder)


def typed(chance: random.Random, folder: Path) -> None:
    """Check a line on the shelf and answers from a pipe."""
    name = chance.choice(catalogue.NAMES)
    pairs = setup_pairs(chance, catalogue.load(name))
    line = " ".join([name, *(f"{key}={text}" for key, text in pairs)])
    data = damaged_bytes(chance, line.encode("utf-8", "replace"))
    both("typed", data.replace(b"\r", b"").replace(b"\n", b""), folder)
    piped = damaged_bytes(chance, b"2 1\nT=2 L=1\r\n# note\n\xd0\xa2=1 L=1\n")
    session = Session(catalogue.load("nim").play(catalogue.prepare("nim", "")[1]))
    while session.request is None:
        session.step()
    with suppress(Failed):
        for number, answer in run.answers(io.BytesIO(piped)):
            if number < 1:
                raise Broken(f"line {number} of {piped!r}")
            with suppress(Malformed):
                if answer is not None and not session.ended and session.request is not None:
                    session.answer(answer)
            while session.request is None and not session.ended:
                session.step()


# Patterns


def patterns(chance: random.Random, folder: Path) -> None:
    cells = {(chance.randrange(12), chance.randrange(80)) for _ in range(chance.randrange(1, 40))}
    rule = chance.choice(("B3/S23", "B36/S23", "23/36", "B2/S", "S23B3", "B3/S23/4", "B0/S"))
    kind = chance.randrange(4)
    if kind == 0:
        text = pattern.rle(cells, rule)
    elif kind == 1:
        rows = ["".join(".O"[(row, x) in cells] for x in range(80)) for row in range(12)]
        text = "!Name: x\n" + "\n".join(rows)
    elif kind == 2:
        text = "#Life 1.06\n" + "\n".join(f"{x - 9} {row - 9}" for row, x in cells)
    else:
        text = f"#Life 1.05\n#R {rule}\n#P -2 3\n.*.\n***\n#P 10 -7\n*"
    data = text.encode() if chance.random() < 0.3 else damaged_bytes(chance, text.encode())
    said = both("life", data, folder)
    if not said.startswith(("-", "!")):
        found, known = life.read(str(data, "utf-8"))
        if life.read(pattern.rle(found, known or "B3/S23")) != (found, known or "B3/S23"):
            raise Broken(f"as RLE it is another pattern: {said[:200]}")
    if kind == 1 and data == text.encode():
        top, left = min(cells)[0], min(x for _, x in cells)
        if not said.startswith(str(sorted((row - top, x - left) for row, x in cells))):
            raise Broken(f"other cells than were written: {said[:200]}")


# Files on the board


def wiring(chance: random.Random, folder: Path) -> None:
    board = chance.choice(sorted(paths.BOARDS.glob("*/board.py"))).read_bytes()
    both("wiring", damaged_bytes(chance, board), folder)


EDITORS: tuple[Callable[[str], bytes], ...] = (
    lambda text: text.encode(),
    lambda text: b"\xef\xbb\xbf" + text.encode(),
    lambda text: text.replace("\n", "\r\n").encode(),
    lambda text: text.replace("\n", "\r").encode(),
    lambda text: text.replace("\n", " ").encode(),
    lambda text: text.translate({code: code + 0xFEE0 for code in range(97, 123)}).encode(),
    lambda text: text.rstrip("\n").encode(),
    lambda text: text.replace("=", " = ").encode(),
    lambda text: text.replace("=", "\xa0=\xa0").encode(),
    lambda text: "".join(f"\u200b{line}\n" for line in text.splitlines()).encode(),
    lambda text: "".join(f"\xa0{line}\xa0\n" for line in text.splitlines()).encode(),
    lambda text: "".join(f'"{line}"\n' for line in text.splitlines()).encode(),
    lambda text: text.title().encode(),
    lambda text: text.replace("o", "\u043e").encode(),  # Cyrillic
    lambda text: text.replace("=", ":").encode(),
    lambda text: text.encode("utf-16"),
    lambda text: text.encode("utf-16-le"),
)
"""How editors and people change a file of lines `name=value`."""


def lines_of(chance: random.Random, fields: Any) -> list[str]:
    return [f"{field.name}={value(chance, field)}" for field in fields if chance.random() < 0.4]


def exhibit(chance: random.Random, folder: Path) -> None:
    """Check that board and `exhibit import` agree, and that a code in the file always locks it."""
    lines = [
        line for line in lines_of(chance, exhibit_settings.FIELDS) if not line.startswith("code")
    ]
    code = "".join(chance.choices("UDLR", k=4))
    lines.insert(chance.randrange(len(lines) + 1), f"code={code}")
    text = "\n".join(lines) + "\n"
    data = chance.choice(EDITORS)(text)
    kind = chance.randrange(3)
    if kind == 1:
        data = damaged_bytes(chance, data)
    both("visitors", data, folder)
    messages: list[str] = []
    values, _ = exhibit_settings.read(Store(f"{folder}/host/"), messages)
    if kind != 1 and values["code"] not in (code, exhibit_settings.CLOSED):
        raise Broken(f"the code {values['code']!r} opens it, and {code} was set in {data!r}")
    path = folder / "exhibit.txt"
    path.write_bytes(data)
    try:
        line_files.local(KIND, path)
        refused = False
    except WrongUsage:
        refused = True
    if not refused and messages:
        raise Broken(f"`exhibit import` takes it, the board does not: {messages[0]}: {data!r}")


def preferences(chance: random.Random, folder: Path) -> None:
    text = "\n".join(lines_of(chance, setting_fields.FIELDS)) + "\n"
    data = chance.choice(EDITORS)(text)
    both("preferences", damaged_bytes(chance, data) if chance.random() < 0.5 else data, folder)


def counts(chance: random.Random, folder: Path) -> None:
    """Check the lines of visits, and what a spreadsheet makes of them."""
    lines = []
    for number in range(chance.randrange(1, 6)):
        day = chance.choice(
            ("on", "2026-11-26", "=1+1", "@x", "-1", "+1", "\t=1", damaged(chance, "on"))
        )
        numbers = " ".join(str(chance.choice((0, 3, 10**9, 999999999))) for _ in range(8))
        lines.append(f"{number} {day} {numbers} uk=2 {chance.choice(('nim', '=A1', '@a'))}=4/3/1")
    data = "\n".join(lines).encode("utf-8", "replace") + b"\n"
    if chance.random() < 0.6:
        data = damaged_bytes(chance, data)
    both("counts", data, folder)
    found = [line for line in visit_log.lines(io.BytesIO(data)) if line is not None]
    for row in counted.table(found).splitlines():
        for cell in row.split(","):
            if cell.strip('" ')[:1] in tuple("=+@\t\r") or cell[:1] == "-":
                raise Broken(f"a spreadsheet takes {cell!r} for a formula")


def now(chance: random.Random, folder: Path) -> None:
    """Check the file that selects the firmware of the next start, as `main.py` describes it."""
    good = "".join(map(chance.choice, ("ab-x", "ab-.", "?!=<"))) + chance.choice((" ", "", " \n"))
    data = good.encode() if chance.random() < 0.5 else damaged_bytes(chance, good.encode())
    slots.parsed(data.decode("utf-8", "replace"), "")
    head, ours = data[:3], data[:60][3:].strip() == b""
    slot, state, left = head[:1] if ours else b"", head[2:3] if ours else b"", data
    if state == b"?":
        left = data[:2] + b"!" + data[:60][3:]
    elif state == b"!" and head[1:2] != b".":
        slot = head[1:2]
        left = slot + b".<" + data[:60][3:]
    expected = f"{list(left)} {slot in (b'a', b'b')}"
    said = on_unix("now", data, folder)
    if said != expected:
        raise Broken(f"{said} instead of {expected} for {data!r}")


# Links of the page

_LINKS = """
const link = await import(%s);
const { links, names } = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify(links.map((hash) => {
  try { return link.readLink(hash, names); }
  catch (error) { return error.constructor.name + ' ' + error.message; }
})));
"""


TRACKERS = ("utm_source=x", "fbclid=y")


def links(chance: random.Random, folder: Path) -> None:
    """Check fifty links: refused, or read without control characters and tracking words."""
    given = []
    for _ in range(50):
        name = chance.choice(catalogue.NAMES)
        begin = chance.choice((f"#program={name}", "#exhibit", "#tape=AAAA", "#"))
        pairs = [f"{key}={text}" for key, text in setup_pairs(chance, catalogue.load(name))]
        pairs += chance.choices((*TRACKERS, "operator", "idle=90", "tape=eJw"), k=2)
        text = "&".join([begin, *pairs])
        given.append(text if chance.random() < 0.5 else damaged(chance, text))
    names = [field.name for field in exhibit_settings.FIELDS]
    script = _LINKS % json.dumps((paths.PAGE / "link.js").as_uri())
    done = subprocess.run(
        [node.tool("")[0], *node.DEFINED, "--input-type=module", "-e", script],
        input=json.dumps({"links": given, "names": names}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise Broken(done.stderr[-500:])
    for text, said in zip(given, json.loads(done.stdout), strict=True):
        if isinstance(said, str):
            if not said.startswith("Refused badLink"):
                raise Broken(f"{said} for {text!r}")
            continue
        for line in "" if said is None else said.get("line", said.get("file", "")).split("\n"):
            if re.search(r"[\x00-\x08\x0a-\x1f\x7f]", line):
                raise Broken(f"a control character in {line!r} of {text!r}")
            if any(f" {word}" in line and f"&{word}" in text for word in TRACKERS):
                raise Broken(f"a tracker's word in {line!r} of {text!r}")


READERS: dict[str, Callable[[random.Random, Path], None]] = {
    "formulas": formulas,
    "typed": typed,
    "patterns": patterns,
    "wiring": wiring,
    "exhibit": exhibit,
    "preferences": preferences,
    "counts": counts,
    "now": now,
    "links": links,
}
"""By name: a function that runs one case, given a random generator and an empty folder."""
