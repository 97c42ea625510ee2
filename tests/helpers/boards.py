# SPDX-License-Identifier: MIT
"""Boards of other kinds than the Pico: with few buttons, or with what else answers on a port."""

from host_tools.device.link import Link

TWO = ("DOWN", "OK")
THREE = ("UP", "DOWN", "OK")
FOUR = ("UP", "DOWN", "OK", "BACK")
FIVE = ("UP", "DOWN", "LEFT", "RIGHT", "OK")


class Replies(Link):
    """Stands in for the link to a board of another kind: what it says that it is."""

    def __init__(self, *reply: object) -> None:
        self._reply = reply

    def execute(self, code: str, most: int = 0) -> list[bytes]:
        return [str(line).encode() for line in self._reply]
