"""The builder: what its keys stand for, what it refuses, and that its artefacts are real.

The first use on a machine builds everything (about a minute and a half, with a network); later
uses find it in the cache.
"""

import base64
import csv
import hashlib
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import textwrap
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host_tools.build import runtime
from host_tools.build.runtime import RuntimeBuildError
from host_tools.paths import BOARDS, FIRMWARE, ROOT
from host_tools.usage import WrongUsage

RP2040 = 0xE48BFF56


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the user has named for real runs must not change what is tested here."""
    for variable in (runtime.NAMED_UF2, runtime.NAMED_TREE, runtime.NAMED_MIRROR):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setattr(runtime, "RUNTIME", tmp_path / "runtime")
    return tmp_path / "runtime"


def python(code: str, cache: Path) -> subprocess.Popen[str]:
    """Start another Python process that uses this cache."""
    start = f"""\
from pathlib import Path
from host_tools.build import runtime
runtime.RUNTIME = Path({str(cache)!r})
"""
    return subprocess.Popen(
        [sys.executable, "-c", start + textwrap.dedent(code)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


# --- keys ----------------------------------------------------------------------------------------


@pytest.fixture
def uf2_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Return what gives the image's key for a small firmware, which lies in tmp_path."""
    shutil.copytree(BOARDS / "pico", tmp_path / "boards/pico")
    shutil.copy(BOARDS / "manifest.py", tmp_path / "boards")
    (tmp_path / "firmware/engines").mkdir(parents=True)
    (tmp_path / "firmware/main.py").write_text("import engines.nim\n")
    (tmp_path / "firmware/engines/nim.py").write_text("A = 1\n")
    monkeypatch.setattr(runtime, "BOARDS", tmp_path / "boards")
    monkeypatch.setattr(runtime, "FIRMWARE", tmp_path / "firmware")
    monkeypatch.setattr(runtime, "_artefact", lambda kind, key, file, build: Path(key))
    return lambda: str(runtime.uf2())


def append(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"# more\n")


