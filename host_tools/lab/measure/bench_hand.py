# SPDX-License-Identifier: MIT
"""What drains a battery, and what an update sends over the wire, on the emulated Pico.

The processor's active time is computed from the cycles that it ran. The emulator always uses the
board's usual clock, even while the firmware lowers the chip's. An update changes one module, on a
board that `flash` has updated before; bytes are those of both directions.
"""

from pathlib import Path

from host_tools.build import images
from host_tools.build.definition import SDK
from host_tools.device import flash, packs, slots
from host_tools.device.link import Files, Link
from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.lab.measure.figures import Figure

SETTINGS = {"settings.txt": b"language=en\nspeed=fast\ndim=0\nblank=1\n"}
"""Settings for quick printing and a panel that turns off after a minute."""

_CHANGED = "teletype/handheld/screens/about.mpy"


def active(pico: Pico, ms: float) -> float:
    """Return the share of the next `ms` of emulated time in which the processor is active."""
    cycles, nanos = pico.cycles, pico.nanos
    pico.run(ms)
    return (pico.cycles - cycles) * 1e9 / pico.clock / (pico.nanos - nanos)


def at_a_prompt(pico: Pico) -> None:
    """Start the board and play Nim to the first prompt."""
    pico.boot()
    pico.run(500)
    pico.send(b"nim\n")
    pico.run_until(lambda: "ВАШ ХОД".encode() in pico.output, 5000, what="the stop")
    pico.run(2000)


def rest(uf2: Path) -> list[Figure]:
    """Share of active time while the device waits for a person."""
    with Pico(uf2, filesystem=make_filesystem(SETTINGS)) as pico:
        at_a_prompt(pico)
        prompt = active(pico, 3000)
        pico.run(61_000)
        dark = active(pico, 3000)
    return [
        Figure("active at a prompt", round(1_000_000 * prompt), "ppm", 50_000),
        Figure("active with the panel off", round(1_000_000 * dark), "ppm", 20_000),
    ]


def update(uf2: Path) -> list[Figure]:
    """What an update of a stock board costs on the wire: without changes, and for one module."""
    from host_tools.emulator.emulated import Transport  # needs Unix

    with Pico(images.plain(), filesystem=make_filesystem(SETTINGS)) as pico:
        pico.boot()
        link = Link(Transport(pico), lambda: pico.millis / 1000)
        link.interrupt()
        told = flash.ask(link)
        board = SDK[pico.chip]
        modules = flash.firmware_files(board, flash.architecture(told, board))
        wanted = packs.packed(modules)
        _put(link, told, wanted)
        link.restart()
        if not link.hears(flash.HOLDS, flash.PATIENCE):
            raise ValueError("the new firmware was not confirmed")
        link.interrupt()
        sent = _Counter(pico)
        told = flash.ask(link)
        nothing = sum(sent())
        if not told.has(wanted):
            raise ValueError("the board did not accept the firmware")
        begun = pico.millis
        other = packs.packed({**modules, _CHANGED: modules[_CHANGED] + bytes(4)})
        if _put(link, flash.ask(link), other) != 1:
            raise ValueError("more than one file was sent")
        return [
            Figure("update: nothing has changed, on the wire", nothing, "bytes"),
            Figure("update: one module, on the wire", sum(sent()) - nothing, "bytes"),
            Figure("update: one module", round(pico.millis - begun), "ms", 3000),
        ]


def _put(link: Link, told: flash.Told, wanted: dict[str, bytes]) -> int:
    return slots.Board(Files(link), told.image, lambda text: None).put(wanted)


class _Counter:
    """Counts bytes to and from a board; a call returns both."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico
        self._to = 0
        self._send = pico.send
        self._from = len(pico.output)
        pico.send = self._count  # type: ignore[method-assign]

    def _count(self, data: bytes) -> None:
        self._to += len(data)
        self._send(data)

    def __call__(self) -> tuple[int, int]:
        return self._to, len(self._pico.output) - self._from
