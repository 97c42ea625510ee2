# SPDX-License-Identifier: MIT
"""Every screen when the millisecond clock turns round: it goes on as if nothing had happened.

The real image is led through its screens twice, with the same keys at the same times: once the
clock turns round on each of them, once it shows some days. Everything on the panel, on the serial
port and on the flash must come at the same time. The clock stands so at power-on, or is put on
before the keys that lead to the next screen, so that what is set there, a blink, a repeat, a pace,
is due behind the moment. See `tests.board.test_wraps` for what turns round when.
"""

import zlib
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from host_tools.emulator.pico import read_filesystem
from host_tools.lab.measure.bench import quiet
from tests.helpers.long_tape import misere
from tests.helpers.old import Old

SETTINGS = b"language=en\nspeed=30\ndim=0\nblank=0\nsound=all\n"
GAME = misere(300)
EXHIBIT = {"settings.txt": SETTINGS, "exhibit.txt": b"programs=nim,trigex\n"}
ONE = {"settings.txt": SETTINGS, "exhibit.txt": b"scan=on\npace=600\n"}

POWER_ON = 1.5
"""Seconds from power-on to the first key."""
LEAD, MORE = 1.0, 1.2
"""Seconds for which a screen is looked at, before the moment and behind it."""
STEP = 20
"""Milliseconds from one look to the next."""


class Screen(NamedTuple):
    """A screen, and the `way` to it from the one before: keys, lines to be typed, and seconds to
    wait. `held`: a key that is held while the clock turns round, from `since` seconds on, or
    pressed for a moment after so many `taps` seconds; `changes`: so many looks behind the moment,
    at least, find something new.
    """

    name: str
    way: tuple[str | float, ...]
    held: str = ""
    changes: int = 1
    taps: tuple[float, ...] = ()
    since: float = 0.0


class Boot(NamedTuple):
    """A board with these `files` that is switched on, with a key `held`, and its `screens`."""

    files: dict[str, bytes]
    screens: tuple[Screen, ...]
    held: str = ""


class Look(NamedTuple):
    """A hash of what is `shown` on the panel, finished or not; the same as the `picture`, if
    nothing came to the panel since the look before, else None; what came on the serial port.
    """

    shown: int
    picture: int | None
    said: bytes


