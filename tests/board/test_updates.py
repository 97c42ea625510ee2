# SPDX-License-Identifier: MIT
"""Updates that cannot kill: the power is cut at every write, and new firmware fails in its ways.

The real `flash` talks to an emulated Pico, whose flash is written by its own littlefs. Each write
is kept, so that the flash can be looked at as any cut leaves it: before a write, and with a half
and a 16th of it done.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools import version
from host_tools.build import boards, stamp
from host_tools.build.definition import SDK
from host_tools.device import flash, packs, slots
from host_tools.device.link import Link
from host_tools.emulator.emulated import Transport
from host_tools.emulator.images import SIZES, without
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from host_tools.sessions.targets import BoardError
from tests.helpers.boards import frozen_line, installed
from tests.helpers.texts import english

Files = dict[str, bytes]

OWN = {
    "settings.txt": b"speed=fast\norder=last\n",
    "tapes/0001-nim.tape": b"program: nim\nsetup: heaps=7,8,4\n---\n",
    "notes.txt": b"keep me",
}
"""What a person has on the board."""

SHELF = b"POCKET TELETYPE"
BACK = english.UPDATE_BACK.encode()

PARTS = (2, 16)

VERSION = "teletype/version.mpy"
ABOUT = "teletype/handheld/screens/about.mpy"
SCREENS = "teletype.handheld.screens.pack"
"""Where that module lies in a slot."""


def on_board(wanted: Files, image: str = "") -> Files:
    return {**OWN, **installed(wanted, image)}


def view(files: Files, slot: str) -> Files:
    """What imports find in a slot."""
    found: Files = {}
    for folder in (slots.SHARED, f"{slots.FOLDER}/{slot}"):
        top = f"{folder}/"
        found |= {name[len(top) :]: data for name, data in files.items() if name.startswith(top)}
    return {**packs.unpacked(found), slots.MAIN: files[slots.MAIN]}


class Board(Pico):
    """A Pico with these files, and the host tools' link to it."""

    def __init__(self, uf2: Path, files: Files, **options: Any) -> None:
        super().__init__(uf2, filesystem=make_filesystem(files, SIZES[1]), **options)
        self.boot()
        self.link = Link(Transport(self), lambda: self.millis / 1000)
        self.said: list[str] = []
        self.until(SHELF)

    def until(self, text: bytes, ms: float = 12_000) -> None:
        """Runs until `text` is printed anew."""
        seen = self.output.count(text)
        self.run_until(lambda: self.output.count(text) > seen, ms, 5, repr(text))

    def starts(self) -> None:
        """Switches it off and on: the shelf comes, or the word that this is the one before."""
        self.power_cycle()
        seen = [self.output.count(text) for text in (SHELF, BACK)]
        self.boot()
        self.run_until(
            lambda: [self.output.count(text) for text in (SHELF, BACK)] != seen,
            12_000,
            5,
            "a start",
        )

    def flash(self) -> int:
        return flash.flash(self.link, SDK[self.chip], self.said.append)

    @property
    def files(self) -> Files:
        return read_filesystem(self.filesystem())

    @property
    def now(self) -> bytes:
        return self.files[slots.NOW]


ASIDE = tuple(
    f"teletype/{folder}/"
    for folder in ("engines", "handheld/pictures", "programs", "words/en", "words/ja", "words/ru")
)
USED = (
    "teletype/engines/nim.mpy",
    "teletype/programs/catalogue.mpy",
    "teletype/programs/__init__.mpy",
    "teletype/programs/index.mpy",
    "teletype/words/en/__init__.mpy",
    "teletype/words/en/texts.mpy",
    "teletype/words/en/long0.mpy",
    *(f"teletype/words/en/short{number}.mpy" for number in range(9)),
)
"""Without the rest of those the shelf comes up as well; what is sent, read and started anew again
and again is half as much."""


