# SPDX-License-Identifier: MIT
"""The cache: complete artefacts only, one builder at a time, and workshops left in order."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.build import cache as the_cache
from host_tools.paths import ROOT
from host_tools.usage import BuildError


def python(code: str, cache: Path) -> subprocess.Popen[str]:
    """Start another Python process that uses this cache."""
    start = f"""\
from pathlib import Path
from host_tools.build import cache as the_cache
the_cache.RUNTIME = Path({str(cache)!r})
"""
    return subprocess.Popen(
        [sys.executable, "-c", start + textwrap.dedent(code)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def write(text: str) -> Callable[[Path], None]:
    def build(folder: Path) -> None:
        (folder / "file").write_text(text)

    return build


@pytest.mark.parametrize("error", [BuildError("no"), KeyboardInterrupt()])
def test_failed_build_leaves_no_artefact(error: BaseException, cache: Path) -> None:
    def build(folder: Path) -> None:
        (folder / "file").write_text("half")
        raise error

    with pytest.raises(type(error)):
        the_cache.artefact("thing", "0" * 16, "file", build)
    assert not (cache / ("thing-" + "0" * 16)).exists()
    made = the_cache.artefact("thing", "0" * 16, "file", write("whole"))
    assert made.read_text() == "whole"
    assert the_cache.artefact("thing", "0" * 16, "file", build) == made


def test_killed_build_leaves_no_artefact_and_its_programs_keep_the_lock(cache: Path) -> None:
    process = python(
        """
        def build(folder):
            (folder / "file").write_text("half")
            with the_cache.step("step", "step") as run:
                print("started", flush=True)
                # It waits until somebody writes.
                run("sh", "-c", "echo ready; exec 3< fifo", cwd=the_cache.RUNTIME)
        the_cache.RUNTIME.mkdir()
        import os
        os.mkfifo(the_cache.RUNTIME / "fifo")
        the_cache.artefact("thing", "0" * 16, "file", build)
        """,
        cache,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    log = cache / "logs/step.log"
    while "ready" not in log.read_text().splitlines():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    other = python(
        """
        import fcntl
        file = open(the_cache.RUNTIME / "lock-thing")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            print("free")
        except BlockingIOError:
            print("taken")
        """,
        cache,
    )
    assert other.communicate()[0] == "taken\n"
    (cache / "fifo").write_text("")  # lets the orphan end
    made = the_cache.artefact("thing", "0" * 16, "file", write("whole"))
    assert made.read_text() == "whole"


def test_two_processes_build_once(cache: Path) -> None:
    code = """
        def build(folder):
            with open(the_cache.RUNTIME / "built", "a") as file:
                file.write("x")
            (folder / "file").write_text("whole")
        input()
        print(the_cache.artefact("thing", "0" * 16, "file", build).read_text())
        """
    processes = [python(code, cache) for _ in range(3)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate()[0] for process in processes] == ["whole\n"] * 3
    assert (cache / "built").read_text() == "x"


def test_old_artefacts_go(cache: Path) -> None:
    keys = [f"{number:016x}" for number in range(the_cache.KEEP + 2)]
    for age, key in enumerate(keys):
        made = the_cache.artefact("thing", key, "file", write(key))
        os.utime(made.parent, (age, age))
    other = the_cache.artefact("thing-two", "0" * 16, "file", write(""))
    assert [path.name[6:] for path in the_cache.siblings(cache, "thing")] == keys[2:]
    assert other.exists()


def test_deleted_file_of_an_artefact_is_made_again(cache: Path) -> None:
    made = the_cache.artefact("thing", "0" * 16, "file", write("whole"))
    (made.parent / "rest").touch()
    made.unlink()
    assert the_cache.artefact("thing", "0" * 16, "file", write("again")).read_text() == "again"


def test_workshop_is_cleared_when_it_was_never_left(cache: Path) -> None:
    def work(error: BaseException) -> bool:
        """Leave a file behind and stop; return whether there was one."""
        workshop = the_cache.workshop("kind", "0" * 16, "working", again=True)
        with pytest.raises(type(error)), workshop as (folder, _):
            there = (folder / "object").exists()
            (folder / "object").touch()
            raise error
        return there

    assert not work(BuildError(""))
    assert work(KeyboardInterrupt())  # make ended normally, so its files can be used
    assert not work(BuildError(""))  # make was interrupted, so they cannot
    with the_cache.workshop("kind", "1" * 16, "working", again=True) as (folder, _):
        assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_workshop_is_cleared_when_the_project_was_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(the_cache, "RUNTIME", tmp_path / "old" / "runtime")
    with the_cache.workshop("kind", "0" * 16, "working", again=True) as (folder, _):
        (folder / "CMakeCache.txt").touch()
    with the_cache.workshop("kind", "0" * 16, "working", again=True) as (folder, _):
        assert (folder / "CMakeCache.txt").exists()
    (tmp_path / "old").rename(tmp_path / "new")
    monkeypatch.setattr(the_cache, "RUNTIME", tmp_path / "new" / "runtime")
    with the_cache.workshop("kind", "0" * 16, "working", again=True) as (folder, _):
        assert not (folder / "CMakeCache.txt").exists()


def test_path_that_makefiles_cannot_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(the_cache, "RUNTIME", tmp_path / "my projects")
    workshop = the_cache.workshop("kind", "0" * 16, "working")
    with pytest.raises(BuildError, match="Move this repository"), workshop:
        pass


def test_sync(tmp_path: Path) -> None:
    files = {"a/b/one.py": b"1", "a/two.py": b"2", "three.py": b"3"}
    the_cache.sync(tmp_path, files)
    os.utime(tmp_path / "three.py", (1, 1))
    the_cache.sync(tmp_path, {"a/two.py": b"22", "three.py": b"3"})
    left = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*.py")}
    assert {name: path.read_bytes() for name, path in left.items()} == {
        "a/two.py": b"22",
        "three.py": b"3",
    }
    assert left["three.py"].stat().st_mtime == 1


def test_failed_program_shows_the_end_of_its_log(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    step = the_cache.step("counting", "count")
    with pytest.raises(BuildError) as caught, step as run:
        run("sh", "-c", "seq 100; exit 3")
    lines = str(caught.value).splitlines()
    assert lines[0] == f"counting failed. The end of {cache / 'logs/count.log'}:"
    assert [line.strip() for line in lines[1:]] == [str(n) for n in range(81, 101)]
    assert capsys.readouterr().err == "counting ... failed\n"
