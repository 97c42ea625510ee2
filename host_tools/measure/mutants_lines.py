# SPDX-License-Identifier: MIT
"""Which test executes which line of the firmware: a plugin of pytest for `host_tools mutants`.

It takes files and lines from the environment. Each worker of pytest-xdist writes a report into a
folder that stands there, too: of each test that passes the seconds, and of each file and each of
those lines the tests that execute it.
"""

import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Generator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from host_tools import paths

Trace = Callable[[FrameType, str, Any], Any]


class Watch:
    """Traces the functions that hold a wanted line, and notices calls of others in those files."""

    def __init__(self) -> None:
        self._wanted: dict[str, set[int]] = defaultdict(set)
        for file, line in json.loads(os.environ["MUTANTS_WANTED"]):
            self._wanted[file].add(line)
        self._codes: dict[int, tuple[CodeType, str, set[int]]] = {}
        self._test = ""
        self._failed: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.tests: dict[str, set[str]] = defaultdict(set)

    def _code(self, code: CodeType) -> tuple[CodeType, str, set[int]]:
        try:
            file = Path(code.co_filename).resolve().relative_to(paths.ROOT).as_posix()
        except ValueError:
            file = ""
        lines = {line for _, _, line in code.co_lines() if line is not None}
        lines = lines & self._wanted[file] if file in self._wanted else set()
        return code, file if file in self._wanted else "", lines

    def _call(self, frame: FrameType, event: str, value: object) -> Trace | None:
        code = frame.f_code
        found = self._codes.get(id(code))
        if found is None:
            found = self._codes[id(code)] = self._code(code)
        if not found[1]:
            return None
        if code.co_name != "<module>":
            self.tests[found[1]].add(self._test)
        return self._line if found[2] else None

    def _line(self, frame: FrameType, event: str, value: object) -> Trace:
        _, file, lines = self._codes[id(frame.f_code)]
        if event == "line" and frame.f_lineno in lines:
            self.tests[f"{file}:{frame.f_lineno}"].add(self._test)
        return self._line

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Watch one test."""
        self._test = item.nodeid
        begun = time.monotonic()
        threading.settrace(self._call)
        sys.settrace(self._call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            self.seconds[item.nodeid] = time.monotonic() - begun

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out a test that fails without a change."""
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the report; a thread that a test has left may still be traced."""
        for test in self._failed:
            self.seconds.pop(test, None)
        tests = {
            place: sorted(test for test in set(found) if test in self.seconds)
            for place, found in self.tests.copy().items()
        }
        worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        report = Path(os.environ["MUTANTS_REPORTS"]) / f"{worker}.json"
        report.write_text(json.dumps([self.seconds, tests]), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin."""
    config.pluginmanager.register(Watch())
