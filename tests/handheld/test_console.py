# SPDX-License-Identifier: MIT
"""The console on the serial port, with a terminal's bytes: lines, rubbing out, lines too long."""

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from teletype.request import Malformed, Numbers


class Keyboard(io.BytesIO):
    """What has been typed; `select.poll` sees it ready as long as there is more."""

    def ready(self) -> bool:
        return self.tell() < len(self.getvalue())


def console(typed: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[int]]:
    """A Console on which `typed` has been typed, and how often its bell has rung."""
    from handheld import console as module

    keyboard = Keyboard(typed)
    poll = SimpleNamespace(
        register=lambda *_: None, ipoll=lambda _: [0] if keyboard.ready() else []
    )
    monkeypatch.setattr(module.select, "poll", lambda: poll)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=keyboard))
    output = SimpleNamespace(write=lambda _: None, buffer=io.BytesIO())
    monkeypatch.setattr(sys, "stdout", output)
    made = module.Console()
    rings: list[int] = []
    made.bell = lambda: rings.append(1)
    return made, rings


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (b"2 1\r\n", "2 1"),
        (b"2 1\n", "2 1"),
        (b"2 19\x7f\n", "2 1"),
        ("ТА\b\b\b1\n".encode(), "1"),
        (b"\xff\n", "\ufffd"),
        (b"2\x01 1\n", "2 1"),
    ],
)
def test_a_typed_line(typed: bytes, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made, rings = console(typed, monkeypatch)
    assert made.read() == line and made.read() is None and not rings


def test_a_line_that_is_too_long_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its end is missing, so that it would be another one; the next line is taken again."""
    made, rings = console(b"2" + b" " * 998 + b"10\n3 4\n", monkeypatch)
    with pytest.raises(Malformed, match="more than 1000 characters"):
        Numbers(("T", 1, 3), ("L", 0, 8)).parse(made.read())
    assert len(rings) == 1 and made.read() == "3 4"
