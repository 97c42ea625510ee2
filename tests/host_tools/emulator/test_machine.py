# SPDX-License-Identifier: MIT
"""The machine of host_tools/machine: fast core, panel, flash, and the pipes to it."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from host_tools.build import node, uf2
from host_tools.emulator import on_node
from host_tools.emulator.images import FILESYSTEM_OFFSET, FLASH_SIZE
from host_tools.emulator.on_node import NodeMachine
from host_tools.emulator.pico import Pico, PicoError, make_filesystem, read_filesystem
from host_tools.emulator.ssd1306 import CONTROLLERS, SH1106, SSD1306
from host_tools.paths import ROOT
from tests.helpers.finger import STOP, Finger
from tests.helpers.images import tiny_uf2

HERE = Path(__file__).parent


def script(name: str, *arguments: str, given: str = "") -> str:
    """Run a script of this folder; its first argument is the machine's folder. Return its
    output."""
    program, *options, serve = node.command("serve.js")
    done = subprocess.run(
        [program, *options, HERE / name, Path(serve).parent, *arguments],
        input=given,
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


# The core


def session(image: Path, **options: Any) -> Iterator[dict[str, object]]:
    """Yield the machine's state after each part of a session that uses the whole handheld."""
    finger = Finger(image, emulator=partial(NodeMachine, **options))
    pico, machine = finger.pico, finger.pico.machine
    yield machine.digest()
    finger.open("nim")
    finger.answer("OK")
    yield machine.digest()
    finger.answer("RIGHT RIGHT DOWN DOWN OK")
    yield machine.digest()
    pico.power_cycle()
    pico.run(800)
    yield machine.digest()
    pico.send(b"T=1 L=1\n")
    pico.run(500)
    pico.tap("BACK")
    pico.tap("BACK")
    yield machine.digest()
    pico.send(b"yen opponent=master\n")
    pico.run(700)
    pico.send(b"1500\n")
    pico.run(300)
    yield machine.digest()
    pico.execute("print(1.5 ** 0.5, 10 ** 30 // 7)")
    pico.execute("from machine import *; b = SoftI2C(Pin(5), Pin(4)); b.writeto(60, bytes(9))")
    pico.reset()
    pico.run(200)
    yield machine.digest()
    pico.close()


@pytest.mark.heavy
def test_the_fast_core_is_the_stock_core_to_the_last_bit(firmware_uf2: Path) -> None:
    """Compare time, cycles, registers, flags, SRAM, flash and panel on the real firmware."""
    fast, stock = session(firmware_uf2), session(firmware_uf2, stock=True)
    for number, (ours, theirs) in enumerate(zip(fast, stock, strict=True)):
        assert ours == theirs, f"part {number}"


@pytest.mark.heavy
@pytest.mark.slow
def test_every_instruction_does_what_it_does_in_the_stock_core() -> None:
    """Seven instructions differ because the stock core is wrong; there the manual decides."""
    head, *differences = map(json.loads, script("instructions.js", "1").splitlines())
    assert head["compared"] > 250_000 and not head["elsewhere"]
    for case in differences:
        assert case["agrees"], case
    assert {(case["name"], *case["differences"]) for case in differences} == {
        ("LSLS", "C"),  # by more than 32
        ("LSRS", "C"),  # by 0
        ("ASRS", "C"),  # by 0
        ("RORS", "C"),  # by 0
        ("ADCS", "V"),  # of 0xffffffff and the carry
        ("SBCS", "V"),  # likewise
        ("BLX LR", "registersNow"),  # jumps to the new LR
    }


@pytest.mark.slow
def test_translated_code_does_what_its_instructions_do() -> None:
    """Random code, in SRAM and in the flash, cut off after any number of cycles."""
    head, *differences = script("runs.js", "1", "4000").splitlines()
    assert json.loads(head)["translated"] > 1000 and not differences, differences


def test_code_in_ram_that_changes_is_translated_again() -> None:
    found = json.loads(script("changes.js"))
    assert found["ours"] == found["theirs"] and found["runs"] > 2
    opcode, crashed = found["ours"][5], found["ours"][-1]
    assert opcode > 0x3001 + 9 and crashed == ""  # it has changed itself ten times


