# SPDX-License-Identifier: MIT
"""`exhibit.txt` as people and their editors write it; closed when a code or a lock is in doubt."""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype.programs import catalogue

MARK = b"\xef\xbb\xbf"


def started(folder: Path, text: bytes, **options: object) -> Simulator:
    """A device with such an exhibit.txt, BACK held while it is switched on."""
    (folder / "exhibit.txt").write_bytes(text)
    desk = Simulator(folder=folder, held=["BACK"], **options)  # type: ignore[arg-type]
    desk.pin("BACK").drive(1)
    return desk


def keys(desk: Simulator, code: str) -> str:
    """What has the screen after the keys of a code."""
    for key in code:
        desk.run(400)
        desk.press({"U": "UP", "D": "DOWN", "L": "LEFT", "R": "RIGHT"}[key])
    desk.run(400)
    return type(desk.app.activity).__name__


@pytest.mark.parametrize(
    "text",
    [
        b"code=UDLR\nidle=90\n",
        b"exhibit=on\ncode=UDLR\nidle=90\n",
        MARK + b"code=UDLR\nidle=90\n",
        MARK + b"code=UDLR\r\nidle=90",
        b"code = UDLR\n idle  =  90 \n",
        b"Code=udlr\r\nIDLE=90\r\n",
        "\u0441\u043ede=UDLR\nidle=90".encode(),  # two Cyrillic letters
        b"\tcode\t=\tUDLR\t\n\nidle=90\n",
        b"idle=90\rcode=UDLR\r",  # an old Mac
        b"idle=90\n\rcode=UDLR\n\r",
    ],
)
def test_ways_to_write_the_file(tmp_path: Path, text: bytes) -> None:
    desk = started(tmp_path, text)
    assert type(desk.app.activity).__name__ == "Code" and desk.serial.locked
    assert desk.app.exhibit.values["idle"] == 90 and not desk.app.exhibit.values["wrong"]
    assert keys(desk, "UDLR") == "Operator" and not desk.serial.locked


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"code=UDLX\n", "line 1: code: no code; allowed: four of U, D, L, R, O, B"),
        (b"code=UDL\n", "line 1: code: no code"),
        (b"idle=90\ncode UDLR\n", "line 2: not name=value"),
        (b"code:UDLR\n", "line 1: not name=value"),
        (b"codes=UDLR\n", "line 1: unknown setting 'codes'"),
        (b"lock=maybe\n", "line 1: lock: no such choice"),
        (b"lock\n", "line 1: not name=value"),
        (b"code=UDLR\nidle=\xff\n", "not UTF-8"),
        ("code=UDLR\n".encode("utf-16"), "not UTF-8"),
        ("code=UDLR\n".encode("utf-16-be"), "not UTF-8"),
        (b"#" * 2001, "more than 2000 bytes"),
        # behind another value
        (b"programs=nim,evolution idle=60 code=UDLR\n", "line 1: programs: there is no program"),
        (b"idle=60;code=UDLR\n", "line 1: idle: '60;code=UDLR' is not an integer"),
        (b"idle=60, Code: UDLR\n", "line 1: idle: "),
        (b"idle=60 code UDLR\n", "line 1: idle: "),
        (b"say=on lock=yes\n", "line 1: say: no such choice"),
        (b"fixed=nim heaps=7,8,4 code=UDLR\n", ""),
        (b"fixed=nim heaps=7,8,4,code:UDLR\n", ""),
        (b"fixed=nim heaps=7,8,4 code UDLR\n", ""),
        ("fixed=nim heaps=7,8,4 ｃｏｄｅ＝UDLR\n".encode(), ""),
        (b"code=UDLR\ncode=UDLL\n", "line 2: code is given twice"),
        # names that look like it
        ("ｃｏｄｅ=UDLR\n".encode(), "line 1: unknown setting"),
        ("ｃｏｄｅ＝ＤＤＤＤ\n".encode(), "line 1: not name=value"),
        ("co\u200fde=UDLR\n".encode(), "line 1: unknown setting"),
        ("co\xadde=UDLR\n".encode(), "line 1: unknown setting"),
        ("c\u03bfde=UDLR\n".encode(), "line 1: unknown setting"),  # a Greek omicron
        ("\u03f2\u03bfde=UDLR\n".encode(), "line 1: unknown setting"),
        ("код=UDLR\n".encode(), "line 1: unknown setting"),
        (b"c o d e=UDLR\n", "line 1: unknown setting"),
        (b"l-o-c-k=yes\n", "line 1: unknown setting"),
        (b"idle=60\rcode=UDLX\r", "line 2: code: no code"),
        # four keys behind another name
        (b"kode=UDLR\n", "line 1: unknown setting 'kode'"),
        (b"cdoe = udlr\n", "line 1: unknown setting 'cdoe'"),
        (b"idle=60\npin: RRUD\n", "line 2: not name=value"),
        (b"password=UUUU", "line 1: unknown setting 'password'"),
        (b"kode='UDLR'", "line 1: unknown setting 'kode'"),
        (b"kode UDLR", "line 1: not name=value"),
    ],
)
def test_in_doubt_it_is_closed(tmp_path: Path, text: bytes, message: str) -> None:
    """No keys open the page, the port is locked, and says why."""
    desk = started(tmp_path, text)
    assert type(desk.app.activity).__name__ == "Code" and desk.serial.locked
    assert message in desk.serial.printed
    assert keys(desk, "UDLR") == "Code" and desk.serial.locked
    desk.run(1500)
    assert keys(desk, "UUUU") == "Code" and desk.serial.locked


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"code=\n",
        b"# code=UDLX\n",
        b"idle=5\n",
        b"lock=no\n",
        "idle＝60\nidle=６０\n".encode(),
        b"fixed=evolution cells=block\n",
        'fixed=truth-table formula="C·O·D·E"\n'.encode(),
        b"=5\n=\n",
        b"colour=blue\n",
        b"place=Honolulu\nu\n",
        "# ключ: code=UDLR\n".encode(),
        b"programs=" + ",".join(catalogue.NAMES).encode(),
    ],
)
def test_no_code_is_no_doubt(tmp_path: Path, text: bytes) -> None:
    assert type(started(tmp_path, text).app.activity).__name__ == "Operator"
