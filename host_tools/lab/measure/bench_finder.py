# SPDX-License-Identifier: MIT
"""How long the finder searches for a panel on the emulated Pico, in emulated time.

The cases: a panel on the pins that are tried last, a board without one, and a line held low.
"""

from pathlib import Path

from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.emulator.ssd1306 import SH1106, SSD1306
from host_tools.lab.measure.figures import Figure

LOOKS = """
from time import ticks_diff, ticks_ms
from teletype import finder
from teletype.handheld.parts import board_file
begin = ticks_ms()
found = finder.find_panel(board_file.values(), lambda line: None)
print(ticks_diff(ticks_ms(), begin), found and found[0]["sda"])
"""
"""Prints the milliseconds that the finder takes, and the SDA pin or None."""

FOUND, NONE = 100, 2000
"""Goals in milliseconds, with a panel and with none that answers."""

_SETTINGS = {"settings.txt": b"language=en\nspeed=fast\n"}


def looks(uf2: Path, panel: SSD1306, pair: tuple[int, int]) -> tuple[int, int | None]:
    """Return the milliseconds that the search takes and the SDA pin found, None without one.

    The panel is at the pins `pair`: SDA, SCL.
    """
    with Pico(uf2, panel=panel, i2c=(0, *pair), filesystem=make_filesystem(_SETTINGS)) as pico:
        pico.boot()
        took, found = pico.execute(LOOKS).split()
    return int(took), None if found == "None" else int(found)


def finder(uf2: Path) -> list[Figure]:
    """How long the search takes with other wiring, and with none."""
    apart, _ = looks(uf2, SH1106(), (28, 21))
    none, _ = looks(uf2, SSD1306(address=0x70), (20, 21))  # no panel has this address
    held = SSD1306()
    held.stuck = True
    low, _ = looks(uf2, held, (20, 21))
    return [
        Figure("finder: a panel on other pins", apart, "ms", FOUND),
        Figure("finder: no panel on any pins", none, "ms", NONE),
        Figure("finder: a line held low", low, "ms", NONE),
    ]
