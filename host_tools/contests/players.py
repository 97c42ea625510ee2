# SPDX-License-Identifier: MIT
"""Players of a contest: from their text on the command line to a command and a name."""

import itertools
import os
import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from host_tools.usage import WrongUsage, shown

INTERPRETERS = re.compile(r"(python|pypy|ruby|perl|lua|node|java|bash|dash|zsh|sh)[\d.]*")


def command(text: str, built_in: Sequence[str]) -> list[str]:
    """Return the words of the player `text`, one of the `built_in` names or a command line.

    Raises WrongUsage if it cannot be run.
    """
    if text in built_in:
        return [text]
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise WrongUsage(f"player {text!r}: {error}") from error
    if not words:
        raise WrongUsage(f"player {text!r}: no name; {_known(built_in)}")
    if shutil.which(words[0]) is None:
        raise WrongUsage(f"player {text!r}: {_not_run(words[0])}; {_known(built_in)}")
    return words


def _known(built_in: Sequence[str]) -> str:
    return f"allowed: a command, or one of {', '.join(built_in)}"


def _not_run(name: str) -> str:
    """Say why the program `name` cannot be run."""
    if os.path.isdir(name):
        return f"{name} is a folder"
    if os.path.isfile(name):
        if os.path.dirname(name):
            return f"{name} is not executable; try chmod +x {shlex.quote(name)}"
        return f"{name} is not on the PATH; try ./{name}"
    return f"{name}: not found"


def shown_name(words: Sequence[str]) -> str:
    """Return the name of a command: its program's file name without folder and extension.

    For `python3 player.py` the program is player.py, not Python.
    """
    program = Path(words[0])
    if INTERPRETERS.fullmatch(program.name):
        for word in words[1:]:
            if not word.startswith("-"):
                if os.path.isfile(word):  # Path raises OSError if the name is too long
                    program = Path(word)
                break
    return shown(program.stem or program.name)


def unlike(name: str, taken: Sequence[str]) -> str:
    """Return `name`, with a number appended (`minus1-2`) if it is taken."""
    return next(
        shown
        for number in itertools.count(1)
        if (shown := name if number == 1 else f"{name}-{number}") not in taken
    )
