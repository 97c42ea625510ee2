# SPDX-License-Identifier: MIT
"""The MIR on the emulated Pico: statements a second, e to 200 digits, memory, keys.

A statement is one that the program executes: an assignment, an «ЕСЛИ», a «НА», an element of a
«ВЫВОД», and each round of a loop. They are counted by a second run that stops at each. The heap
is what a program with an array of 1500 numbers holds, text and code included, next to the modules,
which lie in the flash.
"""

import time
from pathlib import Path

from host_tools.emulator.pico import Pico
from host_tools.lab.measure.figures import Figure

RUN = """
import gc, time
from teletype.engines import almir, almir_compiler
from teletype.programs.mir import library

def machine(text):
    found = almir.Machine(almir_compiler.compile(text))
    found.slice = 1000
    return found

def to_stop(found, longest=False):
    last = time.ticks_us()
    wait = 0
    for event in found.run():
        now = time.ticks_us()
        wait = max(wait, time.ticks_diff(now, last))
        last = now
        if isinstance(event, almir.Stop):
            break
    return wait

def seconds(text):
    found = machine(text)
    gc.collect()
    begun = time.ticks_us()
    to_stop(found)
    print(time.ticks_diff(time.ticks_us(), begun))

def longest(text):
    found = machine(text)
    found.slice = 100
    gc.collect()
    print(to_stop(found))

def heap(text):
    gc.collect()
    before = gc.mem_alloc()
    found = machine(text)
    to_stop(found)
    gc.collect()
    print(gc.mem_alloc() - before)
"""

HANDHELD = """
import time
from teletype import start
app = start.start()
app.fast = True
UP, BACK = 0, 5

def tick():
    begun = time.ticks_us()
    app.tick()
    return time.ticks_diff(time.ticks_us(), begun)

def settle(least):
    for _ in range(least):
        tick()
    while not app.is_idle():
        tick()

def begin(line):
    app.shelf()
    settle(3)
    app.activity.line(line)

def stop():
    begin("mir program=euclid")
    settle(3000)
    worst = 0
    for _ in range(20):
        begun = time.ticks_us()
        app.buttons.push(UP)
        settle(1)
        worst = max(worst, time.ticks_diff(time.ticks_us(), begun))
    print(worst)

def running():
    worst = 0
    for name in ("perfect", "wave", "e"):
        begin("mir program=" + name)
        for _ in range(20):  # the screen opens
            tick()
        for _ in range(400):
            worst = max(worst, tick())
    print(worst)
"""

EUCLID = "I=0;1.A=9999;B=I+1;2.«Е»A<B«ТО»(B=B-A;«НА»2);«Е»B<A«ТО»(A=A-B;«НА»2);"
EUCLID += "I=I+1;«Е»I<40«ТО»(«НА»1)«КОН»"

FRACTIONS = "«ДЛЯ»I=1«ШАГ»1«ДО»1500«ВЫПОЛНИТЬ»B[I]=I/7«ГДЕ»B[1500]«КОНЕЦ»"

CASES = (
    ("Euclid's algorithm, 40 times", EUCLID),
    ("primes to 1500", "primes"),
    ("Life, 12 ticks", "life"),
    ("perfect numbers to 500", "perfect"),
)
"""Our programs by name, or texts. The last two divide or sum within expressions."""


def text_of(case: str) -> str:
    from teletype.programs.mir import library

    text = library.text(case) or case
    return str(text).replace("M=100;A[1500]", "M=1500;A[1500]")


def statements(text: str) -> int:
    """Return how many statements a program executes to its first stop, and rounds of loops."""
    from teletype.engines import almir, almir_compiler

    machine = almir.Machine(almir_compiler.compile(text))
    machine.slice = 1
    count = 0
    for event in machine.run():
        if isinstance(event, almir.Stop):
            break
        count += event is None
    return count


def figures(uf2: Path) -> list[Figure]:
    """Measure the engine on the board."""
    found = []
    with Pico(uf2) as pico:
        pico.boot()
        pico.execute(RUN)

        def number(call: str) -> int:
            return int(pico.execute(call, timeout_ms=200_000).split()[-1])

        for name, case in CASES:
            text = text_of(case)
            taken = number(f"seconds({text!r})")
            rate = statements(text) * 1_000_000 // taken
            found.append(Figure(f"mir: {name}", rate, "statements/s", 1500, "more"))
        e = text_of("e")
        taken = number(f"seconds({e!r})") // 1000
        found.append(Figure("mir: e to 200 digits", taken, "ms", 60000))
        name = "mir: longest step of e to 200 digits"
        found.append(Figure(name, number(f"longest({e!r})") // 1000, "ms", 100))
        heap = number(f"heap({text_of('primes')!r})")
        found.append(Figure("mir: heap with 1500 numbers", heap, "bytes", 65536))
        heap = number(f"heap({FRACTIONS!r})")
        found.append(Figure("mir: heap with 1500 fractions", heap, "bytes", 65536))
    begun = time.perf_counter()
    statements(e)
    taken = int(1000 * (time.perf_counter() - begun))
    found.append(Figure("mir: e to 200 digits on this computer", taken, "ms", 3000))
    with Pico(uf2) as pico:
        pico.boot()
        pico.execute(HANDHELD)
        # what the programs print comes before the number
        key = int(pico.execute("stop()", timeout_ms=200_000).split()[-1]) // 1000
        running = int(pico.execute("running()", timeout_ms=200_000).split()[-1]) // 1000
        found.append(Figure("mir: key at a stop", key, "ms", 15))
        found.append(Figure("mir: longest loop step of a program", running, "ms", 100))
    return found
