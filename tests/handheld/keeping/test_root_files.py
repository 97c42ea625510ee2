# SPDX-License-Identifier: MIT
"""Files whose names are nearly right: the start names them, and closes what may be an exhibit."""

import importlib
import random
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools import paths
from host_tools.emulator.simulator import Simulator
from teletype.handheld.keeping import root_files
from tests.helpers.sessions import name

RIGHT = (root_files.EXHIBIT, root_files.SETTINGS, root_files.BOARD)
EXHIBIT, SETTINGS, BOARD = RIGHT

MEANT = {
    EXHIBIT: [
        "Exhibit.txt", "EXHIBIT.TXT", "exhibit", "exhibit.", "exhibit.txt.txt", "exhibit.text",
        "exhibit.tx", "exhibit.rtf", "exhibit.doc", "exhibit_txt", "exhibittxt", "exhibits.txt",
        "exhbit.txt", "xehibit.txt", "exibit.txt", "exhibit (1).txt", "exhibit - Copy.txt",
        "exhibit-2.txt", " exhibit.txt", "exhibit .txt", "exhibit.txt~",
        "exhibit (conflicted copy 2026-11-29 of museum).txt",
        "exhibit - Copy - Copy - Copy - Copy (2).txt", "exhibit" + " - Copy" * 30 + ".txt",
        "exhibit (copy of museum, v1.2).txt", "2026.11.29 exhibit 29.11.txt",
        "my exhibit.txt", "Copy of exhibit.txt", "Копия exhibit.txt", "exhibit — копия.txt",
        "exhibit\u200b.txt", "exhibit。txt", "#exhibit.txt#", "exhibit.txt.crdownload",
        "\u0435\u0445hibit.txt",  # two Cyrillic letters
        "\uff45\uff58\uff48\uff49\uff42\uff49\uff54.txt",  # full-width ones
    ],
    SETTINGS: [
        "Settings.txt", "SETTINGS.TXT", "settings", "setting.txt", "settings.txt.txt",
        "settings (1).txt", "settings - Copy.txt", "setings.txt", "settings.text", "settings_txt",
        "settings - Kopie.txt", "settings — копия.txt", "settings — копія.txt",
        "settings - コピー.txt", "settingsのコピー.txt", "Copy of settings.txt",
        "settings - Copy - Copy - Copy - Copy (2).txt",
        "Kopie von settings.txt",
    ],
    BOARD: [
        "Board.py", "BOARD.PY", "board", "boards.py", "board.py.txt", "board.txt", "board.py.py",
        "board (1).py", "bord.py", "baord.py", "board.mpy", "board_py",
        "board - Kopie.py", "board — копия.py", "board - コピー.py", "Copy of board.py",
    ],
}  # fmt: skip

OTHERS = [
    "boot.py", "main.py", "code.py", "keyboard.py", "board_config.py", "settings.py",
    "settings.toml", "settings.json", "border.py", "lib", "README.txt", "exit.txt", "record.txt",
    "exhibition.py", "exhibit_lights.py", "the exhibit of the year 2026, photographs.zip",
    "", ".", "..", ".exhibit", "._exhibit.txt", "x" * 300, "exhibit" * 40,
]  # fmt: skip
"""Names of other projects, and files of a computer that copies what nobody sees."""


def shortened(near: str) -> str:
    """A name as a line of at most 80 characters has it."""
    return near if len(near) <= 40 else f"{near[:39]}…"


@pytest.mark.parametrize(("right", "near"), [(key, one) for key in MEANT for one in MEANT[key]])
def test_a_name_that_is_nearly_right(right: str, near: str) -> None:
    assert root_files.right_name(near) == right
    assert root_files.near([(near, 0x8000, 0, 1)]) == [(near, right)]
    assert root_files.is_exhibit([(near, 0x8000, 0, 1)]) == (right == EXHIBIT)
    folder = (near, 0x4000, 0)
    meant = "." in near  # a folder without an ending is of another program
    assert root_files.near([folder]) == ([(near, right)] if meant else [])
    assert root_files.is_exhibit([folder]) == (meant and right == EXHIBIT)


@pytest.mark.parametrize("right", RIGHT)
def test_the_right_name_is_not_told(right: str) -> None:
    assert root_files.right_name(right) == right and root_files.near([(right, 0x8000, 0, 1)]) == []
    for ending in ("bad", "new", "old", "bak", "off", "mir", "lang"):  # written, put aside, others
        assert root_files.right_name(f"{right}.{ending}") == ""


@pytest.mark.parametrize("other", OTHERS)
def test_names_of_other_things(other: str) -> None:
    assert root_files.right_name(other) == ""


def test_no_file_of_ours_is_meant_as_another() -> None:
    """Neither those that the firmware writes into the root nor its modules as files."""
    ours = {"boots.txt", "main.txt", "wrong.txt", "counts", "tapes", "firmware"}
    ours |= {path.name for path in paths.FIRMWARE.glob("*")}
    assert {one: root_files.right_name(one) for one in ours if root_files.right_name(one)} == {}


