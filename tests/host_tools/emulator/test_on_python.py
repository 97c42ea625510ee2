# SPDX-License-Identifier: MIT
"""`play` before there is an image: the firmware on this Python, and the build behind it."""

import os
import sys
import time
from pathlib import Path

import pytest

from host_tools.emulator.on_python import Build, OnPython
from host_tools.emulator.ssd1306 import SSD1306


def test_it_plays_and_keeps_its_files(tmp_path: Path) -> None:
    """The first start asks for the language; the next one goes on from the files."""
    here = OnPython(tmp_path, SSD1306())
    here.run_wall(60, limit_ms=800)
    assert here.millis == 800
    asked = here.panel.rows()
    assert any(map(any, asked))
    for key in ("OK", "OK"):
        here.press(key)
        assert here.pressed == {key}
        here.run_wall(60, limit_ms=60)
        here.release(key)
        here.run_wall(60, limit_ms=700)
    assert here.pressed == frozenset() and here.panel.rows() != asked
    assert "language=en" in (tmp_path / "settings.txt").read_text(encoding="utf-8")
    again = OnPython(tmp_path, SSD1306())
    again.run_wall(60, limit_ms=800)
    assert again.panel.rows() != asked


def test_its_pace(tmp_path: Path) -> None:
    """No faster than the pace, and a key on the terminal ends the wait."""
    here = OnPython(tmp_path, SSD1306())
    begin = time.monotonic()
    here.run_wall(0.4, pace=0.5)
    assert time.monotonic() - begin >= 0.4 and here.millis <= 205
    read, write = os.pipe()
    os.write(write, b"x")
    here.run_wall(60, pace=1.0, wake=[read])
    os.close(read)
    os.close(write)


@pytest.mark.parametrize(
    ("script", "told"),
    [("exit 0", "is ready: q, then play again"), ("exit 1", "no image, see ")],
)
def test_the_build_behind_it(
    script: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says what is running, and what has come of the image."""
    tool = tmp_path / "python"
    tool.write_text(
        f"#!/bin/sh\necho built $*; while [ ! -e {tmp_path}/go ]; do sleep 0.05; done\n{script}\n"
    )
    tool.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tool))
    build = Build("pico", tmp_path / "logs" / "build.log")
    assert not build.done(0.2) and build.told().endswith("image is being built")
    (tmp_path / "go").touch()
    assert build.done(20) and told in build.told()
    log = (tmp_path / "logs" / "build.log").read_text(encoding="utf-8")
    assert log == "built -m host_tools build uf2 --board pico\n"
