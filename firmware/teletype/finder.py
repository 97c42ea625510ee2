# SPDX-License-Identifier: MIT
"""The finder: search for the panel and the buttons on the pins they were soldered to.

`panel_finder` tries the pins for a panel, and `button_finder` asks for each button on that panel.
What a person has pressed is kept in /board.py; an older file of that name stays beside it. If
nobody presses anything, nothing is kept, and the next start searches again. The modules are loaded
only when they are needed.
"""

from micropython import const

from teletype.board_terms import BUTTONS, KEYWORDS, KNOBS
from teletype.button_finder import Finder, Flat
from teletype.drivers.buttons import KEYS
from teletype.handheld.keeping.settings import glance
from teletype.handheld.keeping.store import Store
from teletype.handheld.parts import board_file
from teletype.handheld.parts.screen import connect
from teletype.loading import load
from teletype.panel_finder import find_panel, taken

_FILE = const("board.py")

_ENTRIES = const((
    "CHIP", "PANEL", "I2C", "SPI", "BUTTONS", "HIGH", "LABELS", "BUZZER", "PRINTER", "BATTERY",
    "ENCODER",
))  # fmt: skip
"""The entries of the written file."""

_BY_HAND = const(("LADDER", "MATRIX"))
"""Entries that only a person can write."""

_ROUNDS = const(3)
"""How often the buttons are asked for, as long as too few of them are pressed."""


def _entry(name, value):
    """Return a value as a board file has it, the entries between braces in the usual order."""
    if not isinstance(value, dict):
        return repr(value)
    needed, optional = KEYWORDS.get(name, (KEYS, ()))
    texts = []
    for key in needed + optional:
        if key in value:
            form = '"%s": 0x%X' if key == "addr" else '"%s": %r'
            texts.append(form % (key, value[key]))
    return "{%s}" % ", ".join(texts)


def described(has, buttons, high):
    """Return `has` with these buttons, and with the other parts on pins that are left."""
    found = dict(has)
    found["BUTTONS"] = buttons
    found["HIGH"] = tuple(high) or None
    if buttons != has["BUTTONS"]:
        found["LABELS"] = None
    used = set(buttons.values()) | taken(has, ("I2C",))
    for name in ("BUZZER", "PRINTER", "BATTERY", "ENCODER"):
        if taken(has, (name,)) & used:
            found[name] = None
    return _known(found)


def _known(has, names=_ENTRIES):
    return {name: has[name] for name in names if has.get(name) is not None}


def file_of(has):
    """Return a /board.py with the values `has`."""
    text = "# Found by the Pocket Teletype, and yours to change: see docs/build.md\n"
    for name in _ENTRIES:
        if name in has:
            text += "%s = %s\n" % (name, _entry(name, has[name]))
    return text


def usable(names, turns=False):
    """Return the pins by name of the largest set of the found buttons that gives all keys.

    `names`: the names by pin; `turns`: an encoder gives some of the keys.
    """
    for keys in BUTTONS + KNOBS[::-1] if turns else BUTTONS:
        found = {}
        for pin in names:
            if names[pin] in keys:
                found[names[pin]] = pin
        if len(found) == len(keys):
            return found
    return {}


def _ask(finder, turns, doubt):
    """Ask for the buttons until they make all keys; return their pins by name, and the names of
    those wired to 3.3 V. Return nothing after some rounds, or if nobody presses one.
    """
    for _ in range(_ROUNDS):
        got, high = finder.buttons(doubt)
        if not got:
            break
        found = usable(got, turns)
        if found:
            return found, [key for key in high if key in found]
        names = " ".join([key for key in KEYS if key in got.values()])
        finder.notice("%s: not enough for all keys. Once more, each alone." % names)
        doubt = False
    return {}, []


def find(has, finder, screen, say, doubt=False):
    """Ask for the buttons until the user accepts them; write /board.py and return its values.

    `screen`: the sentence about the panel on I2C, or empty; `doubt`: see `Finder.buttons`. A file
    of the owner is replaced only after OK. If nothing was found, return `has` without buttons on
    the panel's pins, and write nothing.
    """
    store = Store()
    while True:
        buttons, high = _ask(finder, "ENCODER" in has, doubt)
        if not buttons:
            break
        found = described(has, buttons, high)
        asks = store.has(_FILE)
        kept = "OK: new /board.py" if asks else _keep(store, found, say)
        accepted = finder.summary(buttons, screen, kept)
        if accepted > 0 and asks:
            _keep(store, found, say)
        if accepted:
            return found
    clash = taken(has, ("I2C",))
    left = {key: pin for key, pin in has["BUTTONS"].items() if pin not in clash}
    if "LADDER" in has or "MATRIX" in has:
        finder.notice("No button with a pin of its own was pressed: nothing is kept.")
    elif len(left) < len(has["BUTTONS"]):
        finder.notice("The screen is on pins of the buttons: write /board.py")
    else:
        finder.notice("No button was pressed: those of the image are used. Next start: again.")
    return _known(dict(has, BUTTONS=left), _ENTRIES + _BY_HAND)


def _keep(store, found, say):
    """Write /board.py, the old one beside it; return what to tell about it."""
    try:
        if store.has(_FILE):
            old = _FILE + ".old"
            number = 1
            while store.has(old) and number < 9:
                number += 1
                old = "%s.old%d" % (_FILE, number)
            for _ in store.copy(_FILE, old):
                pass
            say("The old file is kept as /" + old)
        store.replace(_FILE, file_of(found))
        kept = "Kept in /board.py"
    except OSError:
        kept = "not kept: flash"
    say(kept)
    return kept


def at_start(has, feed, say):
    """Search all pins for a panel, or take the one that `has` puts on SPI; ask for the buttons.

    Return the values that were found, or None without a panel.
    """
    image = load("board").__dict__
    own = board_file.is_own()
    i2c = has.get("I2C", {})
    free = set(image["BUTTONS"].values()) | {i2c.get("sda"), i2c.get("scl")}
    pins = taken(image, ("BATTERY", "PINS")) | taken(has, ("PINS", "I2C"))
    has = dict(has)
    has["PINS"] = dict(enumerate(pins - free))
    screen = ""
    doubt = False
    if i2c:
        found = find_panel(has, say)
        if not found:
            return None
        i2c, controller = dict(i2c, **found[0]), found[1]
        doubt = controller == "ssd1306" and not own and i2c != has["I2C"]
        has["I2C"] = i2c
        wires = i2c["addr"], i2c["sda"], i2c["scl"]
        screen = "Screen: %s at 0x%02X, SDA GP%d, SCL GP%d" % ((controller.upper(),) + wires)
        say(screen)
        if controller != has["PANEL"]["controller"].replace("9", "6"):  # an SSD1309 answers alike
            has["PANEL"] = {"controller": controller, "width": 128, "height": 64}
    while True:
        panel, bus = connect(has, None)
        if bus.errors:
            return None
        finder = Finder(has, panel, feed, say, own or _says())
        try:
            try:
                return find(has, finder, screen, say, doubt)
            except Flat:
                smaller = dict(has, PANEL=dict(has["PANEL"], height=32))
                finder = Finder(smaller, connect(smaller, None)[0], feed, say)
                if finder.is_whole():
                    has = smaller
                    doubt = False
        except KeyboardInterrupt:
            finder.stopped()
            raise


def _says():
    """Whether the settings use a part that may not be fitted."""
    values = glance(Store())
    return values["sound"] != "off" or values["printer"] != "off"
