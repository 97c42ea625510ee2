# SPDX-License-Identifier: MIT
"""An exhibit on the emulated Pico, played with one button; what offering the keys takes."""

from pathlib import Path

from host_tools.emulator.pico import Pico, make_filesystem
from host_tools.lab.measure.bench import START
from tests.helpers.screen import texts

FILES = {
    "exhibit.txt": b"say=on\nscan=on\npace=600\nlock=no\nprograms=nim\nfixed=nim heaps=3,4,6\n",
    "settings.txt": b"language=en\nspeed=fast\n",
}

TURNS = """
import time
def turns(wanted, most):
    for turn in range(most):
        app.tick(); time.sleep_ms(10)
        if type(app.activity).__name__ == wanted: return
    raise ValueError(type(app.activity).__name__)
turns("Attract", 300)
app.buttons.push(4)
turns("Languages", 300)
for turn in range(100): app.tick(); time.sleep_ms(10)
app.exhibit.voice = None
def offered():
    gc.collect(); gc.disable()
    scanning = app.exhibit.scanning
    before = gc.mem_alloc()
    steps = 0
    at = scanning._at
    for turn in range(300):
        app.tick(); time.sleep_ms(10)
        if scanning._at != at:
            at = scanning._at
            steps += 1
    allocated = gc.mem_alloc() - before
    gc.enable()
    return steps, allocated
print(*offered())
"""


def test_nim_is_played_with_one_button(firmware_uf2: Path) -> None:
    """Only OK is ever touched, and only when the key that is wanted was said last."""
    with Pico(str(firmware_uf2), filesystem=make_filesystem(FILES)) as pico:
        pico.boot()
        pico.run_until(lambda: b"Press any key" in pico.output, 5000, step_ms=20)
        pico.run(500)

        def choose(key: str) -> None:
            pico.run(400)
            begun = len(pico.output)
            wanted = f"\n{key}\r\n".encode()
            pico.run_until(
                lambda: wanted in pico.output[begun - 2 :], 10_000, step_ms=10, what=key
            )
            pico.tap("OK", hold_ms=60, gap_ms=100)

        pico.tap("OK", hold_ms=60, gap_ms=100)
        choose("OK")
        pico.run_until(lambda: "◊".encode() in pico.output, 20_000, step_ms=20)
        pico.run(2000)
        for key in ("▼", "OK"):
            choose(key)
            pico.run(1000)
        pico.run_until(lambda: pico.output.count("◊".encode()) >= 2, 20_000, step_ms=20)
        assert pico.panel.unknown == []
        pico.run(2500)
        assert any(row.startswith("OK  ") for row in texts(pico.panel))


def test_nothing_is_allocated_from_one_key_to_the_next(firmware_uf2: Path) -> None:
    with Pico(str(firmware_uf2), filesystem=make_filesystem(FILES)) as pico:
        pico.boot()
        pico.execute(START)
        printed = pico.execute(TURNS, timeout_ms=60_000)
        steps, allocated = map(int, printed.split()[-2:])
        assert steps >= 4 and allocated == 0
