# SPDX-License-Identifier: MIT
"""A translator's day: the page's commands take a copy of the repository to a new language."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import paths
from host_tools.build import environment
from host_tools.emulator.images import make_filesystem
from host_tools.emulator.pico import Pico
from tests.helpers import pseudo
from tests.helpers.pages import COPY, blocks, run

PAGE = "docs/add-a-language.md"

LEFT_OUT = (".git", ".cache", "dist", "__pycache__", ".*_cache", ".hypothesis")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository, in which the page has been followed."""
    copy = tmp_path_factory.mktemp("language") / "copy"
    shutil.copytree(paths.ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    (copy / ".cache").symlink_to((paths.ROOT / ".cache").resolve())
    export, pack, into, check = blocks(COPY, page=PAGE)
    run(export, copy, dict(os.environ))
    pseudo.fill_in(copy / "xx.po", pseudo.texts(), **{"Last-Translator": "nobody"})
    run(pack, copy, dict(os.environ))
    run(into, copy, dict(os.environ))
    run(check, copy, dict(os.environ))
    return copy


@pytest.mark.slow
def test_a_language_is_one_file(copy: Path) -> None:
    """Nothing else of the copy differs from the repository, but the file that was exported."""
    added = set()
    for path in sorted(copy.rglob("*")):
        name = path.relative_to(copy)
        if path.is_file() and ".cache" not in name.parts and "__pycache__" not in name.parts:
            here = paths.ROOT / name
            if not here.exists() or here.read_bytes() != path.read_bytes():
                added.add(name.as_posix())
    assert added == {"xx.po", "xx.lang", "firmware/teletype/words/xx.po"}


SCREENS = """
import sys
from host_tools.emulator.simulator import Simulator
from tests.helpers.screen import text
desk = Simulator()
from teletype import words
from teletype.programs import catalogue

assert words.LANGUAGES[-1] == "xx"
wide = (128, 64)
cut = []
accents = 0

def look(desk, size, where):
    global accents
    for row in range(size[1] // 8):
        said = text(desk.chip, row)
        accents += bool(set(said) & set("ÅÉÎÖÛåéîöû"))
        if "\\u2026" in said.replace(words.text("MORE")[-2:], "") or "\\u25a1" in said:
            cut.append((size, where, said))

def all_rows(desk, size, where, count):
    for _ in range(count):
        look(desk, size, where)
        desk.press("DOWN")
        desk.settle()

for size in (wide, (72, 40)):
    desk = Simulator(*size)
    desk.set(language="xx", messages="translated", speed="fast")
    desk.app.shelf()
    desk.run(10)
    desk.settle()
    assert words.language == "xx"
    all_rows(desk, size, "shelf", 4 + len(catalogue.NAMES))
    desk.press("OK")
    desk.settle()
    for name in catalogue.NAMES:
        if size == wide:
            desk.app.screens.about(name)
            desk.run(10)
            desk.settle()
            all_rows(desk, size, "about " + name, 3)
        desk.app.shelf()
        desk.run(10)
    desk.app.screens.settings()
    desk.run(10)
    desk.settle()
    all_rows(desk, size, "settings", 24)
for one in cut:
    print(one)
assert accents > 300
"""


@pytest.mark.slow
def test_no_screen_cuts_what_is_as_wide_as_allowed(copy: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCREENS], cwd=copy, stdout=subprocess.PIPE, text=True, check=True
    )
    assert done.stdout == ""


@pytest.mark.heavy
@pytest.mark.pico
def test_the_emulated_pico_speaks_it(copy: Path) -> None:
    """From the copy to an image, and from its first start to the shelf in the new language."""
    without = {key: value for key, value in os.environ.items() if key != environment.UF2}
    built = subprocess.run(
        [sys.executable, "-m", "host_tools", "build", "uf2"],
        cwd=copy,
        env=without,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    files = {"settings.txt": b"language=xx\nmessages=translated\n"}
    with Pico(Path(built.stdout.strip()), filesystem=make_filesystem(files)) as pico:
        pico.boot()
        title = pseudo.longer("POCKET TELETYPE", pseudo.MORE[0]).encode()
        pico.run_until(lambda: title in pico.output, 8000, 50, "the title in the new language")
        told = "from teletype import words; print(words.language, words.named('xx'))"
        assert pico.execute(told) == f"xx {pseudo.longer('English', pseudo.MORE[0])}\n"
