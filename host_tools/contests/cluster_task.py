# SPDX-License-Identifier: MIT
"""Code for a worker of a Dask cluster: unpack the project's sources and call their functions.

The worker knows nothing of this project, so `host_tools.contests.cluster` sends these functions by
value. They use only the standard library and import it inside each function, because sending by
value takes nothing else of the module along.
"""

from typing import Any


def describe() -> tuple[str, str]:
    """Return this worker's Python version (major.minor) and its system."""
    import platform

    version = platform.python_version_tuple()
    return f"{version[0]}.{version[1]}", f"{platform.system()} {platform.machine()}"


def same(data: bytes) -> bytes:
    """Return `data`: a task that any worker can repeat if the one that ran it has died."""
    return data


def call(archive: bytes, digest: str, function: bytes, items: bytes) -> bytes:
    """Call a pickled function for each of some pickled argument tuples; return pickled results.

    `archive`: the sources as a zip file, unpacked once per `digest` and process, into a new folder
    that only this user can enter; again if a part is missing there. A worker runs one call at a
    time, because the engines' buffers serve a single thread.
    """
    import io
    import pickle
    import sys
    import tempfile
    import threading
    import zipfile
    from pathlib import Path

    state: Any = sys.__dict__.setdefault(
        "_pocket_teletype", {"lock": threading.Lock(), "digest": "", "paths": [], "folder": None}
    )
    with state["lock"]:
        packed = zipfile.ZipFile(io.BytesIO(archive))
        whole = state["digest"] == digest and all(
            (Path(state["folder"].name) / entry.filename).is_file() for entry in packed.infolist()
        )
        if not whole:
            if state["folder"]:
                state["folder"].cleanup()
            state["folder"] = tempfile.TemporaryDirectory(prefix="pocket-teletype-worker-")
            folder = Path(state["folder"].name)
            packed.extractall(folder)
            for name in list(sys.modules):
                if name.partition(".")[0] in ("host_tools", "teletype"):
                    del sys.modules[name]
            paths = [str(folder), str(folder / "firmware")]
            sys.path[:] = paths + [path for path in sys.path if path not in state["paths"]]
            state["paths"] = paths
            state["digest"] = digest
        act = pickle.loads(function)
        return pickle.dumps([act(*item) for item in pickle.loads(items)])
