# SPDX-License-Identifier: MIT
"""Which test executes which line of the firmware: a pytest plugin for `host_tools lab mutants`.

The environment gives it files and lines. It inserts a call before each of those lines and into
each function of those files; the call records the running test. The calls are inserted on import,
so no other code slows down; tracing made the tests six times as slow. Each worker of pytest-xdist
writes a report into a folder, also named in the environment. It has the seconds of each passed
test, and for each file and line the tests that execute it.
"""

import ast
import builtins
import importlib.machinery
import json
import os
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from host_tools import paths

NOTE = "_mutants_note"
"""The function that records a place; a built-in, so that every module finds it."""


class Probes(ast.NodeTransformer):
    """Inserts calls into the functions of a file: at their start, and before the wanted `lines`.

    Code that runs on import gets none: it may run in any test, or before all of them.
    """

    def __init__(self, file: str, lines: set[int]) -> None:
        self._file = file
        self._lines = lines
        self._inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Record the function, after its docstring, and the lines in it."""
        outside = self._inside
        self._inside = True
        self.generic_visit(node)
        self._inside = outside
        at = 0 if ast.get_docstring(node) is None else 1
        node.body.insert(at, self._call(self._file, node))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """Leave a lambda alone: its line belongs to a statement."""
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Insert calls for the wanted lines of each statement in this node's bodies."""
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if self._inside and isinstance(body, list):
                setattr(node, name, [part for each in body for part in self._noted(each)])
        return node

    def _noted(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        for line in sorted(self._lines & set(_own_lines(statement))):
            yield self._call(f"{self._file}:{line}", statement)
        yield statement

    def _call(self, place: str, near: ast.stmt) -> ast.stmt:
        call = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(place)], [])
        return ast.fix_missing_locations(ast.copy_location(ast.Expr(call), near))


def _own_lines(statement: ast.stmt) -> range:
    """Return the lines of a statement without those of the statements inside it."""
    end = statement.end_lineno or statement.lineno
    bodies = [part for name in ("body", "handlers") for part in getattr(statement, name, ())]
    if bodies:
        end = max(statement.lineno, min(part.lineno for part in bodies) - 1)
    return range(statement.lineno, end + 1)


def _busy() -> float:
    """Return processor seconds so far, children included; other processes do not count."""
    return sum(os.times()[:4])


class Watch:
    """Records which test executes what."""

    def __init__(self) -> None:
        self._wanted: dict[str, set[int]] = defaultdict(set)
        for file, line in json.loads(os.environ["MUTANTS_WANTED"]):
            self._wanted[file].add(line)
        self._test = ""
        self._failed: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.tests: dict[str, set[str]] = defaultdict(set)

    def begin(self) -> None:
        """Insert the calls into modules imported from now on; keep none of them as bytecode."""
        sys.dont_write_bytecode = True
        setattr(builtins, NOTE, lambda place: self.tests[place].add(self._test))
        plain = importlib.machinery.SourceFileLoader.source_to_code

        def compiled(loader: Any, data: Any, path: Any, **options: Any) -> CodeType:
            try:
                file = Path(path).resolve().relative_to(paths.ROOT).as_posix()
            except ValueError:
                file = ""
            if file in self._wanted and not isinstance(data, ast.AST):
                data = Probes(file, self._wanted[file]).visit(ast.parse(data))
            return plain(loader, data, path, **options)

        loaders: Any = importlib.machinery.SourceFileLoader
        loaders.source_to_code = compiled

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Watch one test."""
        self._test = item.nodeid
        begun = _busy()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = _busy() - begun

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out a test that fails without a change."""
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the report; a thread left by a test may still be running."""
        for test in self._failed:
            self.seconds.pop(test, None)
        tests = {
            place: sorted(test for test in set(found) if test in self.seconds)
            for place, found in self.tests.copy().items()
        }
        worker = os.environ.get("PYTEST_XDIST_WORKER", "")
        report = Path(os.environ["MUTANTS_REPORTS"]) / f"{worker}.json"
        report.write_text(json.dumps([self.seconds, tests]), encoding="utf-8")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Register the plugin before a conftest.py imports anything."""
    watch = Watch()
    watch.begin()
    early_config.pluginmanager.register(watch)
