# SPDX-License-Identifier: MIT
"""Faults of unmodified rp2040js.

If a fault is fixed there, its test fails, and our correction can be removed. `docs/develop.md`
lists them.
"""

import json
import re

from host_tools.paths import ROOT
from tests.host_tools.emulator.test_machine import script

PAGE = ROOT / "docs" / "develop.md"


def listed(heading: str) -> set[str]:
    """Return the faults listed below a heading of the page: the first column of the table."""
    _, _, section = PAGE.read_text("utf-8").partition(f"### {heading}\n")
    rows = re.findall(r"^\| ([^|]+?) \|", section.partition("\n#")[0], re.MULTILINE)
    return {row for row in rows if row != "fault" and not row.startswith("---")}


def test_what_is_wrong_in_rp2040js() -> None:
    found = json.loads(script("upstream.js"))
    assert all(found.values()), found
    assert set(found) == listed("rp2040js 1.4.1")
