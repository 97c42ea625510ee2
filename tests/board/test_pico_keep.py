# SPDX-License-Identifier: MIT
"""The emulated Pico is switched off and on, hangs, loses its panel, and gives its tapes away."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from host_tools.build.boards import Board
from host_tools.emulator.images import SIZES
from host_tools.emulator.pico import Pico, make_filesystem, read_filesystem
from host_tools.emulator.ssd1306 import SSD1306
from host_tools.lab.measure.bench import quiet
from host_tools.paths import FIRMWARE, ROOT
from host_tools.sessions.replay import replay_file
from host_tools.sessions.targets import Host
from tests.helpers.boards import in_slot
from tests.helpers.finger import STOP, Finger


def pictures(pico: Pico) -> set[bytes]:
    """What the panel shows in the next blinks."""
    seen = set()
    for _ in range(12):
        pico.run(100)
        seen.add(b"".join(pico.panel.rows()))
    return seen


@pytest.fixture(scope="module")
def played(firmware_uf2: Path) -> Iterator[Finger]:
    """A Pico on which two answers were given with the buttons, left as it waits for the third."""
    finger = Finger(firmware_uf2)
    finger.open("race")
    finger.answer("OK")
    finger.pico.run(1500)  # the strip comes
    finger.answer("RIGHT RIGHT RIGHT OK")  # T=6 P=5
    stops = finger.paper().count("◊")
    finger.pico.send(b"7 1\n")  # an error, which the strip does not offer
    finger.pico.run_until(lambda: finger.paper().count("◊") > stops, 5000, what="the stop")
    finger.pico.run(1500)
    yield finger
    finger.pico.close()


def test_power_off_and_on_again(played: Finger) -> None:
    """The same stop with the same paper on the screen, and the session goes on from there."""
    pico = played.pico
    pico.run(300)
    before = pictures(pico)
    kept = read_filesystem(pico.filesystem())["tapes/0001-race.tape"].decode()
    assert kept.count("\n> ") == 2 and kept.endswith("ВЫ ОШИБЛИСЬ\n")
    pico.power_cycle()
    pico.read()
    pico.boot()
    seen = bytearray()

    def stops() -> bool:
        seen.extend(pico.read())
        return seen.endswith(STOP)

    pico.run_until(stops, 3000, what="the stop")
    pico.run(1500)
    quiet(pico)
    assert pictures(pico) == before
    pico.send(b"14 6\n")
    pico.run_until(lambda: "ВЫ ПРОИГРАЛИ".encode() in pico.output, 5000, step_ms=10)


def test_pull(played: Finger, tmp_path: Path) -> None:
    """The real mpremote over the pseudo-terminal; the handheld comes back where it was."""
    pico = played.pico
    port = pico.open_pty()

    def pull(*options: str) -> subprocess.CompletedProcess[str]:
        command = ["-m", "host_tools", "pull", "--port", port, "--to", str(tmp_path)]
        process = subprocess.Popen(
            [sys.executable, *options, *command],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        pico.serve(process)
        out, err = process.communicate()
        return subprocess.CompletedProcess([], process.returncode, out, err)

    pico.run(300)
    done = pull("-OO")  # without docstrings and assertions
    assert done.returncode == 0, done.stderr
    files = read_filesystem(pico.filesystem())
    (tape,) = tmp_path.glob("*.tape")
    assert tape.read_bytes() == files["tapes/0001-race.tape"]
    assert replay_file(tape, Host()) is None
    assert (tmp_path / "settings.txt").read_bytes() == files["settings.txt"]
    pico.read()
    pico.run_until(lambda: b"Resumed: 0001-race.tape" in pico.output[-200:], 5000)
    # the second time: an older state, a file of somebody else's, one that is there
    whole = tape.read_bytes()
    tape.write_bytes(whole[: len(whole) // 2])
    (tmp_path / "settings.txt").write_text("mine")
    done = pull()
    assert tape.read_bytes() == whole and "replaced by its continuation" in done.stderr
    assert (tmp_path / "settings.txt").read_text() == "mine"
    assert (tmp_path / "settings-2.txt").read_bytes() == files["settings.txt"]
    assert "already exists" in pull().stderr


def test_the_watchdog_does_not_bite_in_the_repl(played: Finger) -> None:
    """Ctrl-C ends the loop and switches it off: the board stays at its prompt."""
    pico = played.pico
    assert pico.execute("print(1 + 1)") == "2\n"
    pico.run(20_000)
    assert pico.execute("print(app if 'app' in globals() else 'still here')") == "still here\n"


HANGING = '''"""Nim that never answers."""
from time import sleep
from teletype.core.request import Numbers
from teletype.core.setup import Integers
from teletype.programs import base
FIELDS = (Integers("heaps", (7, 8, 4), 1, 9, 0, 99),)
def play(setup):
    yield "ИГРА НИМ"
    yield Numbers(("T", 1, 3), ("L", 0, 8))
    sleep(1000)
class Program(base.Program):
    FIELDS = FIELDS
    play = staticmethod(play)
'''


def in_output(pico: Pico, what: bytes) -> bool:
    return what in pico.output


def test_a_program_that_hangs(stock_uf2: Path, board_kind: Board) -> None:
    """The watchdog resets the board; the session is resumed once, then the shelf comes."""
    files = in_slot(board_kind, None, {"teletype/programs/nim/dialogue.py": HANGING.encode()})
    files["settings.txt"] = b"speed=fast\n"
    with Pico(stock_uf2, filesystem=make_filesystem(files, SIZES[1])) as pico:
        pico.boot()
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output, 20_000, step_ms=20)
        pico.send(b"nim\n")
        pico.run_until(lambda: pico.output.endswith(STOP), 3000, step_ms=20, what="the stop")
        pico.send(b"2 1\n")
        for what in (b"Resumed:", b"from the shelf."):  # it hangs before it has said with what
            pico.run_until(partial(in_output, pico, what), 30_000, step_ms=20, what=what.decode())
        assert pico.output.count(b"reset by the watchdog") == 2
        quiet(pico)
        pico.tap("OK")
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output[-400:], 20_000, what="the shelf")
        assert read_filesystem(pico.filesystem())["boots.txt"] == b"2"
        for _ in range(2):  # a soft reset is no failed start, though the chip's reason stays
            pico.send(b"\r\x03")
            pico.run_until(lambda: pico.output.endswith(b">>> "), 2000, step_ms=20, what="prompt")
            pico.read()
            pico.send(b"\x04")
            pico.run_until(lambda: b"from the shelf." in pico.output[-400:], 20_000, step_ms=20)
            assert read_filesystem(pico.filesystem())["boots.txt"] == b"2"


def test_the_panel_comes_and_goes(firmware_uf2: Path) -> None:
    """No panel, a panel, one that holds the clock, one that holds the data line.

    The serial port lives all the time.
    """
    panel = SSD1306()
    panel.nak = True
    flash = make_filesystem({"settings.txt": b"speed=fast\n"})
    with Pico(firmware_uf2, panel=panel, filesystem=flash) as pico:
        pico.boot()
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output, 3000, what="the shelf")
        pico.run(1500)
        assert panel.refused and not panel.wire_bytes, "it was not there from the start"
        assert (
            b"The screen does not answer" in pico.output
            and b"panel does not answer" in pico.output
        )
        panel.nak = False
        pico.run(1500)
        shelf = b"".join(panel.rows())
        assert any(shelf)
        panel.stuck = True
        pico.send(b"race\n")
        pico.press("OK")
        pico.run(100)
        pico.release("OK")
        pico.run_until(lambda: STOP in pico.output, 30_000, step_ms=20, what="the stop")
        pico.send(b"6 5\n")
        pico.run_until(lambda: b"T=8  P=2" in pico.output, 30_000, step_ms=20)
        assert b"".join(panel.rows()) == shelf
        panel.stuck = False
        panel.reset()
        pico.run(2500)
        quiet(pico)
        assert panel.on and any(map(any, panel.rows())) and panel.unknown == []
        paper = b"".join(panel.rows())
        assert paper != shelf
        pico.tap("BACK")
        pico.tap("BACK")
        pico.run(1500)
        assert b"POCKET TELETYPE" in pico.output[-400:]
        shelf = b"".join(panel.rows())
        panel.nak = True  # it is unplugged for a while, and nobody touches anything
        pico.run(2500)
        panel.nak = False
        panel.reset()
        pico.run(2500)
        assert panel.on and b"".join(panel.rows()) == shelf
        assert pico.output.count(b"panel does not answer") == 3, "each time once"
        pico.tap("OK")
        pico.run(500)
        panel.held = 9  # the data line, as after a transfer that was cut off in a byte
        pico.send(b"1 1\n")
        pico.run(3000)
        assert panel.held == 0 and panel.unknown == []
        assert b"".join(panel.rows()) != paper


def test_answers_take_no_memory(firmware_uf2: Path) -> None:
    """A thousand games of yen have ten thousand answers."""
    live = "import gc; gc.collect(); print(gc.mem_alloc())"
    with Pico(firmware_uf2) as pico:
        pico.boot()
        pico.execute("from teletype import start; app = start.start(); app.fast = True")
        pico.execute("def say(line):\n app.activity.line(line)\n while app.tick(): pass")
        pico.execute("say('yen games=1000')", timeout_ms=60_000)
        # one game and a half: the first one that ends brings something into memory, once for all
        pico.execute("for _ in range(15): say('1000')", timeout_ms=60_000)
        before = int(pico.execute(live))
        pico.execute("for _ in range(40): say('1000')", timeout_ms=60_000)
        assert int(pico.execute(live)) - before <= 64
        assert pico.execute("print(len(list(app.sessions.screen.recorder.answers())))") == "55\n"


def test_the_hanging_program_is_like_the_real_one() -> None:
    """Its setup is that of the program in whose place it is put."""
    field = 'Integers("heaps", (7, 8, 4), 1, 9, 0, 99),'
    assert (
        field in (FIRMWARE / "teletype/programs/nim/dialogue.py").read_text("utf-8")
        and field in HANGING
    )
