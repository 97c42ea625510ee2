# SPDX-License-Identifier: MIT
"""Every way out of a command that has stopped a board lets it run again.

A script behind a pseudo-terminal acts as the board: it starts its handheld, gives the raw REPL
when it is interrupted, and never ends one piece of code. There the command is interrupted. One
test does the same with the emulated Pico.
"""

import contextlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from host_tools.device import board_info, fleet, link, ports
from host_tools.device.board import Board
from host_tools.device.link import Link
from host_tools.emulator.emulated import Transport
from host_tools.emulator.pico import Pico
from host_tools.lab.faulty_boards import Script, board
from host_tools.paths import ROOT, TAPES
from host_tools.sessions.targets import BoardError
from tests.helpers.boards import Port

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")

REPL = b"raw REPL; CTRL-B to exit\r\n>"


class Stoppable:
    """A board that runs its handheld, and hangs in the piece of code number `hangs`."""

    def __init__(self, hangs: int) -> None:
        self._hangs = hangs
        self.state = "runs"
        self.hung = threading.Event()
        self._received = b""

    def _next(self, say: bytes = b"") -> Generator[bytes, bytes, int]:
        """Send `say`; return the next byte received."""
        if say:
            self._received += yield say
        while not self._received:
            self._received += yield b""
        byte, self._received = self._received[0], self._received[1:]
        return byte

    def script(self) -> Script:
        pieces, say = 0, b""
        code = bytearray()
        while True:
            byte = yield from self._next(say)
            say = b""
            if self.state == "runs":
                if byte == 3:
                    self.state, say = "friendly", b"KeyboardInterrupt\r\n>>> "
            elif self.state == "friendly":
                if byte == 1:
                    self.state, say = "raw", REPL
                elif byte == 4:
                    self.state, say = "runs", b"MPY: soft reboot\r\nPOCKET TELETYPE\r\n"
            elif self.state == "hangs":
                if byte == 3:
                    self.state, say = "raw", b"\x04KeyboardInterrupt:\r\n\x04>"
            elif byte == 2:
                self.state, say = "friendly", b"\r\n>>> "
                code.clear()
            elif byte == 3:
                code.clear()
            elif byte == 1 and not code.startswith(b"\x05"):
                say = REPL
                code.clear()
            elif byte == 4 and not code:
                say = b"OK\r\nMPY: soft reboot\r\n" + REPL
            elif byte == 4:
                code.clear()
                pieces += 1
                say = b"OK"
                if pieces > self._hangs:
                    self.state = "hangs"
                    self.hung.set()
                else:
                    say += b"\x04\x04>"
            else:
                code.append(byte)
                if code.endswith(b"\x05A\x01"):
                    code.clear()
                    say = b"R\x00"  # no raw paste


COMMANDS = {
    "check": ["check", str(TAPES / "nim-protocol.tape")],
    "pull": ["pull", "--to", "TMP/pulled"],
    "flash": ["flash", "--board", "pico"],
    "back": ["flash", "--back", "--board", "pico"],
    "settings": ["settings", "show"],
    "set": ["settings", "set", "speed=10"],
    "exhibit": ["exhibit", "show"],
    "counts": ["counts"],
    "replay": ["replay", str(TAPES / "nim-protocol.tape"), "--on", "PORT"],
    "run": ["run", "nim", "--on", "PORT"],
    "find": ["boards", "--find", "--on", "PORT"],
    "write": ["boards", "--write", "pico", "--on", "PORT"],
    "doctor": ["doctor", "--on", "PORT"],
}
ENDS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]


