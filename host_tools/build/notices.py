# SPDX-License-Identifier: MIT
"""The contents of an image, and the notices that their licences require.

NOTICES.md lists the third-party parts, the source files of each, and the licence texts. The
linker's map of an image lists the object files that are really in it. The compiler's dependency
files name their sources and headers, and the folder `frozen_mpy` the frozen modules. `write` puts
the notices of these parts next to the image, with the copyright statements of each source file. It
stops at a part without a notice.

The map is that of GNU ld ("Options", -Map, in the manual of the GNU linker).
"""

import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from host_tools.paths import INSTALLED, ROOT, SHIPPED
from host_tools.usage import BuildError


def _papers() -> Path:
    """Return the folder of the two papers; pip puts them next to a package's metadata."""
    if not INSTALLED:
        return ROOT
    found = SHIPPED.parent.parent.glob("pocket_teletype-*.dist-info/licenses")
    return next(found, ROOT)


LICENSE = _papers() / "LICENSE"
NOTICES = _papers() / "NOTICES.md"

MAP = "firmware.elf.map"
"""The name of the linker's map in a build folder."""

MEMORY = 0x1000_0000
"""Start of the chips' flash and memory; the map's entries below it are only for a debugger."""

COMPILER = (
    (re.compile(r"/lib[cgm](_nano)?\.a\(|/include/newlib/|arm-none-eabi/include/"), "newlib/"),
    (re.compile(r"/libgcc\.a\(|/crt(i|n|begin|end)\.o$|/gcc/arm-none-eabi/"), "gcc/"),
)
"""The compiler's own parts, wherever it is installed, and their names in NOTICES.md."""

STATEMENT = re.compile(r"(?:Copyright|Copryight|\([cC]\)|©).*(?:19|20)\d\d.*")


@dataclass(frozen=True)
class Part:
    """A third-party part: its name, description, source files and licence texts."""

    name: str
    about: str
    sources: tuple[str, ...]
    texts: tuple[str, ...]


def parts(path: Path = NOTICES) -> list[Part]:
    """Return the parts that the file of notices lists. Raises BuildError."""
    found = []
    for section in re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        name, _, body = section.partition("\n")
        match = re.fullmatch(
            r"\n(?P<about>.*?)\n\nSources: (?P<sources>.*?)\n"
            r"(?P<texts>(\n```text\n.*?\n```\n)*)\n?",
            body,
            re.DOTALL,
        )
        sources = tuple(re.findall(r"`([^`]+)`", match["sources"])) if match else ()
        if match is None or not sources:
            raise BuildError(f"{path.name}: {name}: not 'what it is', 'Sources:' and the texts")
        texts = re.findall(r"```text\n(.*?)\n```\n", match["texts"], re.DOTALL)
        found.append(Part(name, match["about"], sources, tuple(texts)))
    if not found:
        raise BuildError(f"{path.name}: no parts")
    return found


def part_of(name: str, among: Iterable[Part]) -> Part | None:
    """Return the part of a file: the one with the longest matching source."""
    best, longest = None, 0
    for part in among:
        for source in part.sources:
            whole = fnmatchcase(name, source + "*" if source.endswith("/") else source)
            if whole and len(source) > longest:
                best, longest = part, len(source)
    return best


def linked(text: str) -> set[str]:
    """Return the object files and archive members that have bytes in the image's memory."""
    head = "\nLinker script and memory map\n"
    if head not in text:
        raise BuildError("not a map of the GNU linker")
    placed = re.findall(
        r"^ \S*\s+0x([0-9a-f]+) +0x([0-9a-f]+) (\S.*)$", text.partition(head)[2], re.MULTILINE
    )
    return {
        name
        for address, size, name in placed
        if int(size, 16) and int(address, 16) >= MEMORY and name != "linker stubs"
    }


