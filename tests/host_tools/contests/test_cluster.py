# SPDX-License-Identifier: MIT
"""Contests on a Dask scheduler: the same results, workers that die, programs sent along."""

import io
import os
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import yaml

from host_tools import version
from host_tools.__main__ import main
from host_tools.contests import cluster as module
from host_tools.contests import process
from host_tools.contests.cluster import Cluster, Program
from host_tools.lab.contests import yen_suite
from host_tools.paths import ROOT
from host_tools.usage import Failed, WrongUsage
from teletype.engines import yen_players

pytest.importorskip("distributed")

TEACH = (ROOT / "docs" / "teach.md").read_text("utf-8")
TLS = "tls://127.0.0.1:8786"


def dask(folder: Path, *words: str, **more: str) -> subprocess.Popen[str]:
    """Start one of Dask's programs in its own folder, without this project."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        cwd=folder,
        env={**environment, "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "20s", **more},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )


class Local:
    """A scheduler and workers on this machine, each a process; `tls`: as in docs/teach.md."""

    def __init__(self, folder: Path, tls: bool = False, workers: int = 2, **more: str) -> None:
        self.more = {**more, **(certificates(folder) if tls else {})}
        words = ["--port", "0", "--no-dashboard"]
        words += ["--protocol", "tls"] if tls else ["--host", "127.0.0.1"]
        self.scheduler = dask(folder, "scheduler", *words, **self.more)
        assert self.scheduler.stderr is not None
        for line in self.scheduler.stderr:
            if found := re.search(r"Scheduler at:\s+((?:tcp|tls)://\S+)", line):
                self.address = found[1]
                break
        self.workers = [self.worker(folder) for _ in range(workers)]

    def worker(self, folder: Path) -> subprocess.Popen[str]:
        words = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
        words += ["--host", "127.0.0.1"] if self.address.startswith("tcp") else []
        return dask(folder, "worker", self.address, *words, **self.more)

    def close(self) -> None:
        for started in (*self.workers, self.scheduler):
            started.kill()
            started.wait()
            assert started.stderr is not None
            started.stderr.close()


def certificates(folder: Path) -> dict[str, str]:
    """Make a key with a certificate by the command of docs/teach.md; return Dask's settings."""
    (command,) = re.findall(r"^\$ (openssl .*)", TEACH, re.MULTILINE)
    subprocess.run(shlex.split(command), cwd=folder, check=True, capture_output=True)
    named = re.search(r"```yaml\n(.*?)```", TEACH, re.DOTALL)
    assert named
    settings = yaml.safe_load(named[1])["distributed"]["comm"]
    assert settings["require-encryption"] is True
    found = {"DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "True"}
    for role in ("scheduler", "worker", "client"):
        for part, name in settings["tls"][role].items():
            where = f"DASK_DISTRIBUTED__COMM__TLS__{role}__{part}".upper()
            found[where] = str(folder / Path(name).name)
    ca = folder / Path(settings["tls"]["ca-file"]).name
    return {**found, "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": str(ca)}


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    made = Local(tmp_path_factory.mktemp("dask"))
    try:
        yield made
    finally:
        made.close()


@pytest.mark.heavy
@pytest.mark.slow
def test_a_contest_is_the_same_there(local: Local, capsys: pytest.CaptureFixture[str]) -> None:
    """Compare the suite of fresh opponents, and a tournament."""
    words = ["lab", "yen", "suite", "minus1", "--fresh", "4", "--games", "3"]
    assert main([*words, "--jobs", "1"]) == 0
    here = capsys.readouterr().out
    assert main([*words, "--cluster", local.address]) == 0
    assert capsys.readouterr().out == here
    words = ["yen", "tournament", "minus1", "random", "undercut", "--games", "20", "--seed", "1"]
    assert main(words) == 0
    here = capsys.readouterr().out
    assert main([*words, "--cluster", local.address]) == 0
    assert capsys.readouterr().out == here


PLAYER = """
import sys
for _ in range(int(sys.argv[1])):
    for number in range(10):
        print(1000, flush=True)
        input()
"""


ATTACKS = """
import glob, os, socket, sys
found = []
for port in (PORT, 8786, 8787):
    try:
        socket.create_connection((HOST, port), 2)
        found.append(port)
    except OSError:
        pass
seen = glob.glob(os.path.dirname(os.path.abspath(__file__)) + "/../../*")
found += [len(seen)] if len(seen) < 3 else []  # three workers' folders, one of them Dask's
found += [name for each in seen if "player" not in each for name in glob.glob(each + "/*")]
found += [name for name in os.environ if name.startswith("DASK_")]
for name in KEYS:
    with open(name) as file:  # its worker's user may read it
        found += [name] if file.read() else []
processes = [name for name in os.listdir("/proc") if name.isdecimal()]
bad = found or len(processes) > 3
for _ in range(int(sys.argv[1])):
    for number in range(10):
        print("found %r %r" % (found, processes) if bad else 1000, flush=True)
        input()
"""


def elsewhere(words: list[str], settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command of this project as its user would, with Dask's settings."""
    return subprocess.run(
        [sys.executable, "-m", "host_tools", *words],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=100,
    )


@pytest.mark.heavy
def test_a_program_is_sent_with_tls_and_kept_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program that the workers do not have plays as on this machine, and reaches nothing."""
    (tmp_path / "tmp/pocket-teletype-worker-other/host_tools").mkdir(parents=True)
    made = Local(tmp_path, tls=True, workers=1, TMPDIR=str(tmp_path / "tmp"))
    try:
        path = tmp_path / "even.py"
        path.write_text(PLAYER)
        spy = tmp_path / "spy.py"
        host, _, port = made.address.removeprefix("tls://").rpartition(":")
        keys = [str(path) for path in sorted(tmp_path.glob("*.pem"))]
        assert len(keys) == 2
        attacks = ATTACKS.replace("PORT", port).replace("HOST", repr(host))
        spy.write_text(attacks.replace("KEYS", repr(keys)))
        players = [f"python3 {path}", f"python3 {spy}", "minus1"]
        words = ["yen", "tournament", *players, "--games", "5", "--seed", "1"]
        done = elsewhere([*words, "--cluster", made.address], made.more)
        assert done.returncode == 0, done.stderr
        assert "forfeits" not in done.stdout
        words[2:5] = [f"python3 {path}", f"python3 {path}", "minus1"]
        assert main(words) == 0
        here = capsys.readouterr().out.replace("even-2", "spy   ").split()
        assert done.stdout.split() == [word for word in here if word]
        stranger = elsewhere([*words, "--cluster", made.address], {})  # without a certificate
        assert stranger.returncode == 2 and stranger.stdout == ""
        assert "this computer's settings of Dask do not fit" in stranger.stderr
    finally:
        made.close()


@pytest.mark.slow
def test_a_worker_without_namespaces_starts_no_stranger(tmp_path: Path) -> None:
    made = Local(tmp_path, tls=True, workers=1, POCKET_TELETYPE_OPEN="1")
    try:
        path = tmp_path / "even.py"
        path.write_text(PLAYER + f"open({str(tmp_path / 'ran')!r}, 'w')")
        words = ["yen", "tournament", f"python3 {path}", "minus1", "--games", "1"]
        done = elsewhere([*words, "--cluster", made.address], made.more)
        assert done.returncode == 1, done.stdout
        assert done.stderr.endswith(f"yen: {process.NOT_CLOSED}\n")
        assert not (tmp_path / "ran").exists()
    finally:
        made.close()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "127.0.0.1:9", "ws://127.0.0.1:9"])
def test_a_stranger_without_tls_is_refused(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "even.py"
    path.write_text(PLAYER)
    decks = tmp_path / "decks"
    assert main(["calculation", "decks", "--count", "1", "--seed", "5"]) == 0
    decks.write_text(capsys.readouterr().out)
    player = f"python3 {path}"
    for words in (
        ["yen", "tournament", player, "minus1"],
        ["calculation", "contest", player, "--decks", str(decks)],
    ):
        assert main([*words, "--cluster", address]) == 2
        told = capsys.readouterr()
        assert "a command needs a cluster with TLS, --cluster tls://" in told.err and not told.out


def test_the_documents_leave_nothing_open() -> None:
    """Each scheduler and worker of the page binds to loopback or speaks TLS, without dashboard."""
    commands = re.findall(r"^\$ (dask .*)$", TEACH, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        closed = any(word in command for word in ("--host 127.0.0.1", "--protocol tls", "tls://"))
        assert closed and "--no-dashboard" in command, command


@pytest.mark.slow
def test_the_sources_on_a_worker_are_private_and_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can plant them; after they were emptied they are unpacked again."""
    code = """
import os, pickle, shutil, stat, sys, tempfile
from pathlib import Path
from pocket import archive, call
planted = Path(tempfile.gettempdir()) / f"pocket-teletype-{os.getuid()}-{sys.argv[1]}"
(planted / "host_tools").mkdir(parents=True)
(planted / "host_tools/__init__.py").write_text("print('planted')")
(planted / "host_tools/version.py").write_text("print('planted')")
act = b"chost_tools.version\\nversion\\n."
items = pickle.dumps([()])
(first,) = pickle.loads(call(archive, sys.argv[1], act, items))
(folder,) = Path(tempfile.gettempdir()).glob("pocket-teletype-worker-*")
assert stat.S_IMODE(folder.stat().st_mode) == 0o700
for each in folder.iterdir():
    shutil.rmtree(each)
assert pickle.loads(call(archive, sys.argv[1], act, items)) == [first]
print(first)
"""
    data = module.archive()
    (tmp_path / "archive").write_bytes(data)
    (tmp_path / "pocket.py").write_text(
        module.TASK.read_text("utf-8") + "\narchive = open('archive', 'rb').read()\n"
    )
    (tmp_path / "tmp").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", code, "0123456789abcdef"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp"), "PYTHONPATH": ""},
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == version.version().split(), done.stderr
    left = [path.name for path in (tmp_path / "tmp").iterdir()]
    assert left == [f"pocket-teletype-{os.getuid()}-0123456789abcdef"]


