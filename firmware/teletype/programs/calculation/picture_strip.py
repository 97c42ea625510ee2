# SPDX-License-Identifier: MIT
"""The bottom row below the table of Calculation. It shows the answer that OK gives, in the
notation of the edition, the number of the card, and another key. Or it shows the chance to win,
with the foundation that a kept card waits for, or an error in the last answer.
"""

from micropython import const

from teletype import words
from teletype.engines.calculation import NONE, RANKS, SYMBOLS
from teletype.handheld.drawing.glyphs import COLUMN, MARGIN, ZERO, encode, extent
from teletype.handheld.drawing.listing import HINTS, keys_row
from teletype.handheld.pictures.shapes import decimal

_NIL = const("NIL")

_CHANCE = const(4)
"""Characters of a percentage at the end of CALCULATION_WINS."""

_APART = const(3)
"""Pixels that two texts of the row need between them."""

_PER_CENT = encode("%")[0]


def _text(text):
    return bytearray(encode(text))


def _percent(codes, value):
    """Write 0..100 and the per cent sign to the end of `codes`, four places."""
    at = len(codes) - 4
    codes[at + decimal(codes, at, 4, value)] = _PER_CENT


class Strip:
    """Draw the row of `picture`; `wide`: there is room for words.

    _answers  the answer for each decision, as glyph numbers
    _placed   the number of the card in hand
    _waits    the text about a kept card and its foundation; empty without one
    """

    def __init__(self, app, picture, wide):
        self._app = app
        self._panel = app.panel
        self._font = app.font
        self._picture = picture
        self._wide = wide
        self._answers = {}
        self._placed = 0
        self._waits = b""
        self.refused = False
        """Whether the next drawing says that there is no memory for the adviser."""
        self.encode_words()

    def encode_words(self):
        """Encode its words in the language of the device."""
        self._ok = _text(words.text("CALCULATION_OK"))
        self._number = _text(words.text("CALCULATION_CARD"))
        self._next = _text(words.text("CALCULATION_NEXT"))
        self._look = _text(words.text("CALCULATION_LOOK"))
        self._still = _text(words.text("CALCULATION_STILL"))
        self._to_next = _text(words.text("CALCULATION_TO_NEXT"))
        self._to_hand = _text(words.text("CALCULATION_TO_HAND"))
        self._to_talon = _text(words.text("CALCULATION_TO_TALON"))
        self.number(self._placed)
        visiting = self._app.exhibit.visiting  # in an idle exhibit OK begins a visit
        self._stop = _text(words.text("CALCULATION_STOP") if visiting else "")
        first = 0 if self._wide else -4  # a share ends the text; on a narrow panel it is alone
        self._thinks = _text(words.text("CALCULATION_THINKS")[first:])
        self._wins = _text(words.text("CALCULATION_WINS")[first:])

    def encode_answers(self, request, places):
        """Encode the answers of a `request` for the decisions `places`."""
        self._answers.clear()
        for decision in places:
            text = request.format(request.answers[decision])
            self._answers[decision] = _text(
                words.text("CALCULATION_TURN") if text == _NIL else text
            )

    def number(self, placed):
        """Set the number of the card in hand."""
        self._placed = placed
        decimal(self._number, len(self._number) - 3, 3, placed)

    def show_progress(self, percent):
        """Show how much of its thinking the adviser has done, in per cent."""
        _percent(self._thinks, percent)

    def show_chance(self, percent, kept):
        """Show the adviser's chance to win, in per cent; `kept`: the rank of a kept card and the
        foundation that it waits for, or None.
        """
        _percent(self._wins, percent)
        self._waits = b""
        if kept:
            text = words.text("CALCULATION_WAITS")
            number = "F%d" % kept[1] if self._picture.view.lettered else str(kept[1] + 4)
            text = text.replace("#", SYMBOLS[kept[0]]).replace("F*", "*").replace("*", number)
            self._waits = _text(text)

    def draw(self):
        """Draw the bottom row: the answer that OK gives, the number of the card, another key."""
        if self._app.activity.keeps_row():
            return
        picture = self._picture
        if picture.result and self._app.sessions.screen.ended:
            row = self._panel.rows - 1
            keys_row(self._app, row, picture.end_keys() + "\n" + picture.end_keys(False))
            return
        answer = middle = right = b""
        if picture.result:
            answer = _text(words.text("CALCULATION_GO_ON"))  # rare, so not stored
        elif picture.thinking:
            answer = self._stop
            right = self._thinks
        elif picture.chance >= 0:
            answer = self._answers[picture.cursor.decision]
            right = self._wins
            if picture.plays:
                middle = right
                right = answer
                answer = self._stop
            elif self._waits:
                middle = self._waits
                right = right[-_CHANCE:]
        elif picture.request:
            decision = picture.cursor.decision
            answer = self._answers[decision]
            if picture.turning:
                right = self._look
                if decision <= RANKS:
                    middle = self._still
                    self._still[-1] = ZERO + picture.view.to_come(decision)
            elif picture.hand:
                middle = self._number
                right = self._look if decision <= 4 else self._to_talon
            elif decision == NONE:
                middle = self._number if picture.seen else self._next
                right = self._look
            else:
                right = self._to_hand if picture.seen else self._to_next
            if self.refused:
                self.refused = False
                middle = b""
                right = _text(words.text("CRASH_MEMORY"))
        self._lay_out(answer, middle, right)

    def _lay_out(self, answer, middle, right):
        """Draw three texts in the bottom row, as far as there is space."""
        picture = self._picture
        panel = self._panel
        row = panel.rows - 1
        panel.clear(row, 0, MARGIN)
        x = HINTS
        if answer:
            named = picture.result or picture.thinking or picture.playing()
            if not named and (self._wide or len(answer) < 11):  # else `((T1 F2)(X))` does not fit
                x = self._draw_codes(x, self._ok)
            x = self._draw_codes(x, answer)
        end = panel.width - 2 * self._wide
        shown = len(right)
        start = end - extent(right, 0, shown)
        if start < x + _APART and picture.chance >= 0:  # only the percentage
            right = right[-_CHANCE:]
            shown = _CHANCE
            start = end - _CHANCE * COLUMN
        elif start < x + _APART:  # only its ►
            shown = 1
            start = end - COLUMN - 1
        at = x + (start - x - extent(middle, 0, len(middle))) // 2
        if at >= x + COLUMN and middle:
            panel.clear(row, x, at - x)
            x = self._draw_codes(at, middle)
        panel.clear(row, x, start - x)
        panel.clear(row, self._draw_codes(start, right, shown))

    def draw_looked(self):
        """Draw the row below the page with all cards of the talons."""
        panel = self._panel
        back, advice, demo = [
            _text(words.text(text))
            for text in ("CALCULATION_TABLE", "CALCULATION_ADVICE", "CALCULATION_DEMO")
        ]
        x = self._draw_codes(HINTS, back) if self._wide else HINTS
        right = panel.width - 2 * self._wide - extent(demo, 0, len(demo))
        self._draw_codes(right, demo)
        free = right - x - extent(advice, 0, len(advice))
        self._draw_codes(x + free // 2 // COLUMN * COLUMN, advice)

    def _draw_codes(self, x, codes, count=-1):
        panel = self._panel
        count = len(codes) if count < 0 else count
        return panel.draw(panel.rows - 1, x, codes, 0, count, self._font)