def test_two_boards_of_one_thread_do_not_meet(stock_uf2: Path, tmp_path: Path) -> None:
    """All boards share one memory; the page boots a copy of its board."""
    flash = bytearray(b"\xff" * FLASH_SIZE)
    for offset, piece in uf2.read(stock_uf2):
        flash[offset : offset + len(piece)] = piece
    (tmp_path / "flash").write_bytes(flash)
    found = json.loads(script("boards.js", str(tmp_path / "flash")))
    assert found["alone"] == found["together"] and len({*found["alone"]}) == 2


# The panel


def random_step(chance: random.Random, address: int) -> list[Any]:
    """Return a step of a bus, more often sensible than not."""
    byte = chance.choice(
        (
            chance.randrange(256),
            chance.choice((0x00, 0x40, 0x80, 0xC0)),
            chance.choice((0x20, 0x21, 0x22, 0xA8, 0xD3, 0xDA, 0xAF, 0x8D, 0x14, 0xAD, 0x8B)),
            chance.choice((0xDC, 0xB9, 0xE0, 0xEE, 0xA1, 0xC8, 0xFD, 0x21, 0x60)),
        )
    )
    return chance.choices(
        (
            ["start", chance.choice((address, address, address, chance.randrange(128)))],
            ["write", byte],
            ["writeSpi", byte, chance.random() < 0.5],
            ["read"],
            ["stop"],
        ),
        (2, 20, 4, 1, 1),
    )[0]


@pytest.mark.slow
def test_both_panels_take_the_same_bytes_for_the_same() -> None:
    """SSD1306 and SH1106 of all sizes with random bytes: compare state, counters and picture."""
    chance = random.Random(15)
    cases, expected = [], []
    for number in range(400):
        kind = tuple(CONTROLLERS.values())[number % 4]
        width, height = chance.choice(((128, 64), (128, 32), (72, 40), (64, 48), (96, 16)))
        panel = kind(width, height, 0x3C + number % 3, external_vcc=number % 7 == 0)
        panel.nak = number % 11 == 0
        panel.on = panel.charge_pump = number % 4 < 3
        steps = [random_step(chance, panel.address) for _ in range(chance.randrange(300))]
        named = {
            "controller": kind.__name__.lower(),
            "width": width,
            "height": height,
            "address": panel.address,
            "externalVcc": panel.external_vcc,
        }
        cases.append({"kind": named, "state": panel.state().hex(), "steps": steps})
        methods: dict[str, Callable[..., object]] = {
            "start": panel.start,
            "write": panel.write,
            "writeSpi": panel.write_spi,
            "read": panel.read,
            "stop": panel.stop,
        }
        returned = [methods[name](*its) for name, *its in steps]
        picture = b"".join(panel.rows()).hex()
        again = kind(width, height)
        again.restore(panel.state())
        assert again.state() == panel.state()
        expected.append({"returned": returned, "state": panel.state().hex(), "picture": picture})
    for case, ours, theirs in zip(
        cases, expected, json.loads(script("panels.js", given=json.dumps(cases))), strict=True
    ):
        assert ours == theirs, case
    assert any("01" in case["picture"] and "00" in case["picture"] for case in expected)


def test_a_state_that_is_none_is_refused() -> None:
    state = SSD1306().state()
    for damaged in (b"", state[:50], state[:-1], state + b"x", SH1106().state()):
        with pytest.raises(ValueError, match="not a saved panel state"):
            SSD1306().restore(damaged)


# The flash and the boot ROM


def test_the_firmware_writes_as_is_good_for_a_flash(
    firmware_uf2: Path, flash_faults: set[str]
) -> None:
    """Check everything that is saved, and what littlefs does for it; see also the next tests."""
    pico = Finger(firmware_uf2).pico  # the buttons save the settings
    for line in ("nim", "T=2 L=1", "T=1 L=0", "yen opponent=master", "1500", "1000"):
        pico.send(f"{line}\n".encode())
        pico.run(1500)
    machine = pico.machine
    before = pico.filesystem()
    assert "tapes/0001-nim.tape" in read_filesystem(before) and machine.faults == []
    pico.execute("import os; os.VfsLfs2.mkfs(__import__('rp2').Flash(), progsize=256)")
    assert pico.filesystem() != before and machine.faults == []
    pico.execute("flash = __import__('rp2').Flash(); flash.writeblocks(200, bytes(256), 0)")
    assert machine.faults == []
    pico.execute("flash.writeblocks(200, b'\\1' * 256, 0)")
    assert machine.faults == [f"programmed 0 to 1 at {FILESYSTEM_OFFSET + 200 * 4096}"]
    assert flash_faults == set(machine.faults)
    flash_faults.clear()
    pico.close()


