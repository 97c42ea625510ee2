# SPDX-License-Identifier: MIT
"""The files that `make release` puts into dist: complete, working and reproducible."""

import functools
import hashlib
import http.server
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest
import yaml

from host_tools import __main__, files, paths, version
from host_tools.build import (
    boards,
    bytecode,
    cache,
    images,
    notices,
    packages,
    release,
    sbom,
    uf2,
)
from host_tools.device import packs
from host_tools.emulator import pico
from host_tools.emulator.images import SIZES
from host_tools.emulator.pico import Pico, make_filesystem
from tests.helpers.boards import Port

pytestmark = pytest.mark.pico

NUMBER = version.version()


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release") / "dist"
    assert __main__.main(["release", "--to", str(folder)]) == 0
    return folder


def unzipped(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.heavy
def test_all_is_there_and_the_sums_hold(dist: Path) -> None:
    names = {path.name for path in dist.iterdir()}
    wanted = {"LICENSE", "NOTICES.md", "SHA256SUMS", "README.txt", "mip", "sbom.cdx.json"}
    wanted |= {files.MADE, "pocket-teletype.html", "pocket-teletype-pico2.html", "pocket-teletype"}
    wanted |= {f"pocket-teletype-{name}-{NUMBER}.zip" for name in ("tapes", "manual")}
    wanted |= {f"pocket_teletype-{NUMBER}-py3-none-any.whl", f"pocket_teletype-{NUMBER}.tar.gz"}
    for name in boards.images():
        wanted |= {f"pocket-teletype-{name}-{NUMBER}.{end}" for end in ("uf2", "notices.txt")}
    for architecture in release.ARCHITECTURES.values():
        wanted |= {f"pocket-teletype-{architecture}-{NUMBER}.zip"}
    assert names == wanted
    checked = subprocess.run(
        ["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=dist, stdout=subprocess.PIPE, text=True
    )
    assert checked.returncode == 0
    there = {path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.is_file()}
    known = {line.partition(":")[0] for line in checked.stdout.splitlines()}
    assert known | {"SHA256SUMS", files.MADE} == there


@pytest.mark.heavy
def test_the_revision_is_inside(dist: Path) -> None:
    revision = (version.revision() or "").encode()
    wanted = b"pocket-teletype revision:" + revision
    for path in dist.glob("*.uf2"):
        assert uf2.payload(path.read_bytes()).count(wanted) == 1
    for path in dist.glob("mip/teletype.version-*.mpy"):
        assert path.read_bytes().count(wanted) == 1


@pytest.mark.heavy
def test_the_zips_have_all_that_a_board_needs(dist: Path) -> None:
    for chip, architecture in release.ARCHITECTURES.items():
        found = unzipped(dist / f"pocket-teletype-{architecture}-{NUMBER}.zip")
        (first, *others) = release.of_chip(chip)
        assert {board.chip for board in (first, *others)} == {chip}
        modules = packs.unpacked(
            {
                name.rpartition("/")[2]: data
                for name, data in found.items()
                if name.endswith(packs.END)
            }
        )
        own_board = bytecode.compiled(
            paths.BOARDS / first.name / "board.py", "board.py", architecture
        )
        assert modules["board.mpy"] == own_board
        assert {name for name in found if name.startswith("boards/")} == {
            f"boards/{other.name}/board.py" for other in others
        }
        assert {
            "main.py",
            "README.txt",
            "LICENSE",
            "NOTICES.md",
            "firmware/now",
        } <= set(found)
        assert first.title in found["README.txt"].decode()
        package = "" if architecture == "armv6m" else f"-{architecture}"
        urls = json.loads((dist / f"mip/package{package}.json").read_bytes())["urls"]
        own = {name for name in found if not name.startswith("boards/")}
        assert {name for name, _ in urls} == own - {"README.txt", "LICENSE", "NOTICES.md"}
        for name, url in urls:
            assert "/" not in url
            assert (dist / "mip" / url).read_bytes() == found[name]
    assert release.of_chip("RP2040")[0].name == "pico"


@pytest.mark.heavy
def test_the_tapes_are_those_of_the_repository(dist: Path) -> None:
    found = unzipped(dist / f"pocket-teletype-tapes-{NUMBER}.zip")
    assert found == {f"tapes/{path.name}": path.read_bytes() for path in paths.TAPES.glob("*")}


def test_what_an_earlier_release_left_goes_and_nothing_else(tmp_path: Path) -> None:
    release.write({"old.uf2": b"1", "files/a/b.mpy": b"2"}, tmp_path)
    (tmp_path / "pocket-teletype.html").write_text("a page that was made")
    release.write({"new.uf2": b"3"}, tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*")) == [
        files.MADE,
        "SHA256SUMS",
        "new.uf2",
        "pocket-teletype.html",
    ]
    sums = (tmp_path / "SHA256SUMS").read_text()
    assert sums == f"{hashlib.sha256(b'3').hexdigest()}  new.uf2\n"


def test_sums_of_a_page_without_folders(tmp_path: Path) -> None:
    """Everything on the page has its sum, and `sha256sum -c` works where it was downloaded."""
    made = {"a.uf2": b"1", "mip/package.json": b"2", "mip/b-1.mpy": b"3"}
    made |= {f"{release.NAME}/index.html": b"4", f"{release.NAME}/main.js": b"5"}
    release.write(release.without_folders(made), tmp_path)
    names = {path.name for path in tmp_path.iterdir()} - {files.MADE}
    page = f"{release.NAME}-page.zip"
    assert names == {"a.uf2", "package.json", "b-1.mpy", page, "SHA256SUMS"}
    assert unzipped(tmp_path / page).keys() == {f"{release.NAME}/{each}" for each in
                                                ("index.html", "main.js")}  # fmt: skip
    checked = subprocess.run(
        ["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=tmp_path, capture_output=True, text=True
    )
    assert checked.returncode == 0 and checked.stdout.count(": OK\n") == len(names) - 1
    with pytest.raises(ValueError, match=r"two files of the release have the name a\.uf2"):
        release.without_folders({"a.uf2": b"1", "mip/a.uf2": b"2"})


WORKFLOWS = paths.ROOT / ".github/workflows"


def test_no_foreign_code_runs_with_the_right_to_sign() -> None:
    """The job that attests only downloads and attests; actions have digests."""
    jobs = yaml.safe_load((WORKFLOWS / "release.yml").read_text("utf-8"))["jobs"]
    signs = {name: job for name, job in jobs.items() if "id-token" in job["permissions"]}
    assert set(signs) == {"attest"}
    assert all("run" not in step for step in signs["attest"]["steps"])
    assert jobs["publish"]["needs"] == "attest" and jobs["attest"]["needs"] == "build"
    assert "heavy" in jobs["build"]["needs"]
    for path in WORKFLOWS.glob("*.yml"):
        for named in re.findall(r"uses: (\S+)", path.read_text("utf-8")):
            assert re.search(r"@([0-9a-f]{40}|sha256:[0-9a-f]{64})$|^\./", named), (path, named)


def test_heavy_tests_run_each_week() -> None:
    text = (WORKFLOWS / "heavy.yml").read_text("utf-8")
    workflow = yaml.safe_load(text)
    (when,) = workflow[True]["schedule"]  # YAML 1.1 reads `on` as true
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", when["cron"])
    assert "workflow_call" in workflow[True] and "make test-heavy" in text


def test_zips_do_not_depend_on_the_day() -> None:
    one = release.zipped({"b": b"2", "a": b"1"})
    assert one == release.zipped({"a": b"1", "b": b"2"})
    with zipfile.ZipFile(io.BytesIO(one)) as archive:
        assert [entry.filename for entry in archive.infolist()] == ["a", "b"]
        assert {entry.date_time for entry in archive.infolist()} == {(2025, 4, 15, 0, 0, 0)}


def plays(device: Pico, nim: bytes = b"nim\n") -> None:
    device.boot()
    device.run_until(lambda: b"POCKET TELETYPE" in device.output, 20_000, step_ms=20)
    device.send(nim)
    device.run_until(lambda: "◊".encode() in device.output, 30_000, step_ms=20)
    assert "ВАШ ХОД" in device.output.decode()


@pytest.mark.parametrize(
    "name", [name for name, board in boards.images().items() if board.chip == "RP2040"]
)
@pytest.mark.heavy
def test_a_uf2_boots(name: str, dist: Path) -> None:
    image = dist / f"pocket-teletype-{name}-{NUMBER}.uf2"
    with Pico(image, **pico.parts(boards.load(name))) as device:
        plays(device)
        assert f"POCKET TELETYPE {NUMBER} {version.revision() or ''}".strip() in (
            device.output.decode()
        )


@pytest.mark.heavy
def test_a_zip_copied_to_a_stock_board_plays(dist: Path, stock_uf2: Path) -> None:
    files = unzipped(dist / f"pocket-teletype-armv6m-{NUMBER}.zip")
    with Pico(stock_uf2, filesystem=make_filesystem(files, SIZES[1])) as device:
        plays(device)


@pytest.mark.heavy
def test_the_overview_names_every_file_at_the_top(dist: Path) -> None:
    told = (dist / "README.txt").read_text(encoding="utf-8")
    for path in dist.iterdir():
        if path.suffix not in (".txt", ".gz") and path.name not in ("mip", files.MADE):
            assert path.name in told, path.name
    assert f"Pocket Teletype {NUMBER}" in told


@pytest.mark.heavy
def test_the_bill_of_materials_names_what_is_inside(dist: Path) -> None:
    bill = json.loads((dist / "sbom.cdx.json").read_bytes())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["version"].startswith(NUMBER)
    names = {(each["name"], each.get("version")) for each in bill["components"]}
    assert {("MicroPython", "1.25.0"), ("TinyUSB", "0.18.0"), ("rp2040js", "1.4.1")} <= names
    assert len(names) == len(notices.parts()) + len([*sbom.npm()]) + len([*sbom.python()])


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.mark.heavy
def test_mip_installs_the_package_from_a_web_server(dist: Path, stock_uf2: Path) -> None:
    """Run the real mpremote over the emulated board's port; that MicroPython has no mip itself."""
    handler = functools.partial(Quiet, directory=str(dist / "mip"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = Port(stock_uf2)
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}/package.json"
        command = ("mip", "install", "--target", "/", address)
        done = port.run("mpremote", "connect", port.tty, *command)
        assert done.returncode == 0, done.stderr
        wanted = release.firmware("RP2040")
        assert {name: data for name, data in port.files().items() if name in wanted} == wanted
    finally:
        port.pico.close()
        server.shutdown()
        server.server_close()


@pytest.mark.heavy
def test_another_clone_makes_the_same_release(dist: Path, tmp_path: Path) -> None:
    """Compare all files byte for byte; the next test compares what the compilers produce."""
    if (version.revision() or "+").endswith("+"):
        pytest.skip("a clone has not what is not committed")
    clone = tmp_path / "another clone"
    subprocess.run(["git", "clone", "-q", paths.ROOT, clone], check=True)
    (clone / ".cache").symlink_to(paths.CACHE)
    command = [sys.executable, "-m", "host_tools", "release", "--to", str(tmp_path / "dist")]
    subprocess.run(command, cwd=clone, check=True)
    here = {path.relative_to(dist): path.read_bytes() for path in dist.rglob("*.*")
            if path.is_file()}  # fmt: skip
    for name, data in here.items():
        assert (tmp_path / "dist" / name).read_bytes() == data, name


@pytest.mark.heavy
def test_two_releases_in_different_folders_are_the_same(
    dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """A second clone with another cache compiles the Pico's image again, with --long each image.

    It shares only the downloads.
    """
    driver = packages.driver_path()
    there = tmp_path / "another place" / "here"
    monkeypatch.setattr(cache, "RUNTIME", tmp_path / "elsewhere" / "runtime")
    (tmp_path / "elsewhere/runtime").mkdir(parents=True)
    (tmp_path / "elsewhere/runtime/downloads").symlink_to(paths.CACHE / "runtime/downloads")
    (tmp_path / "elsewhere/runtime" / driver.name).symlink_to(driver)
    for name in ("firmware", "boards"):
        shutil.copytree(paths.ROOT / name, there / name)
    for path in sorted(there.rglob("*")):
        os.utime(path, (1, 1))
    monkeypatch.setattr(paths, "FIRMWARE", there / "firmware")
    monkeypatch.setattr(paths, "BOARDS", there / "boards")
    if not request.config.getoption("--long"):
        only = {"pico": boards.images()["pico"]}
        monkeypatch.setattr(boards, "images", lambda: only)
    for name in boards.images():
        assert images.image(name).is_relative_to(tmp_path)
    for its, data in release.of_firmware().items():
        assert data == (dist / its).read_bytes(), its
