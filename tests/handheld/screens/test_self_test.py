# SPDX-License-Identifier: MIT
"""The self-test under CPython: what is seen in three tongues on three panels; the battery."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tools.emulator.simulator import PWM, UART, Simulator
from host_tools.emulator.ssd1306 import SH1106, SSD1306
from teletype import words
from tests.handheld.screens.test_screens import sheet
from tests.helpers.boards import FIVE, FOUR, THREE, TWO
from tests.helpers.screen import SIZES, Size, texts
from tests.helpers.sessions import name, refuse
from tests.helpers.sheets import Golden

PARTS: dict[str, Any] = {"buzzer": 16, "printer": (0, 0), "battery": 3800}


def hold(desk: Simulator, key: str) -> None:
    desk.hold(key, 1700)
    desk.run(700)


@pytest.fixture(autouse=True)
def free(monkeypatch: pytest.MonkeyPatch) -> None:
    """So much is free on every flash."""
    monkeypatch.setattr("teletype.handheld.keeping.store.Store.free", lambda store: 1_400_000)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_what_is_seen(language: str, size: Size, tmp_path: Path, golden: Golden) -> None:
    """The line around the panel, buttons that are lit and that were, and all that is found; then
    the shelf and the notice on a battery."""
    (tmp_path / "settings.txt").write_text(f"language={language}\norder=machine\n")
    desk = Simulator(*size, folder=tmp_path, held=["DOWN", "LEFT"], **PARTS)
    shots = []

    def shot() -> None:
        desk.run(60)
        shots.append(desk.chip.image())

    shot()
    desk.pin("DOWN").drive(1)
    desk.press("UP", "OK")
    desk.pin("RIGHT").drive(0)
    shot()
    desk.run(1700)
    desk.pin("RIGHT").drive(1)
    desk.run(700)
    shot()
    desk.press(*["DOWN"] * 4)
    shot()
    desk.press(*["DOWN"] * 4)
    shot()
    desk.press("BACK")
    assert name(desk) == "Shelf"
    desk.press("UP")
    shot()
    desk.battery[0] = 3350
    desk.run(31_000, 100)
    shot()
    whole = sheet(shots)
    golden(
        f"selftest-{language}-{size[0]}x{size[1]}",
        SimpleNamespace(unknown=[], image=lambda: whole),
    )


def test_the_line_runs_around_the_panel() -> None:
    for size in SIZES:
        desk = Simulator(*size, held=["DOWN"])
        desk.run(60)
        rows = desk.chip.rows()
        assert all(rows[0]) and all(rows[-1])
        assert all(row[0] and row[-1] for row in rows)


SHIFTED = (
    (SSD1306, {"controller": "sh1106"}),
    (SH1106, {"controller": "sh1106", "shift": 0}),
    (SH1106, {"controller": "sh1106", "shift": 4}),
    (SH1106, {"controller": "ssd1306"}),
)
"""The chip that is there, and what board.py says."""


def test_a_panel_that_is_declared_wrongly_shows(golden: Golden) -> None:
    """A side of the line is missing or there is no line at all, and the port says what to mend."""
    shots = []
    for chip, declared in SHIFTED:
        desk = Simulator(held=["DOWN"], chip=chip(), declared=declared)
        desk.run(60)
        rows = desk.chip.rows()
        assert not all(row[0] and row[-1] for row in rows)
        assert 'change "shift" or the controller in board.py.' in desk.serial.printed
        shots.append(desk.chip.image())
    desk = Simulator(held=["DOWN"], chip=SH1106(), declared={"controller": "sh1106"})
    desk.run(60)
    assert all(row[0] and row[-1] for row in desk.chip.rows())
    whole = sheet([*shots, desk.chip.image()])
    golden("selftest-shifted", SimpleNamespace(unknown=[], image=lambda: whole))


def test_each_button_is_told_and_what_was_not_pressed() -> None:
    desk = Simulator(held=["DOWN", "LEFT"], **PARTS)
    desk.pin("DOWN").drive(1)
    desk.run(60)
    desk.press("UP", "OK", "DOWN")
    told = desk.serial.printed
    assert told.index("UP (GP10)\n") < told.index("OK (GP14)\n") < told.index("DOWN (GP11)\n")
    hold(desk, "BACK")
    assert name(desk) == "SelfTest", "BACK that was held to go on does not leave"
    told = desk.serial.printed
    assert "BUTTONS: 4/6\nLEFT (GP12): HELD\nRIGHT (GP13): -\n" in told
    assert "PANEL: 0x3C\nBUS: 3C\n" in told and "FLASH: 1367K\n" in told
    assert "BATTERY: 3.8 V 62%\n" in told
    rows = " ".join(texts(desk.chip))
    assert "◄" in rows and "GP12 HELD" in rows
    desk.press("BACK")
    assert name(desk) == "Shelf"


@pytest.mark.parametrize("bounce", [0, 1, 12, 20, 21, 35])
def test_how_long_a_contact_bounces(bounce: int) -> None:
    """From the first edge to the last one; a button that bounces longer than is ignored has a line
    of its own."""
    desk = Simulator(held=["DOWN"])
    desk.pin("DOWN").drive(1)
    desk.run(60)
    up = desk.pin("UP")
    up.drive(0)
    if bounce:
        desk.run(bounce // 2, 1)
        up.drive(1)
        desk.run(bounce - bounce // 2, 1)
        up.drive(0)
    desk.run(200)
    up.drive(1)
    desk.run(200)
    desk.press("RIGHT")
    hold(desk, "OK")
    told = desk.serial.printed
    assert f"BOUNCE: {bounce} ms\n" in told
    assert (f"UP (GP10): {bounce} ms\n" in told) == (bounce > 20)
    assert "RIGHT (GP13): " not in told.partition("BOUNCE")[2]
    desk.press("BACK")
    assert name(desk) == "Shelf" and up._handler is desk.app.buttons.handlers[0]


def test_a_press_is_no_bounce() -> None:
    """Not even two quick ones; a typed line ends the measurement."""
    desk = Simulator(held=["DOWN"])
    desk.pin("DOWN").drive(1)
    desk.run(60)
    for _ in range(2):
        for level in (0, 1):
            desk.pin("UP").drive(level)
            desk.run(50, 1)
    assert max(desk.app.activity._bounce.longest) == 0
    desk.serial.typed.append("race")
    desk.run(200)
    assert name(desk) == "SessionScreen"
    assert desk.pin("UP")._handler is desk.app.buttons.handlers[0]


@pytest.mark.parametrize("buttons", [TWO, THREE, FOUR, FIVE])
def test_with_few_buttons(buttons: tuple[str, ...]) -> None:
    desk = Simulator(buttons=buttons, held=["DOWN"])
    desk.pin("DOWN").drive(1)
    desk.run(60)
    desk.press(*buttons)
    hold(desk, "DOWN")
    assert f"BUTTONS: {len(buttons)}/{len(buttons)}" in desk.serial.printed
    desk.press("BACK" if "BACK" in buttons else "OK–")
    assert name(desk) == "Shelf"


def test_bell_and_printer_are_tried_even_if_they_are_off(tmp_path: Path) -> None:
    settings = "language=en\nsound=off\nprinter=off\n"
    (tmp_path / "settings.txt").write_text(settings)
    desk = Simulator(folder=tmp_path, held=["DOWN"], **PARTS)
    desk.pin("DOWN").drive(1)
    desk.run(60)
    hold(desk, "OK")
    played, sent = len(PWM.last.played), len(UART.last.sent)
    assert played > 5 and b"POCKET TELETYPE" in UART.last.sent
    desk.press("OK")  # again
    desk.run(500)
    assert len(PWM.last.played) > played and len(UART.last.sent) > sent
    desk.press("BACK")
    assert desk.app.peripherals._buzzer is None and not desk.app.peripherals.printing
    assert (tmp_path / "settings.txt").read_text() == settings
    assert not list(tmp_path.glob("selftest*"))


def test_a_flash_that_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Simulator(folder=tmp_path, held=["DOWN"])

    monkeypatch.setattr(desk.app.store, "replace", refuse)
    desk.pin("DOWN").drive(1)
    desk.run(60)
    hold(desk, "OK")
    assert "FLASH: BAD" in desk.serial.printed


def test_it_is_there_only_when_it_is_asked_for(tmp_path: Path) -> None:
    """And not where visitors are; a session waits, and is gone on with afterwards."""
    assert name(Simulator()) == "Shelf"
    desk = Simulator(folder=tmp_path)
    desk.say("race")
    tested = Simulator(folder=tmp_path, held=["DOWN"])
    assert name(tested) == "SelfTest"
    tested.pin("DOWN").drive(1)
    hold(tested, "OK")
    tested.press("BACK")
    assert name(tested) == "Shelf" and tested.app.sessions.offered
    tested.serial.typed.append("nim")
    tested.run(100)
    assert name(tested) == "SessionScreen"
    (tmp_path / "exhibit.txt").write_text("")
    assert name(Simulator(folder=tmp_path, held=["DOWN"])) != "SelfTest"


def test_the_operator_of_an_exhibit_can_test_it(tmp_path: Path) -> None:
    (tmp_path / "exhibit.txt").write_text("")
    desk = Simulator(folder=tmp_path, held=["BACK"])
    desk.pin("BACK").drive(1)
    desk.run(60)
    assert name(desk) == "Operator"
    desk.press(*["DOWN"] * 4, "OK")
    assert name(desk) == "SelfTest"
    hold(desk, "OK")
    desk.press("BACK")
    assert name(desk) == "Operator"


def test_a_typed_line_goes_to_the_shelf() -> None:
    desk = Simulator(held=["DOWN"])
    desk.serial.typed.append("race")
    desk.run(200)
    assert name(desk) == "SessionScreen"


# The battery


def test_a_low_battery_says_so_and_saves(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path, battery=3900)
    desk.set(speed="fast")
    desk.say("race")
    desk.run(40_000, 100)
    assert name(desk) == "SessionScreen"
    kept: list[int] = []
    recorder = desk.app.sessions.screen.recorder
    keep = recorder.keep

    def spy() -> None:
        kept.append(1)
        keep()

    recorder.keep = spy
    desk.battery[0] = 3340
    desk.run(31_000, 100)
    assert kept and name(desk) == "Notice" and "BATTERY LOW" in desk.serial.printed
    assert "3.3 V 4%" in " ".join(texts(desk.chip))
    notice = desk.app.activity
    desk.press("OK")
    assert name(desk) == "SessionScreen"
    desk.run(300_000, 100)
    assert name(desk) == "SessionScreen", "not again before ten minutes"
    desk.app.saver.user_active(0)
    desk.serial.typed.append("9 9")  # somebody is there
    desk.run(301_000, 100)
    assert notice is not desk.app.activity


@pytest.mark.parametrize(("millivolts", "plugged"), [(3340, 1), (0, 0), (900, 0), (3900, 0)])
def test_no_alarm(millivolts: int, plugged: int) -> None:
    """With the cable in, where nothing is measured, and with enough left."""
    desk = Simulator(battery=millivolts)
    desk.battery[1] = plugged
    desk.run(90_000, 100)
    assert name(desk) == "Shelf" and "LOW" not in desk.serial.printed


def test_a_board_that_cannot_tell_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Simulator()
    monkeypatch.setattr("machine.ADC", None)
    desk.run(90_000, 100)
    desk.press("UP")
    assert name(desk) == "Shelf"


def test_the_clock_is_lowered_at_a_stop_and_not_while_somebody_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Simulator()
    clock: list[int] = []

    def lower() -> int:
        clock.append(48)
        return 125

    driver = SimpleNamespace(lower=lower, restore=clock.append)
    monkeypatch.setattr("teletype.handheld.app.clock", driver)
    app = desk.app
    app._sleep()
    assert clock == [], "somebody was there a moment ago"
    desk.run(1500)
    app._sleep()
    app._sleep()
    assert clock == [48]
    desk.pin("DOWN").drive(0)
    app._sleep()
    assert clock == [48, 125], "before the key is looked at"
    desk.pin("DOWN").drive(1)
    desk.run(100)
    app._sleep()
    assert clock == [48, 125]
    desk.run(1500)
    app._sleep()

    class Dog:
        def feed(self) -> None:
            raise KeyboardInterrupt

        def stop(self) -> None:
            clock.append(-1)

    with pytest.raises(KeyboardInterrupt):
        app.run(Dog())
    assert clock == [48, 125, 48, 125, -1], "Ctrl-C"
