# SPDX-License-Identifier: MIT
"""Files from outside are read within limits; files written appear complete or not at all."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import files, paths


def test_text_with_and_without_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes("привет\r\n".encode())
    assert files.read_text(path, 100) == "привет\r\n"
    path.write_bytes("\ufeffпривет".encode())
    assert files.read_text(path, 100) == "привет"


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
        [sys.executable, "-c", FULL, str(path)], cwd=paths.ROOT, capture_output=True, text=True
    )
    assert done.stdout == "File too large\n", done.stderr
    assert path.read_bytes() == b"the one before"
    assert [each.name for each in tmp_path.iterdir()] == ["picture.png"]


OWN = {"sessions/run.py"}
"""It writes tapes, and saves each answer at once."""


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
