# SPDX-License-Identifier: MIT
"""The MIR: runs a program in ALMIR-65, the language of V. N. Kasatkin's listings, 1980.

    program = almir_compiler.compile(text)
    machine = Machine(program)
    for event in machine.run():
        # a str: a line of paper
        # None: `slice` operations have run, or a long function goes on
        # a Stop: the machine waits; `machine.directive(text)` before going on tells it what to do

Without a directive it goes on behind a «ВВОД», and a «СТОП» or «КОНЕЦ» is the end. `directive`
raises `almir_text.Error` and changes nothing if the text has an error; `run` raises it if the
program cannot go on. The machine never hangs: it yields at least once in `slice` operations.

Decisions, where the book is silent:
- A function's arguments and the variable of a Σ are their own: afterwards the variables of these
  names have their former values.
- «МАССИВ» begins a new row, and so does each row of an array of two indexes. Two blanks separate
  the values.
- A message or a value stands directly behind the one before; a stop ends the row. A «СТРОКА»
  directly behind a stop ends that row, too, not another one: in the first printing of Trigex each
  move of the machine begins with one, and its protocol has no blank rows.
- A value that was never given is an error, and so is an index that is not whole.
"""

# covers 002:1555, 002:1735, 002:1917, 002:2051, 002:2164, 002:2215, 002:2306

try:
    from micropython import const
except ImportError:  # plain Python
    const = int  # type: ignore[assignment]

from teletype.engines import almir_code, almir_numbers
from teletype.engines.almir_code import Error
from teletype.engines.almir_numbers import Arithmetic, Number, Trouble, is_whole_power
from teletype.loading import load

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
_LESS = const(11)
_AT_MOST = const(12)
_EQUAL = const(13)
_MORE = const(14)
_AT_LEAST = const(15)
_UNEQUAL = const(16)
_FOR_TEST = const(17)
_FOR_NEXT = const(18)
_NEGATIVE = const(19)
_POWER = const(20)
_SUM = const(21)
_SUM_TEST = const(22)
_SUM_NEXT = const(23)
_SUM_END = const(24)
_CALL = const(25)
_RETURN = const(26)
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
_SIZE = const(37)
_GIVE = const(38)
_SLOTS = const(64)
"""The operations, as `almir_code` has them: as constants they cost no look-up."""

_SIGNS = ((-1,), (-1, 0), (0,), (1,), (0, 1), (-1, 1))
"""For each relation from _LESS on what a comparison yields if it holds."""

_OPERANDS = b"\1\1\0\0\0\0\1\1\1\1\1\1\1\1\1\1\1\3\3\0\0\2\2\2\1\1\1\1\1\1\0\2\3\1\1\1\1\2\2"
"""The number of operands of each operation."""

_STACK = const(150)
"""Values on the stack at most: brackets in brackets, functions in functions."""

_SHALLOW = const(20)
"""Values on the stack as long as no more were needed."""

_MOST = const(20000)
"""Numbers in one array at most: five times what a MIR had cells."""

MEMORY = 100000
"""Cells of text and arrays together, if the machine has no limit of its own."""

_CODE = const(60000)
"""Words of code before a directive at most: those that have functions stay, and a place in the
code is a word.
"""

_LONG = const(-100)
"""When a Σ is interrupted by a machine whose slices are statements."""

_MANY = const(250)
"""From so many digits on the machine pauses behind each long operation."""

_PIECES = const(1000)
"""Pieces of a row at most: then a new one begins."""


class Stop:
    """The machine waits at `word`."""

    def __init__(self, word):
        self.word = word


_STOPS = ("ВВОД", "СТОП", "КОНЕЦ")


def _key(numbers, number):
    """Return the name that has a number; "" if none has it."""
    for name in numbers:
        if numbers[name] == number:
            return name
    return ""


