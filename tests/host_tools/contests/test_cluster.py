# SPDX-License-Identifier: MIT
"""Contests on a Dask scheduler: the same results, workers that die, programs sent along."""

import io
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from host_tools.__main__ import main
from host_tools.contests import adviser, yen_suite
from host_tools.contests import cluster as module
from host_tools.contests.cluster import Cluster, Program
from host_tools.paths import ROOT
from host_tools.usage import Failed, WrongUsage
from teletype.engines import yen_players

pytest.importorskip("distributed")


def dask(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start one of Dask's programs in its own folder, without this project."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        cwd=folder,
        env={**environment, "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "20s"},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )


class Local:
    """A scheduler and two workers on this machine, each a process."""

    def __init__(self, folder: Path) -> None:
        words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.scheduler = dask(folder, "scheduler", *words)
        assert self.scheduler.stderr is not None
        for line in self.scheduler.stderr:
            if found := re.search(r"Scheduler at:\s+(tcp://\S+)", line):
                self.address = found[1]
                break
        self.workers = [self.worker(folder) for _ in range(2)]

    def worker(self, folder: Path) -> subprocess.Popen[str]:
        words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        return dask(folder, "worker", self.address, *words)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
            assert process.stderr is not None
            process.stderr.close()


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
    words = ["yen", "suite", "minus1", "--fresh", "4", "--games", "3"]
    assert main([*words, "--jobs", "1"]) == 0
    here = capsys.readouterr().out
    assert main([*words, "--cluster", local.address]) == 0
    assert capsys.readouterr().out == here
    words = ["yen", "tournament", "minus1", "random", "undercut", "--games", "20"]
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


@pytest.mark.slow
def test_a_program_is_sent(
    local: Local, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program that the workers do not have plays as on this machine."""
    path = tmp_path / "even.py"
    path.write_text(PLAYER)
    words = ["yen", "tournament", f"{sys.executable} {path}", "minus1", "--games", "5"]
    assert main(words) == 0
    here = capsys.readouterr().out
    assert main([*words, "--cluster", local.address]) == 0
    assert capsys.readouterr().out == here


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
    words = ["yen", "suite", "--cluster", "tcp://127.0.0.1:9"]
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert "tcp://127.0.0.1:9: no Dask scheduler answers" in told.err


def test_programs_that_are_refused(tmp_path: Path) -> None:
    """Refused: a folder, a large file, and on the worker a missing interpreter."""
    with pytest.raises(WrongUsage, match="is a folder"):
        Program.of([sys.executable, str(tmp_path)])
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(module.PROGRAM_BYTES + 1)
    with pytest.raises(WrongUsage, match="10000001 bytes"):
        Program.of([sys.executable, str(large)])
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
    sent = Program.of([str(script), "--table", str(table)])
    script.unlink()
    with sent.here() as words:
        assert subprocess.run(words, capture_output=True, check=True).stdout == b"sent\n"
        assert Path(words[2]).name == "table.txt" and Path(words[2]).read_bytes() == b"\x00\xff"
    assert not Path(words[0]).exists()


def test_sources_are_packed_the_same_each_time() -> None:
    """With what the adviser plays by, which workers would miss."""
    archive = module.archive()
    assert archive == module.archive()
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        names = set(packed.namelist())
    needed = [*adviser.WEIGHTS.values(), adviser.SEARCH, adviser.SHARED, adviser.CHANCES]
    assert {path.relative_to(ROOT).as_posix() for path in needed} <= names
