# SPDX-License-Identifier: MIT
"""A claim of a source, and the function that decides it."""

from collections.abc import Callable
from typing import NamedTuple

TRUE, FALSE, OPEN = "true", "false", "open"

Verdict = tuple[str, str]
"""One of the three, and the finding."""


class Claim(NamedTuple):
    """line: file and line of the transcription, `002:162`; text: the claim; decide: its check."""

    line: str
    text: str
    decide: Callable[[], Verdict]


class Claims(dict[str, Claim]):
    """Claims by their names; `claim` is the decorator that adds one."""

    def claim(
        self, name: str, line: str, text: str
    ) -> Callable[[Callable[[], Verdict]], Callable[[], Verdict]]:
        """Add the function that decides a claim."""

        def add(decide: Callable[[], Verdict]) -> Callable[[], Verdict]:
            assert name not in self, name
            self[name] = Claim(line, text, decide)
            return decide

        return add

    def undecidable(self, name: str, line: str, text: str, why: str) -> None:
        """Add a claim that nothing here can decide."""
        self[name] = Claim(line, text, lambda: (OPEN, why))


def judged(holds: bool, found: str) -> Verdict:
    """Return the verdict of a check."""
    return (TRUE if holds else FALSE), found
