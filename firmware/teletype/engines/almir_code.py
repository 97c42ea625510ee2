# SPDX-License-Identifier: MIT
"""The compiler for ALMIR-65: a text becomes flat code for the machine of `almir`.

After the listings in V. N. Kasatkin, 1980. A label may stand inside the brackets of an «ЕСЛИ» or
of a loop, and «НА» jumps there from outside. So the code has no nesting: a bracket that closes
just goes on, and a loop keeps its state in its variable. Neither parsing nor running is recursive.

The code is an array of 16-bit words. A word from SLOTS on puts a variable or a constant on the
stack, the others are operations, followed by their operands. `places` has for each word the index
of its sign in the text.
"""

# covers 002:1555, 002:1735, 002:1917, 002:2051, 002:2164, 002:2215, 002:2306

from array import array

from teletype.engines import almir_text
from teletype.engines.almir_text import (
    ARRAY,
    BLANK,
    DIGITS,
    DO,
    ELSE,
    END,
    FOR,
    GO,
    HALT,
    IF,
    INPUT,
    INSTEAD,
    LINE,
    OUTPUT,
    STEP,
    THEN,
    UNTIL,
    VALUES,
    WHERE,
    WRITE,
    Error,
    Scanner,
    is_digit,
    is_letter,
)  # fmt: skip

(
    STATEMENT, STORE, ADD, SUBTRACT, MULTIPLY, DIVIDE, ELEMENT, ELEMENT_2, PUT, PUT_2, JUMP, LESS,
    AT_MOST, EQUAL, MORE, AT_LEAST, UNEQUAL, FOR_TEST, FOR_NEXT, NEGATIVE, POWER, SUM, SUM_TEST,
    SUM_NEXT, SUM_END, CALL, RETURN, FUNCTION, SHOW_TEXT, SHOW_NAME, SHOW, SHOW_ARRAY, SHOW_PLACE,
    NEW_LINE, BLANKS, STOP, SET_DIGITS, SIZE, GIVE,
) = range(39)  # fmt: skip
"""The operations."""

SLOTS = 64
"""Words from here on put slot `word - SLOTS` on the stack."""

CELLS = 4096
"""The memory of a MIR."""

FUNCTIONS = ("ABS", "F", "ε", "√", "EXP", "LN", "SIN", "COS", "ARCTG")
"""Standard functions of one argument, by the operand of FUNCTION; the program's own go first."""

_TESTS = {"<": LESS, "≤": AT_MOST, "=": EQUAL, ">": MORE, "≥": AT_LEAST, "≠": UNEQUAL}
_OPERATIONS = {
    "+": (1, ADD), "-": (1, SUBTRACT), "×": (2, MULTIPLY), "/": (2, DIVIDE), "↑": (4, POWER),
}  # fmt: skip
"""How strong the operations are."""

_MINUS = 3
_PREFIX = 5
"""The same for a sign before a number, and for ε and √."""

_NESTED = 300
"""Brackets and operations of an expression that may wait for their right side."""

_IF, _ELSE, _FOR = range(3)


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
        of this program, with the directive's behind it.
        """
        self.slots = directive.slots
        self.names = directive.names
        self.arrays = directive.arrays
        self.strings = directive.strings
        self.sizes = directive.sizes
        if directive.entries != self.entries:
            self.entries = directive.entries
            self.functions = directive.functions
            self.code = code
            self.places = self.places + directive.places

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


def compile(text):
    """Return the Program of a text; raise Error, with row and sign, for the first error."""
    try:
        return _Compiler(text).program()
    except MemoryError:
        raise Error("full")


def directive(program, text):
    """Return the code of a directive as a Program of its own, to run behind the code of `program`.

    It knows the names of `program`, and may have new ones. Raise Error with `directive` set.
    """
    return _Compiler(text, program).program()


def replacement(program, text):
    """Return the text of `program` as «ВМЕСТО» old «ЗАПИСАТЬ» new, if `text` is that; else None.

    The old text is looked for as a whole statement or a whole item of the data, then anywhere.
    What does not stand exactly once is refused.
    """
    try:
        scanner = Scanner(text)
        while scanner.sign == "◊":
            scanner.next()
        if scanner.word != INSTEAD:
            return None
        begin = scanner.at
        while scanner.word != WRITE:
            if not scanner.sign:
                scanner.fail("«" + almir_text.WORDS[WRITE] + "»")
            scanner.next()
        old = text[begin : scanner.start]
        begin = scanner.at
        while scanner.sign and scanner.sign != "◊" and scanner.word != END:
            scanner.next()
        new = text[begin : scanner.start]
        found = _occurrences(program.text, old)
        whole = [place for place in found if _stands_alone(program.text, place[0], place[1])]
        if len(whole) == 1:
            found = whole
        if len(found) != 1:
            raise Error("replace", 0, old, str(len(found)))
    except Error as error:
        error.place_in(text, directive=True)
        raise
    start, end = found[0]
    return program.text[:start] + new + program.text[end:]


def names_in(text):
    """Return the names in a part of a program's text, each once, in their order."""
    names = []
    scanner = Scanner(text)
    while scanner.sign:
        if is_letter(scanner.sign):
            name = scanner.name()
            if name not in names:
                names.append(name)
        else:
            scanner.next()
    return names


