# SPDX-License-Identifier: MIT
"""Speech on this computer, in the languages of the device, for `host_tools listen`.

`espeak-ng` speaks them all, but reads a kanji as the words "Chinese letter". So Japanese is spoken
by Open JTalk, if it has a voice. Otherwise its kanji become kana, by `kakasi` or by the project's
own table (`host_tools.device.readings`), for espeak-ng. A line with a kanji that nobody can read
is left out, with a message.
"""

from __future__ import annotations

import enum
import shutil
import subprocess
import tempfile
import threading
import time
import unicodedata
from pathlib import Path

from host_tools.device import readings
from host_tools.usage import DOCTOR, shown, tell

ESPEAK, JTALK, KAKASI = "espeak-ng", "open_jtalk", "kakasi"

PLAYERS = (("aplay", "-q"), ("paplay",), ("pw-play",), ("afplay",))
"""Programs that play a WAV file."""

DICTIONARIES = ("/var/lib/mecab/dic/open-jtalk/naist-jdic", "/usr/local/share/open_jtalk/dic")
VOICES = ("/usr/share/hts-voice", "/usr/local/share/hts-voice")
"""Folders of Open JTalk's dictionary and of its voices."""

TOGETHER = 0.06
"""Seconds between lines that belong together. On an emulated Pico the rows of a screen come within
0.05 seconds of each other; a button that is held brings the next row every 0.08 seconds."""

SCREEN = 0.5
"""Seconds for all rows of a screen: a knob that is turned brings rows without a pause."""

WAITING = 12
"""Most lines of paper that wait: one move of any program. Older ones are dropped."""

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
    """Return a Japanese text without kanji, "" if somebody must read one first.

    Narrow kana and wide digits become the usual ones.
    """
    text = readings.kana(unicodedata.normalize("NFKC", text))
    if readings.KANJI.search(text) and shutil.which(KAKASI):
        command = [KAKASI, "-i", "utf8", "-o", "utf8", "-JH", "-KH", "-s"]
        done = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=READS, check=False
        )
        text = done.stdout.decode("utf-8", "replace").strip()
    return "" if readings.KANJI.search(text) else text


class Kind(enum.Enum):
    """What a line is, which says what it interrupts."""

    NEWS = enum.auto()
    """It follows a press: it interrupts everything that does not belong together with it."""

    PAPER = enum.auto()
    """It comes by itself: paper and its prompt, in order. It interrupts the keys of that time."""

    KEYS = enum.auto()
    """The keys while a program prints: interrupts nothing."""


class Speaker:
    """Speaks lines, one after the other; what each interrupts depends on its kind."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[str, str, Kind]] = []
        self._spoken = Kind.NEWS
        self._ends = self._busy = False
        self._first = self._last = -SCREEN
        self._number = 0
        """Grows when what is spoken is interrupted."""
        self._process: subprocess.Popen[bytes] | None = None
        self._told: set[str] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def say(self, text: str, tongue: str, kind: Kind = Kind.NEWS) -> None:
        """Speak a line, at once or in its turn."""
        now = time.monotonic()
        with self._changed:
            if kind is Kind.NEWS:
                if now - self._last > TOGETHER or now - self._first > SCREEN:
                    self._first = now
                    self._waiting.clear()
                    self._interrupt()
                self._last = now
            elif kind is Kind.PAPER:
                self._waiting = [each for each in self._waiting if each[2] is not Kind.KEYS]
                paper = [each for each in self._waiting if each[2] is Kind.PAPER]
                if len(paper) >= WAITING:
                    self._waiting.remove(paper[0])
                if self._busy and self._spoken is Kind.KEYS:
                    self._interrupt()
            self._waiting.append((text, tongue, kind))
            self._changed.notify_all()

    def _interrupt(self) -> None:
        """End what is being spoken."""
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
            self._waiting.clear()
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
                text, tongue, self._spoken = self._waiting.pop(0)
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
        self._call([ESPEAK, "-v", tongue.replace("_", "-").lower(), "--", text], number)

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
