# SPDX-License-Identifier: MIT
"""The code of a program in ALMIR-65, for the machine of `almir`, and what can be wrong with it.

After the listings in V. N. Kasatkin, 1980. A label may stand inside the brackets of an «ЕСЛИ» or
of a loop, and «НА» jumps there from outside. So the code has no nesting: a bracket that closes
just goes on, and a loop keeps its state in its variable. Neither parsing nor running is recursive.

The code is an array of 16-bit words. A word from SLOTS on puts a variable or a constant on the
stack, the others are operations (see the constants in `almir`), followed by their operands.
`places` has for each word the index of its sign in the text.
"""

OPEN = "«“„\"‹‘'‚”《＂"
"""Quotes before a service word."""

CELLS = 4096
"""The memory of a MIR."""


class Error(Exception):
    """The program, or its run, has an error.

    kind       what is wrong, in a word or two
    met        what stands there, or the value that does not fit
    allowed    what could stand there
    at         the index of the place in the text
    statement  the number of the statement, from 1; 0 in the data
    row, sign  the place in the text, both from 1
    directive  whether the text is that of a directive
    """

    def __init__(self, kind, at=0, met="", allowed=""):
        super().__init__(kind)
        self.kind = kind
        self.at = at
        self.met = met
        self.allowed = allowed
        self.statement = self.row = self.sign = 0
        self.directive = False

    def place_in(self, text, statement=0, directive=False):
        """Compute row and sign of the place in the text of the program, or of a `directive`."""
        self.statement = statement
        self.directive = directive
        before = text[: self.at]
        self.row = before.count("\n") + 1
        self.sign = self.at - before.rfind("\n")


class Program:
    """A compiled program.

    text        its text, to the letter
    code, places, start   the code, the places of its words, and where it begins
    slots       the constants; None for the variables
    names       the slots of the variables by name
    arrays, functions     their numbers by name
    entries     for each function (its place in the code, slot of the first argument, how many)
    labels      places in the code by label
    marks       the places in the code where statements begin, in order, and the `spans` of these
                in the text: start, end, start, end …
    strings     texts of messages and names
    sizes       how many indexes each array has, by its number
    cells       signs and service words: the cells of the text in a MIR
    """

    def __init__(self, made):
        """Take what the compiler `made`."""
        self.text = made.text
        self.start = made.start
        self.slots = made.slots
        self.names = made.names
        self.arrays = made.arrays
        self.functions = made.functions
        self.entries = made.entries
        self.labels = made.labels
        self.strings = made.strings
        self.sizes = made.sizes
        self.code = made.code
        self.places = made.places
        self.marks = made.marks
        self.spans = made.spans
        self.cells = made.scanner.cells

    def learn(self, directive, code):
        """Know the names of a directive from now on, and its functions, which are in `code`: that
        of this program, with the directive's behind it. Return whether it has functions.
        """
        self.slots = directive.slots
        self.names = directive.names
        self.arrays = directive.arrays
        self.strings = directive.strings
        self.sizes = directive.sizes
        if directive.entries == self.entries:
            return False
        self.entries = directive.entries
        self.functions = directive.functions
        self.code = code
        return True

    def statement(self, pc):
        """Return the number of the statement, from 1, with the code before `pc`; 0: the data."""
        if pc > self.start:
            return 0
        low, high = 0, len(self.marks)
        while low < high:
            middle = (low + high) >> 1
            if self.marks[middle] < pc:
                low = middle + 1
            else:
                high = middle
        return low

    def span(self, statement):
        """Return where a statement, from 1, begins and ends in the text."""
        return self.spans[2 * statement - 2], self.spans[2 * statement - 1]
