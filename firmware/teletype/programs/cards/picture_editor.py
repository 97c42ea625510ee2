# SPDX-License-Identifier: MIT
"""The editor for the cards of a training."""

from micropython import const

from teletype import words
from teletype.drivers.buttons import BACK, OK
from teletype.handheld.drawing.glyphs import MARGIN, draw_text, width
from teletype.handheld.pictures import editor
from teletype.programs.cards import pattern as engine
from teletype.programs.cards.picture_grids import END, Grids, as_drawn

_FEWEST, _MOST = const(2), const(99)
"""Cards in a training."""

_HINT = const(58)
"""The pixel column where the hint for OK ends, while the cursor is on the signs."""

_BUTTONS = ("◄", "►", "+", "-", "↵")


class Editor(editor.Editor):
    """An editor for the cards of a training, one by one. The signs below: previous card, next
    card, add a card (a copy of this one), remove this card, accept all; BACK cancels.

    The setup's `k` is the number of circles; cards of another size are cut or filled up.
    """

    def __init__(self, app, field, setup, done, cancel):
        editor.Editor.__init__(self, app, field, setup, done, cancel)
        count = setup["k"]
        self._colours = int(setup.get("colours") or 0)
        most = self._colours or 1
        self._cards = []
        for word in setup[field.name]:
            card = [min(int(digit), most) for digit in word[:count]]
            self._cards.append(card + [0] * (count - len(card)))
        while len(self._cards) < _FEWEST:
            self._cards.append([0] * count)
        self._shown = 0
        self._grids = Grids(app, self._cards[0], self._learned(), _BUTTONS, self._colours)

    def _learned(self):
        """Return what the machine learns from the cards, `as_drawn`."""
        bits = 2 if self._colours else 1
        pattern = engine.learned(engine.coded(card, bits) for card in self._cards)
        return as_drawn(pattern, self._colours)

    def draw(self):
        panel = self._panel
        panel.home()
        panel.blank()
        self._draw_title(words.text("CARDS_LEARNED"))
        self._draw_hint()
        self._grids.draw()

    def _draw_hint(self):
        """Draw what OK does: to the circle, or after the sign under the cursor."""
        panel = self._panel
        row = panel.rows - 1
        button = self._grids.button()
        text = words.text("CARDS_FLIP")
        if button >= 0:
            text = "OK:" + words.text("CARDS_DOES").split(" ")[button]
        end = draw_text(panel, row, MARGIN, words.called(text))
        panel.clear(row, end, _HINT - end)

    def _draw_title(self, right):
        panel = self._panel
        number = words.text("CARDS_NUMBER") % (self._shown + 1, len(self._cards))
        end = draw_text(panel, 0, MARGIN, number)
        start = END - width(right)
        panel.clear(0, end, start - end)
        draw_text(panel, 0, start, right)

    def key(self, key, repeat):
        grids = self._grids
        if key == BACK:
            if not repeat:
                self._cancel()
        elif key != OK:
            grids.move(key)
            self._draw_hint()
        elif not repeat:
            button = grids.button()
            if button < 0:
                grids.flip()
                grids.show(grids.card, self._learned())
            else:
                self._press(_BUTTONS[button])

    def _show(self, index, message=None):
        """Show another card."""
        self._shown = index % len(self._cards)
        self._grids.show(self._cards[self._shown], self._learned())
        self._draw_title(message or words.text("CARDS_LEARNED"))

    def _press(self, button):
        cards, shown = self._cards, self._shown
        if button == "◄":
            self._show(shown - 1)
        elif button == "►":
            self._show(shown + 1)
        elif button == "+" and len(cards) == _MOST:
            self._show(shown, words.text("CARDS_TOO_MANY") % _MOST)
        elif button == "+":
            cards.insert(shown + 1, list(cards[shown]))
            self._show(shown + 1)
        elif button == "-" and len(cards) == _FEWEST:
            self._show(shown, words.text("CARDS_TOO_FEW") % _FEWEST)
        elif button == "-":
            del cards[shown]
            self._show(min(shown, len(cards) - 1))
        else:
            self._done(tuple(["".join([str(cell) for cell in card]) for card in cards]))
