# SPDX-License-Identifier: MIT
# mypy: ignore-errors
"""Visits to an exhibit, one every three minutes, on MicroPython's Unix port with its littlefs.

    micropython museum.py VISITS EARLY RESTARTS DAYS SESSIONS

The firmware's own main loop runs on a model of the Pico's flash, with a simulated clock. The model
counts how often each sector is erased. A visitor chooses a language, plays one of the SESSIONS (a
file with lines: the setup, then answers after tabs) and walks away. With RESTARTS the power goes
off and on after each day of eight hours.

Prints the live heap and the output of `micropython.mem_info`, once after EARLY visits and once
after all, each when the cards are back. Then follow the number of answers, the erases of each
sector, and the most bytes of flash in use.

After that come DAYS more on the same flash. They repeat what the second half of the visits did to
the flash, with new tape numbers each time, while the firmware's own code counts the visits. Prints
the visits of these days, and the erases of each sector in all.
"""

import gc
import os
import sys

import micropython

BLOCK = 4096
BLOCKS = 352
ERASED = b"\xff" * BLOCK
STEP, ALONE = 200, 1000
"""Milliseconds per loop step, while a visitor is there and while nobody is."""
VISIT = 180_000
DAY = 160
"""Visits in eight hours."""
WRAP = 1 << 30