def _occurrences(text, old):
    """Return (start, end) of each place where `text` has the signs of `old`."""
    wanted = []
    scanner = Scanner(old)
    while scanner.sign:
        wanted.append((scanner.sign, scanner.word))
        scanner.next()
    found = []
    scanner = Scanner(text)
    while scanner.sign and wanted:
        start = at = scanner.start
        count = 0
        while count < len(wanted) and (scanner.sign, scanner.word) == wanted[count]:
            at = scanner.at
            count += 1
            scanner.next()
        if count == len(wanted):
            found.append((start, at))
        scanner.move(start)
        scanner.next()
    return found


def _stands_alone(text, start, end):
    scanner = Scanner(text)
    before = ";"
    while scanner.start < start:
        before = almir_text.WORDS[scanner.word] if scanner.word >= 0 else scanner.sign
        scanner.next()
    scanner.move(end)
    return before in (";", ".", "(", almir_text.WORDS[WHERE], almir_text.WORDS[DO]) and (
        scanner.sign in (";", ")", "") or scanner.word in (WHERE, END)
    )


class _Compiler:
    """One pass over the text of a program, or of a directive for `base`."""

    def __init__(self, text, base=None):
        self.text = text
        self.base = base
        self.offset = len(base.code) if base else 0
        self.start = 0
        self.slots = list(base.slots) if base else []
        self.names = dict(base.names) if base else {}
        self.arrays = dict(base.arrays) if base else {}
        self.functions = dict(base.functions) if base else {}
        self.entries = list(base.entries) if base else []
        self.strings = list(base.strings) if base else []
        self.labels = {}
        self.sizes = dict(base.sizes) if base else {}
        self.code = array("H")
        self.places = array("H")
        self.marks = array("H")
        self.spans = array("H")
        self.blocks = []  # of (kind, whether in brackets, place to patch, place of the loop, …)
        self.jumps = []  # of (place of the operand, label, place in the text)
        self.calls = []  # of (place of the operation, name, arguments, place in the text)
        self.indexed = []  # of (name, indexes, place in the text)
        self.own = []  # functions, by name, and arrays, by number, that this text defines
        self.arguments = {}  # the arguments of the function that is compiled
        self.last = STATEMENT
        self.in_data = self.resolving = False

    # code

    def emit(self, *words, at=None):
        if at is None:
            at = self.scanner.start
        for word in words:
            self.code.append(word)
            self.places.append(at)

        self.last = words[0]

    def drop(self, count):
        """Take back the last words."""
        self.code = self.code[:-count]
        self.places = self.places[:-count]

    def here(self):
        return self.offset + len(self.code)

    def patch(self, place):
        """Let the operand at `place` be the place in the code that comes next."""
        self.code[place - self.offset] = self.here()

    def new_slot(self, value=None):
        self.slots.append(value)
        return len(self.slots) - 1

    def slot(self, name):
        """Return the slot of a variable."""
        if name in self.arguments:
            return self.arguments[name]
        names = self.names
        if name not in names:
            names[name] = self.new_slot()
        return names[name]

    def array(self, name):
        arrays = self.arrays
        if name not in arrays:
            arrays[name] = len(arrays)
        return arrays[name]

    def string(self, text):
        strings = self.strings
        if text in strings:
            return strings.index(text)
        strings.append(text)
        return len(strings) - 1

    def constant(self, m, e):
        """Return the slot of a constant; a fraction is kept as (integer, power of ten)."""
        while e < 0 and not m % 10:
            m //= 10
            e += 1
        if 0 <= e <= 40:
            value = m * 10**e
        elif m:
            value = (m, e)
        else:
            value = 0
        slots = self.slots
        if value not in slots:  # a directive takes those of its program
            slots.append(value)
        return slots.index(value)

    # the text as a whole

    def program(self):
        """Return the finished Program; raise Error."""
        try:
            self.scanner = Scanner(self.text)
            self.whole()
        except Error as error:
            statement = len(self.marks)
            if self.in_data:
                statement = self.statement_at(error.at) if self.resolving else 0
            error.place_in(self.text, statement, self.base is not None)
            raise
        return Program(self)

    def whole(self):
        scanner = self.scanner
        main = self.here()
        while scanner.sign == "◊":
            scanner.next()
        if self.base and scanner.word == DO:
            scanner.next()
        self.statements()
        self.in_data = True
        if self.base:
            self.emit(STOP, 3)  # go on where the program stopped
        else:
            self.emit(STOP, 2)
        self.start = self.here()
        if scanner.word == WHERE:
            scanner.next()
            begin = scanner.start
            cells = scanner.cells
            self.data(False)
            scanner.back(begin, cells)
            self.data(True)
        if scanner.word == END:
            scanner.next()
        elif not self.base:
            scanner.fail("«" + almir_text.WORDS[END] + "»")
        while scanner.sign == "◊":
            scanner.next()
        if scanner.sign:
            scanner.fail("◊")
        self.emit(JUMP, main)
        self.resolve()

    def statement_at(self, at):
        """Return the number of the statement whose text holds the place `at`."""
        number = 0
        while number < len(self.marks) and self.spans[2 * number] <= at:
            number += 1
        return number

    def resolve(self):
        """Put the places of labels and functions into the code."""
        self.resolving = True
        for place, label, at in self.jumps:
            target = self.labels.get(label)
            if target is None and self.base:
                target = self.base.labels.get(label)
            if target is None:
                labels = dict(self.base.labels) if self.base else {}
                labels.update(self.labels)
                raise Error("label", at, label, " ".join(sorted(labels)))
            self.code[place - self.offset] = target
        for place, name, arguments, at in self.calls:
            wanted = 1
            if name in self.functions:
                number = self.functions[name]
                wanted = self.entries[number][2]
                self.code[place - self.offset] = CALL
                self.code[place - self.offset + 1] = number
            elif name in FUNCTIONS:
                self.code[place - self.offset] = FUNCTION
                self.code[place - self.offset + 1] = FUNCTIONS.index(name)
            else:
                known = FUNCTIONS + tuple(sorted(self.functions))
                raise Error("function", at, name, " ".join(known))
            if arguments != wanted:
                raise Error("arguments", at, "%s: %d" % (name, arguments), str(wanted))
        for name, indexes, at in self.indexed:
            count = self.sizes.get(self.arrays[name])
            if count is None:
                raise Error("array", at, name)
            if indexes and count != indexes:
                raise Error("indexes", at, "%s: %d" % (name, indexes), str(count))

    # statements

    def statements(self):
        """Compile statements up to «ГДЕ», «КОНЕЦ» or the end of the text."""
        scanner = self.scanner
        ready = True  # whether a statement may begin here
        while True:
            if scanner.sign == ";":
                scanner.next()
                ready = True
                continue
            if ready and (is_digit(scanner.sign) or is_letter(scanner.sign)) and self.label():
                continue
            if scanner.sign == ")" and self.blocks and self.blocks[-1][1]:
                scanner.next()
                self.close()
                ready = True  # as in the listings, which leave out the ; behind a bracket
                continue
            if scanner.word in (WHERE, END) or not scanner.sign or scanner.sign == "◊":
                if self.blocks:
                    if self.blocks[-1][1]:
                        scanner.fail(")", "bracket")
                    scanner.fail("1 ;")
                return
            if not ready:
                scanner.fail("; )" if self.blocks and self.blocks[-1][1] else ";")
            ready = self.statement()

    def label(self):
        """Read a label and return True, if there is one."""
        scanner = self.scanner
        start = scanner.start
        cells = scanner.cells
        label = scanner.digits() if is_digit(scanner.sign) else scanner.name()
        if scanner.sign != ".":
            scanner.back(start, cells)
            if is_digit(scanner.sign):
                scanner.next()
                scanner.fail(".")
            return False
        labels = self.labels
        if label in labels:
            raise Error("twice", start, label)
        labels[label] = self.here()
        scanner.next()
        return True

    def mark(self, start):
        """Begin a statement; return the place of its weight."""
        self.marks.append(self.here())
        self.spans.append(start)
        self.spans.append(start)
        self.emit(STATEMENT, 1)
        return self.here() - 1

    def marked(self, place):
        """End a statement: its weight is the number of its words, in the text it ends here."""
        self.code[place - self.offset] = max(1, (self.here() - place) >> 1)
        self.spans[-1] = self.scanner.end

    def statement(self):
        """Compile one statement, or the head of one; return whether another may follow at once."""
        scanner = self.scanner
        word = scanner.word
        place = self.mark(scanner.start)
        if word == FOR:
            self.loop(place)
            return True
        if word == IF:
            self.condition(place)
            return True
        if word == GO:
            scanner.next()
            start = scanner.start
            label = scanner.digits() if is_digit(scanner.sign) else scanner.name()
            if not label:
                scanner.fail("L 1")
            self.jumps.append((self.here() + 1, label, start))
            self.emit(JUMP, 0, at=start)
        elif word == OUTPUT:
            scanner.next()
            self.output()
        elif word == INPUT:
            scanner.next()
            scanner.digits()
            self.emit(STOP, 0)
        elif word == HALT:
            scanner.next()
            self.emit(STOP, 1)
        elif word == DIGITS:
            self.digits()
        elif is_letter(scanner.sign):
            self.assignment()
        else:
            scanner.fail("A= «%s» «%s» «%s»" % tuple([almir_text.WORDS[w] for w in (IF, FOR, GO)]))
        self.marked(place)
        if word == DIGITS:
            if scanner.sign in (".", ";"):
                scanner.next()
            while scanner.sign == ".":
                scanner.next()
            self.close_single()
            return True
        return self.close_single() or scanner.sign == ";"

    def digits(self):
        scanner = self.scanner
        scanner.next()
        start = scanner.start
        digits = scanner.digits()
        number = int(digits or "0") if len(digits) < 9 else 0
        if not 1 <= number <= 4000:
            raise Error("digits", start, digits[:20], "1…4000")
        self.emit(SET_DIGITS, number)

    def assignment(self):
        scanner = self.scanner
        start = scanner.start
        name = scanner.name()
        if scanner.sign == "[":
            scanner.next()
            number, indexes = self.array_indexes(name, start)
            scanner.expect("=")
            self.expression()
            self.store_element(number, indexes, start)
            return
        scanner.expect("=")
        begin = scanner.start
        cells = scanner.cells
        if is_letter(scanner.sign) and scanner.name() == name and self.ends():
            self.slot(name)  # A=A: the book's directive that does nothing, even without a value
            return
        scanner.back(begin, cells)
        self.expression()
        self.emit(STORE, self.slot(name), at=start)

    def ends(self):
        """Return whether a statement ends here."""
        return self.scanner.sign in (";", ")", "", "◊") or self.scanner.word in (WHERE, END)

    def array_indexes(self, name, start):
        """Compile indexes up to ]; return the number of the array and how many there are."""
        scanner = self.scanner
        indexes = 0
        while True:
            self.expression()
            indexes += 1
            if scanner.sign != ",":
                break
            scanner.next()
        scanner.expect("]", "bracket")
        number = self.array(name)
        self.indexed.append((name, indexes, start))
        return number, indexes

    def store_element(self, number, indexes, at):
        if indexes == 1:
            self.emit(PUT, number, at=at)
        elif indexes == 2:
            self.emit(PUT_2, number, at=at)
        else:
            raise Error("indexes", at, str(indexes), "1 2")

    def loop(self, place):
        """Compile «ДЛЯ» I=a «ШАГ» b «ДО» c «ВЫПОЛНИТЬ»."""
        scanner = self.scanner
        scanner.next()
        start = scanner.start
        if not is_letter(scanner.sign):
            scanner.fail("I=")
        slot = self.slot(scanner.name())
        scanner.expect("=")
        self.expression()
        self.emit(STORE, slot, at=start)
        scanner.expect_word(STEP)
        again = self.here()
        self.expression()
        step = self.code[-1] - SLOTS
        if self.here() == again + 1 and self.slots[step] is not None:
            self.drop(1)  # a constant: nothing to compute
        else:
            step = self.new_slot()
            self.emit(STORE, step)
        scanner.expect_word(UNTIL)
        self.expression()
        self.emit(FOR_TEST, slot, step, 0, at=start)
        self.blocks.append((_FOR, False, self.here() - 1, again, slot, step, start))
        scanner.expect_word(DO)
        self.marked(place)
        self.open()

    def condition(self, place):
        """Compile «ЕСЛИ» a<b «ТО»."""
        scanner = self.scanner
        scanner.next()
        start = scanner.start
        self.expression()
        test = _TESTS.get(scanner.sign)
        if test is None:
            scanner.fail("< ≤ = ≥ > ≠")
        scanner.next()
        self.expression()
        self.emit(test, 0, at=start)
        self.blocks.append((_IF, False, self.here() - 1))
        scanner.expect_word(THEN)
        self.marked(place)
        self.open()

    def open(self):
        """Look whether the body of the block that began has brackets."""
        if self.scanner.sign == ";":  # a slip of the print behind «ВЫПОЛНИТЬ»
            self.scanner.next()
        if self.scanner.sign == "(":
            self.scanner.next()
            block = self.blocks.pop()
            self.blocks.append((block[0], True) + block[2:])

    def close_single(self):
        """Close the blocks without brackets whose one statement has ended; return whether an
        «ИНАЧЕ» opened another.
        """
        while self.blocks and not self.blocks[-1][1]:
            if not self.close_one():
                return True
        return False

    def close(self):
        """Close a block in brackets, and those without that end with it."""
        if self.close_one():
            self.close_single()

    def close_one(self):
        """Close the last block; return False if an «ИНАЧЕ» follows."""
        scanner = self.scanner
        block = self.blocks.pop()
        if block[0] == _FOR:
            self.emit(FOR_NEXT, block[4], block[5], block[3], at=block[6])
            self.patch(block[2])
            return True
        if block[0] == _IF:
            start = scanner.start
            cells = scanner.cells
            while scanner.sign == ";":
                scanner.next()
            if scanner.word == ELSE:
                scanner.next()
                self.emit(JUMP, 0)
                self.patch(block[2])
                self.blocks.append((_ELSE, False, self.here() - 1))
                self.open()
                return False
            scanner.back(start, cells)
        self.patch(block[2])
        return True

    def output(self):
        """Compile the elements of «ВЫВОД»."""
        scanner = self.scanner
        scanner.digits()  # the device; there is one typewriter
        values = False
        while True:
            if scanner.sign == ",":
                scanner.next()
            elif scanner.sign == "[":
                start = scanner.start
                message = scanner.message()
                self.emit(SHOW_TEXT, self.string(message), at=start)
            elif scanner.word in (LINE, BLANK):
                operation = NEW_LINE if scanner.word == LINE else BLANKS
                scanner.next()
                start = scanner.start
                count = scanner.digits()
                if len(count) > 3:
                    raise Error("number", start, count, "1…999")
                self.emit(operation, int(count or "1"), at=start)
            elif scanner.word == VALUES:
                scanner.next()
                values = True
            elif scanner.word == ARRAY:
                scanner.next()
                start = scanner.start
                name = scanner.name()
                if not name:
                    scanner.fail("A")
                number = self.array(name)
                self.indexed.append((name, 0, start))
                self.emit(SHOW_ARRAY, number, self.string(name), at=start)
            elif self.ends() or scanner.word == ELSE:
                return
            elif scanner.word >= 0:
                words = [almir_text.WORDS[word] for word in (LINE, BLANK, VALUES, ARRAY)]
                scanner.fail("[…] A «%s» «%s» «%s» «%s»" % tuple(words))
            else:
                self.shown(values)

    def shown(self, values):
        """Compile a value to print: after «ЗНАЧЕНИЙ» alone, otherwise as NAME=value."""
        scanner = self.scanner
        start = scanner.start
        place = self.here()
        cells = scanner.cells
        name = scanner.name() if is_letter(scanner.sign) else ""
        bracket = scanner.sign
        scanner.back(start, cells)
        self.expression()
        if values:
            self.emit(SHOW, at=start)
        elif name and self.here() == place + 1:
            self.emit(SHOW_NAME, self.string(name), at=start)
        elif bracket == "[" and self.last in (ELEMENT, ELEMENT_2) and self.places[-1] == start:
            number = self.code[-1]
            indexes = 1 if self.last == ELEMENT else 2
            self.drop(2)
            self.emit(SHOW_PLACE, self.string(name), number, indexes, at=start)
        else:
            raise Error("name", start, scanner.text[start : scanner.start], "«ЗНАЧЕНИЙ»")

    # expressions

    def expression(self):
        """Compile an expression; it ends before the first sign that cannot go on with it.

        `waiting` has the operations whose right side is not complete, as (strength, operation,
        place in the text), and brackets, as lists: [0, what opened it, place in the text, …].
        """
        scanner = self.scanner
        waiting = []
        while True:
            self.operand(waiting)
            while True:
                sign = scanner.sign
                if sign in _OPERATIONS:
                    strength, operation = _OPERATIONS[sign]
                    self.apply(waiting, strength)
                    waiting.append((strength, operation, scanner.start))
                    scanner.next()
                    break
                self.apply(waiting, 1)
                if not waiting:
                    return
                if sign == "," and self.comma(waiting[-1]):
                    scanner.next()
                    break
                closing = "]" if waiting[-1][1] == "[" else ")"
                if sign != closing:
                    scanner.fail(closing, "bracket")
                self.closed(waiting.pop())
                scanner.next()

    def operand(self, waiting):
        """Compile up to the end of a number or a variable."""
        scanner = self.scanner
        while True:
            start = scanner.start
            if len(waiting) > _NESTED:
                raise Error("deep", start)
            sign = scanner.sign
            if sign == "(":
                scanner.next()
                waiting.append([0, "(", start])
            elif sign == "-":
                scanner.next()
                waiting.append((_MINUS, NEGATIVE, start))
            elif sign == "+":
                scanner.next()
            elif sign in ("ε", "√"):
                scanner.next()
                waiting.append((_PREFIX, FUNCTION, start, FUNCTIONS.index(sign)))
            elif sign in ("Σ", "Π"):
                self.begin_sum(waiting)
            elif is_digit(sign) or sign == ".":
                m, e = scanner.number()
                self.emit(SLOTS + self.constant(m, e), at=start)
                return
            elif is_letter(sign):
                name = scanner.name()
                if name in FUNCTIONS:
                    scanner.one_key(name)
                if scanner.sign == "[":
                    scanner.next()
                    waiting.append([0, "[", start, name, 1])
                elif scanner.sign == "(":
                    scanner.next()
                    waiting.append([0, "f", start, name, 1])
                else:
                    self.emit(SLOTS + self.slot(name), at=start)
                    return
            else:
                scanner.fail("1 A (")

    def apply(self, waiting, strength):
        """Compile the waiting operations that are at least as strong."""
        while waiting and waiting[-1][0] >= strength:
            entry = waiting.pop()
            if entry[1] == FUNCTION:
                self.emit(FUNCTION, entry[3], at=entry[2])
            else:
                self.emit(entry[1], at=entry[2])

    def comma(self, bracket):
        """Compile a comma within a bracket; return False if it has no place there."""
        if bracket[1] in ("[", "f"):
            bracket[4] += 1
            return True
        if bracket[1] == "Σ" and bracket[4] < 2:
            bracket[4] += 1
            if bracket[4] == 2:
                slot, product = bracket[3], bracket[5]
                self.emit(SUM, slot, product, at=bracket[2])
                bracket[6] = self.here()
                self.emit(SUM_TEST, slot, 0, at=bracket[2])
            return True
        return False

    def closed(self, bracket):
        """Compile what a closing bracket ends."""
        kind, at = bracket[1], bracket[2]
        if kind == "[":
            name, indexes = bracket[3], bracket[4]
            number = self.array(name)
            self.indexed.append((name, indexes, at))
            if indexes > 2:
                raise Error("indexes", at, str(indexes), "1 2")
            self.emit(ELEMENT if indexes == 1 else ELEMENT_2, number, at=at)
        elif kind == "f":
            self.calls.append((self.here(), bracket[3], bracket[4], at))
            self.emit(CALL, 0, at=at)
        elif kind == "Σ":
            if bracket[4] < 2:
                self.scanner.fail(",")
            slot, product, loop = bracket[3], bracket[5], bracket[6]
            self.emit(MULTIPLY if product else ADD, at=at)
            self.emit(SUM_NEXT, slot, loop, at=at)
            self.patch(loop + 2)
            self.emit(SUM_END, slot, at=at)

    def begin_sum(self, waiting):
        """Compile Σ(I= or Π(I=."""
        scanner = self.scanner
        start = scanner.start
        product = int(scanner.sign == "Π")
        scanner.next()
        scanner.expect("(", "bracket")
        if not is_letter(scanner.sign):
            scanner.fail("I=")
        slot = self.slot(scanner.name())
        scanner.expect("=")
        waiting.append([0, "Σ", start, slot, 0, product, 0])

    # the data

    def data(self, arrays):
        """Compile the items behind «ГДЕ»: first the variables and functions, then, with `arrays`,
        the arrays, whose sizes may need values that stand behind them.
        """
        scanner = self.scanner
        while True:
            while scanner.sign == ";":
                scanner.next()
            if scanner.word == END or not scanner.sign or scanner.sign == "◊":
                return
            start = scanner.start
            if not is_letter(scanner.sign):
                scanner.fail("A= A[ F( «%s»" % almir_text.WORDS[END])
            name = scanner.name()
            if scanner.sign == "[":
                if arrays:
                    self.data_array(name, start)
                else:
                    self.skip()
            elif scanner.sign not in ("=", "("):
                scanner.fail("= [ (")
            elif arrays:
                self.skip()
            elif scanner.sign == "(":
                self.define(name, start)
            else:
                scanner.next()
                self.expression()
                self.emit(STORE, self.slot(name), at=start)
            if scanner.sign not in (";", "", "◊") and scanner.word != END:
                scanner.fail("; «%s»" % almir_text.WORDS[END])

    def skip(self):
        """Go to the end of an item of the data."""
        scanner = self.scanner
        while scanner.sign not in (";", "", "◊") and scanner.word < 0:
            scanner.next()

    def data_array(self, name, start):
        scanner = self.scanner
        scanner.next()
        sizes = 0
        while True:
            self.expression()
            sizes += 1
            if scanner.sign != ",":
                break
            scanner.next()
        scanner.expect("]", "bracket")
        if sizes > 2:
            raise Error("indexes", start, str(sizes), "1 2")
        number = self.array(name)
        if number in self.own:
            raise Error("twice", start, name)
        self.own.append(number)
        self.sizes[number] = sizes
        self.emit(SIZE, number, sizes, at=start)
        if scanner.sign != "=":
            return
        scanner.next()
        values = 0
        while True:
            begin = scanner.start
            self.expression()
            self.emit(GIVE, number, values, at=begin)
            values += 1
            while scanner.sign == ",":  # one may stand behind the last value, too
                scanner.next()
            if scanner.sign in (";", "", "◊") or scanner.word >= 0:
                return

    def define(self, name, start):
        """Compile a function: F(X,Y)=…"""
        scanner = self.scanner
        scanner.next()
        arguments = {}
        first = len(self.slots)
        while True:
            argument = scanner.name()
            if not argument:
                scanner.fail("X")
            if argument in arguments:
                raise Error("twice", start, argument)
            arguments[argument] = self.new_slot()
            if scanner.sign != ",":
                break
            scanner.next()
        scanner.expect(")", "bracket")
        scanner.expect("=")
        if name in self.own:
            raise Error("twice", start, name)
        self.own.append(name)
        over = self.here() + 1
        self.emit(JUMP, 0, at=start)
        entries = self.entries
        entry = self.here(), first, len(arguments)
        functions = self.functions
        if name in functions:  # a directive gives another one
            wanted = entries[functions[name]][2]
            if wanted != len(arguments):
                raise Error("arguments", start, "%s: %d" % (name, len(arguments)), str(wanted))
            entries[functions[name]] = entry
        else:
            functions[name] = len(entries)
            entries.append(entry)
        self.arguments = arguments
        self.expression()
        self.arguments = {}
        self.emit(RETURN, functions[name], at=start)
        self.patch(over)
