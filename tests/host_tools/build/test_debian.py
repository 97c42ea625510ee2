# SPDX-License-Identifier: MIT
"""Debian's packages: only the expected ones are used, from mirrors that apt knows."""

import hashlib
from pathlib import Path

import pytest

from host_tools.build import debian, environment
from host_tools.usage import BuildError


def test_wrong_download_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "package.tar.xz"
    package.write_bytes(b"as it should be")
    right = hashlib.sha256(package.read_bytes()).hexdigest()
    debian.check_sha256(package, right)
    package.write_bytes(b"as it should bf")
    with pytest.raises(BuildError, match=f"package.tar.xz .*refused.*not {right}"):
        debian.check_sha256(package, right)


def test_spoilt_download_in_the_cache_is_not_used(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(cache))  # without Debian's tools nothing can be fetched
    packages = cache / "downloads"
    packages.mkdir(parents=True)
    right = {}
    for name in debian.DOWNLOADS:
        (packages / name).write_text(name)
        right[name] = hashlib.sha256(name.encode()).hexdigest()
    monkeypatch.setattr(debian, "DOWNLOADS", right)
    assert debian.download() == packages
    (packages / next(iter(right))).write_text("spoilt")
    with pytest.raises(BuildError, match=r"no apt-get and dpkg-deb.*--uf2.*--micropython"):
        debian.download()


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
    assert debian.parse_mirrors([("debian.sources", SOURCES)]) == [
        "http://one.example/debian",
        "http://two.example/debian",
        "https://vendor.example/apt",
    ]
    assert debian.parse_mirrors([("sources.list", LIST)]) == [
        "https://vendor.example/apt",
        "http://three.example/debian",
    ]
    both = debian.parse_mirrors([("sources.list", LIST), ("debian.sources", SOURCES)])
    assert both == [
        "http://one.example/debian",
        "http://two.example/debian",
        "https://vendor.example/apt",
        "http://three.example/debian",
    ]


def test_machine_without_debian_mirror(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debian, "APT", cache / "etc")
    monkeypatch.setattr(debian, "KEYRING", Path(__file__))
    (cache / "etc/sources.list.d").mkdir(parents=True)
    (cache / "etc/sources.list").write_text("deb http://ubuntu.example/ubuntu noble main\n")
    (cache / "etc/sources.list.d/debian.sources.disabled").write_text(SOURCES)
    for program in ("apt-get", "dpkg-deb"):
        (cache / program).symlink_to("/bin/false")
    monkeypatch.setenv("PATH", str(cache))
    with pytest.raises(BuildError, match=r"no Debian mirror in .*POCKET_TELETYPE_DEBIAN"):
        debian.download()
    monkeypatch.setenv(environment.MIRROR, "http://named.example/debian")
    assert debian._mirrors() == ["http://named.example/debian"]
