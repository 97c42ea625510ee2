# SPDX-License-Identifier: MIT
"""`host_tools listen`: prints and speaks what a board says."""

import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import serial

from host_tools.device import listen, ports, readings, tongues, voices
from host_tools.paths import FIRMWARE, ROOT
from host_tools.sessions.targets import BoardError
from host_tools.texts import languages, po

SAID = "LANGUAGE ЯЗЫК 言語\r\nРусский\r\nOK:PLAY  ►:ABOUT\r\n日本語\r\nT=2      L=3\r\n◊ "


@pytest.mark.parametrize(
    ("line", "before", "tongue"),
    [
        ("YOUR MOVE", "ru", "en"),
        ("ВАШ ХОД", "en", "ru"),
        ("私の番です", "en", "ja"),
        ("T=2 L=3", "ru", "ru"),
        ("◊", "ja", "ja"),
        ("ﾌｫｰﾄﾗﾝ", "en", "ja"),  # narrow kana
        ("Eine Taste drücken", "en", "de"),
        ("OK:START", "de", "de"),
        ("Any key", "de", "en"),
        ("ДЕЛАЮ СВОЙ ХОД", "uk", "ru"),
        ("Машина ходить першою", "ru", "uk"),
    ],
)
def test_the_language_of_a_line(line: str, before: str, tongue: str) -> None:
    assert tongues.language(line, before) == tongue


def test_every_text_is_spoken_in_its_language() -> None:
    """The lines of each language's texts, in their order; formulas and names may be any."""
    folder = FIRMWARE / languages.FOLDER
    for code in languages.codes(folder)[1:]:
        texts = [text for entry in po.read(folder / f"{code}.po").entries for text in entry.texts]
        lines = [line for text in texts for line in text.split("\n") if len(line) > 2]
        other = [line for line in lines if tongues.language(line, code) != code]
        assert len(lines) > 1000 and len(other) < len(lines) // 100, (code, other)


def test_signs_are_words() -> None:
    assert tongues.spoken("OK:PLAY  ►:ABOUT", "en") == "OK: PLAY right : ABOUT"
    assert tongues.spoken("◊ T=1", "ru") == "машина ждёт T=1"
    assert tongues.spoken("■", "de") == "ja" and tongues.spoken("■", "pt_BR") == "yes"


def heard(arguments: list[str]) -> list[str]:
    """Return what `listen` prints of SAID and of a long line, until the board is unplugged."""
    board, port = pty.openpty()
    lines: list[str] = []
    errors: list[str] = []
    opened, open_port = threading.Event(), listen.opened

    def opening(name: str) -> object:
        found = open_port(name)  # it discards what was sent before
        opened.set()
        return found

    def run() -> None:
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(listen, "opened", opening)
                listen.main(["--once", "--port", os.ttyname(port), *arguments], lines.append)
        except BoardError as error:
            errors.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    assert opened.wait(60)
    for piece in (SAID[:30].encode(), SAID[30:].encode()):
        os.write(board, piece)
        time.sleep(0.1)
    deadline = time.monotonic() + 60
    while len(lines) < 6 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.close(port)
    os.close(board)
    thread.join(60)
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
    speaker.say(tongues.spoken("YOUR\0MOVE", "en"), "en")
    speaker.finish()
    assert said.read_text() == "YOUR MOVE\n"
    speaker.stop()


def awaited(log: Path, said: str, deadline: float) -> None:
    """Return once `log` has the line `said`; fail at `deadline`."""
    while not log.exists() or said not in log.read_text().splitlines():
        assert time.monotonic() < deadline, said
        time.sleep(0.02)


@pytest.mark.slow
def test_the_newest_wins(only: Path, tmp_path: Path) -> None:
    """Ten lines in a second, each spoken for a minute: the tenth waits for none of them."""
    log = tmp_path / "log"
    program(only, "espeak-ng", f'echo "begin $4" >> {log}; exec sleep 60')
    speaker = voices.Speaker()
    for number in range(10):
        time.sleep(0.1)
        speaker.say(f"line {number}", "en")
    deadline = time.monotonic() + 50
    awaited(log, "begin line 9", deadline)
    speaker.stop()
    assert time.monotonic() < deadline


@pytest.mark.slow
@pytest.mark.parametrize("pause", [0.02, 0.09])
def test_a_button_that_is_held_leaves_no_queue(only: Path, tmp_path: Path, pause: float) -> None:
    """It brings a row every 0.08 seconds, a knob faster: the last row is spoken soon.

    The rows are those of more than two screens.
    """
    log = tmp_path / "log"
    program(only, "espeak-ng", f'echo "begin $4" >> {log}; exec sleep 0.2')
    speaker = voices.Speaker()
    rows = round(2.2 * voices.SCREEN / pause)
    for number in range(rows):
        speaker.say(f"T={number}", "en")
        time.sleep(pause)
    speaker.finish()
    speaker.stop()
    begun = log.read_text().splitlines()
    assert begun[-1] == f"begin T={rows - 1}"
    assert len(begun) <= rows


