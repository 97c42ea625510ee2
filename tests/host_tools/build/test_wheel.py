# SPDX-License-Identifier: MIT
"""The Python package: complete, small, and working without the repository."""

import functools
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from host_tools import paths, version
from host_tools.build import ready, wheel
from host_tools.usage import REPOSITORY
from tests.helpers import pages
from tests.helpers.boards import Port

pytestmark = [pytest.mark.pico, pytest.mark.heavy]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a blank and Cyrillic letters in its name, containing the files and a venv."""
    folder = tmp_path_factory.mktemp("package") / "пустая папка"
    for name, data in wheel.made().items():
        path = folder / "dist" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (package,) = (folder / "dist").glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    pip = [str(folder / "venv/bin/python"), "-m", "pip", "install", "-q"]
    subprocess.run([*pip, f"{package}[emulator,plots]"], check=True, cwd=folder)
    (folder / "empty").mkdir()
    return folder


def environment(place: Path) -> dict[str, str]:
    """Return an environment that does not lead to the repository, with a cache of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    kept["PATH"] = f"{place / 'venv/bin'}:/usr/bin:/bin"
    return {**kept, "XDG_CACHE_HOME": str(place / "cache"), "TERM": "xterm-256color"}


UNPLUGGED = (
    *("unshare", "--map-root-user", "--mount"),
    *("sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"', str(paths.ROOT)),
)
"""Start of a command that sees an empty folder in place of the repository."""


@functools.cache
def unplugged() -> tuple[str, ...]:
    """Return UNPLUGGED, or nothing if the system does not let users mount."""
    works = subprocess.run([*UNPLUGGED, "true"], capture_output=True, check=False).returncode == 0
    return UNPLUGGED if works else ()


def command(place: Path, *words: str) -> list[str | Path]:
    """Return a command of the installed package that cannot see the repository."""
    return [*unplugged(), place / "venv/bin/pocket-teletype", *words]


def call(place: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(place, *words),
        cwd=place / "empty",
        env=environment(place),
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_it_is_whole_and_small(place: Path) -> None:
    files = sorted(map(str, (place / "dist").iterdir()))
    for command in (["twine", "check", "--strict", *files], ["check_wheel_contents", files[0]]):
        done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert os.path.getsize(files[0]) <= wheel.LIMIT


def test_commands_work_without_the_repository(place: Path) -> None:
    assert call(place, "--version").stdout == version.line() + "\n"
    told = call(place, "run", "nim", "--save", "игра 1.tape", stdin="T=2 L=1\n")
    assert told.returncode == 3 and told.stdout.startswith("ИГРА НИМ\n"), told.stderr
    assert call(place, "replay", "игра 1.tape").stdout.endswith("1 passed, 0 failed\n")
    assert call(place, "teach", "игра 1.tape").returncode == 0
    assert "calculation-lisp" in call(place, "programs").stdout
    assert call(place, "boards").stdout.startswith("esp32_devkit ")
    assert "'pico3'" in call(place, "boards", "pico3").stderr
    assert "the extra emulator" in call(place, "doctor").stdout
    assert "repository" in call(place, "lint").stderr


def installed(block: pages.Block) -> pages.Block | None:
    """Return a block as the user of the installed package types it; None if it needs the
    repository.
    """
    text = re.sub(
        r"(\.cache/venv/bin/python|python3?) -m host_tools", "pocket-teletype", block.text
    )
    used = re.findall(r"pocket-teletype ([\w-]+)", text)
    needs = re.search(r"\bmake \w|\btests/|\.cache/|\bhost_tools/|\bdocs/|\bboards/", text)
    if not used or needs or set(used) & set(REPOSITORY):
        return None
    return block._replace(text=text)


INSTALLED = [found for block in pages.blocks(pages.RUN) if (found := installed(block))]


@pytest.mark.parametrize("block", INSTALLED, ids=lambda block: f"{block.page}:{block.line}")
def test_the_documents_commands_work_installed(
    block: pages.Block, place: Path, tmp_path: Path
) -> None:
    """Every command that needs no repository prints the same as `pocket-teletype …`."""
    pages.run(block, tmp_path, environment(place))


def test_most_blocks_are_run_installed() -> None:
    assert len(INSTALLED) >= 6


def test_a_tape_replays_on_the_emulated_board(place: Path) -> None:
    tape = shutil.copy(paths.TAPES / "nim-nine.tape", place / "empty" / "nine.tape")
    done = call(place, "replay", Path(tape).name, "--on", "pico")
    assert done.stdout == "ok nine\n1 passed, 0 failed\n", done.stderr


def test_the_handheld_plays_in_a_terminal(place: Path) -> None:
    """The first picture appears within 30 seconds, from the ready image."""
    process, terminal = pty.fork()
    if not process:
        os.chdir(place / "empty")
        words = list(map(str, command(place, "play")))
        os.execvpe(words[0], words, {**environment(place), "LINES": "40"})
    import fcntl
    import struct
    import termios

    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
    seen, deadline = b"", time.monotonic() + 30
    while len(seen) < 2000 and time.monotonic() < deadline:
        if select.select([terminal], [], [], 1)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                break
    os.write(terminal, b"q\x03")
    os.kill(process, 15)
    os.waitpid(process, 0)
    os.close(terminal)
    assert len(seen) >= 2000, seen.decode(errors="replace")


def on(place: Path, port: Port, *words: str) -> str:
    """Run a command of the package for the board at `port`; return its output."""
    process = subprocess.Popen(
        command(place, *words),
        cwd=place / "empty",
        env=environment(place),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    port.pico.serve(process)
    out, err = process.communicate()
    assert process.returncode == 0, out + err
    return out


def test_flash_and_check_on_a_stock_board(place: Path, stock_uf2: Path) -> None:
    shutil.copy(paths.TAPES / "nim-nine.tape", place / "empty" / "nine.tape")
    port = Port(stock_uf2)
    try:
        on(place, port, "flash", "--board", "pico", "--port", port.tty)
        on(place, port, "check", "nine.tape", "--port", port.tty)
    finally:
        port.pico.close()


def test_what_an_owner_asks_of_his_board(place: Path, firmware_uf2: Path) -> None:
    tape = (paths.TAPES / "nim-nine.tape").read_bytes()
    port = Port(firmware_uf2, {"settings.txt": b"language=en\n", "tapes/0001-nim.tape": tape})
    at = ("--port", port.tty)
    try:
        on(place, port, "pull", "--to", "с платы", *at)
        assert (place / "empty/с платы/0001-nim.tape").read_bytes() == tape
        on(place, port, "settings", "set", "language=uk", *at)
        assert "language=uk" in on(place, port, "settings", "show", *at).replace(" ", "")
        on(place, port, "settings", "export", "настройки.txt", *at)
        assert "language=uk" in (place / "empty/настройки.txt").read_text("utf-8")
        on(place, port, "boards", "--write", "pico", "--on", port.tty)
        assert port.files()["board.py"]
        on(place, port, "exhibit", "set", "lock=no", "idle=90", *at)
        on(place, port, "exhibit", "export", "выставка.txt", *at)
        assert "idle=90" in (place / "empty/выставка.txt").read_text("utf-8")
        assert "lock=no" in on(place, port, "exhibit", "show", *at).replace(" ", "")
        counted = on(place, port, "counts", "--csv", "дни.csv", "--png", "дни.png", *at)
        assert "0 visits" in counted
        assert (place / "empty/дни.csv").read_text("utf-8").startswith("number,")
        assert (place / "empty/дни.png").read_bytes().startswith(b"\x89PNG")
        assert on(place, port, "doctor", "--on", port.tty)
    finally:
        port.pico.close()


def test_what_an_exhibit_says_is_heard(place: Path, firmware_uf2: Path) -> None:
    """`listen --once` prints what arrives, and ends when the board is unplugged."""
    files = {"settings.txt": b"language=en\n", "exhibit.txt": b"say=on\n"}
    port = Port(firmware_uf2, files)
    said = place / "said.txt"
    with said.open("w", encoding="utf-8") as out:
        listening = subprocess.Popen(
            command(place, "listen", "--once", "--silent", "--port", port.tty),
            cwd=place / "empty",
            env=environment(place),
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
    try:
        deadline = time.monotonic() + 60
        while "NIM" not in said.read_text("utf-8").upper() and time.monotonic() < deadline:
            port.pico.run_wall(1)
            port.pico.tap("OK")
    finally:
        port.pico.close()
        try:
            _, err = listening.communicate(timeout=60)
        finally:
            listening.kill()
    assert "NIM" in said.read_text("utf-8").upper(), err
    assert listening.returncode == 1 and "the board is gone" in err


def test_a_ready_image_is_packed_the_same_each_time(firmware_uf2: Path) -> None:
    assert ready.packed([firmware_uf2]) == ready.packed([firmware_uf2])
