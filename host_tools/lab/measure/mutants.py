# SPDX-License-Identifier: MIT
"""Mutation test of the firmware: do the tests notice a small mistake?

    python3 -m host_tools lab mutants [--sample 200] [--seed 1] [--jobs 2] [--only TEXT]

It draws places in the firmware by a fixed seed and changes one of them at a time: a comparison, a
sign, a number by one, `and` to `or`, a dropped `not`. One run of the tests on this Python finds
out which of them execute the changed lines (`mutants_lines`). Those are then run with the change,
the module's own first. The command lists the changes that no test noticed, and fails if more than
5 % survive. Survivors without a visible effect are listed with a reason in `mutants.txt`, one per
line; they do not count.

A run takes about twenty minutes, so it is not part of `make test`.
"""

import ast
import contextlib
import functools
import hashlib
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from host_tools import paths
from host_tools.usage import Failed, Parser, add_jobs, whole

KILLED = 95
"""Per cent of the changes that must be noticed."""

JUDGED = Path(__file__).with_suffix(".txt")
"""Lines `file: old line -> new line: why it changes nothing`."""

SECONDS = 30
"""Most processor seconds of the tests run for one change, measured without it; the shortest tests
come first."""

HANG = 300
"""Seconds after which a run counts as hanging, so its change is noticed."""

ON_THIS_PYTHON = ["-m", "not unix and not pico and not heavy"]
"""pytest options that select the tests of `make quick`."""

LEFT_OUT = re.compile(r"/(words|fonts)/|adviser_weights|adviser_chances|yen_table")
"""Texts, glyphs and tables of numbers."""

_COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_COUNTED = {"+": "-", "-": "+", "*": "+", "//": "*", "%": "*", "&": "|", "|": "&"}


class Mutant(NamedTuple):
    """A change of one line: `file` is relative to the repository, `line` counts from 1."""

    file: str
    line: int
    start: int
    end: int
    new: str

    def applied(self, source: str) -> str:
        """Return the source with the change."""
        lines = source.split("\n")
        old = lines[self.line - 1].encode()
        changed = old[: self.start] + self.new.encode() + old[self.end :]
        lines[self.line - 1] = changed.decode()
        return "\n".join(lines)

    def told(self, source: str) -> str:
        """Return a description of the change."""
        was = source.split("\n")[self.line - 1].strip()
        now = self.applied(source).split("\n")[self.line - 1].strip()
        return f"{self.file}:{self.line}: {was} -> {now}"

    def name(self, source: str) -> str:
        """Return the description without the line number, which other changes move."""
        return self.told(source).replace(f":{self.line}:", ":", 1)