@pytest.fixture
def firmware(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, compiled_files: Files
) -> Callable[[Files | None], Files]:
    """Lets `flash` have another firmware; returns the one that it has."""
    real = compiled_files
    if not request.config.getoption("--long"):
        real = {
            name: data for name, data in real.items() if name in USED or not name.startswith(ASIDE)
        }

    def change(files: Files | None = None) -> Files:
        wanted = {**real, **(files or {})}
        wanted = {name: data for name, data in wanted.items() if data != b"gone"}
        monkeypatch.setattr(flash, "firmware_files", lambda board, kind: wanted)
        return wanted

    return change


def revised(data: bytes, revision: bytes) -> bytes:
    """The module `version` of another revision, which the shelf tells on the serial port."""
    at = data.index(stamp.MARK) + len(stamp.MARK)
    return data[:at] + revision.ljust(stamp.ROOM) + data[at + stamp.ROOM :]


def changed(data: bytes) -> bytes:
    """A module that is another one and does the same."""
    return data + bytes(4)


def cuts(start: int, before: bytes, changes: list[tuple[int, bytes]]) -> Iterator[bytes]:
    """The filesystem, which begins at `start` in the flash, as each cut leaves it."""
    image = bytearray(before)
    for offset, data in changes:
        at = offset - start
        for part in PARTS:
            length = len(data) // part
            yield bytes(image[:at] + data[:length] + image[at + length :])
        image[at : at + len(data)] = data
        yield bytes(image)


def sampled(
    start: int, before: bytes, changes: list[tuple[int, bytes]], every: int
) -> Iterator[bytes]:
    """As `cuts`, of the first and last thirty writes and of each one in `every` between them."""
    for number, image in enumerate(cuts(start, before, changes)):
        at = number // (len(PARTS) + 1)
        if not 30 <= at < len(changes) - 30 or at % every == 0:
            yield image


@pytest.mark.heavy
def test_every_cut_leaves_the_old_or_the_new(
    stock_uf2: Path, firmware: Callable[[Files | None], Files], capsys: pytest.CaptureFixture[str]
) -> None:
    """An update that changes, adds and removes modules and replaces main.py, from the first write
    to the last one, with which the new firmware is confirmed."""
    old = firmware(None)
    new = firmware(
        {
            ABOUT: changed(old[ABOUT]),
            "engines/added.mpy": changed(old["teletype/engines/nim.mpy"]),
            "teletype/words/en/long0.mpy": b"gone",
            "main.py": old["main.py"] + b"# another\n",
        }
    )
    with Board(stock_uf2, on_board(old)) as pico:
        machine = pico.machine
        before = pico.filesystem()
        assert machine.flash_changes() == []
        assert pico.flash() == 4, "three packs and main.py"
        changes = machine.flash_changes()
        assert (
            pico.now == b"ba= "
            and view(pico.files, "b") == new
            and view(pico.files, "a") | {slots.MAIN: old[slots.MAIN]} == old
        )
        count, states = 0, set()
        starts: dict[tuple[bytes, bytes, bool], bytes] = {}
        for image in cuts(pico.offset, before, changes):
            files = read_filesystem(without(image, f"{slots.NOW}.new"))  # as main.py begins
            state = slots.parsed(files[slots.NOW].decode(), "")
            assert state.current in slots.SLOTS
            assert {name: files.get(name) for name in OWN} == OWN
            main = files[slots.MAIN]
            assert main in (old[slots.MAIN], new[slots.MAIN])
            for slot in {state.current, state.good}:
                wanted = {**(new if slot == "b" else old), slots.MAIN: main}
                assert view(files, slot) == wanted, state
            count += 1
            states.add(files[slots.NOW])
            hidden = len(read_filesystem(image)) < len(files)
            starts.setdefault((files[slots.NOW], main, hidden), image)
        assert states == {b"a.= ", b"ba? ", b"ba! ", b"ba= "}
        assert count == 3 * len(changes) > 150
        for (now, _, _), image in starts.items():  # one of each kind is switched on
            pico.load_filesystem(image)
            pico.starts()
            assert pico.now == {b"ba? ": b"ba! ", b"ba! ": b"a.< "}.get(now, now)
        with capsys.disabled():
            print(
                f"\n{len(changes)} writes to the flash, {count} cuts: the old or the new firmware"
            )


