# SPDX-License-Identifier: MIT
"""The language of a line that a board prints, for `host_tools.device.listen`.

Kana and kanji are Japanese. Other letters are shared: German and English, Ukrainian and Russian
are told apart by words that only one language's texts have. The texts are those of the firmware
and the messages of its programs, in `teletype/words`.
"""

import functools
import re

from host_tools import paths
from host_tools.texts import languages, po

JAPANESE = re.compile(r"[\u3005-\u30ff\u3400-\u9fff\uff66-\uff9f]")
"""Kana, also the narrow ones, and kanji."""

CYRILLIC = re.compile(r"[\u0400-\u04ff]")
UKRAINIAN = re.compile(r"[ґєіїҐЄІЇ]")
WORD = re.compile(r"[^\W\d_]{2,}")

SIGNS = {
    "en": ("the machine waits", "up", "down", "left", "right", "enter", "yes", "no"),
    "ru": ("машина ждёт", "вверх", "вниз", "влево", "вправо", "ввод", "да", "нет"),
    "uk": ("машина чекає", "угору", "вниз", "ліворуч", "праворуч", "ввід", "так", "ні"),
    "ja": ("計算機が待っています", "上", "下", "左", "右", "入力", "はい", "いいえ"),
    "de": ("die Maschine wartet", "hoch", "runter", "links", "rechts", "Eingabe", "ja", "nein"),
}
"""How the signs ◊▲▼◄►↵■□ are read; in any other language as in English."""


def words(line: str) -> set[str]:
    return {word.lower() for word in WORD.findall(line) if not JAPANESE.search(word)}


@functools.cache
def own_words() -> dict[str, set[str]]:
    """Return the words of each language that no other one has."""
    folder = paths.FIRMWARE / languages.FOLDER
    found: dict[str, set[str]] = {}
    for entry in po.read(folder / languages.SOURCE).entries:
        found.setdefault(languages.ENGLISH, set()).update(words(entry.source))
        if tongue := languages.own(entry):
            found.setdefault(tongue, set()).update(words(languages.pattern(entry)))
    for code in languages.codes(folder)[1:]:
        for entry in po.read(folder / f"{code}.po").entries:
            for text in entry.texts:
                found.setdefault(code, set()).update(words(text))
    return {
        code: own.difference(*(other for name, other in found.items() if name != code))
        for code, own in found.items()
    }


def language(line: str, before: str) -> str:
    """Return the language of a line; `before`, that of the last one, if nothing tells."""
    if JAPANESE.search(line):
        return "ja"
    if UKRAINIAN.search(line):
        return "uk"
    has = words(line)
    counts = {code: len(has & own) for code, own in own_words().items()}
    most = max(counts.values())
    if most:
        likely = [code for code, count in counts.items() if count == most]
        return before if before in likely else likely[0]
    if CYRILLIC.search(line):
        return before if before in ("ru", "uk") else "ru"
    latin = sum(char.isascii() and char.isalpha() for char in line) > 2
    return "en" if latin and before in ("ru", "uk", "ja") else before


def spoken(line: str, tongue: str) -> str:
    """Return a line as it is read aloud."""
    for sign, name in zip("◊▲▼◄►↵■□", SIGNS.get(tongue, SIGNS["en"]), strict=True):
        line = line.replace(sign, f" {name} ")
    line = "".join(char if char.isprintable() else " " for char in line)  # a NUL, for example
    return " ".join(line.replace(":", ": ").split())
