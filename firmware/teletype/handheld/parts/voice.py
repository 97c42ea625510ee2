# SPDX-License-Identifier: MIT
"""What is drawn, said in words on the serial port: for a speech box, or `host_tools listen`.

Only in an exhibit with `say=on`. Of a screen that has come every row is said, the chosen one last;
then what is chosen, with the indented rows below it, or, where nothing is, each row that has
changed. Paper is on the port anyhow, and pages of text say themselves as a whole. Pictures have no
words: who plays by ear plays without them, on the paper, where every answer is given in rows.
"""


class Voice:
    """Says what is drawn on the screen of `app`.

    _rows    what stands on each row
    _chosen  the row that was said to be chosen last
    _drawn   (text, whether it is chosen) of the rows that are to be said
    _whole   whether they are a new screen's
    """

    def __init__(self, app):
        self._app = app
        self._drawn: list = []
        self.begin()

    def begin(self):
        """A screen is drawn as a whole."""
        self._rows = [""] * (self._app.panel.rows + 1)  # the last one has two ends
        self._chosen = ""
        self._whole = True

    def row(self, row, text, chosen):
        """A row was drawn; of a screen that says itself, only those at its two ends."""
        if self._app.activity.SAYS_ITSELF and 0 < row < self._app.panel.rows - 1:
            return
        if text != self._rows[row] or (chosen and text != self._chosen):
            self._rows[row] = text
            self._drawn.append((text, chosen))
        if chosen:
            self._chosen = text

    def say(self, text):
        """Something that is no row is chosen now, or has another value."""
        self._drawn.append((text, True))

    def tick(self):
        """Says what was drawn in the last turn."""
        if not self._drawn:
            return
        whole = self._whole
        some = True in [chosen for _, chosen in self._drawn]
        for wanted in (not whole, whole):
            for text, chosen in self._drawn:
                if chosen == wanted and text.strip():
                    if whole or chosen or not some or text[0] == " ":
                        self._app.console.print(text.strip())
        self._drawn = []
        self._whole = False
