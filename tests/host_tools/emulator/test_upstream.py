# SPDX-License-Identifier: MIT
"""Faults of rp2040js as it comes, without anything of ours.

A fault that is gone fails its test: then what mends it can go. `docs/develop.md` lists them.
"""

import json
import re

from host_tools.paths import ROOT
from tests.host_tools.emulator.test_machine import script

PAGE = ROOT / "docs" / "develop.md"


def listed(heading: str) -> set[str]:
    """The faults that the page lists below a heading: the first column of the table."""
    _, _, section = PAGE.read_text("utf-8").partition(f"### {heading}\n")
    rows = re.findall(r"^\| ([^|]+?) \|", section.partition("\n#")[0], re.MULTILINE)
    return {row for row in rows if row != "fault" and not row.startswith("---")}


def test_what_is_wrong_in_rp2040js() -> None:
    found = json.loads(script("upstream.js"))
    assert all(found.values()), found
    assert set(found) == listed("rp2040js 1.4.1")
