# SPDX-License-Identifier: MIT
"""The emulated Pico, running plain MicroPython: time, serial port, I2C, buttons, flash, resets.

What is said about emulated time and about how busy the CPU is, is exact and the same on every
machine; nothing here looks at the clock on the wall except as a guard against hanging.
"""

import hashlib
import itertools
import os
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.build import node
from host_tools.emulator import on_node, pico
from host_tools.emulator.images import BLOCK_SIZE, SIZES, resized
from host_tools.emulator.pico import (
    DeviceError,
    Pico,
    PicoError,
    PicoTimeout,
    make_filesystem,
    read_filesystem,
)
from host_tools.emulator.ssd1306 import SSD1306
from tests.helpers.images import tiny_uf2

PANEL_ON = "b'\\x00\\xa1\\xc8\\x8d\\x14\\xaf\\xa5'"  # as a transfer: everything lit
START = "t = time.ticks_us()"
STOP = "print(time.ticks_diff(time.ticks_us(), t))"


@pytest.fixture(scope="session")
def uf2(stock_uf2: Path) -> Path:
    return stock_uf2


@pytest.fixture
def board(uf2: Path) -> Iterator[Pico]:
    with Pico(uf2) as board:
        board.boot()
        yield board


@pytest.fixture(scope="module")
def shared(uf2: Path) -> Iterator[Pico]:
    """One board for the tests that leave nothing behind which another would notice."""
    with Pico(uf2) as board:
        board.boot()
        board.execute("import machine, time\nfrom machine import I2C, Pin, SoftI2C")
        board.execute("bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)")
        yield board


# Images


def test_a_bad_firmware_image_is_refused_with_its_name(tmp_path: Path) -> None:
    path = tmp_path / "x.uf2"
    with pytest.raises(PicoError, match=r"x\.uf2: No such file"):
        Pico(path)
    for content, message in (
        (b"", "not a UF2 image"),
        (bytes(512), "not a UF2 image .block 0 has no UF2 marks"),
    ):
        path.write_bytes(content)
        with pytest.raises(PicoError, match=message):
            Pico(path)
    with pytest.raises(PicoError, match=r"for another chip .family 0xe48bff5a"):
        Pico(tiny_uf2(path, b"", family=0xE48BFF5A))
    with pytest.raises(PicoError, match=r"does not fit into the flash .address 0x10200000"):
        Pico(tiny_uf2(path, b"", address=0x10200000))
    with pytest.raises(PicoError, match=r"damaged UF2 image .block 0 of 1 says 0 of 2"):
        Pico(tiny_uf2(path, b"", total=2))


def test_a_filesystem_image_of_the_wrong_size_is_refused(uf2: Path, tmp_path: Path) -> None:
    with pytest.raises(PicoError, match=r"whole blocks of 4096 bytes, this one has 3"):
        Pico(uf2, filesystem=b"abc")
    with pytest.raises(PicoError, match="this one has 3"):
        read_filesystem(b"abc")
    with pytest.raises(PicoError, match="holds no filesystem"):
        read_filesystem(bytes(1441792))
    with pytest.raises(PicoError, match=r"cannot read the filesystem image .*none\.img: No such"):
        Pico(uf2, filesystem=tmp_path / "none.img")


def test_files_in_an_image_come_back() -> None:
    files = {"main.py": b"pass", "lib/a/b.mpy": bytes(range(256)) * 40, "leer": b""}
    assert read_filesystem(make_filesystem(files)) == files
    with pytest.raises(PicoError, match=r"cannot put big\.bin into the filesystem image"):
        make_filesystem({"big.bin": bytes(1 << 21)})


def test_an_empty_image_is_what_the_board_itself_formats(board: Pico) -> None:
    board.run(100)
    assert board.filesystem() == make_filesystem({}, board.blocks * BLOCK_SIZE)


