# SPDX-License-Identifier: MIT
"""Speech: the screen in words on the serial port, for a speech device or `host_tools listen`.

Only in an exhibit with `say=on`. For a new screen every row is sent, the chosen one last. Then
each newly chosen row follows, with the indented rows below it, or, if nothing is chosen, each
changed row. Paper is on the port anyway, and pages of text are sent as a whole. Pictures have no
words, so by ear people play without them, on the paper, where every answer is given in rows.
"""


class Voice:
    """The description of the screen of `app`.

    _rows    the text of each row
    _chosen  the row last reported as chosen
    _drawn   (text, whether it is chosen) of the rows to report
    _whole   whether they belong to a new screen
    """

    def __init__(self, app):
        self._app = app
        self._drawn: list = []
        self.begin()

    def begin(self):
        """Start the description of a new screen."""
        self._rows = [""] * (self._app.panel.rows + 1)  # the last one has two ends
        self._chosen = ""
        self._whole = True

    def row(self, row, text, chosen):
        """Note a drawn row; of a page that is sent as a whole, only the first and the last."""
        if self._app.activity.SAYS_ITSELF and 0 < row < self._app.panel.rows - 1:
            return
        if text != self._rows[row] or (chosen and text != self._chosen):
            self._rows[row] = text
            self._drawn.append((text, chosen))
        if chosen:
            self._chosen = text

    def say(self, text):
        """Report that something other than a row is chosen, or has a new value."""
        self._drawn.append((text, True))

    def tick(self):
        """Report the rows drawn in the last loop step."""
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
