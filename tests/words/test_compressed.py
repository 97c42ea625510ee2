# SPDX-License-Identifier: MIT
"""The texts of an image, and of modules from files, are what the source files say."""

import importlib
import subprocess
import zlib
from pathlib import Path

import pytest

from host_tools.build import bytecode, compressed, micropython, text_check
from host_tools.device import packs
from host_tools.emulator.pico import Pico
from teletype import words
from teletype.programs import catalogue

NAMES = list(catalogue.NAMES)

READ = """
from binascii import crc32
from teletype import words
for name in {names!r}:
    said = words.prose(name, {language!r})
    print(*[crc32(text.encode()) for text in ("|".join(said.ABOUT), said.STORY, said.CLAIMS)])
"""


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_an_image_says_it_all(firmware_uf2: Path, language: str) -> None:
    with Pico(firmware_uf2) as pico:
        pico.boot()
        read = pico.execute(READ.format(names=NAMES, language=language), timeout_ms=60_000)
    expected = []
    for name in NAMES:
        said = words.program(name, language)
        texts = ("|".join(said.ABOUT), said.STORY, said.CLAIMS)
        expected.append(" ".join(str(zlib.crc32(text.encode())) for text in texts))
    assert read.splitlines() == expected
    assert "0" not in " ".join(expected).split()  # an empty text


ERRORS = """
from binascii import crc32
words.use({language!r})
for typed in {typed!r}: print(crc32(words.error(typed).encode()))
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", [one for one in words.LANGUAGES if one != "en"])
def test_an_image_says_every_error(firmware_uf2: Path, language: str) -> None:
    device = importlib.import_module(f"teletype.words.{language}.device")
    typed = [pattern.replace("#", "7").replace("*", "a b") for pattern, _ in device.ERRORS]
    with Pico(firmware_uf2) as pico:
        pico.boot()
        pico.execute("from teletype import words")
        read = pico.execute(ERRORS.format(language=language, typed=typed), timeout_ms=60_000)
    words.use(language)
    expected = [words.error(one) for one in typed]
    words.use("en")
    assert read.splitlines() == [str(zlib.crc32(text.encode())) for text in expected]
    assert len(set(typed) & set(expected)) < len(typed) // 20  # they are translated


def test_other_files_are_left_alone() -> None:
    source = b'ABOUT = ("a",)\nTITLE = "b"\n'
    for path in ("firmware/teletype/words/__init__.py", "firmware/teletype/words/en/a/b.py"):
        assert compressed.module(path, source, True) == source
    assert compressed.module("firmware/teletype/words/en/x.py", source, True) == source


TEXTS = """
from binascii import crc32
from teletype import words
said = words.texts({language!r})
for key in {keys!r}:
    assert key in said
    print(crc32(said[key].encode()))
for key in ("", "A", "TITL", "TITLED", "ZZZ", "OKAY", 40 * "A"):
    assert key not in said
    try: print(said[key])
    except KeyError: pass
"""


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_an_image_has_every_text_under_its_key(firmware_uf2: Path, language: str) -> None:
    texts = text_check.device(language)
    assert len(texts) > 300
    with Pico(firmware_uf2) as pico:
        pico.boot()
        read = pico.execute(TEXTS.format(keys=list(texts), language=language), timeout_ms=60_000)
    assert read.splitlines() == [str(zlib.crc32(text.encode())) for text in texts.values()]


@pytest.mark.unix
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_files_have_every_text_and_error(language: str) -> None:
    """On the Unix port, with the modules as `flash` compiles them."""
    texts = text_check.device(language)
    device = importlib.import_module(f"teletype.words.{language}.device")
    typed = [pattern.replace("#", "7").replace("*", "a b") for pattern, _ in device.ERRORS]
    code = TEXTS.format(keys=list(texts), language=language)
    code += ERRORS.format(language=language, typed=typed)
    done = subprocess.run(
        [micropython.unix(), "-c", code],
        env={"MICROPYPATH": f"{bytecode.tree('x64')}:.frozen"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    words.use(language)
    expected = [*texts.values(), *(words.error(one) for one in typed)]
    words.use("en")
    assert done.stdout.splitlines() == [str(zlib.crc32(text.encode())) for text in expected]


def test_the_rest_of_a_file_stays() -> None:
    source = b'"""A doc."""\n\nABOUT = (\n    "a",\n    "b",\n)\nTITLE = "T"\nSTORY = "s"\n'
    made: dict[str, object] = {}
    exec(compressed.module("firmware/teletype/words/en/x.py", source, True), made)
    assert made["TITLE"] == "T" and made["__doc__"] == "A doc."
    assert "ABOUT" not in made and "STORY" not in made
    packed = made["PROSE"]
    assert isinstance(packed, bytes)
    assert zlib.decompress(packed, -packs.WINDOW).decode() == "a\0b\1s\1"
