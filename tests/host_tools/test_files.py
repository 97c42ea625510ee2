# SPDX-License-Identifier: MIT
"""Files from outside are read within limits; files written appear complete or not at all."""

import ast
import hashlib
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from host_tools import files, paths
from host_tools.__main__ import main
from host_tools.device.counts import table
from host_tools.device.survey import report
from host_tools.emulator import play
from host_tools.emulator.play import State
from host_tools.sessions.run import saving
from host_tools.usage import Failed


def test_text_with_and_without_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes("привет\r\n".encode())
    assert files.read_text(path, 100) == "привет\r\n"
    path.write_bytes("\ufeffпривет".encode())
    assert files.read_text(path, 100) == "привет"


@pytest.mark.parametrize("command", ["replay", "teach"])
def test_a_tape_with_the_line_ends_of_an_old_mac(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mac.tape"
    path.write_bytes((paths.TAPES / "nim-protocol.tape").read_bytes().replace(b"\n", b"\r"))
    assert main([command, str(path)]) == 0, capsys.readouterr()
    path.write_bytes(b"a\rb\n")
    assert files.read_text(path, 100) == "a\rb\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"12345678901", "more than 10 bytes"),
        ("aa".encode("utf-16"), "line 1: UTF-16; save the file as UTF-8"),
        (b"a\nb\n\xff", "line 3: not UTF-8; save the file as UTF-8"),
        ("да".encode("cp1251"), "line 1: not UTF-8; save the file as UTF-8"),
    ],
)
def test_what_is_refused(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    with pytest.raises(files.FileError, match=message):
        files.read_text(path, 10)


def test_a_file_without_an_end() -> None:
    with pytest.raises(files.FileError, match="more than 1 MiB"):
        files.read_text(Path("/dev/zero"), 1 << 20)
    with pytest.raises(files.FileError, match="Is a directory"):
        files.read_text(Path("/"), 10)


FULL = """
import resource, sys
from pathlib import Path
from host_tools.files import put
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    put(Path(sys.argv[1]), bytes(2000))
except OSError as error:
    print(error.strerror)
"""


def test_no_room_leaves_the_file_before(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    files.put(path, b"the one before")
    done = subprocess.run(
        [sys.executable, "-B", "-c", FULL, str(path)],
        cwd=paths.ROOT,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "File too large\n", done.stderr
    assert path.read_bytes() == b"the one before"
    assert [each.name for each in tmp_path.iterdir()] == ["picture.png"]


def strangers(folder: Path) -> dict[str, bytes]:
    """Make files of somebody else under the names of unfinished results; return their contents."""
    (folder / "mine").write_bytes(b"mine")
    for ending in ("part", "new"):
        (folder / f"a.{ending}").symlink_to("mine")
        (folder / f"b.{ending}").write_bytes(b"mine, too")
        (folder / f"c.{ending}").mkdir()
        (folder / f"d.{ending}").symlink_to("nothing")
        (folder / f"e.{ending}").write_bytes(b"1")
        (folder / f"e.{ending}2").write_bytes(b"2")
    return tree(folder)


def test_unfinished_results_take_nobodys_name(tmp_path: Path) -> None:
    before = strangers(tmp_path)
    for name in "abcde":
        files.put(tmp_path / name, b"program: nim\n")
        with saving(tmp_path / f"{name}-tape"), pytest.raises(OSError, match="directory"):
            files.put(tmp_path, b"")
        with saving(tmp_path / name) as file:
            file.write("tape")
    assert tree(tmp_path) == before | dict.fromkeys("abcde", b"tape")


def test_a_stop_in_the_middle_leaves_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"before")

    def stop(part: Path, path: Path) -> None:
        raise SystemExit(143)

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(SystemExit):
        files.put(tmp_path / "a", b"after")
    assert tree(tmp_path) == {"a": b"before"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes by name")
def test_special_files_stay_what_they_are(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to("pipe")
    for write in (files.put, lambda path, data: saved_text(path, data.decode())):
        for path in (pipe, tmp_path / "link"):
            with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
                write(path, b"result")
                assert reader.communicate(timeout=60)[0] == b"result"
    files.put(Path("/dev/null"), b"result")
    assert pipe.is_fifo() and Path("/dev/null").is_char_device()
    with pytest.raises(Failed, match="is not a file; name another one with --state FILE"):
        State(pipe, 1)


def saved_text(path: Path, text: str) -> None:
    with saving(path) as file:
        file.write(text)


def test_a_replaced_file_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    path.write_bytes(b"private")
    path.chmod(0o600)
    files.put(path, b"result")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o400)
    if not os.access(path, os.W_OK):  # root may write it
        with pytest.raises(PermissionError):
            files.put(path, b"another")


OWN = {"device/readings.py", "device/survey.py"}


@pytest.mark.parametrize("package", ["sessions", "device"])
def test_no_command_reads_a_file_otherwise(package: str) -> None:
    """`host_tools.files` replaces `open`, `read_text` and `read_bytes`."""
    for path in sorted((paths.ROOT / "host_tools" / package).glob("*.py")):
        if path.relative_to(paths.ROOT / "host_tools").as_posix() in OWN:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="read_text", value=ast.Name(id="files"))):
                    pass
                case ast.Call(func=ast.Attribute(attr="open" | "read_text", value=value)):
                    assert ast.unparse(value).startswith("debian"), f"{path}:{node.lineno}"
                case ast.Call(func=ast.Name(id="open")):
                    raise AssertionError(f"{path}:{node.lineno}: open")


EARLIER = {"page.html": b"1", "site/index.html": b"2", "site/a/b.js": b"3"}


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder, links by their target, without the list."""
    found = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = os.readlink(path).encode()
        elif path.is_file() and path.name != files.MADE:
            found[name] = path.read_bytes()
    return found


def test_results_replace_earlier_results(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    files.replace(folder, EARLIER)
    assert tree(folder) == EARLIER
    (folder / "mine.txt").write_bytes(b"stays")
    later = {"page.html": b"4", "site/index.html": b"5"}
    files.replace(folder, later)
    assert tree(folder) == {**later, "mine.txt": b"stays"}
    assert not (folder / "site/a").exists()
    files.replace(folder, {"site/index.html": b"6"}, ("site/",))  # another command's stay
    assert tree(folder) == {"page.html": b"4", "site/index.html": b"6", "mine.txt": b"stays"}
    files.replace(folder, {}, ("page.html",))
    assert tree(folder) == {"site/index.html": b"6", "mine.txt": b"stays"}


def checkout(folder: Path) -> None:
    (folder / "site/.git").mkdir(parents=True)
    (folder / "site/.git/HEAD").write_text("ref: refs/heads/main")


def edited(folder: Path) -> None:
    files.replace(folder, EARLIER)
    (folder / "site/a/b.js").write_text("changed by a person")


def joined(folder: Path) -> None:
    files.replace(folder, EARLIER)
    (folder / "site/CNAME").write_text("written by a person")


def a_file_of_that_name(folder: Path) -> None:
    folder.mkdir()
    (folder / "page.html").write_text("somebody's")


def a_file_instead_of_a_folder(folder: Path) -> None:
    folder.mkdir()
    (folder / "site").write_text("somebody's")


def a_folder_instead_of_a_file(folder: Path) -> None:
    (folder / "page.html").mkdir(parents=True)


def linked(name: str, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    (folder.parent / "elsewhere").mkdir()
    (folder.parent / "elsewhere/index.html").write_bytes(b"2")
    (folder / name).symlink_to(folder.parent / "elsewhere", target_is_directory=True)


def a_linked_folder(folder: Path) -> None:
    linked("site", folder)


def a_link_inside(folder: Path) -> None:
    files.replace(folder, EARLIER)
    linked("site/more", folder)


def a_dangling_link(folder: Path) -> None:
    folder.mkdir()
    (folder / "page.html").symlink_to(folder.parent / "nothing")


def sums_of_somebody(folder: Path) -> None:
    """Make a person's folder with a person's sums."""
    folder.mkdir()
    (folder / "page.html").write_bytes(b"somebody's")
    digest = hashlib.sha256(b"somebody's").hexdigest()
    (folder / "SHA256SUMS").write_text(f"{digest}  page.html\n")


PERSONS = [checkout, edited, joined, a_file_of_that_name, a_file_instead_of_a_folder]
PERSONS += [a_folder_instead_of_a_file, a_linked_folder, a_link_inside, a_dangling_link]
PERSONS += [sums_of_somebody]


@pytest.mark.parametrize("made", PERSONS)
def test_what_a_person_has_made_is_refused_and_stays(
    made: Callable[[Path], None], tmp_path: Path
) -> None:
    made(tmp_path / "out")
    before = tree(tmp_path)
    with pytest.raises(Failed, match="not made by this command; move it away, then try again"):
        files.replace(tmp_path / "out", {**EARLIER, "page.html": b"new", "site/a/b.js": b"new"})
    assert tree(tmp_path) == before


SUM = hashlib.sha256(b"victim").hexdigest()
OUTSIDE = ["../victim", "a/../../victim", "PLACE/victim", ".", "a//b", "a\\b", "C:victim", ""]


@pytest.mark.parametrize("line", [*(f"{SUM}  {name}" for name in OUTSIDE), SUM, f"{SUM} a", "?"])
def test_a_list_that_names_anything_outside_is_refused(line: str, tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"victim")
    folder = tmp_path / "out"
    files.replace(folder, EARLIER)
    with (folder / files.MADE).open("a") as file:
        file.write(line.replace("PLACE", str(tmp_path)) + "\n")
    before = tree(tmp_path)
    with pytest.raises(Failed, match=r"made-by-pocket-teletype: not a list of this command: line"):
        files.replace(folder, {})
    assert tree(tmp_path) == before


def test_odd_lists_are_refused(tmp_path: Path) -> None:
    listed = tmp_path / files.MADE
    for odd in (b"\xff\xfe", bytes([255]), b"x" * (files.LIST + 1)):
        listed.write_bytes(odd)
        with pytest.raises(Failed, match="not a list of this command"):
            files.replace(tmp_path, EARLIER)
    listed.unlink()
    listed.symlink_to(tmp_path / "nothing")
    with pytest.raises(Failed, match="not a list of this command"):
        files.replace(tmp_path, EARLIER)
    listed.unlink()
    listed.mkdir()
    with pytest.raises(Failed, match="Is a directory"):
        files.replace(tmp_path, EARLIER)


def test_a_listed_name_that_is_now_a_link_stays(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    files.replace(folder, EARLIER)
    (tmp_path / "victim").write_bytes(EARLIER["page.html"])
    (folder / "page.html").unlink()
    (folder / "page.html").symlink_to(tmp_path / "victim")
    files.replace(folder, {"site/index.html": b"2"})
    assert (tmp_path / "victim").exists() and (folder / "page.html").is_symlink()


def test_a_replacement_that_was_cut_off_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = {"page.html": b"4", "site/index.html": b"5", "site/c.js": b"6"}
    whole = files.put
    ends = []
    for cut in range(1, 9):
        folder = tmp_path / str(cut)
        files.replace(folder, EARLIER)
        written: list[Path] = []

        def put(path: Path, data: bytes, cut: int = cut, written: list[Path] = written) -> None:
            if len(written) == cut:
                raise KeyboardInterrupt
            written.append(path)
            whole(path, data)

        with monkeypatch.context() as patched:
            patched.setattr(files, "put", put)
            try:
                files.replace(folder, new)
                ends.append(cut)
            except KeyboardInterrupt:
                pass
        files.replace(folder, new)
        assert tree(folder) == new
    assert ends == [5, 6, 7, 8]  # two lists and three files


DELETES = {"rmtree", "unlink", "rmdir", "removedirs"}
REPLACES = {"run.py", "museum.py"}
"""A tape, which has a name of its own until its end; a file of an emulated board."""
MAY_DELETE = {"files.py", "build/cache.py"}


@pytest.mark.slow
def test_only_one_module_deletes_outside_the_cache() -> None:
    here = paths.ROOT / "host_tools"
    for path in sorted(here.rglob("*.py")):
        if path.relative_to(here).as_posix() in MAY_DELETE:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                deletes = node.attr in DELETES or ast.unparse(node) == "os.remove"
                replaces = ast.unparse(node) in ("os.replace", "os.rename")
                free = path.name in REPLACES or path.parent.name == "build"
                assert not replaces or free, (path, node.lineno)
                assert not deletes or path.name == "museum.py", (path, node.lineno)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["screenshots", "--sheet", "en"], "sheet-en.png"),
        (["screenshots", "nim"], "nim.png"),
        (["screenshots"], "breadboard.svg"),
    ],
)
def test_pictures_in_a_folder_replace_only_pictures(
    words: list[str], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_bytes(b"mine")
    assert main(["lab", *words, "--to", str(tmp_path)]) == 2
    assert f"{name}: not a" in capsys.readouterr().err
    assert tree(tmp_path) == {name: b"mine"}


def test_a_name_for_a_recording_is_free_when_it_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not when it began: another play may have taken the name meanwhile."""
    monkeypatch.chdir(tmp_path)
    saved = []
    session: Any = play.Session.__new__(play.Session)
    session._pico = SimpleNamespace(panel=None, millis=0)
    session._tell = str
    session._recording = None
    monkeypatch.setattr(
        play, "Recording", lambda *_: SimpleNamespace(save=lambda path, _: saved.append(path.name))
    )
    session._record()
    (tmp_path / "pocket-teletype-001.gif").symlink_to("nothing")
    session._record()
    assert saved == ["pocket-teletype-002.gif"]


def test_a_result_is_written_without_a_standard_output(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from host_tools import files; "
    code += "files.put(Path(sys.argv[1]), b'result')"
    path = tmp_path / "result"
    shell = [sys.executable, "-c", code, str(path)]
    subprocess.run(["sh", "-c", '"$@" >&-', "sh", *shell], cwd=paths.ROOT, check=True)
    assert path.read_bytes() == b"result"


RESULTS = [
    (["counts", "--port", "/dev/nothing", "--csv"], "table of counts", table([]).encode()),
    (["counts", "--port", "/dev/nothing", "--png"], "PNG picture", b"\x89PNG\r\n"),
    (["counts", "--all", "--json"], "not a report", b'{\n  "command": "counts"'),
    (["yen", "tournament", "minus1", "minus1", "x", "--png"], "PNG picture", b"\x89PNG\r\n"),
    (["survey", "--on", "/dev/nothing", "--out"], "report", report({}, {}, [], "").encode()),
    (["settings", "--port", "/dev/nothing", "export"], "line 1: not name=value", b"dim=2\n"),
    (["exhibit", "--port", "/dev/nothing", "export"], "line 1: not name=value", b"idle=20\n"),
]
"""Commands that write a file; the message about a file of another kind; a beginning of its own."""


@pytest.mark.parametrize(("command", "name", "good"), RESULTS)
def test_a_result_replaces_only_a_file_of_its_kind(
    command: list[str],
    name: str,
    good: bytes,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Before a board is touched; an empty file is free."""
    path = tmp_path / "mine"
    path.write_bytes(b"mine\n")
    assert main([*command, str(path)]) == 2
    error = capsys.readouterr().err
    assert name in error and "; name another file" in error and error.count("\n") == 1
    assert path.read_bytes() == b"mine\n"
    for data in (good, b""):
        path.write_bytes(data)
        main([*command, str(path)])
        assert "name another file" not in capsys.readouterr().err


@pytest.mark.parametrize("command", [command for command, _, _ in RESULTS])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    command: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "link").symlink_to("nowhere/file")
    places = {
        ".": "is a folder",
        "nowhere/file": "no such folder",
        "file/below": "no such folder",
        "link": "no such folder",
        "a" * 300: "File name too long",
    }
    for name, message in places.items():
        assert main([*command, str(tmp_path / name)]) == 2
        error = capsys.readouterr().err
        assert message in error and error.count("\n") == 1, (name, error)
    monkeypatch.setattr(os, "access", lambda path, mode: path.name == "file")  # the folder may not
    for name in ("file", "new"):
        assert main([*command, str(tmp_path / name)]) == 2
        assert "may not be written; name another file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["page", "--out", "README.md/below/it"], "--out: README.md: not a folder"),
        (["lab", "screenshots", "--to", "README.md"], "--to: README.md: not a folder"),
        (["page", "--out", "README.md"], "--out: README.md: not a folder"),
        (["release", "--to", "README.md"], "--to: README.md: not a folder"),
        (["release", "--flat", "README.md"], "--flat: README.md: not a folder"),
        (["release", "--to", "x", "--flat", "./x"], "--flat needs another folder than --to"),
        (["pull", "--to", "README.md"], "--to: README.md: not a folder"),
    ],
)
def test_a_place_for_results_is_checked_before_the_work(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
