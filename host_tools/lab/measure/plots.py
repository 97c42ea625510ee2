# SPDX-License-Identifier: MIT
"""Plots of the project's figures as PNG, drawn with Pillow.

The colours are those of Okabe and Ito, which colour-blind people can tell apart. Each line also
has its own marker, and its name at its end.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from host_tools.contests.calculation import wilson
from host_tools.files import put_png

COLOURS = (
    (0, 114, 178),
    (213, 94, 0),
    (0, 158, 115),
    (204, 121, 167),
    (230, 159, 0),
    (86, 180, 233),
    (0, 0, 0),
)
GREY, PALE = (90, 90, 90), (225, 225, 225)
WIDE, HIGH = 1200, 720
"""Pixels of a plot; the README shows it at about half this size, so letters are large."""
LEFT, RIGHT, TOP, BOTTOM = 120, 880, 90, 610
"""Edges of the plotting area."""

Point = tuple[float, float]


class Row(NamedTuple):
    """Games won by a player; `budget` is None for a player without one."""

    player: str
    budget: int | None
    won: int
    games: int


class _Plot:
    """An empty box with its title; `across` and `up` convert values to pixels."""

    def __init__(
        self,
        title: str,
        x_title: str,
        across: Callable[[float], float],
        up: Callable[[float], float],
    ) -> None:
        self.font = ImageFont.load_default(24)
        self.image = Image.new("RGB", (WIDE, HIGH), "white")
        self.pen = ImageDraw.Draw(self.image)
        self.across = across
        self.up = up
        self._labels: list[tuple[float, str, tuple[int, int, int]]] = []
        self._ticks_end = 0.0
        self.pen.text((LEFT, 22), title, "black", ImageFont.load_default(30))
        self.pen.text(((LEFT + RIGHT) / 2, HIGH - 34), x_title, "black", self.font, anchor="mm")

    def x_tick(self, value: float, text: str) -> None:
        """Draw a tick; call from left to right. A number that would overlap the last goes
        lower."""
        x = self.across(value)
        self.pen.line((x, TOP, x, BOTTOM), PALE, 2)
        half = self.font.getlength(text) / 2
        lower = 26 if x - half < self._ticks_end + 8 else 0
        self.pen.text((x, BOTTOM + 22 + lower), text, "black", self.font, anchor="mm")
        if not lower:
            self._ticks_end = x + half

    def y_tick(self, value: float, text: str) -> None:
        y = self.up(value)
        self.pen.line((LEFT, y, RIGHT, y), PALE, 2)
        self.pen.text((LEFT - 14, y), text, "black", self.font, anchor="rm")

    def line(self, points: Sequence[Point], number: int, name: str) -> None:
        """Draw points joined by a line, with the name to the right of the last one."""
        colour = COLOURS[number % len(COLOURS)]
        places = [(self.across(x), self.up(y)) for x, y in points]
        self.pen.line(places, colour, 4, joint="curve")
        for x, y in places:
            self._marker(x, y, number, colour)
        self._labels.append((places[-1][1], name, colour))

    def dashes(self, y: float, number: int, name: str) -> None:
        """Draw a dashed line across the whole box."""
        colour = COLOURS[number % len(COLOURS)]
        for x in range(LEFT, RIGHT, 24):
            self.pen.line((x, self.up(y), min(x + 14, RIGHT), self.up(y)), colour, 4)
        self._labels.append((self.up(y), name, colour))

    def whisker(self, x: float, low: float, high: float, number: int) -> None:
        colour = COLOURS[number % len(COLOURS)]
        place = self.across(x)
        self.pen.line((place, self.up(low), place, self.up(high)), colour, 3)
        for y in (self.up(low), self.up(high)):
            self.pen.line((place - 8, y, place + 8, y), colour, 3)

    def _marker(self, x: float, y: float, number: int, colour: tuple[int, int, int]) -> None:
        shape = number % 3
        if shape == 0:
            self.pen.ellipse((x - 9, y - 9, x + 9, y + 9), colour)
        elif shape == 1:
            self.pen.rectangle((x - 8, y - 8, x + 8, y + 8), colour)
        else:
            self.pen.polygon(((x, y - 11), (x - 10, y + 8), (x + 10, y + 8)), colour)

    def save(self, path: Path) -> None:
        """Draw the frame and the names without overlap, and write the picture."""
        self.pen.rectangle((LEFT, TOP, RIGHT, BOTTOM), outline=GREY, width=2)
        lowest = float(TOP)
        for y, name, colour in sorted(self._labels):
            lines = name.split("\n")
            top = max(lowest, y - 14 * len(lines))
            for line in lines:
                self.pen.text((RIGHT + 18, top + 14), line, colour, self.font, anchor="lm")
                top += 28
            lowest = top + 6
        put_png(self.image, path)


def log_scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """Map values from `low` to `high` logarithmically to pixels from `start` to `end`."""

    def place(value: float) -> float:
        return start + (end - start) * math.log(value / low) / math.log(high / low)

    return place


def speed(series: Mapping[str, Sequence[tuple[int, int, float]]], path: Path) -> None:
    """Plot ticks per second against the size of the field, both logarithmic.

    `series`: by name (a line break is allowed) rows, columns and ticks per second.
    """
    sizes = sorted(
        {(rows * columns, rows, columns) for line in series.values() for rows, columns, _ in line}
    )
    rates = [rate for line in series.values() for _, _, rate in line]
    low = 10.0 ** math.floor(math.log10(min(rates)))
    high = 10.0 ** math.ceil(math.log10(max(rates)))
    plot = _Plot(
        "Life on the emulated Pico at 125 MHz: generations per second",
        "size of the field: rows x columns",
        log_scale(sizes[0][0] / 1.3, sizes[-1][0] * 1.3, LEFT, RIGHT),
        log_scale(low, high, BOTTOM, TOP),
    )
    for area, rows, columns in sizes:
        plot.x_tick(area, f"{rows}x{columns}")
    value = low
    while value <= high * 1.01:
        plot.y_tick(value, f"{value:,.10g}")
        value *= 10
    for number, (name, line) in enumerate(series.items()):
        plot.line([(rows * columns, rate) for rows, columns, rate in line], number, name)
    plot.save(path)


def heat(pixels: Sequence[int], whole: int, width: int, title: str, path: Path) -> None:
    """Plot which share of the time `whole` each of `pixels`, row by row, was lit.

    White is never, orange half of the time, black always; the scale is at the bottom.
    """
    scale, top = 8, 90
    high = len(pixels) // width
    image = Image.new("RGB", (width * scale + 80, high * scale + top + 90), "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(20)
    pen.text((40, 28), title, "black", ImageFont.load_default(26))

    def colour(share: float) -> tuple[int, int, int]:
        return tuple(  # type: ignore[return-value]
            round(255 + 2 * share * (part - 255)) if share < 0.5 else round(2 * part * (1 - share))
            for part in COLOURS[1]
        )

    for index, lit in enumerate(pixels):
        x, y = 40 + index % width * scale, top + index // width * scale
        pen.rectangle((x, y, x + scale - 1, y + scale - 1), colour(lit / whole))
    bottom = top + high * scale
    pen.rectangle((39, top - 1, 40 + width * scale, bottom), outline=GREY)
    for part in range(11):
        x = 40 + part * 80
        pen.rectangle((x, bottom + 20, x + 79, bottom + 40), colour(part / 10), GREY)
        pen.text((x + 40, bottom + 60), f"{10 * part} %", "black", font, "mm")
    put_png(image, path)


def win_rate(title: str, budget: str, rows: Sequence[Row], path: Path) -> None:
    """Plot per cent won against the budget (logarithmic), with 95 % intervals.

    Players without a budget are dashed lines.
    """
    players = list(dict.fromkeys(row.player for row in rows))
    budgets = sorted({row.budget for row in rows if row.budget is not None})
    most = max(wilson(row.won, row.games)[1] for row in rows)
    full = next(full for full in (5, 10, 25, 50, 100) if most <= 100 * full)
    low, high = (budgets[0] / 1.5, budgets[-1] * 1.5) if budgets else (1, 2)
    plot = _Plot(
        f"{title}, per cent, with 95 % intervals",
        budget if budgets else f"{budget}: no player here has one",
        log_scale(low, high, LEFT, RIGHT),
        lambda share: BOTTOM + (TOP - BOTTOM) * share / full,
    )
    for value in budgets:
        plot.x_tick(value, f"{value:,}")
    for part in range(6):
        plot.y_tick(full * part / 5, f"{full * part // 5} %")
    for number, player in enumerate(players):
        own = [row for row in rows if row.player == player]
        points = []
        for row in sorted(own, key=lambda row: row.budget or 0):
            share = 100 * row.won / row.games
            if row.budget is None:
                plot.dashes(share, number, f"{player}: {share:.1f} %")
            else:
                least, most = wilson(row.won, row.games)
                plot.whisker(row.budget, least / 100, most / 100, number)
                points.append((row.budget, share))
        if points:
            plot.line(points, number, f"{player}: {points[-1][1]:.1f} %")
    plot.save(path)
