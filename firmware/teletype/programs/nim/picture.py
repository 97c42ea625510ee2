# SPDX-License-Identifier: MIT
"""The heaps of Nim on the MIR: an answer names one heap and the number of stones LEFT in it.

So the choice of another heap puts back the stones taken from the last one.
"""

from micropython import const

from teletype.handheld.pictures.stones import Stones, has_room

_MOST = const(99)


class Picture(Stones):
    LETTERS = "NIM_LETTERS"

    @staticmethod
    def fits(panel, setup):
        return has_room(panel, len(setup["heaps"]))

    def __init__(self, app, setup, game):
        Stones.__init__(self, app, setup, game, len(game.heaps), _MOST, "T=# L=")
        self.single = True
        self.scale(max(game.heaps))
