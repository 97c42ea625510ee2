# SPDX-License-Identifier: MIT
"""`host_tools listen`: prints and speaks what a board says."""

import os
import pty
import threading
import time
from pathlib import Path

import pytest

from host_tools.device import listen
from host_tools.sessions.targets import BoardError

SAID = "LANGUAGE ЯЗЫК 言語\r\nРусский\r\nOK:PLAY  ►:ABOUT\r\n日本語\r\nT=2      L=3\r\n◊ "


@pytest.mark.parametrize(
    ("line", "before", "tongue"),
    [
        ("YOUR MOVE", "ru", "en"),
        ("ВАШ ХОД", "en", "ru"),
        ("私の番です", "en", "ja"),
        ("T=2 L=3", "ru", "ru"),
        ("◊", "ja", "ja"),
    ],
)
def test_the_language_of_a_line(line: str, before: str, tongue: str) -> None:
    assert listen.language(line, before) == tongue


def test_signs_are_words() -> None:
    assert listen.spoken("OK:PLAY  ►:ABOUT", "en") == "OK: PLAY right : ABOUT"
    assert listen.spoken("◊ T=1", "ru") == "машина ждёт T=1"


def heard(arguments: list[str]) -> list[str]:
    """Return what `listen` prints of SAID and of a long line, until the board is unplugged."""
    board, port = pty.openpty()
    lines: list[str] = []
    errors: list[str] = []

    def run() -> None:
        try:
            listen.main(["--port", os.ttyname(port), *arguments], lines.append)
        except BoardError as error:
            errors.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.3)
    for piece in (SAID[:30].encode(), SAID[30:].encode()):
        os.write(board, piece)
        time.sleep(0.1)
    deadline = time.monotonic() + 10
    while len(lines) < 6 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.close(port)
    os.close(board)
    thread.join(20)
    assert errors and errors[0].startswith("the board is gone"), errors
    return lines


def test_what_is_said_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """This includes a line without an end, after a moment, and characters split into bytes."""
    expected = [line for line in SAID.split("\r\n") if line]
    assert heard(["--silent"]) == expected
    assert capsys.readouterr().err == ""


def test_it_is_spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    speaker = tmp_path / "espeak-ng"
    speaker.write_text(f'#!/bin/sh\necho "$2 $4" >> {log}\n')
    speaker.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    heard([])
    spoken = log.read_text().splitlines()
    assert spoken[1] == "ru Русский" and spoken[2] == "en OK: PLAY right : ABOUT"
    assert spoken[3] == "ja 日本語" and spoken[-1] == "ja 計算機が待っています"


def test_without_a_speaker(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert len(heard([])) == 6
    assert "espeak-ng is not installed" in capsys.readouterr().err


def test_a_port_that_is_none() -> None:
    with pytest.raises(BoardError, match="no such port"):
        listen.main(["--port", "/dev/nowhere"])


def test_a_line_that_cannot_be_spoken_does_not_end_the_speech(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A NUL becomes a blank; a speaker that fails once is used again."""
    said = tmp_path / "said"
    command = tmp_path / "speaker"
    command.write_text(f'#!/bin/sh\necho "$4" >> {said}\n')
    speaker = listen.Speaker(str(command))  # not executable yet
    speaker.say("lost", "en")
    while not capsys.readouterr().err.startswith("listen: a line was not spoken: "):
        time.sleep(0.01)
    command.chmod(0o755)
    speaker.say(listen.spoken("YOUR\0MOVE", "en"), "en")
    speaker.finish()
    assert said.read_text() == "YOUR MOVE\n"
