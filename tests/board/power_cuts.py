# SPDX-License-Identifier: MIT
# mypy: ignore-errors
"""Cuts the power at every write to the flash; runs on MicroPython's Unix port, with its littlefs.

The firmware's own main loop plays on a model of NOR flash: programming only clears bits, a block
is erased as a whole, and what is under way when the power goes is done in part. Called with the
name of a scenario; prints a line for each cut that harmed something, and how many writes were cut.

What the garbage collector says on standard error is about files that were open when the power
went: it tries to close them, and the dead flash refuses.
"""

import os
import sys
from time import ticks_ms

import vfs

from teletype.drivers.bus import Bus
from teletype.drivers.buttons import BACK, OK, Buttons
from teletype.drivers.panel import Panel
from teletype.exhibit.no_exhibit import NoExhibit
from teletype.handheld.keeping.boot_guard import MOST
from teletype.handheld.keeping.recorder import Recorder
from teletype.handheld.keeping.settings import Settings
from teletype.handheld.keeping.store import Store
from teletype.handheld.keeping.tapes import KEPT, OPEN, parse
from teletype.handheld.parts.peripherals import Peripherals
from teletype.power_on import power_on

BLOCK = 4096
BLOCKS = 24


class PowerCut(BaseException):
    """Not an error that the firmware could handle."""


class Flash:
    """A block device in memory; of the write number `cut` (from 0), the last one, only the first
    of `parts` equal parts is done.
    """

    def __init__(self, image, cut=-1, parts=1):
        self.image = bytearray(image)
        self.cut = cut
        self.parts = parts
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
        return length // self.parts if self.writes == self.cut else length

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
        if name.startswith("tapes/") and "tapes" not in os.listdir("/flash"):
            os.mkdir("/flash/tapes")
        write(name, files[name])
    vfs.umount("/flash")
    return flash.image


def read(name):
    with open("/flash/" + name, "rb") as file:
        return file.read()


def write(name, content):
    with open("/flash/" + name, "wb") as file:
        file.write(content)


def tapes():
    """The bytes of everything in the folder of the tapes, by file name."""
    names = os.listdir("/flash/tapes") if "tapes" in os.listdir("/flash") else []
    return {name: read("tapes/" + name) for name in names}


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

    def lock(self, locked):
        pass

    def write(self, text):
        pass

    def print(self, line):
        self.printed.append(line)

    def begin_row(self):
        pass

    def take(self):
        pass

    def flush(self):
        return False

    def read(self, secret=False):
        return self.typed.pop(0) if self.typed else None


class Device:
    """The handheld on a mounted flash."""

    def __init__(self, bitten=False):
        self.serial = Serial()
        panel = Panel(128, 64, Bus(Wire))
        buttons = Buttons([Pin()] * 6)
        store = Store("/flash/")
        self.app = power_on(panel, Bus(Wire), buttons, self.serial, store, Peripherals(), bitten)
        # an error of the device is one of the test
        self.app.crash = self.fail
        self.settle()

    def fail(self, error, session=None):
        raise error

    def settle(self):
        """Lets the device run until it waits for a person and has kept what it printed."""
        while self.app.tick():
            pass
        for _ in range(3):
            self.app.tick()

    def answers(self):
        player = self.app.sessions.screen
        return list(player.recorder.answers()) if player else None

    def type(self, line):
        self.serial.typed.append(line)
        self.settle()

    def press(self, *keys):
        for key in keys:
            self.app.buttons.push(key)
            self.settle()

    def shelf(self):
        self.app.shelf()
        self.settle()

    def dismiss(self):
        """Lets a person read what the device has to say first."""
        for _ in range(3):
            if type(self.app.activity).__name__ == "Notice":
                self.press(OK)