FIRST = {"main.py": b"print('mine')\n", **OWN}
"""What a person has on a board with stock MicroPython."""


@pytest.mark.heavy
def test_every_cut_of_the_first_flash_leaves_what_was_there(
    stock_uf2: Path, firmware: Callable[[Files | None], Files], capsys: pytest.CaptureFixture[str]
) -> None:
    """From the first write to the last: what is not ours is kept, main.py is a whole one, and the
    next `flash` makes a whole board of whatever is there."""
    wanted = firmware(None)
    with Pico(stock_uf2, filesystem=make_filesystem(FIRST)) as pico:
        machine = pico.machine
        pico.boot()
        before = pico.filesystem()
        machine.flash_changes()
        link = Link(Transport(pico), lambda: pico.millis / 1000)
        board = SDK[pico.chip]
        assert flash.flash(link, board, lambda text: None) == len(packs.packed(wanted))
        changes = machine.flash_changes()
        count = 0
        states: dict[tuple[bytes | None, bytes], bytes] = {}
        for image in sampled(pico.offset, before, changes, 100):
            files = read_filesystem(without(image, f"{slots.NOW}.new"))
            assert {name: files.get(name) for name in OWN} == OWN
            assert FIRST["main.py"] in (files["main.py"], files.get("main.py.old"))
            assert files["main.py"] in (FIRST["main.py"], wanted["main.py"])
            now = files.get(slots.NOW)
            if now is not None and now[:1] in b"ab":
                assert view(files, now[:1].decode()) == wanted
            count += 1
            states[now, files["main.py"]] = image
        assert {now for now, _ in states} >= {None, b"-.= ", b"a.? ", b"a.! ", b"a.= "}
        assert len(states) > 4 and count > 150
        for image in states.values():  # the last of each kind is switched on, and flashed again
            pico.load_filesystem(image)
            pico.power_cycle()
            pico.boot()
            pico.run(1000)
            flash.flash(link, board, lambda text: None)
            files = read_filesystem(pico.filesystem())
            holds = files[slots.NOW].decode()
            assert holds[2] == "=" and view(files, holds[0]) == wanted
            assert {name: files.get(name) for name in OWN} == OWN
            assert FIRST["main.py"] in (files.get("main.py.old"), files.get("main.py.old2"))
        with capsys.disabled():
            print(f"\n{len(changes)} writes to the flash, {count} cuts looked at")


def test_names_that_are_not_utf_8(
    stock_uf2: Path, firmware: Callable[[Files | None], Files]
) -> None:
    """A damaged filesystem can hold them, next to the packs too: the firmware starts, and `flash`
    replaces it."""
    old = firmware(None)
    names = [
        f"b'/firmware/{name}'" for name in ("\\xff", "s/\\xe9.pack", "a/\\xe9.pack", "b/\\xff")
    ]
    code = "for name in 'ab':\n os.mkdir('/firmware/' + name)\n"
    code += (
        f"for name in ({', '.join(names)}):\n with open(name, 'wb') as file:\n  file.write(b'x')"
    )
    with Board(stock_uf2, on_board(old)) as pico:
        pico.link.interrupt()
        pico.link.execute(f"import os\n{code}")
        pico.link.restart()
        pico.until(SHELF)
        assert b"UnicodeError" not in pico.output
        assert pico.flash() == 0, "it is installed"
        firmware({ABOUT: changed(old[ABOUT])})
        pico.until(SHELF)
        assert pico.flash() == 1
        pico.link.interrupt()
        assert pico.link.execute("print(open('/firmware/now').read())", 1) == [b"ba= "]


