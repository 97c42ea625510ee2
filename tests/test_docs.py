# SPDX-License-Identifier: MIT
"""The documents are true: their commands run and print what is shown, what they name exists."""

import contextlib
import functools
import io
import re
import shlex
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from host_tools.__main__ import main
from host_tools.build import boards, breadboard
from host_tools.emulator import scenes
from host_tools.lab import screenshots
from host_tools.lab.measure import bench, figures
from host_tools.paths import ROOT
from teletype.handheld.keeping import setting_fields
from teletype.programs import catalogue
from tests.helpers.pages import (
    BOARD,
    COPY,
    LONG,
    PAGES,
    PLAIN,
    README,
    RUN,
    Block,
    blocks,
    run,
    same,
    workplace,
)


def spans() -> list[tuple[str, str]]:
    """Commands that stand in the text: pages and what is between the backticks."""
    found = []
    for page in PAGES:
        text = re.sub(r"^```.*\n(?:.*\n)*?```$", "", page.read_text("utf-8"), flags=re.MULTILINE)
        for span in re.findall(r"`([^`]+)`", text):
            if re.match(r"(\S*python3? -m )?host_tools |make ", span):
                found.append((page.name, " ".join(span.split())))
    return found


@functools.cache
def help_of(*command: str) -> str:
    """What a command says of itself."""
    told = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(told):
        try:
            status: object = main([*command, "--help"])
        except SystemExit as end:
            status = end.code
    assert not status, shlex.join(command)
    told.seek(0)
    return told.read()


def assert_known(command: str) -> None:
    """The command, or each command of a pipe, is there and has the options that are given."""
    for part in re.split(r"[|;]|&&", command):
        words = shlex.split(part)
        if words[:1] == ["make"]:
            rules = (ROOT / "Makefile").read_text(encoding="utf-8")
            targets = [word for word in words[1:] if "=" not in word]
            assert targets and all(f"\n{word}:" in rules for word in targets), part
        if "host_tools" not in words:
            continue
        words = words[words.index("host_tools") + 1 :]
        if words[0] in ("COMMAND", "--version", "--help"):
            continue
        depth = {"calculation": 2, "yen": 2, "lab": 2, "contest": 3}.get(words[0], 1)
        if words[:2] in (["lab", "calculation"], ["lab", "yen"]):
            depth = 3
        named = words[:depth]
        named = [word for word in named if re.fullmatch(r"[a-z_-]+", word)]
        told = help_of(*named)
        for word in words:
            if word.startswith("--"):
                option = word.partition("=")[0]
                assert re.search(rf"(^|[\s\[]){re.escape(option)}\b", told), (part, option)


def place(block: Block) -> str:
    return f"{block.page}:{block.line}"


def test_each_block_says_what_it_is() -> None:
    for block in blocks():
        assert block.kind in (RUN, LONG, BOARD, COPY, *PLAIN), place(block)
        if block.kind in PLAIN:
            assert not re.search(r"^\$ |host_tools ", block.text, re.MULTILINE), place(block)
        else:
            assert block.text.startswith("$ "), place(block)
    for page in PAGES:  # an indented block could hide a command
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"^    \$? ?(\S*python3?|make) ", text, re.MULTILINE), page


def marked(block: Block) -> object:
    """A block of commands, with the mark of what they need."""
    needed = {"--on unix": pytest.mark.unix, "host_tools build ": pytest.mark.pico}
    marks = [mark for words, mark in needed.items() if words in block.text]
    return pytest.param(block, id=place(block), marks=marks)


