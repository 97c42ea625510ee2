# SPDX-License-Identifier: MIT
"""The files in the root that the firmware reads, and files whose names are nearly theirs.

Windows hides the endings of names, people write capitals, and browsers number their copies:
`Exhibit.txt`, `exhibit.txt.txt`, `exhibit (1).txt` and `exhbit` were all meant as `exhibit.txt`.
The start names such a file, and a board with one that was meant as `exhibit.txt` is a locked
exhibit.
"""

from teletype.core.request import folded
from teletype.handheld.keeping import EXHIBIT, SETTINGS

BOARD = "board.py"

_ASIDE = (".bad", ".new", ".old", ".bak", ".orig", ".off", ".mir", ".lang")
"""The last ending of a file that was put aside, is being written, or is of another kind."""

_TEXT = ("txt", "text", "rtf")
_COPIES = ("copyof", "kopievon", "copy", "kopie", "ko")
"""How systems call a copy in English, German, and Russian or Ukrainian, whose «копия» has two
letters that look Latin."""

_LONGEST = 255
"""Characters of a name on the flash."""

_SHOWN = 40
"""Characters of a name in a message."""

_WIDE = 0xFEE0
"""What the code of a full-width character has more than that of the usual one."""

_PARTS = ("exh", "bit", "set", "ngs", "bo", "rd")
"""Of each name two parts, one of which any slip leaves whole: most other names have none of them,
and a look at all their letters takes 2 ms."""

_FOLDER = 0x4000
_MOST = 3


def near(entries):
    """Return pairs of a name and the name that was meant; `entries`: as from `os.ilistdir`."""
    found: list = []
    for entry in entries:
        right = _meant(entry)
        if right and right != entry[0] and len(found) < _MOST:
            found.append((entry[0], right))
    return found


def is_exhibit(entries):
    """Whether the board is an exhibit, or was meant to be one; `entries` as for `near`."""
    for entry in entries:
        if _meant(entry) == EXHIBIT:
            return True
    return False


def _meant(entry):
    """Return `right_name` of an entry; a folder like `exhibit`, without an ending, is no file."""
    name = entry[0]
    return right_name(name) if entry[1] != _FOLDER or "." in name else ""


def told(name, right):
    """Return the message about a file whose name is nearly right."""
    if len(name) > _SHOWN:
        name = name[: _SHOWN - 1] + "…"
    return "%s: the name must be %s" % (name, right)


def right_name(name):
    """Return EXHIBIT, SETTINGS or BOARD if a file's name is one of them, or nearly so; or ""."""
    if len(name) > _LONGEST or name[:1] == ".":
        return ""
    if len(name) < len(name.encode()):  # full-width letters, as Japanese keyboards type them
        name = "".join([chr(ord(char) - _WIDE) if _WIDE < ord(char) else char for char in name])
    name = folded(name).lower()
    for part in _PARTS:
        if part in name:
            break
    else:
        return ""
    parts = name.split(".")
    stem = _letters(parts[0])
    if "." + parts[-1] in _ASIDE:
        return ""
    endings = parts[1:]
    if not endings:  # `exhibit_txt`
        for ending in ("txt", "py"):
            if stem.endswith(ending):
                stem = stem[: -len(ending)]
                break
    if _like(stem, "exhibit"):
        return EXHIBIT
    if "exhibit" in _letters(name) and (not endings or _all(parts[-1:], "txt")):
        return EXHIBIT  # the name of a copy may have a date with dots
    copied = stem
    for copy in _COPIES:
        copied = copied.replace(copy, "")
    for meant in (stem, copied):
        if _like(meant, "settings") and _all(endings, "txt"):
            return SETTINGS
        if _like(meant, "board") and _all(endings, "py"):
            return BOARD
    return ""


def _all(endings, wanted):
    """Whether all endings are `wanted`, nearly so, or those of a text."""
    for ending in endings:
        if ending and ending not in _TEXT and not _like(ending, wanted):
            return False
    return True


def _letters(text):
    """Return the letters a..z of a text."""
    return "".join([char for char in text if "a" <= char <= "z"])


def _like(text, word):
    """Whether a text is the word, but for one letter more, less or other, or two that changed
    places."""
    if abs(len(text) - len(word)) > 1:
        return False
    at = 0
    while at < len(text) and text[at : at + 1] == word[at : at + 1]:
        at += 1
    rest, left = text[at:], word[at:]
    if rest[1:] in (left, left[1:]) or rest == left[1:]:
        return True
    return rest[:2] == left[1:2] + left[:1] and rest[2:] == left[2:]
