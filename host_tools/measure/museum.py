# SPDX-License-Identifier: MIT
# mypy: ignore-errors
"""Visits to an exhibit, one every three minutes, on MicroPython's Unix port, with its littlefs.

    micropython museum.py VISITS EARLY RESTARTS SESSIONS

The firmware's own main loop, on a model of the Pico's flash that counts how often each sector is
erased, in a time of its own. A visitor comes, chooses a language, plays one of the SESSIONS (a
file: a line with the setup, answers behind tabs) and walks away. With RESTARTS the power goes off
and on after each day of eight hours. Prints what is live on the heap, when the cards have come
back after EARLY visits and after all of them, and each time what `micropython.mem_info` says; then
answers, erases of each sector, and the most bytes of flash that were taken.
"""

import gc
import os
import sys

import micropython

BLOCK = 4096
BLOCKS = 352
STEP, ALONE = 200, 1000
"""Milliseconds between two turns of the loop; the same while nobody touches a key."""
VISIT = 180_000
DAY = 160
"""Visits in eight hours."""
WRAP = 1 << 30


class Time:
    """In the place of the module: nothing waits for the clock on the wall."""

    now = 0

    def __init__(self):  # functions: a module's names are no methods
        self.ticks_ms = lambda: self.now % WRAP
        self.ticks_add = lambda ticks, delta: (ticks + delta) % WRAP
        self.ticks_diff = lambda end, start: (end - start + WRAP // 2) % WRAP - WRAP // 2
        self.sleep_ms = lambda milliseconds: None
        self.localtime = lambda: (2021, 1, 1, 0, 0, 0, 4, 1)  # nobody has set it


clock = sys.modules["time"] = Time()

import vfs  # noqa: E402


class Flash:
    """A block device: `erased` has for each sector how often."""

    def __init__(self):
        self.image = bytearray(BLOCK * BLOCKS)
        self.erased = [0] * BLOCKS

    def readblocks(self, block, buffer, offset=0):
        at = block * BLOCK + offset
        buffer[:] = memoryview(self.image)[at : at + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        at = block * BLOCK + offset
        for index in range(len(buffer)):
            self.image[at + index] &= buffer[index]

    def ioctl(self, request, block):
        if request == 4:
            return BLOCKS
        if request == 5:
            return BLOCK
        if request == 6:
            at = block * BLOCK
            for index in range(at, at + BLOCK):
                self.image[index] = 0xFF
            self.erased[block] += 1
        return 0


class Pin:
    IRQ_FALLING, IRQ_RISING = 4, 8

    def irq(self, handler, trigger):
        pass

    def value(self):
        return 1


class Wire:
    def writeto(self, address, buffer):
        pass


class Serial:
    def __init__(self):
        self.typed = []

    def lock(self, locked):
        pass

    def write(self, text):
        pass

    print = write

    def take(self):
        return False

    def flush(self):
        return False

    def read(self):
        return self.typed.pop(0) if self.typed else None


class Museum:
    """The exhibit on a mounted flash; `most`: the most bytes that were taken there."""

    def __init__(self, sessions):
        self.sessions = sessions
        self.visits = self.answers = self.most = 0
        self.start()

    def start(self):
        from drivers.bus import Bus
        from drivers.buttons import Buttons
        from drivers.panel import Panel
        from handheld.app import App
        from handheld.peripherals import Peripherals
        from handheld.store import Store

        self.app = None
        panel = Panel(128, 64, Bus(Wire))
        store = Store("/flash/")
        keys = Buttons([Pin()] * 6)
        self.app = App(panel, Bus(Wire), keys, Serial(), store, Peripherals())
        del panel, store, keys
        self.run(5000)

    def run(self, milliseconds, step=STEP):
        end = clock.now + milliseconds
        app = self.app
        while clock.now < end:
            app.tick()
            if app.error:
                raise app.error
            clock.now += step

    def press(self, key):
        self.app.buttons.push(key)
        self.run(1000)

    def visit(self):
        app = self.app
        end = clock.now + VISIT
        line, *answers = self.sessions[self.visits % len(self.sessions)]
        self.visits += 1
        self.press(4)  # OK: somebody is there
        self.press(4)  # OK: the language
        self.run(4000)
        app.console.typed.append(line)
        for answer in answers:
            self.run(4000)
            app.console.typed.append(answer)
            self.answers += 1
            if clock.now > end - 60_000:
                break
        del app
        self.run(max(end - clock.now, 30_000), ALONE)
        while self.app.exhibit.visiting:
            self.run(ALONE, ALONE)
        taken = os.statvfs("/flash")
        self.most = max(self.most, (taken[2] - taken[3]) * BLOCK)

    def look(self):
        """The cards, from the first on, and nothing that only waits to be collected."""
        from modules import load

        self.app.exhibit.step = 0
        self.app.go(load("handheld.visits").attract, self.app)
        self.run(1000)
        gc.collect()
        print("live", gc.mem_alloc())
        micropython.mem_info()


def main(visits, early, restarts, name):
    with open(name) as file:
        sessions = [line.rstrip("\n").split("\t") for line in file]
    flash = Flash()
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/flash")  # as the rp2 port's _boot.py does
    with open("/flash/exhibit.txt", "w") as file:
        names = []  # what is played is what is shown between
        for line, *_ in sessions:
            name = line.split(" ")[0]
            if name not in names:
                names.append(name)
        file.write("idle=60\nprograms=" + ",".join(names) + "\n")
    museum = Museum(sessions)
    for number in range(visits):
        if restarts and number and number % DAY == 0:
            museum.app = None
            vfs.umount("/flash")
            vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/flash")
            museum.start()
        museum.visit()
        if number == early - 1:
            museum.look()
    museum.look()
    print("answers", museum.answers)
    print("erased", *flash.erased)
    print("taken", museum.most)


if __name__ == "__main__":
    main(*[int(word) for word in sys.argv[1:4]], sys.argv[4])