@pytest.mark.heavy
@pytest.mark.slow
def test_calculation_is_the_same_there(
    local: Local, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calculation", "decks", "--count", "30", "--seed", "5"]) == 0
    decks = tmp_path / "decks.txt"
    decks.write_text(capsys.readouterr().out)
    words = ["calculation", "contest", "greedy", "random", "--decks", str(decks)]
    assert main(words) == 0
    here = capsys.readouterr().out
    assert main([*words, "--cluster", local.address]) == 0
    assert capsys.readouterr().out == here
    assert main([*words, "--times", "--cluster", local.address]) == 2


@pytest.mark.heavy
@pytest.mark.slow
def test_work_of_a_killed_worker_is_done_again(tmp_path: Path) -> None:
    """One of two workers is killed while both work: all results still come, in order."""
    made = Local(tmp_path)
    try:
        with Cluster(made.address) as cluster:
            cluster._client.wait_for_workers(2, timeout=60)
            results = cluster.imap(wins, range(1, 41))
            counts = [next(results) for _ in range(4)]
            busy = cluster._client.processing()
            assert len(busy) == 2 and all(busy.values())
            made.workers[0].kill()
            counts += results
            assert len(cluster._client.scheduler_info()["workers"]) == 1
    finally:
        made.close()
    assert counts == [wins(seed) for seed in range(1, 41)]


wins = partial(yen_suite.against, yen_players.PLAYERS[5][1], yen_players.PLAYERS[6][1], 40)
"""Play 40 games of undercut4 against chooser, with a seed."""


def test_without_a_scheduler(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CONNECTING", 0.5)
    words = ["lab", "yen", "suite", "--cluster", "tcp://127.0.0.1:9"]
    assert main(words) == 2
    told = capsys.readouterr()
    waiting, error = told.err.splitlines()
    assert told.out == "" and waiting == "waiting for the scheduler at tcp://127.0.0.1:9"
    assert "tcp://127.0.0.1:9: no Dask scheduler answers" in error


@pytest.mark.parametrize(
    "address", ["nowhere", "tcp://", "http://x:1", "a b:1", "::::", "127.0.0.1:99999", "[::1]:0"]
)
def test_an_address_that_is_none(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused at once: nothing tries to connect, or keeps the command from ending."""
    assert main(["lab", "yen", "suite", "--cluster", address]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert f"--cluster {address}: not an address like tcp://127.0.0.1:8786" in told.err


def test_programs_that_are_refused(tmp_path: Path) -> None:
    """Refused: a folder, a large file, and on the worker a missing interpreter."""
    with pytest.raises(WrongUsage, match="is a folder"):
        Program.of(["python3", str(tmp_path)], TLS)
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(module.PROGRAM_BYTES + 1)
    with pytest.raises(WrongUsage, match="10000001 bytes"):
        Program.of(["python3", str(large)], TLS)
    with (
        pytest.raises(Failed, match="nowhere is not on the PATH"),
        Program(("nowhere", "x.py"), ()).here(),
    ):
        pass


def test_a_program_arrives_whole(tmp_path: Path) -> None:
    """Its files keep names, bytes and permissions, and are removed in the end."""
    script = tmp_path / "player"
    script.write_bytes(b"#!/bin/sh\necho sent\n")
    script.chmod(0o755)
    table = tmp_path / "table.txt"
    table.write_bytes(b"\x00\xff")
    sent = Program.of([str(script), "--table", str(table)], TLS)
    script.unlink()
    with sent.here() as words:
        assert subprocess.run(words, capture_output=True, check=True).stdout == b"sent\n"
        assert Path(words[2]).name == "table.txt" and Path(words[2]).read_bytes() == b"\x00\xff"
    assert not Path(words[0]).exists()


@pytest.mark.slow
def test_sources_are_packed_the_same_each_time() -> None:
    """With what the adviser plays by, which workers would miss."""
    archive = module.archive()
    assert archive == module.archive()
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        names = set(packed.namelist())
    tools = ("adviser_search.c", "adviser_game.h", "adviser_network.bin")
    engines = ("adviser_weights.py", "adviser_chances.py")
    assert {f"host_tools/contests/{name}" for name in tools} <= names
    assert {f"firmware/teletype/engines/{name}" for name in engines} <= names
    assert {f"firmware/teletype/words/{code}.po" for code in ("ru", "ja", "uk")} <= names
