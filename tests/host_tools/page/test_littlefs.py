# SPDX-License-Identifier: MIT
"""The page's littlefs reader, under Node, against littlefs itself (littlefs-python)."""

import hashlib
import json
import random
import subprocess
from pathlib import Path

import littlefs
import pytest

from host_tools.build import node
from host_tools.emulator.images import BLOCK_SIZE, SIZES, make_filesystem
from host_tools.paths import PAGE

SCRIPT = """
const { filesOf } = await import(%r);
const { createHash } = await import('node:crypto');
const { readFileSync } = await import('node:fs');
const found = {};
try {
  for (const { path, bytes } of filesOf(new Uint8Array(readFileSync(%r)))) {
    found[path] = createHash('sha256').update(bytes).digest('hex');
  }
  console.log(JSON.stringify(found));
} catch (error) { console.log(JSON.stringify(`${error.constructor.name}: ${error.message}`)); }
"""


def read(image: bytes, tmp_path: Path) -> dict[str, str] | str:
    """Return SHA-256 by path of the files that the page's reader finds, or what it raises."""
    path = tmp_path / "flash.img"
    path.write_bytes(image)
    program, *_ = node.tool("")
    code = SCRIPT % ((PAGE / "littlefs.js").as_uri(), str(path))
    done = subprocess.run(
        [program, "--input-type=module", "-e", code], capture_output=True, check=True, text=True
    )
    found: dict[str, str] | str = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_files_after_many_changes(seed: int, tmp_path: Path) -> None:
    """Write, append, rename and remove files of all sizes, in folders of many blocks."""
    rng = random.Random(seed)
    blocks = SIZES[1] // BLOCK_SIZE
    context = littlefs.UserContext(SIZES[1])
    filesystem = littlefs.LittleFS(
        context, mount=False, block_size=BLOCK_SIZE, block_count=blocks, block_cycles=100,
        read_size=32, prog_size=256, cache_size=1024, lookahead_size=32,
    )  # fmt: skip
    filesystem.format()
    filesystem.mount()
    folders = ["", "tapes/", "counts/", "a/b/c/"]
    for folder in folders[1:]:
        filesystem.makedirs(folder.rstrip("/"))
    sizes = (0, 10, 300, 600, 1024, 4096, 4097, 9000, 30_000, 70_000)
    files: dict[str, bytes] = {}
    for _ in range(500):
        name = f"{rng.choice(folders)}f{rng.randrange(40)}"
        deed = rng.choice(("write", "write", "write", "more", "remove", "rename"))
        if deed == "write":
            files[name] = rng.randbytes(rng.choice(sizes[: 10 if rng.random() < 0.1 else 8]))
            with filesystem.open(name, "wb") as file:
                file.write(files[name])
        elif deed == "more" and name in files:
            files[name] += b"more"
            with filesystem.open(name, "ab") as file:
                file.write(b"more")
        elif files:
            old = rng.choice(list(files))
            data = files.pop(old)
            if deed == "remove":
                filesystem.remove(old)
            else:
                filesystem.rename(old, name)
                files[name] = data
    filesystem.unmount()
    expected = {f"/{name}": hashlib.sha256(data).hexdigest() for name, data in files.items()}
    assert len(expected) > 40 and sum(map(len, files.values())) > 100_000
    assert read(bytes(context.buffer), tmp_path) == expected


@pytest.mark.slow
def test_what_is_no_filesystem(tmp_path: Path) -> None:
    """Reading always ends, with an error."""
    image = bytearray(make_filesystem({"a": bytes(9000), "b/c": b"x"}))
    for damaged in (b"", bytes(SIZES[0]), b"\xff" * SIZES[0], bytes(image[: 3 * BLOCK_SIZE])):
        found = read(damaged, tmp_path)
        assert isinstance(found, str) and found.startswith("NoFilesystem: ")
    rng = random.Random(1)
    for _ in range(10):
        spoilt = image[:]
        for _ in range(30):
            spoilt[rng.randrange(8 * BLOCK_SIZE)] = rng.randrange(256)
        found = read(bytes(spoilt), tmp_path)
        assert isinstance(found, dict) or found.startswith("NoFilesystem: ")
