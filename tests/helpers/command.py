# SPDX-License-Identifier: MIT
"""A command of host_tools, called in this process: many times as fast as in one of its own.

Standard input, output and error are files, as a process has them under UTF-8. What only a process
can show (signals, limits, closed files, options of Python) needs a real one.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.paths import ROOT
from teletype.words import speak

ERRORS = {"stdin": "strict", "stdout": "strict", "stderr": "backslashreplace"}
"""What each stream does with characters that it cannot read or write."""


def call(
    *args: str, stdin: str | bytes = "", cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Call a command; return its status and what it has written."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        files = {name: Path(folder) / name for name in ERRORS}
        files["stdin"].write_bytes(stdin.encode() if isinstance(stdin, str) else stdin)
        for name, errors in ERRORS.items():
            mode = "r" if name == "stdin" else "w"
            file = files[name].open(mode, encoding="utf-8", errors=errors)
            patch.setattr(sys, name, file)
        streams = sys.stdin, sys.stdout, sys.stderr
        patch.chdir(cwd)
        try:
            status = main([*args])
        except SystemExit as ended:  # of argparse
            status = int(ended.code or 0)
        finally:
            speak(None)  # `run` sets the language of the paper
            for stream in streams:
                stream.close()
        out, err = (files[name].read_bytes().decode() for name in ("stdout", "stderr"))
    return subprocess.CompletedProcess(args, status, out, err)
