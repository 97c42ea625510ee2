# SPDX-License-Identifier: MIT
"""Nothing is lost: tapes, resumed, looked at and deleted, on a flash that is full or cut off."""

import importlib
import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from host_tools.paths import TAPES
from host_tools.sessions.replay import replay_file
from host_tools.sessions.targets import Host
from teletype.core import tape, taped
from tests.helpers import screen
from tests.helpers.screen import seen
from tests.helpers.sessions import GAME, again, answers, begin, name, refuse, rows, tapes


def test_an_answer_is_on_the_flash_before_the_program_goes_on(tmp_path: Path) -> None:
    desk = begin(tmp_path)
    player = desk.app.sessions.screen
    seen: list[list[str]] = []
    step = player.session.step

    def spied() -> object:
        if not seen or len(list(player.recorder.answers())) > len(seen):
            seen.append(answers((tmp_path / "tapes/0001-nim.tape").read_text("utf-8")))
        return step()

    player.session.step = spied
    desk.say(*GAME)
    assert seen[-1] == ["T=2 L=1", "T=9 L=9", "T=1 L=0", "T=2 L=0"]
    assert [len(kept) for kept in seen] == [1, 2, 3, 4]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", sorted(TAPES.glob("*.tape")), ids=lambda path: path.stem)
def test_the_tape_of_every_reference_session(path: Path, tmp_path: Path) -> None:
    """What the device keeps is what `run --save` writes, and `replay` accepts it."""
    recorded = taped.read(path.read_text("utf-8").splitlines(True))
    given = [text for kind, text, _ in recorded.events if kind == tape.ANSWER]
    if len(recorded.setup) > 900 or any(not text.strip() or len(text) > 900 for text in given):
        pytest.skip("not to be typed as a line")
    begin(tmp_path, f"{recorded.program} {recorded.setup}", tuple(given))
    (kept,) = (tmp_path / "tapes").iterdir()
    lines = path.read_text("utf-8").splitlines(True)
    while lines[0].startswith("#"):
        del lines[0]
    assert kept.read_text("utf-8") == "".join(lines)
    assert replay_file(kept, Host()) is None


@pytest.mark.parametrize("program", ["nim", "race", "cards", "calculation-fortran", "misere-nim"])
def test_every_stop_comes_back(program: str, tmp_path: Path) -> None:
    """Switched off at each stop and on again: the same paper, the same question, the same screen.

    And from there the session goes on as if nothing had been.
    """
    path = next(iter(sorted(TAPES.glob(f"{program}-*.tape"))))
    recorded = taped.read(path.read_text("utf-8").splitlines(True))
    given = [text for kind, text, _ in recorded.events if kind == tape.ANSWER][:6]
    for number in range(len(given) + 1):
        folder = flash_of(tmp_path / str(number))
        desk = begin(folder, f"{recorded.program} {recorded.setup}", tuple(given[:number]))
        desk.run(5000)  # the machine's move has been seen, and how the game has ended
        before = shown(desk)
        resumed = again(folder)
        resumed.run(5000)
        if desk.app.activity is desk.app.sessions.screen:  # else how it has ended is announced
            assert shown(resumed) == before
        resumed.app.fast = True
        resumed.say(*given[number:])
        (kept,) = (folder / "tapes").iterdir()
        assert answers(kept.read_text("utf-8")) == given
        assert replay_file(kept, Host()) is None


