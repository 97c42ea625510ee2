# SPDX-License-Identifier: MIT
"""`survey`: planted differences are found on emulated boards, and nothing changes on them."""

import itertools
import json
import re
import struct
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from host_tools import paths
from host_tools.device import survey, survey_code
from host_tools.device.board import Board
from host_tools.emulator import emulated
from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.lab import faulty_boards
from host_tools.sessions.targets import BoardRefused
from host_tools.usage import WrongUsage

REFERENCE = survey.known()
QUICK = ["chip", "identity", "clock", "flash", "bus", "panel"]


def measured(pico: Pico, names: list[str], crystal: float = 1.0) -> tuple[survey.Survey, str]:
    """Measure an emulated board."""
    with closing(emulated.connected(pico, crystal)) as board:
        return survey.survey(board, names, lambda text: None)


def found(pico: Pico, names: list[str], crystal: float = 1.0) -> dict[str, survey.Row]:
    """Return the lines of the report by their names."""
    result, ended = measured(pico, names, crystal)
    assert ended == "" and result.failed == []
    return {row.name: row for row in survey.rows(result.values, REFERENCE)}


def advised(rows: dict[str, survey.Row]) -> dict[str, str]:
    return {name: row.advice for name, row in rows.items() if row.advice}


# One board as it should be, and others each with a difference


def test_an_emulated_board_has_nothing_that_matters(firmware_uf2: Path) -> None:
    """Nor does it differ: the reference has the typical times of the flash, too."""
    with Pico(firmware_uf2, flash_time="typical") as pico:
        rows = found(pico, QUICK)
    assert advised(rows) == {}
    # with each change of the firmware
    drifts = {"a row after a key, drawn and sent", "flash: a page is programmed in"}
    assert {row.name for row in rows.values() if row.differs} <= drifts
    assert rows["flash: a sector is erased in"].value.startswith("45")


def test_a_clock_that_is_two_percent_off(firmware_uf2: Path) -> None:
    with Pico(firmware_uf2) as pico:
        rows = found(pico, ["chip", "clock"], crystal=1.02)
    value = rows["clock, against this computer's"].value
    assert abs(float(value.removesuffix(" %")) - 2) < 0.03, value  # the port is read each ms
    assert "2.0 % fast" in advised(rows)["clock, against this computer's"]


def test_a_slow_flash_of_another_maker(firmware_uf2: Path) -> None:
    """The maker alone does not matter."""
    with Pico(firmware_uf2, flash_time="worst", flash_id=b"\x0b\x40\x16") as pico:
        rows = found(pico, ["chip", "identity", "flash"])
    assert rows["flash: a sector is erased in"].value == "400 ms"
    assert rows["flash: identity (JEDEC) and size"].value == "0b4016 (XTX, 4096 KiB)"
    assert rows["flash: identity (JEDEC) and size"].differs
    assert set(advised(rows)) == {"flash: a sector is erased in", "flash: a page is programmed in"}


def test_a_flash_that_is_too_small(firmware_uf2: Path) -> None:
    with Pico(firmware_uf2, flash_id=b"\x85\x60\x14") as pico:
        rows = found(pico, ["chip", "identity"])
    assert "the chip says 1024" in advised(rows)["flash: identity (JEDEC) and size"]


def test_a_bus_that_is_good_for_100_khz_alone(firmware_uf2: Path) -> None:
    panel = SSD1306()
    panel.fastest = 200_000
    with Pico(firmware_uf2, panel=panel) as pico:
        rows = found(pico, ["chip", "bus"])
    values = {
        khz: rows[f"bus: errors of 100 transfers at {khz} kHz"].value for khz in (100, 400, 1000)
    }
    assert values == {100: "0", 400: "100", 1000: "100"}
    assert list(advised(rows)) == ["bus: errors of 100 transfers at 400 kHz"]
    assert "100_000 in `/board.py`" in str(advised(rows))


