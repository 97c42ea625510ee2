# SPDX-License-Identifier: MIT
"""The compiler for ALMIR-65: a text becomes the code of `almir_code`, in one pass."""

# covers 002:1555, 002:1735, 002:1917, 002:2051, 002:2164, 002:2215, 002:2306

from array import array

try:
    from gc import threshold
except ImportError:  # plain Python
    threshold = int  # type: ignore[assignment]

try:
    from micropython import const
except ImportError:  # plain Python
    const = int  # type: ignore[assignment]

from teletype.engines.almir_code import Error, Program
from teletype.engines.almir_formulas import FUNCTIONS, Formulas
from teletype.engines.almir_text import WORDS, folded, is_digit, is_letter

_STATEMENT = const(0)
_STORE = const(1)
_ELEMENT = const(6)
_ELEMENT_2 = const(7)
_JUMP = const(10)
_LESS = const(11)
_AT_MOST = const(12)
_EQUAL = const(13)
_MORE = const(14)
_AT_LEAST = const(15)
_UNEQUAL = const(16)
_FOR_TEST = const(17)
_FOR_NEXT = const(18)
_CALL = const(25)
_FUNCTION = const(27)
_SHOW_TEXT = const(28)
_SHOW_NAME = const(29)
_SHOW = const(30)
_SHOW_ARRAY = const(31)
_SHOW_PLACE = const(32)
_NEW_LINE = const(33)
_BLANKS = const(34)
_STOP = const(35)
_SET_DIGITS = const(36)
_SLOTS = const(64)
"""Operations, as in `almir`."""

_DIGITS = const(0)
_FOR = const(1)
_STEP = const(2)
_UNTIL = const(3)
_DO = const(4)
_IF = const(5)
_THEN = const(6)
_ELSE = const(7)
_GO = const(8)
_OUTPUT = const(9)
_INPUT = const(10)
_LINE = const(11)
_BLANK = const(12)
_VALUES = const(13)
_ARRAY = const(14)
_HALT = const(15)
_WHERE = const(16)
_END = const(17)
"""Service words: their places in WORDS."""


_TESTS = {
    "<": _LESS,
    "≤": _AT_MOST,
    "=": _EQUAL,
    ">": _MORE,
    "≥": _AT_LEAST,
    "≠": _UNEQUAL,
}

_OFTEN = 16384
"""Bytes allocated between garbage collections: otherwise the small objects of a long text lie all
over the heap, and its code finds no contiguous block. 4000 characters took 250 KB."""

_KNOWN = 20
"""Labels that an error names."""

_FEW = 4
"""Statements in a step of the compiler: 30 ms on a Pico."""


def compile(text):
    """Return the Program of a text; raise Error, with row and sign, for the first error."""
    return _last(compiling(text))


def compiling(text, base=None):
    """Compile in parts: yield None after each, and the Program at last. Raise Error as above."""
    compiler = None
    before = threshold()
    threshold(_OFTEN)
    try:
        compiler = _Compiler(text, base)
        for _ in compiler.parts():
            threshold(before)
            yield
            threshold(_OFTEN)
        program = Program(compiler)
    except Error as error:
        statement = compiler.statement_of(error.at) if compiler else 0
        error.place_in(text, statement, base is not None)
        raise
    except MemoryError:
        full = Error("full", compiler.scanner.start if compiler else 0)
        compiler = None
        full.place_in(text, 0, base is not None)
        raise full
    finally:
        threshold(before)
    yield program


def directive(program, text):
    """Return the code of a directive as a Program of its own, to run behind the code of `program`.

    It knows the names of `program`, and may have new ones. Raise Error with `directive` set.
    """
    return _last(compiling(text, program))


def folded_names(names):
    """Return names as a Program has them."""
    return [folded(name) for name in names]


def _last(parts):
    made = None
    for part in parts:
        made = part
    return made