def test_files_of_another_layout_are_copied(uf2: Path) -> None:
    """The stock image keeps its files elsewhere than ours does."""
    files = {"lib/big.bin": bytes(range(256)) * 100, "main.py": b"print('here I am')"}
    image = make_filesystem(files)
    assert len(image) == SIZES[0]
    with Pico(uf2, filesystem=image) as board:
        assert len(board.filesystem()) == board.blocks * BLOCK_SIZE != SIZES[0]
        assert read_filesystem(board.filesystem()) == files
        board.boot()
        board.run_until(lambda: b"here I am" in board.output, 1000)
    full = make_filesystem({"big.bin": bytes(1200 * 1024)}, SIZES[1])
    with pytest.raises(PicoError, match=r"cannot put big\.bin into the filesystem image"):
        resized(full, SIZES[0])


def test_board_and_host_read_each_others_files(uf2: Path, tmp_path: Path) -> None:
    content = bytes(range(256)) * 100
    path = tmp_path / "flash.img"
    path.write_bytes(make_filesystem({"lib/big.bin": content, "main.py": b"print('here I am')"}))
    with Pico(uf2, filesystem=path) as board:
        board.boot()
        board.run_until(lambda: b"here I am" in board.output, 1000)
        digest = board.execute(
            "import hashlib, os\nos.remove('main.py')\n"
            "with open('/lib/big.bin', 'rb') as f: digest = hashlib.sha256(f.read()).digest()\n"
            "with open('new.txt', 'w') as f: f.write('written there')\n"
            "print(digest.hex())"
        )
        assert digest.strip() == hashlib.sha256(content).hexdigest()
        files = {"lib/big.bin": content, "new.txt": b"written there"}
        assert read_filesystem(board.filesystem()) == files
        board.load_filesystem(make_filesystem({"main.py": b"print('another')"}))
        board.read()
        board.power_cycle()
        board.boot()
        board.run_until(lambda: b"another" in board.read(), 1000)


def test_without_node_the_message_says_what_to_do(
    uf2: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(node, "_wheel", lambda: None)
    while on_node._spare:  # the process of an earlier board
        on_node._spare.pop().end()
    with pytest.raises(PicoError, match=r"Node\.js 18 or later and npm are needed.*`doctor`"):
        Pico(uf2)


# Booting, crashing


def test_the_banner_comes_by_itself_soon_after_power_on(board: Pico) -> None:
    assert board.millis < 50
    board.run_until(lambda: board.output.endswith(b">>> "), 100)
    assert b"MicroPython v" in board.output


def test_a_firmware_that_never_comes_up_is_a_timeout(tmp_path: Path) -> None:
    board = Pico(tiny_uf2(tmp_path / "loop.uf2", b"\xfe\xe7"))  # b .
    with pytest.raises(PicoTimeout, match="the USB serial port: not within 20 ms") as error:
        board.boot(timeout_ms=20)
    assert "no serial output" in str(error.value)
    assert board.millis == pytest.approx(20, abs=0.001)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (b"\x00\xbe\xfe\xe7", "breakpoint"),  # bkpt 0
        (b"\x00\xb1\xfe\xe7", "not implemented"),  # cbz r0, which this core does not have
        (b"\x01\x21\xc9\x07\x09\x68\xfe\xe7", "memory address: 80000000"),  # ldr r1, [1 << 31]
    ],
)
def test_what_faults_on_the_chip_is_a_crash(tmp_path: Path, code: bytes, why: str) -> None:
    board = Pico(tiny_uf2(tmp_path / "crash.uf2", code))
    with pytest.raises(PicoError, match=f"the firmware crashed .*{why}"):
        board.boot()


# Time


def test_an_idle_board_takes_no_cpu_time_while_time_passes(shared: Pico) -> None:
    shared.run(50)
    start, cycles = shared.nanos, shared.cycles
    shared.run(60_000)
    assert shared.nanos - start == pytest.approx(60e9, abs=30_000)
    assert shared.cycles - cycles < 1000


def test_the_board_measures_the_same_time(shared: Pico) -> None:
    start = shared.millis
    elapsed = shared.execute(f"{START}; time.sleep_ms(30_000); {STOP}", timeout_ms=31_000)
    assert int(elapsed) == pytest.approx(30_000_000, abs=300)
    assert shared.millis - start == pytest.approx(30_000, abs=100)


