# SPDX-License-Identifier: MIT
"""What a battery pays for: the share of the time in which the processor is not asleep."""

from pathlib import Path

from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.lab.measure.bench_hand import SETTINGS, active, at_a_prompt


def test_the_processor_sleeps_between_keys(firmware_uf2: Path) -> None:
    """At a prompt; with the panel off, where the press that wakes it does nothing else; and the
    serial port is there all the time."""
    with Pico(firmware_uf2, filesystem=make_filesystem(SETTINGS)) as pico:
        at_a_prompt(pico)
        # 5.04 % were measured: it polls the keys every 5 ms, and each poll costs a little
        assert active(pico, 3000) <= 0.055
        pico.run(61_000)
        assert not pico.panel.on and active(pico, 3000) <= 0.02
        told = len(pico.output)
        pico.tap("OK", hold_ms=100, gap_ms=100)
        assert pico.panel.on and len(pico.output) == told
        pico.send(b"2 1\n")
        pico.run(500)
        assert b"T=1      L=5" in pico.output[told:] and pico.connected


def test_the_clock_is_lowered_and_put_back(firmware_uf2: Path) -> None:
    """The registers of the chip's PLL take what the driver writes, and the USB stays; Ctrl-C finds
    the clock as fast as ever, however long the handheld has rested."""
    with Pico(firmware_uf2, filesystem=make_filesystem(SETTINGS)) as pico:
        pico.boot()
        pico.run(5000)
        asked = "import machine; print(machine.freq())"
        assert pico.execute(asked) == f"{pico.clock}\n"
        lower = "from teletype.drivers import clock; was = clock.lower(); print(was)"
        assert pico.execute(lower) == f"{pico.clock}\n"
        assert pico.execute(asked) == "48000000\n"
        assert pico.execute(f"clock.restore(was); {asked}") == f"{pico.clock}\n"
        assert pico.connected
