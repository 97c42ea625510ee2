# SPDX-License-Identifier: MIT
"""The Python package of a release: a wheel and an sdist, made by `python -m build`.

They are built from the files in git, in a separate folder, so that nothing else of a working tree
gets in. For computers without compilers or network, the wheel also has ready images, the panel's
driver, and the npm packages of the emulated board. `pip wheel .` in the repository makes the same
without those.
"""

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from host_tools import paths, version
from host_tools.build import boards, images, node, packages, ready, sources
from host_tools.files import Files
from host_tools.usage import BuildError

LIMIT = 3 * 1024 * 1024
"""Largest size of the wheel in bytes."""

PACKAGES = ("rp2040js", "xz-decompress")
"""The npm packages that the emulated board needs."""


def listed() -> list[str]:
    """Return the paths of the repository's files in git. Raises BuildError."""
    try:
        done = subprocess.run(
            ["git", "-C", str(paths.ROOT), "ls-files", "-z"], capture_output=True, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise BuildError(f"a release needs git and a clone of the repository: {error}") from error
    return sorted(filter(None, done.stdout.decode().split("\0")))


def shipped() -> Files:
    """Return the wheel's additions to the files of the repository, by path in the wheel."""
    files: Files = {"shipped/ready.tar.xz": ready.packed(map(images.image, boards.images()))}
    files["shipped/revision.txt"] = f"{version.revision() or ''}\n".encode()
    driver = packages.driver_path()
    for path in sorted(driver.rglob("*.py")):
        files[f"shipped/driver/{path.relative_to(driver).as_posix()}"] = path.read_bytes()
    node.tool("")  # installs the packages
    modules = node.FOLDER / "node_modules"
    for package in PACKAGES:
        for path in sorted((modules / package).rglob("*")):
            inside = path.relative_to(modules).as_posix()
            wanted = path.suffix in (".js", ".json") or path.name.startswith("LICENSE")
            if path.is_file() and wanted and "/cjs/" not in inside and ".min." not in inside:
                data = path.read_bytes()
                if data in files.values():  # two modules with only types: wheel files must differ
                    data += f"// {inside}\n".encode()
                files[f"machine/node_modules/{inside}"] = data
    return files


@functools.cache
def made() -> Files:
    """Make wheel and sdist, by name: the same bytes from the same commit. Raises BuildError."""
    with tempfile.TemporaryDirectory(prefix="pocket-teletype-") as place:
        stage, out = Path(place) / "stage", Path(place) / "out"
        for name in listed():
            target = stage / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(paths.ROOT / name, target)
        _build(stage, out, "--sdist")
        for name, data in shipped().items():
            target = stage / "host_tools" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        _build(stage, out, "--wheel")
        files = {path.name: path.read_bytes() for path in sorted(out.iterdir())}
    for name, data in files.items():
        if name.endswith(".whl") and len(data) > LIMIT:
            raise BuildError(f"{name} has {len(data)} bytes, allowed are {LIMIT}")
    return files


def _build(stage: Path, out: Path, what: str) -> None:
    """Run `python -m build` with the backend that `make setup` has installed."""
    command = [sys.executable, "-m", "build", "--no-isolation", what, "--outdir", str(out)]
    done = subprocess.run(
        [*command, str(stage)],
        env={**os.environ, "SOURCE_DATE_EPOCH": str(sources.RELEASED)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        raise BuildError(
            f"python -m build failed:\n{done.stdout.decode(errors='replace')[-2000:]}"
        )