def used(*lines, files=None, edit=None):
    """The image of a flash whose device was given `lines`; `edit` gets the bytes of the tape and
    returns those that it is to have instead.
    """
    flash = Flash(fresh(files or FILES))
    mount(flash)
    device = Device()
    for line in lines:
        device.type(line)
    if edit:
        name = "tapes/" + device.app.sessions.screen.recorder.name
        write(name, edit(read(name)))
    vfs.umount("/flash")
    return flash.image


def kept(device, stem, answers, unsure=0):
    """What is wrong with the session whose tape has a name that begins with `stem`; None if it is
    in one tape, with these answers. The last `unsure` of them may be missing.
    """
    device.dismiss()
    names = [name for name in device.app.tapes.names() if name.startswith(stem)]
    if len(names) != 1:
        return "%s is in %s" % (stem, names)
    if parse(names[0])[2] == OPEN:
        device.app.sessions.resume(names[0])
        device.settle()
        got = device.answers()
    else:
        got = list(Recorder(device.app.store, names[0], 0).answers())
    for count in range(len(answers) - unsure, len(answers) + 1):
        if got == answers[:count]:
            return None
    return "%s has %s" % (names[0], got)


GAME = "nim heaps=7,8,4"

ANSWERS = ("2 1", "9 9", "1 0", "9 9", "9 9", "2 0")
"""A game of Nim with moves against the rules; the last answer loses it."""

LONG = ("9 9",) * 55
"""Moves against the rules that make a tape of almost a block."""


def given(lines):
    """`lines` as the tape writes them."""
    return ["T=%s L=%s" % tuple(line.split()) for line in lines]


def play(device, log):
    """Plays from where the session stands; `log` gets each answer that is confirmed."""
    for line in ANSWERS:
        before = len(device.answers())
        device.serial.typed.append(line)
        while len(device.answers()) == before:
            device.app.tick()
        log.append(line)  # the program goes on from here
        device.settle()
    if not COMPLETE:  # the first time is the one that is not cut off
        COMPLETE.append(read("tapes/0001-nim.tape"))


def game(device, log):
    device.type(GAME)
    log.append("the session")
    play(device, log)


def long_start():
    """The tape is almost a block long."""
    return used(GAME, *LONG)


def check_game(device, log, old, before=0):
    """What a device that was switched on again says of a game that was cut off."""
    if not log:
        return None  # the session had not begun
    if not device.app.sessions.screen:
        return "the session is not resumed"
    answers = device.answers()[before:]
    if answers != given(ANSWERS[: len(answers)]):
        return "other answers: %s" % answers
    if not len(log) - 1 <= len(answers) <= len(log):
        return "%d answers are confirmed, %d are there" % (len(log) - 1, len(answers))
    for line in ANSWERS[len(answers) :]:
        device.type(line)
    if read("tapes/" + device.app.sessions.screen.recorder.name) != COMPLETE[0]:
        return "the tape of the whole game differs"
    return None


def check_long(device, log, old):
    return check_game(device, ["the session"] + log, old, len(LONG))


COMPLETE = []
"""The tape of the game that was not cut off."""


def torn_start():
    """As `long_start`, and the last line has no line end, as another filesystem could leave it."""
    return used(GAME, *LONG, edit=lambda tape: tape + b"> T=1")


def torn(device, log):
    """The start has cut off the torn line; an answer comes in its place."""
    device.type(ANSWERS[0])
    log.append("answered")


def check_torn(device, log, old):
    return kept(device, "0001-nim", given(LONG + ANSWERS[:1]), 0 if log else 1)


def settings(device, log):
    device.press(OK)  # away from the shelf, so that nothing is below
    device.shelf()
    device.app.settings.values["speed"] = "30"
    device.app.settings.values["order"] = "last"
    device.app.settings.save()
    log.append("saved")


def check_settings(device, log, old):
    values = device.app.settings.values
    got = values["speed"], values["order"]
    if device.app.settings.messages:
        return "damaged: %s" % device.app.settings.messages
    if got == ("30", "last"):
        return None
    if got != ("fast", "easy"):
        return "neither old nor new: %s %s" % got
    return "lost" if log else None


