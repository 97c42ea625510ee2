# SPDX-License-Identifier: MIT
"""Distribution of work to processes of this machine or to the workers of a Dask scheduler.

    dask scheduler --host 127.0.0.1 --no-dashboard     on this machine alone
    dask worker tcp://127.0.0.1:8786 --host 127.0.0.1 --no-dashboard --nworkers -1 --nthreads 1
    python3 -m host_tools yen tournament chooser master --cluster tcp://127.0.0.1:8786

Whoever reaches a scheduler runs code with the rights of its workers. So it listens on loopback, or
for several machines uses Dask's TLS with an address `tls://…` (docs/teach.md).

The workers need `dask` and `distributed` (extra `cluster`) and the same Python version. They
receive the project's sources. Results and their order are the same as on this machine, because
each result depends only on its own arguments. If a worker dies, another one repeats its work.

For a player that is a command, each word of the command line that names a file is sent along.
Other words stay, so the interpreter must be on each worker's PATH. Such a player is accepted only
with TLS, and a worker starts it only in namespaces: there it has no network, and nothing in place
of the project's sources and of Dask's settings and keys.
"""

import contextlib
import hashlib
import importlib
import io
import itertools
import os
import pickle
import re
import shutil
import socket
import tempfile
import time
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from host_tools.closing import Closing
from host_tools.paths import FIRMWARE, ROOT
from host_tools.usage import Failed, WrongUsage, complain, shown

T = TypeVar("T")

CONNECTING = 30.0
"""Seconds in which the scheduler must answer and have a worker."""

AGAIN = 0.2
"""Seconds between two attempts."""

SENT = {".py", ".c", ".h", ".json", ".bin", ".po", ".txt"}
"""Suffixes of the project's files that workers need."""

TASK = Path(__file__).with_name("cluster_task.py")

AHEAD = 4096
"""Most items submitted before the first result is taken."""

PROGRAM_BYTES = 10_000_000
"""Largest player file that is sent."""


def worker_files() -> list[Path]:
    """Return what a player on a worker must not see: the sources, Dask's files of all workers, and
    its settings with the keys of TLS.

    They have one user, so that the player could change the code that a worker is going to import,
    or give the key to somebody who then commands all workers.
    """
    temporary = Path(tempfile.gettempdir())
    kinds = ("pocket-teletype-worker-*", "dask-scratch-space*", "dask-worker-space*")
    found = [ROOT, *(path for kind in kinds for path in temporary.glob(kind)), *_settings()]
    return [path for path in found if path.exists()]


def _settings() -> list[Path]:
    """Return the folders of Dask's settings, and the files of TLS that they name."""
    config: Any = importlib.import_module("dask.config")
    found = [str(folder) for folder in config.paths]
    waiting = [config.get("distributed.comm.tls", {})]
    for value in waiting:
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, str) and "\n" not in value:  # otherwise the key itself
            found.append(value)
    return [Path(name) for name in found]


class Workers(Protocol):
    """Anything that distributes calls: a `multiprocessing.Pool` or a `Cluster`."""

    def imap(
        self, func: Callable[..., T], iterable: Iterable[Any], chunksize: int = 1
    ) -> Iterator[T]: ...


