# SPDX-License-Identifier: MIT
"""The device's texts as modules from files have them, for a stock board whose heap holds them.

`host_tools.build.compressed` says how they are made, and why.
"""


class Blocks:
    """The texts by their keys, in blocks of bytes: "\\1", then key, "\\0", text, "\\1" for each.

    A text is in the block of its key's length, modulo the number of blocks.
    """

    def __init__(self, blocks):
        self._blocks = blocks

    def __contains__(self, key):
        return self._place(key) >= 0

    def __getitem__(self, key):
        at = self._place(key)
        if at < 0:
            raise KeyError(key)
        block = self._block(key)
        at += len(key) + 2
        return str(block[at : block.find(b"\1", at)], "utf-8")

    def _place(self, key):
        """Return where a text begins in its block, with the mark before its key; -1: nowhere."""
        return self._block(key).find(b"\1%s\0" % key.encode())

    def _block(self, key):
        return self._blocks[len(key) % len(self._blocks)]
