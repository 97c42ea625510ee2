# SPDX-License-Identifier: MIT
"""Dimming, the buzzer and the printer port on the emulated Pico: registers, pins, bits in time."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.lab.measure.bench import START, used
from tests.helpers.receiver import read
from tests.helpers.teleprinter import Teleprinter

BUZZER, PRINTER = 16, 0


def rises(pico: Pico, pin: int) -> list[float]:
    """The times in ms at which a watched pin was driven high."""
    return [nanos / 1e6 for nanos, state in pico.edges(pin) if state == 1]


def booted(uf2: Path, settings: str) -> Pico:
    pico = Pico(uf2, filesystem=make_filesystem({"settings.txt": settings.encode()}))
    pico.boot()
    pico.run_until(lambda: b"calculation-lisp" in pico.output, 3000)
    return pico


def session(pico: Pico) -> str:
    """What the device printed on the serial port after the line that was typed."""
    text = pico.output.decode().replace("\r\n", "\n")
    return text.partition("yen\n")[2].partition("\n")[2].replace("◊ ", "")


def test_paper_in_koi8_at_9600_baud_and_a_bell(firmware_uf2: Path) -> None:
    with booted(
        firmware_uf2, "speed=fast\nmessages=original\nsound=all\nprinter=koi8-r\nbaud=9600\n"
    ) as pico:
        printer = Teleprinter(pico, PRINTER, 9600, 8)
        pico.run(1000)  # the notes of power-on
        pico.watch(BUZZER)
        pico.send(b"race n=15 m=6\n")
        pico.run_until(lambda: "◊".encode() in pico.output, 2000, step_ms=10)
        pico.run(250)
        paper = printer.data().decode("koi8-r")
        assert paper.replace("\r\n", "\n") == session(pico).replace("—", "-")
        assert paper.count("\n") == 5
        rings = rises(pico, BUZZER)
        # the bell at the stop: 75 ms of each tone, as PWM on the pin
        periods = [1000 / (after - before) for before, after in pairwise(rings)]
        high = [hertz for hertz in periods if 2600 < hertz < 2680]
        low = [hertz for hertz in periods if 2060 < hertz < 2130]
        assert 140 < len(high) < 260 and 120 < len(low) < 220
        assert len(high) + len(low) >= 0.9 * len(periods)
        assert 100 < rings[-1] - rings[0] < 200
        pico.run(100)
        assert rises(pico, BUZZER) == rings


def test_paper_in_ita2_at_45_baud(firmware_uf2: Path) -> None:
    """A teletype's 45.45 baud, slower than the chip's UART can be; a row and its end."""
    with booted(
        firmware_uf2, "speed=fast\nsound=off\nprinter=ita2\nbaud=45.45\nreturn=100\n"
    ) as pico:
        printer = Teleprinter(pico, PRINTER, 45.45, 5)
        pico.send(b"truth-table formula=A\n")
        pico.run_until(lambda: b"X=1" in pico.output, 8000, step_ms=50, what="the last line")
        paper = session(pico).replace("\n", "\r\n")
        assert paper.startswith("A=0  X=0\r\n")
        wanted = paper.count("\n") * 15
        pico.run_until(
            lambda: len(printer.characters()) >= wanted, 8000, step_ms=200, what="the printer"
        )
        arrived = printer.characters()
        assert read(bytes(code for _, code in arrived), "ita2") == paper
        assert [code for _, code in arrived[11:15]] == [22, 8, 31, 2]  # 0, return, fill, feed
        gaps = [after[0] - before[0] for before, after in pairwise(arrived)]
        frame = 8 * 1000 / 45.45  # start, 5 data and 2 stop bits
        assert sorted(gaps)[len(gaps) // 2] == pytest.approx(frame, rel=0.001)
        assert min(gaps) > 0.99 * frame
        assert max(gaps) < frame + 30, "the main loop keeps the line busy"


@pytest.fixture(scope="module")
def shelf(firmware_uf2: Path) -> Iterator[Pico]:
    """The shelf, with its loop in the hands of the test."""
    with used(firmware_uf2) as pico:
        pico.boot()
        pico.execute(START + "\napp.tick()\nimport time\n")
        pico.execute("app.settings.values['sound'] = 'all'; app.apply()")
        yield pico


def later(pico: Pico, minutes: int) -> None:
    """Lets the device think that so many idle minutes have passed."""
    for _ in range(minutes):
        pico.execute("app.saver._since = time.ticks_add(app.saver._since, -60000); app.tick()")


def tap(pico: Pico) -> None:
    """Presses DOWN and lets it go."""
    pico.press("DOWN")
    pico.execute("time.sleep_ms(30); app.tick()")
    pico.release("DOWN")
    pico.execute("time.sleep_ms(30); app.tick()")


def test_dims_blanks_and_wakes(shelf: Pico) -> None:
    panel = shelf.panel
    shelf.execute("app.saver.user_active(time.ticks_ms()); app.tick()")
    bright, picture = panel.contrast, panel.rows()
    panel.reset_counters()
    later(shelf, 2)
    assert panel.contrast == 0 and panel.on
    assert panel.wire_bytes <= 12, "contrast and display offset"
    later(shelf, 8)
    assert not panel.on and panel.unknown == []
    tap(shelf)
    assert panel.on and panel.contrast == bright and panel.rows() == picture
    tap(shelf)
    assert panel.rows() != picture


def test_a_click_is_a_pulse_and_sounds_allocate_nothing(shelf: Pico) -> None:
    shelf.watch(BUZZER)
    shelf.execute("app.peripherals.click()\nfor i in range(3): app.tick(); time.sleep_ms(10)")
    shelf.run(100)
    assert 1 <= len(rises(shelf, BUZZER)) <= 2
    allocated = shelf.execute(
        "def sounds():\n"
        "    gc.collect(); gc.disable()\n"
        "    before = gc.mem_alloc()\n"
        "    for turn in range(20):\n"
        "        app.peripherals.click(); app.tick(); time.sleep_ms(20); app.tick()\n"
        "        if turn == 10: app.peripherals.bell()\n"
        "    allocated = gc.mem_alloc() - before\n"
        "    gc.enable()\n"
        "    return allocated\n"
        "print(sounds())"
    )
    assert int(allocated) == 0
