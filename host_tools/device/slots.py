# SPDX-License-Identifier: MIT
"""The two slots of firmware on a board: an update never overwrites the running firmware.

`firmware/main.py` describes the folder `firmware` of a board and reads it. This module writes it:
first it copies the files that differ to the unused slot and verifies them by SHA-256; then it
names that slot in the file `now`, in one step. Files that both firmwares have are in `firmware/s`,
so that they need not be sent or copied.

The running firmware finds its files at every moment: a file only moves, in one step, between the
two places where its slot looks for it. Incomplete files after a power cut are in the other slot,
where the next update checks each file's SHA-256 and keeps or removes it.

Next to the slots are `a.txt` and `b.txt`: for each file the beginning of its SHA-256, its size
and its name, so that the next update need not read unchanged files.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from host_tools.device.link import DIFFERS, Entry, Files
from host_tools.sessions.targets import BoardError, BoardRefused
from host_tools.usage import shown

FOLDER = "firmware"
NOW = f"{FOLDER}/now"
SHARED = f"{FOLDER}/s"
SLOTS = ("a", "b")
MAIN = "main.py"
"""The module that selects a slot. It is in the root; an image has its own."""

FLAT = "firmware.json"
"""The list of an earlier `flash`, which put the whole firmware into the root."""

DIGITS = 16
"""The digits of a SHA-256 in a list."""

SPARE = 8
"""Blocks that stay free, for the lists and the filesystem itself."""

INLINE = 512
"""The most bytes of a file that needs no block of its own (littlefs, an eighth of a block)."""

TAKE = """\
try:
 import sys
 sys.modules.pop('main', None)
 path = sys.path[:]
 sys.path[:] = ['.frozen']
 try:
  import main
 except ImportError:
  sys.path[:] = path
  import os
  os.stat('/firmware/now')
  import main
 sys.path[:] = path
 main.take()
except (OSError, ImportError, AttributeError):
 pass
"""
"""A program that lets imports find the firmware in use: at the prompt `main.py` has not run. An
image has it frozen; elsewhere the root's main.py counts only if an update has written `now`."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class State:
    """The file `now`: see firmware/main.py. `image` is the firmware in the board's image."""

    current: str = "-"
    before: str = "."
    mark: str = "="
    image: str = ""

    def text(self) -> bytes:
        return f"{self.current}{self.before}{self.mark} {self.image}".encode()

    @property
    def good(self) -> str:
        """The slot to go back to: the one in use; while that is on trial, the previous one."""
        return self.before if self.mark in "?!" and self.before != "." else self.current


def parsed(text: str, image: str) -> State:
    """Read `now` for a board with that image; if it does not apply, no slot is in use."""
    match = re.fullmatch(r"([ab-])([ab.-])([=?!<])(.*)", text.rstrip("\n"))
    if match is None or match[4].strip() != image:
        return State(image=image)
    return State(match[1], match[2], match[3], image)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def listing(wanted: dict[str, bytes]) -> bytes:
    """Return the list of a slot with these files."""
    return "".join(
        f"{sha256(data)[:DIGITS]} {len(data)} {name}\n" for name, data in sorted(wanted.items())
    ).encode()


def read_listing(data: bytes) -> dict[str, tuple[str, int]]:
    """Return SHA-256 (its first digits) and size by name; invalid lines are skipped."""
    pattern = rb"^([0-9a-f]{%d}) ([0-9]{1,7}) ([!-~]+)$" % DIGITS
    found = re.finditer(pattern, data, re.MULTILINE)
    return {its[3].decode(): (its[1].decode(), int(its[2])) for its in found}


def flat_listing(data: bytes) -> dict[str, str]:
    """Return the list of an earlier `flash`, SHA-256 by name; empty if it is damaged."""
    try:
        said = json.loads(data)
        if all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in said.values()):
            return dict(said)
    except (ValueError, TypeError, AttributeError, RecursionError):
        pass
    return {}


def installed(wanted: dict[str, bytes], image: str = "") -> dict[str, bytes]:
    """Return the files of a board with only this firmware; `image`: the firmware in its image."""
    files = {f"{SHARED}/{name}": data for name, data in wanted.items() if name != MAIN}
    state = State("a", "-" if image else ".", "=", image)
    files |= {f"{FOLDER}/a.txt": listing(wanted), NOW: state.text()}
    return files if image else {**files, MAIN: wanted[MAIN]}