WRONG = b"speed=fast\norder=last\nspeed=quick\n"
"""A file of settings whose third line is wrong."""


def wrong_start():
    return fresh({"settings.txt": WRONG})


def wrong_settings(device, log):
    """The start has kept the file with the wrong line, and written a good one."""
    log.append("kept")


def check_wrong_settings(device, log, old):
    if "settings.txt.bad" not in os.listdir("/flash") or read("settings.txt.bad") != WRONG:
        return "the file with the wrong line is lost"
    if device.app.settings.values["order"] != "last":
        return "the good lines are lost"
    if Settings(device.app.store).messages:
        return "the wrong line is still there"
    return None


def shelves(device, log):
    """Two games, left and resumed, one deleted: the other is never harmed."""
    device.type("race")
    device.type("6 5")
    log.append("race")
    device.shelf()
    device.type("nim")
    device.type("2 1")
    log.append("nim")
    device.shelf()
    device.app.sessions.resume("0001-race.tape")
    device.settle()
    device.shelf()
    log.append("to be deleted")
    device.app.tapes.delete("0002-nim.tape")
    log.append("deleted")


def check_shelves(device, log, old):
    names = device.app.tapes.names()
    if [name for name in names if name.endswith(".bad")]:
        return "a tape is damaged: %s" % names
    problem = None
    if "race" in log:
        problem = kept(device, "0001-race", ["T=6 P=5"])
    if "deleted" in log:
        return problem or ("0002-nim.tape" in names and "nim is not deleted")
    if "nim" in log and ("to be deleted" not in log or "0002-nim.tape" in names):
        problem = problem or kept(device, "0002-nim", ["T=2 L=1"])
    return problem


def twenty_start():
    """As many tapes as are kept; two have ended, neither of them the oldest."""
    flash = Flash(fresh(FILES))
    mount(flash)
    device = Device()
    for number in range(KEPT):
        device.type("nim heaps=7,8,%d" % (number + 1))
        device.type("2 1")
        device.shelf()
    for number in (3, 5):
        name = "/flash/tapes/%04d-nim" % number
        os.rename(name + ".tape", name + ".end.tape")
    vfs.umount("/flash")
    return flash.image


def twenty(device, log):
    """Two sessions begin: one for which a tape has to go, one in place of the first."""
    device.type("race")
    log.append("race")
    device.shelf()
    device.type("nim")
    log.append("nim")
    device.type("2 1")
    log.append("answered")


def check_twenty(device, log, old):
    now = tapes()
    if len(old) != KEPT:
        return "%d tapes to begin with" % len(old)
    for name in old:
        if name == "0003-nim.end.tape" and name not in now:
            continue  # the one that goes
        if now.get(name) != old[name]:
            return "%s is lost" % name
    if log and len(device.app.tapes.names()) > KEPT:
        return "%d tapes" % len(now)
    if "answered" in log:
        return kept(device, "0021-nim", ["T=2 L=1"])
    return kept(device, "0020-nim", ["T=2 L=1"])


def ended_start():
    """A game that was lost; its last paper is on the screen."""
    return used(GAME, *ANSWERS)


def ended(device, log):
    """The last paper has been looked at: the tape gets the name of one that has ended."""
    device.press(BACK)
    device.press(BACK)
    log.append("left")


def check_ended(device, log, old):
    names = device.app.tapes.names()
    if names != ["0001-nim.end.tape"] and (log or names != ["0001-nim.tape"]):
        return "the game is in %s" % names
    if read("tapes/" + names[0]) != old["0001-nim.tape"]:
        return "the tape differs"
    return kept(device, "0001-nim", given(ANSWERS))


def bad_start():
    """The program says something else than the tape."""
    return used(GAME, *ANSWERS[:3], edit=lambda tape: tape.replace(b"\n> T=1", b"!\n> T=1"))


def bad(device, log):
    """The start could not resume the tape, and has given it another name."""
    log.append("told")
    device.press(OK)
    log.append("shelf")


