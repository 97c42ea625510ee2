# SPDX-License-Identifier: MIT
"""Compiles the formulas of ALMIR-65: expressions, and what is made of them, assignments and the
data behind «ГДЕ».
"""

from array import array

try:
    from micropython import const
except ImportError:  # plain Python
    const = int  # type: ignore[assignment]

from teletype.engines.almir_code import Error
from teletype.engines.almir_text import WORDS, Scanner, is_digit, is_letter

_STATEMENT = const(0)
_STORE = const(1)
_ADD = const(2)
_SUBTRACT = const(3)
_MULTIPLY = const(4)
_DIVIDE = const(5)
_ELEMENT = const(6)
_ELEMENT_2 = const(7)
_PUT = const(8)
_PUT_2 = const(9)
_JUMP = const(10)
_NEGATIVE = const(19)
_POWER = const(20)
_SUM = const(21)
_SUM_TEST = const(22)
_SUM_NEXT = const(23)
_SUM_END = const(24)
_CALL = const(25)
_RETURN = const(26)
_FUNCTION = const(27)
_SIZE = const(37)
_GIVE = const(38)
_SLOTS = const(64)
"""Operations, as in `almir`."""

_WHERE = const(16)
_END = const(17)
"""Service words: their places in WORDS."""

FUNCTIONS = ("ABS", "F", "ε", "√", "EXP", "LN", "SIN", "COS", "ARCTG")
"""Standard functions of one argument, by the operand of FUNCTION; the program's own go first."""


_OPERATIONS = {
    "+": (1, _ADD),
    "-": (1, _SUBTRACT),
    "×": (2, _MULTIPLY),
    "/": (2, _DIVIDE),
    "↑": (4, _POWER),
}
"""How strong the operations are."""

_MINUS = 3
_PREFIX = 5
"""The same for a sign before a number, and for ε and √."""

_NESTED = 300
"""Brackets and operations of an expression that may wait for their right side."""


