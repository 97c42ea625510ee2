# SPDX-License-Identifier: MIT
"""The pages "Add a program" and "Add a board" are true: a copy of the tree does what they say.

The files are taken out of the pages, and nothing is added by hand. The image for the page's board,
with the page's program in it, is built once and stays in the cache.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from host_tools.build import boards, environment
from host_tools.emulator import pico
from host_tools.lab.measure.bench import quiet
from host_tools.paths import ROOT
from tests.conftest import GOLDEN
from tests.helpers import ring
from tests.helpers.pages import COPY, blocks, run, tool_environment

PROGRAM, BOARD = "docs/add-a-program.md", "docs/add-a-board.md"

LEFT_OUT = (".git", ".cache", "dist", "__pycache__", ".*_cache", ".hypothesis")

KEYS = ("UP", "OK", "DOWN")
"""After the first stop: a hint, which is answered, then another stone is taken."""

DESK = """
import json, sys
from host_tools.emulator.simulator import Simulator
desk = Simulator()
desk.say("few", rest=3000)
shown = []
for key in json.loads(sys.argv[1]):
    desk.press(key)
    desk.settle()
    desk.run(3000)
    shown.append([row.hex() for row in desk.chip.rows()])
desk.chip.image().save(sys.argv[2])
print(json.dumps({"shown": shown, "printed": desk.serial.printed}))
"""


def added(page: str) -> list[str]:
    """The files that a page shows."""
    return [block.file for block in blocks(page=page) if block.file]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with the files of both pages; it shares the cache."""
    copy = tmp_path_factory.mktemp("pages") / "copy"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    (copy / ".cache").symlink_to((ROOT / ".cache").resolve())
    for page in (PROGRAM, BOARD):
        for block in blocks(page=page):
            if block.file:
                there = block.file.endswith(".pot")  # the page continues it
                assert (copy / block.file).exists() == there
                (copy / block.file).parent.mkdir(exist_ok=True)
                with (copy / block.file).open("a", encoding="utf-8") as file:
                    file.write("\n" * there + block.text)
    return copy


@pytest.fixture(scope="module")
def uf2(tree: Path) -> Path:
    """The image of the page's board."""
    command = [sys.executable, "-m", "host_tools", "build", "uf2", "--board", "larger"]
    without = {key: value for key, value in os.environ.items() if key != environment.UF2}
    built = subprocess.run(command, cwd=tree, env=without, stdout=subprocess.PIPE, text=True)
    assert built.returncode == 0
    return Path(built.stdout.strip())


def test_a_program_is_six_files_at_most_and_a_board_two() -> None:
    """The tape is saved by a command."""
    page = (ROOT / PROGRAM).read_text(encoding="utf-8")
    files = [*added(PROGRAM), "tests/tapes/few.tape"]
    assert len(files) <= 6 and all(name.replace("few", "NAME") in page for name in files)
    assert added(BOARD) == ["boards/larger/board.py", "boards/larger/wiring.md"]


def test_the_page_names_all_that_a_board_file_may_have() -> None:
    page = (ROOT / BOARD).read_text(encoding="utf-8")
    for name in boards.NAMES:
        (row,) = re.findall(rf"^\| `{name}` \| .*", page, re.MULTILINE)
        for keyword in (word for words in boards.KEYWORDS.get(name, ()) for word in words):
            assert f"`{keyword}`" in row, (name, keyword)
    chips = re.findall(r"^\| `CHIP` .*", page, re.MULTILINE)[0]
    assert re.findall(r"`(\w+)`", chips)[1:] == list(boards.PINS)


