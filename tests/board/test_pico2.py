# SPDX-License-Identifier: MIT
"""The Pico 2, always with its own image: a sample, and power cuts in a save.

`.ci/run` runs the sample after `make test`, which builds no image of a Pico 2.
`pytest --board pico2 tests/board` plays everything on it, with the pictures of the Pico.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools import version
from host_tools.build import boards, images, release
from host_tools.device import flash, packs, slots
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from tests.board import test_play_calculation, test_play_evolution, test_play_yen
from tests.board.test_updates import (
    ABOUT,
    ASIDE,
    SCREENS,
    SHELF,
    USED,
    VERSION,
    Board,
    changed,
    on_board,
    revised,
)
from tests.helpers.finger import STOP, Finger

pytestmark = [pytest.mark.pico, pytest.mark.heavy]

FAST = make_filesystem({"settings.txt": b"language=en\nspeed=fast\n"})


@pytest.fixture(scope="module")
def image() -> Path:
    return images.image("pico2")


def test_the_board_is_a_pico_2(image: Path) -> None:
    """150 MHz, the heap and the part for files; the shelf a quarter of a second after power-on."""
    files = boards.load("pico2").memory["files"]
    with Pico(image, filesystem=FAST) as pico:
        pico.boot()
        assert pico.millis < 50
        pico.run_until(lambda: SHELF in pico.output, 3000, what="the shelf")
        assert pico.millis < 250
        told = pico.execute(
            "import gc, machine, os; gc.collect(); "
            "print(machine.freq(), gc.mem_free() + gc.mem_alloc(), os.uname().machine, "
            "os.statvfs('/')[0] * os.statvfs('/')[2])"
        ).split(maxsplit=2)
        assert told[0] == "150000000" == str(pico.clock)
        assert int(told[1]) > 450_000
        assert told[2] == f"Pocket Teletype (Pico 2) with RP2350 {files * 1024}\n"


@pytest.mark.parametrize(
    "play",
    [
        test_play_evolution.test_a_chosen_structure,
        test_play_calculation.test_cards_of_the_cobol_edition,
        test_play_yen.test_the_game_of_listing_4,
    ],
    ids=["life", "adviser", "yen"],
)
def test_a_play(play: Callable[[Finger], None], image: Path, golden: Callable[..., None]) -> None:
    """The heaviest native code, with the golden pictures and the papers of the Pico."""
    play(Finger(image, golden=golden))


def answered(pico: Pico, line: bytes) -> None:
    """Sends a line, and waits for the next stop."""
    stops = pico.output.count(STOP)
    pico.send(line)
    pico.run_until(lambda: pico.output.count(STOP) > stops, 5000, what="the stop")
    pico.run(500)


def at_the_second_stop(image: Path) -> Pico:
    pico = Pico(image, filesystem=FAST)
    pico.boot()
    pico.run_until(lambda: SHELF in pico.output, 3000, what="the shelf")
    answered(pico, b"nim\n")
    answered(pico, b"2 1\n")
    return pico


def answers_kept(pico: Pico) -> int:
    """Switches it off and on; how many answers the session has that it goes on with."""
    pico.power_cycle()
    seen = len(pico.output)
    pico.boot()
    pico.run_until(lambda: pico.output[seen:].endswith(STOP), 5000, what="the stop")
    assert b"Resumed: 0001-nim.tape" in pico.output[seen:]
    return read_filesystem(pico.filesystem())["tapes/0001-nim.tape"].count(b"\n> ")


def test_a_save(image: Path) -> None:
    with at_the_second_stop(image) as pico:
        assert answers_kept(pico) == 1
        kept = read_filesystem(pico.filesystem())["tapes/0001-nim.tape"]
        assert b"\n> T=2 L=1\n" in kept


def test_the_power_is_cut_at_every_write_of_a_save(image: Path) -> None:
    """Before each write and in its middle: the session goes on with one answer, or with two."""
    with at_the_second_stop(image) as pico:
        machine = pico.machine
        before = bytearray(pico.filesystem())
        assert machine.flash_changes() == []
        answered(pico, b"1 1\n")
        changes = machine.flash_changes()
        assert len(changes) > 1
        found = []
        for offset, data in changes:
            at = offset - pico.offset
            for part in (0, len(data) // 2):
                pico.load_filesystem(bytes(before[:at] + data[:part] + before[at + part :]))
                found.append(answers_kept(pico))
            before[at : at + len(data)] = data
        pico.load_filesystem(bytes(before))
        found.append(answers_kept(pico))
        assert found == sorted(found) and (found[0], found[-1]) == (1, 2)


def test_an_update(image: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One changed module over the cable, into the other slot, which holds."""
    real = flash.firmware_files("pico2", release.ARCHITECTURES["RP2350"])
    old = {name: data for name, data in real.items() if name in USED or not name.startswith(ASIDE)}
    old[VERSION] = revised(old[VERSION], b"update")
    new = {**old, ABOUT: changed(old[ABOUT])}
    with Board(image, {}) as pico:
        frozen = pico.execute("from teletype import version; print(version.line())").strip()
    with Board(image, on_board(old, frozen)) as pico:
        pico.run(100)  # until the line is whole
        assert f"POCKET TELETYPE {version.version()} update.".encode() in pico.output
        monkeypatch.setattr(flash, "firmware_files", lambda board, kind: new)
        assert pico.flash() == 1
        assert pico.now[:3] == b"ba="
        arrived = {SCREENS: pico.files[f"{slots.FOLDER}/b/{SCREENS}"]}
        assert packs.unpacked(arrived)[ABOUT] == new[ABOUT]
        pico.starts()
        assert pico.now[:3] == b"ba="