def flash_of(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


def shown(desk: Simulator) -> set[bytes]:
    """The pictures of the next blinks."""
    pictures = set()
    for _ in range(30):
        desk.run(50)
        pictures.add(b"".join(desk.chip.rows()))
    return pictures


@pytest.mark.parametrize("seed", range(3))
def test_switched_off_at_any_moment(seed: int, tmp_path: Path) -> None:
    """Also while it prints, at ten characters a second."""
    dice = random.Random(seed)
    flash = flash_of(tmp_path / "flash")
    lines = list(GAME)
    confirmed = 0
    desk = Simulator(folder=flash)
    desk.serial.typed.append("nim heaps=7,8,4")
    desk.run(20)
    while lines:
        desk.serial.typed.append(lines[0])
        desk.run(dice.randrange(20, 9000))
        confirmed = len(list(desk.app.sessions.screen.recorder.answers()))
        lines = list(GAME)[confirmed:]
        desk = Simulator(folder=flash)
        assert name(desk) == "SessionScreen"
        desk.run(200)
        assert len(list(desk.app.sessions.screen.recorder.answers())) == confirmed
    desk.settle()
    desk.run(50)
    assert "ВЫ ПРОИГРАЛИ" in (flash / "tapes/0001-nim.tape").read_text("utf-8")
    assert replay_file(flash / "tapes/0001-nim.tape", Host()) is None


def test_on_the_shelf_it_stays_on_the_shelf(tmp_path: Path) -> None:
    desk = begin(tmp_path, answers=GAME[:1])
    desk.press("BACK", "BACK")
    assert name(desk) == "Shelf"
    desk = again(tmp_path)
    assert name(desk) == "Shelf"
    assert rows(desk)[1].startswith("◊ NIM") and rows(desk)[1].endswith("RESUME")
    desk.press("OK")
    desk.settle()
    assert list(desk.app.sessions.screen.recorder.answers()) == ["T=2 L=1"]


def test_an_ended_session_is_not_offered(tmp_path: Path) -> None:
    desk = begin(tmp_path, answers=GAME)
    assert tapes(tmp_path) == ["0001-nim.tape"]
    desk = again(tmp_path)  # the end can still be read after the power was off
    assert rows(desk)[7] == "OK:AGAIN       BACK:PAPER"
    desk.press("BACK", "BACK")
    assert tapes(tmp_path) == ["0001-nim.end.tape"]
    assert not rows(desk)[1].startswith("◊")
    assert name(again(tmp_path)) == "Shelf"


def whole(folder: Path) -> bytes:
    return (folder / "tapes/0001-nim.tape").read_bytes()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text.replace(b"T=2      L=3", b"T=2      L=2"), "line 7: expected"),
        (lambda text: text.replace(b"> T=2 L=1", b"> T=2 L=x"), "'x' is not an integer"),
        (lambda text: text.replace(b"> T=2", b"> \xff=2"), "not UTF-8"),
        (lambda text: text.replace(b"program: nim", b"program: go"), "unknown program 'go'"),
        (lambda text: text.replace(b"7,8,4", b"7,8,400"), "out of range"),
        (lambda text: text.replace(b"---\n", b""), "expected program:"),
        (lambda text: b"", "ends before ---"),
        (lambda text: text + b"x" * 13000 + b"\n", "more than 12288 bytes"),
        (lambda text: text + b"> T=1 L=0\nX\n", "expected 'X'"),
    ],
)
def test_a_damaged_tape(damage: Callable[[bytes], bytes], message: str, tmp_path: Path) -> None:
    """The message says what is wrong and where; the file stays, under another name."""
    begin(tmp_path, answers=GAME[:1])
    broken = damage(whole(tmp_path))
    (tmp_path / "tapes/0001-nim.tape").write_bytes(broken)
    desk = Simulator(folder=tmp_path)
    desk.run(1000)
    assert name(desk) == "Notice"
    assert message in desk.serial.printed.replace("\n", " ").replace("- ", "-"), (
        desk.serial.printed
    )
    assert tapes(tmp_path) == ["0001-nim.tape.bad"]
    assert (tmp_path / "tapes/0001-nim.tape.bad").read_bytes() == broken
    desk.press("OK")
    assert name(desk) == "Shelf" and not rows(desk)[1].startswith("◊")


def test_a_last_line_that_was_not_written_to_its_end(tmp_path: Path) -> None:
    """littlefs leaves none, another filesystem may: it is cut off, and the session goes on."""
    begin(tmp_path, answers=GAME[:2])
    text = whole(tmp_path)
    for cut in range(len(text) - 12, len(text)):
        (tmp_path / "tapes/0001-nim.tape").write_bytes(text[:cut])
        (tmp_path / "last.txt").write_text("tape=0001-nim.tape\nshown=1\nplayed=nim\n")
        desk = again(tmp_path)
        desk.run(3000)
        desk.settle()
        assert name(desk) == "SessionScreen"
        assert whole(tmp_path) == text


@pytest.mark.parametrize(
    "state", [b"", b"\xff\xfe", b"tape=../settings.txt\nshown=1\n", b"tape=0009-nim.tape\nshown=1"]
)
def test_a_damaged_note_of_what_was_going_on(state: bytes, tmp_path: Path) -> None:
    """Then the shelf comes, or the message that there is no such tape; the tapes are there."""
    begin(tmp_path, answers=GAME[:1])
    (tmp_path / "last.txt").write_bytes(state)
    desk = Simulator(folder=tmp_path)
    assert name(desk) in ("Shelf", "Notice")
    if name(desk) == "Notice":
        desk.press("OK")
    desk.press("UP", "UP", "OK")
    assert rows(desk)[1].startswith("NIM")