@pytest.mark.unix
@pytest.mark.pico
@pytest.mark.heavy
def test_the_commands_of_the_pages(
    tree: Path, uf2: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """In their order: what they print is what is shown. The emulated Pico runs the one image."""
    variables = {**tool_environment(tmp_path / "tools"), environment.UF2: str(uf2)}
    for block in (*blocks(COPY, page=BOARD), *blocks(COPY, page=PROGRAM)):
        run(block, tree, variables, request.config.getoption("--golden"))
    listed = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-k", "few", "--collect-only"],
        cwd=tree,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    for test in (
        "test_on_this_python[few]",
        "test_on[unix-few]",
        "test_on[pico-few]",
        "test_messages_and_about_pages[few]",
    ):
        assert test in listed


@pytest.mark.heavy
@pytest.mark.slow
def test_they_pass_lint(tree: Path) -> None:
    """The same as in `make lint`, of what can be different here."""
    for command in (["ruff", "check", "."], ["ruff", "format", "--check", "."]):
        subprocess.run([sys.executable, "-m", *command], cwd=tree, check=True)
    checked = subprocess.run(
        [sys.executable, "-m", "host_tools", "lab", "lint"],
        cwd=tree,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout
    assert "board larger" in checked.stdout


@pytest.fixture(scope="module")
def desk(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the handheld on the desk shows after each key, and what it says; and a picture."""
    picture = tmp_path_factory.mktemp("desk") / "few.png"
    shown = subprocess.run(
        [sys.executable, "-c", DESK, json.dumps(KEYS), str(picture)],
        cwd=tree,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert shown.returncode == 0
    return {"picture": picture, **json.loads(shown.stdout)}


def played(tree: Path, tmp_path: Path, name: str, heaps: str) -> dict[str, Any]:
    """What a person meets in the game `name` of this tree, see `tests.helpers.new_game`."""
    line = f"heaps={heaps}"
    command = [sys.executable, "-m", "tests.helpers.new_game", name, line, line]
    done = subprocess.run(
        [*command, str(tmp_path / "hint.png")], cwd=tree, stdout=subprocess.PIPE, text=True
    )
    assert done.returncode == 0
    met: dict[str, Any] = json.loads(done.stdout)
    assert met["won"]["star"] == [1, 1] and "A HARDER START" in met["won"]["outcome"]
    assert "This game could be won." in met["lost"]["outcome"]
    assert "WHERE I LOST" in met["lost"]["outcome"]
    assert met["two"].endswith("A◊ ")
    assert met["show"]["shown"] and "YOU HAVE WON" in met["show"]["printed"]
    return met


@pytest.mark.slow
def test_the_pages_game_has_what_the_old_ones_have(
    tree: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Star, outcome, lesson, hint, two people, a show, a picture of the shared stones."""
    met = played(tree, tmp_path, "few", "4,8,7")
    assert "Answer 1 lost the game: HEAP=3 LEFT=6 Better: HEAP=3 LEFT=4" in met["lost"]["lesson"]
    path = GOLDEN / "add-a-program.png"
    if request.config.getoption("--golden"):
        shutil.copy(tmp_path / "hint.png", path)
    with Image.open(path) as expected, Image.open(tmp_path / "hint.png") as drawn:
        difference = ImageChops.difference(expected.convert("L"), drawn.convert("L"))
    assert difference.getbbox() is None, f"{tmp_path / 'hint.png'} differs from {path}"


def test_a_game_needs_at_most_150_lines() -> None:
    lines = [b.text.count("\n") for b in blocks("python", page=PROGRAM) if b.file]
    assert sum(lines) <= 150


@pytest.mark.slow
def test_another_game_has_the_same(tree: Path, tmp_path: Path) -> None:
    """One that the page does not show and that has no formula, see `tests.helpers.ring`."""
    copy = tmp_path / "copy"
    shutil.copytree(tree, copy, symlinks=True)
    for name, text in ring.FILES.items():
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text(text, encoding="utf-8")
    met = played(copy, tmp_path, "ring", "2,3,2")
    told = re.search(r"HEAP=(\d) LEFT=(\d) Better: HEAP=(\d) LEFT=(\d)", met["lost"]["lesson"])
    assert told and "Answer 1 lost the game:" in met["lost"]["lesson"]
    given, left, heap, better = map(int, told.groups())
    assert not ring_is_lost((2, 3, 2), 2)
    assert not ring_is_lost(after((2, 3, 2), given, left), given - 1)
    assert ring_is_lost(after((2, 3, 2), heap, better), heap - 1)


def after(heaps: tuple[int, ...], heap: int, left: int) -> tuple[int, ...]:
    return tuple(left if at == heap - 1 else stones for at, stones in enumerate(heaps))


def ring_is_lost(heaps: tuple[int, ...], marker: int) -> bool:
    """Whether whoever is to move loses: the rules again, in another form."""
    return not any(
        ring_is_lost(after(heaps, heap + 1, heaps[heap] - taken), heap)
        for heap in {(marker + step) % len(heaps) for step in (1, 2)}
        for taken in (1, 2)
        if taken <= heaps[heap]
    )


@pytest.mark.heavy
def test_the_board_boots_and_shows_the_same(tree: Path, uf2: Path, desk: dict[str, Any]) -> None:
    """The real image, with the page's screen and buttons on the page's pins."""
    board = boards.load("larger", tree / "boards")
    with pico.Pico(uf2, **pico.parts(board)) as device:
        device.boot()
        device.run_until(lambda: b"POCKET TELETYPE" in device.output, 3000)
        device.send(b"few\n")
        device.run_until(lambda: "◊".encode() in device.output, 10_000, step_ms=20)
        quiet(device, 600, 5000)
        for key, rows in zip(KEYS, desk["shown"], strict=True):
            device.tap(key)
            quiet(device, 600, 5000)
            assert [row.hex() for row in device.panel.rows()] == rows, key
