# SPDX-License-Identifier: MIT
"""`host_tools listen`: prints and speaks what a board says."""

import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from host_tools.device import listen, readings, voices
from host_tools.paths import FIRMWARE, ROOT
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
            listen.main(["--once", "--port", os.ttyname(port), *arguments], lines.append)
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


def program(folder: Path, name: str, text: str) -> None:
    """Put a program into a folder of the PATH."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture
def only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that alone is on the PATH, with the shell's own programs."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("sh", "sleep", "cat"):
        (folder / name).symlink_to(shutil.which(name) or "")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(voices, "VOICES", (str(tmp_path / "voices"),))
    monkeypatch.setattr(voices, "DICTIONARIES", (str(tmp_path / "dictionary"),))
    return folder


def test_what_is_said_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """This includes a line without an end, after a moment, and characters split into bytes."""
    expected = [line for line in SAID.split("\r\n") if line]
    assert heard(["--silent"]) == expected
    assert capsys.readouterr().err == ""


def test_it_is_spoken(only: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    program(only, "espeak-ng", f'echo "$2 $4" >> {log}')
    heard([])
    spoken = log.read_text().splitlines()
    assert spoken[1] == "ru Русский" and spoken[2] == "en OK: PLAY right : ABOUT"
    assert spoken[3] == "ja にほんご" and spoken[-1] == "ja けいさんきがまっています"


def test_without_a_speaker(only: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(heard([])) == 6
    assert "espeak-ng is not installed" in capsys.readouterr().err


def test_a_port_that_is_none() -> None:
    with pytest.raises(BoardError, match="no such port"):
        listen.main(["--port", "/dev/nowhere"])


def test_a_line_that_cannot_be_spoken_does_not_end_the_speech(
    only: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A NUL becomes a blank; a speaker that fails once is used again."""
    said = tmp_path / "said"
    (only / "espeak-ng").write_bytes(b"\0no program")
    (only / "espeak-ng").chmod(0o755)
    speaker = voices.Speaker()
    speaker.say("lost", "en")
    while not capsys.readouterr().err.startswith("listen: a line was not spoken: "):
        time.sleep(0.01)
    program(only, "espeak-ng", f'echo "$4" >> {said}')
    speaker.say(listen.spoken("YOUR\0MOVE", "en"), "en")
    speaker.finish()
    assert said.read_text() == "YOUR MOVE\n"
    speaker.stop()


@pytest.mark.slow
def test_the_newest_wins(only: Path, tmp_path: Path) -> None:
    """Ten lines in three seconds, each spoken for two: the tenth begins at once."""
    log = tmp_path / "log"
    program(only, "espeak-ng", f'echo "begin $4" >> {log}; exec sleep 2')
    speaker = voices.Speaker()
    for number in range(10):
        time.sleep(0.33)
        speaker.say(f"line {number}", "en")
    deadline = time.monotonic() + 1
    while "line 9" not in log.read_text() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert "begin line 9" in log.read_text()
    start = time.monotonic()
    speaker.stop()
    assert time.monotonic() - start < 1


@pytest.mark.slow
def test_lines_that_come_together_are_spoken_in_order(only: Path, tmp_path: Path) -> None:
    """A screen, the paper of a move; a prompt sign, which comes later, interrupts nothing."""
    log = tmp_path / "log"
    program(only, "espeak-ng", f'echo "$4" >> {log}; exec sleep 0.5')
    speaker = voices.Speaker()
    paper = ["ДЕЛАЮ СВОЙ ХОД", "T=2 L=3", "ВАШ ХОД"]
    for line in paper:
        speaker.say(line, "ru")
    time.sleep(0.5)
    speaker.say("машина ждёт", "ru", waits=True)
    speaker.finish()
    assert log.read_text().splitlines() == [*paper, "машина ждёт"]
    speaker.stop()


@pytest.mark.parametrize(("line", "prompt"), [("◊ ", 1), ("A◊ ", 1), ("◊ T=2", 0), ("ХОД", 0)])
def test_which_line_is_a_prompt(line: str, prompt: int) -> None:
    assert (listen.PROMPT.fullmatch(line) is not None) == prompt