def test_what_is_bad_for_a_flash_is_said() -> None:
    assert script("writes.js").splitlines()[:-1] == [
        "3",
        "programmed 0 to 1 at 1048576",
        "255",
        "erased a part of a sector at 1048577",
        "erased at 1044480, below the filesystem",
        "programmed at 1048575, below the filesystem",
        "programmed at 2097151, beyond the flash",
        "programmed at 1048576 while it was being read",
    ]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        # ldr r0, =0x18000008; movs r1, #0; str r1, [r0]; ldr r0, =0x10000100; ldr r1, [r0]
        ("0348 0021 0160 0348 0168 fee7 0000 0000 0800 0018 0001 0010",
         "the flash was read at 0x10000100 while it could not be"),
        # the same, but then ldr r0, =0x10000101; bx r0
        ("0348 0021 0160 0348 0047 fee7 0000 0000 0800 0018 0101 0010",
         "the flash was read at 0x10000100 while it could not be"),
        # ldr r0, =0x10000100; strb r1, [r0]
        ("0248 0170 fee7 0000 0000 0000 0001 0010",
         "something was stored into the flash at 0x10000100"),
    ],
)  # fmt: skip
def test_what_the_flash_does_not_do_on_the_chip_is_a_crash(
    tmp_path: Path, code: str, why: str
) -> None:
    """With SSIENR set to 0 the flash cannot be read as memory."""
    image = tiny_uf2(tmp_path / "tiny.uf2", bytes.fromhex(code))
    with Pico(image) as board, pytest.raises(PicoError, match=f"firmware crashed .{why}"):
        board.run(1)


# The pipes


def test_a_process_that_ends_is_said_and_leaves_nothing_behind(firmware_uf2: Path) -> None:
    pico = Pico(firmware_uf2)
    process = pico.machine._process.child
    pico.run(10)
    process.kill()
    with pytest.raises(PicoError, match=r"emulator on Node failed: (it has ended|Broken pipe)"):
        pico.run(10)
    assert process.poll() is not None
    with pytest.raises(PicoError, match="has been closed"):
        pico.run(10)
    pico.close()
    pico.close()


def test_a_process_makes_one_board_after_the_other(firmware_uf2: Path, stock_uf2: Path) -> None:
    """No state of one board is left in the next."""
    found = []
    for uf2_file in (firmware_uf2, stock_uf2, firmware_uf2):
        with Pico(uf2_file) as pico:
            machine = pico.machine
            process = machine._process.child.pid
            pico.watch(25)
            pico.run(600)
            pico.send(b"race\n")
            pico.run(300)
            found.append((process, machine.digest(), pico.output))
            pico.press("OK")  # no longer sent
    (process, *first), (second, *_), (third, *last) = found
    assert process == second == third
    assert first == last
    with pytest.raises(PicoError, match="has been closed"):
        pico.release("OK")


ANSWER = """
import struct, sys
sys.stdin.buffer.read(*struct.unpack("<I", sys.stdin.buffer.read(4)))
sys.stdout.buffer.write({})
"""


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("b''", "it has ended"),
        ("b'hello'", "an answer of 1819043176 bytes"),
        ("bytes(4)", "an answer of 0 bytes"),
        ("b'\\1\\0\\0\\0Z'", "it answered b'Z', not 'R'"),
        ("b'\\xff' * 9", "an answer of 4294967295 bytes"),
        ("b'\\5\\0\\0\\0Rabcd'", "its answer is invalid"),
        ("b'\\x32\\0\\0\\0R' + bytes(49)", "its answer is invalid"),
        ("b'\\5\\0\\0\\0!oops'", "failed: oops"),
    ],
)
def test_an_answer_that_makes_no_sense_is_said(firmware_uf2: Path, answer: str, why: str) -> None:
    command = [sys.executable, "-c", ANSWER.format(answer)]
    with pytest.raises(PicoError, match=why):
        Pico(firmware_uf2, emulator=partial(NodeMachine, command=command))