@pytest.mark.slow
def test_twenty_are_kept_and_the_oldest_that_has_ended_goes_first(tmp_path: Path) -> None:
    desk = begin(tmp_path, answers=GAME)
    desk.press("OK")
    desk.say("race", "6 5")
    desk.app.shelf()
    for _ in range(18):
        desk.say("dates")
        desk.press("OK")
    assert len(tapes(tmp_path)) == 20 and tapes(tmp_path)[0] == "0001-nim.end.tape"
    desk.say("dates")
    desk.press("OK")
    kept = tapes(tmp_path)
    assert len(kept) == 20 and kept[:2] == ["0002-race.tape", "0003-dates.end.tape"]
    for _ in range(25):
        desk.say("race", "6 5")
        desk.app.shelf()
    kept = tapes(tmp_path)
    assert len(kept) == 20
    assert all(entry.endswith("-race.tape") for entry in kept)


def test_the_ten_thousandth_tape_is_the_newest(tmp_path: Path) -> None:
    (tmp_path / "tapes").mkdir()
    for number in range(9983, 10003):
        text = "program: race\nsetup: n=15 m=6\n---\n"
        (tmp_path / f"tapes/{number:04}-race.end.tape").write_text(text)
    desk = Simulator(folder=tmp_path)
    assert [entry[:5] for entry in desk.app.tapes.names()[:3]] == ["10002", "10001", "10000"]
    desk.app.fast = True
    desk.say("nim", "2 1")
    kept = tapes(tmp_path)
    assert len(kept) == 20 and "9983-race.end.tape" not in kept
    assert "10003-nim.tape" in kept and "10000-race.end.tape" in kept


def test_the_longest_setup_is_resumed(tmp_path: Path) -> None:
    cards = ",".join(["0" * 99, "1" * 99] * 49 + ["0" * 99])
    begin(tmp_path, "cards k=3 cards=000,111", ("1=1",))
    path = tmp_path / "tapes/0001-cards.tape"
    setup = f"k=99 cards={cards}"
    path.write_text(path.read_text("utf-8").replace("k=3 cards=000,111", setup), "utf-8")
    answer = " ".join(["1"] + ["0"] * 98)
    path.write_text(path.read_text("utf-8").replace("> 1 0 0", f"> {answer}"), "utf-8")
    assert len(f"setup: {setup}\n") == 9918
    desk = again(tmp_path)
    assert name(desk) == "SessionScreen" and list(desk.app.sessions.screen.recorder.answers()) == [
        answer
    ]
    assert list((tmp_path / "tapes").iterdir()) == [path]


def test_a_session_without_an_answer_leaves_no_tape(tmp_path: Path) -> None:
    desk = begin(tmp_path)
    desk.app.shelf()
    desk.say("race")
    assert tapes(tmp_path) == ["0001-race.tape"]


def test_a_tape_that_cannot_be_read_is_no_empty_one(tmp_path: Path) -> None:
    desk = begin(tmp_path, answers=GAME[:1])
    desk.press("BACK", "BACK")
    path = tmp_path / "tapes/0001-nim.tape"
    path.write_bytes(path.read_bytes().replace(b"program: nim", b"program: n\xffm"))
    kept = path.read_bytes()
    desk = again(tmp_path)
    desk.app.fast = True
    desk.say("race")
    assert path.read_bytes() == kept and (tmp_path / "tapes/0002-race.tape").exists()
    from teletype.handheld.screens.saved_tapes import Saved

    saved = Saved(desk.app)
    desk.app.open(saved)
    desk.run(1000)
    assert saved.counts == [0, 1]


@pytest.mark.parametrize(("width", "height"), [(72, 40), (128, 32)])
def test_a_tape_is_named_on_small_panels(width: int, height: int, tmp_path: Path) -> None:
    """As a heading, because the list needs the room below."""
    begin(tmp_path, "race", ("9 9",))
    desk = Simulator(width, height, folder=tmp_path)
    desk.run(1500)
    desk.press("BACK", "BACK", "UP", "UP", "OK", "OK")
    desk.run(10)
    assert name(desk) == "SavedTape"
    assert screen.text(desk.chip, 1).startswith("0001-race.tap")
    shown = ["".join(map(chr, bytes(row))) for row in desk.chip.rows()]
    desk.press("DOWN", "DOWN", "UP", "UP")
    assert shown == ["".join(map(chr, bytes(row))) for row in desk.chip.rows()]