def _between(
    source: list[str], left: ast.expr, right: ast.expr, signs: dict[str, str]
) -> Iterator[tuple[int, int, int, str]]:
    """Yield (line, start, end, new) of the sign between two expressions on one line."""
    if left.end_lineno != right.lineno or left.end_col_offset is None:
        return
    part = source[right.lineno - 1].encode()[left.end_col_offset : right.col_offset].decode()
    found = re.search(r"<=|>=|==|!=|//|[<>+\-*%&|]", part)
    if found and found[0] in signs:
        start = left.end_col_offset + len(part[: found.start()].encode())
        yield right.lineno, start, start + len(found[0]), signs[found[0]]


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield the changes of one file, in the order of its syntax tree."""
    text = path.read_text(encoding="utf-8")
    source = text.split("\n")
    name = path.relative_to(paths.ROOT).as_posix()
    for node in ast.walk(ast.parse(text)):
        places: list[tuple[int, int, int, str]] = []
        match node:
            case ast.Compare(left=left, comparators=[right]):
                places += _between(source, left, right, _COMPARED)
            case ast.BinOp(left=left, right=right) if not isinstance(left, ast.Constant):
                places += _between(source, left, right, _COUNTED)
            case ast.BoolOp(values=[left, right, *_]) if left.end_lineno == right.lineno:
                start = left.end_col_offset or 0
                part = source[right.lineno - 1].encode()[start : right.col_offset].decode()
                word = "and" if isinstance(node.op, ast.And) else "or"
                at = part.find(word)
                if at >= 0:
                    new = "or" if word == "and" else "and"
                    places.append((right.lineno, start + at, start + at + len(word), new))
            case ast.UnaryOp(op=ast.Not()):
                places.append((node.lineno, node.col_offset, node.col_offset + 3, ""))
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                if node.end_lineno == node.lineno and node.end_col_offset is not None:
                    new = str(number + 1)
                    places.append((node.lineno, node.col_offset, node.end_col_offset, new))
        yield from (Mutant(name, *place) for place in places)


@functools.cache
def named() -> dict[Mutant, str]:
    """Return all changes of the firmware with their names."""
    found: dict[Mutant, str] = {}
    for path in sorted((paths.FIRMWARE / "teletype").rglob("*.py")):
        if not LEFT_OUT.search(path.as_posix()):
            source = path.read_text(encoding="utf-8")
            found.update((mutant, mutant.name(source)) for mutant in mutants(path))
    return found


def sample(count: int, seed: int) -> list[Mutant]:
    """Draw `count` changes of the firmware, the same ones while their lines stay the same.

    Each change has a pseudorandom rank computed from its file and line, so other lines do not
    affect it.
    """
    ranked = (
        (hashlib.sha256(f"{seed} {name}".encode()).digest(), mutant)
        for mutant, name in named().items()
    )
    return [mutant for _, mutant in sorted(ranked)[:count]]


def suites(file: str) -> list[list[str]]:
    """Return the tests that could notice a change in a file: the nearest first."""
    parts = Path(file).relative_to("firmware/teletype").parts
    stem = parts[-1].removesuffix(".py").split("_")[0]
    tests = paths.ROOT / "tests"
    room = tests.joinpath(*parts[:-1])
    near = [str(path.relative_to(paths.ROOT)) for path in sorted(room.glob(f"test_{stem}*.py"))]
    if parts[0] in ("engines", "programs"):
        near += [
            str(path.relative_to(paths.ROOT))
            for other in ("engines", "programs")
            for path in sorted((tests / other).glob(f"test_{stem}*.py"))
        ]
        wide = ["tests/engines", "tests/programs", "tests/handheld/pictures"]
    elif parts[0] == "core":
        wide = ["tests/core", "tests/programs", "tests/host_tools/sessions"]
    elif parts[0] == "drivers":
        wide = ["tests/drivers", "tests/handheld"]
    else:
        near += [str(room.relative_to(paths.ROOT))] if room.is_dir() and room != tests else []
        wide = ["tests/handheld", "tests/exhibit", "tests/drivers"]
    found = [list(dict.fromkeys(near)), [one for one in wide if (paths.ROOT / one).exists()]]
    return [suite for suite in found if suite]


class Tests(NamedTuple):
    """Results of the unchanged run: seconds of each test, and tests that execute each line."""

    seconds: dict[str, float]
    lines: dict[str, list[str]]
    """Keys: `file:line`, or `file` for any function in it."""

    def of(self, mutant: Mutant) -> list[list[str]]:
        """Return the tests that could notice a change: the module's own, then others."""
        rooms = suites(mutant.file)
        near = {test for test in self.seconds if test.startswith(tuple(rooms[0]))}
        found = self.lines.get(f"{mutant.file}:{mutant.line}")
        if not found:  # a constant: a test may read it without calling a function of the file
            own = tuple(room for room in rooms[0] if room.endswith(".py"))
            some = tuple(itertools.chain.from_iterable(rooms))
            found = [test for test in near if test.startswith(own)]
            found += self.lines.get(mutant.file) or [
                test for test in self.seconds if test.startswith(some)
            ]
        first = self._shortest(near & set(found)) or sorted(near)
        return [each for each in (first, self._shortest(set(found) - set(first))) if each]

    def _shortest(self, tests: Iterable[str]) -> list[str]:
        left = float(SECONDS)
        chosen = []
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            left -= self.seconds[test]
            if left < 0:
                break
            chosen.append(test)
        return chosen


