# SPDX-License-Identifier: MIT
"""`flash` and `check` over a pty with the real mpremote, against a Pico with stock MicroPython."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.device import flash
from host_tools.emulator.pico import make_filesystem
from host_tools.paths import ROOT, TAPES
from host_tools.sessions.targets import BoardError
from host_tools.version import line
from tests.helpers.boards import Port, Replies


@pytest.fixture(scope="module")
def flashed(stock_uf2: Path) -> Iterator[Port]:
    """A stock board that the firmware was put on, with somebody else's main.py on it before."""
    port = Port(
        stock_uf2,
        {
            "main.py": b"print('mine')\n",
            "main.py.old": b"an older one of mine",
            "notes.txt": b"keep me",
            "words": b"a file where a folder belongs",
            "nim.new": b"mine, too",
        },
    )
    done = port.call("flash")
    assert done.returncode == 0, done.stderr
    port.first = done  # type: ignore[attr-defined]
    yield port
    port.pico.close()


def test_flash_puts_the_whole_firmware_on_the_board(flashed: Port) -> None:
    wanted = flash.firmware_files("pico", "armv6m")
    files = flashed.files()
    for name, data in wanted.items():
        assert hashlib.sha256(files[name]).digest() == hashlib.sha256(data).digest(), name
    assert not [name for name in files if name.startswith(flash.NEW)]
    assert f"{len(wanted)} of {len(wanted)} files written" in flashed.first.stderr  # type: ignore[attr-defined]


def test_flash_keeps_what_is_not_its_own(flashed: Port) -> None:
    files = flashed.files()
    assert files["notes.txt"] == b"keep me"
    assert files["main.py.old2"] == b"print('mine')\n"
    assert files["main.py.old"] == b"an older one of mine"
    assert files["words.old"] == b"a file where a folder belongs"
    assert files["nim.new"] == b"mine, too"


def test_the_flashed_board_starts_the_shelf(flashed: Port) -> None:
    flashed.pico.reset()
    seen = flashed.pico.output.count(b"POCKET TELETYPE")
    flashed.pico.run_until(
        lambda: flashed.pico.output.count(b"POCKET TELETYPE") > seen, 5000, what="the shelf"
    )
    flashed.pico.run_until(
        lambda: any(map(any, flashed.pico.panel.rows())), 1000, what="a picture"
    )


def test_a_second_flash_writes_nothing(flashed: Port) -> None:
    before = flashed.pico.filesystem()
    done = flashed.call("flash")
    assert done.returncode == 0 and "0 of " in done.stderr
    assert flashed.pico.filesystem() == before


def test_check_replays_tapes_on_the_board(flashed: Port, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.tape"
    text = (TAPES / "nim-protocol.tape").read_text(encoding="utf-8")
    wrong.write_text(text.replace("L=5", "L=4"), encoding="utf-8")
    tapes = [str(TAPES / f"nim-{name}.tape") for name in ("protocol", "illegal", "worked")]
    flashed.pico.reset()
    flashed.pico.run(20)  # as after a flash: the USB port is not up yet
    done = flashed.call("check", *tapes, str(wrong))
    assert done.stdout.splitlines() == [
        "ok nim-protocol",
        "ok nim-illegal",
        "ok nim-worked",
        "FAIL wrong: line 12: expected 'T=1      L=4' got 'T=1      L=5'",
        "1 failed".join(("3 passed, ", "")),
    ]
    (said,) = [told for told in done.stderr.splitlines() if told.startswith("check: ")]
    assert said == f"check: Raspberry Pi Pico with RP2040, firmware {' '.join(line().split()[1:])}"
    assert done.returncode == 1
    flashed.pico.run(1000)  # the board has started anew and shows the shelf again
    assert b"POCKET TELETYPE" in flashed.pico.output[-300:]


def test_flash_removes_what_the_firmware_no_longer_has(flashed: Port) -> None:
    """What an earlier flash wrote goes or is replaced; what was changed since is kept."""
    files = flashed.files()
    said = json.loads(files[flash.LIST])
    for name in ("engines/gone.mpy", "engines/edited.mpy", "words/en.mpy"):
        said[name] = hashlib.sha256(b"old").hexdigest()
        files[name] = b"old"
    files["engines/edited.mpy"] = b"edited"
    files["main.py"] = b"print('written after the first flash')\n"
    files[flash.LIST] = json.dumps(said).encode()
    files[f"{flash.NEW}/7"] = b"left over by a flash that was cut off"
    flashed.pico.load_filesystem(make_filesystem(files))
    flashed.pico.reset()
    flashed.pico.run(500)
    done = flashed.call("flash")
    assert done.returncode == 0, done.stderr
    assert "engines/gone.mpy removed" in done.stderr and "2 of " in done.stderr
    assert "engines/edited.mpy stays" in done.stderr
    after = flashed.files()
    wanted = flash.firmware_files("pico", "armv6m")
    assert {name: after.pop(name) for name in wanted} == wanted
    assert after.pop("main.py.old3") == b"print('written after the first flash')\n"
    assert "engines/gone.mpy" not in after and after["engines/edited.mpy"] == b"edited"
    assert not [name for name in after if name.startswith(flash.NEW)]
    assert after["main.py.old2"] == b"print('mine')\n" and "words/en.mpy.old" not in after


@pytest.mark.parametrize(
    ("data", "known"),
    [
        (b'["main.py", "words/en.mpy"]', {"words/en.mpy": ""}),
        (b'{"main.py": "%s"}' % (b"0f" * 32), {"main.py": "0f" * 32}),
        (b'{"main.py": "mine"}', None),
        (b"[1]", None),
        (b'"main.py"', None),
        (b"7", None),
        (b"[" * 100_000, None),
        (b"\xff", None),
        (b"", None),
    ],
)
def test_lists(data: bytes, known: dict[str, str] | None) -> None:
    """A damaged list claims nothing; an old one, which has names alone, what is compiled."""
    assert flash.listed(data) == known


def test_a_full_filesystem_stays_as_it_was(stock_uf2: Path) -> None:
    port = Port(stock_uf2, {"big.bin": bytes(1300 * 1024), "main.py": b"print('mine')\n"})
    before = port.files()
    done = port.call("flash")
    assert done.returncode == 1
    assert "too full" in done.stderr and "KiB are free" in done.stderr
    assert port.files() == before
    port.pico.close()


def test_check_of_a_board_without_the_firmware(stock_uf2: Path) -> None:
    port = Port(stock_uf2)
    done = port.call("check", str(TAPES / "nim-protocol.tape"))
    assert done.returncode == 1
    assert "not on it (host_tools flash)" in done.stdout
    port.pico.close()


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (("circuitpython", "Raspberry Pi Pico with rp2040", 0), "runs circuitpython"),
        (("micropython", "Raspberry Pi Pico2 with RP2350", 0x1F06), "wrong board"),
        (("micropython", "ESP32 module with ESP32", 0x2B06), "wrong board"),
        (("micropython", "Raspberry Pi Pico with RP2040", 5), "too old .*5.0, 6.3 is needed"),
        (("micropython", "Raspberry Pi Pico with RP2040", 0x1206), "too old .*6.2, .* 1.23 or"),
        (("micropython", "Raspberry Pi Pico with RP2040", 0x1007), "another one .*7.0, 6.3 is"),
    ],
)
def test_another_board_is_refused(reply: tuple[object, ...], message: str) -> None:
    with pytest.raises(BoardError, match=message):
        flash.identify(Replies(*reply), "pico")


def test_unknown_board() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "host_tools", "flash", "--port", "/dev/null", "--board", "toaster"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and "the boards are" in done.stderr