def test_the_tape_that_was_played_last_stays(tmp_path: Path) -> None:
    for number in range(1, 21):
        place = tmp_path / f"tapes/{number:04}-nim.tape"
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(b"program: nim\nsetup: heaps=7,8,4\n---\n")
    desk = Simulator(folder=tmp_path, fast=True)
    desk.app.sessions.resume("0001-nim.tape")
    desk.settle()
    desk.say("2 1")
    desk.press("BACK", "BACK")
    desk.say("race")
    assert answers((tmp_path / "tapes/0001-nim.tape").read_text("utf-8")) == ["T=2 L=1"]


def test_tapes_can_be_looked_at_resumed_and_deleted(tmp_path: Path) -> None:
    desk = begin(tmp_path, answers=GAME[:2])
    desk.app.shelf()
    desk.say("race", "6 5")
    desk.press("BACK", "BACK", "UP", "UP")
    assert screen.read(desk.chip, 5)[1].rstrip() == "TAPES"
    desk.press("OK")
    assert rows(desk)[1] == "VERTICAL RACE       1 ◊"
    assert rows(desk)[2] == "NIM                 2 ◊"
    desk.press("DOWN", "OK", "DOWN", "OK")
    assert rows(desk)[0] == "THE GAME OF NIM"
    assert rows(desk)[1] == "YOUR OPPONENT: THE MIR"
    desk.press(*["DOWN"] * 30)
    assert rows(desk)[5] == "> T=9 L=9"
    assert rows(desk)[6] == "THAT BREAKS THE RULES"
    desk.press("OK", "DOWN", "DOWN", "OK")  # asks again
    assert rows(desk)[4].endswith("OK AGAIN: DELETE")
    desk.press("UP", "DOWN", "OK")
    assert len(tapes(tmp_path)) == 2
    desk.press("OK")
    assert tapes(tmp_path) == ["0002-race.tape"]
    desk.press("OK", "OK")
    assert desk.app.sessions.screen.name == "race" and list(
        desk.app.sessions.screen.recorder.answers()
    ) == ["T=6 P=5"]


@pytest.mark.slow
def test_resuming_that_takes_long_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In slices, so that the loop turns; BACK gives it up for the shelf."""
    begin(tmp_path, answers=("2 1",) + ("9 9",) * 200)
    desk = Simulator(folder=tmp_path)
    clock = [0]

    def slow() -> int:
        clock[0] += 10
        return clock[0]

    monkeypatch.setattr("teletype.handheld.activity.ticks_ms", slow)
    desk.app.sessions.close()
    desk.app.sessions.resume()
    desk.run(300, step=100)
    turns = 0
    shown = []
    while name(desk) == "Resuming":
        desk.run(100, step=100)
        turns += 1
        shown.append(rows(desk)[0])
    percents = [int(row[9:-1]) for row in shown if row.startswith("RESUMING")]
    assert turns > 30 and percents == sorted(percents) and percents[-1] > 90
    assert len(list(desk.app.sessions.screen.recorder.answers())) == 201
    desk.app.sessions.close()
    desk.app.sessions.resume()
    desk.run(1000, step=100)
    desk.press("BACK")
    assert name(desk) == "Shelf"
    desk.press("OK")
    desk.run(300, step=100)
    while name(desk) == "Resuming":
        desk.run(100, step=100)
    assert len(list(desk.app.sessions.screen.recorder.answers())) == 201


def test_a_flash_that_is_full_in_the_middle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it took and what it refused are one session: the paper is printed again from both."""
    desk = begin(tmp_path, answers=("9 9", "9 8"))

    def full(name: str, mode: str) -> None:
        if mode == "ab":
            raise OSError(28, "ENOSPC")
        return open(tmp_path / name, mode)  # type: ignore[return-value]

    monkeypatch.setattr(desk.app.store, "open", full)
    desk.say("9 7")
    assert name(desk) == "Notice"
    desk.press("OK")
    desk.settle()
    desk.say(*["9 6"] * 30)
    answered = ["T=9 L=9", "T=9 L=8", "T=9 L=7"] + ["T=9 L=6"] * 30
    assert list(desk.app.sessions.screen.recorder.answers()) == answered
    desk.press("BACK", *["UP"] * 120)
    desk.run(1000)
    assert seen("> T=9 L=9") in rows(desk)