def archive() -> bytes:
    """Return the project's sources as a zip file; equal sources give equal bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for folder in (ROOT / "host_tools", FIRMWARE):
            for path in sorted(folder.rglob("*")):
                if path.suffix in SENT and path.is_file() and "__pycache__" not in path.parts:
                    name = zipfile.ZipInfo(str(path.relative_to(ROOT)))
                    packed.writestr(name, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return data.getvalue()


def by_value() -> dict[str, Any]:
    """Return the functions of `cluster_task` as members of a module that cannot be imported.

    Dask sends a function by name if its module can be imported here, otherwise by value.
    """
    space: dict[str, Any] = {"__name__": "pocket_teletype_task"}
    exec(compile(TASK.read_text("utf-8"), TASK.name, "exec"), space)
    return space


def _reach(address: str) -> None:
    """Wait until a scheduler takes a connection. Raise WrongUsage; at once if none ever can.

    Dask itself would go on trying when the command is over, and keep it from ending.
    """
    match = re.fullmatch(r"(?:tcp://|tls://)?\[?([^\s/\[\]]+?)\]?:([0-9]{1,5})", address)
    if match is None or not 0 < int(match[2]) < 1 << 16:
        raise WrongUsage(f"--cluster {address}: not an address like tcp://127.0.0.1:8786")
    end = time.monotonic() + CONNECTING
    waits = False
    while True:
        try:
            socket.create_connection((match[1], int(match[2])), CONNECTING).close()
            return
        except (socket.gaierror, UnicodeError) as error:
            raise WrongUsage(f"--cluster {address}: unknown host '{match[1]}'") from error
        except OSError as error:
            if time.monotonic() > end:
                raise WrongUsage(
                    f"--cluster {address}: no Dask scheduler answers; start one with"
                    " 'dask scheduler'"
                ) from error
            if not waits:
                complain(f"waiting for the scheduler at {address}")
            waits = True
        time.sleep(AGAIN)


class Cluster(Closing):
    """The workers of the Dask scheduler at `address`; a context manager.

    Raises WrongUsage if Dask, the scheduler or its workers are missing, or if a worker has another
    Python version.
    """

    def __init__(self, address: str) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError as error:
            raise WrongUsage(
                f"--cluster needs {error.name}; install it: pip install '.[cluster]'"
            ) from error
        _reach(address)
        self._task = by_value()
        self._killed = distributed.KilledWorker
        try:
            self._client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WrongUsage(
                f"--cluster {address}: no Dask scheduler answers; start one with 'dask scheduler'"
            ) from error
        except (TypeError, RuntimeError) as error:  # no certificate, or encryption is required
            raise WrongUsage(
                f"--cluster {address}: this computer's settings of Dask do not fit (TLS);"
                " see docs/teach.md"
            ) from error
        try:
            self._check(address)
        except BaseException:
            self._client.close()
            raise
        data = archive()
        self._digest = hashlib.sha256(data).hexdigest()[:16]
        self._archive = self._client.submit(self._task["same"], data, pure=False)

    def _check(self, address: str) -> None:
        try:
            self._client.wait_for_workers(1, timeout=CONNECTING)
        except TimeoutError as error:
            raise WrongUsage(
                f"--cluster {address}: the scheduler has no workers; start some with 'dask worker'"
            ) from error
        ours, _ = self._task["describe"]()
        for worker, (version, _) in self._client.run(self._task["describe"]).items():
            if version != ours:
                raise WrongUsage(
                    f"--cluster {address}: worker {worker} has Python {version}, expected {ours}"
                )

    def imap(
        self, func: Callable[..., T], iterable: Iterable[Any], chunksize: int = 1
    ) -> Iterator[T]:
        """Yield `func(item)` for each item, in order, like `Pool.imap`."""
        return self.starmap(func, ((item,) for item in iterable), chunksize)

    def starmap(
        self, function: Callable[..., T], items: Iterable[tuple[Any, ...]], chunksize: int = 1
    ) -> Iterator[T]:
        """Yield the result for each tuple of arguments, in order."""
        act = pickle.dumps(function)
        stream = iter(items)
        waiting: deque[Any] = deque()
        try:
            while True:
                while len(waiting) * chunksize < AHEAD and (
                    chunk := list(itertools.islice(stream, chunksize))
                ):
                    arguments = (self._archive, self._digest, act, pickle.dumps(chunk))
                    waiting.append(
                        self._client.submit(self._task["call"], *arguments, pure=False, retries=2)
                    )
                if not waiting:
                    return
                try:
                    results = waiting[0].result()
                except self._killed as error:
                    raise Failed(f"cluster: several workers died on one task: {error}") from error
                waiting.popleft()
                yield from pickle.loads(results)
        finally:
            if waiting:
                with contextlib.suppress(Exception):  # the scheduler itself may be gone
                    self._client.cancel(list(waiting), force=True)

    def close(self) -> None:
        self._client.close()


@dataclass(frozen=True)
class Program:
    """A player's command line with the files it names, to be started on another machine."""

    words: tuple[str, ...]
    files: tuple[tuple[int, str, bytes, bool], ...]
    """For each file: index of its word, file name, bytes, whether it is executable."""

    @classmethod
    def of(cls, words: Sequence[str], address: str) -> "Program":
        """Collect the files that a command line names, for the cluster at `address`.

        Raises WrongUsage, also if the cluster has no TLS.
        """
        if not address.startswith("tls://"):
            raise WrongUsage(
                f"player {shown(words[0])!r}: a command needs a cluster with TLS,"
                " --cluster tls://…; see docs/teach.md"
            )
        files = []
        for at, word in enumerate(words):
            path = Path(word)
            if os.path.isdir(word):
                raise WrongUsage(f"player {word!r} is a folder: --cluster sends single files only")
            if not os.path.isfile(word) or (at == 0 and "/" not in word):
                continue
            try:
                size = path.stat().st_size
                if size > PROGRAM_BYTES:
                    raise WrongUsage(
                        f"player {word!r}: {size} bytes; --cluster sends {PROGRAM_BYTES} at most"
                    )
                files.append((at, path.name, path.read_bytes(), os.access(path, os.X_OK)))
            except OSError as error:
                raise WrongUsage(f"player {word!r}: {error.strerror}") from error
        return cls(tuple(words), tuple(files))

    @contextlib.contextmanager
    def here(self) -> Iterator[list[str]]:
        """Yield the command line for this machine; its files are removed when the block ends.

        Raises Failed if its first word cannot be run here.
        """
        with tempfile.TemporaryDirectory(prefix="pocket-teletype-player-") as folder:
            words = list(self.words)
            for at, name, data, executable in self.files:
                path = Path(folder) / str(at) / name
                path.parent.mkdir()
                path.write_bytes(data)
                if executable:
                    path.chmod(0o755)
                words[at] = str(path)
            if shutil.which(words[0]) is None:
                raise Failed(
                    f"player {' '.join(self.words)!r}: {words[0]} is not on the PATH of a worker"
                )
            yield words