def test_open_jtalk_reads_kanji(only: Path, tmp_path: Path) -> None:
    """It speaks if it has a voice, a dictionary and a player; then espeak-ng is not asked."""
    log = tmp_path / "log"
    program(only, "espeak-ng", f'echo "espeak $4" >> {log}')
    skip = 'while [ "$1" != -ow ]; do shift; done'
    program(only, "open_jtalk", f'{skip}; cat > "$2"; cat "$2" >> {log}')
    program(only, "aplay", f'echo " played" >> {log}')
    assert voices.japanese() == "espeak-ng with the readings of our texts"
    (tmp_path / "voices/nitech").mkdir(parents=True)
    (tmp_path / "voices/nitech/one.htsvoice").touch()
    (tmp_path / "dictionary").mkdir()
    assert voices.japanese() == "Open JTalk"
    speaker = voices.Speaker()
    speaker.say("薔薇です", "ja")
    speaker.finish()
    speaker.stop()
    assert log.read_text() == "薔薇です played\n"


def test_kakasi_reads_what_our_table_lacks(
    only: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log"
    program(only, "espeak-ng", f'echo "$4" >> {log}')
    speaker = voices.Speaker()
    speaker.say("薔薇です", "ja")
    speaker.finish()
    assert not log.exists()
    assert "a line was not spoken: its kanji are unknown; `doctor`" in capsys.readouterr().err
    program(only, "kakasi", "cat > /dev/null; echo ばらです")
    speaker.say("薔薇です", "ja")
    speaker.finish()
    speaker.stop()
    assert log.read_text() == "ばらです\n"


def test_our_own_texts_need_no_dictionary() -> None:
    """Nearly all Japanese lines of the device become kana; new kanji need their readings."""
    sources = [*(FIRMWARE / "teletype/words").rglob("ja.po")]
    sources += (FIRMWARE / "teletype/words").rglob("ja/*.py")
    lines = [line for path in sources for line in path.read_text("utf-8").splitlines()]
    wanted = [line for line in lines if readings.KANJI.search(line)]
    unread = [line for line in wanted if readings.KANJI.search(readings.kana(line))]
    assert len(wanted) > 500
    assert len(unread) < len(wanted) // 50, unread


@pytest.mark.parametrize(
    ("text", "kana"),
    [
        ("あなたの勝ちです", "あなたのかちです"),
        ("一つの山から取ってください", "ひとつのやまからとってください"),
        ("計算機が待っています", "けいさんきがまっています"),
        ("残り3個", "のこり3こ"),
        ("札を出す", "ふだをだす"),
        ("9月の日曜日", "9がつのにちようび"),
    ],
)
def test_readings(text: str, kana: str) -> None:
    assert readings.kana(text) == kana


@pytest.mark.slow
def test_it_waits_for_the_board_to_come_back(tmp_path: Path) -> None:
    """After a power cut, on the same name; it ends with SIGTERM."""
    place = tmp_path / "board"
    board, port = pty.openpty()
    place.symlink_to(os.ttyname(port))
    process = subprocess.Popen(
        [sys.executable, "-m", "host_tools", "listen", "--silent", "--port", str(place)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        for line in ("NIM", "RACE"):
            for _ in range(100):
                os.write(board, f"{line}\r\n".encode())
                if select.select([process.stdout], [], [], 0.2)[0]:
                    break
            assert process.stdout.readline() == f"{line}\n"
            os.close(board)
            os.close(port)
            told = process.stderr.readline()
            assert "waiting for it" in told, told
            time.sleep(1.5)  # dark for a while
            board, port = pty.openpty()
            place.unlink()
            place.symlink_to(os.ttyname(port))
            assert process.stderr.readline() == "listen: the board is back\n"
        process.terminate()
        assert process.wait(10) == 128 + signal.SIGTERM
    finally:
        process.kill()
        process.wait()
        os.close(board)
        os.close(port)