BOOTS: dict[str, Boot] = {
    "lists": Boot(
        {"settings.txt": SETTINGS, "tapes/0001-misere-nim.tape": GAME},
        (
            Screen("the shelf", (), "DOWN", 12),  # to its end, the settings
            Screen("a list of records", ("UP", "UP", "OK"), "DOWN", 4),
            Screen("a record", ("DOWN", "OK", 1.0), "", 12),
            Screen("a tape", ("BACK", "BACK", "DOWN", "OK", "OK", "DOWN", "OK"), "DOWN", 16),
            Screen("a tape is resumed", ("BACK", "UP", "OK"), "", 16),
            Screen("the paper looked back at", (8.0, "BACK"), "UP", 12, since=0.6),  # to its top
            Screen("the paper in another language", ("OK", "BACK", "RIGHT"), "", 3),
            Screen("the languages", (8.0, "OK", 0.5), "BACK", 3),
        ),
    ),
    "the settings": Boot(
        {"settings.txt": SETTINGS},
        (
            Screen("the settings", ("UP", "OK"), "RIGHT", 10),
            Screen("the settings are kept", (0.3, "LEFT"), "", 0),
        ),
    ),
    "editors": Boot(
        {"settings.txt": SETTINGS},
        (
            Screen("a setup", ("OK", "DOWN", "DOWN"), "RIGHT", 10),
            Screen("a list of numbers", ("UP", "OK", "RIGHT"), "UP", 5),
            Screen("about a program", ("BACK", "BACK", "RIGHT"), "DOWN", 16),
            Screen("its story", ("RIGHT",), "DOWN", 16),
            Screen("a keyboard", ("BACK", *["DOWN"] * 8, "OK", "DOWN", "OK"), "RIGHT", 10),
            Screen("cells", ("A", "BACK", *["UP"] * 6, "OK", "DOWN", "DOWN", "OK"), "", 3),
        ),
    ),
    "pictures": Boot(
        {"settings.txt": SETTINGS},
        (
            Screen("Life", ("evolution z=200 cells=5:4,5:5,5:6", 1.0), "", 4),
            Screen("Life, faster", ("RIGHT",), "", 8),
            Screen("the cube", ("BACK", "BACK", "nim-table", 2.3), "", 2),
            Screen("the walk", ("BACK", "BACK", "random-walk", 1.0), "", 2),
            Screen("the week", ("BACK", "BACK", "logic puzzle=timetable", 1.0, "BACK"), "", 8),
            Screen(
                "the adviser",
                ("BACK", "BACK", "calculation-lisp lucky=14", 5.0, "RIGHT", "UP"),
                "",
                8,
            ),
        ),
    ),
    "a wrong code": Boot(
        {**EXHIBIT, "exhibit.txt": b"code=UDLR\n"},
        (Screen("a wrong code", (*["UP"] * 4, 1.2, *["UP"] * 4), "", 1),),
        "BACK",
    ),
    "the operator": Boot(EXHIBIT, (Screen("the operator", (), "DOWN", 4),), "BACK"),
    "the counts": Boot(
        {
            **EXHIBIT,
            "counts/now.txt": b"1 on 41 6 3480 30 4 7 120 28500 nim=40/31 yen=3/2 race=2/1 "
            b"cards=2/1 dates=2/1 logic=1/1 trigex=1/1 evolution=1/0 nim-table=1/0 "
            b"misere-nim=1/0 truth-table=1/0 random-walk=1/0\n",
        },
        (Screen("the counts", (*["DOWN"] * 6, "OK"), "DOWN", 6),),
        "BACK",
    ),
    "the self-test": Boot(
        EXHIBIT, (Screen("the self-test", (*["DOWN"] * 4, "OK", 0.5), "OK", 3),), "BACK"
    ),
    "the cards": Boot(EXHIBIT, (Screen("the cards", (3.3,), "", 1),)),
    "a record by itself": Boot(EXHIBIT, (Screen("a record by itself", (12.0,), "", 8),)),
    "one button": Boot(ONE, (Screen("keys that are offered", ("OK", 0.5), "", 2),)),
    "one button at a stop": Boot(
        ONE, (Screen("keys that are offered", ("nim heaps=3,4,6", 4.0), "", 1),)
    ),
    "slow buttons": Boot(
        EXHIBIT,
        (
            Screen(
                "the shelf with slow buttons",
                ("OK", "RIGHT", "DOWN", "DOWN", "OK", 0.5, "BACK", 0.5, "OK", 0.5),
                "DOWN",
                1,
                (0.76, 1.1, 1.7),
            ),
        ),
    ),
}

KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")
KEY_S, LINE_S = 0.52, 0.2
"""Seconds that a key and a line take."""


def lasts(way: tuple[str | float, ...]) -> float:
    """Seconds."""
    return sum(
        step if isinstance(step, float) else KEY_S if step in KEYS else LINE_S for step in way
    )


class Eye:
    """Looks at a board."""

    def __init__(self, old: Old) -> None:
        self._old = old
        self._version = -1
        self._shown = 0

    def look(self) -> Look:
        panel = self._old.pico.panel
        moved = panel.version != self._version
        if moved:
            self._version = panel.version
            state = b"".join(panel.rows()) + bytes((panel.on, panel.contrast))
            self._shown = zlib.crc32(state)
        return Look(self._shown, None if moved else self._shown, self._old.pico.read())


def walk(uf2: Path, boot: Boot, moments: Iterator[int]) -> dict[str, list[Look]]:
    """What is seen of each screen, and last what is on the flash."""
    found = {}
    moment = next(moments)
    before = POWER_ON + LEAD + lasts(boot.screens[0].way)
    old = Old(uf2, boot.files, moment - 1000 * before)
    machine = old.pico.machine
    with old.pico as pico:
        if boot.held:
            pico.press(boot.held)
        pico.run(1000 * POWER_ON)
        if boot.held:
            pico.release(boot.held)
        for screen in boot.screens:
            if screen is not boot.screens[0]:
                moment = next(moments)
                pico.run(300)  # the key is at rest
                quiet(pico, 20)  # no byte is on its way to the panel
                old.before(moment, lasts(screen.way) + LEAD)
            for step in screen.way:
                if isinstance(step, float):
                    pico.run(1000 * step)
                elif step in KEYS:
                    old.tap(step)
                else:
                    pico.send(step.encode() + b"\n")
                    pico.run(1000 * LINE_S)
            assert moment - 1000 * LEAD - 1 < old.late() < moment, "the lead is right"
            looks = []
            eye = Eye(old)
            for number in range(round(1000 * (LEAD + MORE) / STEP)):
                seconds = number * STEP / 1000
                tapped = seconds in screen.taps
                begun = not screen.taps and seconds == screen.since
                if screen.held and (tapped or begun):
                    pico.press(screen.held)
                pico.run(STEP)
                if tapped:
                    pico.release(screen.held)
                looks.append(eye.look())
            assert old.late() > moment
            if screen.held:
                pico.release(screen.held)
            writes = len(machine.flash_changes())
            found[screen.name] = [*looks, Look(0, None, b"%d writes" % writes)]
        pico.run(500)
        assert pico.connected and pico.panel.unknown == []
        for what in (b"Traceback", b"watchdog"):
            assert what not in pico.output
        files = read_filesystem(pico.filesystem())
        found["the flash"] = [Look(0, None, repr(sorted(files.items())).encode())]
    return found