def pytest(
    tree: Path,
    words: Sequence[str],
    seconds: int | None,
    options: Sequence[str] = (),
    **named: str,
) -> int | None:
    """Run tests in a copy of the repository. Return their exit status, None if they hang."""
    (tree / ".words").write_text("\n".join(words), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    command += ["@.words"]
    # a run takes more than a second, so timestamps in the bytecode reveal a change
    own = {"PYTHONPYCACHEPREFIX": str(tree / ".bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    env = {**os.environ, **named, **own}
    with (tree / ".printed").open("wb") as printed:
        process = subprocess.Popen(
            command, cwd=tree, env=env, stdout=printed, stderr=printed, start_new_session=True
        )
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # with what its tests have started
        process.wait()


def looked_at(chosen: Sequence[Mutant], tree: Path, jobs: int = 1) -> Tests:
    """Run all tests that could notice one of the changes, on unchanged firmware."""
    reports = tree / "lines"
    reports.mkdir()
    wanted = json.dumps([[mutant.file, mutant.line] for mutant in chosen])
    rooms = sorted({room for mutant in chosen for suite in suites(mutant.file) for room in suite})
    options = ["-p", "host_tools.lab.measure.mutants_lines", "-n", str(jobs)]
    words = [*ON_THIS_PYTHON, *rooms]
    pytest(tree, words, None, options, MUTANTS_WANTED=wanted, MUTANTS_REPORTS=str(reports))
    tests = Tests({}, {})
    for report in reports.iterdir():
        seconds, lines = json.loads(report.read_text(encoding="utf-8"))
        tests.seconds.update(seconds)
        for place, found in lines.items():
            tests.lines.setdefault(place, []).extend(found)
    if not tests.seconds:
        raise Failed("pytest stopped without a change of the firmware; run the tests first")
    if pytest(tree, ["--collect-only", *tests.seconds], None) != 0:
        printed = (tree / ".printed").read_text(encoding="utf-8", errors="replace")
        why = printed.strip().rpartition("\n")[2]
        raise Failed(f"pytest does not find the tests again by their names: {why}")
    return tests


def survives(mutant: Mutant, tree: Path, tests: Tests) -> bool:
    """Return whether no test in the copy `tree` of the repository notices the change."""
    path = tree / mutant.file
    source = path.read_text(encoding="utf-8")
    path.write_text(mutant.applied(source), encoding="utf-8")
    try:
        return all(_passes(tree, words) for words in tests.of(mutant))
    finally:
        path.write_text(source, encoding="utf-8")


def _passes(tree: Path, tests: Sequence[str]) -> bool:
    """Return whether the tests pass in one of two runs: on a busy machine some fail by chance.

    Tests that hang are not repeated.
    """
    status = pytest(tree, ["-x", *tests], HANG)
    return status == 0 or (status is not None and pytest(tree, ["-x", *tests], HANG) == 0)


def copied(folder: Path) -> Path:
    """Copy what the tests need into a folder."""
    for name in ("firmware", "host_tools", "boards", "tests", "docs"):
        shutil.copytree(
            paths.ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    for path in paths.ROOT.glob("*.*"):
        if path.is_file():
            shutil.copy(path, folder)
    (folder / ".cache").symlink_to(paths.CACHE)
    return folder


def judged() -> set[str]:
    """Return the survivors listed in `mutants.txt`, in the form of `Mutant.name`."""
    lines = JUDGED.read_text(encoding="utf-8").splitlines() if JUDGED.exists() else []
    return {line.rpartition(": ")[0] for line in lines if line and not line.startswith("#")}


def run(chosen: Sequence[Mutant], jobs: int) -> int:
    """Try the changes and print survivors as they are found. Return how many are not listed."""
    known = judged()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        trees = [copied(Path(folder) / str(number)) for number in range(jobs)]
        tests = looked_at(chosen, trees[0], jobs)
        print(f"{len(tests.seconds)} tests could notice a change", flush=True)

        def work(number: int) -> int:
            left = 0
            for mutant in chosen[number::jobs]:
                if survives(mutant, trees[number], tests):
                    source = (paths.ROOT / mutant.file).read_text(encoding="utf-8")
                    old = mutant.name(source) in known
                    left += not old
                    print("judged  " if old else "SURVIVED", mutant.told(source), flush=True)
            return left

        with ThreadPoolExecutor(jobs) as pool:
            return sum(pool.map(work, range(jobs)))


def main(argv: list[str]) -> int:
    """Run the command; return 0 if enough changes are noticed, else 1."""
    parser = Parser(
        prog="host_tools lab mutants",
        description="Plant small mistakes in the firmware for the tests to find.",
        example="--sample 20 --only engines/",
    )
    parser.add_argument(
        "--sample",
        type=whole(1, 100_000),
        default=200,
        metavar="N",
        help="how many mistakes (default: 200)",
    )
    parser.add_argument(
        "--seed", type=whole(0, 1 << 31), default=1, help="of the random choice (default: 1)"
    )
    add_jobs(parser, "mistakes at a time")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only in files whose name contains TEXT"
    )
    options = parser.parse_args(argv)
    chosen = [each for each in sample(options.sample, options.seed) if options.only in each.file]
    left = run(chosen, options.jobs)
    print(f"{len(chosen) - left} of {len(chosen)} changes noticed or judged")
    return 0 if (len(chosen) - left) * 100 >= KILLED * len(chosen) else 1
