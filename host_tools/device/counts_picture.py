# SPDX-License-Identifier: MIT
"""An exhibit's counts as bars, drawn with Pillow: programs, visits by day, languages.

The two colours differ in print and for colour-blind people.
"""

import io
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from teletype.exhibit import visit_log
from teletype.words import LANGUAGES

WIDE = 1200
EDGE = 60
"""Pixels: the width of the picture, and its margins."""
NAMES = 300
"""The pixel column at which horizontal bars begin, after their names."""
ROW = 36
"""Pixels from one horizontal bar to the next."""
HIGH = 260
"""Pixels of the highest vertical bar."""
MOST = 72
"""The most vertical bars; with more days each bar covers several."""

DARK, PALE = (0, 90, 150), (150, 200, 235)
GREY, LINE = (90, 90, 90), (215, 215, 215)

LANGUAGE_NAMES = {"en": "English", "ru": "Russian", "ja": "Japanese", "uk": "Ukrainian"}
"""The names of languages in the picture; others appear as their codes."""


class Bar(NamedTuple):
    """A horizontal bar: its length, its dark part, and the text after it."""

    name: str
    value: int
    dark: int
    said: str


class Column(NamedTuple):
    """A vertical bar: the visits of one or several days, and the name of the first."""

    name: str
    visits: int


def columns(days: Sequence[visit_log.Line], most: int = MOST) -> tuple[list[Column], int]:
    """Return the bars of the days, and the number of days in each."""
    together = max(1, -(-len(days) // most))
    found = []
    for first in range(0, len(days), together):
        part = days[first : first + together]
        day = part[0].day
        name = f"#{part[0].number}" if day == "on" else day
        found.append(Column(name, sum(line.numbers[visit_log.VISITS] for line in part)))
    return found, together


def step(most: int) -> int:
    """Return the step of a scale up to `most`, in at most five steps of 1, 2 or 5 times 10^n."""
    size = 1
    while True:
        for part in (1, 2, 5):
            if most <= 5 * part * size:
                return part * size
        size *= 10


class _Paper:
    """A white sheet, drawn from the top down, that grows with its contents."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDE, 4000), "white")
        self.pen = ImageDraw.Draw(self.image)
        self.font, self.small = ImageFont.load_default(22), ImageFont.load_default(18)
        self.y = EDGE // 2

    def title(self, text: str, size: int) -> None:
        self.pen.text((EDGE, self.y), text, "black", ImageFont.load_default(size))
        self.y += size + 18

    def note(self, text: str) -> None:
        self.pen.text((EDGE, self.y), text, GREY, self.small)
        self.y += 34

    def lying(self, bars: Sequence[Bar]) -> None:
        room = WIDE - 330 - NAMES  # space for the number after the longest bar
        most = max((bar.value for bar in bars), default=0) or 1
        for bar in bars:
            top, bottom = self.y + 4, self.y + ROW - 6
            self.pen.text((NAMES - 14, self.y + ROW // 2), bar.name, "black", self.font, "rm")
            for length, colour in ((bar.value, PALE), (bar.dark, DARK)):
                if length:
                    end = NAMES + max(2, room * length // most)
                    self.pen.rectangle((NAMES, top, end, bottom), colour)
            end = NAMES + room * bar.value // most
            self.pen.text((end + 14, self.y + ROW // 2), bar.said, "black", self.font, "lm")
            self.y += ROW
        self.y += 26

    def standing(self, bars: Sequence[Column]) -> None:
        left, right = EDGE + 70, WIDE - EDGE
        most = max((bar.visits for bar in bars), default=0) or 1
        each = step(most)
        whole = -(-most // each) * each
        bottom = self.y + HIGH + 10
        for value in range(0, whole + 1, each):
            y = bottom - HIGH * value // whole
            self.pen.line((left, y, right, y), LINE, 2)
            self.pen.text((left - 12, y), str(value), "black", self.small, "rm")
        wide = min(120, (right - left) // max(1, len(bars)))
        free = 0
        for index, bar in enumerate(bars):
            x = left + index * wide
            gap = max(1, wide // 8)
            if bar.visits:
                y = bottom - max(1, HIGH * bar.visits // whole)
                self.pen.rectangle((x + gap, y, x + wide - gap, bottom), DARK)
            middle, half = x + wide // 2, round(self.small.getlength(bar.name)) // 2
            if middle - half >= free and middle + half <= right:  # as many as fit
                self.pen.line((middle, bottom, middle, bottom + 8), GREY, 2)
                self.pen.text((middle, bottom + 24), bar.name, "black", self.small, "mm")
                free = middle + half + 24
        self.pen.line((left, bottom, right, bottom), GREY, 2)
        self.y = bottom + 66

    def png(self) -> bytes:
        data = io.BytesIO()
        self.image.crop((0, 0, WIDE, self.y)).save(data, "PNG")
        return data.getvalue()


def png(days: Sequence[visit_log.Line], total: visit_log.Line, said: str) -> bytes:
    """Draw the counts from `host_tools.device.counts.read`; `said`: the totals as text."""
    paper = _Paper()
    paper.title("What visitors did", 36)
    paper.note(said)
    paper.y += 16
    paper.title("Programs", 28)
    played = sorted(total.programs.items(), key=lambda item: (-item[1][0], item[0]))
    if played:
        paper.note("how often each was begun; dark: played to its end")
    else:
        paper.note("none was begun")
    paper.lying(
        [
            Bar(name, starts, min(starts, ends), f"{starts} begun, {ends} ended")
            for name, (starts, ends, _) in played
        ]
    )
    found, together = columns(days)
    paper.title("Visits", 28)
    unset = [line.day == "on" for line in days]
    what = "times with power (no clock was set)" if all(unset) else "days"
    if any(unset) and not all(unset):
        what += ", or # times with power"
    paper.note(f"{len(days)} {what}, {together} to a bar" if days else "none yet")
    paper.standing(found)
    paper.title("Languages", 28)
    visits = sum(total.visits_in(code) for code in LANGUAGES)
    paper.lying(
        [
            Bar(
                LANGUAGE_NAMES.get(code, code),
                total.visits_in(code),
                total.visits_in(code),
                f"{total.visits_in(code)}, {100 * total.visits_in(code) // (visits or 1)} %",
            )
            for code in LANGUAGES
        ]
    )
    return paper.png()
