# SPDX-License-Identifier: MIT
"""The settings of a board: `python3 -m host_tools settings [--port P | --all] show | set …`.

`set name=value …` changes these lines of its `settings.txt` and leaves the others; `import FILE`
replaces it, `export FILE` copies it here. `name=` is the name of the board among several.
`language=` may be that of a language file on the board. The board restarts afterwards.
"""

from host_tools.device import line_files
from host_tools.texts import languages
from teletype.core.request import Malformed
from teletype.core.setup import Choice
from teletype.handheld.keeping.setting_fields import FIELDS
from teletype.handheld.keeping.settings import FILE, LARGEST_FILE


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
)


def main(argv: list[str]) -> int:
    return line_files.run(KIND, argv)