def test_a_flash_that_was_full_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session is played without a tape, and can still be left and gone on with."""
    desk = Simulator(folder=tmp_path, fast=True)

    monkeypatch.setattr(desk.app.store, "open", refuse)
    desk.serial.typed.append("nim heaps=7,8,4")
    desk.run(200)
    assert name(desk) == "Notice" and rows(desk)[1].startswith("Saving has failed.")
    desk.press("OK")
    desk.settle()
    desk.say("2 1")
    desk.press("BACK", "BACK")
    assert name(desk) == "Shelf"
    desk.press("OK")
    assert name(desk) == "SessionScreen" and list(desk.app.sessions.screen.recorder.answers()) == [
        "T=2 L=1"
    ]
    desk.say("1 0", "2 0")
    assert "ВЫ ПРОИГРАЛИ" in desk.serial.printed
    assert not list((tmp_path / "tapes").iterdir())


def long_tapes(folder: Path, answers: int = 4000) -> None:
    """Three of them; the first is the session to go on with."""
    (folder / "tapes").mkdir(exist_ok=True)
    text = "program: misere-nim\nsetup: heaps=3\n---\n" + "> 1 1 1\n    1    1    0\n" * answers
    for kept in ("0001-misere-nim", "0002-misere-nim.end", "0003-misere-nim.end"):
        (folder / f"tapes/{kept}.tape").write_text(text)
    (folder / "last.txt").write_text("tape=0001-misere-nim.tape\nshown=0\nplayed=misere-nim\n")


class Reads:
    """A file of the flash; counts the bytes that are read in all of them."""

    count = 0

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file

    def __enter__(self) -> "Reads":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)

    def read(self, size: int = -1) -> bytes:
        Reads.count += size if size >= 0 else 1 << 30
        return self._file.read(size)

    def readline(self, size: int = -1) -> bytes:
        line = self._file.readline(size)
        Reads.count += 100 * len(line)  # a line costs what a hundred blocks of its length do
        return line


def watched(desk: Simulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts what is read of tapes from now on."""
    Reads.count = 0

    def opened(name: str, mode: str) -> object:
        file = open(desk.app.store.folder + name, mode)  # noqa: SIM115
        return Reads(file) if mode == "rb" else file  # type: ignore[arg-type]

    monkeypatch.setattr(desk.app.store, "open", opened)


def test_a_list_of_long_tapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first screen reads none of them; the answers are counted in slices, keys are heard."""
    long_tapes(tmp_path)
    desk = Simulator(folder=tmp_path)
    desk.press("UP", "UP")
    watched(desk, monkeypatch)
    clock = [0]

    def slow() -> int:
        clock[0] += 10
        return clock[0]

    monkeypatch.setattr("teletype.handheld.activity.ticks_ms", slow)
    desk.pin("OK").drive(0)
    for _ in range(3):  # opened, drawn, sent
        desk.app.tick()
    assert name(desk) == "Saved" and Reads.count < 20_000
    assert rows(desk)[1].endswith(" END") and "4000" not in rows(desk)[1]
    desk.pin("OK").drive(1)
    turns = 0
    while None in desk.app.activity.counts:
        before = Reads.count
        desk.run(100, step=100)
        assert Reads.count - before < 20_000
        turns += 1
    assert turns > 10
    desk.run(10)
    assert [row[-8:] for row in rows(desk)[1:4]] == ["4000 END", "4000 END", "  4000 ◊"]
    for folder in (tmp_path / "tapes").iterdir():
        assert folder.read_text().count("\n> ") == 4000


def test_a_session_begins_without_reading_another_tape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_tapes(tmp_path)
    desk = Simulator(folder=tmp_path, fast=True)
    watched(desk, monkeypatch)
    desk.say("nim")
    assert name(desk) == "SessionScreen" and not Reads.count
    assert len(tapes(tmp_path)) == 4


def test_a_long_tape_is_mended_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A last line that is not whole is found from the end, and the copy takes many turns."""
    long_tapes(tmp_path)
    path = tmp_path / "tapes/0001-misere-nim.tape"
    whole = path.read_bytes()
    path.write_bytes(whole + b"> 1 1")
    desk = Simulator(folder=tmp_path)
    watched(desk, monkeypatch)
    from teletype.handheld.screens.resuming import mend

    steps = 0
    for _ in mend(desk.app.store, "tapes/" + path.name):
        assert Reads.count <= 512 * (steps + 2)
        steps += 1
    assert path.read_bytes() == whole and steps > len(whole) // 600
    Reads.count = 0
    assert len(list(mend(desk.app.store, "tapes/" + path.name))) == 1 and Reads.count <= 512


