# SPDX-License-Identifier: MIT
"""The emulated boards as an npm package for others: `host_tools/machine`."""

import json
import re
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools import paths
from host_tools.build import boards, node, uf2
from host_tools.emulator import pico
from teletype import version

NAME = "pocket-teletype-machine"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder of a project that has installed the package, as `npm pack` makes it."""
    folder = tmp_path_factory.mktemp("project")
    installed = folder / "node_modules" / NAME
    packages = Path(node.tool("rp2040js")[-1]).parent
    done = subprocess.run(
        [*(node.npm() or ["npm"]), "pack", str(paths.MACHINE), "--silent"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    with tarfile.open(folder / done.stdout.strip()) as packed:
        packed.extractall(folder, filter="data")
    installed.parent.mkdir()
    (folder / "package").rename(installed)
    for dependency in json.loads((installed / "package.json").read_text())["dependencies"]:
        (installed.parent / dependency).symlink_to(packages / dependency)
    (folder / "package.js").write_text((Path(__file__).parent / "package.js").read_text("utf-8"))
    (folder / "package.json").write_text('{"type": "module"}')
    yield folder


@pytest.fixture(scope="module")
def used(project: Path, firmware_uf2: Path, board_kind: boards.Board) -> dict[str, Any]:
    """What the script found."""
    script = ["package.js", str(firmware_uf2), board_kind.name]
    program = node.tool("")[0]
    done = subprocess.run(
        [program, "--preserve-symlinks", *script],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.pico
def test_an_image_runs_and_its_panel_is_read(used: dict[str, Any], firmware_uf2: Path) -> None:
    assert (used["width"], used["height"]) == (128, 64) and 200 < used["lit"] < 4000
    assert len(used["start"].splitlines()) == 32 and re.search("[▀▄█]", used["start"])
    assert used["moved"] != used["start"] and used["chosen"] != used["moved"]
    assert "НИМ" in used["heard"] and "\x1b" not in used["heard"]
    assert bytes(used["stack"]) == uf2.payload(firmware_uf2.read_bytes())[:4]
    before, reset, cycled = used["times"]
    assert before <= reset < before + 1 and cycled == 0


@pytest.mark.pico
def test_files_stay_when_an_image_is_written(used: dict[str, Any]) -> None:
    """The second start asks for no language, because the first has chosen one."""
    assert used["again"] != used["start"]


@pytest.mark.pico
def test_errors_say_what_is_wrong(used: dict[str, Any]) -> None:
    assert used["errors"] == [
        "Error: no board abacus; there are pico, pico2",
        "Error: the board has no image; flash() gives it one",
        "Uf2Error: not a UF2 file",
        "Uf2Error: the UF2 file is incomplete",
        "Uf2Error: an image for another chip, or for more flash",
        "Error: no button LEVER; there are UP, DOWN, LEFT, RIGHT, OK, BACK",
    ]


@pytest.mark.pico
def test_its_boards_are_those_of_the_repository(used: dict[str, Any]) -> None:
    for name, wiring in used["BOARDS"].items():
        board = boards.load(name)
        parts = pico.parts(board)
        assert (wiring["chip"], wiring["buttons"]) == (board.chip, parts["buttons"])
        assert tuple(wiring["i2c"]) == parts["i2c"]
        panel = parts["panel"]
        assert wiring["panel"] == {
            "controller": type(panel).__name__.lower(),
            "width": panel.width,
            "height": panel.height,
            "address": panel.address,
            "externalVcc": panel.external_vcc,
        }


def test_the_package_has_the_firmwares_version_and_nothing_but_its_modules(project: Path) -> None:
    installed = project / "node_modules" / NAME
    assert json.loads((installed / "package.json").read_text())["version"] == version.VERSION
    names = {path.name for path in installed.iterdir()}
    modules = {path.name for path in paths.MACHINE.glob("*.js")}
    assert names == {*modules, "package.json", "README.md"}


def test_the_readme_names_the_whole_interface() -> None:
    told = (paths.MACHINE / "README.md").read_text(encoding="utf-8")
    source = (paths.MACHINE / "index.js").read_text(encoding="utf-8")
    private = set(re.findall(r"@private[^\n]*\*/\n  (?:get )?(\w+)\(", source))
    methods = set(re.findall(r"^  (?:get )?(\w+)\(.*\{$", source, re.MULTILINE))
    for name in methods - private - {"constructor", "toString"}:
        assert re.search(rf"`[^`]*\b{name}\b", told), name