@pytest.mark.heavy
def test_what_a_cut_left_is_cleaned_by_the_next_update(
    stock_uf2: Path, firmware: Callable[[Files | None], Files]
) -> None:
    """Half a file and one too many in the other slot, one on its way between the two, no list."""
    old = firmware(None)
    files = on_board(old)
    screens = files.pop(f"{slots.SHARED}/{SCREENS}")
    files[f"{slots.FOLDER}/a/{SCREENS}"] = screens
    files[f"{slots.FOLDER}/b/{SCREENS}"] = screens[:100]
    files[f"{slots.FOLDER}/b/stray{packs.END}"] = screens
    files[f"{slots.FOLDER}/b.txt"] = b"half"
    files["firmware/now.new"] = b"b"
    new = firmware({ABOUT: changed(old[ABOUT])})
    with Board(stock_uf2, files) as pico:
        assert pico.flash() == 1
        assert pico.now == b"ba= " and view(pico.files, "b") == new
        assert view(pico.files, "a") == old
        pico.link.interrupt()
        assert flash.ask(pico.link).has(packs.packed(new))


@pytest.mark.heavy
def test_a_changed_module_is_quick_and_nothing_is_one_question(
    stock_uf2: Path,
    firmware: Callable[[Files | None], Files],
    compiled_files: Files,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """3.5 s of emulated time from the first byte to the last; twice, there and back.

    The pack of the module goes over as a whole: 48 KiB.
    """
    old = firmware(compiled_files)
    asked: list[str] = []
    spent: list[float] = []
    start, restart = Link.start, Link.restart
    with Board(stock_uf2, on_board(old)) as pico:

        def counted(self: Link, code: str) -> None:
            asked.append(code)
            start(self, code)

        def ended(self: Link) -> None:
            spent.append(pico.millis - begun)
            restart(self)

        monkeypatch.setattr(Link, "start", counted)
        monkeypatch.setattr(Link, "restart", ended)
        begun = pico.millis
        assert pico.flash() == 0 and len(asked) == 1 and spent[-1] <= 1000
        pico.until(SHELF)
        other = {ABOUT: changed(old[ABOUT])}
        for files, now in (({**old, **other}, b"ba= "), (old, b"ab= ")):
            firmware(files)
            begun = pico.millis
            pico.flash()
            assert pico.now == now
            assert spent[-1] <= 3500, spent
        firmware(old)
        asked.clear()
        begun = pico.millis
        assert pico.flash() == 0 and len(asked) == 1


@pytest.mark.heavy
@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(b"import nothing_of_the_kind\n", id="missing module"),
        pytest.param(b"x = bytearray(10_000_000)\n", id="too large", marks=pytest.mark.heavy),
        pytest.param(b"(\n", id="no Python", marks=pytest.mark.heavy),
    ],
)
def test_firmware_that_does_not_start_is_gone_back_from(
    stock_uf2: Path, firmware: Callable[[Files | None], Files], fault: bytes
) -> None:
    old = firmware(None)
    firmware({"teletype/start.mpy": b"gone", "teletype/start.py": fault})
    with Board(stock_uf2, on_board(old)) as pico:
        with pytest.raises(BoardError, match="the next start uses the previous one"):
            pico.flash()
        pico.starts()
        assert pico.now[:3] in (b"a.<", b"a.=") and view(pico.files, "a") == old
        assert {name: pico.files.get(name) for name in OWN} == OWN


@pytest.mark.heavy
def test_firmware_that_hangs_is_gone_back_from(
    stock_uf2: Path, firmware: Callable[[Files | None], Files]
) -> None:
    """The watchdog makes the next start, and the person is told."""
    old = firmware(None)
    hangs = b"""
import board
from teletype.drivers.watchdog import Watchdog
def main():
    watchdog = Watchdog(board.CHIP)
    watchdog.start()
    print("hanging")
    while True:
        pass
"""
    firmware({"teletype/start.mpy": b"gone", "teletype/start.py": hangs})
    with Board(stock_uf2, on_board(old)) as pico:
        with pytest.raises(BoardError):
            pico.flash()
        pico.boot()
        if BACK not in pico.output:
            pico.until(BACK, 20_000)
        assert pico.now in (b"a.< ", b"a.= ")
        pico.run(11_000)
        assert pico.now == b"a.= "