def test_a_session_left_without_an_answer_makes_way_after_power_off_too(tmp_path: Path) -> None:
    desk = begin(tmp_path)
    desk.press("BACK", "BACK")
    desk = Simulator(folder=tmp_path, fast=True)
    desk.say("race", "9 9")
    assert tapes(tmp_path) == ["0001-race.tape"]
    (tmp_path / "last.txt").write_text("tape=0001-race.tape\nshown=1\nplayed=race\nfresh=1\n")
    desk = Simulator(folder=tmp_path, bitten=True)
    desk = Simulator(folder=tmp_path, bitten=True)  # nothing is resumed: nobody knows of answers
    desk.press("OK")
    desk.say("nim")
    assert "0001-race.tape" in tapes(tmp_path)


def test_tapes_make_room_by_their_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest that have ended go, then crash tapes, then others; not the one played last."""
    (tmp_path / "tapes").mkdir()
    kinds = ("0001-nim.tape", "0002-nim.tape", "0003-nim.end.tape", "0004-nim.end.tape")
    for kept in (*kinds, "crash-1.tape"):
        (tmp_path / f"tapes/{kept}").write_bytes(b"x" * 100_000)
    (tmp_path / "last.txt").write_text("tape=0001-nim.tape\nshown=0\nplayed=\n")
    desk = Simulator(folder=tmp_path)

    def free() -> int:
        taken = sum(path.stat().st_size for path in (tmp_path / "tapes").iterdir())
        return 700_000 - taken

    monkeypatch.setattr(desk.app.store, "free", free)
    desk.say("dates")
    assert "0003-nim.end.tape" not in tapes(tmp_path)
    assert "0004-nim.end.tape" not in tapes(tmp_path)
    assert len(tapes(tmp_path)) == 4
    (tmp_path / "tapes/0009-nim.end.tape").write_bytes(b"x" * 200_000)
    (tmp_path / "tapes/0008-nim.tape").write_bytes(b"x" * 200_000)
    desk.app.tapes.session = "0001-nim.tape"
    recorder = desk.app.tapes.recorder("0001-nim.tape")
    assert recorder.left == free() - 8192 and free() >= 327_680
    assert "0001-nim.tape" in tapes(tmp_path) and "0008-nim.tape" in tapes(tmp_path)
    assert "crash-1.tape" not in tapes(tmp_path) and "0002-nim.tape" not in tapes(tmp_path)


def test_a_session_is_told_before_the_flash_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it goes on unsaved; what is refused is kept up to a bound, and no longer looked at."""
    desk = begin(tmp_path, answers=("9 9",))
    monkeypatch.setattr("teletype.handheld.keeping.recorder.MOST_REFUSED", 5)
    recorder = desk.app.sessions.screen.recorder
    recorder.left = 16_300
    desk.run(10)
    assert name(desk) == "Notice" and "Storage is almost full" in desk.serial.printed
    desk.press("OK")
    recorder.left = 150
    said = 0
    for _ in range(12):
        desk.say("9 9")
        if name(desk) == "Notice":
            said += 1
            desk.press("OK")
            desk.settle()
    assert said == 1 and recorder.lost and not recorder._refused
    assert answers((tmp_path / "tapes/0001-nim.tape").read_text("utf-8"))[:2] == ["T=9 L=9"] * 2
    roll = desk.app.sessions.screen.paper.roll
    desk.say(*["9 9"] * 20)
    desk.press("BACK")
    for _ in range(roll.end):
        desk.press("UP")
    assert name(desk) == "PaperScroll" and desk.app.activity.top == roll.first > 0
    assert not desk.app.activity.tick(0)


def test_what_a_cut_has_left_half_written_goes(tmp_path: Path) -> None:
    begin(tmp_path, answers=GAME[:1])
    (tmp_path / "tapes/crash-1.tape.new").write_bytes(b"x" * 100)
    for half in ("settings.txt.new", "last.txt.new", "boots.txt.new", "mine.new"):
        (tmp_path / half).write_bytes(b"x")
    desk = again(tmp_path)
    assert tapes(tmp_path) == ["0001-nim.tape"] and name(desk) == "SessionScreen"
    assert [path.name for path in tmp_path.glob("*.new")] == ["mine.new"]


# The module alone


@pytest.fixture
def module() -> Any:
    Simulator()  # fills in what this Python lacks
    return importlib.import_module("teletype.handheld.keeping.tapes")


@pytest.fixture
def one_tape(module: Any) -> Any:
    return importlib.import_module("teletype.handheld.keeping.recorder")


