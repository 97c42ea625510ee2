# SPDX-License-Identifier: MIT
"""`--all`: eight boards at once, one of them unplugged, one full, one wrong, one silent.

Five of the eight are emulated Picos with stock MicroPython, each on its own pseudo-terminal. They
already have all of the firmware but one file, so that little has to be sent. The other three are
scripts behind pseudo-terminals. Only the list of the computer's USB ports is simulated.
"""

import contextlib
import io
import json
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.device import flash, fleet, packs, ports, pull, slots
from host_tools.device.link import Link
from host_tools.emulator.pico import Pico, PicoError, make_filesystem, read_filesystem
from host_tools.lab.faulty_boards import Script, board, raw_repl
from host_tools.paths import TAPES
from teletype.version import VERSION
from tests.helpers.boards import installed

WRONG = b"=Raspberry Pi Pico2 with RP2350\r\n=AB\r\n=\r\n=\r\n=\r\n"
PICO2 = b"micropython\r\nRaspberry Pi Pico2 with RP2350\r\n7942 498000\r\n"


@dataclass
class Port:
    """A serial port as listed by pyserial."""

    device: str
    serial_number: str
    vid: int | None = 0x2E8A
    pid: int = 5


def silent() -> Script:
    while True:
        yield b""


def another() -> Script:
    return raw_repl(lambda code: (WRONG if "unique_id" in code else PICO2, b""))


class Served:
    """An emulated Pico that runs in a thread, behind a pseudo-terminal."""

    def __init__(self, uf2: Path, files: dict[str, bytes], unplug_after_ms: float = 1e9) -> None:
        self.pico = Pico(uf2, filesystem=make_filesystem(files))
        self.pico.boot()
        self.port = self.pico.open_pty()
        self._end = unplug_after_ms
        self._stop = threading.Event()
        self._turn = threading.Lock()  # who runs the board: the thread or the test
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> "Served":
        self._thread.start()
        return self

    def _serve(self) -> None:
        begun = 0.0
        with contextlib.suppress(PicoError):
            while not self._stop.is_set():
                with self._turn:
                    self.pico.run_wall(0.05)
                time.sleep(0.001)
                if self.pico.output and not begun:
                    begun = self.pico.millis
                if begun and self.pico.millis > begun + self._end:
                    self.pico.close_pty()
                    return

    def files(self) -> dict[str, bytes]:
        with self._turn:
            return read_filesystem(self.pico.filesystem())

    def __exit__(self, *exception: object) -> None:
        self._stop.set()
        self._thread.join()


@pytest.fixture(scope="module")
def firmware() -> dict[str, bytes]:
    """The files that a flash leaves on a Pico."""
    return flash.firmware_files("pico", "armv6m")


@pytest.fixture
def boards(
    stock_uf2: Path, firmware: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, Served]]:
    """The eight boards by name, also in the computer's list of ports."""
    old = installed(
        {name: data for name, data in firmware.items() if name != "teletype/version.mpy"}
    )
    named = {**old, "settings.txt": b"speed=30\nname=Aula 3\n"}
    with contextlib.ExitStack() as stack:
        emulated = {
            "A": stack.enter_context(Served(stock_uf2, old)),
            "B": stack.enter_context(Served(stock_uf2, named)),
            "C": stack.enter_context(Served(stock_uf2, old)),
            "FULL": stack.enter_context(Served(stock_uf2, {"big.bin": bytes(990 * 1024)})),
            "UNPLUGGED": stack.enter_context(Served(stock_uf2, old, unplug_after_ms=400)),
        }
        ports = [Port(served.port, name) for name, served in emulated.items()]
        ports += [
            Port(stack.enter_context(board(another())), "WRONG"),
            Port(stack.enter_context(board(silent())), "SILENT"),
            Port("/dev/no-such-port", "PULLED"),
            Port("/dev/ttyS0", "no board", None),
            Port("/dev/ttyACM9", "a debug probe", 0x2E8A, 0x000C),
        ]
        from serial.tools import list_ports

        monkeypatch.setattr(list_ports, "comports", lambda: ports)
        monkeypatch.setattr(fleet, "PAUSE_S", 0.1)
        yield emulated


COUNTED = "%d on %d 1 600 %d 0 0 9 3600 nim=%d/1\n"


