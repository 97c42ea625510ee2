"""Build what the firmware runs on: MicroPython for this machine and images for the boards.

    python3 -m host_tools runtime [unix|mpy-cross|uf2|plain|driver|stubs|all]

Everything is built from Debian's source packages, which carry MicroPython, the Pico SDK and
TinyUSB and which Debian signs. apt works in a root of its own inside the cache, so this machine's
package lists stay as they are and no privileges are needed; the mirror is the machine's own.
Two things come from pip: the Adafruit driver of the panel, frozen into the image exactly as it is
published, and the type stubs. Every download has its version and its SHA-256 written down here.

On a machine without Debian's tools, name a ready image in POCKET_TELETYPE_UF2 or a MicroPython
source tree in POCKET_TELETYPE_MICROPYTHON (or use --uf2 and --micropython).

An artefact lies in .cache/runtime/<what>-<key>/, where the key is a SHA-256 over all that went
into it: versions, patches, options, board files, frozen modules. So an artefact that is there is
the right one, and asking for it again runs nothing. The compilers are not part of the key:
delete .cache/runtime after changing them.
"""

import contextlib
import functools
import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from host_tools.build import boards, notices, texts
from host_tools.paths import BOARDS, CACHE, FIRMWARE
from host_tools.usage import Parser, WrongUsage

RUNTIME = CACHE / "runtime"
APT = Path("/etc/apt")
"""Where the machine keeps the addresses of its package mirrors."""

RECIPE = 1
"""Part of every key: raise it when this file starts to build differently from the same inputs."""

KEEP = 10
"""So many artefacts of one kind stay in the cache; the oldest go first."""

# --- what is downloaded, and what is changed in it -----------------------------------------------

SUITE = "trixie"
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
MICROPYTHON = "micropython=1.25.0+ds-1"
DEBS = ("pico-sdk-source=2.1.1-1", "tinyusb-source=0.18.0+dfsg-1")
DOWNLOADS = {
    "micropython_1.25.0+ds.orig.tar.xz": (
        "7b25be99a502f070b2de81dafc08da7051d992325d6e67daa9045a918fffdbea"
    ),
    "pico-sdk-source_2.1.1-1_all.deb": (
        "507a3ca37636641bc90239d7c04dc9dc28c5008087a8162102ea94d2273153d3"
    ),
    "tinyusb-source_0.18.0+dfsg-1_all.deb": (
        "01ce2c645df68f14a8a7dcfc8fb355713152543757955820479a87949a61154e"
    ),
}
"""File name and SHA-256 of each package."""

VERSION = "v1.25.0"
"""Told to the build, which would otherwise ask git and be given this repository's commit."""

RELEASED = 1744675200
"""2025-04-15, the day of that release, in Unix seconds: the build date in every image."""

DRIVER = (
    "adafruit-circuitpython-ssd1306==2.12.24"
    " --hash=sha256:f6bc9bf726cc7f8f8c79e1156d785a73dbf8770d64c2b78ec58396d4bfca4e1a",
    "adafruit-circuitpython-busdevice==5.2.17"
    " --hash=sha256:5a834fbe0b88b07d20494bec566815da154aa4b1b668e2e665277b34b3578e44",
)
STUBS = (
    "micropython-rp2-stubs==1.25.0.post3"
    " --hash=sha256:e62662ae8738676f54daa2ca5498962aab61f5d18c3c5954c7a35c121ae98274",
    "micropython-stdlib-stubs==1.29.0.post2"
    " --hash=sha256:bdcd54d9896d8e1d455b3a99995d82a8399e1e2c9cb94eacabe278e5c2397783",
)

# Debian leaves out mbed TLS, and nothing here speaks TLS. SHA-256 has code of its own and stays.
PATCHES = (
    ("ports/rp2/CMakeLists.txt", "set(MICROPY_SSL_MBEDTLS ON)", "set(MICROPY_SSL_MBEDTLS OFF)"),
    (
        "ports/rp2/CMakeLists.txt",
        "target_link_libraries(${MICROPY_TARGET} micropy_lib_mbedtls)\n",
        "",
    ),
    ("ports/rp2/CMakeLists.txt", "    mbedtls/mbedtls_port.c\n", ""),
    (
        "ports/rp2/mpconfigport.h",
        "#define MICROPY_SSL_MBEDTLS                     (1)",
        "#define MICROPY_SSL_MBEDTLS                     (0)",
    ),
    (
        "ports/rp2/mpconfigport.h",
        "#define MICROPY_PY_CRYPTOLIB                    (1)",
        "#define MICROPY_PY_CRYPTOLIB                    (0)",
    ),
    (
        "ports/rp2/mpconfigport.h",
        "#define MICROPY_PY_HASHLIB_SHA1                 (1)",
        "#define MICROPY_PY_HASHLIB_SHA1                 (0)",
    ),
)
"""File in the source tree, the text that must stand there exactly once, and its replacement."""

