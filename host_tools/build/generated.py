# SPDX-License-Identifier: MIT
"""The firmware's modules that are built and not kept in git: texts, their glyphs, and the
index of the programs.

They lie in the cache under a key over their sources and the tools that make them. The zip and
stock boards get them as files, in which a language has several modules; in an image it has one.
"""

import hashlib
from pathlib import Path

from host_tools import paths
from host_tools.build import cache, program_index
from host_tools.files import Files, framed
from host_tools.texts import glyphs, languages, packing, plurals, po

TOOLS = (languages, glyphs, packing, plurals, po, program_index)


def root(firmware: Path | None = None, image: bool = False) -> Path:
    """Return a folder with these modules, by their path on the board: as files, or for an image.

    Raises Failed, which names the file, if the sources cannot be used.
    """
    firmware = firmware or paths.FIRMWARE
    words = firmware / languages.FOLDER
    digest = hashlib.sha256()
    sources = [*sorted(words.glob("*.po")), words / languages.SOURCE]
    sources += sorted((firmware / "teletype/programs").glob("*/__init__.py"))
    tools = [Path(str(tool.__file__)) for tool in TOOLS]
    for path in (*sources, *tools, *sorted(tools[0].parent.glob("*.hex"))):
        digest.update(framed(f"{path.parent.name}/{path.name}", path.read_bytes()))
    programs = (firmware / "teletype/programs").glob("*/dialogue.py")
    digest.update(" ".join(sorted(path.parent.name for path in programs)).encode())
    digest.update("".join(sorted(glyphs.in_modules(firmware))).encode())
    folder = paths.CACHE / "generated" / digest.hexdigest()[:16]
    return cache.whole(folder, lambda: _modules(firmware)) / ("image" if image else "files")


def _modules(firmware: Path) -> Files:
    """Return the modules by the form that `root` names, and their path."""
    heads = (firmware / "teletype/programs").glob("*/__init__.py")
    made = {
        # what they say is in the index
        **{str(path.relative_to(firmware)): b"" for path in heads},
        **{f"teletype/fonts/{name}": data for name, data in glyphs.modules(firmware).items()},
        program_index.MODULE.removeprefix("firmware/"): program_index.module(firmware),
    }
    found: Files = {}
    texts = languages.modules(firmware / languages.FOLDER, True)
    for form, modules in zip(("image", "files"), texts, strict=True):
        found |= {f"{form}/{name}": data for name, data in made.items()}
        found |= {f"{form}/{languages.FOLDER}/{name}": data for name, data in modules.items()}
    return found
