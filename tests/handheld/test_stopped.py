# SPDX-License-Identifier: MIT
"""A computer stops the handheld with Ctrl-C: the panel says so, in the language of the device."""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from tests.helpers.screen import SIZES, Size, seen, texts

LAST = {"en": "on.", "ru": "включите.", "uk": "ввімкніть.", "ja": "?"}


class Watchdog:
    """Ends the main loop as Ctrl-C does; the firmware's own needs a chip."""

    register = None

    def __init__(self) -> None:
        self.stopped = False

    def feed(self) -> None:
        raise KeyboardInterrupt

    def stop(self) -> None:
        self.stopped = True


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "STOPPED"), ("ru", "ОСТАНОВЛЕНО"), ("uk", "ЗУПИНЕНО"), ("ja", "停止中")],
)
def test_the_panel_says_that_it_is_stopped(
    size: Size, language: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "settings.txt").write_text(f"language={language}\n")
    desk = Simulator(*size, folder=tmp_path)
    desk.serial.typed.append("nim")
    desk.run(3000)
    watchdog = Watchdog()
    with pytest.raises(KeyboardInterrupt):
        desk.app.run(watchdog)
    shown = texts(desk.chip)
    assert watchdog.stopped and any(shown[1:])
    if size[0] == 128 and language in ("en", "ru"):  # the others are not in the columns
        assert seen(said) in shown[0]
    whole = "".join(shown[1:]).replace(" ", "")
    assert whole.endswith(seen(LAST[language])), "nothing is cut"


def test_a_second_interrupt_waits_for_the_words(tmp_path: Path) -> None:
    """Thonny sends two: without a lock the second one leaves half of the old picture."""
    desk = Simulator(folder=tmp_path)
    seen_locked = []
    show = desk.app.panel.show

    def watched() -> None:
        seen_locked.append(desk.serial.locked)
        show()

    desk.app.panel.show = watched
    with pytest.raises(KeyboardInterrupt):
        desk.app.run(Watchdog())
    assert seen_locked == [True] and not desk.serial.locked


def test_a_panel_that_is_gone_does_not_hide_the_interrupt(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path)

    def gone() -> None:
        raise OSError(5, "EIO")

    desk.app.panel.show = gone
    with pytest.raises(KeyboardInterrupt):
        desk.app.run(Watchdog())
