# SPDX-License-Identifier: MIT
"""Without Chromium the page's tests are skipped with a message; in CI that is a failure."""

import os
import subprocess
import sys

import pytest

from host_tools.paths import ROOT

CODE = """
import sys
import pytest
from host_tools.lab.page import chromium

def program():
    raise chromium.BrowserError("there is no Chromium: how to get it")

chromium.program = program
sys.exit(pytest.main(["-q", "-rs", "-p", "no:cacheprovider", sys.argv[1]]))
"""


@pytest.mark.heavy
@pytest.mark.parametrize("ci", [False, True])
def test_without_chromium(ci: bool) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    done = subprocess.run(
        [sys.executable, "-c", CODE, "tests/host_tools/page/test_page_access.py"],
        cwd=ROOT,
        env=environment | ({"CI": "1"} if ci else {}),
        capture_output=True,
        text=True,
    )
    assert "there is no Chromium: how to get it" in done.stdout
    assert done.returncode == (1 if ci else 0), done.stdout
    assert ("skipped" in done.stdout) != ci and "passed" not in done.stdout
