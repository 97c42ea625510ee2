# SPDX-License-Identifier: MIT
"""`flash` and `check` over a pty with the real mpremote, against a Pico with stock MicroPython."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.device import flash, packs, slots
from host_tools.lab import added_language
from host_tools.paths import ROOT, TAPES
from host_tools.sessions.targets import BoardError
from host_tools.usage import WrongUsage
from host_tools.version import line
from tests.helpers.boards import Port, Replies, installed


@pytest.fixture(scope="module")
def flashed(stock_uf2: Path) -> Iterator[Port]:
    """A stock board that was flashed with the firmware; it had another main.py before."""
    port = Port(
        stock_uf2,
        {
            "main.py": b"print('mine')\n",
            "main.py.old": b"an older one of mine",
            "notes.txt": b"keep me",
            "firmware": b"a file where a folder belongs",
            "words.py": b"raise ValueError('mine, too')\n",
        },
    )
    done = port.call("flash")
    assert done.returncode == 0, done.stderr
    port.first = done  # type: ignore[attr-defined]
    yield port
    port.pico.close()


def in_use(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return what imports find on a board with these files, by import name."""
    now = files[slots.NOW].decode()
    slot = now[now[2] in "?!"] if now[1] != "." else now[0]
    found: dict[str, bytes] = {}
    for folder in (slots.SHARED, f"{slots.FOLDER}/{slot}"):
        top = f"{folder}/"
        found |= {its[len(top) :]: data for its, data in files.items() if its.startswith(top)}
    return {**packs.unpacked(found), "main.py": files["main.py"]}


def test_flash_puts_the_whole_firmware_on_the_board(flashed: Port) -> None:
    wanted = flash.firmware_files("pico", "armv6m")
    files = flashed.files()
    assert in_use(files) == wanted
    assert files[slots.NOW] == b"a.= "
    said = flashed.first.stderr  # type: ignore[attr-defined]
    count = len(packs.packed(wanted))
    assert f"{count} of {count} files written" in said
    assert "the new firmware is confirmed" in said


def test_the_space_of_a_firmware_is_that_of_the_page() -> None:
    page = (ROOT / "docs/promises.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"takes about (\d+) of a 2 MB board's 256 blocks", page)
    files = installed(flash.firmware_files("pico", "armv6m"))
    blocks = sum(-(-len(data) // 4096) for data in files.values())  # without those of folders
    assert blocks < int(told) < 1.1 * blocks


def test_flash_keeps_what_is_not_its_own(flashed: Port) -> None:
    files = flashed.files()
    assert files["notes.txt"] == b"keep me"
    assert files["main.py.old2"] == b"print('mine')\n"
    assert files["main.py.old"] == b"an older one of mine"
    assert files["firmware.old"] == b"a file where a folder belongs"
    assert files["words.py"] == b"raise ValueError('mine, too')\n"


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
    assert done.returncode == 0 and "this firmware is already installed" in done.stderr
    assert flashed.pico.filesystem() == before


def test_check_proves_the_start(flashed: Port) -> None:
    """Tapes do not count as passed on a board whose main.py does not run."""
    tape = str(TAPES / "nim-nine.tape")
    assert flashed.call("check", tape).returncode == 0
    flashed.pico.send(b"\x03")
    flashed.pico.run_until(lambda: flashed.pico.output.endswith(b">>> "), 8000, what="the prompt")
    flashed.pico.execute("import os; os.rename('main.py', 'main.kept')")
    flashed.pico.execute("f = open('main.py', 'w'); f.write('1 / 0'); f.close()")
    done = flashed.call("check", tape)
    assert done.returncode == 1 and "passed" not in done.stdout
    assert "ZeroDivisionError" in done.stderr and "Traceback" not in done.stderr
    flashed.pico.execute("import os; os.rename('main.kept', 'main.py')")


def test_check_replays_tapes_on_the_board(flashed: Port, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.tape"
    text = (TAPES / "nim-protocol.tape").read_text(encoding="utf-8")
    wrong.write_text(text.replace("L=5", "L=4"), encoding="utf-8")
    tapes = [str(TAPES / f"nim-{name}.tape") for name in ("protocol", "illegal", "worked")]
    flashed.pico.reset()
    flashed.pico.run(20)  # as after a flash, when the USB port is not up yet
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
    flashed.pico.run(5000)  # the board has restarted and shows the shelf again
    assert b"POCKET TELETYPE" in flashed.pico.output[-300:]


@pytest.mark.parametrize(
    ("data", "known"),
    [
        (b'["main.py", "teletype/words/en.mpy"]', {}),
        (b'{"main.py": "%s"}' % (b"0f" * 32), {"main.py": "0f" * 32}),
        (b'{"main.py": "mine"}', {}),
        (b"[1]", {}),
        (b"7", {}),
        (b"[" * 100_000, {}),
        (b"\xff", {}),
        (b"", {}),
    ],
)
def test_lists_of_earlier_flashes(data: bytes, known: dict[str, str]) -> None:
    """A damaged list claims no files."""
    assert slots.flat_listing(data) == known


def test_lists() -> None:
    """An invalid line of a list claims no file."""
    wanted = {"a/b.mpy": b"M", "main.py": b""}
    text = slots.listing(wanted)
    read = slots.read_listing(text)
    assert set(read) == set(wanted) and read["a/b.mpy"] == (slots.sha256(b"M")[:16], 1)
    assert slots.read_listing(text[:-3] + b"\xff\n0 0 x\n" + text[:8]) == {
        "a/b.mpy": read["a/b.mpy"]
    }
    assert slots.read_listing(b"\xff\0" * 999) == {}


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("a.= ", "a"), ("ab? ", "b"), ("ba! ", "a"), ("a.? ", "a"), ("a.! ", "a"), ("b-! ", "-"),
        ("b.< ", "b"), ("", "-"), ("ca= ", "-"), ("a", "-"), ("a.= 0.1.0 12345678", "-"),
    ],
)  # fmt: skip
def test_what_is_gone_back_to(text: str, good: str) -> None:
    """The confirmed firmware; on trial the previous one; nothing for another image."""
    assert slots.parsed(text, "").good == good


def test_a_full_filesystem_stays_as_it_was(stock_uf2: Path) -> None:
    port = Port(stock_uf2, {"big.bin": bytes(900 * 1024), "main.py": b"print('mine')\n"})
    before = port.pico.filesystem()
    done = port.call("flash")
    assert done.returncode == 1
    assert "too full" in done.stderr and "KiB are free; nothing was written" in done.stderr
    assert port.pico.filesystem() == before
    port.pico.close()


def test_check_of_a_board_without_the_firmware(stock_uf2: Path) -> None:
    port = Port(stock_uf2)
    done = port.call("check", str(TAPES / "nim-protocol.tape"))
    assert done.returncode == 1
    assert "not on this board; run `flash`" in done.stdout
    port.pico.close()


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (("circuitpython", "Raspberry Pi Pico with rp2040", 0), "runs circuitpython"),
        (("micropython", "Raspberry Pi Pico2 with RP2350", 0x1F06), "wrong board"),
        (("micropython", "ESP32 module with ESP32", 0x2B06), "wrong board"),
        (("micropython", "Raspberry Pi Pico with RP2040", 5), "too old .*5.0, 6.3 is needed"),
        (("micropython", "Raspberry Pi Pico with RP2040", 0x1206), "too old .*6.2, .* 1.23 or"),
        (("micropython", "Raspberry Pi Pico with RP2040", 0x1007), "not the one .*7.0, 6.3 is"),
    ],
)
def test_another_board_is_refused(reply: tuple[str, str, int], message: str) -> None:
    with pytest.raises(BoardError, match=message):
        flash.architecture(flash.ask(Replies(*reply)), "pico")


