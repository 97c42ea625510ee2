# SPDX-License-Identifier: MIT
"""A device says what the .po files say: an image, modules from files, and this computer."""

import re
import subprocess
import zlib
from pathlib import Path

import pytest

from host_tools.build import bytecode, micropython
from host_tools.emulator.pico import Pico
from host_tools.texts import languages
from teletype import words
from tests.helpers.texts import device, errors, source, translated

CHECK = """
from binascii import crc32
from teletype import words

def flat(value):
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "|".join([flat(value[key]) for key in sorted(value)])
    return "|".join([flat(one) for one in value])

words.use({language!r})
said = words.texts()
for key in {keys!r}:
    assert key in said
    print(crc32(said[key].encode()))
for key in ("", "A", "TITL", "TITLED", "ZZZ", "OKAY", 40 * "A"):
    assert key not in said
    try: print(said[key])
    except KeyError: pass
for typed in {typed!r}: print(crc32(words.error(typed).encode()))
for name, kind in {kinds!r}:
    value = getattr(words.program(name), kind)
    if kind in ("MESSAGES", "PROBLEMS"):
        value = [one[1:] for one in value]
    print(name, kind, crc32(flat(value).encode()))
words.use("en")
"""


def checked(language: str) -> tuple[str, list[str]]:
    """The program for a device, and what it prints if the texts are those of the .po file."""
    texts = translated(language)
    wanted = [str(zlib.crc32(text.encode())) for text in device(language).values()]
    typed = []
    for pattern, said in errors(language).items():
        if not re.search(r"[#*]", pattern):  # the others are tested where errors are
            typed.append(pattern)
            wanted.append(str(zlib.crc32(said.encode())))
    kinds = []
    for name, its in source().programs.items():
        for kind, entries in its.items():
            if kind in languages.NAMED or kind == "GUESSES":
                entries = sorted(entries, key=lambda entry: entry.context)
            if kind == "MESSAGES" and languages.own(entries[0]) == language:
                entries = []
            text = "|".join(texts[entry.key] for entry in entries)
            if kind == "ABOUT":
                text = text.replace("\n", "|")
            wanted.append(f"{name} {kind} {zlib.crc32(text.encode())}")
            kinds.append((name, kind))
    program = CHECK.format(
        language=language, keys=list(device(language)), typed=typed, kinds=kinds
    )
    return program, wanted


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_this_computer_says_it_all(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, wanted = checked(language)
    exec(program, {})
    assert capsys.readouterr().out.splitlines() == wanted
    assert len(wanted) > 500


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_an_image_says_it_all(firmware_uf2: Path, language: str) -> None:
    program, wanted = checked(language)
    with Pico(firmware_uf2) as pico:
        pico.boot()
        assert pico.execute(program, timeout_ms=120_000).splitlines() == wanted


@pytest.mark.unix
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_files_say_it_all(language: str) -> None:
    """On the Unix port, with the modules as `flash` compiles them."""
    program, wanted = checked(language)
    done = subprocess.run(
        [micropython.unix(), "-c", program],
        env={"MICROPYPATH": f"{bytecode.tree('x64')}:.frozen"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == wanted
