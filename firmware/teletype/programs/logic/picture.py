# SPDX-License-Identifier: MIT
"""The problems of `logic` for a reader: first the problem, then the question who it was, then the
machine's answer, with the solution in words. For the timetable, the search is shown as a grid that
fills. A person's guess goes to no paper and no tape.

UP and DOWN scroll the text. The setup shows the text in `picture_editor`.
"""

# covers 002:972, 002:2049

from teletype import words
from teletype.drivers.buttons import DOWN, LEFT, OK, RIGHT, UP
from teletype.handheld.drawing.listing import keys_row, title_row
from teletype.handheld.drawing.lists import Listing
from teletype.handheld.pictures import base, problem
from teletype.programs.logic.picture_week import Week

ANSWERS = {"vessel": ("ГП", "ГЧ", "ГТ", "ФП", "ФЧ", "ФТ"), "who": ("Б", "Д", "С")}
"""The letters that are true for each possible guess, in the order of GUESSES. For the timetable
the guess is the number of solutions, from zero on."""

CLAIMS = {
    "vessel": (("Г", "П"), ("Ф", "Т"), ("~Г", "Ч")),
    "who": (("~Б", "~Д"), ("~Б", "С"), ("~С", "Б")),
}
"""The two claims of each of the PERSONS."""


class Picture(base.Picture):
    """The problem that the setup names, the guess, and the solution.

    The timetable's solution is a grid that fills. DOWN opens the text; UP at its top leads back.

    _guess   a person's guess, a list of choices; None before the question
    _chosen  the number of the choice made; the last one means "no guess"
    _rows    the machine's printed lines
    _week    the `picture_week.Week` of a timetable, once it has been shown; else None
    _grids   whether that grid is on the screen
    """

    FIRST = STAYS = True

    @staticmethod
    def fits(panel, setup):
        return True

    def __init__(self, app, setup, game):
        base.Picture.__init__(self, app, setup, game)
        self._setup = setup
        self._puzzle = setup["puzzle"]
        self.holds = True
        self._solved = False
        self._guess = self._text = self._week = None
        self._chosen = -1
        self._rows = []
        self._grids = False

    def encode_words(self):
        self._text = None
        if self._guess:
            self._ask()

    def line(self, text):
        self._rows.append(text)

    def end(self):
        self.STAYS = False
        self._solved = True
        self._text = None
        self._grids = self._puzzle == "timetable" and self._panel.rows > 7
        return False

    def called(self):
        return words.text("PROBLEM_SOLUTION")

    def _ask(self):
        """Make the list of the choices; only the first one is chosen."""
        choices = words.program("logic").GUESSES[self._puzzle][1:] + (
            words.text("PROBLEM_UNKNOWN"),
        )
        chosen = self._guess.chosen if self._guess else 0

        def text(index):
            return choices[index], ""

        rows = self._panel.rows - 2
        self._guess = Listing(self._app, rows, text, len(choices), chosen=chosen)

    def draw(self):
        if self._guess:
            title_row(self._app, words.program("logic").GUESSES[self._puzzle][0])
            self._guess.draw()
            keys_row(self._app, self._panel.rows - 1, words.text("PROBLEM_ASK"))
        elif self._grids:
            if not self._week:
                self._week = Week(self._app, self._setup["without"] or ())
            self._text = None
            self._week.draw()
        else:
            if not self._text:
                paragraphs = self._judged() + paragraphs_of(self._puzzle, self._solved)
                self._text = problem.Text(self._app, paragraphs)
            keys = "PROBLEM_IDEA" if self.holds else "PROBLEM_END"
            self._text.draw(words.text(keys), 0 if self._chosen < 0 else -1)

    def _judged(self):
        """Return the machine's result next to the guess, and which claims are true."""
        game = self.game
        if not self._solved or not game.found:
            return []
        said = words.program("logic")
        names = said.GUESSES[self._puzzle][1:]
        answers = ANSWERS.get(self._puzzle)
        if answers:
            found = [all([game.holds(sign) for sign in signs]) for signs in answers].index(True)
            answer = names[found].split("\n")[0]
        else:
            found = min(game.found, len(names) - 1)
            answer = str(game.found)
        if 0 <= self._chosen < len(names):
            verdict = "PROBLEM_RIGHT" if self._chosen == found else "PROBLEM_NO"
        else:
            verdict = "PROBLEM_ANSWER"
        lines = [words.text(verdict).replace("*", answer)] + self._rows
        if answers:
            lines.append(words.text("PROBLEM_ROWS") % (1 << len(game.order), game.found))
            for name, claims in zip(said.PERSONS[self._puzzle].split(" "), CLAIMS[self._puzzle]):
                signs = [
                    words.text("PROBLEM_TRUE" if game.holds(claim) else "PROBLEM_FALSE")
                    for claim in claims
                ]
                lines.append(name + ": " + ", ".join(signs))
        return lines + [""]

    def tick(self, now):
        if self._grids and self._week:
            self._week.tick(now)
        return False

    def key(self, key, repeat):
        if self._guess:
            if key == OK and not repeat:
                self._chosen = self._guess.chosen
                self._guess = self._text = None
                self.holds = False
            elif key == LEFT and not repeat:
                self._guess = None
                self.draw()
            else:
                self._guess.key(key, repeat)
        elif self._grids:
            if key == DOWN:
                self._grids = False
                self.draw()
            elif not repeat or key == RIGHT:
                self._week.key(key)
        elif key == UP or key == DOWN:
            turned = self._text and self._text.turn(key)  # None before the next draw
            if not turned and key == UP and self._week and not repeat:
                self._grids = True
            self.draw()
        elif repeat:
            pass
        elif self.holds and (key == OK or key == RIGHT):
            self._ask()
            self.draw()
        elif self._solved and key == OK:
            return {}
        return None


def paragraphs_of(puzzle, solved=False):
    """Return the paragraphs of a problem; if `solved`, after its solution."""
    problem = words.program("logic").problem(puzzle)
    if problem is None:
        return []
    text, answer = problem
    return (answer + "\n◊\n" + text if solved else text).split("\n")