def sources(build: Path, tree: Path, objects: Iterable[str]) -> set[str]:
    """Return the source files of these objects, with all headers, as absolute names without links.

    Objects of assembler sources have no dependency file. Their own name gives the source, because
    CMake derives it from the source; the same holds for the compiler's parts.
    """
    found = set()
    for name in objects:
        dependencies = build / f"{name}.d"
        inside = re.fullmatch(r"CMakeFiles/[\w-]+\.dir(/.*)\.o", name)
        if dependencies.is_file():
            words = dependencies.read_text(errors="replace").replace("\\\n", " ").split(":", 1)[1]
            found |= {str((build / word).resolve()) for word in words.split()}
        elif inside:
            places = (inside[1], f"{tree}/ports/rp2{inside[1]}")
            there = (place for place in places if Path(place).is_file())
            found.add(str(Path(next(there, f"{build}{inside[1]}")).resolve()))
        else:
            found.add(str((build / name).resolve()))
    return found


def canonical(path: str, build: Path, tree: Path) -> str:
    """Return the name of a file as NOTICES.md writes it."""
    for pattern, name in COMPILER:
        if pattern.search(path):
            return name
    for folder, name in ((build / "pico-sdk", "pico-sdk/"), (build, "build/"), (tree, "")):
        if path.startswith(f"{folder}/"):
            return name + path[len(f"{folder}/") :]
    return path


def collect(build: Path, tree: Path, ours: Iterable[Path]) -> dict[str, list[str]]:
    """Return the contents of the image of this build folder: file names by the part's name.

    `tree` is MicroPython's; `ours` are the folders of this project's own files. Files that no part
    covers are listed under the name "". Raises BuildError.
    """
    known = parts()
    folders = [folder.resolve() for folder in ours]
    objects = linked((build / MAP).read_text(errors="replace"))
    names = {
        canonical(path, build.resolve(), tree.resolve())
        for path in sources(build, tree, objects)
        if not any(path.startswith(f"{folder}/") for folder in folders)
    }
    for compiled in (build / "frozen_mpy").rglob("*.mpy"):
        module = compiled.relative_to(build / "frozen_mpy").with_suffix(".py")
        name = f"frozen/{module.as_posix()}"
        own = any((folder / module).is_file() for folder in folders)
        if part_of(name, known) is not None or not own:
            names.add(name)
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        part = part_of(name, known)
        found.setdefault(part.name if part else "", []).append(name)
    return found


def statements(files: Iterable[Path]) -> list[str]:
    """Return the copyright statements in the comments of source files, each once."""
    found = set()
    for path in files:
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            match = STATEMENT.search(line)
            if match and re.match(r"[\s/*#;]*(\\author )?(.*[\s,])?$", line[: match.start()]):
                found.add(match[0].partition("SPDX")[0].rstrip(" */").replace("pry", "pyr"))
    return sorted(found)


def text(found: dict[str, list[str]], tree: Path) -> str:
    """Return the notices of an image that holds these files of these parts."""
    lines = ["What is in this image, and under which terms.", ""]
    lines += ["Pocket Teletype", "---------------", "", LICENSE.read_text(encoding="utf-8")]
    for part in parts():
        if part.name not in found:
            continue
        lines += [part.name, "-" * len(part.name), "", part.about, ""]
        files = (tree / name for name in found[part.name])
        stated = statements(path for path in files if path.is_file())
        if stated:
            lines += ["The files that are in the image say:", ""]
            lines += [*(f"    {statement}" for statement in stated), ""]
        for licence in part.texts:
            lines += [licence, ""]
    if "" in found:
        lines += ["Other files", "-----------", "", "Their terms are in the files:", ""]
        lines += [*(f"    {name}" for name in found[""]), ""]
    return "\n".join(lines)


def beside(image: Path) -> Path:
    """Return the name of the notices of an image."""
    return image.with_suffix(".notices.txt")


def write(build: Path, tree: Path, ours: Iterable[Path], image: Path, named: bool) -> list[str]:
    """Write the notices and the map next to an image; return the files without a notice.

    `named`: the source tree is the user's own and may hold other parts, which the notices list.
    In our tree such parts raise BuildError.
    """
    found = collect(build, tree, ours)
    missing = found.get("", [])
    if missing and not named:
        raise BuildError(
            f"in {image.name} and not in {NOTICES.name}: {', '.join(missing[:5])}"
            + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
        )
    beside(image).write_text(text(found, tree), encoding="utf-8")
    shutil.copy(build / MAP, image.with_suffix(".map"))
    return missing
