# SPDX-License-Identifier: MIT
"""The 10,000-yen game: the money that is left as bars, who took which round, and the bid.

UP and DOWN change the bid by the step that is marked in it, round at the ends; LEFT and RIGHT
choose the step: 1000, 100, 50, 10 or 1. OK bids.
"""

from micropython import const

import words
from drivers.buttons import DOWN, OK, RIGHT, UP
from handheld.glyphs import COLUMN, MARGIN, draw_text, width
from handheld.pictures import base
from handheld.pictures.shapes import box

_STEPS = (1000, 100, 50, 10, 1)

_MONEY = const(10000)
_ROUNDS = const(10)

_BAR = const(40)
_LENGTH = const(58)
"""The first pixel of a bar, and the pixels of all the money."""

_PITCH = const(12)
"""Pixels from the box of a round to the next one."""
_BOXES = const(34)
_SIDE = const(9)
"""The pixel row of the boxes, and how high they are."""

_BOX_ROW = const(1)
_BOX = const(90)
"""Text row and pixels of the result."""

_ROUND = const((70, "ROUND %d/10", "ТУР %d/10", "%d回目/10"))
_YOU = const((36, "YOU", "ВЫ", "あなた"))
_IT = const((36, "IT", "ОН", "相手"))
_WON = const((36, "WON", "ВЗЯТО", "取った"))
_BID = const((44, "BID", "СТАВКА", "出す"))
_OF = const((40, "of %d", "из %d", "/%d"))
_KEYS = const((85, "▲▼:+-%d  ◄►:STEP", "▲▼:+-%d  ◄►:ШАГ", "▲▼:+-%d  ◄►:きざみ"))
_SEND = const((35, "OK:BID", "OK:ДАТЬ", "OK:出す"))


class Picture(base.Picture):
    """`setup`: the name of the `opponent`."""

    ANSWERS = True

    def __init__(self, app, setup):
        super().__init__(app, setup)
        self._name = setup["opponent"]
        self._left = [_MONEY, _MONEY]
        self._won = [0, 0]
        self._taken: list = []
        """For each round that was played who took it: 1 you, -1 it, 0 nobody."""
        self._bid = self._low = self._high = 0
        self._step = 0
        self._message = ""
        self._over = False

    def line(self, text):
        before, arrow, after = text.partition("->")
        if not arrow:
            if text[:1] > " ":
                self._message = text
            return
        number, _, bids = before.partition(":")
        if int(number) == 1:
            self._left = [_MONEY, _MONEY]
            self._taken = []
        marks = bids.find("["), bids.rfind("[")
        you, other = [int(bid) for bid in bids.replace("[", " ").replace("]", " ").split()]
        self._taken.append(0 if marks[0] < 0 else 1 if you < other else -1)
        self._left[0] -= you
        self._left[1] -= other
        self._won = [int(won) for won in after.split()]

    def ask(self, request):
        if request is None:
            return
        if len(self._taken) == _ROUNDS:  # another game
            self._left = [_MONEY, _MONEY]
            self._won = [0, 0]
            self._taken = []
        self._low, self._high = request.lows[0], request.highs[0]
        self._bid = request.values[0]
        self._step = 0

    def end(self):
        self._over = True
        return True

    def draw(self):
        panel = self._panel
        panel.fill(0)
        panel.touch(0, 0, panel.width, panel.height)
        panel.clear(0, 0, MARGIN, 255)
        title = words.text(_ROUND) % min(_ROUNDS, len(self._taken) + 1)
        end = draw_text(panel, 0, MARGIN, title, 255)
        start = panel.width - 2 - width(self._name)
        panel.clear(0, end, start - end, 255)
        panel.clear(0, draw_text(panel, 0, start, self._name, 255), -1, 255)
        for who, name in ((0, words.text(_YOU)), (1, words.text(_IT))):
            draw_text(panel, 1 + who, MARGIN, name)
            y = 9 + 8 * who
            panel.rect(_BAR, y, _LENGTH + 2, 6, 1)
            panel.fill_rect(_BAR + 1, y + 1, self._left[who] * _LENGTH // _MONEY, 4, 1)
            self._right(1 + who, str(self._left[who]))
        draw_text(panel, 3, MARGIN, words.text(_WON))
        self._right(3, "%d : %d" % (self._won[0], self._won[1]))
        for index in range(_ROUNDS):
            self._draw_round(index)
        if self._over:
            box(panel, words.say(self._message), 0, _BOX_ROW, _BOX)
            draw_text(panel, panel.rows - 1, MARGIN, self.end_keys())
            return
        row = panel.rows - 2
        end = draw_text(panel, row, MARGIN, words.text(_BID))
        figures = str(self._bid)
        step = str(_STEPS[self._step])
        figures = "0" * (len(step) - len(figures)) + figures
        marked = 2 if step[0] == "5" else 1
        at = len(figures) - len(step)
        x = end + (6 - len(figures)) * COLUMN
        x = draw_text(panel, row, x, figures[:at])
        x = draw_text(panel, row, x, figures[at : at + marked], 255)
        draw_text(panel, row, x, figures[at + marked :])
        self._right(row, words.text(_OF) % self._high)
        row += 1
        draw_text(panel, row, MARGIN, words.text(_KEYS) % _STEPS[self._step])
        self._right(row, words.text(_SEND))

    def _right(self, row, text):
        draw_text(self._panel, row, self._panel.width - 2 - width(text), text)

    def _draw_round(self, index):
        """A round: full if you took it, crossed if it did, a dot if nobody did; framed now."""
        panel = self._panel
        x = MARGIN + 3 + index * _PITCH
        panel.rect(x, _BOXES, _SIDE, _SIDE, 1)
        if index == len(self._taken):
            panel.rect(x - 1, _BOXES - 1, _SIDE + 2, _SIDE + 2, 1)
        elif index < len(self._taken):
            taken = self._taken[index]
            if taken > 0:
                panel.fill_rect(x + 2, _BOXES + 2, _SIDE - 4, _SIDE - 4, 1)
            elif taken < 0:
                panel.line(x + 2, _BOXES + 2, x + _SIDE - 3, _BOXES + _SIDE - 3, 1)
                panel.line(x + 2, _BOXES + _SIDE - 3, x + _SIDE - 3, _BOXES + 2, 1)
            else:
                panel.pixel(x + _SIDE // 2, _BOXES + _SIDE // 2, 1)

    def key(self, key, repeat):
        if key == OK:
            return None if repeat else (self._bid,)
        if key == UP or key == DOWN:
            self._change(_STEPS[self._step], key == UP, repeat)
        else:
            self._step = (self._step + (1 if key == RIGHT else -1)) % len(_STEPS)
        self.draw()
        return None

    def _change(self, by, up, repeat):
        """The bid `by` more or less; beyond an end it comes in at the other, unless held."""
        bid = self._bid + (by if up else -by)
        if bid > self._high:
            bid = self._high if repeat else self._low + (self._bid - self._low) % by
        elif bid < self._low:
            top = self._bid + 9 * by  # as a digit goes from 0 to 9
            if top > self._high:
                top = self._high - (self._high - self._bid) % by
            bid = self._low if repeat else top
        self._bid = bid