@pytest.mark.parametrize("block", [marked(block) for block in blocks(RUN)])
def test_commands_print_what_is_shown(
    block: Block, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    run(block, tmp_path, workplace(tmp_path), request.config.getoption("--golden"))


@pytest.mark.pico
@pytest.mark.parametrize("block", blocks(LONG), ids=place)
def test_long_commands(block: Block, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    for command, _ in block.commands():
        assert_known(command)
    if request.config.getoption("--long"):
        run(block, tmp_path, workplace(tmp_path))


@pytest.mark.parametrize("block", blocks(BOARD), ids=place)
def test_commands_for_a_board_are_there(block: Block) -> None:
    for command, _ in block.commands():
        assert_known(command)


@pytest.mark.parametrize(("page", "span"), spans())
def test_commands_in_the_text_are_there(page: str, span: str) -> None:
    assert_known(span)


@pytest.mark.parametrize(
    ("shown", "printed", "expected"),
    [
        ("a b", "a b", True),
        ("a b", "a", False),
        ("", "a", False),
        ("...", "", True),
        ("a ...", "a b c", True),
        ("a ... c", "a b", False),
        ("a ... c", "a b c", True),
        ("... c ... e", "a c b c d e", True),
        ("... c ... e", "a b d e", False),
    ],
)
def test_how_lines_are_compared(shown: str, printed: str, expected: bool) -> None:
    assert same(shown.split(), printed.split()) == expected


RELEASES = "../../releases"
"""The page of the releases: where a link in the README leads on the repository's site."""


def test_what_they_name_exists() -> None:
    shown = {block.file for block in blocks()}  # these are to be added
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name in re.findall(r"\]\(([^)]+)\)", text):
            path, _, anchor = name.partition("#")
            if path.startswith(("https:", "http:")) or path == RELEASES:
                continue
            target = page.parent / path if path else page
            assert target.exists(), (page.name, name)
            if anchor:
                heads = re.findall(r"^#+ (.*)$", target.read_text("utf-8"), re.MULTILINE)
                anchors = [re.sub(r"[^\w\- ]", "", head.lower()) for head in heads]
                assert anchor in [head.replace(" ", "-") for head in anchors], (page.name, name)
        for name in re.findall(r"`((?:firmware|boards|host_tools|tests|docs)/[\w/.-]+)`", text):
            added = name in shown or "NAME" in name
            assert added or (ROOT / name).exists(), (page.name, name)


@pytest.mark.parametrize(
    ("walk", "elsewhere"),
    [
        ("From a key press to the paper", []),
        ("From the card to the end of a visit", ["exhibit/exhibit.py"]),
    ],
)
def test_the_walks_through_the_code(walk: str, elsewhere: list[str]) -> None:
    """Each step names files of the firmware and what these files, or those `elsewhere`, define."""
    page = (ROOT / "docs" / "develop.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {walk}\n")[2].partition("\n## ")[0]
    steps = re.split(r"^\d+\. ", section, flags=re.MULTILINE)[1:]
    assert len(steps) > 5
    for step in steps:
        spans = re.findall(r"`([^`]+)`", step)
        files = [span for span in spans if span.endswith(".py")] + elsewhere
        code = "".join((ROOT / "firmware/teletype" / file).read_text("utf-8") for file in files)
        for name in spans:
            if re.fullmatch(r"\w+(\.\w+)?", name) and not name.endswith((".py", ".txt")):
                for part in name.split("."):
                    assert re.search(rf"^ *(def|class) {part}\b", code, re.MULTILINE), step


DATA = (".json", ".hex", ".bin")
"""Endings of files with generated data."""


def test_the_sizes_of_the_rooms() -> None:
    """Within a fifth of the truth, or 150 lines; and no room is left out."""
    page = (ROOT / "docs" / "develop.md").read_text(encoding="utf-8")
    told = {
        folder: int(lines.replace(",", ""))
        for folder, lines in re.findall(
            r"^\| `host_tools/(\w+)` \| ([\d,]+) \|", page, re.MULTILINE
        )
    }
    rooms = {path.parent.name for path in (ROOT / "host_tools").glob("*/__init__.py")}
    assert told.keys() == rooms | {"machine"}
    for folder, lines in told.items():
        files = [path for path in (ROOT / "host_tools" / folder).rglob("*") if path.is_file()]
        here = sum(
            len(path.read_bytes().splitlines())
            for path in files
            if path.suffix not in DATA and not {"node_modules", "__pycache__"} & {*path.parts}
        )
        assert abs(here - lines) <= max(here / 5, 150), f"{folder}: {here} lines"


def test_the_readme_is_short_and_names_all_programs() -> None:
    assert len(README.splitlines()) <= 130
    for name in catalogue.NAMES:
        assert f"`{name}`" in README, name
    assert README.index(f"({RELEASES})") < README.index("make ")  # files before a build
    assert README.index("docs/pictures/won.png") < README.index("## ")
    assert "(docs/README.md)" in README  # the list of all pages; test_manual.py reads it


def test_pictures_show_the_programs() -> None:
    shown = re.findall(r"docs/pictures/([\w-]+)\.png", README)
    assert len(set(shown) & {scene for scene in screenshots.SCENES if scene != "shelf"}) >= 6
    kept = {path.stem for path in screenshots.FOLDER.glob("*.png")}
    assert kept == {*screenshots.SCENES}


@pytest.mark.parametrize("scene", screenshots.SCENES)
def test_pictures_are_those_of_the_screen(scene: str) -> None:
    path = screenshots.FOLDER / f"{scene}.png"
    drawn = screenshots.framed(scenes.play(screenshots.SCENES[scene]))
    with Image.open(path) as kept:
        assert kept.size == drawn.size
        difference = ImageChops.difference(kept.convert("L"), drawn.convert("L"))
    command = ".cache/venv/bin/python -m host_tools lab screenshots"
    assert difference.getbbox() is None, f"{path.name} is not the screen any more: {command}"


def test_the_drawing_of_the_breadboard_is_that_of_the_board() -> None:
    drawn = breadboard.svg(boards.load("pico"))
    assert (screenshots.FOLDER / screenshots.BREADBOARD).read_text("utf-8") == drawn


def test_an_unknown_scene(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from host_tools.__main__ import main

    output = io.TextIOWrapper(io.BytesIO())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "stdout", output)
        assert main(["lab", "screenshots", "--to", str(tmp_path), "nothing"]) == 2
    assert "unknown scene 'nothing'; the scenes are shelf, won, nim," in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_all_settings_are_told() -> None:
    told = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|", told, re.MULTILINE)
    by_name = {name: values for names, values in rows for name in re.findall(r"`(\w+)`", names)}
    for field in setting_fields.FIELDS:
        assert field.name in by_name, field.name
        for value in getattr(field, "choices", ()):
            assert by_name[field.name] == "numbers" or value in by_name[field.name], (
                field.name,
                value,
            )


def test_figures_are_those_of_the_baseline() -> None:
    (shown,) = [
        printed
        for block in blocks(LONG)
        for command, printed in block.commands()
        if command == "make bench"
    ]
    baseline, flash = figures.read(bench.BASELINE), figures.read(bench.FLASH_BASELINE)
    assert shown == figures.table(baseline, baseline, flash, "flash")
    page = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    assert bench.on_page(page, baseline, flash) == page  # what `bench --update` writes
    worse = [baseline[0]._replace(value=1_000), *baseline[1:]]
    written = bench.on_page(page, worse, flash)
    assert written != page and bench.on_page(written, baseline, flash) == page
    with pytest.raises(ValueError, match=r"figures.md shows no \$ make bench"):
        bench.on_page("# Figures\n", baseline, flash)


PROMISES = (ROOT / "docs" / "promises.md").read_text("utf-8")


def test_each_promise_has_a_test() -> None:
    """The tests that the page of promises names are there, and its table names one in each row."""
    table = PROMISES.partition("## Promise, test, figure")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")][2:]
    assert len(rows) > 30
    for _, named, figure in rows:
        match = re.fullmatch(r"`(tests/[a-z0-9_/]+\.py)::(test_[a-z0-9_]+)`", named)
        assert match, named
        assert f"\ndef {match[2]}(" in (ROOT / match[1]).read_text("utf-8"), named
        assert figure.strip(" |")
    for named in re.findall(r"`(tests/[a-z_/]+(?:\.py)?)`", PROMISES):
        assert (ROOT / named).exists(), named
