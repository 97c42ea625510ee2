# SPDX-License-Identifier: MIT
"""What the three editions of Calculation offer alike."""

from teletype.programs import base
from teletype.programs.calculation import duel
from teletype.programs.calculation.game import Game
from teletype.programs.calculation.stock import FIGURES, MENDED


class Edition(base.Program):
    """One edition; each sets FIELDS and `play`."""

    OFTEN = ("lucky",)
    INSTEAD = ("lucky", "stock")
    PRESETS: tuple = (FIGURES, MENDED)
    SHOWN = ""  # the adviser plays it
    PICTURE = "programs.calculation.picture"
    Game = Game
    check = staticmethod(duel.check)
    heap_kib = staticmethod(duel.heap_kib)