# --- how it is built -----------------------------------------------------------------------------

UNIX_OPTIONS = (
    "VARIANT=standard",
    "MICROPY_PY_SSL=0",
    "MICROPY_SSL_MBEDTLS=0",
    "MICROPY_PY_BTREE=0",
    "MICROPY_PY_FFI=0",
)
RP2_OPTIONS = ("-DPICO_BUILD_DOCS=0", "-DPICO_NO_PICOTOOL=1")
UNIX_MANIFEST = 'include("$(MPY_DIR)/extmod/asyncio")\n'
PLAIN_MANIFEST = (
    'freeze("$(PORT_DIR)/modules", ("_boot.py", "rp2.py"))\ninclude("$(MPY_DIR)/extmod/asyncio")\n'
)
"""A stock board's modules but for the four from micropython-lib, which Debian leaves out."""

PLAIN_BOARD = "RPI_PICO"
FLASH_BASE = 0x10000000
FAMILIES = {"rp2040": 0xE48BFF56, "rp2350": 0xE48BFF59}
"""UF2 family of each chip (PICO_PLATFORM in mpconfigboard.cmake) that images are built for.

For the RP2350 that of its Arm cores in the secure state, in which the boot ROM starts an image.
"""

NATIVE = ("make", "gcc")
FOR_RP2 = (*NATIVE, "cmake", "arm-none-eabi-gcc", "arm-none-eabi-g++")
ARM_LIBRARIES = ("nosys.specs", "libstdc++.a")
COMPILER_PACKAGES = (
    "gcc-arm-none-eabi",
    "libnewlib-arm-none-eabi",
    "libstdc++-arm-none-eabi-newlib",
    "cmake",
    "make",
    "gcc",
    "g++",
)

NAMED_UF2 = "POCKET_TELETYPE_UF2"
NAMED_TREE = "POCKET_TELETYPE_MICROPYTHON"
NAMED_MIRROR = "POCKET_TELETYPE_DEBIAN_MIRROR"
WAY_OUT = (
    f"name a ready image with --uf2 FILE (or {NAMED_UF2}), "
    f"or a MicroPython source tree with --micropython FOLDER (or {NAMED_TREE})"
)

Run = Callable[..., None]
Files = dict[str, bytes]
"""Contents by path, relative and with forward slashes."""


class RuntimeBuildError(Exception):
    """Something could not be built; the message is for the user."""


# --- the artefacts -------------------------------------------------------------------------------


def built_unix() -> Path:
    """As `unix`, but raise RuntimeBuildError instead of building it."""
    key = _key(_source().key, UNIX_OPTIONS, UNIX_MANIFEST)
    path = RUNTIME / f"unix-{key}" / "micropython"
    if not path.exists():
        raise RuntimeBuildError(
            "the Unix port is not built here (python3 -m host_tools runtime unix)"
        )
    return path


def unix() -> Path:
    """Return MicroPython's executable for this machine (`-X heapsize=64k` limits its heap)."""
    source = _source()
    key = _key(source.key, UNIX_OPTIONS, UNIX_MANIFEST)

    def build(folder: Path) -> None:
        _need_compilers(NATIVE)
        cross = mpy_cross()
        tree = source_tree()
        with _workshop("unix", key, "building the Unix port") as (work, run):
            (work / "manifest.py").write_text(UNIX_MANIFEST)
            run(
                *_make(tree / "ports/unix", work / "build"),
                *UNIX_OPTIONS,
                f"FROZEN_MANIFEST={work / 'manifest.py'}",
                env=_build_environment(source, cross),
            )
            _install(work / "build/micropython", folder)

    return _artefact("unix", key, "micropython", build)


def mpy_cross() -> Path:
    """Return the compiler from .py to .mpy that belongs to the same MicroPython."""
    source = _source()
    key = _key(source.key)

    def build(folder: Path) -> None:
        _need_compilers(NATIVE)
        tree = source_tree()
        with _workshop("mpy-cross", key, "building mpy-cross") as (work, run):
            run(*_make(tree / "mpy-cross", work / "build"), env=_build_environment(source))
            _install(work / "build/mpy-cross", folder)

    return _artefact("mpy-cross", key, "mpy-cross", build)


