# SPDX-License-Identifier: MIT
"""What visitors did, in numbers: the folder `counts` of an exhibit."""

import io
import time
from pathlib import Path

import pytest

from teletype.exhibit import visit_log
from teletype.handheld.keeping.store import Store
from teletype.programs import catalogue
from tests.exhibit.test_exhibit import exhibit, play, press, visit
from tests.helpers import screen
from tests.helpers.sessions import Made
from tests.helpers.sessions import name as at

__all__ = ["exhibit"]  # a fixture

NO_CLOCK = time.struct_time((2021, 1, 1, 0, 0, 0, 4, 1, 0))
LANGUAGES = slice(visit_log.EN, visit_log.JA + 1)


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a board: nobody has told it the time."""
    monkeypatch.setattr(time, "localtime", lambda *_: NO_CLOCK)


def counted(store: Store) -> list[visit_log.Line]:
    """The lines of days, none of which is damaged."""
    found = []
    for name in visit_log.FILES:
        if store.has(name):
            with store.open(name, "rb") as file:
                found += list(visit_log.lines(file))
    assert None not in found
    return [line for line in found if line is not None]


def add(store: Store, fresh: bool = False, seconds: int = 60, **programs: list[int]) -> None:
    """Adds a visit, as the exhibit does."""
    visit_log.add(store, [1, 0, seconds, 1, 0, 0, 3, 180], programs, fresh)


def test_visits(exhibit: Made) -> None:
    desk = exhibit("idle=20\nask=10\n")
    visit(desk, 1)
    play(desk)
    assert not desk.app.store.has(visit_log.NOW)
    desk.run(42_000)
    assert at(desk) == "Attract"
    (line,) = counted(desk.app.store)
    assert line.day == "on" and line.programs == {"nim": [1, 0, 0]}
    assert line.numbers[:2] == [1, 1] and line.numbers[LANGUAGES] == [0, 1, 0]
    assert 1 <= line.numbers[visit_log.SECONDS] <= 10, "until the last thing that he did"
    assert 42 <= line.numbers[visit_log.ON] <= 55
    assert line.numbers[visit_log.WRITES] >= 2, "a tape and its end"

    visit(desk)
    desk.run(12_000)
    press(desk, "DOWN")
    desk.run(20_500)
    assert at(desk) == "StillThere"
    press(desk, "BACK")
    assert at(desk) == "Attract"
    (line,) = counted(desk.app.store)
    assert line.numbers[:2] == [2, 1] and line.numbers[LANGUAGES] == [1, 1, 0]

    desk = exhibit()  # the next morning
    visit(desk)
    desk.run(40_000)
    assert [line.number for line in counted(desk.app.store)] == [1, 2]


def test_each_written_file_counts_once(exhibit: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a first visit are not counted again with a second one; the line of today, which is
    written after the count, waits for the next visit.
    """
    written: list[str] = []
    really = Store.open

    def watched(store: Store, name: str, mode: str) -> io.IOBase:
        if mode != "rb":
            written.append(name)
        return really(store, name, mode)

    monkeypatch.setattr(Store, "open", watched)
    desk = exhibit("idle=20\nask=10\n")
    for count in (1, 2):
        visit(desk)
        play(desk)
        desk.run(42_000)
        assert at(desk) == "Attract"
        (line,) = counted(desk.app.store)
        assert line.numbers[visit_log.VISITS] == count and written[-1] == visit_log.NOW
        assert line.numbers[visit_log.WRITES] == len(written) - 1 >= 2 * count


def test_a_cut_loses_the_running_visit(exhibit: Made) -> None:
    """What is offered afterwards, and not taken, is no visit."""
    desk = exhibit("idle=20\n")
    visit(desk)
    play(desk)
    desk = exhibit()
    desk.run(40_000)
    assert at(desk) in ("Attract", "Showing") and counted(desk.app.store) == []


def test_a_clock_that_was_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(f"{tmp_path}/")
    for day in (23, 23, 24):
        now = time.struct_time((2026, 11, day, 9, 30, 0, 0, 327, 0))
        monkeypatch.setattr(time, "localtime", lambda *_, now=now: now)
        add(store)
    found = [(line.day, line.numbers[0]) for line in counted(store)]
    assert found == [("2026-11-23", 2), ("2026-11-24", 1)]


def test_a_flash_that_refuses(exhibit: Made) -> None:
    """The operator is told; visitors are not."""
    desk = exhibit("idle=10\nask=5\n")
    visit(desk)

    def refuse(name: str, mode: str) -> None:
        raise OSError(28)

    desk.app.store.open = refuse
    desk.run(20_000)
    assert at(desk) == "Attract" and "the flash refuses: 28" in desk.app.faults.times