MOMENTS = {
    29: (1 << 29, 1 << 30),
    30: (1 << 30, 1 << 30),
    31: (1 << 31, 1 << 32),
    32: (1 << 32, 1 << 32),
}
"""Powers of two, in ms: when it comes first, and how long until it comes again."""

EARLIER = 600_000
"""Milliseconds by which the same walk is done earlier, so that nothing turns round. The chip
divides other numbers then, with more cycles or fewer: all may come some milliseconds sooner.
"""
APART = 7
"""Looks by which the same may come sooner or later: two sleeps of 60 ms between loop steps, and
the looks around them."""


def plain(uf2: Path, name: str, moment: int) -> dict[str, list[Look]]:
    """The same walk when nothing turns round."""
    first, after = MOMENTS[moment]
    found = walk(uf2, BOOTS[name], count(first - EARLIER, after))
    for screen in BOOTS[name].screens:
        looks = found[screen.name][round(1000 * LEAD / STEP) - 1 :]
        changes = sum(before.shown != after.shown for before, after in pairwise(looks))
        assert changes >= screen.changes, f"{screen.name}: something is to be seen"
    return found


def same(found: list[Look], wanted: list[Look], screen: str) -> None:
    """The same came at the same time, or `APART` looks from it."""
    for one, other in ((found, wanted), (wanted, found)):
        said = b""
        for at, look in enumerate(one):
            said += look.said
            until = other[: at + APART + 1]
            assert b"".join(its.said for its in until).startswith(said), f"{screen}: {said!r}"
            around = [its.shown for its in until[max(0, at - APART) :]]
            assert look.picture in (None, *around), f"{screen}: another picture at look {at}"


@pytest.mark.parametrize(
    ("name", "moment"),
    [
        pytest.param(
            name,
            moment,
            marks=pytest.mark.heavy
            if moment == 30 and "exhibit.txt" in BOOTS[name].files
            else pytest.mark.long,
        )
        for name in BOOTS
        for moment in MOMENTS
    ],
)
def test_a_moment_on_every_screen(firmware_uf2: Path, name: str, moment: int) -> None:
    found = walk(firmware_uf2, BOOTS[name], count(*MOMENTS[moment]))
    wanted = plain(firmware_uf2, name, moment)
    for screen in wanted:
        same(found[screen], wanted[screen], screen)


HANG = """
from teletype import start
from teletype.drivers.watchdog import Watchdog
app = start.start()
dog = Watchdog("RP2040")
dog.start()
turns = 0
tick = app.tick
def hang():
    global turns
    turns += 1
    while turns > 50: pass
    return tick()
app.tick = hang
"""


def bitten(uf2: Path, moment: int) -> float:
    """Milliseconds until the watchdog bites a main loop that hangs four seconds before a moment;
    the board then starts as ever.
    """
    files = {"exhibit.txt": b"lock=no\n", "settings.txt": SETTINGS}
    old = Old(uf2, files, moment - 20_000)
    with old.pico as pico:
        pico.boot()
        pico.execute(HANG)
        old.before(moment, 4)
        pico.send(b"app.run(dog)\r\n")
        begun = pico.millis
        pico.run_until(lambda: not pico.connected, 9500, 1, "the bite")
        late = pico.millis - begun
        assert old.late() > moment
        told = len(pico.output)
        pico.boot()
        pico.run_until(lambda: b"Press any key" in pico.output[told:], 3000, 20, "the cards")
    return late


@pytest.mark.heavy
@pytest.mark.parametrize(
    "moment",
    [pytest.param(moment, marks=() if moment == 30 else pytest.mark.long) for moment in MOMENTS],
)
def test_the_watchdog_bites_over_a_moment(firmware_uf2: Path, moment: int) -> None:
    late = bitten(firmware_uf2, MOMENTS[moment][0])
    assert 8000 < late < 9500
    assert late == bitten(firmware_uf2, MOMENTS[moment][0] - EARLIER)
