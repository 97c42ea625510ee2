# SPDX-License-Identifier: MIT
"""`settings` and `exhibit`: line files on a board, refused here or written as a whole."""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tools.__main__ import main
from host_tools.device import exhibit, line_files, settings
from host_tools.device.link import Entry
from host_tools.usage import WrongUsage
from teletype.exhibit.settings import FIELDS as EXHIBIT
from teletype.handheld.keeping.setting_fields import FIELDS as SETTINGS
from teletype.handheld.keeping.settings import take
from tests.helpers.boards import Port
from tests.helpers.fleets import one_board

NOWHERE = "/dev/no-such-port"


@pytest.mark.parametrize(
    ("command", "words", "message"),
    [
        ("settings", ["set", "speed=7"], "speed=7: no such choice; allowed: 10, 30, fast"),
        (
            "settings",
            ["set", "colour=red"],
            "unknown name: 'colour=red'; allowed in settings.txt: sp",
        ),
        ("settings", ["set", "speed"], "unknown name: 'speed'; allowed in settings.txt"),
        ("settings", ["set", "dim=1", "dim=2"], "dim is given twice"),
        ("settings", ["set", "name=" + 21 * "x"], "too long; allowed: up to 20 characters"),
        ("settings", ["set", "name=a\x1b[2J"], "a control character; allowed"),
        ("settings", ["set", "name=a\u2028dim=0"], "more than one line; allowed"),
        ("settings", ["set", "name=caf\udce9\U0001f3b2"], "not UTF-8; allowed"),
        ("settings", ["set"], "`set` takes name=value"),
        ("settings", ["show", "speed=10"], "`show` takes no values"),
        ("exhibit", ["set", "idle=5"], "idle=5: out of range; allowed: an integer 10..3600"),
        (
            "exhibit",
            ["set", "speed=10"],
            "unknown name: 'speed=10'; allowed in exhibit.txt: idle=",
        ),
        ("exhibit", ["set", "programs=nim,chess"], "there is no program 'chess'"),
        ("exhibit", ["set", "fixed=nim heaps=0"], "fixed=nim heaps=0: heaps=0: "),
        ("exhibit", ["set", "fixed=nim\nlock=no"], "more than one line; allowed"),
        ("exhibit", ["set", "code=UDL"], "no code; allowed: four of U, D, L, R, O, B"),
        ("exhibit", ["import"], "`import` and `export` take a FILE"),
        ("exhibit", ["import", "a", "b"], "`import` and `export` take a FILE"),
        ("exhibit", ["import", "/no/such/file"], "/no/such/file: No such file or directory"),
        ("exhibit", ["export", "/no/such/file"], "no such folder"),
        ("exhibit", ["export", "/"], "is a folder; name another file"),
    ],
)
def test_what_is_wrong_is_refused_before_a_board_is_touched(
    command: str, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--port", NOWHERE, *words]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1 and error[:-1].isprintable()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"idle=30\n# mine\nask=1\n", " line 3: ask: out of range; allowed: an integer 5..120"),
        (b"idle=30\r\nidle=40\r\n", " line 2: idle is given twice"),
        (b"a\nb\n", " line 1: not name=value; "),
        (b"profile=museum\n", " line 1: unknown setting 'profile'"),
        (b"code=\xff", ": line 1: not UTF-8; save the file as UTF-8"),
        (b"#" * 2001, ": more than 2000 bytes"),
    ],
)
def test_a_bad_line_of_a_file_is_named_by_its_number(
    data: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "exhibit.txt"
    path.write_bytes(data)
    assert main(["exhibit", "--port", NOWHERE, "import", str(path)]) == 2
    error = capsys.readouterr().err
    assert f"{path}{message}" in error and error.count("\n") == 1


@pytest.mark.parametrize(
    ("kind", "fields"),
    [(settings.KIND, SETTINGS), (exhibit.KIND, EXHIBIT)],
)
def test_what_may_be_set_is_what_the_handheld_takes(
    kind: line_files.Kind, fields: tuple[line_files.Field, ...]
) -> None:
    """Each default, given to the command, results in a file that the handheld reads."""
    words = [f"{field.name}={field.format(field.default)}" for field in fields]
    text = line_files.changed("", line_files.wanted(kind, words))
    messages: list[str] = []
    values: dict[str, object] = {}
    assert len(take(text, kind.file, fields, values, messages)) == len(fields)
    assert messages == [] and values == {field.name: field.default for field in fields}


def test_boards_keep_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert line_files.own_name("speed=30\nname=A\n", "name=Учебка 3\nsound=all") == (
        "speed=30\nname=Учебка 3\n"
    )
    assert line_files.own_name("name=A\nspeed=30", "") == "speed=30\n"
    assert main(["settings", "--all", "set", "name=A"]) == 2
    assert "would give all boards the same name" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("# Hall 3: the key is with the porter\n\n", ": no settings in it"),
        ("Dear all,\n", " line 1: not name=value"),
        ("", ""),
        ("# mine\nspeed=30\n", ""),
    ],
)
def test_an_export_replaces_only_an_earlier_one(
    text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --all, too, whose files have other names than the command line."""
    data = "speed=10\n"
    board: Any = SimpleNamespace(
        entries=lambda: {"settings.txt": Entry(len(data))}, read=lambda name, size: data.encode()
    )
    monkeypatch.setattr(line_files, "Files", lambda link: board)
    done = one_board(monkeypatch, "Aula")
    there = tmp_path / "saved-Aula.txt"
    there.write_text(text)
    assert main(["settings", "--all", "export", str(tmp_path / "saved.txt")]) == 0
    if why:
        assert f"export would replace {there}{why}" in done[0] and there.read_text() == text
        with pytest.raises(WrongUsage, match=why.strip(": ")):
            line_files.check_export(settings.KIND, there)
    else:
        assert done == [f"copied to {there}"] and there.read_text() == data


def language_of(code: str) -> bytes:
    """A language file with one part, by the form in the docstring of `words.added`."""
    about = f"{code}\tName\tword\tW".encode()
    size = 21 + 10
    row = struct.pack("<IHI", size + 4, len(about), zlib.crc32(about))
    head = struct.pack("<8sHI4sBBB", b"PTlang1\n", size, size + 4 + len(about), b"1234", 99, 0, 1)
    return head + row + struct.pack("<I", zlib.crc32(head + row)) + about


@pytest.mark.parametrize(
    ("name", "data", "taken"),
    [
        ("readme.txt", language_of("xx"), False),
        ("tapes/xx.lang", language_of("xx"), False),
        ("xx.lang", language_of("yy"), False),
        ("xx.lang", language_of("xx")[:-1], False),
        ("xx.lang", b"", False),
        ("xx.lang", language_of("xx"), True),
        ("Our own.LANG", language_of("xx"), True),
    ],
    ids=("no name", "in a folder", "another", "damaged", "empty", "there", "any name"),
)
def test_a_language_that_the_board_lacks_is_refused(
    name: str, data: bytes, taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The handheld would speak English, and put the file of settings aside. What else is set
    needs no language."""
    before = b"language=xx\n"
    files = {name: data, "settings.txt": before}
    board: Any = SimpleNamespace(
        entries=lambda: {name: Entry(len(data)) for name, data in files.items()},
        read=lambda name, size: files[name],
        replace=files.__setitem__,
        sync=lambda: None,
    )
    monkeypatch.setattr(line_files, "Files", lambda link: board)
    done = one_board(monkeypatch, "Aula")
    given = tmp_path / "given.txt"
    given.write_text("speed=30\nlanguage=xx\n")
    for words in (["set", "language=xx", "speed=30"], ["import", str(given)]):
        files["settings.txt"] = before
        assert main(["settings", "--port", NOWHERE, *words]) == 0
        assert (files["settings.txt"] != before) == taken
        if not taken:
            assert done[-1].startswith("language=xx: the board has no such language; ")
    files["settings.txt"] = before
    assert main(["settings", "--port", NOWHERE, "set", "speed=30"]) == 0
    assert files["settings.txt"] == before + b"speed=30\n"
    assert main(["settings", "--port", NOWHERE, "set", "language=ja"]) == 0
    assert files["settings.txt"] == b"language=ja\nspeed=30\n"


def test_a_name_that_is_nearly_right_is_told() -> None:
    there = {
        "Exhibit.txt": Entry(0, folder=True),
        "exhibit (1).txt": Entry(9),
        "tapes/exhibit.txt.txt": Entry(9),
        "Settings.txt": Entry(9),
    }
    assert line_files.nearly(exhibit.KIND, there) == [
        "Exhibit.txt: the name must be exhibit.txt",
        "exhibit (1).txt: the name must be exhibit.txt",
    ]


def test_other_lines_stay() -> None:
    text = "# mine\nspeed=10\nfuture=7\nspeed=30"
    assert line_files.changed(text, {"speed": "fast", "name": "Учебка 3"}) == (
        "# mine\nspeed=fast\nfuture=7\nname=Учебка 3\n"
    )
    assert line_files.changed("", {}) == ""


@pytest.fixture(scope="module")
def port(firmware_uf2: Path) -> Iterator[Port]:
    port = Port(firmware_uf2)
    yield port
    port.pico.close()


def done(port: Port, *words: str) -> str:
    """Run a command that must succeed; return its output."""
    process = port.call(*words)
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_an_exhibit_is_made_changed_and_copied(port: Port, tmp_path: Path) -> None:
    """The board then restarts according to the file."""
    assert done(port, "exhibit", "show") == "no exhibit\n"
    process = port.call("exhibit", "export", str(tmp_path / "none.txt"))
    assert process.returncode == 1 and not list(tmp_path.iterdir())
    assert "there is no exhibit.txt on the board: no exhibit" in process.stderr
    assert "exhibit.txt" not in port.files()

    fixed = "fixed=nim heaps=7,8,4"
    assert done(port, "exhibit", "set", "lock=no", fixed) == f"lock=no\n{fixed}\n"
    assert port.files()["exhibit.txt"] == f"lock=no\n{fixed}\n".encode()
    port.pico.run_until(lambda: b"Press any key" in port.pico.output, 3000, what="the cards")

    assert done(port, "exhibit", "set", "idle=40", "fixed=") == "lock=no\nfixed=\nidle=40\n"
    mine = tmp_path / "mine.txt"
    mine.write_bytes("\ufeff# für den Saal\r\nlock=no\r\nprograms=nim, yen\r\n".encode())
    assert (
        done(port, "exhibit", "import", str(mine))
        == "# für den Saal\nlock=no\nprograms=nim, yen\n"
    )
    assert port.files()["exhibit.txt"] == mine.read_bytes()[3:]
    copy = tmp_path / "copy.txt"
    assert done(port, "exhibit", "export", str(copy)) == f"{copy}\n"
    assert copy.read_bytes() == mine.read_bytes()[3:]
    assert done(port, "settings", "set", "sound=bell") == "sound=bell\n"
    assert port.files()["settings.txt"] == b"sound=bell\n"


def test_what_is_wrong_on_the_board_is_told(firmware_uf2: Path) -> None:
    """Each invalid line is reported with its number; it and the other lines stay."""
    before = b"lock=no\nidle=7\nfuture=1\n"
    broken = Port(firmware_uf2, {"exhibit.txt": before})
    try:
        shown = done(broken, "exhibit", "show")
        assert "exhibit.txt line 2: idle: out of range" in shown
        assert "exhibit.txt line 3: unknown setting 'future'" in shown
        assert broken.files()["exhibit.txt"] == before
        done(broken, "exhibit", "set", "idle=20")
        assert broken.files()["exhibit.txt"] == b"lock=no\nidle=20\nfuture=1\n"
        process = broken.call("exhibit", "set", "lock=yes")
        assert process.returncode == 0
        process = broken.call("exhibit", "set", "lock=no")
        assert process.returncode == 1 and "the board is a locked exhibit" in process.stderr
        assert b"lock=yes" in broken.files()["exhibit.txt"]
    finally:
        broken.pico.close()