HELD = """
import subprocess, sys
sleeper = subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
print(sleeper.pid, file=sys.stderr)
"""


def test_nobody_waits_for_who_holds_the_pipe_of_a_process_that_has_ended(
    firmware_uf2: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the process wrote until then is reported."""
    monkeypatch.setattr(on_node, "GRACE_S", 0.5)
    with pytest.raises(PicoError, match=r"has ended|Broken pipe") as error:
        Pico(firmware_uf2, emulator=partial(NodeMachine, command=[sys.executable, "-c", HELD]))
    sleeper = int(str(error.value).splitlines()[-1])
    assert Path(f"/proc/{sleeper}/cmdline").read_bytes() == b"sleep\x0060\0"
    os.kill(sleeper, signal.SIGKILL)


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (b"", ""),
        (b"\0\0\0\0", "a request of 0 bytes"),
        (b"\xff\xff\xff\xff", "a request of 4294967295 bytes"),
        (b"\1\0\0\0R", "there is no board yet"),
        (b"\6\0\0\0M\xff\0\0\0x", "a request is cut off"),
        (b"\x0d\0\0\0M\4\0\0\0nuts\0\0\0\0", "is not valid JSON"),
    ],
)
def test_a_request_that_makes_no_sense_is_said(request_: bytes, why: str) -> None:
    done = subprocess.run(
        node.command("serve.js"), input=request_, capture_output=True, check=False, timeout=60
    )
    if why:
        assert done.stdout[4:5] == b"!" and why in done.stdout[5:].decode()
        assert done.returncode == 1
    else:
        assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)


def gone(process: int) -> bool:
    """Return whether a process ends within a minute."""
    for _ in range(600):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("busy", [False, True])
def test_the_process_goes_with_the_one_that_started_it(firmware_uf2: Path, busy: bool) -> None:
    """It also ends if the parent is killed, at rest or during a long run."""
    code = (
        "import sys; from host_tools.emulator.pico import Pico\n"
        f"pico = Pico({str(firmware_uf2)!r}); print(pico.machine._process.child.pid, flush=True)\n"
        f"pico.run(1e9) if {busy} else sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert Path(f"/proc/{child}").exists()
        if busy:
            time.sleep(0.5)
        parent.kill()
    assert gone(child)


def test_a_signal_in_a_long_run_leaves_the_board_as_it_was(firmware_uf2: Path) -> None:
    class Stop(Exception):
        pass

    def stop(number: int, frame: object) -> None:
        raise Stop

    pico = Pico(firmware_uf2, filesystem=make_filesystem({"settings.txt": b"speed=10\n"}))
    pico.boot()
    before = signal.signal(signal.SIGTERM, stop)
    try:
        # to this thread: another thread of the test run would take what this one defers
        here = threading.get_ident()
        timer = threading.Timer(0.3, signal.pthread_kill, (here, signal.SIGTERM))
        timer.start()
        with pytest.raises(Stop):
            pico.run(1e9)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert read_filesystem(pico.filesystem())["settings.txt"] == b"speed=10\n"
    pico.send(b"race\n")
    pico.run_until(lambda: STOP in pico.output, 60_000, step_ms=20)
    pico.close()


@pytest.mark.parametrize("after", ["request", "exchange", "take"])
def test_a_signal_at_any_moment_leaves_no_answer_behind(
    firmware_uf2: Path, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stop(Exception):
        pass

    pico = Pico(firmware_uf2, filesystem=make_filesystem({"settings.txt": b"speed=10\n"}))
    pico.boot()
    process = pico.machine._process
    done = getattr(process, after)

    def interrupted(*arguments: Any) -> Any:
        done(*arguments)
        raise Stop

    with monkeypatch.context() as patch:
        patch.setattr(process, after, interrupted)
        with pytest.raises(Stop):
            pico.run(1000)
    assert read_filesystem(pico.filesystem())["settings.txt"] == b"speed=10\n"
    began = pico.nanos
    pico.run(10)
    # whole numbers: 40.000128 ms less 30.000128 ms are a little less than 10
    assert 10_000_000 <= pico.nanos - began < 1_200_000_000
    pico.close()
