# SPDX-License-Identifier: MIT
"""Debian's packages: MicroPython's sources, and other packages named with their SHA-256.

The source packages carry MicroPython, the Pico SDK and TinyUSB, and Debian signs them. apt works
in a root of its own inside the cache, so it needs no privileges and does not touch this machine's
package lists. The mirror is the machine's own. Each package's SHA-256 stands next to its name.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from host_tools.build import cache, environment
from host_tools.build.cache import Run
from host_tools.usage import DOCTOR, BuildError

APT = Path("/etc/apt")
"""The folder with the addresses of the machine's package mirrors."""

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


def check_sha256(path: Path, expected: str) -> None:
    """Raise BuildError unless the file's SHA-256 is the expected one."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != expected:
        raise BuildError(
            f"{path.name} is not the expected file and was refused: "
            f"its SHA-256 is {found}, not {expected}"
        )


def here(files: dict[str, str]) -> bool:
    """Whether all files (names and SHA-256) have been downloaded and are intact."""
    try:
        for name, expected in files.items():
            check_sha256(cache.RUNTIME / "downloads" / name, expected)
        return True
    except (OSError, BuildError):
        return False  # never fetched, or damaged on the disk


def download() -> Path:
    """Return a folder with the source packages, each of which has its expected SHA-256."""
    what = "MicroPython's sources"
    return _fetched(what, DOWNLOADS, (MICROPYTHON,), DEBS, f"or {environment.WAY_OUT}")


def unpacked(kind: str, what: str, debs: dict[str, str]) -> Path:
    """Return a folder with the contents of binary packages, given as file names and SHA-256."""

    def build(folder: Path) -> None:
        names = ["=".join(name.split("_")[:2]) for name in debs]
        packages = _fetched(what, debs, (), names, "or do without them")
        with cache.step(f"unpacking {what}", kind) as run:
            for name in debs:
                run("dpkg-deb", "-x", packages / name, folder)

    return cache.artefact(kind, cache.key(sorted(debs.items())), "", build)


def _fetched(
    what: str, files: dict[str, str], sources: Sequence[str], debs: Sequence[str], way_out: str
) -> Path:
    """Return a folder with `files` (names and SHA-256) from source packages and debs.

    `way_out` ends the error messages about unavailable packages.
    """
    packages = cache.RUNTIME / "downloads"
    packages.mkdir(exist_ok=True)
    if here(files):
        return packages
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise cache.MissingError(
            f"{what} come from Debian's packages, and this machine has no apt-get "
            f"and dpkg-deb: install them, {way_out}; {DOCTOR}"
        )
    if not KEYRING.exists():
        raise cache.MissingError(
            f"{KEYRING} is missing, and Debian's signatures cannot be checked without it: "
            f"install the package debian-archive-keyring, {way_out}"
        )
    mirrors = _mirrors()
    if not mirrors:
        raise cache.MissingError(
            f"no Debian mirror in {APT}/sources.list and {APT}/sources.list.d: name one "
            f"in {environment.MIRROR}, {way_out}"
        )
    root = cache.RUNTIME / "partial" / "apt"
    with cache.lock("apt"), cache.step(f"fetching {what} from Debian", "apt") as run:
        for mirror in mirrors:
            try:
                _fetch(mirror, root, run, sources, debs)
                break
            except BuildError:
                if mirror == mirrors[-1]:
                    raise
        for name, expected in files.items():
            check_sha256(root / name, expected)
            os.replace(root / name, packages / name)
    cache.remove(root)
    return packages


def _fetch(mirror: str, root: Path, run: Run, sources: Sequence[str], debs: Sequence[str]) -> None:
    """Download packages into `root`, an apt root of its own."""
    cache.remove(root)
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
        "APT::Status-Fd": "2",  # the progress of a download, for the bar
        # apt's own user may not read the cache; signature and hash verify the downloads.
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", *(f"-o{name}={value}" for name, value in settings.items())]
    run(*apt, "update", cwd=root)
    if sources:
        run(*apt, "source", "--download-only", "--tar-only", *sources, cwd=root)
    run(*apt, "download", *debs, cwd=root)


def _mirrors() -> list[str]:
    """Return addresses that may be Debian mirrors: the user's, or those apt uses here."""
    mirror = os.environ.get(environment.MIRROR)
    if mirror:
        return [mirror]
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
    Other archives may name their suites like Debian's, so the caller must try the addresses in
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
