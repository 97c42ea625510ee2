# SPDX-License-Identifier: MIT
"""Speech on this computer, in the four languages of the device, for `host_tools listen`.

`espeak-ng` speaks all four, but reads a kanji as the words "Chinese letter". So Japanese is spoken
by Open JTalk, if it has a voice. Otherwise its kanji become kana, by `kakasi` or by the project's
own table (`host_tools.device.readings`), for espeak-ng. A line with a kanji that nobody can read
is left out, with a message.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from host_tools.device import readings
from host_tools.usage import DOCTOR, shown, tell

ESPEAK, JTALK, KAKASI = "espeak-ng", "open_jtalk", "kakasi"

PLAYERS = (("aplay", "-q"), ("paplay",), ("pw-play",), ("afplay",))
"""Programs that play a WAV file."""

DICTIONARIES = ("/var/lib/mecab/dic/open-jtalk/naist-jdic", "/usr/local/share/open_jtalk/dic")
VOICES = ("/usr/share/hts-voice", "/usr/local/share/hts-voice")
"""Folders of Open JTalk's dictionary and of its voices."""

TOGETHER = 0.25
"""Seconds between lines that belong together."""

READS = 10.0
"""Seconds for `kakasi` to read a line."""


def voice() -> Path | None:
    """Return Open JTalk's first voice, None if there is none."""
    found = [path for folder in VOICES for path in sorted(Path(folder).rglob("*.htsvoice"))]
    return found[0] if found else None


def dictionary() -> Path | None:
    return next((Path(each) for each in DICTIONARIES if Path(each).is_dir()), None)


def player() -> tuple[str, ...] | None:
    return next((words for words in PLAYERS if shutil.which(words[0])), None)


def jtalk() -> bool:
    """Whether Open JTalk can speak here."""
    return bool(shutil.which(JTALK) and voice() and dictionary() and player())


def japanese() -> str:
    """Return how Japanese is spoken here; "" if it is not."""
    if jtalk():
        return "Open JTalk"
    if not shutil.which(ESPEAK):
        return ""
    return f"{ESPEAK} with {KAKASI if shutil.which(KAKASI) else 'the readings of our texts'}"


def kana(text: str) -> str:
    """Return a Japanese text without kanji, "" if somebody must read one first."""
    text = readings.kana(text)
    if readings.KANJI.search(text) and shutil.which(KAKASI):
        command = [KAKASI, "-i", "utf8", "-o", "utf8", "-JH", "-KH", "-s"]
        done = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=READS, check=False
        )
        text = done.stdout.decode("utf-8", "replace").strip()
    return "" if readings.KANJI.search(text) else text


class Speaker:
    """Speaks lines, one after the other; newer ones interrupt."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[str, str]] = []
        self._ends = self._busy = False
        self._last = 0.0
        self._number = 0
        """Grows when what is spoken is interrupted."""
        self._process: subprocess.Popen[bytes] | None = None
        self._told: set[str] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def say(self, text: str, tongue: str, waits: bool = False) -> None:
        """Speak a line; unless it `waits`, or comes together with the last one, at once."""
        now = time.monotonic()
        with self._changed:
            if not waits and now - self._last > TOGETHER:
                self._interrupt()
            if not waits:
                self._last = now
            self._waiting.append((text, tongue))
            self._changed.notify_all()

    def _interrupt(self) -> None:
        self._waiting.clear()
        self._number += 1
        if self._process is not None:
            self._process.terminate()

    def finish(self) -> None:
        """Wait until everything is spoken."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting and not self._busy)

    def stop(self) -> None:
        """Be silent at once."""
        with self._changed:
            self._ends = True
            self._interrupt()
            self._changed.notify_all()
        self._thread.join(READS)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._waiting or self._ends)
                if self._ends:
                    return
                text, tongue = self._waiting.pop(0)
                self._busy = True
                number = self._number
            try:
                self._speak(text, tongue, number)
            except (OSError, ValueError, subprocess.SubprocessError) as error:
                self._tell(f"a line was not spoken: {shown(str(error))}")

    def _tell(self, message: str) -> None:
        """Tell a message once."""
        if message not in self._told:
            self._told.add(message)
            tell(f"listen: {message}\n")

    def _speak(self, text: str, tongue: str, number: int) -> None:
        if tongue == "ja" and jtalk():
            self._by_jtalk(text, number)
            return
        if not shutil.which(ESPEAK):
            return
        if tongue == "ja":
            text = kana(text)
            if not text:
                self._tell(f"a line was not spoken: its kanji are unknown; {DOCTOR}")
                return
        self._call([ESPEAK, "-v", tongue, "--", text], number)

    def _by_jtalk(self, text: str, number: int) -> None:
        words = player()
        assert words
        with tempfile.TemporaryDirectory(prefix="pocket-teletype-") as folder:
            sound = str(Path(folder) / "line.wav")
            command = [JTALK, "-x", str(dictionary()), "-m", str(voice()), "-ow", sound]
            if self._call(command, number, text.encode()):
                self._call([*words, sound], number)

    def _call(self, command: list[str], number: int, given: bytes | None = None) -> bool:
        """Run a program unless what is spoken was interrupted; return whether it succeeded."""
        with self._changed:
            if number != self._number:
                return False
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        try:
            self._process.communicate(given)
            return self._process.returncode == 0
        finally:
            self._process = None
