# SPDX-License-Identifier: MIT
"""The build cache: keys, locks, artefacts, and the workshops where they are built.

An artefact lies in .cache/runtime/<what>-<key>/, where the key is a SHA-256 over all inputs:
versions, patches, options, board files, frozen modules. An existing artefact is therefore the
right one, and a second request for it runs nothing. The compilers are not part of the key:
delete .cache/runtime after changing them.
"""

import contextlib
import errno
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from host_tools import progress
from host_tools.files import Files
from host_tools.paths import CACHE
from host_tools.usage import DOCTOR, BuildError, tell

RUNTIME = CACHE / "runtime"

RECIPE = 1
"""Part of every key: raise it when the builder's output changes for the same inputs."""

KEEP = 10
"""Number of artefacts of one kind that stay in the cache; the oldest go first."""

Run = Callable[..., None]


class MissingError(BuildError):
    """A requirement of a build is missing on this computer and cannot be installed from here."""


def key(*parts: object) -> str:
    return hashlib.sha256(repr((RECIPE, *parts)).encode()).hexdigest()[:16]


class Held(threading.local):
    """Descriptors of the locks that this thread holds."""

    def __init__(self) -> None:
        self.locks: list[int] = []


held = Held()


@contextlib.contextmanager
def lock(kind: str) -> Iterator[None]:
    """Let only one thread of one process at a time build artefacts of a kind.

    Child programs inherit the lock's file descriptor, so a build that outlives a killed parent
    still keeps others out.
    """
    RUNTIME.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(RUNTIME / f"lock-{kind}", os.O_RDWR | os.O_CREAT, 0o666)
    held.locks.append(descriptor)
    try:
        _take(descriptor, kind)
        yield
    finally:
        held.locks.remove(descriptor)
        os.close(descriptor)


def _take(descriptor: int, kind: str) -> None:
    try:
        import fcntl
    except ImportError:  # Windows, which builds nothing large
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        tell(f"waiting for another build of {kind} to end\n")
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def artefact(kind: str, key: str, file: str, build: Callable[[Path], None]) -> Path:
    """Return `file` in the folder of this key; if it is missing, let `build` make the folder.

    `build` fills a temporary folder, which gets its final name only when it is complete.
    """
    final = RUNTIME / f"{kind}-{key}"
    if not _whole(final / file):
        try:
            with lock(kind):
                if not _whole(final / file):
                    partial = RUNTIME / "partial" / final.name
                    if partial.parent.exists():
                        for unfinished in siblings(partial.parent, kind):
                            remove(unfinished)
                    partial.mkdir(parents=True)
                    build(partial)
                    remove(final)  # somebody may have deleted only the file
                    os.replace(partial, final)
                    for old in siblings(RUNTIME, kind)[:-KEEP]:
                        remove(old)
        except OSError as error:
            lacking = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS)
            mend = f"; {DOCTOR}" if lacking else ""
            raise BuildError(f"in {RUNTIME}: {error}{mend}") from error
    return final / file


def _whole(path: Path) -> bool:
    """Whether a file, or a folder, is there; a file that a full disk has cut to nothing is not."""
    return path.is_dir() or (path.is_file() and path.stat().st_size > 0)


def siblings(folder: Path, kind: str) -> list[Path]:
    """Return the folders <kind>-<key>, oldest first."""
    name = re.compile(re.escape(kind) + "-[0-9a-f]{16}")
    found = [path for path in folder.iterdir() if name.fullmatch(path.name)]
    return sorted(found, key=lambda path: path.stat().st_mtime)


def remove(path: Path) -> None:
    """Delete a file, a link or a whole folder of the cache, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def install(built: Path, folder: Path) -> None:
    """Copy a built file, and flush it to the disk before its folder gets its name."""
    target = folder / built.name
    shutil.copy2(built, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())


def sync(folder: Path, files: Files) -> None:
    """Make the folder hold exactly these files; an unchanged file keeps its date."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            with contextlib.suppress(OSError):  # not empty
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for name, data in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def whole(folder: Path, make: Callable[[], Files]) -> Path:
    """Return a folder; if it is missing, create it with these files, all of them or none."""
    if not folder.exists():
        files = make()
        folder.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(dir=folder.parent))
        sync(partial, files)
        try:
            partial.rename(folder)
        except OSError:  # another process was faster
            remove(partial)
            if not folder.exists():
                raise
    return folder


@contextlib.contextmanager
def step(what: str, log_name: str, packages: int = 0) -> Iterator[Run]:
    """Report a step and its duration; yield a function that runs programs.

    On a terminal a bar shows the progress; `packages` is the number of packages that pip fetches.
    If several steps run at once, each reports only at its end.
    """
    log = RUNTIME / "logs" / f"{log_name}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_bytes(b"")

    def run(
        *command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None
    ) -> None:
        words = [str(word) for word in command]
        with log.open("ab") as output:
            output.write(f"$ {shlex.join(words)}\n".encode())
            output.flush()
            try:
                code = subprocess.run(
                    words,
                    cwd=cwd,
                    env=env,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    pass_fds=held.locks,
                ).returncode
            except OSError as error:
                raise BuildError(f"{what}: {error}") from error
        if code:
            last = log.read_text(errors="replace").splitlines()[-20:]
            end = "".join(f"\n    {line}" for line in last)
            raise BuildError(f"{what} failed. The end of {log}:{end}")

    alone = threading.current_thread() is threading.main_thread()
    moving = alone and sys.stderr.isatty()
    bar = progress.watched(what, log, packages) if moving else contextlib.nullcontext()
    begun = f"{what} ... "
    if alone and not moving:
        tell(begun)
        begun = ""
    start = time.monotonic()
    try:
        with bar:
            yield run
    except BaseException:
        tell(f"{begun}failed\n")
        raise
    tell(f"{begun}{time.monotonic() - start:.0f} s\n")


@contextlib.contextmanager
def workshop(kind: str, key: str, what: str, again: bool = False) -> Iterator[tuple[Path, Run]]:
    """Yield the folder for building this kind of artefact, and a function that runs programs.

    `again`: keep the folder, so that a build after a small change is quick. A killed build may
    leave a half-written object file that make would accept, so the folder of an unfinished build
    is cleared. After a failed command make cleans up on its own. CMake remembers its folder, so
    the folder of a project that was moved is cleared as well.
    """
    folder = RUNTIME / "build" / f"{kind}-{key}"
    if not re.fullmatch(r"[\w/.,@+-]+", str(folder)):
        raise BuildError(
            f"MicroPython's makefiles cannot work in a folder with such a name: {folder}. "
            "Move this repository to a path without spaces and punctuation"
        )
    unfinished, place = folder / "unfinished", folder / "place"
    folder.parent.mkdir(parents=True, exist_ok=True)
    usable = place.exists() and place.read_bytes() == os.fsencode(folder)
    usable = usable and not unfinished.exists()
    for other in siblings(folder.parent, kind):
        if other != folder or not usable:
            remove(other)
    folder.mkdir(exist_ok=True)
    unfinished.touch()
    place.write_bytes(os.fsencode(folder))
    try:
        with step(what, kind) as run:
            yield folder, run
    except BuildError:
        unfinished.unlink()
        raise
    if again:
        unfinished.unlink()
    else:
        remove(folder)
