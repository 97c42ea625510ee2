# SPDX-License-Identifier: MIT
"""An exhibit that has been on for days and months: its millisecond clocks turn round.

MicroPython's `ticks_ms` turns round after 2**30 ms, its differences after 2**29; the chip's own
milliseconds in 32 bits after 2**32. The real image runs over each of these moments, and over days
that nobody sees.
"""

from pathlib import Path

import pytest

from host_tools.lab.measure.bench import quiet
from tests.helpers.old import DAY, Old
from tests.helpers.receiver import read
from tests.helpers.screen import texts
from tests.helpers.teleprinter import Teleprinter

TEXT = b"idle=10\nask=5\nprograms=nim,nim-table\n"
FILES = {
    "exhibit.txt": TEXT,
    "settings.txt": b"language=en\nspeed=30\ndim=1\nblank=2\nsound=all\n",
}

CARDS = b"Press any key"


PHASES = {
    "the page of languages": 0.7,
    "printing": 4.5,
    "an answer": 8,
    "the stop": 20,
    "the question": 27,
    "dimming": 80,
    "off": 145,
}
"""Seconds before the moment with which the script below begins; what the clock turns round in."""


OFTEN = ("printing", "the question", "off")
LONG = pytest.mark.long
"""The phases that every run has; the others are looked at in a shorter walk, too, in
`tests.board.test_wraps_screens`."""

MOMENTS = (1 << 29, 1 << 31, 1 << 32)
"""The other moments, in ms."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moment", "phase"),
    [
        *(
            pytest.param(1 << 30, phase, marks=pytest.mark.heavy if phase in OFTEN else LONG)
            for phase in PHASES
        ),
        *(pytest.param(moment, "printing", marks=LONG) for moment in MOMENTS),
        *(pytest.param(moment, "off", marks=LONG) for moment in MOMENTS),
    ],
)
def test_over_a_moment(firmware_uf2: Path, moment: int, phase: str) -> None:
    """Keys, printing, a stop, the question, cards, a panel that dims and goes off: all of
    it as quick as ever, until a minute after the moment.
    """
    old = Old(firmware_uf2, FILES)
    with old.pico as pico:
        pico.boot()
        assert old.seen(CARDS, 2) < 2
        old.before(moment, PHASES[phase])
        old.tap("OK")
        quiet(pico)
        assert any("English" in row for row in texts(pico.panel))
        old.tap("OK")
        old.tap("OK")
        old.tap("OK")
        stop = "◊".encode()
        assert old.seen(stop, 20) < 10
        pico.run(3000)
        old.tap("DOWN")
        old.tap("OK")  # an answer
        assert old.seen(stop, 20) < 10
        assert 15 < old.seen(CARDS, 60) < 35, "asked after 1.5 times `idle`, left after `ask`"
        bright = pico.panel.contrast
        pico.run(20_000)
        assert pico.panel.contrast == bright
        if old.late() < moment + 60_000:
            pico.run(41_000)
            assert pico.panel.contrast < bright and pico.panel.on
            pico.run(60_000)
            assert not pico.panel.on
        assert old.late() > moment
        old.tap("OK")
        quiet(pico)
        assert pico.panel.on and pico.connected
        assert b"Traceback" not in pico.output and b"watchdog" not in pico.output


def printed(uf2: Path, moment: int) -> str:
    """What a teletype has printed of three answers to Nim, the clock being put on to two seconds
    before the `moment` while it prints the first paper, and by a week before the last answer.
    """
    settings = b"language=en\nspeed=fast\nprinter=ita2\nbaud=45.45\nreturn=100\n"
    old = Old(uf2, {**FILES, "settings.txt": settings})
    with old.pico as pico:
        pico.boot()
        old.seen(CARDS, 2)
        printer = Teleprinter(pico, 0, 45.45, 5)
        pico.send(b"nim heaps=3,4,6\n")
        pico.run_until(lambda: len(printer.characters()) > 20, 20_000, 50, "the first paper")
        if moment:
            old.before(moment, 2)
        old.seen("◊".encode(), 30)
        for answer in (b"2 1\n", b"9 9\n", b"1 1\n"):
            if moment and answer == b"1 1\n":
                pico.run(12_000)  # no week passes between two signs of a teletype
                old.age(7 * DAY)
            pico.send(answer)
            old.seen("◊".encode(), 60)
        pico.run(12_000)
        assert not moment or old.late() > moment
        assert pico.connected and b"Traceback" not in pico.output
        return read(bytes(code for _, code in printer.characters()), "ita2")


@pytest.mark.heavy
def test_a_teletype_over_a_moment(firmware_uf2: Path, request: pytest.FixtureRequest) -> None:
    """Slow enough that a line is on its way when the clock turns round: not a sign is lost."""
    wanted = printed(firmware_uf2, 0)
    assert wanted.count("\n") > 8
    others = MOMENTS if request.config.getoption("--long") else ()
    for moment in (1 << 30, *others):
        assert printed(firmware_uf2, moment) == wanted, moment


@pytest.mark.heavy
@pytest.mark.parametrize(
    "days", [6.3, *(pytest.param(days, marks=pytest.mark.long) for days in (7, 12.5)), 25]
)
def test_days_that_nobody_sees(firmware_uf2: Path, days: float) -> None:
    """The clock is put on in front of the cards, and in a game."""
    old = Old(firmware_uf2, FILES)
    with old.pico as pico:
        pico.boot()
        old.seen(CARDS, 2)
        old.age(days * DAY)
        old.seen(CARDS, 120)
        for _ in range(4):
            old.tap("OK")
        old.seen("◊".encode(), 20)
        old.age(days * DAY)
        old.seen(CARDS, 40)
        assert pico.connected and b"Traceback" not in pico.output