class Time:
    """Replacement for the module `time`; nothing waits in real time."""

    now = 0

    def __init__(self):  # attributes, because a module's functions are not methods
        self.ticks_ms = lambda: self.now % WRAP
        self.ticks_add = lambda ticks, delta: (ticks + delta) % WRAP
        self.ticks_diff = lambda end, start: (end - start + WRAP // 2) % WRAP - WRAP // 2
        self.sleep_ms = lambda milliseconds: None
        self.localtime = lambda: (2021, 1, 1, 0, 0, 0, 4, 1)  # an unset clock


clock = sys.modules["time"] = Time()

import vfs  # noqa: E402


class Flash:
    """A block device; `erased` counts the erasures of each sector."""

    def __init__(self):
        self.image = bytearray(BLOCK * BLOCKS)
        self.erased = [0] * BLOCKS

    def readblocks(self, block, buffer, offset=0):
        at = block * BLOCK + offset
        buffer[:] = memoryview(self.image)[at : at + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        at = block * BLOCK + offset
        self.image[at : at + len(buffer)] = buffer  # littlefs erases first

    def ioctl(self, request, block):
        if request == 4:
            return BLOCKS
        if request == 5:
            return BLOCK
        if request == 6:
            at = block * BLOCK
            self.image[at : at + BLOCK] = ERASED
            self.erased[block] += 1
        return 0


class Told:
    """A filesystem on top of another one; records changes in `done`, except of counts."""

    def __init__(self, below, done):
        self.done = done
        for name in ("mount", "umount", "ilistdir", "mkdir", "stat", "statvfs"):
            setattr(self, name, getattr(below, name))
        self.below = below

    def note(self, *what):
        if "counts" not in what[1]:
            self.done.append(what)

    def open(self, name, mode):
        file = self.below.open(name, mode)
        return file if mode == "rb" else Written(file, self, name, mode)

    def rename(self, name, new):
        self.below.rename(name, new)
        self.note("rename", name, new)

    def remove(self, name):
        self.below.remove(name)
        self.note("remove", name)


class Written:
    """A file that is open for writing."""

    def __init__(self, file, told, *what):
        self.file, self.told, self.what = file, told, what
        self.sizes = []

    def write(self, data):
        self.sizes.append(len(data))
        return self.file.write(data)

    def close(self):
        self.file.close()
        self.told.note("write", *self.what, self.sizes)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


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

    def begin_row(self):
        pass

    def take(self):
        return False

    def flush(self):
        return False

    def read(self, secret=False):
        return self.typed.pop(0) if self.typed else None


class Museum:
    """The exhibit on a mounted flash; `most`: the most bytes in use there."""

    def __init__(self, sessions):
        self.sessions = sessions
        self.visits = self.answers = self.most = 0
        self.start()

    def start(self):
        from teletype.drivers.bus import Bus
        from teletype.drivers.buttons import Buttons
        from teletype.drivers.panel import Panel
        from teletype.handheld.keeping.store import Store
        from teletype.handheld.parts.peripherals import Peripherals
        from teletype.power_on import power_on

        self.app = None
        panel = Panel(128, 64, Bus(Wire))
        store = Store("/flash/")
        keys = Buttons([Pin()] * 6)
        self.app = power_on(panel, Bus(Wire), keys, Serial(), store, Peripherals())
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
        """Show the first card, collect garbage and print the heap."""
        self.app.exhibit.step = 0
        self.app.switch_to(self.app.exhibit.attract)
        self.run(1000)
        gc.collect()
        print("live", gc.mem_alloc())
        micropython.mem_info()


def numbered(name, more):
    """Return a file's name; a tape's number grows by `more`, and its program is replaced.

    The program is the same for all, because the tape removed later may be another program's.
    """
    if not name.startswith("/tapes/"):
        return name
    return f"/tapes/{int(name[7:11]) + more:04d}-programme{name[name.index('.') :]}"


def repeat(flash, told, sessions, days):
    """Repeat the changes `told` of some days for `days` days; return the number of visits."""
    from teletype.exhibit import visit_log
    from teletype.handheld.keeping.store import Store

    store = Store("/flash/")
    for name in [entry[0] for entry in os.ilistdir("/flash/tapes")]:
        os.rename("/flash/tapes/" + name, "/flash" + numbered("/tapes/" + name, 0))
    written = [name for what, name, *_ in told.done if what == "write"]
    tapes = [int(name[7:11]) for name in written if name.startswith("/tapes/")]
    numbers = [1, 0, 60, 1, 0, 0, 5, 180]
    visits = more = 0
    fresh = False
    while visits < days * DAY:
        more += max(tapes) - min(tapes) + 1
        for what, name, *rest in told.done:
            if what == "visit":
                program = sessions[visits % len(sessions)][0].split(" ")[0]
                visit_log.add(store, numbers, {program: [1, 1]}, fresh)
                visits += 1
                fresh = visits % DAY == 0
                if fresh:
                    vfs.umount("/flash")
                    vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/flash")
            elif what == "remove":
                os.remove("/flash" + numbered(name, more))
            elif what == "rename":
                os.rename("/flash" + numbered(name, more), "/flash" + numbered(rest[0], more))
            else:
                with open("/flash" + numbered(name, more), rest[0]) as file:
                    for size in rest[1]:
                        file.write(ERASED[:size])
    return visits


def main(visits, early, restarts, days, name):
    with open(name) as file:
        sessions = [line.rstrip("\n").split("\t") for line in file]
    flash = Flash()
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    told = None

    def mount():
        nonlocal told
        below = vfs.VfsLfs2(flash, progsize=256)  # as the rp2 port's _boot.py does
        if days:
            below = told = Told(below, told.done if told else [])
        vfs.mount(below, "/flash")

    mount()
    with open("/flash/exhibit.txt", "w") as file:
        names = []  # the attract mode shows what is played
        for line, *_ in sessions:
            name = line.split(" ")[0]
            if name not in names:
                names.append(name)
        file.write("idle=60\nprograms=" + ",".join(names) + "\n")
    museum = Museum(sessions)
    begin = visits - visits // 2 // len(sessions) * len(sessions)
    for number in range(visits):
        if days and number == begin:  # all sessions were played, so there are tapes to remove
            told.done.clear()
        if restarts and number and number % DAY == 0:
            museum.app = None
            vfs.umount("/flash")
            mount()
            museum.start()
        museum.visit()
        if days:
            told.note("visit", "")
        if number == early - 1:
            museum.look()
    museum.look()
    print("answers", museum.answers)
    print("erased", *flash.erased)
    print("taken", museum.most)
    if days:
        museum.app = None
        vfs.umount("/flash")
        vfs.mount(told.below, "/flash")
        print("visits", repeat(flash, told, sessions, days))
        print("worn", *flash.erased)


if __name__ == "__main__":
    main(*[int(word) for word in sys.argv[1:5]], sys.argv[5])
