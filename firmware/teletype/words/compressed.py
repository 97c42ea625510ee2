# SPDX-License-Identifier: MIT
"""Reads the about page, the story and the claims of a program, which an image has compressed.

`host_tools.build.compressed` says how, and why.
"""

from io import BytesIO

import deflate
from micropython import const

_WINDOW = const(10)
"""Binary logarithm of the bytes that the compression looks back."""


def read(said):
    """Gives `said`, a `words.Program`, its ABOUT, STORY and CLAIMS."""
    text = deflate.DeflateIO(BytesIO(said.PROSE), deflate.RAW, _WINDOW).read().decode()
    about, said.STORY, said.CLAIMS = text.split("\1")
    said.ABOUT = about.split("\0") if about else ()
