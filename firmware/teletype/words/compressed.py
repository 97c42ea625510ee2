# SPDX-License-Identifier: MIT
"""Reads what an image has compressed: a program's about page, story and claims, and the errors.

`host_tools.build.compressed` says how, and why.
"""

from io import BytesIO

import deflate
from micropython import const

_WINDOW = const(10)
"""Binary logarithm of the bytes that the compression looks back."""


def read(said):
    """Gives `said`, a `words.Program`, its ABOUT, STORY and CLAIMS."""
    about, said.STORY, said.CLAIMS = _text(said.PROSE).split("\1")
    said.ABOUT = about.split("\0") if about else ()


def errors(packed):
    """The pairs of an error message and its translation."""
    texts = _text(packed).split("\0")
    return [(texts[at], texts[at + 1]) for at in range(0, len(texts), 2)]


def _text(packed):
    return deflate.DeflateIO(BytesIO(packed), deflate.RAW, _WINDOW).read().decode()
