# SPDX-License-Identifier: MIT
"""`pull` without a board: where files go, and the message if there is no board."""

from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.device import pull
from host_tools.files import put
from host_tools.paths import ROOT


def test_a_file_that_differs_is_never_replaced(tmp_path: Path) -> None:
    """An equal file stays, a longer tape replaces its beginning, anything else gets a number."""
    tape = b"program: nim\nsetup: \n---\nA\n> 1\n"
    assert pull.place(tmp_path, "0001-nim.tape", tape) == (tmp_path / "0001-nim.tape", "new")
    put(tmp_path / "0001-nim.tape", tape)
    assert pull.place(tmp_path, "0001-nim.tape", tape)[1] == "same"
    assert pull.place(tmp_path, "0001-nim.tape", tape + b"B\n")[1] == "longer"
    other = tmp_path / "0001-nim-2.tape"
    assert pull.place(tmp_path, "0001-nim.tape", b"program: race\n") == (other, "new")
    assert pull.place(tmp_path, "0001-nim.tape", tape[:-2]) == (other, "new")
    put(other, b"program: race\n")
    assert pull.place(tmp_path, "0001-nim.tape", b"program: race\n") == (other, "same")
    assert pull.place(tmp_path, "0001-nim.tape", b"x")[0].name == "0001-nim-3.tape"
    assert [path.name for path in sorted(tmp_path.iterdir())] == [other.name, "0001-nim.tape"]
    for name, numbered in (
        ("guess.mir", "guess-2.mir"),  # somebody has deleted its end, or all of it
        ("settings.txt", "settings-2.txt"),
        ("settings.txt.bad", "settings-2.txt.bad"),
    ):
        put(tmp_path / name, b"")
        assert pull.place(tmp_path, name, b"more") == (tmp_path / numbered, "new")


def test_a_link_that_leads_nowhere_stays(tmp_path: Path) -> None:
    """Also one that leads to itself: a number is given, and the other files are copied."""
    for name, to in (("a.tape", "gone/x"), ("b.tape", "b.tape")):
        (tmp_path / name).symlink_to(to)
        assert pull.place(tmp_path, name, b"x") == (tmp_path / f"{name[0]}-2.tape", "new")


@pytest.mark.parametrize("command", [["pull"], ["listen", "--once"], ["check"]])
@pytest.mark.parametrize("file", ["?file=%s", "?all&FILE=%s"])
def test_a_port_that_would_empty_a_file(
    command: list[str], file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """pyserial's `spy` opens a file for its log, and so loses what is in it."""
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    assert main([*command, "--port", f"spy:///dev/null{file % mine}"]) == 1
    error = capsys.readouterr().err
    assert "would replace a file; leave out file=" in error and error.count("\n") == 1
    assert mine.read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("tapes/0001-nim.tape", True),
        ("tapes/0001-nim.tape.bad", True),
        ("tapes/crash-1.tape", True),
        ("tapes/0001-nim.tape.new", False),
        ("settings.txt", True),
        ("settings.txt.bad", True),
        ("settings.txt.3.bad", True),
        ("settings.txt.bad.new", False),
        ("tapes/settings.txt.bad", True),
        ("mine/settings.txt.bad", False),
        ("euclid.mir", True),
        ("tapes/euclid.mir", False),
        ("last.txt", False),
        ("main.py", False),
    ],
)
def test_what_is_copied(name: str, wanted: bool) -> None:
    assert pull.saved(name) is wanted


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--port", "/dev/no-such-port"], 1, "pull: no board on /dev/no-such-port"),
        (
            ["--port", "/dev/null", "--to", "README.md"],
            2,
            "pull: argument --to: README.md: not a folder",
        ),
        (
            ["--port", "/dev/null", "--to", f"none/{'x' * 256}/here"],
            2,
            "pull: argument --to: none/xxx",
        ),
    ],
)
def test_errors_are_one_line(
    arguments: list[str],
    status: int,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["pull", *arguments]) == status
    told = capsys.readouterr().err
    assert told.startswith(message) and told.count("\n") == 1