def test_half_the_heap(firmware_uf2: Path) -> None:
    """The image's own words for the heap's start and end, next to each other, with another end."""
    end = 0x20040000
    with Pico(firmware_uf2) as pico:
        code = pico.machine.read_flash(0, pico.offset)
        words = struct.unpack(f"<{len(code) // 4}I", code)
        (at,) = [
            number
            for number, (start, last) in enumerate(itertools.pairwise(words))
            if last == end and 0x20002000 < start < 0x20020000
        ]
        middle = (words[at] + end) // 2 & ~0xFF
        pico.machine.load_flash(4 * (at + 1), struct.pack("<I", middle))
        rows = found(pico, ["chip"])
    assert "boot.py" in advised(rows)["memory heap, free"]


def test_no_panel(firmware_uf2: Path) -> None:
    panel = SSD1306()
    panel.nak = True
    with Pico(firmware_uf2, panel=panel) as pico:
        result, ended = measured(pico, ["chip", "bus", "panel"])
    rows = {row.name: row for row in survey.rows(result.values, REFERENCE)}
    assert ended == "" and "four wires" in rows["panel: what it reads back"].advice
    assert result.failed[0].startswith("status: ") and "key" not in result.values


class Fingers:
    """Presses the button that is asked for, with bouncing contacts, while the board runs."""

    def __init__(self, pico: Pico, bounces: dict[str, int]) -> None:
        self._pico = pico
        self._bounces = bounces
        self._moves: Iterator[None] = iter(())
        self._run = pico.run
        pico.run = self._step  # type: ignore[method-assign]
        self.asked: list[str] = []

    def ask(self, text: str) -> None:
        self.asked.append(text)
        name = text.split()[1]
        if name in self._bounces:
            self._moves = self._press(name, self._bounces[name])

    def _step(self, ms: float) -> None:
        """Run one millisecond for each move."""
        next(self._moves, None)
        self._run(ms)

    def _press(self, name: str, bounce: int) -> Iterator[None]:
        for _ in range(300):
            yield
        for _ in range(survey.PRESSES):
            for act in (self._pico.press, self._pico.release):
                other = self._pico.release if act == self._pico.press else self._pico.press
                act(name)
                for number in range(bounce):
                    yield
                    (act if number % 2 else other)(name)
                act(name)
                for _ in range(120):
                    yield


@pytest.mark.heavy
def test_a_button_that_bounces_for_twenty_milliseconds(firmware_uf2: Path) -> None:
    """UP bounces, OK does not, and nobody presses the others."""
    with Pico(firmware_uf2) as pico, closing(emulated.connected(pico)) as board:
        fingers = Fingers(pico, {"UP": 20, "OK": 0})
        result, ended = survey.survey(board, ["chip", "buttons"], fingers.ask)
    assert ended == "" and len(fingers.asked) == 6
    bounce = result.values["bounce"]
    assert set(bounce) == {"UP", "OK"}
    assert 19_000 <= bounce["UP"] <= 22_000 and bounce["OK"] < 1000
    rows = {row.name: row for row in survey.rows(result.values, REFERENCE)}
    assert list(advised(rows)) == ["bounce of UP"]


# What it leaves, and how it ends


def test_nothing_changes_on_the_board(firmware_uf2: Path) -> None:
    """The same bytes in the whole flash, and the handheld starts afterwards."""
    files = {"settings.txt": b"language=en\nname=mine\n", "tapes/0001-nim.tape": b"program: nim\n"}
    with Pico(firmware_uf2, filesystem=make_filesystem(files)) as pico:
        pico.boot()
        pico.run(1500)
        before = pico.filesystem()
        board = emulated.connected(pico)
        survey.survey(board, [*QUICK, "speeds"], lambda text: None)
        board.link.restart()
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output[-500:], 5000)
        assert pico.machine.faults == []
        assert pico.filesystem() == before


