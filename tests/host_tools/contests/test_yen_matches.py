# SPDX-License-Identifier: MIT
"""The match manager: real child processes over pipes, good ones and all kinds of bad ones."""

import contextlib
import errno
import json
import os
import pty
import re
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from host_tools.__main__ import main
from host_tools.contests import process as process_module
from host_tools.contests import sandbox, yen
from host_tools.contests.players import shown_name
from host_tools.contests.process import OPEN, Fault, Process
from host_tools.paths import ROOT
from host_tools.usage import Failed
from tests.helpers.paper import LISTING_4 as REPORT
from tests.helpers.processes import WORD, both_ways, gone, heeding, living

EVEN = """
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int other;
    for (int rounds = 10 * atoi(argv[1]); rounds > 0; rounds--) {
        printf("1000\\n");
        fflush(stdout);
        if (scanf("%d", &other) != 1) return 1;
    }
    return 0;
}
"""
BELOW = """
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int other = 0;
    for (int games = atoi(argv[1]); games > 0; games--) {
        int left = 10000;
        for (int round = 1; round <= 10; round++) {
            int bid = round == 10 ? left : round > 1 && other > 0 ? other - 1 : 0;
            left -= bid;
            printf("%d\\n", bid);
            fflush(stdout);
            if (scanf("%d", &other) != 1) return 1;
        }
    }
    return 0;
}
"""
LISTING_4 = REPORT.replace("always1000", "even").replace("minus1", "below")
PATIENT = ["--timeout", "60"]
"""For players that must not be too slow on a busy machine."""


@pytest.fixture(scope="session")
def c_players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the C players, compiled."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("no C compiler (cc, gcc, clang) to build the pipe players with")
    folder = tmp_path_factory.mktemp("players")
    for name, source in (("even", EVEN), ("below", BELOW)):
        (folder / f"{name}.c").write_text(source)
        command = [compiler, "-O1", "-o", str(folder / name), str(folder / f"{name}.c")]
        subprocess.run(command, check=True)
    return folder


@pytest.fixture(autouse=True)
def no_child_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(WORD, str(tmp_path))
    yield
    assert not living(str(tmp_path))


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> list[str]:
    """Run a command that must succeed; return the lines it prints."""
    assert yen.main([str(word) for word in argv]) == 0
    return capsys.readouterr().out.splitlines()


def python(folder: Path, name: str, body: str) -> str:
    """Return the command line of a Python player; `bid` and `read` speak the protocol."""
    path = folder / f"{name}.py"
    path.write_text(
        "import os, signal, sys, time\n"
        "games = int(sys.argv[1])\n"
        "def bid(text):\n    print(text, flush=True)\n"
        "def read():\n    return int(input())\n" + body
    )
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


# players that obey the rules