def check_bad(device, log, old):
    if tapes() != {"0001-nim.tape.bad": old["0001-nim.tape"]}:
        return "the tape is in %s" % device.app.tapes.names()
    return kept(device, "0001-nim", given(ANSWERS[:3]))


def crash_start():
    """A session, and as many crash tapes as are kept."""
    files = dict(FILES)
    for number in (1, 2, 3):
        files["tapes/crash-%d.tape" % number] = b"# error %d\n" % number
    return used(GAME, *LONG, files=files)


def crash(device, log):
    """The program fails after an answer; there is a crash tape too many then."""
    del device.app.crash  # the device's own

    def fail():
        log.append("answered")
        raise ValueError("broken")

    device.app.sessions.screen.session.step = fail
    device.type(ANSWERS[0])
    log.append("told")


def check_crash(device, log, old):
    now = tapes()
    numbers = [number for number in (1, 2, 3, 4) if "crash-%d.tape" % number in now]
    allowed = [[2, 3, 4]] if "told" in log else [[1, 2, 3], [1, 2, 3, 4], [2, 3, 4]]
    if numbers not in allowed:
        return "the crash tapes are %s" % numbers
    for number in numbers:
        name = "crash-%d.tape" % number
        if number < 4 and now[name] != old[name]:
            return "%s differs" % name
    if 4 in numbers:
        if not now["crash-4.tape"].startswith(b"# error ValueError: broken\n"):
            return "the crash tape has no reason"
        problem = kept(device, "crash-4", given(LONG + ANSWERS[:1]))
        if problem:
            return problem
    return kept(device, "0001-nim", given(LONG + ANSWERS[:1]), 0 if log else 1)


def boots_start():
    return used(GAME, *ANSWERS[:2])


def boots(device, log):
    """The watchdog ends starts until the device starts safe; then one is good."""
    for _ in range(MOST):
        device = Device(bitten=True)
        log.append(device.app.boots.count)
    guard = device.app.boots
    guard._good = ticks_ms()
    device.settle()
    log.append(guard.count)


def check_boots(device, log, old):
    counts = list(range(MOST + 1)) + [0]
    count = device.app.boots.count
    if log != counts[1 : len(log) + 1] or count not in counts[len(log) : len(log) + 2]:
        return "%d failures are counted" % count
    return kept(device, "0001-nim", given(ANSWERS[:2]))


def exhibit_start():
    return fresh(MUSEUM)


def exhibit(device, log):
    """A visitor plays, and walks away; a second one stays."""
    for _ in range(2):
        device.type("nim heaps=7,8,4")  # in front of the cards
        log.append("session")
        for line in ANSWERS[:3]:
            device.type(line)
        device.app.sessions.screen.recorder.keep()  # a minute has passed
        if len(log) == 1:
            device.app.exhibit.leave()
            device.settle()
            log.append("left")


def check_exhibit(device, log, old):
    """The second visitor's game is offered; nothing else has changed."""
    name = device.app.tapes.open()
    screen = type(device.app.activity).__name__
    if (name is not None) != (screen == "StillThere"):
        return "%s, and there is %s" % (name, screen)
    if len(log) == 3 and name != "0002-nim.tape":
        return "the second game is not offered"
    if device.app.boots.count or "boots.txt" in os.listdir("/flash"):
        return "a failed start"
    if read("settings.txt") != FILES["settings.txt"] or "last.txt" in os.listdir("/flash"):
        return "the flash has %s" % os.listdir("/flash")
    device.app.exhibit.leave()
    device.settle()
    for name in tapes():
        if ".end." not in name:
            return "%s has not ended" % name
        got = list(Recorder(device.app.store, name, 0).answers())
        if got != given(ANSWERS[: len(got)]):
            return "%s has %s" % (name, got)
        if "left" in log and name[:4] == "0001" and len(got) != 3:
            return "what was left has %s" % got
    os.remove("/flash/exhibit.txt")
    device.app.exhibit = NoExhibit(device.app)  # a device as any other, for what follows
    device.app.tapes.lean = False
    return None