class _Compiler(Formulas):
    """One pass over the text of a program, or of a directive for `base`.

    text, start, labels, marks, spans   as in a Program
    blocks     those still open: (kind, whether in brackets, place to patch, place of the loop …)
    jumps      to labels: (place of the operand, label, place in the text)
    in_data    whether the statements are compiled
    resolving  whether the data are, too
    """

    def __init__(self, text, base):
        Formulas.__init__(self, text, base)
        self.text = text
        self.base = base
        self.start = 0
        self.labels = {}
        self.marks = array("H")
        self.spans = array("H")
        self.blocks = []
        self.jumps = []
        self.in_data = self.resolving = False

    # the text as a whole

    def parts(self):
        """Compile the whole text in steps: the statements, the data, what they resolve."""
        scanner = self.scanner
        main = self.here()
        while scanner.sign == "◊":
            scanner.next()
        if self.base and scanner.word == _DO:
            scanner.next()
        yield from self.statements()
        self.in_data = True
        self.emit(_STOP, 3 if self.base else 2)  # 3: go on where the program stopped
        self.start = self.here()
        if not self.base and len(self.code) > 3 and self.code[2] == _SET_DIGITS:
            self.emit(_SET_DIGITS, self.code[3])  # with which the program begins: the data, too
        if scanner.word == _WHERE:
            scanner.next()
            begin = scanner.start
            cells = scanner.cells
            self.data(False)
            yield
            scanner.back(begin, cells)
            self.data(True)
            yield
        if scanner.word == _END:
            scanner.next()
        elif not self.base:
            scanner.fail("«" + WORDS[_END] + "»")
        while scanner.sign == "◊":
            scanner.next()
        if scanner.sign:
            scanner.fail("◊")
        self.emit(_JUMP, main)
        self.resolve()

    def statement_of(self, at):
        """Return the number of the statement with an error at the place `at`; 0: in the data."""
        if not self.in_data:
            return len(self.marks)
        number = 0
        while self.resolving and number < len(self.marks) and self.spans[2 * number] <= at:
            number += 1
        return number

    def resolve(self):
        """Put the places of labels and functions into the code."""
        self.resolving = True
        for place, label, at in self.jumps:
            target = self.labels.get(label)
            if target is None and self.base:
                known = self.base.labels
                target = known.get(label, known.get(label.replace("Л", "L")))
            if target is None:
                labels = dict(self.base.labels) if self.base else {}
                labels.update(self.labels)
                names = sorted(labels)
                if len(names) > _KNOWN:
                    names = names[:_KNOWN] + ["…"]
                raise Error("label", at, label, " ".join(names) or "—")
            self.code[place - self.offset] = target
        for place, name, arguments, at in self.calls:
            wanted = 1
            if name in ("Є", "E") and name not in self.functions:
                name = "ε"  # the letters that look like it
            if name in self.functions:
                number = self.functions[name]
                wanted = self.entries[number][2]
                self.code[place - self.offset] = _CALL
                self.code[place - self.offset + 1] = number
            elif name in FUNCTIONS:
                self.code[place - self.offset] = _FUNCTION
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
        """Compile statements up to «ГДЕ», «КОНЕЦ» or the end of the text, a few in a step."""
        scanner = self.scanner
        ready = True  # whether a statement may begin here
        while True:
            if scanner.sign == ";":
                scanner.next()
                ready = True
                if len(self.marks) % _FEW == 0:
                    yield
                continue
            if ready and (is_digit(scanner.sign) or is_letter(scanner.sign)) and self.label():
                continue
            if scanner.sign == ")" and self.blocks and self.blocks[-1][1]:
                scanner.next()
                if self.close_one():
                    self.close_single()
                ready = True  # as in the listings, which leave out the ; behind a bracket
                continue
            if scanner.word in (_WHERE, _END) or not scanner.sign or scanner.sign == "◊":
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
        number = scanner.digits()
        label = number or scanner.name()
        if scanner.sign != ".":
            if number:
                scanner.fail(".")
            scanner.back(start, cells)
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
        self.emit(_STATEMENT, 1)
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
        if word == _FOR:
            self.loop(place)
            return True
        if word == _IF:
            self.condition(place)
            return True
        if word == _GO:
            scanner.next()
            start = scanner.start
            label = scanner.digits() if is_digit(scanner.sign) else scanner.name()
            if not label:
                scanner.fail("L 1")
            self.jumps.append((self.here() + 1, label, start))
            self.emit(_JUMP, 0, at=start)
        elif word == _OUTPUT:
            scanner.next()
            self.output()
        elif word == _INPUT:
            scanner.next()
            scanner.digits()
            self.emit(_STOP, 0)
        elif word == _HALT:
            scanner.next()
            self.emit(_STOP, 1)
        elif word == _DIGITS:
            self.digits()
        elif is_letter(scanner.sign):
            self.assignment()
        else:
            scanner.fail("A= «%s» «%s» «%s»" % tuple([WORDS[w] for w in (_IF, _FOR, _GO)]))
        self.marked(place)
        if word == _DIGITS:
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
        if not digits:
            scanner.fail("1…4000", "number")
        number = int(digits) if len(digits) < 9 else 0
        if not 1 <= number <= 4000:
            raise Error("digits", start, digits[:20], "1…4000")
        self.emit(_SET_DIGITS, number)

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
        self.emit(_STORE, slot, at=start)
        scanner.expect_word(_STEP)
        again = self.here()
        self.expression()
        step = self.code[-1] - _SLOTS
        if self.here() == again + 1 and self.slots[step] is not None:
            self.drop(1)  # a constant: nothing to compute
        else:
            step = self.new_slot()
            self.emit(_STORE, step)
        scanner.expect_word(_UNTIL)
        self.expression()
        self.emit(_FOR_TEST, slot, step, 0, at=start)
        self.blocks.append((_FOR, False, self.here() - 1, again, slot, step, start))
        scanner.expect_word(_DO)
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
        scanner.expect_word(_THEN)
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

    def close_one(self):
        """Close the last block; return False if an «ИНАЧЕ» follows."""
        scanner = self.scanner
        block = self.blocks.pop()
        if block[0] == _FOR:
            self.emit(_FOR_NEXT, block[4], block[5], block[3], at=block[6])
            self.patch(block[2])
            return True
        if block[0] == _IF:
            start = scanner.start
            cells = scanner.cells
            while scanner.sign == ";":
                scanner.next()
            if scanner.word == _ELSE:
                scanner.next()
                self.emit(_JUMP, 0)
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
                self.emit(_SHOW_TEXT, self.string(message), at=start)
            elif scanner.word in (_LINE, _BLANK):
                operation = _NEW_LINE if scanner.word == _LINE else _BLANKS
                scanner.next()
                start = scanner.start
                count = scanner.digits()
                if is_letter(scanner.sign) or scanner.sign == "(":  # a number that is computed
                    scanner.fail("1…999", "number")
                if len(count) > 3:
                    raise Error("number", start, count, "1…999")
                self.emit(operation, int(count or "1"), at=start)
            elif scanner.word == _VALUES:
                scanner.next()
                values = True
            elif scanner.word == _ARRAY:
                scanner.next()
                start = scanner.start
                name = scanner.name()
                if not name:
                    scanner.fail("A")
                if scanner.sign == "[":  # neither sizes nor a message
                    scanner.fail(", ;")
                number = self.array(name)
                self.indexed.append((name, 0, start))
                self.emit(_SHOW_ARRAY, number, self.string(name), at=start)
            elif self.ends() or scanner.word == _ELSE:
                return
            elif scanner.word >= 0:
                words = [WORDS[word] for word in (_LINE, _BLANK, _VALUES, _ARRAY)]
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
            self.emit(_SHOW, at=start)
        elif name and self.here() == place + 1:
            self.emit(_SHOW_NAME, self.string(name), at=start)
        elif bracket == "[" and self.last in (_ELEMENT, _ELEMENT_2) and self.places[-1] == start:
            number = self.code[-1]
            indexes = 1 if self.last == _ELEMENT else 2
            self.drop(2)
            self.emit(_SHOW_PLACE, self.string(name), number, indexes, at=start)
        else:
            raise Error("name", start, scanner.text[start : scanner.start], "«ЗНАЧЕНИЙ»")
