# SPDX-License-Identifier: MIT
"""Self-test and battery on the emulated Pico: its own pins, bus, buzzer, printer, flash."""

from pathlib import Path

import pytest

from host_tools.build import boards
from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.emulator.ssd1306 import SSD1306

EN = make_filesystem({"settings.txt": b"language=en\nsound=off\n"})
PICO = boards.load("pico")
KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")


def told(pico: Pico) -> str:
    return pico.output.decode("utf-8", "replace").replace("\r\n", "\n")


def hold(pico: Pico, key: str) -> None:
    """Long enough for it to go on."""
    pico.press(key)
    pico.run(1800)
    pico.release(key)


def begun(pico: Pico) -> None:
    """Until the self-test has begun, with DOWN held since power-on."""
    pico.boot()
    pico.run_until(lambda: "Press each button" in told(pico), 3000, what="the self-test")
    pico.release("DOWN")
    pico.run(100)


def test_a_board_that_is_wired_well(firmware_uf2: Path) -> None:
    with Pico(firmware_uf2, filesystem=EN) as pico:
        assert PICO.buzzer is not None and PICO.printer
        pico.machine.watch(PICO.buzzer)
        pico.machine.watch(PICO.printer["tx"])
        pico.press("DOWN")
        begun(pico)
        rows = pico.panel.rows()
        assert all(rows[0]) and all(rows[-1]) and all(row[0] and row[-1] for row in rows)
        for key in KEYS:
            lit = sum(map(sum, pico.panel.rows()))
            pico.press(key)
            pico.run(150)
            assert sum(map(sum, pico.panel.rows())) > lit + 20, key
            pico.release(key)
            pico.run(150)
            assert f"{key} (GP{PICO.buttons[key]})\n" in told(pico)
        silent = len(pico.machine.edges[PICO.buzzer])
        hold(pico, "OK")
        pico.run(2000)
        for line in ("PANEL: 0x3C", "BUS: 3C", "BUTTONS: 6/6", "BUZZER: GP16", "PRINTER: GP0"):
            assert line + "\n" in told(pico)
        assert "BATTERY: USB 5.0 V\n" in told(pico)
        free = told(pico).partition("FLASH: ")[2].partition("K\n")[0]
        assert 1000 < int(free) < 4 * pico.blocks
        assert len(pico.machine.edges[PICO.buzzer]) > silent + 100
        assert len(pico.machine.edges[PICO.printer["tx"]]) > 100
        pico.tap("BACK")
        pico.run(300)
        pico.send(b"nim\n")
        pico.run_until(lambda: "МИР" in told(pico), 5000, what="the game")


@pytest.mark.parametrize(
    ("address", "i2c", "found", "words"),
    [
        (0x3C, (1, 5, 4), "BUS: -", "SDA and SCL are swapped: SDA belongs to GP4, SCL to GP5."),
        pytest.param(
            0x70, (0, 4, 5), "BUS: 70", "The screen does not answer.", marks=pytest.mark.heavy
        ),
    ],
)
def test_without_a_panel_it_begins_by_itself(
    firmware_uf2: Path, address: int, i2c: tuple[int, int, int], found: str, words: str
) -> None:
    """All is in words on the serial port, where programs can still be played."""
    panel = SSD1306()
    panel.address = address
    with Pico(firmware_uf2, panel=panel, i2c=i2c, filesystem=EN) as pico:
        pico.boot()
        pico.run_until(lambda: words in told(pico), 3000, what="what is wrong")
        assert "Press each button" in told(pico)
        pico.tap("UP", hold_ms=200)
        assert "UP (GP10)\n" in told(pico)
        hold(pico, "RIGHT")
        pico.run_until(lambda: "BATTERY: " in told(pico), 12_000, what="the end of it")
        assert f"PANEL: BAD\n{found}\n" in told(pico)
        assert told(pico).count(words) == 2
        pico.send(b"nim\n")
        pico.run_until(lambda: "МИР" in told(pico), 5000, what="the game")


def test_a_wire_that_is_mended_is_seen_at_once(firmware_uf2: Path) -> None:
    panel = SSD1306()
    with Pico(firmware_uf2, panel=panel, filesystem=EN) as pico:
        panel.nak = True
        pico.boot()
        pico.run_until(lambda: "Press each button" in told(pico), 3000, what="the self-test")
        panel.nak = False
        pico.run(2500)
        assert panel.on and all(panel.rows()[0]) and all(panel.rows()[-1])


def test_a_button_that_is_always_down(firmware_uf2: Path) -> None:
    with Pico(firmware_uf2, filesystem=EN) as pico:
        pico.press("DOWN")
        pico.press("LEFT")
        begun(pico)
        hold(pico, "OK")
        pico.run(2000)
        assert "LEFT (GP12): HELD\n" in told(pico) and "UP (GP10): -\n" in told(pico)


def test_on_a_battery(firmware_uf2: Path) -> None:
    """What the converter measures is told on the shelf; what is low, is said, and again never
    while the cable is plugged in."""
    with Pico(firmware_uf2, filesystem=EN) as pico:

        def game() -> bytes:
            """The picture without the row of keys, whose hint a key takes away."""
            return b"".join(pico.panel.rows()[:-8])

        pico.power(3.9, usb=False)
        pico.boot()
        pico.run_until(lambda: b"POCKET TELETYPE" in pico.output, 3000)
        pico.send(b"nim\n")
        pico.run_until(lambda: "ВАШ ХОД" in told(pico), 30_000, step_ms=50)
        pico.run(6000)
        assert "BATTERY" not in told(pico)
        pico.power(3.31)
        pico.run(31_000)
        assert "BATTERY" not in told(pico)
        before = game()
        pico.power(3.31, usb=False)
        pico.run(31_000)
        assert "BATTERY LOW" in told(pico) and game() != before
        pico.tap("OK")
        pico.run(200)
        assert game() == before
