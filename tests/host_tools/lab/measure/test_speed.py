# SPDX-License-Identifier: MIT
"""Speed of the emulated handheld: scenes are measured, and judged correctly.

Nothing here depends on the speed of this computer.
"""

from pathlib import Path

import pytest

from host_tools.build import images
from host_tools.emulator.pico import Pico
from host_tools.lab.measure import speed
from host_tools.lab.measure.speed import Measured
from host_tools.usage import WrongUsage
from tests.helpers.finger import STOP


@pytest.mark.heavy
def test_a_scene_is_measured(firmware_uf2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The handheld runs in a terminal; keys arrive, and their effect appears there."""
    pressed: list[str] = []
    press = Pico.press

    def note(pico: Pico, name: str) -> None:
        pressed.append(name)
        press(pico, name)

    monkeypatch.setattr(Pico, "press", note)
    found = speed.measure(firmware_uf2, speed.PICKER, 2.0)
    assert pressed[:1] == ["UP"]
    assert found.emulated_s > 0 and found.core_s > 0 and found.cycles > 0
    assert found.wall_s >= 2 and all(delay > 0 for delay in found.delays)


@pytest.mark.heavy
def test_the_scenes_are_what_their_names_say(firmware_uf2: Path) -> None:
    """The processor's load in emulated time tells the scenes apart.

    It sleeps at a prompt, but not while Life runs or the adviser thinks.
    """
    busy, drawn = {}, {}
    for scene in speed.SCENES:
        with speed.handheld(firmware_uf2, scene) as pico:
            runs = scene.line.startswith("evolution") or scene is speed.PRINTING
            assert (STOP in pico.output) != runs
            if scene is speed.SCROLLING:
                pico.press("UP")
            pico.panel.reset_counters()
            cycles, nanos = pico.cycles, pico.nanos
            pico.run(1500)
            busy[scene.name] = 8 * (pico.cycles - cycles) / (pico.nanos - nanos)
            drawn[scene.name] = pico.panel.transactions
    assert 14 <= drawn["printing at 10 characters a second"] <= 80  # and the paper is fed
    assert drawn["a stop"] < 14 and drawn["scrolling, a key held"] > 80
    assert busy["a stop"] < 0.2 and busy["a picker"] < 0.2
    assert busy["printing at 10 characters a second"] < 0.5
    assert busy["Life at full speed"] > 0.7
    assert busy["the adviser"] > 0.5  # it pauses on each decision, to show it


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\x1b[2;5H\x1b[0mx", True),
        (b"\x1b[33;1Hx", True),
        (b"\x1b[1;1Hx\x1b[35;10H\x1b[0;7m OK ", False),  # the frame, the label of a button
        (b"\x1b[0m", False),
        (b"", False),
    ],
)
def test_what_is_put_into_the_panel_is_told_from_the_rest(data: bytes, expected: bool) -> None:
    assert speed._on_panel(data) == expected


GOOD = Measured(4.0, 1.0, 4.0, 500_000_000, [0.03, 0.02, 0.5])


@pytest.mark.parametrize(
    ("found", "missed"),
    [
        (GOOD, []),
        (
            Measured(4.0, 1.3, 4.0, 1, [0.061, 0.061, 0.01]),
            ["a stop, busy: 32 %, the goal is <= 30",
             "a key to the terminal, median: 61 ms, the goal is <= 60"],
        ),
        (
            Measured(3.8, 4.0, 9.0, 1, [0.01]),
            ["a stop, of real time: 0.95, the goal is >= 1.0",
             "a stop, busy: 105 %, the goal is <= 30",
             "printing at 10 characters a second, of real time: 0.95, the goal is >= 1.0",
             "a picker, of real time: 0.95, the goal is >= 1.0",
             "scrolling, a key held, of real time: 0.95, the goal is >= 1.0"],
        ),
    ],
)  # fmt: skip
def test_goals_are_judged(
    found: Measured,
    missed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(images, "image", lambda board: Path("unused"))
    monkeypatch.setattr(speed, "measure", lambda uf2, scene, duration: found)
    monkeypatch.setattr(speed, "random_keys", lambda uf2: 26.0 if missed else 25.0)
    missed = [*missed, "20000 random keys on it: 26 min, the goal is <= 25"] if missed else []
    assert speed.main([]) == bool(missed)
    output, errors = capsys.readouterr()
    assert errors.splitlines() == [f"emulator-speed: {line}" for line in missed]
    assert len(output.splitlines()) == len(speed.SCENES) + 5


def test_a_key_that_shows_nothing_is_a_goal_missed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(images, "image", lambda board: Path("unused"))
    monkeypatch.setattr(speed, "measure", lambda *arguments: Measured(4.0, 1.0, 4.0, 1))
    monkeypatch.setattr(speed, "random_keys", lambda uf2: 1.0)
    assert speed.main([]) == 1
    assert "a key to the terminal, median: none" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--seconds", "0"], ["--seconds", "x"], ["x"]])
def test_wrong_usage(arguments: list[str]) -> None:
    with pytest.raises(WrongUsage):
        speed.main(arguments)