def uf2(board: str = "pico") -> Path:
    """Return the image for boards/<board>, our firmware frozen in, or the one the user named."""
    files = _board_files(board)
    named = _named(NAMED_UF2)
    if named is not None:
        check_uf2(named, _family(board, files))
        return named
    firmware = {
        f"firmware/{path.relative_to(FIRMWARE).as_posix()}": path.read_bytes()
        for path in sorted(FIRMWARE.rglob("*.py"))
        if path.is_file()  # an editor's lock is a link to nowhere
    }
    source = _source()
    papers = [path.read_bytes() for path in (notices.LICENSE, notices.NOTICES)]
    key = _key(
        *(source.key, RP2_OPTIONS, DRIVER, papers),
        *(sorted(files.items()), sorted(firmware.items())),
    )
    # These two files and the firmware are frozen, all others are compiled into everything.
    frozen = {"boards/manifest.py", f"boards/{board}/board.py"}
    definition = {name: data for name, data in files.items() if name not in frozen}

    def build(folder: Path) -> None:
        try:
            texts.check(FIRMWARE)
        except texts.TextError as error:
            raise RuntimeBuildError(f"no image of this firmware: {error}") from error
        _build_image(
            source,
            board,
            _key(source.key, RP2_OPTIONS, sorted(definition.items())),
            {**files, **firmware},
            (
                f"-DMICROPY_BOARD_DIR={{stage}}/boards/{board}",
                f"-DMICROPY_MANIFEST_DRIVER_DIR={driver_path()}",
            ),
            _family(board, files),
            folder / f"pocket-teletype-{board}.uf2",
            again=True,
        )

    return _artefact(f"uf2-{board}", key, f"pocket-teletype-{board}.uf2", build)


def plain_uf2() -> Path:
    """Return an image of a stock Raspberry Pi Pico: MicroPython alone, none of our modules."""
    source = _source()
    key = _key(source.key, RP2_OPTIONS, PLAIN_MANIFEST)
    name = f"micropython-{PLAIN_BOARD}.uf2"

    def build(folder: Path) -> None:
        _build_image(
            source,
            PLAIN_BOARD,
            key,
            {"manifest.py": PLAIN_MANIFEST.encode()},
            ("-DMICROPY_FROZEN_MANIFEST={stage}/manifest.py",),
            FAMILIES["rp2040"],
            folder / name,
        )

    return _artefact("plain", key, name, build)


def driver_path() -> Path:
    """Return a folder with adafruit_ssd1306.py and adafruit_bus_device/, as pip installs them."""
    return _pip("driver", "fetching the panel's driver", DRIVER)


def stubs_path() -> Path:
    """Return a folder with the type stubs of MicroPython on the RP2040."""
    return _pip("stubs", "fetching MicroPython's type stubs", STUBS)


def source_tree() -> Path:
    """Return MicroPython's source tree, patched and with its libraries in place."""
    source = _source()
    if source.named:
        return source.tree

    def build(folder: Path) -> None:
        packages = _download()
        with _step("unpacking the sources", "unpack") as run:
            _unpack(packages, folder, run)
            for name, old, new in PATCHES:
                _patch(folder / name, old, new)

    return _artefact("micropython", source.key, "", build)


# --- keys, the lock and the cache ----------------------------------------------------------------


def _key(*parts: object) -> str:
    return hashlib.sha256(repr((RECIPE, *parts)).encode()).hexdigest()[:16]


class _Lock:
    """One process at a time works in the cache; within a process the lock can be taken again.

    Started programs inherit the lock's file descriptor, so a build that outlives a killed parent
    still keeps others out.
    """

    def __init__(self) -> None:
        self._threads = threading.RLock()
        self._depth = 0
        self.descriptor = -1

    def __enter__(self) -> None:
        self._threads.acquire()
        try:
            if self._depth == 0:
                self._open()
            self._depth += 1
        except BaseException:
            self._threads.release()
            raise

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            os.close(self.descriptor)
        self._threads.release()

    def _open(self) -> None:
        import fcntl  # not on Windows, where this module must still be importable

        RUNTIME.mkdir(parents=True, exist_ok=True)
        self.descriptor = os.open(RUNTIME / "lock", os.O_RDWR | os.O_CREAT, 0o666)
        try:
            try:
                fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                _say("waiting for another build in this cache to end\n")
                fcntl.flock(self.descriptor, fcntl.LOCK_EX)
            _remove(RUNTIME / "partial")
        except BaseException:
            os.close(self.descriptor)
            raise


_lock = _Lock()


def _artefact(kind: str, key: str, file: str, build: Callable[[Path], None]) -> Path:
    """Return `file` in the folder of this key; if it is not there, let `build` make the folder.

    `build` fills a folder elsewhere, which gets its name only when it is complete.
    """
    final = RUNTIME / f"{kind}-{key}"
    if not (final / file).exists():
        try:
            with _lock:
                if not (final / file).exists():
                    partial = RUNTIME / "partial" / final.name
                    partial.mkdir(parents=True)
                    build(partial)
                    _remove(final)  # somebody may have deleted its file alone
                    os.replace(partial, final)
                    for old in _siblings(RUNTIME, kind)[:-KEEP]:
                        _remove(old)
        except OSError as error:
            raise RuntimeBuildError(f"in {RUNTIME}: {error}") from error
    return final / file


