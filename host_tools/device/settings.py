# SPDX-License-Identifier: MIT
"""The settings of a board: `python3 -m host_tools settings [--port P | --all] show | set …`.

`set name=value …` changes these lines of its `settings.txt` and leaves the others; `import FILE`
replaces it, `export FILE` copies it here. `name=` is the name of the board among several.
`language=` may be that of a language file on the board. The board restarts afterwards.
"""

from host_tools.device import line_files
from host_tools.device.link import Entry, Files
from host_tools.texts import language_file, languages
from teletype.core.request import Malformed
from teletype.core.setup import Choice
from teletype.handheld.keeping.setting_fields import FIELDS
from teletype.handheld.keeping.settings import FILE, LARGEST_FILE, take
from teletype.words import LANGUAGES


class Language(Choice):  # type: ignore[misc]  # what the firmware declares has no types
    """The language of a board, which may have others than the firmware (`texts pack`)."""

    def allowed(self) -> str:
        return f"{Choice.allowed(self)}, or that of a .lang file on the board"

    def parse(self, text: str) -> str:
        try:
            known: str = Choice.parse(self, text)
        except Malformed:
            if not languages.CODE.fullmatch(text):
                raise
            return text
        return known


def lacks(text: str, files: Files, there: dict[str, Entry]) -> str:
    """Say which language these lines choose, if the board has none of that code: it would speak
    English, and put the settings aside."""
    values = {"language": LANGUAGES[0]}
    take(text, FILE, KIND.fields, values, [])
    code = values["language"]
    added = {
        name: entry.size
        for name, entry in there.items()
        if language_file.ENDING in name.lower() and "/" not in name and not entry.folder
    }
    if code in LANGUAGES or any(
        size <= language_file.LARGEST and language_file.code(files.read(name, size)) == code
        for name, size in added.items()
    ):
        return ""
    return f"language={code}: the board has no such language; copy its file with `flash` first"


KIND = line_files.Kind(
    "settings",
    "Show or change the settings of a board.",
    FILE,
    [
        Language(field.name, field.default, field.choices) if field.name == "language" else field
        for field in FIELDS
    ],
    LARGEST_FILE,
    "the defaults",
    lacks,
)


def main(argv: list[str]) -> int:
    return line_files.run(KIND, argv)