def test_wins(exhibit: Made) -> None:
    desk = exhibit("idle=10\nask=5\n")
    desk.press("OK", "OK")
    for line in ("nim heaps=1,2,3 style=hard", "3 2", "3 1", "3 0"):
        desk.serial.typed.append(line)
        desk.run(50)
        desk.settle()
    desk.run(2500)
    assert at(desk) == "Outcome"
    assert not [each for each in screen.texts(desk.chip) if "WON 1" in each]
    desk.run(60_000)
    (line,) = counted(desk.app.store)
    assert line.programs == {"nim": [1, 1, 1]} and line.text().endswith(" nim=1/1/1\n")
    assert not desk.app.store.has("wins.txt")


@pytest.mark.heavy
def test_ten_years(tmp_path: Path) -> None:
    """No visit is lost from the sum; the days of some months are kept; all of it stays small."""
    store = Store(f"{tmp_path}/")
    names = list(catalogue.NAMES)
    days, visits = 3650, 2
    for day in range(days):
        for number in range(visits):
            name = names[(day + number) % len(names)]
            add(store, not number, 100, **{name: [2, 1, 1]})
    total = visit_log.read(store, visit_log.ALL)
    assert total and total.number == days - 1, "all but today"
    assert total.numbers[visit_log.VISITS] == (days - 1) * visits
    assert sum(starts for starts, *_ in total.programs.values()) == 2 * (days - 1) * visits
    assert len(total.text()) < visit_log.LONGEST
    kept = [line.number for line in counted(store)]
    assert kept == list(range(kept[0], days + 1)) and len(kept) > 180
    sizes = {path.name: path.stat().st_size for path in (tmp_path / "counts").iterdir()}
    assert sum(sizes.values()) < 2 * visit_log.LARGEST + 3 * visit_log.LONGEST
    assert sizes["now.txt"] < 512, "as long as littlefs keeps it in its folder"


def test_numbers_stay_small() -> None:
    """What could not be added on a board without the heap is not."""
    made = visit_log.Line(1, "on")
    for _ in range(4):
        made.add([1 << 28] * visit_log.NUMBERS, {"nim": [1 << 28, 1 << 29, 1 << 28]})
    assert set(made.numbers) == {1 << 29} and made.programs == {"nim": [1 << 29, 1 << 29, 1 << 29]}


@pytest.mark.parametrize("name", [visit_log.NOW, visit_log.ALL])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"1 on 1 1 40 0 1 0 2\n",
        b"1 on 1 1 40 0 1 0 2 45 nim=2/\n",
        b"1 on 1 1 40 0 1 0 2 45 nim=2/1/\n",
        b"1 on 1 1 -4 0 1 0 2 45\n",
        b"1 on 1 1 1234567890 0 1 0 2 45\n",
        b"on 1 1 40 0 1 0 2 45 3 4\n",
        b"\xff\xfe 1 1 40 0 1 0 2 45\n",
        bytes(40_000),
        "1 on 1 1 40 0 1 0 2 45\n".encode("utf-16-le"),
    ],
)
def test_a_damaged_file(tmp_path: Path, name: str, data: bytes) -> None:
    """It is kept aside, and counting goes on; a damaged day among the others is left out."""
    store = Store(f"{tmp_path}/")
    for _ in range(3):
        add(store, True)
    (tmp_path / name).write_bytes(data)
    add(store, True)
    assert (tmp_path / f"{name}.bad").read_bytes() == data
    line = visit_log.read(store, visit_log.NOW)
    assert line and line.numbers[visit_log.VISITS] == 1
    days = (tmp_path / visit_log.DAYS).read_bytes()
    found = list(visit_log.lines(io.BytesIO(days + data + b"\n" + line.text().encode())))
    assert found[-1] and found[-1].number == line.number
    assert not data or None in found


def test_every_cut(tmp_path: Path) -> None:
    """The power goes off at each write as a day ends: nothing is lost or twice."""

    class Cut(Exception):
        pass

    class Falls(Store):
        left = 99

        def open(self, name: str, mode: str) -> object:
            if mode != "rb":
                self.left -= 1
                if self.left < 0:
                    raise Cut
            return super().open(name, mode)

    for left in range(4):
        folder = tmp_path / str(left)
        folder.mkdir()
        store = Falls(f"{folder}/")
        for _ in range(3):
            add(store, True, nim=[1, 0])
        store.left = left
        try:
            add(store, True, nim=[1, 0])
            lost = 0
        except Cut:
            lost = 1
        assert lost == (left < 3)
        store.left = 99
        add(store, True, nim=[1, 0])
        found = counted(store)
        assert sum(line.numbers[visit_log.VISITS] for line in found) == 5 - lost
        total = visit_log.read(store, visit_log.ALL)
        assert total and total.numbers[visit_log.VISITS] == 4 - lost


def test_every_cut_end(tmp_path: Path) -> None:
    store = Store(f"{tmp_path}/")
    for number in range(4):
        add(store, True, nim=[number, 0])
    data = (tmp_path / visit_log.DAYS).read_bytes()
    for end in range(len(data)):
        found = list(visit_log.lines(io.BytesIO(data[:end])))
        assert len(found) <= data[:end].count(b"\n") + 1