@pytest.mark.parametrize(("heap", "fits"), [(165_238, False), (203_264, True), (2_060_000, True)])
def test_a_board_with_too_little_memory_is_refused(heap: int, fits: bool) -> None:
    """The heaps of an ESP32, an ESP32-C3 and one with PSRAM, from MicroPython's issues."""
    told = flash.ask(Replies("micropython", "Generic ESP32 module with ESP32", 0x2B06, heap))
    if fits:
        flash.need_heap(told, "esp32_oled")
        return
    with pytest.raises(BoardError, match=f"heap has {heap} bytes.* use one with PSRAM"):
        flash.need_heap(told, "esp32_oled")
    with pytest.raises(BoardError, match="use the project's image"):
        flash.need_heap(told, "pico")
    assert flash.architecture(told, "esp32_oled")  # `flash --back` needs no more memory


def test_a_c3_without_machine_code_is_refused() -> None:
    board = Replies("micropython", "ESP32C3 module with ESP32C3", 0x0306)
    with pytest.raises(BoardError, match=r"no machine code: put MicroPython 1\.25 or later"):
        flash.architecture(flash.ask(board), "esp32c3_oled")


def test_unknown_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["flash", "--port", "/dev/null", "--board", "toaster"]) == 2
    assert "the boards are" in capsys.readouterr().err


def test_programs_for_the_mir_go_there_and_back(flashed: Port, tmp_path: Path) -> None:
    text = "# title: ДВА\n1.«ВЫВ»«ЗНАЧ»A×2«ГДЕ»A=2«КОН»◊\n"
    (tmp_path / "two.mir").write_bytes(text.replace("\n", "\r\n").encode())
    (tmp_path / "bad.mir").write_text("A=1", encoding="utf-8")
    done = flashed.call("flash", str(tmp_path / "two.mir"), str(tmp_path / "bad.mir"))
    assert done.returncode == 2 and "«КОНЕЦ»" in done.stderr
    assert "two.mir" not in flashed.files()
    done = flashed.call("flash", str(tmp_path / "two.mir"))
    assert done.returncode == 0, done.stderr
    assert done.stderr == f"two.mir: {len(text.encode())} bytes written and verified\n"
    assert flashed.files()["two.mir"] == text.encode()
    done = flashed.call("pull", "--to", str(tmp_path / "pulled"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "pulled/two.mir").read_bytes() == text.encode()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["x.txt"], "the name must end with .mir or .lang"),
        (["no-such.mir"], "No such file"),
        (["no-such.lang"], "No such file"),
        (["--back", "tests"], "the name must end with .mir"),
    ],
)
def test_files_that_cannot_be_copied(words: list[str], message: str) -> None:
    with pytest.raises(WrongUsage, match=message):
        flash.main(words)


def test_a_language_goes_there_and_is_listed(flashed: Port, tmp_path: Path) -> None:
    data = added_language.german()
    (tmp_path / "zz.lang").write_bytes(data)
    done = flashed.call("flash", str(tmp_path / "zz.lang"))
    assert done.returncode == 0, done.stderr
    assert done.stderr == f"zz.lang: {len(data)} bytes written and verified\n"
    assert flashed.files()["zz.lang"] == data


@pytest.mark.slow
def test_damaged_languages_are_not_copied(tmp_path: Path) -> None:
    """Each byte counts: those of the head, of a part, and those that are missing."""
    data = added_language.german()
    path = tmp_path / "zz.lang"
    for wrong in [b"", data[:8], data[:200], data[:-1], data + b"x", b"x" * 300_000] + [
        data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(0, len(data), 997)
    ]:
        path.write_bytes(wrong)
        with pytest.raises(WrongUsage, match=r"no whole language file|more than 200000 bytes"):
            flash.main([str(path)])