def goes_on(device):
    """What is wrong with a new session on the flash; None if it is begun and answered."""
    device.dismiss()
    device.app.settings.values["speed"] = "fast"  # a safe start has the defaults
    device.app.apply()
    device.shelf()
    device.type("race")
    device.type("6 5")
    if device.answers() != ["T=6 P=5"] or device.app.sessions.screen.recorder.error:
        return "no new session: %s" % device.answers()
    return None


FILES = {"settings.txt": b"speed=fast\n"}
MUSEUM = {"settings.txt": b"speed=fast\n", "exhibit.txt": b""}


def new_start():
    return fresh(FILES)


SCENARIOS = {
    "game": (new_start, game, check_game),
    "long": (long_start, play, check_long),
    "torn": (torn_start, torn, check_torn),
    "settings": (new_start, settings, check_settings),
    "wrong settings": (wrong_start, wrong_settings, check_wrong_settings),
    "shelves": (new_start, shelves, check_shelves),
    "twenty": (twenty_start, twenty, check_twenty),
    "ended": (ended_start, ended, check_ended),
    "bad": (bad_start, bad, check_bad),
    "crash": (crash_start, crash, check_crash),
    "boots": (boots_start, boots, check_boots),
    "exhibit": (exhibit_start, exhibit, check_exhibit),
}
"""By name: what makes the image to start from, what is done on it, what is checked after a cut."""

PARTS = (2, 16)
"""Half of a write often has all that littlefs says, and padding is the rest; a 16th has not."""


def trial(name, old, flash):
    """Plays a scenario on `flash` until the power goes, and checks what is there when it is back.

    `old`: the tapes that were there before. Returns 1 if something is wrong, else 0.
    """
    _, scenario, check = SCENARIOS[name]
    mount(flash)
    log = []
    try:
        scenario(Device(), log)
        lasted = True
    except PowerCut:
        lasted = False
    vfs.umount("/flash")
    mount(Flash(flash.image))
    try:
        device = Device()
        session = device.app.tapes.session
        if session and session not in tapes():
            raise ValueError("%s is to go on, but is not there" % session)
        problem = check(device, log, old) or goes_on(device)
    except Exception as error:
        sys.print_exception(error)
        problem = "the device fails: %r" % error
    vfs.umount("/flash")
    if lasted and flash.cut >= 0:
        problem = "the scenario has fewer writes now"
    if problem:
        print("cut %d/%d after %s: %s" % (flash.cut, flash.parts, log, problem))
        return 1
    return 0


def main(name):
    image = SCENARIOS[name][0]()
    mount(Flash(image))
    old = tapes()
    vfs.umount("/flash")
    whole = Flash(image)
    harmed = trial(name, old, whole)
    for cut in range(whole.writes):
        for parts in PARTS:
            harmed += trial(name, old, Flash(image, cut, parts))
    print("%d writes, %d harmed" % (whole.writes, harmed))


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
    from teletype.programs import catalogue
    from teletype.programs.nim import dialogue as nim

    mount(Flash(fresh(FILES)))
    device = Device()
    del device.app.crash  # the device's own
    play, load = nim.play, catalogue.load

    def greedy(setup, game=None):
        yield "ИГРА НИМ"
        hoard = []
        while True:
            hoard.append(bytearray(1000))

    nim.Program.play = greedy
    catalogue.load = lambda name: nim.Program
    for _ in range(3):
        device.type("nim")
        print(" ".join(device.app.activity._lines))
        device.press(OK)
        print(type(device.app.activity).__name__, device.app.sessions.screen)
    catalogue.load = load
    nim.Program.play = play
    device.type("nim heaps=7,8,4")
    device.type("2 1")
    print(device.answers())


if __name__ == "__main__":
    if sys.argv[1] in ("full", "memory"):
        globals()[sys.argv[1]]()
    else:
        main(sys.argv[1])
