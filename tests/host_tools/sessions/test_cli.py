# SPDX-License-Identifier: MIT
"""The command line, checked exactly against its contract, as another tool would call it."""

import ast
import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools import doctor, paths
from host_tools.__main__ import COMMANDS, GROUPS, OLD_NAMES, main
from host_tools.build import environment
from host_tools.lab import commands as lab
from host_tools.paths import ROOT, TAPES
from host_tools.signals import STOPS
from host_tools.usage import GONE
from teletype import version
from teletype.programs import catalogue
from tests.helpers.command import call
from tests.helpers.machines import MACHINES
from tests.helpers.processes import heeding

TRANSCRIPT = """\
ИГРА НИМ
ВАШ СОПЕРНИК — ЭВМ МИР
ДЕЛАЮ СВОЙ ХОД
T=2      L=3
ВАШ ХОД
ДЕЛАЮ СВОЙ ХОД
T=1      L=5
ВАШ ХОД
ДЕЛАЮ СВОЙ ХОД
T=3      L=1
ВАШ ХОД
ДЕЛАЮ СВОЙ ХОД
T=3      L=0
ВЫ ПРОИГРАЛИ
"""
FIRST_STOP = "".join(TRANSCRIPT.splitlines(True)[:5])


def process(*args: str, python: tuple[str, ...] = (), **more: Any) -> tuple[int, str, str]:
    """Run a command in a process of its own; `python` are options of the interpreter.

    Return its status, and what it has written.
    """
    words = [sys.executable, *python, "-m", "host_tools", *args]
    done = subprocess.run(words, capture_output=True, check=False, **{"cwd": ROOT, **more})
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, check=False)


@pytest.mark.parametrize("target", ["host", *MACHINES])
def test_the_transcript_of_the_book(target: str) -> None:
    done = call("run", "nim", "heaps=7,8,4", "--on", target, stdin="T=2 L=1\nT=1 L=0\nT=2 L=0\n")
    assert (done.stdout, done.returncode) == (TRANSCRIPT, 0), done.stderr


@pytest.mark.parametrize("target", ["host", *MACHINES])
def test_malformed_and_illegal_answers(target: str) -> None:
    answers = "# a comment\n\nzz 1\n1\n2 1 1\nT=2 X=1\n9 9\nl=1, t=2\n"
    done = call("run", "nim", "--on", target, stdin=answers)
    reproach = "ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ\n"
    reply = "ДЕЛАЮ СВОЙ ХОД\nT=1      L=5\nВАШ ХОД\n"
    assert done.stdout == FIRST_STOP + reproach + reply
    assert done.returncode == 3
    errors = [line for line in done.stderr.splitlines() if line.startswith("line ")]
    assert [line.split(":")[0] for line in errors] == ["line 3", "line 4", "line 5", "line 6"]
    assert "'zz'" in errors[0] and "unknown name 'X'" in errors[3]


def test_answers_run_out() -> None:
    done = call("run", "nim")
    assert (done.stdout, done.stderr, done.returncode) == (FIRST_STOP, "", 3)


def test_bytes_that_are_no_text_are_reported() -> None:
    done = call("run", "nim", stdin=b"\xff\xfe\n2 1\n")
    assert done.stderr == "line 1: not UTF-8; save the file as UTF-8\n"
    assert "T=1      L=5" in done.stdout


@pytest.mark.parametrize("stdin", ["9" * 1500 + " 1\n", "\0\n", "1\x03 2\n", "2\u00b71\n"])
def test_hostile_lines_are_malformed(stdin: str) -> None:
    done = call("run", "nim", stdin=stdin)
    assert (done.stdout, done.returncode) == (FIRST_STOP, 3)
    assert done.stderr.startswith("line 1: ")