@pytest.fixture
def store(module: Any, tmp_path: Path) -> Any:
    store = importlib.import_module("teletype.handheld.keeping.store").Store(f"{tmp_path}/")
    store.make_folder("tapes")
    return store


@pytest.mark.parametrize(
    ("file", "meaning"),
    [
        ("0007-nim.tape", (7, "nim", 0)),
        ("0007-nim.end.tape", (7, "nim", 1)),
        ("0007-nim.tape.bad", (7, "nim", 2)),
        ("0007-nim.end.tape.bad", (7, "nim", 2)),
        ("12345-misere-nim.tape", (12345, "misere-nim", 0)),
        ("crash-3.tape", (3, "", 3)),
        ("nim.tape", None),
        ("-nim.tape", None),
        ("x7-nim.tape", None),
        ("crash-x.tape", None),
        ("0007-nim.txt", None),
        ("0007-nim.tape.new", None),
        ("", None),
    ],
)
def test_what_a_file_name_means(file: str, meaning: object, module: Any) -> None:
    assert module.parse(file) == meaning


@pytest.mark.parametrize("length", [0, 1, 254, 255, 256, 257, 511, 512, 513, 12286, 12287])
def test_lines_of_every_length_are_read_whole(length: int, one_tape: Any) -> None:
    """They are read in pieces of 256 bytes."""
    text = b"ab\n" + b"x" * length + b"\nlast\nno line"
    assert list(one_tape.lines(io.BytesIO(text))) == ["ab", "x" * length, "last"]


def test_lines_that_are_none(one_tape: Any) -> None:
    with pytest.raises(tape.TapeError, match="a line of more than 12288 bytes"):
        list(one_tape.lines(io.BytesIO(b"x" * 12288 + b"\n")))
    with pytest.raises(tape.TapeError, match="not UTF-8"):
        list(one_tape.lines(io.BytesIO(b"ab\n\xff\n")))
    assert list(one_tape.lines(io.BytesIO(b""))) == []


ROOM = (
    # each tape 10 KB, what else is free, tapes that are to be left, the room that is wanted;
    # the tapes that go
    ("1e 2e 3 4", 0, 9, 0, ""),
    ("1e 2e 3 4", 0, 9, 1, "1e"),
    ("1e 2e 3 4", 5, 9, 5, ""),
    ("1e 2e 3 4", 5, 9, 6, "1e"),
    ("1 2e 3 4e", 0, 9, 20, "2e 4e"),
    ("1 2 3e c1", 0, 9, 20, "3e c1"),  # ended ones, then crash tapes, then the oldest
    ("1 2 3e c1", 0, 9, 999, "3e c1"),  # no more than half of all that tapes can have
    ("1e 2e 3e 4e", 10, 9, 999, "1e 2e"),  # (10 + 40) / 2 are 25: 15 more
    ("1e 2e 3e 4e", 60, 9, 999, ""),  # half of it is free already
    ("1e 2e 3e 4e", 30, 9, 999, "1e"),
    ("1 2 3 4", 99, 3, 0, "1"),
    ("1 2e 3 4", 99, 3, 0, "2e"),
    ("1 2e 3 4", 99, 1, 0, "1 2e 3"),
    ("1 2 c1 c2", 99, 2, 0, ""),  # crash tapes are not counted
    ("1 2 c1 c2", 99, 1, 0, "1"),
)


