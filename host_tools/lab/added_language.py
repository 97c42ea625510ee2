# SPDX-License-Identifier: MIT
"""A language file to measure and to test with: German under a code that no language has."""

from host_tools import paths
from host_tools.texts import language_file, languages

CODE = "zz"


def german() -> bytes:
    """Return the file `zz.lang`."""
    folder = paths.FIRMWARE / languages.FOLDER
    source = languages.source(folder)
    read = languages.read(folder, "de", source)
    read.code = CODE
    return language_file.made(source, read, set())