def test_a_long_integer_reaches_the_program() -> None:
    done = call("run", "nim", stdin="9" * 400 + " 1\n")
    assert done.stdout == FIRST_STOP + "ВАШ ХОД СДЕЛАН НЕ ПО ПРАВИЛАМ\n"
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["run", "chess"], "unknown program 'chess'"),
        (["run", "nim", "heaps=7,8,100"], "0..99"),
        (["run", "nim", "heaps=0"], "at least one stone"),
        (["run", "nim", "heap=1"], "allowed: heaps"),
        (["run", "nim", "heaps=1", "heaps=2"], "given twice"),
        (["run", "nim", "7"], "'7' is not name=value"),
        (["run", "nim", "--lang", "xx"], "invalid choice"),
        (["run", "nim", "--save", "/no/such/folder/x.tape"], "no such folder; name another file"),
        (["run"], "required: program"),
        (["replay"], "required: FILE.tape"),
        (["dance"], "unknown command 'dance'"),
    ],
)
def test_wrong_usage(args: list[str], word: str) -> None:
    done = call(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert word in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_no_command_shows_the_commands() -> None:
    done = call()
    assert (done.returncode, done.stdout) == (2, "") and "replay" in done.stderr
    assert call("--help").returncode == 0


def test_every_command_says_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    listed = dict.fromkeys(COMMANDS, call("--help", "--all").stdout)
    listed |= dict.fromkeys([f"lab {name}" for name in lab.COMMANDS], call("lab", "--help").stdout)
    for name, shown in listed.items():
        assert f"\n  {name.removeprefix('lab ')} " in shown
        try:
            status = main([*name.split(), "--help"])
        except SystemExit as ended:  # of argparse
            status = int(ended.code or 0)
        told = capsys.readouterr()
        assert status == 0 and told.out.startswith("usage: ") and not told.err, name


def test_help_shows_people_eighteen_commands_in_groups() -> None:
    shown = re.findall(r"^  (\w+) ", call("--help").stdout, re.MULTILINE)
    assert shown == [name for names in GROUPS.values() for name in names] and len(shown) <= 18
    assert re.findall(r"^([\w ]+):$", call("--help").stdout, re.MULTILINE) == [*GROUPS]


@pytest.mark.slow
def test_earlier_names_work_and_say_the_new_one() -> None:
    done = call("claims", "race-first")
    assert (done.returncode, done.stdout) == (0, call("lab", "claims", "race-first").stdout)
    assert done.stderr == "claims is now `python3 -m host_tools lab claims`\n"
    for name, now in OLD_NAMES.items():
        assert name not in COMMANDS
        known = lab.COMMANDS if now.startswith("lab ") else COMMANDS
        assert now.removeprefix("lab ") in known


@pytest.mark.parametrize("name", GONE)
def test_a_command_that_is_gone_says_where_it_was(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*name.split(), "--help"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"{name}: gone; revision ec5c3fae is the last that has this command\n"
    assert name not in COMMANDS and name.removeprefix("lab ") not in lab.COMMANDS


@pytest.mark.slow
def test_a_contest_is_the_games_own_command() -> None:
    for game in ("yen", "calculation"):
        assert call("contest", game, "--help").stdout == call(game, "--help").stdout
    assert "calculation" in call("contest", "--help").stdout
    unknown = call("contest", "chess")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert unknown.stderr == (
        "contest chess: unknown game 'chess'; the games are yen, calculation\n"
    )


def test_version() -> None:
    """Name, version and revision; without the revision if git does not know the tree."""
    words = call("--version").stdout.split()
    assert words[0] == "pocket-teletype" and re.fullmatch(r"\d+\.\d+\.\d+", words[1])
    if (ROOT / ".git").exists():
        head = shell("git rev-parse HEAD").stdout.decode().strip()
        assert len(words) == 3 and head.startswith(words[2].rstrip("+"))


def test_version_without_git(tmp_path: Path) -> None:
    """A copy inside another repository does not take that repository's revision."""
    shell(f"git init -q {tmp_path}")
    for name in ("pyproject.toml", "host_tools", "firmware"):
        (tmp_path / "copy").mkdir(exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / "copy" / name)
    status, said, error = process("--version", cwd=tmp_path / "copy")
    assert (status, error) == (0, "")
    assert re.fullmatch(r"pocket-teletype \d+\.\d+\.\d+\n", said)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("port", ["/dev/null", "/no/such/port", "COM99"])
def test_no_board_on_the_port(port: str) -> None:
    for command in (["run", "nim", "--on", port], ["flash", "--port", port]):
        done = call(*command)
        assert (done.returncode, done.stdout) == (1, "")
        assert f"no board on {port}" in done.stderr
        assert "Traceback" not in done.stderr


def test_answers_in_utf_16_are_refused_with_the_fix() -> None:
    """This is how PowerShell 5 writes them with `>`."""
    for encoding in ("utf-16", "utf-16-be"):
        text = ("\ufeff" if encoding == "utf-16-be" else "") + "T=2 L=1\n"
        done = call("run", "nim", stdin=text.encode(encoding))
        assert done.returncode == 1
        assert done.stderr == "run: line 1: UTF-16; save the file as UTF-8\n"


def test_saved_session_replays(tmp_path: Path) -> None:
    saved = tmp_path / "game.tape"
    call("run", "nim", "--save", str(saved), stdin="2,1\nx\n3 0\n")
    text = saved.read_text(encoding="utf-8")
    assert text.startswith("program: nim\nsetup: heaps=7,8,4\n---\nИГРА НИМ\n")
    assert "> T=2 L=1\n" in text and "> x" not in text
    done = call("replay", str(saved))
    assert (done.stdout, done.returncode) == ("ok game\n1 passed, 0 failed\n", 0)


@pytest.mark.slow
def test_a_session_that_does_not_begin_leaves_the_tape(tmp_path: Path) -> None:
    saved = tmp_path / "game.tape"
    saved.write_text("program: nim\n")
    done = call("run", "nim", "--on", "/dev/nothing", "--save", str(saved))
    assert done.returncode == 1 and saved.read_text() == "program: nim\n"
    assert list(tmp_path.iterdir()) == [saved]
    done = call("run", "nim", "--save", str(tmp_path / "missing/game.tape"))
    assert done.returncode == 2 and "--save" in done.stderr and not done.stdout
    done = call("run", "nim", "--save", "/dev/full", stdin="2 1\n")
    assert done.returncode == 1 and "No space left" in done.stderr
    assert Path("/dev/full").is_char_device()


def test_a_full_disk_keeps_what_was_answered(tmp_path: Path) -> None:
    """And leaves no file without contents."""
    path = tmp_path / "a.tape"
    for limit, left in ((0, []), (1, ["a.tape.new"])):  # blocks of 512 or 1024 bytes
        # -B: Python would leave half of a module's bytecode behind for other tests
        line = f"ulimit -f {limit}; {sys.executable} -B -m host_tools run nim --save {path}"
        done = shell(f"(trap '' XFSZ; yes '1 0' | head -n 200 | sh -c '{line}')")
        error = done.stderr.decode()
        assert done.returncode == 1 and f"--save {path}: File too large" in error
        assert sorted(each.name for each in tmp_path.iterdir()) == left
        assert not left or error.endswith(f"; {path}.new has the session so far\n")
    assert (tmp_path / "a.tape.new").read_text("utf-8").startswith("program: nim\n")


@pytest.mark.slow
def test_only_a_tape_is_replaced(tmp_path: Path) -> None:
    saved = tmp_path / "game.tape"
    saved.touch()  # as `mktemp` does
    for lines in ("2 1\n", "2 2\n"):
        assert call("run", "nim", "--save", str(saved), stdin=lines).returncode == 3
    assert "> T=2 L=2\n" in saved.read_text(encoding="utf-8")
    for text in ("2 1\n", "program", "PROGRAM: nim\n"):
        saved.write_text(text)
        done = call("run", "nim", "--save", str(saved), stdin="2 1\n")
        assert (done.stdout, done.returncode, saved.read_text()) == ("", 2, text)
        assert done.stderr == f"run: --save {saved}: not a tape; name another file\n"
    assert list(tmp_path.iterdir()) == [saved]


@pytest.mark.parametrize("text", ["", "2 1\n", "program: nim\n"])
def test_the_answers_are_not_replaced_by_the_tape(text: str, tmp_path: Path) -> None:
    """By no name of their file."""
    given = tmp_path / "answers.txt"
    given.write_text(text)
    (tmp_path / "link").symlink_to(given)
    for name in ("answers.txt", "link"):
        done = shell(f"{sys.executable} -m host_tools run nim --save {tmp_path}/{name} < {given}")
        assert (done.returncode, done.stdout, given.read_text()) == (2, b"", text)
        assert b"has the answers; name another file\n" in done.stderr


def test_a_saved_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link.tape").symlink_to("game.tape")
    call("run", "nim", "--save", str(tmp_path / "link.tape"), stdin="2 1\n")
    assert (tmp_path / "link.tape").is_symlink()
    assert "> T=2 L=1\n" in (tmp_path / "game.tape").read_text(encoding="utf-8")


@pytest.fixture
def ignoring(request: pytest.FixtureRequest) -> Iterator[None]:
    """Ignore signals, as when the tests run in the background or under nohup."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in STOPS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def nim_begun(saved: Path, **options: Any) -> tuple[subprocess.Popen[bytes], list[bytes]]:
    """Start a session of Nim with --save and one answer; return it and what it has printed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "host_tools", "run", "nim", "--save", str(saved)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        **options,
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"2 1\n")
    process.stdin.flush()
    return process, [process.stdout.readline() for _ in range(8)]


@pytest.mark.usefixtures("ignoring")
@pytest.mark.parametrize("number", STOPS)
def test_a_session_that_is_stopped_is_saved(number: int, tmp_path: Path) -> None:
    """Even if the tests themselves ignore the signals."""
    saved = tmp_path / "game.tape"
    process, lines = nim_begun(saved, preexec_fn=heeding)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == 128 + number
    text = saved.read_text(encoding="utf-8")
    assert text.endswith("> T=2 L=1\n" + b"".join(lines[5:]).decode())
    assert list(tmp_path.iterdir()) == [saved]


@pytest.mark.usefixtures("ignoring")
def test_nohup_is_obeyed(tmp_path: Path) -> None:
    """A command started with a signal ignored continues."""
    saved = tmp_path / "game.tape"
    process, _ = nim_begun(saved)
    process.send_signal(signal.SIGHUP)
    process.communicate(b"1 0\n2 0\n", timeout=60)
    assert process.returncode == 0 and "> T=2 L=0" in saved.read_text(encoding="utf-8")


@pytest.mark.parametrize("module", ["argparse", "json"])
def test_an_interrupt_during_the_imports_is_quiet(module: str, tmp_path: Path) -> None:
    """Even in the first module, before any of ours has run."""
    (tmp_path / f"{module}.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(60)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = process("programs", env=environment, preexec_fn=heeding)
    assert done == (-signal.SIGINT, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("option", ["-O", "-OO"])
def test_without_assertions_and_docstrings(option: str) -> None:
    for command in (["pull", "--port", "/dev/null"], ["flash", "--help"], ["run", "nim"]):
        status, _, said = process(*command, python=(option,))
        assert status in (0, 1, 3) and "Traceback" not in said, said


@pytest.mark.slow
def test_names_that_cannot_be_saved_under(tmp_path: Path) -> None:
    """One line and status 2: a loop of links, a name that is too long, a folder."""
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    for name in ("a", "x" * 256, ".", "no/such/folder", "a/b"):
        done = call("run", "nim", "--save", f"{tmp_path}/{name}")
        assert (done.returncode, done.stdout) == (2, ""), name
        assert done.stderr.startswith("run: --save ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["x" * 255, "я" * 127, "x" * 250 + ".tape", "dangling"])
def test_names_that_can_be_saved_under(name: str, tmp_path: Path) -> None:
    """A name of maximal length, and a dangling link."""
    (tmp_path / "dangling").symlink_to("there")
    saved = tmp_path / name
    assert call("run", "nim", "--save", str(saved), stdin="2 1\n").returncode == 3
    assert "> T=2 L=1\n" in saved.read_text(encoding="utf-8")
    assert {path.name for path in tmp_path.iterdir()} <= {name, "dangling", "there"}


def test_a_tape_goes_to_standard_output(tmp_path: Path) -> None:
    """Through a pipe, and into a file that also receives the paper."""
    command = f"printf '2 1\\n' | {sys.executable} -m host_tools run nim --save /dev/stdout"
    for line in (f"{command} | cat", f"{command} > {tmp_path}/both; cat {tmp_path}/both"):
        done = shell(line)
        assert done.stderr == b"" and b"> T=2 L=1\n" in done.stdout
        assert done.stdout.count("ИГРА НИМ\n".encode()) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["run", "nim\x1b[2J"],
        ["run", "nim", "heaps=\x9b2J"],
        ["run", "nim", "heaps=\u202ex"],
        ["run", "nim", "he\naps"],
        ["run", "nim", "--save", "/no/such/\x1b[2J"],
        ["dance\x1b[2J\n"],
        ["replay", "--on", "\x1b[2J", "x"],
        ["yen", "match", "minus1", "no\x1b[2J"],
        ["replay", "/no/such\n\x1b[2J\u2066"],
    ],
)
def test_what_a_terminal_would_obey_is_not_echoed(words: list[str]) -> None:
    done = call(*words)
    assert done.returncode in (1, 2)
    assert all(line.isprintable() for line in (done.stdout + done.stderr).split("\n"))


def test_paper_and_answers_are_shown_harmlessly(tmp_path: Path) -> None:
    path = tmp_path / "\x1b]0;x\x07.tape"
    text = (TAPES / "nim-protocol.tape").read_text(encoding="utf-8")
    path.write_text(text.replace("ИГРА НИМ", "\x1b[2J\u202e\x85"), encoding="utf-8")
    done = call("replay", str(path))
    assert r"expected '\x1b[2J\u202e\x85' got 'ИГРА НИМ'" in done.stdout
    assert all(line.isprintable() for line in done.stdout.splitlines())
    done = call("teach", str(path))
    assert r"'\x1b[2J\u202e\x85'" in done.stderr and done.stderr[:-1].isprintable()
    done = call("run", "nim", stdin="1\x9b 2\nx\x9b2J=1\n")
    assert done.stderr.count("\n") == 2
    assert all(line.isprintable() for line in done.stderr.splitlines())


@pytest.mark.parametrize("command", ["run nim", "replay /dev/stdin", "teach /dev/stdin"])
def test_input_without_end_does_not_fill_the_memory(command: str) -> None:
    done = shell(f"ulimit -v 2000000; {sys.executable} -m host_tools {command} < /dev/zero")
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr and b"Memory" not in done.stderr
    said = (done.stdout + done.stderr).decode()
    assert "more than 64 MiB" in said or "line 1: more than 1048576 bytes" in said


@pytest.mark.parametrize("command", ["replay", "teach"])
def test_a_long_line_is_quoted_in_part(command: str, tmp_path: Path) -> None:
    path = tmp_path / "long.tape"
    path.write_text("program: nim\nsetup: \n---\n" + "x" * 1_000_000 + "\n")
    done = call(command, str(path))
    said = done.stdout + done.stderr
    assert done.returncode == 1 and "x" * 79 + "…'" in said and len(said) < 400


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_ends_as_on_any_system(end: str) -> None:
    """The last one need not; a line that is wrong has its own number."""
    answers = end.join(["# Nim", "x", "T=2 L=1", "T=1"])
    found = call("run", "nim", stdin=answers.encode())
    assert found.returncode == 3
    assert [line.split(":")[0] for line in found.stderr.splitlines()] == ["line 2", "line 4"]


def test_the_next_line_after_one_that_is_too_long_is_read() -> None:
    done = call("run", "nim", stdin="1" * 70_000 + "\n#" + "x" * 70_000 + "\n2 1\n")
    assert done.stderr == "line 1: more than 1000 characters\n"
    assert "T=1      L=5" in done.stdout


@pytest.mark.parametrize(
    "command",
    [["run", "nim"], ["programs"], ["replay", str(TAPES / "nim-protocol.tape")], ["--help"]],
    ids=lambda command: command[0],
)
def test_a_full_standard_output(command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "host_tools", *command],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1 and done.stderr.endswith(b"No space left on device\n")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-"])
def test_a_session_goes_on_without_standard_error(redirection: str) -> None:
    done = shell(f"printf 'foo\n2 1\n' | {sys.executable} -m host_tools run nim {redirection}")
    assert done.stdout.decode() == "".join(TRANSCRIPT.splitlines(True)[:8])
    assert done.returncode == 3


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-"])
@pytest.mark.parametrize(
    ("command", "status", "printed"),
    [
        ("yen match minus1 minus1 --games 3", 0, "minus1 0  minus1-2 0  draws 3\ndraw.\n"),
        ("yen", 2, ""),
        ("teach /dev/null", 1, ""),
        ("mir /dev/null", 2, ""),
    ],
)
def test_messages_never_go_to_standard_output(
    command: str, status: int, printed: str, redirection: str
) -> None:
    done = shell(f"{sys.executable} -m host_tools {command} {redirection}")
    assert (done.returncode, done.stdout.decode()) == (status, printed)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="a system without /proc")
def test_no_file_takes_the_number_of_standard_error() -> None:
    """A child process, as the emulator of a board, would write its messages into it."""
    code = "import os; from host_tools import __main__ as line; "
    code += "line.command = lambda *words: os.system('readlink /proc/self/fd/2'); line.main(['x'])"
    done = shell(f"{shlex.join([sys.executable, '-c', code])} 2>&-")
    assert done.stdout == b"/dev/null\n"


def test_all_messages_are_written_by_one_function() -> None:
    """It goes on where nobody reads them: `print` ends the command, or uses standard output."""
    for path in sorted((ROOT / "host_tools").rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "sys.stderr" in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
                assert "sys.stderr" not in ast.unparse(node), (path, node.lineno)


def test_the_mark_of_utf_8_before_the_first_answer() -> None:
    assert call("run", "nim", stdin="\ufeffT=2 L=1\n").stderr == ""


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/x\xff.tape"
    Path(os.fsdecode(name)).write_bytes((TAPES / "nim-protocol.tape").read_bytes())
    done = call("replay", os.fsdecode(name))
    assert done.returncode == 0 and done.stdout == "ok x\\udcff\n1 passed, 0 failed\n"


def test_replay_names_what_differs(tmp_path: Path) -> None:
    good = (TAPES / "nim-protocol.tape").read_text(encoding="utf-8")
    tapes = {
        "wrong": good.replace("L=5", "L=4"),
        "setup": good.replace("heaps=7,8,4", "heaps=0"),
        "program": good.replace("program: nim", "program: chess"),
        "headless": good.replace("---\n", ""),
        "longer": good + "И ЕЩЕ\n",
        "cut": good[: good.index("ВАШ ХОД")],
    }
    files = []
    for name, text in tapes.items():
        files.append(tmp_path / f"{name}.tape")
        files[-1].write_text(text, encoding="utf-8")
    (tmp_path / "binary.tape").write_bytes(b"\xff\xfe\0")
    files += [tmp_path / "binary.tape", tmp_path / "missing.tape", TAPES / "nim-protocol.tape"]
    done = call("replay", *map(str, files))
    lines = done.stdout.splitlines()
    assert done.returncode == 1 and lines[-1] == "1 passed, 8 failed"
    assert lines[0] == ("FAIL wrong: line 12: expected 'T=1      L=4' got 'T=1      L=5'")
    assert lines[1].startswith("FAIL setup: line 3: heaps=0: ") and "allowed" in lines[1]
    assert lines[2].startswith("FAIL program: line 2: unknown program") and "line 4" in lines[3]
    assert "got the end" in lines[4] and "expected the end" in lines[5]
    assert lines[6] == "FAIL binary: line 1: UTF-16; save the file as UTF-8"
    assert lines[7].startswith("FAIL missing: No such file")
    taught = call("teach", *map(str, files)).stderr.splitlines()
    del lines[5]  # an unfinished game may have a lesson, too
    for line, said in zip(taught, lines[:-2], strict=True):
        assert line.partition(".tape: ")[2] == said.partition(": ")[2]


def test_programs() -> None:
    listed = call("programs").stdout.splitlines()
    nim = next(line for line in listed if line.startswith("nim "))
    assert nim.split() == ["nim", "1980", "MIR,", "MIR-2", "НИМ"]
    data = json.loads(call("programs", "--json").stdout)
    entry = next(entry for entry in data if entry["name"] == "nim")
    assert entry["setup"][0]["name"] == "heaps" and entry["setup"][0]["default"] == "7,8,4"
    assert [line.split()[0] for line in listed] == [entry["name"] for entry in data]


def test_a_reader_that_goes_away() -> None:
    """`run … | head -1` ends quietly."""
    done = shell(f"printf '2 1\\n' | {sys.executable} -m host_tools run nim | head -1")
    assert done.stdout.decode() == "ИГРА НИМ\n" and b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("typed", "prompts"),
    [
        (b"2 1\n1 0\n2 0\n", 3),
        (b"\x1b[200~2 1\n1 0\x1b[201~\n\x1b[D2 0\x1b[1;5C\x1bOP\n", 3),
        (b"\x1b[A\n2 1\n\x1b[3~\n1 0\n2 0\n", 5),
    ],
    ids=["lines", "pasted, with arrows", "arrows alone"],
)
def test_a_person_at_a_terminal_sees_the_prompt(typed: bytes, prompts: int) -> None:
    """If standard input is a terminal, the prompt goes to standard error, paper to output. Keys
    that type nothing are no part of an answer."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "host_tools", "run", "nim"],
        cwd=ROOT,
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.close(slave)
    os.write(master, typed)
    out, err = process.communicate(timeout=60)
    os.close(master)
    assert out.decode() == TRANSCRIPT
    assert err.decode() == "T L ◊ " * prompts


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("program", list(catalogue.NAMES))
def test_help_of_a_program_has_its_fields_and_examples(program: str) -> None:
    done = call("run", program, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    head, setup, answers, examples, told = re.split(
        r"\n\n(?=Setup, with|Answers: |Examples:\n|What it is:\n)", done.stdout
    )
    assert head.startswith(f"{program}: {catalogue.title(program)}")
    module = catalogue.load(program)
    for field in module.FIELDS:
        assert f"  {field.name}=" in setup and f"      {field.allowed()}\n" in setup + "\n"
    assert len(examples.splitlines()) == 2 + len(module.PRESETS)
    for line in examples.splitlines()[1:]:
        # an example is a command that runs, for whatever system it is quoted
        assert call(*shlex.split(line, comments=True)[3:]).returncode in (0, 3), line
    assert len(told) > 50 and len(answers) > len("Answers: ")


@pytest.mark.slow
def test_help_of_a_program_is_there_in_three_languages_and_asks_for_no_more() -> None:
    assert "heaps" in call("run", "--help", "nim").stdout
    assert "山" in call("run", "nim", "-h", "--lang", "ja").stdout
    assert "Машина" in call("run", "nim", "--help", "--lang=ru").stdout
    unknown = call("run", "chess", "--help")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "unknown program 'chess'; the programs are race" in unknown.stderr
    assert "name=value" in call("run", "--help").stdout


def test_examples_are_listed_for_machines() -> None:
    listed = json.loads(call("programs", "--json").stdout)
    entries = {entry["name"]: entry for entry in listed}
    assert {"label": "CHAPTER", "setup": "heaps=22,19,23,11"} in entries["nim"]["presets"]
    assert entries["trigex"]["presets"] == [
        {"label": "YOU BEGIN", "setup": "first=you"},
        {"label": "TWO PEOPLE", "setup": "players=2"},
    ]


UNSEEN = "\xad\u200b\u200e\u202a\u2060\ufeff"
"""Marks that nobody sees."""


@pytest.mark.parametrize("mark", UNSEEN, ids=ascii)
def test_an_unseen_mark_in_a_setup_is_a_blank(mark: str) -> None:
    for word in ("{}heaps=7,8,4", "heaps{}=7,8,4", "heaps=7,{}8,4{}"):
        done = call("run", "nim", word.replace("{}", mark))
        assert (done.stdout, done.stderr, done.returncode) == (FIRST_STOP, "", 3), word


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("A v B", "formula: v was read as 'or'\n"),
        ("pv¬p", "formula: v is a letter of the formula; write + for 'or'\n"),
        ("A and B", ""),
        ("A\xa0+\xa0B", ""),
        *((f"A{mark}+{mark}B{mark}", "") for mark in UNSEEN),
        ("〜A+˜B", ""),  # as macOS types a full-width tilde
    ],
)
def test_how_a_formula_was_read_is_said(typed: str, note: str) -> None:
    done = call("run", "truth-table", f"formula={typed}")
    assert done.returncode == 0 and done.stderr == note and "X=0" in done.stdout


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("formula=A\u0007B", "column 10: U+0007, a control character"),
        ("formula=A\udcffB", "column 10: not UTF-8"),
        ("formula=A&&", "column 4: expected a letter, 0, 1, ~ or (, not the end"),
        ("formula=A⊗B", "column 2: expected a sign of a formula, not '⊗'"),
    ],
)
def test_what_is_wrong_in_a_formula_has_its_column(word: str, message: str) -> None:
    done = call("run", "truth-table", word)
    assert done.returncode == 2 and message in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["run", "nim", "heaps=" + "x" * 40_000],
        ["run", "nim", "heaps=" + "7," * 20_000],
        ["run", "nim", "y" * 40_000],
        ["run", "nim", "y" * 40_000 + "=1"],
        ["run", "z" * 40_000],
        ["x" * 40_000],
        ["run", "truth-table", "formula=" + "A" * 40_000],
        ["run", "evolution", "rule=B" + "3" * 40_000],
        ["run", "evolution", "cells=" + "1:1," * 30_000],
        ["yen", "match", "minus1", "random", "--games", "9" * 40_000],
        ["pattern", "cells=" + "q" * 40_000],
        ["replay", "LONG"],
    ],
    ids=lambda words: " ".join(words)[:20],
)
def test_no_message_repeats_a_long_value(words: list[str], tmp_path: Path) -> None:
    """A wrong value of 40 KB is quoted by 80 signs at most; the rest says what is allowed."""
    tape = tmp_path / "long.tape"
    tape.write_text("program: nim\nsetup: heaps=" + "x" * 100_000 + "\n---\n")
    given = [str(tape) if word == "LONG" else word for word in words]
    done = call(*given)
    said = done.stdout + done.stderr
    assert done.returncode in (1, 2) and said
    assert len(said) < 700, said[:1000]
    assert not re.search(r"(.)\1{80}", said), said


def test_an_installed_package_names_the_wheel_of_its_release() -> None:
    """No index has the project: whoever took its name there would be installed by such a hint."""
    code = "import host_tools.paths, host_tools.usage as usage, importlib"
    code += "; host_tools.paths.INSTALLED = True; importlib.reload(usage)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; print(usage.SETUP)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    match = re.fullmatch(r"pipx install --force '\./([\w.-]+\.whl)\[([\w,]+)\]'\n", done.stdout)
    assert match, done.stdout
    assert match[1] == f"pocket_teletype-{version.VERSION}-py3-none-any.whl"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(match[2].split(",")) <= set(project["optional-dependencies"])
    assert set(match[2].split(",")) == set(doctor.EXTRAS)  # whatever a command lacks


def test_a_user_whom_the_system_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container a user may have neither a home nor a line in /etc/passwd."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", unknown)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert paths._user_cache() == Path("/.cache/pocket-teletype")
    monkeypatch.setenv(environment.UF2, "~nobody-of-this-name/image.uf2")
    assert str(environment.path(environment.UF2)).endswith("~nobody-of-this-name/image.uf2")


@pytest.mark.slow
def test_a_file_name_that_begins_like_an_option(tmp_path: Path) -> None:
    (tmp_path / "-x.tape").write_bytes((TAPES / "nim-printed.tape").read_bytes())
    for words in (["replay", "--", "-x.tape"], ["run", "nim", "--", "heaps=1,1"]):
        done = call(*words, cwd=tmp_path)
        assert done.returncode == (0 if words[0] == "replay" else 3), done.stderr
