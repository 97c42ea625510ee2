# SPDX-License-Identifier: MIT
"""The shows of an idle exhibit: what a passer-by meets."""

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.programs import catalogue

SIZE = (128, 64)


SMALL = (72, 40)

LONGEST_MS = 90_000

SHORT_MS = 24_000
"""Of a show of Calculation, whose adviser takes the host's time: more than two turns of each."""

PATIENCE_MS = 40_000
"""Until the show begins: one card, or with a story three."""

STEP_MS = 20

SETTLED_MS = 500
"""Until the first position is drawn; what changes later moves."""

SHOWN = [name for name in catalogue.NAMES if name != "nim-table"]
"""Programs with a show; on the small panel these have a picture."""
SMALL_SHOWN = ["nim", "race", "evolution", "dates", "cards", "calculation-lisp"]


def exhibit(program: str, size: tuple[int, int]) -> tuple[Simulator, bool]:
    """Return an exhibit of one program when its show begins, and whether it did."""
    rules = {"settings.txt": "language=en\n", "exhibit.txt": f"programs={program}\n"}
    desk = Simulator(*size, files=rules)
    for _ in range(PATIENCE_MS // STEP_MS):
        if shows(desk):
            return desk, True
        desk.run(STEP_MS, step=5)
    return desk, False


def shows(desk: Simulator) -> bool:
    return type(desk.app.activity).__name__ == "Showing"


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    ("program", "size"),
    [(name, SIZE) for name in SHOWN] + [(name, SMALL) for name in SMALL_SHOWN],
)
def test_something_moves_soon_and_picture_and_paper_share_the_time(
    program: str, size: tuple[int, int]
) -> None:
    """Something: above the last row, which names the keys."""
    longest = SHORT_MS if program.startswith("calculation") else LONGEST_MS
    desk, begun = exhibit(program, size)
    assert begun
    changes: list[int] = []
    pictured = at = 0
    last = b""
    while shows(desk) and at < longest:
        upper = desk.chip.image().crop((0, 0, size[0], size[1] - 8)).tobytes()
        if upper != last:
            changes.append(at)
            last = upper
        pictured += STEP_MS * bool(desk.app.activity.pictured)
        desk.run(STEP_MS, step=5)
        at += STEP_MS
    assert min(change for change in changes if change > SETTLED_MS) <= 2000
    pauses = [after - before for before, after in zip(changes, [*changes[1:], at], strict=True)]
    assert max(pauses) <= 6500
    assert 40 <= 100 * pictured / at <= 65
    assert len(changes) > 3


def test_a_table_has_no_show() -> None:
    _, begun = exhibit("nim-table", SIZE)
    assert not begun
