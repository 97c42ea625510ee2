"""Cuts the power at every write to the flash; runs on MicroPython's Unix port, with its littlefs.

The firmware's own main loop plays on a model of NOR flash: programming only clears bits, a block
is erased as a whole, and what is under way when the power goes is done by half. Called with the
name of a scenario; prints a line for each cut that harmed something, and how many cuts there were.

What the garbage collector says on standard error is about files that were open when the power
went: it tries to close them, and the dead flash refuses.
"""

import sys

import vfs

from drivers.bus import Bus
from drivers.buttons import OK, Buttons
from drivers.panel import Panel
from handheld.app import App
from handheld.parts import Parts
from handheld.store import Store

BLOCK = 4096
BLOCKS = 24


class PowerCut(BaseException):
    """Not an error that the firmware could handle."""


class Flash:
    """A block device in memory; the write number `cut` (from 0) is the last, and done by half."""

    def __init__(self, image, cut=-1):
        self.image = bytearray(image)
        self.cut = cut
        self.writes = 0

    def readblocks(self, block, buffer, offset=0):
        at = block * BLOCK + offset
        buffer[:] = self.image[at : at + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        length = self._length(len(buffer))
        at = block * BLOCK + offset
        for index in range(length):
            self.image[at + index] &= buffer[index]
        self._done()

    def ioctl(self, request, block):
        if request == 4:
            return len(self.image) // BLOCK
        if request == 5:
            return BLOCK
        if request == 6:
            length = self._length(BLOCK)
            self.image[block * BLOCK : block * BLOCK + length] = b"\xff" * length
            self._done()
        return 0

    def _length(self, length):
        if self.writes > self.cut >= 0:
            raise PowerCut  # nothing is written without power
        return length // 2 if self.writes == self.cut else length

    def _done(self):
        self.writes += 1
        if self.writes == self.cut + 1:
            raise PowerCut


def mount(flash):
    # as the rp2 port's _boot.py does
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/flash")


def fresh(files):
    """The image of a new filesystem with `files`, by name."""
    flash = Flash(b"\xff" * (BLOCK * BLOCKS))
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    mount(flash)
    for name in files:
        with open("/flash/" + name, "wb") as file:
            file.write(files[name])
    vfs.umount("/flash")
    return flash.image


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
        self.printed = []

    def write(self, text):
        pass

    def print(self, line):
        self.printed.append(line)

    def read(self):
        return self.typed.pop(0) if self.typed else None


class Device:
    """The handheld on a mounted flash."""

    def __init__(self):
        self.serial = Serial()
        panel = Panel(128, 64, Bus(Wire))
        buttons = Buttons([Pin()] * 6)
        self.app = App(panel, Bus(Wire), buttons, self.serial, Store("/flash/"), Parts())
        # an error of the device is one of the test
        self.app.crash = self.fail
        self.confirmed = 0
        self.settle()

    def fail(self, error, session):
        raise error

    def settle(self):
        """Lets the device run until it waits for a person and has kept what it printed."""
        while self.app.tick():
            pass
        for _ in range(3):
            self.app.tick()

    def answers(self):
        player = self.app.player
        return list(player.recorder.answers()) if player else None

    def type(self, line):
        self.serial.typed.append(line)
        self.settle()

    def press(self, *keys):
        for key in keys:
            self.app.buttons.push(key)
            self.settle()


ANSWERS = ("2 1", "9 9", "1 0", "9 9", "9 9", "2 0")
"""A game of Nim with moves against the rules; the last answer loses it."""

LONG = 55
"""Moves against the rules that make a tape of almost a block."""


def play(device, log):
    """Plays from where the session stands; `log` gets each answer that is confirmed."""
    for line in ANSWERS:
        before = len(device.answers())
        device.serial.typed.append(line)
        while len(device.answers()) == before:
            device.app.tick()
        log.append(line)  # the program goes on from here
        device.settle()


def game(device, log):
    device.type("nim heaps=7,8,4")
    log.append("the session")
    play(device, log)


def long_game(device, log):
    log.append("the session")
    play(device, log)


def long_start():
    """The image of a flash with a session whose tape is almost a block long."""
    flash = Flash(fresh(FILES))
    mount(flash)
    device = Device()
    device.type("nim heaps=7,8,4")
    for _ in range(LONG):
        device.type("9 9")
    vfs.umount("/flash")
    return flash.image


def check_game(device, log, before):
    """What a device that was switched on again says of a game that was cut off."""
    if not log:
        return None  # the session had not begun
    if not device.app.player:
        return "the session is not resumed"
    answers = device.answers()[before:]
    given = ["T=%s L=%s" % tuple(line.split()) for line in ANSWERS]
    if answers != given[: len(answers)]:
        return "other answers: %s" % answers
    if not len(log) - 1 <= len(answers) <= len(log):
        return "%d answers are confirmed, %d are there" % (len(log) - 1, len(answers))
    for line in ANSWERS[len(answers) :]:
        device.type(line)
    with open("/flash/tapes/" + device.app.player.recorder.name) as file:
        if file.read() != COMPLETE[0]:
            return "the tape of the whole game differs"
    return None


COMPLETE = []
"""The tape of the game that was not cut off."""


def settings(device, log):
    device.press(OK)  # away from the shelf, so that nothing is below
    device.app.shelf()
    device.app.settings.values["speed"] = "30"
    device.app.settings.values["order"] = "last"
    device.app.settings.save()
    log.append("saved")


def check_settings(device, log, before):
    values = device.app.settings.values
    got = values["speed"], values["order"]
    if device.app.settings.messages:
        return "damaged: %s" % device.app.settings.messages
    if got == ("30", "last"):
        return None
    if got != ("fast", "machine"):
        return "neither old nor new: %s %s" % got
    return "lost" if log else None


def shelves(device, log):
    """Two games, left and resumed, one deleted: the other is never harmed."""
    device.type("race")
    device.type("6 5")
    log.append("race")
    device.app.shelf()
    device.type("nim")
    device.type("2 1")
    log.append("nim")
    device.app.shelf()
    device.app.resume("0001-race.tape")
    device.settle()
    device.app.shelf()
    device.app.tapes.delete("0002-nim.tape")
    log.append("deleted")


def check_shelves(device, log, before):
    names = device.app.tapes.names()
    if len(log) >= 1:
        if "0001-race.tape" not in names:
            return "race is lost: %s" % names
        device.app.resume("0001-race.tape")
        device.settle()
        if device.answers() != ["T=6 P=5"]:
            return "race has %s" % device.answers()
    if len(log) == 2 and "0002-nim.tape" in names:
        device.app.resume("0002-nim.tape")
        device.settle()
        if device.answers() != ["T=2 L=1"]:
            return "nim has %s" % device.answers()
    if [name for name in names if name.endswith(".bad")]:
        return "a tape is damaged: %s" % names
    return None


FILES = {"settings.txt": b"speed=fast\n"}

SCENARIOS = {
    "game": (game, check_game),
    "long": (long_game, check_game),
    "settings": (settings, check_settings),
    "shelves": (shelves, check_shelves),
}


def main(name):
    scenario, check = SCENARIOS[name]
    start = long_start() if name == "long" else fresh(FILES)
    before = LONG if name == "long" else 0
    cut = -1
    harmed = 0
    while True:
        flash = Flash(start, cut)
        mount(flash)
        log = []
        try:
            scenario(Device(), log)
            done = True
        except PowerCut:
            done = False
        if cut < 0:
            if check is check_game:
                with open("/flash/tapes/0001-nim.tape") as file:
                    COMPLETE.append(file.read())
            total = flash.writes
        vfs.umount("/flash")
        if done and cut >= 0:
            break
        again = Flash(flash.image)
        mount(again)
        problem = check(Device(), log, before)
        vfs.umount("/flash")
        if problem:
            harmed += 1
            print("cut %d after %s: %s" % (cut, log, problem))
        cut += 1
    print("%d cuts of %d writes, %d harmed" % (cut, total, harmed))


def full():
    """A full flash: it is said once, the game goes on, what was kept before stays."""
    flash = Flash(fresh(FILES))
    mount(flash)
    device = Device()
    device.type("nim heaps=7,8,4")
    device.type("2 1")
    for _ in range(8):
        device.type("9 9")  # the tape has a block of its own now
    before = len(device.answers())
    for number in range(2 * BLOCKS):
        try:
            with open("/flash/other%d" % number, "wb") as file:
                file.write(bytes(BLOCK))
        except OSError:
            break
    notices = 0
    for line in ("1 0", "9 9", "2 0"):
        device.type(line)
        while type(device.app.activity).__name__ == "Notice":
            notices += 1
            device.press(OK)
    print(notices, device.serial.printed[-1])
    vfs.umount("/flash")
    mount(Flash(flash.image))
    device = Device()
    print(len(device.answers()) == before, device.serial.printed[-1])


def memory():
    """A program that takes all memory: the screen says so, and the next one has it all again."""
    from programs import catalogue, nim

    mount(Flash(fresh(FILES)))
    device = Device()
    del device.app.crash  # the device's own
    play, load = nim.play, catalogue.load

    def greedy(setup):
        yield "ИГРА НИМ"
        hoard = []
        while True:
            hoard.append(bytearray(1000))

    nim.play = greedy
    catalogue.load = lambda name: nim
    for _ in range(3):
        device.type("nim")
        print(" ".join(device.app.activity._lines))
        device.press(OK)
        print(type(device.app.activity).__name__, device.app.player)
    catalogue.load = load
    nim.play = play
    device.type("nim heaps=7,8,4")
    device.type("2 1")
    print(device.answers())


if __name__ == "__main__":
    if sys.argv[1] in ("full", "memory"):
        globals()[sys.argv[1]]()
    else:
        main(sys.argv[1])
