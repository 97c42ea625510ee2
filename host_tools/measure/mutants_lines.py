# SPDX-License-Identifier: MIT
"""Which test executes which line of the firmware: a plugin of pytest for `host_tools mutants`.

It takes files and lines from the environment, and gives each of those lines and each function of
those files a call that notes the test that runs. That is done while they are imported, so that no
other code is slower: tracing made it six times as slow. Each worker of pytest-xdist writes a
report into a folder that stands in the environment, too: of each test that passes the seconds,
and of each file and each of those lines the tests that execute it.
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
"""The function that notes a place; a built-in one, so that every module finds it."""


class Probes(ast.NodeTransformer):
    """Puts calls into the functions of a file: at their beginning, and before wanted `lines`.

    What runs when a module is imported gets none: that may be in any test, or before all.
    """

    def __init__(self, file: str, lines: set[int]) -> None:
        self._file = file
        self._lines = lines
        self._inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Note the function, behind its docstring, and the lines in it."""
        outside = self._inside
        self._inside = True
        self.generic_visit(node)
        self._inside = outside
        at = 0 if ast.get_docstring(node) is None else 1
        node.body.insert(at, self._call(self._file, node))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """Its line is that of a statement."""
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Note the wanted lines of each statement of this one's bodies, but not of theirs."""
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
    """The lines of a statement without those of the statements in it."""
    end = statement.end_lineno or statement.lineno
    bodies = [part for name in ("body", "handlers") for part in getattr(statement, name, ())]
    if bodies:
        end = max(statement.lineno, min(part.lineno for part in bodies) - 1)
    return range(statement.lineno, end + 1)


def _busy() -> float:
    """Seconds of a processor so far, children included: other work beside this does not count."""
    return sum(os.times()[:4])


class Watch:
    """Notes which test runs what."""

    def __init__(self) -> None:
        self._wanted: dict[str, set[int]] = defaultdict(set)
        for file, line in json.loads(os.environ["MUTANTS_WANTED"]):
            self._wanted[file].add(line)
        self._test = ""
        self._failed: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.tests: dict[str, set[str]] = defaultdict(set)

    def begin(self) -> None:
        """From now on modules are imported with those calls; none of them is kept as bytecode."""
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
        """Write the report; a thread that a test has left may still run."""
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