def blocks(sizes: list[int], block: int) -> int:
    """Return the blocks of the flash that files of these sizes take."""
    return sum(-(-size // block) for size in sizes if size > INLINE)


def aside(files: Files, present: dict[str, Entry], name: str, say: Say) -> str:
    """Return a free name for somebody else's file or folder, and report it."""
    kept = f"{name}.old"
    number = 1
    while kept in present:
        number += 1
        kept = f"{name}.old{number}"
    say(f"{shown(name)} was in the way; kept as {shown(kept)}")
    return kept


@dataclass
class _Plan:
    """The steps of an update, planned before anything is written.

    target    the slot for the firmware
    working   `now` until everything is in place
    removals  names of files that are unused, or used only by a discarded slot
    moves     from name to name
    arrivals  the files to send, by name
    then      `now` at the end
    listed    the list of the slot in use, if its files count
    """

    target: str
    working: State
    then: State
    removals: list[str] = field(default_factory=list)
    moves: list[tuple[str, str]] = field(default_factory=list)
    arrivals: dict[str, bytes] = field(default_factory=dict)
    listed: bytes = b""


class Board:
    """The files of a board whose raw REPL is open, seen as slots; `image` as in `State`."""

    def __init__(self, files: Files, image: str, say: Say) -> None:
        self._files = files
        self._image = image
        self._say = say
        self._present = files.entries()
        self._hashes: dict[str, str] = {}
        self.state = State(image=image)
        inside = {name for name in self._present if name.startswith(f"{FOLDER}/")}
        self._foreign = FOLDER in self._present and (
            not self._present[FOLDER].folder
            or (NOW not in inside and not inside <= {f"{NOW}.new"})
        )
        if self._foreign:
            for name in inside:
                del self._present[name]
        elif NOW in inside:
            text = self._read(NOW, 80).decode("utf-8", "replace")
            self.state = parsed(text, image)

    def _size(self, name: str) -> int | None:
        entry = self._present.get(name)
        return None if entry is None or entry.folder else entry.size

    def _read(self, name: str, longest: int) -> bytes:
        """Read a file; empty if there is none, or if it is longer."""
        size = self._size(name)
        return b"" if size is None or size > longest else self._files.read(name, size)

    def _hash(self, names: list[str]) -> None:
        """Let the board compute the unknown checksums of these files."""
        unknown = [name for name in names if name not in self._hashes]
        for name, digest in zip(unknown, self._files.sha256(unknown), strict=True):
            self._hashes[name] = digest.hex()

    def _in(self, folder: str) -> dict[str, str]:
        """Return the files below a folder: the full name by the relative one."""
        top = f"{folder}/"
        return {
            name[len(top) :]: name
            for name, entry in self._present.items()
            if name.startswith(top) and not entry.folder
        }

    def _plan(self, wanted: dict[str, bytes], good: str) -> _Plan:
        """Plan the update; `good`: the slot to go back to, as in `State`."""
        state = self.state
        target = SLOTS[good == SLOTS[0]]
        before = good
        if good not in SLOTS:
            before = "-" if self._image else "."
        plan = _Plan(
            target,
            replace(state, current=good, before=".", mark="="),
            replace(state, current=target, before=before, mark="?"),
        )
        own, shared = self._in(f"{FOLDER}/{target}"), self._in(SHARED)
        if good not in SLOTS:
            plan.removals += self._in(f"{FOLDER}/{SLOTS[target == SLOTS[0]]}").values()
        used = self._in(f"{FOLDER}/{good}") if good in SLOTS else {}
        if used or shared:
            plan.listed = self._read(f"{FOLDER}/{good}.txt", 1 << 16)
        known = read_listing(plan.listed)
        if any("/" in path for path in known):
            raise BoardRefused(
                "the board's firmware is of an earlier layout, which an update cannot go back to: "
                "remove it with `mpremote rm -r :firmware`, then flash again; tapes and settings "
                "stay"
            )
        for path, (digest, size) in known.items():
            name = used.get(path) or shared.get(path)
            if name is not None and self._size(name) == size:
                self._hashes[name] = digest
        digests = {path: sha256(data) for path, data in wanted.items() if path != MAIN}

        def same(path: str, name: str) -> bool:
            return (
                path in digests and self._hashes.get(name, "")[:DIGITS] == digests[path][:DIGITS]
            )

        self._hash(
            [
                name
                for place in (own, shared, used)
                for path, name in place.items()
                if path in digests and self._size(name) == len(wanted[path])
            ]
        )
        have = set()
        for path, name in shared.items():
            if same(path, name):
                have.add(path)
            elif good in SLOTS and path not in used and (path in known or not known):
                plan.moves.append((name, f"{FOLDER}/{good}/{path}"))
            else:
                plan.removals.append(name)
        for path, name in used.items():
            if path not in have and same(path, name):
                have.add(path)
                plan.moves.append((name, f"{SHARED}/{path}"))
        for path, name in own.items():
            if path not in have and same(path, name):
                have.add(path)
            else:
                plan.removals.append(name)
        if good in SLOTS and FLAT in self._present:  # the files in the root are obsolete
            claimed = flat_listing(self._read(FLAT, 1 << 16))
            claimed.pop(MAIN, None)
            there = [name for name in claimed if self._size(name) is not None]
            self._hash(there)
            plan.removals += [name for name in there if self._hashes[name] == claimed[name]]
            plan.removals.append(FLAT)
        place = f"{FOLDER}/{target}" if good in SLOTS else SHARED  # which is unused then
        plan.arrivals = {f"{place}/{path}": wanted[path] for path in digests if path not in have}
        return plan

    def _fitting(self, plan: _Plan, wanted: dict[str, bytes]) -> _Plan:
        """Return `plan`, which keeps the running firmware to go back to; if two do not fit, a plan
        that goes back to the image's, if it has one. Raise BoardRefused if that does not fit."""
        try:
            self._check_room(plan)
        except BoardRefused:
            if not self._image or self.state.good not in SLOTS:
                raise
            plan = self._plan(wanted, "-")
            self._check_room(plan)
            self._say(
                "no space for two updates; a failed update goes back to the image's firmware"
            )
        return plan

    def _check_room(self, plan: _Plan) -> None:
        block, free = self._files.free()
        block = max(1, block)
        sizes = [self._size(name) or 0 for name in plan.removals]
        folders = self._folders([*plan.arrivals, *(new for _, new in plan.moves)])
        needed = blocks([len(data) for data in plan.arrivals.values()], block) + SPARE
        needed += 2 * len([name for name in folders if name not in self._present])
        free += blocks(sizes, block)
        if needed > free:
            raise BoardRefused(
                f"the board's filesystem is too full: {needed * block // 1024} KiB are needed, "
                f"{free * block // 1024} KiB are free; nothing was written"
                + (
                    "; copy the new image by BOOTSEL instead, the files stay"
                    if self._image
                    else ""
                )
            )

    def _folders(self, names: list[str]) -> list[str]:
        """Return the folders of these files, the outer ones first."""
        found = {FOLDER}
        for name in names:
            parts = name.split("/")
            found |= {"/".join(parts[:count]) for count in range(1, len(parts))}
        return sorted(found)

    def _set(self, state: State) -> None:
        """Replace `now`, in one step."""
        self._files.write(f"{NOW}.new", state.text())
        self._files.rename(f"{NOW}.new", NOW)
        self._files.sync()
        self.state = state

    def put(self, wanted: dict[str, bytes]) -> int:
        """Install the firmware `wanted` in the other slot and let the next start try it.

        Return the number of files sent; 0, without any change, if it is already in use. On failure
        raise BoardError; the running firmware is then unchanged.
        """
        files = self._files
        main = b"" if self._image else wanted[MAIN]
        if main and self._size(MAIN) == len(main):
            self._hash([MAIN])
        main_stays = not main or self._hashes.get(MAIN) == sha256(main)
        plan = self._plan(wanted, self.state.good)
        text = listing(wanted)
        if (
            self.state.good in SLOTS
            and main_stays
            and not plan.arrivals
            and self.state.mark in "=<"
            and plan.listed == text
            and not any(old.startswith(SHARED) for old, _ in plan.moves)
        ):
            return 0
        plan = self._fitting(plan, wanted)
        list_name = f"{FOLDER}/{plan.target}.txt"
        try:
            if self._foreign:
                kept = aside(files, self._present, FOLDER, self._say)
                files.rename(FOLDER, kept)
                del self._present[FOLDER]
            for folder in self._folders([*plan.arrivals, *(new for _, new in plan.moves)]):
                if folder not in self._present:
                    files.make_folder(folder)
            if plan.working != self.state or NOW not in self._present:
                self._set(plan.working)
            files.discard(list_name)
            for name in plan.removals:
                files.remove(name)
            for old, new in plan.moves:
                files.rename(old, new)
            for number, (name, data) in enumerate(plan.arrivals.items(), 1):
                path = name.split("/", 2)[2]
                self._say(f"{number}/{len(plan.arrivals)} {path}")
                files.write(name, data)
            written = {**plan.arrivals, list_name: text}
            files.write(list_name, text)
            for name, arrived in zip(written, files.sha256(list(written)), strict=True):
                if arrived != hashlib.sha256(written[name]).digest():
                    raise BoardError(f"{name.split('/', 2)[-1]}: {DIFFERS}")
            if not main_stays:
                self._put_main(main)
            self._set(plan.then)
        except BoardError as error:
            raise BoardError(f"update not installed, the old firmware stays: {error}") from error
        return len(plan.arrivals) + (not main_stays)

    def _put_main(self, data: bytes) -> None:
        """Replace the root's main.py, in one step; keep one that no `flash` has written."""
        files = self._files
        new = f"{FOLDER}/{MAIN}"
        files.write(new, data)
        if files.sha256([new]) != [hashlib.sha256(data).digest()]:
            raise BoardError(f"{MAIN}: {DIFFERS}")
        if MAIN in self._present:
            old = self._read(MAIN, 1 << 16)
            listed = [self._read(f"{FOLDER}/{slot}.txt", 1 << 16) for slot in SLOTS]
            ours = {read_listing(text).get(MAIN, ("", 0))[0] for text in listed}
            flat = flat_listing(self._read(FLAT, 1 << 16)).get(MAIN)
            if sha256(old)[:DIGITS] not in ours and flat != sha256(old):
                kept = aside(files, self._present, MAIN, self._say)
                if self._present[MAIN].folder:
                    files.rename(MAIN, kept)
                else:
                    files.write(kept, old)
        files.rename(new, MAIN)

    def back(self) -> None:
        """Let the next start use the previous firmware; raise BoardError if there is none."""
        state = self.state
        if state.before == ".":
            raise BoardError("the board has no previous firmware to go back to")
        after = state.current if state.mark in "=<" else "."
        self._set(replace(state, current=state.before, before=after, mark="="))
