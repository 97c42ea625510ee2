# SPDX-License-Identifier: MIT
"""The library's data come from the firmware, and its pictures from the simulator."""

import random

import pytest
from PIL import Image

from host_tools.emulator import scenes
from host_tools.page import library, packing
from teletype import words
from teletype.core.setup import split
from teletype.programs import catalogue


def test_every_program_has_a_card_that_starts_it() -> None:
    """The start is valid, and where the game knows one that a person can win, it is that one."""
    cards = library.programs()
    assert sorted(card["name"] for card in cards) == sorted(catalogue.NAMES)
    assert {card["kind"] for card in cards} == {"against", "alone", "puzzle", "watch"}
    for card in cards:
        line = library.begins(card["name"])
        program, setup = catalogue.prepare(card["name"], line)
        words_ = card["link"].partition("&")[2].split("&") if "&" in card["link"] else []
        assert [tuple(each.split("=", 1)) for each in words_] == split(line)
        if card["kind"] == "against" and line:
            *_, outcome = program.begin(setup)[0].outcome(0)
            assert outcome.winnable, card
    assert library.link("nim") == "#program=nim&heaps=1,2,3&style=hard"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_texts_are_those_of_the_words(language: str) -> None:
    found = library.texts([language])[language]
    words.use(language)
    for name in catalogue.NAMES:
        title, gist, author, source = found[name]
        said = words.program(name)
        assert said.TITLE.startswith(title) and gist == said.GIST
        assert bool(author) == (name != "mir"), (name, author)
        assert author in source
    words.use("en")


@pytest.mark.slow
def test_the_pictures_are_the_panels() -> None:
    """Each differs from the others and shows its program, not the shelf."""
    shown = library.pictures(["en"])
    size = 128 * 64 // 8
    panels = [shown[at : at + size] for at in range(0, len(shown), size)]
    assert len(panels) == len(catalogue.NAMES) == len(set(panels))
    shelf = scenes.play((scenes.SETTINGS, "1200")).tobytes()
    for name, panel in zip(library.shelf(), panels, strict=True):
        image = Image.frombytes("1", (128, 64), panel)
        top, same = image.crop((0, 0, 60, 8)), Image.frombytes("1", (128, 64), shelf)
        assert top.tobytes() != same.crop((0, 0, 60, 8)).tobytes(), name
    nim = panels[library.shelf().index("nim")]
    assert nim == scenes.play((scenes.SETTINGS, *scenes.PROGRAMS["nim"])).tobytes()


def unpacked(text: str) -> bytes:
    """Read seven bits a character, as boot.js does, from the definition."""
    groups = []
    for sign in text:
        pair = ord(sign) - 0x100
        if pair < 0:
            groups.append(ord(sign))
        elif pair < 384:
            groups += [b"\0\r<"[pair // 128], pair % 128]
        else:
            groups.append(b"\0\r<"[pair - 384])
    bits = "".join(f"{group:07b}" for group in groups)
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))


def test_seven_bits_a_character() -> None:
    """Any bytes come back; no character that HTML changes is in the text."""
    some = random.Random(59)
    for length in [*range(20), 1000]:
        for data in (some.randbytes(length), bytes(length), b"\x1a" * length, b"<" * length):
            text = packing.sevens(data)
            assert not set(text) & set("\0\r<")
            assert unpacked(text) == data
            assert len(text.encode()) <= -(-8 * length // 7) + 1