@pytest.mark.heavy
def test_the_counts_of_several_exhibits(
    stock_uf2: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each gets a file, even if two have the same name; a wrong board does not stop the others."""
    monkeypatch.setattr(fleet, "PAUSE_S", 0.1)

    def exhibit(visits: int, name: str) -> dict[str, bytes]:
        line = COUNTED % (1, visits, visits, visits)
        return {"counts/now.txt": line.encode(), "settings.txt": f"name={name}\n".encode()}

    with contextlib.ExitStack() as stack:
        first = stack.enter_context(Served(stock_uf2, exhibit(4, "Hall")))
        second = stack.enter_context(Served(stock_uf2, exhibit(7, "hall")))
        none = stack.enter_context(Served(stock_uf2, {"counts": b"no folder"}))
        plugged(
            monkeypatch,
            *(Port(first.port, "A"), Port(second.port, "B"), Port(none.port, "NONE")),
            Port(stack.enter_context(board(another())), "WRONG"),
        )
        csv, png = tmp_path / "visits.csv", tmp_path / "visits.png"
        status, rows, table, _ = call(
            tmp_path, capsys, "counts", "--csv", str(csv), "--png", str(png), "--retries", "2"
        )
    assert status == 1 and {name for name, row in rows.items() if row["ok"]} == {"A", "B", "NONE"}
    assert rows["A"]["state"] == "4 visits, 1 walked away, 150 s on average"
    assert rows["B"]["state"] == "7 visits, 1 walked away, 85 s on average"
    assert str(rows["NONE"]["state"]).startswith("0 visits")
    assert str(rows["WRONG"]["state"]).startswith("FAILED: ") and "WRONG" in table
    written = {path.name: path.read_bytes() for path in tmp_path.glob("visits*")}
    texts = sorted(data for name, data in written.items() if name.endswith(".csv"))
    assert [text.count(b"\n") for text in texts] == [1, 3, 3]
    assert {b",nim," in text for text in texts[1:]} == {True} and texts[1] != texts[2]
    pictures = [data for name, data in written.items() if name.endswith(".png")]
    assert len(set(pictures)) == 3 and all(data.startswith(b"\x89PNG") for data in pictures)
    assert {"visits-NONE.csv", "visits-NONE.png"} < set(written) and len(written) == 6


def unplug(name: str) -> None:
    """Remove a board from the list of ports."""
    from serial.tools import list_ports

    ports = list_ports.comports()
    ports.remove(next(port for port in ports if port.serial_number == name))


def call(
    folder: Path, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, dict[str, dict[str, object]], str, str]:
    """Run a command on the fleet; return status, report by serial number, table and progress."""
    status = main([*words, "--all", "--json", str(folder / "report.json")])
    out, err = capsys.readouterr()
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert report["command"] == words[0] and report["ok"] is (status == 0)
    return status, {row["serial_number"]: row for row in report["boards"]}, out, err


def test_a_report_with_a_name_that_is_not_utf_8(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fleet, "PAUSE_S", 0.1)
    plugged(monkeypatch, Port("/dev/\udcff", "A"))
    assert call(tmp_path, capsys, "check")[1]["A"]["port"] == "/dev/\udcff"


@pytest.mark.heavy
def test_eight_boards_at_once(
    boards: dict[str, Served],
    firmware: dict[str, bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, rows, table, progress = call(
        tmp_path, capsys, "flash", "--board", "pico", "--retries", "2"
    )
    assert status == 1 and len(rows) == 8
    assert {name for name, row in rows.items() if row["ok"]} == {"A", "B", "C"}
    for name in "ABC":
        # on a busy computer the emulated boards may be slow and are tried again
        assert rows[name]["state"] == "1 file written" or int(str(rows[name]["tries"])) > 1
        files = boards[name].files()
        assert set(installed(firmware)) - {slots.NOW, f"{slots.FOLDER}/a.txt"} <= {
            its.replace("firmware/b/", "firmware/s/") for its in files
        }
        assert files[slots.NOW] == b"ba= "
        assert files["firmware/b.txt"] == slots.listing(packs.packed(firmware))
        assert rows[name]["board"] == "pico"
    assert rows["B"]["name"] == "Aula 3"
    for name, state, tries in (
        ("FULL", "too full", None),
        ("WRONG", "wrong board: this is 'Raspberry Pi Pico2 with RP2350'", 1),
        ("SILENT", "does not answer within", 3),
        ("PULLED", "no such port", 3),
        ("UNPLUGGED", "", 3),
    ):
        assert str(rows[name]["state"]).startswith("FAILED: "), rows[name]
        assert state in str(rows[name]["state"]), rows[name]
        assert tries is None or rows[name]["tries"] == tries, rows[name]
    assert set(boards["FULL"].files()) == {"big.bin"}
    lines = table.splitlines()
    assert lines[0].split() == ["serial", "number", "name", "board", "version", "state"]
    assert len(lines) == 9 and len(table) == sum(len(line.rstrip()) + 1 for line in lines)
    assert "Aula 3: " in progress
    assert all(line.isprintable() for line in progress.splitlines())

    unplug("SILENT")  # waiting for it takes half a minute each time
    status, rows, _, _ = call(tmp_path, capsys, "settings", "set", "speed=fast", "--retries", "2")
    assert status == 1 and len(rows) == 7
    for name in ("A", "B", "C", "FULL"):
        assert rows[name]["ok"], rows[name]
        assert b"speed=fast\n" in boards[name].files()["settings.txt"]
    assert boards["B"].files()["settings.txt"] == b"speed=fast\nname=Aula 3\n"
    assert str(rows["B"]["version"]).startswith(VERSION)

    status, rows, _, _ = call(
        tmp_path, capsys, "check", str(TAPES / "nim-nine.tape"), "--retries", "2"
    )
    assert {name for name, row in rows.items() if row["ok"]} == {"A", "B", "C"}
    assert rows["A"]["state"] == "1 passed"
    assert str(rows["FULL"]["state"]).startswith("FAILED: ")  # it has no firmware

    status, rows, _, _ = call(
        tmp_path, capsys, "pull", "--to", str(tmp_path / "to"), "--retries", "2"
    )
    assert {name for name, row in rows.items() if row["ok"]} == {"A", "B", "C", "FULL"}
    assert (tmp_path / "to/Aula 3/settings.txt").read_bytes() == b"speed=fast\nname=Aula 3\n"


def plugged(monkeypatch: pytest.MonkeyPatch, *ports: Port) -> None:
    from serial.tools import list_ports

    monkeypatch.setattr(list_ports, "comports", lambda: ports)


@pytest.mark.slow
def test_a_command_finds_its_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["pull", "--to", str(tmp_path / "to")]
    plugged(monkeypatch, Port("/dev/ttyS0", "", None))
    others = [[*name, "--on", "board"] for name in (["run", "nim"], ["doctor"], ["survey"])]
    for words in (command, [*command, "--all"], ["check"], *others):
        assert main(words) == 1
        error = capsys.readouterr().err
        assert "no board on USB" in error and "`doctor` tells more" in error, words
        option = "--on" if "--on" in words else "--port"  # the one that the command has
        assert f"`{option}`" in error or "--all" in words
    with board(another()) as port:
        plugged(monkeypatch, Port(port, "A"), Port("COM9", "B", 0x1234))
        assert main(["flash"]) == 1
        assert capsys.readouterr().err.startswith("pico2: compiling for armv7emsp\n")
        plugged(monkeypatch, Port(port, "A"), Port("COM9", "B"))
        assert main(command) == 1
        error = capsys.readouterr().err
        assert "several boards: " in error and "COM9" in error and "--all" in error
    assert main([*command, "--port", "x", "--all"]) == 2
    for words in (command, ["check"], ["flash"], ["settings", "show"], ["counts"]):
        assert main([*words, "--json", "report.json", "--port", "/dev/null"]) == 2
        assert "--json needs --all" in capsys.readouterr().err
        assert main([*words, "--retries", "1", "--port", "/dev/null"]) == 2
        assert "--retries needs --all" in capsys.readouterr().err


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "words",
    [
        *(["check"], ["flash"], ["flash", "--back"], ["pull"], ["counts"]),
        *(["settings", "show"], ["exhibit", "show"], ["run", "nim"]),
    ],
)
def test_what_is_no_port(
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A device that is not a port, a file and a folder; each command says what to do."""
    (tmp_path / "file").write_text("x")
    option = "--on" if words[0] == "run" else "--port"
    for port in ("/dev/null", "/dev/zero", str(tmp_path / "file"), str(tmp_path)):
        plugged(monkeypatch)
        assert main([*words, option, port]) == 1
        said = f"{words[0]}: no board on {port}: not a serial port; {ports.NONE}\n"
        assert capsys.readouterr().err == said
        plugged(monkeypatch, Port("/dev/ttyACM7", "A"))
        assert main([*words, option, port]) == 1
        assert "not a serial port; boards are on /dev/ttyACM7\n" in capsys.readouterr().err
    assert not (tmp_path / "pulled").exists() and (tmp_path / "file").read_text() == "x"


def test_why_a_port_cannot_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import serial

    command = ["pull", "--to", str(tmp_path / "to"), "--port"]
    plugged(monkeypatch, Port("/dev/ttyACM7", "A"))
    assert main([*command, "/dev/no-such-port"]) == 1
    assert "no such port; boards are on /dev/ttyACM7" in capsys.readouterr().err
    with board(silent()) as port, serial.Serial(port, exclusive=True):
        assert main([*command, port]) == 1  # a lock that is really held
        assert "another program has it open; close it" in capsys.readouterr().err

    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(13, "could not open port: Permission denied")

    # root may open everything, and this is not Windows, so use pyserial's errors directly
    monkeypatch.setattr(serial, "serial_for_url", refuse)
    assert "no permission to open it: sudo usermod -a -G " in ports.reason("/dev/null")

    def windows(*_: object, **__: object) -> None:
        raise serial.SerialException(f"could not open port 'COM3': {said}")

    monkeypatch.setattr(serial, "serial_for_url", windows)
    monkeypatch.setattr(os, "name", "nt")
    said = "PermissionError(13, 'Access is denied.', None, 5)"
    assert "another program has it open" in ports.reason("COM3")
    said = "FileNotFoundError(2, 'The system cannot find the file specified.', None, 2)"
    assert "no such port" in ports.reason("COM3")
    said = "OSError(22, 'The semaphore timeout period has expired.', None, 121)"
    assert ports.reason("COM3") == ""


def test_boards_with_one_name_are_pulled_into_folders_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folders: list[Path] = []

    def pulled(link: Link, folder: Path, say: fleet.Say) -> int:
        folders.append(folder)
        return 0

    def run(command: str, options: object, work: fleet.Work) -> int:
        for row in (fleet.Row("p", "A", "Aula"), fleet.Row("q", "B", "aula"), fleet.Row("r", "C")):
            for _ in range(2):  # the second call is a retry
                work(Link.__new__(Link), row, lambda text: None)
        return 0

    monkeypatch.setattr(pull, "pull", pulled)
    monkeypatch.setattr(fleet, "run", run)
    assert main(["pull", "--all", "--to", str(tmp_path)]) == 0
    names = [folder.relative_to(tmp_path).as_posix() for folder in folders]
    assert names == ["Aula", "Aula", "aula-B", "aula-B", "C", "C"]


def test_on_a_terminal_each_board_has_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line is overwritten in place; text beyond the terminal's width is cut off."""

    class Stderr(io.StringIO):
        def fileno(self) -> int:
            return 2

    written = Stderr()
    monkeypatch.setattr("sys.stderr", written)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((20, 24)))
    rows = [fleet.Row("COM3"), fleet.Row("COM4", name="Aula 3")]
    shows = fleet._Live(rows)
    shows.look()
    first, rows[0].state = written.getvalue(), "1/99 teletype/handheld/screens/about.mpy"
    shows.look()
    assert first == "\rCOM3: waiting\x1b[K\n\rAula 3: waiting\x1b[K\n"
    again = "\x1b[2A\rCOM3: 1/99 teletype\x1b[K\n\rAula 3: waiting\x1b[K\n"
    assert written.getvalue() == first + again


def test_a_board_is_found_again_under_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, Port("COM3", "A"), Port("COM8", "B"))
    assert ports.moved(ports.Found("COM5", "B")) == ports.Found("COM8", "B")
    assert ports.moved(ports.Found("COM5", "C")) == ports.Found("COM5", "C")
    assert ports.moved(ports.Found("COM5", "")) == ports.Found("COM5", "")
