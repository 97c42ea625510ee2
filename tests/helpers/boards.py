# SPDX-License-Identifier: MIT
"""Boards of other kinds than the Pico: with few buttons, or with what else answers on a port."""

TWO = ("DOWN", "OK")
THREE = ("UP", "DOWN", "OK")
FOUR = ("UP", "DOWN", "OK", "BACK")
FIVE = ("UP", "DOWN", "LEFT", "RIGHT", "OK")


class Replies:
    """Stands in for mpremote's transport where a board of another kind would be needed."""

    def __init__(self, *reply: object) -> None:
        self._reply = reply

    def exec(self, code: str) -> None:
        pass

    def eval(self, code: str) -> tuple[object, ...]:
        return self._reply
