# SPDX-License-Identifier: MIT
"""A fingerprint that ties a generated file to the sources and numbers it was computed from."""

import hashlib


def fingerprint(*inputs: object) -> str:
    """Return 16 hexadecimal digits for the sources and numbers that a file is computed from.

    The generated file keeps them in its docstring. If they differ, run its command again.
    """
    return hashlib.sha256(repr(inputs).encode()).hexdigest()[:16]