def test_on_trial_until_a_key_or_ten_seconds(
    stock_uf2: Path, firmware: Callable[[Files | None], Files]
) -> None:
    """Switched off before, it is gone back from; Ctrl-C of a computer does not count."""
    old = firmware(None)
    files = on_board(old)
    files[f"{slots.FOLDER}/b/{SCREENS}"] = files[f"{slots.SHARED}/{SCREENS}"]
    files[slots.NOW] = b"ba? "
    with Board(stock_uf2, files) as pico:
        pico.run(8000)
        assert pico.now == b"ba! "
        pico.execute("pass")
        assert pico.now == b"ba? "
        pico.starts()
        pico.run(1000)
        pico.tap("DOWN")
        pico.run(200)
        assert pico.now == b"ba= "
        pico.load_filesystem(make_filesystem({**files, slots.NOW: b"ba! "}))
        pico.starts()
        assert pico.now == b"a.< "


@pytest.mark.heavy
def test_back_and_forth(stock_uf2: Path, firmware: Callable[[Files | None], Files]) -> None:
    old = firmware(None)
    new = firmware({ABOUT: changed(old[ABOUT])})
    with Board(stock_uf2, on_board(old)) as pico:
        with pytest.raises(BoardError, match="no previous firmware to go back to"):
            flash.back(pico.link, SDK[pico.chip], pico.said.append)
        pico.link.restart()  # as a command does when it closes the port
        pico.until(SHELF)
        pico.flash()
        assert view(pico.files, "b") == new
        for now in (b"ab= ", b"ba= "):
            flash.back(pico.link, SDK[pico.chip], pico.said.append)
            pico.until(SHELF)
            assert pico.now == now


def test_an_image_that_is_dragged_onto_it_wins(
    firmware_uf2: Path, firmware: Callable[[Files | None], Files]
) -> None:
    """Over the firmware in an image; with another image there, what lies in the slots is left."""
    told = "from teletype import version; print(version.line())"
    update = f"POCKET TELETYPE {version.version()} update.".encode()
    with Board(firmware_uf2, OWN) as pico:
        image = pico.execute(told).strip()
        assert image == frozen_line(firmware_uf2)
        pico.reset()
        pico.until(SHELF)
        assert update not in pico.output
    wanted = firmware(None)
    other = firmware({VERSION: revised(wanted[VERSION], b"update")})
    files = on_board(other, image=image)
    with Board(firmware_uf2, files) as pico:
        pico.run(100)  # the line is there as a whole
        assert pico.output.count(update) == 1
        files[slots.NOW] = slots.State("a", "-", "=", "0.0.9 another").text()
        pico.load_filesystem(make_filesystem(files))
        pico.starts()
        pico.run(100)
        assert pico.output.count(update) == 1  # now the image's
        assert pico.files[f"{slots.SHARED}/teletype.pack"]


@pytest.mark.heavy
def test_over_an_image(
    firmware_uf2: Path,
    board_kind: boards.Board,
    firmware: Callable[[Files | None], Files],
    compiled_files: Files,
) -> None:
    """All of it, and again when every module has changed: two have no room beside the image in
    2 MB of flash, so the image's is gone back to; in 4 MB, the first one."""
    states = (
        [b"a-=", b"a-=", b"-a="] if board_kind.memory["size"] < 4096 else [b"a-=", b"ba=", b"ab="]
    )
    other = {name: changed(data) for name, data in compiled_files.items()}
    with Board(firmware_uf2, OWN) as pico:
        for files in (compiled_files, {**other, slots.MAIN: compiled_files[slots.MAIN]}):
            wanted = firmware(files)
            pico.flash()
            assert pico.now[:3] == states.pop(0)
            slot = pico.now[:1].decode()
            assert view({**pico.files, slots.MAIN: wanted[slots.MAIN]}, slot) == wanted
            assert {name: pico.files.get(name) for name in OWN} == OWN
        flash.back(pico.link, SDK[pico.chip], pico.said.append)
        pico.until(SHELF)
        assert pico.now[:3] == states.pop(0)