def _siblings(folder: Path, kind: str) -> list[Path]:
    """Return the folders <kind>-<key>, oldest first."""
    name = re.compile(re.escape(kind) + "-[0-9a-f]{16}")
    found = [path for path in folder.iterdir() if name.fullmatch(path.name)]
    return sorted(found, key=lambda path: path.stat().st_mtime)


def _remove(path: Path) -> None:
    if path.exists():
        shutil.rmtree(path)


def _install(built: Path, folder: Path) -> None:
    """Copy a built file, and have it on the disk before its folder gets its name."""
    target = folder / built.name
    shutil.copy2(built, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _sync(folder: Path, files: Files) -> None:
    """Make the folder hold just these files; one that is right already keeps its date."""
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


# --- steps and programs --------------------------------------------------------------------------


def _say(text: str) -> None:
    print(text, end="", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _step(what: str, log_name: str) -> Iterator[Run]:
    """Say what is being done and how long it took; yield a function that runs programs."""
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
                    pass_fds=(_lock.descriptor,),
                ).returncode
            except OSError as error:
                raise RuntimeBuildError(f"{what}: {error}") from error
        if code:
            last = log.read_text(errors="replace").splitlines()[-20:]
            end = "".join(f"\n    {line}" for line in last)
            raise RuntimeBuildError(f"{what} failed. The end of {log}:{end}")

    _say(f"{what} ... ")
    start = time.monotonic()
    try:
        yield run
    except BaseException:
        _say("failed\n")
        raise
    _say(f"{time.monotonic() - start:.0f} s\n")


@contextlib.contextmanager
def _workshop(kind: str, key: str, what: str, again: bool = False) -> Iterator[tuple[Path, Run]]:
    """Yield the folder in which this kind of artefact is built, and what runs the programs.

    `again`: the folder stays, so that building after a small change is quick. A build that was
    killed leaves a half-written object file that make would believe; so a folder that was never
    left is cleared. After a failed command make tidies up by itself.
    """
    folder = RUNTIME / "build" / f"{kind}-{key}"
    if not re.fullmatch(r"[\w/.,@+-]+", str(folder)):
        raise RuntimeBuildError(
            f"MicroPython's makefiles cannot work in a folder with such a name: {folder}. "
            "Move this repository to a path without spaces and punctuation"
        )
    unfinished = folder / "unfinished"
    folder.parent.mkdir(parents=True, exist_ok=True)
    for other in _siblings(folder.parent, kind):
        if other != folder or unfinished.exists():
            _remove(other)
    folder.mkdir(exist_ok=True)
    unfinished.touch()
    try:
        with _step(what, kind) as run:
            yield folder, run
    except RuntimeBuildError:
        unfinished.unlink()
        raise
    if again:
        unfinished.unlink()
    else:
        _remove(folder)


def _make(folder: Path, build: Path) -> tuple[str | Path, ...]:
    # -Wno-error: compilers newer than this MicroPython know more warnings.
    options = (f"BUILD={build}", f"PYTHON={sys.executable}", "CFLAGS_EXTRA=-Wno-error")
    return ("make", "-C", folder, _jobs(), *options)


def _jobs() -> str:
    return f"-j{os.cpu_count() or 1}"


def _build_environment(source: "_Source", cross: Path | None = None) -> dict[str, str]:
    """Return the environment without what would change the build (our own make's flags, say)."""
    foreign = re.compile(r"(MAKE|MFLAGS|PICO_|MICROPY_|CMAKE_|([A-Z]*FLAGS|BUILD|V)$)")
    env = {name: value for name, value in os.environ.items() if not foreign.match(name)}
    # The hash seed: MicroPython's tools write some tables in the order of a Python set.
    env.update(LC_ALL="C", PYTHONDONTWRITEBYTECODE="1", PYTHONHASHSEED="0")
    if cross is not None:
        env["MICROPY_MPYCROSS"] = str(cross)
    if not source.named:
        env.update(MICROPY_GIT_TAG=VERSION, SOURCE_DATE_EPOCH=str(RELEASED))
    return env


# --- the source tree -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Source:
    """A MicroPython tree: where it is (or will be), and what tells it from another one."""

    tree: Path
    key: str
    named: bool


def _source() -> _Source:
    named = _named(NAMED_TREE)
    if named is not None:
        check_tree(named)
        return _Source(named, _fingerprint(named), True)
    key = _key(sorted(DOWNLOADS.items()), PATCHES, VERSION, RELEASED)
    return _Source(RUNTIME / f"micropython-{key}", key, False)


def _named(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value).expanduser().resolve() if value else None


def check_tree(tree: Path) -> None:
    """Raise RuntimeBuildError unless the tree is a complete MicroPython source tree."""
    if not tree.is_dir():
        raise RuntimeBuildError(f"{tree}: no such folder (named as MicroPython source tree)")
    for name in ("py/mpconfig.h", "mpy-cross/Makefile", "ports/rp2/CMakeLists.txt"):
        if not (tree / name).is_file():
            raise RuntimeBuildError(f"{tree}: not a MicroPython source tree (no {name})")
    needed = ["lib/pico-sdk/README.md", "lib/pico-sdk/pico_sdk_init.cmake"]
    needed += ["lib/tinyusb/src/tusb.h", "lib/micropython-lib/README.md"]
    if "set(MICROPY_SSL_MBEDTLS ON)" in (tree / "ports/rp2/CMakeLists.txt").read_text():
        needed.append("lib/mbedtls/library/ssl_tls.c")
    for name in needed:
        if not (tree / name).is_file():
            submodule = "/".join(name.split("/")[:2])
            raise RuntimeBuildError(
                f"{tree}: {name} is missing; in a git tree, run there: "
                f"git submodule update --init {submodule}"
            )


def _fingerprint(tree: Path) -> str:
    """Return a key over names, sizes and dates of the files that a build can read."""
    digest = hashlib.sha256(str(tree).encode())
    tops = "drivers extmod lib mpy-cross ports/rp2 ports/unix py shared tools"
    for top in tops.split():
        for folder, folders, files in os.walk(tree / top):
            # What builds leave behind in the tree is not what they read.
            folders[:] = sorted(
                name
                for name in folders
                if name not in (".git", "__pycache__") and not name.startswith("build")
            )
            for name in sorted(files):
                stat = os.lstat(os.path.join(folder, name))
                digest.update(f"{folder}/{name} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def _patch(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    if text.count(old) != 1:
        raise RuntimeBuildError(
            f"cannot patch {path}: expected exactly once, found {text.count(old)} times: {old!r}"
        )
    path.write_text(text.replace(old, new))


def _unpack(packages: Path, tree: Path, run: Run) -> None:
    """Unpack the three packages into a tree that the makefiles take for a complete one."""
    tar, *debs = (packages / name for name in DOWNLOADS)
    with tarfile.open(tar) as archive:
        # Where Python knows the filter it also warns without it.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        archive.extractall(tree.parent)
    (unpacked,) = tree.parent.glob("micropython-[0-9].*")
    os.replace(unpacked, tree)
    for deb in debs:
        run("dpkg-deb", "-x", deb, tree / "debs")
    for name in ("pico-sdk", "tinyusb"):
        (tree / "lib" / name).rmdir()
        os.replace(tree / "debs/usr/src" / name, tree / "lib" / name)
    _remove(tree / "debs")
    # The makefiles only look whether these files are there.
    for name in ("micropython-lib", "pico-sdk"):
        (tree / "lib" / name / "README.md").touch()


# --- images --------------------------------------------------------------------------------------


def image_boards() -> list[str]:
    """Return the boards that have an image of their own."""
    return sorted(path.parent.name for path in BOARDS.glob("*/mpconfigboard.cmake"))


def _board_files(board: str) -> Files:
    """Return the files of a board's definition, by their paths in the repository."""
    try:
        boards.load(board, BOARDS)
    except boards.UnknownBoard as error:
        raise WrongUsage(f"runtime: {error}") from error
    except boards.BoardError as error:
        raise RuntimeBuildError(str(error)) from error
    if board not in image_boards():
        raise RuntimeBuildError(
            f"boards/{board} has no image of its own: put MicroPython's on it, then `flash`"
        )
    own = [path for path in (BOARDS / board).iterdir() if path.is_file() and path.suffix != ".md"]
    return {
        path.relative_to(BOARDS.parent).as_posix(): path.read_bytes()
        for path in (BOARDS / "manifest.py", *sorted(own))
    }


def _family(board: str, files: Files) -> int:
    """Return the UF2 family of a board's chip."""
    cmake = files[f"boards/{board}/mpconfigboard.cmake"].decode()
    match = re.search(r'set\(PICO_PLATFORM "?([\w-]+)"?\)', cmake)
    chip = match.group(1) if match else "none"
    if chip not in FAMILIES:
        raise RuntimeBuildError(
            f"boards/{board}/mpconfigboard.cmake: PICO_PLATFORM is {chip}, "
            f"but images are built for {', '.join(FAMILIES)} alone"
        )
    return FAMILIES[chip]


def _build_image(
    source: "_Source",
    board: str,
    key: str,
    files: Files,
    options: Sequence[str],
    family: int,
    image: Path,
    again: bool = False,
) -> None:
    """Build a UF2 in the workshop of this key; `{stage}` in an option is where `files` are."""
    _need_compilers(FOR_RP2)
    cross = mpy_cross()
    tree = source_tree()
    what = f"building {image.name}"
    with _workshop(image.stem, key, what, again) as (work, run):
        stage, build = work / "stage", work / "build"
        _sync(stage, files)
        # makemanifest.py goes by dates and so misses a file that was deleted or became older.
        _remove(build / "frozen_mpy")
        env = _build_environment(source, cross)
        run(
            *("cmake", "-G", "Unix Makefiles", "-S", tree / "ports/rp2", "-B", build),
            f"-DPython3_EXECUTABLE={sys.executable}",
            f"-DMICROPY_BOARD={board}",
            *RP2_OPTIONS,
            *(option.replace("{stage}", str(stage)) for option in options),
            env=env,
        )
        run("make", "-C", build, _jobs(), env=env)
        if align_frozen(build / "frozen_content.c"):
            run("make", "-C", build, _jobs(), env=env)
        run(
            *(sys.executable, tree / "tools/uf2conv.py", "-c"),
            *("-b", hex(FLASH_BASE), "-f", hex(family), "-o", work / image.name),
            build / "firmware.bin",
            env=env,
        )
        check_uf2(work / image.name, family)
        ours = (stage / "firmware", stage / "boards" / board)
        try:
            unlisted = notices.write(build, tree, ours, image, source.named)
        except notices.NoticeError as error:
            raise RuntimeBuildError(f"no image without its notices: {error}") from error
        if unlisted:
            _say(f"{len(unlisted)} files have no notice but their own: {notices.beside(image)} ")
        _install(work / image.name, image.parent)


def align_frozen(path: Path) -> bool:
    """Align the native functions of the frozen modules to words; whether that was needed.

    On the RP2040 they may hold constants of 32 bits, which the Thumb emitter puts where they are
    aligned if the function is. MicroPython's tools/mpy-tool.py aligns them to 2 bytes: half of
    the images would load other constants, and crash.
    """
    text = path.read_text(encoding="utf-8")
    aligned = text.replace("__attribute__ ((aligned (2)))", "__attribute__ ((aligned (4)))")
    if aligned == text:
        return False
    path.write_text(aligned, encoding="utf-8")
    return True


def check_uf2(path: Path, family: int = FAMILIES["rp2040"]) -> None:
    """Raise RuntimeBuildError unless the file is a whole UF2 image for this family of chips."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RuntimeBuildError(f"{path}: {error.strerror} (named as UF2 image)") from error
    count, rest = divmod(len(data), 512)
    if rest or not count:
        raise RuntimeBuildError(f"{path}: not a UF2 image ({len(data)} bytes, not whole blocks)")
    for number in range(count):
        block = data[512 * number : 512 * (number + 1)]
        magic0, magic1, flags, _, size, index, total, its_family = struct.unpack("<8I", block[:32])
        (magic2,) = struct.unpack("<I", block[508:])
        if (magic0, magic1, magic2) != (0x0A324655, 0x9E5D5157, 0x0AB16F30):
            raise RuntimeBuildError(f"{path}: not a UF2 image (block {number} has no UF2 marks)")
        if (index, total) != (number, count) or size > 476:
            raise RuntimeBuildError(
                f"{path}: damaged UF2 image (block {number} of {count} says {index} of {total})"
            )
        if not flags & 0x2000 or its_family != family:
            raise RuntimeBuildError(
                f"{path}: a UF2 image for another chip (family {its_family:#x}, not {family:#x})"
            )


# --- downloads -----------------------------------------------------------------------------------


def check_sha256(path: Path, expected: str) -> None:
    """Raise RuntimeBuildError unless the file's SHA-256 is the expected one."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != expected:
        raise RuntimeBuildError(
            f"{path.name} is not the expected file and was refused: "
            f"its SHA-256 is {found}, not {expected}"
        )


def _download() -> Path:
    """Return a folder with the source packages, each of which has its expected SHA-256."""
    packages = RUNTIME / "downloads"
    packages.mkdir(exist_ok=True)
    try:
        for name, expected in DOWNLOADS.items():
            check_sha256(packages / name, expected)
        return packages
    except (OSError, RuntimeBuildError):
        pass  # never fetched, or spoilt on the disk
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise RuntimeBuildError(
            "MicroPython's sources come from Debian's packages, and this machine has no apt-get "
            f"and dpkg-deb: {WAY_OUT}"
        )
    if not KEYRING.exists():
        raise RuntimeBuildError(
            f"{KEYRING} is missing, without which Debian's signatures cannot be checked: "
            f"install the package debian-archive-keyring, or {WAY_OUT}"
        )
    mirrors = _mirrors()
    if not mirrors:
        raise RuntimeBuildError(
            f"no Debian mirror in {APT}/sources.list and {APT}/sources.list.d: name one "
            f"in {NAMED_MIRROR}, or {WAY_OUT}"
        )
    root = RUNTIME / "partial" / "apt"
    with _step("fetching Debian's source packages", "apt") as run:
        for mirror in mirrors:
            try:
                _fetch(mirror, root, run)
                break
            except RuntimeBuildError:
                if mirror == mirrors[-1]:
                    raise
        for name, expected in DOWNLOADS.items():
            check_sha256(root / name, expected)
            os.replace(root / name, packages / name)
    _remove(root)
    return packages


def _fetch(mirror: str, root: Path, run: Run) -> None:
    """Download the packages into `root`, an apt root of its own."""
    _remove(root)
    (root / "lists/partial").mkdir(parents=True)
    (root / "archives/partial").mkdir(parents=True)
    (root / "status").touch()
    where = f"[signed-by={KEYRING}] {mirror} {SUITE} main"
    (root / "sources.list").write_text(f"deb {where}\ndeb-src {where}\n")
    settings = {
        "Dir::Etc::sourcelist": root / "sources.list",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::Etc::preferences": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null",
        "Dir::State": root,
        "Dir::State::status": root / "status",
        "Dir::Cache": root,
        "Acquire::Languages": "none",
        # apt's own user may not read the cache; what arrives is checked by signature and hash.
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", *(f"-o{name}={value}" for name, value in settings.items())]
    run(*apt, "update", cwd=root)
    run(*apt, "source", "--download-only", "--tar-only", MICROPYTHON, cwd=root)
    run(*apt, "download", *DEBS, cwd=root)


def _mirrors() -> list[str]:
    """Return addresses that may be Debian mirrors: the user's, or those apt uses here."""
    named = os.environ.get(NAMED_MIRROR)
    if named:
        return [named]
    files = [APT / "sources.list", *sorted((APT / "sources.list.d").glob("*"))]
    texts = [
        (path.name, path.read_text(errors="replace"))
        for path in files
        if path.suffix in (".list", ".sources") and path.is_file()
    ]
    return parse_mirrors(texts)


def parse_mirrors(texts: Iterable[tuple[str, str]]) -> list[str]:
    """Return the addresses in apt's sources that have the component main of a Debian suite.

    `texts` are file names and contents, in the one-line format (*.list) or deb822 (*.sources).
    Other archives may name their suites like Debian's, so what comes back is to be tried in
    order: only a real mirror passes the check of Debian's signature. Addresses of entries that
    name Debian's keyring come first.
    """
    suites = {"oldstable", "stable", "testing", "unstable", "sid"}
    suites |= {"bullseye", "bookworm", "trixie", "forky", "duke"}
    first: list[str] = []
    later: list[str] = []
    for name, text in texts:
        parse = _deb822 if name.endswith(".sources") else _one_line
        for address, its_suites, components, keyring in parse(text):
            if "main" in components and suites & set(its_suites) and "cdrom:" not in address:
                (first if "debian-archive" in keyring else later).append(address.rstrip("/"))
    return list(dict.fromkeys(first + later))


_Entry = tuple[str, list[str], list[str], str]
"""Address, suites, components, keyring."""


def _one_line(text: str) -> Iterator[_Entry]:
    for line in text.splitlines():
        match = re.match(r"deb(?:-src)?\s+(?:\[([^]]*)\]\s*)?(.*)", line.split("#")[0].strip())
        if match:
            options, rest = match.groups()
            address, *words = rest.split() or [""]
            yield address, words[:1], words[1:], options or ""


def _deb822(text: str) -> Iterator[_Entry]:
    # A comment may stand between the lines of a field; a blank line ends the paragraph.
    lines = "\n".join(line.rstrip() for line in text.splitlines() if not line.startswith("#"))
    for paragraph in re.split(r"\n\n+", lines):
        fields = {
            name.lower(): value.strip()
            for name, value in re.findall(r"^([\w-]+):(.*(?:\n[ \t].*)*)", paragraph, re.MULTILINE)
        }
        if fields.get("enabled", "yes").lower() in ("no", "false", "off", "0"):
            continue
        suites = fields.get("suites", "").split()
        components = fields.get("components", "").split()
        for address in fields.get("uris", "").split():
            yield address, suites, components, fields.get("signed-by", "")


def _pip(kind: str, what: str, requirements: Sequence[str]) -> Path:
    def build(folder: Path) -> None:
        if importlib.util.find_spec("pip") is None:
            raise RuntimeBuildError(
                f"{sys.executable} has no pip: use the virtual environment that `make` prepares, "
                "or install pip (on Debian the package python3-pip)"
            )
        listed = folder / "requirements.txt"
        listed.write_text("\n".join(requirements) + "\n")
        with _step(what, kind) as run:
            run(
                *(sys.executable, "-m", "pip", "install", "--disable-pip-version-check"),
                *("--no-input", "--no-deps", "--only-binary=:all:", "--require-hashes"),
                *("--no-compile", "--target", folder, "--requirement", listed),
                env={**os.environ, "PIP_USER": "0"},
            )

    return _artefact(kind, _key(requirements), "", build)


# --- compilers -----------------------------------------------------------------------------------


def _missing_compilers(needed: Sequence[str]) -> list[str]:
    missing = [program for program in needed if shutil.which(program) is None]
    if "arm-none-eabi-gcc" in needed and "arm-none-eabi-gcc" not in missing:
        for name in ARM_LIBRARIES:
            command = ["arm-none-eabi-gcc", f"-print-file-name={name}"]
            answer = subprocess.run(command, capture_output=True, text=True)
            if answer.stdout.strip() == name:  # a path when it is there
                missing.append(f"{name} for arm-none-eabi-gcc")
    return missing


def _need_compilers(needed: Sequence[str]) -> None:
    """Install the compilers where that is possible, else say how; raise if they stay missing."""
    missing = _missing_compilers(needed)
    if not missing:
        return
    if shutil.which("apt-get") is None:
        raise RuntimeBuildError(
            f"missing: {', '.join(missing)}. Install them, or name a ready image with --uf2 FILE "
            f"(or {NAMED_UF2})"
        )
    install = ["apt-get", "install", "-y", "--no-install-recommends", *COMPILER_PACKAGES]
    if os.geteuid() != 0:
        raise RuntimeBuildError(
            f"missing: {', '.join(missing)}. Install them with\n"
            f"    sudo apt-get update && sudo {shlex.join(install)}"
        )
    _say(f"missing: {', '.join(missing)}\n")
    with _step(f"installing {' '.join(COMPILER_PACKAGES)}", "compilers") as run:
        env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        run("apt-get", "update", env=env)
        run(*install, env=env)
    missing = _missing_compilers(needed)
    if missing:
        raise RuntimeBuildError(f"still missing after the installation: {', '.join(missing)}")


# --- the command ---------------------------------------------------------------------------------


def main(argv: list[str]) -> int:
    """Build what is asked for and print where it is; return the exit status."""
    parser = Parser(
        prog="host_tools runtime",
        description="Build MicroPython for this machine and images for the boards.",
        epilog="Each path is printed on a line of its own; with `all`, after the artefact's name.",
    )
    parser.add_argument(
        "what",
        nargs="?",
        default="all",
        choices=("unix", "mpy-cross", "uf2", "plain", "driver", "stubs", "all"),
        help="MicroPython for this machine, its cross-compiler, our image, a stock image, "
        "the panel's driver, the type stubs (default: all, with the images of all boards)",
    )
    parser.add_argument("--board", default="pico", help="a folder of boards/ (default: pico)")
    parser.add_argument("--uf2", metavar="FILE", help=f"take this image ({NAMED_UF2})")
    parser.add_argument(
        "--micropython", metavar="FOLDER", help=f"build from this source tree ({NAMED_TREE})"
    )
    options = parser.parse_args(argv)
    for variable, value in ((NAMED_UF2, options.uf2), (NAMED_TREE, options.micropython)):
        if value is not None:
            os.environ[variable] = value
    artefacts: dict[str, Callable[[], Path]] = {
        "unix": unix,
        "mpy-cross": mpy_cross,
        "uf2": lambda: uf2(options.board),
        "plain": plain_uf2,
        "driver": driver_path,
        "stubs": stubs_path,
    }
    try:
        if options.what == "all":
            if _named(NAMED_UF2) is None:  # which is for one board
                for board in sorted(set(image_boards()) - {options.board}):
                    artefacts[f"uf2-{board}"] = functools.partial(uf2, board)
            for name, artefact in artefacts.items():
                print(f"{name:10} {artefact()}", flush=True)
        else:
            print(artefacts[options.what]())
    except RuntimeBuildError as error:
        print(f"runtime: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("runtime: stopped; nothing half-made is kept", file=sys.stderr)
        return 1
    return 0
