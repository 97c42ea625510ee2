# SPDX-License-Identifier: MIT
"""Figures of the project and their comparison with the committed baseline.

A baseline is a JSON file: a list of objects with `name`, `value`, `unit`, `better` (less or more)
and `goal` (or null).
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

TOLERANCE = 2
LEAST = {"bytes": 256, "ms": 1}
"""A figure is worse than the baseline if it exceeds it by more than this many per cent and, in
these units, also by more than this amount."""

WARNING = 90
"""Per cent of a goal from which a warning says that little is left."""


class Figure(NamedTuple):
    """One row of the table; `goal` is the value that is just good enough, None without one."""

    name: str
    value: int
    unit: str
    goal: int | None = None
    better: str = "less"

    def good(self) -> bool:
        """Return whether the goal is met."""
        if self.goal is None:
            return True
        return self.value <= self.goal if self.better == "less" else self.value >= self.goal

    def scarce(self) -> bool:
        """Return whether the goal is met but nearly used up."""
        if not self.goal or not self.good():
            return False
        if self.better == "less":
            return 100 * self.value >= WARNING * self.goal
        return WARNING * self.value <= 100 * self.goal

    def worse(self, before: int) -> bool:
        """Return whether the figure is worse than `before` by more than the tolerance."""
        by = self.value - before if self.better == "less" else before - self.value
        return 100 * by > TOLERANCE * before and by > LEAST.get(self.unit, 0)

    def aim(self) -> str:
        """Return the goal as printed."""
        if self.goal is None:
            return ""
        return f"{'<=' if self.better == 'less' else '>='} {self.goal}"


def read(path: Path) -> list[Figure]:
    """Return the figures of a baseline."""
    return [Figure(**row) for row in json.loads(path.read_text("utf-8"))]


def to_json(figures: Sequence[Figure]) -> str:
    """Return the figures in the format of a baseline."""
    return json.dumps([figure._asdict() for figure in figures], ensure_ascii=False, indent=1)


def change(value: int, before: int) -> str:
    """Return a change as printed, empty if there is none: in per cent, or a number if it was 0."""
    if value == before:
        return ""
    if not before:
        return f"{value:+}"
    return f"{100 * (value - before) / before:+.1f} %"


def table(
    figures: Sequence[Figure],
    baseline: Sequence[Figure],
    others: Sequence[Figure] = (),
    title: str = "",
) -> list[str]:
    """Return the table's lines: value, unit, goal, the baseline's value and the change from it.

    The values of `others` are in front of the baseline, in a column with a title.
    """
    known = {figure.name: figure for figure in baseline}
    beside = {figure.name: f"{figure.value:8} " for figure in others}
    head = f"{title:>8} " if title else ""
    lines = [f"{'':50} {'value':>8} {'':9} {'goal':9} {head}{'baseline':>8}"]
    for figure in figures:
        before = known.get(figure.name)
        if before is None:
            compared = f"{'new':>8}"
        else:
            compared = f"{before.value:8}  {change(figure.value, before.value)}"
        other = beside.get(figure.name, " " * len(head))
        row = f"{figure.name:50} {figure.value:8} {figure.unit:9} {figure.aim():9} "
        lines.append(f"{row}{other}{compared}".rstrip())
    return lines


def warnings(figures: Sequence[Figure]) -> list[str]:
    """Return a line for each goal that is met with little left."""
    return [
        f"{figure.name}: {figure.value} {figure.unit} of {figure.aim()}: "
        f"more than {WARNING} % of it is used"
        for figure in figures
        if figure.scarce()
    ]


def faults(figures: Sequence[Figure], baseline: Sequence[Figure]) -> list[str]:
    """Return a line for each fault: a goal missed, a figure that is worse or gone."""
    known = {figure.name: figure for figure in baseline}
    found = []
    for figure in figures:
        before = known.pop(figure.name, None)
        if not figure.good():
            found.append(
                f"{figure.name}: {figure.value} {figure.unit}, the goal is {figure.aim()}"
            )
        if before is not None and figure.worse(before.value):
            found.append(
                f"{figure.name}: {figure.value} {figure.unit}, worse than the baseline's "
                f"{before.value} by more than {TOLERANCE} %"
                + (f" and {LEAST[figure.unit]} {figure.unit}" if figure.unit in LEAST else "")
            )
    return found + [f"{name}: in the baseline, but no longer measured" for name in known]