@given(
    right=st.sampled_from(RIGHT),
    at=st.integers(0, 6),
    letter=st.sampled_from(string.ascii_letters),
    kind=st.sampled_from(["more", "other", "less", "swapped"]),
    seed=st.integers(0, 1000),
)
def test_any_slip_of_one_letter(right: str, at: int, letter: str, kind: str, seed: int) -> None:
    stem, _, ending = right.partition(".")
    at %= len(stem) - 1
    cut = {"more": at, "other": at + 1, "less": at + 1, "swapped": at + 2}[kind]
    new = {"more": letter, "other": letter, "less": "", "swapped": stem[at + 1] + stem[at]}[kind]
    chance = random.Random(seed)
    slip = "".join(
        chance.choice((char.lower(), char.upper())) for char in stem[:at] + new + stem[cut:]
    )
    assert root_files.right_name(f"{slip}.{ending}") == right


@pytest.mark.parametrize("near", MEANT[EXHIBIT])
def test_what_may_be_an_exhibit_is_closed(tmp_path: Path, near: str) -> None:
    """No shelf, no Ctrl-C; the panel and the port name the file; then the cards come."""
    (tmp_path / near).write_text("code=UDLR\nlock=no\n")
    desk = Simulator(folder=tmp_path)
    desk.run(300)
    told = f"{shortened(near)}: the name must be exhibit.txt"
    assert len(told) <= 80
    assert (
        name(desk) == "Notice"
        and desk.serial.locked
        and type(desk.app.exhibit).__name__ == "Exhibit"
    )
    assert told in desk.serial.printed
    desk.press("OK")
    desk.run(300)
    assert name(desk) == "Attract" and desk.serial.locked
    desk = Simulator(folder=tmp_path, held=["BACK"])  # its code opens it, and nothing else does
    desk.pin("BACK").drive(1)
    assert name(desk) == "Code" and told in desk.serial.printed
    for wanted in ("UP", "DOWN", "LEFT", "RIGHT"):
        desk.run(400)
        desk.press(wanted)
    desk.run(400)
    assert name(desk) == "Operator"


def test_the_notice_gives_way_to_the_cards(tmp_path: Path) -> None:
    (tmp_path / "EXHIBIT.TXT").write_text("idle=10\n")
    desk = Simulator(folder=tmp_path)
    desk.run(30_000)
    assert name(desk) in ("Attract", "Showing") and desk.serial.locked


def test_a_copy_beside_the_exhibit_s_file(tmp_path: Path) -> None:
    (tmp_path / "exhibit (1).txt").write_text("lock=no\nidle=20\n")
    (tmp_path / "exhibit.txt").write_text("idle=90\ncode=UDLR\n")
    desk = Simulator(folder=tmp_path)
    assert name(desk) == "Attract" and desk.app.exhibit.values["idle"] == 90
    assert desk.serial.locked
    assert "exhibit (1).txt: the name must be exhibit.txt" in desk.app.exhibit.values["wrong"]


@pytest.mark.parametrize(
    ("right", "near"), [(key, one) for key in (SETTINGS, BOARD) for one in MEANT[key]]
)
def test_another_file_is_named_and_the_shelf_follows(
    tmp_path: Path, right: str, near: str
) -> None:
    (tmp_path / near).write_text("speed=fast\n")
    (tmp_path / "settings.txt").write_text("language=en\n")
    desk = Simulator(folder=tmp_path)
    desk.run(300)
    assert name(desk) == "Notice" and not desk.serial.locked
    assert f"{shortened(near)}: the name must be {right}" in desk.serial.printed
    desk.press("OK")
    assert name(desk) == "Shelf"


@pytest.mark.parametrize("right", [EXHIBIT, SETTINGS])
def test_a_folder_of_that_name_is_told(tmp_path: Path, right: str) -> None:
    """In one short line; an exhibit is closed."""
    (tmp_path / right).mkdir()
    desk = Simulator(folder=tmp_path)
    desk.run(300)
    assert f"{right}: a folder, not a file" in desk.serial.printed.splitlines()
    assert name(desk) == "Notice" and desk.serial.locked == (right == EXHIBIT)


def test_a_folder_with_nearly_the_name_of_an_exhibit_s_file(tmp_path: Path) -> None:
    """It is named and closes the board; one that another program has called `exhibit` does not."""
    (tmp_path / "exhibit").mkdir()
    desk = Simulator(folder=tmp_path)
    desk.run(300)
    assert not desk.serial.locked and "must be" not in desk.serial.printed
    (tmp_path / "Exhibit.txt").mkdir()
    desk = Simulator(folder=tmp_path)
    desk.run(300)
    assert "Exhibit.txt: the name must be exhibit.txt" in desk.serial.printed.splitlines()
    assert name(desk) == "Notice" and desk.serial.locked
    desk.press("OK")
    desk.run(300)
    assert name(desk) == "Attract" and desk.serial.locked


def test_a_folder_with_the_name_of_the_board_s_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module("teletype.handheld.parts.board_file")
    monkeypatch.setattr(module, "FILE", str(tmp_path))
    assert module.choose("RP2040") == "board.py: a folder, not a file"
    monkeypatch.setattr(module, "FILE", str(tmp_path / "none"))
    assert module.choose("RP2040") == ""