CHANGES = {
    "firmware edited": lambda top: append(top / "firmware/engines/nim.py"),
    "firmware added": lambda top: (top / "firmware/engines/new.py").touch(),
    "firmware deleted": lambda top: (top / "firmware/engines/nim.py").unlink(),
    "firmware renamed": lambda top: (top / "firmware/main.py").rename(top / "firmware/boot.py"),
    "pins": lambda top: append(top / "boards/pico/board.py"),
    "pin names": lambda top: append(top / "boards/pico/pins.csv"),
    "manifest": lambda top: append(top / "boards/manifest.py"),
    "definition": lambda top: append(top / "boards/pico/mpconfigboard.h"),
}
SAME = {
    "only the date": lambda top: os.utime(top / "firmware/main.py", (1, 1)),
    "the wiring's description": lambda top: append(top / "boards/pico/wiring.md"),
    "not Python": lambda top: (top / "firmware/notes.txt").write_text("x"),
    "compiled by the host": lambda top: (top / "firmware/main.pyc").write_text("x"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_key_changes_with(
    change: Callable[[Path], None], uf2_key: Callable[[], str], tmp_path: Path
) -> None:
    before = uf2_key()
    change(tmp_path)
    assert uf2_key() != before


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_key_does_not_change_with(
    change: Callable[[Path], None], uf2_key: Callable[[], str], tmp_path: Path
) -> None:
    before = uf2_key()
    change(tmp_path)
    assert uf2_key() == before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RECIPE", runtime.RECIPE + 1),
        ("DOWNLOADS", {**runtime.DOWNLOADS, "x": "0"}),
        ("PATCHES", runtime.PATCHES[:-1]),
        ("RP2_OPTIONS", ()),
        ("DRIVER", runtime.DRIVER[:1]),
    ],
)
def test_key_changes_with_the_recipe(
    name: str, value: object, uf2_key: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = uf2_key()
    monkeypatch.setattr(runtime, name, value)
    assert uf2_key() != before


def test_key_does_not_depend_on_the_place(
    uf2_key: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = uf2_key()
    shutil.copytree(tmp_path / "firmware", tmp_path / "elsewhere/firmware")
    monkeypatch.setattr(runtime, "FIRMWARE", tmp_path / "elsewhere/firmware")
    assert uf2_key() == before


@pytest.mark.parametrize("board", ["../pico", "", "pico3"])
def test_unknown_board(board: str, cache: Path) -> None:
    with pytest.raises(WrongUsage) as caught:
        runtime.uf2(board)
    assert str(caught.value).startswith(f"runtime: unknown board '{board}'; the boards are ")


def test_board_without_an_image(cache: Path) -> None:
    with pytest.raises(RuntimeBuildError, match="put MicroPython's on it, then `flash`"):
        runtime.uf2("esp32_oled")


def test_board_with_another_chip(uf2_key: Callable[[], str], tmp_path: Path) -> None:
    cmake = tmp_path / "boards/pico/mpconfigboard.cmake"
    cmake.write_text(cmake.read_text().replace("rp2040", "rp2350-riscv"))
    files = {"boards/pico/mpconfigboard.cmake": cmake.read_bytes()}
    with pytest.raises(RuntimeBuildError, match="PICO_PLATFORM is rp2350-riscv"):
        runtime._family("pico", files)


# --- the cache -----------------------------------------------------------------------------------


def write(text: str) -> Callable[[Path], None]:
    def build(folder: Path) -> None:
        (folder / "file").write_text(text)

    return build


@pytest.mark.parametrize("error", [RuntimeBuildError("no"), KeyboardInterrupt()])
def test_failed_build_leaves_no_artefact(error: BaseException, cache: Path) -> None:
    def build(folder: Path) -> None:
        (folder / "file").write_text("half")
        raise error

    with pytest.raises(type(error)):
        runtime._artefact("thing", "0" * 16, "file", build)
    assert not (cache / ("thing-" + "0" * 16)).exists()
    made = runtime._artefact("thing", "0" * 16, "file", write("whole"))
    assert made.read_text() == "whole"
    assert runtime._artefact("thing", "0" * 16, "file", build) == made


def test_killed_build_leaves_no_artefact_and_its_programs_keep_the_lock(cache: Path) -> None:
    process = python(
        """
        def build(folder):
            (folder / "file").write_text("half")
            with runtime._step("step", "step") as run:
                print("started", flush=True)
                # It waits until somebody writes.
                run("sh", "-c", "echo ready; exec 3< fifo", cwd=runtime.RUNTIME)
        runtime.RUNTIME.mkdir()
        import os
        os.mkfifo(runtime.RUNTIME / "fifo")
        runtime._artefact("thing", "0" * 16, "file", build)
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
        file = open(runtime.RUNTIME / "lock")
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
    made = runtime._artefact("thing", "0" * 16, "file", write("whole"))
    assert made.read_text() == "whole"


def test_two_processes_build_once(cache: Path) -> None:
    code = """
        def build(folder):
            with open(runtime.RUNTIME / "built", "a") as file:
                file.write("x")
            (folder / "file").write_text("whole")
        input()
        print(runtime._artefact("thing", "0" * 16, "file", build).read_text())
        """
    processes = [python(code, cache) for _ in range(3)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate()[0] for process in processes] == ["whole\n"] * 3
    assert (cache / "built").read_text() == "x"


def test_old_artefacts_go(cache: Path) -> None:
    keys = [f"{number:016x}" for number in range(runtime.KEEP + 2)]
    for age, key in enumerate(keys):
        made = runtime._artefact("thing", key, "file", write(key))
        os.utime(made.parent, (age, age))
    other = runtime._artefact("thing-two", "0" * 16, "file", write(""))
    assert [path.name[6:] for path in runtime._siblings(cache, "thing")] == keys[2:]
    assert other.exists()


def test_deleted_file_of_an_artefact_is_made_again(cache: Path) -> None:
    made = runtime._artefact("thing", "0" * 16, "file", write("whole"))
    (made.parent / "rest").touch()
    made.unlink()
    assert runtime._artefact("thing", "0" * 16, "file", write("again")).read_text() == "again"


def test_workshop_is_cleared_when_it_was_never_left(cache: Path) -> None:
    def work(error: BaseException) -> bool:
        """Leave a file behind and stop; return whether there was one."""
        workshop = runtime._workshop("kind", "0" * 16, "working", again=True)
        with pytest.raises(type(error)), workshop as (folder, _):
            there = (folder / "object").exists()
            (folder / "object").touch()
            raise error
        return there

    assert not work(RuntimeBuildError(""))
    assert work(KeyboardInterrupt())  # make ended by itself: its files can be used
    assert not work(RuntimeBuildError(""))  # it was interrupted: they cannot
    with runtime._workshop("kind", "1" * 16, "working", again=True) as (folder, _):
        assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_path_that_makefiles_cannot_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "RUNTIME", tmp_path / "my projects")
    workshop = runtime._workshop("kind", "0" * 16, "working")
    with pytest.raises(RuntimeBuildError, match="Move this repository"), workshop:
        pass


def test_sync(tmp_path: Path) -> None:
    files = {"a/b/one.py": b"1", "a/two.py": b"2", "three.py": b"3"}
    runtime._sync(tmp_path, files)
    os.utime(tmp_path / "three.py", (1, 1))
    runtime._sync(tmp_path, {"a/two.py": b"22", "three.py": b"3"})
    left = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*.py")}
    assert {name: path.read_bytes() for name, path in left.items()} == {
        "a/two.py": b"22",
        "three.py": b"3",
    }
    assert left["three.py"].stat().st_mtime == 1


def test_failed_program_shows_the_end_of_its_log(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    step = runtime._step("counting", "count")
    with runtime._lock, pytest.raises(RuntimeBuildError) as caught, step as run:
        run("sh", "-c", "seq 100; exit 3")
    lines = str(caught.value).splitlines()
    assert lines[0] == f"counting failed. The end of {cache / 'logs/count.log'}:"
    assert [line.strip() for line in lines[1:]] == [str(n) for n in range(81, 101)]
    assert capsys.readouterr().err == "counting ... failed\n"


# --- downloads -----------------------------------------------------------------------------------


def test_wrong_download_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "package.tar.xz"
    package.write_bytes(b"as it should be")
    right = hashlib.sha256(package.read_bytes()).hexdigest()
    runtime.check_sha256(package, right)
    package.write_bytes(b"as it should bf")
    with pytest.raises(RuntimeBuildError, match=f"package.tar.xz .*refused.*not {right}"):
        runtime.check_sha256(package, right)


def test_spoilt_download_in_the_cache_is_not_used(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(cache))  # no Debian tools, so nothing can be fetched
    packages = cache / "downloads"
    packages.mkdir(parents=True)
    right = {}
    for name in runtime.DOWNLOADS:
        (packages / name).write_text(name)
        right[name] = hashlib.sha256(name.encode()).hexdigest()
    monkeypatch.setattr(runtime, "DOWNLOADS", right)
    assert runtime._download() == packages
    append(packages / next(iter(right)))
    with pytest.raises(RuntimeBuildError, match=r"no apt-get and dpkg-deb.*--uf2.*--micropython"):
        runtime._download()


def test_pip_refuses_another_driver(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with the right name and version, but not the published one, is not installed."""
    name, version = runtime.DRIVER[0].split()[0].split("==")
    stem = f"{name.replace('-', '_')}-{version}"
    cache.mkdir()
    with zipfile.ZipFile(cache / f"{stem}-py3-none-any.whl", "w") as wheel:
        wheel.writestr("adafruit_ssd1306.py", "print('somebody else')\n")
        wheel.writestr(f"{stem}.dist-info/METADATA", f"Name: {name}\nVersion: {version}\n")
        wheel.writestr(f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{stem}.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(cache))
    monkeypatch.setattr(runtime, "DRIVER", runtime.DRIVER[:1])
    with pytest.raises(RuntimeBuildError, match="DO NOT MATCH THE HASHES"):
        runtime.driver_path()
    assert not list(cache.glob("driver-*"))


SOURCES = """\
# a machine's sources
Types: deb deb-src
# an older address
URIs: http://one.example/debian/
  http://two.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://one.example/debian-security
Suites: bookworm-security
Components: main

Enabled: no
Types: deb
URIs: http://off.example/debian
Suites: trixie
Components: main


types: deb
uris: https://vendor.example/apt
suites: bookworm
components: main
"""
LIST = """\
# deb http://commented.example/debian bookworm main
deb [arch=amd64 signed-by=/usr/share/keyrings/vendor.gpg] https://vendor.example/apt stable main
deb cdrom:[Debian_12]/ bookworm main
deb-src http://three.example/debian/ trixie main contrib # the nearest
deb http://three.example/debian trixie-updates main
deb http://ubuntu.example/ubuntu noble main
deb http://four.example/debian bookworm contrib
deb
"""


def test_mirrors_in_both_formats() -> None:
    assert runtime.parse_mirrors([("debian.sources", SOURCES)]) == [
        "http://one.example/debian",
        "http://two.example/debian",
        "https://vendor.example/apt",
    ]
    assert runtime.parse_mirrors([("sources.list", LIST)]) == [
        "https://vendor.example/apt",
        "http://three.example/debian",
    ]
    both = runtime.parse_mirrors([("sources.list", LIST), ("debian.sources", SOURCES)])
    assert both == [
        "http://one.example/debian",
        "http://two.example/debian",
        "https://vendor.example/apt",
        "http://three.example/debian",
    ]


def test_machine_without_debian_mirror(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "APT", cache / "etc")
    monkeypatch.setattr(runtime, "KEYRING", Path(__file__))
    (cache / "etc/sources.list.d").mkdir(parents=True)
    (cache / "etc/sources.list").write_text("deb http://ubuntu.example/ubuntu noble main\n")
    (cache / "etc/sources.list.d/debian.sources.disabled").write_text(SOURCES)
    for program in ("apt-get", "dpkg-deb"):
        (cache / program).symlink_to("/bin/false")
    monkeypatch.setenv("PATH", str(cache))
    with pytest.raises(RuntimeBuildError, match=r"no Debian mirror in .*POCKET_TELETYPE_DEBIAN"):
        runtime._download()
    monkeypatch.setenv(runtime.NAMED_MIRROR, "http://named.example/debian")
    assert runtime._mirrors() == ["http://named.example/debian"]


def test_patch_must_find_its_text_once(tmp_path: Path) -> None:
    path = tmp_path / "CMakeLists.txt"
    path.write_text("set(A ON)\n")
    runtime._patch(path, "set(A ON)", "set(A OFF)")
    assert path.read_text() == "set(A OFF)\n"
    with pytest.raises(RuntimeBuildError, match="expected exactly once, found 0 times"):
        runtime._patch(path, "set(A ON)", "set(A OFF)")
    path.write_text("set(A ON)\nset(A ON)\n")
    with pytest.raises(RuntimeBuildError, match="found 2 times"):
        runtime._patch(path, "set(A ON)", "set(A OFF)")
    assert path.read_text() == "set(A ON)\nset(A ON)\n"


# --- compilers -----------------------------------------------------------------------------------


def test_missing_compilers_without_apt(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(cache))
    with pytest.raises(RuntimeBuildError, match=r"missing: make, gcc, .*Install them.*--uf2"):
        runtime._need_compilers(runtime.FOR_RP2)


def test_missing_compilers_without_privileges(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.mkdir()
    (cache / "apt-get").symlink_to("/bin/false")
    monkeypatch.setenv("PATH", str(cache))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(RuntimeBuildError, match="missing: make, gcc") as caught:
        runtime._need_compilers(runtime.NATIVE)
    assert "sudo apt-get install -y --no-install-recommends gcc-arm-none-eabi" in str(caught.value)


# --- what the user names -------------------------------------------------------------------------


def image(family: int = RP2040, blocks: int = 3) -> bytes:
    """Return a small UF2 image, made from the format's description."""
    data = b""
    for number in range(blocks):
        head = (0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + 256 * number, 256, number, blocks)
        data += struct.pack("<8I", *head, family) + bytes(476) + struct.pack("<I", 0x0AB16F30)
    return data


def test_named_image_is_used_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    named = tmp_path / "my.uf2"
    named.write_bytes(image())
    monkeypatch.setenv(runtime.NAMED_UF2, str(named))
    assert runtime.uf2() == named
    monkeypatch.setenv(runtime.NAMED_UF2, "nothing")
    assert runtime.main(["uf2", "--uf2", str(named)]) == 0
    assert capsys.readouterr().out == f"{named}\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "No such file"),
        (b"", "not a UF2 image"),
        (image()[:-1], "not a UF2 image"),
        (bytes(512), "not a UF2 image"),
        (image()[:-4] + bytes(4), "block 2 has no UF2 marks"),
        (image()[:-512], "damaged UF2 image"),
        (image() + image(), "damaged UF2 image"),
        (image(family=0xE48BFF59), "for another chip .family 0xe48bff59"),
    ],
)
def test_bad_named_image(
    data: bytes | None,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(runtime.NAMED_UF2, "")  # put back what main sets
    named = tmp_path / "my.uf2"
    if data is not None:
        named.write_bytes(data)
    assert runtime.main(["uf2", "--uf2", str(named)]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert re.fullmatch(f"runtime: {re.escape(str(named))}: .*{message}.*\n", output.err)


def make_tree(tree: Path) -> None:
    """Make the files by which a complete MicroPython source tree is recognised."""
    for name in (
        "py/mpconfig.h",
        "mpy-cross/Makefile",
        "ports/rp2/CMakeLists.txt",
        "lib/pico-sdk/README.md",
        "lib/pico-sdk/pico_sdk_init.cmake",
        "lib/tinyusb/src/tusb.h",
        "lib/micropython-lib/README.md",
    ):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("")


def test_frozen_native_code_is_aligned(tmp_path: Path) -> None:
    """It holds constants that are read as words."""
    frozen = tmp_path / "frozen_content.c"
    frozen.write_text("static const byte fun_data_f[8] __attribute__ ((aligned (2))) = {")
    assert runtime.align_frozen(frozen)
    assert (
        frozen.read_text() == "static const byte fun_data_f[8] __attribute__ ((aligned (4))) = {"
    )
    assert not runtime.align_frozen(frozen)


def test_named_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(runtime.NAMED_TREE, str(tmp_path))
    make_tree(tmp_path)
    assert runtime.source_tree() == tmp_path
    before = runtime._source().key
    assert runtime._source().key == before
    append(tmp_path / "py/mpconfig.h")
    assert runtime._source().key != before


def test_bad_named_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(runtime.NAMED_TREE, str(tmp_path / "tree"))
    with pytest.raises(RuntimeBuildError, match="tree: no such folder"):
        runtime.source_tree()
    (tmp_path / "tree").mkdir()
    with pytest.raises(
        RuntimeBuildError, match=r"not a MicroPython source tree .no py/mpconfig.h"
    ):
        runtime.source_tree()
    make_tree(tmp_path / "tree")
    shutil.rmtree(tmp_path / "tree/lib/tinyusb")
    with pytest.raises(RuntimeBuildError, match="git submodule update --init lib/tinyusb"):
        runtime.source_tree()
    make_tree(tmp_path / "tree")
    (tmp_path / "tree/ports/rp2/CMakeLists.txt").write_text("set(MICROPY_SSL_MBEDTLS ON)\n")
    with pytest.raises(RuntimeBuildError, match="git submodule update --init lib/mbedtls"):
        runtime.source_tree()


@pytest.mark.parametrize("arguments", [["everything"], ["uf2", "--speed"], ["uf2", "--uf2"]])
def test_wrong_usage(arguments: list[str]) -> None:
    with pytest.raises(WrongUsage, match="--help tells more"):
        runtime.main(arguments)


# --- the real artefacts --------------------------------------------------------------------------


def artefacts() -> dict[str, Path]:
    return {
        "unix": runtime.unix(),
        "mpy-cross": runtime.mpy_cross(),
        "uf2": runtime.uf2(),
        "pico2": runtime.uf2("pico2"),
        "thumby": runtime.uf2("thumby"),
        "plain": runtime.plain_uf2(),
        "driver": runtime.driver_path(),
        "stubs": runtime.stubs_path(),
        "tree": runtime.source_tree(),
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """Every artefact, built if it has to be, from the firmware as it is at this moment."""
    firmware = tmp_path_factory.mktemp("snapshot") / "firmware"
    shutil.copytree(FIRMWARE, firmware)
    with pytest.MonkeyPatch.context() as patch:
        for variable in (runtime.NAMED_UF2, runtime.NAMED_TREE, runtime.NAMED_MIRROR):
            patch.delenv(variable, raising=False)
        patch.setattr(runtime, "FIRMWARE", firmware)
        yield artefacts()


def test_second_call_runs_nothing(built: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **_: object) -> None:
        raise AssertionError(f"ran {arguments}")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(os, "posix_spawn", refuse)
    monkeypatch.setattr(os, "system", refuse)
    assert artefacts() == built


def micropython(built: dict[str, Path], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([built["unix"], *arguments], capture_output=True, text=True)


def test_unix_port_runs(built: dict[str, Path]) -> None:
    done = micropython(built, "-c", "print(1+1)")
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")


def test_unix_port_is_of_the_named_release_not_of_this_repository(built: dict[str, Path]) -> None:
    done = micropython(built, "-c", "import sys; print(sys.version)")
    assert done.stdout.endswith("; MicroPython v1.25.0 on 2025-04-15\n")


def test_unix_port_has_what_the_tests_use(built: dict[str, Path]) -> None:
    code = """
import asyncio, framebuf, hashlib, json, micropython, select
hashlib.sha256
@micropython.viper
def add(a: int, b: int) -> int:
    return a + b
async def main():
    await asyncio.sleep_ms(1)
    print(add(2, 3))
asyncio.run(main())
"""
    done = micropython(built, "-c", code)
    assert (done.stdout, done.stderr) == ("5\n", "")


def test_heap_limit_is_real(built: dict[str, Path]) -> None:
    fill = "b = bytearray({}); print(len(b))"
    assert micropython(built, "-X", "heapsize=64k", "-c", fill.format(30_000)).stdout == "30000\n"
    done = micropython(built, "-X", "heapsize=64k", "-c", fill.format(70_000))
    assert done.returncode != 0
    assert "MemoryError" in done.stderr
    assert micropython(built, "-X", "heapsize=128k", "-c", fill.format(70_000)).stdout == "70000\n"


def test_mpy_cross_compiles_for_the_pico_and_the_unix_port_runs_its_bytecode(
    built: dict[str, Path], tmp_path: Path
) -> None:
    (tmp_path / "hello.py").write_text("print('hello from bytecode')\n")
    subprocess.run([built["mpy-cross"], "-march=armv6m", "hello.py"], cwd=tmp_path, check=True)
    (tmp_path / "hello.py").unlink()
    done = subprocess.run(
        [built["unix"], "-c", "import hello"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == "hello from bytecode\n"


def flash(path: Path, expected: int = 0xE48BFF56) -> bytes:
    """Return what a UF2 image writes into the flash from its start on, as its blocks say."""
    data = path.read_bytes()
    assert len(data) % 512 == 0
    memory = {}
    for position in range(0, len(data), 512):
        block = data[position : position + 512]
        start0, start1, flags, address, size, number, total, family = struct.unpack_from(
            "<8I", block
        )
        assert (start0, start1) == (0x0A324655, 0x9E5D5157)
        assert struct.unpack_from("<I", block, 508) == (0x0AB16F30,)
        assert flags & 0x2000
        assert family == expected
        assert (number, total) == (position // 512, len(data) // 512)
        assert address not in memory
        memory[address] = block[32 : 32 + size]
    addresses = sorted(memory)
    assert addresses == list(range(0x10000000, 0x10000000 + 256 * len(memory), 256))
    return b"".join(memory[address] for address in addresses)


def test_images_hold_what_they_should(built: dict[str, Path]) -> None:
    ours, stock = flash(built["uf2"]), flash(built["plain"])
    for content in (b"adafruit_ssd1306.py", b"Pocket Teletype (Pico)", b"BTN_BACK"):
        assert content in ours
        assert content not in stock
    assert b"Raspberry Pi Pico" in stock
    for flashed in (ours, stock):
        assert b"asyncio/core.py" in flashed
        assert b"v1.25.0" in flashed
        # The filesystem begins at 0xA0000 in a flash of 2 MiB with 1408 KiB of storage.
        assert len(flashed) <= 0xA0000


def test_every_board_has_its_image(built: dict[str, Path]) -> None:
    assert runtime.image_boards() == ["pico", "pico2", "thumby"]
    pico2 = flash(built["pico2"], 0xE48BFF59)
    for content in (b"Pocket Teletype (Pico 2)", b"BTN_BACK", b"adafruit_ssd1306.py"):
        assert content in pico2
    # the boot ROM starts an image with this block: executable, secure, Arm, RP2350 (datasheet 5.9)
    assert struct.pack("<3I", 0xFFFFDED3, 0x10210142, 0x000001FF) in pico2[:4096]
    assert len(pico2) <= 1024 * 1024  # behind that the filesystem begins
    thumby = flash(built["thumby"])
    assert b"Pocket Teletype (Thumby)" in thumby and b"OLED_RESET" in thumby
    assert len(thumby) <= 0xA0000


def test_driver_is_as_published(built: dict[str, Path]) -> None:
    """pip has recorded the SHA-256 of each file in the wheel, whose own is pinned."""
    seen = set()
    for record in built["driver"].glob("*.dist-info/RECORD"):
        for name, recorded, _ in csv.reader(record.read_text().splitlines()):
            if name.endswith(".py"):
                digest = hashlib.sha256((built["driver"] / name).read_bytes()).digest()
                found = base64.urlsafe_b64encode(digest).decode().rstrip("=")
                assert recorded == f"sha256={found}"
                seen.add(name)
    assert seen >= {"adafruit_ssd1306.py", "adafruit_bus_device/i2c_device.py"}


def test_stubs_describe_the_board(built: dict[str, Path]) -> None:
    for name in ("machine.pyi", "micropython.pyi", "framebuf.pyi", "stdlib/builtins.pyi"):
        assert (built["stubs"] / name).is_file()


def test_image_follows_the_firmware(
    built: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Added, back-dated and deleted modules are noticed, and the old image comes back the same.

    A small firmware, in the real cache: what is compiled for the board can be used again.
    """
    firmware = tmp_path / "firmware"
    (firmware / "programs").mkdir(parents=True)
    one, two = firmware / "programs/first_one.py", firmware / "programs/second_one.py"
    monkeypatch.setattr(runtime, "FIRMWARE", firmware)
    monkeypatch.setattr(runtime.texts, "check", lambda firmware: None)  # this one has none
    made = []

    def build() -> bytes:
        made.append(runtime.uf2())
        return flash(made[-1])

    try:
        one.write_text("TEXT = 'edition A'\n")
        first = build()
        assert b"edition A" in first
        assert b"programs/second_one.py" not in first

        one.write_text("TEXT = 'edition B'\n")
        two.touch()
        for path in (one, two):
            os.utime(path, (1, 1))
        second = build()
        assert b"edition B" in second
        assert b"edition A" not in second
        assert b"programs/second_one.py" in second

        two.unlink()
        third = build()
        assert b"edition B" in third
        assert b"programs/second_one.py" not in third

        shutil.rmtree(made[0].parent)
        one.write_text("TEXT = 'edition A'\n")
        assert build() == first
        assert made[3] == made[0]
    finally:
        for path in made:
            shutil.rmtree(path.parent, ignore_errors=True)