VISIT = [
    (0, "T=1 L=6"),
    (0, "OK:LINE HOLD OK:PROMPT◊"),
    (0, "ДЕЛАЮ СВОЙ ХОД"),
    (0.2, "T=2 L=3"),
    (0.3, "ВАШ ХОД"),
    (0.25, "◊ T=1"),
]
"""Seconds and lines after an answer to Nim, as an exhibit sends them twice as fast as usual."""


@pytest.mark.slow
def test_the_paper_of_a_move_is_spoken_whole(only: Path, tmp_path: Path) -> None:
    """In order, although each line takes longer than the pause before the next; without the keys.
    The next value that somebody chooses interrupts it."""
    log = tmp_path / "log"
    program(only, "espeak-ng", f'echo "$4" >> {log}; exec sleep 0.4')
    speaker = voices.Speaker()
    kinds = listen.Kinds()
    for pause, line in VISIT:
        time.sleep(pause)
        speaker.say(line, "ru", kinds.of(line))
    speaker.finish()
    expected = [line for _, line in VISIT if "OK:" not in line]
    assert log.read_text().splitlines() == expected
    for line in ("T=2", "T=3"):
        speaker.say(line, "ru", kinds.of(line))
        awaited(log, line, time.monotonic() + 50)
    assert log.read_text().splitlines() == [*expected, "T=2", "T=3"]
    speaker.stop()


@pytest.mark.slow
def test_paper_without_end_does_not_pile_up(only: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    program(only, "espeak-ng", f'echo "$4" >> {log}; exec sleep 0.05')
    speaker = voices.Speaker()
    for number in range(100):
        speaker.say(str(number), "en", voices.Kind.PAPER)
    speaker.finish()
    speaker.stop()
    begun = log.read_text().splitlines()
    assert begun[-voices.WAITING :] == [str(number) for number in range(88, 100)]
    assert len(begun) < 20


@pytest.mark.parametrize(
    ("lines", "kinds"),
    [
        (["◊ ", "A◊ ", "◊ T=2", "ХОД"], "PPNN"),
        (["OK:先へ OK長押し:入力待ち◊", "T=2 L=3", "A◊ T=1", "T=2"], "KPPN"),
        (["ДАЛЬШЕ:OK ДЕРЖИТЕ:ВВОД ◊", "ВЫ ПРОИГРАЛИ", "OK:AGAIN", "BACK:PAPER"], "KPPN"),
        (["NIM", "OK:RESUME", "◊ NIM RESUME", "YEN"], "NNNN"),
    ],
)
def test_what_kind_a_line_is(lines: list[str], kinds: str) -> None:
    known = listen.Kinds()
    assert [known.of(line).name[0] for line in lines] == list(kinds)


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
    assert log.read_text() == "ばらです\n"
    speaker.say("ｶｰﾄﾞ３", "ja")  # as a narrow printer has it
    speaker.finish()
    speaker.stop()
    assert log.read_text().splitlines()[1] == "カード3"


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
            place.unlink()  # first: a terminal of another test may get the old name
            os.close(board)
            os.close(port)
            told = process.stderr.readline()
            assert "waiting for it" in told, told
            time.sleep(1.5)  # dark for a while
            board, port = pty.openpty()
            place.symlink_to(os.ttyname(port))
            assert process.stderr.readline() == "listen: the board is back\n"
        process.terminate()
        assert process.wait(10) == 128 + signal.SIGTERM
    finally:
        process.kill()
        process.wait()
        os.close(board)
        os.close(port)


def test_a_port_that_goes_while_it_is_opened(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A cable that bounces: pyserial then raises an error of `termios`, which is no OSError."""
    board, port = pty.openpty()
    name = os.ttyname(port)
    real = serial.serial_for_url
    tries: list[Any] = []

    def bouncing(*words: Any, **more: Any) -> Any:
        tries.append(words)
        if len(tries) in (2, 3, 4):  # of listen, of `reason` and of listen again
            raise termios.error(5, "Input/output error")
        return real(*words, **more)

    monkeypatch.setattr(serial, "serial_for_url", bouncing)
    monkeypatch.setattr(listen, "AGAIN", 0.01)
    listen.opened(name).close()
    opened = listen.back(ports.Found(name))
    assert len(tries) > 4
    opened.close()
    os.close(board)
    os.close(port)