@pytest.mark.slow
def test_two_c_players_print_listing_4(
    c_players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = run(capsys, "match", c_players / "even", c_players / "below", "--games", 1, *PATIENT)
    assert "\n".join(lines) + "\n" == LISTING_4


@pytest.mark.slow
def test_a_thousand_games_of_c_players(
    c_players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = run(capsys, "match", c_players / "even", c_players / "below", *PATIENT)
    assert lines == ["even 0  below 1000  draws 0", "below won."]


@pytest.mark.slow
@pytest.mark.parametrize("other", ["random", "frontload", "chooser"])
def test_a_c_player_fares_as_the_built_in_one(
    c_players: Path, capsys: pytest.CaptureFixture[str], other: str
) -> None:
    for child, built_in in (("even", "always1000"), ("below", "minus1")):
        ends = ["--games", 100, "--seed", 9, *PATIENT]
        lines = run(capsys, "match", c_players / child, other, *ends)
        same = run(capsys, "match", built_in, other, *ends)
        assert lines == [line.replace(built_in, child) for line in same]
        lines = run(capsys, "match", other, c_players / child, *ends)
        same = run(capsys, "match", other, built_in, *ends)
        assert lines == [line.replace(built_in, child) for line in same]


def test_a_shell_and_a_python_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shell = tmp_path / "plain.sh"
    shell.write_text(
        "n=$(($1 * 10))\nwhile [ $n -gt 0 ]; do echo 1000; read x; n=$((n-1)); done\n"
    )
    log = tmp_path / "log"
    other = python(
        tmp_path,
        "snake",
        f"log = open({str(log)!r}, 'w')\n"
        "for _ in range(games * 10):\n    bid(1000)\n    log.write('%d ' % read())\n",
    )
    lines = run(capsys, "match", f"sh {shell}", other, "--games", 3, *PATIENT)
    assert lines == ["plain 0  snake 0  draws 3", "draw."]
    assert log.read_text().split() == ["1000"] * 30


def test_output_ahead_of_its_turn_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All bids at once, the last line incomplete; nothing is read, and the player ends early."""
    ahead = python(tmp_path, "ahead", "sys.stdout.write('\\r\\n'.join(['+1000'] * 10))\n")
    lines = run(capsys, "match", ahead, "always1000", "--games", 1, *PATIENT)
    assert lines[-2:] == ["     10000   10000", "draw."]


def test_a_player_may_end_without_reading_the_last_bid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hasty = python(
        tmp_path,
        "hasty",
        "for _ in range(games * 10 - 1):\n    bid(1000)\n    read()\nbid(1000)\n",
    )
    lines = run(capsys, "match", hasty, hasty, "--games", 2, *PATIENT)
    assert lines == ["hasty 0  hasty-2 0  draws 2", "draw."]


# players that break the rules

FAULTS = {
    "word": ("bid('abc')", "1, round 1: 'abc' is not a number"),
    "decimal": ("bid('1000.0')", "1, round 1: '1000.0' is not a number"),
    "empty": ("bid('')", "1, round 1: '' is not a number"),
    "binary": ("os.write(1, b'\\xff\\x00\\n')", "1, round 1: '�\\x00' is not a number"),
    "two": ("bid('1 2')", "1, round 1: '1 2' is not a number"),
    "foreign": ("bid('٣')", "1, round 1: '٣' is not a number"),
    "long": ("bid('1' * 4000)", f"1, round 1: '{'1' * 40}…' is not a number"),
    "negative": ("bid(-5)", "1, round 1: bid -5 with 10000 yen left"),
    "above": ("bid(10001)", "1, round 1: bid 10001 with 10000 yen left"),
    "second": ("bid(9000); read(); bid(1001)", "1, round 2: bid 1001 with 1000 yen left"),
    "rest": (
        "for _ in range(9): bid(1000); read()\nbid(999)",
        "1, round 10: bid 999 with 1000 yen left, all of it due",
    ),
    "third": (
        "for _ in range(20): bid(1000); read()\nbid('x')",
        "3, round 1: 'x' is not a number",
    ),
    "ended": ("sys.exit(7)", "1, round 1: has ended (exit status 7)"),
    "early": ("bid(1000); read()", "1, round 2: has ended (exit status 0)"),
    "killed": ("os.kill(os.getpid(), signal.SIGKILL)", "1, round 1: has ended (Killed)"),
    "flood": (
        "while True: sys.stdout.write('1000\\n' * 1000)",
        "more than 4096 bytes of output before its turn",
    ),
    "endless": (
        "while True: sys.stdout.write('1' * 1000)",
        "1, round 1: more than 4096 bytes of output before its turn",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_forfeits(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On either side: the other one gets the rest; the last line says who forfeited and why."""
    body, reason = FAULTS[name]
    bad = python(tmp_path, name, body + "\n")
    played = int(reason[0]) - 1 if reason[0].isdigit() else 0
    for sides in ((bad, "always1000"), ("always1000", bad)):
        lines = run(capsys, "match", *sides, "--games", 5, *PATIENT)
        draws = played  # before the fault all games are 1000 against 1000
        other = f"always1000 {5 - draws}"
        score = f"{name} 0  {other}" if sides[0] == bad else f"{other}  {name} 0"
        assert lines[:2] == [f"{score}  draws {draws}", "always1000 won."]
        assert lines[2].startswith(f"{name} forfeits: game ") and lines[2].endswith(reason)
        assert len(lines) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("silent", "time.sleep(1000)"),
        ("lineless", "sys.stdout.write('1000'); sys.stdout.flush(); time.sleep(1000)"),
        ("stopped", "os.kill(os.getpid(), signal.SIGSTOP)"),
        ("busy", "while True: pass"),
        (
            "deaf",
            "for number in range(1, 32):\n"
            "    if number not in (9, 19): signal.signal(number, signal.SIG_IGN)\n"
            "while True: time.sleep(1)",
        ),
    ],
)
def test_silence_is_a_forfeit(
    name: str,
    body: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This includes a player that ignores every signal that can be ignored."""
    monkeypatch.setattr(process_module, "START_UP", 0.5)
    bad = python(tmp_path, name, body + "\n")
    lines = run(capsys, "match", "minus1", bad, "--games", 4, "--timeout", 0.5)
    assert lines == [
        f"minus1 4  {name} 0  draws 0",
        "minus1 won.",
        f"{name} forfeits: game 1, round 1: no bid within 0.5 s",
    ]


@pytest.mark.slow
def test_a_player_that_stays_after_the_match_is_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ignores SIGTERM, but it has played correctly and forfeits nothing."""
    body = (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "for _ in range(10 * games): bid(1000); read()\n"
        "while True: time.sleep(1)\n"
    )
    lines = run(capsys, "match", python(tmp_path, "guest", body), "always1000", *PATIENT)
    assert lines == ["guest 0  always1000 0  draws 1000", "draw."]


FAMILIES = {
    "child": "os.execv('/bin/sleep', ['sleep', '1000'])",
    "session": "os.setsid()\n    os.execv('/bin/sleep', ['sleep', '1000'])",
    "nameless": (
        "os.setsid()\n    os.fork() and os._exit(0)\n"
        "    os.execve('/bin/sh', ['sh', '-c', 'sleep 1000; :', {word!r}], {{}})"
    ),
    "restless": (
        "os.setsid()\n    while True:\n        time.sleep(0.003)\n"
        "        if os.fork(): os._exit(0)"
    ),
}
"""Processes that a player leaves behind: in its group, in their own session, without its
environment and parent, or with a successor every few milliseconds."""


def test_standard_error_of_a_player_is_plain_text_with_an_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It cannot take over the terminal, nor fill the disk of a log."""
    body = (
        "sys.stderr.write('\\x1b]0;mine\\a\\u202e\\n' + 'x' * (1 << 20))\n"
        "sys.stderr.flush()\n"
        "bid('enough')\n"
    )
    assert yen.main(["match", python(tmp_path, "loud", body), "minus1", *PATIENT]) == 0
    told = capsys.readouterr()
    assert "'enough' is not a number" in told.out
    assert told.err.startswith("\\x1b]0;mine\\x07\\u202e\nxxx")
    assert "the rest of a player's standard error is not shown" in told.err
    assert len(told.err) < process_module.MOST_ERRORS + 200


@pytest.mark.parametrize("written", ["half a row", "a row\n", "two\nhalf \xd7", ""])
def test_the_result_begins_a_row_of_its_own(
    written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A player may be stopped within a row of its standard error, or of a sign of it."""
    body = (
        f"sys.stderr.buffer.write({written.encode('latin-1')!r})\n"
        "sys.stderr.flush()\nbid('enough')\n"
    )
    assert yen.main(["match", python(tmp_path, "loud", body), "minus1", *PATIENT]) == 0
    said = capsys.readouterr().err.partition("yen: --seed")[0]
    assert said.rstrip("\n") == written.rstrip("\n\xd7")
    assert said.endswith("\n") == bool(written)


@pytest.mark.slow
@both_ways
@pytest.mark.parametrize("name", FAMILIES)
def test_what_a_player_has_started_ends_with_it(
    name: str,
    alone: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(OPEN, alone)
    body = (
        "if os.fork() == 0:\n"
        "    for pipe in (0, 1): os.close(pipe)\n"
        "    open(sys.argv[0] + '.there', 'w').close()\n"
        f"    {FAMILIES[name].format(word=str(tmp_path))}\n"
        "    os._exit(0)\n"
        "while not os.path.exists(sys.argv[0] + '.there'): time.sleep(0.01)\n"
        "bid('enough')\n"
        "read()\n"
    )
    assert yen.main(["match", python(tmp_path, "parent", body), "minus1", *PATIENT]) == 0
    assert "'enough' is not a number" in capsys.readouterr().out
    assert not living(str(tmp_path))


def test_a_player_that_kills_its_supervisor_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can do so only if it is not isolated."""
    monkeypatch.setenv(OPEN, "1")
    body = (
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    for pipe in (0, 1): os.close(pipe)\n"
        "    time.sleep(1000)\n"
        "os.kill(os.getppid(), signal.SIGKILL)\n"
        "time.sleep(1000)\n"
    )
    lines = run(capsys, "match", python(tmp_path, "parricide", body), "minus1", *PATIENT)
    assert lines[1] == "minus1 won." and "parricide forfeits" in lines[2]
    assert not living(str(tmp_path))


VANDAL = """
import glob
for path in glob.glob('/proc/[0-9]*'):
    pid = int(path[6:])
    for fd in range(3, 30):
        try:
            os.write(os.open('%s/fd/%d' % (path, fd), os.O_WRONLY | os.O_NONBLOCK), b'99999\\n')
        except OSError:
            pass
    if pid > 2 and pid not in (os.getpid(), os.getppid()):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
for _ in range(10 * games): bid(1000); read()
"""


ELSEWHERE = """\
import os, runpy, sys
sys.platform = "darwin"  # neither Linux nor Windows
vars(os).pop("pidfd_open", None)
runpy.run_path({supervisor!r}, run_name="__main__")
"""
"""A supervisor on a system that has neither namespaces nor other features of Linux."""


def test_a_match_and_its_end_on_another_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same code plays there; a player's processes end with its process group."""
    supervisor = tmp_path / "supervisor.py"
    supervisor.write_text(
        ELSEWHERE.format(supervisor=str(process_module.SUPERVISOR)), encoding="utf-8"
    )
    monkeypatch.setattr(process_module, "SUPERVISOR", supervisor)
    monkeypatch.setattr(sandbox, "LINUX", False)
    even = "for _ in range(10 * games): bid(1000); read()\n"
    left = tmp_path / "left"
    starts = (
        "import subprocess, sys, pathlib\n"
        "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"pathlib.Path({str(left)!r}).write_text(str(p.pid))\n"
    )
    sides = [python(tmp_path, "starts", starts + even), python(tmp_path, "even", even)]
    assert run(capsys, "match", *sides, "--games", 2, *PATIENT) == [
        "starts 0  even 0  draws 2",
        "draw.",
    ]
    state = Path(f"/proc/{int(left.read_text())}/stat")
    with contextlib.suppress(FileNotFoundError):
        assert state.read_text().rpartition(")")[2].split()[0] == "Z"
    process = Process([sys.executable, "-c", "import sys; sys.exit(7)"])
    assert not process.isolated
    with pytest.raises(Fault, match=r"has ended \(exit status 7\)"):
        process.ask("", 20)
    process.close()
    with pytest.raises(Fault, match="cannot be started: No such file"):
        Process(["/no/such/program"])


def test_only_the_supervisor_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that comes first but does not know the token is ignored."""
    strangers = []
    real = socket.create_server

    def create(address: tuple[str, int]) -> socket.socket:
        listener = real(address)
        stranger = socket.create_connection(listener.getsockname())
        stranger.sendall(b"0" * 64 + b"\nnone\nfailed 2\n")
        strangers.append(stranger)
        return listener

    monkeypatch.setattr(socket, "create_server", create)
    process = Process([sys.executable, "-c", "print('played')"])
    assert process.ask("", 20) == "played"
    process.close()
    for stranger in strangers:
        stranger.close()


def test_the_player_of_the_documents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saved, made executable and entered as docs/teach.md says."""
    text = (ROOT / "docs/teach.md").read_text("utf-8")
    (player,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (name,) = re.findall(r"save it as `(\w+)`", text)
    (made,) = re.findall(r"`(chmod [^`]*)`", text)
    (entered,) = re.findall(r'`yen match master "([^"`]*)"`', text)
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(player)
    subprocess.run(shlex.split(made), check=True)
    lines = run(capsys, "match", "always1000", entered, "--games", 2, "--seed", 1, *PATIENT)
    assert lines == [f"always1000 0  {name} 0  draws 2", "draw."]


def test_players_do_not_reach_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One player kills all it sees and writes into every pipe; the result stays 1000 a round."""
    even = "for _ in range(10 * games): bid(1000); read()\n"
    command = [sys.executable, "-c", "import os; os.write(1, b'%d' % os.getpid())"]
    process = Process(command)
    isolated = process.isolated
    process.close()
    if not isolated:
        pytest.skip("this system lets nobody have namespaces of their own")
    sides = [python(tmp_path, "vandal", VANDAL), python(tmp_path, "even", even)]
    assert run(capsys, "match", *sides, "--games", 3, *PATIENT) == [
        "vandal 0  even 0  draws 3",
        "draw.",
    ]


REACHES = """
import socket
found = []
for family, address in NAMED:
    reached = socket.socket(family, socket.SOCK_STREAM)
    reached.settimeout(2)
    try:
        reached.connect(address)
        found.append(address)
    except OSError:
        pass
for family, address in NAMED[:1]:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))  # its own, which nobody else reaches
print(found, flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")
@pytest.mark.parametrize("opened", [False, True])
def test_players_have_no_network(opened: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither this computer's own nor an abstract socket; `opened` shows that they are there."""
    if opened:
        monkeypatch.setenv(OPEN, "1")
    with socket.create_server(("127.0.0.1", 0)) as one, socket.socket(socket.AF_UNIX) as two:
        two.bind(f"\0pocket-teletype-{os.getpid()}")
        two.listen()
        named = [(int(each.family), each.getsockname()) for each in (one, two)]
        process = Process([sys.executable, "-c", f"NAMED = {named!r}\n{REACHES}"])
        answer = process.ask("", 20)
        isolated = process.isolated
        process.close()
    if not isolated and not opened:
        pytest.skip("this system lets nobody have namespaces of their own")
    assert answer == (repr([address for _, address in named]) if opened else "[]")


def test_hidden_folders_are_empty_for_a_player(tmp_path: Path) -> None:
    (tmp_path / "stock").write_text("7")
    look = f"import os; print(os.listdir({str(tmp_path)!r}), flush=True)"
    process = Process([sys.executable, "-c", look], [tmp_path])
    answer, isolated = process.ask("", 20), process.isolated
    process.close()
    if not isolated:
        pytest.skip("this system lets nobody have namespaces of their own")
    assert answer == "[]" and (tmp_path / "stock").exists()


def test_a_closed_player_does_not_start_without_namespaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OPEN, "1")
    with pytest.raises(Failed, match="players of a cluster need namespaces"):
        Process(["touch", str(tmp_path / "ran")], closed=True)
    assert not (tmp_path / "ran").exists()


@pytest.mark.slow
def test_the_start_has_its_own_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A slow interpreter forfeits nothing, but a bid that is as slow later does."""
    slow = python(tmp_path, "slow", "time.sleep(3)\nfor _ in range(10): bid(1000); read()\n")
    assert run(capsys, "match", slow, "always1000", "--games", 1, "--timeout", 1)[-1] == "draw."
    later = python(tmp_path, "later", "bid(1000); read(); time.sleep(3); bid(1000)\n")
    lines = run(capsys, "match", later, "always1000", "--games", 1, "--timeout", 1)
    assert lines[-1] == "later forfeits: game 1, round 2: no bid within 1 s"


@pytest.mark.slow
def test_a_forfeit_at_the_start_names_its_own_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that the player had, which is longer than `--timeout`."""
    monkeypatch.setattr(process_module, "START_UP", 1.0)
    quiet = python(tmp_path, "quiet", "time.sleep(1000)\n")
    lines = run(capsys, "match", "minus1", quiet, "--games", 1, "--timeout", 0.2)
    assert lines[-1] == "quiet forfeits: game 1, round 1: no bid within 1 s"
    child = Process([sys.executable, "-c", "import time; time.sleep(1000)"])
    with pytest.raises(process_module.Fault, match="no answer within 1 s"):
        child.ask("", 0.2)
    child.close(polite=False)


def test_nobody_can_foretell_an_opponent(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --seed each match has another, which is printed for repetition."""
    found = set()
    for words in (["match", "random", "chooser"], ["tournament", "random", "chooser"]):
        for _ in range(3):
            assert yen.main([*words, "--games", "50"]) == 0
            told = capsys.readouterr()
            match = re.fullmatch(r"yen: --seed ([0-9]+)\n", told.err)
            assert match
            assert yen.main([*words, "--games", "50", "--seed", match[1]]) == 0
            again = capsys.readouterr()
            assert (again.out, again.err) == (told.out, "")
            found.add(match[1])
    assert len(found) == 6


def test_both_forfeit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the same round: the remaining games are draws."""
    bad = python(tmp_path, "bad", "bid(1000); read(); bid('x')\n")
    lines = run(capsys, "match", bad, bad, "--games", 5, *PATIENT)
    assert lines == [
        "bad 0  bad-2 0  draws 5",
        "draw.",
        "bad forfeits: game 1, round 2: 'x' is not a number",
        "bad-2 forfeits: game 1, round 2: 'x' is not a number",
    ]


def test_a_forfeit_in_a_single_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = python(tmp_path, "bad", "bid(100); read(); bid(9901)\n")
    lines = run(capsys, "match", "always1000", bad, "--games", 1, *PATIENT)
    assert lines == [
        "always1000 vs bad",
        " 1:  1000  [ 100] ->     0  1100",
        "always1000 won.",
        "bad forfeits: game 1, round 2: bid 9901 with 9900 yen left",
    ]


def test_a_file_that_is_no_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "text.txt"
    path.write_text("not a program\n")
    path.chmod(0o755)
    lines = run(capsys, "match", path, "minus1", "--games", 3)
    assert lines[:2] == ["text 0  minus1 3  draws 0", "minus1 won."]
    assert lines[2].startswith("text forfeits: game 1, round 1: cannot be started: ")


def test_a_pipe_that_nobody_reads(tmp_path: Path) -> None:
    """A player that lets its pipe fill up with bids forfeits; it does not block the match."""
    child = yen.Child("deaf", [sys.executable, "-c", "import time; time.sleep(1000)"], 60)
    child.start(1)
    try:
        for _ in range(200_000):
            child.seen(1, 10000)
        with pytest.raises(Fault, match="does not read"):
            child.bid(1, 10000, time.monotonic() + 60)
    finally:
        child.close(polite=False)


def test_a_flood_does_not_fill_the_memory() -> None:
    child = yen.Child("flood", ["sh", "-c", "yes 1000"], 60)
    child.start(1)
    try:
        with pytest.raises(Fault, match="before its turn"):
            for _ in range(1000):
                assert child.bid(1, 10000, time.monotonic() + 60) == 1000
                assert len(child._buffer) <= yen.AHEAD
    finally:
        child.close(polite=False)


# the end of the manager


@pytest.mark.sampled(4)
@pytest.mark.slow
@both_ways
@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -9)],
)
def test_no_child_outlives_the_manager(
    number: int, status: int, alone: str, tmp_path: Path
) -> None:
    """The manager is stopped during a match between players that only SIGKILL ends."""
    if number == signal.SIGKILL and sys.platform != "linux":
        pytest.skip("only Linux tells a child that its parent is gone")
    stubborn = python(
        tmp_path,
        "stubborn",
        "import subprocess, tempfile\n"
        "subprocess.Popen(['/bin/sleep', '1000'], start_new_session=True)\n"
        "for number in (1, 2, 13, 15): signal.signal(number, signal.SIG_IGN)\n"
        "bid(0)\nread()\ntempfile.mkstemp(dir=os.path.dirname(sys.argv[0]), prefix='there')\n"
        "while True: time.sleep(1)\n",
    )
    manager = subprocess.Popen(
        [sys.executable, "-m", "host_tools", "yen", "match", stubborn, stubborn, *PATIENT],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, OPEN: alone},
        preexec_fn=heeding,
    )
    try:
        deadline = time.monotonic() + 60
        while len(list(tmp_path.glob("there*"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(living(str(tmp_path))) >= 5
        manager.send_signal(number)
        out, err = manager.communicate(timeout=60)
        assert (manager.returncode, out, err) == (status, b"", b"")
        assert gone(str(tmp_path))
    finally:
        manager.kill()


# tournaments


@pytest.mark.slow
def test_tournament(c_players: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("always1000", c_players / "below", "random", c_players / "even")
    lines = run(capsys, "tournament", *names, "--games", 200, "--seed", 1, *PATIENT)
    assert lines[0].split() == ["always1000", "below", "random", "even"]
    table = {line.split()[0]: line.split()[1:] for line in lines[1:5]}
    assert table["always1000"][0] == "-" and table["always1000"][1] == "0"
    assert table["below"][0] == "200" == table["below"][3]
    assert table["even"][0] == "0" == table["always1000"][3]
    single = run(capsys, "match", "always1000", "random", "--games", 200, "--seed", 1)
    assert (
        single[0] == f"always1000 {table['always1000'][2]}  random {table['random'][0]}  draws 0"
    )
    assert lines[5] == ""
    assert lines[6:] == [
        " 1. below       2 won, 0 drawn, 1 lost",
        " 2. always1000  1 won, 1 drawn, 1 lost",
        " 2. random      1 won, 0 drawn, 2 lost",
        " 2. even        1 won, 1 drawn, 1 lost",
    ]


def test_ranking_by_matches_won() -> None:
    """Matches count, not games; equal players share a rank, in the order of the command line."""
    tournament = yen.Tournament(["a", "b", "c", "d"], 10)
    for players, wins in (
        (("a", "b"), [10, 0]),
        (("a", "c"), [0, 10]),
        (("a", "d"), [5, 5]),
        (("b", "c"), [4, 3]),
        (("b", "d"), [1, 0]),
        (("c", "d"), [0, 1]),
    ):
        draws = 10 - sum(wins)
        tournament.matches.append(yen.Match(players, 10, wins, draws, 10))
    assert tournament.lines() == [
        "    a   b   c   d",
        "a   -  10   0   5",
        "b   0   -   4   1",
        "c  10   3   -   0",
        "d   5   0   1   -",
        "",
        " 1. b  2 won, 0 drawn, 1 lost",
        " 2. a  1 won, 1 drawn, 1 lost",
        " 2. c  1 won, 0 drawn, 2 lost",
        " 2. d  1 won, 1 drawn, 1 lost",
    ]


def test_a_forfeit_in_a_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = python(tmp_path, "bad", "bid('x')\n")
    lines = run(capsys, "tournament", "minus1", bad, "always1000", "--games", 7, *PATIENT)
    assert [line.split() for line in lines[1:4]] == [
        ["minus1", "-", "7", "7"],
        ["bad", "0", "-", "0"],
        ["always1000", "0", "7", "-"],
    ]
    assert lines[-2:] == [
        "bad forfeits: game 1, round 1: 'x' is not a number (against minus1)",
        "bad forfeits: game 1, round 1: 'x' is not a number (against always1000)",
    ]


def test_json_of_a_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = python(tmp_path, "bad", "bid('x')\n")
    ends = ["--games", 7, "--seed", 3, "--json", *PATIENT]
    result = json.loads("\n".join(run(capsys, "tournament", "minus1", "minus1", bad, *ends)))
    assert result["players"] == ["minus1", "minus1-2", "bad"]
    assert (result["games"], result["seed"]) == (7, 3)
    assert result["wins"] == [[None, 0, 7], [0, None, 7], [0, 0, None]]
    assert [place["rank"] for place in result["ranking"]] == [1, 1, 3]
    assert [match["draws"] for match in result["matches"]] == [7, 0, 0]
    assert result["matches"][1]["forfeits"] == [
        {
            "player": "bad",
            "against": "minus1",
            "game": 1,
            "round": 1,
            "reason": "'x' is not a number",
        }
    ]


def test_json_of_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    for games in (1, 5):
        ends = ["--games", games, "--json", "--seed", 1]
        result = json.loads("\n".join(run(capsys, "match", "minus1", "always1000", *ends)))
        assert result == {
            "players": ["minus1", "always1000"],
            "games": games,
            "wins": [games, 0],
            "draws": 0,
            "winner": "minus1",
            "forfeits": [],
            "seed": 1,
        }


def test_picture_of_the_cross_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Blue if the row won, orange if it lost, white for a draw, grey on the diagonal."""
    path = tmp_path / "table.png"
    names = ("minus1", "always1000", "always1000")
    run(capsys, "tournament", *names, "--games", 20, "--png", path)
    white, grey, blue, orange = (255,) * 3, (224,) * 3, (90, 160, 255), (255, 170, 80)
    with Image.open(path) as image:
        assert image.format == "PNG"
        assert image.height == 4 * 36
        for row, cells in enumerate(
            (
                [white, white, white, white, white],
                [white, grey, blue, blue, white],
                [white, orange, grey, white, white],
                [white, orange, white, grey, white],
            )
        ):
            line = [image.getpixel((x, 36 * row + 4)) for x in range(image.width)]
            frame = [x for x, colour in enumerate(line) if colour == (160,) * 3]
            assert len(frame) == 10 and frame[0] == 0 and frame[-1] == image.width - 1
            shown = [set(line[a + 1 : b]) for a, b in zip(frame[::2], frame[1::2], strict=True)]
            assert shown == [{colour} for colour in cells]


def test_a_picture_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result is printed anyway."""
    path = tmp_path / "a.png"

    def full(image: object, path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(yen, "put_png", full)
    argv = ["tournament", "minus1", "random", "--games", "2", "--seed", "1", "--png", str(path)]
    assert yen.main(argv) == 1
    out, err = capsys.readouterr()
    assert out.count("\n") == 6
    assert err == f"yen: --png {path}: No space left on device\n"


@pytest.mark.parametrize("games", [1, 2, 7, 1000])
def test_shades(games: int) -> None:
    assert yen.shade(-games, games) == (255, 170, 80)
    assert yen.shade(0, games) == (255, 255, 255)
    assert yen.shade(games, games) == (90, 160, 255)


# the command line


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["watch"], "unknown command 'watch'"),
        (["match", "minus1"], "PLAYER"),
        (["match", "minus1", "random", "random"], "unrecognized arguments: random"),
        (
            ["match", "nobody", "random"],
            "player 'nobody': nobody: not found; allowed: a command, or one of always1000, ",
        ),
        (["match", "", "random"], "player '': no name"),
        (["match", "'a", "random"], "No closing quotation"),
        (["match", "/", "random"], "player '/': / is a folder"),
        (["tournament", "minus1"], "at least two"),
        (["match", "minus1", "random", "--games", "0"], "'0' is not an integer 1..1000000"),
        (["match", "minus1", "random", "--games", "1e3"], "'1e3' is not an integer"),
        (["match", "minus1", "random", "--seed", "-1"], "--seed"),
        (["match", "minus1", "random", "--timeout", "0"], "'0' is not a number of seconds"),
        (["match", "minus1", "random", "--timeout", "nan"], "'nan' is not a number of seconds"),
        (["tournament", "minus1", "random", "--png", "/no/such/a.png"], "no such folder"),
        (["tournament", "minus1", "random", "--png", "/"], "a folder"),
    ],
)
def test_wrong_usage(argv: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["yen", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["players/always1000"], "always1000"),
        (["./my.player.c.out"], "my.player.c"),
        (["python3", "{}/fox.py", "cub.py"], "fox"),
        (["python3.11", "-u", "{}/fox.py"], "fox"),
        (["/bin/sh", "{}/fox.py"], "fox"),
        (["sh", "-c", "echo 1"], "sh"),
        (["sleep", "{}/fox.py"], "sleep"),
    ],
)
def test_shown_names(words: list[str], name: str, tmp_path: Path) -> None:
    (tmp_path / "fox.py").write_text("")
    assert shown_name([word.format(tmp_path) for word in words]) == name


@pytest.mark.slow
def test_progress_bar_on_a_terminal_only() -> None:
    """The bar goes to standard error; standard output has only the result."""
    command = [sys.executable, "-m", "host_tools", "yen", "match", "random", "minus1"]
    command += ["--seed", "1"]
    leader, follower = pty.openpty()
    try:
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=follower
        ) as process:
            os.close(follower)
            out, _ = process.communicate(timeout=60)
        shown = b""
        while select.select([leader], [], [], 0)[0]:
            try:
                shown += os.read(leader, 4096)
            except OSError:  # the other side is closed, and everything was read
                break
    finally:
        os.close(leader)
    assert b"/1000" in shown and re.search(rb"\r *\r$", shown)
    quiet = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60)
    assert quiet.stdout == out and quiet.stderr == b""
    assert out.count(b"\n") == 2