def begin(words: list[str], port: str, folder: Path) -> subprocess.Popen[str]:
    places = {"PORT": port, "TMP": str(folder)}
    given = [word if word != "PORT" else port for word in words]
    given = [word.replace("TMP", places["TMP"]) for word in given]
    if "PORT" not in words:
        given[1:1] = ["--port", port]
    return subprocess.Popen(
        [sys.executable, "-m", "host_tools", *given],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def runs(stoppable: Stoppable) -> bool:
    """Wait a moment for the last bytes to arrive; return whether the board runs."""
    for _ in range(100):
        if stoppable.state == "runs":
            return True
        time.sleep(0.02)
    return False


@pytest.mark.slow
@pytest.mark.sampled(10)
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_signal_leaves_the_board_running(name: str, end: str, tmp_path: Path) -> None:
    stoppable = Stoppable(hangs=0)
    with board(stoppable.script()) as port:
        process = begin(COMMANDS[name], port, tmp_path)
        assert stoppable.hung.wait(60), process.communicate(timeout=1)
        assert stoppable.state == "hangs"
        process.send_signal(getattr(signal, end))
        out, err = process.communicate(timeout=60)
        assert runs(stoppable), (stoppable.state, err)
        assert process.returncode == (130 if end == "SIGINT" else 128 + getattr(signal, end))
        assert "Traceback" not in err and not out


@pytest.mark.slow
def test_two_signals_do_not_either(tmp_path: Path) -> None:
    """Ctrl-C again, while the board is being started."""
    stoppable = Stoppable(hangs=0)
    with board(stoppable.script()) as port:
        process = begin(COMMANDS["pull"], port, tmp_path)
        assert stoppable.hung.wait(60)
        for _ in range(5):
            process.send_signal(signal.SIGINT)
            time.sleep(0.01)
        process.communicate(timeout=60)
        assert runs(stoppable)


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["pull", "settings", "counts"])
def test_an_error_leaves_the_board_running(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board says nothing more; the command ends by its time limit."""
    monkeypatch.setattr(link, "EACH", 1.0)
    stoppable = Stoppable(hangs=0)
    with board(stoppable.script()) as port:
        opened = link.open_port(port)
        with pytest.raises(BoardError, match="does not answer within"):
            try:
                opened.interrupt()
                opened.execute("print()")
            finally:
                opened.close()
        assert runs(stoppable)


def test_a_board_that_is_gone_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be done is said, in one line."""
    stoppable = Stoppable(hangs=0)

    def unplugged() -> Script:
        script = stoppable.script()
        said = next(script)
        while stoppable.state != "hangs":
            said = script.send((yield said))

    with board(unplugged()) as port:
        opened = link.open_port(port)
        opened.interrupt()
        with pytest.raises(BoardError):
            opened.execute("print()")
        opened.close()
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.startswith("the board was not started again") and "switch it off and on" in told


def test_a_board_that_never_stopped_is_let_alone() -> None:
    """Nothing is sent to a board that the command only listened to."""
    heard: list[bytes] = []

    def listening() -> Script:
        while True:
            heard.append((yield b""))

    with board(listening()) as port:
        opened = link.open_port(port)
        opened.close()
        time.sleep(0.1)
    assert b"".join(heard) == b""


@pytest.mark.slow
@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit])
def test_all_boards_run_again(end: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    """`--all`: three boards hang at different places; the signal reaches the first thread only."""
    boards = [Stoppable(hangs) for hangs in (0, 1, 4)]

    def work(opened: Link, row: fleet.Row, say: fleet.Say) -> str:
        while True:
            opened.execute("print()")

    class Interrupted:
        def look(self) -> None:
            if all(each.hung.is_set() for each in boards):
                raise end

    monkeypatch.setattr(fleet, "_Log", lambda rows: Interrupted())
    monkeypatch.setattr(fleet, "_Live", lambda rows: Interrupted())
    monkeypatch.setattr(board_info, "read", lambda opened: board_info.Card())
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(board(each.script())) for each in boards]
        tried = fleet.Fleet([ports.Found(port) for port in opened], work, 5)
        start = time.monotonic()
        with pytest.raises(end):
            tried.run()
        assert time.monotonic() - start < 60
        assert all(map(runs, boards))
    assert [row.tries for row in tried.rows] == [1, 1, 1]


@pytest.mark.parametrize("end", ["SIGTERM", "SIGHUP"])
def test_the_emulated_pico_runs_again(end: str, firmware_uf2: Path) -> None:
    """The real image: its shelf is back after the terminal was closed in the middle of a game."""
    port = Port(firmware_uf2)
    process = begin(COMMANDS["run"], port.tty, Path())
    assert process.stdout is not None
    paper = process.stdout

    def interrupt() -> None:
        for line in paper:
            if "ВАШ ХОД" in line:
                process.send_signal(getattr(signal, end))
                return

    interrupter = threading.Thread(target=interrupt)
    interrupter.start()
    try:
        port.pico.serve(process)
        interrupter.join()
        assert process.returncode == 128 + getattr(signal, end)
        stopped = port.pico.output.rindex("ВАШ ХОД".encode())
        port.pico.run_until(
            lambda: b"POCKET TELETYPE" in port.pico.output[stopped:], 20_000, step_ms=20
        )
    finally:
        process.kill()
        port.pico.close()


def test_a_killed_command_leaves_no_board_dark(firmware_uf2: Path) -> None:
    """The board resets itself within a minute, but not while code runs."""
    with Pico(firmware_uf2) as pico:
        pico.boot()
        board = Link(Transport(pico), lambda: pico.millis / 1000)
        board.interrupt()
        board.start("import time\ntime.sleep(70)\nprint('slept')")
        pico.run(69_000)
        assert board.line(10) == b"slept" and board.line(10) is None
        with pytest.raises(BoardError, match="ZeroDivisionError"):
            board.execute("1/0")
        assert board.execute("print(6*7)", 1) == [b"42"]
        left = len(pico.output)  # nobody says good-bye
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output[left:], 60_000, step_ms=50)


def test_a_session_that_nobody_answers_leaves_no_board_dark(firmware_uf2: Path) -> None:
    """Pulled in the middle of `check`; a person may think for longer, and is waited for."""
    with Pico(firmware_uf2) as pico:
        pico.boot()
        board = Board(Link(Transport(pico), lambda: pico.millis / 1000))
        board.patience = 120
        left = len(pico.output)
        session = board.session("nim", "heaps=1,1")
        while session.request is None:
            session.step()
        pico.run(115_000)
        assert b"POCKET TELETYPE" not in pico.output[left:]
        session.answer("1 0")
        assert session.step() == "ДЕЛАЮ СВОЙ ХОД"
        board.patience = 0
        session = board.session("nim", "heaps=1,1")
        left = len(pico.output)
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output[left:], 60_000, step_ms=50)