class Machine:
    """A MIR with a program.

    program     the Program; «ВМЕСТО» replaces it
    arithmetic  the digits, and the operations on values
    slots, arrays   the values: those of an array as (rows, columns, list); columns 0: one index
    operations  how many operations have run, to the nearest slice
    slice       operations between two events
    pc          the place in the code, while it waits or after an Error
    cells       the cells of a MIR that the program and its arrays take
    memory      how many cells there are
    rounding    whether numbers are rounded, not cut off
    row         pieces of the row that is not printed yet
    within      whether the event None came within a statement, from a long function, Σ or array
    """

    brought = {module.__name__: module for module in (almir_code, almir_numbers)}
    """What modules that are loaded later share with this one: see `loading.load`."""

    operations = 0
    slice = 100
    within = False

    def __init__(self, program, rounding=False, memory=MEMORY):
        self.program = program
        self.rounding = rounding
        self.memory = memory
        self.row = []
        self._directive = None
        self._functions = None
        self._begin()

    def _begin(self):
        """Forget all values: the machine is about to start."""
        program = self.program
        self.code = program.code
        self.slots = []
        self._add_slots(program.slots)
        self.arrays = []
        self.cells = program.cells
        self.arithmetic = Arithmetic(rounding=self.rounding)
        self._learned = []
        self.pc = program.start
        self._go_on = 0

    def _wait(self):
        """Forget the last directive."""
        self._directive = None

    def _add_slots(self, values):
        for value in values:
            if isinstance(value, tuple):
                value = Number(value[0], value[1])
            self.slots.append(value)

    def statement(self):
        """Return the number of the statement at `pc`, from 1; 0 in the data or a directive."""
        return self.program.statement(self.pc + 1) if self.pc < len(self.program.code) else 0

    def value(self, name):
        """Return a variable's value as a text, "" if it has none."""
        slot = self.program.names.get(name)
        if slot is None or self.slots[slot] is None:
            return ""
        return self.arithmetic.text(self.slots[slot])

    def whole(self, name):
        """Return a variable's value if it is a whole number, else None; `name` as `folded`."""
        slot = self.program.names.get(name)
        value = None if slot is None else self.slots[slot]
        return value if isinstance(value, int) else None

    def directive(self, text):
        """Take the text of a directive, for the stop where the machine waits."""
        program = self.program
        try:
            editor = load("teletype.engines.almir_edit", Machine)
            taken, replaces = editor.directive(program, text)
            if replaces:
                self.program = self._directive = taken
                return
            begin = len(program.code)
            if begin > _CODE:
                raise MemoryError
            code = program.code + taken.code
        except MemoryError:
            full = Error("full")
            full.place_in(text, 0, True)
            raise full
        self._directive = taken
        self._begins = begin
        self._add_slots(taken.slots[len(program.slots) :])
        self.code = code
        if program.learn(taken, self.code):
            self._learned.append((begin, taken))

    def pause_after(self, operations):
        """Pause after so many operations from now on."""
        self.slice = operations

    def taken(self):
        """Return the row that is not printed yet, and begin another."""
        line = "".join(self.row)
        self.row.clear()
        return line

    def too_long(self, steps):
        """Return the Error of a program that was to end within so many `steps`, at a pause."""
        self.pc += 1
        return self.error("steps", "", str(steps))

    def error(self, kind, met="", allowed=""):
        """Return the Error for the place `pc`; it is behind the operation."""
        owner = self.program
        base = 0
        at = self.pc - 1
        if self._directive not in (None, owner) and at >= self._begins:
            base, owner = self._begins, self._directive
        else:
            for begin, learned in self._learned:
                if at >= begin:
                    base, owner = begin, learned
        statement = owner.statement(self.pc)
        if kind == "no value" and not met:
            met, at = self._missing(owner.marks[statement - 1] if statement else owner.start, at)
        error = Error(kind, owner.places[at - base], met, allowed)
        error.place_in(owner.text, statement, base > 0)
        return error

    def _missing(self, begin, end):
        """Return the name of the variable without a value in this code, and its place; "" and
        `end` if it is an element of an array. A loop that a «НА» entered may lack its variable,
        or its step.
        """
        code = self.code
        name = ""
        found = at = begin
        while at < end:
            word = code[at]
            if word in (_STORE, _RETURN, _SIZE, _GIVE):
                name = ""  # an item of the data has ended
            elif word >= _SLOTS and not name and self.slots[word - _SLOTS] is None:
                name = self._name(word - _SLOTS)
                found = at
            at += 1 + (_OPERANDS[word] if word < _SLOTS else 0)
        if name:
            return name, found
        if code[end] == _FOR_NEXT:
            slot = code[end + 1]
            return self._name(slot) if self.slots[slot] is None else "«ШАГ»", end
        return "", end

    def _name(self, slot):
        """Return the name of the variable in a slot; "" if it has none."""
        return _key(self.program.names, slot)

    def run(self):
        """Run the program from its beginning; see above."""
        if self.program.cells > self.memory:
            raise Error("memory", 0, str(self.program.cells), str(self.memory))
        try:
            yield from self._run()
        except Trouble as trouble:
            raise self.error(trouble.kind)
        except IndexError:
            raise self.error("deep")
        except MemoryError:
            raise self.error("full")

    def _run(self):
        """Run from `pc` on. All operations are here, and their state is in variables of this
        function: a call for each of them would take longer than the operation.
        """
        stack = [0] * _SHALLOW
        row = self.row
        fresh = False  # whether a stop has begun the row
        sp = 0
        top = 0
        pc = self.pc
        left = self.slice
        slow = False
        while True:
            if slow:
                self.pc = pc
                self.within = True
                yield
                self.within = False
            slow = self.arithmetic.digits > _MANY
            code = self.code
            slots = self.slots
            arrays = self.arrays
            limit = self.arithmetic.limit
            low = -limit
            made = self.arithmetic.made
            word = 0
            try:
                while True:
                    word = code[pc]
                    pc += 1
                    if word >= _SLOTS:
                        stack[sp] = top
                        sp += 1
                        top = slots[word - _SLOTS]
                    elif word < 5:
                        if word == _STATEMENT:
                            sp = 0
                            left -= code[pc]
                            if left <= 0:
                                self.pc = pc - 1
                                self.operations += self.slice - left
                                yield
                                left = self.slice
                            pc += 1
                        elif word == _STORE:
                            if top is None:
                                raise Trouble("no value")
                            slots[code[pc]] = top
                            pc += 1
                            sp -= 1
                            top = stack[sp]
                        else:
                            sp -= 1
                            if word == _ADD:
                                top = stack[sp] + top
                            elif word == _SUBTRACT:
                                top = stack[sp] - top
                            else:
                                top = stack[sp] * top
                            if not low < top < limit:
                                top = made(top, 0)
                                if slow:
                                    break
                    elif word < _JUMP:
                        if word == _ELEMENT:
                            rows, _, values = arrays[code[pc]]
                            if not 0 < top <= rows:
                                raise Trouble("index")
                            top = values[top - 1]
                            pc += 1
                        elif word == _ELEMENT_2:
                            rows, columns, values = arrays[code[pc]]
                            first = stack[sp - 1]
                            if not (0 < first <= rows and 0 < top <= columns):
                                raise Trouble("index")
                            sp -= 1
                            top = values[(first - 1) * columns + top - 1]
                            pc += 1
                        elif word == _DIVIDE:
                            sp -= 1
                            first = stack[sp]
                            if top == 0:
                                raise Trouble("division")
                            if first % top:
                                top = self.arithmetic.divide(first, top)
                            else:
                                top = first // top
                                if not low < top < limit:
                                    top = made(top, 0)
                            if slow:
                                break
                        else:
                            if top is None:
                                raise Trouble("no value")
                            rows, columns, values = arrays[code[pc]]
                            first = stack[sp - 1]
                            if word == _PUT:
                                if not 0 < first <= rows:
                                    raise Trouble("index")
                                values[first - 1] = top
                            else:
                                second = first
                                first = stack[sp - 2]
                                if not (0 < first <= rows and 0 < second <= columns):
                                    raise Trouble("index")
                                values[(first - 1) * columns + second - 1] = top
                            pc += 1
                    elif word <= _UNEQUAL:
                        if word == _JUMP:
                            pc = code[pc]
                        else:
                            if word == _LESS:
                                holds = stack[sp - 1] < top
                            elif word == _AT_MOST:
                                holds = stack[sp - 1] <= top
                            elif word == _EQUAL:
                                holds = stack[sp - 1] - top == 0
                            elif word == _MORE:
                                holds = stack[sp - 1] > top
                            elif word == _AT_LEAST:
                                holds = stack[sp - 1] >= top
                            else:
                                holds = stack[sp - 1] - top != 0
                            pc = pc + 1 if holds else code[pc]
                    elif word == _FOR_TEST:
                        first = slots[code[pc]]
                        second = slots[code[pc + 1]]
                        if first > top if second > 0 else first < top:
                            pc = code[pc + 2]
                        else:
                            pc += 3
                        sp = 0
                    elif word == _FOR_NEXT:
                        top = slots[code[pc]] + slots[code[pc + 1]]
                        if not low < top < limit:
                            top = made(top, 0)
                        slots[code[pc]] = top
                        pc = code[pc + 2]
                        left -= 2
                        sp = 0
                        if left <= 0:
                            self.pc = pc
                            self.operations += self.slice - left
                            yield
                            left = self.slice
                    elif word == _SUM_TEST:
                        if slots[code[pc]] > stack[sp - 1]:
                            pc = code[pc + 1]
                        else:
                            pc += 2
                    elif word == _SUM_NEXT:
                        first = slots[code[pc]] + 1
                        if not low < first < limit:
                            first = made(first, 0)
                        slots[code[pc]] = first
                        pc = code[pc + 1]
                        left -= 3
                        if left <= (0 if self.slice > 1 else _LONG):
                            self.pc = pc
                            self.operations += self.slice - left
                            self.within = True
                            yield
                            self.within = False
                            left = self.slice
                    elif word == _SUM:
                        slot = code[pc]
                        stack[sp] = top
                        first = stack[sp - 1]
                        stack[sp - 1] = slots[slot]
                        slots[slot] = first
                        sp += 1
                        top = code[pc + 1]
                        pc += 2
                    elif word == _SUM_END:
                        sp -= 2
                        slots[code[pc]] = stack[sp]
                        pc += 1
                    elif word == _FUNCTION:
                        if top is None:
                            raise Trouble("no value")
                        number = code[pc]
                        pc += 1
                        if number < 4:
                            top = self._simple(number, top)
                            if slow:
                                break
                        else:
                            self.pc = pc
                            self.within = True
                            top = yield from self._function(number - 4)(top)
                            self.within = False
                    elif word == _CALL:
                        entry, slot, count = self.program.entries[code[pc]]
                        stack[sp] = top
                        at = sp - count + 1
                        while at <= sp:
                            if stack[at] is None:
                                raise Trouble("no value")
                            slots[slot], stack[at] = stack[at], slots[slot]
                            slot += 1
                            at += 1
                        sp += 1
                        top = pc + 1
                        pc = entry
                    elif word == _RETURN:
                        _, slot, count = self.program.entries[code[pc]]
                        pc = stack[sp - 1]
                        sp -= count + 1
                        at = sp
                        while count:
                            slots[slot] = stack[at]
                            slot += 1
                            at += 1
                            count -= 1
                    elif word == _NEGATIVE:
                        top = -top
                    elif word == _POWER:
                        sp -= 1
                        self.pc = pc
                        self.within = True
                        top = yield from self._power(top)(stack[sp], top)
                        self.within = False
                    elif word == _NEW_LINE:
                        count = code[pc]
                        pc += 1
                        if fresh and not row and count:
                            count -= 1
                        fresh = False
                        while count:
                            yield self.taken()
                            count -= 1
                    elif word == _STOP:
                        kind = code[pc]
                        if kind == 3:
                            pc = self._go_on
                            continue
                        if row:
                            yield self.taken()
                        if pc <= len(self.program.code):  # else it is that of a directive
                            self._go_on = pc - 1 if kind else pc + 1
                        self.pc = pc
                        self._wait()
                        self.operations += self.slice - left
                        yield Stop(_STOPS[kind])
                        left = self.slice
                        fresh = True
                        taken = self._directive
                        if taken is not None:
                            if taken is self.program:
                                self._begin()
                                if self.cells > self.memory:
                                    self.pc += 1
                                    raise self.error("memory", str(self.cells), str(self.memory))
                            pc = taken.start
                        elif kind:
                            return
                        else:
                            pc += 1
                        sp = 0
                        break
                    elif word == _SET_DIGITS:
                        self.arithmetic = Arithmetic(code[pc], self.rounding)
                        pc += 1
                        break
                    elif word == _SIZE:
                        self.pc = pc
                        self._size(code[pc], stack[sp - 1] if code[pc + 1] > 1 else None, top)
                        pc += 2
                        sp = 0
                    elif word == _GIVE:
                        values = arrays[code[pc]][2]
                        if code[pc + 1] >= len(values):
                            self.pc = pc
                            raise self.error("values", str(code[pc + 1] + 1), str(len(values)))
                        if top is None:
                            raise Trouble("no value")
                        values[code[pc + 1]] = top
                        pc += 2
                        sp = 0
                    elif word == _SHOW_ARRAY:
                        rows, columns, values = arrays[code[pc]]
                        if None in values:
                            raise Trouble("no value")
                        self.pc = pc
                        text = self.arithmetic.text
                        if row:
                            yield self.taken()
                        name = self.program.strings[code[pc + 1]]
                        sizes = "%s[%d,%d]" % (name, rows, columns)
                        row.append(sizes if columns else "%s[%d]" % (name, rows))
                        for at in range(len(values)):
                            if not at % (columns or rows):
                                yield self.taken()
                                row.append(text(values[at]))
                            else:
                                row.append("  " + text(values[at]))
                            if not (at + 1) % self.arithmetic.pause:
                                self.within = True
                                yield
                                self.within = False
                        pc += 2
                        sp = 0
                    else:
                        self.pc = pc
                        line = self._show(word, top, stack[sp - 1])
                        if line:
                            row.append(line)
                        if len(row) > _PIECES:
                            yield self.taken()
                        pc += _OPERANDS[word]
                        sp = 0
                        if slow:
                            break
            except TypeError:  # a value that is not whole, or none
                self.pc = pc
                if _ELEMENT <= word <= _PUT_2:
                    raise self._bad_index(word, stack, sp, top)
                left_of = stack[sp] if sp < len(stack) else None
                pc, top = self._general(word, pc, left_of, stack[sp - 1], top)
            except Trouble as trouble:
                self.pc = pc
                if trouble.kind == "index":
                    raise self._bad_index(word, stack, sp, top)
                raise
            except (IndexError, MemoryError) as error:
                self.pc = pc
                if sp == len(stack) < _STACK and isinstance(error, IndexError):
                    stack += [0] * (_STACK - sp)
                    pc -= 1  # nothing was done yet
                    continue
                if _ELEMENT <= word <= _PUT_2 and code[pc] >= len(arrays):
                    raise self.error("no value", self._array_name(code[pc]))
                raise

    def _general(self, word, pc, left, under, top):
        """Do an operation on values that are not both whole; return where to go on, and the value
        on top. `left` and `under` are the values below it: after the operation took one, and
        before.
        """
        arithmetic = self.arithmetic
        code = self.code
        slots = self.slots
        if word == _ADD:
            top = arithmetic.add(left, top)
        elif word == _SUBTRACT:
            top = arithmetic.subtract(left, top)
        elif word == _MULTIPLY:
            top = arithmetic.multiply(left, top)
        elif word == _DIVIDE:
            top = arithmetic.divide(left, top)
        elif word == _NEGATIVE:
            top = arithmetic.negative(top)
        elif _LESS <= word <= _UNEQUAL:
            sign = arithmetic.compare(under, top)
            pc = pc + 1 if sign in _SIGNS[word - _LESS] else code[pc]
        elif word == _FOR_TEST:
            sign = arithmetic.compare(slots[code[pc]], top)
            up = arithmetic.sign(slots[code[pc + 1]]) > 0
            pc = code[pc + 2] if (sign > 0 if up else sign < 0) else pc + 3
        elif word == _FOR_NEXT:
            slots[code[pc]] = arithmetic.add(slots[code[pc]], slots[code[pc + 1]])
            pc = code[pc + 2]
        elif word == _SUM_TEST:
            sign = arithmetic.compare(slots[code[pc]], under)
            pc = code[pc + 1] if sign > 0 else pc + 2
        elif word == _SUM_NEXT:
            slots[code[pc]] = arithmetic.add(slots[code[pc]], 1)
            pc = code[pc + 1]
        else:
            raise Trouble("no value")
        return pc, top

    def _simple(self, number, value):
        """Compute ABS, F, ε or √."""
        arithmetic = self.arithmetic
        if number == 3:
            return arithmetic.square_root(value)
        if isinstance(value, int):
            return (abs(value), 0, value)[number]
        return (arithmetic.absolute, arithmetic.fraction, arithmetic.floor)[number](value)

    def _finer(self):
        """Return the functions for the present digits; their module stays from the first on."""
        now = self.arithmetic
        if self._functions is None:
            self._functions = load("teletype.engines.almir_functions", Machine).Functions
        if not isinstance(now, self._functions):
            now = self.arithmetic = self._functions(now.digits, now.rounding)
        return now

    def _function(self, number):
        """Return what computes EXP, LN, SIN, COS or ARCTG."""
        finer = self._finer()
        return (finer.exp, finer.ln, finer.sin, finer.cos, finer.arctg)[number]

    def _power(self, exponent):
        """Return what raises to the power of `exponent`."""
        return (self.arithmetic if is_whole_power(exponent) else self._finer()).power

    def _array_name(self, number):
        return _key(self.program.arrays, number)

    def _bad_index(self, word, stack, sp, top):
        """Return the Error for an element that its array lacks."""
        number = self.code[self.pc]
        rows, columns, _ = self.arrays[number]
        if not rows:  # an array of the data that comes later
            return self.error("no value", self._array_name(number))
        if word == _ELEMENT:
            indexes = [top]
        elif word == _ELEMENT_2:
            indexes = [stack[sp - 1], top]
        elif word == _PUT:
            indexes = [stack[sp - 1]]
        else:
            indexes = [stack[sp - 2], stack[sp - 1]]
        if None in indexes:
            return self.error("no value")
        met = ",".join([self.arithmetic.text(index) for index in indexes])
        allowed = "1…%d" % rows + (", 1…%d" % columns if columns else "")
        return self.error("index", "%s[%s]" % (self._array_name(number), met), allowed)

    def _size(self, number, rows, columns):
        """Give an array its place in the memory; `rows` None: it has one index."""
        text = self.arithmetic.text
        sizes = text(columns) if rows is None else text(rows) + "," + text(columns)
        if rows is None:
            rows, columns = columns, 0
        elif columns == 0:
            rows = 0  # no size
        whole = isinstance(rows, int) and isinstance(columns, int) and rows > 0
        count = rows * (columns or 1) if whole else 0
        if not 0 < count <= _MOST:
            raise self.error("size", "%s[%s]" % (self._array_name(number), sizes), "1…%d" % _MOST)
        while len(self.arrays) <= number:
            self.arrays.append((0, 0, ()))
        self.cells += count - len(self.arrays[number][2])
        if self.cells > self.memory:
            raise self.error("memory", str(self.cells), str(self.memory))
        self.arrays[number] = rows, columns, [None] * count

    def _show(self, word, top, under):
        """Return what an element of «ВЫВОД» prints, except an array."""
        code = self.code
        strings = self.program.strings
        text = self.arithmetic.text
        first = code[self.pc]
        if word == _SHOW_TEXT:
            return strings[first]
        if word == _BLANKS:
            return " " * first
        if word == _SHOW:
            return text(top)
        if word == _SHOW_NAME:
            return strings[first] + "=" + text(top)
        rows, columns, values = self.arrays[code[self.pc + 1]]
        self.pc += 1
        single = code[self.pc + 1] == 1
        word = _ELEMENT if single else _ELEMENT_2
        if single and isinstance(top, int) and 0 < top <= rows:
            value = values[top - 1]
        elif (
            not single
            and isinstance(under, int)
            and isinstance(top, int)
            and 0 < under <= rows
            and 0 < top <= columns
        ):
            value = values[(under - 1) * columns + top - 1]
        else:
            raise self._bad_index(word, [under], 1, top)
        indexes = text(top) if single else text(under) + "," + text(top)
        return "%s[%s]=%s" % (strings[first], indexes, text(value))