MINE = b"""PANEL = {"controller": "ssd1306", "width": 128, "height": 64}
I2C = {"id": 1, "sda": 18, "scl": 19, "freq": 400_000, "addr": 0x3C}
BUTTONS = {"UP": 6, "DOWN": 7, "OK": 8}
"""


@pytest.mark.heavy
def test_three_updates_in_a_row_keep_the_board_file(
    firmware_uf2: Path,
    board_kind: boards.Board,
    firmware: Callable[[Files | None], Files],
    compiled_files: Files,
) -> None:
    """And a stock main.py in the root; so does the image when it is put on the board again."""
    mine = f'CHIP = "{board_kind.chip}"\n'.encode() + MINE
    own = {**OWN, "board.py": mine, "main.py": b"print('mine')\n", "main.txt": b"said\n"}
    wired: dict[str, Any] = {"i2c": (1, 18, 19), "buttons": {"UP": 6, "DOWN": 7, "OK": 8}}

    def same(pico: Board) -> None:
        assert {name: pico.files.get(name) for name in own} == own
        assert pico.panel.on and any(map(any, pico.panel.rows())), "the panel of board.py"
        assert b"Screen:" not in pico.output and b"board.py" not in pico.output

    with Board(firmware_uf2, own, **wired) as pico:
        same(pico)
        for number in range(1, 4):
            firmware({**compiled_files, ABOUT: compiled_files[ABOUT] + bytes(4 * number)})
            assert pico.flash() >= 1
            same(pico)
            pico.starts()
            same(pico)
        files = pico.files
    with Board(firmware_uf2, files, **wired) as pico:
        same(pico)


def test_an_image_that_cannot_read_packs_is_not_updated(
    firmware_uf2: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One from before them is to be replaced as a whole."""
    monkeypatch.setattr(flash, "ASK", flash.ASK.replace("main.PACKS", "main.NOT_YET"))
    with Board(firmware_uf2, OWN) as pico:
        before = pico.files
        with pytest.raises(BoardError, match="image is too old for an update: copy the new image"):
            pico.flash()
        pico.starts()
        assert pico.files == before


def test_slots_without_packs_are_not_updated(stock_uf2: Path) -> None:
    """The main.py that an update brings could not go back to them."""
    loose = {"teletype/start.mpy": b"M", "main.py": b"# earlier\n"}
    files = {f"{slots.SHARED}/teletype/start.mpy": b"M", "main.py": loose["main.py"]}
    files |= {f"{slots.FOLDER}/a.txt": slots.listing(loose), slots.NOW: b"a.= ", **OWN}
    with Pico(stock_uf2, filesystem=make_filesystem(files)) as pico:
        pico.boot()
        link = Link(Transport(pico), lambda: pico.millis / 1000)
        with pytest.raises(BoardError, match=r"earlier layout.*mpremote rm -r :firmware"):
            flash.flash(link, SDK[pico.chip], lambda text: None)
        assert read_filesystem(pico.filesystem()) == files


def test_what_modules_leave_is_in_one_piece(
    stock_uf2: Path, firmware: Callable[[Files | None], Files]
) -> None:
    """Modules from files lie in memory: were it full of holes, a large block would find none."""
    with Board(stock_uf2, on_board(firmware(None))) as pico:
        pico.run(1000)
        pico.send(b"\x03")
        pico.run(2000)
        pico.send(b"import gc; gc.collect(); print(len(bytearray(57344)))\r\n")
        pico.run(500)
        assert b"\r\n57344\r\n" in pico.output
