# SPDX-License-Identifier: MIT
"""What ties a file that a command has computed to the command: a fingerprint of what went in."""

import hashlib


def fingerprint(*inputs: object) -> str:
    """16 hexadecimal digits for the sources and numbers that a file is computed from.

    The file has it in its docstring. If they differ, run the command again.
    """
    return hashlib.sha256(repr(inputs).encode()).hexdigest()[:16]