class Formulas:
    """The text of a program, or of a directive for the Program `base`, and its code so far.

    scanner   reads the text
    offset    the place in the machine's code where this one begins
    code, places, slots, names, arrays, functions, entries, strings, sizes   as in a Program
    calls     of functions: (place of the operation, name, arguments, place in the text)
    indexed   uses of arrays: (name, indexes, place in the text)
    given     the names of the arrays of the data, as B[, and of what needs one of them: C, F(
    late      the places of the variables among these
    own       functions, by name, and arrays, by number, that this text defines
    arguments  the slots of the arguments of the function that is compiled
    last      the last operation
    """

    def __init__(self, text, base):
        self.scanner = Scanner(text)
        self.offset = len(base.code) if base else 0
        self.slots = list(base.slots) if base else []
        self.names = dict(base.names) if base else {}
        self.arrays = dict(base.arrays) if base else {}
        self.functions = dict(base.functions) if base else {}
        self.entries = list(base.entries) if base else []
        self.strings = list(base.strings) if base else []
        self.sizes = dict(base.sizes) if base else {}
        self.code = array("H")
        self.places = array("H")
        self.calls = []
        self.indexed = []
        self.given = []
        self.late = []
        self.own = []
        self.arguments = {}
        self.last = _STATEMENT

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
            latin = name.replace("Л", "L")
            if self.offset and latin in names:  # as the book's directives for Nim
                return names[latin]
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
                waiting.append((_MINUS, _NEGATIVE, start))
            elif sign == "+":
                scanner.next()
            elif sign in ("ε", "√"):
                scanner.next()
                waiting.append((_PREFIX, _FUNCTION, start, FUNCTIONS.index(sign)))
            elif sign in ("Σ", "Π"):
                scanner.next()
                scanner.expect("(", "bracket")
                self.begin_sum(waiting, start, int(sign == "Π"))
            elif is_digit(sign) or sign == ".":
                m, e = scanner.number()
                self.emit(_SLOTS + self.constant(m, e), at=start)
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
                    if name == "П" and self.is_bound():  # Π on a Russian keyboard
                        self.begin_sum(waiting, start, 1)
                    else:
                        waiting.append([0, "f", start, name, 1])
                else:
                    self.emit(_SLOTS + self.slot(name), at=start)
                    return
            else:
                scanner.fail("1 A (")

    def apply(self, waiting, strength):
        """Compile the waiting operations that are at least as strong."""
        while waiting and waiting[-1][0] >= strength:
            entry = waiting.pop()
            if entry[1] == _FUNCTION:
                self.emit(_FUNCTION, entry[3], at=entry[2])
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
                self.emit(_SUM, slot, product, at=bracket[2])
                bracket[6] = self.here()
                self.emit(_SUM_TEST, slot, 0, at=bracket[2])
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
            self.emit(_ELEMENT if indexes == 1 else _ELEMENT_2, number, at=at)
        elif kind == "f":
            self.calls.append((self.here(), bracket[3], bracket[4], at))
            self.emit(_CALL, 0, at=at)
        elif kind == "Σ":
            if bracket[4] < 2:
                self.scanner.fail(",")
            slot, product, loop = bracket[3], bracket[5], bracket[6]
            self.emit(_MULTIPLY if product else _ADD, at=at)
            self.emit(_SUM_NEXT, slot, loop, at=at)
            self.patch(loop + 2)
            self.emit(_SUM_END, slot, at=at)

    def is_bound(self):
        """Return whether a name and = come next."""
        scanner = self.scanner
        begin = scanner.start
        cells = scanner.cells
        found = scanner.name() and scanner.sign == "="
        scanner.back(begin, cells)
        return found

    def begin_sum(self, waiting, start, product):
        """Compile I= behind Σ( or Π(."""
        scanner = self.scanner
        if not is_letter(scanner.sign):
            scanner.fail("I=")
        slot = self.slot(scanner.name())
        scanner.expect("=")
        waiting.append([0, "Σ", start, slot, 0, product, 0])

    # assignments

    def assignment(self):
        scanner = self.scanner
        start = scanner.start
        name = scanner.name()
        if scanner.sign == "[":
            scanner.next()
            indexes = self.indexes()
            number = self.array(name)
            self.indexed.append((name, indexes, start))
            scanner.expect("=")
            self.expression()
            if indexes > 2:
                raise Error("indexes", start, str(indexes), "1 2")
            self.emit(_PUT if indexes == 1 else _PUT_2, number, at=start)
            return
        scanner.expect("=")
        begin = scanner.start
        cells = scanner.cells
        if is_letter(scanner.sign) and scanner.name() == name and self.ends():
            self.slot(name)  # A=A: the book's directive that does nothing, even without a value
            return
        scanner.back(begin, cells)
        self.expression()
        self.emit(_STORE, self.slot(name), at=start)

    def ends(self):
        """Return whether a statement ends here."""
        return self.scanner.sign in (";", ")", "", "◊") or self.scanner.word in (_WHERE, _END)

    def indexes(self):
        """Compile indexes, or the sizes of an array, up to ]; return how many there are."""
        scanner = self.scanner
        count = 0
        while True:
            self.expression()
            count += 1
            if scanner.sign != ",":
                break
            scanner.next()
        scanner.expect("]", "bracket")
        return count

    # the data

    def data(self, arrays):
        """Compile the items behind «ГДЕ»: first the variables and functions, then, with `arrays`,
        the arrays, whose sizes may need values that stand behind them. A variable that needs an
        array before it, or such a variable, is computed then, too.
        """
        scanner = self.scanner
        while True:
            while scanner.sign == ";":
                scanner.next()
            if scanner.word == _END or not scanner.sign or scanner.sign == "◊":
                return
            start = scanner.start
            if not is_letter(scanner.sign):
                scanner.fail("A= A[ F( «%s»" % WORDS[_END])
            name = scanner.name()
            sign = scanner.sign
            if sign not in ("[", "=", "("):
                scanner.fail("= [ (")
            if arrays and sign == "[":
                self.data_array(name, start)
            elif arrays and start in self.late:
                self.item(name, start)
            elif arrays:
                self.skip()
            else:
                begin = scanner.start
                cells = scanner.cells
                needs = self.skip()
                if needs or sign == "[":
                    self.given.append(name if sign == "=" else name + sign)
                if needs and sign == "=":
                    self.late.append(start)
                elif sign != "[":
                    scanner.back(begin, cells)
                    self.item(name, start)
            if scanner.sign not in (";", "", "◊") and scanner.word != _END:
                scanner.fail("; «%s»" % WORDS[_END])

    def item(self, name, start):
        """Compile a function or a variable of the data, from its sign ( or = on."""
        if self.scanner.sign == "(":
            self.define(name, start)
        else:
            self.scanner.next()
            self.expression()
            self.emit(_STORE, self.slot(name), at=start)

    def skip(self):
        """Go to the end of an item of the data; return whether it needs one of `given`."""
        scanner = self.scanner
        needs = False
        while scanner.sign not in (";", "", "◊") and scanner.word < 0:
            if is_letter(scanner.sign):
                name = scanner.name()
                if name in FUNCTIONS:
                    scanner.one_key(name)
                used = name + scanner.sign if scanner.sign in ("[", "(") else name
                needs = needs or used in self.given
            else:
                scanner.next()
        return needs

    def data_array(self, name, start):
        scanner = self.scanner
        scanner.next()
        begin = len(self.code)
        sizes = self.indexes()
        if sizes > 2:
            raise Error("indexes", start, str(sizes), "1 2")
        number = self.array(name)
        if number in self.own:
            raise Error("twice", start, name)
        self.own.append(number)
        wanted = self.sizes.get(number, sizes)
        if wanted != sizes:  # a directive gives the array again
            raise Error("indexes", start, "%s: %d" % (name, sizes), str(wanted))
        self.sizes[number] = sizes
        # how many values it has room for; 0: its sizes are not known yet
        room = 1 if len(self.code) == begin + sizes else 0
        for word in self.code[begin : begin + sizes * room]:
            size = self.slots[word - _SLOTS]
            room = room * size if isinstance(size, int) else 0
        self.emit(_SIZE, number, sizes, at=start)
        if scanner.sign != "=":
            return
        scanner.next()
        values = 0
        while True:
            begin = scanner.start
            if values == room > 0:
                raise Error("values", begin, str(values + 1), str(room))
            self.expression()
            self.emit(_GIVE, number, values, at=begin)
            values += 1
            comma = scanner.sign == ","
            if comma:  # one may stand behind the last value, too
                scanner.next()
            if comma and scanner.sign in ("", "◊"):  # half of a directive
                scanner.fail("1 «%s»" % WORDS[_END])
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
        self.emit(_JUMP, 0, at=start)
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
        self.emit(_RETURN, functions[name], at=start)
        self.patch(over)