@pytest.mark.parametrize(("there", "free", "most", "room", "gone"), ROOM)
def test_what_goes_to_make_room(
    there: str,
    free: int,
    most: int,
    room: int,
    gone: str,
    module: Any,
    store: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = {
        short: f"crash-{short[1:]}.tape"
        if short[0] == "c"
        else f"000{short[0]}-nim{'.end' * short.endswith('e')}.tape"
        for short in there.split()
    }
    for file in files.values():
        (tmp_path / "tapes" / file).write_bytes(b"x" * 10_000)
    kept = module.Tapes(store)

    def left() -> int:
        return 10_000 * (len(files) - len(tapes(tmp_path))) + 1000 * free

    monkeypatch.setattr(store, "free", left)
    assert kept.make_room(kept.all(), most, 1000 * room) == left()
    assert [short for short in files if files[short] not in tapes(tmp_path)] == gone.split()


def test_room_is_not_made_of_what_is_needed(
    module: Any, store: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session played last, the one that is to be kept, and with `last` 1 what can go on."""
    for number in range(1, 7):
        (tmp_path / f"tapes/000{number}-nim{'.end' * (number > 4)}.tape").write_bytes(b"x")
    monkeypatch.setattr(store, "free", lambda: 1_000_000)
    kept = module.Tapes(store)
    kept.session = "0001-nim.tape"
    kept.make_room(kept.all(), 0, 0, "0005-nim.end.tape", last=1)
    assert tapes(tmp_path) == [f"000{n}-nim.tape" for n in range(1, 5)] + ["0005-nim.end.tape"]
    kept.make_room(kept.all(), 0, 0, "0005-nim.end.tape")
    assert tapes(tmp_path) == ["0001-nim.tape", "0005-nim.end.tape"]


def test_the_newest_first_and_crash_tapes_before_them(
    module: Any, store: Any, tmp_path: Path
) -> None:
    order = ["crash-2.tape", "crash-1.tape", "10000-nim.tape", "9999-nim.end.tape", "0002-a.tape"]
    for file in [*sorted(order), "mine.txt", "0003-nim.tape.new"]:
        (tmp_path / "tapes" / file).write_bytes(b"")
    kept = module.Tapes(store)
    assert kept.names() == order and kept.open() == "10000-nim.tape"
    assert "mine.txt" in tapes(tmp_path)
    assert "0003-nim.tape.new" not in tapes(tmp_path)  # a cut has left it


def test_a_tape_that_was_copied_back_is_not_replaced(
    module: Any, store: Any, tmp_path: Path
) -> None:
    """The owner has put it next to the session that was continued from it."""
    mine = ["0003-nim.end.tape", "0003-nim.tape.bad"]
    for file in mine:
        (tmp_path / "tapes" / file).write_bytes(b"mine")
    (tmp_path / "tapes/0003-nim.tape").write_bytes(b"ended")
    kept = module.Tapes(store)
    kept.abandon()
    (tmp_path / "tapes/0003-nim.tape").write_bytes(b"damaged")
    assert kept.bad("0003-nim.tape") == "0005-nim.tape.bad"
    assert tapes(tmp_path) == [*mine, "0004-nim.end.tape", "0005-nim.tape.bad"]
    contents = [(tmp_path / "tapes" / file).read_bytes() for file in tapes(tmp_path)]
    assert contents == [b"mine", b"mine", b"ended", b"damaged"]


def recorder(module: Any, store: Any, left: int, lean: bool = False) -> Any:
    with store.open("tapes/0001-nim.tape", "wb") as file:
        file.write(b"program: nim\nsetup: heaps=1\n---\n")
    return module.Recorder(store, "0001-nim.tape", left, lean)


def test_what_a_recorder_has_written(module: Any, store: Any, tmp_path: Path) -> None:
    """Paper waits for the next stop, an answer does not; what could be one is marked."""
    made = recorder(module, store, 16_384 + 20)
    path = tmp_path / "tapes/0001-nim.tape"
    made.paper("> NO ANSWER")
    assert made.pending and not made.warns()
    made.answer("T=1 L=0")
    assert path.read_text().endswith("---\n\\> NO ANSWER\n> T=1 L=0\n")
    assert not made.pending and made.warns()  # 23 bytes of its room
    assert list(made.answers()) == ["T=1 L=0"]


def test_what_has_no_room_is_kept_in_memory(
    module: Any, store: Any, one_tape: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = recorder(module, store, 10)
    made.answer("T=1")
    assert not made.error
    made.answer("T=2")
    assert made.error.args == (28,)
    assert list(made.answers()) == ["T=1", "T=2"] and not made.lost
    monkeypatch.setattr(one_tape, "MOST_REFUSED", 3)
    made.answer("T=3")
    made.answer("T=4")
    assert not made.lost
    made.answer("T=5")
    assert made.lost and list(made.answers()) == ["T=1"]


def test_what_a_visitor_plays_waits_for_its_writing(
    module: Any, store: Any, tmp_path: Path
) -> None:
    """Up to 400 bytes of it; of more the file stays open until the next `keep`."""
    path = tmp_path / "tapes/0001-nim.tape"
    made = recorder(module, store, 100_000, lean=True)
    head, writes = path.read_bytes(), store.writes
    made.answer("a" * 397)
    assert made.pending and path.read_bytes() == head and store.writes == writes
    made.keep()
    assert path.read_bytes() == head + b"> " + b"a" * 397 + b"\n" and not made.pending
    made.answer("b" * 398)
    assert made.file and store.writes == writes + 2
    made.answer("c")
    made.keep()
    assert store.writes == writes + 2 and path.read_bytes().endswith(b"b\n> c\n")
    assert list(made.answers())[1:] == ["b" * 398, "c"]
