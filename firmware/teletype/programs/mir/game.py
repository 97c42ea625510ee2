# SPDX-License-Identifier: MIT
"""The machine of a session. The dialogue moves it; the picture looks at it, and may hold it."""

from teletype.engines import game


class Game(game.State):
    """What dialogue and picture share.

    machine   the `teletype.engines.almir.Machine`; None before the program starts
    error     the `Error` that stopped it, or None
    held      whether it runs statement by statement
    ready     whether it stands before a statement that the picture has not seen
    count     statements that have run while it was held
    """

    def __init__(self, setup):
        super().__init__(setup)
        self.machine = None
        self.error = None
        self.held = self.ready = False
        self.count = 0