def test_a_cable_that_is_pulled(firmware_uf2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was measured stays, and the report says how it ended."""

    def pull(its: survey.Survey) -> None:
        pico.machine.close()
        its.run(survey_code.CLOCK)

    monkeypatch.setitem(survey.STEPS, "bus", pull)
    with Pico(firmware_uf2) as pico:
        result, ended = measured(pico, ["chip", "identity", "bus", "panel"])
    assert ended.startswith("the board no longer answers")
    text = survey.report(result.values, REFERENCE, result.failed, ended)
    assert "flash: identity" in text and text.endswith(f"The survey ended early: {ended}.\n")


def test_the_report_has_nothing_private(firmware_uf2: Path) -> None:
    """No serial number of the chip, no name from the settings."""
    settings = make_filesystem({"settings.txt": b"language=en\nname=secret\n"})
    with Pico(firmware_uf2, filesystem=settings) as pico:
        board = emulated.connected(pico)
        result, _ = survey.survey(board, QUICK, lambda text: None)
        serial = pico.execute("import machine; print(machine.unique_id().hex())").split()[-1]
    text = survey.report(result.values, REFERENCE, result.failed, "")
    assert len(serial) == 16 and serial not in text.lower() and "secret" not in text


def reply(lines: str) -> Callable[[str], tuple[bytes, bytes]]:
    return lambda code: (lines.encode() + b"\r\n", b"")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("=machine x with ESP32", "RP2040 or RP2350 only"),
        ("nonsense", "unexpected line from the board: 'nonsense'"),
        ("=heap 1e9", "unexpected value from the board: '=heap 1e9'"),
        ("=machine " + "x" * 100, "unexpected line"),
        ("=flash 12", "unexpected value"),
        ("", "unexpected line"),
    ],
)
def test_a_board_that_says_anything_else(said: str, message: str) -> None:
    with faulty_boards.board(faulty_boards.raw_repl(reply(said))) as port:
        link = faulty_boards.hurried(port)
        with closing(Board(link)) as board:
            result = survey.Survey(board, lambda text: None, lambda text: None)
            try:
                ended = survey.steps(result, ["chip"])
            except BoardRefused as error:
                ended = str(error)
    assert message in ended


# The command


def test_the_command(
    firmware_uf2: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "survey.md"
    skipped = "clock,flash,speeds,buttons,tapes,panel"
    assert survey.main(["--on", "pico", "--skip", skipped, "--out", str(out)]) == 0
    text = out.read_text("utf-8")
    assert (
        text.startswith("# Survey of a board\n")
        and "| boot ROM: version | 2 | 2 | the same |" in text
    )
    assert re.search(r"\n\d+ values, 0 differ, 0 matter\.\n$", text)
    assert capsys.readouterr().out == ""
    assert survey.main(["--on", "pico", "--skip", skipped, "--out", "/dev/full"]) == 1
    told = capsys.readouterr()
    assert told.out == text and "No space left on device" in told.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--skip", "chip"], "--skip chip: unknown; it can be identity, clock"),
        (["--skip", "a\x1b"], r"--skip a\\x1b: unknown"),
        (["--on", "host"], "--on needs a board"),
        (["--on", "unix"], "--on needs a board"),
        (["--reference"], "--reference needs an emulated board"),
    ],
)
def test_wrong_usage(options: list[str], message: str) -> None:
    with pytest.raises(WrongUsage, match=message):
        survey.main(options)


def test_the_reference_is_whole() -> None:
    """Every value of every step, for both boards, and on the Pico the time of most tapes."""
    tapes = {path.stem for path in paths.TAPES.glob("*.tape")}
    for kind in ("pico", "pico2"):
        values: dict[str, Any] = REFERENCE[kind]
        assert {each.name for each in survey.NUMBERS} <= set(values), kind
        assert {"machine", "revision", "rom", "hertz", "flash", "ppm", "errors400"} <= set(values)
    common = tapes & set(REFERENCE["pico"]["tapes"])  # a new tape needs no new reference
    assert 10 * len(common) >= 9 * len(tapes) and REFERENCE["pico"]["wrong"] == []
    text = json.dumps(REFERENCE, indent=1, ensure_ascii=False, sort_keys=True)
    assert survey.REFERENCE.read_text("utf-8") == f"{text}\n"
