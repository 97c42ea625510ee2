# SPDX-License-Identifier: MIT
"""Packed pages: what a board reads is what stands in the sources, on all three rungs."""

import contextlib
import io
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.build import bytecode, packing
from host_tools.emulator.pico import Pico
from host_tools.paths import ROOT
from teletype.programs import catalogue
from teletype.words import packed

READ = f"""
import binascii, hashlib, words
from teletype.programs import catalogue
from teletype.words.packed import lines
def told(page):
    digest = hashlib.sha256()
    count = 0
    for line in lines(page):
        digest.update(line.encode() + b"\\n")
        count += 1
    return "%d %s" % (count, binascii.hexlify(digest.digest()).decode())
for language in words.LANGUAGES:
    words.use(language)
    for name in {[entry[0] for entry in catalogue.PROGRAMS]}:
        page = words.of(name, "ABOUT", catalogue.load(name).ABOUT)
        print(language, name, isinstance(page, bytes), told(page))
        story, claims, problems = words.story(name)
        print(told(story), told(claims))
        for problem, page in problems:
            print(problem, told(page))
"""


def expected() -> str:
    """What a board is to print: from the sources, but that they are not packed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(READ, {})
    assert out.getvalue().count(" False ") == 3 * len(catalogue.PROGRAMS)
    return out.getvalue().replace(" False ", " True ")


def test_on_cpython() -> None:
    there = f"""
import sys, host_tools.emulator.simulator, modules
modules.forget_all_but(())
sys.path.insert(0, {str(packing.tree())!r})
"""
    done = subprocess.run(
        [sys.executable, "-c", there + READ], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == (expected(), "")


def test_on_the_unix_port(unix: Path) -> None:
    done = subprocess.run(
        [unix, "-X", "heapsize=256k", "-c", READ],
        env={**os.environ, "MICROPYPATH": f"{bytecode.tree('x64')}:.frozen"},
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == (expected(), "")


def test_on_the_pico(firmware_uf2: Path) -> None:
    with Pico(firmware_uf2) as pico:
        pico.boot()
        assert pico.execute(READ, timeout_ms=60_000) == expected()


TEXTS = st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8")), max_size=4)


@given(TEXTS)
def test_every_text_comes_back(texts: list[str]) -> None:
    codes, table = packing.coded(texts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed, "load", lambda name: types.SimpleNamespace(PAIRS=table))
        for text, code in zip(texts, codes, strict=False):
            page = packing.head(0, text) + code
            assert list(packed.lines(page)) == text.split("\n")


def test_what_is_often_there_takes_little() -> None:
    codes, table = packing.coded(["Take the last stone.\nThe last stone wins.\n" * 40])
    assert len(codes[0]) < 400 and len(table) < 300


SOURCE = '''"""A program."""

ABOUT = (
    "One thing.",
    (
        "And "
        "another."
    ),
)
LINE = 9
'''


def test_the_numbers_of_lines_stay() -> None:
    files = packing.packed({"programs/a.py": SOURCE.encode(), "main.py": b"ABOUT = ('x', 'y')\n"})
    assert files["main.py"] == b"ABOUT = ('x', 'y')\n"
    lines = files["programs/a.py"].decode().splitlines()
    assert lines[2].startswith("ABOUT = b'\\x00") and lines[3:9] == [""] * 6
    assert lines[:2] + lines[9:] == ['"""A program."""', "", "LINE = 9"]
    assert set(files) == {"main.py", "programs/a.py", "words/pairs_en.py"}


@pytest.mark.parametrize(
    "source",
    [
        "ABOUT = ()\n",
        "ABOUT = ('a\\0b',)\n",
        "ABOUT = ('one\\ntwo', 'three')\n",
        "ABOUT = tuple(open('x'))\n",
        f"ABOUT = ('{'x' * packing.MOST}',)\n",
        "ABOUT_RU = ('x',)\n",
        "MESSAGES = ('x',)\n",
        "def page():\n    ABOUT = ('x',)\n",
    ],
)
def test_what_is_no_page_stays(source: str) -> None:
    files = {"programs/a.py": source.encode()}
    assert packing.packed(files) == files


def test_the_same_firmware_is_packed_once() -> None:
    assert packing.tree() == packing.tree()
    names = set(packing.read(packing.tree()))
    assert {"main.py", "words/pairs_en.py", "words/pairs_ru.py", "words/pairs_ja.py"} <= names