def test_a_loop_takes_as_long_as_on_the_real_thing(shared: Pico) -> None:
    if shared.chip != "RP2040":
        pytest.skip("measured on a Pico alone")
    elapsed = shared.execute(f"{START}\nfor i in range(5000): pass\n{STOP}")
    assert int(elapsed) == pytest.approx(22_900, rel=0.03)  # 100,000 turns: 0.46 s


@pytest.mark.parametrize(("block", "clock"), [(0, 2), (1, 10)])
def test_an_spi_block_that_nobody_listens_to(shared: Pico, block: int, clock: int) -> None:
    """A byte takes eight clocks, also by DMA, which MicroPython uses from 20 bytes on."""
    pins = ", ".join(
        f"{name}=machine.Pin({clock + at})" for name, at in (("sck", 0), ("mosi", 1), ("miso", -2))
    )
    shared.execute(f"import machine; spi = machine.SPI({block}, baudrate=1_000_000, {pins})")
    for count in (10, 1000):
        elapsed = shared.execute(f"{START}; spi.write(bytes({count})); {STOP}")
        assert int(elapsed) == pytest.approx(8 * count, rel=0.05, abs=200)


def test_the_same_calls_give_the_same_bytes_at_the_same_time(uf2: Path) -> None:
    def session(step: int) -> object:
        with Pico(uf2) as board:
            board.boot()
            for _ in range(60 // step):
                board.run(step)
            board.execute("import machine, os, time; print(time.ticks_us(), os.urandom(4))")
            board.execute("machine.I2C(0, freq=400_000).writeto(60, bytes(100))")
            board.tap("OK")
            return board.nanos, board.output, board.panel.wire_bytes

    assert session(60) == session(60) == session(20)


def test_time_does_not_run_backwards(shared: Pico) -> None:
    with pytest.raises(ValueError, match="backwards"):
        shared.run(-1)


# The serial port


def test_execute_returns_what_was_printed(shared: Pico) -> None:
    assert shared.execute("print('Ж', 1 + 1)\nprint()") == "Ж 2\n\n"
    assert shared.execute("") == ""


def test_execute_raises_with_the_traceback_of_the_board(shared: Pico) -> None:
    with pytest.raises(DeviceError, match="ZeroDivisionError: divide by zero") as error:
        shared.execute("print('before')\n1 // 0")
    assert error.value.output == "before\n"
    assert 'File "<stdin>", line 2' in error.value.traceback
    with pytest.raises(DeviceError, match="SyntaxError"):
        shared.execute("if")
    with pytest.raises(ValueError, match="control character"):
        shared.execute("print('\x04')")


def test_execute_gives_up_in_emulated_time_and_can_go_on(shared: Pico) -> None:
    with pytest.raises(PicoTimeout, match="the end of the code: not within"):
        shared.execute("print('stuck'); time.sleep(100)", timeout_ms=500)
    assert shared.execute("print('well')") == "well\n"


def test_long_code_arrives_without_loss(shared: Pico) -> None:
    text = "".join(f"{i:04d}\n" for i in range(1000))
    digest = shared.execute(f"import hashlib\nprint(hashlib.sha256({text!r}).digest().hex())")
    assert digest.strip() == hashlib.sha256(text.encode()).hexdigest()


def test_output_is_everything_and_read_what_is_new(
    board: Pico, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.run(100)
    banner = board.read()
    assert banner == board.output
    assert board.read() == b""
    board.send(b"print('x' * 40)\r")
    board.run(100)
    assert board.output == banner + board.read()
    monkeypatch.setattr(pico, "OUTPUT_LIMIT", 100)
    board.send(b"print('y' * 40)\r")
    board.run(100)
    assert len(board.output) == 100
    assert board.read().count(b"y") == 41


def test_a_running_program_is_interrupted_by_execute(uf2: Path) -> None:
    forever = b"import time\nwhile True:\n    print('tick'); time.sleep_ms(100)\n"
    with Pico(uf2, filesystem=make_filesystem({"main.py": forever})) as board:
        board.boot()
        board.run(450)
        assert board.output.count(b"tick") == 5
        assert board.execute("print('mine')") == "mine\n"


# I2C


def test_scan_finds_the_panel_alone(shared: Pico) -> None:
    assert shared.execute("print(bus.scan())") == "[60]\n"
    assert shared.execute("print(SoftI2C(sda=Pin(4), scl=Pin(5)).scan())") == "[60]\n"
    shared.execute("bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)")  # its pins again


def test_after_a_transfer_to_nobody_the_next_one_works(shared: Pico) -> None:
    for bad in ("bus.writeto(0x3D, b'abc')", "bus.writeto(0x3D, b'')", "bus.readfrom(0x3D, 2)"):
        with pytest.raises(DeviceError, match="OSError"):
            shared.execute(bad)
        shared.panel.on = False
        assert shared.execute("print(bus.writeto(60, b'\\x00\\xaf'))") == "2\n"
        assert shared.panel.on
        assert shared.execute("print(bus.readfrom(60, 1))") == "b'\\x00'\n"


def test_a_panel_that_does_not_answer_is_an_error_until_it_does(shared: Pico) -> None:
    shared.panel.nak = True
    assert shared.execute("print(bus.scan())") == "[]\n"
    with pytest.raises(DeviceError, match="EIO"):
        shared.execute("bus.writeto(60, b'\\x00\\xaf')")
    shared.panel.nak = False
    assert shared.execute("print(bus.scan(), bus.writeto(60, b'\\x00\\xaf'))") == "[60] 2\n"


@pytest.mark.parametrize("kind", ["I2C(0, sda=Pin(4), scl=Pin(5))", "SoftI2C(Pin(5), Pin(4))"])
def test_bytes_reach_the_panel_from_both_kinds_of_bus(shared: Pico, kind: str) -> None:
    shared.panel.reset()
    shared.panel.reset_counters()
    shared.execute(f"b = {kind}; b.writeto(60, {PANEL_ON}); b.writeto(60, b'\\x40abc')")
    assert shared.panel.half_blocks() == ["█" * 128] * 32
    assert shared.panel.unknown == []
    assert (shared.panel.transactions, shared.panel.wire_bytes) == (2, 8 + 5)
    assert (shared.panel.command_bytes, shared.panel.data_bytes) == (6, 3)
    shared.execute("bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)")


def test_a_transfer_takes_its_time_on_the_wire(shared: Pico) -> None:
    measure = f"{START}; {{}}.writeto(60, bytes({{}})); {STOP}"
    frame = int(shared.execute(measure.format("bus", 1025)))
    assert frame == pytest.approx(1026 * 9 / 0.4, rel=0.07)  # at 400 kHz
    shared.execute("bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=100_000)")
    assert int(shared.execute(measure.format("bus", 101))) == pytest.approx(102 * 90, rel=0.07)
    with pytest.raises(DeviceError, match="ETIMEDOUT"):  # a frame does not fit into 50 ms then
        shared.execute(measure.format("bus", 1025))
    shared.panel.on = False
    assert shared.execute("print(bus.scan(), bus.writeto(60, b'\\x00\\xaf'))") == "[60] 2\n"
    assert shared.panel.on
    shared.execute("bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)")


def test_another_panel_on_the_other_bus(uf2: Path) -> None:
    with Pico(uf2, panel=SSD1306(128, 32, 0x3D), i2c=(1, 2, 3)) as board:
        board.boot()
        code = "from machine import *; b = I2C(1, sda=Pin(2), scl=Pin(3)); print(b.scan())"
        assert board.execute(code) == "[61]\n"
        board.execute(f"b.writeto(61, {PANEL_ON}); b.writeto(61, b'\\x00\\xa8\\x1f\\xda\\x02')")
        assert board.panel.half_blocks() == ["█" * 128] * 16


def test_a_screenshot_has_the_size_asked_for(shared: Pico, tmp_path: Path) -> None:
    shared.screenshot(tmp_path / "a.png", scale=2)
    header = (tmp_path / "a.png").read_bytes()[:24]
    assert struct.unpack(">II", header[16:]) == (256, 128)


# Buttons


def test_a_pressed_button_pulls_its_pin_low(shared: Pico) -> None:
    shared.execute("keys = [Pin(n, Pin.IN, Pin.PULL_UP) for n in range(10, 16)]")
    levels = "print([key.value() for key in keys])"
    assert shared.execute(levels) == "[1, 1, 1, 1, 1, 1]\n"
    shared.press("UP")
    shared.press("BACK")
    assert shared.pressed == {"UP", "BACK"}
    assert shared.execute(levels) == "[0, 1, 1, 1, 1, 0]\n"
    shared.release("UP")
    assert shared.execute(levels) == "[1, 1, 1, 1, 1, 0]\n"
    shared.release("BACK")
    assert shared.pressed == frozenset()
    for method in (shared.press, shared.release, shared.tap):
        with pytest.raises(ValueError, match="no button 'FIRE', only UP, DOWN, LEFT"):
            method("FIRE")


def test_a_tap_is_an_edge_down_and_an_edge_up_at_their_times(shared: Pico) -> None:
    shared.execute(
        "edges = []\n"
        "key = Pin(14, Pin.IN, Pin.PULL_UP)\n"
        "key.irq(lambda pin: edges.append((pin.value(), time.ticks_us())), "
        "Pin.IRQ_FALLING | Pin.IRQ_RISING)"
    )
    shared.press("OK")
    shared.press("OK")  # is down already
    shared.run(60)
    shared.release("OK")
    shared.release("OK")
    shared.run(40)
    shared.tap("OK", hold_ms=30, gap_ms=10)
    shared.tap("UP")
    levels, times = zip(*eval(shared.execute("key.irq(None); print(edges)")), strict=True)
    assert levels == (0, 1, 0, 1)
    gaps = [(later - earlier) / 1000 for earlier, later in itertools.pairwise(times)]
    assert gaps == pytest.approx([60, 40, 30], abs=0.5)


# Resets


def reset_cause(board: Pico) -> int:
    return int(board.execute("import machine; print(machine.reset_cause())"))


def test_machine_reset_restarts_the_board(board: Pico) -> None:
    board.execute("x = 1")
    board.send(b"import machine; machine.reset()\r")
    board.run_until(lambda: not board.connected, 1000)
    board.boot()
    assert board.execute("print('x' in globals())") == "False\n"
    assert reset_cause(board) == 3  # WDT_RESET, as on the real board


def test_what_was_under_way_to_the_board_is_lost_in_a_reset(board: Pico) -> None:
    board.send(b"import time; time.sleep(9)\r")
    board.run(50)
    board.send(b"x" * 5000)
    board.run(50)
    board.reset()
    board.read()
    board.boot()
    board.run(100)
    assert board.read().endswith(b">>> ")
    board.run(9000)
    assert board.read() == b""


def test_the_reset_pin_leaves_the_panel_and_a_held_button_alone(board: Pico) -> None:
    board.press("OK")
    board.execute(f"from machine import *; I2C(0, freq=400_000).writeto(60, {PANEL_ON})")
    board.execute("with open('kept', 'w') as f: f.write('yes')")
    before = board.millis
    board.reset()
    assert not board.connected
    board.boot()
    assert board.millis > before
    assert board.panel.on
    assert reset_cause(board) == 1
    level = "from machine import Pin; print(Pin(14, Pin.IN, Pin.PULL_UP).value())"
    assert board.execute(level) == "0\n"
    board.power_cycle()
    assert board.millis == 0
    assert not board.panel.on
    board.boot()
    assert board.execute(level) == "0\n"
    assert board.execute("print(open('kept').read())") == "yes\n"


def test_the_watchdog_bites_when_it_is_not_fed_and_only_once(board: Pico) -> None:
    board.execute("import machine, time; dog = machine.WDT(timeout=500)")
    board.execute("for i in range(20): time.sleep_ms(400); dog.feed()", timeout_ms=9000)
    fed = board.millis
    board.run_until(lambda: not board.connected, 1000)
    assert board.millis - fed == pytest.approx(500, abs=20)
    board.boot()
    assert reset_cause(board) == 3
    board.execute("x = 1")
    board.run(3 * 3600 * 1000)
    assert board.execute("print(x)") == "1\n"


# A pseudo-terminal and mpremote


def mpremote(board: Pico, *arguments: str) -> str:
    """Run mpremote against the board and return what it printed."""
    command = [sys.executable, "-m", "mpremote", "connect", board.open_pty(), *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        try:
            board.serve(process, timeout=120)
        finally:
            process.kill()
        assert process.stdout is not None
        output = process.stdout.read().decode()
        assert process.returncode == 0, output
    return output


def test_mpremote_works_as_with_a_real_board(board: Pico, tmp_path: Path) -> None:
    content = bytes(range(256)) * 6
    (tmp_path / "there.bin").write_bytes(content)
    assert mpremote(board, "exec", "print(6 * 7)").split() == ["42"]
    mpremote(board, "fs", "cp", str(tmp_path / "there.bin"), ":there.bin")
    assert read_filesystem(board.filesystem()) == {"there.bin": content}
    assert mpremote(board, "fs", "ls").split() == ["ls", ":", "1536", "there.bin"]
    digest = mpremote(board, "fs", "sha256sum", "there.bin").split()
    assert digest[-1] == hashlib.sha256(content).hexdigest()
    mpremote(board, "fs", "cp", ":there.bin", str(tmp_path / "back.bin"))
    assert (tmp_path / "back.bin").read_bytes() == content


def test_mpremote_resets_the_board(board: Pico) -> None:
    mpremote(board, "exec", "x = 1", "soft-reset")
    assert "False" in mpremote(board, "resume", "exec", "print('x' in globals())")
    banners = board.output.count(b"MicroPython v")
    mpremote(board, "reset")
    board.run_until(lambda: board.output.count(b"MicroPython v") > banners, 1000)
    assert mpremote(board, "exec", "import machine; print(machine.reset_cause())").strip() == "3"


def test_the_pseudo_terminal_passes_every_byte_and_waits_for_nobody(board: Pico) -> None:
    path = board.open_pty()
    assert board.open_pty() == path
    board.execute("for i in range(400): print('x' * 60)")  # nobody has it open
    client = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        assert not termios.tcgetattr(client)[3] & (termios.ECHO | termios.ICANON)
        with pytest.raises(BlockingIOError):
            os.read(client, 1)  # what nobody waited for is not kept
        board.execute("for i in range(400): print('y' * 60)")  # more than the terminal holds
        received = b""
        for _ in range(100):
            board.run(1)
            try:
                received += os.read(client, 65536)
            except BlockingIOError:
                break
        assert received.count(b"y" * 60) == 400
        os.write(client, b"print(len('%s'))\r" % (b"z" * 2000))
        board.run_until(lambda: b"\r\n2000\r\n" in board.output, 3000)
    finally:
        os.close(client)
    board.close_pty()
    board.run(10)


def test_what_a_program_wrote_before_it_went_arrives(board: Pico) -> None:
    """Also what is more than the board takes at once."""
    client = os.open(board.open_pty(), os.O_RDWR | os.O_NOCTTY)
    board.run(10)
    os.write(client, b"\x01" + b"#" * 3500 + b"\nprint('ar' + 'rived')\n\x04")
    board.run(2)
    os.write(client, b"print('the ' + 'last')\x04")
    os.close(client)
    board.run(2000)
    assert b"arrived" in board.output and b"the last" in board.output


def test_serving_a_process_that_does_not_end_is_a_timeout(board: Pico) -> None:
    board.open_pty()
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"]) as process:
        try:
            with pytest.raises(PicoTimeout, match="did not end within"):
                board.serve(process, pace=1.0, timeout=0.2)
            assert process.poll() is None
        finally:
            process.kill()


def test_running_with_the_wall_clock_wakes_up_for_input(board: Pico) -> None:
    reader, writer = os.pipe()
    try:
        os.write(writer, b"x")
        board.run_wall(3600, pace=1.0, wake=[reader])  # returns at once, not in an hour
        os.read(reader, 1)
        before = board.millis
        board.run_wall(0.1, pace=20.0, wake=[reader])
        assert before < board.millis < before + 20 * 1000
    finally:
        os.close(reader)
        os.close(writer)
