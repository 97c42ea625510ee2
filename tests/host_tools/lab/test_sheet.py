# SPDX-License-Identifier: MIT
"""The sheet of all screens: nothing is left out, and each language has its own."""

from itertools import islice
from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.lab import sheet
from teletype.programs import catalogue


@pytest.mark.heavy
def test_every_program_is_there() -> None:
    """With its setup, about pages, story, first prompt and paper; no screen is empty."""
    found = list(sheet.screens("uk", 72, 40))
    captions = [caption for caption, _ in found]
    assert len(set(captions)) == len(captions) > 200
    for name in catalogue.NAMES:
        for part in ("setup 1", "about 1", "story 1", "prompt 1", "paper"):
            assert f"{name}: {part}" in captions
        assert f"{name}: story {sheet.PAGES}" not in captions  # else the end would be missing
    for caption, image in found:
        assert image.size == (72, 40) and image.getbbox(), caption


def test_the_command_writes_one_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many screens as there are, in rows, each language with other pixels."""
    screens = sheet.screens

    def few(language: str, width: int, height: int) -> list[sheet.Screen]:
        return list(islice(screens(language, width, height), 8))

    monkeypatch.setattr(sheet, "screens", few)
    made = []
    for language in ("ru", "ja"):
        assert main(["lab", "screenshots", "--sheet", language, "--to", str(tmp_path)]) == 0
        path = tmp_path / f"sheet-{language}.png"
        assert capsys.readouterr().out == f"{path}\n"
        made.append(path.read_bytes())
    assert made[0] != made[1]
    assert main(["lab", "screenshots", "--sheet", "xx"]) == 2
